//! Blocking iteration: the root driven until it is complete or the budget ends.

use play::Stopped;

use crate::root::{Candidate, News, Root, RootScore};
use crate::searcher::{Budget, Counters, Searcher};

/// Searches until the root asks for no more move. The position must be loaded.
///
/// `on_best` is called with every new best move or value, `on_move` before each move.
///
/// # Errors
/// [`Stopped`] if `budget` returned `None`; the best move by then is still first.
pub(crate) fn iterate(
    searcher: &mut dyn Searcher,
    root: &mut Root,
    budget: Budget<'_>,
    on_move: &dyn Fn(usize, &Candidate),
    on_best: &mut dyn FnMut(&dyn Counters, &Candidate, RootScore),
) -> Result<RootScore, Stopped> {
    let mut asked = None;
    while let Some(ask) = root.ask() {
        if asked.is_none_or(|asked| ask.index > asked) {
            asked = Some(ask.index);
            on_move(
                ask.index,
                &Candidate {
                    root_move: ask.root_move,
                    known: ask.known,
                },
            );
        }
        let value = match ask.known {
            Some(value) => value,
            None => searcher
                .search_move(&ask.root_move, ask.below, ask.alpha, ask.beta, budget)
                .ok_or(Stopped)?,
        };
        if let News::Best(score) = root.answer(value) {
            on_best(searcher.counters(), root.best(), score);
        }
    }
    Ok(root.score())
}
