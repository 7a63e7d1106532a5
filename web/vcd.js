// @ts-check
/** @file Waves as a value change dump (IEEE 1364), one cycle a unit of time. */
/** @import { Named, Wave } from "./protocol.js" */

/** @param {number} index */
const code = (index) =>
  String.fromCharCode(33 + (index % 90)) +
  (index >= 90 ? String.fromCharCode(33 + Math.floor(index / 90)) : "");

/** @param {Wave} wave @param {Map<string, Named>} named by their path */
export function vcd(wave, named) {
  const width = (/** @type {string} */ path) => named.get(path)?.width ?? 1;
  const head = [
    "$version Belle, the machine room $end",
    "$comment one unit of time is one cycle of the machine $end",
    "$timescale 1 ns $end",
  ];
  wave.signals.forEach(([path], index) => {
    const scopes = path.split("/").slice(0, -1);
    for (const scope of scopes) head.push(`$scope module ${scope} $end`);
    head.push(
      `$var wire ${width(path)} ${code(index)} ${path.split("/").at(-1)} $end`,
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
      stamps.set(cycle, [...(stamps.get(cycle) ?? []), line]);
    }
  });
  const body = [...stamps.keys()]
    .sort((one, other) => one - other)
    .flatMap((cycle) => [`#${cycle}`, ...(stamps.get(cycle) ?? [])]);
  return [...head, ...body, `#${wave.to}`, ""].join("\n");
}
