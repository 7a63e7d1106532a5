// @ts-check
/** @file The tenth chapter: a move of 1978, predicted by the reader and found by the machine. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { InfoLine } from "../protocol.js" */

import { format, make } from "../format.js";
import { Board, isWhite, squareOf } from "./board.js";
import { calm, follow, painted, pause } from "./motion.js";
import { pawns } from "./tree.js";

/** Cycles between two pictures of the search. */
const SLICE = 150_000;
/** Plies to which a wrong guess is judged. */
const JUDGED = 4;

/** How far ahead a side is. @param {number} value in hundredths of a pawn */
const lead = (value) => {
  const by = (Math.abs(value) / 100).toFixed(2);
  return value < 0 ? `${by} pawns behind` : `${by} pawns ahead`;
};

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
  const side = stage.panel();
  const clock = make("p", "", "learn-big");
  const told = make("p", "", "learn-caption");
  const list = make("ol", "", "learn-thoughts");
  list.setAttribute("aria-label", "What the machine wants to play");
  const look = make("button", "Let the machine search");
  const on = make("button", "Play on to the mate");
  look.hidden = on.hidden = true;
  side.append(clock, told, list, look, on);
  const { board: game, frame } = await machine.position(fen);
  let [closed, busy, tried, searched] = [false, false, false, false];

  board.movable = (square) =>
    !busy &&
    board.pieces === frame.pieces &&
    board.pieces[square] !== "." &&
    !isWhite(board.pieces[square]);

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
    [busy, tried] = [true, true];
    const after = await machine.position(fen, [uci]);
    const judged = await machine.search(JUDGED);
    if (closed) return;
    busy = false;
    const value = judged?.thoughts.at(-1)?.value ?? 0;
    // A move that leads is no mistake, only less.
    const good = value < 0;
    stage.say(
      `After ${after.board.san[0]} the machine, ${JUDGED} plies deep, sees Black ${lead(-value)}. Belle’s move is better: it offers White something, and if he takes it, Black mates in ${stage.chapter.facts.mate}. Try again, or let it search.`,
      good ? "" : "wrong",
    );
    look.hidden = false;
  };

  /** A row for each look, and in it the moves that it has wanted, one after the other. @param {InfoLine} thought */
  const tell = (thought) => {
    const { depth: plies, uci, value, line: words } = thought;
    let row = list.children[plies - 1];
    if (!row) {
      row = make("li");
      row.append(
        make("span", plies === 1 ? "1 ply" : `${plies} plies`),
        make("b"),
        make("span", "", "number"),
      );
      list.append(row);
      follow(row);
      stage.reveal();
    }
    const [, moves, worth] = row.children;
    const move = words.split(" ")[1] ?? "";
    const wanted = (moves.textContent ?? "").split(" → ").filter(Boolean);
    if (wanted.at(-1) !== move) wanted.push(move);
    moves.textContent = wanted.join(" → ");
    worth.textContent = pawns(value);
    board.clearLight();
    const [from, to] = [uci[0].slice(0, 2), uci[0].slice(2, 4)].map(squareOf);
    board.arrow(from, to, uci[0] === played ? "answer" : "tried");
  };

  const search = async () => {
    [busy, searched] = [true, true];
    board.set(frame.pieces);
    on.hidden = true;
    look.hidden = true;
    list.replaceChildren();
    board.clearLight();
    stage.reveal();
    await machine.position(fen);
    let shown = 0;
    const found = await machine.search(
      depth,
      "host",
      (now, thoughts) => {
        const seconds = now.cycle / machine.pace;
        const rate = Math.round(now.nodes / seconds / 1000) * 1000;
        clock.textContent = `${seconds.toFixed(1)} s`;
        told.textContent = `${format.format(now.nodes)} positions, ${format.format(rate)} a second of 1980. At an arrow (→) it changed its mind.`;
        for (const thought of thoughts.slice(shown)) tell(thought);
        shown = thoughts.length;
      },
      calm() ? 2_000_000 : SLICE,
    );
    if (!found || closed) return;
    for (const row of list.querySelectorAll("li"))
      row.classList.toggle("best", row === list.lastElementChild);
    const last = found.thoughts.at(-1);
    const [all, until] = [found.frame.nodes, last?.nodes ?? 0];
    told.textContent = `${found.san} came after ${format.format(until)} of ${format.format(all)} positions. The mate, ${line.length} plies away, it does not see yet.`;
    if (found.uci === played) {
      stage.say(
        `${found.san} gives up a rook for a pawn. At ${depth} plies it sees ${pawns(last?.value ?? 0)} for Black, more than any other move brings.`,
        "right",
      );
      stage.done();
    }
    busy = false;
    on.hidden = false;
    // What is said, and the button, may have taken room from the list.
    stage.reveal();
    follow(list.lastElementChild);
  };
  look.onclick = search;

  on.onclick = async () => {
    on.hidden = true;
    busy = true;
    board.set(frame.pieces);
    for (let number = 1; number <= line.length && !closed; number++) {
      const after = await machine.position(fen, line.slice(0, number));
      const uci = after.board.uci[number - 1];
      const [from, to] = [squareOf(uci.slice(0, 2)), squareOf(uci.slice(2, 4))];
      board.clearLight();
      board.set(after.frame.pieces, { from, to });
      board.arrow(from, to, number % 2 ? "black" : "answer");
      told.textContent =
        after.board.san.join(" ") +
        (after.board.ending ? `: ${after.board.ending}.` : "");
      await pause(900);
      await painted();
    }
    // The board stays at the mate; a new search begins from the position of the task.
    look.hidden = false;
    busy = false;
  };
  board.set(frame.pieces);
  told.textContent =
    "You are Black. Drag the move that you would play. + is good for Black.";
  return {
    show: (name) => {
      if (busy || name !== "search") return;
      if (tried || searched || stage.solved) return search();
      stage.say("First predict: drag the move that you would play for Black.");
    },
    close: () => {
      closed = true;
      machine.token++;
    },
  };
}
