// @ts-check
/** @file Keys: one letter each, unless something is typed. */

import { current } from "./faces.js";
import { element, find, make } from "./format.js";

/** A key's meaning and act. @typedef {{text: string, act: () => unknown}} Key */

/**
 * @param {Record<string, Key>} keys by the key's name
 * @param {(key: string) => void} onShift an arrow with Shift
 */
export function wireKeys(keys, onShift) {
  const dialog = find("keys", HTMLDialogElement);
  const open = () => dialog.showModal();
  /** @type {Record<string, Key>} */
  const all = { ...keys, "?": { text: "these keys", act: open } };
  element("help").onclick = open;
  for (const [key, found] of Object.entries(all))
    element("key-list").append(
      make("dt", key === " " ? "Space" : key),
      make("dd", found.text),
    );
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    // These keys drive the machine of the other faces; the chapters have keys of their own.
    if (current() === "learn") return;
    if (event.key === "Escape" && target.matches("input, textarea, select"))
      return target.blur();
    if (
      target.matches(
        "input:not([type=range]):not([type=checkbox]), textarea, select",
      )
    )
      return;
    if (
      target.matches("button, summary, [type=checkbox]") &&
      (event.key === " " || event.key === "Enter")
    )
      return;
    if (
      target.matches("[type=range], .listing, .docs, .source") &&
      /^(Arrow|Home|End|Page)/.test(event.key)
    )
      return;
    const found = all[event.key];
    if (!found) return;
    event.preventDefault();
    if (event.shiftKey && event.key.startsWith("Arrow")) onShift(event.key);
    else found.act();
  });
}
