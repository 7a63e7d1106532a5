// @ts-check
/**
 * @file The search tree: root moves as the host asks for them,
 *   and what lies below, opened on demand.
 */
/** @import { RootSearch, Frame, TreeNode } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { bound, element, format, make, score } from "./format.js";
import { latest } from "./latest.js";
import { first } from "./transport.js";

/** Most rows that are drawn. */
const ROWS = 400;

/** A node of a branch. @param {TreeNode} node @returns {Shown} */
const shown = (node) => ({
  ...node,
  window: [node.alpha, node.beta],
  bounds: [-node.beta, -node.alpha],
  best: false,
});

/**
 * A value with the sign of a bound where it lies outside its window; both as the mover sees them.
 * @param {number} value
 * @param {number[]} window
 */
const bounded = (value, [alpha, beta]) =>
  (value <= alpha ? "≤ " : value >= beta ? "≥ " : "") + score(value);

/**
 * A node as a row shows it.
 * @typedef {object} Shown
 * @property {string} text
 * @property {number} from first cycle
 * @property {number | null} to its end; none while it is open
 * @property {number} nodes
 * @property {number | null} value
 * @property {number[]} window alpha and beta
 * @property {number[]} bounds the same for the side that made the move, whose value it is
 * @property {string} reason why it ended
 * @property {boolean} illegal
 * @property {boolean} cut
 * @property {boolean} best
 * @property {number} ply
 */

/**
 * What lies below a node, as far as a cycle.
 * @typedef {{nodes: TreeNode[], more: boolean, end: number}} Below
 */

/**
 * The elements of a row, and what they show.
 * @typedef {object} Row
 * @property {HTMLElement} item
 * @property {HTMLElement} line
 * @property {HTMLButtonElement} twist
 * @property {HTMLButtonElement} name
 * @property {HTMLElement} value
 * @property {HTMLElement} nodes
 * @property {HTMLElement} note
 * @property {HTMLElement} below
 * @property {string} all
 * @property {(() => void) | undefined} go
 */

/**
 * The texts of a row.
 * @typedef {object} Texts
 * @property {string} label
 * @property {string} value
 * @property {string} note
 * @property {number} nodes
 * @property {string} [mark]
 * @property {boolean} [leaf]
 * @property {() => void} [go]
 */

export class Tree {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** Open rows by their key. @type {Set<string>} */
    this.open = new Set();
    /** What lies below rows, by their key. @type {Map<string, Below>} */
    this.branches = new Map();
    /** Root moves that wait for the next turn. @type {RootSearch[] | null} */
    this.came = null;
    this.latest = 0;
    this.rows = 0;
    this.loading = false;
    this.ask = latest((/** @type {Frame} */ frame) => this.#ask(frame));
    /** Rows by their key: what has not changed is not made again. @type {Map<string, Row>} */
    this.made = new Map();
    this.root = make("ul");
  }

  /** A new search: all keys mean other nodes. */
  clear() {
    this.open.clear();
    this.branches.clear();
    this.made.clear();
    this.latest = 0;
    this.came = null;
  }

  /** @param {Frame} frame @param {boolean} quick */
  async show(frame, quick) {
    if (quick && this.came) this.#paint(this.came, frame);
    this.came = null;
    await this.ask(frame);
  }

  /** @param {Frame} frame */
  async #ask(frame) {
    if (!frame.searching)
      return element("tree").replaceChildren(
        make("p", "The tree grows here while the machine searches.", "hint"),
      );
    const events = await this.room.raw({ command: "tree" });
    const asked = first(events, "tree")?.asked ?? [];
    // While the machine runs fast the tree is painted in the view's next turn.
    if (this.room.runner.isQuick()) this.came = asked;
    else this.#paint(asked, frame);
  }

  /** @param {RootSearch[]} asked @param {Frame} frame */
  #paint(asked, frame) {
    /** @type {HTMLElement[]} */
    const list = [];
    this.rows = 0;
    if (asked.length) this.#iterations(list, asked, frame);
    else
      this.#node(
        list,
        {
          text: "the root",
          from: 0,
          to: frame.over ? frame.cycle : null,
          nodes: frame.nodes,
          value: null,
          window: [-32000, 32000],
          bounds: [-32000, 32000],
          reason: "",
          illegal: false,
          cut: false,
          best: false,
          ply: 0,
        },
        "root",
        frame,
      );
    this.#fill(this.root, list);
    this.#fill(element("tree"), [this.root]);
  }

  /**
   * Puts children into an element unless they are there.
   * @param {HTMLElement} place
   * @param {HTMLElement[]} children
   */
  #fill(place, children) {
    if (
      place.children.length !== children.length ||
      children.some((child, index) => place.children[index] !== child)
    )
      place.replaceChildren(...children);
  }

  /** @param {HTMLElement[]} list @param {RootSearch[]} asked @param {Frame} frame */
  #iterations(list, asked, frame) {
    const depths = [...new Set(asked.map((one) => one.depth))].reverse();
    if (depths[0] !== this.latest) {
      this.open.delete(`d${this.latest}`);
      this.latest = depths[0];
      this.open.add(`d${this.latest}`);
    }
    for (const depth of depths) {
      const moves = asked.filter((one) => one.depth === depth);
      const best = moves.findLast((one) => one.best);
      const key = `d${depth}`;
      const made = this.#row(list, key, {
        label: `Iteration ${depth}`,
        value:
          best && best.value !== null
            ? bounded(best.value, [best.alpha, best.beta])
            : "",
        note: best ? `best ${best.san}` : "",
        nodes: moves.reduce((sum, one) => sum + one.nodes, 0),
      });
      if (!this.open.has(key)) continue;
      /** @type {HTMLElement[]} */
      const below = [];
      for (const one of moves) {
        const running = one.value === null;
        const node = {
          text: one.san,
          from: one.from,
          to: running ? null : one.to,
          nodes: one.nodes,
          value: one.value,
          reason: "",
          illegal: false,
          cut: false,
          ply: 1,
          best: one.best,
          window: [one.alpha, one.beta],
          bounds: [one.alpha, one.beta],
        };
        this.#node(below, node, `r${one.from}`, frame, running);
      }
      this.#fill(made.below, below);
    }
  }

  /**
   * @param {HTMLElement[]} list
   * @param {Shown} node
   * @param {string} key
   * @param {Frame} frame
   * @param {boolean} [running]
   */
  #node(list, node, key, frame, running = false) {
    if (++this.rows > ROWS) return;
    const [alpha, beta] = node.window;
    const window =
      alpha + 1 === beta
        ? `null window ${bound(alpha)}`
        : `${bound(alpha)} to ${bound(beta)}`;
    const notes = [node.best ? "best so far" : "", node.reason, window].filter(
      Boolean,
    );
    const made = this.#row(list, key, {
      label: node.text,
      value:
        node.value === null || node.illegal
          ? ""
          : bounded(node.value, node.bounds),
      note: running ? `searched now, ${window}` : notes.join(" · "),
      nodes: node.nodes,
      mark: node.cut
        ? "cut"
        : node.best
          ? "best"
          : node.illegal
            ? "bad"
            : running
              ? "now"
              : "",
      leaf: node.nodes <= 1 && !running,
      go: () => this.room.goToCycle(node.from),
    });
    if (!this.open.has(key)) return;
    /** @type {HTMLElement[]} */
    const below = [];
    const end = node.to ?? frame.cycle;
    const branch = this.branches.get(key);
    for (const child of branch?.nodes ?? [])
      this.#node(below, shown(child), `${key}.${child.from}`, frame);
    // What was read up to another cycle lacks nodes, or has some that are still to come.
    if (branch?.end !== end) this.#load(key, node, end);
    else if (branch.more)
      below.push(make("li", "The first two million cycles are shown.", "hint"));
    else if (!branch.nodes.length)
      below.push(make("li", "no move was tried", "hint"));
    this.#fill(made.below, below);
  }

  /** @param {string} key @param {Shown} node @param {number} end */
  async #load(key, node, end) {
    if (this.loading) return;
    this.loading = true;
    const events = await this.room.raw({
      command: "branch",
      from: node.from,
      to: end,
      ply: node.ply,
      plies: 1,
    });
    this.loading = false;
    const found = first(events, "branch");
    if (!found) return;
    this.branches.set(key, { nodes: found.nodes, more: found.more, end });
    // While the machine runs the next frame shows it.
    if (!this.room.runner.running) this.show(this.room.frame, false);
  }

  /**
   * A row, made or renewed.
   * @param {HTMLElement[]} list
   * @param {string} key
   * @param {Texts} texts
   */
  #row(list, key, { label, value, note, nodes, mark = "", leaf = false, go }) {
    const open = this.open.has(key);
    const made = this.made.get(key) ?? this.#make(key);
    made.go = go;
    list.push(made.item);
    const all = JSON.stringify([label, value, note, nodes, mark, leaf, open]);
    if (made.all === all) return made;
    made.all = all;
    made.line.className = `row-of-tree ${mark}`;
    made.twist.textContent = leaf ? "·" : open ? "▾" : "▸";
    made.twist.setAttribute(
      "aria-label",
      `${open ? "Close" : "Open"} ${label}`,
    );
    made.twist.setAttribute("aria-expanded", String(open));
    made.twist.disabled = leaf;
    made.name.textContent = label;
    made.value.textContent = value;
    made.nodes.textContent = format.format(nodes);
    made.note.textContent = note;
    // The column may be too narrow for the reason.
    made.note.title = note;
    if (open) made.item.append(made.below);
    else made.below.remove();
    return made;
  }

  /** The elements of a row. @param {string} key */
  #make(key) {
    /** @type {Row} */
    const made = {
      item: make("li"),
      line: make("div"),
      twist: make("button", "", "plain twist"),
      name: make("button", "", "plain move"),
      value: make("b"),
      nodes: make("span", "", "nodes"),
      note: make("span", "", "note"),
      below: make("ul"),
      all: "",
      go: undefined,
    };
    made.twist.dataset.key = key;
    made.name.dataset.key = `${key}m`;
    const toggle = () => {
      if (!this.open.delete(key)) this.open.add(key);
      this.show(this.room.frame, false);
    };
    made.twist.onclick = toggle;
    made.name.onclick = () => (made.go ?? toggle)();
    made.line.append(made.twist, made.name, made.value, made.nodes, made.note);
    made.item.append(made.line);
    this.made.set(key, made);
    return made;
  }
}
