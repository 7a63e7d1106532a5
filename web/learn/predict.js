// @ts-check
/** @file The tenth chapter: a move of 1978, predicted by the reader and found by the machine. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { InfoLine } from "../protocol.js" */

import { format, make, pawns } from "../format.js";
import { Board, isWhite, squareOf } from "./board.js";
import { calm, follow, pause } from "./motion.js";

/** Cycles between two pictures of the search. */
const SLICE = 150_000;
/** Plies to which a wrong guess is judged. */
const JUDGED = 4;
/** Milliseconds for which each move to the mate is shown. */
const SHOWN = 900;

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
  const { side } = stage;
  const clock = make("p", "", "learn-big");
  const told = make("p", "", "learn-caption");
  const list = make("ol", "", "learn-thoughts");
  list.setAttribute("aria-label", "What the machine wants to play");
  const back = make("button", "Move back");
  const on = make("button", "Next move");
  stage.more(back, on);
  side.append(clock, told, list);
  /** Moves of the line to the mate that have been played. */
  let playedOn = 0;
  const { board: game, frame } = await machine.position(fen);
  let [closed, busy] = [false, false];

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
      stage.say("The machine searches…");
      return search("You saw it, too.", null);
    }
    busy = true;
    stage.say("The machine tries your move…");
    const after = await machine.position(fen, [uci]);
    const judged = await machine.search(JUDGED);
    if (closed) return;
    const value = judged?.thoughts.at(-1)?.value ?? 0;
    const said = `After your ${after.board.san[0]} Black is ${lead(-value)}, ${JUDGED} plies deep.`;
    stage.say(`${said} And the machine?`);
    await search(said, { from, to });
  };

  /** A row for each look: how far ahead, the move that it wants, and what that is worth. @param {InfoLine} thought */
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
    moves.textContent = move;
    worth.textContent = pawns(value);
    board.clearLight();
    const [from, to] = [uci[0].slice(0, 2), uci[0].slice(2, 4)].map(squareOf);
    board.arrow(from, to, uci[0] === played ? "answer" : "tried");
  };

  /** @param {string} guess what is said of the reader's own move @param {{from: number, to: number} | null} own that move, where it is another */
  const search = async (guess, own) => {
    busy = true;
    board.set(frame.pieces);
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
        told.textContent = `${format.format(now.nodes)} positions, here ${format.format(rate)} a second.`;
        for (const thought of thoughts.slice(shown)) tell(thought);
        shown = thoughts.length;
      },
      calm() ? 2_000_000 : SLICE,
    );
    if (!found || closed) return;
    for (const row of list.querySelectorAll("li"))
      row.classList.toggle("best", row === list.lastElementChild);
    const last = found.thoughts.at(-1);
    told.textContent = `${found.san} came after ${format.format(last?.nodes ?? 0)} positions. The mate, ${line.length} plies away, it does not see yet.`;
    if (own) board.arrow(own.from, own.to, "black");
    if (found.uci === played) {
      stage.say(
        `${guess} The machine gives a rook for a pawn, worth ${pawns(last?.value ?? 0)}: ${depth} plies deep no move is worth more.`,
        "right",
      );
      stage.done();
    }
    busy = false;
    playedOn = 0;
    back.disabled = true;
    on.disabled = false;
    // What is said, and the button, may have taken room from the list.
    stage.reveal();
    follow(list.lastElementChild);
  };
  /** The position of the line after so many moves. @param {number} number */
  const walk = async (number) => {
    if (busy) return;
    busy = true;
    const forward = number > playedOn;
    playedOn = number;
    const after = await machine.position(fen, line.slice(0, number));
    if (closed) return;
    board.clearLight();
    const uci = after.board.uci[number - 1];
    if (uci) {
      const [from, to] = [squareOf(uci.slice(0, 2)), squareOf(uci.slice(2, 4))];
      board.set(after.frame.pieces, forward ? { from, to } : null);
      board.arrow(from, to, number % 2 ? "black" : "answer");
    } else board.set(after.frame.pieces);
    const ending = after.board.ending ? `: ${after.board.ending}.` : "";
    told.textContent = `Move ${number} of ${line.length}: ${after.board.san.join(" ")}${ending}`;
    back.disabled = number === 0;
    on.disabled = number === line.length;
    busy = false;
  };
  back.onclick = () => walk(playedOn - 1);
  on.onclick = () => walk(playedOn + 1);
  board.set(frame.pieces);
  told.textContent = "You are Black; + is good for Black.";
  return {
    show: async () => {
      for (let number = 0; number <= line.length && !closed; number++) {
        await walk(number);
        await pause(SHOWN);
      }
    },
    close: () => {
      closed = true;
      machine.token++;
    },
  };
}
