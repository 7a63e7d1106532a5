// @ts-check
/** @file The latest of several requests. */

/**
 * An act that is carried out once at a time. What is asked for meanwhile waits, and only the latest
 * of it is carried out, so that what a view shows in the end is what was asked for last.
 * @template {unknown[]} Asked
 * @param {(...asked: Asked) => Promise<void>} act
 * @returns {(...asked: Asked) => Promise<void>}
 */
export function latest(act) {
  let isUnderWay = false;
  /** @type {Asked | undefined} */
  let waiting;
  return async (...asked) => {
    waiting = asked;
    if (isUnderWay) return;
    isUnderWay = true;
    while (waiting) {
      const next = waiting;
      waiting = undefined;
      await act(...next);
    }
    isUnderWay = false;
  };
}
