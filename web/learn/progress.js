// @ts-check
/** @file What the reader has done, kept by the browser; where it keeps nothing, until the page is closed. */

const NAME = "belle-learn";

/** @typedef {{done: string[], chapters: Record<string, Record<string, unknown>>}} Kept */

export class Progress {
  constructor() {
    /** @type {Kept} */
    this.kept = { done: [], chapters: {} };
    try {
      const { done, chapters } = JSON.parse(localStorage.getItem(NAME) ?? "{}");
      if (Array.isArray(done))
        this.kept.done = done.filter((one) => typeof one === "string");
      if (chapters && typeof chapters === "object")
        this.kept.chapters = chapters;
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

  /** @param {string} id */
  finish(id) {
    if (!this.isDone(id)) this.kept.done.push(id);
    this.save();
  }

  /** @param {string} id */
  forgetChapter(id) {
    this.kept.done = this.kept.done.filter((one) => one !== id);
    delete this.kept.chapters[id];
    this.save();
  }

  forget() {
    this.kept = { done: [], chapters: {} };
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
