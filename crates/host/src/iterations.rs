//! A whole search that nothing stops, for those who compare machines: what each iteration has
//! found, and what it cost.

use play::Game;
use shakmaty::Move;

use crate::deepening::Deepening;
use crate::pv::principal_variation;
use crate::root::{Candidate, Root};
use crate::searcher::{Counters, Searcher, unlimited};

/// What an iteration has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Plies of the iteration.
    pub depth: u8,
    /// The best move.
    pub best: Move,
    /// Its value, or what it is at least.
    pub value: i16,
    /// The line that it begins.
    pub line: Vec<Move>,
    /// The counters at the iteration's end, since the search began.
    pub counters: Counters,
}

/// Searches the position of a game to a depth in plies, as the host does in a game. The memory is
/// left as it is found.
///
/// A machine that does not answer any more ends the search early; it says why
/// ([`Searcher::failure`]).
///
/// ```
/// use host::{Link, iterations};
/// use play::Game;
///
/// let found = iterations(&mut Link::new(), &Game::new(), 3);
/// assert_eq!(found.len(), 3);
/// assert!(found[2].counters.nodes > found[1].counters.nodes);
/// ```
pub fn iterations(searcher: &mut dyn Searcher, game: &Game, depth: u8) -> Vec<Iteration> {
    let position = game.position();
    searcher.clear_counters();
    searcher.set_draw(0);
    searcher.load(position);
    let candidates = Candidate::of_game(game, searcher.root_moves(position), 0);
    searcher.mark_open(game.recurring());
    let mut deepening = Deepening::new(Root::new(position, candidates), depth);
    let mut found = Vec::new();
    while let Some(ask) = deepening.ask() {
        let value = match ask.known {
            Some(value) => Some(value),
            None => {
                searcher.line_up(&mut deepening.following());
                searcher.search_move(
                    &ask.root_move,
                    ask.below,
                    ask.alpha,
                    ask.beta,
                    &mut unlimited,
                )
            }
        };
        let Some(value) = value else {
            break;
        };
        deepening.answer(value);
        if deepening.is_complete() {
            let best = deepening.best().root_move.chess;
            let value = deepening.score().value();
            let plies = deepening.depth();
            let counters = searcher.counters();
            let entries = &mut |keys: &[_]| searcher.entries(keys, &|| true);
            found.push(Iteration {
                depth: plies,
                best,
                value,
                line: principal_variation(entries, position, best, value, plies.into()),
                counters,
            });
        }
    }
    found
}
