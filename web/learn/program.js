// @ts-check
/** @file The eighth chapter: a program of ten words, guessed where it can jump, and the whole search at speed. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { Frame } from "../protocol.js" */

import { format, make, squareName } from "../format.js";
import { first } from "../transport.js";
import { bits } from "../array.js";
import { Board } from "./board.js";
import { piecesOf } from "./machine.js";
import { calm, follow, painted, pause } from "./motion.js";

/** A word in plain words; where it jumps to, and when: as a sentence says it, and as the list does. @typedef {{text: string, to?: number, when?: string, sign?: string}} Word */

/** Words a second of the slow run, and of what runs between two questions. */
const SLOW = 3;
const BETWEEN = 2;
/** Plies of the search that is watched. */
const DEPTH = 5;

/** The move that leads from a position to these pieces, as its two squares. @param {string} fen @param {string} pieces */
function made(fen, pieces) {
  const before = piecesOf(fen);
  const changed = [...pieces].flatMap((letter, square) =>
    letter === before[square] ? [] : [square],
  );
  const from = changed.find((square) => pieces[square] === ".") ?? 0;
  const to = changed.find((square) => pieces[square] !== ".") ?? 0;
  return `${squareName(from)}–${squareName(to)}`;
}

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const data =
    /** @type {{fen: string, search: string, source: string[], words: Word[], wanted: number}} */ (
      stage.chapter.data
    );
  const { machine } = stage;
  const { words, wanted } = data;
  const board = new Board(stage.host, "The array under the program");
  const { side } = stage;
  const list = make("ol", "", "learn-words");
  list.setAttribute(
    "aria-label",
    "The program: choose the word that comes next",
  );
  const told = make("p", "", "learn-caption");
  side.append(list, told);
  /** The machine before the next word. @type {Frame} */
  let frame;
  /** The machine as it was when the last word began: its wires are that word's. @type {Frame | null} */
  let acted = null;
  let [right, token] = [0, 0];
  let busy = false;
  /** The program has stopped, and the reader is asked for the next word. */
  let asking = false;
  const stopper = make("button", "Stop");
  stopper.hidden = true;
  const work = (/** @type {boolean} */ on) => {
    busy = on;
    stopper.hidden = !on;
    if (on) asking = false;
    if (on) unmark();
    list.ariaBusy = String(on);
  };
  /** Takes the mark away that a word of the text has set. */
  const unmark = () => {
    for (const card of cards) card.classList.remove("shown");
  };
  /** Moves that have been counted, as squares. @type {string[]} */
  let moves = [];
  /** Choices that have been asked for: to jump, and not to. @type {Set<boolean>} */
  const asked = new Set();
  /** The project's own search is in the machine. */
  let whole = false;
  const cards = words.map((word, index) => {
    const item = make("li");
    const card = make("button");
    card.append(make("b", String(index + 1)), make("span", word.text));
    if (word.to !== undefined)
      card.append(make("i", `${word.sign ?? ""} → ${word.to + 1}`));
    card.onclick = () => choose(index);
    item.append(card);
    list.append(item);
    return card;
  });
  const disabled = () => {
    const at = machine.description?.signals.findIndex(
      (signal) => signal.name === "disable",
    );
    return bits(at === undefined || at < 0 ? "0" : frame.signals[at]);
  };

  /** The board after the word that has just been carried out, with the wires that it used. */
  const paint = () => {
    const shown = whole ? frame : (acted ?? frame);
    board.set(frame.pieces);
    board.clearMarks();
    if (!whole)
      disabled().forEach((one, square) => {
        if (one) board.mark(square, "shut", "disabled");
      });
    if (shown.find === "nothing" || (!acted && !whole)) board.clearLight();
    else
      board.light(
        machine.lit({
          wires: shown.wires,
          winner: shown.winner,
          check: false,
          disabled: [],
        }),
        { winner: shown.find !== "check" },
      );
    list.classList.toggle("idle", whole);
    cards.forEach((card, index) => {
      const now = !whole && acted !== null && index === acted.address;
      card.classList.toggle("now", now);
      if (now) {
        card.setAttribute("aria-current", "step");
        follow(card.parentElement);
      } else card.removeAttribute("aria-current");
    });
    const micro = ((frame.cycle / machine.pace) * 1e6).toFixed(0);
    if (whole)
      told.textContent = `The first page’s position, and Belle’s own program: ${DEPTH} plies deep, ${format.format(frame.nodes)} positions in ${(frame.cycle / machine.pace).toFixed(4)} s of 1980.`;
    else if (frame.over)
      told.textContent = `The program has ended: ${frame.nodes} moves in ${frame.cycle} ticks of the clock, ${micro} millionths of a second.`;
    else if (acted)
      told.textContent = `Moves counted: ${frame.nodes}${moves.length ? ` (${moves.join(", ")})` : ""}.${asking ? ` Word ${acted.address + 1} is done: which is next?` : ""}`;
  };

  const begin = async () => {
    token++;
    whole = false;
    acted = null;
    moves = [];
    await machine.program([["search.mc", data.source.join("\n")]]);
    await machine.position(data.fen);
    frame = await machine.think(1, "machine");
    paint();
  };

  /** Carries out one word. */
  const step = async () => {
    acted = frame;
    const events = await machine.ask({
      command: "step",
      unit: "word",
      count: 1,
    });
    frame = first(events, "frame") ?? frame;
    // The move that is counted is still on the board.
    if (frame.nodes > moves.length) moves.push(made(data.fen, frame.pieces));
    paint();
  };

  /** The word that has just been carried out jumps. */
  const jumps = () => frame.address !== (acted?.address ?? 0) + 1;

  /** Runs on to a word that may jump, where one of the two choices has not been asked for. */
  const onward = async () => {
    const own = token;
    work(true);
    for (;;) {
      await step();
      if (own !== token || frame.over) break;
      const word = words[acted?.address ?? 0];
      // Where the program began there was a victim to be seen.
      const asks = word.when && acted?.address !== 0 && !asked.has(jumps());
      if (asks) break;
      await pause(1000 / BETWEEN);
      if (own !== token) break;
    }
    if (own !== token) return;
    asking = !frame.over;
    // What was said is of the word before; the next answer may be another.
    if (right > 0) stage.say("And now?");
    work(false);
    paint();
  };

  /** The reader says which word comes next. @param {number} index */
  const choose = async (index) => {
    if (busy) return;
    if (whole || frame.over || !acted) {
      asked.clear();
      right = 0;
      await begin();
      stage.say("It begins again, at word 1.");
      return onward();
    }
    const at = acted.address;
    const next = frame.address;
    const word = words[at];
    if (index !== next) {
      const goal = (word.to ?? 0) + 1;
      stage.say(
        next === at + 1
          ? `Word ${at + 1} jumps to ${goal} only ${word.when}. On the board that is not so.`
          : `Word ${at + 1} jumps to ${goal} ${word.when}. On the board it is so.`,
        "wrong",
      );
      return;
    }
    asked.add(jumps());
    right += 1;
    const how =
      next === at + 1
        ? `Right: word ${at + 1} does not jump.`
        : `Right: word ${at + 1} jumps to ${next + 1}.`;
    if (right < wanted) {
      stage.say(how, "right");
      return onward();
    }
    asking = false;
    paint();
    stage.say(how, "right");
    stage.done();
  };

  /** Runs the ten words, some a second. */
  const slowly = async () => {
    if (whole || frame.over) await begin();
    const own = ++token;
    work(true);
    stage.say("The ten words, three a second.");
    while (own === token && !frame.over) {
      await step();
      if (own !== token) return;
      await new Promise((resolve) =>
        setTimeout(resolve, calm() ? 20 : 1000 / SLOW),
      );
    }
    if (own === token) work(false);
  };

  /** Runs the whole search. @param {number} speed cycles a second; 0 for all the machine can do */
  const search = async (speed) => {
    const own = ++token;
    work(true);
    stage.say(
      speed
        ? "Belle’s own search, a thousand times slower than it was."
        : "Belle’s own search, as fast as this computer can.",
    );
    if (!whole) {
      await machine.program([]);
      await machine.position(data.search);
      frame = await machine.think(DEPTH, "host");
      whole = true;
    } else if (frame.over) frame = await machine.think(DEPTH, "host");
    const begun = performance.now();
    const before = frame.nodes;
    let last = begun;
    let owed = 0;
    let move = "";
    while (own === token && !frame.over) {
      await painted();
      const now = performance.now();
      owed = speed
        ? Math.min(owed + ((now - last) / 1000) * speed, speed)
        : 60_000;
      last = now;
      if (owed < 1) continue;
      const start = frame.cycle;
      const events = await machine.ask({
        command: "run",
        cycles: Math.floor(owed),
      });
      if (own !== token) return;
      frame = first(events, "frame") ?? frame;
      move = first(events, "done")?.san ?? move;
      owed -= frame.cycle - start;
      paint();
    }
    if (own !== token) return;
    work(false);
    const seconds = (performance.now() - begun) / 1000;
    const rate = Math.round((frame.nodes - before) / seconds / 1000) * 1000;
    stage.say(
      speed
        ? `Words like the ten have looked at ${format.format(frame.nodes)} positions. The move is ${move}.`
        : `${format.format(frame.nodes)} positions, and ${move}. This computer, which imitates each circuit, did ${format.format(rate)} a second.`,
    );
  };

  const stop = () => {
    token++;
    work(false);
  };

  for (const [name, act] of /** @type {[string, () => void][]} */ ([
    ["The ten words", slowly],
    ["A thousand times slower", () => search(machine.pace / 1000)],
    ["At full speed", () => search(0)],
  ])) {
    const button = make("button", name);
    button.onclick = act;
    stage.more(button);
  }
  stopper.onclick = stop;
  stage.more(stopper);
  await begin();
  onward();
  return {
    show: (name) => {
      // The mark stays until another word is pressed, or the same one again.
      const index = Number(name.replace("word-", "")) - 1;
      cards.forEach((card, at) => {
        const marks = at === index && !card.classList.contains("shown");
        card.classList.toggle("shown", marks);
      });
      follow(cards[index]?.parentElement);
      stage.reveal();
    },
    close: () => {
      token++;
    },
  };
}
