//! MultiPV: the values of several best moves (decided: docs/search.md, "The host").

use play::{Choice, Report, ReportSink, Stopped};
use shakmaty::{Chess, Move};

use crate::iterate::iterate;
use crate::limits::SearchLimits;
use crate::pv::principal_variation;
use crate::root::{Candidate, Root, RootScore};
use crate::searcher::{Counters, Searcher};

/// Iterative deepening for several lines: each iteration finds the best move, then the best of the others, each with its
/// exact value, and reports them together, best first. The position must be loaded; its first candidate is the fallback.
pub(crate) fn search_lines(
    searcher: &mut dyn Searcher,
    position: &Chess,
    root: &mut Root,
    limits: &SearchLimits<'_>,
    table_hits: u64,
    report: ReportSink<'_>,
) -> Choice {
    let mut best: Vec<Move> = vec![root.candidates()[0].root_move.chess];
    for depth in 1.. {
        let Ok(values) = iterate_lines(searcher, root, depth, limits) else {
            break;
        };
        for (index, (&value, candidate)) in values.iter().zip(root.candidates()).enumerate() {
            let first = candidate.root_move.chess;
            let line = principal_variation(
                searcher.counters().memory(),
                position,
                first,
                value,
                depth as usize,
            );
            let root_score = RootScore::Exact(value);
            let found = limits.report(searcher.counters(), depth, root_score, &line, table_hits);
            report(&Report {
                multipv: index as u32 + 1,
                ..found
            });
            if index == 0 {
                best = line;
            }
        }
        if !limits.continue_deepening(searcher.counters(), depth, RootScore::Exact(values[0])) {
            break;
        }
    }
    limits.time.wait();
    Choice {
        best: best.first().copied(),
        ponder: best.get(1).copied(),
    }
}

fn iterate_lines(
    searcher: &mut dyn Searcher,
    root: &mut Root,
    depth: u32,
    limits: &SearchLimits<'_>,
) -> Result<Vec<i16>, Stopped> {
    let of = root.candidates().len();
    let lines = limits.settings.multi_pv.min(of);
    let budget = &mut |counters: &dyn Counters| limits.budget(counters);
    let mut values = Vec::with_capacity(lines);
    for begin in 0..lines {
        root.begin(depth as u8, begin..of);
        let on_move = |index: usize, one: &Candidate| {
            limits.set_current(depth, one.root_move.chess, begin + index, of)
        };
        iterate(searcher, root, budget, &on_move, &mut |_, _, _| {})?;
        root.begin_exact();
        values.push(iterate(searcher, root, budget, &|_, _| {}, &mut |_, _, _| {})?.lower_bound());
    }
    // A memory that forgets may value a later line higher than an earlier one.
    let mut order: Vec<usize> = (0..lines).collect();
    order.sort_by_key(|&index| -i32::from(values[index]));
    let candidates = root.candidates_mut();
    let sorted: Vec<Candidate> = order
        .iter()
        .map(|&index| candidates[index].clone())
        .collect();
    candidates[..lines].clone_from_slice(&sorted);
    Ok(order.iter().map(|&index| values[index]).collect())
}
