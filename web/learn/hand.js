// @ts-check
/** @file The seventh chapter: victim, aggressor, disabled squares, by hand. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { Lit } from "./machine.js" */

import { make, pieceName, squareName } from "../format.js";
import { Board, isWhite, squareOf } from "./board.js";
import { piecesOf } from "./machine.js";
import { follow, pause } from "./motion.js";
import { queueList } from "./queue.js";

/** Milliseconds between two moves that the machine finds alone. */
const ALONE = 140;

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen, wanted } = /** @type {{fen: string, wanted: number}} */ (
    stage.chapter.data
  );
  const board = new Board(stage.host, "The array: click the square that wins");
  const { side } = stage;
  const caption = make("p", "", "learn-caption tall");
  const queue = queueList(stage.queue, "victim");
  const list = make("ol", "", "learn-found");
  list.setAttribute("aria-label", "Moves found");
  const rest = make("button", "Let it find the rest");
  rest.hidden = true;
  stage.more(rest);
  side.append(caption, queue.host, list);
  const pieces = piecesOf(fen);
  board.set(pieces);
  /** @type {Lit} */
  let lit;
  /** The victim whose takers are sought; -1 while a victim is sought. */
  let victim = -1;
  /** @type {string[]} */
  let found = [];
  let [closed, busy] = [false, false];
  /** The machine goes on alone. */
  let alone = false;
  const many = (await stage.machine.position(fen)).board.legal.length;

  const paint = () => {
    board.clearMarks();
    for (const name of lit.disabled)
      board.mark(squareOf(name), "shut", "disabled");
    if (victim >= 0) board.mark(victim, "victim", "victim");
    board.light(lit, { winner: false });
    queue.show(victim < 0 ? "victim" : "aggressor", lit.lines);
  };

  /** A new victim, with the squares that are disabled. @param {string[]} disabled @param {string} [close] */
  const seekVictim = async (disabled, close) => {
    victim = -1;
    lit = await stage.machine.settle(pieces, { disabled, close });
    paint();
    if (!lit.winner)
      caption.textContent = "No square answers any more: all moves are found.";
    else if (!alone) caption.textContent = "FIND VICTIM";
  };

  /** The next taker of the victim. @param {{disabled: string[], from?: string}} how */
  const seekAggressor = async (how) => {
    lit = await stage.machine.settle(pieces, {
      ...how,
      victim: squareName(victim),
    });
    paint();
    if (!alone && lit.winner) caption.textContent = "FIND AGGRESSOR";
  };

  /** A victim is chosen. @param {number} square */
  const chooseVictim = async (square) => {
    victim = square;
    await seekAggressor({ disabled: lit.disabled });
  };

  /** An aggressor is chosen: the move is found, and its square disabled. @param {number} square */
  const chooseAggressor = async (square) => {
    found.push(squareName(square) + squareName(victim));
    const taken = pieces[victim] === "." ? "to" : "takes";
    list.append(
      make(
        "li",
        `${found.length}. ${pieceName(pieces[square])} ${squareName(square)} ${taken} ${squareName(victim)}`,
      ),
    );
    follow(list.lastElementChild);
    await seekAggressor({ disabled: lit.disabled, from: squareName(square) });
    if (lit.winner)
      return `${squareName(square)} is disabled now: the next taker wins.`;
    await pause(alone ? ALONE : 700);
    const name = squareName(victim);
    await seekVictim(lit.disabled, name);
    const next = found.length < wanted ? " Who is the next victim?" : "";
    return `No taker of ${name} is left: ${name} is disabled, its takers are free.${next}`;
  };

  /** Why a square does not win. @param {number} square */
  const reason = (square) => {
    const name = squareName(square);
    if (square === victim)
      return `${name} is still the victim. Click the piece that takes it: the lowest number.`;
    if (lit.disabled.includes(name))
      return `${name} is disabled: what it could do is found already.`;
    const line = lit.lines.findIndex((plane) => plane[square]) + 1;
    const best = lit.winner;
    if (victim < 0 && isWhite(pieces[square]))
      return `${name} has a white piece: no victim. Numbers are on the squares where White can go.`;
    if (!line || !best) return `No wire ends at ${name}: it does not answer.`;
    if (line > best.line)
      return `${name} answers with ${line}. A lower number is on the board.`;
    return `${name} answers with ${line} too. Between equals the lower row wins, then the square further left.`;
  };

  board.onPress = async (square) => {
    if (busy || !lit.winner) return;
    if (square !== lit.winner.square) return stage.say(reason(square), "wrong");
    busy = true;
    board.win(square);
    await pause(350);
    if (victim < 0) {
      await chooseVictim(square);
      if (closed) return;
      busy = false;
      stage.say(`${squareName(square)} is the victim. Who takes it?`, "right");
      return;
    }
    const said = await chooseAggressor(square);
    if (closed) return;
    busy = false;
    if (found.length === wanted) {
      stage.say(`Right. ${said}`, "right");
      stage.done();
      rest.hidden = false;
    } else stage.say(said, "right");
  };

  rest.onclick = async () => {
    rest.hidden = true;
    [busy, alone] = [true, true];
    caption.textContent =
      "The machine goes on: the next victim, and its aggressors.";
    while (!closed && lit.winner) {
      board.win(lit.winner.square);
      await pause(ALONE);
      if (victim < 0) await chooseVictim(lit.winner.square);
      else await chooseAggressor(lit.winner.square);
    }
    [busy, alone] = [false, false];
    if (closed) return;
    stage.say(
      `All ${found.length} moves, each once. ${found.length - many} of them put White’s king where it can be taken: the circuits do not see that. The program finds out after the move (chapter 8).`,
      "right",
    );
    follow(list.lastElementChild);
  };

  await seekVictim([]);
  return {
    show: async (name) => {
      if (busy) return;
      if (name !== "forget") return;
      // Without the memory the same square wins again and again.
      const shown = lit;
      busy = true;
      lit = await stage.machine.settle(
        pieces,
        victim < 0 ? {} : { victim: squareName(victim) },
      );
      paint();
      const again = lit.winner?.square ?? 0;
      board.win(again);
      stage.say(
        `With nothing disabled ${squareName(again)} wins (green), and would win every time.`,
      );
      await pause(2200);
      lit = shown;
      if (!closed) paint();
      busy = false;
    },
    close: () => {
      closed = true;
    },
  };
}
