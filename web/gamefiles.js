// @ts-check
/**
 * @file Games of others: from a file that is opened or dropped, or from text that is pasted; chosen
 *   from a list. Games saved, and the way to lichess.
 */
/** @import { Game } from "./game.js" */

import { element, find, input, save, select } from "./format.js";
import * as pgn from "./pgn.js";

/** Largest file that is read, in bytes: beyond, a list of its games helps nobody. */
const MOST = 32 * 1024 * 1024;
/** Games of a list that are looked through for faults: beyond, one is told when it is chosen. */
const LOOKED_THROUGH = 100;
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
    select("games").onchange = () => {
      const text = this.games[Number(select("games").value)];
      if (text) game.open(text);
    };
    element("pgn-set").onclick = () => this.#readText();
    element("games-close").onclick = () => (element("games-box").hidden = true);
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
    await this.#list(await file.text(), file.name);
  }

  /** Reads what is pasted: the text stays as it is. */
  #readText() {
    const text = find("pgn-text", HTMLTextAreaElement).value;
    return this.#list(text, "The text");
  }

  /**
   * Lists the games of a text and opens the first one.
   * @param {string} text
   * @param {string} from where it is from
   */
  async #list(text, from) {
    const games = pgn.split(text);
    if (!games.length)
      return this.game.room.say(`${from}: expected a game, got none`, true);
    this.games = games;
    const list = select("games");
    list.replaceChildren(
      ...this.games.map(
        (text, index) =>
          new Option(`${index + 1}. ${pgn.title(text)}`, String(index)),
      ),
    );
    element("games-box").hidden = this.games.length < 2;
    list.value = "0";
    const isRead = await this.game.open(games[0]);
    if (games.length === 1) return;
    if (isRead)
      this.game.room.say(
        `${from} has ${games.length} games: choose one from the list.`,
      );
    element("games-box").scrollIntoView({ block: "nearest" });
    await this.#markFaults(games);
  }

  /** Says in the list which games have a fault. @param {string[]} games */
  async #markFaults(games) {
    const options = select("games").options;
    for (const [index, text] of games.slice(0, LOOKED_THROUGH).entries()) {
      const fault = await this.game.faultOf(text);
      // Meanwhile another text may have been read.
      if (games !== this.games) return;
      if (fault) options[index].text += `: ${fault}`;
    }
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
