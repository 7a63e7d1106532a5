// @ts-check
/** @file Learn: how a chess machine finds a move, on the machine itself. */
/** @import { Room } from "../room.js" */

import { make } from "../format.js";

/**
 * Fills the face when it is entered for the first time.
 * @param {HTMLElement} root
 * @param {Room} room the machine: positions set here do not touch the reader's game, which comes back afterwards
 */
export async function open(root, room) {
  const { entries } = room.description;
  root.replaceChildren(
    make("h2", "How a chess machine finds a move"),
    make(
      "p",
      `Belle looks at every move and every answer, 160,000 positions a second, and remembers ${entries.toLocaleString("en-US")} of them. Open the bench to see each of its wires at work.`,
    ),
  );
}
