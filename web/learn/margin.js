// @ts-check
/**
 * @file A scale with a slider: the rough value, the band in which the exact one can lie, and what White has for sure. The
 * machine waits for the exact value if the band reaches above that.
 */

import { make, pawns } from "../format.js";
import { makeSlider } from "./slider.js";

/** The end of the scale on both sides, in hundredths of a pawn. */
const SCALE_END = 400;

/** The place of a value on the scale for CSS, from "0" to "1": beyond an end it stands there. @param {number} value */
const at = (value) =>
  String(Math.min(1, Math.max(0, (value + SCALE_END) / (2 * SCALE_END))));

/**
 * The scale, with a slider for the rough value.
 * @param {number} margin most by which the exact value differs, in hundredths of a pawn
 * @param {number} sure what White has for sure
 * @param {number} rough the rough value at the start
 * @param {(waits: boolean) => void} onMove called after each move, with whether the machine waits
 * @returns {{host: HTMLElement, put: (value: number) => void}} the scale, and what puts the rough value somewhere
 */
export function marginFigure(margin, sure, rough, onMove) {
  const host = make("div", "", "learn-margin");
  const scale = make("div", "", "learn-scale");
  scale.setAttribute("aria-hidden", "true");
  const places = Object.fromEntries(
    ["band", "rough", "sure", "low", "high", "sure-name"].map((name) => {
      const place = make("span", "", name);
      scale.append(place);
      return [name, place];
    }),
  );
  const put = (/** @type {string} */ name, /** @type {number} */ value) =>
    places[name].style.setProperty("--at", at(value));
  put("sure", sure);
  put("sure-name", sure);
  places["sure-name"].textContent = `${pawns(sure)} for sure`;
  const label = make("label", "Rough value ");
  const { input: slider, moveTo } = makeSlider({
    min: -SCALE_END,
    max: SCALE_END,
    step: 10,
    value: rough,
  });
  const value = make("output");
  label.append(slider, value);
  const told = make("p", "", "learn-caption");
  const paint = () => {
    const number = Number(slider.value);
    const [low, high] = [number - margin, number + margin];
    value.textContent = pawns(number);
    places.band.style.setProperty("--from", at(low));
    places.band.style.setProperty("--to", at(high));
    for (const [name, end] of /** @type {[string, number][]} */ ([
      ["low", low],
      ["high", high],
    ])) {
      put(name, end);
      places[name].textContent = pawns(end);
    }
    put("rough", number);
    const waits = high > sure;
    host.classList.toggle("waits", waits);
    slider.setAttribute(
      "aria-valuetext",
      `${pawns(number)}, the exact value from ${pawns(low)} to ${pawns(high)}`,
    );
    if (!waits)
      told.textContent = `Below ${pawns(sure)} in any case: the machine goes on.`;
    else if (low > sure)
      told.textContent = `Above ${pawns(sure)}, but by how much? The machine waits.`;
    else told.textContent = `Perhaps above ${pawns(sure)}: the machine waits.`;
    return waits;
  };
  slider.oninput = () => onMove(paint());
  paint();
  host.append(scale, label, told);
  const move = (/** @type {number} */ to) => {
    moveTo(to);
    onMove(paint());
  };
  return { host, put: move };
}
