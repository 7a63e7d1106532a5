// @ts-check
/** @file Steps: the unit of a step, from a stage or a cycle within a word to a root move. */
/** @import { Unit } from "./protocol.js" */
/** @import { ArrayView } from "./array.js" */
/** @import { Room } from "./room.js" */

import { LAST, STAGES } from "./array.js";
import { element, make } from "./format.js";
import { first } from "./transport.js";

/**
 * A unit: stages and cycles within a word are steps of the page,
 * the others are steps of the machine.
 * @typedef {Unit | "stage" | "cycle"} StepUnit
 */

/**
 * Units by their length, each with its key.
 * @type {{name: StepUnit, title: string, key: string}[]}
 */
export const UNITS = [
  { name: "stage", title: "Stage", key: "0" },
  { name: "cycle", title: "Cycle", key: "6" },
  { name: "word", title: "Word", key: "1" },
  { name: "find", title: "Find", key: "2" },
  { name: "node", title: "Position", key: "3" },
  { name: "ply", title: "Ply", key: "4" },
  { name: "root_move", title: "Root move", key: "5" },
];

/**
 * One stop of the Tab key for a row of buttons; the arrow keys go from one to the next.
 * @param {HTMLButtonElement[]} buttons
 */
function oneStop(buttons) {
  buttons.forEach((button, index) => {
    button.onfocus = () => {
      for (const one of buttons) one.tabIndex = one === button ? 0 : -1;
    };
    button.onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step && buttons[index + step];
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus();
    };
    button.tabIndex = index === 0 ? 0 : -1;
  });
}

export class Steps {
  /** @param {Room} room @param {ArrayView} array */
  constructor(room, array) {
    this.room = room;
    this.array = array;
    /** @type {StepUnit} */
    this.unit = "word";
    /** The stage is that of the cycle shown. */
    this.follows = false;
    /** The steps by cycles that are under way. */
    this.cycles = Promise.resolve();
    this.stages = STAGES.map((name, index) => {
      const button = make("button", name);
      button.dataset.explain = `text:${name.toLowerCase()}`;
      button.onclick = () => this.setStage(index);
      element("stages").append(button);
      return button;
    });
    this.units = UNITS.map(({ name, title, key }) => {
      const button = make("button", title);
      button.title = `Key ${key}`;
      button.onclick = () => this.setUnit(name);
      element("units").append(button);
      return button;
    });
    this.setUnit("word");
    this.setStage(LAST);
    for (const buttons of [this.stages, this.units]) oneStop(buttons);
  }

  /** @param {StepUnit} unit */
  setUnit(unit) {
    this.unit = unit;
    this.units.forEach((button, index) =>
      button.setAttribute("aria-pressed", String(UNITS[index].name === unit)),
    );
  }

  /** @param {number} stage */
  setStage(stage) {
    this.array.stage = Math.max(0, Math.min(LAST, stage || 0));
    this.stages.forEach((button, index) =>
      button.setAttribute("aria-pressed", String(index === this.array.stage)),
    );
    this.array.paint();
  }

  /**
   * Shows the stage that the array has come to in a cycle: a find's array settles before its
   * priority network names a square.
   */
  follow() {
    const { room } = this;
    if (!room.isWithin && !this.follows) return;
    this.follows = room.isWithin;
    const isSettling =
      room.isWithin && room.frame.cycles[room.passed] === "find";
    const stage = isSettling ? LAST - 1 : LAST;
    if (stage !== this.array.stage) this.setStage(stage);
  }

  /** @param {number} count forwards, or backwards if it is negative */
  async step(count) {
    const { room, unit } = this;
    room.runner.pause();
    if (!(await room.thinkFirst())) return;
    if (unit === "stage") return this.#stepStage(Math.sign(count));
    if (unit === "cycle") {
      // One after the other: the next begins where this one has come.
      this.cycles = this.cycles.then(() => this.#stepCycles(count));
      return this.cycles;
    }
    // From within a word the first step back is to its beginning.
    const isWithin = room.passed > 0 && count < 0;
    if (isWithin) room.showWithin(0);
    const left = isWithin && unit === "word" ? count + 1 : count;
    if (left) await this.#stepWords(unit, left);
  }

  /** Returns whether the machine has come that far. @param {Unit} unit @param {number} count */
  async #stepWords(unit, count) {
    const { room } = this;
    const events = await room.ask({ command: "step", unit, count });
    const reason = first(events, "stopped")?.reason;
    if (reason === "beginning")
      room.say("This is the first cycle of the search.");
    return reason === "reached";
  }

  /** Steps by cycles, from word to word where one ends. @param {number} count */
  async #stepCycles(count) {
    const { room } = this;
    let passed = room.passed + count;
    if (room.frame.over && count > 0) return;
    while (passed < 0) {
      if (!(await this.#stepWords("word", -1))) return;
      passed += room.frame.cycles.length;
    }
    while (passed >= room.frame.cycles.length) {
      passed -= room.frame.cycles.length;
      if (!(await this.#stepWords("word", 1)) || room.frame.over) return;
    }
    room.showWithin(passed);
  }

  /** A stage within a word; beyond the last, the next word with a find. @param {number} count */
  async #stepStage(count) {
    const next = this.array.stage + count;
    if (next >= 0 && next <= LAST && this.room.frame.find !== "nothing")
      return this.setStage(next);
    await this.room.ask({ command: "step", unit: "find", count });
    this.setStage(count > 0 ? 0 : LAST);
  }
}
