// @ts-check
/** @file A chessboard for the figures: pieces that are dragged, clicked or moved by keys, and light over them. */
/** @import { Lit } from "./machine.js" */

import {
  JUMPS,
  STEPS,
  make,
  pieceName,
  squareName,
  straight,
  svg,
} from "../format.js";
import { pieceUrls } from "../picture.js";
import { calm } from "./motion.js";

/** Units of the picture a square. */
const UNIT = 100;
/** Cells that an arrow key goes on, row by row. @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 8, ArrowDown: -8 };

/** A square's number by its name. @param {string} name */
export const squareOf = (name) =>
  "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);

/** @param {string} letter */
export const isWhite = (letter) =>
  letter !== "." && letter === letter.toUpperCase();

export class Board {
  /** @param {HTMLElement} host @param {string} label what the board is, for who cannot see it */
  constructor(host, label) {
    /** 64 letters from a1. */
    this.pieces = ".".repeat(64);
    /** Which pieces can be taken up. @type {(square: number) => boolean} */
    this.movable = () => false;
    /** A piece is over a square while it is dragged. @type {(from: number, to: number) => void} */
    this.onHover = () => {};
    /** A piece has been put on a square. @type {(from: number, to: number) => void} */
    this.onMove = () => {};
    /** A square has been pressed that holds nothing to take up. @type {(square: number) => void} */
    this.onPress = () => {};
    /** The square whose piece is taken up by a click or a key; -1 for none. */
    this.taken = -1;
    this.root = make("div", "", "learn-board");
    this.picture = svg("svg", {
      viewBox: `0 0 ${8 * UNIT} ${8 * UNIT}`,
      "aria-hidden": "true",
    });
    this.layers = Object.fromEntries(
      ["squares", "marks", "light", "pieces", "coordinates", "front"].map(
        (name) => {
          const layer = svg("g", { class: `layer-${name}` });
          this.picture.append(layer);
          return [name, layer];
        },
      ),
    );
    /** @type {Map<number, SVGImageElement>} */
    this.images = new Map();
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.#squares();
    this.#grid(label);
    host.append(this.root);
  }

  #squares() {
    for (let square = 0; square < 64; square++) {
      const [x, y] = this.#corner(square);
      const dark = ((square % 8) + (square >> 3)) % 2 === 0;
      this.layers.squares.append(
        svg("rect", {
          x,
          y,
          width: UNIT,
          height: UNIT,
          class: dark ? "dark" : "light",
        }),
      );
      if (square % 8 === 0)
        this.layers.coordinates.append(
          svg(
            "text",
            { x: x + 7, y: y + 24, class: "coordinate" },
            String(1 + (square >> 3)),
          ),
        );
      if (square >> 3 === 0)
        this.layers.coordinates.append(
          svg(
            "text",
            { x: x + 82, y: y + 93, class: "coordinate" },
            "abcdefgh"[square],
          ),
        );
    }
  }

  /** @param {string} label */
  #grid(label) {
    const grid = make("div", "", "learn-cells");
    grid.setAttribute("role", "grid");
    grid.setAttribute(
      "aria-label",
      `${label}. Arrow keys lead from square to square; Enter takes a piece up and puts it down.`,
    );
    for (let rank = 7; rank >= 0; rank--) {
      const row = make("div");
      row.setAttribute("role", "row");
      for (let file = 0; file < 8; file++) {
        const square = rank * 8 + file;
        const cell = make("div");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = square === 0 ? 0 : -1;
        cell.dataset.square = squareName(square);
        cell.onkeydown = (event) => this.#key(event, square);
        this.cells[square] = cell;
        row.append(cell);
      }
      grid.append(row);
    }
    grid.onpointerdown = (event) => this.#down(event, grid);
    this.root.append(this.picture, grid);
  }

  /** @param {number} square */
  #corner(square) {
    return [(square % 8) * UNIT, (7 - (square >> 3)) * UNIT];
  }

  /** @param {number} square @returns {[number, number]} */
  #center(square) {
    const [x, y] = this.#corner(square);
    return [x + UNIT / 2, y + UNIT / 2];
  }

  /** Shows pieces; those that have moved glide. @param {string} pieces @param {{from: number, to: number} | null} [moved] */
  set(pieces, moved = null) {
    if (moved) {
      const image = this.images.get(moved.from);
      this.images.get(moved.to)?.remove();
      this.images.delete(moved.to);
      this.images.delete(moved.from);
      if (image) {
        this.images.set(moved.to, image);
        image.dataset.letter = pieces[moved.to];
      }
    }
    for (const [square, image] of [...this.images]) {
      if (image.dataset.letter === pieces[square]) continue;
      image.remove();
      this.images.delete(square);
    }
    for (let square = 0; square < 64; square++) {
      const letter = pieces[square];
      if (letter === ".") continue;
      let image = this.images.get(square);
      if (!image) {
        image = svg("image", { width: UNIT, height: UNIT });
        image.dataset.letter = letter;
        this.images.set(square, image);
        this.layers.pieces.append(image);
      }
      image.setAttribute("href", pieceUrls().get(letter) ?? "");
      this.#place(image, ...this.#corner(square));
    }
    this.pieces = pieces;
    this.#label();
  }

  /** @param {SVGImageElement} image @param {number[]} corner */
  #place(image, ...[x, y]) {
    image.style.transform = `translate(${x}px, ${y}px)`;
  }

  #label() {
    this.cells.forEach((cell, square) => {
      const letter = this.pieces[square];
      const marks = cell.dataset.mark ? `, ${cell.dataset.mark}` : "";
      const piece =
        letter === "."
          ? ""
          : `, ${isWhite(letter) ? "white" : "black"} ${pieceName(letter)}`;
      const label = squareName(square) + piece + marks;
      if (cell.ariaLabel !== label) cell.ariaLabel = label;
      cell.classList.toggle("movable", this.movable(square));
    });
  }

  /** Colors a square, and says why to who cannot see it. @param {number} square @param {string} kind @param {string} [words] */
  mark(square, kind, words = "") {
    const [x, y] = this.#corner(square);
    const inset = kind === "shut" ? 0 : 4;
    this.layers.marks.append(
      svg("rect", {
        x: x + inset,
        y: y + inset,
        width: UNIT - 2 * inset,
        height: UNIT - 2 * inset,
        rx: kind === "shut" ? 0 : 10,
        class: `mark ${kind}`,
      }),
    );
    if (kind === "shut") {
      const lines = [20, 60, 100, 140, 180].map((at) => {
        const [low, high] = [Math.max(0, at - UNIT), Math.min(at, UNIT)];
        return `M${x + low} ${y + at - low}L${x + high} ${y + at - high}`;
      });
      this.layers.marks.append(
        svg("path", { d: lines.join(""), class: "hatch" }),
      );
    }
    if (words) this.cells[square].dataset.mark = words;
    this.#label();
  }

  clearMarks() {
    this.layers.marks.replaceChildren();
    for (const cell of this.cells) delete cell.dataset.mark;
    this.#label();
  }

  clearLight() {
    this.layers.light.replaceChildren();
    this.layers.front.replaceChildren();
  }

  clear() {
    this.clearMarks();
    this.clearLight();
    this.put();
  }

  /** An arrow over the board. @param {number} from @param {number} to @param {string} [kind] */
  arrow(from, to, kind = "") {
    const [x1, y1] = this.#center(from);
    const [x2, y2] = this.#center(to);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [ax, ay] = [x2 - ux * 42, y2 - uy * 42];
    const group = svg("g", { class: `arrow ${kind}` });
    group.append(
      svg("line", { x1: x1 + ux * 28, y1: y1 + uy * 28, x2: ax, y2: ay }),
      svg("path", {
        d: `M${ax + ux * 34} ${ay + uy * 34}L${ax - uy * 24} ${ay + ux * 24}L${ax + uy * 24} ${ay - ux * 24}Z`,
      }),
    );
    this.layers.front.append(group);
    return group;
  }

  /**
   * The wires that are high: each ray leaves its piece and runs on from square to square.
   * @param {Lit} lit
   * @param {{only?: number, wires?: string, winner?: boolean, still?: boolean}} [how] `only` the wires that begin at a square; `wires` of one kind, "ray" or "jump"
   */
  light(lit, { only = -1, wires = "", winner = true, still = false } = {}) {
    this.clearLight();
    const quiet = still || calm();
    /** Squares to which a wire that is shown leads. @type {Set<number>} */
    const reached = new Set();
    const wire = (
      /** @type {number} */ from,
      /** @type {number} */ to,
      /** @type {number} */ step,
      /** @type {string} */ kind,
    ) => {
      if (wires && kind !== wires) return;
      reached.add(to);
      const [x1, y1] = this.#center(from);
      const [x2, y2] = this.#center(to);
      const line = svg("line", { x1, y1, x2, y2, class: `wire ${kind}` });
      line.setAttribute("pathLength", "1");
      if (!quiet) {
        line.classList.add("runs");
        line.style.animationDelay = `${step * 34}ms`;
      }
      this.layers.light.append(line);
    };
    const inside = (/** @type {number} */ file, /** @type {number} */ rank) =>
      file >= 0 && file < 8 && rank >= 0 && rank < 8;
    const starts = (/** @type {number} */ square) =>
      only < 0 || only === square;
    STEPS.forEach(([dx, dy], index) => {
      const name = straight([dx, dy]) ? "manhattan" : "diagonal";
      for (let square = 0; square < 64; square++) {
        if (!lit.sent[name][square] || !starts(square)) continue;
        let [file, rank] = [square % 8, square >> 3];
        for (let step = 0; ; step++) {
          const at = rank * 8 + file;
          [file, rank] = [file + dx, rank + dy];
          if (!inside(file, rank)) break;
          const next = rank * 8 + file;
          if (!lit.rays[index][next]) break;
          wire(at, next, step, "ray");
          // A ray ends at the first piece; what lies behind is another piece's.
          if (this.pieces[next] !== ".") break;
        }
      }
    });
    const jumps = (
      /** @type {boolean[]} */ sent,
      /** @type {readonly (readonly number[])[]} */ steps,
      /** @type {boolean[] | null} */ arrives,
    ) => {
      for (let square = 0; square < 64; square++) {
        if (!sent[square] || !starts(square)) continue;
        for (const [dx, dy] of steps) {
          const [file, rank] = [(square % 8) + dx, (square >> 3) + dy];
          if (!inside(file, rank)) continue;
          const to = rank * 8 + file;
          if (arrives && !arrives[to]) continue;
          wire(square, to, 0, "jump");
        }
      }
    };
    jumps(lit.sent.knight, JUMPS, null);
    jumps(lit.sent.king, STEPS, null);
    jumps(
      lit.sent.pawn_move,
      [
        [0, 1],
        [0, -1],
      ],
      lit.pawnMove,
    );
    this.#doubles(lit, starts, wire);
    const aside = [
      [-1, 1],
      [1, 1],
      [-1, -1],
      [1, -1],
    ];
    jumps(lit.sent.pawn_capture, aside, lit.pawnCapture);
    // With some of the wires alone, the answers are those at their ends.
    const some = only >= 0 || wires !== "";
    const answers = (/** @type {number} */ square) =>
      !some || reached.has(square);
    this.#lines(lit, quiet, answers);
    if (winner && lit.winner && answers(lit.winner.square))
      this.win(lit.winner.square, !quiet);
  }

  /**
   * The wires of a pawn's double step, which go on from its single one.
   * @param {Lit} lit
   * @param {(square: number) => boolean} starts
   * @param {(from: number, to: number, step: number, kind: string) => void} wire
   */
  #doubles(lit, starts, wire) {
    for (let square = 0; square < 64; square++) {
      if (!lit.sent.pawn_move[square] || !starts(square)) continue;
      for (const ahead of [8, -8]) {
        const [middle, to] = [square + ahead, square + 2 * ahead];
        // Of a pawn at home, or back to one from the victim that it can go to.
        const home = [square, to].some((at) => at >> 3 === 1 || at >> 3 === 6);
        const passes = lit.pawnMove[middle] && this.pieces[middle] === ".";
        if (home && passes && lit.pawnMove[to]) wire(middle, to, 1, "jump");
      }
    }
  }

  /** The lines that squares raise, most valuable first. @param {Lit} lit @param {boolean} quiet @param {(square: number) => boolean} answers whether the answer of a square is shown */
  #lines(lit, quiet, answers) {
    for (let square = 0; square < 64; square++) {
      const line = lit.lines.findIndex((plane) => plane[square]);
      if (line < 0 || !answers(square)) continue;
      const [x, y] = this.#corner(square);
      const group = svg("g", { class: `line line-${line + 1}` });
      group.append(
        svg("circle", { cx: x + 80, cy: y + 20, r: 17 }),
        svg("text", { x: x + 80, y: y + 27 }, String(line + 1)),
      );
      if (!quiet) group.classList.add("appears");
      this.layers.front.append(group);
    }
  }

  /** The square that wins. @param {number} square @param {boolean} [late] after the rays have arrived */
  win(square, late = false) {
    const [x, y] = this.#corner(square);
    const rect = svg("rect", {
      x: x + 4,
      y: y + 4,
      width: UNIT - 8,
      height: UNIT - 8,
      rx: 12,
      class: "wins",
    });
    if (late) rect.classList.add("late");
    this.layers.front.append(rect);
  }

  /** Moves the tab stop and the focus. @param {number} square */
  focus(square) {
    for (const cell of this.cells) cell.tabIndex = -1;
    this.cells[square].tabIndex = 0;
    this.cells[square].focus({ preventScroll: true });
  }

  /** Takes up the piece of a square. @param {number} square */
  #take(square) {
    this.put();
    this.taken = square;
    this.cells[square].classList.add("taken");
  }

  /** Puts the piece down that was taken up. */
  put() {
    if (this.taken >= 0) this.cells[this.taken].classList.remove("taken");
    this.taken = -1;
  }

  /** A square has been chosen, by a click or by Enter. @param {number} square */
  #choose(square) {
    const from = this.taken;
    if (from >= 0 && from !== square) {
      // Another piece of one's own is taken up instead.
      const other =
        this.movable(square) &&
        isWhite(this.pieces[square]) === isWhite(this.pieces[from]);
      if (other) return this.#take(square);
      this.put();
      return this.onMove(from, square);
    }
    if (from === square) return this.put();
    if (this.movable(square)) this.#take(square);
    this.onPress(square);
  }

  /** @param {KeyboardEvent} event @param {number} square */
  #key(event, square) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.#choose(square);
      return;
    }
    if (event.key === "Escape" && this.taken >= 0) {
      event.stopPropagation();
      this.put();
      return;
    }
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = square + step;
    const wraps = Math.abs(step) === 1 && next >> 3 !== square >> 3;
    if (next < 0 || next > 63 || wraps) return;
    this.focus(next);
    if (this.taken >= 0) this.onHover(this.taken, next);
  }

  /** The square under the pointer; -1 outside. @param {PointerEvent} event @param {HTMLElement} grid */
  #under(event, grid) {
    const box = grid.getBoundingClientRect();
    const file = Math.floor(((event.clientX - box.left) / box.width) * 8);
    const rank = 7 - Math.floor(((event.clientY - box.top) / box.height) * 8);
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
  }

  /** A square is pressed that holds nothing to drag. @param {PointerEvent} event @param {HTMLElement} grid @param {number} square */
  #press(event, grid, square) {
    const choose = () => {
      grid.onpointerup = grid.onpointercancel = null;
      this.focus(square);
      this.#choose(square);
    };
    if (event.pointerType !== "touch") return choose();
    // A finger may be about to scroll the page, which cancels the press.
    grid.onpointerup = choose;
    grid.onpointercancel = () => {
      grid.onpointerup = grid.onpointercancel = null;
    };
  }

  /** @param {PointerEvent} event @param {HTMLElement} grid */
  #down(event, grid) {
    if (event.button !== 0) return;
    const from = this.#under(event, grid);
    if (from < 0) return;
    event.preventDefault();
    const image = this.images.get(from);
    if (
      !image ||
      !this.movable(from) ||
      (this.taken >= 0 &&
        this.taken !== from &&
        isWhite(this.pieces[from]) !== isWhite(this.pieces[this.taken]))
    ) {
      this.#press(event, grid, from);
      return;
    }
    this.focus(from);
    const scale = (8 * UNIT) / grid.getBoundingClientRect().width;
    const [left, top] = this.#corner(from);
    const start = { x: event.clientX, y: event.clientY };
    let [dragged, at] = [false, from];
    grid.setPointerCapture(event.pointerId);
    image.classList.add("dragged");
    this.layers.pieces.append(image);
    grid.onpointermove = (move) => {
      const [dx, dy] = [move.clientX - start.x, move.clientY - start.y];
      if (!dragged && Math.hypot(dx, dy) < 5) return;
      dragged = true;
      this.#place(image, left + dx * scale, top + dy * scale);
      const over = this.#under(move, grid);
      if (over === at || over < 0) return;
      at = over;
      this.onHover(from, over);
    };
    const end = (/** @type {PointerEvent} */ up) => {
      grid.onpointermove = grid.onpointerup = grid.onpointercancel = null;
      image.classList.remove("dragged");
      this.#place(image, left, top);
      if (!dragged) return this.#choose(from);
      this.put();
      const to = up.type === "pointercancel" ? -1 : this.#under(up, grid);
      if (to < 0 || to === from) return this.onHover(from, from);
      this.focus(to);
      this.onMove(from, to);
    };
    grid.onpointerup = grid.onpointercancel = end;
  }
}

/** The pieces after one has gone from a square to another. @param {string} pieces @param {number} from @param {number} to */
export function moved(pieces, from, to) {
  if (from === to) return pieces;
  const letters = [...pieces];
  letters[to] = letters[from];
  letters[from] = ".";
  return letters.join("");
}
