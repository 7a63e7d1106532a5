//! Move generation and the sort of a move list.
//!
//! Documented (F110): the order of squares and of directions, the keys, and the sort, whose order
//! of equal keys decides games.

use shakmaty::CastlingSide;

use crate::position::{BISHOP, KING, KNIGHT, PAWN, Position, ROOK, castling_bit};
use crate::squares::{
    BISHOP_OFFSETS, KNIGHT_OFFSETS, Move, Offset, QUEEN_OFFSETS, ROOK_OFFSETS, Square,
    castling_king, castling_rook, relative_square, sign, step,
};

/// A move with its sort key; the smallest is searched first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keyed {
    pub(crate) key: i32,
    pub(crate) mv: Move,
}

impl Position {
    /// Pseudo-legal moves of the side to move, without castling, from h1 up to a8. The key is the
    /// material after the capture, smaller for a better one.
    pub(crate) fn generate(&self) -> Vec<Keyed> {
        let mut list = Vec::with_capacity(48);
        let sign = i32::from(sign(self.turn));
        self.for_each_move(|mv| {
            let after = self.value - self.worth(self.board[usize::from(mv.to)]);
            list.push(Keyed {
                key: -sign * after,
                mv,
            });
        });
        self.count_list(list.len());
        list
    }

    /// Number of pseudo-legal moves of the side to move.
    pub(crate) fn mobility(&self) -> i32 {
        let mut moves = 0;
        self.for_each_move(|_| moves += 1);
        self.count_list(moves);
        moves as i32
    }

    /// Captures after which the mover's value is at least `least`, with keys by attacker and
    /// victim.
    pub(crate) fn generate_captures(&self, least: i32) -> Vec<Keyed> {
        let mut list = Vec::with_capacity(16);
        let mut listed = 0;
        self.for_each_move(|mv| {
            listed += 1;
            let victim = self.worth(self.board[usize::from(mv.to)]).abs();
            if victim != 0 && self.own_value() + victim >= least {
                let attacker = self.worth(self.board[usize::from(mv.from)]).abs();
                // Of two 16-bit words; a victim of 100 or more sets all bits of the upper byte.
                let key = ((-attacker / 100) << 8) as i16 | (-victim / 100) as i16;
                list.push(Keyed {
                    key: key.into(),
                    mv,
                });
            }
        });
        self.count_list(listed);
        list
    }

    /// Legal moves, castling first.
    pub(crate) fn legal_moves(&mut self) -> Vec<Keyed> {
        let castling = CastlingSide::ALL
            .into_iter()
            .filter(|&side| self.may_castle(side));
        let keyed = |side| Keyed {
            key: -self.own_value(),
            mv: castling_king(self.turn, side),
        };
        let mut list: Vec<Keyed> = castling.map(keyed).collect();
        list.extend(self.generate());
        list.retain(|keyed| self.is_legal(keyed.mv));
        list
    }

    /// Whether a pseudo-legal move leaves the own king unattacked.
    fn is_legal(&mut self, mv: Move) -> bool {
        let mover = self.turn;
        self.make(mv);
        let legal = !self.in_check(mover);
        self.unmake();
        legal
    }

    /// Whether the side to move may castle: right kept, rook at home, empty squares, the king's
    /// path not attacked.
    fn may_castle(&self, side: CastlingSide) -> bool {
        let (color, enemy) = (self.turn, self.turn.other());
        let king = usize::from(castling_king(color, side).from);
        let (rook, crossed) = castling_rook(color, side);
        let mut between = king.min(rook) + 1..king.max(rook);
        self.castling & castling_bit(color, side) != 0
            && self.board[rook] == ROOK * sign(color)
            && between.all(|square| self.board[square] == 0)
            && self.least_attacker(king, enemy).is_none()
            && self.least_attacker(crossed, enemy).is_none()
    }

    fn count_list(&self, listed: usize) {
        self.count(|counts| {
            counts.lists += 1;
            counts.listed += listed as u64;
        });
    }

    fn for_each_move(&self, mut found: impl FnMut(Move)) {
        let sign = sign(self.turn);
        for from in (0..64).rev() {
            let code = self.board[from] * sign;
            if code <= 0 {
                continue;
            }
            let (offsets, slides): (&[Offset], bool) = match code {
                PAWN => {
                    self.pawn_moves(from, &mut found);
                    continue;
                }
                KNIGHT => (&KNIGHT_OFFSETS, false),
                BISHOP => (&BISHOP_OFFSETS, true),
                ROOK => (&ROOK_OFFSETS, true),
                KING => (&QUEEN_OFFSETS, false),
                _ => (&QUEEN_OFFSETS, true),
            };
            for &offset in offsets {
                let mut at = step(from, offset);
                while let Some(to) = at {
                    let target = self.board[to];
                    if target * sign > 0 {
                        break;
                    }
                    found(Move::new(from, to));
                    at = if slides && target == 0 {
                        step(to, offset)
                    } else {
                        None
                    };
                }
            }
        }
    }

    /// Captures to the left (Black's right), en passant there, to the other side, en passant there,
    /// one step, two steps.
    fn pawn_moves(&self, from: Square, found: &mut impl FnMut(Move)) {
        let (color, forward) = (self.turn, sign(self.turn));
        for column in [-1, 1] {
            // White: up left, up right. Black: down left, down right.
            let Some(to) = step(from, Offset(forward, column)) else {
                continue;
            };
            if self.is_own(color.other(), to) {
                found(Move::new(from, to));
            }
            // The side that has just made a double step can capture its own passed-over square.
            if self.en_passant == Some(to) {
                let beside =
                    step(from, Offset(0, column)).expect("the square ahead of it is on the board");
                found(Move::new(from, beside));
            }
        }
        let ahead = step(from, Offset(forward, 0)).filter(|&to| self.board[to] == 0);
        let Some(one) = ahead else { return };
        found(Move::new(from, one));
        let is_home = relative_square(color, from) / 8 == 6;
        if let Some(two) =
            step(one, Offset(forward, 0)).filter(|&two| is_home && self.board[two] == 0)
        {
            found(Move::new(from, two));
        }
    }

    /// Sorts a list by a key, ascending, as the original does: elements with equal keys change
    /// their order.
    pub(crate) fn sort_by_key<T>(&self, list: &mut [T], key: impl Fn(&T) -> i32) {
        let mut compared = 0;
        sort(list, &key, &mut compared);
        self.count(|counts| counts.compared += compared);
    }

    /// Sorts a generated list.
    pub(crate) fn sort(&self, list: &mut [Keyed]) {
        self.sort_by_key(list, |keyed| keyed.key);
    }
}

/// Quicksort around the middle element, which moves while the parts are exchanged.
fn sort<T>(list: &mut [T], key: &impl Fn(&T) -> i32, compared: &mut u64) {
    if list.len() < 2 {
        return;
    }
    let (mut pivot, mut low, mut high) = (list.len() / 2, 0, list.len());
    'raise: loop {
        while low < pivot && key(&list[low]) <= key(&list[pivot]) {
            *compared += 1;
            low += 1;
        }
        loop {
            if high > pivot {
                high -= 1;
                *compared += 1;
                if key(&list[high]) >= key(&list[pivot]) {
                    if high != pivot {
                        continue;
                    }
                } else {
                    list.swap(low, high);
                    if low == pivot {
                        pivot = high;
                    }
                    continue 'raise;
                }
            }
            if low == pivot {
                break 'raise;
            }
            list.swap(low, pivot);
            pivot = low;
        }
    }
    let (left, right) = list.split_at_mut(pivot);
    sort(&mut right[1..], key, compared);
    sort(left, key, compared);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorted keys with their places before.
    fn sorted(keys: &[i32]) -> Vec<(i32, usize)> {
        let mut list: Vec<(i32, usize)> = keys.iter().copied().zip(0..).collect();
        sort(&mut list, &|pair| pair.0, &mut 0);
        list
    }

    #[test]
    fn sort_random_keys_ascend() {
        use rand::{Rng as _, SeedableRng as _};
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for length in 0..200 {
            let keys: Vec<i32> = (0..length).map(|_| random.random_range(0..8)).collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            assert_eq!(
                sorted(&keys).iter().map(|one| one.0).collect::<Vec<_>>(),
                expected
            );
        }
    }

    #[test]
    fn sort_equal_keys_stay_in_place_unless_exchanged() {
        assert_eq!(sorted(&[5, 5, 5]), [(5, 0), (5, 1), (5, 2)]);
        // The middle element is exchanged with the last and so becomes it.
        assert_eq!(sorted(&[2, 2, 1]), [(1, 2), (2, 0), (2, 1)]);
    }
}
