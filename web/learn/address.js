// @ts-check
/** @file The address that others are given: kept as the teacher has written it, or the public one, or this page's own. */

import { make } from "../format.js";
import { codeOf } from "./qr.js";

const NAME = "belle-class";
const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/** The whole page's address where this page was opened: the public one, where the server or the site names one. */
export const ownAddress = () =>
  document.documentElement.dataset.public ||
  new URL(location.pathname.includes("/learn/") ? "../" : ".", location.href)
    .href;

/** What the teacher has written in its place; nothing if it is this page's own. */
export function writtenAddress() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
export function writeAddress(text) {
  try {
    localStorage.setItem(NAME, text);
  } catch {
    // It is shown all the same.
  }
}

/** An address that opens on this computer alone. @param {string} text */
export const isLocal = (text) =>
  URL.canParse(text) && LOCAL.includes(new URL(text).hostname);

/** An address with a part after `#`. @param {string} part */
export function classAddress(part) {
  const written = writtenAddress();
  const whole = URL.canParse(written) ? written : ownAddress();
  return whole.split("#")[0] + part;
}

/** Copies a text; where the browser does not let it, the text is shown and selected. @param {HTMLButtonElement} button @param {HTMLInputElement | HTMLTextAreaElement} shown */
export async function copy(button, shown) {
  try {
    await navigator.clipboard.writeText(shown.value);
    button.textContent = "Copied";
  } catch {
    // Pages without encryption, as in a network of one's own, have no clipboard.
    shown.hidden = false;
    shown.select();
    button.textContent = "Press Ctrl+C";
  }
}

/**
 * An address to be handed to a class: as a code for the camera, and in letters.
 * @param {string} part the part after `#`
 */
export function classCard(part) {
  const card = make("div", "", "class-card");
  const code = make("div", "", "class-code");
  const shown = make("p", "", "class-address");
  const label = make("label", "Address of the page");
  const input = make("input");
  input.spellcheck = false;
  input.value = classAddress("");
  label.append(input);
  const note = make("p", "", "class-note");
  note.setAttribute("role", "status");
  const paint = () => {
    const address = classAddress(part);
    const local = isLocal(address);
    const picture = local ? null : codeOf(address);
    code.replaceChildren(...(picture ? [picture] : []));
    card.classList.toggle("local", local);
    shown.textContent = address;
    note.textContent = local
      ? "This address opens on this computer alone. Write the one that pupils can reach."
      : picture
        ? ""
        : "This address is too long for a code.";
  };
  input.oninput = () => {
    const text = input.value.trim();
    writeAddress(text === ownAddress() ? "" : text);
    paint();
  };
  paint();
  card.append(code, shown, label, note);
  return card;
}
