// @ts-check
/** @file The workbench's tabs: one view at a time, by mouse and arrow keys. */

import { element } from "./format.js";

/** Views: name and title. */
export const VIEWS = /** @type {const} */ ([
  ["machine", "Machine"],
  ["program", "Program"],
  ["cell", "Cell"],
  ["tree", "Tree"],
  ["values", "Values"],
  ["memory", "Memory"],
  ["waves", "Waves"],
  ["difference", "Difference"],
  ["change", "Change"],
  ["docs", "Docs"],
]);

/** The name of a view. @typedef {typeof VIEWS[number][0]} ViewName */

/** Views that follow the machine, shown together on a wide screen. */
const LIVE = /** @type {const} */ ([
  "machine",
  "program",
  "cell",
  "tree",
  "values",
  "memory",
  "waves",
  "difference",
]);

/** The tab that is open, and those who want to know. */
export class Tabs {
  /** @param {(name: ViewName) => void} onOpen */
  constructor(onOpen) {
    /** @type {ViewName} */
    this.open = "machine";
    this.onOpen = onOpen;
    this.all = false;
    element("all-views").onclick = () => this.toggle();
    const list = element("tabs");
    this.buttons = VIEWS.map(([name, title]) => {
      const button = document.createElement("button");
      button.textContent = title;
      button.id = `tab-${name}`;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", `view-${name}`);
      button.onclick = () => this.show(name);
      element(`view-${name}`).setAttribute("aria-labelledby", button.id);
      list.append(button);
      return button;
    });
    list.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      event.preventDefault();
      event.stopPropagation();
      this.turn(event.key === "ArrowRight" ? 1 : -1);
      this.buttons[this.index()].focus();
    };
    this.show("machine");
  }

  /** Views on the screen. @returns {ViewName[]} */
  visible() {
    return this.all ? [...new Set([...LIVE, this.open])] : [this.open];
  }

  /** All views side by side, or one. */
  toggle() {
    this.all = !this.all;
    element("all-views").setAttribute("aria-pressed", String(this.all));
    /** @type {HTMLElement} */ (document.querySelector("main")).toggleAttribute(
      "data-all",
      this.all,
    );
    document.body.toggleAttribute("data-all", this.all);
    this.show(this.open);
    for (const name of this.visible())
      if (name !== this.open) this.onOpen(name);
  }

  index() {
    return VIEWS.findIndex(([name]) => name === this.open);
  }

  /** The tab beside this one. @param {number} step */
  turn(step) {
    this.show(VIEWS[(this.index() + step + VIEWS.length) % VIEWS.length][0]);
  }

  /** Shows the view of this name, if there is one. @param {string} wanted */
  show(wanted) {
    const name = VIEWS.find(([view]) => view === wanted)?.[0];
    if (!name) return;
    this.open = name;
    /** @type {HTMLElement} */ (document.querySelector("main")).dataset.tab =
      name;
    VIEWS.forEach(([view], index) => {
      const chosen = view === name;
      element(`view-${view}`).hidden = !this.visible().includes(view);
      this.buttons[index].setAttribute("aria-selected", String(chosen));
      this.buttons[index].tabIndex = chosen ? 0 : -1;
    });
    if (this.all) element(`view-${name}`).scrollIntoView({ block: "nearest" });
    this.onOpen(name);
  }
}
