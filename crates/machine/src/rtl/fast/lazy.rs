//! The lazy evaluator of the fast variant: it follows a piece that goes across, and its value is
//! latched.
//!
//! ```text
//!  square from, to and the piece across --> the authentic machine's two ports of the ROMs: off, on
//!  square to and the captured piece ------>[ HASH ROM, LAZY ROM ]--latch--> off or on
//!                                                           value --latch--> value bus, judges
//! ```
//!
//! The latch ends the authentic machine's longest path. Two cycles after a write or a turn it has
//! the value that belongs to them; no word of the program reads it earlier.

use logic::{Logic, Signal, scope};

use super::board::Writes;
use super::pins::{MoreReads, MoreRegisters};
use crate::circuits::value_bus::add;
use crate::rtl::gates::{bits, concat, select_wires};
use crate::rtl::lazy::{self, Settled, Write, half, sum};
use crate::rtl::pins::{Accesses, Reads, Registers};

/// Adds what stands at the ROMs' outputs.
pub fn settled<L: Logic>(
    l: L,
    now: &Registers<L>,
    more: &MoreRegisters<L>,
    reads: &Reads<L>,
    more_reads: &MoreReads<L>,
) -> Settled<L> {
    // No word tests the key that it changes.
    let low = l.wire(false);
    let moved = lazy::settled(l, now, reads, low, low);
    scope!(l, "LAZY", {
        let captured = L::Wire::and_each(more_reads.hash_captured, [now.settling; 48]);
        let hash = L::Wire::xor_each(moved.hash, captured);
        let kept = |register: L::Word, upper: usize| {
            let word = half(l, more_reads.lazy_captured, upper) & L::Word::spread(now.settling);
            add(l, register, word, more.taken_off, more.taken_off)
        };
        Settled {
            hash,
            hash_written: hash,
            material: kept(moved.material, 0),
            piece_square: kept(moved.piece_square, 1),
        }
    })
}

/// The lazy value from the mover's side, on its way to the latch.
pub fn value<L: Logic>(
    l: L,
    now: &Registers<L>,
    more: &MoreRegisters<L>,
    reads: &Reads<L>,
    more_reads: &MoreReads<L>,
) -> L::Word {
    let moved = lazy::value(l, now, reads);
    scope!(l, "LAZY", {
        let word = more_reads.lazy_captured;
        let captured = sum(l, half(l, word, 0), half(l, word, 1));
        // Black's side of it, or what was taken off, is the negative; of both the positive again.
        let negative = more.taken_off ^ !now.white_to_move;
        let settling = captured & L::Word::spread(now.settling);
        add(l, moved, settling, negative, negative)
    })
}

/// What the evaluator's registers and ROMs are given.
#[derive(Clone, Copy)]
pub struct Given<'a, L: Logic> {
    /// The registers with what is settling.
    pub settled: &'a Settled<L>,
    /// The writes to the board.
    pub writes: &'a Writes<L>,
}

/// The registers' next values, and the addresses of the ROMs. Returns the address of the captured
/// piece's words.
pub fn clocked<L: Logic>(
    l: L,
    now: &Registers<L>,
    given: Given<'_, L>,
    next: &mut Registers<L>,
    accesses: &mut Accesses<L>,
) -> [L::Wire; 10] {
    let Given { settled, writes } = given;
    let Writes {
        first,
        second,
        across,
        back,
        captured,
    } = *writes;
    scope!(l, "LAZY", {
        next.settling = first.written;
        next.hash = settled.hash;
        next.material = settled.material;
        next.piece_square = settled.piece_square;

        // A piece across leaves one square and arrives on the other: one piece off, one on, as in
        // an ordinary write.
        let driven = |piece: [L::Wire; 4]| piece.map(|wire| wire & first.driven);
        accesses.old_address = concat(driven(first.old), bits::<_, _, 6>(first.square));
        let arriving = driven(select_wires(across, second.new, first.new));
        let square = select_wires(
            across,
            bits::<_, _, 6>(second.square),
            bits::<_, _, 6>(first.square),
        );
        accesses.new_address = concat(arriving, square);

        // Of the stage only the captured piece's weight comes or goes.
        let staged = Write {
            old: select_wires(across, second.old, first.old),
            ..first
        };
        let new = select_wires(across, captured.map(|wire| wire & back), first.new);
        next.stage = lazy::stage(l, now, &Write { new, ..staged });
        lazy::wings(l, now, &first, next);
        lazy::kings(now, &first, next);
        let once = *next;
        lazy::wings(l, &once, &second, next);
        lazy::kings(&once, &second, next);
        lazy::king_roms(l, next, accesses);
        let to = select_wires(
            back,
            bits::<_, _, 6>(first.square),
            bits::<_, _, 6>(second.square),
        );
        concat(driven(captured), to)
    })
}
