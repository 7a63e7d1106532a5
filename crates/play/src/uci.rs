//! Lines of UCI about a search, as an engine sends them.

use std::fmt::Write as _;

use shakmaty::{CastlingMode, Move};

use crate::{Bound, Report, Score};

/// An `info` line with a report.
pub fn uci_info(report: &Report, mode: CastlingMode) -> String {
    let Report {
        depth,
        multipv,
        nodes,
        hash_full,
        ..
    } = report;
    let deepest = report.selective_depth.max(*depth);
    let score = match report.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut line =
        format!("info depth {depth} seldepth {deepest} multipv {multipv} score {score}{bound}");
    if let Some([win, draw, loss]) = report.wdl {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {nodes} nps {} hashfull {hash_full}",
        report.nps()
    );
    if report.table_hits > 0 {
        let _ = write!(line, " tbhits {}", report.table_hits);
    }
    let _ = write!(line, " time {}", report.time.as_millis());
    for (index, next) in report.pv.iter().enumerate() {
        let _ = write!(
            line,
            "{} {}",
            if index == 0 { " pv" } else { "" },
            next.to_uci(mode)
        );
    }
    line
}

/// The answer to a search: a move and the reply expected, if any.
pub fn uci_best_move(best: Option<Move>, ponder: Option<Move>, mode: CastlingMode) -> String {
    let best = match best {
        Some(best) => best.to_uci(mode).to_string(),
        None => "0000".to_owned(),
    };
    match ponder {
        Some(reply) => format!("bestmove {best} ponder {}", reply.to_uci(mode)),
        None => format!("bestmove {best}"),
    }
}
