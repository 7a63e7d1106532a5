// @ts-check
/** @file Pages in Markdown as elements: headings, paragraphs, lists, tables, code, links. */

import { make } from "./format.js";

/**
 * Text with code, emphasis and links.
 * @param {string} text
 * @param {(target: string) => HTMLElement | null} link
 */
function inline(text, link) {
  const made = document.createDocumentFragment();
  const pattern =
    /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|!\[([^\]]*)\]\([^)]*\)|\[([^\]]+)\]\(([^)\s]+)[^)]*\)|<(https?:[^>]+)>/g;
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    made.append(text.slice(at, found.index));
    at = found.index + found[0].length;
    if (found[1] !== undefined) made.append(make("code", found[1]));
    else if (found[2] !== undefined)
      made.append(wrap("strong", found[2], link));
    else if (found[3] !== undefined) made.append(make("em", found[3]));
    else if (found[5] !== undefined) {
      const target = link(found[6]);
      if (target) {
        target.append(inline(found[5], link));
        made.append(target);
      } else made.append(inline(found[5], link));
    } else if (found[7] !== undefined) made.append(found[7]);
  }
  made.append(text.slice(at));
  return made;
}

/** Headings of a page, which stand below those of the view. */
const HEADINGS = /** @type {const} */ (["h3", "h4", "h5", "h6"]);

/**
 * @param {keyof HTMLElementTagNameMap} tag
 * @param {string} text
 * @param {(target: string) => HTMLElement | null} link
 */
function wrap(tag, text, link) {
  const made = make(tag);
  made.append(inline(text, link));
  return made;
}

/** @param {string} line */
const cells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/**
 * A page as elements.
 * @param {string} text
 * @param {(target: string) => HTMLElement | null} link an element for a link's target, or none
 * @returns {HTMLElement[]}
 */
export function render(text, link) {
  const lines = text.replace(/<!--[\s\S]*?-->/g, "").split("\n");
  const out = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (/^\s*```/.test(line)) {
      const end = lines.findIndex(
        (other, index) => index > at && /^\s*```/.test(other),
      );
      const last = end < 0 ? lines.length : end;
      const code = make("pre", lines.slice(at + 1, last).join("\n"));
      code.tabIndex = 0;
      out.push(code);
      at = last + 1;
    } else if (/^#{1,6} /.test(line)) {
      const level = Math.min(HEADINGS.length - 1, line.indexOf(" ") - 1);
      out.push(wrap(HEADINGS[level], line.replace(/^#+ /, ""), link));
      at++;
    } else if (/^\|/.test(line) && /^\|[\s:|-]+$/.test(lines[at + 1] ?? "")) {
      const table = make("table");
      const add = (
        /** @type {string} */ row,
        /** @type {"th" | "td"} */ tag,
      ) => {
        const made = make("tr");
        for (const cell of cells(row)) made.append(wrap(tag, cell, link));
        table.append(made);
      };
      add(line, "th");
      for (at += 2; /^\|/.test(lines[at] ?? ""); at++) add(lines[at], "td");
      const box = make("div", "", "scroll");
      box.tabIndex = 0;
      box.append(table);
      out.push(box);
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const list = make(/^\s*\d/.test(line) ? "ol" : "ul");
      for (; /^\s*([-*]|\d+\.) /.test(lines[at] ?? ""); at++) {
        let item = lines[at].replace(/^\s*([-*]|\d+\.) /, "");
        const indent = lines[at].search(/\S/);
        while (
          /^\s+\S/.test(lines[at + 1] ?? "") &&
          !/^\s*([-*]|\d+\.) /.test(lines[at + 1])
        )
          item += " " + lines[++at].trim();
        const made = wrap("li", item, link);
        if (indent) made.className = "deeper";
        list.append(made);
      }
      out.push(list);
    } else if (!line.trim()) at++;
    else {
      let paragraph = line;
      for (
        at++;
        lines[at]?.trim() && !/^(#|\||\s*```|\s*[-*] )/.test(lines[at]);
        at++
      )
        paragraph += " " + lines[at].trim();
      out.push(wrap("p", paragraph.replace(/^> ?/, ""), link));
    }
  }
  return out;
}
