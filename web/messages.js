// @ts-check
/**
 * @file Messages: one line says what the last act came to, and the next outcome takes its place.
 *   What is said of a cycle goes with the cycle, a fault or a note with the reader's next act; then
 *   the line says again whose turn it is.
 */

import * as faces from "./faces.js";
import { element, format } from "./format.js";

/**
 * What a message is: whose turn it is; the end of a search, which stays until something else is
 * said; a note; a fault.
 * @typedef {"turn" | "result" | "note" | "fault"} Kind
 */

/** Milliseconds for which the bench shows a message beside what is pressed, too. */
const SAID = 6000;
let hideSaid = 0;

/** @type {Kind} */
let kind = "turn";
/** The cycle of which the message speaks. @type {number | undefined} */
let cycleSaid;
/** Says whose turn it is. */
let rest = () => {};

/**
 * Says something in the line of status; on the bench, where that
 * line is far from what is pressed, over the foot of the page too.
 * @param {string} text
 * @param {Kind} [of]
 */
export function say(text, of = "note") {
  kind = of;
  cycleSaid = undefined;
  const isFault = of === "fault";
  element("status").textContent = text;
  element("status").classList.toggle("fault", isFault);
  const said = element("said");
  said.hidden = of === "turn" || !text || faces.current() !== "bench";
  said.textContent = text;
  said.classList.toggle("fault", isFault);
  clearTimeout(hideSaid);
  hideSaid = setTimeout(() => (said.hidden = true), SAID);
}

/** Says something that holds at this cycle alone. @param {string} text @param {number} cycle */
export function sayAt(text, cycle) {
  say(text);
  cycleSaid = cycle;
}

/** The machine is at a cycle: what was said of another one is of the past. @param {number} cycle */
export function follow(cycle) {
  if (cycleSaid !== undefined && cycleSaid !== cycle) rest();
}

/** Whose turn it is has changed, or whether the machine is at work for it. */
export function tellTurn() {
  if (kind === "turn") rest();
}

/** The reader begins something else: what the last act came to is of the past. */
export function begin() {
  if (kind === "note" || kind === "fault") rest();
}

/**
 * The sentence of a cycle that was asked for; the machine may stand at another one.
 * @param {number} asked
 * @param {number} reached
 */
export function landed(asked, reached) {
  const at = format.format(reached);
  if (asked === reached) return `The machine is at cycle ${at}.`;
  if (reached < asked)
    return `The search ends at cycle ${at}, before cycle ${format.format(asked)}.`;
  return `The machine is at cycle ${at}: cycle ${format.format(asked)} is within a word, and the machine stands between words.`;
}

/**
 * Buttons, lists and forms begin something; keys tell it themselves.
 * @param {() => void} sayTurn says whose turn it is
 */
export function wire(sayTurn) {
  rest = sayTurn;
  for (const name of ["click", "submit", "change"])
    document.addEventListener(
      name,
      ({ target }) => {
        const isAct =
          name !== "click" ||
          (target instanceof Element && target.closest("button"));
        if (isAct) begin();
      },
      true,
    );
}
