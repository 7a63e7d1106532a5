// @ts-check
/** @file Explanations: what a name means, its fidelity, and the page of the databook. */

/** Explanations of what is no signal: text, fidelity. @type {Record<string, [string, string]>} */
const TEXTS = {
  seconds: [
    "the original's time for these cycles, at 4.16 million cycles a second",
    "decided, calibrated to the documented 160,000 positions a second",
  ],
  thoughts: [
    "each line is a new best move or value at the root: depth, value in centipawns for the side to move, principal variation read back from the transposition memory",
    "decided",
  ],
  array: [
    "64 similar circuits, one a square. In a find every square transmits what its piece attacks, rays pass the empty squares, receivers raise one of six lines, and the priority network names a square",
    "documented",
  ],
  xmit: [
    "XMIT: in FIND VICTIM every piece of the side to move sends its lines; in FIND AGGRESSOR the addressed square sends as all pieces at once",
    "documented",
  ],
  rays: [
    "RAY MUX and the fixed wires: an empty square passes the rays of its neighbors on, a piece stops them. Purple: knights', kings' and pawns' lines",
    "documented",
  ],
  recv: [
    "RECV: victims raise line 1 queen, 2 rook, 3 bishop, 4 knight, 5 pawn, 6 empty; aggressors 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king",
    "documented",
  ],
  priority: [
    "PRIORITY: of all candidates those on the best line, and of these the lowest square",
    "documented; decided: the lowest square wins",
  ],
  check: [
    "CHECK: the side to move reaches the other king, so the move before was illegal. A find for check asks it of the own king, with the sides exchanged",
    "documented: illegal moves are found by the king's capture; decided: the line",
  ],
  levels: [
    "a tree for each line, first within each rank, then over the ranks. The best line with a candidate wins, and on it the lowest square",
    "documented: two levels; decided: ranks, then files",
  ],
  word: [
    "the 64 bits of the word that runs next, field by field; fields at rest are left out",
    "documented: 64 bits; decided: the fields",
  ],
  registers: [
    "flags of one bit, and registers with their levels at the beginning of the word; amber ones have just changed",
    "decided",
  ],
  wide: [
    "signals of 64 wires and hash keys, in hexadecimal",
    "documented: 64-bit disable words, keys of 48 bits; decided: the rest",
  ],
  disabled: [
    "squares that no longer answer: one bit a square and ply, so that the next find names another square",
    "documented",
  ],
  cell: [
    "one of the 64 circuits, laid out as in the record's block diagram; amber wires are high",
    "documented",
  ],
  stages: [
    "the order in which the circuits of a word settle: piece registers, transmitters, rays, receivers, priority network. In the machine all five settle within one find",
    "documented",
  ],
  units: [
    "the length of a step: a stage within a word, a word, a find of the move generator, a position, a ply, a root move",
    "measured",
  ],
  until: [
    "the machine runs at full speed until the condition holds; several must hold at once. A move holds while its position is searched",
    "measured",
  ],
  cycles: [
    "cycles of the machine's clock since the search began; most words take one",
    "decided, calibrated to the documented speed",
  ],
  source: [
    "the assembler's text of a word, with the numbered step of the search that it belongs to",
    "decided",
  ],
  lookup: [
    "the address and the entry of any position: its key names the entry, and the lock tells whether the entry is of this position",
    "documented; decided: the layout of an entry",
  ],
  moves: ["the game with variations; a click goes to a position", "measured"],
  opponent: [
    "the machine of three years in this page; with `belle room` also the programs of 1976 and 1972, Atlas, and a present-day engine",
    "documented: years and speeds (1976 second-hand)",
  ],
  level: [
    "plies that the machine searches before it moves; in a tournament it had three minutes",
    "second-hand: three minutes a move; decided: the levels",
  ],
  control: [
    "wall time of both players; beside it the machine's own time, counted in its cycles",
    "measured",
  ],
  notation: [
    "a move in the usual notation or from square to square: Nf3, exd5, e8=Q, O-O, g1f3",
    "measured",
  ],
  text: [
    "FEN is a position, PGN a game with its variations; both can be read from other programs and given to them",
    "measured",
  ],
  flags: [
    "flags of the frame: in check, a legal move was found, alpha was raised, captures only, evasions used up",
    "decided",
  ],
  path: [
    "moves from the game's position to the one that is searched now",
    "measured",
  ],
  tofrom: [
    "the to register (full outline) and the from register (dashed)",
    "decided",
  ],
  alone: [
    "the next search is one search by the machine, root included, as `belle trace` runs it; without it the host deepens the search move by move, as in a game",
    "decided",
  ],
  speed: [
    "cycles a second measured over the last half second, and their relation to the machine of 1980",
    "measured",
  ],
  program: [
    "search.mc, the microprogram: 64-bit words, one a line. Click a word to run until it is reached",
    "documented: 1,024 words of 64 bits; decided: the words",
  ],
  bus: [
    "source, adder, destination: the word's use of the value bus, and the comparison of the accumulator with the source",
    "documented: 16 bits, add and compare; decided: accumulator, codes of sources",
  ],
  memory: [
    "128K entries, one dot each: blue lower bound, amber upper bound, green exact, violet open (on the path or in the game)",
    "documented, the open flag second-hand; decided: the layout of an entry",
  ],
  graph: [
    "the values that the players found for their moves, White's advantage above the line",
    "measured",
  ],
  square: [
    "SQUARE: the piece register of four bits, decoded; own: the piece belongs to the side to move",
    "documented; decided: the code",
  ],
  dirmux: [
    "DIR MUX turns the pawns' lines up or down the board; knights' and kings' lines come from eight squares each",
    "documented; decided: the double step",
  ],
  tree: [
    "every node that the machine enters, replayed from its cycles: move, value for the side that moved, positions counted, why it ended, its window",
    "measured",
  ],
  lazy: [
    "registers that every write to the board keeps up to date: no extra cycle",
    "documented: the registers; decided: widths and weights",
  ],
  writes: [
    "the last writes to the board within 2,000 cycles, with the registers that changed",
    "measured",
  ],
  waves: [
    "levels over cycles, any window of the search, past or ahead: the machine is deterministic, so they are run through again",
    "measured",
  ],
  difference: [
    "everything that differs between a marked moment and the present one",
    "measured",
  ],
  change: [
    "the program in the machine as text. Assemble puts yours in its place until you press Original",
    "decided",
  ],
  stack: [
    "a frame a ply: the window, the depth left, the best move and the flags",
    "documented: a stack; decided: its slots",
  ],
  evaluator: [
    "the lazy value from registers that every write keeps up to date; the full value from 64 cells in eight cycles, which never differs by more than 192 centipawns",
    "documented; decided: terms and weights",
  ],
};

const PAGES = /** @type {[string, string][]} */ ([
  ["microengine/value_bus", "value-bus"],
  ["microengine/stack", "microengine"],
  ["microengine", "microengine"],
  ["move_generator/priority", "priority-network"],
  ["move_generator", "move-generator-cell"],
  ["board", "move-generator-cell"],
  ["evaluator/lazy", "lazy-registers"],
  ["evaluator", "evaluator-cell"],
  ["memory", "transposition-memory"],
]);

/** Pages of what is no signal; those not named have the first page of the databook. @type {Record<string, string>} */
const TEXT_PAGES = {
  seconds: "decisions/clock.md",
  speed: "decisions/clock.md",
  thoughts: "search.md",
  graph: "search.md",
  tree: "search.md",
  alone: "search.md",
  array: "databook/move-generator-cell.md",
  square: "databook/move-generator-cell.md",
  xmit: "databook/move-generator-cell.md",
  rays: "databook/move-generator-cell.md",
  recv: "databook/move-generator-cell.md",
  dirmux: "databook/move-generator-cell.md",
  check: "databook/move-generator-cell.md",
  priority: "databook/priority-network.md",
  tofrom: "databook/microengine.md",
  levels: "databook/priority-network.md",
  word: "databook/word-format.md",
  registers: "databook/signals.md",
  wide: "databook/signals.md",
  cell: "databook/move-generator-cell.md",
  disabled: "databook/move-generator-cell.md",
  stages: "databook/move-generator-cell.md",
  units: "databook/microengine.md",
  until: "databook/microengine.md",
  cycles: "decisions/clock.md",
  source: "search.md",
  path: "search.md",
  lookup: "databook/transposition-memory.md",
  opponent: "generations.md",
  level: "search.md",
  control: "decisions/clock.md",
  program: "databook/microengine.md",
  change: "databook/microengine.md",
  bus: "databook/value-bus.md",
  memory: "databook/transposition-memory.md",
  stack: "databook/microengine.md",
  lazy: "databook/lazy-registers.md",
  writes: "databook/lazy-registers.md",
  evaluator: "databook/evaluator-cell.md",
  waves: "databook/signals.md",
  difference: "databook/signals.md",
};

/**
 * Shows explanations of what is pointed at or focused. A click keeps one until the next click. Enter on a name keeps it
 * too and goes to its link; Escape goes back.
 * @param {HTMLElement} place
 * @param {any} room
 */
export function explainIn(place, room) {
  const reach = () => {
    for (const element of document.querySelectorAll(
      "[data-explain]:not([tabindex]):not(button)",
    ))
      if (element instanceof HTMLElement) element.tabIndex = 0;
  };
  reach();
  new MutationObserver(reach).observe(document.body, {
    childList: true,
    subtree: true,
  });
  let kept = false;
  /** The name from which the focus came to the link. @type {any} */
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
        show({ type: "focusin", target });
        kept = true;
        place.querySelector("button")?.focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  const show = (/** @type {any} */ event) => {
    const { target, type } = event;
    if (!(target instanceof Element)) return;
    if (target.closest("footer")) {
      if (type === "focusin" && !event.relatedTarget?.closest("footer"))
        origin = event.relatedTarget;
      return;
    }
    const key = target.closest("[data-explain]")?.getAttribute("data-explain");
    if (type === "click") kept = Boolean(key);
    else if (kept) return;
    // On a phone the explanation covers the page: a touch elsewhere closes it.
    if (!key && type === "click" && matchMedia("(max-width: 700px)").matches)
      place.replaceChildren();
    const found = key && explanation(key, room.description);
    if (!found) return;
    const [name, text, fidelity, page] = found;
    const [bold, label, link] = [
      document.createElement("b"),
      document.createElement("i"),
      document.createElement("button"),
    ];
    bold.textContent = name;
    label.textContent = fidelity && ` (${fidelity}) `;
    link.className = "link";
    link.textContent = "Read more";
    link.onclick = () => room.openPage(page);
    place.replaceChildren(bold, ` ${text}`, label, link);
  };
  for (const kind of ["pointerover", "focusin", "click"])
    document.addEventListener(kind, show);
}

/** Name, text, fidelity and page. @param {string} key @param {any} description @returns {[string, string, string, string] | null} */
function explanation(key, description) {
  const [kind, name, value] = key.split(":");
  if (kind === "label" || kind === "word") {
    const address =
      kind === "word"
        ? Number(name)
        : description.words.findIndex((/** @type {any} */ word) =>
            word.labels.includes(name),
          );
    const word = description.words[address];
    if (!word) return null;
    const step = word.step ? `step ${word.step}` : "an entry of the host";
    const place = `word ${address.toString(16).toUpperCase().padStart(3, "0")}`;
    const cost = `${word.cycles} ${word.cycles === 1 ? "cycle" : "cycles"}`;
    return [
      kind === "word" ? place : name,
      `${kind === "word" ? word.orders : `label of ${place}`}; ${step}; ${cost}`,
      "decided",
      "search.md",
    ];
  }
  if (kind === "term")
    return [
      name,
      `${value}, reported by cells; the count times its weight is added to the full value`,
      "documented: kinds of terms; decided: this one",
      "databook/evaluator-cell.md",
    ];
  if (kind === "text")
    return TEXTS[name]
      ? [
          name,
          TEXTS[name][0],
          TEXTS[name][1],
          TEXT_PAGES[name] ?? "databook/README.md",
        ]
      : null;
  if (kind === "signal") {
    const signal = description.signals
      .concat(description.wires)
      .find((/** @type {any} */ one) => one.name === name);
    if (!signal) return null;
    const page = PAGES.find(([block]) => signal.block.startsWith(block))?.[1];
    const wires = signal.width === 1 ? "1 wire" : `${signal.width} wires`;
    return [
      `${signal.block}/${signal.name}`,
      `${signal.help}; ${wires}`,
      signal.fidelity,
      `databook/${page ?? "signals"}.md`,
    ];
  }
  const field = description.fields.find(
    (/** @type {any} */ one) => one.name === name,
  );
  if (!field) return null;
  const chosen = field.values.find(
    (/** @type {string[]} */ one) => one[0] === value,
  );
  const bits =
    field.width === 1
      ? `bit ${field.bit}`
      : `bits ${field.bit} to ${field.bit + field.width - 1}`;
  const effect = chosen && field.width > 1 ? ` Here: ${chosen[1]}.` : "";
  return [
    name,
    `${field.help} (${bits}).${effect}`,
    "decided",
    "databook/word-format.md",
  ];
}
