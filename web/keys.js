// @ts-check
/** @file Keys: one letter each, unless something is typed. */

import * as faces from "./faces.js";
import { element, find, make } from "./format.js";
import * as messages from "./messages.js";
/** @import { Face } from "./faces.js" */

/** A key's meaning and act. @typedef {{text: string, act: () => unknown}} Key */

/**
 * @param {Record<Face, Record<string, Key>>} keys of each face by the key's name
 * @param {(key: string) => void} onShift an arrow with Shift, on the bench
 */
export function wireKeys(keys, onShift) {
  const dialog = find("keys", HTMLDialogElement);
  const open = () => {
    element("key-list").replaceChildren();
    for (const [key, found] of Object.entries(ofFace()))
      element("key-list").append(
        make("dt", key === " " ? "Space" : key),
        make("dd", found.text),
      );
    dialog.showModal();
  };
  /** @returns {Record<string, Key>} */
  const ofFace = () => ({
    ...keys[faces.current()],
    "?": { text: "these keys", act: open },
  });
  element("help").onclick = open;
  // Keys are of the page again: Space runs the machine, and does not press this button once more.
  dialog.onclose = () => element("help").blur();
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // An open dialog has the keys for itself.
    if (document.querySelector("dialog[open], [role=dialog]:not([hidden])"))
      return;
    // The chapters have keys of their own.
    if (faces.current() === "learn") return;
    if (event.key === "Escape" && target.matches("input, textarea, select"))
      return target.blur();
    if (
      target.matches(
        "input:not([type=range]):not([type=checkbox]), textarea, select",
      )
    )
      return;
    if (
      target.matches("a, button, summary, [type=checkbox]") &&
      (event.key === " " || event.key === "Enter")
    )
      return;
    if (
      target.matches("[type=range], .listing, .docs, .source") &&
      /^(Arrow|Home|End|Page)/.test(event.key)
    )
      return;
    const found = ofFace()[event.key];
    if (!found) return;
    event.preventDefault();
    messages.begin();
    if (
      event.shiftKey &&
      event.key.startsWith("Arrow") &&
      faces.current() === "bench"
    )
      onShift(event.key);
    else found.act();
  });
}
