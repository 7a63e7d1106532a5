//! Reports of a search in the terms of chess programs.

use machine::State;
use play::{Bound, MachineTime, Report, Score};
use roms::value::{MATE, MATE_ZONE};
use shakmaty::Move;

use crate::limits::SearchLimits;
use crate::root::RootScore;
use crate::wdl::wdl;

fn score(value: i16) -> Score {
    let (value, mate, zone) = (i32::from(value), i32::from(MATE), i32::from(MATE_ZONE));
    if value > zone {
        Score::Mate((mate - value + 1) / 2)
    } else if value < -zone {
        Score::Mate(-(mate + value) / 2)
    } else {
        Score::Centipawns(value)
    }
}

pub(crate) fn machine_report(
    state: &State,
    depth: u32,
    root_score: RootScore,
    line: &[Move],
    limits: &SearchLimits<'_>,
    table_hits: u64,
) -> Report {
    let settings = &limits.settings;
    let score = score(root_score.lower_bound());
    Report {
        depth,
        selective_depth: u32::from(state.deepest).max(depth),
        multipv: 1,
        score,
        bound: match root_score {
            RootScore::Exact(_) => Bound::Exact,
            RootScore::AtLeast(_) => Bound::Lower,
        },
        wdl: settings.show_wdl.then(|| wdl(score)),
        nodes: state.nodes,
        time: limits.time.since_start(),
        hash_full: state.memory.per_mille(),
        table_hits,
        pv: line.to_vec(),
        machine: Some(MachineTime {
            cycles: state.cycles,
            seconds: settings.generation.seconds(state.cycles),
        }),
    }
}
