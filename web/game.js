// @ts-check
/** @file The game: chessboard, opponents, replies, hint, clocks, FEN and PGN. */

import { Clocks } from "./clocks.js";
import { element, make, pawns, save, svg } from "./format.js";
import { MoveTree } from "./movetree.js";
import { openingName } from "./openings.js";
import { OPPONENTS, Opponent } from "./opponent.js";
import * as pgn from "./pgn.js";
import { Chessground } from "./vendor/chessground-10.4.1/chessground.min.js";

const PIECES = { q: "queen", r: "rook", b: "bishop", n: "knight" };
/** Levels: name, plies of the machine, Elo of the present-day engine, seconds of the machine's own time. @type {[string, number, number, number][]} */
const LEVELS = [
  ["1: one ply", 1, 1400, 0], ["2: two plies", 2, 1550, 0], ["3: three plies", 3, 1700, 0], ["4: four plies", 4, 1850, 0],
  ["5: five plies", 5, 2000, 0], ["6: six plies", 6, 2200, 0], ["7: seven plies", 7, 2500, 0], ["8: tournament, 3 min of its time", 48, 0, 180],
];
const HINT_DEPTH = 4;

/** The pieces of a position in words. @param {string} fen */
function pieces(fen) {
  /** @type {Record<string, string[]>} */
  const sides = { White: [], Black: [] };
  fen.split(" ")[0].split("/").forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) file += Number(letter);
      else sides[letter === letter.toUpperCase() ? "White" : "Black"].push(letter.toUpperCase().replace("P", "") + "abcdefgh"[file++] + (8 - row));
    }
  });
  return `Chessboard. ${Object.entries(sides).map(([side, list]) => `${side}: ${list.sort().reverse().join(", ")}`).join(". ")}`;
}

/** A game against an opponent. */
export class Game {
  /** @param {HTMLElement} place @param {any} room */
  constructor(place, room) {
    this.room = room;
    this.place = place;
    this.initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /** @type {any} */
    this.board = { start: this.initial, uci: [], san: [], legal: [], white_to_move: true };
    /** The opponent answers moves; off after a link. */
    this.replies = true;
    this.flipped = false;
    /** What the search under way is for: an answer, a hint, or nothing of the game. */
    this.purpose = "";
    this.ground = Chessground(place, {
      animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180 },
      movable: { free: false, events: { after: (/** @type {string} */ from, /** @type {string} */ to) => this.#moved(from, to) } },
      premovable: { enabled: true },
      drawable: { enabled: true },
    });
    this.tree = new MoveTree((moves) => this.#replace(this.board.start, moves, false));
    this.clocks = new Clocks((white) => this.#flag(white));
    this.opponent = new Opponent((event) => this.#news(event));
  }

  /** @param {any} runner */
  wire(runner) {
    this.runner = runner;
    for (const one of OPPONENTS) {
      const option = new Option(one.title, one.name);
      option.title = one.help;
      option.disabled = Boolean(one.player) && !Opponent.isThere();
      if (option.disabled) option.textContent += " (needs belle room)";
      element("opponent").append(option);
    }
    LEVELS.forEach(([name], index) => element("level").append(new Option(name, String(index), index === 4, index === 4)));
    element("opponent").onchange = () => {
      this.room.setYear(this.chosen().year ?? "1980");
      this.room.say(`${this.chosen().title}: ${this.chosen().help}.`);
      this.#names();
    };
    element("new").onclick = () => this.start();
    element("back").onclick = () => this.#takeBack();
    element("hint").onclick = () => this.#hint();
    element("move-now").onclick = () => this.moveNow();
    element("side").onchange = () => {
      this.replies = true;
      this.#names();
      this.#reply();
    };
    element("move-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = element("move-text").value.trim();
      if (text) this.#play(text).then((played) => played && (element("move-text").value = ""));
    };
    element("go-first").onclick = () => this.tree.go(0);
    element("go-before").onclick = () => this.tree.go(this.tree.path.length - 1);
    element("go-after").onclick = () => this.tree.go(this.tree.path.length + 1);
    element("go-last").onclick = () => this.tree.go(this.tree.line.length);
    element("fen-set").onclick = async () => (await this.#replace(element("fen").value, [])) && this.#reply();
    element("pgn-set").onclick = () => this.#read(element("pgn").value);
    element("pgn-save").onclick = () => save(this.#pgn(), "application/x-chess-pgn", "belle-room.pgn");
    this.#names();
  }

  /** A new game from the initial position. */
  start() {
    this.tree.clear(this.initial);
    this.clocks.reset();
    return this.#replace(undefined, []);
  }

  /** The opponent chosen. */
  chosen() {
    return OPPONENTS.find((one) => one.name === element("opponent").value) ?? OPPONENTS[0];
  }

  /** Plies of the machine at the chosen level. */
  depth() {
    return LEVELS[Number(element("level").value)][1];
  }

  /** The color that the machine plays, 0 White, 1 Black, or neither. */
  #machineSide() {
    return { w: 0, b: 1 }[element("side").value] ?? null;
  }

  #names() {
    const side = element("side").value;
    const title = this.chosen().title;
    const name = (/** @type {boolean} */ white) => (side === "both" || side === (white ? "w" : "b") ? title : side === "none" ? (white ? "White" : "Black") : "You");
    element("name-bottom").textContent = name(!this.flipped);
    element("name-top").textContent = name(this.flipped);
    this.clocks.flipped = this.flipped;
    this.clocks.machineSide = this.#machineSide();
    this.clocks.year = this.chosen().year ?? this.chosen().name;
    this.clocks.show();
  }

  #pgn() {
    const side = element("side").value;
    const names = { w: ["Belle", "Guest"], b: ["Guest", "Belle"], both: ["Belle", "Belle"], none: ["Guest", "Guest"] };
    const [white, black] = names[/** @type {"w"} */ (side)].map((name) => (name === "Belle" ? this.chosen().title : name));
    return pgn.write(this.board, this.tree.pgn(), [white, black]);
  }

  /** Shows a game. @param {any} board @param {boolean} [tell] say who is to move */
  set(board, tell = true) {
    this.board = board;
    this.tree.follow(board);
    const color = board.white_to_move ? "white" : "black";
    const dests = new Map();
    for (const uci of board.legal) dests.set(uci.slice(0, 2), [...(dests.get(uci.slice(0, 2)) ?? []), uci.slice(2, 4)]);
    const last = board.uci.at(-1);
    const side = element("side").value;
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
    this.tree.show();
    this.#graph();
    element("fen").value = board.fen;
    element("pgn").value = this.#pgn();
    const who = board.white_to_move ? "White" : "Black";
    const made = board.san.length ? `${board.white_to_move ? "Black" : "White"} has played ${board.san.at(-1)}. ` : "";
    if (tell) this.room.say(board.ending ? `${board.ending} (${board.result})` : `${made}${who} to move${board.check ? ", in check" : ""}`);
    this.place.setAttribute("aria-label", pieces(board.fen));
    openingName(board.start === this.initial ? board.san : []).then((name) => (element("opening").textContent = name));
  }

  /** The board of another ply, until the next frame. @param {string} fen */
  showPosition(fen) {
    this.ground.setAutoShapes([]);
    this.ground.set({ fen, movable: { color: undefined } });
    this.elsewhere = true;
  }

  /** Arrows for the search: its path, or the best move. @param {any} frame @param {boolean} quick */
  show(frame, quick) {
    if (this.elsewhere) {
      this.elsewhere = false;
      this.set(this.board, false);
    }
    const arrow = (/** @type {string} */ uci, /** @type {string} */ brush) => ({ orig: uci.slice(0, 2), dest: uci.slice(2, 4), brush });
    const shapes = [];
    /** The best move found so far. */
    this.best = frame.root?.thought;
    if (frame.searching) {
      if (this.best?.uci[0]) shapes.push(arrow(this.best.uci[0], "green"));
      if (!frame.over) {
        const path = frame.stack.map((/** @type {any} */ one) => one.uci).filter(Boolean);
        path.slice(0, quick ? 1 : 4).forEach((/** @type {string} */ uci, /** @type {number} */ ply) => shapes.push(arrow(uci, ply === 0 ? "yellow" : "paleBlue")));
      }
    }
    this.ground.setAutoShapes(shapes);
    if (this.purpose === "reply" && frame.searching && !frame.over) this.#watchTime(frame);
  }

  /** Ends the machine's search when its time for the move is over. @param {any} frame */
  #watchTime(frame) {
    const seconds = frame.cycle / this.room.speedOfYear();
    this.clocks.machine = this.machineBefore + seconds;
    const limit = LEVELS[Number(element("level").value)][3];
    const wall = (performance.now() - this.began) / 1000;
    if (!this.announced && !this.runner.full && wall > 3) {
      this.announced = true;
      this.room.say(`${this.chosen().title} searches slowly, to be watched. Press full for its answer, or Move now for the best move so far.`);
    }
    const over = (limit && seconds >= limit) || wall >= this.clocks.share(this.board.white_to_move ? 0 : 1);
    if (over && this.best?.uci[0] && this.runner.running) this.moveNow();
  }

  /** The machine has finished. @param {{uci: string | null, san: string | null}} event */
  async done(event) {
    const { purpose } = this;
    this.purpose = "";
    if (!event.uci) return;
    if (purpose === "reply" && this.replies && this.#isMachines()) {
      await this.#play(event.uci);
      return;
    }
    const found = this.room.frame.root?.thought;
    const value = found ? ` (${found.mate ? `mate in ${Math.abs(found.mate)}` : pawns(found.value)})` : "";
    this.room.say(`${purpose === "hint" ? "Hint" : "Best move"}: ${event.san}${value}`);
  }

  /** The opponent does not answer until a move is made. */
  pause() {
    this.replies = false;
    this.purpose = "";
  }

  flip() {
    this.flipped = !this.flipped;
    this.ground.toggleOrientation();
    this.#names();
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
    const thought = this.purpose === "reply" ? this.best : null;
    const white = this.board.white_to_move;
    this.purpose = "";
    const events = await this.room.ask({ command: "move", text });
    if (events.some((/** @type {any} */ event) => event.event === "fault")) {
      this.ground.set({ fen: this.board.fen });
      return false;
    }
    const made = this.tree.path.at(-1);
    if (made && (thought || this.value !== undefined)) made.value = thought ? (white ? thought.value : -thought.value) : this.value;
    this.value = undefined;
    this.#graph();
    this.replies = true;
    this.clocks.start(this.board.ending ? null : this.board.white_to_move ? 0 : 1);
    if (!this.ground.playPremove()) await this.#reply();
    return true;
  }

  async #reply() {
    if (this.board.ending || !this.replies || !this.#isMachines() || this.clocks.fallen) return;
    this.purpose = "reply";
    this.announced = false;
    this.began = performance.now();
    this.machineBefore = this.clocks.machine;
    const opponent = this.chosen();
    element("explained").hidden = true;
    if (!opponent.player) {
      if (await this.room.think()) this.runner.start();
      return;
    }
    const [, depth, elo, seconds] = LEVELS[Number(element("level").value)];
    const options = [...(opponent.options ?? [])];
    if (opponent.name === "native" && elo) options.push(["UCI_LimitStrength", "true"], ["UCI_Elo", String(elo)]);
    if (opponent.player === "belle") options.push(["Pace", "authentic"]);
    const share = this.clocks.share(this.board.white_to_move ? 0 : 1);
    const limits = opponent.name === "native" ? { seconds: Math.min(seconds ? 10 : 1, share) } : opponent.name === "atlas" ? { seconds: Math.min(60, share) } : seconds ? { seconds } : { depth };
    this.asked = { fen: this.board.start, moves: this.board.uci };
    this.room.say(`${opponent.title} thinks…`);
    await this.opponent.send({ ask: "go", player: opponent.player, options, ...this.asked, ...limits });
  }

  /** Waits until the original would have answered, unless all runs at full speed or "Move now" is pressed. @param {string} uci */
  async #authentic(uci) {
    const asked = this.asked;
    this.answer = uci;
    const early = () => {
      const pace = Math.max(1, this.runner.speed / this.runner.original);
      const wall = (performance.now() - this.began) / 1000;
      return (this.clocks.machine - this.machineBefore) / pace - wall;
    };
    while (this.answer && this.purpose === "reply" && this.asked === asked && !this.runner.full && early() > 0) {
      this.room.say(`${this.chosen().title} has its move; the original would answer in ${Math.ceil(early())} s.`);
      await new Promise((resolve) => setTimeout(resolve, Math.min(500, 1000 * early())));
    }
    this.answer = "";
  }

  /** News of the server's player. @param {any} event */
  async #news(event) {
    if (event.event === "fault") return this.room.say(event.message, true);
    if (event.event === "explained") {
      element("explained-text").textContent = event.text;
      element("explained").hidden = false;
      return;
    }
    if (this.purpose !== "reply" || this.asked?.moves.join() !== this.board.uci.join()) return;
    const white = this.board.white_to_move;
    if (event.event === "report") {
      this.room.thought({ depth: event.depth, value: event.value, mate: event.mate, line: event.line, uci: event.uci, cycle: 0 });
      this.value = event.mate ? (event.mate > 0 === white ? 2000 : -2000) : white ? event.value : -event.value;
      if (event.machine_seconds) this.clocks.machine = this.machineBefore + event.machine_seconds;
      if (event.uci[0]) this.ground.setAutoShapes([{ orig: event.uci[0].slice(0, 2), dest: event.uci[0].slice(2, 4), brush: "green" }]);
    }
    if (event.event !== "best") return;
    const position = this.asked;
    await this.#authentic(event.uci);
    if (this.purpose !== "reply" || this.asked !== position) return;
    const explain = this.chosen().name === "atlas";
    this.#play(event.uci);
    if (explain) this.opponent.send({ ask: "explain", player: "atlas", ...position });
  }

  /** The best move so far, now. */
  async moveNow() {
    if (this.purpose === "reply" && this.chosen().player) {
      // A move that is only held back is played now.
      if (this.answer) this.answer = "";
      else await this.opponent.send({ ask: "stop" });
      return;
    }
    if (!this.room.running()) return;
    this.runner.pause();
    const found = this.best?.uci[0];
    if (found) await this.#play(found);
    else this.room.say("No best move yet: let it run a little.");
  }

  async #hint() {
    if (this.board.ending) return;
    this.runner.pause();
    this.purpose = "hint";
    if (await this.room.think({ depth: HINT_DEPTH })) {
      this.purpose = "hint";
      this.runner.start(true);
    }
  }

  async #takeBack() {
    this.runner.pause();
    if (this.purpose === "reply" && this.chosen().player) this.opponent.send({ ask: "stop" });
    const keep = Math.max(0, this.board.uci.length - (this.#isMachines() || element("side").value === "none" ? 1 : 2));
    await this.#replace(this.board.start, this.board.uci.slice(0, keep), false);
  }

  /** @param {boolean} white */
  #flag(white) {
    this.runner.pause();
    this.purpose = "";
    this.room.say(`${white ? "White" : "Black"}'s time is over: ${white ? "0-1" : "1-0"}. You may play on.`);
  }

  /** @param {string | undefined} fen @param {string[]} moves @param {boolean} [replies] */
  async #replace(fen, moves, replies = true) {
    this.runner.pause();
    this.purpose = "";
    this.clocks.start(null);
    this.replies = replies;
    const events = await this.room.ask({ command: "position", fen: fen ?? null, moves });
    if (events.some((/** @type {any} */ event) => event.event === "fault")) return false;
    if (!moves.length && !fen) await this.#reply();
    return true;
  }

  /** Takes over a game with its variations. @param {string} text */
  async #read(text) {
    const { fen, moves, variations } = pgn.read(text);
    if (!(await this.#replace(fen, moves, false))) return;
    // The main line first, so that it is the longest; then each variation beside it.
    this.tree.clear(this.board.start);
    this.tree.follow(this.board);
    for (const line of variations) if (!(await this.#replace(fen, line, false))) return;
    if (variations.length) await this.#replace(fen, moves, false);
  }

  /** Values found during the game, White's above the middle. */
  #graph() {
    const place = element("graph");
    const { path } = this.tree;
    const points = path.flatMap((node, index) => (node.value === undefined ? [] : [[index + 1, node.value]]));
    place.classList.toggle("empty", points.length < 2);
    if (points.length < 2) return place.replaceChildren();
    const x = (/** @type {number} */ ply) => (ply / Math.max(path.length, 10)) * 300;
    const y = (/** @type {number} */ value) => 24 - 22 * Math.tanh(value / 400);
    const line = points.map(([ply, value]) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    place.replaceChildren(
      svg("line", { x1: 0, y1: 24, x2: 300, y2: 24, class: "zero" }),
      svg("polygon", { points: `${x(points[0][0])},24 ${line} ${x(points[points.length - 1][0])},24`, class: "area" }),
      svg("polyline", { points: line, class: "curve" }),
    );
    place.setAttribute("aria-label", `Values of the game: last ${pawns(points[points.length - 1][1])} for White`);
  }
}
