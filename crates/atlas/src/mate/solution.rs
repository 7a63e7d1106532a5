//! A problem and its solution, with their text.

use std::fmt::{self, Display, Formatter};

use play::Stopped;
use shakmaty::{Chess, Move as ChessMove};
use thiserror::Error;

use crate::settings::Rules;
use crate::side::PositionError;

/// The longest mate the solver looks for, in moves.
pub const MAX_MATE_MOVES: u32 = 4;

/// The problem to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// Mate in this many moves, 1 to [`MAX_MATE_MOVES`].
    pub mates: u32,
    /// The published rules, or all.
    pub rules: Rules,
    /// Also report first moves with at most this many refutations; 0 for none.
    pub tries: usize,
    /// Also report threats, defenses and duals.
    pub play: bool,
}

impl Default for Task {
    fn default() -> Task {
        Task {
            mates: 2,
            rules: Rules::Published,
            tries: 0,
            play: true,
        }
    }
}

/// A move with its algebraic notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanMove {
    pub chess_move: ChessMove,
    pub san: String,
}

impl SanMove {
    pub(crate) fn new(position: &Chess, chess_move: ChessMove) -> SanMove {
        SanMove {
            chess_move,
            san: play::san(position, chess_move),
        }
    }
}

/// A first move, or a later move of the mating side, that mates in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatingMove {
    pub first: SanMove,
    /// Moves to mate, this one included.
    pub moves: u32,
    /// Its threats, if the other side could pass; none after a check or a waiting move.
    pub threats: Vec<SanMove>,
    /// Whether it gives check. Then threats are not looked for.
    pub check: bool,
    /// Every legal reply; none if the move mates.
    pub defenses: Vec<Defense>,
}

/// A reply and the moves that mate after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defense {
    pub reply: SanMove,
    /// Every continuation that mates in time, the shortest first. Several of the shortest are
    /// duals; with three or more moves to go, only the first has its play.
    pub mates: Vec<MatingMove>,
}

/// A first move that fails to few replies only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    pub first: SanMove,
    /// The replies that refute it.
    pub refutations: Vec<SanMove>,
}

/// The solver's result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub task: Task,
    /// Every first move that mates in time, the shortest first; a sound problem has one. Only the
    /// shortest have play.
    pub keys: Vec<MatingMove>,
    pub tries: Vec<Try>,
    /// Positions reached while finding the keys.
    pub nodes: u64,
    /// Whether the published rules left out a castling or en passant capture.
    pub left_out: bool,
    /// The keys by all rules, if something was left out.
    pub full_keys: Option<Vec<SanMove>>,
}

impl Solution {
    /// The keys without their play.
    pub fn key_moves(&self) -> Vec<SanMove> {
        self.keys.iter().map(|key| key.first.clone()).collect()
    }

    /// Whether the published rules give other keys than all rules do.
    pub fn needs_all_rules(&self) -> bool {
        let Some(full) = &self.full_keys else {
            return false;
        };
        let ours = self.key_moves();
        full.len() != ours.len() || full.iter().any(|key| !ours.contains(key))
    }
}

/// Why a problem cannot be solved.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum MateError {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("moves to mate: expected 1 to {MAX_MATE_MOVES}, got {0}")]
    Moves(u32),
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Display for Solution {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let moves = self.task.mates;
        let shortest = shortest(&self.keys);
        if let Some(key) = shortest.first()
            && key.moves < moves
        {
            writeln!(f, "mate in {}, sooner than in {moves}", key.moves)?;
        }
        match shortest {
            [] => writeln!(f, "no mate in {moves}")?,
            [key] => writeln!(f, "key: {}", key.first.san)?,
            keys => writeln!(
                f,
                "{} keys: {}",
                keys.len(),
                list(keys.iter().map(|key| &key.first))
            )?,
        }
        if self.task.play {
            for key in shortest {
                write_play(f, key, 1)?;
            }
        }
        let longer = &self.keys[shortest.len()..];
        if !longer.is_empty() {
            let longer = list(longer.iter().map(|key| &key.first));
            writeln!(f, "later, within {moves}: {longer}")?;
        }
        for mv in &self.tries {
            writeln!(f, "try: {}?  but {}!", mv.first.san, list(&mv.refutations))?;
        }
        if self.task.tries > 0 && self.tries.is_empty() {
            writeln!(f, "no tries")?;
        }
        self.write_rules(f)?;
        writeln!(f, "{} nodes", self.nodes)
    }
}

impl Solution {
    fn write_rules(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(full) = &self.full_keys else {
            return Ok(());
        };
        if self.task.rules == Rules::Full || !self.left_out {
            return Ok(());
        }
        writeln!(
            f,
            "outside Bell's scope: castling or en passant is possible here, \
             and his solver has neither"
        )?;
        match (self.needs_all_rules(), full.is_empty()) {
            (false, false) => writeln!(f, "by all the rules the key is the same"),
            (_, true) => writeln!(
                f,
                "by all the rules there is no mate in {}",
                self.task.mates
            ),
            (true, false) => writeln!(f, "by all the rules (--full): {}", list(full)),
        }
    }
}

/// The moves that mate soonest, of those that are in this order.
fn shortest(mates: &[MatingMove]) -> &[MatingMove] {
    let Some(first) = mates.first() else {
        return &[];
    };
    let end = mates.partition_point(|mating| mating.moves == first.moves);
    &mates[..end]
}

fn list<'a>(moves: impl IntoIterator<Item = &'a SanMove>) -> String {
    moves
        .into_iter()
        .map(|mv| mv.san.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

fn write_play(f: &mut Formatter<'_>, mating: &MatingMove, move_number: usize) -> fmt::Result {
    let indent = "    ".repeat(move_number - 1);
    write!(f, "{indent}{move_number}. {}", mating.first.san)?;
    match (
        mating.defenses.is_empty(),
        mating.check,
        mating.threats.as_slice(),
    ) {
        (true, ..) => writeln!(f, "  mates at once")?,
        (_, true, _) => writeln!(f, "  check")?,
        (_, _, []) => writeln!(f, "  waits: no threat")?,
        (_, _, threats) => writeln!(f, "  threatens {}", list(threats))?,
    }
    for defense in &mating.defenses {
        write_reply(f, mating, defense, move_number)?;
    }
    Ok(())
}

fn write_reply(
    f: &mut Formatter<'_>,
    before: &MatingMove,
    defense: &Defense,
    move_number: usize,
) -> fmt::Result {
    let indent = "    ".repeat(move_number);
    let mates = shortest(&defense.mates);
    let next = list(mates.iter().map(|mating| &mating.first));
    write!(
        f,
        "{indent}{move_number}... {:<7} {}. {next}",
        defense.reply.san,
        move_number + 1
    )?;
    let is_threat = |mating: &MatingMove| {
        before
            .threats
            .iter()
            .any(|t| t.chess_move == mating.first.chess_move)
    };
    let threat = mates.iter().any(is_threat);
    let notes = [(mates.len() > 1, "dual"), (threat, "threat")];
    let notes: Vec<&str> = notes
        .into_iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, note)| note)
        .collect();
    match notes.as_slice() {
        [] => writeln!(f)?,
        notes => writeln!(f, "  ({})", notes.join(", "))?,
    }
    for mating in mates {
        if !mating.defenses.is_empty() {
            write_play(f, mating, move_number + 1)?;
        }
    }
    Ok(())
}
