// @ts-check
/** @file The array: a painter of 64 cells with rays, and the same as a grid of labeled cells. */
/** @import { Frame } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import {
  JUMPS,
  RAYS,
  SENT,
  STEPS,
  pieceName,
  squareName,
  straight,
} from "./format.js";
import { pieceUrls } from "./picture.js";

/** Stages within a word, in the order in which the circuits settle. */
export const STAGES = ["SQUARE", "XMIT", "RAYS", "RECV", "PRIORITY"];
/** The stage in which all has settled. */
export const LAST = STAGES.length - 1;

/** Steps to the cells that a line goes to. @type {Record<string, number[][]>} */
const REACHED = {
  manhattan: STEPS.filter(straight),
  diagonal: STEPS.filter((step) => !straight(step)),
  knight: JUMPS,
  king: STEPS,
};

/** Cells that an arrow key goes on, row by row. @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: -8, ArrowDown: 8 };

/** Milliseconds in which the current is seen to flow after a step. */
const FLOW = 300;
/**
 * Share of that time at which each thing begins: rays after the transmitters,
 * then lines, then the winner.
 */
const BEGINS = { rays: 0.12, lines: 0.7, winner: 0.86 };
/** Squares that a ray can pass. */
const LONGEST = 7;

/** Pixels that a pressed pointer may stray before it drags. */
const STRAY = 6;

/** Weight of the frames before in the sampled duty. */
const DUTY = 0.94;

/** Which of 64 wires are high. @param {string} level hexadecimal @returns {boolean[]} */
export function bits(level) {
  const halves = [
    parseInt(level.slice(-8), 16),
    parseInt(level.slice(0, -8) || "0", 16),
  ];
  const high = new Array(64);
  for (let square = 0; square < 64; square++)
    high[square] = ((halves[square >> 5] >>> (square & 31)) & 1) === 1;
  return high;
}

/**
 * Images of the pieces, as chessground's style sheet has them.
 * @type {Map<string, HTMLImageElement>}
 */
const images = new Map();

function loadImages(/** @type {() => void} */ repaint) {
  for (const [letter, url] of pieceUrls()) {
    const image = new Image();
    image.onload = repaint;
    image.src = url;
    images.set(letter, image);
  }
}

/** Painter and grid of the array. */
export class ArrayView {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} grid
   * @param {(square: number) => void} onSelect
   */
  constructor(canvas, grid, onSelect) {
    this.canvas = canvas;
    this.grid = grid;
    this.flipped = false;
    this.stage = LAST;
    /** @type {Frame | null} */
    this.frame = null;
    this.quick = false;
    /** Squares of the move registers; -1 without a search. */
    this.to = -1;
    this.from = -1;
    this.disabled = bits("0");
    /** @type {number[] | null} */
    this.heat = null;
    this.selected = 0;
    /**
     * Duties sampled while the machine runs fast: a square's share of to and from, of transmitting,
     * of lines raised, of wins.
     */
    this.duty = {
      square: new Float32Array(64),
      sends: new Float32Array(64),
      raises: new Float32Array(64),
      wins: new Float32Array(64),
    };
    /**
     * Lines sent, rays arriving, candidate lines and the other arrivals, by square.
     * @type {Record<string, boolean[]>}
     */
    this.sent = Object.fromEntries(SENT.map((name) => [name, bits("0")]));
    /** @type {Record<string, boolean[]>} */
    this.rays = Object.fromEntries(RAYS.map(({ name }) => [name, bits("0")]));
    /** @type {boolean[][]} */
    this.lines = [];
    this.moveIn = bits("0");
    this.captureIn = bits("0");
    this.kings = bits("0");
    this.up = true;
    /** The cell whose diagram is open. @type {number | null} */
    this.marked = null;
    this.onOpen = (/** @type {number} */ _square) => {};
    /**
     * A piece is dragged: to a square, or off the board.
     * @type {(from: number, to: number | null, done: boolean) => void}
     */
    this.onDrag = () => {};
    /**
     * A key that is pressed on a cell; returns whether it has meant something.
     * @type {(square: number, key: string) => boolean}
     */
    this.onKey = () => false;
    /** The drag that has just ended is no click. */
    this.dragged = false;
    /** Cells of the grid, row by row. @type {HTMLElement[]} */
    this.cells = [];
    this.#cells(onSelect);
    /** Time at which the current of this frame began to flow. */
    this.flowing = -Infinity;
    /**
     * Colors of the theme, pieces and the empty board as pictures,
     * made again for each size and theme.
     */
    this.colors = new Map();
    this.sprites = new Map();
    this.theme = "";
    this.width = 0;
    new ResizeObserver(() => {
      this.width = canvas.clientWidth;
      this.paint();
    }).observe(canvas);
    loadImages(() => {
      this.sprites.clear();
      this.paint();
    });
  }

  /** Forgets pictures and colors of another size or theme. @param {number} side */
  #prepare(side) {
    const theme = `${document.documentElement.dataset.theme} ${side} ${this.flipped}`;
    if (this.theme === theme) return;
    this.theme = theme;
    this.canvas.width = this.canvas.height = side;
    this.colors.clear();
    this.sprites.clear();
  }

  /** A color of the theme. @param {string} name @returns {string} */
  #color(name) {
    let found = this.colors.get(name);
    if (!found) {
      found = getComputedStyle(document.documentElement)
        .getPropertyValue("--" + name)
        .trim();
      this.colors.set(name, found);
    }
    return found;
  }

  /**
   * A picture that is drawn once.
   * @param {string} name
   * @param {number} side
   * @param {(context: CanvasRenderingContext2D) => void} draw
   */
  #sprite(name, side, draw) {
    let found = this.sprites.get(name);
    if (!found) {
      found = document.createElement("canvas");
      found.width = found.height = Math.ceil(side);
      draw(found.getContext("2d"));
      this.sprites.set(name, found);
    }
    return found;
  }

  /** Takes over a frame. @param {Frame} frame @param {Room} room @param {boolean} [quick] */
  set(frame, room, quick = false) {
    const isStep =
      !quick &&
      frame.find !== "nothing" &&
      (frame.cycle !== this.frame?.cycle ||
        frame.pieces !== this.frame?.pieces);
    this.frame = frame;
    this.quick = quick;
    // Another step lets the current flow again from its beginning.
    if (isStep && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      this.flowing = performance.now();
    else if (quick) this.flowing = -Infinity;
    const register = (/** @type {string} */ name) =>
      frame.searching ? parseInt(room.level(name, frame), 16) : -1;
    this.to = register("to");
    this.from = register("from");
    this.disabled = bits(frame.searching ? room.level("disable", frame) : "0");
    const level = (/** @type {string} */ name) => bits(room.wire(name, frame));
    for (const name of SENT) this.sent[name] = level("xmit/" + name);
    for (const { name } of RAYS) this.rays[name] = level("ray_mux/" + name);
    this.lines = [1, 2, 3, 4, 5, 6].map((line) => level("recv/line" + line));
    this.moveIn = level("dir_mux/pawn_move_in");
    this.captureIn = level("dir_mux/pawn_capture_in");
    this.kings = level("recv/king_taken");
    this.up = room.wire("dir_mux/up", frame) !== "0";
    // Share of the last frames: at full speed single words cannot be seen.
    const { square: squares, sends, raises, wins } = this.duty;
    const winner =
      frame.find === "nothing" || frame.find === "check"
        ? -1
        : frame.winner?.[1];
    for (let square = 0; square < 64; square++) {
      const add = (
        /** @type {Float32Array} */ duty,
        /** @type {boolean} */ now,
      ) =>
        (duty[square] = quick ? duty[square] * DUTY + (now ? 1 - DUTY : 0) : 0);
      add(squares, square === this.to || square === this.from);
      add(
        sends,
        SENT.some((name) => this.sent[name][square]),
      );
      add(
        raises,
        this.lines.some((plane) => plane[square]),
      );
      add(wins, square === winner);
    }
    this.paint();
  }

  /** How far the current has flowed in this frame, 0 to 1. */
  #flow() {
    return Math.min(1, (performance.now() - this.flowing) / FLOW);
  }

  /** Lit cells: what a test compares with `belle trace`. */
  lit() {
    const on = (/** @type {boolean[]} */ plane) =>
      plane.flatMap((high, square) => (high ? [squareName(square)] : []));
    return {
      sent: Object.fromEntries(SENT.map((name) => [name, on(this.sent[name])])),
      lines: this.lines.map(on),
    };
  }

  /** Center of a square. @param {number} square @param {number} size */
  #center(square, size) {
    const file = this.flipped ? 7 - (square % 8) : square % 8;
    const rank = this.flipped ? square >> 3 : 7 - (square >> 3);
    return [(file + 0.5) * size, (rank + 0.5) * size];
  }

  paint() {
    const scale = window.devicePixelRatio || 1;
    const side = Math.round(this.width * scale);
    if (!side) return;
    this.#prepare(side);
    const context = /** @type {CanvasRenderingContext2D} */ (
      this.canvas.getContext("2d")
    );
    const color = (/** @type {string} */ name) => this.#color(name);
    const size = side / 8;
    context.clearRect(0, 0, side, side);
    context.drawImage(
      this.#sprite("board", side, (board) =>
        this.#paintBoard(board, size, scale, color),
      ),
      0,
      0,
    );
    const most = this.heat ? Math.max(1, ...this.heat) : 1;
    for (let square = 0; this.heat && square < 64; square++) {
      const [x, y] = this.#center(square, size);
      context.globalAlpha = Math.min(
        0.75,
        Math.sqrt(this.heat[square] / most) * 0.75,
      );
      context.fillStyle = color("win");
      context.fillRect(
        x - size / 2 + scale,
        y - size / 2 + scale,
        size - 2 * scale,
        size - 2 * scale,
      );
    }
    context.globalAlpha = 1;
    if (!this.frame) return;
    if (this.quick) return this.#paintDuties(context, this.frame, size, color);
    this.#labelCells();
    const rests = this.frame.find === "nothing";
    const flow = this.#flow();
    // The stage that is chosen, or less while the current is on its way.
    let stage = this.stage;
    if (flow < BEGINS.rays) stage = Math.min(stage, 1);
    else if (flow < BEGINS.lines) stage = Math.min(stage, 2);
    else if (flow < BEGINS.winner) stage = Math.min(stage, 3);
    const reach =
      (LONGEST * (flow - BEGINS.rays)) / (BEGINS.lines - BEGINS.rays);
    if (stage >= 2)
      this.#paintRays(context, size, color, rests ? 0.22 : 1, reach);
    for (let square = 0; square < 64; square++)
      this.#paintCell(context, this.frame, square, size, color, rests, stage);
    if (flow < 1) requestAnimationFrame(() => this.paint());
  }

  /**
   * The cells while the machine runs fast: plain rectangles,
   * so that a frame takes a fraction of its time.
   * @param {CanvasRenderingContext2D} context
   * @param {Frame} frame
   * @param {number} size
   * @param {(name: string) => string} color
   */
  #paintDuties(context, frame, size, color) {
    const { square: squares, sends, raises, wins } = this.duty;
    const [inner, thick, mark] = [
      Math.round(size * 0.08),
      Math.max(1, Math.round(size * 0.05)),
      Math.round(size * 0.24),
    ];
    for (let square = 0; square < 64; square++) {
      const [x, y] = this.#center(square, size).map((middle) =>
        Math.round(middle - size / 2),
      );
      const side = Math.round(size);
      const share = (/** @type {Float32Array} */ duty) =>
        duty[square] > 0.004 ? Math.sqrt(duty[square]) : 0;
      const border = (
        /** @type {number} */ alpha,
        /** @type {string} */ name,
        /** @type {number} */ inset,
      ) => {
        if (!alpha) return;
        const length = side - 2 * inset;
        context.globalAlpha = Math.min(1, alpha);
        context.fillStyle = color(name);
        context.fillRect(x + inset, y + inset, length, thick);
        context.fillRect(x + inset, y + side - inset - thick, length, thick);
        context.fillRect(
          x + inset,
          y + inset + thick,
          thick,
          length - 2 * thick,
        );
        context.fillRect(
          x + side - inset - thick,
          y + inset + thick,
          thick,
          length - 2 * thick,
        );
      };
      const fill = (
        /** @type {number} */ alpha,
        /** @type {string} */ name,
        /** @type {number} */ left,
        /** @type {number} */ top,
        /** @type {number} */ length,
      ) => {
        if (!alpha) return;
        context.globalAlpha = Math.min(0.8, alpha);
        context.fillStyle = color(name);
        context.fillRect(left, top, length, length);
      };
      fill(share(squares) * 1.1, "xmit", x + 1, y + 1, side - 2);
      border(share(sends) * 0.8, "xmit", inner);
      context.globalAlpha = 1;
      const sprite = this.#piece(frame.pieces[square], size, color);
      if (sprite) context.drawImage(sprite, x, y);
      fill(share(raises), "recv", x + side - mark - thick, y + thick, mark);
      border(share(wins), "win", 1);
      border(square === this.marked ? 1 : 0, "text", 0);
    }
    context.globalAlpha = 1;
  }

  /**
   * The picture of a piece.
   * @param {string} piece
   * @param {number} size
   * @param {(name: string) => string} color
   */
  #piece(piece, size, color) {
    const image = images.get(piece);
    if (!image?.complete) return null;
    return this.#sprite(piece, size, (picture) => {
      const [at, side] = [size * 0.12, size * 0.76];
      // A rim of light around black pieces, which the dark cells would swallow.
      if (piece !== piece.toUpperCase()) {
        const width = size * 0.022;
        for (let part = 0; part < 12; part++) {
          const angle = (part / 12) * 2 * Math.PI;
          const [dx, dy] = [Math.cos(angle) * width, Math.sin(angle) * width];
          picture.drawImage(image, at + dx, at + dy, side, side);
        }
        picture.globalCompositeOperation = "source-in";
        picture.fillStyle = color("halo");
        picture.fillRect(0, 0, size, size);
        picture.globalCompositeOperation = "source-over";
      }
      picture.drawImage(image, at, at, side, side);
    });
  }

  /**
   * The squares and their names.
   * @param {CanvasRenderingContext2D} context
   * @param {number} size
   * @param {number} scale
   * @param {(name: string) => string} color
   */
  #paintBoard(context, size, scale, color) {
    for (let square = 0; square < 64; square++) {
      const [x, y] = this.#center(square, size);
      const dark = ((square % 8) + (square >> 3)) % 2 === 0;
      context.fillStyle = color(dark ? "cell-dark" : "cell-light");
      context.beginPath();
      context.roundRect(
        x - size / 2 + scale,
        y - size / 2 + scale,
        size - 2 * scale,
        size - 2 * scale,
        size * 0.06,
      );
      context.fill();
      context.fillStyle = color("faint");
      context.font = `${size * 0.15}px ${color("mono")}`;
      context.textAlign = "left";
      context.textBaseline = "alphabetic";
      context.fillText(squareName(square), x - size * 0.44, y + size * 0.43);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Frame} frame
   * @param {number} square
   * @param {number} size
   * @param {(name: string) => string} color
   * @param {boolean} rests
   * @param {number} stage
   */
  #paintCell(context, frame, square, size, color, rests, stage) {
    const [x, y] = this.#center(square, size);
    const half = size / 2;
    const outline = (
      /** @type {string} */ name,
      /** @type {number} */ width,
      /** @type {number} */ inset,
      /** @type {boolean} */ dash,
    ) => {
      context.strokeStyle = color(name);
      context.lineWidth = size * width;
      context.setLineDash(dash ? [size * 0.08, size * 0.06] : []);
      context.beginPath();
      context.roundRect(
        x - half + inset * size,
        y - half + inset * size,
        size * (1 - 2 * inset),
        size * (1 - 2 * inset),
        size * 0.07,
      );
      context.stroke();
      context.setLineDash([]);
    };
    if (this.disabled[square]) {
      context.save();
      context.beginPath();
      context.roundRect(
        x - half + 2,
        y - half + 2,
        size - 4,
        size - 4,
        size * 0.06,
      );
      context.clip();
      context.strokeStyle = color("dis");
      context.globalAlpha = 0.55;
      context.lineWidth = size * 0.025;
      context.beginPath();
      for (let at = -size; at < size; at += size * 0.16) {
        context.moveTo(x - half + at, y + half);
        context.lineTo(x - half + at + size, y - half);
      }
      context.stroke();
      context.restore();
    }
    const sends = SENT.some((name) => this.sent[name][square]);
    if (stage >= 1 && sends) {
      context.globalAlpha = rests ? 0.3 : 1;
      outline("xmit", 0.05, 0.1, false);
      context.globalAlpha = 1;
    }
    const sprite = this.#piece(frame.pieces[square], size, color);
    if (sprite) context.drawImage(sprite, x - half, y - half);
    if (stage >= 3) {
      const line = this.lines.findIndex((plane) => plane[square]);
      if (line >= 0) {
        context.globalAlpha = rests ? 0.35 : 1;
        context.fillStyle = color(`line-${line + 1}`);
        context.beginPath();
        context.roundRect(
          x + size * 0.17,
          y - size * 0.45,
          size * 0.28,
          size * 0.28,
          size * 0.06,
        );
        context.fill();
        context.fillStyle = color("on-recv");
        context.font = `600 ${size * 0.22}px ${color("mono")}`;
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillText(String(line + 1), x + size * 0.31, y - size * 0.3);
        context.globalAlpha = 1;
      }
      if (this.kings[square] && !rests) outline("check", 0.06, 0.03, false);
    }
    if (this.to === square) outline("reg", 0.035, 0.04, false);
    if (this.from === square) outline("reg", 0.035, 0.04, true);
    if (
      stage >= 4 &&
      !rests &&
      frame.find !== "check" &&
      frame.winner?.[1] === square
    ) {
      context.shadowColor = color("win");
      context.shadowBlur = size * 0.25;
      outline("win", 0.08, 0.03, false);
      context.shadowBlur = 0;
    }
    if (square === this.marked) outline("text", 0.025, 0.005, false);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} size
   * @param {(name: string) => string} color
   * @param {number} alpha
   * @param {number} reach squares from its source that a ray has come
   */
  #paintRays(context, size, color, alpha, reach) {
    const inside = (/** @type {number} */ file, /** @type {number} */ rank) =>
      file >= 0 && file < 8 && rank >= 0 && rank < 8;
    const draw = (
      /** @type {number} */ square,
      /** @type {number} */ dx,
      /** @type {number} */ dy,
      /** @type {string} */ name,
      /** @type {boolean} */ thin,
    ) => {
      const [file, rank] = [(square % 8) - dx, (square >> 3) - dy];
      if (!inside(file, rank)) return;
      const [x1, y1] = this.#center(rank * 8 + file, size);
      const [x2, y2] = this.#center(square, size);
      context.strokeStyle = color(name);
      context.lineWidth = size * (thin ? 0.03 : 0.05);
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
      const length = Math.hypot(x2 - x1, y2 - y1);
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      const [ax, ay] = [x2 - ux * size * 0.2, y2 - uy * size * 0.2];
      const wide = size * (thin ? 0.05 : 0.07);
      context.fillStyle = color(name);
      context.beginPath();
      context.moveTo(ax + ux * wide * 1.6, ay + uy * wide * 1.6);
      context.lineTo(ax - uy * wide, ay + ux * wide);
      context.lineTo(ax + uy * wide, ay - ux * wide);
      context.fill();
    };
    context.globalAlpha = 0.8 * alpha;
    for (let square = 0; square < 64; square++) {
      for (const { name, step } of RAYS)
        if (
          this.rays[name][square] &&
          this.#distance(name, step, square) <= reach + 1
        )
          draw(square, step[0], step[1], "ray", false);
      for (const [dx, dy] of JUMPS) {
        const [file, rank] = [(square % 8) - dx, (square >> 3) - dy];
        if (inside(file, rank) && this.sent.knight[rank * 8 + file])
          draw(square, dx, dy, "jump", true);
      }
      for (const [dx, dy] of STEPS) {
        const [file, rank] = [(square % 8) - dx, (square >> 3) - dy];
        if (inside(file, rank) && this.sent.king[rank * 8 + file])
          draw(square, dx, dy, "jump", true);
      }
      const ahead = this.up ? 1 : -1;
      if (this.moveIn[square]) draw(square, 0, ahead, "jump", true);
      for (const dx of [-1, 1]) {
        const [file, rank] = [(square % 8) - dx, (square >> 3) - ahead];
        if (
          this.captureIn[square] &&
          inside(file, rank) &&
          this.sent.pawn_capture[rank * 8 + file]
        )
          draw(square, dx, ahead, "jump", true);
      }
    }
    context.globalAlpha = 1;
  }

  /**
   * Squares that a ray has come to this one from its source.
   * @param {string} name
   * @param {number[]} step
   * @param {number} square
   */
  #distance(name, [dx, dy], square) {
    let distance = 1;
    let before = square - dx - 8 * dy;
    // It has passed a square if it arrives there and goes on: no piece stands in its way.
    while (
      this.rays[name][before] &&
      this.frame?.pieces[before] === "." &&
      distance < LONGEST
    ) {
      distance++;
      before -= dx + 8 * dy;
    }
    return distance;
  }

  /** @param {(square: number) => void} onSelect */
  #cells(onSelect) {
    for (let row = 0; row < 8; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < 8; column++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        line.append(cell);
      }
      this.grid.append(line);
    }
    const all = /** @type {HTMLElement[]} */ ([
      ...this.grid.querySelectorAll("[role=gridcell]"),
    ]);
    this.cells = all;
    all[56].tabIndex = 0;
    this.grid.onpointerdown = (event) => this.#press(event);
    const square = (/** @type {number} */ index) => this.#squareAt(index);
    const choose = (/** @type {number} */ index) => {
      for (const cell of all) cell.tabIndex = -1;
      all[index].tabIndex = 0;
      all[index].focus();
    };
    all.forEach((cell, index) => {
      cell.onfocus = () => {
        this.selected = square(index);
        onSelect(this.selected);
        this.paint();
      };
      cell.onclick = () => {
        if (this.dragged) return;
        choose(index);
        this.onOpen(square(index));
      };
      cell.onkeydown = (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          event.stopPropagation();
          this.onOpen(square(index));
        }
        if (this.onKey(square(index), event.key)) {
          event.preventDefault();
          event.stopPropagation();
          return;
        }
        const step = ARROWS[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const next = index + step;
        if (
          next >= 0 &&
          next < 64 &&
          (Math.abs(step) === 8 || next >> 3 === index >> 3)
        )
          choose(next);
      };
    });
  }

  /** The square under the pointer; none beside the board. @param {PointerEvent} event */
  #squareUnder(event) {
    const box = this.grid.getBoundingClientRect();
    const column = Math.floor((8 * (event.clientX - box.left)) / box.width);
    const row = Math.floor((8 * (event.clientY - box.top)) / box.height);
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.#squareAt(8 * row + column);
  }

  /** A piece that is pressed can be dragged. @param {PointerEvent} event */
  #press(event) {
    this.dragged = false;
    const from = this.#squareUnder(event);
    if (from === null || !this.frame || this.quick || event.button) return;
    const piece = this.frame.pieces[from];
    if (piece === ".") return;
    const end = new AbortController();
    const how = { signal: end.signal };
    /** The square that was told last. @type {number | null} */
    let last = from;
    const ghost = /** @type {HTMLElement} */ (document.createElement("div"));
    ghost.className = "ghost";
    const image = images.get(piece)?.cloneNode();
    if (image) ghost.append(image);
    const size = this.grid.clientWidth / 8;
    const move = (/** @type {PointerEvent} */ at) => {
      const way = Math.hypot(
        at.clientX - event.clientX,
        at.clientY - event.clientY,
      );
      if (!this.dragged && way < STRAY) return;
      if (!this.dragged) {
        this.dragged = true;
        document.body.append(ghost);
        ghost.style.setProperty("width", `${size}px`);
      }
      ghost.style.setProperty("left", `${at.clientX - size / 2}px`);
      ghost.style.setProperty("top", `${at.clientY - size / 2}px`);
      const to = this.#squareUnder(at);
      if (to !== last) this.onDrag(from, to, false);
      last = to;
    };
    const stop = (/** @type {boolean} */ done) => {
      end.abort();
      ghost.remove();
      if (this.dragged) this.onDrag(from, done ? last : from, true);
    };
    document.addEventListener("pointermove", move, how);
    document.addEventListener("pointerup", () => stop(true), how);
    document.addEventListener("pointercancel", () => stop(false), how);
  }

  /** The element of a square's name. @param {string} name */
  cell(name) {
    const index = this.cells.findIndex(
      (_, at) => squareName(this.#squareAt(at)) === name,
    );
    if (index < 0) throw new Error(`no square ${name}`);
    return this.cells[index];
  }

  /** The square of an element of the grid. @param {HTMLElement} cell */
  squareOf(cell) {
    const index = this.cells.indexOf(cell);
    return index < 0 ? null : this.#squareAt(index);
  }

  /** The square of a cell of the grid. @param {number} index */
  #squareAt(index) {
    return (this.flipped ? 63 - index : index) ^ 56;
  }

  /** Names the cells of the grid for screen readers. */
  #labelCells() {
    this.cells.forEach((cell, index) => {
      const label = this.label(this.#squareAt(index));
      if (cell.ariaLabel !== label) cell.ariaLabel = label;
    });
  }

  /**
   * A line that is sent, and the cells that it goes to.
   * @param {string} name
   * @param {number} square
   */
  #reach(name, square) {
    const [file, rank] = [square % 8, square >> 3];
    const steps = REACHED[name] ?? [];
    const reached = steps.filter(
      ([dx, dy]) =>
        file + dx >= 0 && file + dx < 8 && rank + dy >= 0 && rank + dy < 8,
    ).length;
    return steps.length ? `${name} to ${reached}` : name;
  }

  /** A cell in words. @param {number} square */
  label(square) {
    if (!this.frame) return squareName(square);
    const piece = this.frame.pieces[square];
    const parts = [];
    const color = piece === piece.toUpperCase() ? "white" : "black";
    parts.push(piece === "." ? "empty" : `${color} ${pieceName(piece)}`);
    const sent = SENT.filter((name) => this.sent[name][square]);
    if (sent.length)
      parts.push(
        `transmits ${sent.map((name) => this.#reach(name, square)).join(", ")}`,
      );
    const arrives = RAYS.map((ray) => ray.name).filter(
      (name) => this.rays[name][square],
    );
    if (arrives.length)
      parts.push(
        `receives rays to the ${arrives.join(", ").replaceAll("_", "-")}`,
      );
    if (this.moveIn[square]) parts.push("receives pawn_move_in");
    if (this.captureIn[square]) parts.push("receives pawn_capture_in");
    const line = this.lines.findIndex((plane) => plane[square]);
    if (line >= 0) parts.push(`raises line ${line + 1}`);
    if (this.disabled[square]) parts.push("disabled");
    if (this.kings[square]) parts.push("king_taken");
    if (this.frame.winner?.[1] === square && this.frame.find !== "nothing")
      parts.push("wins");
    return `${squareName(square)}: ${parts.join("; ")}`;
  }
}
