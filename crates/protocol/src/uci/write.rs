//! What the engine says, as UCI writes it.

use std::fmt::Write as _;

use std::time::Duration;

use play::{Bound, MachineTime, OptionKind, OptionSpec, Progress, Report, Score};
use shakmaty::{CastlingMode, Chess, Move};

use crate::search::legal_prefix;
use crate::text::one_line;

/// A move in UCI's long form.
pub(super) fn chess_move(chess_move: Move) -> String {
    chess_move.to_uci(CastlingMode::Standard).to_string()
}

/// An `option` line.
pub(super) fn option(spec: &OptionSpec) -> String {
    let kind = match &spec.kind {
        OptionKind::Check { default } => format!("check default {default}"),
        OptionKind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        OptionKind::Combo { default, choices } => {
            choices.iter().fold(format!("combo default {default}"), |line, choice| line + " var " + choice)
        }
        OptionKind::Button => "button".to_owned(),
        OptionKind::Text { default } if default.is_empty() => "string default <empty>".to_owned(),
        OptionKind::Text { default } => format!("string default {default}"),
    };
    format!("option name {} type {kind}", spec.name)
}

/// An `info` line with the variation as far as it is legal from `root`.
pub(super) fn info(root: &Chess, report: &Report) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        report.depth,
        report.selective_depth.max(report.depth),
        report.multipv,
        score(report.score)
    );
    match report.bound {
        Bound::Exact => {}
        Bound::Lower => line.push_str(" lowerbound"),
        Bound::Upper => line.push_str(" upperbound"),
    }
    if let Some([win, draw, loss]) = report.wdl {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(line, " nodes {} nps {} hashfull {}", report.nodes, report.nps(), report.hash_full);
    if report.table_hits > 0 {
        let _ = write!(line, " tbhits {}", report.table_hits);
    }
    let _ = write!(line, " time {}", report.time.as_millis());
    for (index, text) in legal_prefix(root, &report.pv).into_iter().map(chess_move).enumerate() {
        line.push_str(if index == 0 { " pv " } else { " " });
        line.push_str(&text);
    }
    line
}

/// A machine's own time, as words.
pub(super) fn machine_time(time: &MachineTime) -> String {
    format!("machine time {:.3} s, {} cycles", time.seconds, time.cycles)
}

/// A line that tells where a search is that has found nothing new for a while.
pub(super) fn progress(progress: &Progress, time: Duration) -> String {
    let Progress { depth, current, number, nodes, hash_full, .. } = *progress;
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    format!(
        "info depth {depth} currmove {} currmovenumber {number} nodes {nodes} nps {nps} hashfull {hash_full} time {}",
        chess_move(current),
        time.as_millis()
    )
}

/// A remark.
pub(super) fn remark(text: &str) -> String {
    format!("info string {}", one_line(text))
}

fn score(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}
