// @ts-check
/** @file Answers to choose from. */

import { make } from "../format.js";

/**
 * Buttons of which one is right; a wrong one is struck out, and the others can still be chosen. `forget` takes all marks off.
 * @template T
 * @param {{name: string, value: T}[]} answers
 * @param {(value: T) => boolean | Promise<boolean>} grade tells whether the value is right, and shows the learner why
 */
export function choices(answers, grade) {
  const group = make("div", "", "learn-choices");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Answers");
  for (const { name, value } of answers) {
    const button = make("button", name);
    button.onclick = async () => {
      for (const one of group.querySelectorAll("button"))
        one.classList.remove("right");
      const right = await grade(value);
      button.classList.add(right ? "right" : "wrong");
    };
    group.append(button);
  }
  const forget = () => {
    for (const one of group.querySelectorAll("button"))
      one.classList.remove("right", "wrong");
  };
  return { group, forget };
}
