// @ts-check
/** @file The ninth chapter: what memory and lazy values save, by switching them off and counting. */
/** @import { Figure, Stage } from "./learn.js" */

import { format, make } from "../format.js";
import { Board } from "./board.js";
import { choices } from "./choices.js";
import { piecesOf } from "./machine.js";

/** @typedef {{id: string, name: string, fen: string, depth: number}} Place */
/** A device that can be switched off: words of the program, and those in their place. @typedef {{id: string, name: string, old: string[], new: string[]}} Device */
/** @typedef {{place: Place, off: string[], nodes: number, seconds: number}} Counted */

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { places, devices, guesses } =
    /** @type {{places: Place[], devices: Device[], guesses: number[]}} */ (
      stage.chapter.data
    );
  const { machine } = stage;
  const source =
    machine.description?.sources
      .find((one) => one.name === "search.mc")
      ?.lines.join("\n") ?? "";
  const board = new Board(stage.host, "The position that is searched");
  const side = make("div", "", "learn-side");
  const controls = make("div", "", "learn-switches");
  stage.host.append(side);
  let place = places[0];
  let token = 0;
  const picks = places.map((one) => {
    const button = make("button", one.name);
    button.onclick = () => choosePlace(one);
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
  const button = make("button", "Search and count", "primary");
  const list = make("ol", "", "learn-counts");
  list.setAttribute("aria-label", "Counts");
  side.append(controls, button, list);

  /** @param {Place} one */
  const choosePlace = (one) => {
    place = one;
    board.set(piecesOf(one.fen));
    picks.forEach((pick, index) =>
      pick.setAttribute("aria-pressed", String(places[index] === one)),
    );
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
  const show = (/** @type {Counted} */ one) => {
    const same = (/** @type {Counted} */ other) =>
      other.place === one.place && other.off.join() === one.off.join();
    const at = all.findIndex(same);
    if (at >= 0) all.splice(at, 1);
    all.push(one);
    list.replaceChildren(
      ...all.map((counted) => {
        const most = Math.max(
          ...all
            .filter((other) => other.place === counted.place)
            .map((other) => other.seconds),
        );
        const row = make("li");
        const without = counted.off.map((id) =>
          devices.find((device) => device.id === id)?.name.toLowerCase(),
        );
        const bar = make("span", "", "bar");
        bar.style.setProperty("--part", String(counted.seconds / most));
        row.append(
          make(
            "b",
            `${counted.place.name}, ${without.length ? `without ${without.join(" and ")}` : "all on"}`,
          ),
          bar,
          make(
            "span",
            `${format.format(counted.nodes)} positions, ${counted.seconds.toFixed(2)} s`,
            "number",
          ),
        );
        return row;
      }),
    );
  };

  const off = () =>
    devices
      .filter((_, index) => !boxes[index].checked)
      .map((device) => device.id);
  button.onclick = async () => {
    const one = await count(off());
    if (!one) return;
    show(one);
    const full = all.find(
      (other) => other.place === one.place && !other.off.length,
    );
    if (full && full !== one)
      stage.say(
        `${(one.nodes / full.nodes).toFixed(1)} times the positions, ${(one.seconds / full.seconds).toFixed(2)} times the time.`,
      );
  };

  const guess = choices(
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
          `${measured} In this endgame the same positions come again and again, by other ways.`,
          "right",
        );
        stage.done();
        return true;
      }
      stage.say(
        `Count for yourself: ${measured} Kings walk in circles here, and most positions have been there before.`,
        "wrong",
      );
      return false;
    },
  );
  stage.host.parentElement?.querySelector(".learn-say")?.after(guess);
  choosePlace(places[1]);
  return {
    show: (name) => {
      const one = places.find((other) => other.id === name);
      if (one) return choosePlace(one);
      boxes.forEach((box, index) => {
        if (devices[index].id === name) box.checked = !box.checked;
      });
    },
    close: () => {
      token++;
    },
  };
}
