//! Looking ahead: alpha-beta over a fixed number of plies.
//!
//! Documented: three plies with alpha-beta. Inferred: the exit `cutoff` of a listing says that the move before was
//! illegal, so a ply whose every move ends in the exit is mate or stalemate. Decided: captures are tried first;
//! at the end of the look-ahead a side in check is looked at for mate; stalemate is worth nothing; the program
//! knows nothing of repetitions and of fifty moves.

use std::cmp::Reverse;

use crate::legal::{in_check, is_legal};
use crate::listing::{Move, Moves, list_moves};
use crate::make::{make, taken_on, unmake};
use crate::men::Men;
use crate::style::{Measure, Style};
use crate::tables::Tables;
use crate::value::{Freedom, MATE, UNIT, gain, mobility, squares_controlled};
use crate::watch::Watch;

/// The greatest depth in plies: only an analysis without end comes near it.
pub(crate) const DEEPEST: u32 = 40;

/// The search was told to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Over;

/// Alpha and beta.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Everything but illegal.
    pub(crate) const OPEN: Window = Window { alpha: -MATE - 1, beta: MATE + 1 };

    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// One look ahead.
pub(crate) struct Search<'a, 'c> {
    pub(crate) tables: &'a Tables,
    pub(crate) style: Style,
    pub(crate) watch: &'a mut Watch<'c>,
    listed: Moves,
    /// The quiet move that cut off last, by ply: *MASTER*'s killer heuristic (documented for it, not for Atlas).
    killer: [Option<Move>; DEEPEST as usize + 1],
}

impl<'a, 'c> Search<'a, 'c> {
    pub(crate) fn new(tables: &'a Tables, style: Style, watch: &'a mut Watch<'c>) -> Search<'a, 'c> {
        Search { tables, style, watch, listed: Moves::default(), killer: [None; DEEPEST as usize + 1] }
    }

    /// The value of a move of the program itself, for the program, `plies` plies ahead; and the line expected.
    pub(crate) fn own_move(
        &mut self,
        one: Move,
        plies: u32,
        window: Window,
        mine: &mut Men,
        theirs: &mut Men,
    ) -> Result<(i32, Vec<Move>), Over> {
        let mut line = vec![one];
        let balance = gain(theirs, one, true);
        let undo = make(mine, theirs, one);
        let value = self.ply(1, plies - 1, -balance, window.turned(), theirs, mine, &mut line);
        unmake(mine, theirs, one, undo);
        // The move is legal, so the ply has a value.
        Ok((value?.map_or(-MATE, |value| -value), line))
    }

    /// The value for `mine`, to move, or nothing if the move before was illegal. `balance` is what `mine` has taken
    /// more than lost on the way here; `line` grows by the moves expected.
    #[allow(clippy::too_many_arguments)] // Algol's procedure had as many
    fn ply(
        &mut self,
        ply: u32,
        left: u32,
        balance: i32,
        mut window: Window,
        mine: &mut Men,
        theirs: &mut Men,
        line: &mut Vec<Move>,
    ) -> Result<Option<i32>, Over> {
        if self.watch.node() {
            return Err(Over);
        }
        let start = self.listed.moves.len();
        if list_moves(self.tables, self.style.scope, mine, theirs, &mut self.listed).is_break() {
            self.listed.moves.truncate(start);
            return Ok(None);
        }
        let value = if left == 0 {
            Ok(self.end(ply, balance, start, mine, theirs))
        } else {
            self.captures_first(ply, start, theirs);
            self.replies(ply, left, balance, &mut window, start, mine, theirs, line)
        };
        self.listed.moves.truncate(start);
        value.map(Some)
    }

    /// The best of the moves listed from `start` on.
    #[allow(clippy::too_many_arguments)]
    fn replies(
        &mut self,
        ply: u32,
        left: u32,
        balance: i32,
        window: &mut Window,
        start: usize,
        mine: &mut Men,
        theirs: &mut Men,
        line: &mut Vec<Move>,
    ) -> Result<i32, Over> {
        let mut best = None;
        let mut expected = Vec::new();
        for at in start..self.listed.moves.len() {
            let one = self.listed.moves[at];
            let balance = balance + gain(theirs, one, ply.is_multiple_of(2));
            expected.clear();
            expected.push(one);
            let undo = make(mine, theirs, one);
            let value = self.ply(ply + 1, left - 1, -balance, window.turned(), theirs, mine, &mut expected);
            unmake(mine, theirs, one, undo);
            let Some(value) = value?.map(|value| -value) else { continue };
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                if value > window.alpha {
                    window.alpha = value;
                    line.truncate(1);
                    line.extend_from_slice(&expected);
                    if value >= window.beta {
                        self.killer[ply as usize] = Some(one);
                        break;
                    }
                }
            }
        }
        Ok(best.unwrap_or_else(|| self.no_move(ply, mine, theirs)))
    }

    /// Mate, or stalemate.
    fn no_move(&self, ply: u32, mine: &Men, theirs: &Men) -> i32 {
        if in_check(self.tables, mine, theirs) { ply as i32 - MATE } else { 0 }
    }

    /// The value where the look-ahead ends: the balance of captures and the mobility of both sides. The moves of
    /// `mine` are listed from `start` on.
    fn end(&mut self, ply: u32, balance: i32, start: usize, mine: &mut Men, theirs: &mut Men) -> i32 {
        let opponents = mobility(self.tables, self.style.scope, theirs, mine);
        if opponents.checks {
            let moves = &self.listed.moves[start..];
            if !moves.iter().any(|&one| is_legal(self.tables, mine, theirs, one)) {
                return ply as i32 - MATE;
            }
        }
        let freedom = match self.style.measure {
            Measure::Squares => Freedom {
                own: squares_controlled(self.tables, mine, theirs),
                opponents: squares_controlled(self.tables, theirs, mine),
            },
            _ => Freedom { own: (self.listed.moves.len() - start) as u32, opponents: opponents.c },
        };
        balance * UNIT + freedom.compared(self.style.measure)
    }

    /// Puts the captures first, the strongest victim foremost, and the killer before other moves of its kind. The
    /// order changes no value.
    fn captures_first(&mut self, ply: u32, start: usize, theirs: &Men) {
        let killer = self.killer[ply as usize];
        self.listed.moves[start..].sort_unstable_by_key(|one| {
            let taken = theirs.man_on(taken_on(*one));
            (Reverse(taken), Some(*one) != killer, one.from, one.to, Reverse(gain(theirs, *one, false)))
        });
    }
}
