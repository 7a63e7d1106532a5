//! The machine room as WebAssembly, for a Web Worker: four functions and no imports.
//!
//! [`input`] gives room for a command's text, [`command`] carries it out, [`output`] says where the
//! events' text is. A panic leaves its message in place of the events before it traps.

use std::cell::RefCell;

use room::Room;

struct Module {
    room: Option<Room>,
    input: Vec<u8>,
    output: String,
}

thread_local! {
    static MODULE: RefCell<Module> =
        const { RefCell::new(Module { room: None, input: Vec::new(), output: String::new() }) };
}

/// Most bytes of a command.
const MAX_INPUT: usize = 64 * 1024;

/// Room for a command of `length` bytes; null if it is longer than 64 KB.
#[allow(unsafe_code, reason = "a name of WebAssembly's own")]
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        if length > MAX_INPUT {
            return std::ptr::null_mut();
        }
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// Carries out the command in the input; returns the length of the events' text.
#[allow(unsafe_code, reason = "a name of WebAssembly's own")]
#[unsafe(no_mangle)]
pub extern "C" fn command() -> usize {
    let (mut room, input) = MODULE.with_borrow_mut(|module| {
        let room = module.room.take().unwrap_or_else(|| {
            std::panic::set_hook(Box::new(|panic| set_output(panic.to_string())));
            Room::new()
        });
        (room, std::mem::take(&mut module.input))
    });
    let events = room.message(&String::from_utf8_lossy(&input));
    set_output(events);
    MODULE.with_borrow_mut(|module| {
        module.room = Some(room);
        module.input = input;
        module.output.len()
    })
}

/// The text of the events, or of a panic.
#[allow(unsafe_code, reason = "a name of WebAssembly's own")]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}

/// Length of the text of the events, or of a panic.
#[allow(unsafe_code, reason = "a name of WebAssembly's own")]
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    MODULE.with_borrow(|module| module.output.len())
}

fn set_output(text: String) {
    MODULE.with_borrow_mut(|module| module.output = text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_in_and_events_out() {
        let ask = |text: &str| {
            input(text.len());
            MODULE.with_borrow_mut(|module| module.input.copy_from_slice(text.as_bytes()));
            assert_eq!(command(), output_length());
            MODULE.with_borrow(|module| module.output.clone())
        };
        assert!(ask(r#"{"command":"think","depth":2}"#).contains(r#""event":"frame""#));
        assert!(input(MAX_INPUT + 1).is_null());
        let script = [
            r#"{"command":"step","unit":"node","count":5}"#,
            r#"{"command":"dance"}"#,
        ];
        let mut room = Room::new();
        room.message(r#"{"command":"think","depth":2}"#);
        for text in script {
            assert_eq!(ask(text), room.message(text));
        }
    }
}
