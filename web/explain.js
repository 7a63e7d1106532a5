// @ts-check
/** @file Explanations: what a name means, its fidelity, and the page of the databook. */
/** @import { Description, SignalText } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { hex, make } from "./format.js";

/** What is said of a name: its meaning, the label of the machine's part that it speaks of, and the page to read. @typedef {{name: string, text: string, fidelity: string, page: string}} Explanation */

/**
 * Explanations of what is no signal. What is on record of a part, the machine says in its description: `part` names the
 * block. What only this page has is no part of the machine, and has no label.
 * @type {Record<string, {text: string, part?: string, page: string}>}
 */
const TEXTS = {
  seconds: {
    text: "the original's time for these cycles, at 4.16 million cycles a second. That is 240.4 ns a cycle; waves and their files have whole nanoseconds, 240",
    part: "clock",
    page: "decisions/clock.md",
  },
  thoughts: {
    text: "each line is a new best move or value at the root: depth, value in centipawns for the side to move, principal variation read back from the transposition memory",
    page: "search.md",
  },
  array: {
    text: "64 similar circuits, one a square. In FIND VICTIM every piece of the side to move transmits, in FIND AGGRESSOR only the victim's square; rays pass the empty squares, receivers raise one of six lines, and the priority network names a square",
    part: "move_generator",
    page: "databook/move-generator-cell.md",
  },
  xmit: {
    text: "XMIT: in FIND VICTIM every piece of the side to move sends its lines; in FIND AGGRESSOR the addressed square sends as all pieces at once",
    part: "move_generator/xmit",
    page: "databook/move-generator-cell.md",
  },
  rays: {
    text: "RAY MUX and the fixed wires: an empty square passes the rays of its neighbors on, a piece stops them. Thin and pale: knights', kings' and pawns' lines, wires of their own",
    part: "move_generator/ray_mux",
    page: "databook/move-generator-cell.md",
  },
  recv: {
    text: "RECV: victims raise line 1 queen, 2 rook, 3 bishop, 4 knight, 5 pawn, 6 empty; aggressors 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king",
    part: "move_generator/recv",
    page: "databook/move-generator-cell.md",
  },
  priority: {
    text: "PRIORITY: of all candidates those on the best line, and of these the lowest square",
    part: "move_generator/priority",
    page: "databook/priority-network.md",
  },
  check: {
    text: "CHECK: the side to move reaches the other king, so the move before was illegal. A find for check asks it of the own king, with the sides exchanged",
    part: "move_generator/check",
    page: "databook/move-generator-cell.md",
  },
  levels: {
    text: "a tree for each line, first within each rank, then over the ranks. The best line with a candidate wins, and on it the lowest square",
    part: "move_generator/priority",
    page: "databook/priority-network.md",
  },
  word: {
    text: "the 64 bits of the word that runs next, field by field; fields at rest are left out",
    part: "microengine/word",
    page: "databook/word-format.md",
  },
  ledger: {
    text: "the cycles of the word, each with what it is for: the word waits for the full evaluator, the array settles, the transposition memory works, the key waits for the hash ROM; in the last, the word's own, all else settles, and its end clocks the registers. Lit is the cycle that runs next",
    part: "clock",
    page: "decisions/clock.md",
  },
  registers: {
    text: "flags of one bit, and registers with their levels at the beginning of the word; those in a box have just changed",
    part: "microengine/move",
    page: "databook/signals.md",
  },
  wide: {
    text: "signals of 64 wires and hash keys, in hexadecimal",
    page: "databook/signals.md",
  },
  disabled: {
    text: "squares that no longer answer: one bit a square and ply, so that the next find names another square",
    part: "move_generator/disable",
    page: "databook/move-generator-cell.md",
  },
  cell: {
    text: "one of the 64 circuits, laid out as in the record's block diagram; amber wires are high",
    part: "move_generator",
    page: "databook/move-generator-cell.md",
  },
  stages: {
    text: "the order in which the circuits of a word settle: piece registers, transmitters, rays, receivers, priority network. In the machine all five settle within one find",
    part: "move_generator",
    page: "databook/move-generator-cell.md",
  },
  units: {
    text: "the length of a step: a stage or a cycle within a word, a word, a find of the move generator, a position, a ply, a root move",
    page: "databook/microengine.md",
  },
  until: {
    text: "the machine runs at full speed until the condition holds; several must hold at once. A move holds while its position is searched",
    page: "databook/microengine.md",
  },
  cycles: {
    text: "cycles of the machine's clock since the search began; most words take one",
    part: "clock",
    page: "decisions/clock.md",
  },
  source: {
    text: "the assembler's text of a word, with the numbered step of the search that it belongs to",
    part: "microengine/word",
    page: "search.md",
  },
  lookup: {
    text: "the entry of any position, or at any address: a position's key names its entry, and the lock tells whether the entry is of this position",
    part: "memory",
    page: "databook/transposition-memory.md",
  },
  moves: {
    text: "the game with variations; a click goes to a position",
    page: "databook/README.md",
  },
  opponent: {
    text: "the machine of 1980 and of 1983 in this page; with `belle room` also the machine of 1978, the programs of 1976 and 1972, Atlas, and a present-day engine; years and speeds are on record, the year 1972 and all of 1976 at second hand",
    page: "generations.md",
  },
  level: {
    text: "how far the opponent looks ahead in plies, which are half-moves; in a tournament the machine had three minutes a move. Ratings are measured, and only given where they are",
    page: "search.md",
  },
  side: {
    text: "the color that you play; the opponent has the other one, both, or neither",
    page: "databook/README.md",
  },
  patience: {
    text: "how long the opponent may think: within three seconds it plays the best move it has found; else it finishes the plies of its level, or takes as long as the original did",
    page: "decisions/clock.md",
  },
  book: {
    text: "moves that the opponent plays from a book of openings. Belle had one of about 300,000 entries (second-hand, F085), which was not found; the project's own stands for it in 1980 and 1983. The programs of 1972 to 1978 play without one here",
    page: "decisions/book.md",
  },
  control: {
    text: "wall time of both players; beside it the machine's own time, counted in its cycles",
    page: "decisions/clock.md",
  },
  notation: {
    text: "a move in the usual notation or from square to square: Nf3, exd5, e8=Q, O-O, g1f3",
    page: "databook/README.md",
  },
  text: {
    text: "FEN is a position, PGN a game with its variations; both can be read from other programs and given to them",
    page: "databook/README.md",
  },
  flags: {
    text: "flags of the frame: in check, a legal move was found, alpha was raised, captures only, evasions used up",
    part: "microengine/flags",
    page: "databook/README.md",
  },
  path: {
    text: "moves from the game's position to the one that is searched now",
    page: "search.md",
  },
  tofrom: {
    text: "the to register (full outline) and the from register (dashed)",
    part: "microengine/move",
    page: "databook/microengine.md",
  },
  alone: {
    text: "the next search is one search by the machine, root included, as `belle trace` runs it; without it the host deepens the search move by move, as in a game",
    page: "search.md",
  },
  speed: {
    text: "cycles a second measured over the last half second, and their relation to the machine of 1980",
    page: "decisions/clock.md",
  },
  program: {
    text: "search.mc, the microprogram: 64-bit words, one a line. Click a word to run until it is reached",
    part: "microengine/word",
    page: "databook/microengine.md",
  },
  bus: {
    text: "source, adder, destination: the word's use of the value bus, and the comparison of the accumulator with the source",
    part: "microengine/value_bus",
    page: "databook/value-bus.md",
  },
  memory: {
    text: "128K entries, one dot each: blue lower bound, gray upper bound, green exact, violet open (on the path or in the game)",
    part: "memory",
    page: "databook/transposition-memory.md",
  },
  graph: {
    text: "the values that the players found for their moves, White's advantage above the line",
    page: "search.md",
  },
  square: {
    text: "SQUARE: the piece register of four bits, decoded; own: the piece belongs to the side to move",
    part: "move_generator/square",
    page: "databook/move-generator-cell.md",
  },
  dirmux: {
    text: "DIR MUX turns the pawns' lines up or down the board; knights' and kings' lines come from eight squares each",
    part: "move_generator/dir_mux",
    page: "databook/move-generator-cell.md",
  },
  tree: {
    text: "every node that the machine enters, replayed from its cycles: move, value for the side that moved, positions counted, why it ended, its window",
    page: "search.md",
  },
  lazy: {
    text: "registers that every write to the board keeps up to date: no extra cycle",
    part: "evaluator/lazy",
    page: "databook/lazy-registers.md",
  },
  writes: {
    text: "the last writes to the board within 2,000 cycles, with the registers that changed",
    part: "evaluator/lazy",
    page: "databook/lazy-registers.md",
  },
  waves: {
    text: "levels over cycles, any window of the search, past or ahead: the machine is deterministic, so they are run through again",
    page: "databook/signals.md",
  },
  difference: {
    text: "everything that differs between a marked moment and the present one",
    page: "databook/signals.md",
  },
  change: {
    text: "the program in the machine as text. Assemble puts yours in its place until you press Original",
    page: "databook/microengine.md",
  },
  stack: {
    text: "a frame a ply: the window, the depth left, the best move and the flags",
    part: "microengine/stack",
    page: "databook/microengine.md",
  },
  evaluator: {
    text: "the lazy value from registers that every write keeps up to date; the full value from 64 cells, which report in eight cycles; three more count, weigh and limit it to 192 centipawns",
    part: "evaluator/full",
    page: "databook/evaluator-cell.md",
  },
};

/** Stands in the place of a label where the page speaks of itself. */
const OWN = "of this page";

/** Pages of signals, by the beginning of their block. @type {[string, string][]} */
const PAGES = [
  ["microengine/value_bus", "value-bus"],
  ["microengine/stack", "microengine"],
  ["microengine", "microengine"],
  ["move_generator/priority", "priority-network"],
  ["move_generator", "move-generator-cell"],
  ["board", "move-generator-cell"],
  ["evaluator/lazy", "lazy-registers"],
  ["evaluator", "evaluator-cell"],
  ["memory", "transposition-memory"],
];

/** Names with an explanation that are no controls and have no place among the stops yet. */
const NAMES =
  "[data-explain]:not([tabindex], button, input, select, textarea, summary)";
/** Groups of names, each one stop of the Tab key. */
const GROUPS =
  ".counters, .registers, .flags, .word, .ledger, .legend, thead, table, .fields, form, .head, .listing, #wave-names, .view, .sheet, .machine";
/** Milliseconds from a change of the page until its names have their places. */
const PAUSE = 150;
/** Steps of the arrow keys from name to name. @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** An arrow key on a name goes to its neighbor in the group. @param {KeyboardEvent} event */
function move(event) {
  const step = ARROWS[event.key];
  const { target } = event;
  if (!step || !(target instanceof HTMLElement)) return;
  if (!target.matches("[data-explain][tabindex]")) return;
  if (target.matches("button, input, select, textarea, summary")) return;
  const group = target.closest(GROUPS);
  if (!group) return;
  const names = [
    ...group.querySelectorAll("[data-explain][tabindex]:not(button)"),
  ].filter((one) => one.closest(GROUPS) === group && one.checkVisibility());
  const next = names[names.indexOf(target) + step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  event.stopPropagation();
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/**
 * Shows explanations of what is pointed at or focused. A click keeps one until the next click. Enter on a name keeps it
 * too and goes to its link; Escape goes back.
 * @param {HTMLElement} place
 * @param {Room} room
 * @param {(page: string) => void} openPage
 */
export function explainIn(place, room, openPage) {
  /** Names that have a place among the stops. @type {Set<HTMLElement>} */
  const placed = new Set();
  const settle = () => {
    for (const one of document.querySelectorAll(NAMES))
      if (one instanceof HTMLElement) {
        placed.add(one);
        one.tabIndex = -1;
      }
    const groups = new Set();
    // One stop of the Tab key for each group that is shown: the arrow keys go on from there.
    for (const one of placed) {
      if (!one.isConnected) placed.delete(one);
      if (one.tabIndex < 0 || !one.checkVisibility()) continue;
      groups.add(one.closest(GROUPS));
    }
    for (const one of placed) {
      const group = one.closest(GROUPS);
      if ((group && groups.has(group)) || !one.checkVisibility()) continue;
      one.tabIndex = 0;
      groups.add(group);
    }
  };
  settle();
  let waiting = false;
  new MutationObserver(() => {
    // Once for all that changes in an animation frame.
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      settle();
    }, PAUSE);
  }).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributeFilter: ["hidden", "open", "data-face"],
  });
  document.addEventListener("keydown", move, true);
  /** What stands there while nothing is explained. */
  const hint = place.textContent ?? "";
  let kept = false;
  /** The name from which the focus came to the link. @type {HTMLElement | null} */
  let origin = null;
  document.addEventListener(
    "keydown",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.key === "Escape" && target.closest("footer")) {
        kept = false;
        origin?.focus();
      } else if (
        event.key === "Enter" &&
        target.closest("[data-explain]") &&
        !target.matches("button, summary, input, select, textarea")
      ) {
        kept = false;
        show(target);
        kept = true;
        place.querySelector("button")?.focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  /** The name that an element or one around it has. @param {Element} target */
  const keyOf = (target) =>
    target.closest("[data-explain]")?.getAttribute("data-explain");
  const show = (/** @type {Element} */ target) => {
    const key = keyOf(target);
    const found = key && explanation(key, room.description);
    if (!found) {
      // A button says itself what it does; whatever stood there before is of something else.
      const title = target.closest("[title]")?.getAttribute("title");
      place.replaceChildren(title || hint);
      return;
    }
    const { name, text, fidelity, page } = found;
    const link = make("button", "Read more", "link");
    link.onclick = () => openPage(page);
    const label = make("i", fidelity ? ` (${fidelity}) ` : " ");
    place.replaceChildren(make("b", name), ` ${text}`, label, link);
  };
  const isFooter = (/** @type {EventTarget | null} */ target) =>
    target instanceof Element && target.closest("footer") !== null;
  document.addEventListener("pointerover", ({ target }) => {
    if (target instanceof Element && !kept && !isFooter(target)) show(target);
  });
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    if (!(target instanceof Element)) return;
    if (!isFooter(target)) {
      if (!kept) show(target);
    } else if (!isFooter(relatedTarget))
      origin = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  });
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || isFooter(target)) return;
    kept = Boolean(keyOf(target));
    // On a phone the explanation covers the page: a touch elsewhere closes it.
    if (!kept && matchMedia("(max-width: 700px)").matches)
      place.replaceChildren();
    show(target);
  });
}

/** The label of a part of the machine. @param {Description} description @param {string} block */
function fidelityOf(description, block) {
  const found = description.parts.find((part) => part.block === block);
  if (!found) throw new Error(`no part ${block}`);
  return found.fidelity;
}

/** The number of a thing with its name. @param {number} count @param {string} name */
const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

/** What is said of a name. @param {string} key @param {Description} description @returns {Explanation | null} */
function explanation(key, description) {
  const [kind, name, value] = key.split(":");
  switch (kind) {
    case "label":
    case "word":
      return ofWord(kind, name, description);
    case "term":
      return {
        name,
        text: `${value}, reported by cells; the count times its weight is added to the full value`,
        fidelity: fidelityOf(description, "evaluator/full"),
        page: "databook/evaluator-cell.md",
      };
    case "text": {
      const found = TEXTS[name];
      if (!found) return null;
      const { text, part, page } = found;
      const fidelity = part ? fidelityOf(description, part) : OWN;
      return { name, text, fidelity, page };
    }
    case "signal":
      return ofSignal(
        description,
        [...description.signals, ...description.wires].find(
          (one) => one.name === name,
        ),
      );
    case "wire":
      return ofSignal(
        description,
        description.wires.find((one) =>
          `${one.block}/${one.name}`.endsWith(name),
        ),
      );
    default:
      return ofField(name, value, description);
  }
}

/** @param {"label" | "word"} kind @param {string} name @param {Description} description @returns {Explanation | null} */
function ofWord(kind, name, description) {
  const { words } = description;
  const address =
    kind === "word"
      ? Number(name)
      : words.findIndex((word) => word.labels.includes(name));
  const word = words[address];
  if (!word) return null;
  const place = `word ${hex(address)}`;
  const step = word.step ? `step ${word.step}` : "an entry of the host";
  const what = kind === "word" ? word.orders : `label of ${place}`;
  return {
    name: kind === "word" ? place : name,
    text: `${what}; ${step}; ${counted(word.cycles, "cycle")}`,
    fidelity: fidelityOf(description, "microengine/word"),
    page: "search.md",
  };
}

/** @param {Description} description @param {SignalText} [signal] @returns {Explanation | null} */
function ofSignal(description, signal) {
  if (!signal) return null;
  const page = PAGES.find(([block]) => signal.block.startsWith(block))?.[1];
  return {
    name: `${signal.block}/${signal.name}`,
    text: `${signal.help} ${counted(signal.width, "wire")}`,
    fidelity: signal.fidelity,
    page: `databook/${page ?? "signals"}.md`,
  };
}

/** @param {string} name @param {string} value @param {Description} description @returns {Explanation | null} */
function ofField(name, value, description) {
  const field = description.fields.find((one) => one.name === name);
  if (!field) return null;
  const last = field.bit + field.width - 1;
  const bits =
    field.width === 1 ? `bit ${field.bit}` : `bits ${field.bit} to ${last}`;
  const chosen = field.values.find(([one]) => one === value);
  const effect = chosen && field.width > 1 ? ` Here: ${chosen[1]}.` : "";
  return {
    name,
    text: `${field.help} (${bits}).${effect}`,
    fidelity: fidelityOf(description, "microengine/word"),
    page: "databook/word-format.md",
  };
}
