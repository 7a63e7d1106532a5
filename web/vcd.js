// @ts-check
/**
 * @file Waves as a value change dump (IEEE 1364) in the machine's own time,
 *   and their arrangement in GTKWave.
 */
/** @import { Description, SignalText, Wave } from "./protocol.js" */

import { levelText } from "./format.js";

/** The length of a cycle: waves have whole nanoseconds. @param {Description} description */
export const nanoseconds = (description) =>
  Math.floor(1e9 / description.cycles_per_second);

/** Readings that a viewer shows better as a text beside the wires: labels, squares, pieces. */
const TEXTS = new Set(["address", "square", "square_or_none", "piece"]);

/** Whether a signal has a text of its own in the file. @param {SignalText | undefined} signal */
const hasText = (signal) => signal !== undefined && TEXTS.has(signal.reading);

/** @param {number} index */
const code = (index) =>
  String.fromCharCode(33 + (index % 90)) +
  (index >= 90 ? String.fromCharCode(33 + Math.floor(index / 90)) : "");

/**
 * @param {Wave} wave
 * @param {Map<string, SignalText>} named by their path
 * @param {Description} description
 */
export function vcd(wave, named, description) {
  const cycle_time = nanoseconds(description);
  const width = (/** @type {string} */ path) => named.get(path)?.width ?? 1;
  const head = [
    "$version Belle, the machine room $end",
    `$comment a cycle of the machine takes ${cycle_time} ns $end`,
    "$timescale 1 ns $end",
  ];
  wave.signals.forEach(([path], index) => {
    const scopes = path.split("/").slice(0, -1);
    for (const scope of scopes) head.push(`$scope module ${scope} $end`);
    head.push(
      `$var wire ${width(path)} ${code(index)} ${path.split("/").at(-1)} $end`,
    );
    // As a text too, so that a viewer needs no table of labels and squares.
    if (hasText(named.get(path)))
      head.push(
        `$var string 1 ${code(wave.signals.length + index)} ${path.split("/").at(-1)}_text $end`,
      );
    for (const _ of scopes) head.push("$upscope $end");
  });
  head.push("$enddefinitions $end");
  /** @type {Map<number, string[]>} */
  const stamps = new Map();
  wave.signals.forEach(([path, changes], index) => {
    for (const [cycle, level] of changes) {
      const bits = BigInt("0x" + level).toString(2);
      const line =
        width(path) === 1 ? `${bits}${code(index)}` : `b${bits} ${code(index)}`;
      const lines = stamps.get(cycle) ?? [];
      lines.push(line);
      const signal = named.get(path);
      if (signal && hasText(signal)) {
        const text = levelText(signal, level, description).replace(/\s/g, "_");
        lines.push(`s${text} ${code(wave.signals.length + index)}`);
      }
      stamps.set(cycle, lines);
    }
  });
  const body = [...stamps.keys()]
    .sort((one, other) => one - other)
    .flatMap((cycle) => [
      `#${cycle * cycle_time}`,
      ...(stamps.get(cycle) ?? []),
    ]);
  return [...head, ...body, `#${wave.to * cycle_time}`, ""].join("\n");
}

/**
 * A save file of GTKWave: a group for each block, values as signed numbers,
 * texts where there are some.
 * @param {string[]} paths
 * @param {Map<string, SignalText>} named
 * @param {string} file of the waves
 */
export function gtkwave(paths, named, file) {
  const lines = [
    "[*] Belle, the machine room",
    `[dumpfile] "${file}"`,
    "[timestart] 0",
    "[signals_width] 360",
  ];
  /** Paths by their block. @type {Map<string, string[]>} */
  const groups = new Map();
  for (const path of paths) {
    const block = path.split("/").slice(0, -1).join("/");
    groups.set(block, [...(groups.get(block) ?? []), path]);
  }
  for (const [block, members] of groups) {
    lines.push("@800200", `-${block}`);
    for (const path of members) {
      const signal = named.get(path);
      if (!signal) continue;
      const name = path.replaceAll("/", ".");
      if (hasText(signal)) {
        lines.push("@20", `${name}_text`);
        continue;
      }
      // Formats, right justified: binary, decimal, signed, hexadecimal.
      let shown = "22";
      if (signal.width === 1) shown = "28";
      else if (signal.reading === "number") shown = "24";
      else if (signal.reading === "signed") shown = "420";
      const range = signal.width > 1 ? `[${signal.width - 1}:0]` : "";
      lines.push(`@${shown}`, name + range);
    }
    lines.push("@1000200", `-${block}`);
  }
  return [...lines, ""].join("\n");
}
