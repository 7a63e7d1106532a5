// @ts-check
/** @file A tree of moves and replies, from the machine: its shape is that of a position, its values those of the evaluators. */

import { make, pawns, svg } from "../format.js";
/** @import { Machine } from "./machine.js" */

/** @typedef {{san: string, uci: string, value: number}} Leaf */
/** @typedef {{san: string, uci: string, leaves: Leaf[]}} Branch */

/** Most centipawns to which a leaf can be dragged. */
const MOST = 600;
/** Centipawns of a key. */
const STEP = 25;

/** The moves of a position and the replies to them, each with its value for White. @param {Machine} machine @param {string} fen @returns {Promise<Branch[]>} */
export async function treeOf(machine, fen) {
  const { board } = await machine.position(fen);
  const branches = [];
  for (const uci of board.legal) {
    const after = await machine.position(fen, [uci]);
    const replies = await machine.weigh(after.board.fen);
    branches.push({
      san: after.board.san[0],
      uci,
      leaves: replies.map(({ san, uci, value }) => ({ san, uci, value })),
    });
  }
  return branches;
}

/** The least value of a branch: what Black’s best reply leaves. @param {Branch} branch */
export const least = (branch) =>
  Math.min(...branch.leaves.map((leaf) => leaf.value));

export class Tree {
  /** @param {HTMLElement} host @param {Branch[]} branches */
  constructor(host, branches) {
    this.branches = branches;
    /** @type {(branch: number) => void} */
    this.onBranch = () => {};
    /** @type {(branch: number, leaf: number) => void} */
    this.onLeaf = () => {};
    /** A leaf has been dragged to another value. @type {(branch: number, leaf: number) => void} */
    this.onDrag = () => {};
    this.drags = false;
    this.root = make("div", "", "learn-tree");
    this.top = make("div", "", "node top");
    this.top.append(make("b", "White moves"), make("span", "", "value"));
    this.root.append(this.top, this.#trunk());
    /** @type {HTMLButtonElement[]} */
    this.nodes = [];
    /** @type {HTMLElement[][]} */
    this.leaves = [];
    /** Where each move stands, and what belongs to it. @type {HTMLElement[]} */
    this.places = [];
    branches.forEach((branch, index) => {
      const place = make("div", "", "branch-place");
      const node = make("button", "", "node branch");
      node.append(make("b", branch.san), make("span", "", "value"));
      node.onclick = () => this.onBranch(index);
      place.append(node);
      this.nodes.push(node);
      this.places.push(place);
      const leaves = make("div", "", "leaves");
      this.leaves.push(
        branch.leaves.map((leaf, at) => {
          const made = this.#leaf(leaf, index, at);
          leaves.append(made);
          return made;
        }),
      );
      this.root.append(place, this.#joints(index), leaves);
    });
    host.append(this.root);
  }

  /** Lines from the top down to each move; that of a move can be made to stand out. */
  #trunk() {
    const count = this.branches.length;
    const picture = svg("svg", {
      viewBox: `0 0 100 ${100 * count}`,
      preserveAspectRatio: "none",
      class: "joints trunk",
      "aria-hidden": "true",
    });
    this.branches.forEach((_, index) =>
      picture.append(
        svg("path", {
          d: `M50 0V${100 * index + 50}H100`,
          "data-branch": index,
        }),
      ),
    );
    return picture;
  }

  /** Lines from a move to its replies. @param {number} branch */
  #joints(branch) {
    const { leaves } = this.branches[branch];
    const picture = svg("svg", {
      viewBox: `0 0 100 ${100 * leaves.length}`,
      preserveAspectRatio: "none",
      class: "joints",
      "aria-hidden": "true",
    });
    leaves.forEach((_, at) =>
      picture.append(
        svg("path", {
          d: `M0 ${50 * leaves.length}L100 ${100 * at + 50}`,
          "data-branch": branch,
          "data-leaf": at,
        }),
      ),
    );
    return picture;
  }

  /** @param {Leaf} leaf @param {number} branch @param {number} at */
  #leaf(leaf, branch, at) {
    const made = make("div", "", "node leaf");
    made.tabIndex = 0;
    made.setAttribute("role", "button");
    made.append(make("b", leaf.san), make("span", "", "value"));
    made.onkeydown = (event) => {
      const step = {
        ArrowUp: STEP,
        ArrowRight: STEP,
        ArrowDown: -STEP,
        ArrowLeft: -STEP,
      }[event.key];
      if (this.drags && step) {
        event.preventDefault();
        this.#drag(branch, at, leaf.value + step);
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        this.onLeaf(branch, at);
      }
    };
    made.onpointerdown = (event) => {
      if (event.button !== 0) return;
      const start = { y: event.clientY, value: leaf.value };
      let dragged = false;
      made.setPointerCapture(event.pointerId);
      made.onpointermove = (move) => {
        const up = start.y - move.clientY;
        if (!this.drags || (!dragged && Math.abs(up) < 4)) return;
        dragged = true;
        this.#drag(branch, at, Math.round((start.value + up * 4) / 5) * 5);
      };
      made.onpointerup = made.onpointercancel = () => {
        made.onpointermove = made.onpointerup = made.onpointercancel = null;
        if (!dragged) this.onLeaf(branch, at);
      };
    };
    return made;
  }

  /** @param {number} branch @param {number} at @param {number} value */
  #drag(branch, at, value) {
    this.branches[branch].leaves[at].value = Math.max(
      -MOST,
      Math.min(MOST, value),
    );
    this.leaf(branch, at);
    this.onDrag(branch, at);
  }

  /** Leaves can be dragged. */
  dragging() {
    this.drags = true;
    this.root.classList.add("drags");
    this.branches.forEach((branch, index) =>
      branch.leaves.forEach((_, at) => this.leaf(index, at)),
    );
  }

  /** Shows a leaf, with its value unless it is covered. @param {number} branch @param {number} at @param {string} [state] "covered", "cut" or "" */
  leaf(branch, at, state = "") {
    const place = this.leaves[branch][at];
    const { san, value } = this.branches[branch].leaves[at];
    const text =
      state === "covered" ? "?" : state === "cut" ? "✕" : pawns(value);
    const words =
      state === "covered"
        ? "not looked at"
        : state === "cut"
          ? "crossed out"
          : pawns(value);
    const shown = place.querySelector(".value");
    if (shown) shown.textContent = text;
    place.classList.toggle("covered", state === "covered");
    place.classList.toggle("cut", state === "cut");
    place.setAttribute(
      "aria-label",
      `${this.branches[branch].san}, reply ${san}: ${words}`,
    );
    if (this.drags) {
      place.setAttribute("role", "slider");
      place.setAttribute("aria-valuemin", String(-MOST));
      place.setAttribute("aria-valuemax", String(MOST));
      place.setAttribute("aria-valuenow", String(value));
      place.setAttribute("aria-valuetext", pawns(value));
    }
  }

  /** The value that stands at a branch. @param {number} branch @param {string} text */
  value(branch, text) {
    const place = this.nodes[branch].querySelector(".value");
    if (place) place.textContent = text;
  }

  /** The value that stands at the root. @param {string} text */
  total(text) {
    const place = this.top.querySelector(".value");
    if (place) place.textContent = text;
  }

  /** Lets lines stand out: the reply that counts in a branch, and the branch that counts at the root. @param {(number | null)[]} replies @param {number | null} best */
  lead(replies, best) {
    for (const line of this.root.querySelectorAll("path")) {
      const branch = Number(line.getAttribute("data-branch"));
      const leaf = line.getAttribute("data-leaf");
      line.classList.toggle(
        "leads",
        leaf === null ? best === branch : replies[branch] === Number(leaf),
      );
    }
    this.leaves.forEach((leaves, branch) =>
      leaves.forEach((leaf, at) =>
        leaf.classList.toggle("leads", replies[branch] === at),
      ),
    );
    this.nodes.forEach((node, branch) =>
      node.classList.toggle("leads", best === branch),
    );
  }

  /** Shows that a leaf has been looked at as the first, the second and so on. @param {number} branch @param {number} at @param {number} number */
  order(branch, at, number) {
    this.leaves[branch][at].append(make("span", String(number), "order"));
  }

  /** Takes all such numbers away. */
  orderless() {
    for (const one of this.root.querySelectorAll(".order")) one.remove();
  }

  /** Lets the line of a leaf fade that has been crossed out. @param {number} branch @param {number} at @param {boolean} cut */
  fold(branch, at, cut) {
    for (const line of this.root.querySelectorAll(
      `[data-branch="${branch}"][data-leaf="${at}"]`,
    ))
      line.classList.toggle("cut", cut);
  }
}
