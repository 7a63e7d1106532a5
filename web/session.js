// @ts-check
/** @file The game of this tab, kept while the page is loaded again. */
/** @import { Game } from "./game.js" */
/** @import { ClockState } from "./clocks.js" */

import { select } from "./format.js";

const KEY = "belle-room";
const CHOICES = ["opponent", "level", "side", "control"];

/**
 * What is kept of a game.
 * @typedef {object} Kept
 * @property {string[]} choices
 * @property {string} pgn
 * @property {string[]} moves
 * @property {(number | null)[]} values White's, by move
 * @property {boolean} replies
 * @property {boolean} flipped
 * @property {ClockState} clock
 */

/** @param {Game} game */
export function keep(game) {
  const choices = CHOICES.map((id) => select(id).value);
  const { board, replies, flipped, tree, clocks } = game;
  /** @type {Kept} */
  const kept = {
    choices,
    pgn: game.pgn(),
    moves: board.uci,
    values: tree.line.map((node) => node.value ?? null),
    replies,
    flipped,
    clock: clocks.state(),
  };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

/** The game as it was kept; the opponent goes on. @param {Game} game */
export async function restore(game) {
  const text = sessionStorage.getItem(KEY);
  if (!text) return;
  /** @type {Kept} */
  const { choices, pgn, moves, values, replies, flipped, clock } =
    JSON.parse(text);
  CHOICES.forEach((id, index) => (select(id).value = choices[index]));
  if (flipped !== game.flipped) game.page.flip();
  await game.read(pgn);
  await game.resumeAt(moves, values, replies, clock);
}
