// @ts-check
/**
 * @file Pace: when frames are painted, and which part of
 *   the page is painted while the machine runs fast.
 */
/** @import { Frame } from "./protocol.js" */

/** Most frames of a fast run that wait to be painted; beyond, the oldest are left out. */
const MOST_WAITING = 4;
/**
 * Milliseconds between two paintings of the views while the machine runs fast: they can be read,
 * and take no frame's time.
 */
const TURN = 120;

/**
 * A part of the page: its name, and how it shows a frame.
 * @typedef {{name: string, show: (frame: Frame, quick: boolean) => void}} Part
 */

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
    /**
     * Frames of a fast run that are not painted yet: answers come in bunches,
     * animation frames do not.
     * @type {Frame[]}
     */
    this.waiting = [];
    /** The frame that was painted last. @type {Frame | undefined} */
    this.shown = undefined;
    /**
     * Animation frames in which a state of the machine
     * was painted that had not been painted before.
     */
    this.painted = 0;
    this.requested = false;
    /** Time of the last painting of all parts. */
    this.turned = -Infinity;
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
    // All of one frame: what one part says of the search holds in the others.
    const now = performance.now();
    if (!quick || now - this.turned >= TURN) {
      this.turned = now;
      for (const part of parts) part.show(next, quick);
    }
    if (this.waiting.length) this.request();
  }
}
