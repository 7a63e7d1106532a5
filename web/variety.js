// @ts-check
/**
 * @file Variety: why two games differ. A game has a seed, and every draw follows from it,
 *   so that a game can be told again.
 */
/** @import { WeightedMove } from "./protocol.js" */

import { MATES } from "./format.js";

/**
 * Most that a move's value may lie below the best one's, in hundredths of a pawn,
 * for the opponent to take it now and then.
 */
const MARGIN = 15;
/** How often it does, where there is such a move. */
const SHARE = 1 / 3;

/** A new game's seed. */
export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/**
 * A number from 0 to 1, by a game's seed and the number of the half-move.
 * @param {number} seed
 * @param {number} ply
 */
export function draw(seed, ply) {
  // Mulberry32: one step from a state that seed and half-move determine.
  let state = (seed + Math.imul(ply + 1, 0x6d2b79f5)) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
}

/**
 * The book's move at a point from 0 to 1, each as often as its weight says.
 * @param {WeightedMove[]} moves
 * @param {number} point
 */
export function fromBook(moves, point) {
  const total = moves.reduce((sum, { weight }) => sum + weight, 0);
  let left = point * total;
  for (const { uci, weight } of moves) {
    if (left < weight) return uci;
    left -= weight;
  }
  return moves.at(-1)?.uci;
}

/**
 * The move of a search below full strength: its best one, or now and then the one that it held best
 * a ply before, where that was nearly as good.
 * @template {{depth: number, value: number, mate: number | null, uci: string[]}} T
 * @param {T[]} thoughts in the order in which they came
 * @param {number} point from 0 to 1
 * @returns {T | undefined}
 */
export function nearlyBest(thoughts, point) {
  const best = thoughts.at(-1);
  if (!best || best.mate || Math.abs(best.value) > MATES) return best;
  const before = thoughts.findLast((one) => one.depth === best.depth - 1);
  if (!before?.uci[0] || before.mate || before.uci[0] === best.uci[0])
    return best;
  const near = before.value >= best.value - MARGIN;
  return near && point < SHARE ? before : best;
}
