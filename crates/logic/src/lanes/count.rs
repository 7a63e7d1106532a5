//! Counting wires at the speed of compiled code, on processors that have no instruction for it.
//!
//! Planes are first added square by square, so that eight of them become four (ones, twos, fours
//! and eights); what is left is counted in ever wider fields of one word, both sides of the balance
//! at once.

/// A weight, eight times side by side.
pub type Weight = [i16; 8];

const PAIRS: u64 = 0x5555_5555_5555_5555;
const NIBBLES: u64 = 0x3333_3333_3333_3333;
const BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
const HALVES: u64 = 0x00FF_00FF_00FF_00FF;

/// Set bits of `more` less those of `less`.
#[inline(always)]
pub(super) fn balance<const N: usize>(more: [u64; N], less: [u64; N]) -> u16 {
    match N {
        1 => {
            // 0 to 16 in each byte, 64 too many in all.
            let bytes = in_bytes(more[0], less[0]);
            ((bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u16).wrapping_sub(64)
        }
        4 => {
            let (more, less) = (four(more), four(less));
            let ones = in_bytes(more[0], less[0]);
            let (twos, fours) = (in_bytes(more[1], less[1]), in_bytes(more[2], less[2]));
            sum(ones + (twos << 1) + (fours << 2)).wrapping_sub(7 * 64)
        }
        8 => {
            let (more, less) = (eight(more), eight(less));
            let (ones, twos) = (in_bytes(more[0], less[0]), in_bytes(more[1], less[1]));
            let (fours, eights) = (in_bytes(more[2], less[2]), in_bytes(more[3], less[3]));
            // At most 15 times 16 in a byte.
            sum(ones + (twos << 1) + (fours << 2) + (eights << 3)).wrapping_sub(15 * 64)
        }
        _ => {
            let count =
                |planes: [u64; N]| planes.iter().map(|plane| plane.count_ones()).sum::<u32>();
            count(more).wrapping_sub(count(less)) as u16
        }
    }
}

/// In each byte: bits set in `more` less bits set in `less`, plus 8.
#[inline(always)]
fn in_bytes(more: u64, less: u64) -> u64 {
    let nibbles = in_nibbles(more) + (0x4444_4444_4444_4444 - in_nibbles(less));
    (nibbles & BYTES) + (nibbles >> 4 & BYTES)
}

#[inline(always)]
fn in_nibbles(plane: u64) -> u64 {
    let pairs = plane - (plane >> 1 & PAIRS);
    (pairs & NIBBLES) + (pairs >> 2 & NIBBLES)
}

/// The sum of eight bytes.
#[inline(always)]
fn sum(bytes: u64) -> u16 {
    let halves = (bytes & HALVES) + (bytes >> 8 & HALVES);
    (halves.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
}

/// Sum and carry of three planes.
#[inline(always)]
fn full_adder(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// Four planes added square by square: ones, twos, fours.
#[inline(always)]
fn four<const N: usize>(planes: [u64; N]) -> [u64; 3] {
    let (half, two) = full_adder(planes[0], planes[1], planes[2]);
    let (one, carry) = (half ^ planes[3], half & planes[3]);
    [one, two ^ carry, two & carry]
}

/// Eight planes added square by square: ones, twos, fours, eights.
#[inline(always)]
fn eight<const N: usize>(planes: [u64; N]) -> [u64; 4] {
    let (one, a) = full_adder(planes[0], planes[1], planes[2]);
    let (one, b) = full_adder(one, planes[3], planes[4]);
    let (one, c) = full_adder(one, planes[5], planes[6]);
    let (one, d) = (one ^ planes[7], one & planes[7]);
    let (two, e) = full_adder(a, b, c);
    let (two, f) = (two ^ d, two & d);
    [one, two, e ^ f, e & f]
}
