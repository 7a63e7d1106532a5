// @ts-check
/** @file The page: the machine's frames, search, steps, views. */

import { ArrayView, LAST, STAGES, bits } from "./array.js";
import { Cell } from "./cell.js";
import { Change } from "./change.js";
import { Conditions } from "./conditions.js";
import { Difference } from "./difference.js";
import { Docs } from "./docs.js";
import { explainIn } from "./explain.js";
import {
  element,
  format,
  make,
  pawns,
  row,
  setText,
  squareName,
} from "./format.js";
import { Game } from "./game.js";
import { wireKeys } from "./keys.js";
import { Listing } from "./listing.js";
import { Memory } from "./memory.js";
import { Moments } from "./moment.js";
import { Registers } from "./registers.js";
import { Runner } from "./runner.js";
import * as session from "./session.js";
import { Tabs } from "./tabs.js";
import { Tour } from "./tour.js";
import { Transport, failed } from "./transport.js";
import { Tree } from "./tree.js";
import { Values } from "./values.js";
import { Waves } from "./waves.js";

const UNITS = [
  ["stage", "Stage"],
  ["word", "Word"],
  ["find", "Find"],
  ["node", "Position"],
  ["ply", "Ply"],
  ["root_move", "Root move"],
];
/** Most frames of a fast run that wait to be painted; beyond, the oldest are left out. */
const MOST_WAITING = 4;
/** Milliseconds between two turns of a part of the page while the machine runs fast. */
const PACE = /** @type {Record<string, number>} */ ({
  machine: 50,
  tree: 60,
  memory: 40,
  waves: 100,
  cell: 200,
});
const PACE_OF_TEXT = 120;

const transport = new Transport((message) => lost(message));
/** @type {any} */ let description;
/** @type {any} */ let frame;
/** @type {any[]} */ let thoughts = [];
/** Views by the name of their tab. @type {Record<string, any>} */
const views = {};
/** @type {Tabs} */ let tabs;
/** @type {Tree} */ let tree;
/** @type {Listing} */ let listing;
const docs = new Docs();
let unit = "word";
/** Depth and driver of the search under way. */
let search = { depth: 4, root: "host" };
/** The microcode is the reader's. */
let changed = false;
/** The end of the search has been reported. */
let ended = false;

/** Places of wires in a frame by the end of their path. @type {Map<string, number>} */
const wires = new Map();

const array = new ArrayView(element("array"), element("cells"), (square) =>
  cell?.choose(square),
);
/** @type {Cell} */ let cell;
/** @type {Moments} */ let moments;

/** What panels know of the room. */
const room = {
  array,
  /** Addresses of words before which runs stop. @type {Set<number>} */
  stops: new Set(),
  get frame() {
    return frame;
  },
  get description() {
    return description;
  },
  get search() {
    return search;
  },
  running: () => Boolean(frame?.searching && !frame.over),
  raw: (/** @type {any} */ command) => transport.ask(command),
  ask,
  say,
  think,
  runUntil,
  flip,
  /** Whether single words pass too fast to be seen. */
  isQuick: () => runner.isQuick(),
  /** Cycles a second of the chosen year. */
  speedOfYear: () => runner.original,
  /** @param {string} name */
  signal: (name) =>
    description.signals
      .concat(description.wires)
      .find((/** @type {any} */ one) => one.name === name),
  /** Level of a wire by the end of its path. @param {string} name @param {any} [from] its frame */
  wire(name, from = frame) {
    const index =
      wires.get(name) ??
      description.wires.findIndex((/** @type {any} */ one) =>
        `${one.block}/${one.name}`.endsWith(name),
      );
    if (index < 0) throw new Error(`no wire ${name}`);
    wires.set(name, index);
    return from.wires[index];
  },
  /** Label and offset of an address. @param {number} address */
  place(address) {
    for (let at = address; at >= 0; at--) {
      const label = description.words[at]?.labels.find(
        (/** @type {string} */ one) => !one.includes("@"),
      );
      if (label) return at === address ? label : `${label} + ${address - at}`;
    }
    return address.toString(16);
  },
  /** The board of a ply of the path. @param {number} ply */
  async showPly(ply) {
    const moves = frame.stack
      .slice(0, ply)
      .map((/** @type {any} */ one) => one.uci);
    const [found] = await transport.ask({ command: "lookup", moves });
    if (found.event === "looked") {
      game.showPosition(found.fen);
      say(`The chessboard shows ply ${ply} until the next step.`);
    } else
      say(`Ply ${ply} has no board of its own: the move before it is illegal.`);
  },
  /** @param {number} cycle */
  async goToCycle(cycle) {
    runner.pause();
    await ask({ command: "go_to", cycle });
  },
  /** @param {string} path @param {string} [part] */
  openPage(path, part) {
    tabs.show("docs");
    docs.open(path, part);
  },
  /** @param {string[][]} files */
  async assemble(files) {
    runner.pause();
    const events = await ask({ command: "assemble", files });
    const found = events.find((event) => event.event === "assembled");
    if (found && !found.errors.length) {
      changed = found.changed;
      room.stops.clear();
      listing.build();
    }
    return events;
  },
  /** @param {any} event */
  thought(event) {
    addThought(event);
    showThoughts(frame);
  },
  /** No best lines: another search begins. */
  forget() {
    thoughts = [];
    showThoughts(frame);
  },
  /** @param {string} year */
  setYear(year) {
    const found = description.generations.find(
      (/** @type {[string, number]} */ [name]) => name === year,
    );
    if (!found) return;
    [runner.year, runner.original] = found;
    element("seconds-name").textContent = `seconds of ${year}`;
    runner.setSpeed(Number(element("speed").value));
    requestPaint();
  },
};

const game = new Game(element("board"), room);
const runner = new Runner(
  ask,
  () => frame,
  (text) => (element("true-speed").textContent = text),
  onPause,
  () => (room.stops.size ? 1 : 4),
);

/** @param {string} text @param {boolean} [fault] */
function say(text, fault = false) {
  element("status").textContent = text;
  element("status").classList.toggle("fault", fault);
}

/** Sends a command and shows its events. @param {Record<string, any>} command @param {boolean} [aside] the game does not care @returns {Promise<any[]>} */
async function ask(command, aside = false) {
  if (command.command === "run" && room.stops.size && !command.stops)
    command.stops = [...room.stops];
  const { turn } = game;
  const events = await transport.ask(command);
  for (const event of events) handle(event, aside || turn !== game.turn);
  if (
    events.some(
      (event) => event.event === "stopped" && event.reason === "pending",
    )
  )
    return ask({ command: "continue" }, aside);
  return events;
}

/** @param {any} event @param {boolean} [aside] the end of a search does not concern the game */
function handle(event, aside = false) {
  if (event.event === "described") {
    description = event;
    wires.clear();
  }
  if (event.event === "frame") {
    // A run that was under way when the search ended has nothing to tell.
    ended = Boolean(frame?.over && event.over && event.cycle === frame.cycle);
    frame = event;
    read();
    if (runner.isQuick()) waiting.push(frame);
    if (waiting.length > MOST_WAITING) waiting.shift();
    requestPaint();
  }
  if (event.event === "board") game.set(event);
  if (event.event === "thought") addThought(event);
  if (event.event === "fault") say(event.message, true);
  if (event.event === "done" && !ended) onDone(event, aside);
  if (event.event === "stopped" && event.reason === "stop") {
    runner.pause();
    say(
      `Stopped before ${room.place(frame.address)}, cycle ${format.format(frame.cycle)}.`,
    );
  }
}

let painting = false;
/** Frames of a fast run that are not painted yet: answers come in bunches, animation frames do not. @type {any[]} */
let waiting = [];
/** The frame that was painted last. @type {any} */
let shown;
/** Animation frames in which a state of the machine was painted that had not been painted before. */
let painted = 0;

function requestPaint() {
  if (painting) return;
  painting = true;
  requestAnimationFrame(() => {
    painting = false;
    const quickly = runner.isQuick();
    if (!quickly) waiting = [];
    const next = waiting.shift() ?? frame;
    if (next !== shown) painted++;
    shown = next;
    paint(shown, quickly);
    if (waiting.length) requestPaint();
  });
}

/** Squares and disable bits of the frame. */
function read() {
  const level = (/** @type {string} */ name) =>
    frame.signals[
      description.signals.findIndex(
        (/** @type {any} */ one) => one.name === name,
      )
    ];
  frame.to = frame.searching ? parseInt(level("to"), 16) : -1;
  frame.from = frame.searching ? parseInt(level("from"), 16) : -1;
  frame.disable = bits(frame.searching ? level("disable") : "0");
}

/** Last turn of each part of the page. @type {Map<string, number>} */
const turns = new Map();

/** @param {any} frame @param {boolean} quickly */
function paint(frame, quickly) {
  const texts = [
    ["cycle", format.format(frame.cycle)],
    ["nodes", format.format(frame.nodes)],
  ];
  const seconds = frame.cycle / runner.original;
  texts.push(["seconds", seconds.toFixed(seconds < 100 ? 3 : 1)]);
  for (const [id, text] of texts)
    if (element(id).firstChild.data !== text)
      element(id).firstChild.data = text;
  array.set(frame, (name) => room.wire(name, frame), quickly);
  /** @type {[string, () => void][]} */
  const parts = [
    ["text", () => (caption(frame, quickly), showThoughts(frame))],
    ["game", () => game.show(frame, quickly)],
  ];
  for (const name of tabs.visible())
    parts.push([name, () => views[name]?.show?.(frame, quickly)]);
  if (!quickly) return parts.forEach(([, show]) => show());
  // At full speed one part at a time, so that no animation frame has more to do than it has time.
  const now = performance.now();
  const wait = (/** @type {string} */ name) =>
    now - (turns.get(name) ?? 0) - (PACE[name] ?? PACE_OF_TEXT);
  const [due] = parts
    .filter(([name]) => wait(name) >= 0)
    .sort(([one], [other]) => wait(other) - wait(one));
  if (!due) return;
  turns.set(due[0], now);
  due[1]();
}

const FINDS = /** @type {Record<string, string>} */ ({
  victim: "FIND VICTIM",
  aggressor: "FIND AGGRESSOR",
  check: "CHECK",
  nothing: "",
});

/** The current word in a sentence. @param {any} frame @param {boolean} quickly */
function caption(frame, quickly) {
  const place = element("caption");
  if (!frame.searching)
    return place.replaceChildren(
      "Play a move on the chessboard, or press Run: 64 circuits, one a square, will look for the best answer. Choose a tour above for an introduction.",
    );
  if (frame.over)
    return place.replaceChildren(
      "The search is complete. Step back to see how it went, or play on.",
    );
  const winner =
    frame.winner && frame.find !== "check"
      ? `line ${frame.winner[0]}, ${squareName(frame.winner[1])}`
      : "none";
  const text = /** @type {Record<string, string>} */ ({
    victim: `the most valuable square that can be reached: ${winner}.`,
    aggressor: `the least valuable piece that can move to ${squareName(frame.to)}: ${winner}.`,
    check: "the sides are exchanged: can the mover's king be taken?",
    nothing: "No find in this word: the array rests, its wires are drawn pale.",
  })[frame.find];
  // In FIND VICTIM it is the king of the side that has just moved, in a find for check the mover's own.
  const taken =
    frame.find === "victim" || frame.find === "check"
      ? bits(room.wire("recv/king_taken", frame)).indexOf(true)
      : -1;
  const check =
    taken < 0 ? "" : ` CHECK: the king on ${squareName(taken)} can be taken.`;
  const root = frame.root?.san
    ? ` Root move ${frame.root.number} of ${frame.root.of}, ${frame.root.san}, depth ${frame.root.depth}.`
    : "";
  if (quickly)
    return setText(
      place,
      `Words pass too fast to be seen: cells glow by their share of the work.${root}`,
    );
  place.replaceChildren(
    make("b", FINDS[frame.find]),
    ` ${text}${check}${root} Microprogram: ${room.place(frame.address)}${room.place(frame.address).startsWith("cut") ? ", a cutoff" : ""}.`,
  );
}

/** The best lines whose rows are shown. @type {any[]} */
let listed = [];

/** A best line is kept once: the machine finds it again when it is run through again. @param {any} event */
function addThought(event) {
  if (
    !thoughts.some((one) =>
      ["cycle", "depth", "value", "line"].every(
        (name) => one[name] === event[name],
      ),
    )
  )
    thoughts.push(event);
}

/** @param {any} frame */
function showThoughts(frame) {
  const rows = thoughts
    .filter(
      (one) => !frame.searching || one.cycle <= frame.cycle || one.cycle === 0,
    )
    .slice(-6)
    .reverse();
  if (
    rows.length === listed.length &&
    rows.every((one, index) => one === listed[index])
  )
    return;
  listed = rows;
  element("thoughts").tBodies[0].replaceChildren(
    ...rows.map((one) =>
      row([
        one.depth,
        (one.at_least ? "≥ " : "") +
          (one.mate ? `#${one.mate}` : pawns(one.value)),
        one.line,
      ]),
    ),
  );
}

/** Begins a search of the game's position. @param {{depth?: number, root?: string}} [how] */
async function think(how = {}) {
  const alone = changed || element("alone").checked;
  search = {
    depth: how.depth ?? game.depth(),
    root: how.root ?? (alone ? "machine" : "host"),
  };
  // The machine alone has no iterations: a tournament's depth would never end.
  if (search.root === "machine" && !how.depth)
    search.depth = Math.min(search.depth, 8);
  game.hinting = false;
  thoughts = [];
  tree.clear();
  const events = await ask({ command: "think", ...search });
  return !failed(events);
}

/** @param {any} event @param {boolean} aside */
function onDone(event, aside) {
  if (aside) return;
  runner.pause();
  game.done(event);
}

function onPause() {
  const { running } = runner;
  element("run").textContent = running ? "Pause" : "Run";
  element("run").setAttribute("aria-pressed", String(running));
  if (!running && frame) requestPaint();
}

async function run() {
  if (runner.running) return runner.pause();
  if (game.resume()) return;
  if ((!frame.searching || frame.over) && !(await think())) return;
  runner.start();
}

/** @param {number} count */
async function step(count) {
  runner.pause();
  if (!frame.searching && !(await think())) return;
  if (unit === "stage") return stepStage(Math.sign(count));
  const events = await ask({ command: "step", unit, count });
  if (events.some((event) => event.reason === "beginning"))
    say("This is the first cycle of the search.");
}

/** A stage within a word; beyond the last, the next word with a find. @param {number} count */
async function stepStage(count) {
  const next = array.stage + count;
  if (next >= 0 && next <= LAST && frame.find !== "nothing")
    return setStage(next);
  await ask({ command: "step", unit: "find", count });
  setStage(count > 0 ? 0 : LAST);
}

/** Runs until conditions hold. Returns false at a condition with a fault. @param {any[]} until */
async function runUntil(until) {
  runner.pause();
  // A condition with a fault leaves the search that has ended.
  if (
    frame.over &&
    failed(await ask({ command: "run", cycles: 0, until }, true))
  )
    return false;
  if ((!frame.searching || frame.over) && !(await think())) return;
  const id = runner.claim();
  say("Running until the condition begins to hold. Space stops.");
  for (;;) {
    const events = await ask({ command: "run", cycles: 500000, until }, true);
    if (failed(events)) return false;
    const reason = events.find((event) => event.event === "stopped")?.reason;
    if (reason === "condition")
      say(`The condition holds at cycle ${format.format(frame.cycle)}.`);
    if (reason === "halted")
      say("The search ended before the condition began to hold.");
    if (reason !== "reached" || !runner.owns(id)) return;
  }
}

/** @param {number} stage */
function setStage(stage) {
  array.stage = Math.max(0, Math.min(LAST, stage || 0));
  [...element("stages").children].forEach((button, index) =>
    button.setAttribute("aria-pressed", String(index === array.stage)),
  );
  array.paint();
}

/** @param {string} next */
function setUnit(next) {
  unit = next;
  [...element("units").children].forEach((button, index) =>
    button.setAttribute("aria-pressed", String(UNITS[index][0] === unit)),
  );
}

/** The diagram of a cell. @param {number} square */
function openCell(square) {
  array.marked = square;
  tabs.show("cell");
  cell.choose(square);
  array.paint();
  element("cell-title").scrollIntoView({ block: "nearest" });
  if (element("cell").getBoundingClientRect().bottom > innerHeight)
    element("view-cell").scrollIntoView();
}

async function countWords() {
  const [counted] = await transport.ask({
    command: "coverage",
    cycles: 100000,
  });
  if (counted.event === "fault") return say(counted.message, true);
  if (tabs.open !== "program") tabs.show("program");
  listing.heat(counted.words);
  array.heat = counted.squares;
  array.paint();
  say(
    `Words and squares found from cycle ${format.format(counted.from)} to ${format.format(counted.to)}. Escape clears.`,
  );
}

function clearCounts() {
  listing.heat(null);
  array.heat = null;
  array.paint();
}

async function copyLink() {
  if (changed)
    return say(
      "A link holds no changed microcode: in Change, put the original back first.",
      true,
    );
  history.replaceState(null, "", `#${moments.text()}`);
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  say(
    copied
      ? "The link to this cycle is copied."
      : "The address bar has the link to this cycle.",
  );
}

/** Light or dark. @param {string} [theme] */
function setTheme(theme) {
  const preferred = matchMedia("(prefers-color-scheme: light)").matches
    ? "light"
    : "dark";
  document.documentElement.dataset.theme = theme ?? preferred;
  if (frame) requestPaint();
}

function flip() {
  game.flip();
  array.flipped = !array.flipped;
  array.paint();
}

/** The machine is gone. @param {string} message */
function lost(message) {
  runner.pause();
  say(message, true);
  element("lost-text").textContent =
    `${message} Game, position and cycle are kept in this page.`;
  element("lost").hidden = false;
}

/** Another machine, brought to where the last one was. */
async function startAgain() {
  const at = moments.text();
  const { replies, machineBefore } = game;
  element("lost").hidden = true;
  await transport.open();
  const files = /** @type {Change} */ (views.change).changed();
  if (changed) await transport.ask({ command: "assemble", files });
  await moments.goTo(at);
  if (!element("lost").hidden) return;
  say("The machine is back at the same cycle.");
  if (!replies) return;
  // The opponent's move was under way.
  game.clocks.machine = machineBefore;
  game.replies = true;
  await run();
}

/** @param {number} position */
function setSpeed(position) {
  element("speed").value = String(position);
  runner.setSpeed(position);
}

function wire() {
  STAGES.forEach((name, index) => {
    const button = make("button", name);
    button.dataset.explain = `text:${name.toLowerCase()}`;
    button.onclick = () => setStage(index);
    element("stages").append(button);
  });
  UNITS.forEach(([name, text], index) => {
    const button = make("button", text);
    button.title = `Key ${index}`;
    button.onclick = () => setUnit(name);
    element("units").append(button);
  });
  const click = (/** @type {string} */ id, /** @type {() => unknown} */ act) =>
    (element(id).onclick = act);
  click("run", run);
  click("step", () => step(1));
  click("step-back", () => step(-1));
  click("start", () => room.goToCycle(0));
  click("think", () => (runner.pause(), think()));
  click("stop", () => (runner.pause(), ask({ command: "abandon" })));
  click("heat", countWords);
  click("flip", flip);
  click("link", copyLink);
  click("lost-again", startAgain);
  click("authentic", () => setSpeed(90));
  click("full", () => setSpeed(100));
  click("theme", () =>
    setTheme(
      document.documentElement.dataset.theme === "light" ? "dark" : "light",
    ),
  );
  element("speed").oninput = () =>
    runner.setSpeed(Number(element("speed").value));
  runner.setSpeed(Number(element("speed").value));
  element("go-form").onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!element("go-cycle").value.trim())
      return say("cycle: expected a number, got nothing", true);
    const cycle = Number(element("go-cycle").value.replaceAll(",", ""));
    if (!Number.isInteger(cycle) || cycle < 0)
      return say(
        `cycle: expected a number, got '${element("go-cycle").value}'`,
        true,
      );
    if (!frame.searching && !(await think())) return;
    await room.goToCycle(cycle);
  };
  for (const one of document.querySelectorAll("details"))
    one.ontoggle = () => one.open && one.scrollIntoView({ block: "nearest" });
  array.onOpen = openCell;
  element("stop").addEventListener("click", () => say(""));
  wireKeys(
    {
      " ": ["run or pause", run],
      ArrowRight: ["a step forwards (with Shift: ten)", () => step(1)],
      ArrowLeft: ["a step backwards (with Shift: ten)", () => step(-1)],
      Home: ["to the first cycle", () => room.goToCycle(0)],
      Enter: ["search this position from its first word", () => think()],
      Escape: [
        "clear counts, stop a run",
        () => (runner.pause(), clearCounts()),
      ],
      ...Object.fromEntries(
        UNITS.map(([name, text], index) => [
          String(index),
          [`step by ${text.toLowerCase()}`, () => setUnit(name)],
        ]),
      ),
      "[": [
        "an earlier stage within the word",
        () => setStage(array.stage - 1),
      ],
      "]": ["a later stage within the word", () => setStage(array.stage + 1)],
      ",": ["the view before", () => tabs.turn(-1)],
      ".": ["the next view", () => tabs.turn(1)],
      x: ["all views side by side, or one", () => tabs.toggle()],
      a: [
        "mark this moment",
        () => (
          tabs.show("difference"),
          /** @type {Difference} */ (views.difference).set()
        ),
      ],
      c: ["count words", countWords],
      e: [
        "to the link of the explanation (Escape goes back)",
        () => element("explain").querySelector("button")?.focus(),
      ],
      d: [
        "search the databook",
        () => (tabs.show("docs"), element("docs-search").focus()),
      ],
      f: ["flip both boards", flip],
      l: ["link to this cycle", copyLink],
      t: ["light or dark", () => element("theme").click()],
      m: ["type a move", () => element("move-text").focus()],
    },
    (key) => step(key === "ArrowRight" ? 10 : -10),
  );
  // The array leaves room for what stands above it.
  const above = ["header", "#tour-panel", "#lost"].map(
    (name) => /** @type {HTMLElement} */ (document.querySelector(name)),
  );
  const watch = new ResizeObserver(() => {
    const height = above.reduce(
      (sum, one) =>
        sum +
        (one.offsetHeight ? one.offsetHeight + (one === above[0] ? 0 : 10) : 0),
      0,
    );
    document.documentElement.style.setProperty("--head", `${height}px`);
  });
  for (const one of above) watch.observe(one);
  addEventListener("hashchange", () => moments.open(location.hash.slice(1)));
}

async function begin() {
  setTheme();
  if (document.documentElement.dataset.machine === "worker")
    navigator.serviceWorker?.register("sw.js");
  await transport.open();
  const events = await transport.ask({ command: "describe" });
  if (events[0].event === "fault") return lost(events[0].message);
  description = events[0];
  frame = events[2];
  tabs = new Tabs((name) => {
    if (name === "docs")
      docs
        .load()
        .then(() =>
          docs.wanted ? undefined : docs.open("databook/README.md"),
        );
    if (array.frame) views[name]?.show?.(frame, false);
  });
  listing = new Listing(room);
  tree = new Tree(room);
  cell = new Cell(room);
  Object.assign(views, {
    machine: new Registers(room),
    program: listing,
    cell,
    tree,
    values: new Values(room),
    memory: new Memory(room),
    waves: new Waves(room),
    difference: new Difference(room),
    change: new Change(room),
  });
  new Conditions(room);
  moments = new Moments({
    room,
    game,
    tabs,
    views,
    runner,
    setStage,
    openCell,
    flip,
  });
  game.wire(runner);
  wire();
  setUnit("word");
  setStage(LAST);
  for (const event of events.slice(1)) handle(event);
  explainIn(element("explain"), room);
  // A tour shows its own positions; the game comes back after it.
  const begin = () => (session.keep(game), game.clocks.start(null));
  const tour = new Tour({
    begin,
    end: () => session.restore(game),
    goTo: (/** @type {string} */ text) => moments.goTo(text),
    runUntil,
    say,
    setStage,
    show: (/** @type {string} */ view) => tabs.show(view),
    openCell,
    openPage: room.openPage,
  });
  if (location.hash.length > 1) await moments.open(location.hash.slice(1));
  else await session.restore(game);
  addEventListener("pagehide", () => tour.name || session.keep(game));
  document.documentElement.dataset.time = String(Math.round(performance.now()));
  document.documentElement.dataset.ready = "true";
}

/** What a test of the page reads. */
Object.assign(globalThis, {
  machineRoom: {
    ask: (/** @type {any} */ command) => transport.ask(command),
    lit: () => array.lit(),
    frame: () => frame,
    painted: () => painted,
    running: () => runner.running,
    moment: () => moments.text(),
    label: (/** @type {number} */ square) => array.label(square),
  },
});
begin();
