//! The saved state of an interrupted verification.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::build::journal::{read_block, write_block};
use crate::file::format::Header;

/// Numbers of positions found in some units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(super) positions: u64,
    pub(super) illegal: u64,
    /// Captures and promotions of the positions.
    pub(super) conversions: u64,
    /// By side to move, positions with each code, counted like those in the header.
    pub(super) by_code: [Vec<u64>; 2],
}

impl Counts {
    pub(super) fn plus(mut self, other: Counts) -> Counts {
        self.positions += other.positions;
        self.illegal += other.illegal;
        self.conversions += other.conversions;
        for (to, from) in self.by_code.iter_mut().zip(other.by_code) {
            to.resize(to.len().max(from.len()), 0);
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
        self
    }
}

/// Time between two saves.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// The units verified so far and what was found in them.
#[derive(Debug)]
pub(crate) struct State {
    path: PathBuf,
    /// Identifies the table.
    of: u32,
    pub(crate) units: u64,
    pub(crate) counts: Counts,
    saved: Instant,
    /// Whether it could not be saved.
    is_lost: bool,
}

/// Most bytes of a saved state.
const MAX_SAVED: u64 = 1 << 20;

#[derive(Serialize, Deserialize)]
struct Saved {
    of: u32,
    units: u64,
    counts: Counts,
}

impl State {
    /// The state of this table's verification with these samples, or the beginning.
    pub(crate) fn open(dir: &Path, header: &Header, sample: Option<(u64, u64)>) -> State {
        let samples = match sample {
            Some((samples, seed)) => format!(".{samples}-{seed}"),
            None => String::new(),
        };
        let path = dir.join(format!(
            ".{}.{}{samples}.verified",
            header.material, header.metric
        ));
        let of = crc32fast::hash(&header.to_bytes());
        let (mut units, mut counts) = (0, Counts::default());
        if let Ok(bytes) = files::read(&path, MAX_SAVED)
            && let Some(json) = read_block(&mut &bytes[..])
            && let Ok(saved) = serde_json::from_slice::<Saved>(&json)
            && saved.of == of
        {
            (units, counts) = (saved.units, saved.counts);
        }
        State {
            path,
            of,
            units,
            counts,
            saved: Instant::now(),
            is_lost: false,
        }
    }

    /// Adds what was found in the units up to `units`.
    pub(crate) fn add(&mut self, units: u64, found: Counts) {
        self.units = units;
        self.counts = std::mem::take(&mut self.counts).plus(found);
    }

    /// Saves the state if the last save is some time ago. Where that cannot be, as on a disk that
    /// is read-only, the work goes on without it.
    pub(crate) fn save(&mut self) {
        if self.is_lost || self.saved.elapsed() < SAVE_EVERY {
            return;
        }
        self.saved = Instant::now();
        if let Err(error) = self.write() {
            self.is_lost = true;
            eprintln!("{error}; if the verification is interrupted, it begins again");
        }
    }

    fn write(&self) -> io::Result<()> {
        let saved = Saved {
            of: self.of,
            units: self.units,
            counts: self.counts.clone(),
        };
        let mut bytes = Vec::new();
        write_block(&mut bytes, &serde_json::to_vec(&saved)?)?;
        files::write_own(&self.path, &bytes)
    }

    /// Forgets a finished verification.
    pub(crate) fn remove(&self) -> io::Result<()> {
        // Something else of this name was never a state.
        match fs::symlink_metadata(&self.path) {
            Ok(metadata) if metadata.is_file() => fs::remove_file(&self.path),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{BuildOptions, build};
    use crate::file::table::Table;
    use crate::index::material::Material;
    use crate::score::Metric;

    #[test]
    fn open_saved_state_continues_with_the_same_options_only() {
        let dir = tempfile::tempdir().unwrap();
        let rook: Material = "KRK".parse().unwrap();
        build(
            &[rook],
            &BuildOptions::new(dir.path(), Metric::Dtc),
            &mut |_| {},
        )
        .unwrap();
        let table = Table::open(dir.path(), rook, Metric::Dtc).unwrap();
        let open = |sample| State::open(dir.path(), &table.header, sample);
        let mut state = open(None);
        state.add(
            7,
            Counts {
                positions: 5,
                illegal: 2,
                conversions: 1,
                by_code: [vec![1, 2], vec![]],
            },
        );
        state.write().unwrap();
        assert_eq!(
            (open(None).units, open(None).counts),
            (7, state.counts.clone())
        );
        // Samples have a state of their own.
        let sample = open(Some((10, 1)));
        assert_eq!(sample.units, 0);
        sample.write().unwrap();
        sample.remove().unwrap();
        assert_eq!(open(None).units, 7);
        state.remove().unwrap();
        assert_eq!(open(None).units, 0);
        // What the state's name leads to is not ours.
        let mine = dir.path().join("mine");
        fs::write(&mine, "mine").unwrap();
        std::os::unix::fs::symlink(&mine, &state.path).unwrap();
        let error = state.write().unwrap_err().to_string();
        assert!(error.contains(".verified: it is a link"), "{error}");
        state.remove().unwrap();
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        assert!(state.path.is_symlink());
    }
}
