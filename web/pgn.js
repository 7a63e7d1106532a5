// @ts-check
/** @file PGN: one game written and read. The machine checks the moves. */
/** @import { Board } from "./protocol.js" */

/** @import { MoveNode } from "./movetree.js" */

import { MATES } from "./format.js";

/**
 * A move with its text before and after, its glyphs, and what its player thought.
 * @typedef {object} Written
 * @property {string} move
 * @property {string} [before]
 * @property {string} [comment]
 * @property {number[]} [glyphs]
 * @property {number} [value]
 * @property {number} [depth]
 * @property {number} [seconds]
 * @property {number} [clock]
 */

/** The value of a mate at once, in hundredths of a pawn; a mate in n half-moves is n less. */
const MATE = 30000;

export const GLYPHS = /** @type {Record<string, number>} */ ({
  "!": 1,
  "?": 2,
  "!!": 3,
  "??": 4,
  "!?": 5,
  "?!": 6,
});
/** Value and depth, or time, of a move in a comment. */
const EVAL = /\[%eval\s+(#?-?[\d.]+)(?:,(\d+))?\]/;
const SPENT = /\[%emt\s+(\d+):(\d+):([\d.]+)\]/;
/** Time left on the clock of the side that has moved. */
const LEFT = /\[%clk\s+(\d+):(\d+):([\d.]+)\]/;

/** A value as lichess and others read it: pawns, or moves to mate. @param {number} value */
function evalText(value) {
  if (Math.abs(value) < MATES) return (value / 100).toFixed(2);
  const moves = Math.max(1, Math.ceil((MATE - Math.abs(value)) / 2));
  return `#${value < 0 ? -moves : moves}`;
}

/**
 * Hours, minutes and seconds.
 * @param {number} time in seconds
 * @param {number} digits after the point
 */
function timeText(time, digits) {
  const whole = Math.floor(time);
  const hours = Math.floor(whole / 3600);
  const minutes = String(Math.floor(whole / 60) % 60).padStart(2, "0");
  const rest = (time % 60).toFixed(digits).padStart(digits ? 4 : 2, "0");
  return `${hours}:${minutes}:${rest}`;
}

/** Seconds of a time that was read. @param {RegExpExecArray} found */
const timeOf = ([, hours, minutes, seconds]) =>
  3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);

/**
 * What is written after a move: value, depth and time
 * in the form of other programs, and the comment.
 * @param {MoveNode} node
 */
export function annotation({ value, depth, seconds, clock, comment }) {
  const words = [];
  if (value !== undefined)
    words.push(`[%eval ${evalText(value)}${depth ? `,${depth}` : ""}]`);
  if (seconds !== undefined) words.push(`[%emt ${timeText(seconds, 1)}]`);
  if (clock !== undefined)
    words.push(`[%clk ${timeText(clock, clock % 1 ? 1 : 0)}]`);
  if (comment) words.push(comment.replaceAll("}", ")"));
  return words.join(" ");
}

/** Takes value, depth, time and clock out of a comment. @param {Written} written */
function takeAnnotation(written) {
  const evaluated = EVAL.exec(written.comment ?? "");
  if (evaluated) {
    const [, text, depth] = evaluated;
    const moves = Number(text.slice(1));
    if (text.startsWith("#"))
      written.value = Math.sign(moves) * (MATE - 2 * Math.abs(moves));
    else written.value = Math.round(100 * Number(text));
    if (depth) written.depth = Number(depth);
  }
  const spent = SPENT.exec(written.comment ?? "");
  if (spent) written.seconds = timeOf(spent);
  const left = LEFT.exec(written.comment ?? "");
  if (left) written.clock = timeOf(left);
  written.comment = written.comment
    ?.replace(EVAL, "")
    .replace(SPENT, "")
    .replace(LEFT, "")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The games of a text: one begins where tags follow moves,
 * or where moves are numbered again after a result.
 * @param {string} text
 * @returns {string[]}
 */
export function split(text) {
  const games = [];
  for (const part of splitAtLines(text)) games.push(...splitAtResults(part));
  return games;
}

/** Games that begin with a line of tags. @param {string} text @returns {string[]} */
function splitAtLines(text) {
  const games = [];
  let from = 0;
  let inMoves = false;
  for (const found of text.matchAll(/^.*$/gm)) {
    const [line] = found;
    const isTag = /^\s*\[\s*\w+\s+"/.test(line);
    if (isTag && inMoves) {
      games.push(text.slice(from, found.index));
      from = found.index;
      inMoves = false;
    } else if (!isTag && line.trim() && !line.startsWith("%"))
      // A line of moves may end with the tags of the next game.
      inMoves = !/\[\s*\w+\s+"[^"]*"\s*\]\s*$/.test(line);
  }
  if (text.slice(from).trim()) games.push(text.slice(from));
  return games;
}

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/**
 * Games in one line, or without tags: one ends at its result.
 * @param {string} text
 * @returns {string[]}
 */
function splitAtResults(text) {
  const games = [];
  let from = 0;
  let depth = 0;
  let hasMoves = false;
  let ended = false;
  for (const found of text.matchAll(TOKEN)) {
    const [token, tag] = found;
    // Moves that are not numbered, or words, belong to what stands before them.
    const begins = tag ? hasMoves : ended && /^\d+\./.test(token);
    if (begins) {
      games.push(text.slice(from, found.index));
      from = found.index;
      hasMoves = ended = false;
      depth = 0;
    }
    if (tag || /^[%{;$]/.test(token)) continue;
    if (token === "(") depth++;
    else if (token === ")") depth = Math.max(0, depth - 1);
    else {
      hasMoves = true;
      if (depth === 0 && RESULTS.includes(token)) ended = true;
    }
  }
  games.push(text.slice(from));
  return games;
}

/** A game in a line: players, result, year. @param {string} text */
export function title(text) {
  const tag = (/** @type {string} */ name) => {
    const found =
      new RegExp(`\\[\\s*${name}\\s+"([^"]*)"`).exec(text)?.[1] ?? "";
    return /^[?.*]*$/.test(found) ? "" : found;
  };
  const players = `${tag("White") || "?"} – ${tag("Black") || "?"}`;
  const event = `${tag("Event")} ${tag("Date").slice(0, 4)}`.trim();
  return [players, tag("Result"), event].filter(Boolean).join(", ");
}

/** A line with %, a tag, a comment, a glyph, a bracket, a word. */
const TOKEN =
  /^%.*$|\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{([^}]*)\}|;(.*)$|\$(\d+)|[(){]|[^\s(){};]+/gm;

/**
 * A game as PGN.
 * @param {Board} board
 * @param {string} moves
 * @param {string[]} names
 * @param {Record<string, string>} own tags of a game that was read
 */
export function write(board, moves, [white, black], own) {
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const { FEN: _fen, SetUp: _setUp, ...kept } = own;
  const tags = {
    Event: "The machine room",
    Site: "?",
    Date: date,
    Round: "-",
    White: white,
    Black: black,
    Result: "*",
    ...kept,
  };
  if (board.result) tags.Result = board.result;
  if (
    board.start !== "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  )
    Object.assign(tags, { SetUp: "1", FEN: board.start });
  const text = `${moves} ${tags.Result}`
    .trim()
    .replace(/(.{60,79})\s/g, "$1\n");
  return (
    Object.entries(tags)
      .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`)
      .join("\n") + `\n\n${text}\n`
  );
}

/**
 * A line that is being read. Of one with a null move, which no board can show,
 * what comes before it is read.
 * @typedef {{moves: Written[], isCut: boolean}} Line
 */

/**
 * Tags, moves and variations of the first game in a text, and what was left out; a variation has
 * all moves from the start.
 * @param {string} text
 */
export function read(text) {
  /** @type {Record<string, string>} */
  const tags = {};
  /** @type {Line} */
  const game = { moves: [], isCut: false };
  /** Lines that are open: the game, a variation in it, and so on. */
  const open = [game];
  /** @type {Written[][]} */
  const variations = [];
  /** @type {string[]} */
  const leftOut = [];
  /** A comment that waits for its move, and the move that takes the next comment. */
  let before = "";
  /** @type {Written | undefined} */
  let last;
  for (const [token, tag, value, braces, rest, glyph] of text.matchAll(TOKEN)) {
    const line = open[open.length - 1];
    const comment = (braces ?? rest)?.trim().replace(/\s+/g, " ");
    if (token.startsWith("%")) continue;
    if (tag) {
      if (game.moves.length) break;
      tags[tag] = value.replace(/\\(.)/g, "$1");
    } else if (comment !== undefined) {
      if (line.isCut) continue;
      if (last)
        last.comment = [last.comment, comment].filter(Boolean).join(" ");
      else before = [before, comment].filter(Boolean).join(" ");
    } else if (glyph) (last ? (last.glyphs ??= []) : []).push(Number(glyph));
    else if (token === "(") {
      const inner = { moves: line.moves.slice(0, -1), isCut: line.isCut };
      open.push(inner);
      // In the order in which they begin: the outer before the inner.
      if (!inner.isCut) variations.push(inner.moves);
      last = undefined;
    } else if (token === ")") {
      if (open.length > 1) open.pop();
      const outer = open[open.length - 1];
      last = outer.isCut ? undefined : outer.moves.at(-1);
    } else if (token === "{")
      throw new Error("PGN: expected } at the end of a comment, got none");
    else if (RESULTS.includes(token)) {
      if (open.length > 1) continue;
      tags.Result ??= token;
      break;
    } else {
      const [, word, mark] =
        /^(.*?)([!?]*)$/.exec(token.replace(/^\d*(\.+|$)/, "")) ?? [];
      if (!word || line.isCut) continue;
      if (/^(--|Z0)$/.test(word)) {
        line.isCut = true;
        last = undefined;
        leftOut.push(`the null move ${word} and what follows it is left out`);
        continue;
      }
      last = {
        move: word.replace(/^0-0-0/, "O-O-O").replace(/^0-0/, "O-O"),
        before,
      };
      if (GLYPHS[mark]) last.glyphs = [GLYPHS[mark]];
      before = "";
      line.moves.push(last);
    }
  }
  for (const line of [game.moves, ...variations])
    for (const one of line) takeAnnotation(one);
  return { tags, moves: game.moves, variations, leftOut };
}
