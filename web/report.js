// @ts-check
/** @file The report after a game: its three turning points, and the searches that saw them. */
/** @import { Game } from "./game.js" */
/** @import { MoveNode } from "./movetree.js" */

import { element, make, score } from "./format.js";

/** Most turning points, and the least change of the value that is one, in hundredths of a pawn. */
const MOST = 3;
const LEAST = 40;
/** Values are cut here before they are compared: from a won game to another won game nothing turns. */
const WON = 900;

/** A change of the value between two searches. @typedef {{ply: number, node: MoveNode, before: number, after: number, change: number}} Turn */

/** The moves at which a game turned, the greatest change first. @param {MoveNode[]} path @returns {Turn[]} */
export function turningPoints(path) {
  /** @type {Turn[]} */
  const turns = [];
  let last;
  for (const [index, node] of path.entries()) {
    if (node.value === undefined) continue;
    const value = Math.max(-WON, Math.min(WON, node.value));
    if (last !== undefined) {
      const change = value - last.value;
      turns.push({
        ply: index + 1,
        node,
        before: last.node,
        after: node.value,
        change,
      });
    }
    last = { value, node: node.value };
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
  place.hidden = !game.isOver();
  if (place.hidden) return;
  const { path } = game.tree;
  const turns = turningPoints(path);
  const title = make("h3", "Where this game turned");
  title.id = "report-title";
  const text = turns.length
    ? ""
    : "The opponent's searches saw no turn of half a pawn or more.";
  place.replaceChildren(title, make("p", text, "strength"));
  const list = make("ol");
  for (const { ply, node, before, after, change } of turns) {
    const item = make("li");
    const side = change > 0 ? "White" : "Black";
    const [move, answer] = [path[ply - 2], node];
    const words = move
      ? `${number(game, ply - 1)}${move.san}, answered by ${answer.san}: ${side} gained. The value for White went from ${score(before)} to ${score(after)}.`
      : `${number(game, ply)}${answer.san}: ${side} gained, from ${score(before)} to ${score(after)}.`;
    item.append(make("span", words));
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

/** The number before a move. @param {Game} game @param {number} ply */
function number(game, ply) {
  const [, turn, , , , first] = game.board.start.split(" ");
  const at = 2 * (Number(first) - 1) + (turn === "b" ? 1 : 0) + ply - 1;
  return `${(at >> 1) + 1}${at % 2 ? "…" : "."} `;
}
