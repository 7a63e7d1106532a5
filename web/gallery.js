// @ts-check
/** @file The gallery: moments of the machine, each with a picture, a sentence and a link. */

import { element, find, make } from "./format.js";
import { picture } from "./picture.js";

/**
 * A moment. The machine holds what its text says: crates/room/tests/moments.rs.
 * @typedef {object} Exhibit
 * @property {string} group
 * @property {string} name
 * @property {string} title
 * @property {string} text
 * @property {Record<string, string | number>} at as a link names it
 * @property {string} pieces
 * @property {string[]} marks
 */

/** The part of an address that opens it. */
export const ADDRESS = "gallery";

export class Gallery {
  /** @param {(text: string) => void} visit opens an address, the part after `#` */
  constructor(visit) {
    this.visit = visit;
    /** @type {Promise<Exhibit[]> | undefined} */
    this.loading = undefined;
    this.dialog = find("gallery", HTMLDialogElement);
    element("gallery-open").onclick = () => this.open();
    // A press beside the dialog closes it.
    this.dialog.onclick = ({ target }) =>
      target === this.dialog && this.dialog.close();
  }

  /** All moments. */
  load() {
    this.loading ??= this.#load();
    return this.loading;
  }

  /** @returns {Promise<Exhibit[]>} */
  async #load() {
    const answer = await fetch("gallery.json");
    return answer.ok ? answer.json() : [];
  }

  /** The moment of a name. @param {string} name */
  async find(name) {
    return (await this.load()).find((one) => one.name === name);
  }

  /** The moment's address. @param {Exhibit} exhibit */
  static address({ at }) {
    const parts = Object.entries(at).map(([key, value]) => [
      key,
      String(value),
    ]);
    return new URLSearchParams(parts).toString();
  }

  async open() {
    const exhibits = await this.load();
    const place = element("exhibits");
    if (!place.children.length) {
      for (const group of new Set(exhibits.map((one) => one.group))) {
        const cards = make("div", "", "cards");
        cards.append(
          ...exhibits
            .filter((one) => one.group === group)
            .map((one) => this.#card(one)),
        );
        place.append(make("h3", group), cards);
      }
    }
    if (!exhibits.length)
      place.append(
        make("p", "The moments cannot be loaded: the server does not answer."),
      );
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {Exhibit} exhibit */
  #card(exhibit) {
    const card = make("a", "", "card");
    card.href = `#moment=${exhibit.name}`;
    card.onclick = (event) => {
      // The browser follows no link whose dialog is closed.
      event.preventDefault();
      this.dialog.close();
      history.pushState(null, "", card.href);
      this.visit(card.hash.slice(1));
    };
    card.append(
      picture(exhibit.pieces, exhibit.marks),
      make("b", exhibit.title),
      make("span", exhibit.text),
    );
    return card;
  }
}
