// @ts-check
/** @file Conditions of a run: one, or several that must hold at the same word. */
/** @import { Until } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { element, hex, input, make, select } from "./format.js";
import { first } from "./transport.js";

/** What is typed for each kind of condition. */
const EXAMPLES = /** @type {Record<string, string>} */ ({
  label: "cut",
  searched: "Nxe5",
  signal: "ply = 3",
  address: "0x05A",
  value_falls: "",
});

/**
 * A condition of the form.
 * @typedef {object} Typed
 * @property {Until} condition for the machine
 * @property {string} text for people
 * @property {string} typed what stood in the form
 */

export class Conditions {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** Conditions of the next run. @type {Typed[]} */
    this.all = [];
    /**
     * Those of the last run: without new ones the next place where they hold is looked for.
     * @type {Typed[]}
     */
    this.last = [];
    input("until-text").oninput = () => this.#fault("");
    element("until-kind").onchange = () => {
      const kind = select("until-kind").value;
      input("until-text").placeholder = EXAMPLES[kind];
      input("until-text").disabled = kind === "value_falls";
      this.suggest();
    };
    element("until-and").onclick = () => this.#add();
    element("until-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#run();
    };
    this.suggest();
  }

  /** Suggestions for the kind of condition. */
  suggest() {
    const kind = select("until-kind").value;
    const { words, signals, wires } = this.room.description;
    const names =
      kind === "label"
        ? [...new Set(words.flatMap((word) => word.labels))]
        : kind === "signal"
          ? [...signals, ...wires].map((one) => `${one.name} = `)
          : [];
    element("until-list").replaceChildren(
      ...names.map((name) => new Option(name, name)),
    );
  }

  /** Runs until the conditions hold; without any, until those of the last run hold again. */
  async #run() {
    const isTyped =
      input("until-text").value.trim() !== "" ||
      select("until-kind").value === "value_falls";
    const again = !isTyped && !this.all.length && this.last.length > 0;
    // Where nothing is typed and nothing was, the machine says what it expects.
    const ofForm = isTyped || (!again && !this.all.length);
    if (ofForm && !this.#take()) return;
    const all = again ? this.last : [...this.all];
    this.#fault("");
    // What has been asked for is done with: the next question begins anew.
    this.all = [];
    this.#show();
    const good = await this.room.runUntil(all.map((one) => one.condition));
    if (good) {
      this.last = all;
      input("until-text").placeholder =
        `next: ${all.map((one) => one.text).join(" and ")}`;
      return;
    }
    this.#fault(element("status").textContent ?? "");
    // A condition with a fault goes back to where it was typed.
    if (ofForm) input("until-text").value = all.at(-1)?.typed ?? "";
    this.all = ofForm ? all.slice(0, -1) : all;
    this.#show();
  }

  /**
   * The condition of the form, or an explanation of what was expected. What it means, the machine
   * finds out.
   * @returns {{condition: Until, text: string} | string}
   */
  #read() {
    const kind = select("until-kind").value;
    const text = input("until-text").value.trim();
    switch (kind) {
      case "value_falls":
        return { condition: { when: kind }, text: "the value falls" };
      case "label":
        return { condition: { when: kind, label: text }, text };
      case "searched":
        return { condition: { when: kind, text }, text: `${text} is searched` };
      case "address": {
        const last = this.room.description.words.length - 1;
        if (!/^(0x)?[0-9a-f]{1,3}$/i.test(text))
          return `address: expected ${hex(0)} to ${hex(last)}, got '${text}'`;
        const address = parseInt(text, 16);
        return {
          condition: { when: kind, address },
          text: `address ${hex(address)}`,
        };
      }
      default:
        return { condition: { when: "signal", text }, text };
    }
  }

  /** Takes the condition of the form to the others; none if it has a fault. */
  #take() {
    const read = this.#read();
    if (typeof read === "string") {
      this.#refuse(read);
      return null;
    }
    this.#fault("");
    const taken = { ...read, typed: input("until-text").value };
    this.all.push(taken);
    input("until-text").value = "";
    this.#show();
    return taken;
  }

  /** Takes the condition of the form, and gives it back if the machine does not understand it. */
  async #add() {
    const taken = this.#take();
    if (!taken) return;
    const { condition } = taken;
    const events = await this.room.raw({
      command: "check",
      until: [condition],
    });
    const fault = first(events, "fault");
    // A run that has begun meanwhile says itself what is wrong.
    if (!fault || !this.all.includes(taken)) return;
    this.all.splice(this.all.indexOf(taken), 1);
    if (!input("until-text").value) input("until-text").value = taken.typed;
    this.#show();
    this.#refuse(fault.message);
  }

  /** @param {string} fault */
  #refuse(fault) {
    this.room.say(fault, true);
    this.#fault(fault);
  }

  /** A fault stands beside what was typed. @param {string} text */
  #fault(text) {
    element("until-fault").textContent = text;
    element("until-fault").hidden = !text;
  }

  #show() {
    element("until-all").replaceChildren(
      ...this.all.map((one, index) => {
        const chip = make(
          "button",
          `${index ? "and " : ""}${one.text} ×`,
          "chip",
        );
        chip.setAttribute("aria-label", `Remove the condition ${one.text}`);
        chip.onclick = () => {
          this.all.splice(index, 1);
          this.#show();
        };
        return chip;
      }),
    );
  }
}
