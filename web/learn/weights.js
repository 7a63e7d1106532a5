// @ts-check
/** @file The fifth chapter: what a position is worth, and how the move changes with it. */
/** @import { Figure, Stage } from "./learn.js" */

import { make } from "../format.js";
import { Board, squareOf } from "./board.js";
import { piecesOf } from "./machine.js";
import { pawns } from "./tree.js";

/** A slider: a question, and the terms of the evaluators that answer it. @typedef {{id: string, name: string, terms: string[]}} Slider */

/** Moves that are listed. */
const LISTED = 6;

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen, sliders, wanted } =
    /** @type {{fen: string, sliders: Slider[], wanted: number}} */ (
      stage.chapter.data
    );
  const board = new Board(stage.host, "The position: White to move");
  const side = make("div", "", "learn-side");
  stage.host.append(side);
  board.set(piecesOf(fen));
  const moves = await stage.machine.weigh(fen);
  /** What each move is worth by each slider, in centipawns. */
  const worth = moves.map((move) =>
    sliders.map((slider) =>
      move.terms.reduce(
        (sum, [name, value]) =>
          slider.terms.includes(name) ? sum + value : sum,
        0,
      ),
    ),
  );
  const factors = sliders.map(() => 1);
  const kept = Array.isArray(stage.kept.moves) ? stage.kept.moves : [];
  /** Moves that it has wanted. @type {Set<string>} */
  const seen = new Set(kept);
  const controls = make("div", "", "learn-sliders");
  const inputs = sliders.map((slider, index) => {
    const label = make("label");
    const input = make("input");
    input.type = "range";
    [input.min, input.max, input.step, input.value] = ["0", "300", "25", "100"];
    const told = make("output", "100 %");
    input.oninput = () => {
      factors[index] = Number(input.value) / 100;
      told.textContent = `${input.value} %`;
      paint(true);
    };
    label.append(make("span", slider.name), input, told);
    controls.append(label);
    return input;
  });
  const list = make("ol", "", "learn-worths");
  list.setAttribute("aria-label", "The best moves and what they are worth");
  side.append(controls, list);
  let before = -1;

  const paint = (/** @type {boolean} */ touched) => {
    const totals = worth.map((parts) =>
      parts.reduce((sum, part, index) => sum + part * factors[index], 0),
    );
    const order = totals
      .map((_, index) => index)
      .sort((one, other) => totals[other] - totals[one]);
    const best = order[0];
    const most = Math.max(100, ...totals.map(Math.abs));
    list.replaceChildren(
      ...order.slice(0, LISTED).map((index) => {
        const row = make("li");
        if (index === best) row.className = "best";
        const bar = make("span", "", "bar");
        bar.style.setProperty(
          "--part",
          String(Math.max(0, totals[index]) / most),
        );
        row.append(
          make("b", moves[index].san),
          bar,
          make("span", pawns(totals[index]), "number"),
        );
        return row;
      }),
    );
    const { uci, san } = moves[best];
    board.clearLight();
    board.arrow(squareOf(uci.slice(0, 2)), squareOf(uci.slice(2, 4)), "answer");
    if (best === before) return;
    before = best;
    if (!touched) {
      seen.add(san);
      return;
    }
    const parts = sliders
      .map((slider, index) => ({
        name: slider.name.toLowerCase(),
        part: worth[best][index] * factors[index],
      }))
      .filter(({ part }) => Math.round(part))
      .sort((one, other) => Math.abs(other.part) - Math.abs(one.part));
    const reason = parts
      .slice(0, 2)
      .map(({ name, part }) => `${name} ${pawns(part)}`);
    seen.add(san);
    stage.kept.moves = [...seen];
    stage.keep();
    const left = wanted - seen.size;
    stage.say(
      `Now it plays ${san}: ${reason.join(", ")}. ${left > 0 ? `${left} more to find.` : ""}`,
      "right",
    );
    if (left <= 0) stage.done();
  };

  paint(false);
  return {
    show: (name) => {
      const only = sliders.findIndex((slider) => slider.id === name);
      inputs.forEach((input, index) => {
        input.value =
          name === "again" || index === only
            ? "100"
            : only < 0
              ? input.value
              : "0";
        input.dispatchEvent(new Event("input"));
      });
    },
  };
}
