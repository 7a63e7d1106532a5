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

/** FEN, moves and variations of the first game in a text; a variation has all moves from the start. @param {string} text */
export function read(text) {
  const fen = /\[FEN\s+"([^"]*)"\]/.exec(text)?.[1];
  const body = text.replace(/^\s*\[[^\]]*\]\s*$/gm, "").replace(/\{[^}]*\}/g, " ").replace(/;[^\n]*/g, " ").replace(/\$\d+/g, " ");
  /** Lines that are open: the game, a variation in it, and so on. @type {string[][]} */
  const open = [[]];
  const variations = [];
  for (const token of body.replace(/\d+\.+/g, " ").replace(/[()]/g, " $& ").split(/\s+/)) {
    const line = open[open.length - 1];
    if (token === "(") {
      open.push(line.slice(0, -1));
      // In the order in which they begin: the outer before the inner.
      variations.push(open[open.length - 1]);
    } else if (token === ")" && open.length > 1) open.pop();
    else if (["1-0", "0-1", "1/2-1/2", "*"].includes(token)) {
      if (open.length === 1) break;
    } else if (token && token !== ")") line.push(token);
  }
  return { fen, moves: open[0], variations };
}
