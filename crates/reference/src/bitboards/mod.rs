//! The fast board: bitboards, with key and lazy registers updated by every write, as in the machine.
//!
//! Tests compare its moves and values with those of the plain board, [`Position`](super::Position).

mod full;
mod moves;
mod pawns;
mod registers;
mod state;

use roms::{HASH_CASTLING, HASH_EN_PASSANT};

use self::moves::Finder;
use super::{Address, Board, Move, MoveSet};
use board::{Color, Cpu, Square};

pub use state::Bitboards;

impl<C: Cpu> Board for Bitboards<C> {
    #[inline(always)]
    fn white_to_move(&self) -> bool {
        self.turn == Color::White
    }

    #[inline(always)]
    fn address(&self) -> Address {
        let (latch, rights) = (usize::from(self.latch & 63), usize::from(self.rights & 15));
        let key = self.registers.key() ^ HASH_EN_PASSANT[latch] ^ HASH_CASTLING[rights];
        Address::new(key, self.white_to_move())
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.king_is_attacked(self.turn)
    }

    #[inline(always)]
    fn lazy_value(&self) -> i16 {
        self.for_mover(self.registers.lazy_value(&self.sets))
    }

    #[inline(always)]
    fn full_value(&self) -> i16 {
        self.for_mover(full::value(self.cpu, &self.sets, self.registers.class()))
    }

    #[inline(always)]
    fn try_moves(&self, tried: MoveSet, mut attempt: impl FnMut(Move, &Self) -> bool) -> bool {
        if let MoveSet::Exchange(target) = tried {
            return self.exchange(Square::new(target), &mut |m| {
                let mut child = *self;
                child.play(m);
                !child.king_is_attacked(self.turn) && attempt(m, &child)
            });
        }
        let mut attempt = |m| {
            let mut child = *self;
            child.play(m);
            attempt(m, &child)
        };
        let mut finder = Finder::new(self);
        finder.find_aggressors();
        finder.captures(&mut attempt)
            || if tried == MoveSet::Noisy {
                finder.promotions(&mut attempt)
            } else {
                finder.non_captures(&mut attempt) || finder.castling(&mut attempt)
            }
    }
}
