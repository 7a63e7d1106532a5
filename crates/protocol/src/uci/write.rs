//! Lines that the engine sends, as UCI writes them.

use std::fmt::Write as _;
use std::time::Duration;

use play::{Bound, Choice, OptionKind, OptionSpec, Progress, Report, Score};
use shakmaty::{Chess, Position};

use crate::search::{Decision, Search, legal_prefix};
use crate::text::{NO_LEGAL_MOVE, chess_move, machine_time, one_line};

pub(super) fn no_move(search: &Search) -> String {
    format!("info depth 0 score {}", if search.root().is_check() { "mate 0" } else { "cp 0" })
}

/// Last lines of a search: an exact line with a variation, then a legal move.
pub(super) fn final_lines(search: &Search, choice: &Choice) -> Vec<String> {
    let Some(Decision { best, ponder, replaced, final_info }) = search.decide(choice) else {
        return vec!["bestmove 0000".to_owned()];
    };
    let mut lines = Vec::new();
    if replaced {
        lines.push(remark(NO_LEGAL_MOVE));
    }
    lines.extend(final_info.map(|report| info(search.root(), &report)));
    lines.extend(search.machine().map(|time| remark(&machine_time(time))));
    let root = search.root();
    let reply = ponder.map_or_else(String::new, |reply| format!(" ponder {}", chess_move(root, reply)));
    lines.push(format!("bestmove {}{reply}", chess_move(root, best)));
    lines
}

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

/// An `info` line with a report; its variation ends before the first illegal move.
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
    for (index, next) in legal_prefix(root, &report.pv).into_iter().enumerate() {
        line.push_str(if index == 0 { " pv " } else { " " });
        line.push_str(&chess_move(root, next));
    }
    line
}

/// An `info` line with the progress of a search.
pub(super) fn progress(root: &Chess, progress: &Progress, time: Duration) -> String {
    let Progress { depth, current, number, nodes, hash_full, .. } = *progress;
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    format!(
        "info depth {depth} currmove {} currmovenumber {number} nodes {nodes} nps {nps} hashfull {hash_full} time {}",
        chess_move(root, current),
        time.as_millis()
    )
}

pub(super) fn remark(text: &str) -> String {
    format!("info string {}", one_line(text))
}

fn score(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}
