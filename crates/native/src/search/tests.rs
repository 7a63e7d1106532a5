//! The unpruned search against minimax; draws; shared iterations.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use endgame::Tablebases;
use play::{Control, Game, Limits, TimeBudget, TimeManager};

use super::history;
use super::history_of;
use super::node::Root;
use super::root::IterationResult;
use super::root_move::RootMove;
use super::shared::{Counter, DeepestIteration, Shared};
use super::value::{DRAW, INFINITY, mated};
use super::worker::{ThreadData, Worker};
use crate::evaluation::{Cache, Position, evaluate};
use crate::transposition_table::TranspositionTable;
use board::{Cpu, Kind, Move, with_cpu};

/// Positions of every stage, none of them with long series of captures, and depths that plain
/// minimax can reach.
const POSITIONS: [(&str, i32); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        3,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    ("8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1", 2),
    ("6k1/5ppp/3q4/8/8/3Q4/5PPP/6K1 w - - 0 1", 2),
    ("8/P1k5/8/8/8/6K1/5p2/8 w - - 0 1", 3),
    ("r3k2r/8/8/2p5/3P4/8/8/R3K2R w KQkq - 0 1", 2),
];

/// Plies to which a thread deepens here.
const DEPTH: u32 = 7;

/// Works with the first of two threads on a game's last position.
fn with_worker<R>(game: &Game, data: &mut ThreadData, work: impl Fn(&mut dyn Probe) -> R) -> R {
    let mut result = None;
    let work: &mut dyn FnMut(&mut dyn Probe) = &mut |worker| result = Some(work(worker));
    with_cpu!(|cpu,
               game: &'a Game,
               data: &'a mut ThreadData,
               work: &'a mut dyn FnMut(&mut dyn Probe)|
     -> () {
        let (limits, control) = (Limits::depth(DEPTH), Control::new());
        let time = TimeManager::new(&limits, &control, TimeBudget::default());
        let shared = Shared {
            table: &TranspositionTable::new(1).expect("a MiB"),
            tablebases: &Tablebases::none(),
            tablebase_pieces: 0,
            limits: &limits,
            finishes_first_iteration: false,
            counters: (0..2).map(|_| <[Counter; 2]>::default()).collect(),
            stop: AtomicBool::new(false),
            deepest_iteration: Default::default(),
        };
        let (root, keys) = history_of(cpu, game);
        let moves = root.moves().iter().copied().map(RootMove::new).collect();
        work(&mut Worker::new(
            &shared,
            0,
            Some(&time),
            data,
            (root, moves),
            &keys,
        ));
    });
    result.expect("a result")
}

/// Operations that the tests need of a search thread, on any processor.
trait Probe {
    /// The value of the root by the search, and by minimax.
    fn values(&mut self, depth: i32) -> (i32, i32);
    fn is_draw(&mut self) -> bool;
    /// Depths reported by a thread that starts after another has finished an iteration.
    fn depths_after(&mut self, deepest_iteration: i32) -> Vec<i32>;
    /// The root moves' values in an iteration after others, ended at its first node, and in the one
    /// before.
    fn values_when_cut(&mut self) -> Vec<(i32, i32)>;
}

impl<C: Cpu> Probe for Worker<'_, C> {
    fn values(&mut self, depth: i32) -> (i32, i32) {
        let root = self.root;
        let found = self.search::<Root>(&root, -INFINITY, INFINITY, depth, 0, false);
        (found, minimax(&root, depth, 0))
    }

    fn is_draw(&mut self) -> bool {
        let root = self.root;
        Worker::is_draw(self, &root)
    }

    fn depths_after(&mut self, deepest_iteration: i32) -> Vec<i32> {
        self.shared
            .deepest_iteration
            .publish(deepest_iteration, &self.moves);
        let mut depths = Vec::new();
        self.deepen(1, &mut |_, depth, news| {
            if let IterationResult::Exact(..) = news {
                depths.push(depth);
            }
        });
        depths
    }

    fn values_when_cut(&mut self) -> Vec<(i32, i32)> {
        self.deepen(1, &mut |_, _, _| {});
        self.shared.stop.store(true, Relaxed);
        self.deepen(1, &mut |_, _, _| {});
        self.moves
            .iter()
            .map(|root| (root.value, root.latest_value()))
            .collect()
    }
}

#[test]
fn iteration_unreached_moves_have_no_value() {
    let values = with_worker(&Game::default(), &mut ThreadData::default(), |worker| {
        worker.values_when_cut()
    });
    assert!(
        values.iter().all(|&(value, _)| value == -INFINITY),
        "{values:?}"
    );
    assert!(values[0].1 > -INFINITY, "{values:?}");
}

#[test]
fn deepen_iteration_finished_elsewhere_is_skipped() {
    let game = Game::default();
    let depths = |deepest_iteration| {
        with_worker(&game, &mut ThreadData::default(), |worker| {
            worker.depths_after(deepest_iteration)
        })
    };
    assert_eq!(depths(5), [5, 6, 7]);
    assert_eq!(depths(7), [7]);
    assert_eq!(depths(0), [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn publish_shallower_iteration_is_ignored() {
    let deepest_iteration = DeepestIteration::default();
    let root = |first| vec![RootMove::new(Move::from_bits(first))];
    deepest_iteration.publish(4, &root(1));
    deepest_iteration.publish(4, &root(2));
    deepest_iteration.publish(3, &root(3));
    let (depth, moves) = deepest_iteration.get();
    assert_eq!(
        (depth, moves.len(), moves[0].first),
        (4, 1, Move::from_bits(1))
    );
}

fn is_material_draw<C: Cpu>(board: &Position<C>, ply: usize) -> bool {
    ply > 0 && (board.halfmoves() >= 100 || board.is_insufficient_material())
}

/// The value without windows, table or order.
fn minimax<C: Cpu>(board: &Position<C>, depth: i32, ply: usize) -> i32 {
    if depth == 0 {
        return quiesce(board, ply);
    }
    if is_material_draw(board, ply) {
        return DRAW;
    }
    let moves = board.moves();
    let values = moves
        .iter()
        .map(|&m| -minimax(&board.make(m), depth - 1, ply + 1));
    let stuck = if board.checkers().is_empty() {
        DRAW
    } else {
        mated(ply)
    };
    values.max().unwrap_or(stuck)
}

fn quiesce<C: Cpu>(board: &Position<C>, ply: usize) -> i32 {
    if is_material_draw(board, ply) {
        return DRAW;
    }
    let value = |m: Move| -quiesce(&board.make(m), ply + 1);
    if board.checkers().not_empty() {
        return board
            .moves()
            .iter()
            .map(|&m| value(m))
            .max()
            .unwrap_or(mated(ply));
    }
    let mut noisy = board::MoveList::new();
    board.noisy(&mut noisy);
    let good =
        |m: &Move| m.promoted().is_none_or(|kind| kind == Kind::Queen) && board.see_ge(*m, 0);
    let stand = evaluate(board, &mut Cache::default());
    noisy
        .into_iter()
        .filter(good)
        .map(value)
        .fold(stand, i32::max)
}

#[test]
fn search_without_pruning_equals_minimax() {
    let mut data = ThreadData {
        no_pruning: true,
        ..ThreadData::default()
    };
    for (fen, deepest) in POSITIONS {
        let game = Game::from_fen(fen).unwrap();
        for depth in 1..=deepest {
            let (found, expected) = with_worker(&game, &mut data, |worker| worker.values(depth));
            assert_eq!(found, expected, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn is_draw_history_and_material() {
    let mut data = ThreadData::default();
    let mut is_draw = |fen: &str, moves: &str| {
        let mut game = Game::from_fen(fen).unwrap();
        for text in moves.split_whitespace() {
            let uci: shakmaty::uci::UciMove = text.parse().unwrap();
            game.play(uci.to_move(game.position()).unwrap());
        }
        with_worker(&game, &mut data, |worker| worker.is_draw())
    };
    let (start, _) = POSITIONS[0];
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
    assert!(
        !is_draw(start, there_and_back),
        "a second time in the game is no draw yet"
    );
    assert!(
        is_draw(start, &there_and_back.repeat(2)),
        "the third time is"
    );
    assert!(!is_draw("7k/8/8/8/8/8/8/KQ6 w - - 99 80", ""));
    assert!(
        is_draw("7k/8/8/8/8/8/8/KQ6 w - - 100 80", ""),
        "fifty moves"
    );
    assert!(
        !is_draw("6rk/5Npp/8/8/8/8/8/K7 b - - 100 80", ""),
        "mate comes before the fifty-move rule"
    );
    assert!(
        is_draw("7k/8/8/8/8/8/8/KN6 w - - 0 1", ""),
        "a knight cannot mate"
    );
    assert!(
        is_draw("7k/8/8/8/8/8/8/Kbb1B3 w - - 0 1", "")
            != is_draw("7k/8/8/8/8/8/8/K1b1B3 w - - 0 1", "")
    );
}

#[test]
fn history_update_obeys_gravity() {
    let mut value = 0;
    for _ in 0..1000 {
        history::update(&mut value, 2000);
    }
    assert!(
        i32::from(value) <= history::BOUND && value > 15_000,
        "{value}"
    );
    for _ in 0..1000 {
        history::update(&mut value, i32::MIN / 2);
    }
    assert!(i32::from(value) >= -history::BOUND, "{value}");
}
