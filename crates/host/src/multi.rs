//! MultiPV: the values of several best moves (decided: docs/search.md, "The host").

use play::{Choice, Report, ReportSink};
use shakmaty::{Chess, Move};

use crate::limits::SearchLimits;
use crate::link::Link;
use crate::pv::principal_variation;
use crate::root::{Candidate, RootScore, Stopped, exact_value, iterate};

/// Iterative deepening for several lines: each iteration finds the best move, then the best of the others, each with its
/// exact value, and reports them together, best first. The position must be loaded; its first candidate is the fallback.
pub(crate) fn search_lines(
    link: &mut Link,
    position: &Chess,
    candidates: &mut [Candidate],
    limits: &SearchLimits<'_>,
    table_hits: u64,
    report: ReportSink<'_>,
) -> Choice {
    let mut best: Vec<Move> = vec![candidates[0].root_move.chess];
    for depth in 1.. {
        let Ok(values) = iterate_lines(link, position, candidates, depth, limits) else { break };
        for (index, (&value, candidate)) in values.iter().zip(candidates.iter()).enumerate() {
            let first = candidate.root_move.chess;
            let line = principal_variation(&link.state().memory, position, first, value, depth as usize);
            let root_score = RootScore::Exact(value);
            let found = limits.report(link.state(), depth, root_score, &line, table_hits);
            report(&Report { multipv: index as u32 + 1, ..found });
            if index == 0 {
                best = line;
            }
        }
        if !limits.continue_deepening(link.state(), depth, RootScore::Exact(values[0])) {
            break;
        }
    }
    limits.time.wait();
    Choice { best: best.first().copied(), ponder: best.get(1).copied() }
}

fn iterate_lines(
    link: &mut Link,
    position: &Chess,
    candidates: &mut [Candidate],
    depth: u32,
    limits: &SearchLimits<'_>,
) -> Result<Vec<i16>, Stopped> {
    let of = candidates.len();
    let lines = limits.settings.multi_pv.min(of);
    let budget = &mut |state: &_| limits.budget(state);
    let mut values = Vec::with_capacity(lines);
    for begin in 0..lines {
        let rest = &mut candidates[begin..];
        let on_move =
            |index: usize, one: &Candidate| limits.set_current(depth, one.root_move.chess, begin + index, of);
        let root_score = iterate(link, position, rest, depth as u8, budget, &on_move, &mut |_, _, _| {})?;
        values.push(match root_score {
            RootScore::Exact(value) => value,
            RootScore::AtLeast(floor) => exact_value(link, position, &rest[0], depth as u8, floor, budget)?,
        });
    }
    // A memory that forgets may value a later line higher than an earlier one.
    let mut order: Vec<usize> = (0..lines).collect();
    order.sort_by_key(|&index| -i32::from(values[index]));
    let sorted: Vec<Candidate> = order.iter().map(|&index| candidates[index].clone()).collect();
    candidates[..lines].clone_from_slice(&sorted);
    Ok(order.iter().map(|&index| values[index]).collect())
}
