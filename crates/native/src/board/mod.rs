//! The fast player's board: bitboards, legal moves, and everything that is kept up to date from move to move.
//!
//! ```
//! use native::board::{self, Board, Cpu, Plain, Task};
//!
//! struct Count;
//! impl Task for Count {
//!     type Output = u64;
//!     fn run<C: Cpu>(self, cpu: C) -> u64 {
//!         Board::<C, Plain>::start(cpu).perft(3)
//!     }
//! }
//! assert_eq!(board::run(Count), 8902);
//! ```
//!
//! - **Processor.** Hot code is generic over [`Cpu`] (`Avx512`, `Pext` or [`Magic`]), an empty type that every board carries:
//!   [`run`] picks one, once. `board.cpu().rook(square, occupied)`, `.bishop`, `.queen` and `.count(set)` are the
//!   fast attacks and the fast count; `Bitboard::len` is the slow count. [`attacks`] has the rest: `knight`, `king`,
//!   `pawn`, `pawns`, `between`, `line`.
//! - **Copies.** A [`Board`] is plain data; [`Board::make`] and [`Board::make_null`] give a new one. A debug build
//!   checks each with [`Board::validate`].
//! - **Values.** The evaluation implements [`Values`] for an empty type of its own and names its table of [`Score`]
//!   pairs for 12 men on 64 squares, from White's side (a black man's are negative): `Board<C, Mine>` then keeps
//!   [`Board::score`]. [`Plain`] keeps none and costs nothing.
//! - **Moves.** [`Move`] is 16 bits with a [`Flag`]; bits from a table must pass [`Board::is_legal`] before
//!   [`Board::make`]. [`Board::moves`] gives all legal moves, [`Board::noisy`] captures and promotions,
//!   [`Board::quiet`] the rest; evasions come by themselves when in check. No move at all: mate if
//!   [`Board::checkers`] has a man in it, else stalemate.
//! - **Exchanges and checks.** [`Board::see_ge`] for one threshold; [`Board::gives_check_with`] wants
//!   [`Board::checks`] once a position.
//! - **Keys.** [`Board::key`] for table and repetition, [`Board::pawn_key`], [`Board::non_pawn_key`]. The en-passant
//!   square is set, and in the key, only if a legal capture exists (decided: so equal keys are equal positions in
//!   the rule's sense). The game's history is the caller's: keys of earlier positions, back to the last
//!   irreversible move ([`Board::halfmoves`]).
//! - **Border.** FEN, shakmaty's positions and moves convert in `border`; castling is standard chess's only.

pub mod attacks;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bitboard;
mod border;
mod checks;
mod cpu;
mod generate;
mod keys;
mod legal;
mod magics;
mod make;
mod men;
mod moves;
mod perft;
mod piece;
mod scene;
mod score;
mod see;
mod square;
mod state;
mod validate;

pub use bitboard::Bitboard;
pub use border::BoardError;
pub use checks::Checks;
#[cfg(target_arch = "x86_64")]
pub use cpu::{Avx512, Pext};
pub use cpu::{Cpu, Magic, Row, Task, Work, run, run_with_each};
pub(crate) use make::RIGHTS_LEFT;
pub(crate) use men::{Bearing, Men};
pub use moves::{Flag, Move, MoveList};
pub use piece::{Color, Kind, Piece};
pub use score::{Plain, Score, Table, Values};
pub use see::EXCHANGE;
pub use square::Square;
pub use state::{Board, Wing};
