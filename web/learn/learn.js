// @ts-check
/** @file The learning face: ten chapters, each a text beside a figure that is the machine itself. */

import { parts } from "../faces.js";
import { make } from "../format.js";
import { Machine } from "./machine.js";
import { Progress } from "./progress.js";
import { prose } from "./prose.js";

/**
 * A chapter as chapters.json has it.
 * @typedef {object} Chapter
 * @property {string} id
 * @property {string} figure the module of its figure
 * @property {string} title
 * @property {string[]} text paragraphs; `{words|name}` are live, `{words|=fact}` hold a measured figure
 * @property {string} task
 * @property {string} after what is said when the task is done; facts as in the text
 * @property {boolean} [signs] moves stand here in signs, so the key to them does too
 * @property {Record<string, number>} facts figures of the text, which a test measures
 * @property {Record<string, unknown>} data what the figure shows
 * @property {Aside} [aside]
 */
/** A piece of history; its sources are facts of docs/sources.md. @typedef {{title: string, text: string[], sources: {fact: string, text: string}[]}} Aside */
/** @typedef {{chapters: Chapter[], cover: Chapter, signs: string, end: {title: string, text: string[]}}} Book */

/**
 * What a figure is given.
 * @typedef {object} Stage
 * @property {HTMLElement} host where it is drawn
 * @property {() => HTMLElement} panel makes the place beside it for lists and controls; on a phone it stands below the text
 * @property {() => void} reveal brings that place into view, where what has just been done goes on there
 * @property {(answers: HTMLElement) => void} ask puts answers or buttons beside the line under the figure
 * @property {Machine} machine
 * @property {Chapter} chapter
 * @property {Record<string, unknown>} kept what the reader has done in this chapter, kept over visits
 * @property {() => void} keep keeps it
 * @property {(text: string, tone?: "right" | "wrong" | "") => void} say a line under the figure
 * @property {() => void} done ticks the task off
 * @property {boolean} solved the task was done before, and this is no lecture, which begins each task anew
 * @property {(name: string, value: string) => void} fill writes a figure into the text
 */
/** What a figure gives back. @typedef {{show?: (name: string) => void, close?: () => void}} Figure */

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

/** The address of the whole page: the public one, where the server or the site names one. */
const base = () =>
  document.documentElement.dataset.public || location.href.split("#")[0];

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
    addEventListener("keydown", (event) => this.#key(event));
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
    const place = make("div", "", "learn-stage");
    const host = make("div", "", "learn-figure");
    const feedback = make("div", "", "learn-feedback");
    const say = make("p", "", "learn-say");
    say.setAttribute("role", "status");
    feedback.append(say);
    place.append(host, feedback);
    // Whoever acts on the figure of a lecture wants its panel.
    host.onpointerdown = host.onkeydown = () => {
      this.pointing = false;
      this.#phase("do");
    };
    const text = make("div", "", "learn-text");
    this.body.replaceChildren(place, text);
    this.body.dataset.page = page || "cover";
    this.body.dataset.figure = chapter.figure;
    delete this.body.dataset.panel;
    this.body.dataset.ready = "false";
    this.#text(text, chapter);
    this.#phase("read");
    scrollTo(0, 0);
    const { figure } = await FIGURES[chapter.figure]();
    if (token !== this.token) return;
    await this.machine.program([]);
    const made = await figure(this.#stage(place, text, chapter));
    if (token !== this.token) return made.close?.();
    this.figure = made;
    this.body.dataset.ready = "true";
  }

  /** @param {HTMLElement} place @param {HTMLElement} text @param {Chapter} chapter @returns {Stage} */
  #stage(place, text, chapter) {
    const [host, feedback] = /** @type {HTMLElement[]} */ ([...place.children]);
    const say = /** @type {HTMLElement} */ (feedback.firstElementChild);
    return {
      host,
      panel: () => {
        const panel = make("div", "", "learn-side");
        host.after(panel);
        this.body.dataset.panel = "true";
        return panel;
      },
      reveal: () => place.querySelector(".learn-side")?.scrollIntoView(),
      ask: (answers) => feedback.append(answers),
      machine: this.machine,
      chapter,
      kept: this.#isLecture() ? {} : this.progress.of(chapter.id),
      keep: () => this.progress.save(),
      solved: this.#isDone(chapter),
      say: (words, tone = "") => {
        say.textContent = words;
        say.className = `learn-say ${tone}`;
        // What was said of a deed would take its room from a text that is read again.
        feedback.classList.toggle(
          "of-text",
          this.pointing && this.body.dataset.phase === "read",
        );
      },
      done: () => this.#done(chapter),
      fill: (name, value) => {
        for (const place of text.querySelectorAll(`[data-fact="${name}"]`))
          place.textContent = value;
      },
    };
  }

  /** @param {HTMLElement} text @param {Chapter} chapter */
  #text(text, chapter) {
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
      // On a phone the figure may be above or below what is read.
      this.body
        .querySelector(".learn-figure")
        ?.scrollIntoView({ block: "nearest" });
    };
    for (const paragraph of chapter.text)
      words.append(prose(paragraph, chapter, act));
    if (chapter.signs) words.append(make("p", this.book.signs, "learn-signs"));
    if (chapter.aside) words.append(aside(chapter.aside));
    const dock = make("div", "", "learn-dock");
    if (chapter.task) {
      const task = make("div", "", "learn-task");
      task.append(make("span", "", "tick"), make("p", chapter.task));
      const after = prose(chapter.after, chapter, act);
      after.className = "learn-after";
      const again = make("button", "Do it again", "learn-anew");
      again.onclick = () => this.#anew(chapter);
      task.append(again);
      dock.append(task, after);
    }
    dock.append(this.#turn());
    text.append(words, dock);
    this.#tick(chapter);
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
      phase.onclick = () =>
        this.#phase(this.body.dataset.phase === "do" ? "read" : "do");
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

  /** In a lecture the text and the task, with the figure's panel, have one place: first the one, then the other. @param {"read" | "do"} phase */
  #phase(phase) {
    this.body.dataset.phase = phase;
    this.body.querySelector(".learn-feedback")?.classList.remove("of-text");
    const button = this.body.querySelector(".learn-phase");
    if (button) button.textContent = phase === "do" ? "Read" : "Do it";
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
    this.path.replaceChildren(list, this.#share(), lecture);
  }

  /** The address of this page, and the text that puts it into a frame of another one. */
  #share() {
    const share = make("details", "", "learn-share");
    const box = make("div");
    const chapter = this.page ? `#chapter=${this.page}` : "";
    const place = (/** @type {string} */ path) => new URL(path, base()).href;
    for (const [name, text] of [
      ["Link", place(this.address(this.page))],
      [
        "Embed",
        `<iframe src="${place("embed.html")}${chapter}" width="960" height="640" title="How a chess machine finds a move"></iframe>`,
      ],
    ]) {
      const label = make("label", name);
      const input = make("input");
      input.readOnly = true;
      input.value = text;
      input.onfocus = () => input.select();
      const copy = make("button", "Copy");
      copy.ariaLabel = `Copy: ${name}`;
      copy.onclick = async () => {
        await navigator.clipboard.writeText(text);
        copy.textContent = "Copied";
      };
      const row = make("div");
      row.append(input, copy);
      label.append(row);
      box.append(label);
    }
    const local = ["127.0.0.1", "localhost", "[::1]"];
    if (local.includes(new URL(base()).hostname)) {
      const note = make("p", "This address works on this computer alone. ");
      const how = make("a", "How others reach it");
      how.href = "learn/teachers.html#pupils";
      note.append(how);
      box.append(note);
    }
    share.append(make("summary", "Share"), box);
    const close = (/** @type {Event} */ event) => {
      const { target } = event;
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      const outside = target instanceof Node && !share.contains(target);
      if (event instanceof KeyboardEvent || outside) share.open = false;
    };
    share.ontoggle = () => {
      for (const name of ["keydown", "pointerdown"])
        if (share.open) addEventListener(name, close);
        else removeEventListener(name, close);
    };
    return share;
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
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      return;
    if (event.key === "p" || event.key === "P") this.lecture();
    else if (!this.#isLecture()) return;
    else if (event.key === " " || event.key === "PageDown")
      this.#turnTo(1, event);
    else if (event.key === "PageUp") this.#turnTo(-1, event);
    else if (event.key === "Escape") this.lecture();
  }

  /** @param {number} step @param {KeyboardEvent} event */
  #turnTo(step, event) {
    // Space on a button presses it.
    if (
      event.key === " " &&
      event.target instanceof HTMLElement &&
      event.target.closest("button, a, summary, [role=gridcell], [role=slider]")
    )
      return;
    event.preventDefault();
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
    const tasked = this.body.querySelector(".learn-phase");
    if (tasked && (phase === "read") === step > 0)
      return this.#phase(step > 0 ? "do" : "read");
    const page = this.next(step);
    if (page !== undefined) this.go(page);
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
    delete this.body.dataset.panel;
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

/** A piece of history, folded. @param {Aside} text */
function aside({ title, text: paragraphs, sources }) {
  const made = make("details", "", "learn-aside");
  made.append(make("summary", title));
  for (const paragraph of paragraphs) made.append(make("p", paragraph));
  // Opened, it is read from its beginning, and not from below the edge.
  made.ontoggle = () => {
    const words = made.parentElement;
    if (made.open && words) words.scrollTop = made.offsetTop - words.offsetTop;
  };
  const list = make("ul");
  list.setAttribute("aria-label", "Sources");
  /** @type {Set<string>} */
  const told = new Set();
  made.append(make("p", "Sources:"));
  for (const { text } of sources) {
    // Two facts may have been read at one place.
    if (told.has(text)) continue;
    told.add(text);
    const item = make("li");
    const link = make("a", text.replace(/^CPW\b/, "Chess Programming Wiki"));
    link.href = "#face=bench&view=docs&page=sources.md";
    item.append(link);
    list.append(item);
  }
  made.append(list);
  return made;
}
