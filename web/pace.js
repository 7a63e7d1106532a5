// @ts-check
/** @file Pace: when frames are painted, and which part of the page is painted while the machine runs fast. */
/** @import { Frame } from "./protocol.js" */

/** Most frames of a fast run that wait to be painted; beyond, the oldest are left out. */
const MOST_WAITING = 4;
/** Milliseconds between two turns of a part of the page while the machine runs fast. @type {Record<string, number>} */
const TURNS = { machine: 50, tree: 60, memory: 40, waves: 100, cell: 200 };
const TURN_OF_TEXT = 120;

/** A part of the page: its name, and how it shows a frame. @typedef {{name: string, show: (frame: Frame, quick: boolean) => void}} Part */

/** Paints frames, at most one in each of the browser's animation frames. */
export class Pace {
  /**
   * @param {() => boolean} isQuick whether single words pass too fast to be seen
   * @param {(frame: Frame, quick: boolean) => void} always what every frame paints
   * @param {() => Part[]} parts what else is on the screen
   */
  constructor(isQuick, always, parts) {
    this.isQuick = isQuick;
    this.always = always;
    this.parts = parts;
    /** The latest frame. @type {Frame | undefined} */
    this.frame = undefined;
    /** Frames of a fast run that are not painted yet: answers come in bunches, animation frames do not. @type {Frame[]} */
    this.waiting = [];
    /** The frame that was painted last. @type {Frame | undefined} */
    this.shown = undefined;
    /** Animation frames in which a state of the machine was painted that had not been painted before. */
    this.painted = 0;
    this.requested = false;
    /** Last turn of each part. @type {Map<string, number>} */
    this.turns = new Map();
  }

  /** A frame has come. @param {Frame} frame */
  take(frame) {
    this.frame = frame;
    if (this.isQuick()) this.waiting.push(frame);
    if (this.waiting.length > MOST_WAITING) this.waiting.shift();
    this.request();
  }

  /** Paints in the next animation frame. */
  request() {
    if (this.requested || !this.frame) return;
    this.requested = true;
    requestAnimationFrame(() => {
      this.requested = false;
      this.#paint();
    });
  }

  #paint() {
    const quick = this.isQuick();
    if (!quick) this.waiting = [];
    const next = this.waiting.shift() ?? this.frame;
    if (!next) return;
    if (next !== this.shown) this.painted++;
    this.shown = next;
    this.always(next, quick);
    const parts = this.parts();
    if (quick) this.#showOne(parts, next);
    else for (const part of parts) part.show(next, false);
    if (this.waiting.length) this.request();
  }

  /** At full speed one part at a time, so that no animation frame has more to do than it has time. @param {Part[]} parts @param {Frame} frame */
  #showOne(parts, frame) {
    const now = performance.now();
    /** @type {Part | undefined} */
    let due;
    let longest = 0;
    for (const part of parts) {
      const since = now - (this.turns.get(part.name) ?? 0);
      const overdue = since - (TURNS[part.name] ?? TURN_OF_TEXT);
      if (overdue < 0 || (due && overdue <= longest)) continue;
      [due, longest] = [part, overdue];
    }
    if (!due) return;
    this.turns.set(due.name, now);
    due.show(frame, true);
  }
}
