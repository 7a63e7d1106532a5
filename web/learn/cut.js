// @ts-check
/** @file The fourth chapter: what need not be looked at. */
/** @import { Figure, Stage } from "./learn.js" */

import { make, pawns } from "../format.js";
import { Board, squareOf } from "./board.js";
import { pause } from "./motion.js";
import { Tree, treeOf } from "./tree.js";

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen } = /** @type {{fen: string}} */ (stage.chapter.data);
  const { machine } = stage;
  const { side } = stage;
  const counter = make("p", "", "learn-big");
  const caption = make("p", "", "learn-caption guide");
  const again = make("button", "Cover again");
  const board = new Board(stage.host, "The position");
  const head = make("div", "", "learn-head");
  head.append(counter, again);
  side.append(head, caption);
  const branches = await treeOf(machine, fen);
  const tree = new Tree(side, branches);
  const buttons = branches.map((branch, index) => {
    const button = make("button", "✂ the rest", "learn-cut");
    button.ariaLabel = `✂ Cross out the rest of ${branch.san}`;
    button.title = "Cross out the replies that are still covered";
    button.onclick = () => cross(index);
    tree.places[index].append(button);
    return button;
  });
  await machine.position(fen);
  const search = await machine.search(2, "machine");
  const { nodes } = await machine.branch(search?.frame.cycle ?? 0, 2);
  /** Replies at which the machine has looked, by the move before. @type {Map<string, string[]>} */
  const looked = new Map();
  let current = "";
  for (const node of nodes) {
    if (node.illegal) continue;
    if (node.ply === 1) {
      current = node.text;
      looked.set(current, []);
    } else if (node.ply === 2) looked.get(current)?.push(node.text);
  }
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
  /** The reader has come to an end, be it with too many looks. */
  let tried = stage.solved;
  /** The machine shows its way. */
  let shows = false;
  let gone = false;
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
  /** Looks that the reader has not had to take. */
  const given = count();

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

  /** @param {("covered" | "seen" | "cut")[][]} from */
  const cover = async (from) => {
    states = from;
    tree.orderless();
    tree.lead(
      branches.map(() => null),
      null,
    );
    caption.textContent = "Click a reply; ✂ crosses out the rest.";
    const { frame } = await machine.position(fen);
    board.clearLight();
    board.set(frame.pieces);
    paint();
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

  tree.onLeaf = async (branch, leaf) => {
    await show([branches[branch].uci, branches[branch].leaves[leaf].uci]);
    if (shows || states[branch][leaf] !== "covered") return;
    const before = certain();
    const needless = seen(branch).length && worst(branch) <= before;
    states[branch][leaf] = "seen";
    paint();
    const { san, value } = branches[branch].leaves[leaf];
    if (needless)
      stage.say(
        `You need not have looked at ${san}: ${branches[branch].san} was out already.`,
        "wrong",
      );
    else stage.say(`After ${branches[branch].san} ${san}: ${pawns(value)}.`);
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
    if (shows) return;
    const { san } = branches[index];
    const safe = certain();
    if (!seen(index).length) {
      stage.say(
        `You know nothing of ${san}. Look at the reply that hurts White most.`,
        "wrong",
      );
      return;
    }
    if (worst(index) > safe) {
      stage.say(
        `${san} still stands at ${pawns(worst(index))}, better than the ${pawns(safe)} that White has for sure. One of the other replies must decide.`,
        "wrong",
      );
      return;
    }
    crossOut(index);
    stage.say(
      `Right: whatever the other replies are, ${san} leaves at most ${pawns(worst(index))}.`,
      "right",
    );
    await end();
  };

  const end = async () => {
    if (!branches.every((_, index) => closed(index))) return;
    const number = count();
    const best = branches.findIndex(
      (_, index) => whole(index) && worst(index) === certain(),
    );
    tree.lead(
      branches.map(() => null),
      best,
    );
    tried = true;
    if (number > fewest) {
      stage.say(
        `${number} looks; ${fewest} are enough. Cover again, and look first at the reply that hurts White most: a capture.`,
        "wrong",
      );
      return;
    }
    stage.say(
      `Right: ${number} looks in place of ${all}, as the machine.`,
      "right",
    );
    caption.textContent = "";
    stage.done();
  };

  again.onclick = () => {
    if (shows) return;
    stage.say("");
    cover(begun());
  };
  await cover(begun());
  return {
    show: async (name) => {
      if (name !== "machine" || shows) return;
      if (!tried) {
        stage.say("Try it yourself first; then the machine shows its way.");
        return;
      }
      // What the reader has begun comes back afterwards; otherwise the machine's way stays.
      const own = states;
      const open = count() > given && !branches.every((_, at) => closed(at));
      shows = true;
      await cover(covered());
      let look = 0;
      for (const [san, list] of looked) {
        const index = branches.findIndex((branch) => branch.san === san);
        for (const reply of list) {
          const at = branches[index].leaves.findIndex(
            (leaf) => leaf.san === reply,
          );
          await pause(500);
          if (gone) return;
          states[index][at] = "seen";
          paint();
          look += 1;
          tree.order(index, at, look);
          const { value } = branches[index].leaves[at];
          caption.textContent = `The machine’s look ${look} of ${fewest}: after ${san} ${reply} White stands at ${pawns(value)}.`;
        }
        await pause(500);
        if (gone) return;
        crossOut(index);
      }
      caption.textContent = `The machine’s ${fewest} looks, one after the other. The rest it has never seen.`;
      shows = false;
      if (!open) return;
      await pause(1500);
      tree.orderless();
      states = own;
      paint();
    },
    close: () => {
      gone = true;
    },
  };
}
