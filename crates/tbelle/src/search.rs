//! Search: full plies with shallow cut-offs, then captures.
//!
//! Documented (F110): there is no iteration, transposition table or killer move. A node hands on
//! only its own best value so far, so that only shallow cut-offs happen. Equality cuts. Mates score
//! alike at any distance. Captures that leave the own king attacked are passed over in the capture
//! search too.
//!
//! Against the record (F110): a node of the capture search whose own value cuts tries no capture.
//! The original tests the bound only after the first capture: the values are equal, the numbers of
//! nodes are not.

use play::Stopped;

use crate::mate::MustStop;
use crate::position::Position;
use crate::squares::{Move, sign};

/// Beyond any value of a position.
const START: i32 = 3_000;
/// Value of having mated.
pub(crate) const MATE: i32 = 2_999;
/// Deepest ply of the capture search, which returns the expected value.
const CAPTURE_PLIES: u32 = 8;
/// A capture may leave the mover this much below the expected value.
const CAPTURE_MARGIN: i32 = 50;

/// One search of the program.
pub(crate) struct Search<'a> {
    /// The expected value, from Black's side.
    pub(crate) expected: i32,
    /// Full plies after the root move.
    pub(crate) plies: u32,
    pub(crate) must_stop: &'a MustStop<'a>,
}

impl Search<'_> {
    /// Value of a root move to the side that makes it, if its best so far is `best`.
    pub(crate) fn root_move(
        &self,
        position: &mut Position,
        mv: Move,
        best: Option<i32>,
    ) -> Result<i32, Stopped> {
        position.make(mv);
        let value = self.full(position, self.plies, best.unwrap_or(-START));
        position.unmake();
        value.map(|value| -value)
    }

    /// Value of a node for its side to move, if the best of the node above is `above`.
    fn full(&self, position: &mut Position, plies: u32, above: i32) -> Result<i32, Stopped> {
        if plies == 0 {
            return self.captures(position, 0, above);
        }
        self.visit(position)?;
        let mover = position.turn;
        let mut list = position.generate();
        position.sort(&mut list);
        let (mut best, mut has_legal) = (-START, false);
        for keyed in list {
            position.make(keyed.mv);
            let value = if position.in_check(mover) {
                None
            } else {
                Some(self.full(position, plies - 1, best))
            };
            position.unmake();
            let Some(value) = value else { continue };
            has_legal = true;
            best = best.max(-value?);
            if best >= -above {
                return Ok(best);
            }
        }
        Ok(match has_legal {
            true => best,
            false if position.in_check(mover) => -MATE,
            false => 0,
        })
    }

    /// Value of a node in which only captures are searched.
    fn captures(&self, position: &mut Position, ply: u32, above: i32) -> Result<i32, Stopped> {
        self.visit(position)?;
        let mover = position.turn;
        let expected = i32::from(sign(mover)) * self.expected;
        if ply == CAPTURE_PLIES {
            return Ok(expected);
        }
        let mut best = position.own_value();
        if best >= -above {
            return Ok(best);
        }
        let mut list = position.generate_captures(expected - CAPTURE_MARGIN);
        position.sort(&mut list);
        for keyed in list {
            position.make(keyed.mv);
            let value = if position.in_check(mover) {
                None
            } else {
                Some(self.captures(position, ply + 1, best))
            };
            position.unmake();
            let Some(value) = value else { continue };
            best = best.max(-value?);
            if best >= -above {
                break;
            }
        }
        Ok(best)
    }

    fn visit(&self, position: &Position) -> Result<(), Stopped> {
        position.count(|counts| counts.nodes += 1);
        if (self.must_stop)(position) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}
