//! The opening book of a player, with its options.

#[cfg(feature = "files")]
use std::path::Path;
use std::sync::Arc;

use play::{Choice, Game, Limits, OptionError, OptionKind, OptionSpec, Report};
use shakmaty::{Chess, Position};

use crate::Book;

/// Greatest length in plies of a report's variation.
const SHOWN: usize = 10;

/// A book with its options, for every player. Off by default, as chess programs have books of their
/// own.
#[derive(Clone, Debug)]
pub struct OwnBook {
    used: bool,
    /// `None` for the embedded book.
    book: Option<Arc<Book>>,
    depth: u32,
    seed: u64,
}

impl Default for OwnBook {
    fn default() -> OwnBook {
        OwnBook {
            used: false,
            book: None,
            depth: 40,
            seed: 0,
        }
    }
}

impl OwnBook {
    /// Options: `OwnBook`, `BookFile` (empty for the embedded book; only with the feature `files`),
    /// `BookDepth` (plies of the game in which the book is used) and `BookSeed` (another seed draws
    /// other moves).
    pub fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec {
                name: "OwnBook",
                kind: OptionKind::Check { default: false },
            },
            #[cfg(feature = "files")]
            OptionSpec::text("BookFile"),
            OptionSpec {
                name: "BookDepth",
                kind: OptionKind::spin(40, 0..=1000),
            },
            OptionSpec {
                name: "BookSeed",
                kind: OptionKind::spin(0, 0..=i64::from(u32::MAX)),
            },
        ]
    }

    /// The value of `BookSeed`.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets one of [`OwnBook::options`]; `None` if `name` is none of them. A refused value changes
    /// nothing.
    pub fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        let spec = OwnBook::options()
            .into_iter()
            .find(|spec| spec.is_named(name))?;
        Some(self.set(&spec, value))
    }

    fn set(&mut self, spec: &OptionSpec, value: &str) -> Result<(), OptionError> {
        let value = spec.parse(value)?;
        let number = || value.parse().expect("the range was checked");
        match spec.name {
            "OwnBook" => self.used = value == "true",
            "BookDepth" => self.depth = number(),
            "BookSeed" => self.seed = u64::from(number()),
            #[cfg(feature = "files")]
            "BookFile" if value.is_empty() => self.book = None,
            #[cfg(feature = "files")]
            "BookFile" => {
                let read =
                    Book::read(Path::new(&value)).map_err(|error| spec.unusable(&value, error))?;
                self.book = Some(Arc::new(read));
            }
            name => unreachable!("{name} is none of the options"),
        }
        Ok(())
    }

    /// The book's move with a report on it, if the book is used and has one. There is none for
    /// searches other than for a move (pondering, infinite, chosen root moves, mate), nor in a
    /// position that occurred before.
    pub fn answer(&self, game: &Game, limits: &Limits) -> Option<(Report, Choice)> {
        self.answer_within(game, limits, u32::MAX)
    }

    /// As [`OwnBook::answer`], but only in the first `plies` of a game, for a player who knows no
    /// more of its openings.
    pub fn answer_within(
        &self,
        game: &Game,
        limits: &Limits,
        plies: u32,
    ) -> Option<(Report, Choice)> {
        let position = game.position();
        let left = self
            .depth
            .min(plies)
            .checked_sub(ply(position))
            .filter(|&left| left > 0)?;
        if !self.used || !limits.is_for_a_move() || game.repetitions() > 0 {
            return None;
        }
        let book = self.book.clone().unwrap_or_else(Book::embedded);
        let best = book.choose(position, self.seed)?;
        let mut next = position.clone();
        next.play_unchecked(best);
        let mut pv = vec![best];
        pv.extend(book.line(&next, SHOWN.min(left as usize) - 1));
        // No reply to ponder on: the book may answer it.
        Some((
            Report::unsearched(1, pv),
            Choice {
                best: Some(best),
                ponder: None,
            },
        ))
    }
}

fn ply(position: &Chess) -> u32 {
    (position.fullmoves().get() - 1)
        .saturating_mul(2)
        .saturating_add(u32::from(position.turn().is_black()))
}
