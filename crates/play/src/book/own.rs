//! A player's own book: what a user may set about it, and its answer instead of a search.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Position};

use super::Book;
use crate::{Bound, Choice, Game, Limits, OptionError, OptionKind, OptionSpec, Report, Score};

/// Plies of the book's line that a report shows.
const SHOWN: usize = 10;

/// A book and whether, how far and how it is used: the part of a player that all players share.
///
/// Off by default, as chess programs have books of their own and say so by `OwnBook`.
#[derive(Clone, Debug)]
pub struct OwnBook {
    used: bool,
    /// The embedded one if `None`.
    book: Option<Arc<Book>>,
    depth: u32,
    seed: u64,
}

impl Default for OwnBook {
    fn default() -> OwnBook {
        OwnBook { used: false, book: None, depth: 40, seed: 0 }
    }
}

impl OwnBook {
    /// Off, with the embedded book.
    pub fn new() -> OwnBook {
        OwnBook::default()
    }

    /// What a user may set: `OwnBook`, `BookFile` (empty for the embedded one), `BookDepth` (the book answers in the
    /// first so many plies of a game) and `BookSeed` (with the same seed the same moves; with another, other moves).
    pub fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec { name: "OwnBook", kind: OptionKind::Check { default: false } },
            OptionSpec { name: "BookFile", kind: OptionKind::Text { default: String::new() } },
            OptionSpec { name: "BookDepth", kind: OptionKind::Spin { default: 40, min: 0, max: 1000 } },
            OptionSpec {
                name: "BookSeed",
                kind: OptionKind::Spin { default: 0, min: 0, max: i64::from(u32::MAX) },
            },
        ]
    }

    /// Sets one of [`OwnBook::options`], if `name` names one of them.
    ///
    /// # Errors
    /// A value out of range, or a file that is no book, is refused, and nothing changes.
    pub fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        let spec = OwnBook::options().into_iter().find(|spec| spec.is_named(name))?;
        Some(self.set(&spec, value))
    }

    fn set(&mut self, spec: &OptionSpec, value: &str) -> Result<(), OptionError> {
        let value = spec.parse(value)?;
        let number = || value.parse().expect("the range was checked");
        match spec.name {
            "OwnBook" => self.used = value == "true",
            "BookDepth" => self.depth = number(),
            "BookSeed" => self.seed = u64::from(number()),
            _ if value.is_empty() => self.book = None,
            _ => {
                let read = Book::read(Path::new(&value)).map_err(|error| OptionError::Value {
                    name: spec.name.to_owned(),
                    value,
                    expected: format!("a Polyglot book: {error}"),
                })?;
                self.book = Some(Arc::new(read));
            }
        }
        Ok(())
    }

    /// The book's move and what to report about it, if it is used and has one. It keeps silent where an answer at once is
    /// not what is asked for (pondering, analysis without end, certain moves only, a mate) and where the position has
    /// stood before: a book must not go round in circles.
    pub fn answer(&self, game: &Game, limits: &Limits) -> Option<(Report, Choice)> {
        let analysis =
            limits.infinite || limits.ponder || limits.mate.is_some() || !limits.search_moves.is_empty();
        let position = game.position();
        let left = self.depth.checked_sub(ply(position)).filter(|&left| left > 0)?;
        if !self.used || analysis || game.repetitions() > 0 {
            return None;
        }
        let book = self.book.clone().unwrap_or_else(Book::embedded);
        let best = book.choose(position, self.seed)?;
        let mut next = position.clone();
        next.play_unchecked(best);
        let mut pv = vec![best];
        pv.extend(book.line(&next, SHOWN.min(left as usize) - 1));
        let report = Report {
            depth: 1,
            selective_depth: 1,
            multipv: 1,
            score: Score::Centipawns(0),
            bound: Bound::Exact,
            wdl: None,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            table_hits: 0,
            pv,
            machine: None,
        };
        // No word about the reply: to ponder on a position that the book knows is lost time.
        Some((report, Choice { best: Some(best), ponder: None }))
    }
}

/// Plies made in the whole game, by the position's own count.
fn ply(position: &Chess) -> u32 {
    (position.fullmoves().get() - 1).saturating_mul(2).saturating_add(u32::from(position.turn().is_black()))
}
