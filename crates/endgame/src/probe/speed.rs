//! The speed of probing random positions.

use std::hint::black_box;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rustix::time::{ClockId, clock_gettime};
use shakmaty::Chess;

use crate::index::material::Material;
use crate::index::position::random_position;
use crate::probe::error::ProbeError;
use crate::probe::prober::Prober;
use crate::probe::tablebase::Tablebase;

/// A number of probes and the time they took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbeSpeed {
    /// Positions probed.
    pub positions: u64,
    /// CPU time of the probing thread, unaffected by other programs' load.
    pub elapsed: Duration,
}

impl ProbeSpeed {
    /// Positions per second.
    pub fn per_second(self) -> f64 {
        self.positions as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Probes `count` random positions of one ending, each once, on one thread. Before the clock starts, the whole file is
/// read and verified and the positions are drawn from `seed`.
pub fn probe_speed(
    tablebase: &Tablebase,
    ending: Material,
    count: usize,
    seed: u64,
) -> Result<ProbeSpeed, ProbeError> {
    tablebase.table(ending).ok_or(ProbeError::Missing(ending))?.test()?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let positions: Vec<Chess> = (0..count).map(|_| random_position(ending, &mut rng)).collect();
    let start = thread_time();
    for position in &positions {
        black_box(tablebase.probe(position)?);
    }
    Ok(ProbeSpeed { positions: count as u64, elapsed: thread_time().saturating_sub(start) })
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
