// @ts-check
/** @file Moves of a game with variations: a tree, the path through it, and its list. */
/** @import { Board } from "./protocol.js" */

import { element, make } from "./format.js";
import { GLYPHS, annotation } from "./pgn.js";
/** @import { Search } from "./game.js" */

/**
 * A move of a game.
 * @typedef {object} MoveNode
 * @property {string} san
 * @property {string} uci
 * @property {number} [value] White's, in hundredths of a pawn
 * @property {number} [depth] plies of the search that gave the value
 * @property {number} [judged] White's value by the machine's look at the whole game
 * @property {number} [seconds] that the move took
 * @property {number} [clock] seconds left to its side, as the file of the game says
 * @property {string} [thought] what its player thought of it, in a line
 * @property {string} [better] the move that Belle would have played,
 *   where it found another one after the game
 * @property {Search} [searched] the machine's search that found it
 * @property {boolean} [withdrawn]
 * @property {string} [before]
 * @property {string} [comment]
 * @property {number[]} [glyphs]
 * @property {MoveNode[]} children
 */

/** Glyphs as they are written after a move. @param {number[]} [glyphs] */
function glyphText(glyphs = []) {
  const marks = Object.entries(GLYPHS);
  return glyphs
    .map((glyph) => marks.find(([, number]) => number === glyph)?.[0] ?? "")
    .join("");
}

/** A game's moves as a tree; the first child continues the main line. */
export class MoveTree {
  /** @param {(moves: string[]) => void} onGo */
  constructor(onGo) {
    this.onGo = onGo;
    /** Position at the start, in FEN. */
    this.start = "";
    /** First moves. @type {MoveNode[]} */
    this.roots = [];
    /** Moves to the present position. @type {MoveNode[]} */
    this.path = [];
    /** The longest line through the present position, for going on. @type {MoveNode[]} */
    this.line = [];
    // What stands above the list may take some of its height: the present move stays in sight.
    new ResizeObserver(() => this.#reveal()).observe(element("moves"));
  }

  /** @param {string} start position in FEN */
  clear(start) {
    this.start = start;
    this.roots = [];
    this.path = [];
    this.line = [];
  }

  /**
   * Takes over a game. A move that leaves the line becomes a variation;
   * after moves taken back they do.
   * @param {Board} board
   */
  follow(board) {
    if (board.start !== this.start) this.clear(board.start);
    let children = this.roots;
    this.path = board.uci.map((uci, index) => {
      let node = children.find((one) => one.uci === uci);
      if (!node)
        children.push((node = { san: board.san[index], uci, children: [] }));
      if (node !== children[0] && children[0].withdrawn) {
        children.splice(children.indexOf(node), 1);
        children.unshift(node);
      }
      node.withdrawn = false;
      children = node.children;
      return node;
    });
    const onLine = this.path.every((node, index) => this.line[index] === node);
    if (!onLine || this.line.length < this.path.length)
      this.line = [...this.path, ...this.#tail(this.path.at(-1))];
  }

  /** @param {MoveNode | undefined} node */
  #tail(node) {
    const tail = [];
    for (
      let next = (node ? node.children : this.roots)[0];
      next;
      next = next.children[0]
    )
      tail.push(next);
    return tail;
  }

  /** The moves after a ply are taken back. @param {number} ply */
  withdraw(ply) {
    for (const node of this.path.slice(ply)) node.withdrawn = true;
  }

  /** Goes along the line. @param {number} ply */
  go(ply) {
    const to = Math.max(0, Math.min(this.line.length, ply));
    this.onGo(this.line.slice(0, to).map((node) => node.uci));
  }

  /** Number before the first move: plies since the start of a game. */
  #first() {
    const [, turn, , , , number] = this.start.split(" ");
    return 2 * (Number(number) - 1) + (turn === "b" ? 1 : 0);
  }

  /** @param {number} ply @param {boolean} begins */
  #number(ply, begins) {
    return ply % 2 === 0
      ? `${ply / 2 + 1}. `
      : begins
        ? `${(ply + 1) / 2}... `
        : "";
  }

  show() {
    const list = element("moves");
    const present = new Set(this.path);
    const draw = (
      /** @type {HTMLElement} */ place,
      /** @type {MoveNode[]} */ siblings,
      /** @type {string[]} */ before,
      /** @type {number} */ ply,
      /** @type {boolean} */ begins,
      /** @type {boolean} */ main,
    ) => {
      for (
        let [here, moves, at, first] = [siblings, before, ply, begins];
        here.length;
      ) {
        const [node, ...others] = here;
        const button = make(
          "button",
          node.san,
          `plain${main ? ` main ${at % 2 ? "black" : "white"}` : ""}${node === this.path.at(-1) ? " now" : present.has(node) ? " on" : ""}`,
        );
        const path = [...moves, node.uci];
        button.dataset.number = this.#number(at, first);
        button.setAttribute(
          "aria-label",
          `${this.#number(at, true)}${node.san}`,
        );
        button.append(glyphText(node.glyphs));
        button.onclick = () => this.onGo(path);
        if (node.before) place.append(make("span", node.before, "comment"));
        place.append(button);
        if (node.comment) place.append(make("span", node.comment, "comment"));
        for (const other of others) {
          const variation = make("span", "", "variation");
          draw(variation, [other], moves, at, true, false);
          place.append(variation);
        }
        first = others.length > 0;
        [here, moves, at] = [node.children, path, at + 1];
      }
    };
    list.replaceChildren();
    draw(list, this.roots, [], this.#first(), true, true);
    this.#reveal();
  }

  /** Scrolls the list to the present move. */
  #reveal() {
    const list = element("moves");
    const now = list.querySelector(".now");
    if (now instanceof HTMLElement)
      list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** The moves in PGN, variations in brackets, comments in braces. */
  pgn() {
    /** @type {(siblings: MoveNode[], ply: number, begins: boolean) => string} */
    const write = (siblings, ply, begins) => {
      const words = [];
      for (let [here, at, first] = [siblings, ply, begins]; here.length; at++) {
        const [node, ...others] = here;
        if (node.before) words.push(`{${node.before}}`);
        words.push(
          `${this.#number(at, first || Boolean(node.before))}${node.san}`,
        );
        for (const glyph of node.glyphs ?? []) words.push(`$${glyph}`);
        const comment = annotation(node);
        if (comment) words.push(`{${comment}}`);
        for (const other of others) words.push(`(${write([other], at, true)})`);
        first = others.length > 0 || Boolean(comment);
        here = node.children;
      }
      return words.join(" ");
    };
    return write(this.roots, this.#first(), true);
  }
}
