// @ts-check
/** @file The room: the machine as the page knows it, and the commands that change it. */
/**
 * @import { Board, Command, Description, Event as RoomEvent, Frame, RootDriver, InfoLine, Until }
 *   from "./protocol.js"
 */

import { format, hex, input } from "./format.js";
import { Runner } from "./runner.js";
import { failed, first } from "./transport.js";
/** @import { Transport } from "./transport.js" */

/**
 * A search: plies of the last iteration, and who drives the root.
 * @typedef {{depth: number, root: RootDriver}} Search
 */
/**
 * The end of a search: its move, if there is one.
 * @typedef {{uci: string | null, san: string | null}} Best
 */

/**
 * What the page does when the room changes.
 * @typedef {object} Page
 * @property {typeof import("./messages.js").say} say
 * @property {typeof import("./messages.js").sayAt} sayAt
 * @property {(frame: Frame) => void} onFrame
 * @property {(board: Board) => void} onBoard
 * @property {(thought: InfoLine) => void} onThought
 * @property {() => void} onThink a search is about to begin
 * @property {(best: Best) => void} onDone a search has ended that began in the present position
 * @property {() => void} onPause the runner has started or stopped
 * @property {() => void} onProgram another microprogram is in the machine
 * @property {() => number} depth plies of the chosen level
 */

/**
 * Plies to which the machine alone searches at most: it has no iterations,
 * and a tournament's depth would never end.
 */
const ALONE = 8;

/** The machine's state, its search, and what runs it. */
export class Room {
  /**
   * @param {Transport} transport
   * @param {Description} description
   * @param {Frame} frame
   * @param {Page} page
   */
  constructor(transport, description, frame, page) {
    this.transport = transport;
    this.description = description;
    this.frame = frame;
    this.page = page;
    this.runner = new Runner(this, page.onPause);
    /** The search under way. @type {Search} */
    this.search = { depth: 4, root: "host" };
    /** Addresses of words before which runs stop. @type {Set<number>} */
    this.stops = new Set();
    /** The microcode is the reader's. */
    this.changed = false;
    /**
     * Number of the position: the end of a search that began
     * in an earlier one does not concern the game.
     */
    this.turn = 0;
    /** Number of the command that moves the machine. */
    this.way = 0;
    /** The end of the search has been told. */
    this.told = false;
    /**
     * Cycles of the word that have passed. The machine goes from word to word;
     * between them the page alone goes on.
     */
    this.passed = 0;
    /** The machine is shown by cycles. */
    this.isWithin = false;
    /**
     * Places of wires in a frame by the end of their path, and of signals by their name.
     * @type {Map<string, number>}
     */
    this.places = new Map();
  }

  /** @param {string} text @param {boolean} [fault] */
  say(text, fault = false) {
    this.page.say(text, fault ? "fault" : "note");
  }

  /** Says something that holds at the present cycle alone. @param {string} text */
  sayHere(text) {
    this.page.sayAt(text, this.frame.cycle);
  }

  /** Whether a search goes on. */
  isSearching() {
    return this.frame.searching && !this.frame.over;
  }

  /** Sends a command whose events only the caller sees. @param {Command} command */
  async raw(command) {
    for (;;) {
      const events = await this.transport.ask(command);
      // A window far from the present comes in parts.
      if (!first(events, "pending")) return events;
    }
  }

  /**
   * Sends a command and shows its events.
   * @param {Command} command
   * @param {boolean} [aside] its end does not concern the game
   * @returns {Promise<RoomEvent[]>}
   */
  async ask(command, aside = false) {
    if (command.command === "run" && this.stops.size)
      command = { stops: [...this.stops], ...command };
    const { turn } = this;
    const way = command.command === "continue" ? this.way : ++this.way;
    const { token } = this.runner;
    const events = await this.transport.ask(command);
    for (const event of events)
      this.#handle(event, aside || turn !== this.turn);
    // Another command, or Escape, ends a long way.
    const goesOn = way === this.way && token === this.runner.token;
    const pending = first(events, "stopped")?.reason === "pending";
    const at = format.format(this.frame.cycle);
    if (pending && goesOn) {
      this.sayHere(
        `The machine is on its way, at cycle ${at}. Escape stops it.`,
      );
      return this.ask({ command: "continue" }, aside);
    }
    if (pending && way === this.way)
      this.sayHere(`Stopped on the way, at cycle ${at}.`);
    else if (command.command === "continue" && goesOn && !failed(events))
      this.sayHere(`The machine is at cycle ${at}.`);
    return events;
  }

  /** Shows an event. @param {RoomEvent} event @param {boolean} aside */
  #handle(event, aside) {
    switch (event.event) {
      case "described":
        this.description = event;
        this.places.clear();
        break;
      case "frame":
        // Back in the search, its end is news again.
        if (!event.over) this.told = false;
        this.frame = event;
        [this.passed, this.isWithin] = [0, false];
        this.page.onFrame(event);
        break;
      case "board":
        this.page.onBoard(event);
        break;
      case "thought":
        this.page.onThought(event);
        break;
      case "fault":
        this.say(event.message, true);
        break;
      case "done":
        // A run that was under way when the search ended has nothing to tell. Cycles do not show
        // it: where there is one legal move, a search begins and ends at cycle 0.
        if (this.told || aside) break;
        this.told = true;
        this.runner.pause();
        this.page.onDone(event);
        break;
      case "stopped":
        if (event.reason !== "stop") break;
        this.runner.pause();
        this.sayHere(
          `Stopped before ${this.place(this.frame.address)}, cycle ${format.format(this.frame.cycle)}.`,
        );
        break;
    }
  }

  /**
   * Shows the machine within its word. Its registers keep their levels until the word ends, but for
   * the counter of cycles and what the full evaluator still needs.
   * @param {number} passed cycles of the word
   */
  showWithin(passed) {
    const { frame } = this;
    const signals = [...frame.signals];
    const cycle = frame.cycle + passed;
    const left = Math.max(0, parseInt(this.level("left"), 16) - passed);
    signals[this.#signalPlace("cycles")] = cycle.toString(16);
    signals[this.#signalPlace("left")] = left.toString(16);
    [this.passed, this.isWithin] = [passed, true];
    this.page.onFrame({ ...frame, cycle, signals });
  }

  /** A signal or wire by its name. @param {string} name */
  signal(name) {
    const { signals, wires } = this.description;
    return [...signals, ...wires].find((one) => one.name === name);
  }

  /** Level of a signal by its name, in hexadecimal. @param {string} name @param {Frame} [frame] */
  level(name, frame = this.frame) {
    return frame.signals[this.#signalPlace(name)];
  }

  /** Place of a signal in a frame. @param {string} name */
  #signalPlace(name) {
    const { signals } = this.description;
    return this.#place(`signal ${name}`, () =>
      signals.findIndex((one) => one.name === name),
    );
  }

  /**
   * Level of a wire by the end of its path, in hexadecimal.
   * @param {string} name
   * @param {Frame} [frame]
   */
  wire(name, frame = this.frame) {
    const { wires } = this.description;
    const place = this.#place(`wire ${name}`, () =>
      wires.findIndex((one) => `${one.block}/${one.name}`.endsWith(name)),
    );
    return frame.wires[place];
  }

  /** A place in a frame, sought once. @param {string} name @param {() => number} seek */
  #place(name, seek) {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    const found = seek();
    if (found < 0) throw new Error(`no ${name}`);
    this.places.set(name, found);
    return found;
  }

  /** A word's place in the microprogram: label and offset. @param {number} address */
  place(address) {
    return this.description.words[address]?.place ?? hex(address);
  }

  /**
   * Begins a search of the game's position. Returns whether it has begun.
   * @param {{depth?: number, root?: RootDriver}} [how]
   */
  async think(how = {}) {
    return !failed(await this.begin(how));
  }

  /** The same, with the events. @param {{depth?: number, root?: RootDriver}} how */
  async begin(how) {
    const alone = this.changed || input("alone").checked;
    const root = how.root ?? (alone ? "machine" : "host");
    let depth = how.depth ?? this.page.depth();
    if (root === "machine" && !how.depth) depth = Math.min(depth, ALONE);
    this.search = { depth, root };
    this.page.onThink();
    this.told = false;
    return this.ask({ command: "think", ...this.search });
  }

  /**
   * What is wrong with moves from a position, or with the position; empty for nothing.
   * @param {string} fen
   * @param {string[]} moves
   */
  async faultOf(fen, moves) {
    const [found] = await this.raw({ command: "lookup", fen, moves });
    return found.event === "fault" ? found.message : "";
  }

  /**
   * How many moves of a line can be played, and what is wrong with the next one.
   * @param {string} fen
   * @param {string[]} moves
   * @returns {Promise<{count: number, fault: string}>}
   */
  async playable(fen, moves) {
    const faultOf = (/** @type {number} */ count) =>
      this.faultOf(fen, moves.slice(0, count));
    if (!(await faultOf(moves.length)))
      return { count: moves.length, fault: "" };
    // The longest beginning without a fault, by halves.
    let [good, bad] = [0, moves.length];
    if (await faultOf(0)) bad = 0;
    while (bad - good > 1) {
      const half = (good + bad) >> 1;
      if (await faultOf(half)) bad = half;
      else good = half;
    }
    return { count: good, fault: await faultOf(bad) };
  }

  /** Begins a search unless one is there. Returns whether one is. */
  async thinkFirst() {
    return this.frame.searching || this.think();
  }

  /** Goes to a cycle. Returns whether the machine is there. @param {number} cycle */
  async goToCycle(cycle) {
    this.runner.pause();
    if (!this.frame.searching) {
      this.say("No search has begun yet: Think begins one.", true);
      return false;
    }
    const events = await this.ask({ command: "go_to", cycle });
    return !failed(events) && first(events, "stopped")?.reason !== "pending";
  }

  /**
   * Runs until conditions hold. Returns false at a condition with a fault.
   * @param {Until[]} until
   */
  async runUntil(until) {
    const { runner } = this;
    runner.pause();
    // A condition with a fault leaves the search that has ended.
    if (failed(await this.ask({ command: "check", until }, true))) return false;
    if (!this.isSearching() && !(await this.think())) return true;
    const id = runner.claim();
    this.say("Running until the condition begins to hold. Space stops.");
    for (;;) {
      const events = await this.ask(
        { command: "run", cycles: 500000, until },
        true,
      );
      if (failed(events)) return false;
      const reason = first(events, "stopped")?.reason;
      if (reason === "condition")
        this.sayHere(
          `The condition holds at cycle ${format.format(this.frame.cycle)}.`,
        );
      if (reason === "halted")
        this.say("The search ended before the condition began to hold.");
      if (reason !== "reached" || !runner.owns(id)) return true;
    }
  }

  /** Puts changed files of the microprogram into the machine. @param {[string, string][]} files */
  async assemble(files) {
    this.runner.pause();
    const events = await this.ask({ command: "assemble", files });
    const found = first(events, "assembled");
    if (found && !found.errors.length) {
      this.changed = found.changed;
      this.stops.clear();
      this.page.onProgram();
    }
    return events;
  }
}
