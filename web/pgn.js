// @ts-check
/** @file PGN: one game written and read. The machine checks the moves. */

/** A game as PGN. @param {any} board @param {string} moves @param {string[]} names */
export function write(board, moves, [white, black]) {
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const result = board.result ?? "*";
  const tags = [["Event", "The machine room"], ["Site", "?"], ["Date", date], ["Round", "-"], ["White", white], ["Black", black], ["Result", result]];
  if (board.start !== "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") tags.push(["SetUp", "1"], ["FEN", board.start]);
  const text = `${moves} ${result}`.trim().replace(/(.{60,79})\s/g, "$1\n");
  return tags.map(([name, value]) => `[${name} "${value}"]`).join("\n") + `\n\n${text}\n`;
}

/** FEN and moves of the first game in a text. @param {string} text */
export function read(text) {
  const fen = /\[FEN\s+"([^"]*)"\]/.exec(text)?.[1];
  let body = text.replace(/^\s*\[[^\]]*\]\s*$/gm, "").replace(/\{[^}]*\}/g, " ").replace(/;[^\n]*/g, " ").replace(/\$\d+/g, " ");
  for (let before = ""; before !== body; ) {
    before = body;
    body = body.replace(/\([^()]*\)/g, " ");
  }
  const moves = [];
  for (const token of body.replace(/\d+\.+/g, " ").split(/\s+/)) {
    if (["1-0", "0-1", "1/2-1/2", "*"].includes(token)) break;
    if (token) moves.push(token);
  }
  return { fen, moves };
}
