//! Principal variation search with a transposition table, on any number of threads.
//!
//! `alpha_beta`, `pruning` and `quiescence` number the steps of docs/search-native.md. [`Think`]
//! runs one search.

mod alpha_beta;
mod correction;
mod history;
mod movepick;
mod node;
pub(crate) mod params;
mod pruning;
mod quiescence;
mod reductions;
pub(crate) mod root;
pub(crate) mod root_move;
pub(crate) mod shared;
#[cfg(test)]
mod tests;
pub(crate) mod thread_pool;
pub(crate) mod time;
pub(crate) mod value;
pub(crate) mod worker;

use crate::evaluation::Position;
use board::{Board, Cpu, WithCpu};
use play::{Game, TimeManager};
use rayon::Scope;
use root::IterationResult;
use root_move::RootMove;
use shared::Shared;
use thread_pool::ThreadPool;
use worker::{ThreadData, Worker};

pub(crate) struct SearchInfo<'a> {
    pub(crate) depth: i32,
    pub(crate) variation: usize,
    pub(crate) root: &'a RootMove,
    pub(crate) value: i32,
    /// `None` if the value is exact; `Some(true)` if a lower bound, `Some(false)` if an upper
    /// bound.
    pub(crate) outside: Option<bool>,
}

pub(crate) struct Think<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) time: &'a TimeManager<'a>,
    /// One per thread.
    pub(crate) thread_data: &'a mut [ThreadData],
    pub(crate) thread_pool: &'a ThreadPool,
    pub(crate) game: &'a Game,
    /// Root moves to search, in any order.
    pub(crate) allowed: &'a [shakmaty::Move],
    pub(crate) variations: usize,
    pub(crate) report: &'a mut dyn FnMut(&SearchInfo<'_>),
}

impl WithCpu for Think<'_> {
    type Output = Vec<RootMove>;

    fn run<C: Cpu>(self, cpu: C) -> Vec<RootMove> {
        let (root, keys) = history_of(cpu, self.game);
        let moves: Vec<RootMove> = self
            .allowed
            .iter()
            .filter_map(|&m| root.from_shakmaty(m))
            .map(RootMove::new)
            .collect();
        let Some((first, others)) = self.thread_data.split_first_mut() else {
            return moves;
        };
        let (shared, keys) = (self.shared, &keys[..]);
        self.thread_pool.scope(|scope| {
            for (index, data) in others.iter_mut().enumerate() {
                let moves = moves.clone();
                let help = move |_: &Scope<'_>| {
                    let mut worker =
                        Worker::new(shared, index + 1, None, data, (root, moves), keys);
                    worker.deepen(1, &mut |_, _, _| {});
                };
                if let Some(scope) = scope {
                    scope.spawn(help);
                }
            }
            let over = StopOnDrop(shared);
            let mut worker = Worker::new(
                shared,
                0,
                Some(self.time),
                first,
                (root, moves.clone()),
                keys,
            );
            let report = self.report;
            worker.deepen(self.variations, &mut |worker, depth, result| {
                worker.count();
                let (root, variation, value, outside) = match result {
                    IterationResult::Exact(root, variation) => (root, variation, root.value, None),
                    IterationResult::Outside(root, variation, value, high) => {
                        (root, variation, value, Some(high))
                    }
                };
                report(&SearchInfo {
                    depth,
                    variation,
                    root,
                    value,
                    outside,
                });
            });
            self.time.wait();
            drop(over);
            worker.moves
        })
    }
}

/// Stops all threads when dropped, also when the main thread panics.
struct StopOnDrop<'a>(&'a Shared<'a>);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0
            .stop
            .store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// The board at the end of a game, and the keys of positions that can recur, its own last.
fn history_of<C: Cpu>(cpu: C, game: &Game) -> (Position<C>, Vec<u64>) {
    let boards = game.recurring().iter().map(|chess| board(cpu, chess));
    let keys: Vec<u64> = boards.map(|board| board.key()).collect();
    (board(cpu, game.position()), keys)
}

/// A shakmaty position as a board.
pub(crate) fn board<C: Cpu>(cpu: C, chess: &shakmaty::Chess) -> Position<C> {
    Board::from_chess(cpu, chess)
}
