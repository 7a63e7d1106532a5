// @ts-check
/** @file The array: pieces are dragged, and the wires of all 64 circuits follow. On the cover, and in the chapter of the 64 circuits. */
/** @import { Figure, Stage } from "./learn.js" */
/** @import { Lit } from "./machine.js" */

import { make, pieceName, squareName } from "../format.js";
import { Board, isWhite, moved } from "./board.js";
import { piecesOf } from "./machine.js";
import { queueList } from "./queue.js";

/** @param {Stage} stage @returns {Promise<Figure>} */
export async function figure(stage) {
  const { fen, fork } = /** @type {{fen: string, fork?: string}} */ (
    stage.chapter.data
  );
  const board = new Board(
    stage.host,
    "The array: 64 circuits, a piece in each; drag any piece",
  );
  const caption = make("p", "", "learn-caption tall");
  const queue = queueList(stage.queue, "victim");
  stage.side.append(queue.host, caption);
  board.movable = (square) => board.pieces[square] !== ".";
  let [pieces, only, number] = [piecesOf(fen), -1, 0];
  /** The kind of wires that alone is shown, since its word in the text was pressed. */
  let wires = "";
  board.set(pieces);

  /** Lets the array settle, and shows its wires. @param {string} now @param {boolean} still */
  const settle = async (now, still) => {
    const id = ++number;
    const lit = await stage.machine.settle(now);
    // While a piece is dragged the next square comes before the last answer.
    if (id !== number) return lit;
    board.pieces = now;
    board.light(lit, { only, wires, still });
    if (wires)
      caption.textContent =
        "Only these wires are shown. Press the word again for all.";
    else
      caption.textContent =
        only < 0
          ? words(lit)
          : `The wires of the ${pieceName(now[only])} on ${squareName(only)} alone. Press the word or the piece again for all.`;
    return lit;
  };

  /** @param {Lit} lit */
  const words = (lit) => {
    const answering = lit.lines.reduce(
      (sum, plane) => sum + plane.filter(Boolean).length,
      0,
    );
    const king = lit.check ? " A wire at the king says check." : "";
    if (!lit.winner) return `No square answers.${king}`;
    if (fork) return "";
    const { square } = lit.winner;
    const letter = pieces[square];
    const there = letter === "." ? "nothing" : `a ${pieceName(letter)}`;
    const equal = lit.lines[lit.winner.line - 1].filter(Boolean).length > 1;
    const why = equal ? ", nearest to White" : "";
    return `${answering} squares answer. ${squareName(square)} wins: ${there} can be taken there${why}.${king}`;
  };

  board.onHover = (from, to) => {
    [only, wires] = [-1, ""];
    settle(moved(pieces, from, to), true);
  };
  board.onMove = async (from, to) => {
    const letter = pieces[from];
    pieces = moved(pieces, from, to);
    board.set(pieces, { from, to });
    await settle(pieces, false);
    if (!fork) {
      stage.say(
        `The ${pieceName(letter)} stands on ${squareName(to)}. All 64 circuits have worked at once: these are the wires now.`,
        "right",
      );
      stage.done();
    } else if (letter === "N") await grade(to);
    else
      stage.say(
        `The wires follow the ${pieceName(letter)}, too. The task is the white knight’s.`,
      );
  };
  board.onPress = async (square) => {
    wires = "";
    only = isWhite(pieces[square]) && only !== square ? square : -1;
    await settle(pieces, false);
  };

  /** Whether the knight alone reaches king and queen. @param {number} at */
  const grade = async (at) => {
    const alone = [...pieces]
      .map((letter, square) =>
        isWhite(letter) && square !== at ? "." : letter,
      )
      .join("");
    const lit = await stage.machine.settle(alone);
    const reached = [...pieces].flatMap((letter, square) =>
      letter !== "." &&
      !isWhite(letter) &&
      (lit.kings[square] || lit.lines.some((line) => line[square]))
        ? [letter]
        : [],
    );
    const [king, queen] = [reached.includes("k"), reached.includes("q")];
    const on = squareName(at);
    if (king && queen) {
      stage.say(`From ${on} its wires end at king and queen.`, "right");
      stage.done();
    } else if (reached.length) {
      const names = reached
        .map((letter) => `the ${pieceName(letter)}`)
        .join(" and ");
      stage.say(
        `From ${on} its wires reach ${names}, not both king and queen.`,
        "wrong",
      );
    } else
      stage.say(`From ${on} none of its wires ends at a black piece.`, "wrong");
  };

  await settle(pieces, false);
  return {
    show: async (name) => {
      const kind = name === "ray" || name === "jump" ? name : "";
      // The same word again shows all.
      wires = kind === wires ? "" : kind;
      const found = [...pieces].findIndex(
        (letter) => pieceName(letter) === name && isWhite(letter),
      );
      only = kind || only === found ? -1 : found;
      await settle(pieces, false);
    },
  };
}
