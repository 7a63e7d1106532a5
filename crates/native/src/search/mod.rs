//! The fast player's search: principal variation search with a transposition table, on as many threads as asked for.
//!
//! [`think`] runs one search. Its steps have numbers, told in docs/search-native.md and used in `alpha_beta` and
//! `quiescence`.

mod alpha_beta;
mod correction;
mod history;
mod movepick;
mod node;
pub(crate) mod params;
mod quiescence;
mod reductions;
pub(crate) mod root;
pub(crate) mod shared;
#[cfg(test)]
mod tests;
pub(crate) mod thread_pool;
pub(crate) mod time;
pub(crate) mod value;
pub(crate) mod worker;

use crate::evaluation::Position;
use board::{Board, Cpu, Move, WithCpu};
use play::{Game, TimeManager};
use rayon::Scope;
use root::IterationResult;
use shakmaty::Position as _;
use shared::Shared;
use thread_pool::ThreadPool;
use value::INFINITY;
use worker::{PvLine, RootMove, ThreadData, Worker};

/// What a variation is when it is told, in terms that no processor enters into.
pub(crate) struct SearchInfo<'a> {
    pub(crate) depth: i32,
    pub(crate) variation: usize,
    pub(crate) root: &'a RootMove,
    pub(crate) value: i32,
    /// `None` if the value is exact; or whether it is this or more.
    pub(crate) outside: Option<bool>,
}

/// One search: what it wants to know.
pub(crate) struct Think<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) time: &'a TimeManager<'a>,
    /// One for each thread.
    pub(crate) thread_data: &'a mut [ThreadData],
    /// For the thread_data beyond the first.
    pub(crate) thread_pool: &'a ThreadPool,
    pub(crate) game: &'a Game,
    /// The root moves to be searched: all legal ones in no order, or fewer.
    pub(crate) allowed: &'a [shakmaty::Move],
    pub(crate) variations: usize,
    pub(crate) tell: &'a mut dyn FnMut(&SearchInfo<'_>),
}

impl WithCpu for Think<'_> {
    /// The root moves, the best first.
    type Output = Vec<RootMove>;

    fn run<C: Cpu>(self, cpu: C) -> Vec<RootMove> {
        let (root, keys) = history_of(cpu, self.game);
        let moves: Vec<RootMove> =
            self.allowed.iter().filter_map(|&m| root.from_shakmaty(m)).map(fresh).collect();
        let Some((first, others)) = self.thread_data.split_first_mut() else { return moves };
        let (shared, keys) = (self.shared, &keys[..]);
        self.thread_pool.scope(|scope| {
            for (index, data) in others.iter_mut().enumerate() {
                let moves = moves.clone();
                let help = move |_: &Scope<'_>| {
                    let mut worker = Worker::new(shared, index + 1, None, data, (root, moves), keys);
                    worker.deepen(1, &mut |_, _, _| {});
                };
                // Where nobody helps there is nothing to be given.
                if let Some(scope) = scope {
                    scope.spawn(help);
                }
            }
            let over = StopOnDrop(shared);
            let mut worker = Worker::new(shared, 0, Some(self.time), first, (root, moves.clone()), keys);
            let tell = self.tell;
            worker.deepen(self.variations, &mut |worker, depth, news| {
                worker.count();
                let told = match news {
                    IterationResult::Exact(root, variation) => {
                        SearchInfo { depth, variation, root, value: root.value, outside: None }
                    }
                    IterationResult::Outside(root, variation, value, high) => {
                        SearchInfo { depth, variation, root, value, outside: Some(high) }
                    }
                };
                tell(&told);
            });
            self.time.wait();
            drop(over);
            worker.moves
        })
    }
}

/// Tells all threads that the search is over when dropped: also when the first one panics, which would wait for the
/// others for ever.
struct StopOnDrop<'a>(&'a Shared<'a>);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

fn fresh(first: Move) -> RootMove {
    let line: PvLine = [first].into_iter().collect();
    RootMove { first, value: -INFINITY, outside: None, before: -INFINITY, deepest: 0, line, nodes: 0 }
}

/// The board at the end of a game, and the keys of the positions that can recur, its own last.
fn history_of<C: Cpu>(cpu: C, game: &Game) -> (Position<C>, Vec<u64>) {
    let positions = game.positions();
    let reversible = (game.position().halfmoves() as usize).min(positions.len() - 1);
    let boards = positions[positions.len() - 1 - reversible..].iter().map(|chess| board(cpu, chess));
    let keys: Vec<u64> = boards.map(|board| board.key()).collect();
    (board(cpu, game.position()), keys)
}

/// A position of standard chess on a board of ours; rights to castle that are not of standard chess are left out.
pub(crate) fn board<C: Cpu>(cpu: C, chess: &shakmaty::Chess) -> Position<C> {
    Board::from_chess(cpu, chess).unwrap_or_else(|_| {
        let mut setup = chess.to_setup(shakmaty::EnPassantMode::Legal);
        setup.castling_rights = shakmaty::Bitboard::EMPTY;
        <shakmaty::Chess as shakmaty::FromSetup>::from_setup(setup, shakmaty::CastlingMode::Standard)
            .ok()
            .and_then(|chess| Board::from_chess(cpu, &chess).ok())
            .unwrap_or_else(|| Board::start(cpu))
    })
}
