// @ts-check
/**
 * @file One cell's diagram, laid out as the record's block diagram of a square,
 *   with the levels of its wires.
 */
/** @import { Frame } from "./protocol.js" */
/** @import { Room } from "./room.js" */
/** @import { ArrayView } from "./array.js" */

import { bits } from "./array.js";
import { SENT, element, make, row, squareName, svg, table } from "./format.js";

const COMPASS = /** @type {[string, number, number][]} */ ([
  ["north", 0, -1],
  ["north_east", 1, -1],
  ["east", 1, 0],
  ["south_east", 1, 1],
  ["south", 0, 1],
  ["south_west", -1, 1],
  ["west", -1, 0],
  ["north_west", -1, -1],
]);
const KINDS = [
  "empty",
  "pawn",
  "knight",
  "bishop",
  "rook",
  "queen",
  "king",
  "own",
];
const PAGE = "databook/move-generator-cell.md";

export class Cell {
  /**
   * @param {Room} room
   * @param {ArrayView} array
   * @param {(path: string) => void} openPage
   */
  constructor(room, array, openPage) {
    this.room = room;
    this.array = array;
    this.openPage = openPage;
    this.square = 28;
  }

  /** @param {number} square */
  choose(square) {
    this.square = square;
    this.show(this.room.frame);
  }

  /** @param {Frame} frame */
  show(frame) {
    const { room, array, square } = this;
    const level = (/** @type {string} */ name) => {
      const value = BigInt("0x" + room.wire(name, frame));
      return ((value >> BigInt(square)) & 1n) === 1n;
    };
    const drawing = svg("svg", {
      viewBox: "0 0 560 490",
      role: "img",
      class: "diagram",
      "aria-label": array.label(square),
    });
    const box = (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ w,
      /** @type {number} */ h,
      /** @type {string} */ name,
      /** @type {string} */ explain,
    ) => {
      const group = svg("g", { "data-explain": explain, tabindex: 0 });
      group.append(
        svg("rect", { x, y, width: w, height: h, rx: 6, class: "part" }),
        svg("text", { x: x + w / 2, y: y + 18, class: "title" }, name),
      );
      drawing.append(group);
    };
    const wire = (
      /** @type {string} */ points,
      /** @type {boolean} */ on,
      /** @type {string} */ kind = "",
    ) => {
      drawing.append(
        svg("polyline", { points, class: `wire ${kind} ${on ? "on" : ""}` }),
      );
    };
    const text = (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {string} */ words,
      /** @type {boolean} */ on,
      /** @type {string} */ end = "start",
      /** @type {string} */ explain = "",
    ) => {
      const name = svg(
        "text",
        { x, y, class: on ? "name on" : "name", "text-anchor": end },
        words,
      );
      if (explain) name.dataset.explain = explain;
      drawing.append(name);
    };
    /** A wire's name, lit and explained as the wire. */
    const named = (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {string} */ words,
      /** @type {string} */ path,
      /** @type {string} */ end = "start",
    ) => text(x, y, words, level(path), end, `wire:${path}`);

    // SQUARE: the piece register and its decoder.
    box(12, 20, 120, 210, "SQUARE", "text:square");
    const piece = frame.pieces[square];
    drawing.append(
      svg(
        "text",
        { x: 40, y: 78, class: "piece" },
        piece === "." ? "·" : piece,
      ),
    );
    KINDS.forEach((name, index) => {
      const on = level(`square/${name}`);
      named(122, 64 + index * 21, name, `square/${name}`, "end");
      wire(`132,${60 + index * 21} 176,${60 + index * 21}`, on);
    });
    // XMIT.
    box(176, 20, 110, 210, "XMIT", "text:xmit");
    SENT.forEach((name, index) => {
      const on = level(`xmit/${name}`);
      named(278, 70 + index * 28, name, `xmit/${name}`, "end");
      wire(`286,${66 + index * 28} 330,${66 + index * 28}`, on, "sent");
    });
    // RAY MUX with its eight arrivals.
    box(330, 20, 218, 108, "RAY MUX", "text:rays");
    for (const [name, dx, dy] of COMPASS) {
      // A ray that runs north comes from the south.
      const on = level(`ray_mux/${name}`);
      const [x, y] = [384 - dx * 34, 82 - dy * 34];
      drawing.append(
        svg("line", {
          x1: x,
          y1: y,
          x2: 384 - dx * 10,
          y2: 82 - dy * 10,
          class: on ? "ray on" : "ray",
          "marker-end": on ? "url(#arrow)" : "",
        }),
      );
    }
    drawing.append(
      svg("circle", {
        cx: 384,
        cy: 82,
        r: 6,
        class: level("square/empty") ? "pass on" : "pass",
      }),
    );
    text(
      432,
      60,
      level("square/empty") ? "passes rays on" : "stops rays",
      false,
    );
    named(432, 84, "manhattan in", "ray_mux/manhattan_in");
    named(432, 106, "diagonal in", "ray_mux/diagonal_in");
    // The pawn lines, knights and kings.
    box(330, 140, 218, 90, "DIR MUX, KNIGHT, KING", "text:dirmux");
    text(
      342,
      178,
      room.wire("dir_mux/up", frame) !== "0"
        ? "pawns run up"
        : "pawns run down",
      false,
    );
    named(342, 198, "pawn move in", "dir_mux/pawn_move_in");
    named(342, 218, "pawn capture in", "dir_mux/pawn_capture_in");
    named(468, 198, "knight in", "knight_in/knight_in");
    named(468, 218, "king in", "king_in/king_in");
    // RECV and the priority network.
    const arrives = [
      "dir_mux/pawn_move_in",
      "dir_mux/pawn_capture_in",
      "knight_in/knight_in",
      "king_in/king_in",
    ];
    arrives.forEach((name, index) =>
      wire(
        `${360 + index * 32},230 ${360 + index * 32},286`,
        level(name),
        "sent",
      ),
    );
    // Those of the rays pass the box below theirs.
    const rays = [
      ["manhattan_in", "548,80 552,80 552,250 498,250 498,286"],
      ["diagonal_in", "548,102 557,102 557,268 530,268 530,286"],
    ];
    for (const [name, points] of rays)
      wire(points, level(`ray_mux/${name}`), "sent");
    wire("72,230 72,330 176,330", !level("square/empty"));
    box(176, 286, 372, 92, "RECV", "text:recv");
    const disabled = array.disabled[square];
    text(
      188,
      334,
      disabled ? "disabled: silent" : "disable bit clear",
      disabled,
    );
    text(
      188,
      356,
      frame.find === "aggressor" ? "lines of aggressors" : "lines of victims",
      false,
    );
    const victims = ["Q", "R", "B", "N", "P", "–"];
    const aggressors = ["P", "N", "B", "R", "Q", "K"];
    const names = frame.find === "aggressor" ? aggressors : victims;
    names.forEach((name, index) => {
      const on = level(`recv/line${index + 1}`);
      const x = 350 + index * 33;
      named(x, 340, String(index + 1), `recv/line${index + 1}`, "middle");
      text(x, 362, name, on, "middle");
      wire(`${x},378 ${x},424`, on, "recv");
    });
    box(176, 424, 372, 56, "PRIORITY: 64 cells, six lines", "text:priority");
    const winner = frame.winner;
    const wins =
      winner?.[1] === square &&
      frame.find !== "nothing" &&
      frame.find !== "check";
    text(
      362,
      468,
      winner
        ? `names ${squareName(winner[1])} on line ${winner[0]}${wins ? ": this cell" : ""}`
        : "names no square",
      wins,
      "middle",
    );
    const taken = level("recv/king_taken");
    wire("176,352 92,352 92,448", taken, "check");
    text(92, 466, taken ? "CHECK is raised" : "to CHECK", taken, "middle");
    const definitions = svg("defs", {});
    const marker = svg("marker", {
      id: "arrow",
      viewBox: "0 0 8 8",
      refX: 6,
      refY: 4,
      markerWidth: 5,
      markerHeight: 5,
      orient: "auto",
    });
    marker.append(svg("path", { d: "M0 0L8 4L0 8z", class: "head" }));
    definitions.append(marker);
    drawing.prepend(definitions);
    element("cell-title").textContent = `Cell ${squareName(square)}`;
    const link = document.createElement("button");
    link.textContent = "Databook";
    link.className = "link";
    link.onclick = () => this.openPage(PAGE);
    element("cell-text").replaceChildren(array.label(square), ". ", link);
    this.#priority(frame);
    const focused = document.activeElement?.closest("#cell");
    element("cell").replaceChildren(drawing);
    if (focused) element("cell").focus();
  }

  /**
   * The priority tree of each line: within each rank the lowest file, and of the ranks the lowest.
   * @param {Frame} frame
   */
  #priority(frame) {
    const { winner, find } = frame;
    const lines = [1, 2, 3, 4, 5, 6].map((line) =>
      bits(this.room.wire(`recv/line${line}`, frame)),
    );
    const lowest = (
      /** @type {boolean[]} */ plane,
      /** @type {number} */ rank,
    ) => {
      const file = plane.slice(8 * rank, 8 * rank + 8).indexOf(true);
      return file < 0 ? "" : squareName(8 * rank + file);
    };
    const place = table("priority");
    const head = row(
      ["", ...lines.map((_, index) => `line ${index + 1}`)],
      "",
      "th",
    );
    for (const cell of [...head.cells].slice(1))
      cell.dataset.explain = "text:recv";
    // The corner is the head of nothing.
    head.cells[0].replaceWith(make("td"));
    const rows = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
      const line = row([
        `rank ${rank + 1}`,
        ...lines.map((plane) => lowest(plane, rank)),
      ]);
      lines.forEach((plane, index) =>
        line.cells[index + 1].classList.toggle(
          "first",
          plane.indexOf(true) >> 3 === rank,
        ),
      );
      return line;
    });
    const last = row(
      [
        "of all ranks",
        ...lines.map((plane) =>
          plane.includes(true) ? squareName(plane.indexOf(true)) : "",
        ),
      ],
      "second",
    );
    if (winner && find !== "check") last.cells[winner[0]].classList.add("wins");
    place.replaceChildren(head, last, ...rows);
  }
}
