// @ts-check
/** @file The microprogram: listing with steps, stops, counts, and the source of a word. */
/** @import { Counts, CycleUse, Frame } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { element, format, hex, input, make } from "./format.js";

/** Uses of cycles, in words. @type {Record<CycleUse, string>} */
const USES = {
  wait: "waiting for the full evaluator",
  find: "array of a find",
  memory: "transposition memory",
  key: "key waiting for its ROM",
  word: "Words themselves",
};

/** @param {number[]} some */
const sum = (some) => some.reduce((total, one) => total + one, 0);

/** A share of the cycles that were counted. @param {number} cycles @param {Counts} counted */
const share = (cycles, { from, to }) =>
  `${((100 * cycles) / (to - from)).toFixed(1)} %`;

/**
 * Counts of two windows that follow each other.
 * @param {Counts} one
 * @param {Counts} next
 * @returns {Counts}
 */
export function joined(one, next) {
  const added = (
    /** @type {number[]} */ some,
    /** @type {number[]} */ others,
  ) => some.map((count, index) => count + others[index]);
  return {
    from: one.from,
    to: next.to,
    nodes: one.nodes + next.nodes,
    words: added(one.words, next.words),
    cycles: added(one.cycles, next.cycles),
    squares: added(one.squares, next.squares),
    uses: one.uses.map(([use, cycles], index) => [
      use,
      cycles + next.uses[index][1],
    ]),
  };
}

export class Listing {
  /** @param {Room} room @param {(path: string, part?: string) => void} openPage */
  constructor(room, openPage) {
    this.room = room;
    this.openPage = openPage;
    this.chosen = 0;
    /** Lines by their words' addresses. @type {HTMLElement[]} */
    this.lines = [];
    /**
     * Headings of the steps, each with the address of its first word.
     * @type {{head: HTMLElement, name: string, first: number}[]}
     */
    this.heads = [];
    /** The line of the word that runs next. @type {HTMLElement | undefined} */
    this.now = undefined;
    /** Time at which the list last followed a fast run. */
    this.followed = 0;
    element("no-stops").onclick = () => {
      room.stops.clear();
      this.#marks();
    };
    element("run-to").onclick = () =>
      room.runUntil([{ when: "address", address: this.chosen }]);
    // One tab stop: the arrow keys go from line to line.
    element("listing").onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      event.stopPropagation();
      const from =
        document.activeElement?.parentElement === element("listing")
          ? document.activeElement
          : null;
      const beside =
        event.key === "ArrowDown"
          ? from?.nextElementSibling
          : from?.previousElementSibling;
      const next = from ? beside : (this.now ?? this.lines[0]);
      if (next instanceof HTMLElement) next.focus();
    };
    this.build();
  }

  /** The listing of the machine's program, which may have changed. */
  build() {
    const list = element("listing");
    list.replaceChildren();
    element("stops").replaceChildren();
    let step = "";
    this.heads = [];
    this.lines = this.room.description.words.map((word, address) => {
      if (word.step !== step) {
        step = word.step;
        const name = step ? `Step ${step}` : "Entries of the host";
        const head = make("button", name, "step");
        this.heads.push({ head, name, first: address });
        head.title = "The step in docs/search.md";
        head.tabIndex = -1;
        head.onclick = () => this.openPage("search.md", step.split(/[.,]/)[0]);
        list.append(head);
      }
      for (const label of word.labels) {
        const name = make("div", label + ":", "label");
        name.dataset.explain = `label:${label}`;
        name.tabIndex = -1;
        list.append(name);
      }
      const line = make("button", "", "line");
      line.dataset.explain = `word:${address}`;
      line.append(
        make("span", "", "dot"),
        make("span", hex(address)),
        make("span", word.orders),
        make("span", "", "count"),
      );
      line.title =
        "A press sets or clears a breakpoint: runs stop before this word";
      if (word.halts) line.classList.add("halt");
      line.tabIndex = -1;
      line.onclick = () => this.#toggle(address);
      list.append(line);
      return line;
    });
    this.now = undefined;
    this.#marks();
    this.heat(null);
  }

  /** @param {number} address */
  #toggle(address) {
    if (!this.room.stops.delete(address)) this.room.stops.add(address);
    this.#source(address);
    this.#marks();
    const set = this.room.stops.has(address);
    this.room.say(
      set
        ? `A breakpoint before word ${this.room.place(address)}: runs end there. ${this.#entry()}`.trim()
        : "The breakpoint is cleared.",
    );
  }

  /** Where a search begins that is not there yet: the word that is shown need not be its first. */
  #entry() {
    const { room } = this;
    if (room.frame.searching) return "";
    const isAlone = room.changed || input("alone").checked;
    return isAlone
      ? "A search of the machine alone begins at search."
      : "The host begins the search of each move at root_move, not at the word that is shown.";
  }

  /** Shows a word and its source. @param {number} address */
  look(address) {
    if (!this.lines[address]) return;
    this.#source(address);
    this.lines[address].scrollIntoView({ block: "center" });
    this.lines[address].focus({ preventScroll: true });
  }

  /** Stops before these words only. @param {number[]} addresses */
  stopAt(addresses) {
    this.room.stops.clear();
    for (const address of addresses)
      if (this.lines[address]) this.room.stops.add(address);
    this.#marks();
  }

  #marks() {
    this.lines.forEach((line, address) => {
      const set = this.room.stops.has(address);
      line.classList.toggle("stop", set);
      line.setAttribute("aria-pressed", String(set));
    });
    const list = [...this.room.stops].sort((one, other) => one - other);
    element("stops").replaceChildren(
      ...list.map((address) => this.#breakpoint(address)),
    );
  }

  /**
   * A line of the list of breakpoints: where it is, and a button that clears it.
   * @param {number} address
   */
  #breakpoint(address) {
    const item = make("li");
    const go = make(
      "button",
      `${hex(address)} ${this.room.place(address)}`,
      "plain",
    );
    go.title = "Show this word";
    go.onclick = () => this.look(address);
    const clear = make("button", "×", "plain");
    clear.setAttribute(
      "aria-label",
      `Clear the breakpoint at ${this.room.place(address)}`,
    );
    clear.onclick = () => this.#toggle(address);
    item.append(go, clear);
    return item;
  }

  /** @param {Frame} frame @param {boolean} quick */
  show(frame, quick) {
    this.now?.classList.remove("now");
    this.now = this.lines[frame.address];
    if (!this.now || !frame.searching) return;
    this.now.classList.add("now");
    // At full speed the list follows twice a second: reading its layout costs time.
    const time = performance.now();
    if (quick && time - this.followed < 500) return;
    this.followed = time;
    const list = element("listing");
    const top = this.now.offsetTop - list.clientHeight / 2;
    if (!quick || Math.abs(list.scrollTop - top) > list.clientHeight)
      list.scrollTop = top;
    if (!quick) this.#source(frame.address);
  }

  /** The source round a word. @param {number} address */
  #source(address) {
    this.chosen = address;
    const { words, sources } = this.room.description;
    const word = words[address];
    const source = sources[word?.source];
    if (!source || !word.line) return;
    element("source-name").textContent =
      `${source.name}, line ${word.line}${word.call ? `, called at search.mc, line ${word.call}` : ""}`;
    const from = Math.max(1, word.line - 5);
    const lines = source.lines
      .slice(from - 1, word.line + 6)
      .map((text, index) => {
        const line = make(
          "span",
          `${String(from + index).padStart(4)}  ${text}\n`,
          from + index === word.line
            ? "here"
            : text.startsWith(";")
              ? "comment"
              : "",
        );
        return line;
      });
    element("source").replaceChildren(...lines);
  }

  /**
   * Counts beside the words, heat behind them, each step's share of the cycles,
   * and what these were for.
   * @param {Counts | null} counted
   */
  heat(counted) {
    this.#shares(counted);
    this.heads.forEach(({ head, name, first }, index) => {
      const end = this.heads[index + 1]?.first;
      const taken = sum(counted?.cycles.slice(first, end) ?? []);
      head.textContent =
        counted && taken
          ? `${name}: ${share(taken, counted)} of the cycles`
          : name;
    });
    const counts = counted?.words ?? [];
    const most = Math.max(1, ...counts);
    this.lines.forEach((line, address) => {
      const count = counts[address] ?? 0;
      line.children[3].textContent = count ? format.format(count) : "";
      line.dataset.heat = count
        ? String(1 + Math.round((4 * Math.log1p(count)) / Math.log1p(most)))
        : "";
      line.classList.toggle("cold", Boolean(counted) && !count);
    });
  }

  /** What the counted cycles were for. @param {Counts | null} counted */
  #shares(counted) {
    const place = element("counted");
    place.hidden = !counted;
    if (!counted) return;
    const { from, to, nodes } = counted;
    const [first, last, positions] = [from, to, nodes].map(format.format);
    const each = nodes
      ? `, ${((to - from) / nodes).toFixed(1)} cycles each`
      : "";
    const uses = counted.uses
      .filter(([, cycles]) => cycles)
      .toSorted(([, cycles], [, others]) => others - cycles)
      .map(([use, cycles]) => `${USES[use]} ${share(cycles, counted)}`);
    place.textContent = `Cycles ${first} to ${last}: ${positions} positions${each}. ${uses.join(", ")}.`;
  }
}
