// @ts-check
/** @file The ninth chapter: when a lazy value is enough, and what it and memory save, by switching each off and counting. */
/** @import { Figure, Stage } from "./learn.js" */

import { format, make, pawns } from "../format.js";
import { Board } from "./board.js";
import { piecesOf } from "./machine.js";
import { marginFigure } from "./margin.js";

/** @typedef {{name: string, fen: string, depth: number}} Place */
/** A device that can be switched off: words of the program, and those in their place. @typedef {{id: string, name: string, old: string[], new: string[]}} Device */

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { places, devices } =
    /** @type {{places: Place[], devices: Device[]}} */ (stage.chapter.data);
  const { margin, sure, rough } = stage.chapter.facts;
  const { machine } = stage;
  const source =
    machine.description?.sources
      .find((one) => one.name === "search.mc")
      ?.lines.join("\n") ?? "";
  const board = new Board(stage.host, "The position that is searched");
  const { side } = stage;
  const counted = make("p", "", "learn-caption");
  const list = make("ol", "", "learn-counts");
  list.setAttribute("aria-label", "Counts");
  let token = 0;
  const { host: scale, put } = marginFigure(
    margin * 100,
    sure * 100,
    rough * 100,
    (waits) => {
      if (!waits || stage.kept.waited) return;
      stage.kept.waited = true;
      stage.keep();
      stage.say(
        `Yes: above ${pawns((sure - margin) * 100)} (${pawns(sure * 100)} less ${margin}) it must wait.`,
        "right",
      );
      stage.done();
      compare(places[0]);
    },
  );
  scale.onchange = () => {
    if (stage.kept.waited) return;
    stage.say(`Not yet: at best still below ${pawns(sure * 100)}. Further up.`);
  };
  side.append(scale, counted, list);

  /** Searches with a device switched off, or with none: its words are taken out of the program. @param {Place} place @param {Device} [off] */
  const count = async (place, off) => {
    const own = ++token;
    const text = off && source.replace(off.old.join("\n"), off.new.join("\n"));
    await machine.program(text ? [["search.mc", text]] : []);
    await machine.position(place.fen);
    const found = await machine.search(place.depth, "machine");
    if (!found || own !== token) return null;
    const { nodes, cycle } = found.frame;
    return {
      name: off ? `Without ${off.name}` : "As it is",
      nodes,
      seconds: cycle / machine.pace,
    };
  };

  /** The same search as it is, and without each of the devices. @param {Place} place */
  const compare = async (place) => {
    board.set(piecesOf(place.fen));
    counted.textContent = `${place.name}, searched ${place.depth} plies deep:`;
    list.replaceChildren();
    const counts = [];
    for (const off of [undefined, ...devices]) {
      const one = await count(place, off);
      if (!one) return;
      counts.push(one);
    }
    const most = Math.max(...counts.map((one) => one.seconds));
    for (const { name, nodes, seconds } of counts) {
      const row = make("li");
      const bar = make("span", "", "bar");
      bar.style.setProperty("--part", String(seconds / most));
      row.append(
        make("b", name),
        bar,
        make(
          "span",
          `${format.format(nodes)} positions, ${seconds.toFixed(3)} s`,
          "number",
        ),
      );
      list.append(row);
    }
  };

  stage.more(
    ...places.map((place) => {
      const button = make("button", place.name);
      button.onclick = () => compare(place);
      return button;
    }),
  );
  board.set(piecesOf(places[0].fen));
  if (stage.solved) await compare(places[0]);
  return {
    show: () => {
      put(rough * 100);
      stage.reveal();
    },
    close: () => {
      token++;
    },
  };
}
