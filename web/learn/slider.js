// @ts-check
/** @file Sliders whose track ends where their knob does: at the least and the greatest value it covers an end. */

import { make } from "../format.js";

/**
 * A slider; `moveTo` puts it somewhere by the page's own act.
 * @param {{min: number, max: number, step: number, value: number}} range
 */
export function makeSlider({ min, max, step, value }) {
  const input = make("input", "", "learn-slider");
  input.type = "range";
  [input.min, input.max, input.step] = [min, max, step].map(String);
  const paint = () =>
    input.style.setProperty(
      "--part",
      String((Number(input.value) - min) / (max - min)),
    );
  const moveTo = (/** @type {number} */ to) => {
    input.value = String(to);
    paint();
  };
  input.addEventListener("input", paint);
  moveTo(value);
  return { input, moveTo };
}
