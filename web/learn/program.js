// @ts-check
/** @file The eighth chapter: a program of ten words, guessed word by word, and the whole search at speed. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { Frame } from "../protocol.js" */

import { format, make } from "../format.js";
import { first } from "../transport.js";
import { Board } from "./board.js";
import { calm, painted } from "./motion.js";

/** A word in plain words; where it jumps to, and when. @typedef {{text: string, to?: number, when?: string}} Word */

/** Words a second of the slow run. */
const SLOW = 3;
/** Plies of the search that is watched. */
const DEPTH = 5;

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const data =
    /** @type {{fen: string, search: string, source: string[], words: Word[], wanted: number}} */ (
      stage.chapter.data
    );
  const { machine } = stage;
  const { words, wanted } = data;
  const board = new Board(stage.host, "The array under the program");
  const side = make("div", "", "learn-side");
  const list = make("ol", "", "learn-words");
  list.setAttribute(
    "aria-label",
    "The program: choose the word that comes next",
  );
  const told = make("p", "", "learn-caption");
  const speeds = make("div", "", "learn-choices");
  // First by hand, then by itself.
  speeds.hidden = !stage.solved;
  side.append(list, told, speeds);
  stage.host.append(side);
  /** @type {Frame} */
  let frame;
  let [right, jumps, token] = [0, 0, 0];
  /** The project's own search is in the machine. */
  let whole = false;
  const cards = words.map((word, index) => {
    const item = make("li");
    const card = make("button");
    card.append(make("b", String(index + 1)), make("span", word.text));
    card.onclick = () => choose(index);
    item.append(card);
    list.append(item);
    return card;
  });

  const paint = () => {
    board.set(frame.pieces);
    board.clearMarks();
    if (frame.find === "nothing" || frame.over) board.clearLight();
    else
      board.light(
        machine.lit({
          wires: frame.wires,
          winner: frame.winner,
          check: false,
          disabled: [],
        }),
        { winner: frame.find !== "check" },
      );
    cards.forEach((card, index) => {
      card.classList.toggle(
        "now",
        !whole && !frame.over && index === frame.address,
      );
      if (index === frame.address && !whole)
        card.setAttribute("aria-current", "step");
      else card.removeAttribute("aria-current");
    });
    told.textContent = whole
      ? `${format.format(frame.nodes)} positions in ${(frame.cycle / machine.pace).toFixed(4)} s of the machine of 1980.`
      : frame.over
        ? `The program has ended: ${frame.nodes} moves in ${frame.cycle} ticks of the clock, ${((frame.cycle / machine.pace) * 1e6).toFixed(0)} millionths of a second.`
        : `Word ${frame.address + 1} is at work. Moves counted: ${frame.nodes}.`;
  };

  const begin = async () => {
    token++;
    whole = false;
    await machine.program([["search.mc", data.source.join("\n")]]);
    await machine.position(data.fen);
    frame = await machine.think(1, "machine");
    paint();
  };

  const step = async () => {
    const events = await machine.ask({
      command: "step",
      unit: "word",
      count: 1,
    });
    frame = first(events, "frame") ?? frame;
  };

  /** The reader says which word comes next. @param {number} index */
  const choose = async (index) => {
    if (whole) await begin();
    if (frame.over) {
      await begin();
      stage.say("It begins again, at word 1.");
      return;
    }
    const at = frame.address;
    const before = frame;
    await step();
    const next = frame.over ? at : frame.address;
    const word = words[at];
    if (index !== next && !frame.over) {
      // It is not carried out before it is guessed.
      await machine.ask({ command: "step", unit: "word", count: -1 });
      frame = before;
      const why =
        next === at + 1
          ? `Word ${at + 1} jumps only ${word.when}. That is not so now: the next word in line comes.`
          : word.when
            ? `Word ${at + 1} jumps to ${(word.to ?? 0) + 1} ${word.when}. So it is now.`
            : `Word ${at + 1} always goes back to word ${(word.to ?? 0) + 1}.`;
      stage.say(why, "wrong");
      return;
    }
    right += 1;
    if (next !== at + 1) jumps += 1;
    paint();
    const enough = right >= wanted && jumps > 0;
    stage.say(
      enough
        ? `${right} right, ${jumps} of them a jump. Now let it run.`
        : `Right: ${right} of ${wanted}${right >= wanted ? ", but no jump yet" : ""}. Which word comes next?`,
      "right",
    );
    if (!enough) return;
    stage.done();
    speeds.hidden = false;
  };

  /** Runs the ten words, some a second. */
  const slowly = async () => {
    if (whole || frame.over) await begin();
    const own = ++token;
    while (own === token && !frame.over) {
      await step();
      if (own !== token) return;
      paint();
      await new Promise((resolve) =>
        setTimeout(resolve, calm() ? 20 : 1000 / SLOW),
      );
    }
  };

  /** Runs the whole search. @param {number} speed cycles a second; 0 for all the machine can do */
  const search = async (speed) => {
    const own = ++token;
    if (!whole) {
      await machine.program([]);
      await machine.position(data.search);
      frame = await machine.think(DEPTH, "host");
      whole = true;
    } else if (frame.over) frame = await machine.think(DEPTH, "host");
    let last = performance.now();
    let owed = 0;
    while (own === token && !frame.over) {
      await painted();
      const now = performance.now();
      owed = speed
        ? Math.min(owed + ((now - last) / 1000) * speed, speed)
        : 60_000;
      last = now;
      if (owed < 1) continue;
      const before = frame.cycle;
      const events = await machine.ask({
        command: "run",
        cycles: Math.floor(owed),
      });
      if (own !== token) return;
      frame = first(events, "frame") ?? frame;
      owed -= frame.cycle - before;
      paint();
    }
    if (own === token)
      stage.say(
        `The same words, and some hundred more, have looked at ${format.format(frame.nodes)} positions.`,
      );
  };

  for (const [name, act] of /** @type {[string, () => void][]} */ ([
    ["Ten words, slowly", slowly],
    ["The whole search at 1/1000", () => search(machine.pace / 1000)],
    ["At full speed", () => search(0)],
    ["Stop", () => void token++],
  ])) {
    const button = make("button", name);
    button.onclick = act;
    speeds.append(button);
  }
  await begin();
  return {
    show: async (name) => {
      if (name === "again") return begin();
      if (name === "slow") return slowly();
      const index = Number(name.replace("word-", "")) - 1;
      cards[index]?.classList.add("shown");
      setTimeout(() => cards[index]?.classList.remove("shown"), 1500);
    },
    close: () => {
      token++;
    },
  };
}
