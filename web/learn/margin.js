// @ts-check
/** @file A rough value on a scale, what the exact one can be, and what White has for sure: when is the exact one waited for? */

import { make } from "../format.js";
import { pawns } from "./tree.js";

/** The scale goes so far to both sides, in hundredths of a pawn. */
const REACH = 400;

/** A place on the scale, from 0 to 1. @param {number} value */
const at = (value) =>
  String(Math.min(1, Math.max(0, (value + REACH) / (2 * REACH))));

/**
 * The scale, with a slider for the rough value.
 * @param {number} margin most by which the exact value differs, in hundredths of a pawn
 * @param {number} sure what White has for sure
 * @param {number} rough the rough value at the start
 */
export function marginFigure(margin, sure, rough) {
  const host = make("div", "", "learn-margin");
  const scale = make("div", "", "scale");
  const band = make("span", "", "band");
  const mark = make("span", "", "sure");
  mark.style.setProperty("--at", at(sure));
  scale.append(band, mark);
  const ends = make("div", "", "ends");
  for (const value of [-REACH, sure, REACH]) {
    const name = value === sure ? `for sure ${pawns(value)}` : pawns(value);
    ends.append(make("span", name));
  }
  const label = make("label", "Rough value ");
  const slider = make("input");
  slider.type = "range";
  [slider.min, slider.max, slider.step] = [`${-REACH}`, `${REACH}`, "10"];
  slider.value = String(rough);
  const value = make("output");
  label.append(slider, value);
  const told = make("p", "", "learn-caption");
  const paint = () => {
    const number = Number(slider.value);
    const [low, high] = [number - margin, number + margin];
    value.textContent = pawns(number);
    band.style.setProperty("--from", at(low));
    band.style.setProperty("--to", at(high));
    const reaches = high > sure;
    host.classList.toggle("reaches", reaches);
    told.textContent = `The exact value is somewhere from ${pawns(low)} to ${pawns(high)}. ${
      reaches
        ? `It may be better than ${pawns(sure)}: the machine waits for it.`
        : `It cannot be better than ${pawns(sure)}: the machine goes on at once.`
    }`;
  };
  slider.oninput = paint;
  paint();
  host.append(scale, ends, label, told);
  return host;
}
