// @ts-check
/** @file Steps: the unit of a step, from a stage within a word to a root move. */
/** @import { Unit } from "./protocol.js" */
/** @import { ArrayView } from "./array.js" */
/** @import { Room } from "./room.js" */

import { LAST, STAGES } from "./array.js";
import { element, make } from "./format.js";
import { first } from "./transport.js";

/** Units: name and title; a stage is a step of the page, the others are steps of the machine. @type {{name: Unit | "stage", title: string}[]} */
export const UNITS = [
  { name: "stage", title: "Stage" },
  { name: "word", title: "Word" },
  { name: "find", title: "Find" },
  { name: "node", title: "Position" },
  { name: "ply", title: "Ply" },
  { name: "root_move", title: "Root move" },
];

/** One stop of the Tab key for a row of buttons; the arrow keys go from one to the next. @param {HTMLButtonElement[]} buttons */
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
    /** @type {Unit | "stage"} */
    this.unit = "word";
    this.stages = STAGES.map((name, index) => {
      const button = make("button", name);
      button.dataset.explain = `text:${name.toLowerCase()}`;
      button.onclick = () => this.setStage(index);
      element("stages").append(button);
      return button;
    });
    this.units = UNITS.map(({ name, title }, index) => {
      const button = make("button", title);
      button.title = `Key ${index}`;
      button.onclick = () => this.setUnit(name);
      element("units").append(button);
      return button;
    });
    this.setUnit("word");
    this.setStage(LAST);
    for (const buttons of [this.stages, this.units]) oneStop(buttons);
  }

  /** @param {Unit | "stage"} unit */
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

  /** @param {number} count forwards, or backwards if it is negative */
  async step(count) {
    const { room, unit } = this;
    room.runner.pause();
    if (!(await room.thinkFirst())) return;
    if (unit === "stage") return this.#stepStage(Math.sign(count));
    const events = await room.ask({ command: "step", unit, count });
    if (first(events, "stopped")?.reason === "beginning")
      room.say("This is the first cycle of the search.");
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
