// @ts-check
/** @file Tours: one after the other, each step at a moment of the machine, with what it names outlined and in sight. */

import { LAST } from "./array.js";
import { button, element, make, select } from "./format.js";

/**
 * A step. The machine holds what its text says: crates/room/tests/moments.rs.
 * @typedef {object} Step
 * @property {string} text names of the microprogram stand between backquotes
 * @property {Record<string, string | number>} at the moment, as a link names it
 * @property {number} [stage] within the word
 * @property {string[]} shows what is outlined: `#id`, `signal:name` or `square:e4`
 * @property {Ladder} [ladder] drawn below the text
 * @property {string} [page] of the documentation, which is opened
 */
/**
 * The distances of a game that was played from a table, move by move.
 * @typedef {object} Ladder
 * @property {string} game in suites/replay, where the test looks the rungs up
 * @property {Rung[]} rungs
 */
/**
 * A move of the winner.
 * @typedef {object} Rung
 * @property {number} number
 * @property {string} move
 * @property {number} moves to the end with best play, this one included
 * @property {number} after the same with the move that was made
 */
/** @typedef {{name: string, title: string, steps: Step[]}} OneTour */

/**
 * What a tour does with the page.
 * @typedef {object} TourPage
 * @property {() => void} begin
 * @property {() => Promise<void>} end
 * @property {(moment: string) => Promise<unknown>} goTo
 * @property {(text: string) => void} say
 * @property {(stage: number) => void} setStage
 * @property {(view: string) => void} show
 * @property {(path: string) => void} openPage
 * @property {(square: string) => HTMLElement} cell of the array
 */

/** Tours that have been seen to their end. */
const KEY = "belle-tours";

export class Tour {
  /** @param {TourPage} page */
  constructor(page) {
    this.page = page;
    this.name = "";
    this.step = 0;
    /** @type {OneTour[]} */
    this.tours = [];
    /** Drawers that a step has opened. @type {HTMLDetailsElement[]} */
    this.opened = [];
    /** Names of those that have been seen. @type {Set<string>} */
    this.seen = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
    element("tour").onchange = () => this.show(select("tour").value, 0);
    element("tour-next").onclick = () => this.#next();
    element("tour-back").onclick = () => this.show(this.name, this.step - 1);
    element("tour-close").onclick = () => this.show("", 0);
  }

  /** Loads the texts. */
  async load() {
    const answer = await fetch("tours.json");
    if (!answer.ok) return;
    this.tours = await answer.json();
    for (const one of this.tours)
      element("tour").append(new Option(one.title, one.name));
  }

  /** The next step, or the next tour. */
  #next() {
    const at = this.tours.findIndex((one) => one.name === this.name);
    if (this.step < this.tours[at].steps.length - 1)
      return this.show(this.name, this.step + 1);
    return this.show(this.tours[at + 1]?.name ?? "", 0);
  }

  /** @param {string} name @param {number} number */
  async show(name, number) {
    const found = this.tours.find((one) => one.name === name);
    element("tour-panel").hidden = !found;
    document
      .querySelector("main")
      ?.toggleAttribute("data-tour", Boolean(found));
    select("tour").value = found ? name : "";
    this.#outline([]);
    const before = this.name;
    this.name = found ? name : "";
    if (!found) return before ? this.page.end() : undefined;
    if (!before) this.page.begin();
    this.step = Math.max(0, Math.min(found.steps.length - 1, number));
    const at = found.steps[this.step];
    this.#tell(found, at);
    element("tour-panel").ariaBusy = "true";
    button("tour-next").disabled = true;
    if (!at.page) this.page.show(String(at.at.view ?? "machine"));
    const moment = Object.entries(at.at).map(([key, value]) => [
      key,
      String(value),
    ]);
    await this.page.goTo(new URLSearchParams(moment).toString());
    if (this.name !== name || found.steps[this.step] !== at) return;
    button("tour-next").disabled = false;
    this.page.setStage(at.stage ?? LAST);
    if (at.page) this.page.openPage(at.page);
    if (this.step === found.steps.length - 1) this.#finish(name);
    // What the frame shows is painted in the next animation frame.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (this.name !== name || found.steps[this.step] !== at) return;
    this.#outline(at.shows);
    element("tour-panel").ariaBusy = null;
  }

  /** @param {OneTour} tour @param {Step} at */
  #tell(tour, at) {
    element("tour-title").textContent = tour.title;
    const parts = at.text.split("`");
    element("tour-text").replaceChildren(
      ...parts.map((part, index) => (index % 2 ? make("code", part) : part)),
    );
    this.#climb(at.ladder);
    const last = this.step === tour.steps.length - 1;
    element("tour-count").textContent =
      `${this.step + 1} of ${tour.steps.length}`;
    const next = this.tours[this.tours.indexOf(tour) + 1];
    let text = "Next";
    if (last) text = next ? "Next tour" : "The end";
    element("tour-next").textContent = text;
    button("tour-back").disabled = this.step === 0;
    this.#list();
  }

  /** Draws a step's ladder. @param {Ladder} [ladder] */
  #climb(ladder) {
    const rungs = (ladder?.rungs ?? []).map(
      ({ number, move, moves, after }) => {
        const lost = after - moves;
        const item = make("li", "", lost ? "slip" : "");
        const bar = make("span", String(moves), "rung");
        bar.style.setProperty("--moves", String(moves));
        item.append(bar, make("small", String(number)));
        item.title =
          `${number}. ${move}: ${moves} to the end` +
          (lost ? `, ${after} after this move` : "");
        return item;
      },
    );
    element("tour-ladder").replaceChildren(...rungs);
    element("tour-ladder").hidden = !rungs.length;
  }

  /** All tours in their order, those that have been seen with a tick. */
  #list() {
    element("tour-list").replaceChildren(
      ...this.tours.map((one) => {
        const item = make("li", "", this.seen.has(one.name) ? "seen" : "");
        const go = make("button", one.title, "plain");
        if (one.name === this.name) go.setAttribute("aria-current", "step");
        go.onclick = () => this.show(one.name, 0);
        item.append(go);
        return item;
      }),
    );
  }

  /** @param {string} name */
  #finish(name) {
    this.seen.add(name);
    localStorage.setItem(KEY, JSON.stringify([...this.seen]));
    this.#list();
  }

  /** Outlines what a step names, and brings it into sight. @param {string[]} shows */
  #outline(shows) {
    for (const one of document.querySelectorAll(".shown"))
      one.classList.remove("shown");
    for (const drawer of this.opened) drawer.open = false;
    this.opened = [];
    const found = shows.map((one) => this.#found(one));
    for (const one of found) one.classList.add("shown");
    // The first one last, so that it is in sight whatever the others need.
    for (const one of found.toReversed())
      one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const first = found[0];
    // On a phone the text covers the lower part: what it names goes to the upper edge.
    if (first && matchMedia("(max-width: 700px)").matches)
      first.scrollIntoView({ block: "start" });
  }

  /** @param {string} name @returns {HTMLElement} */
  #found(name) {
    const [kind, rest] = name.split(":");
    if (kind === "square") return this.page.cell(rest);
    const register = document.querySelector(
      `:is(#registers, #wide, #flags) [data-explain="signal:${rest}"]`,
    );
    if (kind !== "signal") return element(name.slice(1));
    if (!(register instanceof HTMLElement)) throw new Error(`no ${name}`);
    const drawer = register.closest("details");
    if (drawer && !drawer.open) {
      drawer.open = true;
      this.opened.push(drawer);
    }
    return register;
  }
}
