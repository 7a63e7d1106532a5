// @ts-check
/** @file The view of the machine: word, value bus, flags, registers, stack of frames. */
/** @import { CycleUse, Description, Frame, SignalText } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import {
  bound,
  element,
  hex,
  isWide,
  levelText,
  make,
  row,
  setText,
  table,
} from "./format.js";

const COUNTERS = new Set(["cycles", "nodes"]);
const COLUMNS = [
  "ply",
  "move",
  "alpha",
  "beta",
  "limit",
  "depth",
  "next",
  "best",
  "flags",
];

/** Uses of cycles. @type {Record<CycleUse, string>} */
const USES = {
  wait: "waits",
  find: "array",
  memory: "memory",
  key: "key",
  word: "word",
};

/** Explanations of columns that are no signals. @type {Record<string, string>} */
const TEXTS = { move: "text:path", flags: "text:flags" };

export class Registers {
  /**
   * @param {Room} room
   * @param {{showPly: (ply: number) => void, showWord: (address: number) => void}} page
   */
  constructor(room, page) {
    this.room = room;
    this.page = page;
    /** @type {string[]} */
    this.last = [];
    /** The word shown, and its program. */
    this.shown = -1;
    /** The cycles shown, and which one runs next. */
    this.cycles = "";
    /** @type {Description | null} */
    this.program = null;
    /** @type {{index: number, flag: HTMLElement}[]} */
    this.flags = [];
    /** @type {{index: number, signal: SignalText, value: HTMLElement}[]} */
    this.registers = [];
    const head = row(COLUMNS, "", "th");
    COLUMNS.forEach((name, index) => {
      head.cells[index].dataset.explain = TEXTS[name] ?? `signal:${name}`;
    });
    table("frames").tHead?.append(head);
    room.description.signals.forEach((signal, index) => {
      if (COUNTERS.has(signal.name) || signal.block === "microengine/stack")
        return;
      if (signal.width === 1) {
        const flag = make("span", signal.name);
        flag.dataset.explain = `signal:${signal.name}`;
        element("flags").append(flag);
        this.flags.push({ index, flag });
        return;
      }
      const [line, value] = [make("div"), make("b")];
      line.dataset.explain = `signal:${signal.name}`;
      if (isWide(signal)) line.className = "wide";
      line.append(make("span", signal.name), value);
      if (signal.reading === "address") {
        const address = () => parseInt(room.frame.signals[index], 16);
        value.append(this.#goTo(address, ""));
      }
      element(isWide(signal) ? "wide" : "registers").append(line);
      this.registers.push({ index, signal, value });
    });
  }

  /**
   * A button that shows a word of the program.
   * @param {() => number} address
   * @param {string} text
   */
  #goTo(address, text) {
    const go = make("button", text, "plain address");
    go.title = "Show this word of the program";
    go.onclick = () => this.page.showWord(address());
    return go;
  }

  /** @param {Frame} frame @param {boolean} quick leave out what changes too fast to be read */
  show(frame, quick) {
    this.#registers(frame, quick);
    this.#word(frame);
    this.#cycles(frame);
    this.#bus(frame);
    this.#stack(frame);
  }

  /** @param {Frame} frame @param {boolean} quick */
  #registers(frame, quick) {
    for (const { index, flag } of this.flags)
      flag.classList.toggle("on", frame.signals[index] !== "0");
    for (const { index, signal, value } of this.registers) {
      const text = levelText(signal, frame.signals[index]);
      value.classList.toggle(
        "changed",
        !quick &&
          this.last.length > 0 &&
          this.last[index] !== frame.signals[index],
      );
      setText(value.firstElementChild ?? value, text);
    }
    this.last = frame.signals;
  }

  /** @param {Frame} frame */
  #word(frame) {
    if (this.shown === frame.address && this.program === this.room.description)
      return;
    [this.shown, this.program] = [frame.address, this.room.description];
    const word = this.room.description.words[frame.address];
    if (!word) return;
    const place = element("word");
    place.replaceChildren();
    this.room.description.fields.forEach((field, index) => {
      const value = word.fields[index];
      if (!value) return;
      const isAddress = field.name === "next";
      const number = isAddress ? hex(value) : String(value);
      const name = field.values[value]?.[0] ?? number;
      const chip = make("span");
      chip.dataset.explain = `field:${field.name}:${name}`;
      chip.tabIndex = 0;
      chip.append(make("em", field.name + " "));
      if (isAddress) chip.append(this.#goTo(() => value, name));
      else if (field.width > 1) chip.append(name);
      place.append(chip);
    });
    element("word-place").textContent = this.room.place(frame.address);
  }

  /** The word's cycles, each with its use, and which one runs next. @param {Frame} frame */
  #cycles({ cycles }) {
    const { passed } = this.room;
    const key = `${cycles} ${passed}`;
    if (key === this.cycles) return;
    this.cycles = key;
    const count = cycles.length === 1 ? "1 cycle" : `${cycles.length} cycles`;
    const uses = cycles.map((use, index) =>
      make("li", USES[use], index === passed ? "now" : ""),
    );
    element("ledger").replaceChildren(make("li", count, "count"), ...uses);
  }

  /** @param {Frame} frame */
  #bus({ bus, address }) {
    const used = this.room.description.words[address]?.uses_bus;
    const line = make("div");
    line.append(
      make("b", bus.from),
      ` ${bus.source}  →  sum `,
      make("b", String(bus.sum)),
      `  →  ${bus.to}`,
    );
    const compared = make(
      "div",
      `accumulator ${bus.less ? "<" : bus.equal ? "=" : ">"} source`,
    );
    element("bus").replaceChildren(line, compared);
    element("bus").classList.toggle("idle", !used);
  }

  /** @param {Frame} frame */
  #stack(frame) {
    const body = table("frames").tBodies[0];
    const stack = frame.searching ? frame.stack : [];
    while (body.rows.length > stack.length) body.deleteRow(-1);
    stack.forEach((one, ply) => {
      const [alpha, beta, limit, depth, next] = one.slots;
      const last = ply === stack.length - 1;
      const word = this.room.description.words[frame.address];
      const cutoff = last && !frame.over && word?.cutoff ? ["cutoff"] : [];
      const cells = [
        one.text ?? "",
        bound(alpha),
        bound(beta),
        bound(limit),
        -depth,
        -next,
        one.best ?? "",
        [...one.flags, ...cutoff].join(" "),
      ];
      const made = body.rows[ply] ?? body.appendChild(this.#frame(ply));
      made.className = last ? "now" : "";
      cells.forEach((cell, index) =>
        setText(made.cells[index + 1], String(cell)),
      );
    });
    const moves = frame.stack.map((one) => one.text).filter(Boolean);
    setText(
      element("path"),
      frame.searching
        ? `Path: ${moves.join(" ") || "the root"}`
        : "No search yet.",
    );
  }

  /** A row of the stack. @param {number} ply */
  #frame(ply) {
    const made = row(COLUMNS.map(() => ""));
    const button = make("button", String(ply), "plain");
    button.title = `Show the board at ply ${ply}`;
    button.onclick = () => this.page.showPly(ply);
    made.cells[0].replaceChildren(button);
    return made;
  }
}
