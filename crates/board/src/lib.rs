//! A fast chess board for engines: bitboards, attack tables, legal moves, static exchange
//! evaluation, perft.
//!
//! ```
//! use board::{Board, NoTable, with_cpu};
//!
//! // The code is compiled for several kinds of processor; `with_cpu!` runs the form for this one.
//! let replies = with_cpu!(|cpu| -> Vec<usize> {
//!     let start = Board::<_, NoTable>::start(cpu);
//!     let mut replies = Vec::new();
//!     for &first in &start.moves() {
//!         replies.push(start.make(first).moves().len());
//!     }
//!     replies
//! });
//! assert_eq!(replies, [20; 20]);
//! ```
//!
//! `cargo run --release -p board --example perft` counts move sequences and says how long that
//! takes.
//!
//! - **CPU.** Hot code is generic over [`Cpu`] (`Avx512`, `Pext` or [`Magic`]), a zero-sized type
//!   stored in every board. [`with_cpu`] and [`dispatch`] pick one at run time, once.
//! - **Copy-make.** A [`Board`] is plain data. [`Board::make`] and [`Board::make_null`] return a
//!   new one; debug builds check each with [`Board::validate`].
//! - **Piece-square values.** An evaluation implements [`PieceSquareTable`] for a type of its own;
//!   the board then keeps the sum up to date ([`Board::score`]). [`NoTable`] has no table and costs
//!   nothing.
//! - **Moves.** [`Move`] is 16 bits with a [`Flag`]. Bits from a hash table must pass
//!   [`Board::is_legal`] before [`Board::make`]. [`Board::moves`] generates all legal moves,
//!   [`Board::noisy`] captures and promotions, [`Board::quiet`] the rest; all three generate
//!   evasions when in check.
//! - **Keys.** Zobrist keys of the position ([`Board::key`]), the pawns and each side's other
//!   pieces. The en-passant square is set, and hashed, only if a legal capture exists. The game's
//!   history is the caller's.
//! - **Conversion.** FEN and shakmaty's positions and moves, of standard chess and Chess960.

pub mod attacks;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bitboard;
mod castling;
mod check_info;
mod cpu;
mod dispatch;
mod generate;
mod keys;
mod legal;
mod magic;
mod make;
pub mod memory;
mod movegen;
mod moves;
mod perft;
#[cfg(target_arch = "x86_64")]
mod pext;
mod piece;
mod piece_sets;
mod score;
mod see;
mod shakmaty_convert;
mod square;
mod state;

#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use bitboard::Bitboard;
pub use castling::{CASTLING_MASK, CastlingSide};
pub use check_info::CheckInfo;
pub use cpu::{Cpu, Kernel, Row};
pub use dispatch::{WithCpu, dispatch, dispatch_each};
pub use magic::Magic;
pub use moves::{Flag, Move, MoveList};
pub use perft::{PerftError, PerftSetup, perft};
#[cfg(target_arch = "x86_64")]
pub use pext::Pext;
pub use piece::{Color, Kind, Piece};
pub use piece_sets::{KingThreats, PieceSets};
pub use score::{NoTable, PieceSquareTable, PieceSquareValues, TaperedScore};
pub use see::EXCHANGE;
pub use shakmaty_convert::BoardError;
pub use square::Square;
pub use state::Board;
