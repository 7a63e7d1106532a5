// @ts-check
/** @file Pictures of boards: pieces as chessground has them, and squares outlined. */

import { pieceName, squareName, svg } from "./format.js";

/**
 * Addresses of the pieces' images by their letters, as chessground's style sheet has them.
 * @type {Map<string, string>}
 */
const urls = new Map();

/** Images of the pieces by their letters. */
export function pieceUrls() {
  if (urls.size) return urls;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      const found = /piece\.(\w+)\.(\w+)/.exec(rule.selectorText);
      const url = /url\(["']?(data:[^"')]+)/.exec(rule.style.backgroundImage);
      if (!found || !url) continue;
      const letter = found[1] === "knight" ? "n" : found[1][0];
      urls.set(found[2] === "white" ? letter.toUpperCase() : letter, url[1]);
    }
  }
  return urls;
}

/** The pieces in words: "white: Ke1, Qd1; black: Ke8". @param {string} pieces */
function words(pieces) {
  const sides = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  [...pieces].forEach((piece, square) => {
    if (piece === ".") return;
    const white = piece === piece.toUpperCase();
    const name = `${pieceName(piece)} ${squareName(square)}`;
    sides[white ? 0 : 1].push(name);
  });
  return `white: ${sides[0].join(", ")}; black: ${sides[1].join(", ")}`;
}

/**
 * A board from White's side.
 * @param {string} pieces from a1: letters as in FEN, `.` for empty
 * @param {string[]} [marks] squares outlined
 */
export function picture(pieces, marks = []) {
  const made = svg("svg", {
    viewBox: "0 0 80 80",
    class: "picture",
    role: "img",
    "aria-label": words(pieces),
  });
  for (let square = 0; square < 64; square++) {
    const [x, y] = [10 * (square % 8), 70 - 10 * (square >> 3)];
    const dark = ((square % 8) + (square >> 3)) % 2 === 0;
    made.append(
      svg("rect", {
        x,
        y,
        width: 10,
        height: 10,
        class: dark ? "dark" : "light",
      }),
    );
    const url = pieceUrls().get(pieces[square]);
    if (url)
      made.append(svg("image", { x, y, width: 10, height: 10, href: url }));
    if (marks.includes(squareName(square)))
      made.append(
        svg("rect", {
          x: x + 0.5,
          y: y + 0.5,
          width: 9,
          height: 9,
          rx: 1,
          class: "mark",
        }),
      );
  }
  return made;
}
