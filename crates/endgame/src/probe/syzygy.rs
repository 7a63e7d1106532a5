//! Syzygy tables, for users who have those files.

use std::path::Path;

use shakmaty::{Chess, Position};
use shakmaty_syzygy::{SyzygyError, Tablebase, Wdl};

use crate::file::storage::{FileError, lost_pages, mapped_syzygy};
use crate::probe::prober::{ProbeError, Prober, TablebasesError};
use crate::score::{Metric, Value};

/// Syzygy tables of one or more directories.
#[derive(Debug)]
pub struct Syzygy {
    tables: Tablebase<Chess>,
}

impl Syzygy {
    /// All tables in these directories. Files are opened when first probed; a truncated one is an
    /// error.
    pub fn open<P: AsRef<Path>>(
        dirs: impl IntoIterator<Item = P>,
    ) -> Result<Syzygy, TablebasesError> {
        let mut tables = mapped_syzygy();
        let mut found = 0;
        for dir in dirs {
            found += tables
                .add_directory(&dir)
                .map_err(FileError::at(dir.as_ref()))?;
        }
        if found == 0 {
            Err(TablebasesError::NoSyzygy)
        } else {
            Ok(Syzygy { tables })
        }
    }
}

impl Prober for Syzygy {
    fn metric(&self) -> Metric {
        Metric::Dtz
    }

    fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Most distances are stored in whole moves.
    fn distance_error(&self) -> u32 {
        1
    }

    fn probe(&self, position: &Chess) -> Result<Value, ProbeError> {
        if position.board().occupied().count() == 2 {
            return Ok(Value::Draw);
        }
        if position.is_checkmate() {
            // Syzygy cannot distinguish a mated position from a loss in one ply.
            return Ok(Value::Loss(0));
        }
        let dtz = while_nothing_is_lost(|| self.tables.probe_dtz(position))?;
        let plies = i32::from(dtz.ignore_rounding());
        let distance = u16::try_from(plies.unsigned_abs()).unwrap_or(u16::MAX);
        Ok(match plies {
            0 => Value::Draw,
            1.. => Value::Win(distance),
            _ => Value::Loss(distance),
        })
    }

    fn wdl(&self, position: &Chess) -> Result<Wdl, ProbeError> {
        if position.board().occupied().count() == 2 {
            return Ok(Wdl::Draw);
        }
        while_nothing_is_lost(|| self.tables.probe_wdl_after_zeroing(position))
    }
}

/// The result of a probe, unless a page of a table was lost meanwhile. The library verifies
/// nothing, so that after a loss no table is trusted.
fn while_nothing_is_lost<T>(
    probe: impl FnOnce() -> Result<T, SyzygyError>,
) -> Result<T, ProbeError> {
    let result = probe();
    if lost_pages() > 0 {
        return Err(ProbeError::Syzygy(
            "a table was shortened or its disk failed while it was in use".to_owned(),
        ));
    }
    Ok(result?)
}
