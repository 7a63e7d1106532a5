// @ts-check
/** @file Captions: the current word in a sentence, and the best lines found. */
/** @import { CycleUse, Frame, InfoLine } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { bits } from "./array.js";
import {
  element,
  make,
  mateOf,
  row,
  score,
  setText,
  squareName,
  table,
} from "./format.js";

/**
 * A best line that a player of the server has found has no cycle of this machine.
 * @typedef {Omit<InfoLine, "nodes" | "at_least"> & Partial<InfoLine>} Line
 */

/** Most best lines that are shown. */
const LINES = 6;

/**
 * The find of the current word, and whether a king can be taken.
 * @param {Room} room
 * @param {Frame} frame
 */
function find(room, frame) {
  const to = squareName(parseInt(room.level("to", frame), 16));
  const winner = frame.winner
    ? `line ${frame.winner[0]}, ${squareName(frame.winner[1])}`
    : "none";
  // In FIND VICTIM it is the king of the side that has just moved,
  // in a find for check the mover's own.
  const taken = bits(room.wire("recv/king_taken", frame)).indexOf(true);
  const check =
    taken < 0 ? "" : ` CHECK: the king on ${squareName(taken)} can be taken.`;
  switch (frame.find) {
    case "victim":
      return {
        title: "FIND VICTIM",
        text: `the most valuable square that can be reached: ${winner}.${check}`,
      };
    case "aggressor":
      return {
        title: "FIND AGGRESSOR",
        text: `the least valuable piece that can move to ${to}: ${winner}.`,
      };
    case "check":
      return {
        title: "CHECK",
        text: `the sides are exchanged: can the mover's king be taken?${check}`,
      };
    case "nothing":
      return {
        title: "",
        text: "No find in this word: the array rests, its wires are drawn pale.",
      };
  }
}

/** What the next cycle of a word is for. @type {Record<CycleUse, string>} */
const USES = {
  wait: "the word waits for the full evaluator",
  find: "rays pass through the array until it has settled",
  memory: "the transposition memory works",
  key: "the key waits for the hash ROM",
  word: "the rest of the word settles, and the registers are clocked at its end",
};

/** One of the word's cycles. @param {Room} room @param {Frame} frame */
function cycle(room, frame) {
  const number = room.passed + 1;
  const use = frame.cycles[room.passed];
  const found = find(room, frame);
  const isFound = use === "word" && frame.find !== "nothing";
  return {
    title: `CYCLE ${number} OF ${frame.cycles.length}`,
    text: isFound ? `${found.title}: ${found.text}` : `${USES[use]}.`,
  };
}

/**
 * The current word in a sentence.
 * @param {Room} room
 * @param {Frame} frame
 * @param {boolean} quick
 */
export function caption(room, frame, quick) {
  const place = element("caption");
  if (!frame.searching)
    return setText(
      place,
      "Play a move, or press Think: 64 circuits, one a square, look for the best answer. Pieces here can be dragged to try another position; a tour is an introduction.",
    );
  if (frame.over)
    return setText(
      place,
      "The search is complete. Step back to see how it went, or play on.",
    );
  const root = frame.root?.san
    ? ` Root move ${frame.root.number} of ${frame.root.of}, ${frame.root.san}, depth ${frame.root.depth}.`
    : "";
  if (quick)
    return setText(
      place,
      `Words pass too fast to be seen: cells glow by their share of the work.${root}`,
    );
  const isWithin = room.isWithin && frame.cycles.length > 1;
  const { title, text } = isWithin ? cycle(room, frame) : find(room, frame);
  const cutoff = room.description.words[frame.address]?.cutoff
    ? ", a cutoff"
    : "";
  place.replaceChildren(
    make("b", title),
    ` ${text}${root} Microprogram: ${room.place(frame.address)}${cutoff}.`,
  );
}

/** The best lines of the search. */
export class Lines {
  constructor() {
    /** @type {Line[]} */
    this.all = [];
    /** Those whose rows are shown. @type {Line[]} */
    this.shown = [];
  }

  /**
   * A line is kept once: the machine finds it again when it is run through again.
   * @param {Line} line
   */
  add(line) {
    const known = this.all.some(
      (one) =>
        one.cycle === line.cycle &&
        one.depth === line.depth &&
        one.value === line.value &&
        one.line === line.line,
    );
    if (!known) this.all.push(line);
  }

  clear() {
    this.all = [];
  }

  /** Shows the lines known at a frame. @param {Frame} frame */
  show(frame) {
    const found = this.all
      .filter((one) => !frame.searching || one.cycle <= frame.cycle)
      .slice(-LINES)
      .reverse();
    const same =
      found.length === this.shown.length &&
      found.every((one, index) => one === this.shown[index]);
    if (same) return;
    this.shown = found;
    const rows = found.map((one) => {
      // The machine's own values say themselves whether they are mates; other players tell it.
      const mate = mateOf(one);
      const isTold = mate !== null && (!one.cycle || one.mate === null);
      const value = isTold ? `#${mate}` : score(one.value);
      return row([one.depth, (one.at_least ? "≥ " : "") + value, one.line]);
    });
    table("thoughts").tBodies[0].replaceChildren(...rows);
  }
}
