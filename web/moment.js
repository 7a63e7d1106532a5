// @ts-check
/** @file Moments: the present cycle with view and probes as a link, and the way back to it. */
/** @import { Room } from "./room.js" */
/** @import { ArrayView } from "./array.js" */
/** @import { Difference } from "./difference.js" */
/** @import { Game } from "./game.js" */
/** @import { Listing } from "./listing.js" */
/** @import { Change } from "./change.js" */
/** @import { Cell } from "./cell.js" */
/** @import { Steps } from "./steps.js" */
/** @import { Tabs } from "./tabs.js" */
/** @import { Waves } from "./waves.js" */

import { LAST } from "./array.js";
import { failed } from "./transport.js";

/**
 * Views with a state of their own.
 * @typedef {{change: Change, program: Listing, cell: Cell, waves: Waves, difference: Difference} & Record<string, unknown>}
 *   MomentViews
 */

/**
 * What a moment is made of.
 * @typedef {object} MomentPage
 * @property {Room} room
 * @property {ArrayView} array
 * @property {Game} game
 * @property {Tabs} tabs
 * @property {Steps} steps
 * @property {MomentViews} views
 * @property {(square: number) => void} openCell
 * @property {() => void} flip
 */

export class Moments {
  /** @param {MomentPage} page */
  constructor(page) {
    this.page = page;
  }

  /** This moment as the part of an address after `#`. */
  text() {
    const { room, array, game, tabs, views } = this.page;
    const { frame, search } = room;
    const parts = new URLSearchParams();
    const { start, uci } = game.board;
    if (start !== game.initial) parts.set("fen", start);
    if (uci.length) parts.set("moves", uci.join(" "));
    if (frame.searching) {
      parts.set("depth", String(search.depth));
      if (search.root !== "host") parts.set("root", search.root);
      parts.set("cycle", String(frame.cycle));
      const { mark, of } = views.difference;
      if (mark && of === search) parts.set("mark", String(mark.cycle));
    }
    if (array.stage !== LAST) parts.set("stage", String(array.stage));
    if (tabs.open !== "machine") parts.set("view", tabs.open);
    if (tabs.all) parts.set("all", "1");
    if (array.flipped) parts.set("flip", "1");
    if (tabs.open === "waves" || views.waves.isChanged())
      views.waves.keep(parts);
    if (room.stops.size) parts.set("stops", [...room.stops].join(" "));
    if (tabs.open === "cell") parts.set("cell", String(views.cell.square));
    return parts.toString();
  }

  /** Opens a link: what it does not name is as at first. @param {string} text */
  async open(text) {
    const { array, tabs, views, flip } = this.page;
    const parts = new URLSearchParams({
      view: "machine",
      stops: "",
      watch: views.waves.first.join(" "),
    });
    for (const [name, value] of new URLSearchParams(text))
      parts.set(name, value);
    const packed = parts.get("microcode");
    if (!packed) await views.change.reset();
    else if (!(await views.change.take(packed))) return;
    if (tabs.all !== parts.has("all")) tabs.toggle();
    if (array.flipped !== parts.has("flip")) flip();
    await this.goTo(parts.toString());
  }

  /** Goes to a moment. @param {string} text */
  async goTo(text) {
    const { room, game, tabs, views, steps, openCell } = this.page;
    room.runner.pause();
    const parts = new URLSearchParams(text);
    for (const name of ["depth", "cycle", "mark", "stage", "cell", "from"]) {
      const text = parts.get(name) ?? "";
      const got = text.slice(0, 80);
      if (!/^\d*$/.test(text))
        return room.say(`${name}: expected a whole number, got '${got}'`, true);
      // Beyond, a number of the page is not exact.
      if (!Number.isSafeInteger(Number(text)))
        return room.say(
          `${name}: expected a number below 2^53, got '${got}'`,
          true,
        );
    }
    const root = parts.get("root") ?? "host";
    if (root !== "host" && root !== "machine")
      return room.say(`root: expected host or machine, got '${root}'`, true);
    game.pause();
    const listed = (/** @type {string} */ name) =>
      parts.get(name)?.split(/[ +]/).filter(Boolean) ?? [];
    const events = await room.ask({
      command: "position",
      fen: parts.get("fen"),
      moves: listed("moves"),
    });
    if (failed(events)) return;
    steps.setStage(Number(parts.get("stage") ?? LAST));
    tabs.show(parts.get("view") ?? "");
    if (parts.has("cell")) openCell(Number(parts.get("cell")) & 63);
    if (parts.has("watch")) views.waves.take(parts, listed("watch"));
    if (parts.has("stops")) views.program.stopAt(listed("stops").map(Number));
    if (!parts.get("depth")) return;
    if (
      !(await room.think({
        depth: Math.min(255, Number(parts.get("depth"))),
        root,
      }))
    )
      return;
    const go = (/** @type {string} */ name) =>
      room.ask({ command: "go_to", cycle: Number(parts.get(name) ?? 0) }, true);
    if (parts.has("mark")) {
      await go("mark");
      views.difference.set();
    }
    await go("cycle");
  }
}
