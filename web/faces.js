// @ts-check
/**
 * @file Faces: the three forms of the page over one game and one machine. The address and the top
 *   of the page say which one is shown.
 */

import { element } from "./format.js";

/**
 * Play against the machine, learn how it finds a move, or look at every wire.
 * @typedef {"play" | "learn" | "bench"} Face
 */

/** @type {Face[]} */
export const FACES = ["play", "learn", "bench"];

/** What is called after a change. @type {((entered: Face, left: Face) => unknown)[]} */
const acts = [];

/** The face that is shown. @returns {Face} */
export const current = () =>
  FACES.find((one) => one === document.documentElement.dataset.face) ?? "play";

/**
 * Calls an act after each change, with the face entered and the face left.
 * @param {(entered: Face, left: Face) => unknown} act
 */
export function onChange(act) {
  acts.push(act);
}

/** The part of an address after `#` that opens a face. @param {Face} [face] */
export const address = (face = current()) => `#face=${face}`;

/** Shows a face: the game and the machine stay as they are. @param {Face} face */
export async function show(face) {
  const left = current();
  document.documentElement.dataset.face = face;
  for (const link of element("faces").querySelectorAll("a"))
    if (link.dataset.face === face) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  element("learn").hidden = face !== "learn";
  if (left === face) return;
  // In the order in which they were given: what a face
  // shows needs what the one before has put back.
  for (const act of acts) await act(face, left);
}

/** A face, and a chapter, by its name alone: `learn/3`. */
const SHORT = /^(play|learn|bench)(?:\/(\w*))?$/;

/**
 * The parts of an address. A short one, which a person types, is the same as the long one.
 * @param {string} text the address after `#`
 */
export function parts(text) {
  const short = SHORT.exec(text);
  if (!short) return new URLSearchParams(text);
  const [, face, chapter] = short;
  return new URLSearchParams(chapter ? { face, chapter } : { face });
}

/**
 * The face that an address asks for. A link to a moment of the machine that names none is of the
 * bench, as all links were before there were faces.
 * @param {string} text the address after `#`
 * @returns {Face}
 */
export function asked(text) {
  const named = parts(text);
  const face = FACES.find((one) => one === named.get("face"));
  return face ?? ([...named.keys()].length ? "bench" : "play");
}

/** Parts of an address that name a face, or what of it is seen, and no moment of the machine. */
const PLACES = ["face", "chapter", "lecture", "view", "page"];

/**
 * Whether an address leads to a position or a cycle, and not only to a face.
 * @param {string} text the address after `#`
 */
export const hasMoment = (text) =>
  [...parts(text).keys()].some((name) => !PLACES.includes(name));

/** Wires the links at the top. */
export function wire() {
  for (const link of element("faces").querySelectorAll("a"))
    link.onclick = (event) => {
      event.preventDefault();
      const face = FACES.find((one) => one === link.dataset.face);
      if (!face || face === current()) return;
      // The address goes back to the face before.
      history.pushState(null, "", address(face));
      show(face);
    };
}
