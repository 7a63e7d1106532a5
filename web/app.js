// @ts-check
/**
 * @file The page: makes its parts, and wires them to each other, to the buttons and to the keys.
 */
/** @import { Board, Command, Counts, Frame } from "./protocol.js" */
/** @import { Best } from "./room.js" */

import { ArrayView } from "./array.js";
import { Lines, caption } from "./caption.js";
import { Cell } from "./cell.js";
import { Change } from "./change.js";
import { Conditions } from "./conditions.js";
import { Difference } from "./difference.js";
import { Docs } from "./docs.js";
import { Edit } from "./edit.js";
import { explainIn } from "./explain.js";
import * as faces from "./faces.js";
import {
  button,
  element,
  find,
  format,
  input,
  plural,
  setText,
} from "./format.js";
import { Film } from "./film.js";
import { ADDRESS, Gallery } from "./gallery.js";
import { Game } from "./game.js";
import { GameFiles } from "./gamefiles.js";
import { wireKeys } from "./keys.js";
import { damage, hasSearch, inWords, readLink } from "./link.js";
import * as messages from "./messages.js";
import { Listing, joined } from "./listing.js";
import { Memory } from "./memory.js";
import { Moments } from "./moment.js";
import { Pace } from "./pace.js";
import { Registers } from "./registers.js";
import { canBeJudged, findBetter, judge, showReport } from "./report.js";
import { Room } from "./room.js";
import * as session from "./session.js";
import { Share, sentence, whole } from "./share.js";
import { Steps, UNITS } from "./steps.js";
import { Tabs } from "./tabs.js";
import { Tour } from "./tour.js";
import { Transport, failed, first } from "./transport.js";
import { Tree } from "./tree.js";
import { Values } from "./values.js";
import { Waves } from "./waves.js";
import { Years } from "./years.js";

/**
 * Cycles before the present one in which words are counted,
 * and those that are asked for at once of a whole search.
 */
const COUNTED = 100_000;
/** Milliseconds for which the machine stands still before it is said to be stopped. */
const PAUSE = 200;
/** Slider positions of the original's speed and of full speed. */
const [AUTHENTIC, FULL] = [90, 100];

/** @param {string} text @param {boolean} [fault] */
const say = (text, fault = false) =>
  messages.say(text, fault ? "fault" : "note");

/** The page, once the machine has described itself. */
class Page {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** A lost machine's moment, until another one is there. @type {string | undefined} */
    this.lostAt = undefined;
    /**
     * Whether it was running when it was lost, or the opponent's move under way.
     * @type {boolean | undefined}
     */
    this.lostRunning = undefined;
    /** Another machine is on its way there. */
    this.starting = false;
    /** When it is told again whose turn it is. */
    this.turnTimer = 0;
    /** The machine looks for better moves in a game that has ended. */
    this.judging = false;
    /** None before the page has begun. @type {Tour | undefined} */
    this.tour = undefined;
    /** The middle face has been filled. */
    this.learning = false;
    /** The view that the link names which is visited. @type {string | null} */
    this.visitView = null;
    /** What the link shows that is visited, in words. */
    this.visitWords = "";
    this.lines = new Lines();
    this.docs = new Docs();
    this.openPage = (
      /** @type {string} */ path,
      /** @type {string | undefined} */ part = undefined,
    ) => {
      this.tabs.show("docs");
      this.docs.open(path, part);
    };
    this.array = new ArrayView(
      find("array", HTMLCanvasElement),
      element("cells"),
      (square) => this.views.cell.choose(square),
    );
    this.array.onOpen = (square) => this.openCell(square);
    this.views = {
      machine: new Registers(room, {
        showPly: (ply) => this.showPly(ply),
        showWord: (address) => {
          this.tabs.show("program");
          this.views.program.look(address);
        },
      }),
      program: new Listing(room, this.openPage),
      cell: new Cell(room, this.array, this.openPage),
      tree: new Tree(room),
      values: new Values(room),
      memory: new Memory(room, (ply) => this.showPly(ply)),
      waves: new Waves(room),
      difference: new Difference(room),
      change: new Change(room),
      docs: this.docs,
    };
    this.pace = new Pace(
      () => room.runner.isQuick(),
      (frame, quick) => this.#paint(frame, quick),
      () => this.#parts(),
    );
    this.tabs = new Tabs((name) => {
      if (name === "docs") this.#openDocs();
      this.#view(name)?.show(room.frame, false);
    });
    this.steps = new Steps(room, this.array);
    this.game = new Game(element("board"), room, {
      flip: () => this.flip(),
      setYear: (year) => this.setYear(year),
      addLine: (line) => {
        this.lines.add(line);
        this.lines.show(room.frame);
      },
      clearLines: () => {
        this.lines.clear();
        this.lines.show(room.frame);
      },
      onPosition: () => {
        this.files.showLink();
        this.#showVisit();
        this.#report();
      },
      onEnd: () => this.#report(),
    });
    this.moments = new Moments({
      room,
      array: this.array,
      game: this.game,
      tabs: this.tabs,
      steps: this.steps,
      views: this.views,
      openCell: (square) => this.openCell(square),
      flip: () => this.flip(),
    });
    this.files = new GameFiles(this.game);
    new Years(this.game);
    this.film = new Film(room, this.game, {
      leave: () => session.leave(this.game),
      comeBack: () => session.comeBack(this.game),
      bench: async (cycle, san) => {
        this.visitWords = "";
        session.leave(this.game, `You are looking at the search for ${san}.`);
        // The end of this search is no news: the move is in the game.
        await room.ask({ command: "go_to", cycle }, true);
        await this.go("bench");
        const at = room.frame.cycle;
        messages.sayAt(messages.landed(cycle, at), at);
      },
    });
    this.gallery = new Gallery((text) => this.#open(text));
    this.share = new Share(() => this.#linked());
    new Conditions(room);
    new Edit(room, this.array, {
      leave: () => this.visit("A board of your own."),
      fen: () => this.game.board.fen,
    });
  }

  /**
   * The view of a tab, if it shows frames.
   * @param {keyof Page["views"]} name
   * @returns {{show: (frame: Frame, quick: boolean) => unknown} | null}
   */
  #view(name) {
    return name === "docs" || name === "change" ? null : this.views[name];
  }

  /**
   * What every frame paints: counters and the array.
   * @param {Frame} frame
   * @param {boolean} quick
   */
  #paint(frame, quick) {
    const seconds = frame.cycle / this.room.runner.original;
    const counters = {
      cycle: format.format(frame.cycle),
      nodes: format.format(frame.nodes),
      // A cycle is a quarter of a millionth.
      seconds: seconds.toFixed(seconds < 0.1 ? 6 : seconds < 100 ? 3 : 1),
    };
    // The number stands before its unit.
    for (const [id, text] of Object.entries(counters)) {
      const number = element(id).firstChild;
      if (number && number.nodeValue !== text) number.nodeValue = text;
    }
    this.steps.follow();
    messages.follow(frame.cycle);
    this.array.set(frame, this.room, quick);
    this.#showRun();
  }

  /** The parts of the page that are on the screen. */
  #parts() {
    /** @type {import("./pace.js").Part[]} */
    const parts = [
      {
        name: "text",
        show: (frame, quick) => {
          caption(this.room, frame, quick);
          this.lines.show(frame);
        },
      },
      { name: "game", show: (frame, quick) => this.game.show(frame, quick) },
    ];
    for (const name of this.tabs.visible()) {
      const view = this.#view(name);
      if (view)
        parts.push({ name, show: (frame, quick) => view.show(frame, quick) });
    }
    return parts;
  }

  async #openDocs() {
    await this.docs.load();
    if (!this.docs.wanted) this.docs.open("databook/README.md");
  }

  /** The board of a ply of the path. @param {number} ply */
  async showPly(ply) {
    const { stack } = this.room.frame;
    const moves = stack.slice(0, ply).flatMap((one) => one.uci ?? []);
    const found = first(
      await this.room.raw({ command: "lookup", moves }),
      "looked",
    );
    if (!found)
      return say(
        `Ply ${ply} has no board of its own: the move before it is illegal.`,
      );
    this.game.showPosition(found.fen);
    say(`The chessboard shows ply ${ply} until the next step.`);
  }

  /** The diagram of a cell. @param {number} square */
  openCell(square) {
    this.array.marked = square;
    this.tabs.show("cell");
    this.views.cell.choose(square);
    this.array.paint();
    element("cell-title").scrollIntoView({ block: "nearest" });
    if (element("cell").getBoundingClientRect().bottom > innerHeight)
      element("view-cell").scrollIntoView();
  }

  /** @param {string} year */
  setYear(year) {
    const { generations } = this.room.description;
    const speed = generations.find(([name]) => name === year)?.[1];
    if (speed === undefined) return;
    const { runner } = this.room;
    runner.year = year;
    runner.original = speed;
    element("seconds-name").textContent = `seconds of ${year}`;
    runner.setSpeed(Number(input("speed").value));
    this.pace.request();
  }

  /** @param {number} position of the slider */
  setSpeed(position) {
    input("speed").value = String(position);
    this.room.runner.setSpeed(position);
  }

  /**
   * Counts words, their cycles and squares found: of the last cycles, or of the search so far.
   * @param {boolean} [isWhole]
   */
  async countWords(isWhole = false) {
    const { room } = this;
    if (!room.frame.searching)
      return say("No search has begun yet: Think begins one.", true);
    const id = room.runner.claim();
    const end = room.frame.cycle;
    let at = isWhole ? 0 : Math.max(0, end - COUNTED);
    /** @type {Counts | undefined} */
    let counted;
    do {
      const cycles = Math.min(COUNTED, end - at);
      const events = await room.raw({ command: "coverage", cycles, from: at });
      const part = first(events, "counted");
      if (!part) return say(first(events, "fault")?.message ?? "", true);
      if (!room.runner.owns(id)) return say("The count was stopped.");
      counted = counted ? joined(counted, part) : part;
      at = part.to;
      if (at < end)
        say(`Counted up to cycle ${format.format(at)}. Escape stops.`);
    } while (at < end);
    if (this.tabs.open !== "program") this.tabs.show("program");
    this.views.program.heat(counted);
    this.array.heat = counted.squares;
    this.array.paint();
    const [from, to] = [counted.from, counted.to].map(format.format);
    say(`Words and squares found from cycle ${from} to ${to}. Escape clears.`);
  }

  clearCounts() {
    this.views.program.heat(null);
    this.array.heat = null;
    this.array.paint();
  }

  async copyLink() {
    // The address stays the reader's own: loaded again, it is his game, and no link.
    const moment = await this.#linked();
    const what = faces.current() === "bench" ? "cycle" : "position";
    this.share.open();
    const copied = await navigator.clipboard?.writeText(whole(moment)).then(
      () => true,
      () => false,
    );
    say(
      copied
        ? `The link to this ${what} is copied.`
        : `The link to this ${what} stands in its window.`,
    );
  }

  /**
   * This moment for a link: the face, unless it is the bench,
   * and the microcode that the reader has changed.
   */
  async #linked() {
    const isPlay = faces.current() === "play";
    const parts = new URLSearchParams(this.moments.text(isPlay));
    if (faces.current() !== "bench") parts.set("face", faces.current());
    if (isPlay) this.game.writeSeat(parts);
    if (this.room.changed)
      parts.set("microcode", await this.views.change.packed());
    return parts.toString();
  }

  flip() {
    this.game.flip();
    this.array.flipped = !this.array.flipped;
    this.array.paint();
  }

  toggleTheme() {
    const { theme } = document.documentElement.dataset;
    const other = theme === "light" ? "dark" : "light";
    localStorage.setItem(THEME, other);
    setTheme(other);
    this.pace.request();
  }

  async run() {
    const { room } = this;
    if (room.runner.running) return room.runner.pause();
    if (this.game.resume()) return;
    if (!room.isSearching() && !(await room.think())) return;
    room.runner.start(this.game.runSpeed());
  }

  /** Goes to the cycle that is typed. */
  async goToTyped() {
    const typed = input("go-cycle").value.trim();
    if (!typed) return say("cycle: expected a number, got nothing", true);
    const cycle = Number(typed.replaceAll(",", ""));
    if (!Number.isInteger(cycle) || cycle < 0)
      return say(`cycle: expected a number, got '${typed}'`, true);
    if (!(await this.room.thinkFirst())) return;
    if (await this.room.goToCycle(cycle))
      messages.sayAt(
        messages.landed(cycle, this.room.frame.cycle),
        this.room.frame.cycle,
      );
  }

  /** Another program is in the machine: one of the reader's is said wherever it works. */
  onProgram() {
    this.views.program.build();
    element("own-program").hidden = !this.room.changed;
    this.game.showStrength();
  }

  /** The original takes the place of the reader's program, and the opponent's move is its own. */
  async endOwnProgram() {
    await this.views.change.original();
    this.game.resume();
  }

  onPause() {
    const { running } = this.room.runner;
    this.#showRun();
    element("run").setAttribute("aria-pressed", String(running));
    if (!running) this.pace.request();
    // A pause between two moves is none.
    clearTimeout(this.turnTimer);
    this.turnTimer = setTimeout(() => messages.tellTurn(), PAUSE);
  }

  /** The one control of thinking says what it does next, and whether the machine thinks. */
  #showRun() {
    const { running } = this.room.runner;
    const { frame } = this.room;
    let text = "Think";
    if (running) text = "Pause";
    else if (frame.over) text = "Think again";
    else if (frame.searching) text = "Go on";
    setText(element("run"), text);
    const place = element("thinking");
    place.hidden = !running;
    if (!running) return;
    const { root } = frame;
    const at = root?.number
      ? `, ${plural(root.depth, "ply", "plies")}, move ${root.number} of ${root.of}`
      : "";
    setText(place, `thinking${at}`);
  }

  /** Another machine, brought to where the last one was. */
  async startAgain() {
    if (this.starting) return;
    this.starting = true;
    // Whoever pressed the button does not want a second new machine a moment later.
    clearTimeout(loss.timer);
    await this.#startAgain();
    this.starting = false;
  }

  async #startAgain() {
    const { transport } = this.room;
    const at = (this.lostAt ??= this.moments.text());
    const { machineBefore, clocks } = this.game;
    element("lost").hidden = true;
    await transport.open();
    // A room that is full answers with a fault, and then closes the connection.
    if (failed(await transport.ask({ command: "describe" }))) return;
    const files = this.views.change.changed();
    if (this.room.changed) await this.room.raw({ command: "assemble", files });
    await this.moments.goTo(at);
    if (!element("lost").hidden) return;
    this.lostAt = undefined;
    say("The machine is back at the same cycle.");
    const { lostRunning } = this;
    this.lostRunning = undefined;
    // What stood still stands still.
    if (!lostRunning) return;
    clocks.use(machineBefore, 0);
    await this.run();
  }

  wire() {
    this.game.wire();
    messages.wire(() => this.game.sayTurn());
    this.#wireButtons();
    this.#wireKeys();
    this.#wireLayout();
    explainIn(element("explain"), this.room, this.openPage);
    addEventListener("hashchange", () => this.#open(location.hash.slice(1)));
    faces.wire();
    faces.onChange((entered, left) => this.#enter(entered, left));
  }

  /**
   * The page is about to show something else than the reader's game.
   * @param {string} text what it shows
   * @param {import("./faces.js").Face} [from] the face in which the reader was
   */
  visit(text, from = faces.current()) {
    session.open(this.game, text, from);
    this.visitWords = "";
    this.#placeVisit();
  }

  /** Back to the game that waits, in the face in which it was left. */
  async endVisit() {
    const face = session.faceBefore();
    const { current, address, hasMoment } = faces;
    if (current() !== face || hasMoment(location.hash.slice(1)))
      history.pushState(null, "", address(face));
    await faces.show(face);
    await session.comeBack(this.game);
  }

  /** Goes to a face, as the links at the top do. @param {import("./faces.js").Face} face */
  async go(face) {
    history.pushState(null, "", faces.address(face));
    await faces.show(face);
  }

  /** The position of a link is played on, by the reader against the opponent. */
  async playFromHere() {
    await this.go("play");
    this.game.takeSeat(new URLSearchParams());
  }

  /** Who plays whom in the game of a link, and what Belle is, for whoever meets it first. */
  #showVisit() {
    const { game } = this;
    const isBench = faces.current() === "bench";
    const words = isBench ? this.visitWords : game.seats();
    setText(element("visit-who"), session.isLink() ? words : "");
    for (const id of ["visit-play", "visit-learn", "visit-tour"])
      element(id).hidden = !isBench || !session.isLink();
    const isBegun = session.isLink()
      ? session.hasOwn(game)
      : game.board.uci.length > 0;
    element("intro").hidden = isBegun || session.isPassing();
  }

  /**
   * What a link shows, and the sentences of its box: the sender's, the gallery's, and what is wrong
   * with it.
   * @param {string} text the address after `#`
   */
  async #read(text) {
    const sent = new URLSearchParams(text);
    const name = sent.get("moment");
    const exhibit = name ? await this.gallery.find(name) : undefined;
    const asked = exhibit
      ? new URLSearchParams(Gallery.address(exhibit))
      : sent;
    const { initial } = this.game;
    const { parts, faults, isCut } = await readLink(asked, this.room, initial);
    if (name && !exhibit)
      faults.unshift(
        `moment: expected a name of the gallery, got '${name.slice(0, 80)}'`,
      );
    // Where the moment of the machine is lost, what is left is a game.
    const isLost = faults.length > 0 && !hasSearch(parts) && !sent.has("face");
    const face = isLost ? "play" : faces.asked(text);
    let from =
      face === "play" ? "A game from a link." : "A moment from a link.";
    const note = sentence(text);
    if (exhibit) from = `${exhibit.title}. ${exhibit.text}`;
    else if (note) from = `Sent to you: ${note}`;
    else if (faults.length && !parts.get("fen") && !parts.get("moves"))
      // Nothing of the link stands on the board.
      from = "";
    return { parts, faults, isCut, face, from };
  }

  /** Opens what an address asks for: a face, and a moment if it names one. @param {string} text */
  async #open(text) {
    if (text === ADDRESS) return this.gallery.open();
    const before = faces.current();
    if (!faces.hasMoment(text)) {
      await faces.show(faces.asked(text));
      this.tabs.show(faces.parts(text).get("view") ?? "");
      return;
    }
    const { parts, faults, isCut, face, from } = await this.#read(text);
    await faces.show(face);
    // Every link is a visit: the reader's own game waits, and nothing of the link is kept as his.
    this.visit(from, before);
    const refused = await this.moments.open(parts);
    if (refused) faults.push(refused);
    if (faults.length) session.tell(`${damage(faults, isCut)} ${from}`.trim());
    if (face === "play") this.game.takeSeat(parts);
    this.visitWords = inWords(this.room.frame, this.game.board);
    this.visitView = parts.get("view");
    this.#showVisit();
    this.#placeVisit();
    // A phone begins at what the link shows on the bench, below its sentence. The array is the
    // first panel below the header.
    if (faces.current() !== "bench" || !PHONE.matches) return;
    const panel = element("visit").parentElement;
    if (panel?.matches(".machine")) scrollTo(0, 0);
    else panel?.scrollIntoView();
  }

  /**
   * Puts the sentence of a visit above what it speaks of: on the bench above all panels, and on a
   * phone, where one panel follows the other, into that of the link's view or of the array.
   */
  #placeVisit() {
    const visit = element("visit");
    if (faces.current() !== "bench") return element("tour-panel").after(visit);
    if (!PHONE.matches) {
      // A board that is made by a drag begins no strip above it: it would move under the pointer.
      const place = this.visitWords ? "own-program" : "tour-panel";
      return element(place).after(visit);
    }
    // A cell is opened in the array, and the registers are of the word that it shows.
    const isOfArray = [null, "machine", "cell"].includes(this.visitView);
    const panel = isOfArray ? ".machine" : ".bench";
    document.querySelector(`main > ${panel}`)?.prepend(visit);
  }

  /**
   * A face is entered.
   * @param {import("./faces.js").Face} entered
   * @param {import("./faces.js").Face} left
   */
  async #enter(entered, left) {
    this.pace.request();
    if (entered === "play") this.visitView = null;
    this.#placeVisit();
    // What was pointed at in another face is not explained any more.
    element("explain").replaceChildren();
    if (entered === "play") this.game.enter();
    if (left === "play") await this.film.close();
    // Learn sets up positions of its own; the game comes back after it.
    if (left === "learn") await session.comeBack(this.game);
    if (entered !== "learn") return;
    session.leave(this.game);
    await this.#enterLearn();
  }

  async #report() {
    const { game, room } = this;
    element("report").hidden = true;
    element("judge").hidden = true;
    if (session.isPassing()) return;
    element("judge").hidden = !canBeJudged(game) || room.changed;
    const show = () =>
      showReport(game, {
        goTo: (ply) => game.tree.go(ply),
        film: ({ searched }) => searched && this.#watch(searched),
      });
    show();
    // A program that the reader has changed is no judge of a game.
    if (!game.isOver() || this.judging || room.changed) return;
    this.judging = true;
    const hasNews = await findBetter(room, game);
    this.judging = false;
    if (!hasNews || session.isPassing()) return;
    show();
    session.keep(game);
  }

  /** Has the machine search each position of a game that nobody searched, for the report. */
  async #judge() {
    if (this.judging) return;
    const { game, room } = this;
    this.judging = true;
    const place = button("judge");
    place.disabled = true;
    await judge(room, game, (text) => setText(place, text));
    place.disabled = false;
    setText(place, "Where did this game turn?");
    this.judging = false;
    await this.#report();
    session.keep(game);
  }

  /** Shows how a move was found. @param {import("./game.js").Search} searched */
  async #watch(searched) {
    if (faces.current() !== "play") await this.go("play");
    await this.film.open(searched);
  }

  /** The middle face is loaded when it is wanted. */
  async #enterLearn() {
    if (this.learning) return;
    this.learning = true;
    const { open } = await import("./learn/learn.js");
    await open(element("learn"));
  }

  #wireButtons() {
    const { room } = this;
    for (const link of document.querySelectorAll(".skip"))
      if (link instanceof HTMLAnchorElement)
        link.onclick = (event) => {
          event.preventDefault();
          const { to } = link.dataset;
          const { open } = this.tabs;
          element(to === "tab" ? `tab-${open}` : "step-back").focus();
        };
    /** @type {Record<string, () => unknown>} */
    const acts = {
      run: () => this.run(),
      step: () => this.steps.step(1),
      "step-back": () => this.steps.step(-1),
      start: () => room.goToCycle(0),
      think: () => {
        room.runner.pause();
        room.think();
      },
      stop: () => {
        room.runner.pause();
        room.ask({ command: "abandon" });
      },
      heat: () => this.countWords(),
      "heat-all": () => this.countWords(true),
      flip: () => this.flip(),
      link: () => this.copyLink(),
      "lost-again": () => this.startAgain(),
      judge: () => this.#judge(),
      watch: () => this.game.searched && this.#watch(this.game.searched),
      "visit-end": () => this.endVisit(),
      "own-program-end": () => this.endOwnProgram(),
      "visit-play": () => this.playFromHere(),
      "visit-learn": () => this.go("learn"),
      "visit-tour": () => this.tour?.show(this.tour.tours[0]?.name ?? "", 0),
      authentic: () => this.setSpeed(AUTHENTIC),
      full: () => this.setSpeed(FULL),
      theme: () => this.toggleTheme(),
    };
    for (const [id, act] of Object.entries(acts)) button(id).onclick = act;
    const speed = input("speed");
    speed.oninput = () => room.runner.setSpeed(Number(speed.value));
    room.runner.setSpeed(Number(speed.value));
    element("go-form").onsubmit = (event) => {
      event.preventDefault();
      this.goToTyped();
    };
    for (const one of document.querySelectorAll("details"))
      one.ontoggle = () => one.open && one.scrollIntoView({ block: "nearest" });
  }

  #wireKeys() {
    const { room, steps, tabs, array } = this;
    /** @type {Record<string, import("./keys.js").Key>} */
    const keys = {
      " ": { text: "run or pause", act: () => this.run() },
      ArrowRight: {
        text: "a step forwards (with Shift: ten)",
        act: () => steps.step(1),
      },
      ArrowLeft: {
        text: "a step backwards (with Shift: ten)",
        act: () => steps.step(-1),
      },
      Home: { text: "to the first cycle", act: () => room.goToCycle(0) },
      Enter: {
        text: "search this position from its first word",
        act: () => room.think(),
      },
      Escape: {
        text: "clear counts, stop a run",
        act: () => {
          room.runner.pause();
          if (this.array.heat) say("The counts are cleared.");
          this.clearCounts();
        },
      },
    };
    UNITS.forEach(({ name, title, key }) => {
      keys[key] = {
        text: `step by ${title.toLowerCase()}`,
        act: () => steps.setUnit(name),
      };
    });
    Object.assign(keys, {
      "[": {
        text: "an earlier stage within the word",
        act: () => steps.setStage(array.stage - 1),
      },
      "]": {
        text: "a later stage within the word",
        act: () => steps.setStage(array.stage + 1),
      },
      ",": { text: "the view before", act: () => tabs.turn(-1) },
      ".": { text: "the next view", act: () => tabs.turn(1) },
      x: { text: "all views side by side, or one", act: () => tabs.toggle() },
      a: {
        text: "mark this moment",
        act: () => {
          tabs.show("difference");
          this.views.difference.set();
        },
      },
      c: {
        text: "count the words of the last 100,000 cycles",
        act: () => this.countWords(),
      },
      e: {
        text: "to the link of the explanation (Escape goes back)",
        act: () => element("explain").querySelector("button")?.focus(),
      },
      d: {
        text: "search the databook",
        act: () => {
          tabs.show("docs");
          element("docs-search").focus();
        },
      },
      f: { text: "flip both boards", act: () => this.flip() },
      l: { text: "link to this cycle", act: () => this.copyLink() },
      t: { text: "light or dark", act: () => this.toggleTheme() },
      m: { text: "type a move", act: () => element("move-text").focus() },
    });
    const click = (/** @type {string} */ id) => () => button(id).click();
    const { f, l, t, m } = keys;
    const play = {
      ArrowLeft: { text: "a move back", act: click("go-before") },
      ArrowRight: { text: "a move on", act: click("go-after") },
      Home: { text: "to the start of the game", act: click("go-first") },
      End: { text: "to the end of the game", act: click("go-last") },
      h: { text: "hint", act: click("hint") },
      w: { text: "watch how it found its move", act: click("watch") },
      s: { text: "sound on or off", act: click("sound") },
      f,
      l,
      t,
      m,
    };
    wireKeys({ play, learn: {}, bench: keys }, (key) =>
      steps.step(key === "ArrowRight" ? 10 : -10),
    );
  }

  /** Keeps the array below what stands above it. */
  #wireLayout() {
    const header = document.querySelector("header");
    if (!header) throw new Error("no header");
    const panels = [element("lost"), element("own-program"), element("visit")];
    const watch = new ResizeObserver(() => {
      let height = header.offsetHeight;
      for (const panel of panels)
        if (panel.offsetHeight && panel.parentElement === document.body)
          height += panel.offsetHeight + 10;
      document.documentElement.style.setProperty("--head", `${height}px`);
    });
    for (const one of [header, ...panels]) watch.observe(one);
    PHONE.onchange = () => this.#placeVisit();
  }

  /**
   * Shows the first frame, then the moment of the address, or the game that was kept.
   * @param {Board | undefined} board
   */
  async begin(board) {
    const { game, room } = this;
    if (board) game.set(board);
    this.pace.take(room.frame);
    // A tour shows its own positions; the game comes back after it.
    const tour = (this.tour = new Tour({
      begin: () => session.leave(game),
      end: () => session.comeBack(game),
      goTo: (text) => this.moments.goTo(text),
      cell: (square) => this.array.cell(square),
      say,
      setStage: (stage) => this.steps.setStage(stage),
      show: (view) => this.tabs.show(view),
      openPage: this.openPage,
    }));
    const asked = location.hash.slice(1);
    await session.restore(game);
    if (!faces.hasMoment(asked)) await session.restoreVisit(game);
    tour.load();
    // A tour is of the bench alone.
    faces.onChange((entered) => {
      if (entered !== "bench" && tour.name) tour.show("", 0);
    });
    await this.#open(asked);
    addEventListener("pagehide", () => session.keep(game));
  }
}

/** Panels follow one another. */
const PHONE = matchMedia("(max-width: 700px)");

/** Where the reader's choice of light or dark is kept. */
const THEME = "belle-theme";

/** Light or dark: what the reader has chosen, or else the system. @param {string | null} [theme] */
function setTheme(theme = localStorage.getItem(THEME)) {
  const { dataset } = document.documentElement;
  dataset.theme = theme ?? (LIGHT.matches ? "light" : "dark");
}

/** What the system asks for. */
const LIGHT = matchMedia("(prefers-color-scheme: light)");

/**
 * Seconds until the page connects again by itself: at first, and at most after several failures.
 */
const [FIRST_WAIT, LONGEST_WAIT] = [2, 30];
/** Milliseconds after which a loss is not the sequel of the last one. */
const CALM = 60_000;

/** When the machine was lost last, and how long the page waits. */
const loss = { at: -Infinity, wait: FIRST_WAIT, timer: 0 };

/**
 * The machine is gone.
 * @param {string} message
 * @param {boolean} again whether the page tries by itself to get another one
 */
function lost(message, again) {
  if (page) {
    page.lostRunning ??= page.room.runner.running || Boolean(page.game.asked);
    page.room.runner.pause();
  }
  say(message, true);
  const now = performance.now();
  loss.wait =
    now - loss.at > CALM ? FIRST_WAIT : Math.min(2 * loss.wait, LONGEST_WAIT);
  loss.at = now;
  const kept = page ? " Game, position and cycle are kept in this page." : "";
  const soon = again ? ` It tries again in ${loss.wait} seconds.` : "";
  element("lost-text").textContent = `${message}${kept}${soon}`;
  element("lost").hidden = false;
  clearTimeout(loss.timer);
  if (again)
    loss.timer = setTimeout(
      () => element("lost-again").click(),
      1000 * loss.wait,
    );
}

/** None before the machine has described itself. @type {Page | undefined} */
let page;

async function begin() {
  setTheme();
  // The system's change is followed at once; it is newer than what a button said.
  LIGHT.onchange = () => {
    localStorage.removeItem(THEME);
    setTheme();
    page?.pace.request();
  };
  if (document.documentElement.dataset.machine === "worker")
    navigator.serviceWorker?.register("sw.js");
  button("lost-again").onclick = begin;
  const transport = new Transport(lost);
  await transport.open();
  const events = await transport.ask({ command: "describe" });
  const [description, frame] = [
    first(events, "described"),
    first(events, "frame"),
  ];
  // The connection is closed with the reason, and the page has told it.
  if (!description || !frame) return;
  element("lost").hidden = true;
  const room = new Room(transport, description, frame, {
    say: messages.say,
    sayAt: messages.sayAt,
    onFrame: (next) => page?.pace.take(next),
    onBoard: (board) => page?.game.set(board),
    onThought: (thought) => {
      page?.lines.add(thought);
      page?.game.think(thought);
    },
    onThink: () => {
      if (!page) return;
      page.game.forgetThoughts();
      page.lines.clear();
      page.views.tree.clear();
    },
    onDone: (/** @type {Best} */ best) => page?.game.done(best),
    onPause: () => page?.onPause(),
    onProgram: () => page?.onProgram(),
    depth: () => page?.game.depth() ?? 1,
  });
  const made = new Page(room);
  page = made;
  made.wire();
  // What a test of the page reads.
  Object.assign(globalThis, {
    machineRoom: {
      ask: (/** @type {Command} */ command) => room.raw(command),
      send: (/** @type {string} */ text) => transport.send(text),
      lit: () => made.array.lit(),
      frame: () => room.frame,
      painted: () => made.pace.painted,
      running: () => room.runner.running,
      moment: () => made.moments.text(),
      label: (/** @type {number} */ square) => made.array.label(square),
    },
  });
  await made.begin(first(events, "board"));
  document.documentElement.dataset.time = String(Math.round(performance.now()));
  document.documentElement.dataset.ready = "true";
}

begin();
