// @ts-check
/** @file The ninth chapter: what memory and lazy values save, by switching them off and counting. */
/** @import { Figure, Stage } from "./learn.js" */

import { format, make } from "../format.js";
import { Board } from "./board.js";
import { choices } from "./choices.js";
import { piecesOf } from "./machine.js";
import { marginFigure } from "./margin.js";
import { pawns } from "./tree.js";

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
  const side = stage.panel();
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
  const button = make("button", "Search and count");
  const counted = make("p", "", "learn-caption");
  const list = make("ol", "", "learn-counts");
  list.setAttribute("aria-label", "Counts");
  const scale = marginFigure(margin * 100, sure * 100, rough * 100, (waits) => {
    // The answer is where the machine begins to wait.
    if (!waits || stage.kept.waited) return;
    stage.kept.waited = true;
    stage.keep();
    stage.say(
      `Here it must wait: the exact value may be above ${pawns(sure * 100)}. Everywhere below it saves up to ${stage.chapter.facts.ticks} ticks. If you like, count what that saves in a middlegame.`,
      "right",
    );
    stage.done();
    free(true);
    choosePlace(places[0]);
  });
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
            without.length ? `Without ${without.join(" and ")}` : "All on",
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
    stage.say("");
    const one = await count(off());
    if (!one) return;
    show(one);
    const full = all.find(
      (other) => other.place === one.place && !other.off.length,
    );
    if (!full)
      stage.say("To compare, count it with all on, too: tick both boxes.");
    else if (full !== one)
      stage.say(
        `${one.place.name}: ${(one.nodes / full.nodes).toFixed(2)} times the positions, ${(one.seconds / full.seconds).toFixed(2)} times the time.`,
      );
  };

  /** From the memory to the lazy value. */
  const lead = () => {
    guess.hidden = true;
    scale.hidden = false;
    stage.reveal();
  };
  const { group: guess } = choices(
    guesses.map((times) => ({
      name: times < 2 ? "hardly more" : `${times} times as many`,
      value: times,
    })),
    async (times) => {
      choosePlace(places[1]);
      stage.say("The machine searches twice, with its memory and without…");
      const full = await count([]);
      const bare = await count([devices[0].id]);
      if (!full || !bare) return false;
      show(full);
      show(bare);
      const ratio = bare.nodes / full.nodes;
      const near = guesses.reduce((best, one) =>
        Math.abs(Math.log(one / ratio)) < Math.abs(Math.log(best / ratio))
          ? one
          : best,
      );
      const measured = `${format.format(bare.nodes)} positions against ${format.format(full.nodes)}: ${ratio.toFixed(0)} times as many.`;
      if (times === near) {
        stage.say(
          `${measured} The same positions come again here, by other ways. Now move the rough value.`,
          "right",
        );
        lead();
        return true;
      }
      stage.say(
        `${measured} Kings walk in circles here, and most positions have been there before. Now move the rough value.`,
        "wrong",
      );
      lead();
      return false;
    },
  );
  free(stage.solved);
  guess.hidden = stage.solved;
  scale.hidden = !stage.solved;
  stage.ask(guess);
  choosePlace(places[1]);
  if (!stage.solved) stage.say("Without the memory it would look at…");
  return {
    close: () => {
      token++;
    },
  };
}
