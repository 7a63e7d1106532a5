// @ts-check
/** @file The ninth chapter: what memory and lazy values save, by switching them off and counting. */
/** @import { Figure, Stage } from "./learn.js" */

import { format, make, pawns } from "../format.js";
import { Board } from "./board.js";
import { choices } from "./choices.js";
import { piecesOf } from "./machine.js";
import { marginFigure } from "./margin.js";

/** @typedef {{name: string, fen: string, depth: number}} Place */
/** A device that can be switched off: words of the program, and those in their place. @typedef {{id: string, name: string, old: string[], new: string[]}} Device */
/** @typedef {{place: Place, off: string[], nodes: number, seconds: number}} Counted */

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { places, devices, guesses } =
    /** @type {{places: Place[], devices: Device[], guesses: number[]}} */ (
      stage.chapter.data
    );
  const { margin, sure, rough } = stage.chapter.facts;
  const { machine } = stage;
  const source =
    machine.description?.sources
      .find((one) => one.name === "search.mc")
      ?.lines.join("\n") ?? "";
  const board = new Board(stage.host, "The position that is searched");
  const { side } = stage;
  const controls = make("div", "", "learn-switches");
  let place = places[0];
  let token = 0;
  const picks = places.map((one) => {
    const button = make("button", one.name);
    button.onclick = () => {
      // What was said is of the position before.
      stage.say("");
      choosePlace(one);
    };
    controls.append(button);
    return button;
  });
  const boxes = devices.map((device) => {
    const label = make("label");
    const box = make("input");
    box.type = "checkbox";
    box.checked = true;
    label.append(box, make("span", device.name));
    controls.append(label);
    return box;
  });
  const button = make("button", "Count with and without");
  const counted = make("p", "", "learn-caption");
  const list = make("ol", "", "learn-counts");
  list.setAttribute("aria-label", "Counts");
  const { host: scale, put } = marginFigure(
    margin * 100,
    sure * 100,
    rough * 100,
    (waits) => {
      // What was said is of the memory; the answer is where the machine begins to wait.
      if (stage.kept.waited) return;
      if (!waits) return stage.say("");
      stage.kept.waited = true;
      stage.keep();
      stage.say(
        `Yes: above ${pawns((sure - margin) * 100)} (${pawns(sure * 100)} less ${margin}) it waits; below, up to ${stage.chapter.facts.ticks} ticks are saved.`,
        "right",
      );
      stage.done();
      free(true);
    },
  );
  // What opens when the task is done stands last: nothing above it moves.
  side.append(counted, list, scale, controls, button);
  /** What is searched by one’s own choice comes after the task, whose answers it would give away. @param {boolean} open */
  const free = (open) => {
    controls.hidden = button.hidden = !open;
  };

  /** @param {Place} one */
  const choosePlace = (one) => {
    place = one;
    board.set(piecesOf(one.fen));
    counted.textContent = `${one.name}, searched ${one.depth} plies deep.`;
    picks.forEach((pick, index) =>
      pick.setAttribute("aria-pressed", String(places[index] === one)),
    );
    paint();
  };

  /** Searches with some devices switched off: their words are taken out of the program. @param {string[]} off @returns {Promise<Counted | null>} */
  const count = async (off) => {
    const own = ++token;
    const here = place;
    let text = source;
    for (const device of devices)
      if (off.includes(device.id))
        text = text.replace(device.old.join("\n"), device.new.join("\n"));
    await machine.program(off.length ? [["search.mc", text]] : []);
    await machine.position(here.fen);
    button.disabled = true;
    const found = await machine.search(here.depth, "machine");
    button.disabled = false;
    if (!found || own !== token) return null;
    return {
      place: here,
      off,
      nodes: found.frame.nodes,
      seconds: found.frame.cycle / machine.pace,
    };
  };

  /** @type {Counted[]} */
  const all = [];
  /** Two counts of the position that is on the board, which can be compared: the one with all on, and the last without. */
  const paint = () => {
    const counts = all.filter((one) => one.place === place);
    const here = [
      ...counts.filter((one) => !one.off.length),
      ...counts.filter((one) => one.off.length).slice(-1),
    ];
    const most = Math.max(...here.map((one) => one.seconds));
    list.replaceChildren(
      ...here.map((one) => {
        const row = make("li");
        const without = one.off.map((id) =>
          devices.find((device) => device.id === id)?.name.toLowerCase(),
        );
        const bar = make("span", "", "bar");
        bar.style.setProperty("--part", String(one.seconds / most));
        row.append(
          make(
            "b",
            without.length ? `Without ${without.join(" and ")}` : "As it is",
          ),
          bar,
          make(
            "span",
            `${format.format(one.nodes)} positions, ${one.seconds.toFixed(3)} s`,
            "number",
          ),
        );
        return row;
      }),
    );
  };
  const show = (/** @type {Counted} */ last) => {
    const same = (/** @type {Counted} */ other) =>
      other.place === last.place && other.off.join() === last.off.join();
    const at = all.findIndex(same);
    if (at >= 0) all.splice(at, 1);
    all.push(last);
    paint();
  };

  const off = () =>
    devices
      .filter((_, index) => !boxes[index].checked)
      .map((device) => device.id);
  button.onclick = async () => {
    const without = off();
    if (!without.length)
      return stage.say(
        "Switch one of the two off; then it is counted with and without.",
      );
    stage.say("The machine searches twice…");
    const full = await count([]);
    const bare = await count(without);
    if (!full || !bare) return;
    show(full);
    show(bare);
    const positions = (bare.nodes / full.nodes).toFixed(2);
    const time = (bare.seconds / full.seconds).toFixed(2);
    stage.say(
      `${place.name}: ${bare.nodes === full.nodes ? "the same positions" : `${positions} times the positions`}, ${time} times the time.`,
    );
  };

  /** From the memory to the lazy value. */
  const lead = () => {
    guess.hidden = true;
    scale.hidden = false;
  };
  const { group: guess } = choices(
    guesses.map((times) => ({
      name: times < 2 ? "hardly more" : `${times} times`,
      value: times,
    })),
    async (times) => {
      stage.say("It searches…");
      const bare = await count([devices[0].id]);
      if (!full || !bare) return false;
      show(bare);
      const ratio = bare.nodes / full.nodes;
      const near = guesses.reduce((best, one) =>
        Math.abs(Math.log(one / ratio)) < Math.abs(Math.log(best / ratio))
          ? one
          : best,
      );
      const right = times === near;
      stage.say(
        `${format.format(bare.nodes)}: ${ratio.toFixed(0)} times as many.`,
        right ? "right" : "wrong",
      );
      lead();
      return right;
    },
  );
  free(stage.solved);
  guess.hidden = stage.solved;
  scale.hidden = !stage.solved;
  stage.ask(guess);
  choosePlace(places[1]);
  // What it needs as it is stands there before the question.
  const full = await count([]);
  if (full) show(full);
  if (!stage.solved) stage.say("How many positions without memory?");
  return {
    show: () => {
      if (scale.hidden) stage.say("First guess what memory saves.");
      else put(rough * 100);
    },
    close: () => {
      token++;
    },
  };
}
