// @ts-check
/** @file The game: chessboard, opponents, replies, hint, clocks, FEN and PGN. */
/** @import { Arrow } from "./vendor/chessground-10.4.1/chessground.min.js" */
/** @import { Board, Command, Frame } from "./protocol.js" */
/** @import { Room } from "./room.js" */
/** @import { Best } from "./room.js" */
/** @import { Line } from "./caption.js" */
/** @import { ClockState } from "./clocks.js" */
/** @import { Asked, News } from "./opponent.js" */

import { Clocks } from "./clocks.js";
import * as faces from "./faces.js";
import {
  element,
  find,
  input,
  make,
  pawns,
  save,
  score,
  select,
  svg,
} from "./format.js";
import { MoveTree } from "./movetree.js";
import { openingName } from "./openings.js";
import { OPPONENTS, Opponent } from "./opponent.js";
import * as pgn from "./pgn.js";
import { Chessground } from "./vendor/chessground-10.4.1/chessground.min.js";
import { failed } from "./transport.js";

const PIECES = { q: "queen", r: "rook", b: "bishop", n: "knight" };
/** A level: plies of the machine, Elo of the present-day engine, seconds of the machine's own time; 0 for none. @typedef {{name: string, depth: number, elo: number, seconds: number}} Level */
/** @type {Level[]} */
const LEVELS = [
  { name: "1: one ply", depth: 1, elo: 1400, seconds: 0 },
  { name: "2: two plies", depth: 2, elo: 1550, seconds: 0 },
  { name: "3: three plies", depth: 3, elo: 1700, seconds: 0 },
  { name: "4: four plies", depth: 4, elo: 1850, seconds: 0 },
  { name: "5: five plies", depth: 5, elo: 2000, seconds: 0 },
  { name: "6: six plies", depth: 6, elo: 2200, seconds: 0 },
  { name: "7: seven plies", depth: 7, elo: 2500, seconds: 0 },
  { name: "8: tournament, 3 min of its time", depth: 48, elo: 0, seconds: 180 },
];
const HINT_DEPTH = 4;
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
 * What a game does with the page.
 * @typedef {object} GamePage
 * @property {() => void} flip turns both boards
 * @property {(year: string) => void} setYear
 * @property {(line: Line) => void} addLine
 * @property {() => void} clearLines
 */

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
    /** The opponent answers moves. Off in a position of a link or of an earlier move, until a move, Run or "Move now". */
    this.replies = true;
    this.flipped = false;
    /** The last change of the position. @type {Promise<unknown>} */
    this.changing = Promise.resolve();
    /** Tags of the game that was read. @type {Record<string, string>} */
    this.tags = {};
    /** The search under way is for a hint. */
    this.hinting = false;
    /** Position for which the server's player is asked. @type {Asked | null} */
    this.asked = null;
    /** The last position that it has got. @type {Asked | null} */
    this.sent = null;
    /** Its move, while it is held back. */
    this.answer = "";
    /** Its value of its move. @type {number | undefined} */
    this.value = undefined;
    /** Time at which the opponent's time for a move began, and the machine's seconds then. */
    this.began = 0;
    this.machineBefore = 0;
    /** It has been said that the search is slow. */
    this.announced = false;
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
    this.tree = new MoveTree((moves) => this.#replace(this.board.start, moves));
    this.clocks = new Clocks((white) => this.#flag(white));
    this.opponent = new Opponent((event) => this.#news(event));
  }

  /** Fills the lists and wires the buttons. */
  wire() {
    for (const one of OPPONENTS) {
      const option = new Option(one.title, one.name);
      option.title = one.help;
      option.disabled = Boolean(one.player) && !Opponent.isThere();
      if (option.disabled) option.textContent += " (needs belle room)";
      element("opponent").append(option);
    }
    LEVELS.forEach(({ name }, index) =>
      element("level").append(
        new Option(name, String(index), index === 4, index === 4),
      ),
    );
    element("opponent").onchange = () => {
      const { title, help } = this.#chosen();
      if (this.#isThinking())
        return this.room.say(
          `${this.playing.title} still makes this move; ${title} plays from the next one.`,
        );
      this.#useChosen();
      this.room.say(`${title}: ${help}.`);
    };
    element("new").onclick = () => this.start();
    element("back").onclick = () => this.#takeBack();
    element("hint").onclick = () => this.#hint();
    element("move-now").onclick = () => this.moveNow();
    element("side").onchange = () => {
      if (this.#isThinking()) this.room.runner.pause();
      this.#forget();
      this.#names();
      if (!this.board.uci.length) this.#turnBoard();
      this.replies = true;
      this.#reply();
    };
    element("control").onchange = () => {
      if (!this.board.uci.length) return this.clocks.reset();
      this.room.say("The clock chosen is that of the next new game.");
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
    element("fen-set").onclick = () => this.#readFen(input("fen").value);
    element("pgn-set").onclick = () =>
      this.read(find("pgn", HTMLTextAreaElement).value);
    element("pgn-save").onclick = () =>
      save(this.pgn(), "application/x-chess-pgn", "belle-room.pgn");
    this.#useChosen();
  }

  /** A new game from the initial position. */
  async start() {
    this.#turnBoard();
    if (!(await this.#begin(null))) return;
    this.clocks.reset();
    await this.#reply();
  }

  /** Begins a game at a position. @param {string | null} fen */
  async #begin(fen) {
    if (!(await this.#replace(fen, [], true))) return false;
    // After the change: a move under way was still of the old game.
    this.tree.clear(this.board.start);
    this.tags = {};
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
    return this.#level().depth;
  }

  #level() {
    return LEVELS[Number(select("level").value)];
  }

  /** The color that the machine plays, 0 White, 1 Black, or neither. */
  #machineSide() {
    const side = select("side").value;
    return side === "w" ? 0 : side === "b" ? 1 : null;
  }

  #names() {
    const side = select("side").value;
    const { title } = this.playing;
    const name = (/** @type {boolean} */ white) =>
      side === "both" || side === (white ? "w" : "b")
        ? title
        : side === "none"
          ? white
            ? "White"
            : "Black"
          : "You";
    element("name-bottom").textContent = name(!this.flipped);
    element("name-top").textContent = name(this.flipped);
    this.clocks.flipped = this.flipped;
    this.clocks.machineSide = this.#machineSide();
    this.clocks.year = this.playing.year ?? this.playing.name;
    this.clocks.show();
  }

  /** The game with its variations. */
  pgn() {
    const side = select("side").value;
    const name = (/** @type {string} */ color) =>
      side === "both" || side === color ? this.playing.title : "Guest";
    const [white, black] = [name("w"), name("b")];
    return pgn.write(this.board, this.tree.pgn(), [white, black], this.tags);
  }

  /** Shows a game. @param {Board} board @param {boolean} [tell] say who is to move */
  set(board, tell = true) {
    this.board = board;
    this.tree.follow(board);
    this.#place();
    this.tree.show();
    this.#graph();
    input("fen").value = board.fen;
    find("pgn", HTMLTextAreaElement).value = this.pgn();
    const who = board.white_to_move ? "White" : "Black";
    const made = board.san.length
      ? `${board.white_to_move ? "Black" : "White"} has played ${board.san.at(-1)}. `
      : "";
    if (tell)
      this.room.say(
        board.ending
          ? `${board.ending} (${board.result})`
          : `${made}${who} to move${board.check ? ", in check" : ""}`,
      );
    this.place.setAttribute("aria-label", pieces(board.fen));
    openingName(board.start === this.initial ? board.san : []).then(
      (name) =>
        (element("opening").textContent = element("opening").title = name),
    );
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
    this.ground.set({
      fen: board.fen,
      turnColor: color,
      check: board.check,
      lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : undefined,
      movable: { color: this.replies ? own : color, dests, free: false },
    });
    this.ground.setAutoShapes([]);
  }

  /** The board of another ply, until the next frame. @param {string} fen */
  showPosition(fen) {
    this.ground.setAutoShapes([]);
    this.ground.set({ fen, movable: { color: undefined } });
    this.elsewhere = true;
  }

  /** Arrows for the search: its path, or the best move. @param {Frame} frame @param {boolean} quick */
  show(frame, quick) {
    if (this.elsewhere) {
      this.elsewhere = false;
      this.#place();
    }
    /** @type {Arrow[]} */
    const shapes = [];
    const best = frame.root?.thought;
    if (frame.searching) {
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
    this.ground.setAutoShapes(shapes);
    if (this.#isMachineSearch() && frame.searching && !frame.over)
      this.#watchTime(frame);
  }

  /** Ends the machine's search when its time for the move is over. @param {Frame} frame */
  #watchTime(frame) {
    const seconds = frame.cycle / this.room.runner.original;
    this.clocks.machine = this.machineBefore + seconds;
    const limit = this.#level().seconds;
    const wall = (performance.now() - this.began) / 1000;
    if (!this.announced && !this.room.runner.full && wall > 3) {
      this.announced = true;
      this.room.say(
        `${this.playing.title} searches slowly, to be watched. Press full for its answer, or Move now for the best move so far.`,
      );
    }
    const over =
      (limit && seconds >= limit) ||
      wall >= this.clocks.share(this.board.white_to_move ? 0 : 1);
    if (over && frame.root?.thought?.uci[0] && this.room.runner.running)
      this.moveNow();
  }

  /** The machine has finished. @param {Best} event */
  async done(event) {
    if (!event.uci) return;
    const found = this.room.frame.root?.thought;
    if (this.#isMachineSearch()) {
      await this.#play(event.uci, found?.value);
      return;
    }
    const value = found
      ? ` (${found.mate ? `mate in ${Math.abs(found.mate)}` : pawns(found.value)})`
      : "";
    this.room.say(
      `${this.hinting ? "Hint" : "Best move"}: ${event.san}${value}`,
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
    if (this.asked) this.opponent.send({ ask: "stop" });
    this.asked = null;
    this.answer = "";
  }

  /** In the opponent's turn, asks for its move. Returns whether more has been begun than the search under way. */
  resume() {
    if (this.board.ending || !this.#isOpponents() || this.asked) return false;
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
    this.announced = false;
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
    };
    const choices = Object.entries(PIECES).map(([letter, name]) => {
      const choice = make("button", name);
      choice.onclick = () => {
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
      (event) => event.key === "Escape" && cancel(event),
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

  /** Changes the position. Returns whether it is changed. @param {Command} command */
  async #change(command) {
    const { running } = this.room.runner;
    this.room.runner.pause();
    this.room.turn++;
    const changing = this.room.ask(command);
    this.changing = changing;
    const { turn } = this.room;
    const events = await changing;
    if (failed(events)) {
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

  /** @param {string} text @param {number} [value] what the player of the move gives it */
  async #play(text, value) {
    const white = this.board.white_to_move;
    if (!(await this.#change({ command: "move", text }))) {
      this.#place();
      return false;
    }
    delete this.tags.Result;
    find("pgn", HTMLTextAreaElement).value = this.pgn();
    const made = this.tree.path.at(-1);
    if (made && value !== undefined) made.value = white ? value : -value;
    this.#graph();
    this.replies = true;
    this.clocks.start(
      this.board.ending ? null : this.board.white_to_move ? 0 : 1,
    );
    if (!this.ground.playPremove()) await this.#reply();
    return true;
  }

  async #reply() {
    const { turn } = this.room;
    await this.changing;
    if (
      turn !== this.room.turn ||
      this.asked ||
      this.board.ending ||
      !this.replies ||
      !this.#isOpponents()
    )
      return;
    this.#useChosen();
    this.page.clearLines();
    this.#time();
    const opponent = this.playing;
    element("explained").hidden = true;
    if (!opponent.player) {
      if (await this.room.think()) this.room.runner.start();
      return;
    }
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
    const position = { fen: this.board.start, moves: this.board.uci };
    this.asked = position;
    this.value = undefined;
    this.room.say(`${opponent.title} thinks…`);
    await this.opponent.ready();
    if (this.asked !== position) return;
    this.sent = position;
    await this.opponent.send({
      ask: "go",
      player: opponent.player,
      options,
      ...position,
      ...limits,
    });
  }

  /** Waits until the original would have answered, unless all runs at full speed or "Move now" is pressed. @param {string} uci */
  async #authentic(uci) {
    const asked = this.asked;
    this.answer = uci;
    const early = () => {
      const pace = Math.max(
        1,
        this.room.runner.speed / this.room.runner.original,
      );
      const wall = (performance.now() - this.began) / 1000;
      return (this.clocks.machine - this.machineBefore) / pace - wall;
    };
    while (
      this.answer &&
      this.asked === asked &&
      !this.room.runner.full &&
      early() > 0
    ) {
      this.room.say(
        `${this.playing.title} has its move; the original would answer in ${Math.ceil(early())} s.`,
      );
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(500, 1000 * early())),
      );
    }
    this.answer = "";
  }

  /** News of the server's player. @param {News} event */
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
      this.page.addLine({
        depth: event.depth,
        value: event.value,
        mate: event.mate,
        line: event.line,
        uci: event.uci,
        cycle: 0,
      });
      this.value = event.mate
        ? Math.sign(event.mate) * (MATE - 2 * Math.abs(event.mate))
        : event.value;
      if (event.machine_seconds)
        this.clocks.machine = this.machineBefore + event.machine_seconds;
      if (event.uci[0])
        this.ground.setAutoShapes([arrow(event.uci[0], "green")]);
    }
    if (event.event !== "best") return;
    const position = this.asked;
    await this.#authentic(event.uci);
    if (this.asked !== position) return;
    const explain = this.playing.name === "atlas";
    this.asked = null;
    this.#play(event.uci, this.value);
    if (explain) this.opponent.explain(position);
  }

  /** The best move so far, now; without a search in the opponent's turn, its move. */
  async moveNow() {
    if (this.asked) {
      // A move that is only held back is played now.
      if (this.answer) this.answer = "";
      else await this.opponent.send({ ask: "stop" });
      return;
    }
    const turns = !this.board.ending && this.#isOpponents();
    const found = this.room.frame.root?.thought;
    if (found?.uci[0] && (this.room.isSearching() || turns))
      await this.#play(found.uci[0], found.value);
    else if (turns) {
      this.replies = true;
      await this.#reply();
    } else
      this.room.say(
        "Move now needs a search with a best move: press Run and let it run a little.",
      );
  }

  async #hint() {
    if (this.board.ending) return;
    if (this.replies && this.#isOpponents())
      return this.room.say(
        `It is the turn of ${this.playing.title}: Run or Move now gives its move.`,
      );
    this.room.runner.pause();
    if (!(await this.room.think({ depth: HINT_DEPTH }))) return;
    this.hinting = true;
    this.room.runner.start(true);
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
    this.room.runner.pause();
    this.pause();
    this.room.say(
      `${white ? "White" : "Black"}'s time is over: ${white ? "0-1" : "1-0"}. You may play on.`,
    );
  }

  /** @param {string | null} fen @param {string[]} moves @param {boolean} [replies] */
  async #replace(fen, moves, replies = false) {
    if (!(await this.#change({ command: "position", fen, moves })))
      return false;
    this.clocks.start(null);
    this.page.clearLines();
    this.replies = replies;
    return true;
  }

  /** Begins at a position. @param {string} fen */
  async #readFen(fen) {
    if (!(await this.#begin(fen))) return;
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

  /** Takes over a game with its variations. @param {string} text */
  async read(text) {
    try {
      const { tags, moves, variations } = pgn.read(text);
      const fen = tags.FEN ?? this.initial;
      const lines = [moves, ...variations];
      const words = (/** @type {pgn.Written[]} */ line) =>
        line.map(({ move }) => move);
      // All lines are checked before the game is changed.
      for (const line of lines) {
        const [found] = await this.room.raw({
          command: "lookup",
          fen,
          moves: words(line),
        });
        if (found.event === "fault") throw new Error(`PGN: ${found.message}`);
      }
      if (!(await this.#begin(fen))) return;
      this.tags = tags;
      // The main line first, so that it is the first branch; then each variation beside it; then back.
      for (const line of variations.length ? [...lines, moves] : lines) {
        if (!(await this.#replace(fen, words(line)))) return;
        line.forEach(({ before, comment, glyphs }, index) =>
          Object.assign(this.tree.path[index], { before, comment, glyphs }),
        );
      }
      this.set(this.board);
    } catch (error) {
      this.room.say(/** @type {Error} */ (error).message, true);
    }
  }

  /** Goes on with a game that was kept. @param {string[]} moves @param {(number | null)[]} values @param {boolean} replies @param {ClockState} clock */
  async resumeAt(moves, values, replies, clock) {
    this.#useChosen();
    await this.#replace(this.board.start, moves, replies);
    this.tree.line.forEach(
      (node, index) => (node.value = values[index] ?? undefined),
    );
    this.#graph();
    this.clocks.restore(clock);
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
    place.setAttribute("aria-label", "Values of the game");
    if (points.length < 2) return place.replaceChildren();
    const x = (/** @type {number} */ ply) =>
      (ply / Math.max(path.length, 10)) * 300;
    const y = (/** @type {number} */ value) => 24 - 22 * Math.tanh(value / 400);
    const line = points
      .map(([ply, value]) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`)
      .join(" ");
    place.replaceChildren(
      svg("line", { x1: 0, y1: 24, x2: 300, y2: 24, class: "zero" }),
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
