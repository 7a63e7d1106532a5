// @ts-check
/** @file Paragraphs with live words: `{a knight|knight}` acts on the figure, `{=nodes}` holds a measured figure. */

import { make } from "../format.js";
/** @import { Chapter } from "./learn.js" */

const LIVE = /\{([^|}]*)\|([\w-]+)\}|\{=([\w-]+)\}/g;

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** @param {string} text @param {Chapter} chapter @param {(name: string) => void} act */
export function prose(text, chapter, act) {
  const paragraph = make("p");
  let end = 0;
  for (const found of text.matchAll(LIVE)) {
    paragraph.append(text.slice(end, found.index));
    end = found.index + found[0].length;
    const [, words, name, fact] = found;
    if (name) {
      const word = make("button", words, "live");
      word.type = "button";
      word.dataset.live = name;
      word.title = "Shows it in the figure";
      word.onclick = () => act(name);
      // A comma after it is not left alone on the next line.
      const mark = /^[.,:;?!]+/.exec(text.slice(end))?.[0] ?? "";
      end += mark.length;
      const together = make("span", "", "together");
      together.append(word, mark);
      paragraph.append(together);
    } else {
      const place = make("span", numbers.format(chapter.facts[fact]), "fact");
      place.dataset.fact = fact;
      paragraph.append(place);
    }
  }
  paragraph.append(text.slice(end));
  return paragraph;
}
