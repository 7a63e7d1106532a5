// @ts-check
/** @file The page: game, search, steps, links. */

import { ArrayView, STAGES, squareName } from "./array.js";
import { explainIn } from "./explain.js";
import { Game } from "./game.js";
import { Panels, make, pawns } from "./panels.js";
import { Runner } from "./runner.js";
import { TOURS } from "./tours.js";
import { Transport } from "./transport.js";

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const UNITS = [["word", "Word"], ["find", "Find"], ["node", "Node"], ["ply", "Ply"], ["root_move", "Root move"]];

const transport = new Transport((message) => {
  runner.pause();
  say(message, true);
});
/** @type {any} */ let description;
/** @type {any} */ let frame;
/** @type {Panels} */ let panels;
/** @type {any[]} */ let thoughts = [];
let unit = "word";
let lastMap = 0;
/** Depth and driver of the search under way. */
let search = { depth: 4, root: "host" };

const array = new ArrayView(element("array"), element("cells"), () => {});
const game = new Game(element("board"), { ask, say, think, running: () => frame?.searching && !frame.over });
const runner = new Runner(ask, () => frame, (text) => (element("true-speed").textContent = text), onPause);

/** @param {string} text @param {boolean} [fault] */
function say(text, fault = false) {
  element("status").textContent = text;
  element("status").classList.toggle("fault", fault);
}

/** Sends a command and shows its events. @param {Record<string, any>} command @returns {Promise<any[]>} */
async function ask(command) {
  const events = await transport.ask(command);
  for (const event of events) handle(event);
  if (events.some((event) => event.event === "stopped" && event.reason === "pending")) return ask({ command: "continue" });
  return events;
}

/** @param {any} event */
function handle(event) {
  if (event.event === "frame") frame = event;
  if (event.event === "frame") requestPaint();
  if (event.event === "board") game.set(event);
  if (event.event === "thought" && !thoughts.some((one) => one.cycle === event.cycle && one.value === event.value && one.uci[0] === event.uci[0])) thoughts.push(event);
  if (event.event === "map") panels.map(event);
  if (event.event === "fault") say(event.message, true);
  if (event.event === "done") onDone(event);
}

let painting = false;
function requestPaint() {
  if (painting) return;
  painting = true;
  requestAnimationFrame(() => {
    painting = false;
    paint();
  });
}

const format = new Intl.NumberFormat("en-US");
let lastText = 0;

function paint() {
  const now = performance.now();
  const quick = runner.isQuick();
  element("cycle").textContent = format.format(frame.cycle);
  element("nodes").textContent = format.format(frame.nodes);
  element("seconds").textContent = frame.seconds.toFixed(frame.seconds < 100 ? 3 : 1);
  const signal = (/** @type {string} */ name) => frame.signals[description.signals.findIndex((/** @type {any} */ one) => one.name === name)];
  frame.to = frame.searching ? parseInt(signal("to"), 16) : -1;
  frame.from = frame.searching ? parseInt(signal("from"), 16) : -1;
  const disable = BigInt("0x" + signal("disable"));
  frame.disable = Array.from({ length: 64 }, (_, square) => frame.searching && ((disable >> BigInt(square)) & 1n) === 1n);
  array.set(frame, (name) => {
    const index = description.wires.findIndex((/** @type {any} */ one) => `${one.block}/${one.name}`.endsWith(name));
    if (index < 0) throw new Error(`no wire ${name}`);
    return frame.wires[index];
  });
  caption();
  if (quick && now - lastText < 120) return;
  lastText = now;
  panels.show(frame, quick);
  showThoughts();
  game.show(frame, quick);
  if (frame.searching && now - lastMap > (quick ? 300 : 0)) {
    lastMap = now;
    transport.ask({ command: "memory" }).then((events) => events.forEach(handle));
  }
}

/** The current word in a sentence. */
function caption() {
  const place = element("caption");
  if (!frame.searching) return place.replaceChildren("No search yet. Play a move, or press Search: the machine stands before its first word.");
  if (frame.over) return place.replaceChildren("The search is complete. Step back to see how it went, or play on.");
  const name = { victim: "FIND VICTIM", aggressor: "FIND AGGRESSOR", check: "CHECK", nothing: "" }[/** @type {"victim"} */ (frame.find)];
  const winner = frame.winner && frame.find !== "check" ? `line ${frame.winner[0]}, ${squareName(frame.winner[1])}` : "none";
  const text = {
    victim: `the most valuable square that can be reached: ${winner}.`,
    aggressor: `the least valuable piece that can move to ${squareName(frame.to)}: ${winner}.`,
    check: "the sides are exchanged: can the mover's king be taken?",
    nothing: "No find in this word: the array rests, its wires are drawn pale.",
  }[/** @type {"victim"} */ (frame.find)];
  const root = frame.root?.san ? ` Root move ${frame.root.number} of ${frame.root.of}, ${frame.root.san}, depth ${frame.root.depth}.` : "";
  const label = description.words[frame.address]?.labels[0];
  const parts = [make("b", name), ` ${text}${root}`, label ? ` Step of the microprogram: ${label}.` : ""];
  place.replaceChildren(...parts);
}

function showThoughts() {
  const rows = thoughts.filter((one) => one.cycle <= frame.cycle).slice(-8).reverse().map((one) => {
    const row = make("tr");
    const value = one.mate ? `#${one.mate}` : pawns(one.value);
    row.append(make("td", String(one.depth)), make("td", (one.at_least ? "≥ " : "") + value), make("td", one.line));
    return row;
  });
  element("thoughts").tBodies[0].replaceChildren(...(frame.searching ? rows : []));
}

/** Begins a search of the game's position. @param {{depth?: number, root?: string}} [how] */
async function think(how = {}) {
  search = { depth: how.depth ?? Number(element("depth").value), root: how.root ?? (element("alone").checked ? "machine" : "host") };
  thoughts = [];
  const events = await ask({ command: "think", ...search });
  return !events.some((event) => event.event === "fault");
}

/** @param {any} event */
function onDone(event) {
  runner.pause();
  game.done(event);
}

function onPause() {
  const running = runner.running;
  element("run").textContent = running ? "Pause" : "Run";
  element("run").setAttribute("aria-pressed", String(running));
  if (!running && frame) requestPaint();
}

async function run() {
  if (runner.running) return runner.pause();
  if ((!frame.searching || frame.over) && !(await think())) return;
  runner.start();
}

/** @param {number} count */
async function step(count) {
  runner.pause();
  if (!frame.searching && !(await think())) return;
  const events = await ask({ command: "step", unit, count });
  if (events.some((event) => event.reason === "beginning")) say("This is the first cycle of the search.");
}

/** Runs until conditions hold. @param {any[]} until */
async function runUntil(until) {
  runner.pause();
  if ((!frame.searching || frame.over) && !(await think())) return;
  const id = runner.claim();
  say("Running until the condition holds. Space stops.");
  for (;;) {
    const events = await ask({ command: "run", cycles: 500000, until });
    const reason = events.find((event) => event.event === "stopped")?.reason;
    if (reason === "condition") say(`The condition holds at cycle ${format.format(frame.cycle)}.`);
    if (reason === "halted") say("The search ended before the condition held.");
    if (reason !== "reached" || !runner.owns(id)) return;
  }
}

function condition() {
  const [kind, text] = [element("until-kind").value, element("until-text").value.trim()];
  if (kind === "label") return { when: kind, label: text };
  if (kind === "searched") return { when: kind, text };
  if (kind === "value_falls") return { when: kind };
  if (kind === "address") return { when: kind, address: parseInt(text, 16) };
  const found = /^(\S+?)\s*(=|!=|<|>)\s*(-?\d+)$/.exec(text);
  if (!found) return null;
  const is = { "=": "equal", "!=": "not_equal", "<": "less", ">": "greater" }[found[2]];
  return { when: kind, signal: found[1], is, level: Number(found[3]) };
}

/** This moment as the part of an address after `#`. */
function moment() {
  const parts = new URLSearchParams();
  const { start, uci } = game.board;
  if (start !== game.initial) parts.set("fen", start);
  if (uci.length) parts.set("moves", uci.join(" "));
  if (frame.searching) {
    parts.set("depth", String(search.depth));
    if (search.root !== "host") parts.set("root", search.root);
    parts.set("cycle", String(frame.cycle));
  }
  if (array.stage !== STAGES.length - 1) parts.set("stage", String(array.stage));
  return parts.toString();
}

/** Goes to a moment. @param {string} text */
async function goTo(text) {
  runner.pause();
  const parts = new URLSearchParams(text);
  game.pause();
  const moves = parts.get("moves")?.split(/[ +]/).filter(Boolean) ?? [];
  const events = await ask({ command: "position", fen: parts.get("fen"), moves });
  if (events.some((event) => event.event === "fault")) return;
  setStage(Number(parts.get("stage") ?? STAGES.length - 1));
  if (!parts.has("depth")) return;
  if (await think({ depth: Number(parts.get("depth")), root: parts.get("root") ?? "host" })) {
    await ask({ command: "go_to", cycle: Number(parts.get("cycle") ?? 0) });
  }
}

/** @param {number} stage */
function setStage(stage) {
  array.stage = Math.max(0, Math.min(STAGES.length - 1, stage || 0));
  [...element("stages").children].forEach((button, index) => button.setAttribute("aria-pressed", String(index === array.stage)));
  array.paint();
}

/** @param {string} next */
function setUnit(next) {
  unit = next;
  [...element("units").children].forEach((button, index) => button.setAttribute("aria-pressed", String(UNITS[index][0] === unit)));
}

let tour = { name: "", step: 0 };

/** @param {string} name @param {number} number */
async function showTour(name, number) {
  const found = TOURS.find((one) => one.name === name);
  element("tour-panel").hidden = !found;
  element("tour").value = found ? name : "";
  if (!found) return;
  tour = { name, step: Math.max(0, Math.min(found.steps.length - 1, number)) };
  const at = found.steps[tour.step];
  element("tour-title").textContent = `${found.title}.`;
  element("tour-text").textContent = at.text;
  element("tour-count").textContent = `${tour.step + 1} of ${found.steps.length}`;
  element("tour-back").disabled = tour.step === 0;
  element("tour-next").disabled = tour.step === found.steps.length - 1;
  await goTo(at.at);
  if (at.until) await runUntil(at.until);
  say("");
  setStage(at.stage ?? STAGES.length - 1);
}

async function countWords() {
  const [counted] = await transport.ask({ command: "coverage", cycles: 100000 });
  if (counted.event === "fault") return say(counted.message, true);
  panels.heat(counted.words);
  array.heat = counted.squares;
  array.paint();
  say(`Words and squares found from cycle ${format.format(counted.from)} to ${format.format(counted.to)}. Escape clears.`);
}

function clearCounts() {
  panels.heat(null);
  array.heat = null;
  array.paint();
}

async function copyLink() {
  const text = moment();
  history.replaceState(null, "", `#${text}`);
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  say(copied ? "The link to this cycle is copied." : "The address bar has the link to this cycle.");
}

/** Light or dark. @param {string} [theme] */
function setTheme(theme) {
  const preferred = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  document.documentElement.dataset.theme = theme ?? preferred;
  if (frame) requestPaint();
}

const KEYS = /** @type {[string, string, () => unknown][]} */ ([
  [" ", "run or pause", run],
  ["ArrowRight", "a step forwards (with Shift: ten)", () => step(1)],
  ["ArrowLeft", "a step backwards (with Shift: ten)", () => step(-1)],
  ["Home", "to the first cycle", () => ask({ command: "go_to", cycle: 0 })],
  ["Enter", "search this position from its first word", () => think()],
  ["Escape", "clear counts, stop a run", () => (runner.pause(), clearCounts())],
  ["1", "step by words", () => setUnit("word")],
  ["2", "step by finds", () => setUnit("find")],
  ["3", "step by nodes", () => setUnit("node")],
  ["4", "step by plies", () => setUnit("ply")],
  ["5", "step by root moves", () => setUnit("root_move")],
  ["[", "an earlier stage within the word", () => setStage(array.stage - 1)],
  ["]", "a later stage within the word", () => setStage(array.stage + 1)],
  ["c", "count words", countWords],
  ["f", "flip both boards", flip],
  ["l", "link to this cycle", copyLink],
  ["t", "light or dark", () => element("theme").click()],
  ["m", "type a move", () => element("move-text").focus()],
  ["?", "these keys", () => element("keys").showModal()],
]);

function flip() {
  game.flip();
  array.flipped = !array.flipped;
  array.paint();
}

function wire() {
  STAGES.forEach((name, index) => {
    const button = make("button", name);
    button.onclick = () => setStage(index);
    element("stages").append(button);
  });
  UNITS.forEach(([name, text], index) => {
    const button = make("button", text);
    button.title = `Key ${index + 1}`;
    button.onclick = () => setUnit(name);
    element("units").append(button);
  });
  for (const one of TOURS) element("tour").append(new Option(one.title, one.name));
  for (const label of new Set(description.words.flatMap((/** @type {any} */ word) => word.labels))) if (!label.includes("@")) element("until-list").append(new Option(label, label));
  for (const [key, text] of KEYS) element("key-list").append(make("dt", key === " " ? "Space" : key), make("dd", text));
  const click = (/** @type {string} */ id, /** @type {() => unknown} */ act) => (element(id).onclick = act);
  click("run", run);
  click("step", () => step(1));
  click("step-back", () => step(-1));
  click("start", () => (runner.pause(), ask({ command: "go_to", cycle: 0 })));
  click("think", () => (runner.pause(), think()));
  click("stop", () => (runner.pause(), ask({ command: "abandon" })));
  click("heat", countWords);
  click("flip", flip);
  click("link", copyLink);
  click("help", () => element("keys").showModal());
  click("theme", () => setTheme(document.documentElement.dataset.theme === "light" ? "dark" : "light"));
  click("tour-next", () => showTour(tour.name, tour.step + 1));
  click("tour-back", () => showTour(tour.name, tour.step - 1));
  click("tour-close", () => showTour("", 0));
  element("tour").onchange = () => showTour(element("tour").value, 0);
  element("speed").oninput = () => runner.setSpeed(Number(element("speed").value));
  runner.setSpeed(Number(element("speed").value));
  const submit = (/** @type {string} */ id, /** @type {() => unknown} */ act) => {
    element(id).onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      act();
    };
  };
  submit("until-form", () => {
    const found = condition();
    if (found) runUntil([found]);
    else say("signal: expected a name, a relation and a level, such as ply = 3", true);
  });
  submit("go-form", async () => {
    runner.pause();
    const cycle = Number(element("go-cycle").value.replaceAll(",", ""));
    if (!Number.isInteger(cycle) || cycle < 0) return say(`cycle: expected a number, got '${element("go-cycle").value}'`, true);
    if (!frame.searching && !(await think())) return;
    await ask({ command: "go_to", cycle });
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not([type=range]):not([type=checkbox]), textarea, select") || element("keys").open) return;
    if (target.matches("button, summary, [type=checkbox]") && (event.key === " " || event.key === "Enter")) return;
    if (target.matches("[type=range], #listing") && event.key.startsWith("Arrow")) return;
    const found = KEYS.find(([key]) => key === event.key);
    if (!found) return;
    event.preventDefault();
    if (event.shiftKey && event.key.startsWith("Arrow")) step(event.key === "ArrowRight" ? 10 : -10);
    else found[2]();
  });
  addEventListener("hashchange", () => goTo(location.hash.slice(1)));
}

async function begin() {
  setTheme();
  if (document.documentElement.dataset.machine === "worker") navigator.serviceWorker?.register("sw.js");
  await transport.open();
  const events = await transport.ask({ command: "describe" });
  description = events[0];
  panels = new Panels(description, (address) => runUntil([{ when: "address", address }]));
  game.wire(runner);
  wire();
  setUnit("word");
  setStage(STAGES.length - 1);
  for (const event of events.slice(1)) handle(event);
  explainIn(element("explain"), description);
  if (location.hash.length > 1) await goTo(location.hash.slice(1));
  document.documentElement.dataset.ready = "true";
}

/** What a test of the page reads. */
Object.assign(globalThis, { machineRoom: { ask: (/** @type {any} */ command) => transport.ask(command), lit: () => array.lit(), frame: () => frame, moment, label: (/** @type {number} */ square) => array.label(square) } });
begin();
