//! Comparison of distances to a zeroing move with Syzygy tables.
//!
//! A zeroing move is a capture or a pawn's move: it sets the counter of the fifty-move rule to
//! zero. Syzygy has two kinds of tables: WDL for win, draw and loss, and DTZ for the distance to a
//! zeroing move, in plies or, for some endings, rounded to whole moves.

use play::thousands;
use std::fmt::{self, Display, Formatter};
use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, SyzygyError, Tablebase as Syzygy};
use thiserror::Error;

use crate::index::material::Material;
use crate::index::position::random_position;
use crate::probe::prober::{ProbeError, Prober};
use crate::probe::tablebase::Tablebase;
use crate::score::Value;

/// The counts of a successful comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Positions that agree in win, draw or loss and in distance.
    pub positions: u64,
    /// Won or lost positions whose distance Syzygy stores in plies: it is the same here.
    pub precise: u64,
    /// Won or lost positions whose distance Syzygy rounds to whole moves, and which is the same
    /// number of plies here.
    pub even: u64,
    /// Those whose distance is one ply longer here, which the rounding hides.
    pub longer: u64,
}

impl Display for Agreement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [precise, even, longer] = [self.precise, self.even, self.longer].map(thousands);
        writeln!(f, "  {precise} with Syzygy's distance in plies: equal")?;
        writeln!(f, "  {even} with Syzygy's distance in whole moves: equal")?;
        write!(
            f,
            "  {longer} with Syzygy's distance in whole moves: one ply longer here, hidden by \
             its rounding"
        )
    }
}

/// A comparison failed.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ComparisonError {
    #[error(transparent)]
    Probe(#[from] ProbeError),
    #[error("{fen}: ours has {ours:?}, Syzygy {theirs}")]
    Differs {
        fen: String,
        ours: Value,
        theirs: String,
    },
}

/// Compares `count` random positions of each ending, drawn from `seed`, with the Syzygy tables in
/// `dir`. `tablebase` must hold distances to a zeroing move. Fails at the first difference.
pub fn compare_with_syzygy(
    tablebase: &Tablebase,
    endings: &[Material],
    dir: &Path,
    count: u64,
    seed: u64,
) -> Result<Agreement, ComparisonError> {
    let mut syzygy = Syzygy::<Chess>::new();
    syzygy
        .add_directory(dir)
        .map_err(|error| unreadable(format!("{}: {error}", dir.display())))?;
    let most = syzygy.max_pieces();
    if let Some(larger) = endings.iter().find(|ending| ending.piece_count() > most) {
        return Err(unreadable(format!("no table of {larger} in {}", dir.display())).into());
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut agreement = Agreement::default();
    for &ending in endings {
        for _ in 0..count {
            let position = random_position(ending, &mut rng);
            compare(tablebase, &syzygy, &position, &mut agreement)?;
        }
    }
    Ok(agreement)
}

fn unreadable(error: impl ToString) -> ProbeError {
    ProbeError::Syzygy(error.to_string())
}

fn compare(
    tablebase: &Tablebase,
    syzygy: &Syzygy<Chess>,
    position: &Chess,
    agreement: &mut Agreement,
) -> Result<(), ComparisonError> {
    let ours = tablebase.probe(position)?;
    let wdl = syzygy.probe_wdl(position).map_err(unreadable)?;
    let dtz = syzygy.probe_dtz(position).map_err(unreadable)?;
    let our_distance = match ours {
        Value::Win(plies) => i32::from(plies),
        Value::Draw => 0,
        // Syzygy cannot distinguish a mated position from a loss in one ply.
        Value::Loss(plies) => -i32::from(plies.max(1)),
    };
    let same_wdl = match wdl {
        AmbiguousWdl::Win => ours.sign() == 1,
        AmbiguousWdl::Loss => ours.sign() == -1,
        wdl => wdl == AmbiguousWdl::Draw && ours == Value::Draw,
    };
    let their_distance = i32::from(dtz.ignore_rounding());
    let excess = our_distance.abs() - their_distance.abs();
    // One ply is tolerated only if a table's own header says that it counts whole moves.
    let is_rounded = matches!(dtz, MaybeRounded::Rounded(_))
        || (excess == 1
            && follows_from_rounded(syzygy, position, their_distance).map_err(unreadable)?);
    let same_distance = their_distance.signum() == our_distance.signum()
        && (excess == 0 || (is_rounded && excess == 1));
    if !same_wdl || !same_distance {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        return Err(ComparisonError::Differs {
            fen,
            ours,
            theirs: format!("{wdl:?}, {dtz:?}"),
        });
    }
    agreement.positions += 1;
    if ours != Value::Draw {
        match (is_rounded, excess) {
            (false, _) => agreement.precise += 1,
            (true, 0) => agreement.even += 1,
            (true, _) => agreement.longer += 1,
        }
    }
    Ok(())
}

/// Whether a distance follows from a rounded one after some move.
///
/// A DTZ table has the positions of one side to move only. For the other side the library searches
/// one ply. If several moves lead to the same distance, it reports the rounding of the first of
/// them, though that of another may have decided.
fn follows_from_rounded(
    syzygy: &Syzygy<Chess>,
    position: &Chess,
    dtz: i32,
) -> Result<bool, SyzygyError> {
    for chess_move in position.legal_moves() {
        // The distance ends with a zeroing move.
        if chess_move.is_zeroing() {
            continue;
        }
        let mut next = position.clone();
        next.play_unchecked(chess_move);
        if let MaybeRounded::Rounded(child) = syzygy.probe_dtz(&next)?
            && i32::from((-child).add_plies(1)) == dtz
        {
            return Ok(true);
        }
    }
    Ok(false)
}
