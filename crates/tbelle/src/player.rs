//! The program as a [`Player`].

use std::path::Path;

use play::{
    Bound, Choice, Control, Game, Limits, OptionError, OptionSpec, Pace, Player, Progress, Report,
    ReportSink, Score, san,
};
use shakmaty::{Chess, Move as ChessMove, Position as _};

use crate::book::Book;
use crate::cost::MoveGenerator;
use crate::heuristics::{HEURISTICS, Sums};
use crate::limits::SearchLimits;
use crate::position::{Phase, Position};
use crate::root::{Chosen, Replay, RootEvents, Value, choose, expected};
use crate::search::Search;
use crate::squares::{Move, sign};

/// Full plies after the root move of the deepest search that can be requested.
const MAX_PLIES: u32 = 9;

/// Depth of the searches, which the time of the moves raises (documented, F110). Against the record
/// (F110), it begins at one ply after the root move; the original begins at two. The seconds are
/// those of the original's computer, at every pace.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DepthRule {
    /// Full plies after the root move.
    plies: u32,
    moves: u32,
    seconds: f64,
}

impl Default for DepthRule {
    fn default() -> DepthRule {
        DepthRule {
            plies: 1,
            moves: 0,
            seconds: 0.0,
        }
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
        let may_rise = self.plies == 1 || self.plies == 2 && phase == Phase::Endgame;
        if average <= SLOW_AVERAGE && seconds < SHORT && may_rise {
            self.plies += 1;
        }
    }
}

/// A move found, which counts once the game goes on with it: a hint or a wrong guess does not.
#[derive(Clone, Copy, Debug)]
struct PendingMove {
    chess_move: ChessMove,
    /// Moves of the game before it.
    ply: usize,
    phase: Phase,
    /// Seconds for the depth rule; `None` if the depth was requested.
    seconds: Option<f64>,
    /// Result of the search from Black's side, if there was one.
    value: Option<i32>,
}

/// Reports of one search.
struct Reporter<'a> {
    chess: &'a Chess,
    limits: &'a SearchLimits<'a>,
    /// Depth of a searched move in plies.
    depth: u32,
    report: ReportSink<'a>,
}

impl RootEvents for Reporter<'_> {
    fn begin(&mut self, mv: Move, number: usize, of: usize) {
        let Some(current) = mv.to_chess(self.chess) else {
            return;
        };
        let (depth, number, root_moves) = (self.depth, number as u32, of as u32);
        self.limits.limiter.set_current(Progress {
            depth,
            current,
            number,
            root_moves,
            nodes: 0,
            hash_full: 0,
        });
    }

    fn better(&mut self, position: &Position, chosen: Chosen) {
        let Some(chess_move) = chosen.mv.to_chess(self.chess) else {
            return;
        };
        let (depth, score) = match chosen.value {
            Value::Unsearched => (1, Score::Centipawns(position.own_value())),
            Value::Searched(value) => (self.depth, Score::Centipawns(value)),
            Value::Mate(moves) => (2 * moves - 1, Score::Mate(moves as i32)),
        };
        let counts = position.counts.get();
        (self.report)(&Report {
            selective_depth: depth,
            score,
            bound: Bound::Exact,
            nodes: counts.nodes,
            time: self.limits.limiter.time.since_start(),
            machine: Some(self.limits.machine_time(counts)),
            ..Report::unsearched(depth, vec![chess_move])
        });
    }
}

/// T. Belle, with or without the move generator of 1976.
#[derive(Clone, Debug, Default)]
pub struct TBelle {
    generator: MoveGenerator,
    pace: Pace,
    book: Option<Book>,
    depth: DepthRule,
    /// Result of the last search for a move of the game, from Black's side.
    last: Option<i32>,
    pending: Option<PendingMove>,
}

impl TBelle {
    /// Sets the move generator. The game goes on.
    pub fn set_generator(&mut self, generator: MoveGenerator) {
        self.generator = generator;
    }

    /// Sets the clock that limits of time count.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Whether a book is set.
    pub fn has_book(&self) -> bool {
        self.book.is_some()
    }

    /// Counts the pending move, if the game went on with it.
    fn count_pending(&mut self, game: &Game) {
        let is_played =
            |pending: &PendingMove| game.moves().get(pending.ply) == Some(&pending.chess_move);
        let Some(played) = self.pending.take().filter(is_played) else {
            return;
        };
        if let Some(seconds) = played.seconds {
            self.depth.count(seconds, played.phase);
        }
        self.last = played.value.or(self.last);
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let chess = game.position();
        let search_limits =
            SearchLimits::new(limits, control, chess.turn(), self.pace, self.generator);
        let time = &search_limits.limiter.time;
        let mut position = Position::of_game(game);
        let phase = position.phase;
        let mut legal = position.legal_moves();
        let is_forced = legal.len() == 1;
        legal.retain(|keyed| match keyed.mv.to_chess(chess) {
            Some(found) => limits.allow(&found),
            None => false,
        });
        if legal.is_empty() {
            // There is no legal move, or none but promotions to lesser pieces was requested: the
            // program has none.
            time.wait();
            let best = limits.search_moves.first().copied();
            if let Some(best) = best {
                report(&Report::unsearched(1, vec![best]));
            }
            return Choice { best, ponder: None };
        }
        let plies = match limits.depth {
            Some(depth) => depth.saturating_sub(1).min(MAX_PLIES),
            None => self.depth.plies,
        };
        let must_stop = |position: &Position| search_limits.must_stop(position.counts.get());
        let search = Search {
            expected: expected(&position, self.last),
            plies,
            must_stop: &must_stop,
        };
        let replay = Replay::new(game, &position);
        let mut reporter = Reporter {
            chess,
            limits: &search_limits,
            depth: plies + 1,
            report,
        };
        // Documented (F110): the only legal move is played without a search. Against the record
        // (F110): also without mate solver and heuristics, which the original runs first.
        let chosen = match legal[..] {
            [only] if is_forced => Chosen {
                mv: only.mv,
                value: Value::Unsearched,
            },
            _ => choose(&mut position, &legal, &replay, &search, &mut reporter),
        };
        // The last report has all counts.
        reporter.better(&position, chosen);
        time.wait();
        let best = chosen.mv.to_chess(chess);
        // An analysis is not a move of the game.
        if let Some(chess_move) = best
            && !limits.infinite
        {
            let machine = search_limits.machine_elapsed(position.counts.get());
            let value = match chosen.value {
                Value::Searched(value) => Some(i32::from(sign(position.turn)) * value),
                Value::Unsearched | Value::Mate(_) => None,
            };
            self.pending = Some(PendingMove {
                chess_move,
                ply: game.moves().len(),
                phase,
                seconds: match limits.depth {
                    Some(_) => None,
                    None => Some(machine.as_secs_f64()),
                },
                value,
            });
        }
        Choice { best, ponder: None }
    }
}

/// A file with a book in the program's own form; none if empty.
fn program_book() -> OptionSpec {
    OptionSpec::text("ProgramBook")
}

impl Player for TBelle {
    fn name(&self) -> String {
        "T. Belle".to_owned()
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![program_book()]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = program_book();
        if !spec.is_named(name) {
            return Err(OptionError::Unknown(name.to_owned()));
        }
        let path = Some(value).filter(|path| !path.is_empty());
        let read = path.map(|path| Book::read(Path::new(path))).transpose();
        self.book = read.map_err(|error| spec.unusable(value, error))?;
        Ok(())
    }

    fn new_game(&mut self) {
        (self.depth, self.last, self.pending) = (DepthRule::default(), None, None);
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        self.count_pending(game);
        if limits.is_for_a_move()
            && let Some(book) = &self.book
            && let Some(best) = book.answer(game)
        {
            self.pending = Some(PendingMove {
                chess_move: best,
                ply: game.moves().len(),
                phase: Position::of_game(game).phase,
                seconds: match limits.depth {
                    Some(_) => None,
                    None => Some(0.0),
                },
                value: None,
            });
            report(&Report::unsearched(1, vec![best]));
            return Choice {
                best: Some(best),
                ponder: None,
            };
        }
        self.think(game, limits, control, report)
    }

    /// The heuristics of the root moves, in the order in which they are searched.
    fn explain(&mut self, game: &Game, control: &Control) -> Option<String> {
        let mut position = Position::of_game(game);
        let legal = position.legal_moves();
        let ordered = position.order_root(&legal, &|_| control.stopped());
        let chess = game.position();
        let named = |(mv, sums): (Move, Sums)| Some((san(chess, mv.to_chess(chess)?), sums));
        Some(table(&position, ordered.into_iter().filter_map(named)))
    }
}

/// A table of root moves by name, with the sums of the heuristics.
fn table(position: &Position, rows: impl Iterator<Item = (String, Sums)>) -> String {
    let mut text = format!(
        "phase {}, value {} (Black's view, centipawns)\n\n",
        position.phase as u8, position.value
    );
    // The columns are as wide as their names with a gap: together they fill 80.
    let mut add = |name: &str, sums: [String; 6], sum: String| {
        let mut columns = String::new();
        for (heuristic, sum) in HEURISTICS.iter().zip(sums) {
            let width = heuristic.len() + 2;
            columns += &format!("{sum:>width$}");
        }
        text += &format!("{name:7}{columns}{sum:>5}\n");
    };
    add("move", HEURISTICS.map(str::to_owned), "sum".to_owned());
    for (name, sums) in rows {
        add(
            &name,
            sums.map(|sum| sum.to_string()),
            sums.iter().sum::<i32>().to_string(),
        );
    }
    text
}
