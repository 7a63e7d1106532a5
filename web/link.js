// @ts-check
/**
 * @file Links from outside: what can be read of one, what is damaged, and what it shows, in words
 *   for whoever has never seen the page.
 */
/** @import { Board, Frame } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { pawns, plural } from "./format.js";
import { LEVELS } from "./levels.js";

/** Parts of a link that are whole numbers. */
const NUMBERS = ["depth", "cycle", "mark", "stage", "cell", "from"];
/** Parts that say which search is shown, and where in it: they stand or fall together. */
const OF_SEARCH = ["depth", "root", "cycle", "mark"];
/** What may drive the root of a search. */
const ROOTS = ["host", "machine"];
/** Sides of a reader. */
const SIDES = ["white", "black", "both"];
/** All parts that a link can have. */
const PARTS = [
  ...NUMBERS,
  ...["fen", "moves", "root", "microcode", "moment", "note", "face", "view"],
  ...["chapter", "lecture", "page", "all", "flip", "stops", "watch", "window"],
  ...["radix", "markers", "opponent", "level", "you"],
];
/** Letters of a damaged part that are quoted. */
const QUOTED = 80;
/** Unknown parts that are named. */
const NAMED = 3;

/** @param {string} text */
const quoted = (text) => `'${text.slice(0, QUOTED)}'`;

/**
 * What can be read of a link.
 * @typedef {object} Link
 * @property {URLSearchParams} parts those that can be shown
 * @property {string[]} faults what is wrong with the others, each a clause
 * @property {boolean} isCut moves are shown up to one that cannot be played
 */

/** What is wrong with a number of a link; empty for nothing. @param {string} name @param {string} text */
function faultOfNumber(name, text) {
  if (!/^\d*$/.test(text))
    return `${name}: expected a whole number, got ${quoted(text)}`;
  // Beyond, a number of the page is not exact.
  if (!Number.isSafeInteger(Number(text)))
    return `${name}: expected a number below 2^53, got ${quoted(text)}`;
  return "";
}

/**
 * What is wrong with the seat in a link, by the names of its parts.
 * @param {URLSearchParams} sent
 * @returns {[string, string][]}
 */
function faultsOfSeat(sent) {
  /** @type {[string, string][]} */
  const faults = [];
  const [opponent, level, you] = ["opponent", "level", "you"].map((name) =>
    sent.get(name),
  );
  const isKnown = opponent !== null && Object.hasOwn(LEVELS, opponent);
  const clause = (/** @type {string} */ name, /** @type {string} */ expected) =>
    faults.push([
      name,
      `${name}: expected ${expected}, got ${quoted(sent.get(name) ?? "")}`,
    ]);
  if (opponent !== null && !isKnown)
    clause("opponent", `one of ${Object.keys(LEVELS).join(", ")}`);
  const lists = isKnown ? [LEVELS[opponent]] : Object.values(LEVELS);
  const last = Math.max(...lists.map((levels) => levels.length)) - 1;
  if (level !== null && !(/^\d+$/.test(level) && Number(level) <= last))
    clause("level", `0 to ${last}`);
  if (you !== null && !SIDES.includes(you))
    clause("you", "white, black or both");
  return faults;
}

/**
 * Reads a link: moves up to the first that cannot be played, and no search of a position that is
 * not there.
 * @param {URLSearchParams} sent
 * @param {Room} room
 * @param {string} initial the position at the start of a game
 * @returns {Promise<Link>}
 */
export async function readLink(sent, room, initial) {
  const parts = new URLSearchParams(sent);
  /** @type {string[]} */
  const faults = [];
  let isCut = false;
  const drop = (/** @type {string[]} */ names) => {
    for (const name of names) parts.delete(name);
  };
  const fen = parts.get("fen");
  const faultOfFen = fen === null ? "" : await room.faultOf(fen, []);
  const moves = parts.get("moves")?.split(/[ +]/).filter(Boolean) ?? [];
  if (faultOfFen) {
    faults.push(`its position cannot be read (${faultOfFen})`);
    drop(["fen", "moves", ...OF_SEARCH]);
  } else if (moves.length) {
    const { count, fault } = await room.playable(fen ?? initial, moves);
    if (fault) {
      const bad = moves[count];
      // The machine's sentence says how moves are written, which is of no use to who got a link.
      const isOfMove = bad && fault.includes(bad);
      faults.push(
        isOfMove
          ? `its half-move ${count + 1}, ${quoted(bad)}, cannot be played`
          : fault,
      );
      parts.set("moves", moves.slice(0, count).join(" "));
      isCut = count > 0;
      drop(OF_SEARCH);
    }
  }
  for (const name of NUMBERS) {
    const fault = faultOfNumber(name, sent.get(name) ?? "");
    if (!fault) continue;
    faults.push(fault);
    drop(OF_SEARCH.includes(name) ? OF_SEARCH : [name]);
  }
  const root = sent.get("root") ?? "host";
  if (!ROOTS.includes(root)) {
    faults.push(`root: expected host or machine, got ${quoted(root)}`);
    drop(OF_SEARCH);
  }
  for (const [name, fault] of faultsOfSeat(sent)) {
    faults.push(fault);
    drop([name]);
  }
  const unknown = [...sent.keys()].filter((name) => !PARTS.includes(name));
  if (unknown.length) {
    const names = unknown.slice(0, NAMED).map(quoted).join(", ");
    faults.push(`${names} cannot be read`);
    drop(unknown);
  }
  return { parts, faults, isCut };
}

/** Whether a link names something that a damaged one has lost. @param {URLSearchParams} parts */
export const hasSearch = (parts) => Boolean(parts.get("depth"));

/**
 * The sentence of a damaged link.
 * @param {string[]} faults
 * @param {boolean} isCut moves are shown up to the one that cannot be played
 */
export function damage(faults, isCut) {
  const rest = isCut ? " The moves before it are on the board." : "";
  return `This link is damaged: ${faults.join("; ")}.${rest}`;
}

/**
 * What a link to the bench shows, in the words of chess.
 * @param {Frame} frame
 * @param {Board} board
 */
export function inWords(frame, board) {
  const who = board.white_to_move ? "White" : "Black";
  const last = board.san.at(-1);
  const question = `what should ${who} play ${last ? `after ${last}` : "here"}?`;
  if (!frame.searching)
    return `The machine is at rest, and has not yet looked: ${question}`;
  const { root } = frame;
  const best = root?.thought;
  const value = best ? ` (${pawns(best.value)} for ${who})` : "";
  const move = best?.line ? firstMove(best.line) : "";
  if (frame.over)
    return `Belle has searched: ${question} It found ${move || "no move"}${value}, among ${plural(frame.nodes, "position")}.`;
  const found = move ? ` Best so far is ${move}${value}.` : "";
  const now = root?.san
    ? ` It tries ${root.san}, move ${root.number} of ${root.of}, ${plural(root.depth, "half-move")} deep.`
    : "";
  return `Belle is held in the middle of a search: ${question}${now}${found} Each square of the large board is a circuit that finds moves.`;
}

/** The first move of a line such as `1... Nf6 2. Nc3`. @param {string} line */
const firstMove = (line) => line.replace(/^\d+\.+\s*/, "").split(" ")[0];
