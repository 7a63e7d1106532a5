//! A log of every line between a match and its engines.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file that gets the lines of all engines, each with seconds, name and direction. Clones share
/// it.
#[derive(Clone, Debug)]
pub struct LineLog {
    started: Instant,
    file: Arc<Mutex<File>>,
    name: String,
}

/// Direction of a line, as seen from the match.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    Sent,
    Received,
}

impl LineLog {
    /// A log in a new file, or on a device or pipe. Fails if the file exists.
    pub fn create(path: &Path) -> anyhow::Result<LineLog> {
        Ok(LineLog {
            started: Instant::now(),
            file: Arc::new(Mutex::new(files::create_log(path)?)),
            name: String::new(),
        })
    }

    /// A clone for the lines of this engine.
    #[must_use]
    pub fn named(&self, name: &str) -> LineLog {
        LineLog {
            name: name.to_owned(),
            ..self.clone()
        }
    }

    /// Adds a line. A full disk must not end the match.
    pub(crate) fn add(&self, direction: Direction, line: &str) {
        let (seconds, name) = (self.started.elapsed().as_secs_f64(), &self.name);
        let sign = match direction {
            Direction::Sent => '>',
            Direction::Received => '<',
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(format!("{seconds:10.3} {name} {sign} {line}\n").as_bytes());
    }
}
