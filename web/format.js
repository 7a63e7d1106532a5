// @ts-check
/** @file Levels, values and names as text, and elements made of them. */
/** @import { Description, SignalText } from "./protocol.js" */

/** @param {number} square */
export const squareName = (square) =>
  "abcdefgh"[square % 8] + (1 + (square >> 3));

/** Rays by name, with the files to the right and the ranks upwards in which they run, in the order of the machine's wires. */
export const RAYS = [
  { name: "north", step: [0, 1] },
  { name: "east", step: [1, 0] },
  { name: "south", step: [0, -1] },
  { name: "west", step: [-1, 0] },
  { name: "north_east", step: [1, 1] },
  { name: "south_east", step: [1, -1] },
  { name: "south_west", step: [-1, -1] },
  { name: "north_west", step: [-1, 1] },
];
/** Files and ranks to the eight squares around one. */
export const STEPS = RAYS.map((ray) => ray.step);
/** Files and ranks of a knight's jumps. */
export const JUMPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];
/** Whether a step goes along a rank or a file. @param {number[]} step */
export const straight = ([dx, dy]) => dx === 0 || dy === 0;

/** What XMIT sends, by the names of its wires. */
export const SENT = [
  "manhattan",
  "diagonal",
  "knight",
  "king",
  "pawn_move",
  "pawn_capture",
];

const PIECE_NAMES = /** @type {Record<string, string>} */ ({
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
});

/** A piece in words, of either color; nothing for no piece. @param {string} letter */
export const pieceName = (letter) => PIECE_NAMES[letter.toLowerCase()] ?? "";

/** A value in pawns. @param {number} value */
export const pawns = (value) =>
  (value < 0 ? "−" : "+") + (Math.abs(value) / 100).toFixed(2);

/** A window's bound. @param {number} value */
export const bound = (value) =>
  Math.abs(value) > 31000
    ? value < 0
      ? "−∞"
      : "∞"
    : String(value).replace("-", "−");

/** The value of a mate on the board. */
const MATE = 30_000;
/** Plies of the stack: a mate lies within them. */
const PLIES = 64;

/** A value of the search: pawns, or moves to mate. Beyond a mate is what only changed microcode gives. @param {number} value */
export function score(value) {
  const size = Math.abs(value);
  if (size > MATE) return `${value}, no value`.replace("-", "−");
  if (size < MATE - PLIES) return pawns(value);
  const moves = Math.max(1, Math.ceil((MATE - size) / 2));
  return `${value < 0 ? "−" : ""}#${moves}`;
}

/** Values from here on, in hundredths of a pawn, are mates. */
export const MATES = 29000;

/**
 * Moves to the mate of a line, if it has one. A line of one move that mates shows it, also where the search was too short to
 * count a mate.
 * @param {{mate: number | null, line: string}} found
 */
export const mateOf = ({ mate, line }) =>
  mate ?? (/^\S+ \S+#$/.test(line) ? 1 : null);

/**
 * A count with its noun.
 * @param {number} count
 * @param {string} one the noun of one
 * @param {string} [many] of several, if it is not made with an s
 */
export const plural = (count, one, many = `${one}s`) =>
  `${format.format(count)} ${count === 1 ? one : many}`;

/** A number in hexadecimal, with the mark of that. @param {number | string} number a string is hexadecimal already @param {number} [digits] */
export const hex = (number, digits = 3) =>
  `0x${(typeof number === "string" ? number : number.toString(16)).toUpperCase().padStart(digits, "0")}`;

export const format = new Intl.NumberFormat("en-US");

/**
 * An element of index.html, which must be of this kind.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} '${id}'`);
  return found;
}

export const element = (/** @type {string} */ id) => find(id, HTMLElement);
export const button = (/** @type {string} */ id) => find(id, HTMLButtonElement);
export const input = (/** @type {string} */ id) => find(id, HTMLInputElement);
export const select = (/** @type {string} */ id) => find(id, HTMLSelectElement);
export const table = (/** @type {string} */ id) => find(id, HTMLTableElement);

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [text]
 * @param {string} [name] its class
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, text = "", name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

/** Changes a text unless it is there. @param {Element} place @param {string} text */
export function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** A row of a table. @param {(string | number)[]} cells @param {string} [name] @param {"td" | "th"} [tag] */
export function row(cells, name = "", tag = "td") {
  const made = make("tr", "", name);
  for (const cell of cells) made.append(make(tag, String(cell)));
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, String(value));
  if (text) made.textContent = text;
  return made;
}

/** Saves a text as a file. @param {string} text @param {string} type @param {string} name */
export function save(text, type, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const PIECES = [
  ".",
  "P",
  "N",
  "B",
  "R",
  "Q",
  "K",
  "?",
  ".",
  "p",
  "n",
  "b",
  "r",
  "q",
  "k",
  "?",
];

/** Whether a signal is shown wire by wire, too wide for a number. @param {SignalText} signal */
export const isWide = ({ reading }) =>
  reading === "bits" || reading === "squares";

/** A level in words: squares, pieces, signed numbers. @param {SignalText} signal @param {string} level hexadecimal @param {Description} [description] */
export function levelText({ reading, width }, level, description) {
  const number = parseInt(level, 16);
  switch (reading) {
    case "bits":
    case "squares":
      return hex(level, width / 4);
    case "number":
      return String(number);
    case "signed":
      return String(number > 32767 ? number - 65536 : number);
    case "square":
      return squareName(number);
    case "square_or_none":
      return number ? squareName(number) : "none";
    case "piece":
      return PIECES[number];
    case "rights":
      return (
        [..."KQkq"].filter((_, bit) => (number >> bit) & 1).join("") || "none"
      );
    case "address":
      return description?.words[number]?.labels[0] ?? hex(number);
  }
}
