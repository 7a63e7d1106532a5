// @ts-check
/** @file The game, kept while the page is closed or shows something else. */
/** @import { Aside, Game, Outcome, Search, Thoughts } from "./game.js" */
/** @import { ClockState } from "./clocks.js" */
/** @import { Face } from "./faces.js" */

import * as faces from "./faces.js";
import { element, select } from "./format.js";

const KEY = "belle-game";
/** A game that is played on from a link, in this tab. */
const VISIT = "belle-visit";
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

/**
 * What is shown in place of the reader's game: a link, on which one may play, or what passes,
 * as a film, a tour, a chapter.
 * @typedef {object} Visit
 * @property {boolean} passes
 * @property {string} text of the bar that leads back; empty for none
 * @property {boolean} isPlayed the reader has made a move there
 */

/**
 * A game that waits below what is shown.
 * @typedef {{game: Aside, visit: Visit | null, face: Face}} Waiting
 */

/** What is shown, if it is not the reader's game. @type {Visit | null} */
let visit = null;
/**
 * What waits: the reader's game, and above it the game of a link where something passes.
 * @type {Waiting[]}
 */
let waiting = [];

/** The lists' choices. @returns {Record<string, string>} */
export function choices() {
  /** @type {Record<string, string>} */
  const chosen = {};
  for (const id of CHOICES) chosen[id] = select(id).value;
  return chosen;
}

/** Chooses in the lists. @param {Game} game @param {Record<string, string>} chosen */
export function choose(game, chosen) {
  for (const [id, value] of Object.entries(chosen)) {
    if (!CHOICES.includes(id)) continue;
    const place = select(id);
    // A list of another version may lack it, and levels depend on the opponent.
    if ([...place.options].some((one) => one.value === value))
      place.value = value;
    if (id === "opponent") game.showLevels();
  }
  game.showStrength();
}

/** @param {Game} game @returns {Kept} */
function toKeep(game) {
  const { board, replies, flipped, clocks, outcome, seed, isRead } = game;
  return {
    choices: choices(),
    pgn: game.pgn(),
    moves: board.uci,
    replies,
    flipped,
    clock: clocks.state(),
    outcome,
    seed,
    searches: game.tree.path.map((node) => node.searched ?? null),
    thoughts: game.tree.path.map(({ thought, better, judged }) => ({
      thought,
      better,
      judged,
    })),
    isRead,
  };
}

/**
 * Keeps the game: for this tab, and for a tab that is opened when this one is closed.
 * @param {Game} game
 */
export function keep(game) {
  if (visit?.passes) return;
  const kept = toKeep(game);
  const text = JSON.stringify(kept);
  if (!visit) {
    sessionStorage.setItem(KEY, text);
    localStorage.setItem(KEY, text);
    return;
  }
  // What somebody has only looked at is not his game.
  if (!visit.isPlayed) return;
  sessionStorage.setItem(VISIT, JSON.stringify({ visit, kept }));
  // Who has no other game finds this one in the next tab.
  if (!waiting[0].game.moves.length) localStorage.setItem(KEY, text);
}

/** What was written under a name. @param {string | null} text */
function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    // Written by something else: there is no game to go on with.
    return null;
  }
}

/**
 * The game as it was kept, by this tab before any other; the opponent goes on.
 * @param {Game} game
 */
export async function restore(game) {
  /** @type {Kept | null} */
  const found = parsed(
    sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY),
  );
  if (found) await goOnWith(game, found);
}

/** The game of a link that was shown in this tab when the page was left. @param {Game} game */
export async function restoreVisit(game) {
  /** @type {{visit: Visit, kept: Kept} | null} */
  const found = parsed(sessionStorage.getItem(VISIT));
  if (!found) return;
  open(game, found.visit.text, "play");
  visit = found.visit;
  await goOnWith(game, found.kept);
}

/** Goes on with a game that was kept. @param {Game} game @param {Kept} found */
async function goOnWith(game, found) {
  choose(game, found.choices);
  if (found.flipped !== game.flipped) game.page.flip();
  await game.read(found.pgn);
  await game.resumeAt(found);
}

/** Whether something passes, which is nobody's game. */
export const isPassing = () => visit !== null && visit.passes;

/** Whether the page shows the game of a link. */
export const isLink = () => visit !== null && !visit.passes;

/** Whether the reader has a game of their own, shown or waiting. @param {Game} game */
export const hasOwn = (game) =>
  (waiting[0]?.game.moves ?? game.board.uci).length > 0;

/** The choices of the reader's game while the game of a link is shown. */
export const ownChoices = () =>
  isLink() ? waiting[0].game.choices : undefined;

/** The face in which the game was left. @returns {Face} */
export const faceBefore = () => waiting.at(-1)?.face ?? "play";

/** The reader has made a move where they visit. */
export function play() {
  if (visit) visit.isPlayed = true;
}

/** Says something else of what is visited. @param {string} text */
export function tell(text) {
  if (!visit) return;
  visit.text = text;
  showBar();
}

/** Puts the game aside that is shown. @param {Game} game @param {Face} face in which it was */
function put(game, face) {
  keep(game);
  // Chapters set up positions of their own: one comes back to where games are played.
  const from = face === "learn" ? "play" : face;
  waiting.push({ game: game.aside(), visit, face: from });
}

/** Shows the bar that leads back. */
function showBar() {
  const below = waiting.at(-1);
  let back = "Back to your game";
  if (below?.visit) back = "Back to the game";
  // Whom a friend has sent a link may have no game yet.
  else if (!below?.game.moves.length) back = "Play a game of your own";
  element("visit-end").textContent = back;
  element("visit-text").textContent = visit?.text ?? "";
  element("visit").hidden = !visit?.text;
}

/**
 * Something is about to be shown that passes: the game is kept as it is.
 * @param {Game} game
 * @param {string} [text] what is shown, if a bar shall lead back
 */
export function leave(game, text = "") {
  if (!visit?.passes) put(game, faces.current());
  visit = { passes: true, text, isPlayed: false };
  game.clear();
  if (text) offer(null);
  showBar();
}

/**
 * A link is about to be shown: the reader's game waits.
 * @param {Game} game
 * @param {string} text
 * @param {Face} face in which the reader was
 */
export function open(game, text, face) {
  // A game that was played on from another link can be had again.
  const back = lostOf(game)?.visit ? before(game) : null;
  if (!visit) put(game, face);
  waiting = waiting.slice(0, 1);
  visit = { passes: false, text, isPlayed: false };
  sessionStorage.removeItem(VISIT);
  game.clear();
  offer(back);
  showBar();
}

/**
 * Back to the game that waits; one that was played on from a link can be had again.
 * @param {Game} game
 */
export async function comeBack(game) {
  const below = waiting.at(-1);
  if (!below) return;
  const back = isLink() && visit?.isPlayed ? before(game) : null;
  waiting = waiting.slice(0, -1);
  visit = below.visit;
  if (!visit) sessionStorage.removeItem(VISIT);
  showBar();
  await game.takeUp(below.game);
  if (back) offer(back);
}

/**
 * The way back to the game that an act of the reader's has replaced or ended.
 * @type {(() => Promise<void>) | null}
 */
let wayBack = null;

/**
 * The game that an act would end or replace: a link's only where the reader has played there.
 * @param {Game} game
 * @returns {Waiting | undefined}
 */
function lostOf(game) {
  if (!visit || isPlayedLink(visit))
    return { game: game.aside(), visit, face: faces.current() };
  return waiting.findLast((one) => !one.visit || isPlayedLink(one.visit));
}

/** @param {Visit} one */
const isPlayedLink = (one) => !one.passes && one.isPlayed;

/**
 * The way back to the game as it is now, before an act that replaces or ends it.
 * @param {Game} game
 */
export function before(game) {
  const lost = lostOf(game);
  // Nothing is lost of a game without moves, nor of one that is in its file.
  if (!lost?.game.moves.length || lost.game.isRead) return wayBack;
  const below = lost.visit ? waiting.slice(0, 1) : [];
  return async () => {
    visit = lost.visit;
    waiting = below;
    showBar();
    await game.takeUp(lost.game);
  };
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
  visit = null;
  waiting = [];
  sessionStorage.removeItem(VISIT);
  element("visit").hidden = true;
}
