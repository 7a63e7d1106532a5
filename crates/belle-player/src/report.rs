//! Reports of a search in the terms of chess programs.
//!
//! Win, draw and loss follow from the value by a model fitted to the machine's own games (decided:
//! docs/decisions/wdl.md).

use host::{Counters, RootScore, score};
use play::{MachineTime, Report, Score};
use shakmaty::Move;

use crate::limits::SearchLimits;

impl SearchLimits<'_> {
    /// A report of a line.
    pub(crate) fn report(
        &self,
        counters: Counters,
        depth: u32,
        root_score: RootScore,
        line: &[Move],
        hits: u64,
    ) -> Report {
        let settings = &self.settings;
        let score = score(root_score.value());
        Report {
            depth,
            selective_depth: u32::from(counters.deepest).max(depth),
            multipv: 1,
            score,
            bound: root_score.bound(),
            wdl: if settings.show_wdl {
                Some(wdl(score))
            } else {
                None
            },
            nodes: counters.nodes,
            time: self.time().since_start(),
            hash_full: counters.hash_full,
            table_hits: hits,
            pv: line.to_vec(),
            machine: Some(MachineTime {
                cycles: counters.cycles,
                seconds: settings.generation.seconds(counters.cycles),
            }),
        }
    }
}

/// The value at which half of the games are won, in centipawns.
const EVEN: f64 = 92.0;
/// Centipawns by which the odds of a win rise by a factor of e.
const SLOPE: f64 = 125.0;

/// Win, draw and loss in thousandths for the side whose value this is.
pub(crate) fn wdl(score: Score) -> [u32; 3] {
    // A mate is worth so much that nothing else is left to expect.
    let value = f64::from(score.centipawns(i32::MAX));
    let share = |value: f64| (1_000.0 / (1.0 + ((EVEN - value) / SLOPE).exp())).round() as u32;
    let (win, loss) = (share(value), share(-value));
    [win, 1_000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wdl_any_value_adds_up_and_rises() {
        let all: Vec<[u32; 3]> = (-32_000..=32_000)
            .step_by(7)
            .map(|v| wdl(Score::Centipawns(v)))
            .collect();
        assert!(all.iter().all(|odds| odds.iter().sum::<u32>() == 1_000));
        assert!(
            all.windows(2)
                .all(|pair| pair[0][0] <= pair[1][0] && pair[0][2] >= pair[1][2])
        );
        assert_eq!(wdl(Score::Centipawns(EVEN as i32))[0], 500);
        let [win, draw, loss] = wdl(Score::Centipawns(80));
        assert_eq!(wdl(Score::Centipawns(-80)), [loss, draw, win]);
        assert_eq!(
            [Score::Mate(3), Score::Mate(-1), Score::Mate(0)].map(|s| wdl(s)[0]),
            [1_000, 0, 0]
        );
    }
}
