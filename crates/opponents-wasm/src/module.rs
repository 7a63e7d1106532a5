//! The module's functions, and those of its page.
#![allow(unsafe_code, reason = "names of WebAssembly's own")]

use std::cell::RefCell;
use std::time::Duration;

use opponents::{Event, MAX_ASK, Opponents, Worker};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment that stays the same.
    safe fn now() -> f64;
    /// Takes the text of an event.
    safe fn event(text: *const u8, length: usize);
}

struct Module {
    worker: Worker,
    input: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(start());
}

fn start() -> Module {
    play::set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    std::panic::set_hook(Box::new(|panic| tell(&Event::fault(&panic.to_string()))));
    Module {
        worker: Worker::new(Opponents::new(players::PLAYERS.clone())),
        input: Vec::new(),
    }
}

fn tell(told: &Event) {
    let text = told.to_json();
    event(text.as_ptr(), text.len());
}

/// Room for a request of `length` bytes; null if it is longer than 64 KB.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        if length > MAX_ASK {
            return std::ptr::null_mut();
        }
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// Carries out the request in the input; its events have been told when this returns.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn ask() {
    MODULE.with_borrow_mut(|module| {
        let text = String::from_utf8_lossy(&module.input);
        module.worker.answer(&text, &mut |told| tell(&told));
    });
}
