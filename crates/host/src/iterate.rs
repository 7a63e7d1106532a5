//! Blocking iteration: the root driven until it is complete or the budget ends.

use crate::link::{CycleBudget, Link};
use crate::root::{Candidate, News, Root, RootScore};

/// An iteration was cut short by its cycle budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Searches until the root asks for no more move. The position must be loaded.
///
/// `on_best` is called with every new best move or value, `on_move` before each move.
///
/// # Errors
/// [`Stopped`] if `budget` returned `None`; the best move by then is still first.
pub(crate) fn iterate(
    link: &mut Link,
    root: &mut Root,
    budget: CycleBudget<'_>,
    on_move: &dyn Fn(usize, &Candidate),
    on_best: &mut dyn FnMut(&Link, &Candidate, RootScore),
) -> Result<RootScore, Stopped> {
    let mut asked = None;
    while let Some(ask) = root.ask() {
        if asked.is_none_or(|asked| ask.index > asked) {
            asked = Some(ask.index);
            on_move(ask.index, &Candidate { root_move: ask.root_move, known: ask.known });
        }
        let value = match ask.known {
            Some(value) => value,
            None => {
                link.search_move(&ask.root_move, ask.below, ask.alpha, ask.beta, budget).ok_or(Stopped)?
            }
        };
        if let News::Best(score) = root.answer(value) {
            on_best(link, root.best(), score);
        }
    }
    Ok(root.score())
}
