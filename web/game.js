// @ts-check
/** @file The game: chessboard, moves, replies of the machine, FEN and PGN. */

import { make } from "./panels.js";
import * as pgn from "./pgn.js";
import { Chessground } from "./vendor/chessground-10.4.1/chessground.min.js";

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const PIECES = { q: "queen", r: "rook", b: "bishop", n: "knight" };
const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12];

/** A game against the machine. */
export class Game {
  /**
   * @param {HTMLElement} place
   * @param {{ask: (command: any) => Promise<any[]>, say: (text: string, fault?: boolean) => void, think: () => Promise<boolean>, running: () => boolean}} room
   */
  constructor(place, room) {
    this.room = room;
    this.initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /** @type {any} */
    this.board = { start: this.initial, uci: [], san: [], legal: [] };
    /** The machine answers moves; off after a link. */
    this.replies = true;
    this.flipped = false;
    this.ground = Chessground(place, {
      animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180 },
      movable: { free: false, events: { after: (/** @type {string} */ from, /** @type {string} */ to) => this.#moved(from, to) } },
      premovable: { enabled: true },
      drawable: { enabled: true },
    });
  }

  /** @param {any} runner */
  wire(runner) {
    this.runner = runner;
    for (const depth of DEPTHS) element("depth").append(new Option(String(depth), String(depth), depth === 5, depth === 5));
    element("new").onclick = () => this.#replace(undefined, []);
    element("back").onclick = () => this.#takeBack();
    element("move-now").onclick = () => this.#moveNow();
    element("side").onchange = () => ((this.replies = true), this.#reply());
    element("move-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = element("move-text").value.trim();
      if (text) this.#play(text).then((played) => played && (element("move-text").value = ""));
    };
    element("fen-set").onclick = () => this.#replace(element("fen").value, []);
    element("pgn-set").onclick = () => {
      const { fen, moves } = pgn.read(element("pgn").value);
      this.#replace(fen, moves);
    };
    element("pgn-save").onclick = () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([pgn.write(this.board, element("side").value)], { type: "application/x-chess-pgn" }));
      link.download = "belle-room.pgn";
      link.click();
      URL.revokeObjectURL(link.href);
    };
  }

  /** Shows a game. @param {any} board */
  set(board) {
    this.board = board;
    const color = board.white_to_move ? "white" : "black";
    const dests = new Map();
    for (const uci of board.legal) dests.set(uci.slice(0, 2), [...(dests.get(uci.slice(0, 2)) ?? []), uci.slice(2, 4)]);
    const last = board.uci.at(-1);
    this.ground.set({
      fen: board.fen,
      turnColor: color,
      check: board.check,
      lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : undefined,
      movable: { color, dests, free: false },
    });
    this.ground.setAutoShapes([]);
    const [, turn, , , , number] = board.start.split(" ");
    const first = 2 * (Number(number) - 1) + (turn === "b" ? 1 : 0);
    element("moves").replaceChildren(...board.san.map((/** @type {string} */ san, /** @type {number} */ index) => {
      const item = make("li", san);
      const ply = first + index;
      item.dataset.number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : index === 0 ? `${(ply + 1) / 2}... ` : "";
      return item;
    }));
    element("moves").scrollTop = element("moves").scrollHeight;
    element("fen").value = board.fen;
    element("pgn").value = pgn.write(board, element("side").value);
    const who = board.white_to_move ? "White" : "Black";
    this.room.say(board.ending ? `${board.ending} (${board.result})` : `${who} to move${board.check ? ", in check" : ""}`);
  }

  /** Arrows for the search: its path, or the best move. @param {any} frame @param {boolean} quick */
  show(frame, quick) {
    const arrow = (/** @type {string} */ uci, /** @type {string} */ brush) => ({ orig: uci.slice(0, 2), dest: uci.slice(2, 4), brush });
    const shapes = [];
    /** The best move found so far. */
    this.best = frame.root?.thought?.uci[0];
    if (frame.searching) {
      const best = frame.root?.thought?.uci ?? [];
      if (best[0]) shapes.push(arrow(best[0], "green"));
      if (!frame.over) {
        const path = frame.stack.map((/** @type {any} */ one) => one.uci).filter(Boolean);
        path.slice(0, quick ? 2 : 4).forEach((/** @type {string} */ uci, /** @type {number} */ ply) => shapes.push(arrow(uci, ply === 0 ? "yellow" : "paleBlue")));
      }
    }
    this.ground.setAutoShapes(shapes);
  }

  /** The machine has finished. @param {{uci: string | null, san: string | null}} event */
  async done(event) {
    if (!event.uci) return;
    const side = element("side").value;
    if (this.replies && this.#isMachines()) {
      await this.#play(event.uci);
      return;
    }
    this.room.say(`Best move: ${event.san}`);
    if (side === "none") this.replies = false;
  }

  /** The machine does not answer until a move is made. */
  pause() {
    this.replies = false;
  }

  flip() {
    this.flipped = !this.flipped;
    this.ground.toggleOrientation();
  }

  #isMachines() {
    const side = element("side").value;
    return side === "both" || side === (this.board.white_to_move ? "w" : "b");
  }

  /** @param {string} from @param {string} to */
  async #moved(from, to) {
    const promotions = this.board.legal.filter((/** @type {string} */ uci) => uci.startsWith(from + to) && uci.length === 5);
    if (!promotions.length) return this.#play(from + to);
    const place = element("promotion");
    place.hidden = false;
    const choose = (/** @type {string} */ letter) => {
      place.hidden = true;
      place.replaceChildren();
      this.#play(from + to + letter);
    };
    for (const [letter, name] of Object.entries(PIECES)) {
      const button = make("button", name);
      button.onclick = () => choose(letter);
      place.append(button);
    }
    place.firstElementChild.focus();
  }

  /** @param {string} text */
  async #play(text) {
    this.runner.pause();
    const events = await this.room.ask({ command: "move", text });
    if (events.some((event) => event.event === "fault")) {
      this.ground.set({ fen: this.board.fen });
      return false;
    }
    this.replies = true;
    if (!this.ground.playPremove()) await this.#reply();
    return true;
  }

  async #reply() {
    if (this.board.ending || !this.replies || !this.#isMachines()) return;
    if (await this.room.think()) this.runner.start();
  }

  async #moveNow() {
    if (!this.room.running()) return;
    this.runner.pause();
    const found = this.best;
    if (found) await this.#play(found);
    else this.room.say("No best move yet: let it run a little.");
  }

  async #takeBack() {
    this.runner.pause();
    this.replies = false;
    const keep = Math.max(0, this.board.uci.length - (this.#isMachines() || element("side").value === "none" ? 1 : 2));
    await this.#replace(this.board.start, this.board.uci.slice(0, keep), false);
  }

  /** @param {string | undefined} fen @param {string[]} moves @param {boolean} [replies] */
  async #replace(fen, moves, replies = true) {
    this.runner.pause();
    const events = await this.room.ask({ command: "position", fen: fen ?? null, moves });
    if (events.some((event) => event.event === "fault")) return;
    this.replies = replies;
    if (!moves.length && !fen) await this.#reply();
  }
}
