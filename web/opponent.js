// @ts-check
/** @file Opponents: the machine itself in two years, and the other players. */
/** @import { Ask, Go, PlayerEvent } from "./opponents.js" */

import { players } from "./players.js";

/**
 * An opponent: the machine of a year, or another player with its options.
 * @typedef {object} OpponentRow
 * @property {string} name
 * @property {string} title
 * @property {string} [year]
 * @property {string} [player]
 * @property {[string, string][]} [options]
 * @property {string} help
 * @property {boolean} book whether it plays from an opening book, as far as its year is known
 */

/**
 * A position: where the game began, and its moves.
 * @typedef {Required<Pick<Go, "fen" | "moves">>} Asked
 */

/** All of them; the first is the one at the start. @type {[OpponentRow, ...OpponentRow[]]} */
export const OPPONENTS = [
  {
    name: "1980",
    title: "Belle, 1980",
    year: "1980",
    help: "the machine of 1,700 chips, here at work: 160,000 positions a second",
    book: true,
  },
  {
    name: "1983",
    title: "Belle, 1983",
    year: "1983",
    help: "the same machine as entered in the world championship of 1983, 110,000 positions a second",
    book: true,
  },
  {
    name: "1978",
    title: "Belle, 1978",
    player: "belle",
    options: [["Generation", "1978"]],
    help: "three devices beside a PDP-11 that runs alpha-beta, 5,000 positions a second",
    book: false,
  },
  {
    name: "1976",
    title: "Belle, 1976",
    player: "belle",
    options: [["Generation", "1976"]],
    help: "the program with a move generator of 25 chips, 200 positions a second",
    book: false,
  },
  {
    name: "1972",
    title: "T. Belle, 1972",
    player: "belle",
    options: [["Generation", "1972"]],
    help: "the program on a PDP-11, 200 positions a second",
    book: false,
  },
  {
    name: "atlas",
    title: "Atlas, 1967",
    player: "atlas",
    options: [],
    help: "Bell's program of 1967 for the Atlas computer: mobility and swaps, with an account of its choice",
    book: false,
  },
  {
    name: "native",
    title: "Native",
    player: "native",
    options: [],
    help: "a present-day engine, far stronger than the machine",
    book: true,
  },
];

/** The machine on a board, where the server has one: then it is the opponent at the start. */
if (document.documentElement.dataset.board)
  OPPONENTS.unshift({
    name: "board",
    title: "Belle on a board",
    player: "board",
    options: [
      ["Generation", "1980"],
      ["Pace", "full"],
    ],
    help: "the machine of 1980 in hardware, at the end of a serial line, as fast as it can",
    book: true,
  });

/** The players beside the machine. */
export class Opponent {
  /** @param {(event: PlayerEvent) => void} onEvent */
  constructor(onEvent) {
    this.onEvent = onEvent;
    this.players = players((news) => this.#receive(news));
    /** The search under way; none is ended. */
    this.search = /** @type {Promise<void>} */ (Promise.resolve());
    this.end = /** @type {() => void} */ (() => {});
    /** An explanation is under way; one is given at a time. */
    this.explaining = false;
    /** The position to explain after it. @type {Asked | null} */
    this.next = null;
  }

  /** Waits until the last search has ended. */
  ready() {
    return this.search;
  }

  /** @param {PlayerEvent} event */
  #receive(event) {
    if (event.event === "best" || event.event === "fault") this.end();
    // Of several positions that were played meanwhile the last one is explained.
    const { next } = this;
    if (event.event === "explained" || event.event === "fault") {
      this.explaining = false;
      this.next = null;
      if (next && event.event === "explained") {
        this.explain(next);
        return;
      }
    }
    this.onEvent(event);
  }

  /** Asks for Atlas's account of its choice. @param {Asked} position */
  explain(position) {
    if (this.explaining) {
      this.next = position;
      return;
    }
    this.explaining = true;
    this.send({ ask: "explain", player: "atlas", ...position });
  }

  /** @param {Ask} message */
  async send(message) {
    if (message.ask === "go")
      this.search = /** @type {Promise<void>} */ (
        new Promise((resolve) => (this.end = () => resolve(undefined)))
      );
    await this.players.send(message);
  }
}
