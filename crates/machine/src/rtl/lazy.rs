//! The lazy evaluator's registers and the hash register, kept by every write to the board.
//!
//! ```text
//!  square, piece off -->[ HASH ROM ]--latch--> XOR <-- hash register
//!  square, piece on --->[ LAZY ROM ]--latch--> + - <-- material, piece-square registers
//!                   +--> stage register, kings, wing registers --> SAFETY ROM, CENTRAL ROM --latch--> value
//! ```
//!
//! The ROMs are clocked memories: a word arrives one cycle after its address. The words for a write
//! are added while they are at the ROMs' outputs, and taken into the registers one cycle later.
//! Readers use registers and latches together, which equal the machine's registers.
//!
//! Fidelity: the lazy registers documented (F060), the hash register documented (F050). Decided: a
//! register for the stage, and the ROMs' clocking.

use logic::{Logic, Signal, scope, select};
use roms::{Kind, STAGE, STAGE_CLASS, STAGES, WING_NONE, king_wing, wing_bit};

use super::gates::{address, any, bits, concat, rom, select_wires, word};
use super::pins::{Accesses, Reads, Registers};
use crate::circuits::value_bus::add;

logic::pins! {
    /// A write to the board, going on or about to.
    Write {
        "the line of the square on the address bus" selected: plane,
        "the square on the address bus" square: address,
        "the piece there" old as piece_off: wires[4],
        "the piece put there" new as piece_on: wires[4],
        "the ROMs are addressed: the order is there" driven: wire,
        "the piece is written at the end of this cycle" written: wire,
    }
}

logic::pins! {
    /// Values of the registers, latches included.
    Settled {
        "the key of pieces and squares, with what is settling" hash as hash_settled: wires[48],
        "that key with the write of this word, from the word's second cycle on" hash_written: wires[48],
        "the material register with what is settling" material as material_settled: word,
        "the piece-square register with what is settling" piece_square as piece_square_settled: word,
    }
}

logic::pins! {
    /// The lazy evaluator's value.
    Value {
        "the lazy value from the mover's side, in centipawns" lazy: word,
    }
}

fn difference<L: Logic>(l: L, a: L::Word, b: L::Word) -> L::Word {
    add(l, a, b, l.wire(true), l.wire(true))
}

pub(super) fn sum<L: Logic>(l: L, a: L::Word, b: L::Word) -> L::Word {
    add(l, a, b, l.wire(false), l.wire(false))
}

/// The lower or upper number of a word of the lazy ROM.
pub(super) fn half<L: Logic>(l: L, wires: [L::Wire; 32], upper: usize) -> L::Word {
    word(l, &wires[16 * upper..16 * upper + 16])
}

/// Adds what stands at the ROMs' outputs.
pub fn settled<L: Logic>(
    l: L,
    now: &Registers<L>,
    reads: &Reads<L>,
    first: L::Wire,
    put: L::Wire,
) -> Settled<L> {
    scope!(l, "LAZY", {
        let change = L::Wire::xor_each(reads.hash_old, reads.hash_new);
        let folded = |key: [L::Wire; 48], when: L::Wire| {
            L::Wire::xor_each(key, L::Wire::and_each(change, [when; 48]))
        };
        let kept = |register: L::Word, upper: usize| {
            let change = difference(
                l,
                half(l, reads.lazy_new, upper),
                half(l, reads.lazy_old, upper),
            );
            sum(l, register, change & L::Word::spread(now.settling))
        };
        let hash = folded(now.hash, now.settling);
        Settled {
            hash,
            hash_written: folded(hash, put & !first),
            material: kept(now.material, 0).named("material"),
            piece_square: kept(now.piece_square, 1).named("piece_square"),
        }
    })
}

/// The registers' next values, and the addresses of the ROMs.
pub fn clocked<L: Logic>(
    l: L,
    now: &Registers<L>,
    settled: &Settled<L>,
    write: &Write<L>,
    next: &mut Registers<L>,
    accesses: &mut Accesses<L>,
) {
    scope!(l, "LAZY", {
        next.settling = write.written;
        next.hash = settled.hash;
        next.material = settled.material;
        next.piece_square = settled.piece_square;
        let piece = |piece: [L::Wire; 4]| piece.map(|wire| wire & write.driven);
        accesses.old_address = concat(piece(write.old), bits::<_, _, 6>(write.square));
        accesses.new_address = concat(piece(write.new), bits::<_, _, 6>(write.square));

        next.stage = stage(l, now, write);
        wings(l, now, write, next);
        kings(now, write, next);
        king_roms(l, next, accesses);
    });
}

/// The king registers after the write.
pub(super) fn kings<L: Logic>(now: &Registers<L>, write: &Write<L>, next: &mut Registers<L>) {
    let king_put = write.written & (!write.new[0] & write.new[1] & write.new[2]);
    next.king_white = select(king_put & !write.new[3], write.square, now.king_white);
    next.king_black = select(king_put & write.new[3], write.square, now.king_black);
}

/// The addresses of the kings' ROMs.
pub(super) fn king_roms<L: Logic>(l: L, next: &Registers<L>, accesses: &mut Accesses<L>) {
    let class = class(l, next.stage);
    let (white, black) = (side(l, next, 0), side(l, next, 1));
    accesses.safety_white_address = concat(white.wing, class);
    accesses.safety_black_address = concat(black.wing, class);
    accesses.central_white_address = concat(bits::<_, _, 6>(white.square), class);
    accesses.central_black_address = concat(bits::<_, _, 6>(black.square), class);
}

/// The stage register after the write: eight wires.
pub(super) fn stage<L: Logic>(l: L, now: &Registers<L>, write: &Write<L>) -> [L::Wire; 8] {
    let weights = STAGE.map(u64::from);
    let weight = |piece: [L::Wire; 4]| {
        let weight: [L::Wire; 3] = rom(l, l.decode(address(l, &piece)), &weights);
        word(l, &weight) & L::Word::spread(write.written)
    };
    let register = sum(
        l,
        difference(l, word(l, &now.stage), weight(write.old)),
        weight(write.new),
    );
    bits(register)
}

/// The stage class, 0 to 7, of the lower seven wires of a stage register.
pub fn class<L: Logic>(l: L, stage: [L::Wire; 8]) -> [L::Wire; 3] {
    const { assert!(STAGE_CLASS[64] == 7 && STAGE_CLASS[127] == 7 && STAGES == 8) };
    let classes: [u64; 64] = std::array::from_fn(|stage| u64::from(STAGE_CLASS[stage]));
    let low: [L::Wire; 3] = rom(l, l.decode(address(l, &stage[..6])), &classes);
    low.map(|wire| wire | stage[6])
}

/// The wing registers after the write: a pawn that comes or goes flips one bit.
pub(super) fn wings<L: Logic>(l: L, now: &Registers<L>, write: &Write<L>, next: &mut Registers<L>) {
    let pawn = |piece: [L::Wire; 4], black: bool| {
        let color = if black { piece[3] } else { !piece[3] };
        (piece[0] & !(piece[1] | piece[2])) & color
    };
    let mut flipped = [[l.wire(false); 9]; 4];
    for (black, flip) in [(false, 0), (true, 56)] {
        let change = write.written & (pawn(write.old, black) ^ pawn(write.new, black));
        for square in 0..64 {
            if let Some((wing, bit)) = wing_bit(square ^ flip) {
                flipped[wing + 2 * usize::from(black)][bit as usize] =
                    write.selected.bit(square) & change;
            }
        }
    }
    let [white_king, white_queen, black_king, black_queen] = flipped;
    next.wing_white_king = L::Wire::xor_each(now.wing_white_king, white_king);
    next.wing_white_queen = L::Wire::xor_each(now.wing_white_queen, white_queen);
    next.wing_black_king = L::Wire::xor_each(now.wing_black_king, black_king);
    next.wing_black_queen = L::Wire::xor_each(now.wing_black_queen, black_queen);
}

/// One side's king: its square as from White's side, and the wing register whose pawns shelter it.
struct Side<L: Logic> {
    square: L::Address,
    wing: [L::Wire; 9],
    has_wing: L::Wire,
}

/// White's, `side` 0, or Black's, 1.
fn side<L: Logic>(l: L, registers: &Registers<L>, side: usize) -> Side<L> {
    let (square, kings_wing, queens_wing) = if side == 0 {
        (
            registers.king_white,
            registers.wing_white_king,
            registers.wing_white_queen,
        )
    } else {
        (
            registers.king_black ^ l.address(0o70),
            registers.wing_black_king,
            registers.wing_black_queen,
        )
    };
    let selected = l.decode(square);
    let at = |wing: usize| {
        let squares = (0..64)
            .filter(|&square| king_wing(square) == wing)
            .map(|square| 1 << square)
            .sum();
        (selected & l.plane(squares)).any()
    };
    const { assert!(WING_NONE == 2) };
    let (kings, queens) = (at(0), at(1));
    Side {
        square,
        wing: select_wires(queens, queens_wing, kings_wing),
        has_wing: any([kings, queens]),
    }
}

/// The lazy value from the mover's side.
///
/// A word of the lazy ROM passes three adders, and none of them to negate: a difference changes its
/// sign with both its numbers inverted (~a - ~b = b - a), and a sum of two inverted numbers lacks
/// two, which are carried in (~a + ~b + 2 = -(a + b)).
pub fn value<L: Logic>(l: L, now: &Registers<L>, reads: &Reads<L>) -> L::Word {
    scope!(l, "LAZY", {
        let black = !now.white_to_move;
        let inverted = |word: L::Word| word ^ L::Word::spread(black);
        let balance = |more: L::Word, less: L::Word| difference(l, inverted(more), inverted(less));
        let sheltered =
            |word: L::Word, number: usize| word & L::Word::spread(side(l, now, number).has_wing);
        let white = sheltered(reads.safety_white, 0);
        let black_king = sheltered(reads.safety_black, 1);
        let kings = sum(
            l,
            balance(white, black_king),
            balance(reads.central_white, reads.central_black),
        );
        let low = l.wire(false);
        let pieces = add(
            l,
            inverted(now.material),
            inverted(now.piece_square),
            low,
            black,
        );
        let settled = add(l, pieces, kings, low, black);
        let change = |upper: usize| {
            balance(
                half(l, reads.lazy_new, upper),
                half(l, reads.lazy_old, upper),
            )
        };
        let settling = sum(l, change(0), change(1)) & L::Word::spread(now.settling);
        sum(l, settled, settling).named("lazy")
    })
}

/// The code of a king is 6, as the gates above have it.
const _: () = assert!(Kind::King as usize == 0b110 && Kind::Pawn as usize == 0b001);
