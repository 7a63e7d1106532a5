// @ts-check
/** @file The report after a game: its three turning points, and the searches that saw them. */
/** @import { Game } from "./game.js" */
/** @import { MoveNode } from "./movetree.js" */
/** @import { Room } from "./room.js" */
/** @import { Command, InfoLine } from "./protocol.js" */

import { element, make, mateOf, score } from "./format.js";
import { failed, first } from "./transport.js";

/** Most turning points, and the least change of the value that is one, in hundredths of a pawn. */
const MOST = 3;
const LEAST = 75;
/**
 * Values are cut here before they are compared: from a won game to another won game nothing turns.
 */
const WON = 900;

/**
 * Half-moves of the search for a better move: enough to see what a piece costs,
 * and done within a second or two.
 */
const DEPTH = 5;
/**
 * Half-moves of the search of each position of a game that nobody searched:
 * a whole game within a minute.
 */
const QUICK = 4;
/** A cycle beyond the end of such a search. */
const LAST_CYCLE = 10 ** 9;

/**
 * A change of the value between two searches.
 * @typedef {{ply: number, node: MoveNode, before: number, after: number, change: number}} Turn
 */

/**
 * The moves at which a game turned, the greatest change first.
 * @param {MoveNode[]} path
 * @returns {Turn[]}
 */
export function turningPoints(path) {
  /** @type {Turn[]} */
  const turns = [];
  // Values of one kind are compared: once all moves have been looked at,
  // none of a deeper search stands between them.
  const isJudged = path.some(({ judged }) => judged !== undefined);
  let last;
  for (const [index, node] of path.entries()) {
    const after = isJudged ? node.judged : node.value;
    if (after === undefined) continue;
    const value = Math.max(-WON, Math.min(WON, after));
    if (last !== undefined) {
      const change = value - last.value;
      turns.push({ ply: index + 1, node, before: last.after, after, change });
    }
    last = { value, after };
  }
  return turns
    .filter(({ change }) => Math.abs(change) >= LEAST)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, MOST)
    .sort((one, other) => one.ply - other.ply);
}

/**
 * Shows the report of a game.
 * @param {Game} game
 * @param {{goTo: (ply: number) => void, film: (node: MoveNode) => void}} act
 */
export function showReport(game, act) {
  const place = element("report");
  // The whole game, also where the board shows an earlier move.
  const path = game.tree.line;
  // Where nobody has searched, nobody knows where the game turned.
  const searches = path.filter(({ value }) => value !== undefined).length;
  place.hidden = !(game.isOver() || game.isRead) || searches < 2;
  if (place.hidden) return;
  const turns = turningPoints(path);
  const title = make("h3", "Where this game turned");
  title.id = "report-title";
  const isJudged = path.some(({ judged }) => judged !== undefined);
  let source = "By the values that were found while it was played";
  if (game.isRead) source = "By the values of its file";
  if (isJudged)
    source = `By Belle's searches before every move, each ${QUICK} half-moves deep from there, so that a move that it expects changes the value a little, too`;
  const text = `${source}${turns.length ? "" : `: no turn of ${LEAST / 100} pawns or more`}.`;
  place.replaceChildren(title, make("p", text, "strength"));
  const list = make("ol");
  for (const { ply, node, before, after, change } of turns) {
    const item = make("li");
    const side = change > 0 ? "White" : "Black";
    const [move, answer] = [path[ply - 2], node];
    const [from, to] = [inWords(before), inWords(after)];
    let words = `${number(game, ply)}${answer.san}: ${side} gained, from ${from} to ${to}.`;
    if (move && isJudged)
      words = `${number(game, ply - 1)}${move.san}: ${side} gained. The value for White was ${from} before this move and ${to} after it.`;
    else if (move)
      words = `${number(game, ply - 1)}${move.san}, answered by ${answer.san}: ${side} gained. The value for White went from ${from} to ${to}.`;
    item.append(make("span", words + better(move)));
    const look = make("button", "Look at it");
    look.onclick = () => act.goTo(ply);
    item.append(look);
    if (node.searched) {
      const film = make("button", `How it found ${node.san}`);
      film.onclick = () => act.film(node);
      item.append(film);
    }
    list.append(item);
  }
  place.append(list);
}

/** White's value, where a mate says whose it is. @param {number} value */
function inWords(value) {
  const text = score(value);
  const [, moves] = text.split("#");
  if (!moves) return text;
  return `a mate in ${moves} for ${value > 0 ? "White" : "Black"}`;
}

/**
 * Whether a turn is the fault of the move before the answer that saw it.
 * @param {Game} game
 * @param {Turn} turn
 */
const isMistake = (game, { ply, change }) =>
  ply > 1 && change > 0 !== isWhites(game, ply - 1);

/** What should have been played in place of a move that lost. @param {MoveNode | undefined} move */
const better = (move) =>
  move?.better
    ? ` Better was ${move.better}, as Belle finds ${DEPTH} half-moves deep.`
    : "";

/**
 * Whether the machine can look for the turns of a game: it has ended or is one of others, and too
 * few of its moves have a value.
 * @param {Game} game
 */
export function canBeJudged(game) {
  const { line } = game.tree;
  const known = line.filter(({ value }) => value !== undefined).length;
  const hasGaps = known < 2 || line.length - known > known + 1;
  const isJudged = line.some(({ judged }) => judged !== undefined);
  const hasEnded = game.isOver() || game.isRead;
  return hasEnded && line.length > 1 && hasGaps && !isJudged;
}

/**
 * The machine's last thought of a position; nothing once the game has changed.
 * @param {Room} room
 * @param {string} fen
 * @param {string[]} moves
 * @param {number} depth
 * @returns {Promise<InfoLine | null | undefined>}
 */
async function searched(room, fen, moves, depth) {
  const { turn } = room;
  /** @type {InfoLine | undefined} */
  let thought;
  /** @type {Command[]} */
  const commands = [
    { command: "position", fen, moves },
    { command: "think", depth, root: "host" },
    { command: "go_to", cycle: LAST_CYCLE },
  ];
  for (let next = commands.shift(); next;) {
    if (turn !== room.turn) return null;
    const events = await room.raw(next);
    if (failed(events)) return null;
    for (const event of events) if (event.event === "thought") thought = event;
    const isPending = first(events, "stopped")?.reason === "pending";
    next = isPending ? { command: "continue" } : commands.shift();
  }
  return thought;
}

/**
 * Lets the machine search each position of a game. A change of the game ends it.
 * @param {Room} room
 * @param {Game} game
 * @param {(text: string) => void} say how far it is
 */
export async function judge(room, game, say) {
  const { start } = game.board;
  const { line } = game.tree;
  const { turn } = room;
  /** @type {number[]} */
  const values = [];
  for (const index of line.keys()) {
    say(`Belle looks at move ${index + 1} of ${line.length}…`);
    const moves = line.slice(0, index).map(({ uci }) => uci);
    const thought = await searched(room, start, moves, QUICK);
    if (thought === null || turn !== room.turn) return;
    // A single legal move is played without a search.
    if (!thought) continue;
    const mate = mateOf(thought);
    const value = mate
      ? Math.sign(mate) * (30000 - 2 * Math.abs(mate))
      : thought.value;
    values[index] = isWhites(game, index + 1) ? value : -value;
  }
  // Half a report would compare what cannot be compared: all of them, or none.
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    const node = line[index];
    node.judged = value;
    if (node.value !== undefined) continue;
    node.value = value;
    node.depth = QUICK;
  }
  await room.ask({ command: "position", fen: start, moves: game.board.uci });
}

/**
 * Lets the machine search the positions in which a game was spoiled, for the moves that were
 * better. Returns whether there is news; a change of the game ends it.
 * @param {Room} room
 * @param {Game} game
 */
export async function findBetter(room, game) {
  const { start } = game.board;
  const { line } = game.tree;
  const { turn } = room;
  const mistakes = turningPoints(line).filter(
    (one) => isMistake(game, one) && line[one.ply - 2].better === undefined,
  );
  for (const { ply } of mistakes) {
    const moves = line.slice(0, ply - 2).map(({ uci }) => uci);
    const thought = await searched(room, start, moves, DEPTH);
    if (thought === null) return false;
    const move = line[ply - 2];
    const san = thought?.line.split(" ").find((word) => !/^\d+\./.test(word));
    move.better = san && san !== move.san ? san : "";
  }
  if (!mistakes.length || turn !== room.turn) return false;
  await room.ask({ command: "position", fen: start, moves: game.board.uci });
  return true;
}

/** The number before a move. @param {Game} game @param {number} ply */
function number(game, ply) {
  const [, turn, , , , first] = game.board.start.split(" ");
  const at = Number(first) + ((ply - 1 + (turn === "b" ? 1 : 0)) >> 1);
  return `${at}${isWhites(game, ply) ? "." : "…"} `;
}

/** Whether a move is White's. @param {Game} game @param {number} ply */
function isWhites(game, ply) {
  const [, turn] = game.board.start.split(" ");
  return (ply % 2 === 1) === (turn === "w");
}
