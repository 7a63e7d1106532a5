// @ts-check
/** @file Runner: the pace of the machine, from a word a second to full speed. */

import { element } from "./format.js";
import { failed } from "./transport.js";
/** @import { Room } from "./room.js" */
/** @import { Event as RoomEvent } from "./protocol.js" */

/** Slider position from which the machine runs as fast as it can. */
const FULL = 97;
/** Most cycles of one command. */
const MOST = 2_000_000;
/** Fewest cycles of one command at full speed: below, its frame takes longer than its cycles. */
const LEAST = 200_000;
/**
 * Milliseconds that one command should take at full speed:
 * an answer for each animation frame, and some more.
 */
const SLICE = 10;
/** Cycles a second above which the eye cannot follow words. */
const QUICK = 400;

/** Keeps the machine running at the speed of the slider. */
export class Runner {
  /** @param {Room} room @param {() => void} onChange */
  constructor(room, onChange) {
    this.room = room;
    this.onChange = onChange;
    this.running = false;
    /**
     * Cycles a second of the run under way where they are not the slider's;
     * beyond all bounds for full speed.
     * @type {number | undefined}
     */
    this.wanted = undefined;
    this.token = 0;
    this.speed = 1;
    /** The machine's year, and its cycles a second. */
    this.year = "1980";
    this.original = 4_160_000;
    this.full = false;
  }

  /** The speed, in words. @param {string} text */
  #tell(text) {
    element("true-speed").textContent = text;
  }

  /**
   * Most commands under way at full speed: with stops
   * each answer decides whether there is a next one.
   */
  #ahead() {
    return this.room.stops.size ? 1 : 4;
  }

  /** @param {number} position 0 to 100 */
  setSpeed(position) {
    this.full = position >= FULL;
    // Two cycles a second at the left end, the original's speed at nine tenths.
    this.speed = 2 * 10 ** ((position / 90) * Math.log10(this.original / 2));
    this.#tell(
      this.full ? "as fast as it can" : `asked for: ${this.#text(this.speed)}`,
    );
  }

  /** @param {number} speed */
  #text(speed) {
    const units = /** @type {[number, string][]} */ ([
      [1e6, "M"],
      [1e3, "k"],
      [1, ""],
    ]);
    const [unit, letter] = units.find(([one]) => speed >= one) ?? [1, ""];
    const times = speed / this.original;
    const relation =
      times >= 0.01
        ? `${times.toFixed(times < 1 ? 2 : 1)} × ${this.year}`
        : `1/${Math.round(1 / times).toLocaleString("en-US")} of ${this.year}`;
    return `${(speed / unit).toFixed(speed / unit < 10 ? 1 : 0)} ${letter}Hz, ${relation}`;
  }

  isQuick() {
    return this.running && this.#rate() > QUICK;
  }

  /** Cycles a second that the run under way should have. */
  #rate() {
    return this.wanted ?? (this.full ? Infinity : this.speed);
  }

  /** Takes the machine for another run. */
  claim() {
    this.pause();
    return ++this.token;
  }

  /** @param {number} token */
  owns(token) {
    return this.token === token;
  }

  pause() {
    this.token++;
    if (!this.running) return;
    this.running = false;
    this.onChange();
  }

  /**
   * @param {number} [speed] cycles a second in place of the slider's;
   *   Infinity for all that this computer can
   */
  async start(speed) {
    const token = this.claim();
    this.wanted = speed;
    this.running = true;
    this.onChange();
    let [owed, last, slice, period] = [0, performance.now(), LEAST, SLICE];
    let [measured, since] = [this.room.frame.cycle, last];
    /**
     * Commands under way: the machine has the next one before the page has shown the last.
     * @type {Promise<RoomEvent[]>[]}
     */
    const ahead = [];
    while (this.token === token) {
      const began = performance.now();
      const rate = this.#rate();
      const quick = rate === Infinity;
      if (!quick)
        owed = Math.min(owed + ((began - last) / 1000) * rate, rate / 4 + 1);
      last = began;
      const cycles = Math.min(MOST, Math.floor(owed));
      if (quick) {
        while (ahead.length < this.#ahead())
          ahead.push(this.room.ask({ command: "run", cycles: slice }));
        if (failed((await ahead.shift()) ?? [])) break;
        // Single answers come early or late, as the page has painted or not;
        // their mean tells how long a slice takes.
        period += (performance.now() - began - period) / 8;
        slice = Math.max(
          LEAST,
          Math.min(
            MOST,
            Math.round(slice * Math.max(0.9, Math.min(1.1, SLICE / period))),
          ),
        );
      } else if (cycles >= 1) {
        const before = this.room.frame.cycle;
        if (failed(await this.room.ask({ command: "run", cycles }))) break;
        owed -= this.room.frame.cycle - before;
      }
      const now = performance.now();
      if (now - since > 500) {
        this.#tell(
          this.#text(
            ((this.room.frame.cycle - measured) * 1000) / (now - since),
          ),
        );
        [measured, since] = [this.room.frame.cycle, now];
      }
      if (!quick)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    // A fault ends the run: the machine is lost, or its search is.
    if (this.token === token) this.pause();
  }
}
