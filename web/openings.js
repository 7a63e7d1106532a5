// @ts-check
/** @file Names of openings, from the project's own table. */

/** @type {Promise<Map<string, string>> | undefined} */
let table;

async function load() {
  const answer = await fetch("openings.tsv");
  const names = new Map();
  for (const line of (answer.ok ? await answer.text() : "")
    .split("\n")
    .slice(1)) {
    const [code, name, moves] = line.split("\t");
    if (moves)
      names.set(
        moves.replace(/\d+\. ?/g, "").replace(/[+#]/g, ""),
        `${code} ${name}`,
      );
  }
  return names;
}

/** Name of the opening of a game, by its longest known beginning. @param {string[]} san */
export async function openingName(san) {
  table ??= load().catch(() => new Map());
  const names = await table;
  const bare = san.slice(0, 40).map((move) => move.replace(/[+#]/g, ""));
  for (let length = bare.length; length > 0; length--) {
    const found = names.get(bare.slice(0, length).join(" "));
    if (found) return found;
  }
  return "";
}
