// @ts-check
/** @file Keys: one letter each, unless something is typed. */

import { element, make } from "./format.js";

/**
 * @param {Record<string, any>} keys texts and acts by key
 * @param {(key: string) => void} onShift an arrow with Shift
 */
export function wireKeys(keys, onShift) {
  const open = () => element("keys").showModal();
  const all = { ...keys, "?": ["these keys", open] };
  element("help").onclick = open;
  for (const [key, found] of Object.entries(all))
    element("key-list").append(
      make("dt", key === " " ? "Space" : key),
      make("dd", String(found[0])),
    );
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || element("keys").open)
      return;
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
    else found[1]();
  });
}
