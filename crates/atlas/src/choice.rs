//! Choosing a move.
//!
//! In order, each rule only where those before it leave more than one move:
//!
//! 1. *Queen at home*: no queen move in the first five moves, unless nothing else is legal (documented).
//! 2. *Mate* in sight is played (decided).
//! 3. *A queen is always swapped for a queen* (documented), unless that lets the program be mated (decided). If
//!    the queen can be taken by a lesser man as well, the best way of taking her is chosen.
//! 4. *Captures*: only the moves with the best balance of captures within the depth remain, and among them a
//!    capture is accepted before a quiet move (documented as "almost any captures").
//! 5. *Castling*: without captures it castles, or prepares to (documented).
//! 6. *Mobility*, mini-maximised (documented).
//! 7. *First listed* (decided: tie-breaks are not on record).

use std::cmp::Reverse;

use crate::castling::{Step, step};
use crate::listing::Move;
use crate::make::taken_on;
use crate::men::{Man, Men};
use crate::search::{Over, Search, Window};
use crate::style::Style;
use crate::value::{MATES, UNIT, balance_of};

/// A move that could be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) one: Move,
    /// Place in the listing.
    pub(crate) listed: usize,
    pub(crate) moved: Man,
    pub(crate) taken: Man,
    pub(crate) step: Step,
    /// Its value, or at least a bound below the values that matter.
    pub(crate) value: i32,
    /// The line expected, as far as it is known.
    pub(crate) line: Vec<Move>,
}

/// Why a move was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Nothing else is legal, or nothing else was asked about.
    Only,
    /// It mates, or leads to mate.
    Mates,
    /// A queen is always swapped for a queen.
    QueenSwap,
    /// A capture with the best balance.
    Captures,
    /// It alone has the best balance of captures later on.
    Balance,
    /// It castles.
    Castles,
    /// It prepares to castle.
    PreparesCastling,
    /// It leaves the best mobility.
    Mobility,
    /// Mate cannot be escaped: it holds out longest.
    HoldsOut,
}

impl Reason {
    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Only => "it is the only move",
            Reason::Mates => "it mates",
            Reason::QueenSwap => "a queen is always swapped for a queen",
            Reason::Captures => "it captures, with the best balance of captures",
            Reason::Balance => "no other move has as good a balance of captures",
            Reason::Castles => "of the moves with the best balance of captures it castles",
            Reason::PreparesCastling => {
                "of the moves with the best balance of captures it prepares to castle"
            }
            Reason::Mobility => {
                "of the moves with the best balance of captures it has the best mobility, mini-maximised"
            }
            Reason::HoldsOut => "mate cannot be escaped, and it holds out longest",
        }
    }
}

/// The moves left by the queen's rule, in the order of listing, and whether the rule had a say.
pub(crate) fn queen_at_home(style: &Style, own_move: u32, mine: &Men, moves: &[Move]) -> (Vec<Move>, bool) {
    let home = mine.queen_home();
    if !style.queen_rule || own_move > 5 || mine.man_on(home) != Man::QUEEN {
        return (moves.to_vec(), false);
    }
    let others: Vec<Move> = moves.iter().copied().filter(|one| one.from != home).collect();
    match others.len() {
        0 => (moves.to_vec(), false),
        left => (others, left < moves.len()),
    }
}

/// The candidates before anything is known of their values.
pub(crate) fn candidates(
    search: &Search<'_, '_>,
    moves: &[Move],
    mine: &mut Men,
    theirs: &mut Men,
) -> Vec<Candidate> {
    let candidate = |(listed, &one): (usize, &Move)| Candidate {
        one,
        listed,
        moved: mine.man_on(one.from),
        taken: theirs.man_on(taken_on(one)),
        step: step(search.tables, one, mine, theirs),
        value: 0,
        line: vec![one],
    };
    moves.iter().enumerate().map(candidate).collect()
}

/// Gives every candidate its value, `plies` deep; exactly, wherever it can matter for the choice or if `all` asks
/// for it. The candidates come out in the order of listing.
pub(crate) fn weigh(
    search: &mut Search<'_, '_>,
    candidates: &mut [Candidate],
    plies: u32,
    all: bool,
    mine: &mut Men,
    theirs: &mut Men,
) -> Result<(), Over> {
    let swap = candidates.iter().any(Candidate::swaps_queens);
    // Moves that settle a swap of queens first, then the best of the last look, so that the window is soon narrow.
    candidates.sort_by_key(|candidate| {
        (!(swap && candidate.taken == Man::QUEEN), Reverse(candidate.value), candidate.listed)
    });
    let (mut best, mut swapped) = (-MATES, false);
    let of = candidates.len();
    for (index, candidate) in candidates.iter_mut().enumerate() {
        search.watch.tries(plies, candidate.listed, index + 1, of);
        let alpha = match candidate.taken {
            _ if all || best <= -MATES => Window::OPEN.alpha,
            Man::QUEEN if swap => Window::OPEN.alpha,
            // Next to a swap of queens only a mate counts.
            _ if swapped || best >= MATES => best.max(MATES) - 1,
            _ => balance_of(best) * UNIT - UNIT / 2 - 1,
        };
        let window = Window { alpha, ..Window::OPEN };
        (candidate.value, candidate.line) = search.own_move(candidate.one, plies, window, mine, theirs)?;
        best = best.max(candidate.value);
        swapped |= candidate.swaps_queens() && candidate.value > -MATES;
    }
    candidates.sort_by_key(|candidate| candidate.listed);
    Ok(())
}

impl Candidate {
    fn swaps_queens(&self) -> bool {
        self.moved == Man::QUEEN && self.taken == Man::QUEEN
    }
}

/// Chooses among weighed candidates, of which there is at least one.
pub(crate) fn choose(candidates: &[Candidate]) -> (&Candidate, Reason) {
    let all: Vec<&Candidate> = candidates.iter().collect();
    let best = first_best(&all);
    if all.len() == 1 {
        return (best, Reason::Only);
    }
    if best.value >= MATES {
        return (best, Reason::Mates);
    }
    if best.value <= -MATES {
        return (best, Reason::HoldsOut);
    }
    if let Some(swap) = queen_swap(&all) {
        return (swap, Reason::QueenSwap);
    }
    let balance = balance_of(best.value);
    let equal = only(&all, |candidate| balance_of(candidate.value) == balance);
    if let [alone] = equal.as_slice()
        && !alone.taken.stands()
        && balance != 0
    {
        return (alone, Reason::Balance);
    }
    let captures = only(&equal, |candidate| candidate.taken.stands());
    if !captures.is_empty() {
        return (first_best(&captures), Reason::Captures);
    }
    let most = equal.iter().map(|candidate| candidate.step).max().unwrap_or(Step::Same);
    let heading = only(&equal, |candidate| candidate.step == most);
    let reason = match most {
        Step::Castles => Reason::Castles,
        Step::Nearer => Reason::PreparesCastling,
        Step::Same | Step::Away => Reason::Mobility,
    };
    (first_best(&heading), reason)
}

fn queen_swap<'a>(all: &[&'a Candidate]) -> Option<&'a Candidate> {
    let taking = only(all, |candidate| candidate.taken == Man::QUEEN && candidate.value > -MATES);
    taking.iter().any(|candidate| candidate.swaps_queens()).then(|| first_best(&taking))
}

fn only<'a>(all: &[&'a Candidate], holds: impl Fn(&Candidate) -> bool) -> Vec<&'a Candidate> {
    all.iter().copied().filter(|candidate| holds(candidate)).collect()
}

fn first_best<'a>(all: &[&'a Candidate]) -> &'a Candidate {
    all.iter()
        .copied()
        .min_by_key(|candidate| (Reverse(candidate.value), candidate.listed))
        .expect("one at least")
}
