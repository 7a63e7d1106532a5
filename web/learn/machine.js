// @ts-check
/** @file A machine of the chapters' own: what is settled and searched here leaves the reader's game alone. */
/** @import { RootSearch, Board, Branch, Command, Description, Event as RoomEvent, Frame, ArrayLevels, InfoLine, MoveTerms } from "../protocol.js" */

import { bits } from "../array.js";
import { RAYS, SENT } from "../format.js";
import { Transport, first } from "../transport.js";

/** A search that has ended: its move, what was thought on the way, and what it cost. @typedef {{uci: string, san: string, thoughts: InfoLine[], frame: Frame}} Found */

/** The array as a figure shows it: 64 truths a wire, and the square that wins. @typedef {{sent: Record<string, boolean[]>, rays: boolean[][], lines: boolean[][], kings: boolean[], pawnMove: boolean[], pawnCapture: boolean[], winner: {line: number, square: number} | null, check: boolean, disabled: string[]}} Lit */

/** Cycles of one command while a search runs to its end. */
const SLICE = 500_000;

export class Machine {
  /** @param {(message: string) => void} onLost */
  constructor(onLost) {
    this.transport = new Transport(onLost);
    /** @type {Description | null} */
    this.description = null;
    /** The program is another than the project's own. */
    this.changed = false;
    /** Number of the search: one that is no longer wanted ends. */
    this.token = 0;
  }

  async open() {
    await this.transport.open();
    const events = await this.ask({ command: "describe" });
    this.description = first(events, "described") ?? null;
  }

  /** Cycles a second of the machine of 1980. */
  get pace() {
    return this.description?.cycles_per_second ?? 1;
  }

  /** @param {Command} command @returns {Promise<RoomEvent[]>} */
  async ask(command) {
    for (;;) {
      const events = await this.transport.ask(command);
      const fault = first(events, "fault");
      if (fault) throw new Error(fault.message);
      if (first(events, "pending")) continue;
      return events;
    }
  }

  /** Sets up a position. @param {string} [fen] @param {string[]} [moves] @returns {Promise<{board: Board, frame: Frame}>} */
  async position(fen, moves = []) {
    this.token++;
    const events = await this.ask({ command: "position", fen, moves });
    return {
      board: /** @type {Board} */ (first(events, "board")),
      frame: /** @type {Frame} */ (first(events, "frame")),
    };
  }

  /**
   * Lets the array settle with these pieces.
   * @param {string} pieces 64 letters from a1
   * @param {{white?: boolean, disabled?: string[], from?: string, close?: string, victim?: string}} [how]
   * @returns {Promise<Lit>}
   */
  async settle(pieces, how = {}) {
    const { white = true, disabled = [], from, close, victim } = how;
    const events = await this.ask({
      command: "settle",
      pieces,
      white_to_move: white,
      disabled,
      victim,
      disable: from
        ? { order: "from", square: from }
        : close
          ? { order: "close", square: close }
          : null,
    });
    return this.lit(/** @type {ArrayLevels} */ (first(events, "settled")));
  }

  /** What the wires say, by their names. @param {Pick<ArrayLevels, "wires" | "winner" | "check" | "disabled">} settled @returns {Lit} */
  lit(settled) {
    const wires = this.description?.wires ?? [];
    const level = (/** @type {string} */ name) => {
      const place = wires.findIndex((one) =>
        `${one.block}/${one.name}`.endsWith(name),
      );
      if (place < 0) throw new Error(`no wire ${name}`);
      return bits(settled.wires[place]);
    };
    const { winner, check, disabled } = settled;
    return {
      sent: Object.fromEntries(
        SENT.map((name) => [name, level("xmit/" + name)]),
      ),
      rays: RAYS.map(({ name }) => level("ray_mux/" + name)),
      lines: [1, 2, 3, 4, 5, 6].map((line) => level("recv/line" + line)),
      kings: level("recv/king_taken"),
      pawnMove: level("dir_mux/pawn_move_in"),
      pawnCapture: level("dir_mux/pawn_capture_in"),
      winner: winner && { line: winner[0], square: winner[1] },
      check,
      disabled,
    };
  }

  /** The value of each legal move's position, term by term. @param {string} fen @returns {Promise<MoveTerms[]>} */
  async weigh(fen) {
    const events = await this.ask({ command: "weigh", fen });
    return first(events, "weighed")?.moves ?? [];
  }

  /** Begins a search; nothing runs yet. @param {number} depth @param {"host" | "machine"} [root] */
  async think(depth, root = "host") {
    this.token++;
    const events = await this.ask({ command: "think", depth, root });
    return /** @type {Frame} */ (first(events, "frame"));
  }

  /**
   * Searches to the end.
   * @param {number} depth
   * @param {"host" | "machine"} [root]
   * @param {(frame: Frame, thoughts: InfoLine[]) => void} [onWay] called after every slice
   * @param {number} [slice] cycles of a slice
   * @returns {Promise<Found | null>} nothing if another command has come between
   */
  async search(depth, root = "host", onWay = () => {}, slice = SLICE) {
    let frame = await this.think(depth, root);
    const { token } = this;
    /** @type {InfoLine[]} */
    const thoughts = [];
    for (;;) {
      const events = await this.ask({ command: "run", cycles: slice });
      if (token !== this.token) return null;
      for (const event of events)
        if (event.event === "thought") thoughts.push(event);
      frame = /** @type {Frame} */ (first(events, "frame"));
      onWay(frame, thoughts);
      const done = first(events, "done");
      if (done)
        return { uci: done.uci ?? "", san: done.san ?? "", thoughts, frame };
    }
  }

  /** Root moves in the order in which they were searched. @returns {Promise<RootSearch[]>} */
  async roots() {
    return first(await this.ask({ command: "tree" }), "tree")?.asked ?? [];
  }

  /** The tree of the search that has just ended. @param {number} cycles @param {number} plies @returns {Promise<Branch>} */
  async branch(cycles, plies) {
    const events = await this.ask({
      command: "branch",
      from: 0,
      to: cycles,
      ply: 0,
      plies,
    });
    return /** @type {Branch} */ (first(events, "branch"));
  }

  /** Puts a program into the machine; none for its own. @param {[string, string][]} files */
  async program(files) {
    if (!files.length && !this.changed) return;
    this.token++;
    const events = await this.ask({ command: "assemble", files });
    const assembled = first(events, "assembled");
    const error = assembled?.errors[0];
    if (error)
      throw new Error(`${error.file}, line ${error.line}: ${error.message}`);
    this.changed = assembled?.changed ?? false;
    this.description = first(events, "described") ?? this.description;
  }
}

/** The pieces of a position as 64 letters from a1. @param {string} fen */
export function piecesOf(fen) {
  const ranks = fen.split(" ")[0].split("/").reverse();
  return ranks
    .map((rank) => rank.replace(/\d/g, (digit) => ".".repeat(Number(digit))))
    .join("");
}
