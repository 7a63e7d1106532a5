// @ts-check
/** @file What the reader has done, kept by the browser; where it keeps nothing, until the page is closed. */

const NAME = "belle-learn";

/** How a task was done: wrong answers before it, and the moment as ISO 8601 writes it. @typedef {{wrong: number, done?: string}} Tries */
/** @typedef {{done: string[], chapters: Record<string, Record<string, unknown>>, tries: Record<string, Tries>, own: Record<string, string>}} Kept */

/** @returns {Kept} */
const nothing = () => ({ done: [], chapters: {}, tries: {}, own: {} });

export class Progress {
  constructor() {
    this.kept = nothing();
    try {
      const stored = JSON.parse(localStorage.getItem(NAME) ?? "{}");
      if (Array.isArray(stored.done))
        this.kept.done = stored.done.filter(
          (/** @type {unknown} */ one) => typeof one === "string",
        );
      for (const part of /** @type {const} */ (["chapters", "tries", "own"]))
        if (stored[part] && typeof stored[part] === "object")
          this.kept[part] = stored[part];
    } catch {
      // A frame of another site may have no store, and another program may have written into it.
    }
  }

  /** What has been done in a chapter; changes are kept by `save`. @param {string} id @returns {Record<string, unknown>} */
  of(id) {
    const kept = this.kept.chapters[id];
    if (kept && typeof kept === "object") return kept;
    return (this.kept.chapters[id] = {});
  }

  /** @param {string} id */
  isDone(id) {
    return this.kept.done.includes(id);
  }

  /** How a task was done. @param {string} id @returns {Tries} */
  tries(id) {
    const kept = this.kept.tries[id];
    return kept && Number.isInteger(kept.wrong) ? kept : { wrong: 0 };
  }

  /** A wrong answer; after the task is done it counts no more. @param {string} id */
  wrong(id) {
    if (this.isDone(id)) return;
    this.kept.tries[id] = { wrong: this.tries(id).wrong + 1 };
    this.save();
  }

  /** @param {string} id */
  finish(id) {
    if (!this.isDone(id)) {
      this.kept.done.push(id);
      const done = new Date().toISOString();
      this.kept.tries[id] = { wrong: this.tries(id).wrong, done };
    }
    this.save();
  }

  /** The chapter begins anew; its wrong answers stay counted. @param {string} id */
  forgetChapter(id) {
    this.kept.done = this.kept.done.filter((one) => one !== id);
    delete this.kept.chapters[id];
    this.save();
  }

  /** What the reader has written: his name, or an answer. @param {string} name */
  own(name) {
    const kept = this.kept.own[name];
    return typeof kept === "string" ? kept : "";
  }

  /** @param {string} name @param {string} text */
  write(name, text) {
    this.kept.own[name] = text;
    this.save();
  }

  forget() {
    this.kept = nothing();
    this.save();
  }

  save() {
    try {
      localStorage.setItem(NAME, JSON.stringify(this.kept));
    } catch {
      // Nothing is kept then, and all else goes on.
    }
  }
}
