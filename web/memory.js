// @ts-check
/** @file The transposition memory as a map, and the entry of any position. */
/** @import { Entry, Frame, Map as MemoryMap } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { element, find, format, hex, input, make } from "./format.js";
import { first } from "./transport.js";

const KINDS = /** @type {Record<Entry["bound"], string>} */ ({
  upper: "at most",
  lower: "at least",
  exact: "exactly",
  none: "no value",
});

/** An entry in words. @param {Entry} entry */
const words = (entry) =>
  `${KINDS[entry.bound]}${entry.bound === "none" ? "" : ` ${entry.value}, searched ${entry.depth} deep`}${entry.open ? "; open: on the path or in the game" : ""}`;

export class Memory {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** A map that waits for the next turn. @type {MemoryMap | null} */
    this.came = null;
    /** @type {ImageData | undefined} */
    this.image = undefined;
    /** The entry that was looked up. @type {number | undefined} */
    this.mark = undefined;
    this.asking = false;
    element("look-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#look();
    };
  }

  /** @param {Frame} frame @param {boolean} quick */
  async show(frame, quick) {
    element("entry").textContent = frame.searching
      ? `${words(frame.entry)}${frame.entry.hit ? "; hit: it belongs to this position" : "; no hit: what is read is another position's"}. This position's address: ${hex(frame.index, 5)}.`
      : "Nothing is read before a search.";
    if (quick && this.came) this.#paint(this.came);
    this.came = null;
    if (this.asking) return;
    this.asking = true;
    const map = first(await this.room.raw({ command: "memory" }), "map");
    this.asking = false;
    if (!map) return;
    // While the machine runs fast the map is painted in the view's next turn.
    if (this.room.runner.isQuick()) this.came = map;
    else this.#paint(map);
  }

  async #look() {
    const [moves, fen] = [
      input("look-moves").value.trim(),
      input("look-fen").value.trim(),
    ];
    const events = await this.room.raw({
      command: "lookup",
      fen: fen || null,
      moves: moves
        .replace(/\d+\.+/g, " ")
        .split(/\s+/)
        .filter(Boolean),
    });
    const found = first(events, "looked");
    if (!found)
      return this.room.say(first(events, "fault")?.message ?? "", true);
    this.room.say("");
    const { entry } = found;
    const empty = found.bits === "0";
    const lines = [
      `position ${found.fen}`,
      `key ${hex(found.key, 12)}, address ${hex(found.index, 5)}`,
      empty
        ? "the entry is empty"
        : entry.hit
          ? `hit: ${words(entry)}`
          : `the entry holds another position (${words(entry)})`,
    ];
    element("looked").replaceChildren(
      ...lines.map((line) => make("div", line)),
    );
    this.mark = found.index;
    this.show(this.room.frame, false);
  }

  /** @param {MemoryMap} map */
  #paint(map) {
    const canvas = find("map", HTMLCanvasElement);
    const context = canvas.getContext("2d");
    if (!context) return;
    const light = document.documentElement.dataset.theme === "light";
    const colors = light
      ? [
          [238, 240, 236],
          [120, 128, 136],
          [11, 111, 184],
          [12, 143, 85],
        ]
      : [
          [12, 17, 23],
          [168, 178, 190],
          [82, 185, 255],
          [78, 227, 154],
        ];
    this.image ??= context.createImageData(512, 256);
    // One number a dot: red in the lowest byte, as images have it.
    const dots = new Uint32Array(this.image.data.buffer);
    const number = (/** @type {number[]} */ [red, green, blue]) =>
      ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    const numbers = colors.map(number);
    const put = (/** @type {number} */ at, /** @type {number[]} */ color) =>
      (dots[at] = number(color));
    for (let pair = 0; pair < map.bounds.length; pair++) {
      const letter = map.bounds.charCodeAt(pair);
      // Digits, then a to f.
      const two = letter < 58 ? letter - 48 : letter - 87;
      dots[2 * pair] = numbers[two >> 2];
      dots[2 * pair + 1] = numbers[two & 3];
    }
    const mark = (
      /** @type {number} */ entry,
      /** @type {number[]} */ color,
    ) => {
      for (const step of [-513, -512, -511, -1, 0, 1, 511, 512, 513])
        if (entry + step >= 0 && entry + step < 131072)
          put(entry + step, color);
    };
    for (const entry of map.open)
      mark(entry, light ? [122, 74, 192] : [185, 140, 240]);
    const { entry } = this.room.frame;
    mark(
      map.index,
      entry.hit ? [240, 120, 220] : light ? [208, 2, 27] : [255, 77, 94],
    );
    if (this.mark !== undefined)
      mark(this.mark, light ? [0, 130, 130] : [64, 224, 208]);
    context.putImageData(this.image, 0, 0);
    const text = `${format.format(map.used)} of 131,072 entries in use, ${map.open.length} open. Gray at most, blue at least, green exact, violet open; red: this position, pink: it is hit${this.mark === undefined ? "" : ", turquoise: looked up"}.`;
    element("map-text").textContent = text;
  }
}
