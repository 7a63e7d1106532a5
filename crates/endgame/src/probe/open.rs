//! Tablebases opened from files.

use std::path::Path;
use std::sync::Arc;

use crate::probe::prober::{Prober, TablebasesError};
use crate::probe::syzygy::Syzygy;
use crate::probe::tablebase::Tablebase;
use crate::probe::tablebases::Tablebases;
use crate::score::Metric;

impl Tablebases {
    /// Our tables in `dir`, one tablebase for each metric, probed in this order. Fails if there are
    /// none or damaged ones.
    pub fn open(dir: &Path, order: &[Metric]) -> Result<Tablebases, TablebasesError> {
        let mut probers: Vec<Arc<dyn Prober>> = Vec::new();
        for &metric in order {
            let tablebase = Tablebase::open(dir, metric)?;
            if !tablebase.tables().is_empty() {
                probers.push(Arc::new(tablebase));
            }
        }
        if probers.is_empty() {
            Err(TablebasesError::Empty(dir.to_owned()))
        } else {
            Ok(Tablebases { probers })
        }
    }

    /// This tablebase alone.
    pub fn of(tablebase: Tablebase) -> Tablebases {
        Tablebases {
            probers: vec![Arc::new(tablebase)],
        }
    }

    /// Syzygy tables in these directories. Fails if there are none, or a truncated one.
    pub fn syzygy<P: AsRef<Path>>(
        dirs: impl IntoIterator<Item = P>,
    ) -> Result<Tablebases, TablebasesError> {
        Ok(Tablebases {
            probers: vec![Arc::new(Syzygy::open(dirs)?)],
        })
    }

    /// Our tables of a folder, probed in this order, followed by Syzygy's there. Fails if it has
    /// neither.
    pub fn of_folder(dir: &Path, order: &[Metric]) -> Result<Tablebases, TablebasesError> {
        match (Tablebases::open(dir, order), Tablebases::syzygy([dir])) {
            (Ok(ours), Ok(syzygy)) => Ok(ours.and(syzygy)),
            (Ok(one), Err(TablebasesError::NoSyzygy))
            | (Err(TablebasesError::Empty(_)), Ok(one)) => Ok(one),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// These tablebases, followed by those of `other`.
    pub fn and(mut self, other: Tablebases) -> Tablebases {
        self.probers.extend(other.probers);
        self
    }
}
