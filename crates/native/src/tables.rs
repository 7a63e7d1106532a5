//! Endgame databases as the search sees them: one narrow trait, so that any kind of them plugs in.

use std::path::Path;
use std::sync::Arc;

use shakmaty::{Chess, Move};
use shakmaty_syzygy::{AmbiguousWdl, Dtz, MaybeRounded, Tablebase, Wdl};

/// A game's result with best play, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Lost.
    Loss,
    /// Drawn, by the fifty-move rule too.
    Draw,
    /// Won.
    Win,
}

impl Outcome {
    /// The same result from the other side.
    pub(crate) fn turned(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// Databases of endings.
pub trait Tables: Send + Sync {
    /// The most men on the board for which it can have an answer, kings counted.
    fn men(&self) -> u32;

    /// The result of a position without rights to castle, whose last move was a capture or a pawn's; `None` if it is
    /// not in the databases.
    fn probe_wdl(&self, position: &Chess) -> Option<Outcome>;

    /// The root moves that keep the best result, nearest to progress (a capture, a pawn's move or mate) first if it is
    /// won, farthest if it is lost, and that result; `None` if any of them is not in the databases. The position's count
    /// of moves for the fifty-move rule is regarded.
    fn probe_root(&self, position: &Chess) -> Option<(Outcome, Vec<Move>)>;
}

/// The databases in use, if any.
pub(crate) type Endgames = Option<Arc<dyn Tables>>;

/// Ronald de Man's databases.
pub(crate) struct Syzygy(Tablebase<Chess>);

impl Syzygy {
    /// Those in a list of folders, separated as the system separates paths.
    ///
    /// # Errors
    /// Says which folder could not be read, or that there are no tables.
    pub(crate) fn open(path: &str) -> Result<Syzygy, String> {
        let mut tables = Tablebase::new();
        let mut files = 0;
        for folder in std::env::split_paths(path) {
            files += tables.add_directory(&folder).map_err(|why| told(&folder, &why.to_string()))?;
        }
        if files == 0 {
            return Err(format!("a folder with Syzygy tables: there are none in '{path}'"));
        }
        Ok(Syzygy(tables))
    }
}

fn told(folder: &Path, why: &str) -> String {
    format!("a folder with Syzygy tables: {}: {why}", folder.display())
}

impl Tables for Syzygy {
    fn men(&self) -> u32 {
        self.0.max_pieces() as u32
    }

    fn probe_wdl(&self, position: &Chess) -> Option<Outcome> {
        Some(outcome(self.0.probe_wdl_after_zeroing(position).ok()?))
    }

    fn probe_root(&self, position: &Chess) -> Option<(Outcome, Vec<Move>)> {
        use shakmaty::Position as _;
        let mut ranked = Vec::new();
        for chess_move in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(chess_move);
            ranked.push((rank(&self.0, &after)?, chess_move));
        }
        let best = ranked.iter().map(|&((outcome, _), _)| outcome).max()?;
        ranked.retain(|&((outcome, _), _)| outcome == best);
        ranked.sort_by_key(|&((_, plies), _)| plies);
        Some((best, ranked.into_iter().map(|(_, chess_move)| chess_move).collect()))
    }
}

fn outcome(wdl: Wdl) -> Outcome {
    match wdl {
        Wdl::Win => Outcome::Win,
        Wdl::Loss => Outcome::Loss,
        Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Outcome::Draw,
    }
}

/// A root move's result for who made it, and an order: plies to progress for a win, the reverse for a loss.
fn rank(tables: &Tablebase<Chess>, after: &Chess) -> Option<(Outcome, i32)> {
    use shakmaty::Position as _;
    if after.is_checkmate() {
        return Some((Outcome::Win, 0));
    }
    if after.is_stalemate() || after.is_insufficient_material() {
        return Some((Outcome::Draw, 0));
    }
    let ambiguous: AmbiguousWdl = tables.probe_wdl(after).ok()?;
    let dtz: MaybeRounded<Dtz> = tables.probe_dtz(after).ok()?;
    let plies = i32::from(dtz.ignore_rounding());
    match outcome(ambiguous.after_zeroing()) {
        Outcome::Win => Some((Outcome::Loss, -plies)),
        Outcome::Draw => Some((Outcome::Draw, 0)),
        Outcome::Loss => {
            // A move that makes progress starts the count anew.
            let counted = i32::try_from(after.halfmoves()).unwrap_or(i32::MAX);
            let won = plies.abs() + counted <= 100 || counted == 0;
            Some((if won { Outcome::Win } else { Outcome::Draw }, if counted == 0 { 1 } else { 1 - plies }))
        }
    }
}
