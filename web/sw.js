// @ts-check
/** @file Service worker of the static site: every file from the network, or without one from the copy kept. */

const KEPT = "belle-room";

/** Events of a service worker, which the types of a page lack. @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} InstallEvent */
/** @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} FetchEvent */

addEventListener("install", (/** @type {unknown} */ installed) => {
  const event = /** @type {InstallEvent} */ (installed);
  const keep = async () =>
    (await caches.open(KEPT)).addAll(await (await fetch("files.json")).json());
  event.waitUntil(keep());
});

addEventListener("fetch", (/** @type {unknown} */ fetched) => {
  const event = /** @type {FetchEvent} */ (fetched);
  const answer = async () => {
    const cache = await caches.open(KEPT);
    try {
      const response = await fetch(event.request);
      if (response.ok && event.request.method === "GET")
        await cache.put(event.request, response.clone());
      return response;
    } catch {
      return (
        (await cache.match(event.request, { ignoreSearch: true })) ??
        Response.error()
      );
    }
  };
  event.respondWith(answer());
});
