// @ts-check
/** @file Sharing a chapter: its address, a code for the cameras of a class, and the text that puts it into a frame. */

import { make } from "../format.js";
import { classAddress, classCard, copy, isLocal } from "./address.js";

/** The address of a page's code: short enough to be typed. @param {string} page */
const short = (page) => (page ? `#learn/${page}` : "#learn");

/** A large code, over the whole page: a class takes it from the wall. @param {string} page */
function projected(page) {
  const dialog = make("dialog", "", "learn-code");
  dialog.setAttribute("aria-label", "The address for a class");
  const close = make("button", "Close");
  close.onclick = () => dialog.close();
  // The field for the address stays away from the wall unless it is needed.
  close.autofocus = true;
  const how = make("a", "How pupils reach this page");
  how.href = "learn/teachers.html#pupils";
  dialog.append(classCard(short(page)), how, close);
  const leave = () => dialog.close();
  addEventListener("hashchange", leave);
  dialog.onclose = () => {
    removeEventListener("hashchange", leave);
    dialog.remove();
  };
  return dialog;
}

/**
 * @param {string} page "" for the cover, "1" to "10", "end"
 * @param {string} part the page's address after `#`, with it
 */
export function share(page, part) {
  const made = make("details", "", "learn-share");
  const box = make("div");
  const chapter = page && page !== "end" ? `#chapter=${page}` : "";
  const frame = new URL("embed.html", classAddress("")).href + chapter;
  for (const [name, text] of [
    ["Link", classAddress(part)],
    [
      "Embed",
      `<iframe src="${frame}" width="960" height="640" title="How a chess machine finds a move"></iframe>`,
    ],
  ]) {
    const label = make("label", name);
    const input = make("input");
    input.readOnly = true;
    input.value = text;
    input.onfocus = () => input.select();
    const button = make("button", "Copy");
    button.ariaLabel = `Copy: ${name}`;
    button.onclick = () => copy(button, input);
    const row = make("div");
    row.append(input, button);
    label.append(row);
    box.append(label);
  }
  const code = make("button", "QR code for a class");
  code.onclick = () => {
    made.open = false;
    const dialog = projected(page);
    made.closest(".learn")?.append(dialog);
    dialog.showModal();
  };
  box.append(code);
  if (isLocal(classAddress(""))) {
    const note = make("p", "This address works on this computer alone. ");
    const how = make("a", "How others reach it");
    how.href = "learn/teachers.html#pupils";
    note.append(how);
    box.append(note);
  }
  made.append(make("summary", "Share"), box);
  const close = (/** @type {Event} */ event) => {
    const { target } = event;
    if (event instanceof KeyboardEvent && event.key !== "Escape") return;
    const outside = target instanceof Node && !made.contains(target);
    if (event instanceof KeyboardEvent || outside) made.open = false;
  };
  made.ontoggle = () => {
    for (const name of ["keydown", "pointerdown"])
      if (made.open) addEventListener(name, close);
      else removeEventListener(name, close);
  };
  return made;
}
