// @ts-check
/** @file The game, kept while the page is closed or shows something else. */
/** @import { Aside, Game, Outcome, Search, Thoughts } from "./game.js" */
/** @import { ClockState } from "./clocks.js" */

import { element, select } from "./format.js";

const KEY = "belle-game";
const CHOICES = ["opponent", "level", "side", "control", "patience", "book"];

/**
 * What is kept of a game.
 * @typedef {object} Kept
 * @property {Record<string, string>} choices
 * @property {string} pgn with values, depths and times
 * @property {string[]} moves
 * @property {boolean} replies
 * @property {boolean} flipped
 * @property {ClockState} clock
 * @property {Outcome | null} outcome
 * @property {number} seed
 * @property {(Search | null)[]} searches the machine's, by move
 * @property {Thoughts[]} thoughts what the players thought, by move
 * @property {boolean} isRead the game is one of others, from a file
 */

/** The page shows something else than the reader's game: a link, a tour, a film. */
let visiting = false;
/** The game as it was before, unless the page was loaded since. @type {Aside | null} */
let aside = null;

/** Keeps the game: for this tab, and for a tab that is opened when this one is closed. @param {Game} game */
export function keep(game) {
  if (visiting) return;
  /** @type {Record<string, string>} */
  const choices = {};
  for (const id of CHOICES) choices[id] = select(id).value;
  const { board, replies, flipped, clocks, outcome, seed, isRead } = game;
  /** @type {Kept} */
  const kept = {
    choices,
    pgn: game.pgn(),
    moves: board.uci,
    replies,
    flipped,
    clock: clocks.state(),
    outcome,
    seed,
    searches: game.tree.path.map((node) => node.searched ?? null),
    thoughts: game.tree.path.map(({ thought, better }) => ({
      thought,
      better,
    })),
    isRead,
  };
  const text = JSON.stringify(kept);
  sessionStorage.setItem(KEY, text);
  localStorage.setItem(KEY, text);
}

/** The game that was kept, by this tab before any other. @returns {Kept | null} */
function kept() {
  const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    // Written by something else: there is no game to go on with.
    return null;
  }
}

/** The game as it was kept; the opponent goes on. @param {Game} game */
export async function restore(game) {
  const found = kept();
  if (found) await goOnWith(game, found);
}

/** Goes on with a game that was kept. @param {Game} game @param {Kept} found */
async function goOnWith(game, found) {
  for (const [id, value] of Object.entries(found.choices)) {
    if (!CHOICES.includes(id)) continue;
    const place = select(id);
    // A list of another version may lack it, and levels depend on the opponent.
    if ([...place.options].some((one) => one.value === value))
      place.value = value;
    if (id === "opponent") game.showLevels();
  }
  game.showStrength();
  if (found.flipped !== game.flipped) game.page.flip();
  await game.read(found.pgn);
  await game.resumeAt(found);
}

/** Whether the page shows something else than the reader's game. */
export const isVisiting = () => visiting;

/** Something else is about to be shown: the game is kept as it is. @param {Game} game @param {string} [text] what is shown, if a bar shall lead back */
export function leave(game, text = "") {
  if (!visiting) {
    keep(game);
    aside = game.aside();
    // Whom a friend has sent a link may have no game yet.
    element("visit-end").textContent = game.board.uci.length
      ? "Back to your game"
      : "Play a game of your own";
  }
  visiting = true;
  game.clear();
  if (text) offer(null);
  element("visit-text").textContent = text;
  element("visit").hidden = !text;
}

/** Back to the game. @param {Game} game */
export async function comeBack(game) {
  if (!visiting) return;
  visiting = false;
  element("visit").hidden = true;
  const before = aside;
  aside = null;
  if (before) await game.takeUp(before);
  else await restore(game);
}

/** The way back to the game that an act of the reader's has replaced or ended. @type {(() => Promise<void>) | null} */
let wayBack = null;

/** The way back to the reader's game as it is now, before an act that replaces or ends it. @param {Game} game */
export function before(game) {
  if (visiting && !aside) {
    const found = kept();
    return found?.moves.length ? () => goOnWith(game, found) : null;
  }
  const own = aside ?? game.aside();
  // Nothing is lost of a game without moves, nor of one that is in its file.
  if (!own.moves.length || own.isRead) return wayBack;
  return () => game.takeUp(own);
}

/** Offers the way back, or no longer. @param {(() => Promise<void>) | null} back */
export function offer(back) {
  wayBack = back;
  element("undo").hidden = !back;
}

/** Takes back the act that replaced or ended a game. @param {Game} game */
export async function undo(game) {
  const back = wayBack;
  if (!back) return;
  stay();
  offer(null);
  await back();
  keep(game);
}

/** What is shown becomes the reader's game. */
export function stay() {
  visiting = false;
  aside = null;
  element("visit").hidden = true;
}
