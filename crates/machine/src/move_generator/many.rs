//! The move generator settled for many positions, one after the other, on the fastest back end.

use logic::lanes::on_best;
use logic::{Kernel, Simulator};

use super::{FindResult, MoveGenInputs};

/// The operation of each position's move generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'a> {
    /// FIND VICTIM.
    Victim,
    /// FIND AGGRESSOR of these squares, one a position, 0 to 63.
    Aggressor(&'a [u8]),
}

/// What the move generator finds in each position. For FIND AGGRESSOR there are as many results as
/// both positions and victims.
///
/// ```
/// use machine::move_generator::{MoveGenInputs, Operation, settle_many};
///
/// // A white rook on a1 and a black knight on a8: planes 0 to 2 hold the kind, plane 3 is black.
/// let rook_and_knight = MoveGenInputs {
///     piece: [0, 1 << 56, 1, 1 << 56],
///     white_to_move: true,
///     ..MoveGenInputs::default()
/// };
/// let victims = settle_many(&[rook_and_knight], Operation::Victim);
/// assert_eq!((victims[0].square, victims[0].line), (56, 4));
/// let aggressors = settle_many(&[rook_and_knight], Operation::Aggressor(&[56]));
/// assert_eq!((aggressors[0].square, aggressors[0].line), (0, 4));
/// ```
pub fn settle_many(positions: &[MoveGenInputs], operation: Operation<'_>) -> Vec<FindResult> {
    on_best(Many {
        positions,
        operation,
    })
}

struct Many<'a> {
    positions: &'a [MoveGenInputs],
    operation: Operation<'a>,
}

impl Kernel for Many<'_> {
    type Output = Vec<FindResult>;

    #[inline(always)]
    fn run<L: Simulator>(self, l: L) -> Vec<FindResult> {
        let mut found = Vec::with_capacity(self.positions.len());
        match self.operation {
            Operation::Victim => {
                for position in self.positions {
                    found.push(position.find_victim(l));
                }
            }
            Operation::Aggressor(victims) => {
                for (position, &victim) in self.positions.iter().zip(victims) {
                    found.push(position.find_aggressor(l, victim));
                }
            }
        }
        found
    }
}
