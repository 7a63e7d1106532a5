// @ts-check
/** @file Panels: microprogram, word, value bus, registers, stack, evaluators, memory. */

import { squareName } from "./array.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} tag @param {string} [text] @param {string} [name] */
export function make(tag, text = "", name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

/** A value in pawns. @param {number} value */
export const pawns = (value) => (value < 0 ? "−" : "+") + (Math.abs(value) / 100).toFixed(2);

/** A window's bound. */
const bound = (/** @type {number} */ value) => (Math.abs(value) >= 29000 ? (value < 0 ? "−∞" : "∞") : String(value));

const SQUARES = new Set(["to", "from", "en_passant", "king_white", "king_black"]);
const WIDE = new Set(["hash", "entry", "key", "wings", "disable", "p0", "p1", "p2", "p3"]);
const PIECES = [".", "P", "N", "B", "R", "Q", "K", "?", ".", "p", "n", "b", "r", "q", "k", "?"];
const COUNTERS = new Set(["cycles", "nodes"]);

/** All panels of one machine. */
export class Panels {
  /** @param {any} description @param {(address: number) => void} onWord */
  constructor(description, onWord) {
    this.description = description;
    this.last = /** @type {string[]} */ ([]);
    this.flags = [];
    this.registers = [];
    this.#listing(onWord);
    this.#registers();
  }

  #listing(onWord) {
    const list = element("listing");
    this.lines = this.description.words.map((/** @type {any} */ word, /** @type {number} */ address) => {
      for (const label of word.labels) list.append(make("div", label + ":", "label"));
      const line = make("div", "", "line");
      const hex = address.toString(16).toUpperCase().padStart(3, "0");
      line.append(make("span", hex), make("span", word.orders), make("span", "", "count"));
      const source = this.description.sources[word.source];
      line.title = `${source.name}:${word.line}   ${(source.lines[word.line - 1] ?? "").trim()}`;
      if (word.orders.endsWith("halt")) line.classList.add("halt");
      line.onclick = () => onWord(address);
      list.append(line);
      return line;
    });
  }

  #registers() {
    this.description.signals.forEach((/** @type {any} */ signal, /** @type {number} */ index) => {
      if (COUNTERS.has(signal.name) || (signal.block === "microengine/stack")) return;
      const explain = `signal:${signal.name}`;
      if (signal.width === 1) {
        const flag = make("span", signal.name);
        flag.dataset.explain = explain;
        element("flags").append(flag);
        this.flags.push({ index, flag });
        return;
      }
      const [row, value] = [make("div"), make("b", "")];
      row.dataset.explain = explain;
      if (WIDE.has(signal.name)) row.className = "wide";
      row.append(make("span", signal.name), value);
      element(WIDE.has(signal.name) ? "wide" : "registers").append(row);
      this.registers.push({ index, signal, value });
    });
  }

  /** A level as its register shows it. @param {any} signal @param {string} level */
  #text(signal, level) {
    if (WIDE.has(signal.name)) return level.padStart(signal.width / 4, "0");
    const number = parseInt(level, 16);
    if (SQUARES.has(signal.name)) return signal.name === "en_passant" && !number ? "none" : squareName(number);
    if (signal.name === "moved" || signal.name === "captured") return PIECES[number];
    if (signal.name === "rights") return [..."KQkq"].filter((_, bit) => (number >> bit) & 1).join("") || "none";
    if (signal.signed) return String(number > 32767 ? number - 65536 : number);
    return String(number);
  }

  /** @param {any} frame @param {boolean} quick leave out what changes too fast to be read */
  show(frame, quick) {
    this.#showListing(frame, quick);
    for (const { index, flag } of this.flags) flag.classList.toggle("on", frame.signals[index] !== "0");
    for (const { index, signal, value } of this.registers) {
      const text = this.#text(signal, frame.signals[index]);
      value.classList.toggle("changed", !quick && this.last.length > 0 && this.last[index] !== frame.signals[index]);
      if (value.textContent !== text) value.textContent = text;
    }
    this.last = frame.signals;
    this.#showBus(frame);
    this.#showStack(frame);
    this.#showEvaluators(frame);
    const { entry } = frame;
    const kind = { upper: "at most", lower: "at least", exact: "exactly", none: "" }[/** @type {"upper"} */ (entry.bound)];
    const read = entry.bound === "none" ? "no value" : `${kind} ${entry.value}, depth ${entry.depth}`;
    element("entry").textContent = `entry latch: ${read}${entry.open ? ", open" : ""}${entry.hit ? ", hit" : ""}; this position's address ${frame.index}`;
  }

  #showListing(frame, quick) {
    this.now?.classList.remove("now");
    this.now = this.lines[frame.address];
    if (!this.now || !frame.searching) return;
    this.now.classList.add("now");
    const list = element("listing");
    const top = this.now.offsetTop - list.clientHeight / 2;
    if (!quick || Math.abs(list.scrollTop - top) > list.clientHeight) list.scrollTop = top;
    if (this.shown === frame.address) return;
    this.shown = frame.address;
    const word = this.description.words[frame.address];
    const place = element("word");
    place.replaceChildren();
    this.description.fields.forEach((/** @type {any} */ field, /** @type {number} */ index) => {
      const value = word.fields[index];
      if (!value) return;
      const name = field.values[value]?.[0] ?? String(value);
      const chip = make("span");
      chip.dataset.explain = `field:${field.name}:${name}`;
      chip.tabIndex = 0;
      chip.append(make("em", field.name + " "), field.width === 1 ? "" : name);
      place.append(chip);
    });
    place.append(make("em", `${word.cycles} ${word.cycles === 1 ? "cycle" : "cycles"}`));
  }

  #showBus({ bus }) {
    const used = bus.to !== "nothing" || this.description.words[this.shown ?? 0]?.orders.includes("compare");
    const line = make("div");
    line.append(make("b", bus.from), ` ${bus.source}  →  sum `, make("b", String(bus.sum)), `  →  ${bus.to}`);
    const compared = make("div", `accumulator ${bus.less ? "<" : bus.equal ? "=" : ">"} source`);
    element("bus").replaceChildren(line, compared);
    element("bus").style.opacity = used ? "1" : "0.5";
  }

  #showStack(frame) {
    const [head, body] = element("frames").children;
    if (!head.childElementCount) {
      const row = make("tr");
      for (const name of ["ply", "move", "alpha", "beta", "limit", "depth", "next", "best", "flags"]) {
        const cell = make("th", name);
        if (["alpha", "beta", "limit", "depth", "next", "best"].includes(name)) cell.dataset.explain = `signal:${name}`;
        row.append(cell);
      }
      head.append(row);
    }
    const rows = frame.stack.map((/** @type {any} */ one, /** @type {number} */ ply) => {
      const row = make("tr", "", ply === frame.stack.length - 1 ? "now" : "");
      const [alpha, beta, limit, depth, next] = one.slots;
      const cells = [ply, one.text ?? "", bound(alpha), bound(beta), bound(limit), -depth, -next, one.best ?? "", one.flags.join(" ")];
      for (const cell of cells) row.append(make("td", String(cell)));
      return row;
    });
    body.replaceChildren(...(frame.searching ? rows : []));
    const moves = frame.stack.map((/** @type {any} */ one) => one.text).filter(Boolean);
    element("path").textContent = frame.searching ? `Path: ${moves.join(" ") || "the root"}` : "";
  }

  #showEvaluators(frame) {
    const place = make("div", "", "terms");
    const row = (/** @type {string} */ name, /** @type {string} */ text, nothing = false, explain = "text:evaluator") => {
      const line = make("div", "", nothing ? "nothing" : "");
      line.dataset.explain = explain;
      line.append(make("span", name), make("b", text));
      place.append(line);
    };
    let lazy = 0;
    for (const [name, white, black] of frame.lazy) {
      lazy += white - black;
      row(`lazy ${name}`, name === "material" || name === "piece_square" ? String(white) : `${white} − ${black}`, !white && !black);
    }
    row("lazy value", String(lazy), false, "signal:lazy");
    let full = 0;
    for (const [name, weight, white, black] of frame.full) {
      full += weight * (white - black);
      row(name, `${weight} × (${white} − ${black})`, white === black);
    }
    row("full value", String(Math.max(-192, Math.min(192, full))), false, "signal:value");
    const left = frame.signals[this.description.signals.findIndex((/** @type {any} */ signal) => signal.name === "left")];
    row("ready", left === "0" ? "yes" : `in ${parseInt(left, 16)} cycles`, left === "0", "signal:left");
    element("evaluators").replaceChildren(place);
  }

  /** Counts beside the words. @param {number[] | null} counts */
  heat(counts) {
    const most = counts ? Math.max(1, ...counts) : 1;
    this.lines.forEach((/** @type {HTMLElement} */ line, /** @type {number} */ address) => {
      const count = counts?.[address] ?? 0;
      const bar = count ? "▮".repeat(Math.max(1, Math.round((8 * count) / most))) : "";
      line.children[2].textContent = count ? `${count} ${bar}` : "";
    });
  }

  /** @param {any} map */
  map(map) {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("map"));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const light = document.documentElement.dataset.theme === "light";
    const colors = light ? [[238, 240, 236], [184, 106, 0], [11, 111, 184], [12, 143, 85]] : [[12, 17, 23], [245, 171, 53], [82, 185, 255], [78, 227, 154]];
    const image = context.createImageData(512, 256);
    const put = (/** @type {number} */ at, /** @type {number[]} */ color) => image.data.set([...color, 255], at * 4);
    for (let pair = 0; pair < map.bounds.length; pair++) {
      const two = parseInt(map.bounds[pair], 16);
      put(2 * pair, colors[two >> 2]);
      put(2 * pair + 1, colors[two & 3]);
    }
    const mark = (/** @type {number} */ entry, /** @type {number[]} */ color) => {
      for (const step of [-513, -512, -511, -1, 0, 1, 511, 512, 513]) if (entry + step >= 0 && entry + step < 131072) put(entry + step, color);
    };
    for (const entry of map.open) mark(entry, light ? [0, 0, 0] : [255, 255, 255]);
    mark(map.index, light ? [208, 2, 27] : [255, 77, 94]);
    context.putImageData(image, 0, 0);
    canvas.setAttribute("aria-label", `Map of the transposition memory: ${map.used} of 131072 entries in use, ${map.open.length} open`);
  }
}
