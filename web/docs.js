// @ts-check
/** @file The databook and the other pages, read and searched in place. */

import { element, input, make, select } from "./format.js";
import { render } from "./markdown.js";

export class Docs {
  constructor() {
    /** Titles and texts by path. @type {Map<string, {title: string, text: string}>} */
    this.pages = new Map();
    this.path = "";
    /** The page asked for last. */
    this.wanted = "";
    /** @type {Promise<void> | undefined} */
    this.loading = undefined;
    element("docs-form").onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      await this.search(input("docs-search").value);
      element("docs-found").querySelector("button")?.click();
    };
    element("docs-search").oninput = () =>
      this.search(input("docs-search").value);
    element("docs-page").onchange = () => this.open(select("docs-page").value);
  }

  /** Loads all pages once. */
  load() {
    this.loading ??= this.#load();
    return this.loading;
  }

  async #load() {
    const text = async (/** @type {string} */ path) => {
      const answer = await fetch(`docs/${path}`);
      return answer.ok ? answer.text() : "";
    };
    const summary = await text("SUMMARY.md");
    const found = [...summary.matchAll(/\[([^\]]+)\]\(([^)]+\.md)\)/g)].filter(
      ([, , path]) => !path.startsWith(".."),
    );
    const texts = await Promise.all(found.map(([, , path]) => text(path)));
    found.forEach(([, title, path], index) => {
      if (!texts[index]) return;
      this.pages.set(path, { title, text: texts[index] });
      element("docs-page").append(new Option(title, path));
    });
    if (!this.pages.size)
      element("docs").replaceChildren(
        make("p", "The pages cannot be loaded: the server does not answer."),
      );
  }

  /**
   * Shows a page.
   * @param {string} path
   * @param {string} [part] beginning of a heading or numbered step to go to
   */
  async open(path, part) {
    this.wanted = path;
    await this.load();
    const page = this.pages.get(path);
    if (!page || this.wanted !== path) return;
    this.path = path;
    select("docs-page").value = path;
    const elements = render(page.text, (target) => this.#link(target));
    element("docs").replaceChildren(...elements);
    const wanted = part?.toLowerCase();
    const heading =
      wanted &&
      elements.find(
        (one) =>
          one.textContent?.toLowerCase().startsWith(wanted) ||
          (/^\d+$/.test(wanted) && one.textContent?.startsWith(`${wanted}. `)),
      );
    if (heading) {
      heading.classList.add("here");
      heading.scrollIntoView({ block: "start" });
    } else element("docs").scrollTop = 0;
  }

  /** A link within the pages; others are shown as text. @param {string} target */
  #link(target) {
    const [file, anchor] = target.split("#");
    const path = file
      ? new URL(file, `http://docs/${this.path}`).pathname.slice(1)
      : this.path;
    if (!this.pages.has(path)) return null;
    const button = document.createElement("button");
    button.className = "link";
    button.onclick = () => this.open(path, anchor?.replaceAll("-", " "));
    return button;
  }

  /** Pages with all words of a text. @param {string} text */
  async search(text) {
    await this.load();
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const place = element("docs-found");
    if (!words.length) return place.replaceChildren();
    const found = [...this.pages].flatMap(([path, page]) => {
      const lines = page.text.split("\n");
      const body = page.text.toLowerCase();
      const all = (/** @type {string} */ line) =>
        words.every((word) => line.toLowerCase().includes(word));
      if (!all(`${page.title} ${body}`)) return [];
      const under = lines.findIndex(
        (line) => line.startsWith("#") && all(line),
      );
      const index = under >= 0 ? under : lines.findIndex(all);
      const at =
        index >= 0
          ? index
          : lines.findIndex((line) => line.toLowerCase().includes(words[0]));
      const heading = lines
        .slice(0, at + 1)
        .findLast((line) => line.startsWith("#"))
        ?.replace(/^#+ /, "");
      const weight =
        (all(page.title) ? 8 : 0) +
        (under >= 0 ? 4 : 0) +
        (path.startsWith("databook/") ? 2 : 0) +
        (index >= 0 ? 1 : 0);
      return [
        {
          path,
          title: page.title,
          heading,
          line: (lines[at] ?? "").replace(/[|`*#]/g, " ").trim(),
          weight,
        },
      ];
    });
    found.sort((one, other) => other.weight - one.weight);
    place.replaceChildren(
      ...found.slice(0, 12).map((one) => {
        const item = make("div", "", "found");
        const button = make(
          "button",
          one.heading && one.heading !== one.title
            ? `${one.title}: ${one.heading}`
            : one.title,
          "link",
        );
        button.onclick = () => {
          place.replaceChildren();
          this.open(one.path, one.heading);
        };
        item.append(button, make("span", one.line.slice(0, 120)));
        return item;
      }),
    );
    if (!found.length)
      place.replaceChildren(
        make(
          "p",
          `No page has ${words.length > 1 ? "all of " : ""}'${text.trim()}'.`,
          "hint",
        ),
      );
  }
}
