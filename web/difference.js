// @ts-check
/** @file The difference of two moments: registers, stack, cells. */
/** @import { Description, Frame } from "./protocol.js" */
/** @import { Room } from "./room.js" */
/** @import { Search } from "./room.js" */

import { bits } from "./array.js";
import {
  bound,
  button,
  element,
  format,
  levelText,
  make,
  row,
  squareName,
} from "./format.js";
import { picture } from "./picture.js";

/** Signals that hold a board bit by bit. */
const PLANES = /^[pe][0-3]$/;
const SLOTS = ["alpha", "beta", "limit", "depth", "next"];

export class Difference {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** The moment marked. @type {Frame | null} */
    this.mark = null;
    /** The search that it belongs to. @type {Search | null} */
    this.of = null;
    /** The description of the program that it belongs to. @type {Description | null} */
    this.program = null;
    element("mark").onclick = () => this.set();
    element("mark-go").onclick = () =>
      this.mark && room.goToCycle(this.mark.cycle);
  }

  /** Marks the present moment. */
  set() {
    if (!this.room.frame.searching)
      return this.room.say(
        "mark: expected a search; press Think or Step first",
        true,
      );
    this.mark = this.room.frame;
    this.of = this.room.search;
    this.program = this.room.description;
    this.show(this.room.frame, false);
  }

  /**
   * Both moments as boards; the cells that differ are outlined.
   * @param {Frame} mark
   * @param {Frame} now
   */
  #boards(mark, now) {
    const differ = [...mark.pieces].flatMap((piece, square) =>
      piece === now.pieces[square] ? [] : [squareName(square)],
    );
    const pair = make("div", "", "pair");
    for (const frame of [mark, now]) {
      const figure = make("figure");
      const path = frame.stack.map((one) => one.text).filter(Boolean);
      figure.append(
        picture(frame.pieces, differ),
        make(
          "figcaption",
          `cycle ${format.format(frame.cycle)}: ${path.join(" ") || "the root"}`,
        ),
      );
      pair.append(figure);
    }
    return pair;
  }

  /** @param {Frame} now @param {boolean} quick */
  show(now, quick) {
    if (quick) return;
    const { mark, room } = this;
    if (!mark)
      return element("difference").replaceChildren(
        make(
          "p",
          "Mark a moment, go to another one, and everything that differs is listed here.",
          "hint",
        ),
      );
    const isOther =
      this.of !== room.search || this.program !== room.description;
    // A cycle of another search is another moment in this one.
    button("mark-go").disabled = isOther;
    const table = make("table");
    table.append(
      row(
        [
          "",
          `cycle ${format.format(mark.cycle)}`,
          `cycle ${format.format(now.cycle)}`,
        ],
        "",
        "th",
      ),
    );
    const add = (
      /** @type {string} */ name,
      /** @type {string} */ before,
      /** @type {string} */ after,
      explain = "",
    ) => {
      if (before === after) return;
      const line = row([name, before, after]);
      if (explain) line.cells[0].dataset.explain = explain;
      table.append(line);
    };
    room.description.signals.forEach((signal, index) => {
      // The planes of the boards are the pictures above.
      if (PLANES.test(signal.name)) return;
      add(
        signal.name,
        levelText(signal, mark.signals[index], room.description),
        levelText(signal, now.signals[index], room.description),
        `signal:${signal.name}`,
      );
    });
    for (
      let ply = 0;
      ply < Math.max(mark.stack.length, now.stack.length);
      ply++
    ) {
      const [one, other] = [mark.stack[ply], now.stack[ply]];
      SLOTS.forEach((slot, index) =>
        add(
          `frame ${ply} ${slot}`,
          one ? bound(one.slots[index]) : "none",
          other ? bound(other.slots[index]) : "none",
          `signal:${slot}`,
        ),
      );
      add(`frame ${ply} move`, one?.text ?? "none", other?.text ?? "none");
      add(
        `frame ${ply} flags`,
        one?.flags.join(" ") ?? "none",
        other?.flags.join(" ") ?? "none",
      );
    }
    room.description.wires.forEach((wire, index) => {
      if (mark.wires[index] === now.wires[index] || wire.width !== 64) return;
      const [before, after] = [bits(mark.wires[index]), bits(now.wires[index])];
      const names = (
        /** @type {boolean[]} */ one,
        /** @type {boolean[]} */ other,
      ) =>
        one
          .flatMap((high, square) =>
            high && !other[square] ? [squareName(square)] : [],
          )
          .join(" ");
      add(
        `${wire.block.split("/").at(-1)}/${wire.name}`,
        names(before, after) || "–",
        names(after, before) || "–",
        `signal:${wire.name}`,
      );
    });
    const same = table.children.length === 1 && mark.pieces === now.pieces;
    element("difference").replaceChildren(
      ...(isOther
        ? [make("p", "The marked moment is of another search.", "hint")]
        : []),
      ...(same ? [] : [this.#boards(mark, now)]),
      same
        ? make(
            "p",
            `Cycle ${format.format(mark.cycle)} is marked. Nothing differs yet: step or run.`,
            "hint",
          )
        : table,
    );
  }
}
