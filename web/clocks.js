// @ts-check
/**
 * @file Clocks of a game: wall time of both sides, or what a file says of it,
 *   and the machine's own time.
 */

import { element, select, setText } from "./format.js";

/** Time controls: name, minutes, seconds a move. @type {[string, number, number][]} */
const CONTROLS = [
  ["none", 0, 0],
  ["3 min + 2 s", 3, 2],
  ["5 min", 5, 0],
  ["15 min + 10 s", 15, 10],
  ["1 hour", 60, 0],
];

/** @param {number} seconds */
function time(seconds) {
  // Zero is shown only when the flag has fallen.
  const tenths = Math.ceil(10 * Math.max(0, seconds));
  const whole = Math.floor(tenths / 10);
  const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return tenths < 200 ? `${text}.${tenths % 10}` : text;
}

/** Seconds of the machine's own time, as the film tells them. @param {number} seconds */
const digits = (seconds) => seconds.toFixed(seconds < 10 ? 2 : 0);

/**
 * What of the clocks is kept while the page is loaded again.
 * @typedef {object} ClockState
 * @property {number} minutes
 * @property {number} increment
 * @property {number[]} seconds
 * @property {number} machine
 * @property {number} [lastMove]
 * @property {number | null} turn
 */

export class Clocks {
  /** @param {(white: boolean) => void} onFlag */
  constructor(onFlag) {
    this.onFlag = onFlag;
    /** Called when the game has another time control. */
    this.onControl = () => {};
    this.flipped = false;
    /** The side whose own clock is shown, and the year it is of. @type {number | null} */
    this.machineSide = null;
    this.year = "1980";
    CONTROLS.forEach(([name], index) =>
      element("control").append(new Option(name, String(index))),
    );
    /** Minutes for the game, and seconds added after each move; without a control 0. */
    this.minutes = 0;
    this.increment = 0;
    /** Seconds left, White and Black; without a control, seconds used, which nobody is shown. */
    this.seconds = [0, 0];
    /**
     * Seconds left as the file of a game that was read has them; there none run.
     * @type {(number | undefined)[] | null}
     */
    this.written = null;
    /** Seconds of the machine's own clock in this game, and for its last move. */
    this.machine = 0;
    this.lastMove = 0;
    /** The side whose clock runs. @type {number | null} */
    this.turn = null;
    this.since = 0;
    this.reset();
    setInterval(() => this.show(), 100);
    // A page that nobody sees has its timers held back.
    document.addEventListener("visibilitychange", () => this.show());
  }

  /** A flag has fallen. */
  get fallen() {
    return this.minutes > 0 && this.seconds.some((left) => left <= 0);
  }

  reset() {
    const [, minutes, increment] =
      CONTROLS[Number(select("control").value) || 0];
    this.none();
    this.minutes = minutes;
    this.increment = increment;
    this.seconds = [minutes * 60, minutes * 60];
    this.onControl();
  }

  /** The time control of this game, in words. */
  name() {
    const found = CONTROLS.find(
      ([, minutes, seconds]) =>
        minutes === this.minutes && seconds === this.increment,
    );
    return this.minutes && found ? found[0] : "no clock";
  }

  /** The same as a tag of PGN: seconds, and those added after each move. */
  tag() {
    if (!this.minutes) return "-";
    const added = this.increment ? `+${this.increment}` : "";
    return `${60 * this.minutes}${added}`;
  }

  /** There is no clock: on a visit, or in a game of others. */
  none() {
    this.minutes = 0;
    this.increment = 0;
    this.seconds = [0, 0];
    this.written = null;
    this.machine = 0;
    this.lastMove = 0;
    this.turn = null;
    this.since = 0;
    this.onControl();
  }

  /**
   * What the file of a game says of its clocks at a move.
   * @param {(number | undefined)[]} seconds
   */
  write(seconds) {
    this.written = seconds;
    this.show();
  }

  /**
   * The machine has used time for the move it makes.
   * @param {number} before seconds of its moves before
   * @param {number} seconds
   */
  use(before, seconds) {
    this.lastMove = seconds;
    this.machine = before + seconds;
  }

  /** Goes on from a state that was kept. @param {ClockState} state */
  restore(state) {
    this.none();
    Object.assign(this, state);
    this.since = performance.now();
    this.onControl();
    this.show();
  }

  /** What is kept while the page is loaded again. @returns {ClockState} */
  state() {
    const { minutes, increment, seconds, machine, lastMove, turn } = this;
    return { minutes, increment, seconds, machine, lastMove, turn };
  }

  /** A side is to move; the other's clock stops. @param {number | null} turn 0 White, 1 Black */
  start(turn) {
    // A flag that has fallen meanwhile is not raised by the increment.
    this.show();
    if (
      this.turn !== null &&
      turn !== this.turn &&
      turn !== null &&
      this.minutes
    )
      this.seconds[this.turn] += this.increment;
    this.turn = this.fallen ? null : turn;
  }

  #settle() {
    const now = performance.now();
    if (this.turn !== null)
      this.seconds[this.turn] +=
        ((now - this.since) / 1000) * (this.minutes ? -1 : 1);
    this.since = now;
  }

  /** Seconds that a side may take for its move. @param {number} side */
  share(side) {
    return this.minutes && !this.fallen
      ? this.seconds[side] / 30 + 0.75 * this.increment
      : Infinity;
  }

  show() {
    this.#settle();
    if (this.turn !== null && this.fallen) {
      const white = this.turn === 0;
      this.turn = null;
      this.onFlag(white);
    }
    const flipped = this.flipped ? 1 : 0;
    for (const [place, side] of /** @type {[string, number][]} */ ([
      ["bottom", flipped],
      ["top", 1 - flipped],
    ])) {
      const clock = element(`clock-${place}`);
      const own = this.minutes ? this.seconds[side] : undefined;
      const seconds = this.written ? this.written[side] : own;
      setText(clock, seconds === undefined ? "" : time(seconds));
      clock.classList.toggle("runs", this.turn === side);
      const shown = this.machineSide === side && this.machine > 0;
      element(`own-${place}`).hidden = !shown;
      if (!shown) continue;
      setText(element(`own-move-${place}`), `${digits(this.lastMove)} s`);
      setText(
        element(`own-all-${place}`),
        ` of its own time, ${digits(this.machine)} s in this game`,
      );
    }
  }
}
