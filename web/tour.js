// @ts-check
/** @file A tour under way: its texts, and the moments they speak of. */
/** @import { Until } from "./protocol.js" */

import { LAST } from "./array.js";
import { button, element, make, select } from "./format.js";
import { TOURS } from "./tours.js";

/**
 * What a tour does with the page.
 * @typedef {object} TourPage
 * @property {() => void} begin
 * @property {() => Promise<void>} end
 * @property {(moment: string) => Promise<void>} goTo
 * @property {(until: Until[]) => Promise<boolean>} runUntil
 * @property {(text: string) => void} say
 * @property {(stage: number) => void} setStage
 * @property {(view: string) => void} show
 * @property {(path: string) => void} openPage
 */

export class Tour {
  /** @param {TourPage} page */
  constructor(page) {
    this.page = page;
    this.name = "";
    this.step = 0;
    for (const one of TOURS)
      element("tour").append(new Option(one.title, one.name));
    element("tour").onchange = () => this.show(select("tour").value, 0);
    element("tour-next").onclick = () => this.show(this.name, this.step + 1);
    element("tour-back").onclick = () => this.show(this.name, this.step - 1);
    element("tour-close").onclick = () => this.show("", 0);
  }

  /** @param {string} name @param {number} number */
  async show(name, number) {
    const found = TOURS.find((one) => one.name === name);
    element("tour-panel").hidden = !found;
    select("tour").value = found ? name : "";
    const before = this.name;
    this.name = found ? name : "";
    if (!found) return before ? this.page.end() : undefined;
    if (!before) this.page.begin();
    this.step = Math.max(0, Math.min(found.steps.length - 1, number));
    const at = found.steps[this.step];
    element("tour-title").textContent = `${found.title}.`;
    // Names of the microprogram stand between backquotes.
    element("tour-text").replaceChildren(
      ...at.text
        .split("`")
        .map((part, index) => (index % 2 ? make("code", part) : part)),
    );
    element("tour-count").textContent =
      `${this.step + 1} of ${found.steps.length}`;
    button("tour-back").disabled = this.step === 0;
    button("tour-next").disabled = true;
    element("tour-panel").ariaBusy = "true";
    if (!at.page) this.page.show(at.view ?? "machine");
    await this.page.goTo(at.at);
    if (at.until) await this.page.runUntil(at.until);
    if (this.name !== name || found.steps[this.step] !== at) return;
    element("tour-panel").ariaBusy = null;
    button("tour-next").disabled = this.step === found.steps.length - 1;
    this.page.say("");
    this.page.setStage(at.stage ?? LAST);
    if (at.page) this.page.openPage(at.page);
  }
}
