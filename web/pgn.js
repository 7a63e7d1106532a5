// @ts-check
/** @file PGN: one game written and read. The machine checks the moves. */
/** @import { Board } from "./protocol.js" */

/** A move with its text before and after, and its glyphs. @typedef {{move: string, before?: string, comment?: string, glyphs?: number[]}} Written */

const GLYPHS = /** @type {Record<string, number>} */ ({
  "!": 1,
  "?": 2,
  "!!": 3,
  "??": 4,
  "!?": 5,
  "?!": 6,
});
/** A line with %, a tag, a comment, a glyph, a bracket, a word. */
const TOKEN =
  /^%.*$|\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{([^}]*)\}|;(.*)$|\$(\d+)|[(){]|[^\s(){};]+/gm;

/** A game as PGN. @param {Board} board @param {string} moves @param {string[]} names @param {Record<string, string>} own tags of a game that was read */
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

/** Tags, moves and variations of the first game in a text; a variation has all moves from the start. @param {string} text */
export function read(text) {
  /** @type {Record<string, string>} */
  const tags = {};
  /** Lines that are open: the game, a variation in it, and so on. @type {Written[][]} */
  const open = [[]];
  const variations = [];
  /** A comment that waits for its move, and the move that takes the next comment. */
  let before = "";
  /** @type {Written | undefined} */
  let last;
  for (const [token, tag, value, braces, rest, glyph] of text.matchAll(TOKEN)) {
    const line = open[open.length - 1];
    const comment = (braces ?? rest)?.trim().replace(/\s+/g, " ");
    if (token.startsWith("%")) continue;
    if (tag) {
      if (open[0].length) break;
      tags[tag] = value.replace(/\\(.)/g, "$1");
    } else if (comment !== undefined) {
      if (last)
        last.comment = [last.comment, comment].filter(Boolean).join(" ");
      else before = [before, comment].filter(Boolean).join(" ");
    } else if (glyph) (last ? (last.glyphs ??= []) : []).push(Number(glyph));
    else if (token === "(") {
      open.push(line.slice(0, -1));
      // In the order in which they begin: the outer before the inner.
      variations.push(open[open.length - 1]);
      last = undefined;
    } else if (token === ")") {
      if (open.length > 1) open.pop();
      last = open[open.length - 1].at(-1);
    } else if (token === "{")
      throw new Error("PGN: expected } at the end of a comment, got none");
    else if (["1-0", "0-1", "1/2-1/2", "*"].includes(token)) {
      if (open.length > 1) continue;
      tags.Result ??= token;
      break;
    } else {
      const [, word, mark] =
        /^(.*?)([!?]*)$/.exec(token.replace(/^\d*(\.+|$)/, "")) ?? [];
      if (/^(--|Z0)$/.test(word))
        throw new Error(
          `PGN: expected a move, got the null move ${word}, which is not supported`,
        );
      if (!word) continue;
      last = {
        move: word.replace(/^0-0-0/, "O-O-O").replace(/^0-0/, "O-O"),
        before,
      };
      if (GLYPHS[mark]) last.glyphs = [GLYPHS[mark]];
      before = "";
      line.push(last);
    }
  }
  return { tags, moves: open[0], variations };
}
