//! Work on a thread of its own, while the interpreter is released and Ctrl-C is answered.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::error::failure;
use crate::memory::expect_memory;

/// Time between two looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(20);

/// The next message of a channel; none when there will be no more. Fails when Ctrl-C is pressed.
pub(crate) fn receive<T: Send>(
    py: Python<'_>,
    messages: &Mutex<Receiver<T>>,
) -> PyResult<Option<T>> {
    loop {
        let waited = py.detach(|| {
            let messages = messages.lock();
            messages.recv_timeout(PATIENCE)
        });
        match waited {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

/// Does work on another thread. If Ctrl-C is pressed, `stop` is called, and the exception comes
/// when the work has ended: nothing goes on behind the caller's back.
pub(crate) fn stoppable<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    expect_memory(0)?;
    let (done, end) = channel();
    let end = Mutex::new(end);
    thread::scope(|scope| {
        let body = move || {
            // Nobody waits any more after Ctrl-C.
            let _ = done.send(catch_unwind(AssertUnwindSafe(work)));
        };
        let spawned = thread::Builder::new().spawn_scoped(scope, body);
        let thread = spawned.map_err(|error| failure(format!("no thread: {error}")))?;
        let received = receive(py, &end);
        if received.is_err() {
            stop();
            py.detach(|| thread.join().ok());
        }
        result_of(received?)
    })
}

/// Does work on another thread that changes nothing but its own memory and cannot be stopped. If
/// Ctrl-C is pressed, the exception comes at once, and what the work finds is thrown away.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    expect_memory(0)?;
    let (done, end) = channel();
    let body = move || {
        // Nobody waits any more after Ctrl-C.
        let _ = done.send(catch_unwind(AssertUnwindSafe(work)));
    };
    let spawned = thread::Builder::new().spawn(body);
    spawned.map_err(|error| failure(format!("no thread: {error}")))?;
    result_of(receive(py, &Mutex::new(end))?)
}

/// The result of work on another thread.
fn result_of<T>(received: Option<thread::Result<T>>) -> PyResult<T> {
    match received {
        Some(Ok(result)) => Ok(result),
        Some(Err(panic)) => Err(failure(panic_message(&*panic))),
        None => Err(failure("the work ended without a result")),
    }
}

/// The message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the program failed: {}", text.unwrap_or("no message"))
}
