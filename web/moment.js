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
import { failed, first } from "./transport.js";

/** What is wrong, in the machine's words. @param {import("./protocol.js").Event[]} events */
const faultIn = (events) => first(events, "fault")?.message ?? "";

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

  /**
   * This moment as the part of an address after `#`.
   * @param {boolean} [isGame] the game alone, without what the machine does meanwhile
   */
  text(isGame = false) {
    const { room, array, game, tabs, views } = this.page;
    const { frame, search } = room;
    const parts = new URLSearchParams();
    const { start, uci } = game.board;
    if (start !== game.initial) parts.set("fen", start);
    if (uci.length) parts.set("moves", uci.join(" "));
    if (isGame) {
      if (array.flipped) parts.set("flip", "1");
      return parts.toString();
    }
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

  /**
   * Opens a link: what it does not name is as at first. Returns what the machine refuses of it, as
   * a clause; nothing if it shows all.
   * @param {URLSearchParams} sent
   */
  async open(sent) {
    const { array, tabs, views, flip } = this.page;
    const parts = new URLSearchParams({
      view: "machine",
      stops: "",
      watch: views.waves.first.join(" "),
    });
    for (const [name, value] of sent) parts.set(name, value);
    const packed = parts.get("microcode");
    let fault = "";
    if (packed) fault = await views.change.take(packed);
    // The search of a program that cannot be read is another program's.
    if (fault) for (const name of ["depth", "cycle"]) parts.delete(name);
    if (!packed || fault) await views.change.reset();
    if (tabs.all !== parts.has("all")) tabs.toggle();
    if (array.flipped !== parts.has("flip")) flip();
    const refused = await this.goTo(parts.toString());
    return fault || refused;
  }

  /**
   * Goes to a moment. Returns what the machine refuses of it.
   * @param {string} text
   * @returns {Promise<string>}
   */
  async goTo(text) {
    const { room, game, tabs, views, steps, openCell } = this.page;
    room.runner.pause();
    const parts = new URLSearchParams(text);
    const root = parts.get("root") === "machine" ? "machine" : "host";
    game.pause();
    const listed = (/** @type {string} */ name) =>
      parts.get(name)?.split(/[ +]/).filter(Boolean) ?? [];
    const events = await room.ask({
      command: "position",
      fen: parts.get("fen"),
      moves: listed("moves"),
    });
    if (failed(events)) return faultIn(events);
    steps.setStage(Number(parts.get("stage") ?? LAST));
    tabs.show(parts.get("view") ?? "");
    if (parts.has("cell")) openCell(Number(parts.get("cell")) & 63);
    if (parts.has("watch")) views.waves.take(parts, listed("watch"));
    if (parts.has("stops")) views.program.stopAt(listed("stops").map(Number));
    if (!parts.get("depth")) return "";
    const asked = Number(parts.get("depth"));
    // The machine takes a byte; its fault names the number of the link.
    const depth = Math.min(255, asked);
    const begun = await room.begin({ depth, root });
    if (failed(begun))
      return faultIn(begun).replace(`'${depth}'`, `'${asked}'`);
    const go = (/** @type {string} */ name) =>
      room.ask({ command: "go_to", cycle: Number(parts.get(name) ?? 0) }, true);
    if (parts.has("mark")) {
      await go("mark");
      views.difference.set();
    }
    return faultIn(await go("cycle"));
  }
}
