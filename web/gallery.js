// @ts-check
/**
 * @file The gallery: exhibits, each a moment of the machine with a picture, a sentence and a link.
 */

import { element, find, make } from "./format.js";
import { picture } from "./picture.js";

/**
 * An exhibit, as gallery.json has it. A test goes to each moment and checks what the text says of
 * the machine there: crates/room/tests/moments.rs.
 * @typedef {object} Exhibit
 * @property {string} group the heading under which it stands
 * @property {string} name for links: `#moment=NAME`
 * @property {string} title
 * @property {string} text
 * @property {Record<string, string | number>} at the moment, by the parameters of a link
 * @property {string} pieces of the picture, from a1: letters as in FEN, `.` for empty
 * @property {string[]} marks of the picture
 */

/** The part of the page's address that opens the gallery. */
export const ADDRESS = "gallery";

export class Gallery {
  /** @param {(text: string) => void} visit goes to what an address shows, the part after `#` */
  constructor(visit) {
    this.visit = visit;
    /** @type {Promise<Exhibit[]> | undefined} */
    this.loading = undefined;
    this.dialog = find("gallery", HTMLDialogElement);
    element("gallery-open").onclick = () => this.open();
    // A press beside the dialog closes it: it is of the dialog's own backdrop.
    this.dialog.onclick = ({ target }) =>
      target === this.dialog && this.dialog.close();
  }

  /** All exhibits, loaded once; none if they cannot be loaded. */
  load() {
    this.loading ??= this.#load();
    return this.loading;
  }

  /** @returns {Promise<Exhibit[]>} */
  async #load() {
    try {
      const answer = await fetch("gallery.json");
      if (answer.ok) return await answer.json();
    } catch {
      // The same as an answer without a gallery.
    }
    // It is asked for again the next time.
    this.loading = undefined;
    return [];
  }

  /** The exhibit of a name. @param {string} name */
  async find(name) {
    return (await this.load()).find((one) => one.name === name);
  }

  /** The address that leads to an exhibit's moment. @param {Exhibit} exhibit */
  static address({ at }) {
    const parameters = Object.entries(at).map(([key, value]) => [
      key,
      String(value),
    ]);
    return new URLSearchParams(parameters).toString();
  }

  async open() {
    const exhibits = await this.load();
    const place = element("exhibits");
    if (!exhibits.length) {
      place.replaceChildren(
        make("p", "The moments cannot be loaded: the server does not answer."),
      );
    } else if (!place.querySelector(".cards")) {
      place.replaceChildren();
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
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {Exhibit} exhibit */
  #card(exhibit) {
    const card = make("a", "", "card");
    card.href = `#moment=${exhibit.name}`;
    card.onclick = (event) => {
      // The dialog is closed first, and the browser would not follow a link in it any more.
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
