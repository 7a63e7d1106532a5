//! The time a build will take, from a short measurement.

use std::time::{Duration, Instant};

use shakmaty::Role;

use crate::build::options::BuildError;
use crate::build::plan::Plan;
use crate::build::{build_one_in_memory, with_dependencies};
use crate::file::table::Tables;
use crate::index::material::Material;
use crate::score::Metric;

/// Ending of the measurement.
const MEASURED: &str = "KQKR";
/// Work of a position before and after the growth, and with pawn moves: looking up captures,
/// writing the file.
const FIXED_WORK: f64 = 15.0;
const PAWN_WORK: f64 = 50.0;
/// Work of a position in each ply: for the kings, and for each piece.
const KINGS_WORK: f64 = 0.03;
const QUEEN_WORK: f64 = 0.12;
const SLIDER_WORK: f64 = 0.06;
const KNIGHT_WORK: f64 = 0.03;
/// Plies that endings of three to six pieces take, about.
const PLIES: [f64; 4] = [35.0, 65.0, 130.0, 300.0];

/// The speed of this machine: work units a second of all threads.
#[derive(Clone, Copy, Debug)]
pub struct BuildSpeed(f64);

impl BuildSpeed {
    /// Builds a small table again and again for this time, in memory.
    pub fn measure(metric: Metric, time: Duration) -> Result<BuildSpeed, BuildError> {
        let material: Material = MEASURED.parse().expect("an ending");
        let mut tables = Tables::new();
        for successor in with_dependencies(&Vec::from_iter(material.successors())) {
            let table = build_one_in_memory(successor, metric, &tables)?;
            tables.insert(successor, table);
        }
        let start = Instant::now();
        let mut built = 0.0;
        while built == 0.0 || start.elapsed() < time {
            build_one_in_memory(material, metric, &tables)?;
            built += 1.0;
        }
        let work = Plan::new(material, metric, u64::MAX).work();
        Ok(BuildSpeed(built * work / start.elapsed().as_secs_f64()))
    }
}

impl Plan {
    /// The work of the build.
    fn work(&self) -> f64 {
        let slots = self.material.slots();
        let pieces = slots.iter().map(|piece| match piece.role {
            Role::Queen => QUEEN_WORK,
            Role::Rook | Role::Bishop => SLIDER_WORK,
            Role::Knight => KNIGHT_WORK,
            _ => 0.0,
        });
        let fixed = if self.material.has_pawns() {
            PAWN_WORK
        } else {
            FIXED_WORK
        };
        let plies = PLIES[self.material.piece_count() - 3];
        self.positions as f64 * (fixed + plies * (KINGS_WORK + pieces.sum::<f64>()))
    }

    /// The time of the build at this speed, within a factor of about two.
    pub fn time(&self, speed: BuildSpeed) -> Duration {
        Duration::from_secs_f64(self.work() / speed.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_more_positions_take_longer() {
        let speed = BuildSpeed::measure(Metric::Dtc, Duration::ZERO).unwrap();
        let time = |name: &str| Plan::new(name.parse().unwrap(), Metric::Dtc, 1 << 30).time(speed);
        assert!(
            time("KQK") < time("KQKR")
                && time("KQKR") < time("KRBKR")
                && time("KRBKR") < time("KRPKR")
        );
    }
}
