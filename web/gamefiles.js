// @ts-check
/** @file Files of games: opened, dropped on the page, chosen from a list, saved, and the way to lichess. */
/** @import { Game } from "./game.js" */

import { element, input, save, select } from "./format.js";
import * as pgn from "./pgn.js";
import * as session from "./session.js";

/** Largest file that is read, in bytes: beyond, a list of its games helps nobody. */
const MOST = 32 * 1024 * 1024;
/** Most half-moves that an address of lichess takes; a longer game leads there by its position. */
const LONGEST = 200;

export class GameFiles {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** Texts of the games of the file. @type {string[]} */
    this.games = [];
    const file = input("pgn-file");
    element("pgn-open").onclick = () => file.click();
    file.onchange = () => {
      const chosen = file.files?.[0];
      if (chosen) this.#open(chosen);
      // So that the same file can be chosen again.
      file.value = "";
    };
    select("games").onchange = () => this.#read(Number(select("games").value));
    const store = () =>
      save(game.pgn(), "application/x-chess-pgn", "belle-room.pgn");
    element("pgn-save").onclick = store;
    element("pgn-keep").onclick = store;
    element("lichess").onfocus = element("lichess").onpointerdown = () =>
      this.showLink();
    this.#wireDrop();
  }

  /** A file may be dropped anywhere. */
  #wireDrop() {
    const holdsFile = (/** @type {DragEvent} */ event) =>
      event.dataTransfer?.types.includes("Files");
    addEventListener("dragover", (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      document.documentElement.dataset.drop = "true";
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) delete document.documentElement.dataset.drop;
    });
    addEventListener("drop", (event) => {
      delete document.documentElement.dataset.drop;
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      this.#open(file);
    });
  }

  /** @param {File} file */
  async #open(file) {
    if (file.size > MOST)
      return this.game.room.say(
        `${file.name}: expected at most 32 MB, got ${Math.ceil(file.size / 2 ** 20)} MB`,
        true,
      );
    this.games = pgn.split(await file.text());
    const list = select("games");
    list.replaceChildren(
      ...this.games.map(
        (text, index) =>
          new Option(`${index + 1}. ${pgn.title(text)}`, String(index)),
      ),
    );
    element("games-box").hidden = this.games.length < 2;
    if (!this.games.length)
      return this.game.room.say(
        `${file.name}: expected a game, got none`,
        true,
      );
    list.value = "0";
    await this.#read(0);
    if (this.games.length > 1)
      this.game.room.say(
        `${file.name} has ${this.games.length} games: choose one from the list.`,
      );
  }

  /** @param {number} index */
  async #read(index) {
    session.stay();
    await this.game.read(this.games[index]);
    session.keep(this.game);
  }

  /** The game's address at lichess. */
  showLink() {
    const { board, initial } = this.game;
    const whole = board.start === initial && board.san.length <= LONGEST;
    const path =
      whole && board.san.length
        ? `pgn/${board.san.map(encodeURIComponent).join("_")}`
        : `standard/${board.fen.replaceAll(" ", "_")}`;
    element("lichess").setAttribute(
      "href",
      `https://lichess.org/analysis/${path}`,
    );
  }
}
