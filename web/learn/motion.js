// @ts-check
/** @file Motion that explains; who wants less of it sees the end states. */

const query = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether pictures are to stand still. */
export const calm = () => query.matches;

/** Waits, unless pictures are to stand still. @param {number} milliseconds @returns {Promise<void>} */
export const pause = (milliseconds) =>
  calm()
    ? Promise.resolve()
    : new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The next time the browser paints. @returns {Promise<number>} */
export const painted = () =>
  new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Runs a picture from 0 to 1.
 * @param {number} milliseconds
 * @param {(part: number) => void} show
 * @param {() => boolean} [wanted] false ends it
 */
export async function run(milliseconds, show, wanted = () => true) {
  if (calm()) return show(1);
  const start = performance.now();
  for (;;) {
    const part = Math.min(1, (performance.now() - start) / milliseconds);
    if (!wanted()) return;
    show(part);
    if (part === 1) return;
    await painted();
  }
}

/** Scrolls a list, and nothing around it, so that one of its rows is seen. @param {Element | null | undefined} row */
export function follow(row) {
  const list = row?.parentElement;
  if (!(row instanceof HTMLElement) || !list) return;
  const top = row.offsetTop - list.offsetTop;
  const bottom = top + row.offsetHeight - list.clientHeight;
  list.scrollTop = Math.max(bottom, Math.min(list.scrollTop, top));
}
