//! The players as WebAssembly, for a Web Worker that is loaded when one of them is chosen.
//!
//! `input` gives room for a request's text, `ask` carries it out, and each event is told as it
//! comes: the page gives the module a function `event` for that, and a clock `now`. A panic is told
//! as a `fault` before it traps.

#[cfg(target_family = "wasm")]
mod module;
