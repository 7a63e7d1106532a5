//! Lines that the engine sends, as UCI writes them.

use std::time::Duration;

use play::{Choice, OptionKind, OptionSpec, Progress, Report, uci_best_move, uci_info};
use shakmaty::{CastlingMode, Chess, Position};

use crate::search::{Decision, Search, legal_prefix};
use crate::text::{NO_LEGAL_MOVE, chess_move, machine_time, one_line};

pub(super) fn no_move(search: &Search) -> String {
    format!(
        "info depth 0 score {}",
        if search.root().is_check() {
            "mate 0"
        } else {
            "cp 0"
        }
    )
}

/// Last lines of a search: an exact line with a variation, then a legal move.
pub(super) fn final_lines(search: &Search, choice: &Choice) -> Vec<String> {
    let Some(Decision {
        best,
        ponder,
        replaced,
        final_info,
    }) = search.decide(choice)
    else {
        return vec![uci_best_move(None, None, CastlingMode::Standard)];
    };
    let mut lines = Vec::new();
    if replaced {
        lines.push(remark(NO_LEGAL_MOVE));
    }
    lines.extend(final_info.map(|report| info(search.root(), &report)));
    lines.extend(search.machine().map(|time| remark(&machine_time(time))));
    lines.push(uci_best_move(
        Some(best),
        ponder,
        search.root().castles().mode(),
    ));
    lines
}

pub(super) fn option(spec: &OptionSpec) -> String {
    let kind = match &spec.kind {
        OptionKind::Check { default } => format!("check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => choices
            .iter()
            .fold(format!("combo default {default}"), |line, choice| {
                line + " var " + choice
            }),
        OptionKind::Button => "button".to_owned(),
        OptionKind::Text { default } if default.is_empty() => "string default <empty>".to_owned(),
        OptionKind::Text { default } => format!("string default {default}"),
    };
    format!("option name {} type {kind}", spec.name)
}

/// An `info` line with a report; its variation ends before the first illegal move.
pub(super) fn info(root: &Chess, report: &Report) -> String {
    let report = Report {
        pv: legal_prefix(root, &report.pv),
        ..report.clone()
    };
    uci_info(&report, root.castles().mode())
}

/// An `info` line with the progress of a search.
pub(super) fn progress(root: &Chess, progress: &Progress, time: Duration) -> String {
    let Progress {
        depth,
        current,
        number,
        nodes,
        hash_full,
        ..
    } = *progress;
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    format!(
        "info depth {depth} currmove {} currmovenumber {number} nodes {nodes} nps {nps} \
         hashfull {hash_full} time {}",
        chess_move(root, current),
        time.as_millis()
    )
}

pub(super) fn remark(text: &str) -> String {
    format!("info string {}", one_line(text))
}
