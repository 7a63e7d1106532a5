// @ts-check
/**
 * @file Where the players are: behind a WebSocket of the server, or in a worker of the static site.
 */
/** @import { Ask, PlayerEvent, ReportedLine } from "./opponents.js" */

import { socketUrl } from "./transport.js";

/** What the worker posts. @typedef {{ready?: true, text?: string, trap?: string}} FromPlayers */

/**
 * Carries requests to the players and their events back.
 * @typedef {{send: (ask: Ask) => Promise<void>}} Players
 */

/** The players of this page. @param {(news: PlayerEvent) => void} onNews @returns {Players} */
export const players = (onNews) =>
  document.documentElement.dataset.machine === "worker"
    ? new WorkerPlayers(onNews)
    : new SocketPlayers(onNews);

class SocketPlayers {
  /** @param {(news: PlayerEvent) => void} onNews */
  constructor(onNews) {
    this.onNews = onNews;
    /** @type {WebSocket | null} */
    this.socket = null;
  }

  /** @param {Ask} ask */
  async send(ask) {
    if (this.socket?.readyState !== WebSocket.OPEN)
      this.socket = await this.#open();
    if (this.socket.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify(ask));
  }

  /** A socket that is open, or closed again at once. @returns {Promise<WebSocket>} */
  #open() {
    const socket = new WebSocket(socketUrl("opponent"));
    socket.onmessage = (event) => this.onNews(JSON.parse(event.data));
    return new Promise((resolve) => {
      socket.onopen = () => resolve(socket);
      socket.onclose = ({ reason }) => {
        resolve(socket);
        this.onNews({
          event: "fault",
          message:
            reason ||
            "The opponent is gone: start `belle room` again, or choose Belle of 1980.",
        });
      };
    });
  }
}

/** One request after the other, in a worker that is started for the first of them. */
class WorkerPlayers {
  /** @param {(news: PlayerEvent) => void} onNews */
  constructor(onNews) {
    this.onNews = onNews;
    /** @type {Promise<Worker> | null} */
    this.worker = null;
    /** A search is under way. */
    this.searching = false;
    /** Its last line. @type {ReportedLine | null} */
    this.report = null;
    /** The best move so far is wanted. */
    this.stopping = false;
  }

  /** @param {Ask} ask */
  async send(ask) {
    if (ask.ask === "stop") {
      this.stopping = this.searching;
      this.#stop();
      return;
    }
    if (ask.ask === "go") {
      this.searching = true;
      this.stopping = false;
      this.report = null;
    }
    this.worker ??= this.#start();
    const worker = await this.worker;
    worker.postMessage(JSON.stringify(ask));
  }

  /**
   * A worker hears nothing while it searches: it is ended,
   * and its last line has the best move so far.
   */
  #stop() {
    const { report } = this;
    if (!this.stopping || !report) return;
    this.#end();
    const [uci] = report.uci;
    const san = report.line.split(" ").find((word) => !/^\d+\./.test(word));
    this.onNews({ event: "best", uci, san: san ?? uci });
  }

  /** The worker and what it knows are gone; the next request starts another. */
  #end() {
    this.worker?.then((worker) => worker.terminate());
    this.worker = null;
    this.searching = this.stopping = false;
  }

  /** @param {string} message */
  #lose(message) {
    this.#end();
    this.onNews({ event: "fault", message });
  }

  /** @returns {Promise<Worker>} */
  #start() {
    const worker = new Worker("playerworker.js", { type: "module" });
    return new Promise((resolve) => {
      worker.onmessage = (
        /** @type {MessageEvent<FromPlayers>} */ { data },
      ) => {
        if (data.ready) resolve(worker);
        else if (data.trap)
          this.#lose(
            `The opponent has stopped at a fault of its program: ${data.trap}`,
          );
        else this.#hear(JSON.parse(data.text ?? "{}"));
      };
      worker.onerror = (event) => {
        resolve(worker);
        this.#lose(
          `The opponent cannot be loaded (${event.message || "no network"}): choose Belle of 1980, or try again.`,
        );
      };
    });
  }

  /** @param {PlayerEvent} news */
  #hear(news) {
    if (news.event === "report") this.report = news;
    if (news.event === "best" || news.event === "fault")
      this.searching = this.stopping = false;
    this.onNews(news);
    this.#stop();
  }
}
