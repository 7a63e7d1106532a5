// @ts-check
/** @file The first chapter: a move, its answer, and the positions between them. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { RootSearch } from "../protocol.js" */

import { format, make } from "../format.js";
import { Board, isWhite, squareOf } from "./board.js";
import { choices } from "./choices.js";
import { run } from "./motion.js";

const FIRST = "You are White.";
/** The clock before a move. */
const STOPPED = "0.0000 s";
/** Milliseconds into which the hundredth of a second is stretched. */
const STRETCHED = 3500;
/** The same for who has seen it before. */
const AT_ONCE = 1;

/** The moves that it tried, in its order when it looked furthest ahead, with the positions of the looks before, too. @param {RootSearch[]} roots */
function tried(roots) {
  const last = Math.max(...roots.map((one) => one.depth));
  const moves = roots.filter((one) => one.depth === last);
  return moves.map((move) => {
    const looks = roots.filter((one) => one.uci === move.uci);
    return { ...move, nodes: looks.reduce((sum, one) => sum + one.nodes, 0) };
  });
}

/** @param {number[]} numbers */
const average = (numbers) =>
  Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length);

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { depth, guesses } = /** @type {{depth: number, guesses: number[]}} */ (
    stage.chapter.data
  );
  const { machine } = stage;
  const board = new Board(stage.host, "Chessboard: you are White");
  const { side } = stage;
  const clock = make("p", "", "learn-big");
  clock.textContent = STOPPED;
  const told = make("p", FIRST, "learn-caption");
  const list = make("ol", "", "learn-roots");
  list.setAttribute("aria-label", "The moves that it tried, with positions");
  side.append(clock, told, list);
  let { board: game, frame } = await machine.position();
  /** @type {{nodes: number, seconds: number, roots: RootSearch[], san: string, uci: string} | null} */
  let answer = null;
  let [busy, closed] = [false, false];
  board.movable = (square) => !answer && !busy && isWhite(frame.pieces[square]);
  board.set(frame.pieces);

  board.onMove = async (from, to) => {
    const uci =
      board.cells[from].dataset.square + (board.cells[to].dataset.square ?? "");
    const legal = game.legal.find((one) => one.startsWith(uci));
    if (!legal) {
      board.set(frame.pieces);
      stage.say(
        "That is not a legal move: at first only pawns, straight ahead, and knights can go.",
        "wrong",
      );
      return;
    }
    stage.kept.move = legal;
    stage.keep();
    stage.say("");
    await respond(legal);
    stage.say("How many positions did it look at in that time?");
    guess.hidden = false;
  };

  /** The machine answers a move. @param {string} legal */
  const respond = async (legal) => {
    busy = true;
    const [from, to] = [
      squareOf(legal.slice(0, 2)),
      squareOf(legal.slice(2, 4)),
    ];
    const after = await machine.position(undefined, [legal]);
    board.set(after.frame.pieces, { from, to });
    const found = await machine.search(depth);
    if (!found) return;
    const { nodes, cycle } = found.frame;
    answer = {
      nodes,
      seconds: cycle / machine.pace,
      roots: await machine.roots(),
      san: found.san,
      uci: found.uci,
    };
    const done = await machine.position(undefined, [legal, found.uci]);
    ({ board: game, frame } = done);
    const [start, end] = [
      squareOf(found.uci.slice(0, 2)),
      squareOf(found.uci.slice(2, 4)),
    ];
    board.set(frame.pieces, { from: start, to: end });
    board.arrow(start, end, "answer");
    clock.textContent = `${answer.seconds.toFixed(4)} s`;
    told.textContent = `It answers ${found.san}, the arrow.`;
  };

  const { group: guess } = choices(
    guesses.map((number) => ({
      name: `about ${format.format(number)}`,
      value: number,
    })),
    async (number) => {
      if (!answer) return false;
      const { nodes } = answer;
      const looks = tried(answer.roots).map(({ nodes: taken }) => taken);
      const near = guesses.reduce((best, one) =>
        Math.abs(one - nodes) < Math.abs(best - nodes) ? one : best,
      );
      if (number !== near) {
        stage.say(
          number < near
            ? `More: it tried ${looks.length} moves, and looked at ${average(looks)} positions for each, on average.`
            : "Fewer: it skips most of them.",
          "wrong",
        );
        return false;
      }
      stage.say(`Yes: ${format.format(nodes)} positions.`, "right");
      stage.done();
      guess.hidden = true;
      await replay(STRETCHED);
      stage.reveal();
      return true;
    },
  );
  guess.hidden = true;
  stage.ask(guess);

  /** The moves that it tried, slowed down, with the positions each took. */
  const replay = async (/** @type {number} */ milliseconds) => {
    if (!answer) return;
    const { roots, seconds, uci } = answer;
    const moves = tried(roots);
    const most = Math.max(...moves.map((one) => one.nodes));
    list.replaceChildren();
    const rows = moves.map((one) => {
      const row = make("li");
      const bar = make("span", "", "bar");
      row.append(
        make("b", one.san),
        bar,
        make("span", format.format(one.nodes), "number"),
      );
      bar.style.setProperty("--part", String(one.nodes / most));
      row.hidden = true;
      list.append(row);
      return row;
    });
    const [start, end] = [moves[0].from, moves[moves.length - 1].to];
    told.textContent = "Its tries, slowed down.";
    let shown = -1;
    await run(
      milliseconds,
      (part) => {
        const cycle = start + (end - start) * part;
        clock.textContent = `${(seconds * (cycle / end)).toFixed(4)} s`;
        moves.forEach((one, index) => {
          if (one.from > cycle || index <= shown) return;
          shown = index;
          rows[index].hidden = false;
          board.clearLight();
          board.arrow(
            squareOf(one.uci.slice(0, 2)),
            squareOf(one.uci.slice(2, 4)),
            "tried",
          );
        });
      },
      () => !closed,
    );
    if (closed) return;
    board.clearLight();
    board.arrow(squareOf(uci.slice(0, 2)), squareOf(uci.slice(2, 4)), "answer");
    moves.forEach((one, index) =>
      rows[index].classList.toggle("best", one.uci === uci),
    );
    told.textContent =
      "Its tries, and the positions each took; green is its answer.";
  };

  // Who comes back finds what the machine did.
  if (stage.solved && typeof stage.kept.move === "string") {
    await respond(stage.kept.move);
    await replay(AT_ONCE);
  }
  return {
    show: (name) => {
      if (name === "tries")
        stage.say(
          `${guess.hidden ? "" : "How many positions? "}Its move is one ply, your reply a second, its answer to that a third.`,
        );
    },
    close: () => {
      closed = true;
    },
  };
}
