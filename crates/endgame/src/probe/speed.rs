//! How fast random positions are looked up.

use std::hint::black_box;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rustix::time::{ClockId, clock_gettime};
use shakmaty::Chess;

use crate::index::material::Material;
use crate::index::position::random_position;
use crate::probe::error::ProbeError;
use crate::probe::tablebase::Tablebase;

/// Positions and the time it took to look all of them up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbeSpeed {
    /// Positions looked up.
    pub positions: u64,
    /// Time of the processor that the looking up took, so that other programs' load does not count.
    pub elapsed: Duration,
}

impl ProbeSpeed {
    /// Positions a second.
    pub fn per_second(self) -> f64 {
        self.positions as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Looks up `count` random positions of one ending, each once, on one thread. The file is read first, every block
/// tested; the positions are drawn beforehand, the same for the same seed.
///
/// # Errors
/// As [`Tablebase::probe`].
pub fn probe_speed(
    tablebase: &Tablebase,
    ending: Material,
    count: usize,
    seed: u64,
) -> Result<ProbeSpeed, ProbeError> {
    tablebase.table(ending).ok_or(ProbeError::Missing(ending))?.test()?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let positions: Vec<Chess> = (0..count).map(|_| random_position(ending, &mut rng)).collect();
    let before = ran();
    for position in &positions {
        black_box(tablebase.probe(position)?);
    }
    Ok(ProbeSpeed { positions: count as u64, elapsed: ran().saturating_sub(before) })
}

/// Time of the processor that this thread has had.
fn ran() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
