// @ts-check
/**
 * @file Service worker of the static site: it keeps the files
 * of one build and answers with these alone, so that no page is a mixture of two builds. Another
 * build has another worker, which takes over when no page of this one is open any more.
 */

/** The build's name, made of the hashes of its files; `cargo xtask site` writes it here. */
const BUILD = "unbuilt";
const KEPT = `belle-room-${BUILD}`;

/**
 * Events of a service worker, which the types of a page lack.
 * @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} ExtendableEvent
 */
/**
 * @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}}
 *   FetchEvent
 */
/**
 * What files.json says: the name of the build, and the SHA-256 of each of its files; some are kept
 * when they are first asked for.
 * @typedef {{build: string, files: Record<string, string>, later: Record<string, string>}} Files
 */

const LIST = "files.json";

/** The SHA-256 of bytes in hexadecimal. @param {ArrayBuffer} bytes */
async function hash(bytes) {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const hex = [...new Uint8Array(digest)].map((byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return hex.join("");
}

/**
 * A file of the server, not of the browser's own store, which may have that of another build.
 * @param {string} name
 */
async function load(name) {
  const response = await fetch(name, { cache: "reload" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** A file of this build, or a fault. @param {string} name @param {string} expected its hash */
async function loadOwn(name, expected) {
  const response = await load(name);
  const found = await hash(await response.clone().arrayBuffer());
  if (found !== expected)
    throw new Error(`${name}: expected the file of build ${BUILD}`);
  return response;
}

/** Keeps the files of this build, or none: while a server is renewed it has some of each. */
async function install() {
  const list = await load(LIST);
  /** @type {Files} */
  const { build, files } = await list.clone().json();
  if (build !== BUILD)
    throw new Error(`files.json: expected build ${BUILD}, got ${build}`);
  const responses = await Promise.all(
    Object.entries(files).map(async ([name, expected]) => ({
      name,
      response: await loadOwn(name, expected),
    })),
  );
  const cache = await caches.open(KEPT);
  await cache.put(LIST, list);
  for (const { name, response } of responses) await cache.put(name, response);
}

/** Forgets the files of other builds, and those kept under the name of earlier versions. */
async function clean() {
  for (const name of await caches.keys())
    if (name.startsWith("belle-room") && name !== KEPT)
      await caches.delete(name);
}

/**
 * The hash of a file that is kept when it is first asked for.
 * @param {Cache} cache
 * @param {string} name
 */
async function hashOfLater(cache, name) {
  const list = await cache.match(LIST);
  /** @type {Files | undefined} */
  const files = await list?.json();
  return files?.later[name];
}

/**
 * The file of this build, or what the network has under a name that is none of it.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const expected = await hashOfLater(cache, name);
  if (!expected) return fetch(request);
  const response = await loadOwn(name, expected);
  await cache.put(name, response.clone());
  return response;
}

addEventListener("install", (/** @type {unknown} */ event) =>
  /** @type {ExtendableEvent} */ (event).waitUntil(install()),
);
addEventListener("activate", (/** @type {unknown} */ event) =>
  /** @type {ExtendableEvent} */ (event).waitUntil(clean()),
);
addEventListener("fetch", (/** @type {unknown} */ fetched) => {
  const event = /** @type {FetchEvent} */ (fetched);
  event.respondWith(answer(event.request));
});
