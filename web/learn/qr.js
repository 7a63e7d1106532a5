// @ts-check
/**
 * @file An address as a QR code (ISO/IEC 18004), for a camera that looks at a screen or a sheet. Bytes alone, error
 * correction level M, versions 1 to 9: up to 180 bytes.
 */

import { svg } from "../format.js";

/** Codewords of the versions at level M: those of error correction a block, and the data of each block. */
const VERSIONS = [
  { correction: 10, blocks: [16] },
  { correction: 16, blocks: [28] },
  { correction: 26, blocks: [44] },
  { correction: 18, blocks: [32, 32] },
  { correction: 24, blocks: [43, 43] },
  { correction: 16, blocks: [27, 27, 27, 27] },
  { correction: 18, blocks: [31, 31, 31, 31] },
  { correction: 22, blocks: [38, 38, 39, 39] },
  { correction: 22, blocks: [36, 36, 36, 37, 37] },
];
/** Rows and columns in which alignment patterns have their centers, by version. */
const ALIGNMENTS = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
];
/** Modules that a mask inverts. @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
/** Light modules around a code, without which no camera finds it. */
const QUIET = 4;

/** The product of two elements of the field of 256. @param {number} one @param {number} other */
function product(one, other) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ (result >> 7 ? 0x11d : 0);
    if ((other >> bit) & 1) result ^= one;
  }
  return result;
}

/** The codewords of error correction of a block: the remainder of Reed and Solomon's division. @param {number[]} data @param {number} count */
function corrections(data, count) {
  // The generator: the product of (x - 2^i), highest coefficient left out.
  let generator = [1];
  let root = 1;
  for (let index = 0; index < count; index++) {
    const next = [...generator, 0];
    generator.forEach((value, at) => (next[at + 1] ^= product(value, root)));
    generator = next;
    root = product(root, 2);
  }
  const rest = Array(count).fill(0);
  for (const value of data) {
    const factor = value ^ rest[0];
    rest.shift();
    rest.push(0);
    for (let at = 0; at < count; at++)
      rest[at] ^= product(generator[at + 1], factor);
  }
  return rest;
}

/** The remainder of bits by a generator, as both information blocks of a code have it. @param {number} value @param {number} generator @param {number} bits */
function remainder(value, generator, bits) {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit--)
    if ((rest >> bit) & 1) rest ^= generator << (bit - bits);
  return rest;
}

/** The codewords of a text in the order in which they are drawn. @param {number[]} bytes @param {number} version */
function codewords(bytes, version) {
  const { correction, blocks } = VERSIONS[version - 1];
  const size = blocks.reduce((sum, block) => sum + block, 0);
  // Bytes begin with 0100 and their number; four zeros end them.
  const bits = [0, 1, 0, 0];
  const push = (/** @type {number} */ byte) => {
    for (let bit = 7; bit >= 0; bit--) bits.push((byte >> bit) & 1);
  };
  push(bytes.length);
  bytes.forEach(push);
  bits.push(0, 0, 0, 0);
  /** @type {number[]} */
  const data = [];
  for (let at = 0; at < bits.length; at += 8)
    data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let fill = 0; data.length < size; fill++)
    data.push(fill % 2 ? 0x11 : 0xec);
  let start = 0;
  const parts = blocks.map((block) => {
    const part = data.slice(start, start + block);
    start += block;
    return part;
  });
  const checks = parts.map((part) => corrections(part, correction));
  // A column of all blocks after the other: dirt on one place harms each of them a little.
  /** @type {number[]} */
  const mixed = [];
  for (const rows of [parts, checks])
    for (let at = 0; at < Math.max(...rows.map((row) => row.length)); at++)
      for (const row of rows) if (at < row.length) mixed.push(row[at]);
  return mixed;
}

/** The square of modules of a version without its data; `null` where data go. @param {number} version @returns {(boolean | null)[][]} */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const modules = Array.from({ length: size }, () => Array(size).fill(null));
  /** Rings around a center: dark, but for those at these distances. @param {number} row @param {number} column @param {number} reach @param {number[]} light */
  const rings = (row, column, reach, light) => {
    for (let down = -reach; down <= reach; down++)
      for (let right = -reach; right <= reach; right++) {
        const distance = Math.max(Math.abs(down), Math.abs(right));
        const line = modules[row + down];
        if (line && column + right >= 0 && column + right < size)
          line[column + right] = !light.includes(distance);
      }
  };
  const centers = ALIGNMENTS[version - 1];
  const last = centers.at(-1);
  for (const row of centers)
    for (const column of centers) {
      const corner =
        (row === 6 && (column === 6 || column === last)) ||
        (row === last && column === 6);
      if (!corner) rings(row, column, 2, [1]);
    }
  for (let at = 8; at < size - 8; at++)
    modules[6][at] = modules[at][6] = at % 2 === 0;
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    rings(row, column, 4, [2, 4]);
  return modules;
}

/** Writes level, mask and version beside the three corners. @param {(boolean | null)[][]} modules @param {number} version @param {number} mask */
function inform(modules, version, mask) {
  const size = modules.length;
  // Level M is 00.
  const format = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1;
    // Around the first corner, past the timing lines, and once more along the two others.
    const down = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    const right = bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit;
    modules[down][8] = dark;
    modules[8][right] = dark;
  }
  modules[size - 8][8] = true;
  if (version < 7) return;
  const number = (version << 12) | remainder(version, 0x1f25, 12);
  for (let bit = 0; bit < 18; bit++) {
    const dark = ((number >> bit) & 1) === 1;
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    modules[near][far] = modules[far][near] = dark;
  }
}

/** What makes a code hard to read: long runs, blocks, what looks like a corner, and much of one color. @param {boolean[][]} modules */
function penalty(modules) {
  const size = modules.length;
  const columns = modules.map((_, at) => modules.map((row) => row[at]));
  let sum = 0;
  let darks = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let at = 0; at + 11 <= size; at++)
      if (["10111010000", "00001011101"].includes(text.slice(at, at + 11)))
        sum += 40;
  }
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const dark = modules[row][column];
      if (dark) darks += 1;
      const block =
        modules[row + 1]?.[column] === dark &&
        modules[row][column + 1] === dark &&
        modules[row + 1][column + 1] === dark;
      if (block) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((darks / size ** 2) * 100 - 50) / 5);
}

/**
 * The modules of a text, row by row, dark ones true.
 * @param {string} text
 * @returns {boolean[][] | null} nothing for a text that is too long
 */
export function modulesOf(text) {
  const bytes = [...new TextEncoder().encode(text)];
  // Mode and number take twelve bits.
  const version =
    1 +
    VERSIONS.findIndex(
      ({ blocks }) =>
        blocks.reduce((sum, block) => sum + block, 0) >= bytes.length + 2,
    );
  if (!version) return null;
  const words = codewords(bytes, version);
  const codes = MASKS.map((inverts, mask) => {
    const modules = frame(version);
    inform(modules, version, mask);
    const size = modules.length;
    let bit = 0;
    // In pairs of columns from the right, up and down in turn; the timing column is passed over.
    for (let pair = 0; pair < (size - 1) / 2; pair++) {
      const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0);
      for (let step = 0; step < size; step++)
        for (const column of [right, right - 1]) {
          const row = pair % 2 ? step : size - 1 - step;
          if (modules[row][column] !== null) continue;
          const word = words[bit >> 3] ?? 0;
          const dark = ((word >> (7 - (bit & 7))) & 1) === 1;
          modules[row][column] = dark !== inverts(row, column);
          bit += 1;
        }
    }
    return /** @type {boolean[][]} */ (modules);
  });
  return codes.reduce((best, code) =>
    penalty(code) < penalty(best) ? code : best,
  );
}

/** A picture of a text's code; nothing for a text that is too long. @param {string} text */
export function codeOf(text) {
  const modules = modulesOf(text);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const picture = svg("svg", {
    viewBox: `0 0 ${size} ${size}`,
    class: "qr",
    role: "img",
    "aria-label": `QR code of ${text}`,
    "shape-rendering": "crispEdges",
  });
  const dark = modules.flatMap((row, down) =>
    row.flatMap((one, right) =>
      one ? [`M${right + QUIET} ${down + QUIET}h1v1h-1z`] : [],
    ),
  );
  picture.append(
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: dark.join(""), fill: "#000" }),
  );
  return picture;
}
