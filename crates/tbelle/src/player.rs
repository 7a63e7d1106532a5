//! The program as a [`Player`].

use std::cell::Cell;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use std::time::Duration;

use play::{
    Bound, Choice, Control, Game, Limits, MachineTime, Player, Report, ReportSink, Score, TimeBudget,
    TimeManager,
};
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move as ChessMove, Position as _, Role};

use crate::book::Book;
use crate::cost::Hardware;
use crate::heuristics::{HEURISTICS, Sums};
use crate::movegen::Keyed;
use crate::position::{Move, Phase, Position, from_chess};
use crate::root::{Chosen, Replay, Value, expected, find_mate, search_root};
use crate::search::Search;

/// Full plies after the root move of the deepest search that can be requested.
const MAX_PLIES: u32 = 9;
/// Instructions between two looks at the clock: a hundredth of a second of the original's computer.
const CHECK_INTERVAL: u64 = 5_000;

/// Depth of the searches, which the time of the moves raises (documented).
#[derive(Clone, Copy, Debug, PartialEq)]
struct DepthRule {
    /// Full plies after the root move.
    plies: u32,
    moves: u32,
    seconds: f64,
}

impl Default for DepthRule {
    fn default() -> DepthRule {
        DepthRule { plies: 1, moves: 0, seconds: 0.0 }
    }
}

impl DepthRule {
    /// Counts a move that took some seconds.
    fn count(&mut self, seconds: f64, phase: Phase) {
        const SLOW_AVERAGE: f64 = 150.0;
        const SHORT: f64 = 60.0;
        self.moves += 1;
        self.seconds += seconds;
        let average = self.seconds / f64::from(self.moves);
        let may_rise = self.plies == 1 || self.plies == 2 && phase == 3;
        if average <= SLOW_AVERAGE && seconds < SHORT && may_rise {
            self.plies += 1;
        }
    }
}

/// T. Belle, with or without the move generator of 1976.
#[derive(Clone, Debug, Default)]
pub struct TBelle {
    hardware: Hardware,
    is_paced: bool,
    depth: DepthRule,
    /// Result of the last search, from Black's side.
    last: Option<i32>,
    book: Option<Arc<Book>>,
}

impl TBelle {
    /// The program on this hardware.
    pub fn new(hardware: Hardware) -> TBelle {
        TBelle { hardware, ..TBelle::default() }
    }

    /// Sets whether clocks count the seconds of the original's computer.
    pub fn set_paced(&mut self, is_paced: bool) {
        self.is_paced = is_paced;
    }

    /// Sets the opening book.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Option<Choice> {
        let chess = game.position();
        // The program did not know its clock; a share of it is decided.
        let time = TimeManager::new(limits, control, TimeBudget::share(limits, chess.turn(), Duration::ZERO));
        let mut position = Position::of_game(game);
        let phase = position.phase;
        let (hardware, is_paced) = (self.hardware, self.is_paced);
        let next_check = Cell::new(0);
        let is_stopped = Cell::new(false);
        let must_stop = |position: &Position| {
            let counts = position.counts.get();
            let is_over = limits.nodes.is_some_and(|most| counts.nodes >= most && !time.is_unbounded());
            // Mate solver and heuristics work without visiting nodes.
            let instructions = counts.instructions(hardware);
            if is_over || instructions >= next_check.get() {
                next_check.set(instructions + CHECK_INTERVAL);
                let machine = Duration::from_secs_f64(counts.seconds(hardware));
                let paced = time.hard_left(|| machine).is_some_and(|left| is_paced && left.is_zero());
                is_stopped.set(is_stopped.get() || is_over || paced || time.must_stop());
            }
            is_stopped.get()
        };

        let mut legal = position.legal_moves();
        let wanted = |keyed: &Keyed| {
            let found = find_chess_move(chess, keyed.mv);
            found.is_some_and(|found| limits.search_moves.is_empty() || limits.search_moves.contains(&found))
        };
        legal.retain(wanted);
        let Some(first) = legal.first() else {
            // Only promotions to lesser pieces were requested: the program does not know them.
            time.wait();
            let best = limits.search_moves.first().copied();
            best.iter().for_each(|&best| report(&Report::unsearched(1, vec![best])));
            return best.map(|best| Choice { best: Some(best), ponder: None });
        };
        let plies = limits.depth.map_or(self.depth.plies, |depth| depth.saturating_sub(1).min(MAX_PLIES));
        let mut reporter = |position: &Position, chosen: Chosen| {
            let Some(chess_move) = find_chess_move(chess, chosen.mv) else { return };
            let (depth, score) = match chosen.value {
                Value::Unsearched => (1, Score::Centipawns(position.own_value())),
                Value::Searched(value) => (plies + 1, Score::Centipawns(value)),
                Value::Mate(moves) => (2 * moves - 1, Score::Mate(moves as i32)),
            };
            let counts = position.counts.get();
            report(&Report {
                selective_depth: depth,
                score,
                bound: Bound::Exact,
                nodes: counts.nodes,
                time: time.since_start(),
                machine: Some(MachineTime {
                    cycles: counts.instructions(hardware),
                    seconds: counts.seconds(hardware),
                }),
                ..Report::unsearched(depth, vec![chess_move])
            });
        };
        let chosen = if legal.len() == 1 {
            Chosen { mv: first.mv, value: Value::Unsearched }
        } else if let Some(mate) =
            find_mate(&mut position, &must_stop).filter(|mate| legal_has(&legal, mate.mv))
        {
            mate
        } else {
            let ordered = position.order_root(&legal, &must_stop);
            let search = Search { expected: expected(&position, self.last), must_stop: &must_stop };
            let replay = replay(game, &position);
            search_root(&mut position, &ordered, &replay, plies, &search, &mut reporter)
        };
        // The last report has all counts.
        reporter(&position, chosen);
        if let Value::Searched(value) = chosen.value {
            self.last = Some(i32::from(position.turn.sign()) * value);
        }
        if limits.depth.is_none() && is_for_a_move(limits) {
            self.depth.count(position.counts.get().seconds(hardware), phase);
        }
        time.wait();
        Some(Choice { best: find_chess_move(chess, chosen.mv), ponder: None })
    }
}

impl Player for TBelle {
    fn name(&self) -> String {
        "T. Belle".to_owned()
    }

    fn new_game(&mut self) {
        (self.depth, self.last) = (DepthRule::default(), None);
    }

    fn search(&mut self, game: &Game, limits: &Limits, control: &Control, report: ReportSink<'_>) -> Choice {
        let none = Choice { best: None, ponder: None };
        let book = self.book.as_ref().filter(|_| is_for_a_move(limits));
        if let Some(best) = book.and_then(|book| book.answer(game, find_chess_move)) {
            if limits.depth.is_none() {
                self.depth.count(0.0, Position::of_game(game).phase);
            }
            report(&Report::unsearched(1, vec![best]));
            return Choice { best: Some(best), ..none };
        }
        self.think(game, limits, control, report).unwrap_or(none)
    }

    fn explain(&mut self, position: &Chess) -> Option<String> {
        Some(explain(position).to_string())
    }
}

/// Explains the order of the root moves.
pub fn explain(position: &Chess) -> Explanation {
    let mut own = Position::new(position);
    let legal = own.legal_moves();
    let never = |_: &Position| false;
    let ordered = own.order_root(&legal, &never);
    let named = |&(mv, sums): &(Move, Sums)| {
        let chess_move = find_chess_move(position, mv)?;
        Some((SanPlus::from_move(position.clone(), chess_move).to_string(), sums))
    };
    Explanation { phase: own.phase, value: own.value, moves: ordered.iter().filter_map(named).collect() }
}

/// Whether a search is for a move of a game, not an analysis.
fn is_for_a_move(limits: &Limits) -> bool {
    !(limits.infinite || limits.ponder || limits.mate.is_some()) && limits.search_moves.is_empty()
}

fn legal_has(legal: &[Keyed], mv: Move) -> bool {
    legal.iter().any(|keyed| keyed.mv == mv)
}

/// Replays the game since the last capture or pawn move, at the stage of the present position.
fn replay(game: &Game, now: &Position) -> Replay {
    let positions = game.recurring();
    let mut position = Position::new(&positions[0]);
    position.phase = now.phase;
    let moves = &game.moves()[game.moves().len() + 1 - positions.len()..];
    let mut places = vec![(position.board, position.turn)];
    for mv in moves.iter().filter_map(own_move) {
        position.make(mv);
        places.push((position.board, position.turn));
    }
    Replay { places, value: position.value }
}

/// The move with the program's squares: it captures en passant sideways.
fn own_move(chess_move: &ChessMove) -> Option<Move> {
    let to = match chess_move {
        ChessMove::EnPassant { from, to } => shakmaty::Square::from_coords(to.file(), from.rank()),
        _ => chess_move.to_uci(CastlingMode::Standard).to()?,
    };
    Some(Move::new(from_chess(chess_move.from()?), from_chess(to)))
}

/// The legal move with the program's squares, if there is one. It promotes to a queen only.
pub(crate) fn find_chess_move(chess: &Chess, mv: Move) -> Option<ChessMove> {
    let is_queen = |chess_move: &ChessMove| chess_move.promotion().is_none_or(|role| role == Role::Queen);
    chess.legal_moves().into_iter().find(|one| is_queen(one) && own_move(one) == Some(mv))
}

/// The heuristics of all root moves, in the order in which they are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    phase: Phase,
    value: i32,
    moves: Vec<(String, Sums)>,
}

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "phase {}, value {} (Black's view, centipawns)\n", self.phase, self.value)?;
        write!(f, "{:8}", "move")?;
        for name in HEURISTICS {
            write!(f, "{name:>13}")?;
        }
        writeln!(f, "{:>8}", "sum")?;
        for (name, sums) in &self.moves {
            write!(f, "{name:8}")?;
            for sum in sums {
                write!(f, "{sum:13}")?;
            }
            writeln!(f, "{:8}", sums.iter().sum::<i32>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Value after these moves, once the test for repetition has replayed them.
    fn replayed(moves: &str) -> i32 {
        let mut game = Game::new();
        for text in moves.split(' ') {
            let one: shakmaty::uci::UciMove = text.parse().unwrap();
            game.play(one.to_move(game.position()).unwrap());
        }
        replay(&game, &Position::of_game(&game)).value
    }

    #[test]
    fn replay_counts_credits_since_the_last_pawn_move() {
        // White's castling: 1 less for Black. An early queen move: 1 more.
        for (moves, value) in [
            ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1", -1),
            ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d1e2", 1),
            ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 d7d6", 0),
        ] {
            assert_eq!(replayed(moves), value, "{moves}");
        }
    }
}
