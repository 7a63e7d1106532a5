// @ts-check
/**
 * @file Worker: the players as WebAssembly, one request after the other.
 *   It is loaded when one of them is chosen.
 */

/**
 * Exports of crates/opponents-wasm.
 * @typedef {object} Players
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} input the place of a request of so many bytes, or 0
 * @property {() => void} ask
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the module asks of its page: the time, and that an event is told while it searches. */
const page = {
  now: () => performance.now(),
  event: (/** @type {number} */ at, /** @type {number} */ length) =>
    postMessage({
      text: decoder.decode(new Uint8Array(memory.buffer, at, length)),
    }),
};

const { instance } = await WebAssembly.instantiateStreaming(
  fetch("players.wasm"),
  { page },
);
const { memory, input, ask } = /** @type {Players} */ (
  /** @type {unknown} */ (instance.exports)
);

onmessage = (event) => {
  try {
    const bytes = encoder.encode(event.data);
    // The memory may grow here, so its buffer is read afterwards.
    const at = input(bytes.length);
    if (!at) throw new Error(`a request of ${bytes.length} bytes`);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    ask();
  } catch (error) {
    // After a trap the memory may be anything. What the panic said has been told.
    postMessage({ trap: String(error) });
  }
};
postMessage({ ready: true });

export {};
