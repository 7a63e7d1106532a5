// @ts-check
/**
 * @file Waves: any signal over any window of cycles, with two markers, edges, groups,
 *   and a value change dump.
 */
/** @import { Frame, SignalText, Wave } from "./protocol.js" */
/** @import { Room } from "./room.js" */

import { bits } from "./array.js";
import {
  element,
  find,
  format,
  input,
  levelText,
  make,
  save,
  select,
  setText,
  squareName,
} from "./format.js";
import { first } from "./transport.js";
import { gtkwave, nanoseconds, vcd } from "./vcd.js";

const ROW = 30;
/** Cycles of a window: at least, and at most, as the machine gives them. */
const [SHORTEST, LONGEST] = [10, 4_000];
/** How much wider a window is after one notch of the wheel. */
const ZOOM = 1.25;
/** Pixels that a pressed pointer may stray before it drags. */
const STRAY = 4;
/** Signals that the machine gives at once. */
const MOST = 64;
/** Pixels of the label of a tick. */
const LABEL = 76;
/** Pixels below which levels are drawn as the band between their lowest and highest. */
const DENSE = 2;
const FIRST = ["address", "ply", "to", "from", "none", "check", "acc", "alpha"];

export class Waves {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** Signals and wires by their path. @type {Map<string, SignalText>} */
    this.named = new Map(
      [...room.description.signals, ...room.description.wires].map((one) => [
        `${one.block}/${one.name}`,
        one,
      ]),
    );
    const path = (/** @type {string} */ name) =>
      [...this.named.keys()].find((one) => one.endsWith(`/${name}`)) ?? name;
    this.first = FIRST.map(path);
    /** Paths of the signals shown. */
    this.shown = this.first;
    this.chosen = this.shown[0];
    /** First cycle of a window that does not follow the machine. @type {number | null} */
    this.from = null;
    /** Markers. @type {(number | null)[]} */
    this.markers = [null, null];
    /** Cycles of the window. */
    this.span = 200;
    /** @type {Wave | null} */
    this.wave = null;
    this.asking = false;
    /** Asked for again while an answer was under way. */
    this.again = false;
    /** A window has come that is not painted yet. */
    this.came = false;
    /** The names that are shown, and the chosen one. */
    this.listed = "";
    this.canvas = find("waves", HTMLCanvasElement);
    for (const one of this.named.keys())
      element("wave-list").append(new Option(one, one));
    const blocks = new Set(
      [...this.named.values()].map((signal) => signal.block),
    );
    for (const block of blocks)
      element("wave-group").append(new Option(block, block));
    element("wave-group").onchange = () => this.#addGroup();
    element("wave-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.add(input("wave-name").value.trim());
    };
    element("wave-size").onchange = () => {
      this.span = Number(select("wave-size").value);
      this.load();
    };
    element("wave-radix").onchange = () => this.paint();
    element("wave-earlier").onclick = () => this.#move(-0.5);
    element("wave-later").onclick = () => this.#move(0.5);
    element("wave-now").onclick = () => ((this.from = null), this.load());
    element("edge-before").onclick = () => this.edge(-1);
    element("edge-after").onclick = () => this.edge(1);
    element("wave-go").onclick = () =>
      this.markers[0] !== null && room.goToCycle(this.markers[0]);
    element("wave-vcd").onclick = () => this.#save();
    this.canvas.onpointerdown = (/** @type {PointerEvent} */ event) =>
      this.#press(event);
    this.canvas.addEventListener("wheel", (event) => this.#zoom(event), {
      passive: false,
    });
    this.canvas.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      event.stopPropagation();
      this.edge(event.key === "ArrowRight" ? 1 : -1, event.shiftKey ? 1 : 0);
    };
    new ResizeObserver(() => this.paint()).observe(element("wave-box"));
  }

  /** Adds a signal by its path or name. @param {string} text */
  add(text) {
    const found =
      [...this.named.keys()].find((path) => path === text) ??
      [...this.named.keys()].find((path) => path.endsWith(`/${text}`)) ??
      (text && [...this.named.keys()].find((path) => path.includes(text)));
    if (!found) {
      const fault = `signal: expected a name such as ply or recv/line1, got '${text}'`;
      this.room.say(fault, true);
      return;
    }
    if (!this.shown.includes(found)) this.shown = [...this.shown, found];
    this.chosen = found;
    input("wave-name").value = "";
    this.load();
  }

  /** Whether other signals are shown than at first, or a marker is set. */
  isChanged() {
    return (
      this.shown.join() !== this.first.join() ||
      this.markers.some((at) => at !== null)
    );
  }

  /**
   * Writes signals, window and markers into the parts of an address.
   * @param {URLSearchParams} parts
   */
  keep(parts) {
    parts.set("watch", this.shown.join(" "));
    parts.set("window", String(this.span));
    parts.set("radix", select("wave-radix").value);
    if (this.from !== null) parts.set("from", String(this.from));
    if (this.markers.some((at) => at !== null))
      parts.set("markers", this.markers.map((at) => at ?? "").join(" "));
  }

  /**
   * Takes them from there; what is missing is as at first.
   * @param {URLSearchParams} parts
   * @param {string[]} paths
   */
  take(parts, paths) {
    const choose = (/** @type {string} */ id, /** @type {string} */ value) => {
      const options = [...select(id).options];
      if (options.some((one) => one.value === value)) select(id).value = value;
    };
    const cycle = (/** @type {string | null | undefined} */ text) =>
      text && /^\d+$/.test(text) ? Number(text) : null;
    const span = cycle(parts.get("window")) ?? 200;
    this.#setSpan(span);
    choose("wave-radix", parts.get("radix") ?? "auto");
    this.shown = paths.filter((path) => this.named.has(path));
    this.from = cycle(parts.get("from"));
    const [a, b] = (parts.get("markers") ?? "").split(/[ +]/);
    this.markers = [cycle(a), cycle(b)];
  }

  /** The signal of a path that is shown. @param {string} path */
  #signal(path) {
    const found = this.named.get(path);
    if (!found) throw new Error(`no signal ${path}`);
    return found;
  }

  /** @param {number} span */
  #setSpan(span) {
    this.span = Math.round(Math.max(SHORTEST, Math.min(LONGEST, span)));
    const list = select("wave-size");
    const text = String(this.span);
    const known = [...list.options].some((one) => one.value === text);
    // A window that the wheel has made stands in the list while it lasts.
    list.querySelector("[data-made]")?.remove();
    if (!known) {
      const made = new Option(text, text);
      made.dataset.made = "";
      list.append(made);
    }
    list.value = text;
  }

  size() {
    return this.span;
  }

  /** Adds all signals of a block. */
  #addGroup() {
    const list = select("wave-group");
    const block = list.value;
    list.value = "";
    const members = [...this.named]
      .filter(([, signal]) => signal.block === block)
      .map(([path]) => path);
    const all = [...new Set([...this.shown, ...members])];
    if (all.length > MOST)
      return this.room.say(
        `signals: expected at most ${MOST}, got ${all.length}; remove some first`,
        true,
      );
    this.shown = all;
    this.chosen = members[0] ?? this.chosen;
    this.load();
  }

  /** Saves all signals of the window, and their arrangement in GTKWave. */
  async #save() {
    if (!this.wave) return;
    const { from, to } = this.wave;
    const paths = [...this.named.keys()];
    /** @type {Wave} */
    const all = { from, to, signals: [] };
    for (let at = 0; at < paths.length; at += MOST) {
      const events = await this.room.raw({
        command: "watch",
        signals: paths.slice(at, at + MOST),
        cycles: to - from,
        from,
      });
      const found = first(events, "wave");
      if (!found)
        return this.room.say(first(events, "fault")?.message ?? "", true);
      all.signals.push(...found.signals);
    }
    const name = `belle-${from}`;
    const { description } = this.room;
    save(vcd(all, this.named, description), "text/plain", `${name}.vcd`);
    save(
      gtkwave(paths, this.named, `${name}.vcd`),
      "text/plain",
      `${name}.gtkw`,
    );
    this.room.say(
      `${paths.length} signals are saved: gtkwave ${name}.vcd ${name}.gtkw`,
    );
  }

  /** @param {Frame} frame @param {boolean} quick */
  show(frame, quick) {
    if (quick && this.came) this.paint();
    this.came = false;
    if (frame.searching) this.load();
    else this.paint();
  }

  async load() {
    if (!this.room.frame.searching) return this.paint();
    if (this.asking) return (this.again = !this.room.runner.isQuick());
    this.asking = true;
    element("wave-now").setAttribute(
      "aria-pressed",
      String(this.from === null),
    );
    const events = await this.room.raw({
      command: "watch",
      signals: this.shown,
      cycles: this.size(),
      from: this.from,
    });
    this.asking = false;
    const found = first(events, "wave");
    if (found) this.wave = found;
    else {
      this.room.say(first(events, "fault")?.message ?? "", true);
      // The view shows something again, and does not repeat the fault with every frame.
      this.from = null;
    }
    // While the machine runs fast the window is painted in the view's next turn.
    if (this.room.runner.isQuick()) this.came = true;
    else this.paint();
    if (this.again) {
      this.again = false;
      this.load();
    }
  }

  /** @param {number} part */
  #move(part) {
    if (!this.wave) return;
    this.from = Math.max(0, Math.round(this.wave.from + part * this.size()));
    this.load();
  }

  /** The cycle under a place of the canvas. @param {number} x */
  #cycle(x) {
    const { from, to } = this.#window();
    return Math.round(from + (x / this.canvas.clientWidth) * (to - from));
  }

  #window() {
    const from = this.wave?.from ?? 0;
    return { from, to: Math.max(from + 1, this.wave?.to ?? 1) };
  }

  /**
   * A press sets a marker; a drag moves the window, with Shift it sets both markers.
   * @param {PointerEvent} event
   */
  #press(event) {
    const box = this.canvas.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top - 18) / ROW);
    if (this.shown[row]) this.chosen = this.shown[row];
    const start = event.clientX;
    const from = this.#window().from;
    const both = event.shiftKey;
    let dragged = false;
    const cycleAt = (/** @type {number} */ x) => this.#cycle(x - box.left);
    const first = cycleAt(start);
    const end = new AbortController();
    const how = { signal: end.signal };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener(
      "pointermove",
      (move) => {
        const way = move.clientX - start;
        if (Math.abs(way) > STRAY) dragged = true;
        if (!dragged) return;
        if (both) {
          this.markers = [first, cycleAt(move.clientX)].sort((a, b) => a - b);
          this.paint();
          return;
        }
        const cycles = (way / this.canvas.clientWidth) * this.span;
        this.from = Math.max(0, Math.round(from - cycles));
        this.load();
      },
      how,
    );
    const done = () => {
      end.abort();
      if (!dragged) {
        this.markers[both || event.button === 2 ? 1 : 0] = first;
        this.paint();
      }
    };
    this.canvas.addEventListener("pointerup", done, how);
    this.canvas.addEventListener("pointercancel", () => end.abort(), how);
  }

  /**
   * The wheel widens and narrows the window around the pointer; sideways it moves it.
   * @param {WheelEvent} event
   */
  #zoom(event) {
    if (!this.wave) return;
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY))
      return this.#move((0.1 * event.deltaX) / Math.abs(event.deltaX));
    const { from, to } = this.#window();
    const share = (event.clientX - box.left) / box.width;
    const middle = from + share * (to - from);
    this.#setSpan((to - from) * (event.deltaY > 0 ? ZOOM : 1 / ZOOM));
    this.from = Math.max(0, Math.round(middle - share * this.span));
    this.load();
  }

  /** Changes of a signal in the window. @param {string} path @returns {[number, string][]} */
  #changes(path) {
    return this.wave?.signals.find(([name]) => name === path)?.[1] ?? [];
  }

  /**
   * A marker to the next edge of the chosen signal, in other windows if need be.
   * @param {number} step
   * @param {number} [marker]
   */
  async edge(step, marker = 0) {
    if (!this.wave) return;
    let at = this.markers[marker] ?? (step > 0 ? this.wave.from : this.wave.to);
    for (let tries = 0; tries < 20; tries++) {
      // The first change of a window is only its beginning.
      const edges = this.#changes(this.chosen)
        .slice(1)
        .map(([cycle]) => cycle);
      const next =
        step > 0
          ? edges.find((cycle) => cycle > at)
          : edges.findLast((cycle) => cycle < at);
      if (next !== undefined) {
        this.markers[marker] = next;
        return this.paint();
      }
      const { from, to } = this.wave;
      if (step < 0 && from === 0) break;
      at = step > 0 ? to : from;
      this.from = Math.max(0, step > 0 ? to : from - this.size());
      await this.load();
      if (this.wave.from === from && this.wave.to === to) break;
    }
    this.room.say(
      `No ${step > 0 ? "later" : "earlier"} edge of ${this.chosen.split("/").at(-1)} was found.`,
    );
  }

  /** A level by the chosen radix. @param {SignalText} signal @param {string} level */
  #text(signal, level) {
    const radix = select("wave-radix").value;
    if (radix === "hex") return level.toUpperCase();
    if (radix === "bin")
      return BigInt("0x" + level)
        .toString(2)
        .padStart(signal.width, "0");
    if (radix === "dec") return BigInt("0x" + level).toString();
    if (signal.reading === "squares")
      return (
        bits(level)
          .flatMap((on, square) => (on ? [squareName(square)] : []))
          .join(" ") || "none"
      );
    return levelText(signal, level, this.room.description);
  }

  /** Level at a cycle. @param {string} path @param {number} cycle */
  #level(path, cycle) {
    return this.#changes(path).findLast(([at]) => at <= cycle)?.[1];
  }

  paint() {
    const names = element("wave-names");
    const key = `${this.shown} ${this.chosen}`;
    if (this.listed !== key)
      names.replaceChildren(...this.shown.map((path) => this.#name(path)));
    this.listed = key;
    this.shown.forEach((path, index) => {
      const level = this.#level(path, this.markers[0] ?? this.room.frame.cycle);
      const text =
        level === undefined ? "" : this.#text(this.#signal(path), level);
      const place = /** @type {HTMLElement} */ (
        names.children[index].children[1]
      );
      setText(place, text);
    });
    const scale = devicePixelRatio || 1;
    const [width, height] = [
      this.canvas.clientWidth,
      18 + ROW * this.shown.length,
    ];
    if (!width) return;
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const size = [width * scale, height * scale].map(Math.floor);
    if (this.canvas.width !== size[0] || this.canvas.height !== size[1]) {
      this.canvas.style.height = `${height}px`;
      [this.canvas.width, this.canvas.height] = size;
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(document.documentElement);
    const color = (/** @type {string} */ name) =>
      style.getPropertyValue("--" + name).trim();
    context.font = `11px ${color("mono")}`;
    context.textBaseline = "middle";
    if (!this.wave) {
      element("wave-text").textContent = "No search yet: press Think or Step.";
      return;
    }
    const { from, to } = this.#window();
    const x = (/** @type {number} */ cycle) =>
      ((cycle - from) / (to - from)) * width;
    context.fillStyle = color("faint");
    // No more labels than have room beside each other.
    const least = (to - from) / Math.max(2, Math.floor(width / LABEL));
    const power = 10 ** Math.floor(Math.log10(least));
    const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
    const step = Math.max(1, factor * power);
    for (let at = Math.ceil(from / step) * step; at < to; at += step) {
      context.fillRect(x(at), 14, 1, height);
      context.fillText(format.format(at), x(at) + 3, 8);
    }
    this.shown.forEach((path, index) =>
      this.#row(context, path, 18 + index * ROW, x, color, from, to),
    );
    const marks = [
      ["A", "win"],
      ["B", "cut"],
    ];
    this.markers.forEach((at, index) => {
      if (at === null || at < from || at > to) return;
      context.fillStyle = color(marks[index][1]);
      context.fillRect(x(at) - 1, 0, 2, height);
      // A flag of its own, which no label of a tick shines through.
      const flag = Math.min(x(at), width - 14);
      context.fillRect(flag, 0, 14, 15);
      context.fillStyle = color("panel");
      context.fillText(marks[index][0], flag + 4, 8);
    });
    const now = this.room.frame.cycle;
    if (now >= from && now <= to) {
      context.fillStyle = color("check");
      context.fillRect(Math.min(x(now), width - 2), 0, 2, height);
    }
    if (!this.room.runner.isQuick()) this.#tell();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} path
   * @param {number} top
   * @param {(cycle: number) => number} x
   * @param {(name: string) => string} color
   * @param {number} from
   * @param {number} to
   */
  #row(context, path, top, x, color, from, to) {
    const signal = this.#signal(path);
    const changes = this.#changes(path);
    if (path === this.chosen) {
      context.fillStyle = color("cell-dark");
      context.globalAlpha = 0.35;
      context.fillRect(0, top, x(to), ROW);
      context.globalAlpha = 1;
    }
    const [high, low] = [top + 5, top + ROW - 6];
    context.strokeStyle = color("recv");
    context.lineWidth = 1.3;
    context.beginPath();
    /**
     * Pixels with more changes than can be drawn: the lowest and highest level of each.
     * @type {Map<number, {low: number, high: number}>}
     */
    const bands = new Map();
    changes.forEach(([cycle, level], index) => {
      const [start, end] = [
        x(Math.max(cycle, from)),
        x(changes[index + 1]?.[0] ?? to),
      ];
      if (end - start < DENSE) {
        const pixel = Math.floor(start);
        const number = this.#number(signal, level);
        const band = bands.get(pixel) ?? { low: number, high: number };
        band.low = Math.min(band.low, number);
        band.high = Math.max(band.high, number);
        bands.set(pixel, band);
        return;
      }
      if (signal.width === 1) {
        const y = level === "0" ? low : high;
        context.moveTo(start, index ? (level === "0" ? high : low) : y);
        context.lineTo(start, y);
        context.lineTo(end, y);
        return;
      }
      const slope = Math.min(3, (end - start) / 2);
      context.moveTo(start, (high + low) / 2);
      context.lineTo(start + slope, high);
      context.lineTo(end - slope, high);
      context.lineTo(end, (high + low) / 2);
      context.lineTo(end - slope, low);
      context.lineTo(start + slope, low);
      context.closePath();
    });
    context.stroke();
    this.#bands(context, bands, [high, low], color("recv"));
    if (signal.width === 1) return;
    context.fillStyle = color("text");
    changes.forEach(([cycle, level], index) => {
      const [start, end] = [
        x(Math.max(cycle, from)),
        x(changes[index + 1]?.[0] ?? to),
      ];
      const text = this.#text(signal, level);
      const room = Math.floor((end - start - 8) / 6.7);
      if (room >= Math.min(text.length, 3))
        context.fillText(
          text.length > room ? text.slice(0, room - 1) + "…" : text,
          start + 5,
          (high + low) / 2 + 1,
        );
    });
  }

  /**
   * A level as a number to compare with others.
   * @param {SignalText} signal
   * @param {string} level
   */
  #number(signal, level) {
    const number = parseInt(level, 16);
    return signal.reading === "signed" && number > 32_767
      ? number - 65_536
      : number;
  }

  /**
   * The band between lowest and highest level, a pixel wide
   * for each place that has more changes than pixels.
   * @param {CanvasRenderingContext2D} context
   * @param {Map<number, {low: number, high: number}>} bands
   * @param {number[]} heights of the highest and lowest level
   * @param {string} color
   */
  #bands(context, bands, [high, low], color) {
    if (!bands.size) return;
    const all = [...bands.values()];
    const least = Math.min(...all.map((band) => band.low));
    const most = Math.max(...all.map((band) => band.high));
    const y = (/** @type {number} */ level) =>
      low - ((level - least) / Math.max(1, most - least)) * (low - high);
    context.fillStyle = color;
    context.globalAlpha = 0.75;
    for (const [pixel, band] of bands) {
      const top = y(band.high);
      context.fillRect(pixel, top, 1.5, Math.max(1.5, y(band.low) - top));
    }
    context.globalAlpha = 1;
  }

  /** @param {string} path */
  #name(path) {
    const signal = this.#signal(path);
    const line = make("div", "", path === this.chosen ? "chosen" : "");
    const pick = make(
      "button",
      path
        .split("/")
        .slice(-2)
        .join("/")
        .replace(/^.*\/(?=[^/]*$)/, ""),
      "plain",
    );
    pick.dataset.explain = `signal:${signal.name}`;
    pick.onclick = () => ((this.chosen = path), this.paint());
    const away = make("button", "×", "plain");
    away.setAttribute("aria-label", `Remove ${signal.name}`);
    away.onclick = () => {
      this.shown = this.shown.filter((one) => one !== path);
      this.load();
    };
    line.append(pick, make("b"), away);
    return line;
  }

  #tell() {
    const [a, b] = this.markers;
    const { from, to } = this.#window();
    const parts = [`Cycles ${format.format(from)} to ${format.format(to)}.`];
    if (a !== null) parts.push(`A at ${format.format(a)}.`);
    if (a !== null && b !== null) {
      const apart = Math.abs(b - a);
      // As in the file of these waves.
      const each = nanoseconds(this.room.description);
      parts.push(
        `B at ${format.format(b)}: ${format.format(apart)} cycles apart, ${((apart * each) / 1000).toFixed(2)} µs of 1980 at ${each} ns a cycle.`,
      );
    }
    if (a === null)
      parts.push(
        "A click sets marker A, with Shift marker B; the wheel zooms, a drag moves; arrow keys jump from edge to edge.",
      );
    element("wave-text").textContent = parts.join(" ");
    this.canvas.setAttribute(
      "aria-label",
      `Waves of ${this.shown.map((path) => path.split("/").at(-1)).join(", ")}. ${parts.join(" ")}`,
    );
  }
}
