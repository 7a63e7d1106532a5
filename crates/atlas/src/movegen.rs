//! Move generation.
//!
//! Documented (F127, procedure `rookorbishopmove`): each of four rays has its increment in entry j
//! and its terminal square in entry 4*square+j. An own piece ends the ray. Otherwise the move is
//! stored; then an enemy king takes the exit `cutoff`, and another enemy piece ends the ray.
//! Inferred (F127): the other pieces' moves are stored by the same test.
//!
//! Generated moves may leave the own king in check. That is found one ply later, when the
//! opponent's generation takes the exit.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::settings::Rules;
use crate::side::{Piece, Side, Square};
use crate::tables::{CAPTURES, DOUBLE, RayTable, STEP, StepTable, TABLES};

/// The exit: a king can be captured, so the move before was illegal (inferred, F127).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cutoff;

pub(crate) type Exit = ControlFlow<Cutoff>;

type Boards<'a> = (&'a Side, &'a Side);

/// Kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MoveKind {
    Plain,
    Double,
    EnPassant,
    /// Castling, as the king's move.
    Castling,
    /// A promotion to this piece.
    Promotion(Piece),
}

/// A generated move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move {
    /// Its source.
    pub from: Square,
    /// Its target.
    pub to: Square,
    /// Its kind.
    pub kind: MoveKind,
}

/// Receiver of generated moves: stores them, counts them, or only looks for the exit.
pub(crate) trait MoveSink {
    /// Whether castling and pawn steps are generated; not needed to look for the exit.
    const WANTS_QUIET: bool = true;
    fn store(&mut self, mv: Move);
    /// Called if the move just stored captures the king; takes the exit unless it is ignored.
    fn on_king_capture(&mut self) -> Exit {
        Break(Cutoff)
    }
    /// Called if the published rules leave out a castling or en passant capture.
    fn on_omitted_move(&mut self) {}
}

#[derive(Clone, Debug, Default)]
pub(crate) struct MoveStore {
    pub moves: Vec<Move>,
    /// Whether the published rules left out a castling or en passant capture.
    pub left_out: bool,
}

impl MoveSink for MoveStore {
    fn store(&mut self, mv: Move) {
        self.moves.push(mv);
    }
    fn on_omitted_move(&mut self) {
        self.left_out = true;
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KingProbe;

impl MoveSink for KingProbe {
    const WANTS_QUIET: bool = false;
    fn store(&mut self, _: Move) {}
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveCount {
    pub moves: u32,
    /// Whether one of them captures the king.
    pub checks: bool,
}

impl MoveSink for MoveCount {
    fn store(&mut self, _: Move) {
        self.moves += 1;
    }
    fn on_king_capture(&mut self) -> Exit {
        self.checks = true;
        Continue(())
    }
}

/// Generates the moves of `mine` against `theirs`. Breaks with [`Cutoff`] if the sink takes the
/// exit.
pub(crate) fn generate_moves<S: MoveSink>(
    rules: Rules,
    mine: &Side,
    theirs: &Side,
    sink: &mut S,
) -> Exit {
    for square in mine.squares() {
        generate_piece_moves(rules, square, mine, theirs, sink)?;
    }
    if S::WANTS_QUIET && mine.rights.any() {
        generate_castling(rules, mine, theirs, sink);
    }
    Continue(())
}

pub(crate) fn generate_piece_moves<S: MoveSink>(
    rules: Rules,
    square: Square,
    mymanin: &Side,
    opponents: &Side,
    sink: &mut S,
) -> Exit {
    let boards = (mymanin, opponents);
    match mymanin.piece_on(square) {
        Piece::KING => knight_or_king_move(&TABLES.king, square, boards, sink),
        Piece::QUEEN => {
            rook_or_bishop_move(&TABLES.rook, square, boards, sink)?;
            rook_or_bishop_move(&TABLES.bishop, square, boards, sink)
        }
        Piece::ROOK => rook_or_bishop_move(&TABLES.rook, square, boards, sink),
        Piece::BISHOP => rook_or_bishop_move(&TABLES.bishop, square, boards, sink),
        Piece::KNIGHT => knight_or_king_move(&TABLES.knight, square, boards, sink),
        _ => pawn_move(rules, square, boards, sink),
    }
}

/// Bell's `rookorbishopmove`, the slider loop.
pub(crate) fn rook_or_bishop_move<S: MoveSink>(
    rook_or_bishop: &RayTable,
    square: Square,
    (mymanin, opponents): Boards<'_>,
    sink: &mut S,
) -> Exit {
    for j in 0..=3 {
        let k = rook_or_bishop[j]; // the increment
        let l = rook_or_bishop[4 * square.index() + j]; // the terminal square
        let mut i = i16::from(square.0) + k;
        // Algol's `step k until l` ends when (i - l) has the sign of k.
        while (i - l) * k <= 0 {
            let to = Square(i as u8);
            if mymanin.piece_on(to).is_some() {
                break;
            }
            sink.store(Move {
                from: square,
                to,
                kind: MoveKind::Plain,
            });
            let piece = opponents.piece_on(to);
            if piece.is_some() {
                if piece == Piece::KING {
                    sink.on_king_capture()?;
                }
                break;
            }
            i += k;
        }
    }
    Continue(())
}

fn knight_or_king_move(
    table: &StepTable,
    from: Square,
    boards: Boards<'_>,
    sink: &mut impl MoveSink,
) -> Exit {
    let (mymanin, opponents) = boards;
    for &to in &table[8 * from.index()..8 * from.index() + 8] {
        let to = Square(to);
        if to == from {
            break;
        }
        if mymanin.piece_on(to).is_some() {
            continue;
        }
        sink.store(Move {
            from,
            to,
            kind: MoveKind::Plain,
        });
        if opponents.piece_on(to) == Piece::KING {
            sink.on_king_capture()?;
        }
    }
    Continue(())
}

fn pawn_move<S: MoveSink>(rules: Rules, square: Square, boards: Boards<'_>, sink: &mut S) -> Exit {
    let (mymanin, opponents) = boards;
    let targets = &TABLES.pawn(mymanin.color)[4 * square.index()..4 * square.index() + 4];
    let empty = |to: Square| !mymanin.piece_on(to).is_some() && !opponents.piece_on(to).is_some();
    for &to in &targets[CAPTURES] {
        // Square 65 is always empty, so there is no capture off the board.
        let to = Square(to);
        let piece = opponents.piece_on(to);
        if piece.is_some() {
            store_pawn_move(square, to, sink);
            if piece == Piece::KING {
                sink.on_king_capture()?;
            }
        } else if S::WANTS_QUIET && to == opponents.en_passant {
            match rules {
                Rules::Full => sink.store(Move {
                    from: square,
                    to,
                    kind: MoveKind::EnPassant,
                }),
                Rules::Published => sink.on_omitted_move(),
            }
        }
    }
    let step = Square(targets[STEP]);
    if S::WANTS_QUIET && empty(step) {
        store_pawn_move(square, step, sink);
        let double = Square(targets[DOUBLE]);
        if double != square && empty(double) {
            sink.store(Move {
                from: square,
                to: double,
                kind: MoveKind::Double,
            });
        }
    }
    Continue(())
}

/// Stores a pawn's move, on the last rank as four promotions (decided).
fn store_pawn_move<S: MoveSink>(from: Square, to: Square, sink: &mut S) {
    if (9..=56).contains(&to.0) {
        sink.store(Move {
            from,
            to,
            kind: MoveKind::Plain,
        });
    } else {
        for piece in [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT] {
            sink.store(Move {
                from,
                to,
                kind: MoveKind::Promotion(piece),
            });
        }
    }
}

/// Generates castling (decided). Neither the king's square nor the one it crosses may be attacked,
/// which the exit shows.
fn generate_castling<S: MoveSink>(rules: Rules, mymanin: &Side, opponents: &Side, sink: &mut S) {
    let home = mymanin.home_offset();
    let on = |file: u8| Square(home + file);
    let empty =
        |file: u8| !mymanin.piece_on(on(file)).is_some() && !opponents.piece_on(on(file)).is_some();
    let rights = mymanin.rights;
    for (open, between, crossed, target) in [
        (rights.king_side, &[6, 7][..], 6, 7),
        (rights.queen_side, &[2, 3, 4][..], 4, 3),
    ] {
        let is_open = open
            && between.iter().all(|&file| empty(file))
            && [5, crossed]
                .iter()
                .all(|&file| !king_could_be_taken(mymanin, opponents, on(file)));
        match rules {
            _ if !is_open => {}
            Rules::Full => {
                sink.store(Move {
                    from: mymanin.king(),
                    to: on(target),
                    kind: MoveKind::Castling,
                });
            }
            Rules::Published => sink.on_omitted_move(),
        }
    }
}

fn king_could_be_taken(mymanin: &Side, opponents: &Side, square: Square) -> bool {
    let mut there = mymanin.clone();
    there.board[mymanin.king().index()] = Piece::NONE;
    there.board[square.index()] = Piece::KING;
    there.list[1] = square;
    generate_moves(Rules::Published, opponents, &there, &mut KingProbe).is_break()
}
