// @ts-check
/** @file The fifth chapter: what a position is worth, and how the move changes with it. */
/** @import { Figure, Stage } from "./learn.js" */

import { make, pawns } from "../format.js";
import { Board, squareOf } from "./board.js";
import { piecesOf } from "./machine.js";
import { makeSlider } from "./slider.js";

/** A slider: a question, and the terms of the evaluators that answer it. @typedef {{id: string, name: string, about: string, terms: string[]}} Slider */

/** Moves that are listed. */
const LISTED = 5;
/** Settings without a new move after which a hint is given. */
const PATIENCE = 3;

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen, sliders, wanted } =
    /** @type {{fen: string, sliders: Slider[], wanted: number}} */ (
      stage.chapter.data
    );
  const board = new Board(stage.host, "The position: White to move");
  const { side } = stage;
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
    const { input, moveTo } = makeSlider({
      min: 0,
      max: 300,
      step: 25,
      value: 100,
    });
    const told = make("output", "100 %");
    input.onchange = () => {
      // A drag is one setting, not one a step.
      settings += 1;
      if (settings >= PATIENCE && seen.size < wanted) hint();
    };
    input.oninput = () => {
      factors[index] = Number(input.value) / 100;
      told.textContent = `${input.value} %`;
      shown = -1;
      paint(true);
    };
    label.append(make("span", slider.name), input, told);
    controls.append(label);
    return { input, moveTo, told };
  });
  const reset = make("button", "All to 100 %");
  reset.onclick = () => {
    inputs.forEach(({ moveTo, told }, index) => {
      moveTo(100);
      factors[index] = 1;
      told.textContent = "100 %";
    });
    shown = -1;
    stage.say("");
    paint(false);
  };
  const list = make("ol", "", "learn-worths");
  list.setAttribute("aria-label", "The best moves and what they are worth");
  side.append(controls, reset, list);
  /** The slider whose part alone is shown, since its word in the text was pressed; -1 for all. */
  let shown = -1;
  /** Settings since the last new move. */
  let settings = 0;

  const hint = () =>
    stage.say(
      `Still ${[...seen].join(", ")}. Hint: press “All to 100 %”, then let pawns and pieces count for nothing: Material to 0 %.`,
    );

  /** The best moves with bars: what they are worth by all sliders, or by one. @param {number[]} order @param {number[]} values */
  const bars = (order, values) => {
    const most = Math.max(100, ...values.map(Math.abs));
    list.replaceChildren(
      ...order.slice(0, LISTED).map((index, place) => {
        const row = make("li");
        if (place === 0) row.className = "best";
        const bar = make("span", "", "bar");
        bar.style.setProperty(
          "--part",
          String(Math.max(0, values[index]) / most),
        );
        row.append(
          make("b", moves[index].san),
          bar,
          make("span", pawns(values[index]), "number"),
        );
        return row;
      }),
    );
  };

  /** The two largest parts of a move's value, and that there are more. @param {number} index */
  const reason = (index) => {
    const parts = sliders
      .map((slider, at) => ({
        name: slider.name.toLowerCase(),
        part: Math.round(worth[index][at] * factors[at]),
      }))
      .filter(({ part }) => part)
      .sort((one, other) => Math.abs(other.part) - Math.abs(one.part));
    const said = parts
      .slice(0, 2)
      .map(({ name, part }) => `${name} ${pawns(part)}`);
    if (parts.length > 2) said.push("and smaller parts");
    return said.join(", ");
  };

  const paint = (/** @type {boolean} */ touched) => {
    const totals = worth.map((parts) =>
      Math.round(
        parts.reduce((sum, part, index) => sum + part * factors[index], 0),
      ),
    );
    const order = totals
      .map((_, index) => index)
      .sort((one, other) => totals[other] - totals[one]);
    const best = order[0];
    sliders.forEach((_, index) =>
      inputs[index].input.parentElement?.classList.toggle(
        "shown",
        index === shown,
      ),
    );
    if (shown >= 0) {
      const { name, about } = sliders[shown];
      bars(
        order,
        worth.map((parts) => Math.round(parts[shown] * factors[shown])),
      );
      stage.say(
        `${name}: ${about} The bars show this part of the value alone; the same word shows all.`,
      );
      return;
    }
    bars(order, totals);
    const { uci, san } = moves[best];
    board.clearLight();
    const equal = totals.filter((total) => total === totals[best]).length;
    if (equal > 1) {
      if (touched)
        stage.say(
          // Who tries a slider has not answered wrongly.
          `${equal} moves are worth ${pawns(totals[best])} now: it has no reason to prefer one. That does not count.`,
        );
      return;
    }
    board.arrow(squareOf(uci.slice(0, 2)), squareOf(uci.slice(2, 4)), "answer");
    if (!touched) {
      seen.add(san);
      return;
    }
    const fresh = !seen.has(san);
    seen.add(san);
    if (fresh) settings = 0;
    stage.kept.moves = [...seen];
    stage.keep();
    const left = wanted - seen.size;
    stage.say(
      `${fresh ? "Yes: it" : "It still"} wants ${san}${fresh ? " now" : ""}: mainly ${reason(best)}.`,
      fresh ? "right" : "",
    );
    if (left <= 0) stage.done();
  };

  paint(false);
  return {
    show: (name) => {
      const index = sliders.findIndex((slider) => slider.id === name);
      shown = index === shown ? -1 : index;
      if (shown < 0) stage.say("");
      paint(false);
    },
  };
}
