// @ts-check
/** @file The learning face: ten chapters, each a text beside a figure that is the machine itself. */

import { parts } from "../faces.js";
import { make } from "../format.js";
import { Machine } from "./machine.js";
import { Progress } from "./progress.js";
import { prose } from "./prose.js";
import { resultSheet } from "./result.js";
import { share } from "./share.js";
/** @import { Queue } from "./queue.js" */

/**
 * A chapter as chapters.json has it.
 * @typedef {object} Chapter
 * @property {string} id
 * @property {string} figure the module of its figure
 * @property {string} title
 * @property {string[]} text paragraphs; `{words|name}` are live, `{words|=fact}` hold a measured figure
 * @property {string} task
 * @property {string} [below] what the task is done with, where on a phone it stands below the text
 * @property {string} after what is said when the task is done; facts as in the text
 * @property {string[]} [more] paragraphs for who wants to know more, folded
 * @property {boolean} [signs] moves stand here in signs, so the key to them does too
 * @property {Record<string, number>} facts figures of the text, which a test measures
 * @property {Record<string, unknown>} data what the figure shows
 * @property {Aside} [aside]
 */
/** A piece of history; its sources are facts of docs/sources.md. @typedef {{title: string, text: string[], sources: {fact: string, text: string}[]}} Aside */
/** @typedef {{chapters: Chapter[], cover: Chapter, signs: string, queue: Queue, end: {title: string, text: string[]}}} Book */

/**
 * What a figure is given.
 * @typedef {object} Stage
 * @property {HTMLElement} host where it is drawn
 * @property {HTMLElement} side the panel beside it, for lists and controls; on a phone it stands below the figure
 * @property {() => void} reveal brings that panel into view, where what has just been done goes on there
 * @property {(answers: HTMLElement) => void} ask puts answers below what is said of the task
 * @property {(...controls: HTMLElement[]) => void} more folds controls away for who wants more once the task is done
 * @property {Machine} machine
 * @property {Queue} queue what the numbers on the board stand for
 * @property {Chapter} chapter
 * @property {Record<string, unknown>} kept what the reader has done in this chapter, kept over visits
 * @property {() => void} keep keeps it
 * @property {(text: string, tone?: "right" | "wrong" | "") => void} say a line beside the task
 * @property {() => void} done ticks the task off
 * @property {boolean} solved the task was done before, and this is no lecture, which begins each task anew
 * @property {(name: string, value: string) => void} fill writes a figure into the text
 */
/** What a figure gives back. @typedef {{show?: (name: string) => void, close?: () => void}} Figure */

/** What the place beside a projected figure holds, and what the button says that leads there. @typedef {"read" | "do" | "so"} Phase */
const PHASES = { read: "Read", do: "Do it", so: "And so" };

const FIGURES =
  /** @type {Record<string, () => Promise<{figure: (stage: Stage) => Promise<Figure>}>>} */ ({
    array: () => import("./array.js"),
    answer: () => import("./answer.js"),
    capture: () => import("./capture.js"),
    replies: () => import("./replies.js"),
    cut: () => import("./cut.js"),
    weights: () => import("./weights.js"),
    hand: () => import("./hand.js"),
    program: () => import("./program.js"),
    count: () => import("./count.js"),
    predict: () => import("./predict.js"),
  });

/** The chapter that an address asks for: its number, or a page by its name. @param {string} text the address after `#` */
const asked = (text) => parts(text).get("chapter") ?? "";

/** Loads the style of this face, once. */
async function style() {
  if (document.getElementById("learn-style")) return;
  const link = make("link");
  link.id = "learn-style";
  link.rel = "stylesheet";
  link.href = "learn/learn.css";
  const loaded = new Promise((resolve) => (link.onload = resolve));
  document.head.append(link);
  await loaded;
}

/** @type {Learn | null} */
let opened = null;

/** Opens the face in an element. @param {HTMLElement} root */
export async function open(root) {
  if (opened) return opened.follow();
  await style();
  const response = await fetch("learn/chapters.json");
  opened = new Learn(root, await response.json());
  await opened.start();
}

class Learn {
  /** @param {HTMLElement} root @param {Book} book */
  constructor(root, book) {
    this.root = root;
    this.book = book;
    this.progress = new Progress();
    this.machine = new Machine((message) => this.#lost(message));
    /** @type {Figure} */
    this.figure = {};
    /** The page that is shown: "" for the cover, "1" to "10", "end". */
    this.page = "";
    /** Number of the page's opening: a figure that comes late is not shown. */
    this.token = 0;
    /** A live word is acting: what is said now belongs to the text. */
    this.pointing = false;
    /** The task of the chapter that is projected is done. */
    this.lectured = false;
    root.classList.add("learn");
    // The machine's own part of the page is hidden meanwhile.
    root.setAttribute("role", "main");
    this.path = make("nav", "", "learn-path");
    this.path.setAttribute("aria-label", "Chapters");
    this.body = make("div", "", "learn-page");
    root.replaceChildren(this.path, this.body);
    addEventListener("hashchange", () => this.follow());
    // Before the figures hear of it: in a lecture Space goes on, whatever has the focus.
    addEventListener("keydown", (event) => this.#key(event), true);
  }

  async start() {
    await this.machine.open();
    await this.follow();
  }

  /** Shows the page that the address asks for. */
  async follow() {
    const text = location.hash.slice(1);
    const { embedded } = document.documentElement.dataset;
    if (parts(text).get("face") !== "learn" && !embedded) return;
    const page = asked(text);
    const known = page === "end" || this.book.chapters[Number(page) - 1];
    this.#lecture(parts(text).get("lecture") === "1");
    await this.show(known ? page : "");
  }

  /** @param {string} page */
  address(page) {
    const named = new URLSearchParams({ face: "learn" });
    if (page) named.set("chapter", page);
    if (this.#isLecture()) named.set("lecture", "1");
    return `#${named}`;
  }

  /** Goes to a page, and back to this one by the browser's own button. @param {string} page */
  async go(page) {
    history.pushState(null, "", this.address(page));
    await this.show(page);
    this.body.querySelector("h2")?.focus();
  }

  /** The page before or after this one. @param {number} step */
  next(step) {
    const pages = [
      "",
      ...this.book.chapters.map((_, index) => String(index + 1)),
      "end",
    ];
    return pages[pages.indexOf(this.page) + step];
  }

  /** @param {string} page */
  async show(page) {
    const token = ++this.token;
    this.figure.close?.();
    this.figure = {};
    this.page = page;
    this.lectured = false;
    this.#path();
    if (page === "end") return this.#end();
    const chapter = page
      ? this.book.chapters[Number(page) - 1]
      : this.book.cover;
    const host = make("div", "", "learn-figure");
    const side = make("div", "", "learn-side");
    // Whoever acts on the figure of a lecture wants its panel.
    host.onpointerdown = host.onkeydown = () => {
      this.pointing = false;
      if (this.body.dataset.phase === "read") this.#phase("do");
    };
    this.body.replaceChildren(host, side, this.#column(chapter));
    this.body.dataset.page = page || "cover";
    this.body.dataset.figure = chapter.figure;
    this.body.dataset.ready = "false";
    this.#tick(chapter);
    this.#phase("read");
    scrollTo(0, 0);
    const { figure } = await FIGURES[chapter.figure]();
    if (token !== this.token) return;
    await this.machine.program([]);
    const made = await figure(this.#stage(chapter));
    if (token !== this.token) return made.close?.();
    this.figure = made;
    this.body.dataset.ready = "true";
  }

  /** @param {Chapter} chapter @returns {Stage} */
  #stage(chapter) {
    const [host, side, text] = /** @type {HTMLElement[]} */ ([
      ...this.body.children,
    ]);
    const feedback = /** @type {HTMLElement} */ (
      text.querySelector(".learn-feedback")
    );
    const say = /** @type {HTMLElement} */ (feedback.firstElementChild);
    return {
      host,
      side,
      reveal: () => side.scrollIntoView({ block: "nearest" }),
      ask: (answers) => feedback.append(answers),
      more: (...controls) => {
        const more = /** @type {HTMLElement} */ (
          text.querySelector(".learn-more")
        );
        more.querySelector(".learn-controls")?.append(...controls);
        more.classList.add("acts");
        more.hidden = false;
      },
      machine: this.machine,
      queue: this.book.queue,
      chapter,
      kept: this.#isLecture() ? {} : this.progress.of(chapter.id),
      keep: () => this.progress.save(),
      solved: this.#isDone(chapter),
      say: (words, tone = "") => {
        // What is shown to a class is nobody's own try.
        if (tone === "wrong" && !this.#isLecture())
          this.progress.wrong(chapter.id);
        say.textContent = words;
        say.className = `learn-say ${tone}`;
        // What was said of a deed would take its room from a text that is read again.
        feedback.classList.toggle(
          "of-text",
          this.pointing && this.body.dataset.phase === "read",
        );
        uncover(side, feedback);
      },
      done: () => this.#done(chapter),
      fill: (name, value) => {
        for (const one of text.querySelectorAll(`[data-fact="${name}"]`))
          one.textContent = value;
      },
    };
  }

  /** The task, and beside it what is said of what the reader does. @param {Chapter} chapter */
  #bar(chapter) {
    const bar = make("div", "", "learn-bar");
    const task = make("div", "", "learn-task");
    const again = make("button", "↻", "learn-anew");
    again.title = again.ariaLabel = "Do it again";
    again.onclick = () => this.#anew(chapter);
    task.append(make("span", "", "tick"), make("p", chapter.task));
    if (chapter.below) {
      const down = make("button", `↓ ${chapter.below}`, "learn-down");
      down.onclick = () =>
        this.body
          .querySelector(".learn-side")
          ?.scrollIntoView({ block: "end" });
      task.append(down);
    }
    task.append(again);
    const feedback = make("div", "", "learn-feedback");
    const say = make("p", "", "learn-say");
    say.setAttribute("role", "status");
    feedback.append(say);
    bar.append(task, feedback);
    return bar;
  }

  /** What is read, from top to bottom: text, task, what is said of it, and what follows. @param {Chapter} chapter */
  #column(chapter) {
    const text = make("div", "", "learn-text");
    const words = make("div", "", "learn-prose");
    words.tabIndex = 0;
    words.setAttribute("role", "region");
    words.setAttribute("aria-label", "Text");
    const title = make("h2", chapter.title);
    title.tabIndex = -1;
    if (this.page) title.prepend(make("span", this.page, "learn-number"));
    words.append(title);
    const act = (/** @type {string} */ name) => {
      this.pointing = true;
      this.figure.show?.(name);
      bringIntoView(this.body.querySelector(".learn-figure"));
    };
    for (const paragraph of chapter.text)
      words.append(prose(paragraph, chapter, act));
    if (chapter.signs)
      words.append(
        folded("How moves are written", "learn-signs", [this.book.signs]),
      );
    const dock = make("div", "", "learn-dock");
    const after = prose(chapter.after, chapter, act);
    after.className = "learn-after";
    dock.append(after, this.#more(chapter), this.#turn());
    text.append(words, this.#bar(chapter), dock);
    return text;
  }

  /** What nobody needs who is in a hurry: more of the figure, and a piece of history. @param {Chapter} chapter */
  #more(chapter) {
    const more = folded("More about this", "learn-more", chapter.more ?? []);
    const hint = make("small");
    // On a wide screen it stands in the place of the text.
    more.ontoggle = () => {
      hint.textContent = more.open ? "press again to close" : "you may skip it";
    };
    hint.textContent = "you may skip it";
    more.firstElementChild?.append(hint);
    more.append(make("div", "", "learn-controls"));
    if (chapter.aside) more.append(...pieceOfHistory(chapter.aside));
    more.hidden = !chapter.more && !chapter.aside;
    return more;
  }

  /** Buttons to the page before and after. */
  #turn() {
    const turn = make("div", "", "learn-turn");
    // A frame of another page shows one chapter.
    if (document.documentElement.dataset.embedded) return turn;
    const before = this.next(-1);
    const after = this.next(1);
    if (before !== undefined) {
      const back = make("button", "Back", "learn-back");
      back.onclick = () => this.go(before);
      turn.append(back);
    }
    if (this.page && this.page !== "end") {
      const phase = make("button", "", "learn-phase");
      phase.onclick = () => this.#phase(this.#phaseAfter() ?? "read");
      turn.append(phase);
    }
    if (after !== undefined) {
      const name = this.page
        ? after === "end"
          ? "Finish"
          : "Next chapter"
        : "Begin";
      const on = make("button", name, "learn-next");
      on.onclick = () => this.go(after);
      turn.append(on);
    }
    if (!this.page) {
      const teachers = make("a", "For teachers");
      teachers.href = "learn/teachers.html";
      turn.append(teachers);
    }
    return turn;
  }

  /** In a lecture the text, the task with the figure's panel, and what follows have one place, one after the other. @param {Phase} phase */
  #phase(phase) {
    this.body.dataset.phase = phase;
    this.body.querySelector(".learn-feedback")?.classList.remove("of-text");
    const button = this.body.querySelector(".learn-phase");
    if (button) button.textContent = PHASES[this.#phaseAfter() ?? "read"];
  }

  /** The phase of a lecture that comes next; nothing after the last. @returns {Phase | undefined} */
  #phaseAfter() {
    const phases = this.#phases();
    return phases[
      phases.indexOf(/** @type {Phase} */ (this.body.dataset.phase)) + 1
    ];
  }

  /** What follows is told once the task is done. @returns {Phase[]} */
  #phases() {
    const solved = this.body.classList.contains("solved");
    return solved ? ["read", "do", "so"] : ["read", "do"];
  }

  /** @param {Chapter} chapter */
  #tick(chapter) {
    const done = this.#isDone(chapter);
    const task = this.body.querySelector(".learn-task");
    task?.classList.toggle("done", done);
    const tick = task?.querySelector(".tick");
    if (tick) {
      tick.setAttribute("role", "img");
      tick.setAttribute("aria-label", done ? "done" : "to do");
    }
    this.body.classList.toggle("solved", done);
    const phase = /** @type {Phase | undefined} */ (this.body.dataset.phase);
    if (phase) this.#phase(phase);
  }

  #isLecture() {
    return this.root.classList.contains("lecture");
  }

  /** A lecture begins with the task, also where it was prepared. @param {Chapter} chapter */
  #isDone(chapter) {
    return this.#isLecture() ? this.lectured : this.progress.isDone(chapter.id);
  }

  /** Opens a chapter as if it had never been done. @param {Chapter} chapter */
  async #anew(chapter) {
    this.progress.forgetChapter(chapter.id);
    await this.show(this.page);
    this.body.querySelector("h2")?.focus();
  }

  /** @param {Chapter} chapter */
  #done(chapter) {
    this.lectured = true;
    // What is shown to a class is not the reader's own progress.
    if (!this.#isLecture() && !this.progress.isDone(chapter.id)) {
      this.progress.finish(chapter.id);
      this.#path();
    }
    this.#tick(chapter);
  }

  /** The chapters as a line of numbers. */
  #path() {
    const list = make("ol");
    const page = (
      /** @type {string} */ to,
      /** @type {string} */ name,
      /** @type {string} */ title,
    ) => {
      const item = make("li");
      const link = make("a", name);
      link.href = this.address(to);
      link.title = title;
      link.setAttribute("aria-label", title);
      if (to === this.page) link.setAttribute("aria-current", "step");
      link.onclick = (event) => {
        event.preventDefault();
        this.go(to);
      };
      item.append(link);
      list.append(item);
      return link;
    };
    page("", "Start", "Start: how a chess machine finds a move");
    this.book.chapters.forEach((chapter, index) => {
      const done = this.progress.isDone(chapter.id);
      const name = `Chapter ${index + 1}: ${chapter.title}${done ? " (done)" : ""}`;
      page(String(index + 1), String(index + 1), name).classList.toggle(
        "done",
        done,
      );
    });
    page("end", "End", "What comes next");
    if (document.documentElement.dataset.embedded) {
      const whole = make(
        "a",
        "How a chess machine finds a move: the whole tour",
      );
      whole.href = `./${this.address(this.page)}`;
      whole.target = "_blank";
      this.path.replaceChildren(whole);
      return;
    }
    const lecture = make("button", "Lecture", "learn-lecture");
    lecture.title =
      "For a projector: large figure, large text, Space goes on (P)";
    lecture.setAttribute("aria-pressed", String(this.#isLecture()));
    lecture.onclick = () => this.lecture();
    this.path.replaceChildren(
      list,
      share(this.page, this.address(this.page)),
      lecture,
    );
  }

  /** Lecture mode on or off. */
  lecture() {
    this.#lecture(!this.#isLecture());
    history.replaceState(null, "", this.address(this.page));
    const chapter = this.book.chapters[Number(this.page) - 1];
    if (chapter && this.progress.isDone(chapter.id)) this.show(this.page);
  }

  /** @param {boolean} on */
  #lecture(on) {
    this.root.classList.toggle("lecture", on);
    document.documentElement.classList.toggle("lecture", on);
    this.#path();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.root.hidden || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const { target } = event;
    if (target instanceof Element && target.closest("dialog")) return;
    const isInput = target instanceof HTMLInputElement;
    const isChoice = isInput && ["range", "checkbox"].includes(target.type);
    if ((isInput && !isChoice) || target instanceof HTMLTextAreaElement) return;
    const goesOn = event.key === " " || (event.key === "PageDown" && !isChoice);
    if (event.key === "p" || event.key === "P") this.lecture();
    else if (!this.#isLecture()) return;
    else if (goesOn) this.#turnTo(1, event);
    else if (event.key === "PageUp" && !isChoice) this.#turnTo(-1, event);
    else if (event.key === "Escape") this.lecture();
    // Space, which ticks a box elsewhere, goes on here.
    else if (event.key === "Enter" && isChoice && target.type === "checkbox")
      target.click();
  }

  /** @param {number} step @param {KeyboardEvent} event */
  #turnTo(step, event) {
    event.preventDefault();
    event.stopPropagation();
    const words = this.body.querySelector(".learn-prose");
    const rest = words
      ? words.scrollHeight - words.clientHeight - words.scrollTop
      : 0;
    const { phase } = this.body.dataset;
    // The text first, on a screen that is too low for it piece by piece, and then the task.
    if (words && step > 0 && phase === "read" && rest > 8) {
      words.scrollBy({ top: words.clientHeight * 0.8 });
      return;
    }
    const phases = this.#phases();
    const to = phases[phases.indexOf(/** @type {Phase} */ (phase)) + step];
    if (this.body.querySelector(".learn-phase")) {
      if (to) return this.#phase(to);
      // A chapter is left forwards by a task that is done, or by a button.
      if (step > 0 && !this.body.classList.contains("solved"))
        return this.#remind();
    }
    const page = this.next(step);
    if (page !== undefined) this.go(page);
  }

  /** Points at the task, which is still to be done. */
  #remind() {
    const task = this.body.querySelector(".learn-task");
    task?.classList.remove("reminds");
    // A class that is given anew begins its animation anew once the style is known.
    task?.getBoundingClientRect();
    task?.classList.add("reminds");
  }

  #end() {
    const { title, text } = this.book.end;
    const page = make("div", "", "learn-text learn-end");
    const heading = make("h2", title);
    heading.tabIndex = -1;
    page.append(heading);
    const done = this.book.chapters.filter((chapter) =>
      this.progress.isDone(chapter.id),
    ).length;
    const told = make(
      "p",
      `You have done ${done} of ${this.book.chapters.length} tasks.`,
      "learn-count",
    );
    page.append(told);
    for (const paragraph of text)
      page.append(prose(paragraph, this.book.cover, () => {}));
    page.append(resultSheet(this.book.chapters, this.progress));
    const list = make("ul", "", "learn-links");
    for (const [href, name] of [
      [
        "#face=bench",
        "The bench and its ten tours: the same machine with every wire, register and word",
      ],
      ["#face=play", "Play against it"],
      [
        "learn/teachers.html",
        "For teachers: a lesson of 45 minutes, with a worksheet to print",
      ],
    ]) {
      const item = make("li");
      const link = make("a", name);
      link.href = href;
      item.append(link);
      list.append(item);
    }
    const again = make(
      "button",
      "Begin again, with all tasks open",
      "learn-again",
    );
    again.onclick = () => {
      this.progress.forget();
      this.go("");
    };
    page.append(list, this.#turn(), again);
    this.body.replaceChildren(page);
    this.body.dataset.page = "end";
    this.body.dataset.ready = "true";
  }

  /** The machine is gone. @param {string} message */
  #lost(message) {
    const note = make("div", "", "learn-lost");
    note.setAttribute("role", "alert");
    const again = make("button", "Bring a new machine");
    again.onclick = async () => {
      note.remove();
      this.machine = new Machine((text) => this.#lost(text));
      await this.machine.open();
      await this.show(this.page);
    };
    note.append(make("p", message), again);
    this.body.prepend(note);
  }
}

/** On a phone, where what is said is pinned over the page, it does not cover what it is said of. @param {HTMLElement} side @param {HTMLElement} feedback */
function uncover(side, feedback) {
  const acted = document.activeElement;
  if (!acted || !side.contains(acted)) return;
  if (getComputedStyle(feedback).position !== "sticky") return;
  const { bottom } = feedback.getBoundingClientRect();
  const isRoom = side.offsetHeight <= innerHeight - bottom;
  const { top } = (isRoom ? side : acted).getBoundingClientRect();
  if (top < bottom) scrollBy(0, top - bottom - 4);
}

/** On a screen where it is not pinned, the figure may be above or below what is read. @param {Element | null} figure */
function bringIntoView(figure) {
  if (!figure || getComputedStyle(figure).position === "sticky") return;
  figure.scrollIntoView({ block: "nearest" });
}

/** Paragraphs that are opened by who wants them. @param {string} title @param {string} kind @param {string[]} paragraphs */
function folded(title, kind, paragraphs) {
  const made = make("details", "", kind);
  made.append(make("summary", title));
  for (const paragraph of paragraphs) made.append(make("p", paragraph));
  return made;
}

/** A piece of history with its sources. @param {Aside} text */
function pieceOfHistory({ title, text, sources }) {
  const list = make("ul");
  list.setAttribute("aria-label", "Sources");
  /** @type {Set<string>} */
  const told = new Set();
  for (const { text: source } of sources) {
    // Two facts may have been read at one place.
    if (told.has(source)) continue;
    told.add(source);
    const item = make("li");
    const link = make("a", source.replace(/^CPW\b/, "Chess Programming Wiki"));
    link.href = "#face=bench&view=docs&page=sources.md";
    item.append(link);
    list.append(item);
  }
  return [
    make("h3", title),
    ...text.map((paragraph) => make("p", paragraph)),
    make("p", "Sources:"),
    list,
  ];
}
