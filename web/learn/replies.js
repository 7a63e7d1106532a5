// @ts-check
/** @file The third chapter: three moves and three replies to each; the least bad. */
/** @import { Figure, Stage } from "./learn.js" */

import { make, pawns } from "../format.js";
import { Board, squareOf } from "./board.js";
import { Tree, least, treeOf } from "./tree.js";

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen, example } = /** @type {{fen: string, example: string}} */ (
    stage.chapter.data
  );
  const { machine } = stage;
  const board = new Board(stage.host, "The position");
  const caption = make("p", "", "learn-caption");
  const branches = await treeOf(machine, fen);
  const tree = new Tree(stage.side, branches);
  stage.side.append(caption);
  const start = await machine.position(fen);
  /** Black’s best reply in each branch, once it is found. @type {(number | null)[]} */
  let found = branches.map(() => null);
  let phase = /** @type {"replies" | "move" | "drag"} */ ("replies");

  const show = async (/** @type {string[]} */ moves) => {
    const { frame } = await machine.position(fen, moves);
    board.set(frame.pieces);
    board.clearLight();
    const last = moves[moves.length - 1];
    if (last)
      board.arrow(
        squareOf(last.slice(0, 2)),
        squareOf(last.slice(2, 4)),
        moves.length === 2 ? "black" : "answer",
      );
  };

  /** Black’s best reply: the one that leaves White least. */
  const reply = (/** @type {number} */ index) => {
    const values = branches[index].leaves.map((leaf) => leaf.value);
    return values.indexOf(Math.min(...values));
  };
  const best = () =>
    branches.reduce(
      (top, branch, index) =>
        least(branch) > least(branches[top]) ? index : top,
      0,
    );

  /** Black’s best reply to a move is found. @param {number} branch @param {number} leaf */
  const find = (branch, leaf) => {
    found[branch] = leaf;
    tree.value(branch, pawns(branches[branch].leaves[leaf].value));
    tree.lead(found, null);
  };

  tree.onLeaf = async (branch, leaf) => {
    const { san, value, uci } = branches[branch].leaves[leaf];
    await show([branches[branch].uci, uci]);
    if (phase !== "replies") return;
    const lowest = reply(branch);
    if (leaf !== lowest) {
      stage.say(
        `After ${san} White has ${pawns(value)}. Black wants the lowest number.`,
        "wrong",
      );
      return;
    }
    find(branch, leaf);
    if (!found.includes(null)) phase = "move";
    stage.say(
      `${branches[branch].san} is answered by ${san}: worth ${pawns(value)}.${phase === "move" ? " Now click White’s best move." : ""}`,
      "right",
    );
  };

  tree.onBranch = async (branch) => {
    await show([branches[branch].uci]);
    if (phase === "replies") {
      stage.say(
        "First find Black’s best reply to each move: click one of its numbers.",
        "",
      );
      return;
    }
    if (phase === "drag") return;
    const right = best();
    if (branch !== right) {
      const highest = Math.max(
        ...branches[branch].leaves.map((leaf) => leaf.value),
      );
      stage.say(
        `${branches[branch].san} could bring ${pawns(highest)}, but Black leaves ${pawns(least(branches[branch]))}. Another move leaves more.`,
        "wrong",
      );
      return;
    }
    tree.total(pawns(least(branches[right])));
    tree.lead(found, right);
    // The machine searches the same tree.
    await machine.position(fen);
    const search = await machine.search(2, "machine");
    stage.say(`Yes: the machine plays ${search?.san}, too.`, "right");
    stage.done();
    drag();
  };

  /** What was done is done: from now on the numbers can be dragged. */
  const drag = () => {
    phase = "drag";
    tree.dragging();
  };

  /** Each move with what Black’s best reply leaves, and the best of them. */
  const solve = () => {
    const right = best();
    found = branches.map((_, index) => reply(index));
    branches.forEach((branch, index) =>
      tree.value(index, pawns(least(branch))),
    );
    tree.total(pawns(least(branches[right])));
    tree.lead(found, right);
    return right;
  };

  tree.onDrag = () => {
    const right = solve();
    // What was said is of the numbers before.
    stage.say("");
    caption.textContent = `The best move is now ${branches[right].san}, worth ${pawns(least(branches[right]))}.`;
    show([branches[right].uci]);
  };

  branches.forEach((branch, index) =>
    branch.leaves.forEach((_, at) => tree.leaf(index, at)),
  );
  board.set(start.frame.pieces);
  if (stage.solved) {
    solve();
    drag();
  } else {
    const first = branches.findIndex((branch) => branch.san === example);
    find(first, reply(first));
  }
  return {
    show: async (name) => {
      const index = branches.findIndex((branch) => branch.san === name);
      if (index >= 0) await show([branches[index].uci]);
    },
  };
}
