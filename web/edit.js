// @ts-check
/** @file Editing the array: pieces are dragged on it, and the wires settle under the pointer. */
/** @import { Room } from "./room.js" */
/** @import { ArrayView } from "./array.js" */

import { element, make, squareName } from "./format.js";
import { pieceUrls } from "./picture.js";
import { failed, first } from "./transport.js";

/** Letters of the pieces that can be put on the board. */
const PIECES = [..."KQRBNPkqrbnp"];
/** Files and ranks of the board. */
const SIDE = 8;

/** Pieces as the first field of a FEN. @param {string} pieces from a1, `.` for empty */
function placement(pieces) {
  const ranks = [];
  for (let rank = SIDE - 1; rank >= 0; rank--) {
    const row = pieces.slice(SIDE * rank, SIDE * rank + SIDE);
    ranks.push(row.replace(/\.+/g, (empty) => String(empty.length)));
  }
  return ranks.join("/");
}

/**
 * Castling rights: the letter of each, and the squares of king and rook at home, from a1.
 * @type {[string, number, string, number, string][]}
 */
const RIGHTS = [
  ["K", 4, "K", 7, "R"],
  ["Q", 4, "K", 0, "R"],
  ["k", 60, "k", 63, "r"],
  ["q", 60, "k", 56, "r"],
];

/** Pieces of a FEN from a1, `.` for empty. @param {string} fen */
const piecesOf = (fen) =>
  fen
    .split(" ")[0]
    .replace(/\d/g, (count) => ".".repeat(Number(count)))
    .split("/")
    .reverse()
    .join("");

/**
 * Castling rights of a board that is set up: whoever has king and rook at home may castle, unless
 * they stood there before without the right.
 * @param {string} pieces from a1
 * @param {string} base the position before the first change
 */
function castling(pieces, base) {
  const before = piecesOf(base);
  const had = base.split(" ")[2] ?? "-";
  const rights = RIGHTS.filter(([right, king, kings, rook, rooks]) => {
    const areHome = (/** @type {string} */ board) =>
      board[king] === kings && board[rook] === rooks;
    return areHome(pieces) && (had.includes(right) || !areHome(before));
  });
  return rights.map(([right]) => right).join("") || "-";
}

/**
 * A string with a letter in another place.
 * @param {string} text
 * @param {number} at
 * @param {string} letter
 */
const put = (text, at, letter) =>
  text.slice(0, at) + letter + text.slice(at + 1);

/** A position of the reader's own on the array. */
export class Edit {
  /**
   * @param {Room} room
   * @param {ArrayView} array
   * @param {object} page what leaves the reader's game, and the position that is shown
   * @param {() => void} page.leave
   * @param {() => string} page.fen
   */
  constructor(room, array, page) {
    this.room = room;
    this.array = array;
    this.page = page;
    /** Position before the first change, and the one after the last. */
    this.base = "";
    this.made = "";
    /** The pieces as they were before the drag. */
    this.before = "";
    /** The piece that a press puts down; empty takes one off. @type {string | null} */
    this.brush = null;
    /** A position under way; the latest one follows it. */
    this.asking = false;
    /** @type {{fen: string, back: string | undefined} | null} */
    this.next = null;
    array.onDrag = (from, to, done) => this.#drag(from, to, done);
    array.onKey = (square, key) => this.#key(square, key);
    element("edit-array").onclick = () => this.#toggle();
    const place = element("palette");
    for (const letter of [...PIECES, ""]) {
      const button = make("button", letter ? "" : "off", "brush");
      button.setAttribute("aria-pressed", "false");
      if (letter) {
        const image = document.createElement("img");
        image.src = pieceUrls().get(letter) ?? "";
        image.alt = `${letter === letter.toUpperCase() ? "white" : "black"} ${letter.toUpperCase()}`;
        button.append(image);
      } else button.title = "Take a piece off";
      button.onclick = () => this.#choose(letter);
      place.append(button);
    }
    element("edit-turn").onclick = () =>
      this.#settle(this.#pieces(), { turn: true });
    // In its own phase: a press with a brush opens no cell.
    array.grid.addEventListener("click", (event) => this.#brush(event), true);
  }

  #pieces() {
    return this.room.frame.pieces;
  }

  #toggle() {
    const place = element("palette-box");
    place.hidden = !place.hidden;
    element("edit-array").setAttribute("aria-pressed", String(!place.hidden));
    this.array.grid.toggleAttribute("data-edit", !place.hidden);
    this.#choose(null);
    this.room.runner.pause();
    if (!place.hidden)
      this.room.say(
        "Drag pieces on the array, off it to take them away, or choose one and press a square. On a cell the letters K Q R B N P put a piece, with Shift a white one; Delete takes it off.",
      );
  }

  /** @param {string | null} letter */
  #choose(letter) {
    this.brush = this.brush === letter ? null : letter;
    const all = element("palette").querySelectorAll("button");
    all.forEach((button, index) =>
      button.setAttribute(
        "aria-pressed",
        String(this.brush === (PIECES[index] ?? "")),
      ),
    );
  }

  /** @param {MouseEvent} event */
  #brush(event) {
    if (this.brush === null || !(event.target instanceof HTMLElement)) return;
    const square = this.array.squareOf(event.target);
    if (square === null) return;
    event.stopPropagation();
    this.#settle(put(this.#pieces(), square, this.brush || "."));
  }

  /** @param {number} square @param {string} key */
  #key(square, key) {
    if (element("palette-box").hidden) return false;
    const isPiece = PIECES.includes(key);
    if (!isPiece && key !== "Delete" && key !== "Backspace") return false;
    this.#settle(put(this.#pieces(), square, isPiece ? key : "."));
    return true;
  }

  /** @param {number} from @param {number | null} to @param {boolean} done */
  #drag(from, to, done) {
    if (!this.before) {
      this.room.runner.pause();
      this.before = this.#pieces();
    }
    const { before } = this;
    if (done) this.before = "";
    const piece = before[from];
    const lifted = put(before, from, ".");
    const pieces = to === null ? lifted : put(lifted, to, piece);
    // Where it is let go in a place that is refused, it stands again where it was taken up.
    this.#settle(pieces, { back: done ? before : undefined });
  }

  /**
   * Lets the wires settle on a board; of several that come meanwhile the last is shown.
   * @param {string} pieces
   * @param {object} [how]
   * @param {boolean} [how.turn] the other side to move
   * @param {string} [how.back] the pieces that stand again where this board is refused
   */
  async #settle(pieces, { turn = false, back } = {}) {
    const { room } = this;
    const white = (room.level("white_to_move") !== "0") !== turn;
    const now = this.page.fen();
    if (!this.asking && now !== this.made) this.base = now;
    const rights = castling(pieces, this.base);
    const rest = `${white ? "w" : "b"} ${rights} - 0 1`;
    this.next = { fen: `${placement(pieces)} ${rest}`, back };
    if (this.asking) return;
    this.asking = true;
    while (this.next !== null) {
      const { fen, back } = this.next;
      this.next = null;
      // Asked first: a board without kings leaves the last one as it is.
      const asked = await room.raw({ command: "lookup", fen, moves: [] });
      const fault = first(asked, "fault");
      if (fault) {
        const isBack = back !== undefined && back !== this.#pieces();
        if (isBack)
          await this.#show(`${placement(back)} ${fen.replace(/^\S+ /, "")}`);
        const kept =
          back === undefined
            ? "The array keeps the last board"
            : "The piece stands where it stood";
        room.say(`${fault.message}. ${kept}.`, true);
        continue;
      }
      this.page.leave();
      if (!(await this.#show(fen))) continue;
      // One word of the machine alone: FIND VICTIM on this board.
      await room.think({ depth: 1, root: "machine" });
      const found = room.frame.winner;
      room.say(
        found
          ? `The first victim: ${squareName(found[1])}, on line ${found[0]}.`
          : "No square can be reached.",
      );
    }
    this.asking = false;
  }

  /** Shows a board. Returns whether it is shown. @param {string} fen */
  async #show(fen) {
    const { room } = this;
    room.turn++;
    if (failed(await room.ask({ command: "position", fen, moves: [] })))
      return false;
    this.made = this.page.fen();
    return true;
  }
}
