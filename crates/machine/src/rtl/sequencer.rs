//! The sequencer: flags, counters, the test line and the address of the next word.
//!
//! Source and fidelity: as [`sequencer`](crate::microengine::sequencer). A word's test looks at
//! what the word itself has done: the test lines are taken from the registers' next values.

use logic::{Logic, Signal, scope, select};

use super::gates::{
    address, any, bits, constant_wires, equals, incremented, pick, pick_wires, select_wires, word,
};
use super::memory::hits;
use super::orders::Orders;
use super::pins::{Accesses, Reads, Registers};
use super::port::Host;
use crate::circuits::castling::castling;
use crate::circuits::special::{promotion, takes_en_passant};
use crate::circuits::value_bus::{self, add, compare};
use crate::microengine::stack::{FRAMES, MoveKind};
use crate::microengine::word::{Flag, LATE, Ply, Test};

/// Flags and kind register.
pub fn flags<L: Logic>(l: L, orders: &Orders<L>, after: &mut Registers<L>) {
    scope!(l, "FLAGS", {
        let order = |order: Flag| orders.flag.bit(order as usize);
        let kept = !order(Flag::Clear);
        after.legal = (after.legal | order(Flag::Legal)) & kept;
        after.raised = (after.raised | order(Flag::Raised)) & kept;
        after.quiet = (after.quiet | order(Flag::Quiet)) & kept;
        after.in_check = select(order(Flag::InCheck), after.check, after.in_check) & kept;
        after.spent = after.spent & kept;
        let kinds = [
            (Flag::Clear, MoveKind::Plain),
            (Flag::Plain, MoveKind::Plain),
            (Flag::EnPassant, MoveKind::EnPassant),
            (Flag::KingSide, MoveKind::KingSide),
            (Flag::QueenSide, MoveKind::QueenSide),
            (Flag::Queen, MoveKind::Queen),
        ];
        let set = any(kinds.map(|(flag, _)| order(flag)));
        let kind =
            pick_wires(&kinds.map(|(flag, kind)| (order(flag), constant_wires(l, kind as usize))));
        let incremented = incremented(order(Flag::NextKind), after.kind);
        after.kind = select_wires(set, kind, incremented);
    });
}

/// Ply counter, side to move, node counter.
pub fn counters<L: Logic>(l: L, now: &Registers<L>, orders: &Orders<L>, after: &mut Registers<L>) {
    scope!(l, "COUNTERS", {
        let (up, down) = (
            orders.ply.bit(Ply::Up as usize),
            orders.ply.bit(Ply::Down as usize),
        );
        let ply = word(l, &bits::<_, _, 6>(now.ply));
        let ply = add(l, ply, L::Word::spread(down), l.wire(false), up);
        after.ply = address(l, &bits::<_, _, 6>(ply));
        let deepest = word(l, &bits::<_, _, 6>(now.deepest));
        let deeper = compare(l, deepest, word(l, &bits::<_, _, 6>(after.ply))).less;
        after.deepest = select(up & deeper, after.ply, now.deepest);
        after.white_to_move = now.white_to_move ^ orders.turn;
        after.nodes = count(l, orders.count, now.nodes);
    });
}

/// One more while `when` is high.
pub fn count<L: Logic>(l: L, when: L::Wire, number: L::Plane) -> L::Plane {
    let mut carry = when;
    let mut sum = [when; 64];
    // Adders are a word wide, and four of them are chained by their carries.
    for quarter in 0..4 {
        let word = l.join_word(std::array::from_fn(|bit| number.bit(16 * quarter + bit)));
        let (counted, out) = l.sum(word, l.word(0), carry);
        sum[16 * quarter..][..16].copy_from_slice(&bits::<_, _, 16>(counted));
        carry = out;
    }
    l.join_plane(sum)
}

/// Whether the next word is the one that this word names. `after` are the registers and `key` the
/// key that the test lines look at: as the word leaves them, but in the fast variant some as it
/// finds them ([`fast`](super::fast)).
pub fn jump<L: Logic>(
    l: L,
    orders: &Orders<L>,
    after: &Registers<L>,
    bus: &value_bus::Outputs<L>,
    key: [L::Wire; 48],
) -> L::Wire {
    scope!(l, "SEQUENCER", {
        let planes = after.piece;
        let castles = castling(l, planes, after.rights, after.white_to_move);
        let moved = [after.moved[0], after.moved[1], after.moved[2]];
        let promotes = promotion(l, moved, after.to);
        let passes = takes_en_passant(l, moved, after.to, after.en_passant);
        let negative = bus.sum.bit(15);
        // The limit is a power of two: a sum from it on has a high bit at its place or above.
        let late = any((LATE.trailing_zeros() as usize..15).map(|bit| bus.sum.bit(bit)));
        let level = |test: Test| match test {
            Test::Never => l.wire(false),
            Test::None => after.none,
            Test::Check => after.check,
            Test::Less => bus.less,
            Test::Equal => bus.equal,
            Test::LessOrEqual => bus.less | bus.equal,
            Test::Zero => !bus.sum.any(),
            Test::Negative => negative,
            Test::Late => late & !negative,
            Test::Hit => hits::<L>(after.entry, key),
            Test::Open => after.entry.bit(58),
            Test::Lower => after.entry.bit(57),
            Test::Upper => after.entry.bit(56),
            Test::Special => promotes | passes,
            Test::Promotion => promotes,
            Test::Kind => any(after.kind),
            Test::KindEnPassant => equals(after.kind, MoveKind::EnPassant as usize),
            Test::KindPromotion => after.kind[2],
            Test::KindLast => equals(after.kind, MoveKind::Bishop as usize),
            Test::KindKing => equals(after.kind, MoveKind::KingSide as usize),
            Test::CastleKing => castles[0],
            Test::CastleQueen => castles[1],
            Test::InCheck => after.in_check,
            Test::Legal => after.legal,
            Test::Raised => after.raised,
            Test::Quiet => after.quiet,
            Test::QuietEmpty => after.quiet & equals(after.captured, 0),
            Test::Deep => equals(bits::<_, _, 6>(after.ply), FRAMES - 2),
            Test::Root => !after.ply.any(),
            Test::Hosted => !after.ply.any() & after.hosted,
        };
        let line = |test: Test| level(test).called(Test::VALUES[test as usize].name);
        let reads_bus = |test: &&Test| {
            use Test::{Equal, Late, Less, LessOrEqual, Negative, Zero};
            matches!(test, Less | Equal | LessOrEqual | Zero | Negative | Late)
        };
        let (of_bus, others): (Vec<&Test>, Vec<&Test>) = Test::CODES.iter().partition(reads_bus);
        let tested = |tests: &[&Test]| {
            pick(
                tests
                    .iter()
                    .map(|&&test| (orders.test.bit(test as usize), line(test))),
            )
        };
        // The value bus settles last, so that its lines should pass as few gates as can be: the
        // others are inverted by `unless` before, and one selector is left.
        select(
            tested(&of_bus),
            !orders.unless,
            tested(&others) ^ orders.unless,
        )
        .named("jump")
    })
}

/// The addresses at which the ROM is read: that of the word that this one names, or at which the
/// host starts, and that of the word behind it.
pub fn addresses<L: Logic>(
    l: L,
    now: &Registers<L>,
    orders: &Orders<L>,
    host: &Host<L>,
    accesses: &mut Accesses<L>,
) {
    accesses.jump_address = select_wires(host.start, bits(host.data), orders.next);
    accesses.following_address = incremented(l.wire(true), now.address);
}

/// Loads the next word and its address. The ROM has been read at both addresses that may follow, so
/// that only the choice is left.
pub fn fetch<L: Logic>(
    l: L,
    orders: &Orders<L>,
    jump: L::Wire,
    now: &Registers<L>,
    reads: &Reads<L>,
    after: &mut Registers<L>,
) {
    scope!(l, "SEQUENCER", {
        after.address = select_wires(jump, orders.next, incremented(l.wire(true), now.address));
        after.word = select(jump, reads.jump_word, reads.following_word);
    });
}
