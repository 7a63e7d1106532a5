//! A spinner for work that prints nothing before its end.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Time after which the spinner appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does the work, and shows on a terminal what it is if it lasts.
pub(crate) fn working<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (done, ended) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
                let bar = ProgressBar::new_spinner().with_style(style.expect("the template is valid"));
                let bar = bar.with_message(what.to_owned()).with_elapsed(PATIENCE);
                bar.enable_steady_tick(Duration::from_millis(100));
                let _ = ended.recv();
                bar.finish_and_clear();
            }
        });
        let result = work();
        drop(done);
        result
    })
}
