// @ts-check
/** @file The seventh chapter: victim, aggressor, disabled squares, by hand. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { Lit } from "./machine.js" */
/** @import { Command, Frame } from "../protocol.js" */

import { bits } from "../array.js";
import { make, pieceName, squareName } from "../format.js";
import { first } from "../transport.js";
import { Board, isWhite, squareOf } from "./board.js";
import { piecesOf } from "./machine.js";
import { follow, pause } from "./motion.js";
import { queueList } from "./queue.js";

/** Milliseconds between two moves that the machine finds alone. */
const ALONE = 140;

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const {
    fen,
    wanted,
    stack: told,
  } = /** @type {{fen: string, wanted: number, stack: string[]}} */ (
    stage.chapter.data
  );
  const board = new Board(stage.host, "The array: click the square that wins");
  const { side } = stage;
  const caption = make("p", "", "learn-caption tall");
  const queue = queueList(stage.queue, "victim");
  const list = make("ol", "", "learn-found");
  list.setAttribute("aria-label", "Moves found");
  const rest = make("button", "If you like: let it find the rest");
  const deeper = make("button", "Ply by ply");
  const stack = make("ol", "", "learn-stack");
  stack.setAttribute("aria-label", "The stack: disabled squares of each ply");
  rest.hidden = deeper.hidden = true;
  side.append(caption, queue.host, stack, list, rest, deeper);
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
    else if (!alone)
      caption.textContent = "FIND VICTIM: click the lowest number.";
  };

  /** The next taker of the victim. @param {{disabled: string[], from?: string}} how */
  const seekAggressor = async (how) => {
    lit = await stage.machine.settle(pieces, {
      ...how,
      victim: squareName(victim),
    });
    paint();
    if (!alone && lit.winner)
      caption.textContent = `FIND AGGRESSOR: the wires start at ${squareName(victim)} now. Click the lowest number.`;
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
      return `${squareName(square)} is disabled now: so the next taker wins.`;
    await pause(alone ? ALONE : 700);
    const name = squareName(victim);
    await seekVictim(lit.disabled, name);
    const next = found.length < wanted ? " Who is the next victim?" : "";
    return `No taker of ${name} is left, so ${name} is disabled.${next}`;
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
    return `${name} answers with ${line} too. Between equals the square nearest to a1 wins, row by row from below.`;
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
      stage.say(`${wanted} moves in the machine’s order. ${said}`, "right");
      stage.done();
      rest.hidden = deeper.hidden = false;
    } else stage.say(`${found.length} of ${wanted} moves. ${said}`, "right");
  };

  rest.onclick = async () => {
    rest.hidden = deeper.hidden = true;
    [busy, alone] = [true, true];
    caption.textContent =
      "The machine goes on: victims first by number, then from a1 on, and each with its aggressors.";
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
    deeper.hidden = false;
    follow(list.lastElementChild);
  };

  /** The disabled squares of the ply that the machine is at. @param {Frame} frame */
  const disabledIn = (frame) => {
    const { signals } = stage.machine.description ?? { signals: [] };
    const at = signals.findIndex((signal) => signal.name === "disable");
    return bits(frame.signals[at]).flatMap((on, square) =>
      on ? [squareName(square)] : [],
    );
  };
  /** Where the machine's own search is to be seen: finding a second reply, a ply deeper, and back. */
  const stops = [
    (/** @type {Frame} */ frame) =>
      frame.stack.length === 2 &&
      frame.find === "aggressor" &&
      disabledIn(frame).length > 0 &&
      // A victim is disabled, and no taker of its any more.
      disabledIn(frame).every((name) => isWhite(frame.pieces[squareOf(name)])),
    (/** @type {Frame} */ frame) =>
      frame.stack.length === 3 &&
      Boolean(frame.stack[1].uci) &&
      !disabledIn(frame).length,
    (/** @type {Frame} */ frame) => frame.stack.length === 2,
  ];
  let stop = 0;
  /** What the plies above have disabled, while the machine is deeper. @type {string[][]} */
  let pages = [];

  /** One row for each ply, with the moves that lead to it. @param {Frame} frame */
  const tell = (frame) => {
    const depth = frame.stack.length;
    pages = [...pages.slice(0, depth - 1)];
    pages[depth - 1] = disabledIn(frame);
    const moves = frame.stack.map((one) => one.text ?? "");
    stack.replaceChildren(
      ...frame.stack.map((_, ply) => {
        const row = make("li");
        row.classList.toggle("now", ply === depth - 1);
        const side = ply % 2 ? "Black" : "White";
        const after = ply ? `, after ${moves[ply - 1]}` : "";
        row.append(
          make("b", `${side}${after}`),
          make("span", pages[ply]?.join(" ") || "nothing disabled"),
        );
        return row;
      }),
    );
    board.set(frame.pieces);
    board.clear();
    for (const name of disabledIn(frame))
      board.mark(squareOf(name), "shut", "disabled");
  };

  deeper.onclick = async () => {
    const { machine } = stage;
    busy = deeper.disabled = true;
    rest.hidden = list.hidden = queue.host.hidden = true;
    if (stop === 0) {
      pages = [];
      await machine.position(fen);
      await machine.think(2, "machine");
    }
    for (;;) {
      const step = { command: "step", unit: "word", count: 1 };
      const events = await machine.ask(/** @type {Command} */ (step));
      const frame = first(events, "frame");
      if (closed || !frame || frame.over) return;
      pages[frame.stack.length - 1] = disabledIn(frame);
      if (!stops[stop](frame)) continue;
      tell(frame);
      break;
    }
    caption.textContent = told[stop];
    stop = (stop + 1) % stops.length;
    deeper.textContent = ["Once more", "One ply deeper", "And back"][stop];
    deeper.disabled = false;
  };

  await seekVictim([]);
  return {
    show: async (name) => {
      if (busy) return;
      if (name === "forget") {
        // Without the memory the same taker wins again and again.
        const shown = lit;
        busy = true;
        lit =
          victim < 0
            ? await stage.machine.settle(pieces)
            : await stage.machine.settle(pieces, {
                victim: squareName(victim),
              });
        paint();
        if (lit.winner) board.win(lit.winner.square);
        stage.say(
          `With nothing disabled ${lit.winner ? squareName(lit.winner.square) : "the first square"} wins every time: the machine would find the same move for ever.`,
        );
        await pause(2200);
        lit = shown;
        if (!closed) paint();
        busy = false;
      }
    },
    close: () => {
      closed = true;
    },
  };
}
