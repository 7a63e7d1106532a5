// @ts-check
/** @file Sharing: a link to this moment, with a sentence of the sender's. */

import { find, input, element } from "./format.js";

/** Most letters of a sentence. */
const MOST = 200;

/** The page's address without a moment: the public one, where the server or the site names one. */
const base = () =>
  document.documentElement.dataset.public ||
  location.origin + location.pathname;

/** A whole address. @param {string} moment the part after `#` */
export const whole = (moment) => base() + (moment ? `#${moment}` : "");

/** The sentence of a link. @param {string} text the address after `#` */
export function sentence(text) {
  const found = new URLSearchParams(text).get("note")?.trim() ?? "";
  return found.length > MOST ? `${found.slice(0, MOST)}…` : found;
}

export class Share {
  /** @param {() => Promise<string>} moment the part of the address after `#` */
  constructor(moment) {
    this.moment = moment;
    this.dialog = find("share", HTMLDialogElement);
    element("share-note").oninput = () => this.#show();
    element("share-copy").onclick = () => this.#copy();
    element("share-close").onclick = () => this.dialog.close();
    this.dialog.onkeydown = (event) => {
      if (event.key === "Escape") this.dialog.close();
    };
    // A press beside the fields leaves the focus where letters are typed.
    this.dialog.onmousedown = (event) => {
      const { target } = event;
      if (target instanceof Element && !target.closest("input, button, label"))
        event.preventDefault();
    };
    /** The moment while the dialog is open. */
    this.text = "";
  }

  /** Opens beside what goes on: the page can be used meanwhile. */
  async open() {
    this.text = await this.moment();
    // The sentence of another link is not of this one.
    input("share-note").value = "";
    this.dialog.close();
    this.dialog.show();
    this.#show();
    input("share-note").focus();
  }

  /** The link with the sentence. */
  #link() {
    const parts = new URLSearchParams(this.text);
    const note = input("share-note").value.trim();
    if (note) parts.set("note", note);
    return whole(parts.toString());
  }

  #show() {
    const link = this.#link();
    input("share-link").value = link;
    const isOwn = /^https?:\/\/(127\.|localhost|\[::1\])/.test(link);
    // Only embed.html may be framed; who looks for that finds it where a chapter is shared.
    element("share-hint").textContent = isOwn
      ? "This address opens on this computer alone. Whoever runs the page gives it one for others: belle room --public-address URL."
      : "It opens in a window of its own. Within another page only chapters can stand: Learn, Share.";
  }

  async #copy() {
    const copied = await navigator.clipboard
      ?.writeText(this.#link())
      .then(() => true)
      .catch(() => false);
    if (!copied) input("share-link").select();
    element("share-hint").textContent = copied
      ? "The link is copied."
      : "The link is selected: copy it with Ctrl+C.";
  }
}
