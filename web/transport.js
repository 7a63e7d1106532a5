// @ts-check
/** @file Transport: commands to the machine and events back, over a WebSocket or to a worker, in order. */

/** @typedef {{event: string} & Record<string, any>} RoomEvent */

/** Whether a command failed. @param {any[]} events */
export const failed = (events) =>
  events.some((event) => event.event === "fault");

/** A connection to one machine. */
export class Transport {
  /** @param {(message: string) => void} onLost called when the machine is gone */
  constructor(onLost) {
    this.onLost = onLost;
    /** @type {((events: RoomEvent[]) => void)[]} */
    this.waiting = [];
    this.send = (/** @type {string} */ _text) => {};
  }

  /** Connects as the page says. @returns {Promise<void>} */
  open() {
    return document.documentElement.dataset.machine === "worker"
      ? this.#worker()
      : this.#socket();
  }

  /**
   * Sends a command and waits for its events.
   * @param {Record<string, any>} command
   * @returns {Promise<RoomEvent[]>}
   */
  ask(command) {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.send(JSON.stringify(command));
    });
  }

  /** @param {string} text */
  #receive(text) {
    this.waiting.shift()?.(JSON.parse(text));
  }

  /** The machine is gone: all that wait get a fault. @param {string} message */
  #lose(message) {
    this.send = () =>
      this.#receive(JSON.stringify([{ event: "fault", message }]));
    for (const resolve of this.waiting.splice(0))
      resolve([{ event: "fault", message }]);
    this.onLost(message);
  }

  #socket() {
    return new Promise((resolve) => {
      const socket = new WebSocket(`ws://${location.host}/machine`);
      socket.onopen = () => resolve(undefined);
      socket.onmessage = (event) => this.#receive(event.data);
      socket.onclose = () => {
        this.#lose(
          "The connection to the machine is closed. Start `belle room` again if it has ended.",
        );
        resolve(undefined);
      };
      this.send = (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      };
    });
  }

  #worker() {
    return new Promise((resolve) => {
      const worker = new Worker("worker.js", { type: "module" });
      worker.onmessage = (event) => {
        if (event.data.ready) resolve(undefined);
        else if (event.data.trap) {
          worker.terminate();
          this.#lose(
            `The machine has stopped at a fault of its program: ${event.data.trap}`,
          );
        } else this.#receive(event.data.text);
      };
      worker.onerror = (event) =>
        this.#lose(`The machine does not start: ${event.message}`);
      this.send = (text) => worker.postMessage(text);
    });
  }
}
