// @ts-check
/** @file Service worker of the static site: every file from the network, or without one from the copy kept. */

const KEPT = "belle-room";

addEventListener("install", (/** @type {any} */ event) => {
  const keep = async () =>
    (await caches.open(KEPT)).addAll(await (await fetch("files.json")).json());
  event.waitUntil(keep());
});

addEventListener("fetch", (/** @type {any} */ event) => {
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
