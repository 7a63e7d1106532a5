//! Waits for whoever reads a pipe, which may be nobody: a signal ends such a wait with the program.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A wait for the reader of a pipe.
#[derive(Clone, Debug)]
struct Wait {
    pipe: PathBuf,
    /// What is lost when it ends.
    loss: &'static str,
}

static WAIT: Mutex<Option<Wait>> = Mutex::new(None);

fn wait() -> MutexGuard<'static, Option<Wait>> {
    WAIT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a pipe or writes to one. While nobody reads it, [`interrupted_wait`] tells what is lost.
pub(crate) fn waiting_for_reader<T>(
    pipe: &Path,
    loss: &'static str,
    work: impl FnOnce() -> T,
) -> T {
    *wait() = Some(Wait {
        pipe: pipe.to_owned(),
        loss,
    });
    let result = work();
    *wait() = None;
    result
}

/// What to say when the program is asked to end, if it waits for the reader of a pipe: it would not
/// hear of it by an event.
pub(crate) fn interrupted_wait() -> Option<String> {
    let Wait { pipe, loss } = wait().clone()?;
    Some(format!("nobody reads {}: {loss}", pipe.display()))
}
