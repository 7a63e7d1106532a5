// @ts-check
/** @file The fourth chapter: what need not be looked at. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { Machine } from "./machine.js" */

import { make, pawns } from "../format.js";
import { Board, squareOf } from "./board.js";
import { pause } from "./motion.js";
import { Tree, treeOf } from "./tree.js";

/**
 * The tree in the order in which the machine searches it, and the replies at which it looks, by the move before.
 * @param {Machine} machine @param {string} fen
 */
async function lookedAt(machine, fen) {
  const branches = await treeOf(machine, fen);
  await machine.position(fen);
  const search = await machine.search(2, "machine");
  const { nodes } = await machine.branch(search?.frame.cycle ?? 0, 2);
  /** @type {Map<string, string[]>} */
  const looked = new Map();
  let current = "";
  for (const node of nodes) {
    if (node.illegal) continue;
    if (node.ply === 1) {
      current = node.text;
      looked.set(current, []);
    } else if (node.ply === 2) looked.get(current)?.push(node.text);
  }
  const order = [...looked.keys()];
  branches.sort(
    (one, other) => order.indexOf(one.san) - order.indexOf(other.san),
  );
  return { branches, looked };
}

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen } = /** @type {{fen: string}} */ (stage.chapter.data);
  const { machine } = stage;
  const { side } = stage;
  const counter = make("p", "", "learn-big");
  const board = new Board(stage.host, "The position");
  side.append(counter);
  const { branches, looked } = await lookedAt(machine, fen);
  const tree = new Tree(side, branches);
  const buttons = branches.map((branch, index) => {
    const button = make("button", "✂ Skip rest", "learn-cut");
    button.ariaLabel = `✂ Skip rest of ${branch.san}`;
    button.title = "Cross out the replies that are still covered";
    button.onclick = () => cross(index);
    tree.places[index].append(button);
    return button;
  });
  const fewest = [...looked.values()].reduce(
    (sum, list) => sum + list.length,
    0,
  );
  const all = branches.reduce((sum, branch) => sum + branch.leaves.length, 0);

  const covered = () =>
    branches.map((branch) =>
      branch.leaves.map(
        () => /** @type {"covered" | "seen" | "cut"} */ ("covered"),
      ),
    );
  /** As the reader finds the tree: the machine’s first move has all its replies looked at. */
  const begun = () => {
    const [first] = looked.keys();
    return covered().map((leaves, index) =>
      branches[index].san === first
        ? leaves.map(() => /** @type {const} */ ("seen"))
        : leaves,
    );
  };
  let states = begun();
  let closedFigure = false;
  const seen = (/** @type {number} */ index) =>
    branches[index].leaves.filter((_, at) => states[index][at] === "seen");
  const worst = (/** @type {number} */ index) =>
    Math.min(...seen(index).map((leaf) => leaf.value));
  const whole = (/** @type {number} */ index) =>
    states[index].every((state) => state === "seen");
  const closed = (/** @type {number} */ index) =>
    states[index].every((state) => state !== "covered");
  /** The best value that is certain: that of a branch all of whose replies have been seen. */
  const certain = () =>
    Math.max(
      ...branches.map((_, index) => (whole(index) ? worst(index) : -Infinity)),
    );
  const count = () => states.flat().filter((state) => state === "seen").length;

  const paint = () => {
    branches.forEach((branch, index) => {
      branch.leaves.forEach((_, at) => {
        const state = states[index][at];
        tree.leaf(index, at, state === "seen" ? "" : state);
        tree.fold(index, at, state === "cut");
      });
      const some = seen(index).length;
      tree.value(
        index,
        some
          ? whole(index)
            ? pawns(worst(index))
            : `at most ${pawns(worst(index))}`
          : "",
      );
      buttons[index].disabled = closed(index);
    });
    const safe = certain();
    tree.total(safe > -Infinity ? `${pawns(safe)} for sure` : "");
    counter.textContent = `${count()} of ${all} looked at`;
  };

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

  tree.onBranch = (branch) => show([branches[branch].uci]);
  tree.onLeaf = async (branch, leaf) => {
    await show([branches[branch].uci, branches[branch].leaves[leaf].uci]);
    if (states[branch][leaf] !== "covered") return;
    const safe = certain();
    const wasOut = seen(branch).length > 0 && worst(branch) <= safe;
    states[branch][leaf] = "seen";
    paint();
    const { san, value } = branches[branch].leaves[leaf];
    const move = branches[branch].san;
    if (wasOut)
      stage.say(
        `You need not have looked at ${san}: ${move} was refuted already.`,
        "wrong",
      );
    else if (value <= safe)
      stage.say(
        `After ${san}: ${pawns(value)}, less than ${pawns(safe)}. ${move} is refuted: ✂ Skip rest.`,
        "right",
      );
    else
      stage.say(
        `After ${san}: ${pawns(value)}, more than ${pawns(safe)}. That refutes nothing. Try another reply to ${move}.`,
      );
    await end();
  };

  /** Crosses out the replies to a move that are still covered. @param {number} index */
  const crossOut = (index) => {
    states[index] = states[index].map((state) =>
      state === "covered" ? "cut" : state,
    );
    paint();
  };

  /** @param {number} index */
  const cross = async (index) => {
    const { san } = branches[index];
    const safe = certain();
    if (!seen(index).length) {
      stage.say(
        `You know nothing of ${san} yet: first look at a reply.`,
        "wrong",
      );
      return;
    }
    if (worst(index) > safe) {
      stage.say(
        `${san} is not refuted: it may still bring ${pawns(worst(index))}, more than ${pawns(safe)}.`,
        "wrong",
      );
      return;
    }
    crossOut(index);
    const rest = branches.filter((_, at) => !closed(at)).map((one) => one.san);
    stage.say(
      `Right: ${san} brings at most ${pawns(worst(index))}. Now ${rest.join(", ")}.`,
      "right",
    );
    await end();
  };

  /** Every reply has been looked at or crossed out. */
  const end = async () => {
    if (!branches.every((_, index) => closed(index))) return;
    tree.lead(
      branches.map(() => null),
      branches.findIndex(
        (_, index) => whole(index) && worst(index) === certain(),
      ),
    );
    const number = count();
    stage.say(
      number > fewest
        ? `Done, with ${number} looks in place of ${all}. The machine needs ${fewest}: it looks at captures first.`
        : `Right: ${number} looks in place of ${all}, as the machine.`,
      "right",
    );
    watch.hidden = false;
    stage.done();
  };

  /** The machine’s looks, one after the other, with their numbers. */
  const showLooks = async () => {
    watch.disabled = true;
    tree.orderless();
    states = covered();
    paint();
    let look = 0;
    for (const [san, list] of looked) {
      const index = branches.findIndex((branch) => branch.san === san);
      for (const reply of list) {
        const at = branches[index].leaves.findIndex(
          (leaf) => leaf.san === reply,
        );
        await pause(500);
        if (closedFigure) return;
        states[index][at] = "seen";
        paint();
        look += 1;
        tree.order(index, at, look);
      }
      await pause(500);
      if (closedFigure) return;
      crossOut(index);
    }
    watch.disabled = false;
  };
  const watch = make("button", "Watch the machine’s own looks");
  watch.onclick = showLooks;
  watch.hidden = !stage.solved;
  stage.more(watch);

  const { frame } = await machine.position(fen);
  board.set(frame.pieces);
  paint();
  return {
    close: () => {
      closedFigure = true;
    },
  };
}
