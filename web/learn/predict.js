// @ts-check
/** @file The tenth chapter: a move of 1978, predicted by the reader and found by the machine. */
/** @import { Figure, Stage } from "./learn.js" */

import { format, make } from "../format.js";
import { Board, isWhite, squareOf } from "./board.js";
import { calm, painted, pause } from "./motion.js";
import { pawns } from "./tree.js";

/** Cycles between two pictures of the search. */
const SLICE = 150_000;
/** Plies to which a wrong guess is judged. */
const JUDGED = 4;

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen, played, depth, line } =
    /** @type {{fen: string, played: string, depth: number, line: string[]}} */ (
      stage.chapter.data
    );
  const { machine } = stage;
  const board = new Board(
    stage.host,
    "The position of 6 December 1978: Black to move",
  );
  const side = make("div", "", "learn-side");
  const clock = make("p", "", "learn-big");
  const told = make("p", "", "learn-caption");
  const list = make("ol", "", "learn-thoughts");
  list.setAttribute("aria-label", "What the machine wants to play");
  const look = make("button", "Let the machine search");
  const on = make("button", "Play on to the mate");
  look.hidden = on.hidden = true;
  side.append(clock, told, list, look, on);
  stage.host.append(side);
  let { board: game, frame } = await machine.position(fen);
  let [closed, busy] = [false, false];

  const begin = async () => {
    ({ board: game, frame } = await machine.position(fen));
    board.clear();
    board.set(frame.pieces);
    list.replaceChildren();
    clock.textContent = "";
    told.textContent = "You are Black. Drag the move that you would play.";
    look.hidden = on.hidden = true;
    busy = false;
  };
  board.movable = (square) =>
    !busy && board.pieces[square] !== "." && !isWhite(board.pieces[square]);

  board.onMove = async (from, to) => {
    const uci =
      (board.cells[from].dataset.square ?? "") + board.cells[to].dataset.square;
    board.set(frame.pieces);
    if (!game.legal.includes(uci)) {
      stage.say("That is not a legal move for Black.", "wrong");
      return;
    }
    board.clearLight();
    board.arrow(from, to, "black");
    if (uci === played) {
      stage.say("You saw it. Does the machine?", "right");
      return search();
    }
    busy = true;
    const after = await machine.position(fen, [uci]);
    const judged = await machine.search(JUDGED);
    if (closed) return;
    busy = false;
    const value = judged?.thoughts.at(-1)?.value ?? 0;
    stage.say(
      `After ${after.board.san[0]} the machine, ${JUDGED} plies deep, sees Black at ${pawns(-value)}. Good, but Belle was bolder: it gave something away. Try again, or let it search.`,
      "wrong",
    );
    look.hidden = false;
  };

  const search = async () => {
    busy = true;
    look.hidden = true;
    list.replaceChildren();
    await machine.position(fen);
    let shown = 0;
    let stop = performance.now();
    const found = await machine.search(
      depth,
      "host",
      (now, thoughts) => {
        clock.textContent = `${(now.cycle / machine.pace).toFixed(1)} s`;
        told.textContent = `${format.format(now.nodes)} positions. The seconds are those of the machine of 1980.`;
        for (const thought of thoughts.slice(shown)) {
          const row = make("li");
          row.append(
            make(
              "span",
              thought.depth === 1 ? "1 ply" : `${thought.depth} plies`,
            ),
            make("b", thought.line.split(" ")[1] ?? ""),
            make("span", pawns(thought.value), "number"),
          );
          list.append(row);
          board.clearLight();
          const [start, end] = [
            thought.uci[0].slice(0, 2),
            thought.uci[0].slice(2, 4),
          ].map(squareOf);
          board.arrow(
            start,
            end,
            thought.uci[0] === played ? "answer" : "tried",
          );
          row.scrollIntoView({ block: "nearest" });
        }
        shown = thoughts.length;
        stop = performance.now();
      },
      calm() ? 2_000_000 : SLICE,
    );
    if (!found || closed) return;
    for (const row of list.querySelectorAll("li"))
      row.classList.toggle("best", row === list.lastElementChild);
    list.lastElementChild?.scrollIntoView({ block: "nearest" });
    if (found.uci === played) {
      stage.say(
        `${found.san}: a rook for a pawn, found ${depth} plies deep after ${format.format(found.thoughts.at(-1)?.nodes ?? 0)} positions. At five it still wanted another move.`,
        "right",
      );
      stage.done();
    }
    on.hidden = false;
  };
  look.onclick = search;

  on.onclick = async () => {
    on.hidden = true;
    let pieces = frame.pieces;
    for (let number = 1; number <= line.length && !closed; number++) {
      const after = await machine.position(fen, line.slice(0, number));
      const uci = after.board.uci[number - 1];
      const [from, to] = [squareOf(uci.slice(0, 2)), squareOf(uci.slice(2, 4))];
      board.clearLight();
      pieces = after.frame.pieces;
      board.set(pieces, { from, to });
      board.arrow(from, to, number % 2 ? "black" : "answer");
      told.textContent =
        after.board.san.join(" ") +
        (after.board.ending ? `: ${after.board.ending}` : "");
      await pause(1100);
      await painted();
    }
  };
  await begin();
  return {
    show: async (name) => {
      if (busy && name !== "again") return;
      if (name === "again") return begin();
      if (name === "search") return search();
    },
    close: () => {
      closed = true;
      machine.token++;
    },
  };
}
