//! Root moves: their search and the choice among them.
//!
//! The rules apply in this order, each where those before it leave more than one move:
//!
//! 1. *Queen rule*: no queen move in the first five moves (documented, F124), unless nothing else
//!    is legal (decided).
//! 2. *Mate* in sight is played (decided).
//! 3. *Queen swap*: a queen is always swapped for a queen (documented, F122), unless that allows
//!    mate (decided). If a lesser piece can capture the queen too, the best capture of the queen is
//!    chosen (decided).
//! 4. *Captures*: almost any capture is accepted (documented, F122), all but those that lose within
//!    the depth (decided). With [`Captures::Balance`], or if none is accepted: the best balance
//!    within the depth, a capture before a quiet move.
//! 5. *Castling*: without captures it prepares to castle (documented, F123); before that, it
//!    castles (decided).
//! 6. *Mobility*, minimaxed (documented, F123); that castling comes before it is decided.
//! 7. *First generated* (decided).

use std::cmp::Reverse;

use play::{Game, Stopped};
use shakmaty::{Chess, Position as _};

use crate::castling::{Step, step};
use crate::make::taken_on;
use crate::movegen::Move;
use crate::search::{Search, Window};
use crate::settings::{Captures, QueenRule, Settings};
use crate::side::{Piece, Side, Square};
use crate::value::{MATE_BOUND, UNIT, balance_of};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) index: usize,
    pub(crate) moved: Piece,
    pub(crate) taken: Piece,
    pub(crate) step: Step,
    /// Its value, or an upper bound below the values that matter.
    pub(crate) value: i32,
    pub(crate) line: Vec<Move>,
}

/// The rule that chose a move; [`Reason::text`] says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum Reason {
    Only,
    Mates,
    QueenSwap,
    CapturesFirst,
    Captures,
    Balance,
    Castles,
    PreparesCastling,
    Mobility,
    HoldsOut,
}

impl Reason {
    /// The reason as text.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Only => "it is the only move",
            Reason::Mates => "it mates",
            Reason::QueenSwap => "a queen is always swapped for a queen",
            Reason::CapturesFirst => {
                "captures come first, and of those that lose nothing it is the best"
            }
            Reason::Captures => "it captures, with the best balance of captures",
            Reason::Balance => "no other move has as good a balance of captures",
            Reason::Castles => "of the moves with the best balance of captures it castles",
            Reason::PreparesCastling => {
                "of the moves with the best balance of captures it prepares to castle"
            }
            Reason::Mobility => {
                "of the moves with the best balance of captures it has the best mobility"
            }
            Reason::HoldsOut => "mate is unavoidable, and it delays mate longest",
        }
    }
}

/// Moves of each side in which the queen rule holds (documented, F124).
const QUEEN_RULE_MOVES: u32 = 5;
/// Least balance, in tenths of a pawn, of a capture that is accepted before quiet moves (decided).
const LEAST_ACCEPTED: i32 = 0;

/// The moves that the queen rule leaves at this point of the game, in order, and whether it removed
/// any.
pub(crate) fn apply_queen_rule(
    settings: &Settings,
    game: &Game,
    mine: &Side,
    moves: &[Move],
) -> (Vec<Move>, bool) {
    let home = Square(mine.home_offset() + 4);
    if game.position().fullmoves().get() > QUEEN_RULE_MOVES {
        return (moves.to_vec(), false);
    }
    let holds_anywhere = match settings.queen_rule {
        QueenRule::Start => *game.start() == Chess::default(),
        QueenRule::Home => false,
        QueenRule::Always => true,
        QueenRule::Off => return (moves.to_vec(), false),
    };
    let is_held =
        |mv: &Move| mine.piece_on(mv.from) == Piece::QUEEN && (holds_anywhere || mv.from == home);
    let others: Vec<Move> = moves.iter().copied().filter(|mv| !is_held(mv)).collect();
    match others.len() {
        0 => (moves.to_vec(), false),
        left => (others, left < moves.len()),
    }
}

pub(crate) fn root_moves(moves: &[Move], mine: &mut Side, theirs: &mut Side) -> Vec<RootMove> {
    let root_move = |(index, &mv): (usize, &Move)| RootMove {
        mv,
        index,
        moved: mine.piece_on(mv.from),
        taken: theirs.piece_on(taken_on(mv)),
        step: step(mv, mine, theirs),
        value: 0,
        line: vec![mv],
    };
    moves.iter().enumerate().map(root_move).collect()
}

/// Searches every root move `plies` deep. Values are exact where they matter for the choice, or
/// everywhere with `all`.
pub(crate) fn search_root(
    search: &mut Search<'_, '_>,
    moves: &mut [RootMove],
    plies: u32,
    all: bool,
    mine: &mut Side,
    theirs: &mut Side,
) -> Result<(), Stopped> {
    let swap = moves.iter().any(RootMove::swaps_queens);
    let first = search.settings.captures == Captures::First;
    // Moves that settle a swap of queens first, then captures if they come first, then the best of
    // the last look, so that the window is soon narrow.
    moves.sort_by_key(|root_move| {
        let settles_swap = swap && root_move.taken == Piece::QUEEN;
        let comes_first = first && root_move.taken.is_some();
        (
            !settles_swap,
            !comes_first,
            Reverse(root_move.value),
            root_move.index,
        )
    });
    let (mut best, mut swapped, mut accepted) = (-MATE_BOUND, false, false);
    let of = moves.len();
    for (at, root_move) in moves.iter_mut().enumerate() {
        search
            .limits
            .set_current(plies, root_move.index, at + 1, of);
        let alpha = match root_move.taken {
            _ if all || best <= -MATE_BOUND => Window::OPEN.alpha,
            Piece::QUEEN if swap => Window::OPEN.alpha,
            // Only a mate is preferred to a queen swap.
            _ if swapped || best >= MATE_BOUND => best.max(MATE_BOUND) - 1,
            // Nor to an accepted capture, by a quiet move.
            Piece::NONE if accepted => MATE_BOUND - 1,
            _ => balance_of(best) * UNIT - UNIT / 2 - 1,
        };
        let window = Window {
            alpha,
            ..Window::OPEN
        };
        (root_move.value, root_move.line) =
            search.root_move(root_move.mv, plies, window, mine, theirs)?;
        best = best.max(root_move.value);
        swapped |= root_move.swaps_queens() && root_move.value > -MATE_BOUND;
        accepted |= first && root_move.is_accepted_capture();
    }
    moves.sort_by_key(|root_move| root_move.index);
    Ok(())
}

impl RootMove {
    fn swaps_queens(&self) -> bool {
        self.moved == Piece::QUEEN && self.taken == Piece::QUEEN
    }

    fn is_accepted_capture(&self) -> bool {
        self.taken.is_some() && self.value > -MATE_BOUND && balance_of(self.value) >= LEAST_ACCEPTED
    }
}

pub(crate) fn choose_move(moves: &[RootMove], captures: Captures) -> (&RootMove, Reason) {
    let all: Vec<&RootMove> = moves.iter().collect();
    let best = first_best(&all);
    if all.len() == 1 {
        return (best, Reason::Only);
    }
    if best.value >= MATE_BOUND {
        return (best, Reason::Mates);
    }
    if best.value <= -MATE_BOUND {
        return (best, Reason::HoldsOut);
    }
    if let Some(swap) = queen_swap(&all) {
        return (swap, Reason::QueenSwap);
    }
    if captures == Captures::First {
        let accepted = only(&all, RootMove::is_accepted_capture);
        if !accepted.is_empty() {
            return (first_best(&accepted), Reason::CapturesFirst);
        }
    }
    let balance = balance_of(best.value);
    let equal = only(&all, |root_move| balance_of(root_move.value) == balance);
    if let [alone] = equal.as_slice()
        && !alone.taken.is_some()
        && balance != 0
    {
        return (alone, Reason::Balance);
    }
    let captures = only(&equal, |root_move| root_move.taken.is_some());
    if !captures.is_empty() {
        return (first_best(&captures), Reason::Captures);
    }
    let most = equal
        .iter()
        .map(|root_move| root_move.step)
        .max()
        .unwrap_or(Step::Same);
    let heading = only(&equal, |root_move| root_move.step == most);
    let reason = match most {
        Step::Castles => Reason::Castles,
        Step::Nearer => Reason::PreparesCastling,
        Step::Same | Step::Away => Reason::Mobility,
    };
    (first_best(&heading), reason)
}

fn queen_swap<'a>(all: &[&'a RootMove]) -> Option<&'a RootMove> {
    let taking = only(all, |root_move| {
        root_move.taken == Piece::QUEEN && root_move.value > -MATE_BOUND
    });
    if taking.iter().any(|root_move| root_move.swaps_queens()) {
        Some(first_best(&taking))
    } else {
        None
    }
}

fn only<'a>(all: &[&'a RootMove], holds: impl Fn(&RootMove) -> bool) -> Vec<&'a RootMove> {
    all.iter()
        .copied()
        .filter(|root_move| holds(root_move))
        .collect()
}

fn first_best<'a>(all: &[&'a RootMove]) -> &'a RootMove {
    all.iter()
        .copied()
        .min_by_key(|root_move| (Reverse(root_move.value), root_move.index))
        .expect("at least one move")
}
