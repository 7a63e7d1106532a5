// @ts-check
/** @file Conditions of a run: one, or several that must hold at the same word. */
/** @import { Relation, Until } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { element, hex, input, make, select } from "./format.js";

const RELATIONS = /** @type {Record<string, Relation>} */ ({
  "=": "equal",
  "!=": "not_equal",
  "<": "less",
  ">": "greater",
});
const EXAMPLES = /** @type {Record<string, string>} */ ({
  label: "cut",
  searched: "Nxe5",
  signal: "ply = 3",
  address: "0x05A",
  value_falls: "",
});

/** A condition as it was typed. @typedef {{condition: Until, text: string, typed: string}} Typed */

export class Conditions {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Typed[]} */
    this.all = [];
    /** The conditions that were asked for last: without new ones the next place is looked for. @type {Typed[]} */
    this.last = [];
    input("until-text").oninput = () => this.#fault("");
    element("until-kind").onchange = () => {
      const kind = select("until-kind").value;
      input("until-text").placeholder = EXAMPLES[kind];
      input("until-text").disabled = kind === "value_falls";
      this.suggest();
    };
    element("until-and").onclick = () => this.add();
    element("until-form").onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const pending =
        input("until-text").value.trim() ||
        select("until-kind").value === "value_falls";
      const again = !pending && !this.all.length && this.last.length > 0;
      if (!again && (pending || !this.all.length) && !this.add()) return;
      const all = again ? this.last : [...this.all];
      this.#fault("");
      // What has been asked for is done with: the next question begins anew.
      this.#clear();
      const good = await room.runUntil(all.map((one) => one.condition));
      if (good !== false) {
        this.last = all;
        input("until-text").placeholder =
          `next: ${all.map((one) => one.text).join(" and ")}`;
        return;
      }
      this.#fault(element("status").textContent ?? "");
      // A condition with a fault goes back to where it was typed.
      if (pending) input("until-text").value = all.at(-1)?.typed ?? "";
      this.all = pending ? all.slice(0, -1) : all;
      this.#show();
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

  /** The condition of the form, or an explanation of what was expected. @returns {{condition: Until, text: string} | string} */
  #read() {
    const [kind, text] = [
      select("until-kind").value,
      input("until-text").value.trim(),
    ];
    if (kind === "value_falls")
      return { condition: { when: kind }, text: "the value falls" };
    if (kind === "label")
      return text
        ? { condition: { when: kind, label: text }, text }
        : "label: expected a label such as cut";
    if (kind === "searched")
      return text
        ? { condition: { when: kind, text }, text: `${text} is searched` }
        : "move: expected a move such as Nxe5";
    const last = this.room.description.words.length - 1;
    if (kind === "address")
      return /^(0x)?[0-9a-f]{1,3}$/i.test(text)
        ? {
            condition: { when: kind, address: parseInt(text, 16) },
            text: `address ${hex(parseInt(text, 16))}`,
          }
        : `address: expected ${hex(0)} to ${hex(last)}, got '${text}'`;
    const found =
      /^(\S+?)\s*(!=|=|<|>)\s*(-?\d+|0x[0-9a-f]{1,13}|[a-h][1-8])$/i.exec(text);
    if (!found)
      return `signal: expected a name, a relation and a level, such as ply = 3, to = e4 or acc < -50, got '${text}'`;
    const square = /^([a-h])([1-8])$/i.exec(found[3]);
    const level = square
      ? "abcdefgh".indexOf(square[1].toLowerCase()) +
        8 * (Number(square[2]) - 1)
      : Number(found[3]);
    return {
      condition: {
        when: "signal",
        signal: found[1],
        is: RELATIONS[found[2]],
        level,
      },
      text,
    };
  }

  /** Adds the condition of the form. */
  add() {
    const read = this.#read();
    if (typeof read === "string") {
      this.room.say(read, true);
      this.#fault(read);
      return false;
    }
    this.#fault("");
    this.all.push({ ...read, typed: input("until-text").value });
    input("until-text").value = "";
    this.#show();
    return true;
  }

  /** A fault stands beside what was typed. @param {string} text */
  #fault(text) {
    element("until-fault").textContent = text;
    element("until-fault").hidden = !text;
  }

  #clear() {
    this.all = [];
    this.#show();
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
