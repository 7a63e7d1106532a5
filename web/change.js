// @ts-check
/** @file The microcode as text: edit, assemble, compare with the original; the self-test. */
/** @import { SourceError } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import {
  button,
  element,
  find,
  format,
  make,
  plural,
  row,
  score,
  select,
} from "./format.js";
import { pack, unpack } from "./microcode.js";
import { failed, first } from "./transport.js";

/** Most cycles of a comparison: changed microcode may never end. */
const MOST = 400_000_000;

/** Plies of the contest: fewest cycles with the value of the original. */
const CONTEST = 5;
/** Most records that are kept of a position. */
const PLACES = 5;
/** The fewest cycles to depth 5 with the same value, by position. */
class Records {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.key = "belle-contest";
  }

  /** @returns {Record<string, number[]>} */
  #all() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      // Written by something else.
      return {};
    }
  }

  /**
   * What the contest says of a comparison.
   * @param {number} original cycles
   * @param {number} yours cycles
   * @param {boolean} same whether the values are
   */
  add(original, yours, same) {
    const all = this.#all();
    const position = this.room.frame.pieces;
    const place = make("div", "", "contest");
    place.append(make("h3", `Fewest cycles to depth ${CONTEST}`));
    if (!same) {
      place.append(
        make(
          "p",
          "Another value than the original's: this one does not count.",
        ),
      );
      return place;
    }
    const best = [...new Set([...(all[position] ?? []), yours])]
      .sort((one, other) => one - other)
      .slice(0, PLACES);
    all[position] = best;
    localStorage.setItem(this.key, JSON.stringify(all));
    const list = make("ol");
    for (const cycles of best)
      list.append(
        make(
          "li",
          `${format.format(cycles)} cycles, ${((100 * cycles) / original).toFixed(1)} % of the original${cycles === yours ? ": yours now" : ""}`,
        ),
      );
    place.append(list);
    return place;
  }
}

/**
 * A search and its cycle, with the program and position they are of; no search for none.
 * @typedef {object} Moment
 * @property {import("./room.js").Search | null} search
 * @property {number} cycle
 * @property {string} program
 * @property {number} turn
 */

/**
 * A search to its end.
 * @typedef {object} Searched
 * @property {boolean} over
 * @property {number} nodes
 * @property {number} cycles
 * @property {import("./protocol.js").InfoLine | null | undefined} thought
 */

/** The row of a search that has ended. @param {string} name @param {Searched} found */
function ended(name, { nodes, cycles, thought }) {
  const perNode = (cycles / Math.max(1, nodes)).toFixed(1);
  const best = thought?.line.split(" ").slice(0, 2).join(" ") ?? "";
  const counts = [format.format(nodes), format.format(cycles), perNode];
  return row([name, ...counts, score(thought?.value ?? 0), best]);
}

/** The row of one that does not end. @param {string} name @param {number} cycles */
function endless(name, cycles) {
  const made = row([name]);
  const rest = make(
    "td",
    `does not end: stopped after ${plural(cycles, "cycle")}`,
  );
  rest.colSpan = 5;
  made.append(rest);
  return made;
}

export class Change {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    const { sources } = room.description;
    /**
     * Texts by file: the project's own and the reader's.
     * @type {Map<string, {own: string, text: string}>}
     */
    this.files = new Map(
      sources.map((one) => {
        const own = one.lines.join("\n") + "\n";
        return [one.name, { own, text: own }];
      }),
    );
    for (const name of this.files.keys())
      element("edit-file").append(new Option(name, name));
    this.area = find("edit", HTMLTextAreaElement);
    this.area.oninput = () => {
      this.#file().text = this.area.value;
      this.#gutter();
    };
    this.area.onscroll = () =>
      (element("gutter").scrollTop = this.area.scrollTop);
    element("edit-file").onchange = () => this.#open();
    element("assemble").onclick = () => this.assemble();
    element("original").onclick = () => this.original();
    element("mine").onclick = () => this.#mine();
    this.records = new Records(room);
    element("compare").onclick = () => this.#compare();
    element("selftest").onclick = () => this.#selftest();
    /**
     * The reader's files as they were before the original took their place, and the moment then.
     * @type {{files: [string, string][], moment: Moment} | null}
     */
    this.mine = null;
    /** The files in the machine that are the reader's, as text. */
    this.inMachine = "[]";
    /** @type {SourceError[]} */
    this.errors = [];
    /** What the numbers of the lines were made for. */
    this.numbered = "";
    this.#open();
  }

  #file() {
    return /** @type {{own: string, text: string}} */ (
      this.files.get(select("edit-file").value)
    );
  }

  #open() {
    this.area.value = this.#file().text;
    this.#gutter();
  }

  #gutter() {
    const name = select("edit-file").value;
    const wrong = new Set(
      this.errors.filter((one) => one.file === name).map((one) => one.line),
    );
    const count = this.area.value.split("\n").length;
    const shown = `${name} ${count} ${[...wrong].join()}`;
    // A text of ten thousand letters comes as ten thousand events,
    // most of which leave the numbers as they are.
    if (this.numbered !== shown) {
      this.numbered = shown;
      element("gutter").replaceChildren(
        ...Array.from({ length: count }, (_, index) =>
          make("span", `${index + 1}\n`, wrong.has(index + 1) ? "wrong" : ""),
        ),
      );
    }
    element("gutter").scrollTop = this.area.scrollTop;
  }

  /** The original takes the place of the reader's program, which can be had again. */
  async original() {
    this.#setAside();
    for (const file of this.files.values()) file.text = file.own;
    this.#open();
    await this.assemble();
  }

  /** Keeps the reader's files, if there are any. */
  #setAside() {
    const files = this.changed();
    if (!files.length) return;
    this.mine = { files, moment: this.#moment() };
    button("mine").hidden = false;
  }

  /** The reader's program again, where it was when the original took its place. */
  async #mine() {
    if (!this.mine) return;
    const { files, moment } = this.mine;
    this.mine = null;
    button("mine").hidden = true;
    const texts = new Map(files);
    for (const [name, file] of this.files)
      file.text = texts.get(name) ?? file.own;
    this.#open();
    if (await this.assemble()) await this.#goBack(moment);
  }

  /** The search and its cycle, to come back to. @returns {Moment} */
  #moment() {
    const { search, frame } = this.room;
    return {
      search: frame.searching ? search : null,
      cycle: frame.cycle,
      program: this.inMachine,
      turn: this.room.turn,
    };
  }

  /**
   * Back to a moment, if its program is in the machine and its position there still.
   * @param {Moment} moment
   */
  async #goBack({ search, cycle, program, turn }) {
    const { room } = this;
    if (program !== this.inMachine || turn !== room.turn) return;
    if (!search) return void (await room.ask({ command: "abandon" }, true));
    if (await room.think(search))
      await room.ask({ command: "go_to", cycle }, true);
  }

  /** Names and texts of the files that the reader has changed. @returns {[string, string][]} */
  changed() {
    return [...this.files]
      .filter(([, file]) => file.text !== file.own)
      .map(
        ([name, file]) => /** @type {[string, string]} */ ([name, file.text]),
      );
  }

  /** The change for a link. */
  packed() {
    return pack(this.files);
  }

  /**
   * Takes the change of a link into the machine. Returns what is wrong with it.
   * @param {string} text
   */
  async take(text) {
    try {
      const texts = await unpack(text, this.files);
      this.#setAside();
      for (const [name, file] of this.files)
        file.text = texts.get(name) ?? file.own;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
    this.#open();
    return (await this.assemble()) ? "" : "microcode: it does not assemble";
  }

  /** Puts the project's own program back, if another one is in the machine. */
  async reset() {
    if (!this.room.changed) return;
    this.#setAside();
    for (const file of this.files.values()) file.text = file.own;
    this.#open();
    await this.assemble();
  }

  /** Returns whether the program is in the machine. @param {[string, string][]} [files] */
  async assemble(files = this.changed()) {
    const events = await this.room.assemble(files);
    const found = first(events, "assembled");
    this.errors = found?.errors ?? [];
    if (found && !found.errors.length) this.inMachine = JSON.stringify(files);
    this.#gutter();
    element("errors").replaceChildren(
      ...this.errors.map((one) => this.#error(one)),
    );
    const text = !found
      ? (first(events, "fault")?.message ?? "")
      : this.errors.length
        ? `${plural(this.errors.length, "error")}: the machine keeps its program.`
        : found.changed
          ? `${found.words} words are in the machine. Changed microcode searches as the machine alone.`
          : `The project's own ${found.words} words are in the machine.`;
    element("edit-text").textContent = text;
    return Boolean(found) && !this.errors.length;
  }

  /** @param {SourceError} error */
  #error(error) {
    const item = make("li");
    const place = make(
      "button",
      `${error.file}:${error.line}:${error.column}`,
      "link",
    );
    place.onclick = () => this.#select(error);
    item.append(
      place,
      ` ${error.message}${error.help ? ` (${error.help})` : ""}`,
    );
    return item;
  }

  /** @param {SourceError} error */
  #select(error) {
    select("edit-file").value = error.file;
    this.#open();
    const before =
      this.area.value
        .split("\n")
        .slice(0, error.line - 1)
        .join("\n").length + (error.line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(
      before + error.column - 1,
      before + error.column - 1 + error.length,
    );
    this.area.scrollTop = Math.max(0, (error.line - 6) * 17);
  }

  /** A search by the machine alone, to its end. @param {number} depth */
  async #search(depth) {
    await this.room.think({ depth, root: "machine" });
    while (!this.room.frame.over && this.room.frame.cycle < MOST) {
      const events = await this.room.ask(
        { command: "run", cycles: 2_000_000 },
        true,
      );
      if (failed(events)) break;
    }
    const { over, nodes, cycle, root } = this.room.frame;
    return { over, nodes, cycles: cycle, thought: root?.thought };
  }

  async #compare() {
    const buttons = ["assemble", "original", "compare", "selftest"].map((id) =>
      button(id),
    );
    for (const one of buttons) one.disabled = true;
    const moment = this.#moment();
    await this.#searchBoth().finally(() =>
      buttons.forEach((one) => (one.disabled = false)),
    );
    // What was looked at before is looked at again.
    await this.#goBack(moment);
  }

  async #searchBoth() {
    const depth = Number(select("compare-depth").value);
    element("edit-text").textContent =
      "Both programs search the game's position…";
    const files = this.changed();
    const table = make("table");
    table.append(
      row(
        [
          "microcode",
          "positions",
          "cycles",
          "cycles a position",
          "value",
          "best move",
        ],
        "",
        "th",
      ),
    );
    const results = [];
    for (const [name, texts] of /** @type {[string, [string, string][]][]} */ ([
      ["original", []],
      ["yours", files],
    ])) {
      if (!(await this.assemble(texts))) break;
      const found = await this.#search(depth);
      results.push(found);
      table.append(
        found.over ? ended(name, found) : endless(name, found.cycles),
      );
    }
    element("compared").replaceChildren(table);
    if (results.length < 2) return;
    const [one, other] = results;
    const part = (/** @type {number} */ before, /** @type {number} */ after) =>
      `${after >= before ? "+" : "−"}${Math.abs((100 * (after - before)) / Math.max(1, before)).toFixed(1)} %`;
    const same = one.thought?.value === other.thought?.value;
    let text = "Nothing is changed yet: both are the original.";
    if (!other.over)
      text = `Depth ${depth}: your program does not end, so that nothing can be compared.`;
    else if (files.length)
      text = `Depth ${depth}: positions ${part(one.nodes, other.nodes)}, cycles ${part(one.cycles, other.cycles)}, ${same ? "the same value" : "another value"}.`;
    element("edit-text").textContent = text;
    if (other.over && depth === CONTEST && files.length)
      element("compared").append(
        this.records.add(one.cycles, other.cycles, same),
      );
  }

  async #selftest() {
    const events = await this.room.raw({ command: "selftest" });
    const found = first(events, "selftest");
    if (!found)
      return this.room.say(first(events, "fault")?.message ?? "", true);
    const good = found.tests.filter((test) => test.ok).length;
    const made = make("table", "", "tests");
    for (const test of found.tests)
      made.append(
        row(
          [
            test.ok ? "✓" : test.ok === false ? "✗" : "–",
            test.name,
            test.reason || test.proves,
          ],
          test.ok ? "" : "bad",
        ),
      );
    element("compared").replaceChildren(
      make(
        "p",
        `${good} of ${found.tests.length} tests of the machine hold (selftest.mc, the project's own program).`,
      ),
      made,
    );
  }
}
