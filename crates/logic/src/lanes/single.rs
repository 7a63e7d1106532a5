//! The rays of a single square: all squares of a direction are known from its number.
//!
//! What is left of the chain from square to square is to find the first one that does not pass it
//! on. Towards h8 that is the borrow chain of a subtraction, towards a1 the highest bit.

/// The squares of the rays that begin at each square, first those towards h8, north, east,
/// north-east and north-west, then their opposites. No square, number 64, has no rays.
pub(super) static RAYS: [[[u64; 4]; 2]; 65] = {
    const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];
    let mut rays = [[[0; 4]; 2]; 65];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (dx, dy) = STEPS[direction];
            rays[square][0][direction] = ray(square as i32, dx, dy);
            rays[square][1][direction] = ray(square as i32, -dx, -dy);
            direction += 1;
        }
        square += 1;
    }
    rays
};

const fn ray(square: i32, dx: i32, dy: i32) -> u64 {
    let (mut file, mut rank, mut squares) = (square % 8 + dx, square / 8 + dy, 0);
    while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        squares |= 1 << (8 * rank + file);
        file += dx;
        rank += dy;
    }
    squares
}

/// Where a ray towards h8 arrives.
#[inline(always)]
pub(super) fn up(ray: u64, pass: u64) -> u64 {
    let stops = ray & !pass;
    ray & (stops ^ stops.wrapping_sub(1))
}

/// Where a ray towards a1 arrives.
#[inline(always)]
pub(super) fn down(ray: u64, pass: u64) -> u64 {
    // The lowest square stops a ray that nothing else stops.
    let stops = ray & !pass | 1;
    ray & !0 << (63 - stops.leading_zeros())
}
