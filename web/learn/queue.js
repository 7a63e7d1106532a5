// @ts-check
/** @file The queue: what the numbers on the board stand for, in the colors of their circles. */

import { make } from "../format.js";

/** Names of the six numbers, for victims and for aggressors. @typedef {{victim: string[], aggressor: string[]}} Queue */

/**
 * A list of the six numbers.
 * @param {Queue} queue
 * @param {"victim" | "aggressor"} kind whose queue it shows first
 */
export function queueList(queue, kind) {
  const host = make("div", "", "learn-queue");
  const title = make("p");
  const list = make("ol");
  host.append(title, list);
  const rows = [1, 2, 3, 4, 5, 6].map((number) => {
    const row = make("li");
    row.append(make("b", String(number), `disc-${number}`), make("span"));
    list.append(row);
    return row;
  });
  /** Shows one of the queues; numbers that are not on the board are faint. @param {"victim" | "aggressor"} now @param {boolean[][]} [lines] */
  const show = (now, lines) => {
    title.textContent =
      now === "victim" ? "Prizes, biggest first:" : "Takers, smallest first:";
    rows.forEach((row, index) => {
      const name = row.querySelector("span");
      if (name) name.textContent = queue[now][index];
      row.classList.toggle("absent", lines?.[index].includes(true) === false);
    });
  };
  show(kind);
  return { host, show };
}
