// @ts-check
/** @file The transposition memory as a map, and the entry of any position. */
/** @import { EntryView, Frame, Map as MemoryMap } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { element, find, format, hex, input, make } from "./format.js";
import { latest } from "./latest.js";
import { first } from "./transport.js";

const KINDS = /** @type {Record<EntryView["bound"], string>} */ ({
  upper: "at most",
  lower: "at least",
  exact: "exactly",
  none: "no value",
});

/** Dots of the map, one an entry, and how far from a dot a press may be. */
const [WIDE, HIGH, NEAR] = [512, 256, 4];

/** An entry in words. @param {EntryView} entry */
const words = (entry) =>
  `${KINDS[entry.bound]}${entry.bound === "none" ? "" : ` ${entry.value}, searched ${entry.depth} deep`}${entry.open ? "; open: on the path or in the game" : ""}`;

export class Memory {
  /** @param {Room} room @param {(ply: number) => void} showPly */
  constructor(room, showPly) {
    this.room = room;
    this.showPly = showPly;
    /** The map that is painted. @type {MemoryMap | null} */
    this.map = null;
    /** A map that waits for the next turn. @type {MemoryMap | null} */
    this.came = null;
    /** @type {ImageData | undefined} */
    this.image = undefined;
    /** The entry that was looked up. @type {number | undefined} */
    this.mark = undefined;
    this.ask = latest(() => this.#ask());
    element("look-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#look();
    };
    // A position that is typed is meant, and no address of before.
    for (const id of ["look-moves", "look-fen"])
      input(id).oninput = () => (input("look-address").value = "");
    const map = find("map", HTMLCanvasElement);
    map.onclick = ({ clientX, clientY }) => {
      const box = map.getBoundingClientRect();
      const column = Math.floor((WIDE * (clientX - box.x)) / box.width);
      const line = Math.floor((HIGH * (clientY - box.y)) / box.height);
      this.#open(this.#nearest(column, line));
    };
  }

  /** What an entry's value says, 0 for an empty one. @param {MemoryMap} map @param {number} address */
  #kind(map, address) {
    const pair = parseInt(map.bounds[address >> 1], 16);
    return address % 2 ? pair & 3 : pair >> 2;
  }

  /** The address of the dot that was meant: dots are smaller than a pointer. @param {number} column @param {number} line */
  #nearest(column, line) {
    const { map } = this;
    let [best, found] = [Infinity, WIDE * line + column];
    for (let y = Math.max(0, line - NEAR); y <= line + NEAR && y < HIGH; y++)
      for (let x = column - NEAR; x <= column + NEAR; x++) {
        const address = WIDE * y + x;
        if (!map || x < 0 || x >= WIDE) continue;
        const isUsed = this.#kind(map, address) || map.open.includes(address);
        const far = (x - column) ** 2 + (y - line) ** 2;
        if (isUsed && far < best) [best, found] = [far, address];
      }
    return found;
  }

  /** Shows an entry: its fields, and its position where that is on the path or follows a root move. @param {number} address */
  async #open(address) {
    const { room } = this;
    const turn = address < (WIDE * HIGH) / 2 ? "Black" : "White";
    const events = await room.raw({ command: "entry", address });
    const stored = first(events, "stored");
    if (!stored) return room.say(first(events, "fault")?.message ?? "", true);
    const { bits, entry } = stored;
    const lines = [
      make("div", `address ${hex(address, 5)}, ${turn} to move`),
      make("div", bits === "0" ? "the entry is empty" : words(entry)),
    ];
    if (bits !== "0") {
      // The address is the key's low bits, and the entry keeps the rest of them as its lock.
      const lock = bits.padStart(16, "0").slice(8);
      const low = (address % 65536).toString(16).padStart(4, "0");
      lines.push(
        make("div", `key ${hex(lock + low, 12)}, bits ${hex(bits, 16)}`),
      );
      lines.push(await this.#whose(address));
    }
    element("looked").replaceChildren(...lines);
    this.mark = address;
    this.show(room.frame, false);
  }

  /** The position of an entry, where it is one that the search is known to have met: no key leads back to its position. @param {number} address */
  async #whose(address) {
    const { room } = this;
    const { stack } = room.frame;
    const path = stack.flatMap(({ uci }) => uci ?? []);
    const tree = first(await room.raw({ command: "tree" }), "tree");
    const roots = new Set(tree?.asked.map(({ uci }) => uci));
    const ways = [
      ...stack.map((_, ply) => path.slice(0, ply)),
      ...[...roots].map((uci) => [uci]),
    ];
    for (const moves of ways) {
      const found = first(
        await room.raw({ command: "lookup", moves }),
        "looked",
      );
      if (found?.index !== address || !found.entry.hit) continue;
      const place = make("div", `position ${found.fen} `);
      const ply = moves.length;
      if (moves.every((uci, index) => uci === path[index])) {
        const show = make("button", `show ply ${ply} of the path`, "link");
        show.onclick = () => this.showPly(ply);
        place.append(show);
      }
      return place;
    }
    return make(
      "div",
      "Its position is neither on the path nor after a root move, and a key does not lead back to one.",
    );
  }

  /** @param {Frame} frame @param {boolean} quick */
  async show(frame, quick) {
    element("entry").textContent = frame.searching
      ? `${words(frame.entry)}${frame.entry.hit ? "; hit: it belongs to this position" : "; no hit: what is read is another position's"}. This position's address: ${hex(frame.index, 5)}.`
      : "Nothing is read before a search.";
    if (quick && this.came) this.#paint(this.came);
    this.came = null;
    await this.ask();
  }

  async #ask() {
    const map = first(await this.room.raw({ command: "memory" }), "map");
    if (!map) return;
    // While the machine runs fast the map is painted in the view's next turn.
    if (this.room.runner.isQuick()) this.came = map;
    else this.#paint(map);
  }

  async #look() {
    const typed = input("look-address").value.trim();
    if (typed) {
      const digits = typed.replace(/^0x/i, "");
      if (/^[0-9a-f]{1,8}$/i.test(digits))
        return this.#open(parseInt(digits, 16));
      return this.room.say(
        `address ${typed}: expected a hexadecimal number from 0x0 to 0x1FFFF`,
        true,
      );
    }
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
    this.map = map;
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
    const text = `${format.format(map.used)} of 131,072 entries in use, ${map.open.length} open. Gray at most, blue at least, green exact, violet open; red: this position, pink: it is hit${this.mark === undefined ? "" : ", turquoise: looked up"}. A press on a dot shows what is known of it.`;
    element("map-text").textContent = text;
  }
}
