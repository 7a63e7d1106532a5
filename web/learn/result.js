// @ts-check
/** @file What a pupil hands in: which tasks are done, and how, with a name and answers in his own words. */
/** @import { Chapter } from "./learn.js" */
/** @import { Progress } from "./progress.js" */

import { make } from "../format.js";
import { copy } from "./address.js";

/** Asked at the end, answered in one's own words. */
const QUESTIONS = [
  "What is a ply, and why does the machine look at replies?",
  "What lets it skip branches, and why does the order of the moves matter?",
  "What do 64 circuits do at once? Why must disabled squares be remembered?",
  "What is a lazy value? Why was the machine faster than the programs of its time?",
];

const day = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
});

/** How a task was done, in words. @param {Progress} progress @param {string} id */
function told(progress, id) {
  if (!progress.isDone(id)) return "not done yet";
  const { wrong, done } = progress.tries(id);
  const tries =
    wrong === 0
      ? "without a wrong answer"
      : `after ${wrong} wrong ${wrong === 1 ? "answer" : "answers"}`;
  return done ? `${tries}, ${day.format(new Date(done))}` : "done";
}

/**
 * The sheet, as it is printed or copied.
 * @param {Chapter[]} chapters
 * @param {Progress} progress
 */
export function resultSheet(chapters, progress) {
  const sheet = make("section", "", "learn-result");
  sheet.setAttribute("aria-label", "Hand it in");
  const heading = make("h3", "Hand it in");
  const how = make(
    "p",
    "For a class: write your name and your answers, then print the sheet (or save it as a PDF), or copy it as text. It stays in this browser; nothing is sent.",
    "on-screen",
  );
  const field = (
    /** @type {string} */ name,
    /** @type {string} */ title,
    /** @type {HTMLInputElement | HTMLTextAreaElement} */ input,
  ) => {
    const label = make("label", title);
    input.value = progress.own(name);
    // On paper a field shows only its first lines; the words below it are all of them.
    const printed = make("span", input.value, "printed");
    input.oninput = () => {
      progress.write(name, input.value);
      printed.textContent = input.value;
    };
    label.append(input, printed);
    return label;
  };
  const input = make("input");
  input.autocomplete = "name";
  const name = field("name", "Name", input);
  const list = make("ol", "", "learn-done");
  for (const chapter of chapters) {
    const row = make("li");
    row.classList.toggle("done", progress.isDone(chapter.id));
    row.append(
      make("b", chapter.title),
      make("span", told(progress, chapter.id)),
    );
    list.append(row);
  }
  const answers = QUESTIONS.map((question, index) => {
    const area = make("textarea");
    area.rows = 2;
    return field(`answer-${index + 1}`, question, area);
  });
  const text = () =>
    [
      "How a chess machine finds a move",
      `Name: ${progress.own("name")}`,
      ...chapters.map(
        (chapter, index) =>
          `${index + 1}. ${chapter.title}: ${told(progress, chapter.id)}`,
      ),
      ...QUESTIONS.map(
        (question, index) =>
          `\n${question}\n${progress.own(`answer-${index + 1}`)}`,
      ),
    ].join("\n");
  const row = make("div", "", "learn-choices on-screen");
  const print = make("button", "Print, or save as PDF");
  print.onclick = () => window.print();
  const copied = make("button", "Copy as text");
  const source = make("textarea", "", "learn-copied");
  source.readOnly = true;
  source.hidden = true;
  source.ariaLabel = "The sheet as text";
  copied.onclick = () => {
    source.value = text();
    return copy(copied, source);
  };
  row.append(print, copied);
  sheet.append(heading, how, name, list, ...answers, row, source);
  return sheet;
}
