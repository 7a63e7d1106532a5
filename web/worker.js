// @ts-check
/** @file Worker: the machine as WebAssembly, one command after the other. */

/**
 * Exports of crates/room-wasm.
 * @typedef {object} Machine
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} input the place of a command of so many bytes, or 0
 * @property {() => void} command
 * @property {() => number} output
 * @property {() => number} output_length
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const { instance } = await WebAssembly.instantiateStreaming(
  fetch("room.wasm"),
  {},
);
const { memory, input, command, output, output_length } =
  /** @type {Machine} */ (/** @type {unknown} */ (instance.exports));

const answer = () =>
  decoder.decode(new Uint8Array(memory.buffer, output(), output_length()));

onmessage = (event) => {
  try {
    const bytes = encoder.encode(event.data);
    // The memory may grow here, so its buffer is read afterwards.
    const at = input(bytes.length);
    if (!at) throw new Error(`a command of ${bytes.length} bytes`);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    command();
    postMessage({ text: answer() });
  } catch (error) {
    // After a trap the memory may be anything, and the panic's text with it.
    let panic = "";
    try {
      panic = answer();
    } catch {}
    postMessage({ trap: panic || String(error) });
  }
};
/** What a test reads. */
Object.assign(globalThis, {
  room: { bytes: () => memory.buffer.byteLength, memory },
});
postMessage({ ready: true });

export {};
