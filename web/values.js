// @ts-check
/**
 * @file Values: the lazy registers with what each write added, and the full evaluator cell by cell.
 */
/** @import { EvaluatorReport, EvaluatorTerm, Frame, Write } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { bits } from "./array.js";
import { element, make, pawns, row, svg, table } from "./format.js";
import { latest } from "./latest.js";
import { first } from "./transport.js";

const ARROWS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
const GLYPHS = /** @type {Record<string, string>} */ ({
  k: "♚",
  q: "♛",
  r: "♜",
  b: "♝",
  n: "♞",
  p: "♟",
});

export class Values {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.cycle = 0;
    this.term = 0;
    /** @type {EvaluatorReport | null} */
    this.found = null;
    /** Cycles that the full evaluator still needs. */
    this.left = 0;
    this.ask = latest((/** @type {Frame} */ frame) => this.#ask(frame));
    ARROWS.forEach((arrow, index) => {
      const button = make("button", arrow);
      button.title = `Cycle ${index + 1}`;
      button.setAttribute("aria-label", `Cycle ${index + 1}`);
      button.onclick = () => {
        [this.cycle, this.term] = [index, 0];
        this.#full();
      };
      element("directions").append(button);
    });
    const head = row(["cycle", "square", "piece", "changes"], "", "th");
    for (const cell of head.cells) cell.dataset.explain = "text:writes";
    table("writes").tHead?.append(head);
  }

  /** @param {Frame} frame @param {boolean} quick */
  async show(frame, quick) {
    this.#lazy(frame);
    if (!quick) await this.ask(frame);
  }

  /** @param {Frame} frame */
  async #ask(frame) {
    const [writes, found] = await Promise.all([
      this.room.raw({ command: "writes", cycles: 2000 }),
      this.room.raw({ command: "evaluate" }),
    ]);
    this.#writes(first(writes, "writes")?.writes ?? []);
    this.found = first(found, "evaluated") ?? this.found;
    this.left = parseInt(this.room.level("left", frame), 16);
    this.#follow();
    this.#full();
  }

  /** Shows the direction that the cells report in this cycle, while they do. */
  #follow() {
    if (!this.found) return;
    const { cycles, pipeline } = this.found;
    const now = cycles.length + pipeline - this.left;
    if (now >= 0 && now < cycles.length) [this.cycle, this.term] = [now, 0];
  }

  /** @param {Frame} frame */
  #lazy(frame) {
    const place = make("div", "", "terms");
    let sum = 0;
    for (const [name, white, black] of frame.lazy) {
      sum += white - black;
      const line = make("div", "", white || black ? "" : "nothing");
      line.dataset.explain = this.room.signal(name)
        ? `signal:${name}`
        : "text:lazy";
      const both = name !== "material" && name !== "piece_square";
      line.append(
        make("span", name.replace("_", "-")),
        make("b", both ? `${white} − ${black}` : String(white)),
      );
      place.append(line);
    }
    const total = make("div", "", "total");
    total.append(
      make("span", "lazy value, White's side"),
      make("b", pawns(sum)),
    );
    place.append(total);
    element("lazy").replaceChildren(place);
  }

  /** @param {Write[]} writes */
  #writes(writes) {
    const rows = writes
      .slice(-8)
      .reverse()
      .map((one) => {
        const changes = one.changes.map(([name, before, after]) =>
          name === "lazy"
            ? `lazy ${pawns(after)}`
            : name.startsWith("king_")
              ? "king moves"
              : `${name.replace("_", "-")} ${after - before >= 0 ? "+" : "−"}${Math.abs(after - before)}`,
        );
        return row([
          one.cycle,
          one.square,
          `${one.old} → ${one.new}`,
          changes.join(", "),
        ]);
      });
    table("writes").tBodies[0].replaceChildren(
      ...(rows.length ? rows : [row(["no write yet", "", "", ""])]),
    );
  }

  #full() {
    if (!this.found) return;
    const { cycles, sum, value } = this.found;
    [...element("directions").children].forEach((button, index) =>
      button.setAttribute("aria-pressed", String(index === this.cycle)),
    );
    const { terms } = cycles[this.cycle];
    const list = make("div", "", "reports");
    terms.forEach((term, index) => {
      const [white, black] = [bits(term.white), bits(term.black)].map(
        (plane) => plane.filter(Boolean).length,
      );
      const button = make("button", "", "term");
      button.dataset.explain = `term:${term.name}:${term.reason.replaceAll(":", ",")}`;
      button.setAttribute("aria-pressed", String(index === this.term));
      button.append(
        make("span", term.name),
        make("b", `${term.weight} × (${white} − ${black})`),
      );
      button.onclick = () => {
        this.term = index;
        this.#full();
      };
      list.append(button);
    });
    element("terms").replaceChildren(
      list,
      make("p", terms[this.term]?.reason ?? "", "hint"),
    );
    element("reports").replaceChildren(this.#board(terms[this.term]));
    const clamped =
      sum === value ? "" : `, held to ${value} (never more than 192)`;
    const { left } = this;
    element("sum").textContent =
      `Sum of all eight cycles: ${sum} centipawns for White${clamped}. ${left ? `Ready in ${left} cycles.` : "No evaluation goes on."}`;
  }

  /**
   * Squares that report a term: filled for White, ringed for Black.
   * @param {EvaluatorTerm | undefined} term
   */
  #board(term) {
    const names = term
      ? `${term.name}: filled dots report for White, rings for Black`
      : "no report";
    const board = svg("svg", {
      viewBox: "0 0 160 160",
      class: "small",
      role: "img",
      "aria-label": names,
    });
    const [white, black] = term
      ? [bits(term.white), bits(term.black)]
      : [[], []];
    for (let square = 0; square < 64; square++) {
      const [x, y] = [20 * (square % 8), 20 * (7 - (square >> 3))];
      board.append(
        svg("rect", {
          x,
          y,
          width: 20,
          height: 20,
          class: ((square % 8) + (square >> 3)) % 2 ? "light" : "dark",
        }),
      );
      const piece = this.room.frame.pieces[square];
      if (piece !== ".")
        board.append(
          svg(
            "text",
            {
              x: x + 10,
              y: y + 16,
              class: piece === piece.toUpperCase() ? "white" : "black",
            },
            GLYPHS[piece.toLowerCase()],
          ),
        );
      if (white[square])
        board.append(
          svg("circle", { cx: x + 15, cy: y + 5, r: 3.4, class: "for-white" }),
        );
      if (black[square])
        board.append(
          svg("circle", { cx: x + 5, cy: y + 5, r: 3, class: "for-black" }),
        );
    }
    return board;
  }
}
