// @ts-check
/** @file The game of this tab, kept while the page is loaded again. */

import { element } from "./format.js";

const KEY = "belle-room";
const CHOICES = ["opponent", "level", "side", "control"];

/** @param {any} game */
export function keep(game) {
  const choices = CHOICES.map((id) => element(id).value);
  const { board, replies, flipped, tree, clocks } = game;
  const values = tree.line.map((/** @type {any} */ node) => node.value);
  const clock = [
    clocks.minutes,
    clocks.increment,
    clocks.seconds,
    clocks.machine,
    clocks.turn,
  ];
  sessionStorage.setItem(
    KEY,
    JSON.stringify({
      choices,
      pgn: game.pgn(),
      moves: board.uci,
      values,
      replies,
      flipped,
      clock,
    }),
  );
}

/** The game as it was kept; the opponent goes on. @param {any} game */
export async function restore(game) {
  const text = sessionStorage.getItem(KEY);
  if (!text) return;
  const { choices, pgn, moves, values, replies, flipped, clock } =
    JSON.parse(text);
  CHOICES.forEach((id, index) => (element(id).value = choices[index]));
  if (flipped !== game.flipped) game.room.flip();
  await game.read(pgn);
  await game.resumeAt(moves, values, replies, clock);
}
