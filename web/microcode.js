// @ts-check
/**
 * @file Changed microcode as a part of a link: what differs
 *   from the project's own files, compressed.
 */

/**
 * A file of the microprogram: the project's own text and the reader's.
 * @typedef {{own: string, text: string}} File
 */
/**
 * The lines of a file that are other ones: where they begin, how many they replace,
 * and what stands there.
 * @typedef {{name: string, digest: number, from: number, removed: number, lines: string[]}} Patch
 */

/** Most bytes of the patches of a link, as text: as much as a command to the machine may have. */
const MOST = 60_000;

/**
 * FNV-1a of a text: a patch fits the text that it was made from, and no other.
 * @param {string} text
 */
function digest(text) {
  let all = 0x811c9dc5;
  for (let at = 0; at < text.length; at++)
    all = Math.imul(all ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return all;
}

/** @param {string} name @param {File} file @returns {Patch} */
function patch(name, { own, text }) {
  const [before, after] = [own.split("\n"), text.split("\n")];
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (
    same < shorter - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same++;
  return {
    name,
    digest: digest(own),
    from,
    removed: before.length - same - from,
    lines: after.slice(from, after.length - same),
  };
}

/**
 * Bytes of a stream, at most so many.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 */
async function bytes(stream, most) {
  /** @type {number[]} */
  const all = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(all);
    if (all.length + value.length > most) {
      await reader.cancel();
      throw new Error(`microcode: expected at most ${most} bytes, got more`);
    }
    all.push(...value);
  }
}

/** What differs from the project's own files, for a link. @param {Map<string, File>} files */
export async function pack(files) {
  const patches = [...files]
    .filter(([, file]) => file.text !== file.own)
    .map(([name, file]) => patch(name, file));
  const text = new Blob([JSON.stringify(patches)]);
  const packed = await bytes(
    text.stream().pipeThrough(new CompressionStream("deflate-raw")),
    MOST,
  );
  const letters = String.fromCharCode(...packed);
  return btoa(letters)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * The files' texts that a link names.
 * @param {string} text @param {Map<string, File>} files
 * @returns {Promise<Map<string, string>>}
 */
export async function unpack(text, files) {
  /** @type {Patch[]} */
  let patches;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream();
    const all = await bytes(
      stream.pipeThrough(new DecompressionStream("deflate-raw")),
      MOST,
    );
    patches = JSON.parse(new TextDecoder().decode(all));
  } catch {
    throw new Error(
      "microcode: expected what Link has written, got something else; the link may be cut off",
    );
  }
  const texts = new Map();
  for (const { name, digest: expected, from, removed, lines } of patches) {
    const file = files.get(name);
    if (!file || digest(file.own) !== expected)
      throw new Error(
        `microcode: the link changes ${name} of another version of Belle, which this one does not have`,
      );
    const all = file.own.split("\n");
    all.splice(from, removed, ...lines);
    texts.set(name, all.join("\n"));
  }
  return texts;
}
