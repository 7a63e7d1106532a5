// @ts-check
/** @file The second chapter: the best capture, graded by what the array finds. */
/** @import { Figure, Stage } from "./learn.js" */

import { make, pieceName, squareName } from "../format.js";
import { Board, isWhite, moved } from "./board.js";
import { piecesOf } from "./machine.js";
import { pause } from "./motion.js";
import { queueList } from "./queue.js";

const VICTIM = "Step 1, the victim: the biggest prize has 1 and wins.";
const AGGRESSOR =
  "Step 2, the aggressor: now the smallest piece has 1. The wires run back.";
/** Milliseconds for which the victim is shown before its aggressor. */
const SHOWN = 2200;

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen } = /** @type {{fen: string}} */ (stage.chapter.data);
  const board = new Board(stage.host, "Chessboard: find White’s best capture");
  const caption = make("p", "", "learn-caption tall");
  const queues = {
    victim: queueList(stage.queue, "victim"),
    aggressor: queueList(stage.queue, "aggressor"),
  };
  stage.side.append(caption, queues.victim.host, queues.aggressor.host);
  /** Says which step is seen, and brings its queue out. @param {"victim" | "aggressor" | ""} step @param {string} words */
  const tell = (step, words) => {
    caption.textContent = words;
    queues.victim.host.classList.toggle("faint", step === "aggressor");
    queues.aggressor.host.classList.toggle("faint", step === "victim");
  };
  const pieces = piecesOf(fen);
  let [closed, busy] = [false, false];
  /** The reader has tried a capture. */
  let tried = stage.solved;
  board.movable = (square) => !busy && isWhite(board.pieces[square]);
  board.set(pieces);
  tell("", "");
  /** What the array finds: the victim and its aggressor. */
  const victim = (await stage.machine.settle(pieces)).winner?.square ?? 0;
  const takers = await stage.machine.settle(pieces, {
    victim: squareName(victim),
  });
  const best = { victim, aggressor: takers.winner?.square ?? 0 };

  /** Shows how the array finds it: first the victim, then who takes it. */
  const shine = async () => {
    const victim = await stage.machine.settle(pieces);
    board.light(victim);
    tell("victim", VICTIM);
    await pause(SHOWN);
    if (closed) return;
    const aggressor = await stage.machine.settle(pieces, {
      victim: squareName(best.victim),
    });
    if (closed) return;
    board.light(aggressor);
    board.win(best.victim);
    tell("aggressor", AGGRESSOR);
  };

  board.onMove = async (from, to) => {
    const [piece, prize] = [pieces[from], pieces[to]];
    // Which pieces can take on this square is what the array says of it as a victim.
    const taking = await stage.machine.settle(pieces, {
      victim: squareName(to),
    });
    const can = taking.lines.some((plane) => plane[from]);
    board.set(pieces);
    board.clear();
    tried = true;
    if (prize === "." || isWhite(prize)) {
      stage.say(
        "That move takes nothing. Look for a black piece that you can take.",
        "wrong",
      );
    } else if (!can) {
      stage.say(
        `The ${pieceName(piece)} cannot go from ${squareName(from)} to ${squareName(to)}.`,
        "wrong",
      );
    } else if (to !== best.victim) {
      const better = pieceName(pieces[best.victim]);
      board.mark(to, "poor", "a lesser prize");
      stage.say(
        `You win a ${pieceName(prize)}. There is a bigger prize: a ${better}.`,
        "wrong",
      );
    } else if (from !== best.aggressor) {
      board.mark(from, "poor", "a dear taker");
      stage.say(
        `The right victim. But if Black takes back, you lose a ${pieceName(piece)}, not a ${pieceName(pieces[best.aggressor])}.`,
        "wrong",
      );
    } else {
      busy = true;
      board.set(moved(pieces, from, to), { from, to });
      stage.say("Yes. The machine finds it in two steps.", "right");
      // On a phone the steps are told below.
      stage.reveal();
      await pause(700);
      if (closed) return;
      board.set(pieces);
      await shine();
      if (closed) return;
      busy = false;
      stage.done();
    }
  };

  return {
    show: async (name) => {
      // The move that has just been found is still shown.
      if (busy) return;
      if (name === "victim") tell("victim", VICTIM);
      else tell("aggressor", AGGRESSOR);
      if (!tried) {
        const what =
          name === "victim" ? "victim is what is taken" : "aggressor takes it";
        stage.say(`The ${what}. Try a capture: then its wires are shown.`);
        return;
      }
      board.set(pieces);
      board.light(
        name === "victim"
          ? await stage.machine.settle(pieces)
          : await stage.machine.settle(pieces, {
              victim: squareName(best.victim),
            }),
        { winner: false },
      );
    },
    close: () => {
      closed = true;
    },
  };
}
