// @ts-check
/** @file Film: how the machine found a move, told in half a minute from the run itself. */
/** @import { RootSearch, Frame, InfoLine } from "./protocol.js" */
/** @import { Game, Search } from "./game.js" */
/** @import { Room } from "./room.js" */
/** @import { Arrow } from "./vendor/chessground-10.4.1/chessground.min.js" */

import { bits } from "./array.js";
import {
  button,
  element,
  find,
  format,
  input,
  MATES,
  mateOf,
  score,
  setText,
  squareName,
  svg,
} from "./format.js";
import { failed, first } from "./transport.js";

/**
 * A scene of the film. `part` is how much of it has been shown, from 0 to 1.
 * @typedef {object} Scene
 * @property {number} seconds
 * @property {(part: number) => void} show what is seen then
 * @property {(part: number) => number} cycle the machine's cycle that it tells of then
 */

/** Seconds of the scenes. The iterations share theirs by how much each had to search. */
const SECONDS = { begin: 4, iterations: 13, line: 6, find: 7, end: 4 };
/** Measures of the tree's drawing. */
const TREE = {
  width: 420,
  height: 266,
  /** What the last name needs at the right. */
  right: 32,
  /** Where the root stands, the branches end, and the names begin, from the top. */
  root: 16,
  moves: 200,
  names: 212,
  /** The widest and the narrowest branch. */
  wide: 8,
  thin: 1,
};
/** Height of a name in the drawing, and the least on the screen, where the drawing is small. */
const NAME = { drawn: 13, seen: 11 };
/** Most moves of the best line that are shown on the board. */
const LINE_MOVES = 5;
/** Most steps in which the first find of a victim is looked for. */
const FIND_STEPS = 40;

/** A value in the words of a chess player. @param {number} value @param {string} who */
function inWords(value, who) {
  if (Math.abs(value) > MATES)
    return value > 0 ? `${who} mates` : `${who} is mated`;
  if (Math.abs(value) < 15) return "both sides stand equal";
  const pawns = (Math.abs(value) / 100).toFixed(1);
  return `${who} is ${pawns} pawns ${value > 0 ? "ahead" : "behind"}`;
}

/** @param {number} count */
const plies = (count) =>
  count === 1 ? "one half-move" : `${count} half-moves`;

export class Film {
  /**
   * @param {Room} room
   * @param {Game} game
   * @param {object} page
   * @param {() => void} page.leave
   * @param {() => Promise<void>} page.comeBack
   * @param {(cycle: number, san: string) => Promise<void>} page.bench
   */
  constructor(room, game, page) {
    this.room = room;
    this.game = game;
    this.page = page;
    /** @type {Scene[]} */
    this.scenes = [];
    /** Seconds of the film that have been shown. */
    this.shown = 0;
    this.running = false;
    /**
     * Number of the film: work begun for an earlier one, which still runs,
     * sees by it that it is over.
     */
    this.number = 0;
    this.san = "";
    element("film-pause").onclick = () => this.#toggle();
    element("film-close").onclick = () => this.close();
    element("film-bench").onclick = () => this.#toBench();
    input("film-at").oninput = () => this.#seek(Number(input("film-at").value));
  }

  /** Whether a film is on the screen. */
  isOpen() {
    return !element("film").hidden;
  }

  /** Shows how a move was found. @param {Search} search */
  async open(search) {
    const number = ++this.number;
    this.page.leave();
    this.san = search.san;
    this.game.held = true;
    element("film").hidden = false;
    element("film-title").textContent = `How Belle found ${search.san}`;
    this.scenes = [];
    element("film-text").textContent = "The machine searches again…";
    find("film-tree", SVGSVGElement).replaceChildren();
    button("film-bench").disabled = true;
    button("film-close").focus({ preventScroll: true });
    // On a phone the board stays in sight, and the film below it.
    document.querySelector(".chess")?.scrollIntoView({ block: "nearest" });
    const scenes = await this.#scenes(search);
    if (number !== this.number) return;
    if (!scenes) return this.close();
    this.scenes = scenes;
    this.shown = 0;
    button("film-bench").disabled = false;
    this.#run(number);
  }

  /** Back to the game. */
  async close() {
    if (!this.isOpen()) return;
    this.#end();
    await this.page.comeBack();
  }

  #end() {
    this.number++;
    this.running = false;
    this.game.held = false;
    element("film").hidden = true;
  }

  #toggle() {
    if (this.running) this.#pause();
    else {
      if (this.shown >= this.#length()) this.shown = 0;
      this.#run(this.number);
    }
  }

  #pause() {
    this.running = false;
    setText(
      element("film-pause"),
      this.shown < this.#length() ? "Go on" : "Again",
    );
  }

  #length() {
    return this.scenes.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** The scene that is shown, and how much of it has been. */
  #now() {
    let left = this.shown;
    for (const scene of this.scenes) {
      if (left < scene.seconds) return { scene, part: left / scene.seconds };
      left -= scene.seconds;
    }
    return { scene: this.scenes[this.scenes.length - 1], part: 1 };
  }

  /** @param {number} number */
  #run(number) {
    this.running = true;
    setText(element("film-pause"), "Pause");
    let last = performance.now();
    const tick = () => {
      if (number !== this.number || !this.running) return;
      const now = performance.now();
      this.shown += (now - last) / 1000;
      last = now;
      const { scene, part } = this.#now();
      scene.show(part);
      input("film-at").value = String(this.shown / this.#length());
      if (this.shown >= this.#length()) return this.#pause();
      requestAnimationFrame(tick);
    };
    tick();
  }

  /** Goes to a place in the film and stays there. @param {number} part 0 to 1 */
  #seek(part) {
    if (!this.scenes.length) return;
    this.shown = part * this.#length();
    this.#pause();
    const now = this.#now();
    now.scene.show(now.part);
  }

  /** The film ends, and the bench shows the cycle that it told of. */
  async #toBench() {
    const { scene, part } = this.#now();
    const cycle = Math.round(scene.cycle(part));
    this.#end();
    await this.page.bench(cycle, this.san);
  }

  /**
   * Runs the search again and makes the scenes of what it did.
   * @param {Search} search
   * @returns {Promise<Scene[] | null>}
   */
  async #scenes({ start, moves, depth, cycle, san }) {
    const { room, game } = this;
    room.runner.pause();
    game.pause();
    if (failed(await room.ask({ command: "position", fen: start, moves })))
      return null;
    if (!(await room.think({ depth, root: "host" }))) return null;
    await room.ask({ command: "go_to", cycle }, true);
    const searches = first(await room.raw({ command: "tree" }), "tree")?.asked;
    const thoughts = /** @type {InfoLine[]} */ (game.found.slice());
    const end = room.frame;
    const thought = end.root?.thought ?? thoughts.at(-1);
    if (!searches?.length || !thought?.uci[0]) return null;
    const who = game.board.white_to_move ? "White" : "Black";
    const lines = await this.#positions(thought.uci.slice(0, LINE_MOVES));
    const victim = await this.#victim(searches, thought);
    return [
      this.#begin(who, searches),
      ...this.#iterations(searches, who),
      ...[
        this.#line(thought, lines, who),
        ...(victim ? [this.#find(victim, thought, lines, who)] : []),
        this.#finish(end, thought, san),
      ].map((scene) => this.#underWhole(scene, searches)),
    ];
  }

  /**
   * A scene after the search. Above it stands the whole tree, also if the reader jumps to it.
   * @param {Scene} scene
   * @param {RootSearch[]} searches
   * @returns {Scene}
   */
  #underWhole(scene, searches) {
    const depth = Math.max(...searches.map((one) => one.depth));
    const shown = searches.filter((one) => one.depth === depth);
    const best = shown.findLast((one) => one.best) ?? null;
    return {
      ...scene,
      show: (part) => {
        this.#tree(shown, best);
        scene.show(part);
      },
    };
  }

  /** Positions along a line, in FEN. @param {string[]} uci */
  async #positions(uci) {
    const { fen } = this.game.board;
    const found = [fen];
    for (let count = 1; count <= uci.length; count++) {
      const moves = uci.slice(0, count);
      const looked = first(
        await this.room.raw({ command: "lookup", fen, moves }),
        "looked",
      );
      if (looked) found.push(looked.fen);
    }
    return found;
  }

  /**
   * The frame of the first find of a victim after the best move, for a picture of it.
   * @param {RootSearch[]} searches
   * @param {InfoLine} thought
   */
  async #victim(searches, thought) {
    const { room } = this;
    const best = searches.findLast(({ uci }) => uci === thought.uci[0]);
    if (!best) return null;
    await room.ask({ command: "go_to", cycle: best.from }, true);
    for (let step = 0; step < FIND_STEPS; step++) {
      await room.ask({ command: "step", unit: "find", count: 1 }, true);
      const { frame } = room;
      if (frame.over || frame.cycle > best.to) return null;
      if (frame.find === "victim" && frame.winner && frame.stack.length > 1)
        return frame;
    }
    return null;
  }

  /** @param {string} who @param {RootSearch[]} searches @returns {Scene} */
  #begin(who, searches) {
    const count = new Set(searches.map(({ uci }) => uci)).size;
    const { fen } = this.game.board;
    return {
      seconds: SECONDS.begin,
      cycle: () => 0,
      show: () => {
        this.#board(fen, []);
        this.#tree([], null);
        this.#say(
          `${who} is to move and has ${count} moves. Belle looks at every one of them, then at every answer, and at every answer to that.`,
        );
      },
    };
  }

  /**
   * The tree as it grew, an iteration a scene.
   * @param {RootSearch[]} searches
   * @param {string} who
   * @returns {Scene[]}
   */
  #iterations(searches, who) {
    const depths = [...new Set(searches.map(({ depth }) => depth))];
    // The last iterations took nearly all the time. By the fourth root of their nodes also the
    // first ones have a share that can be seen.
    const weight = (/** @type {number} */ depth) => {
      const nodes = searches
        .filter((one) => one.depth === depth)
        .reduce((sum, one) => sum + one.nodes, 0);
      return nodes ** 0.25;
    };
    const total = depths.reduce((sum, depth) => sum + weight(depth), 0);
    return depths.map((depth) => ({
      seconds: (SECONDS.iterations * weight(depth)) / total,
      cycle: (part) => this.#searched(searches, depth, part).now.from,
      show: (part) => this.#showIteration(searches, depth, part, who),
    }));
  }

  /**
   * The searches of an iteration that a part of its scene has shown, the present one last.
   * @param {RootSearch[]} searches
   * @param {number} depth
   * @param {number} part
   */
  #searched(searches, depth, part) {
    const ofDepth = searches.filter((one) => one.depth === depth);
    const count = Math.min(
      ofDepth.length,
      1 + Math.floor(part * ofDepth.length),
    );
    const shown = ofDepth.slice(0, count);
    return { shown, now: shown[count - 1] };
  }

  /**
   * @param {RootSearch[]} searches
   * @param {number} depth
   * @param {number} part
   * @param {string} who
   */
  #showIteration(searches, depth, part, who) {
    const { shown, now } = this.#searched(searches, depth, part);
    const done = shown.slice(0, -1);
    const best = done.findLast((one) => one.best) ?? null;
    const { fen } = this.game.board;
    /** @type {Arrow[]} */
    const arrows = [arrow(now.uci, "yellow")];
    if (best && best.uci !== now.uci) arrows.push(arrow(best.uci, "green"));
    this.#board(fen, arrows);
    this.#tree(shown, best);
    const nodes = searches
      .filter((one) => one.from <= now.from)
      .reduce((sum, one) => sum + one.nodes, 0);
    const value = best?.value ?? null;
    const found =
      best && value !== null
        ? ` Best so far is ${best.san}: ${inWords(value, who)}.`
        : "";
    this.#say(
      `Looking ${plies(depth)} ahead, now at ${now.san}.${found} ${format.format(nodes)} positions until here.`,
    );
  }

  /**
   * The best line, played on the board.
   * @param {InfoLine} thought
   * @param {string[]} lines
   * @param {string} who
   * @returns {Scene}
   */
  #line(thought, lines, who) {
    const mate = mateOf(thought);
    const value = mate ? Math.sign(mate) * 29999 : thought.value;
    return {
      seconds: SECONDS.line,
      cycle: () => thought.cycle,
      show: (part) => {
        const at = Math.min(lines.length - 1, Math.floor(part * lines.length));
        const next = thought.uci[at];
        this.#board(lines[at], next ? [arrow(next, "green")] : []);
        this.#say(
          `It expects ${thought.line}. At the end of this line it counts pieces and squares: ${inWords(value, who)} (${score(value)}).`,
        );
      },
    };
  }

  /**
   * How the 64 circuits find one move.
   * @param {Frame} frame
   * @param {InfoLine} thought
   * @param {string[]} lines
   * @param {string} who
   * @returns {Scene}
   */
  #find(frame, thought, lines, who) {
    const { room } = this;
    const other = who === "White" ? "Black" : "White";
    const plane = (/** @type {string} */ name) => bits(room.wire(name, frame));
    const senders = squares(
      "pawn_move pawn_capture knight king manhattan diagonal"
        .split(" ")
        .map((name) => plane(`xmit/${name}`)),
    );
    const reached = squares(
      [1, 2, 3, 4, 5, 6].map((line) => plane(`recv/line${line}`)),
    );
    const [line, square] = frame.winner ?? [6, 0];
    const winner = squareName(square);
    // Lines count from 1; the sixth is that of the empty squares.
    const prize = ["", "queen", "rook", "bishop", "knight", "pawn"][line];
    const circle =
      (/** @type {string} */ brush) => (/** @type {string} */ orig) => ({
        orig,
        brush,
      });
    return {
      seconds: SECONDS.find,
      cycle: () => frame.cycle,
      show: (part) => {
        const fen = lines[1] ?? this.game.board.fen;
        if (part < 1 / 3) {
          this.#board(fen, senders.map(circle("yellow")));
          this.#say(
            `How does it know the moves? After ${thought.line.split(" ").find((word) => !/^\d+\./.test(word))} each of ${other}'s pieces sends a signal along its lines (yellow): all 64 squares at once.`,
          );
        } else if (part < 2 / 3) {
          this.#board(fen, reached.map(circle("blue")));
          this.#say(
            "Every square that a signal reaches answers (blue). The more valuable the piece on it, the louder the answer.",
          );
        } else {
          this.#board(fen, [circle("green")(winner)]);
          this.#say(
            prize
              ? `The ${prize} on ${winner} wins (green): to take it is tried first. All this takes half a millionth of a second.`
              : `Nothing can be taken: of the empty squares ${winner} comes first (green). All this takes half a millionth of a second.`,
          );
        }
      },
    };
  }

  /** @param {Frame} end @param {InfoLine} thought @param {string} san @returns {Scene} */
  #finish(end, thought, san) {
    const { fen } = this.game.board;
    const { original, year } = this.room.runner;
    const seconds = end.cycle / original;
    return {
      seconds: SECONDS.end,
      cycle: () => end.cycle,
      show: () => {
        this.#board(fen, [arrow(thought.uci[0], "green")]);
        this.#say(
          `It plays ${san}, after ${format.format(end.nodes)} positions. The machine of ${year} took ${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0)} seconds for them.`,
        );
      },
    };
  }

  /** @param {string} text */
  #say(text) {
    setText(element("film-text"), text);
  }

  /** @param {string} fen @param {Arrow[]} shapes */
  #board(fen, shapes) {
    this.game.showPicture(fen, shapes);
  }

  /**
   * Root moves as branches: as wide as their searches were long, the best one green.
   * @param {RootSearch[]} shown
   * @param {RootSearch | null} best
   */
  #tree(shown, best) {
    const place = find("film-tree", SVGSVGElement);
    const { width, right, root, moves, names, wide, thin } = TREE;
    const most = Math.log(Math.max(2, ...shown.map(({ nodes }) => nodes)));
    // A move that is searched once more, because it was better than expected, stays one branch.
    const latest = new Map(shown.map((one) => [one.uci, one]));
    const current = shown.at(-1);
    const step = (width - right) / Math.max(latest.size, 24);
    const drawn = [...latest.values()].map((one, index) => {
      const x = (index + 0.5) * step;
      const share = Math.log(Math.max(1, one.nodes)) / most;
      const kind =
        one.uci === best?.uci ? "best" : one === current ? "now" : "done";
      const branch = svg("line", {
        x1: width / 2,
        y1: root,
        x2: x.toFixed(1),
        y2: moves,
        "stroke-width": (thin + (wide - thin) * share ** 3).toFixed(1),
        class: kind,
      });
      const name = svg(
        "text",
        {
          transform: `translate(${x.toFixed(1)} ${names}) rotate(60)`,
          class: kind,
        },
        one.san,
      );
      return { branch, name, x, kind, nodes: one.nodes };
    });
    const box = place.getBoundingClientRect();
    const scale = Math.min(box.width / width, box.height / TREE.height) || 1;
    const size = Math.max(NAME.drawn, NAME.seen / scale);
    place.style.setProperty("--names", `${size.toFixed(1)}px`);
    place.replaceChildren(
      ...drawn.map(({ branch }) => branch),
      svg("circle", { cx: width / 2, cy: root, r: 7, class: "root" }),
      ...readable(drawn, 1.2 * size).map(({ name }) => name),
    );
  }
}

/**
 * How much a name is wanted: the best move's first, then that of the move looked at,
 * then by the length of the search.
 * @type {Record<string, number>}
 */
const WANTED = { best: 2, now: 1, done: 0 };

/**
 * The branches whose names have room beside each other.
 * @template {{x: number, kind: string, nodes: number}} Branch
 * @param {Branch[]} drawn
 * @param {number} apart how far two names are apart at least
 */
function readable(drawn, apart) {
  const wanted = drawn.toSorted(
    (one, other) =>
      WANTED[other.kind] - WANTED[one.kind] || other.nodes - one.nodes,
  );
  /** @type {Branch[]} */
  const kept = [];
  for (const one of wanted)
    if (kept.every(({ x }) => Math.abs(x - one.x) >= apart)) kept.push(one);
  return kept;
}

/** @param {string} uci @param {string} brush @returns {Arrow} */
const arrow = (uci, brush) => ({
  orig: uci.slice(0, 2),
  dest: uci.slice(2, 4),
  brush,
});

/** Squares high in any of several planes. @param {boolean[][]} planes */
function squares(planes) {
  const found = [];
  for (let square = 0; square < 64; square++)
    if (planes.some((plane) => plane[square])) found.push(squareName(square));
  return found;
}
