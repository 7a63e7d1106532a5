//! Threads of the interface.

use std::thread;

use anyhow::Context;

/// Starts a thread of the interface. Fails if the system has none left.
pub(crate) fn start_thread(work: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let started = thread::Builder::new().spawn(work);
    started.map(drop).context("the system starts no thread")
}
