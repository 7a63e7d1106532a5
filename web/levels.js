// @ts-check
/** @file Levels of the opponents, and how strong each is as far as that was measured. */

/**
 * A level of an opponent.
 * @typedef {object} Level
 * @property {string} name in the list
 * @property {string} strength what is known of its strength, in a sentence
 * @property {number} [depth] plies
 * @property {number} [seconds] of the machine's own time
 * @property {number} [elo] limit of the present-day engine
 * @property {boolean} [whole] the opponent's full strength: it always plays its own choice
 */

/** The scale of Thompson's ratings, which ours are fitted to. */
const PLY_SCALE =
  "Measured in 2,000 games against other depths, on the scale of Ken Thompson's ratings of 1983";
/** What no measurement of plies has: they always played the move they held best. */
const VARIED =
  "Here it sometimes plays another move that was nearly as good, so that games differ; that is not in the figure";
/** The scale on which the generations met programs of today. */
const LADDER =
  "Measured against the other years and three free programs of today, on their ladder; other scales may differ by hundreds of points";

/** What a rating of a club's scale means. @param {number} elo */
function words(elo) {
  if (elo < 1200) return "beginner";
  if (elo < 1400) return "casual player";
  if (elo < 1600) return "club player";
  if (elo < 1800) return "strong club player";
  if (elo < 2000) return "tournament player";
  if (elo < 2200) return "expert";
  return elo < 2400 ? "master" : "stronger than a master";
}

/**
 * Plies of the machine with their rating and its error (docs/laboratory.md);
 * none where nobody measured it.
 * @type {{name: string, depth: number, elo?: number, error?: number}[]}
 */
const PLIES = [
  { name: "1 ply", depth: 1 },
  { name: "2 plies", depth: 2 },
  { name: "3 plies", depth: 3, elo: 1046, error: 49 },
  { name: "4 plies", depth: 4, elo: 1324, error: 30 },
  { name: "5 plies", depth: 5, elo: 1566, error: 24 },
  { name: "6 plies", depth: 6, elo: 1776, error: 23 },
  { name: "7 plies", depth: 7, elo: 1996, error: 31 },
];

/** Seconds that a machine of those years had for a move in a tournament. */
const TOURNAMENT = 180;

/**
 * The level of a tournament.
 * @param {number} elo
 * @param {number} error
 * @param {string} [record]
 * @returns {Level}
 */
const tournament = (elo, error, record = "") => ({
  name: `tournament, 3 min of its time: Elo ${elo}`,
  strength: `Elo ${elo} ± ${error}, ${words(elo)}. ${LADDER}.${record}`,
  seconds: TOURNAMENT,
  depth: 48,
  whole: true,
});

/** The machine's levels: plies, and the tournament's. @param {Level} last @returns {Level[]} */
const machine = (last) => [
  ...PLIES.map(({ name, depth, elo, error }) => ({
    name: elo ? `${name}: ${words(elo)}, Elo ${elo}` : `${name}: easier still`,
    strength: elo
      ? `Elo ${elo} ± ${error}, ${words(elo)}. ${PLY_SCALE}. ${VARIED}.`
      : "Weaker than three plies, which are Elo 1046; itself not measured.",
    depth,
  })),
  last,
];

/**
 * Levels by plies of a machine whose plies were not rated.
 * @param {number[]} depths
 * @param {Level} last
 * @returns {Level[]}
 */
const unrated = (depths, last) => [
  ...depths.map((depth) => ({
    name: depth === 1 ? "1 ply" : `${depth} plies`,
    strength: `Weaker than its full strength; ${depth === 1 ? "this ply was" : "these plies were"} not rated.`,
    depth,
  })),
  last,
];

/**
 * Limits of the present-day engine; measured against Stockfish
 * 15.1 at the same limit (docs/native-tests.md).
 * @type {{elo: number, off?: number, error?: number}[]}
 */
const LIMITS = [
  { elo: 800 },
  { elo: 1100 },
  { elo: 1350, off: 15, error: 36 },
  { elo: 1500, off: 9, error: 38 },
  { elo: 1700, off: -20, error: 36 },
  { elo: 1900, off: -10, error: 34 },
  { elo: 2100, off: 4, error: 45 },
  { elo: 2300, off: 0, error: 114 },
];

/** A number with its sign. @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/** @type {Level[]} */
const native = [
  ...LIMITS.map(({ elo, off, error }) => ({
    name: `${words(elo)}, Elo ${elo}`,
    strength:
      off === undefined
        ? `Set to Elo ${elo}, ${words(elo)}. Measured only against its own levels.`
        : `Set to Elo ${elo}, ${words(elo)}. Measured ${signed(off)} ± ${error} against Stockfish 15.1 set to the same.`,
    elo,
  })),
  {
    name: "full strength",
    strength:
      "Far stronger than any human. Measured −29 ± 43 against Stockfish 15.1 set to Elo 2600.",
    whole: true,
  },
];

/** Levels by the opponent's name. @type {Record<string, Level[]>} */
export const LEVELS = {
  1980: machine(tournament(2729, 100)),
  board: machine({
    name: "tournament, 3 min of the board's time",
    strength:
      "The machine of 1980 at the board's speed. What that is worth was not measured; 160,000 positions a second are Elo 2729 ± 100.",
    seconds: TOURNAMENT,
    depth: 48,
    whole: true,
  }),
  1983: machine(
    tournament(
      2696,
      125,
      " In its own time, 1983, its rating was 2250 (USCF), a master.",
    ),
  ),
  1978: unrated([1, 2, 3, 4, 5], tournament(2344, 121)),
  1976: unrated([1, 2], tournament(1234, 275)),
  1972: unrated(
    [1, 2],
    tournament(1267, 271, " In its own time it had about 1400."),
  ),
  atlas: [
    {
      name: "3 plies, as in 1967",
      strength:
        "No rating on a common scale was measured. At its own speed it scored 41 wins of 100 games against T. Belle of 1972 with equal time, and 5 with six times as much.",
      depth: 3,
      whole: true,
    },
  ],
  native,
};

/**
 * The level at the start: what a club player may meet, answered at once.
 * @param {Level[]} levels
 */
export function first(levels) {
  const fifth = levels.findIndex((one) => one.depth === 5 && !one.whole);
  const club = levels.findIndex((one) => one.elo === 1500);
  if (fifth >= 0 && levels.length > PLIES.length) return fifth;
  return club >= 0 ? club : levels.length - 1;
}
