// @ts-check
/**
 * @file Transport: commands to the machine and events back,
 *   over a WebSocket or to a worker, in order.
 */
/** @import { Command, Event as RoomEvent } from "./protocol.js" */

/**
 * What the worker posts: that it is ready, the events of a command, or the text of its end.
 * @typedef {{ready?: true, text?: string, trap?: string}} FromWorker
 */

/** Most bytes of a command. */
const MOST_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/** Whether a command failed. @param {RoomEvent[]} events */
export const failed = (events) =>
  events.some((event) => event.event === "fault");

/**
 * The first event of a kind.
 * @template {RoomEvent["event"]} K
 * @param {RoomEvent[]} events
 * @param {K} kind
 */
export const first = (events, kind) =>
  /** @type {Extract<RoomEvent, {event: K}> | undefined} */ (
    events.find((event) => event.event === kind)
  );

/** The address of a socket of the server that has sent the page. @param {string} path */
export const socketUrl = (path) =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/${path}`;

/** A connection to one machine. */
export class Transport {
  /**
   * @param {(message: string, again: boolean) => void} onLost called when the machine is gone, with
   *   whether it may come back by itself
   */
  constructor(onLost) {
    this.onLost = onLost;
    /** @type {((events: RoomEvent[]) => void)[]} */
    this.waiting = [];
    /** @type {(text: string) => void} */
    this.send = () => {};
  }

  /** Connects as the page says. @returns {Promise<void>} */
  open() {
    return document.documentElement.dataset.machine === "worker"
      ? this.#worker()
      : this.#socket();
  }

  /**
   * Sends a command and waits for its events.
   * @param {Command} command
   * @returns {Promise<RoomEvent[]>}
   */
  ask(command) {
    const text = JSON.stringify(command);
    const size = encoder.encode(text).length;
    // The machine would not read it, and the server would close the connection.
    if (size > MOST_BYTES)
      return Promise.resolve([
        {
          event: "fault",
          message: `command: expected at most 64 KB, got ${size} bytes`,
        },
      ]);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.send(text);
    });
  }

  /** @param {RoomEvent[]} events */
  #receive(events) {
    this.waiting.shift()?.(events);
  }

  /**
   * The machine is gone: all that wait get a fault.
   * @param {string} message
   * @param {boolean} again
   */
  #lose(message, again) {
    /** @type {RoomEvent[]} */
    const fault = [{ event: "fault", message }];
    this.send = () => this.#receive(fault);
    for (const resolve of this.waiting.splice(0)) resolve(fault);
    this.onLost(message, again);
  }

  /** @returns {Promise<void>} */
  #socket() {
    return new Promise((resolve) => {
      const socket = new WebSocket(socketUrl("machine"));
      socket.onopen = () => resolve();
      socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
      socket.onclose = ({ reason }) => {
        this.#lose(
          reason ||
            "The connection to the machine is closed. Start `belle room` again if it has ended.",
          true,
        );
        resolve();
      };
      this.send = (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      };
    });
  }

  /** @returns {Promise<void>} */
  #worker() {
    return new Promise((resolve) => {
      const worker = new Worker("worker.js", { type: "module" });
      worker.onmessage = (/** @type {MessageEvent<FromWorker>} */ { data }) => {
        if (data.ready) resolve();
        else if (data.trap) {
          worker.terminate();
          this.#lose(
            `The machine has stopped at a fault of its program: ${data.trap}`,
            false,
          );
        } else this.#receive(JSON.parse(data.text ?? "[]"));
      };
      worker.onerror = (event) =>
        this.#lose(`The machine does not start: ${event.message}`, false);
      this.send = (text) => worker.postMessage(text);
    });
  }
}
