//! Waiting for a message with a deadline and an abort signal.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use play::Control;

/// Interval at which a waiting thread checks for an abort.
const ABORT_CHECK: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Disconnected;

pub(crate) fn receive<T>(
    inbox: &Receiver<T>,
    deadline: Instant,
    abort: &Control,
) -> Result<Option<T>, Disconnected> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match inbox.recv_timeout(left.min(ABORT_CHECK)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Err(Disconnected),
            Err(RecvTimeoutError::Timeout) if left.is_zero() || abort.stopped() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
