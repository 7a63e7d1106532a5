// @ts-check
/** @file The game: chessboard, opponents, replies, hint, clocks, FEN and PGN. */
/** @import { Arrow } from "./vendor/chessground-10.4.1/chessground.min.js" */
/** @import { Board, Command, Frame, InfoLine } from "./protocol.js" */
/** @import { Room } from "./room.js" */
/** @import { Best } from "./room.js" */
/** @import { Line } from "./caption.js" */
/** @import { Kept } from "./session.js" */
/** @import { ClockState } from "./clocks.js" */
/** @import { MoveNode } from "./movetree.js" */
/** @import { Level } from "./levels.js" */
/** @import { Asked } from "./opponent.js" */
/** @import { PlayerEvent } from "./opponents.js" */

import { Clocks } from "./clocks.js";
import * as faces from "./faces.js";
import {
  button,
  element,
  find,
  input,
  make,
  mateOf,
  pawns,
  pieceName,
  plural,
  score,
  select,
  svg,
} from "./format.js";
import { LEVELS, first as firstLevel } from "./levels.js";
import { MoveTree } from "./movetree.js";
import { openingName } from "./openings.js";
import { pieceUrls } from "./picture.js";
import { OPPONENTS, Opponent } from "./opponent.js";
import * as pgn from "./pgn.js";
import * as session from "./session.js";
import * as sound from "./sound.js";
import { draw, fromBook, nearlyBest, newSeed } from "./variety.js";
import { Chessground } from "./vendor/chessground-10.4.1/chessground.min.js";
import { failed, first } from "./transport.js";

const PIECES = { q: "queen", r: "rook", b: "bishop", n: "knight" };
/**
 * Seconds within which an answer comes unless the reader has more patience:
 * enough less than three for a slow computer.
 */
const PROMPT = 2.4;
const HINT_DEPTH = 4;
/** Seconds after which a program of the reader's that has found no move may never find one. */
const ENDLESS = 10;
/** Values that are marked beside their curve, in hundredths of a pawn. */
const SCALE = [400, 0, -400];
/** Value of the machine's mates; a mate in n plies is n less. */
const MATE = 30000;

/** The pieces of a position in words. @param {string} fen */
function pieces(fen) {
  /** @type {Record<string, string[]>} */
  const sides = { White: [], Black: [] };
  fen
    .split(" ")[0]
    .split("/")
    .forEach((rank, row) => {
      let file = 0;
      for (const letter of rank) {
        if (/\d/.test(letter)) file += Number(letter);
        else
          sides[letter === letter.toUpperCase() ? "White" : "Black"].push(
            letter.toUpperCase().replace("P", "") +
              "abcdefgh"[file++] +
              (8 - row),
          );
      }
    });
  return `Chessboard. ${Object.entries(sides)
    .map(([side, list]) => `${side}: ${list.sort().reverse().join(", ")}`)
    .join(". ")}`;
}

/**
 * The end of a game that its position does not show: a resignation, an agreement, a flag.
 * @typedef {{ending: string, result: "1-0" | "0-1" | "1/2-1/2"}} Outcome
 */
/**
 * A line that a player of the server has found, or the machine.
 * @typedef {Pick<InfoLine, "depth" | "value" | "mate" | "line" | "uci">} Found
 */

/**
 * A search of the machine that ended in a move of the game: where it began,
 * and where it was when it was ended.
 * @typedef {object} Search
 * @property {string} start position at the start of the game
 * @property {string[]} moves to the position that was searched
 * @property {string} san the move found
 * @property {number} depth plies asked for
 * @property {number} cycle of the end
 */

/**
 * What a move's player thought of it, and what Belle found after the game.
 * @typedef {Pick<MoveNode, "thought" | "better" | "judged">} Thoughts
 */

/**
 * A game put aside while the page shows something else.
 * @typedef {object} Aside
 * @property {string} start
 * @property {string[]} moves
 * @property {MoveNode[]} roots
 * @property {MoveNode[]} line
 * @property {Record<string, string>} tags
 * @property {boolean} replies
 * @property {ClockState} clock
 * @property {Outcome | null} outcome
 * @property {number} seed
 * @property {boolean} flipped
 * @property {Record<string, string>} choices
 * @property {boolean} isRead
 */

/**
 * What a game does with the page.
 * @typedef {object} GamePage
 * @property {() => void} flip turns both boards
 * @property {(year: string) => void} setYear
 * @property {(line: Line) => void} addLine
 * @property {() => void} clearLines
 * @property {() => void} onPosition the game's position has changed
 * @property {() => void} onEnd the game has ended
 */

/** Tags of a game that are of its players: whoever plays it on is another one. */
const OF_PLAYERS = [
  "White",
  "Black",
  "Result",
  "WhiteElo",
  "BlackElo",
  "WhiteTitle",
  "BlackTitle",
  "TimeControl",
  "Termination",
];

/** An arrow along a move. @param {string} uci @param {string} brush @returns {Arrow} */
const arrow = (uci, brush) => ({
  orig: uci.slice(0, 2),
  dest: uci.slice(2, 4),
  brush,
});

/** A game against an opponent. */
export class Game {
  /** @param {HTMLElement} place @param {Room} room @param {GamePage} page */
  constructor(place, room, page) {
    this.room = room;
    this.page = page;
    this.place = place;
    this.initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /** @type {Board} */
    this.board = {
      start: this.initial,
      fen: this.initial,
      uci: [],
      san: [],
      legal: [],
      white_to_move: true,
      check: false,
      ending: null,
      result: null,
    };
    /**
     * The opponent answers moves. Off in a position of a link or of an earlier move, until a move,
     * Run or "Move now".
     */
    this.replies = true;
    this.flipped = false;
    /** The last change of the position. @type {Promise<unknown>} */
    this.changing = Promise.resolve();
    /** Tags of the game that was read. @type {Record<string, string>} */
    this.tags = {};
    /** The game is one of others, from a file, and nobody has played it on. */
    this.isRead = false;
    /** Whether the game had moves when it was shown last. @type {boolean | null} */
    this.hadMoves = null;
    /** The search under way is for a hint. */
    this.hinting = false;
    /** The search that is shown was for a hint, whether it goes on or has ended. */
    this.hinted = false;
    /** The side that a link has chosen. */
    this.seat = "";
    /** What a new game has changed, until the reader's first move. */
    this.notice = "";
    /** Position for which the player is asked. @type {Asked | null} */
    this.asked = null;
    /** The last position that it has got. @type {Asked | null} */
    this.sent = null;
    /** Its move is wanted at once: it is not held back until the original would have answered. */
    this.hurried = false;
    /** Time at which the opponent's time for a move began, and the machine's seconds then. */
    this.began = 0;
    /** Beginning of the move for which the reader's program was late. */
    this.lateSince = 0;
    this.machineBefore = 0;
    /** The end that the players gave the game. @type {Outcome | null} */
    this.outcome = null;
    /** What draws of this game follow from. */
    this.seed = newSeed();
    /** Lines found by the opponent's search under way, or by its last one. @type {Found[]} */
    this.found = [];
    /** The machine's last search for a move of this game. @type {Search | null} */
    this.searched = null;
    /** Time at which the side to move began to think. */
    this.turned = performance.now();
    /** The chessboard belongs to a film. */
    this.held = false;
    /** The chessboard shows another position than the game's. */
    this.elsewhere = false;
    /** The opponent that plays: the one chosen, from its next move on. */
    this.playing = OPPONENTS[0];
    this.ground = Chessground(place, {
      animation: {
        duration: matchMedia("(prefers-reduced-motion: reduce)").matches
          ? 0
          : 180,
      },
      movable: {
        free: false,
        events: {
          after: (/** @type {string} */ from, /** @type {string} */ to) =>
            this.#moved(from, to),
        },
      },
      premovable: { enabled: true },
      drawable: { enabled: true },
    });
    // What stands above the board comes and goes; chessground knows of scrolls alone.
    place.addEventListener(
      "pointerdown",
      () => this.ground.state.dom.bounds.clear(),
      true,
    );
    this.tree = new MoveTree((moves) => this.#look(moves));
    this.clocks = new Clocks((white) => this.#flag(white));
    this.clocks.onControl = () => this.#showChoices();
    this.opponent = new Opponent((event) => this.#news(event));
  }

  /** Fills the lists and wires the buttons. */
  wire() {
    for (const one of OPPONENTS) {
      const option = new Option(one.title, one.name);
      option.title = one.help;
      element("opponent").append(option);
    }
    this.showLevels();
    for (const id of ["level", "patience", "book"])
      select(id).onchange = () => this.showStrength();
    element("opponent").onchange = () => {
      const { title } = this.#chosen();
      this.showLevels();
      if (this.#isThinking())
        return this.room.say(
          `${this.playing.title} still makes this move; ${title} plays from the next one.`,
        );
      this.#useChosen();
    };
    element("new").onclick = () => this.start();
    element("back").onclick = () => this.#takeBack();
    element("hint").onclick = () => this.#hint();
    element("move-now").onclick = () => this.moveNow();
    element("side").onchange = () => {
      if (this.#isThinking()) this.room.runner.pause();
      this.#forget();
      this.#names();
      this.#turnBoard();
      this.replies = true;
      this.#reply();
    };
    element("control").onchange = () => {
      if (!this.board.uci.length) this.clocks.reset();
    };
    element("move-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = input("move-text").value.trim();
      if (text)
        this.#play(text).then(
          (played) => played && (input("move-text").value = ""),
        );
    };
    element("go-first").onclick = () => this.tree.go(0);
    element("go-before").onclick = () =>
      this.tree.go(this.tree.path.length - 1);
    element("go-after").onclick = () => this.tree.go(this.tree.path.length + 1);
    element("go-last").onclick = () => this.tree.go(this.tree.line.length);
    element("fen-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#readFen(input("fen").value);
    };
    element("undo").onclick = () => session.undo(this);
    element("choices").onclick = () =>
      this.#fold(!element("fields").classList.contains("folded"));
    element("resign").onclick = () => this.#resign();
    element("draw").onclick = () => this.#offerDraw();
    element("rematch").onclick = () => this.#rematch();
    element("thought-hide").onclick = () => this.#hideThought();
    sound.wire();
    this.#useChosen();
  }

  /**
   * A new game from the initial position.
   * @param {(() => Promise<void>) | null} back the way back to the game before
   * @param {string} notice what is other than before
   */
  async start(back = session.before(this), notice = "") {
    // The seat of a link is of its game alone, unless the reader has chosen it.
    const own = session.ownChoices()?.side;
    if (!notice && own && select("side").value === this.seat)
      select("side").value = own;
    this.seat = "";
    session.stay();
    this.#turnBoard();
    if (!(await this.#begin(null, notice))) return;
    // On a phone the buttons are below the board.
    if (faces.current() === "play")
      document.querySelector(".chess")?.scrollIntoView({ block: "nearest" });
    session.offer(back);
    this.seed = newSeed();
    this.clocks.reset();
    await this.#reply();
  }

  /** The levels of the opponent chosen, the first one of a club player. */
  showLevels() {
    const levels = LEVELS[this.#chosen().name];
    const place = select("level");
    const first = firstLevel(levels);
    place.replaceChildren(
      ...levels.map(
        ({ name }, index) =>
          new Option(name, String(index), index === first, index === first),
      ),
    );
    this.showStrength();
  }

  /** How strong the chosen level is, in a sentence. */
  showStrength() {
    const { strength } = this.#level();
    const { title, help } = this.#chosen();
    const weaker = this.#isCutShort()
      ? "Answers within 3 seconds, as chosen below, are weaker than what was measured: "
      : "";
    element("strength").textContent = `${weaker}${strength} ${title}: ${help}.`;
    this.#showChoices();
  }

  /** The level's rating is of three minutes a move, and the answers come within three seconds. */
  #isCutShort() {
    return Boolean(this.#level().seconds) && select("patience").value === "3";
  }

  /** What is chosen, in a line that stands for the lists when they are folded. */
  #showChoices() {
    const [opponent, level] = ["opponent", "level"].map(
      (id) => select(id).selectedOptions[0]?.text,
    );
    const time = this.clocks.name();
    const isBegun = this.board.uci.length > 0;
    element("settings-when").hidden = !isBegun;
    element("settings-when").textContent =
      `In this game a choice acts from the next move on. Only the clock is that of the next game: this one has ${time === "no clock" ? "none" : time}.`;
    const program = this.room.changed ? ", with your microcode" : "";
    let weaker = "";
    if (this.#isCutShort())
      weaker = level?.includes("Elo")
        ? " at most; weaker within 3 s"
        : "; weaker within 3 s";
    element("chosen").textContent =
      `${opponent}, ${level}${weaker}, ${time}${program}`;
  }

  /**
   * The lists of opponent, level and clock: once a game runs they give their place to its moves.
   * @param {boolean} folded
   */
  #fold(folded) {
    element("fields").classList.toggle("folded", folded);
    element("choices").setAttribute("aria-expanded", String(!folded));
  }

  /** Whether the game has ended, by its position or by its players. */
  isOver() {
    return Boolean(this.board.ending ?? this.outcome);
  }

  /** The players end the game. @param {Outcome} outcome */
  #end(outcome) {
    this.room.runner.pause();
    this.#forget();
    this.outcome = outcome;
    this.clocks.start(null);
    this.ground.cancelPremove();
    sound.play("end");
    this.set(this.board);
    session.keep(this);
    this.page.onEnd();
  }

  /** The side of the reader: 0 White, 1 Black, or the side to move where both are his. */
  #own() {
    const machine = this.#machineSide();
    if (machine !== null) return 1 - machine;
    return this.board.white_to_move ? 0 : 1;
  }

  #resign() {
    if (this.isOver()) return this.room.say("This game has ended.");
    if (select("side").value === "both")
      return this.room.say("Both sides are the opponent's: nobody can resign.");
    const [white, result] = /** @type {[boolean, "0-1" | "1-0"]} */ (
      this.#own() === 0 ? [true, "0-1"] : [false, "1-0"]
    );
    const back = session.before(this);
    this.#end({ ending: `${white ? "White" : "Black"} resigns`, result });
    session.offer(back);
  }

  /**
   * The opponent takes a draw when it thinks that it is not better. (Decided:
   * how Belle's operators did, is not on record.)
   */
  #offerDraw() {
    if (this.isOver()) return this.room.say("This game has ended.");
    const agreed = () => {
      const back = session.before(this);
      this.#end({ ending: "Draw by agreement", result: "1/2-1/2" });
      session.offer(back);
    };
    if (select("side").value === "none") return agreed();
    if (select("side").value === "both")
      return this.room.say("Both sides are the opponent's: it plays on.");
    const value = this.#ownValue();
    const { title } = this.playing;
    if (value === undefined)
      return this.room.say(
        `${title} declines: it has not yet searched in this game.`,
      );
    if (value > 0)
      return this.room.say(
        `${title} declines: it sees ${pawns(value)} for itself.`,
      );
    agreed();
  }

  /** What the opponent's last search says of its own chances. */
  #ownValue() {
    const machine = this.#machineSide();
    const last = this.tree.path.findLast(({ value }) => value !== undefined);
    if (last?.value === undefined) return undefined;
    return machine === 0 ? last.value : -last.value;
  }

  /** Another game with the colors exchanged. */
  async #rematch() {
    const back = session.before(this);
    const side = select("side");
    if (side.value === "w" || side.value === "b")
      side.value = side.value === "w" ? "b" : "w";
    this.#names();
    const color = { b: "White", w: "Black" }[side.value];
    await this.start(
      back,
      color ? `The colors are exchanged: you are ${color}. ` : "",
    );
  }

  #hideThought() {
    const hidden = !element("thought-line").hidden;
    element("thought-line").hidden = hidden;
    const toggle = button("thought-hide");
    toggle.setAttribute("aria-pressed", String(hidden));
    toggle.textContent = hidden ? "Show thought" : "Hide thought";
    this.#draw([]);
  }

  /** Whether the reader sees what the opponent thinks. */
  #showsThought() {
    return !element("thought-line").hidden || faces.current() === "bench";
  }

  /** The button plays what the opponent has found, or on the bench what the search shows. */
  #showMoveNow() {
    const { frame } = this.room;
    const hasMove = this.room.isSearching() && frame.root?.thought?.uci[0];
    const isShown = faces.current() === "bench" && Boolean(hasMove);
    button("move-now").disabled =
      this.isOver() || !(this.asked || this.#isOpponents() || isShown);
  }

  /** A line that the opponent has found. @param {Found} found */
  think(found) {
    this.found.push(found);
    if (this.#isOfGame()) this.#tell(found);
  }

  /** The line of thought says what was found. @param {Found} found */
  #tell(found) {
    const mate = mateOf(found);
    let value = `${pawns(found.value)} for ${this.#mover()}`;
    if (mate) value = `mate in ${Math.abs(mate)}`;
    const who = this.hinting ? "Hint" : this.playing.title;
    const depth = plural(found.depth, "ply", "plies");
    element("thought-line").textContent =
      `${who}, ${depth}, ${value}: ${found.line}`;
  }

  /** The side to move, of whose chances a search tells: the opponent, the reader, or a color. */
  #mover() {
    if (this.asked || this.#isMachineSearch()) return "itself";
    if (this.hinting && this.#machineSide() !== null) return "you";
    return this.board.white_to_move ? "White" : "Black";
  }

  /**
   * The thought of the last move that has one shows what its player thought; a search of something
   * else may have told another one.
   */
  #showThought() {
    const { path } = this.tree;
    const thought = path.at(-1)?.thought ?? path.at(-2)?.thought ?? "";
    element("thought-line").textContent = thought;
  }

  /** A search begins: what was thought is of the past. */
  forgetThoughts() {
    this.found = [];
    this.hinting = false;
    this.hinted = false;
  }

  /**
   * Whether the search that is shown is of the game: the opponent's, or a hint.
   * A search on the bench is none.
   */
  #isOfGame() {
    return Boolean(this.asked) || this.hinted || this.#isMachineSearch();
  }

  /** The face is entered in which one plays: what was searched elsewhere is nobody's hint. */
  enter() {
    if (this.held || this.#isThinking()) return;
    this.hinted = false;
    this.set(this.board);
  }

  /**
   * The reader's seat in a game of a link, as its sender had it; without that,
   * the reader has the move.
   * @param {URLSearchParams} parts
   */
  takeSeat(parts) {
    /** @type {Record<string, string>} */
    const sides = { white: "b", black: "w", both: "none" };
    const mover = this.board.white_to_move ? "b" : "w";
    const own = select("side").value === "none" ? "none" : mover;
    /** @type {Record<string, string>} */
    const chosen = { side: sides[parts.get("you") ?? ""] ?? own };
    for (const id of ["opponent", "level"]) {
      const value = parts.get(id);
      if (value !== null) chosen[id] = value;
    }
    const { opponent, level, side } = chosen;
    session.choose(this, {
      ...(opponent ? { opponent } : {}),
      ...(level ? { level } : {}),
      side,
    });
    this.seat = side;
    this.#useChosen();
    this.#turnBoard();
    this.set(this.board);
  }

  /** The reader's seat for a link. @param {URLSearchParams} parts */
  writeSeat(parts) {
    for (const id of ["opponent", "level"]) parts.set(id, select(id).value);
    const you = { b: "white", w: "black", none: "both" }[select("side").value];
    if (you) parts.set("you", you);
  }

  /** Who plays whom, for a reader who has come by a link. */
  seats() {
    const side = select("side").value;
    if (side === "none") return "You play both sides, and may play on.";
    if (this.isRead || this.isOver()) return "";
    const color = side === "b" ? "White" : "Black";
    const level = select("level").selectedOptions[0]?.text;
    const who = `You are ${color}, against ${this.playing.title} (${level})`;
    if (!this.#isOpponents()) return `${who}, and may play on.`;
    return this.replies ? `${who}.` : `${who}. “Move now” lets it move.`;
  }

  /**
   * Begins a game at a position.
   * @param {string | null} fen
   * @param {string} [notice] what is other than before
   */
  async #begin(fen, notice = "") {
    if (!(await this.#replace(fen, [], true))) return false;
    this.notice = notice;
    // After the change: a move under way was still of the old game.
    this.tree.clear(this.board.start);
    this.tags = {};
    this.isRead = false;
    this.searched = null;
    this.#names();
    this.set(this.board);
    return true;
  }

  /** Turns the boards so that the opponent plays from above. */
  #turnBoard() {
    const side = select("side").value;
    if (side === (this.flipped ? "b" : "w")) this.page.flip();
  }

  /** The opponent chosen. */
  #chosen() {
    return (
      OPPONENTS.find((one) => one.name === select("opponent").value) ??
      OPPONENTS[0]
    );
  }

  /** The opponent chosen plays from now on. */
  #useChosen() {
    this.playing = this.#chosen();
    this.page.setYear(this.playing.year ?? "1980");
    this.#names();
  }

  /** Plies of the machine at the chosen level. */
  depth() {
    return this.#level().depth ?? HINT_DEPTH;
  }

  /** @returns {Level} */
  #level() {
    const levels = LEVELS[this.#chosen().name];
    return levels[Number(select("level").value)] ?? levels[levels.length - 1];
  }

  /** The color that the machine plays, 0 White, 1 Black, or neither. */
  #machineSide() {
    const side = select("side").value;
    return side === "w" ? 0 : side === "b" ? 1 : null;
  }

  #names() {
    const side = select("side").value;
    const { title } = this.playing;
    const name = (/** @type {boolean} */ white) => {
      const color = white ? "White" : "Black";
      if (this.isRead) return this.tags[color] ?? color;
      if (side === "both" || side === (white ? "w" : "b")) return title;
      return side === "none" ? color : "You";
    };
    element("name-bottom").textContent = name(!this.flipped);
    element("name-top").textContent = name(this.flipped);
    this.clocks.flipped = this.flipped;
    this.clocks.machineSide = this.isRead ? null : this.#machineSide();
    this.#showChoices();
    this.clocks.year = this.playing.year ?? this.playing.name;
    this.clocks.show();
  }

  /** The game with its variations. */
  pgn() {
    const side = select("side").value;
    const level = select("level").selectedOptions[0]?.text.split(":")[0] ?? "";
    const opponent = `${this.playing.title}, ${level}`;
    const name = (/** @type {string} */ color) =>
      side === "both" || side === color ? opponent : "Guest";
    const [white, black] = [name("w"), name("b")];
    /** @type {Record<string, string>} */
    const own = this.isRead ? {} : { TimeControl: this.clocks.tag() };
    const board = {
      ...this.board,
      result: this.board.result ?? this.outcome?.result ?? null,
    };
    const tags = { ...own, ...this.tags };
    return pgn.write(board, this.tree.pgn(), [white, black], tags);
  }

  /** Shows a game. @param {Board} board @param {boolean} [tell] say who is to move */
  set(board, tell = true) {
    this.board = board;
    this.tree.follow(board);
    this.#place();
    this.tree.show();
    this.#showThought();
    this.#graph();
    if (this.isRead) this.clocks.write(this.#written());
    const hasMoves = board.uci.length > 0;
    if (hasMoves !== this.hadMoves) this.#fold(hasMoves);
    this.hadMoves = hasMoves;
    input("fen").value = board.fen;
    find("pgn", HTMLTextAreaElement).value = this.pgn();
    this.#showChoices();
    if (tell) this.sayTurn();
    this.#showTaken();
    this.#showButtons();
    this.page.onPosition();
    this.place.setAttribute("aria-label", pieces(board.fen));
    openingName(board.start === this.initial ? board.san : []).then(
      (name) =>
        (element("opening").textContent = element("opening").title = name),
    );
  }

  /** Says how the game has ended, or whose turn it is. */
  sayTurn() {
    const { board } = this;
    const end = board.ending
      ? { ending: board.ending, result: board.result }
      : this.outcome;
    if (end)
      return this.room.page.say(`${end.ending} (${end.result})`, "result");
    const { title } = this.playing;
    const isAtWork = this.asked || this.room.runner.running;
    let text = `${this.notice}${this.#turnText()}`;
    if (this.#isThinking())
      text = isAtWork ? `${title} thinks…` : `${title} is stopped`;
    this.room.page.say(text, "turn");
  }

  /** The last move, and whose turn it is. */
  #turnText() {
    const { san, white_to_move: isWhites, check } = this.board;
    const [mover, other] = isWhites ? ["White", "Black"] : ["Black", "White"];
    const made = san.length ? `${other} has played ${san.at(-1)}. ` : "";
    const isOwn =
      made &&
      this.#machineSide() !== null &&
      !this.#isOpponents() &&
      !this.isRead;
    if (isOwn) return `${made}${check ? "You are in check" : "Your move"}`;
    return `${made}${mover} to move${check ? ", in check" : ""}`;
  }

  /** What each side has taken, beside its name. */
  #showTaken() {
    const [before, now] = [this.board.start, this.board.fen].map(
      (fen) => fen.split(" ")[0],
    );
    const count = (/** @type {string} */ text, /** @type {string} */ letter) =>
      text.split(letter).length - 1;
    for (const isTop of [true, false]) {
      const isWhite = isTop === this.flipped;
      const place = element(isTop ? "taken-top" : "taken-bottom");
      const letters = [...(isWhite ? "qrbnp" : "QRBNP")];
      const taken = letters.flatMap((letter) =>
        Array(Math.max(0, count(before, letter) - count(now, letter))).fill(
          letter,
        ),
      );
      place.replaceChildren(
        ...taken.map((letter) => {
          const image = document.createElement("img");
          image.src = pieceUrls().get(letter) ?? "";
          image.alt = pieceName(letter);
          return image;
        }),
      );
      place.title = taken.length ? "Taken" : "";
    }
  }

  /** The clocks of both sides at this move, as the file of the game has them. */
  #written() {
    const starts = this.board.start.split(" ")[1] === "b" ? 1 : 0;
    const of = (/** @type {number} */ side) =>
      this.tree.path.findLast(
        ({ clock }, ply) => clock !== undefined && (ply + starts) % 2 === side,
      )?.clock;
    return [of(0), of(1)];
  }

  /** Buttons that have something to do. */
  #showButtons() {
    const over = this.isOver();
    const waits = this.replies && this.#isOpponents() && !over;
    const top = this.board.white_to_move === this.flipped;
    element("name-top").classList.toggle("thinks", waits && top);
    element("name-bottom").classList.toggle("thinks", waits && !top);
    button("hint").disabled = over || waits;
    button("resign").disabled = button("draw").disabled = over || this.isRead;
    // A move that is taken back gives nobody time.
    button("back").disabled = !this.board.uci.length || this.clocks.fallen;
    const watch = element("watch");
    const { searched } = this;
    watch.hidden = !searched;
    this.#showMoveNow();
    if (searched) watch.textContent = `Watch how it found ${searched.san}`;
  }

  /** Puts the pieces where they stand in the game. */
  #place() {
    const { board } = this;
    const color = board.white_to_move ? "white" : "black";
    const dests = new Map();
    for (const uci of board.legal)
      dests.set(uci.slice(0, 2), [
        ...(dests.get(uci.slice(0, 2)) ?? []),
        uci.slice(2, 4),
      ]);
    const last = board.uci.at(-1);
    const side = select("side").value;
    // While the opponent thinks, the other side's pieces can be moved in advance.
    const own = side === "w" ? "black" : side === "b" ? "white" : color;
    const movable = this.replies ? own : color;
    this.ground.set({
      fen: board.fen,
      turnColor: color,
      check: board.check,
      lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : undefined,
      movable: {
        color: this.clocks.fallen ? undefined : movable,
        dests,
        free: false,
      },
    });
    this.#draw([]);
  }

  /** The board of another ply, until the next frame. @param {string} fen */
  showPosition(fen) {
    this.#draw([]);
    this.ground.set({ fen, movable: { color: undefined } });
    this.elsewhere = true;
  }

  /** A picture of a film. @param {string} fen @param {Arrow[]} shapes */
  showPicture(fen, shapes) {
    this.ground.set({
      fen,
      lastMove: undefined,
      check: false,
      movable: { color: undefined },
    });
    // A film that is left leaves its picture behind, until the next frame.
    this.elsewhere = true;
    this.#draw(shapes);
    // Drawn with the sentence beside it, and not a frame later.
    this.ground.state.dom.redrawNow();
  }

  /**
   * Something else than the game is about to be shown: it has no clock, and its moves are no
   * variations of the game's.
   */
  clear() {
    this.clocks.none();
    this.tree.clear(this.board.start);
    this.searched = null;
    this.isRead = false;
    this.outcome = null;
    this.notice = "";
    this.#names();
    this.#showThought();
    this.#showButtons();
  }

  /** The game as it is, to come back to. @returns {Aside} */
  aside() {
    const { board, tree, tags, replies, clocks, outcome, seed, flipped } = this;
    const { isRead } = this;
    return {
      start: board.start,
      moves: board.uci,
      roots: tree.roots,
      line: tree.line,
      tags,
      replies,
      clock: clocks.state(),
      outcome,
      seed,
      flipped,
      choices: session.choices(),
      isRead,
    };
  }

  /** Goes on with a game that was put aside. @param {Aside} aside */
  async takeUp({ start, moves, roots, line, tags, flipped, choices, ...rest }) {
    session.choose(this, choices);
    if (flipped !== this.flipped) this.page.flip();
    const { tree } = this;
    tree.clear(start);
    tree.roots = roots;
    tree.line = line;
    this.tags = tags;
    this.board = { ...this.board, start };
    await this.resumeAt({ moves, ...rest });
  }

  /**
   * Arrows on the chessboard. One that is hidden has no size, and would draw them nowhere.
   * @param {Arrow[]} shapes
   */
  #draw(shapes) {
    this.ground.setAutoShapes(this.place.clientWidth ? shapes : []);
  }

  /**
   * Arrows for the search: its path, or the best move.
   * @param {Frame} frame
   * @param {boolean} quick
   */
  show(frame, quick) {
    if (this.held) return;
    if (this.elsewhere) {
      this.elsewhere = false;
      this.#place();
    }
    /** @type {Arrow[]} */
    const shapes = [];
    const best = frame.root?.thought;
    const isShown = faces.current() === "bench" || this.#isOfGame();
    if (frame.searching && isShown && this.#showsThought()) {
      if (best?.uci[0]) shapes.push(arrow(best.uci[0], "green"));
      if (!frame.over) {
        const path = frame.stack.flatMap(({ uci }) => uci ?? []);
        path
          .slice(0, quick ? 1 : 4)
          .forEach((uci, ply) =>
            shapes.push(arrow(uci, ply === 0 ? "yellow" : "paleBlue")),
          );
      }
    }
    this.#draw(shapes);
    this.#showMoveNow();
    if (this.#isMachineSearch() && frame.searching && !frame.over)
      this.#watchTime(frame);
  }

  /** Ends the machine's search when its time for the move is over. @param {Frame} frame */
  #watchTime(frame) {
    const seconds = frame.cycle / this.room.runner.original;
    this.clocks.use(this.machineBefore, seconds);
    const limit = this.#level().seconds;
    const wall = (performance.now() - this.began) / 1000;
    const share = this.clocks.share(this.board.white_to_move ? 0 : 1);
    const over =
      (limit && seconds >= limit) || wall >= this.#patience() || wall >= share;
    const found = frame.root?.thought?.uci[0];
    if (over && found && this.room.runner.running) this.moveNow();
    const isLate = !found && wall >= Math.min(ENDLESS, share);
    if (isLate && this.room.changed) this.#waitForProgram();
  }

  /**
   * The reader's program has found no move yet, and may never find one: its game is not lost by
   * the clock, and the reader is told.
   */
  #waitForProgram() {
    if (this.lateSince === this.began) return;
    this.lateSince = this.began;
    const clocks = this.clocks.minutes
      ? " The clocks stand still until it has one."
      : "";
    this.clocks.start(null);
    this.room.say(
      `Your microcode has found no move yet, and may never find one.${clocks} Above, the original can be put back.`,
      true,
    );
  }

  /** Seconds of this computer that the opponent may take for a move. */
  #patience() {
    return select("patience").value === "3" ? PROMPT : Infinity;
  }

  /**
   * The machine's answer: the best move, or below full
   * strength now and then one that was nearly as good.
   * @param {Found} found
   */
  async #answer(found) {
    const chosen = this.#level().whole
      ? found
      : (nearlyBest(this.found, draw(this.seed, this.board.uci.length)) ??
        found);
    // Of two lines that are nearly as good the one that is played is told.
    this.#tell(chosen);
    const { board, room } = this;
    const { cycle } = room.frame;
    // The last frame of the search that was painted may be far behind its end.
    this.clocks.use(this.machineBefore, cycle / room.runner.original);
    const { depth, root } = room.search;
    const played = await this.#play(chosen.uci[0], chosen);
    // Only the host's own searches are the same again from their first cycle on.
    if (!played || root !== "host" || room.changed) return;
    this.searched = {
      start: board.start,
      moves: board.uci,
      san: this.board.san.at(-1) ?? "",
      depth,
      cycle,
    };
    this.#showButtons();
    const made = this.tree.path.at(-1);
    if (made) made.searched = this.searched;
  }

  /** The machine has finished. @param {Best} event */
  async done(event) {
    if (!event.uci) return;
    const found = this.room.frame.root?.thought;
    if (this.#isMachineSearch()) {
      // A single legal move is played without a search.
      if (found?.uci[0]) await this.#answer(found);
      else {
        element("thought-line").textContent =
          `${this.playing.title} has only one move.`;
        await this.#play(event.uci);
      }
      return;
    }
    const mate = found ? mateOf(found) : null;
    let value = found ? ` (${pawns(found.value)})` : "";
    if (mate) value = ` (mate in ${Math.abs(mate)})`;
    this.room.page.say(
      `${this.hinting ? "Hint" : "Best move"}: ${event.san}${value}`,
      "result",
    );
    this.hinting = false;
  }

  /** The opponent does not answer until a move is made, or Run or "Move now" pressed. */
  pause() {
    this.#forget();
    this.replies = false;
  }

  /** Searches under way are of the past. */
  #forget() {
    this.room.turn++;
    this.hinting = false;
    this.hinted = false;
    if (this.asked) this.opponent.send({ ask: "stop" });
    this.asked = null;
  }

  /**
   * In the opponent's turn, asks for its move. Returns whether
   * more has been begun than the search under way.
   */
  resume() {
    if (this.isOver() || !this.#isOpponents() || this.asked) return false;
    if (!this.replies) this.#time();
    this.replies = true;
    this.hinting = false;
    this.#place();
    if (!this.playing.player && this.room.isSearching()) return false;
    this.#reply();
    return true;
  }

  /** The opponent's time for a move begins. */
  #time() {
    this.began = performance.now();
    this.machineBefore = this.clocks.machine;
  }

  /** The machine's search is for the opponent's move. */
  #isMachineSearch() {
    return (
      this.replies &&
      this.#isOpponents() &&
      !this.playing.player &&
      !this.hinting
    );
  }

  #isThinking() {
    return (
      Boolean(this.asked) ||
      (this.#isMachineSearch() && this.room.isSearching())
    );
  }

  flip() {
    this.flipped = !this.flipped;
    this.ground.toggleOrientation();
    this.#names();
  }

  #isOpponents() {
    const side = select("side").value;
    return side === "both" || side === (this.board.white_to_move ? "w" : "b");
  }

  /** @param {string} from @param {string} to */
  async #moved(from, to) {
    const promotions = this.board.legal.filter(
      (uci) => uci.startsWith(from + to) && uci.length === 5,
    );
    if (!promotions.length) return this.#play(from + to);
    const place = element("promotion");
    this.#placePromotion(place, to);
    this.room.say("Choose the piece.");
    const open = new AbortController();
    const close = () => {
      open.abort();
      place.hidden = true;
      place.replaceChildren();
    };
    const cancel = (/** @type {Event} */ event) => {
      event.stopPropagation();
      close();
      this.#place();
      this.sayTurn();
    };
    const isWhite = this.board.white_to_move;
    const choices = Object.entries(PIECES).map(([letter, name]) => {
      const choice = make("button");
      const image = document.createElement("img");
      image.src =
        pieceUrls().get(isWhite ? letter.toUpperCase() : letter) ?? "";
      image.alt = choice.title = name;
      choice.append(image);
      choice.dataset.letter = letter;
      // The press that has moved the pawn ends on the first piece, and chooses none.
      let isPressed = false;
      choice.onpointerdown = () => (isPressed = true);
      choice.onclick = ({ detail: presses }) => {
        if (presses && !isPressed) return;
        close();
        this.#play(from + to + letter);
      };
      return choice;
    });
    place.append(...choices);
    place.hidden = false;
    choices[0].focus();
    const how = { capture: true, signal: open.signal };
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") cancel(event);
        choices.find(({ dataset }) => dataset.letter === event.key)?.click();
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const at = choices.findIndex((one) => one === document.activeElement);
        choices[(at + step + choices.length) % choices.length].focus();
      },
      how,
    );
    document.addEventListener(
      "pointerdown",
      (event) =>
        event.target instanceof Node &&
        !place.contains(event.target) &&
        cancel(event),
      how,
    );
  }

  /**
   * Puts the choice of a piece on the square where the pawn has come to, and those towards the
   * middle of the board.
   * @param {HTMLElement} place
   * @param {string} to
   */
  #placePromotion(place, to) {
    const file = "abcdefgh".indexOf(to[0]);
    const isTop = (to[1] === "8") !== this.flipped;
    place.style.setProperty("--file", String(this.flipped ? 7 - file : file));
    place.classList.toggle("from-below", !isTop);
  }

  /**
   * Changes the position. Returns whether it is changed.
   * @param {Command} command
   * @param {Outcome | null} [outcome] what the players have made of the game that is shown then
   */
  async #change(command, outcome = null) {
    const { running } = this.room.runner;
    const before = this.outcome;
    this.outcome = outcome;
    this.room.runner.pause();
    this.room.turn++;
    const changing = this.room.ask(command);
    this.changing = changing;
    const { turn } = this.room;
    const events = await changing;
    if (failed(events)) {
      this.outcome = before;
      // A search under way goes on.
      if (running && turn === this.room.turn)
        this.room.isSearching() ? this.room.runner.start() : this.#reply();
      return false;
    }
    this.#forget();
    // A link in the address is of an earlier position.
    if (faces.hasMoment(location.hash.slice(1)))
      history.replaceState(null, "", faces.address());
    return true;
  }

  /** @param {string} text @param {Found} [found] what its player has found */
  async #play(text, found) {
    this.clocks.show();
    if (this.clocks.fallen) {
      this.#place();
      this.sayTurn();
      return false;
    }
    const white = this.board.white_to_move;
    const seconds = (performance.now() - this.turned) / 1000;
    // Moves of both sides that one reader tries out take no time of a game.
    const timed = this.clocks.turn !== null && select("side").value !== "none";
    const isOpponents = this.#isOpponents();
    if (!isOpponents) this.notice = "";
    const thought = element("thought-line").textContent ?? "";
    if (!(await this.#change({ command: "move", text }))) {
      this.#place();
      return false;
    }
    delete this.tags.Result;
    if (this.isRead) this.#playOn();
    if (!isOpponents) {
      session.offer(null);
      session.play();
    }
    const made = this.tree.path.at(-1);
    if (made && isOpponents) made.thought = thought;
    this.#showThought();
    if (made && found) {
      const mate = mateOf(found);
      const value = mate
        ? Math.sign(mate) * (MATE - 2 * Math.abs(mate))
        : found.value;
      made.value = white ? value : -value;
      made.depth = found.depth;
    }
    // The first move has no time: nobody pressed a clock before it.
    if (made && timed) made.seconds = seconds;
    this.turned = performance.now();
    this.#graph();
    this.replies = true;
    this.clocks.start(
      this.board.ending ? null : this.board.white_to_move ? 0 : 1,
    );
    find("pgn", HTMLTextAreaElement).value = this.pgn();
    this.#sound(made?.san ?? "");
    this.#showButtons();
    session.keep(this);
    if (this.board.ending) this.page.onEnd();
    if (!this.ground.playPremove()) await this.#reply();
    return true;
  }

  /** A game of others goes on between the reader and the opponent. */
  #playOn() {
    this.isRead = false;
    for (const tag of OF_PLAYERS) delete this.tags[tag];
    this.clocks.none();
    this.#names();
  }

  /** The sound of a move. @param {string} san */
  #sound(san) {
    if (this.board.ending) sound.play("end");
    else if (this.board.check) sound.play("check");
    else sound.play(san.includes("x") ? "capture" : "move");
  }

  /** Whether the opponent uses the book. */
  #usesBook() {
    const choice = select("book").value;
    return choice === "year" ? this.playing.book : choice === "on";
  }

  /** The book's move in this position, drawn by the game's seed. */
  async #bookMove() {
    if (!this.#usesBook()) return undefined;
    const moves = first(
      await this.room.raw({ command: "book" }),
      "book",
    )?.moves;
    return moves && fromBook(moves, draw(this.seed, this.board.uci.length));
  }

  async #reply() {
    const { turn } = this.room;
    await this.changing;
    if (
      turn !== this.room.turn ||
      this.asked ||
      this.isOver() ||
      !this.replies ||
      !this.#isOpponents()
    )
      return;
    this.#useChosen();
    this.page.clearLines();
    this.#time();
    const opponent = this.playing;
    element("explained").hidden = true;
    const known = await this.#bookMove();
    // Meanwhile the page may have left the game for a link or a tour.
    if (turn !== this.room.turn || !this.replies) return;
    if (known) {
      this.searched = null;
      element("thought-line").textContent =
        `${opponent.title} plays from its opening book.`;
      await this.#play(known);
      return;
    }
    this.room.page.say(`${opponent.title} thinks…`, "turn");
    if (!opponent.player) {
      if (await this.room.think()) this.room.runner.start(this.speed());
      return;
    }
    this.found = [];
    const { depth, elo, seconds } = this.#level();
    /** @type {[string, string][]} */
    const options = [...(opponent.options ?? [])];
    if (opponent.name === "native" && elo)
      options.push(["UCI_LimitStrength", "true"], ["UCI_Elo", String(elo)]);
    if (opponent.player === "belle") options.push(["Pace", "authentic"]);
    const share = this.clocks.share(this.board.white_to_move ? 0 : 1);
    const limits =
      opponent.name === "native"
        ? { seconds: Math.min(seconds ? 10 : 1, share) }
        : opponent.name === "atlas"
          ? { seconds: Math.min(60, share) }
          : seconds
            ? { seconds }
            : { depth };
    const wait = Math.min(this.#patience(), share);
    const position = { fen: this.board.start, moves: this.board.uci };
    this.asked = position;
    this.hurried = false;
    await this.opponent.ready();
    if (this.asked !== position) return;
    this.sent = position;
    await this.opponent.send({
      ask: "go",
      player: opponent.player,
      options,
      ...position,
      ...limits,
      ...(wait < Infinity ? { within: wait } : {}),
    });
  }

  /**
   * Cycles a second of the machine's search for a move:
   * as many as this computer can, or the original's.
   */
  speed() {
    const original = select("patience").value === "original";
    return original ? this.room.runner.original : Infinity;
  }

  /**
   * The speed of a run that goes on: the answer's, or the slider's where nothing is to be answered.
   */
  runSpeed() {
    return this.#isMachineSearch() ? this.speed() : undefined;
  }

  /**
   * Waits until the original would have answered if the reader wants that,
   * unless "Move now" is pressed.
   */
  async #authentic() {
    const asked = this.asked;
    const early = () => {
      const wall = (performance.now() - this.began) / 1000;
      return this.clocks.machine - this.machineBefore - wall;
    };
    while (
      !this.hurried &&
      this.asked === asked &&
      this.speed() < Infinity &&
      early() > 0
    ) {
      this.room.say(
        `${this.playing.title} has its move; the original would answer in ${Math.ceil(early())} s.`,
      );
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(500, 1000 * early())),
      );
    }
  }

  /** News of the player. @param {PlayerEvent} event */
  async #news(event) {
    if (event.event === "fault") {
      if (this.sent === this.asked) this.asked = null;
      return this.room.say(event.message, true);
    }
    if (event.event === "explained") {
      element("explained-text").textContent = event.text;
      element("explained").hidden = false;
      return;
    }
    if (!this.asked || this.sent !== this.asked) return;
    if (event.event === "report") {
      const { depth, value, mate, line, uci } = event;
      this.page.addLine({ depth, value, mate, line, uci, cycle: 0 });
      this.think({ depth, value, mate, line, uci });
      if (event.machine_seconds)
        this.clocks.use(this.machineBefore, event.machine_seconds);
      if (event.uci[0] && this.#showsThought())
        this.#draw([arrow(event.uci[0], "green")]);
    }
    if (event.event !== "best") return;
    const position = this.asked;
    await this.#authentic();
    if (this.asked !== position) return;
    const explain = this.playing.name === "atlas";
    this.asked = null;
    this.searched = null;
    this.#play(event.uci, this.found.at(-1));
    if (explain) this.opponent.explain(position);
  }

  /** The best move so far, now; without a search in the opponent's turn, its move. */
  async moveNow() {
    if (this.asked) {
      // A move that is only held back is played now, too.
      this.hurried = true;
      await this.opponent.send({ ask: "stop" });
      return;
    }
    const turns = !this.isOver() && this.#isOpponents();
    const found = this.room.frame.root?.thought;
    if (found?.uci[0] && this.#isMachineSearch()) await this.#answer(found);
    else if (found?.uci[0] && (this.room.isSearching() || turns))
      await this.#play(found.uci[0], found);
    else if (turns) {
      this.replies = true;
      await this.#reply();
    }
  }

  async #hint() {
    if (this.isOver()) return;
    this.room.runner.pause();
    if (!(await this.room.think({ depth: HINT_DEPTH }))) return;
    this.hinting = true;
    this.hinted = true;
    this.room.runner.start(Infinity);
  }

  async #takeBack() {
    const keep = Math.max(
      0,
      this.board.uci.length -
        (this.#isOpponents() || select("side").value === "none" ? 1 : 2),
    );
    this.tree.withdraw(keep);
    await this.#replace(this.board.start, this.board.uci.slice(0, keep));
  }

  /** @param {boolean} white */
  #flag(white) {
    this.#end({
      ending: `${white ? "White" : "Black"}'s time is over`,
      result: white ? "0-1" : "1-0",
    });
  }

  /** Looks at another move of the game, which stays as it has ended. @param {string[]} moves */
  #look(moves) {
    return this.#replace(this.board.start, moves, false, this.outcome);
  }

  /**
   * @param {string | null} fen
   * @param {string[]} moves
   * @param {boolean} [replies]
   * @param {Outcome | null} [outcome]
   */
  async #replace(fen, moves, replies = false, outcome = null) {
    if (!(await this.#change({ command: "position", fen, moves }, outcome)))
      return false;
    this.clocks.start(null);
    this.page.clearLines();
    this.replies = replies;
    this.searched = this.tree.path.at(-1)?.searched ?? null;
    this.#showButtons();
    return true;
  }

  /** Begins at a position. @param {string} fen */
  async #readFen(fen) {
    const back = session.before(this);
    if (!(await this.#begin(fen))) return;
    session.stay();
    session.offer(back);
    this.clocks.reset();
    session.keep(this);
    await this.#reply();
    const given = fen.trim().split(/\s+/).length;
    const missing = [
      "",
      "White to move",
      "no castling",
      "no en passant",
      "no half-moves since a capture or pawn move",
      "move 1",
    ].slice(given);
    if (fen.trim() && missing.length)
      this.room.say(
        `FEN: expected 6 fields, got ${given}. Assumed: ${missing.join(", ")}.`,
      );
  }

  /**
   * Opens a game of others: under their names, with the clocks that it has.
   * Returns whether it could be read.
   * @param {string} text
   */
  async open(text) {
    const back = session.before(this);
    if (!(await this.read(text))) return false;
    session.stay();
    session.offer(back);
    this.isRead = true;
    this.clocks.none();
    this.#names();
    this.set(this.board, false);
    session.keep(this);
    return true;
  }

  /**
   * What is wrong with a game, in a sentence; nothing if it can be read whole.
   * @param {string} text
   */
  async faultOf(text) {
    try {
      const { tags, moves } = pgn.read(text);
      const words = moves.map(({ move }) => move);
      return await this.room.faultOf(tags.FEN ?? this.initial, words);
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  /**
   * Takes over a game with its variations. Returns whether it could be read.
   * @param {string} text
   */
  async read(text) {
    try {
      const { tags, moves, variations, leftOut } = pgn.read(text);
      const fen = tags.FEN ?? this.initial;
      const lines = [moves, ...variations];
      const words = (/** @type {pgn.Written[]} */ line) =>
        line.map(({ move }) => move);
      // All lines are checked before the game is changed;
      // what follows a fault in one of them is left out.
      const faults = [];
      for (const line of lines) {
        const fault = await this.#cutAtFault(fen, line);
        if (fault) faults.push(fault);
      }
      if (faults.length && !moves.length) throw new Error(`PGN: ${faults[0]}`);
      if (!(await this.#begin(fen))) return false;
      this.tags = tags;
      // The main line first, so that it is the first branch;
      // then each variation beside it; then back.
      for (const line of variations.length ? [...lines, moves] : lines) {
        if (!(await this.#replace(fen, words(line)))) return false;
        line.forEach(({ move, ...written }, index) =>
          Object.assign(this.tree.path[index], written),
        );
      }
      this.set(this.board);
      if (faults.length)
        this.room.say(`PGN: ${faults[0]}. What comes before it is read.`, true);
      else if (leftOut.length) this.room.say(`PGN: ${leftOut[0]}.`, true);
      return true;
    } catch (error) {
      this.room.say(/** @type {Error} */ (error).message, true);
      return false;
    }
  }

  /**
   * Cuts a line before its first move that cannot be played; returns what is wrong with it.
   * @param {string} fen
   * @param {pgn.Written[]} line
   */
  async #cutAtFault(fen, line) {
    const moves = line.map(({ move }) => move);
    const { count, fault } = await this.room.playable(fen, moves);
    line.length = count;
    return fault;
  }

  /**
   * Goes on with a game that was kept.
   * @param {Pick<Kept, "moves" | "replies" | "clock" | "outcome" | "seed"> & Partial<Kept>} kept
   */
  async resumeAt({ moves, replies, clock, outcome, seed, ...kept }) {
    const { searches = [], thoughts = [], isRead = false } = kept;
    this.isRead = isRead;
    // The players of one's own game are those chosen.
    if (!isRead) for (const tag of OF_PLAYERS) delete this.tags[tag];
    this.#useChosen();
    await this.#replace(this.board.start, moves, replies);
    this.seed = seed;
    this.outcome = outcome;
    for (const [index, node] of this.tree.path.entries()) {
      Object.assign(node, thoughts[index]);
      const searched = searches[index];
      if (searched) node.searched = searched;
    }
    this.searched = this.tree.path.at(-1)?.searched ?? null;
    this.#graph();
    this.clocks.restore(clock);
    this.set(this.board);
    await this.#reply();
  }

  /** Values found during the game, White's above the middle. */
  #graph() {
    const place = find("graph", SVGSVGElement);
    const { path } = this.tree;
    const points = path.flatMap((node, index) =>
      node.value === undefined ? [] : [[index + 1, node.value]],
    );
    place.classList.toggle("empty", points.length < 2);
    for (const id of ["scale", "scale-name"])
      element(id).hidden = points.length < 2;
    place.setAttribute("aria-label", "Values of the game");
    if (points.length < 2) return place.replaceChildren();
    const x = (/** @type {number} */ ply) =>
      (ply / Math.max(path.length, 10)) * 300;
    // Half the height is four pawns; what is beyond is squeezed.
    const y = (/** @type {number} */ value) => 24 - 22 * Math.tanh(value / 730);
    const line = points
      .map(([ply, value]) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`)
      .join(" ");
    place.replaceChildren(
      ...SCALE.map((value) =>
        svg("line", {
          x1: 0,
          y1: y(value),
          x2: 300,
          y2: y(value),
          class: "zero",
        }),
      ),
      svg("polygon", {
        points: `${x(points[0][0])},24 ${line} ${x(points[points.length - 1][0])},24`,
        class: "area",
      }),
      svg("polyline", { points: line, class: "curve" }),
    );
    place.setAttribute(
      "aria-label",
      `Values of the game: last ${score(points[points.length - 1][1])} for White`,
    );
  }
}
