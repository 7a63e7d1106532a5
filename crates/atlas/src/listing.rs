//! Listing moves: the routine round which the program is built.
//!
//! Documented (Bell 1972, as the Chess Programming Wiki prints his `rookorbishopmove`): for each of four rays,
//! take the increment from entry j and the terminal square from entry 4*square+j; step until the terminal
//! square; an own man ends the ray; otherwise the move is stored; an enemy king leaves through `cutoff`; another
//! enemy man ends the ray. Inferred: the other men's moves are stored by the same test.
//!
//! The listed moves may leave the own king to be taken. That is found one ply later, when the opponent's
//! listing leaves through the same exit: see [`crate::legal`].

use std::ops::ControlFlow::{self, Break, Continue};

use crate::men::{Man, Men};
use crate::square::Square;
use crate::tables::{CAPTURES, DOUBLE, RayTable, STEP, StepTable, Tables};

/// The exit: a king can be taken, so the move before was illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cutoff;

/// Which rules the listing knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Scope {
    /// All of chess.
    #[default]
    Full,
    /// As published in 1972: no castling, no en passant.
    Published,
}

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// Nothing.
    Plain,
    /// A pawn's two steps from home.
    Double,
    /// A pawn taken in passing.
    EnPassant,
    /// The king's move of castling; the rook follows.
    Castling,
    /// A pawn becoming this man.
    Promotion(Man),
}

/// A listed move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move {
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What is special about it.
    pub kind: Kind,
}

/// What is done with the moves: store them, count them, or only see whether the king can be taken.
pub trait Scribe {
    /// Whether castling and pawns' steps are wanted: not by a scribe who only looks for the king.
    const QUIET: bool = true;
    /// A move that does not leave the board and does not take an own man.
    fn store(&mut self, one: Move);
    /// The move just stored takes the king.
    fn king(&mut self) -> ControlFlow<Cutoff>;
    /// A rule outside the published scope would have allowed a move here.
    fn outside(&mut self) {}
}

/// The array `moves` and its counter `c` in one, shared by all plies.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether the published scope ever left out a castling or a capture in passing.
    pub left_out: bool,
}

impl Scribe for Moves {
    fn store(&mut self, one: Move) {
        self.moves.push(one);
    }
    fn king(&mut self) -> ControlFlow<Cutoff> {
        Break(Cutoff)
    }
    fn outside(&mut self) {
        self.left_out = true;
    }
}

/// Looks for the exit only.
#[derive(Clone, Copy, Debug, Default)]
pub struct Probe;

impl Scribe for Probe {
    const QUIET: bool = false;
    fn store(&mut self, _: Move) {}
    fn king(&mut self) -> ControlFlow<Cutoff> {
        Break(Cutoff)
    }
}

/// Counts to the end, and remembers that the exit was passed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Moves stored.
    pub c: u32,
    /// Whether one of them takes the king.
    pub checks: bool,
}

impl Scribe for Count {
    fn store(&mut self, _: Move) {
        self.c += 1;
    }
    fn king(&mut self) -> ControlFlow<Cutoff> {
        self.checks = true;
        Continue(())
    }
}

/// Lists the moves of `mymanin` against `opponents`.
///
/// # Errors
/// Breaks with [`Cutoff`] if the scribe leaves when a king can be taken.
pub fn list_moves<S: Scribe>(
    tables: &Tables,
    scope: Scope,
    mymanin: &Men,
    opponents: &Men,
    scribe: &mut S,
) -> ControlFlow<Cutoff> {
    for square in mymanin.squares() {
        list_man(tables, scope, square, mymanin, opponents, scribe)?;
    }
    if S::QUIET && mymanin.rights.any() {
        list_castling(tables, scope, mymanin, opponents, scribe);
    }
    Continue(())
}

/// Lists the moves of the man on `square`.
pub(crate) fn list_man<S: Scribe>(
    tables: &Tables,
    scope: Scope,
    square: Square,
    mymanin: &Men,
    opponents: &Men,
    scribe: &mut S,
) -> ControlFlow<Cutoff> {
    let boards = (mymanin, opponents);
    match mymanin.man_on(square) {
        Man::KING => knight_or_king_move(&tables.king, square, boards, scribe),
        Man::QUEEN => {
            rook_or_bishop_move(&tables.rook, square, boards, scribe)?;
            rook_or_bishop_move(&tables.bishop, square, boards, scribe)
        }
        Man::ROOK => rook_or_bishop_move(&tables.rook, square, boards, scribe),
        Man::BISHOP => rook_or_bishop_move(&tables.bishop, square, boards, scribe),
        Man::KNIGHT => knight_or_king_move(&tables.knight, square, boards, scribe),
        _ => pawn_move(tables, scope, square, boards, scribe),
    }
}

/// Bell's `rookorbishopmove`: the slider loop.
pub(crate) fn rook_or_bishop_move<S: Scribe>(
    rook_or_bishop: &RayTable,
    square: Square,
    (mymanin, opponents): (&Men, &Men),
    scribe: &mut S,
) -> ControlFlow<Cutoff> {
    for j in 0..=3 {
        let k = rook_or_bishop[j]; // the increment
        let l = rook_or_bishop[4 * square.index() + j]; // the terminal square
        let mut i = i16::from(square.0) + k;
        // Algol's `step k until l`: over when (i - l) has the sign of k.
        while (i - l) * k <= 0 {
            let to = Square(i as u8);
            if mymanin.man_on(to).stands() {
                break;
            }
            scribe.store(Move { from: square, to, kind: Kind::Plain });
            let man = opponents.man_on(to);
            if man.stands() {
                if man == Man::KING {
                    scribe.king()?;
                }
                break;
            }
            i += k;
        }
    }
    Continue(())
}

fn knight_or_king_move<S: Scribe>(
    knight_or_king: &StepTable,
    square: Square,
    (mymanin, opponents): (&Men, &Men),
    scribe: &mut S,
) -> ControlFlow<Cutoff> {
    for &to in &knight_or_king[8 * square.index()..8 * square.index() + 8] {
        let to = Square(to);
        if to == square {
            break;
        }
        if mymanin.man_on(to).stands() {
            continue;
        }
        scribe.store(Move { from: square, to, kind: Kind::Plain });
        if opponents.man_on(to) == Man::KING {
            scribe.king()?;
        }
    }
    Continue(())
}

fn pawn_move<S: Scribe>(
    tables: &Tables,
    scope: Scope,
    square: Square,
    (mymanin, opponents): (&Men, &Men),
    scribe: &mut S,
) -> ControlFlow<Cutoff> {
    let ways = &tables.pawn(mymanin.colour)[4 * square.index()..4 * square.index() + 4];
    let empty = |to: Square| !mymanin.man_on(to).stands() && !opponents.man_on(to).stands();
    for &to in &ways[CAPTURES] {
        // On square 65 nobody ever stands, so a capture off the board takes nothing.
        let to = Square(to);
        let man = opponents.man_on(to);
        if man.stands() {
            pawn_arrives(square, to, scribe);
            if man == Man::KING {
                scribe.king()?;
            }
        } else if S::QUIET && to == opponents.passed {
            match scope {
                Scope::Full => scribe.store(Move { from: square, to, kind: Kind::EnPassant }),
                Scope::Published => scribe.outside(),
            }
        }
    }
    let step = Square(ways[STEP]);
    if S::QUIET && empty(step) {
        pawn_arrives(square, step, scribe);
        let double = Square(ways[DOUBLE]);
        if double != square && empty(double) {
            scribe.store(Move { from: square, to: double, kind: Kind::Double });
        }
    }
    Continue(())
}

/// Stores a pawn's move, four times over on the last rank (decided: the promotion choice is not on record).
fn pawn_arrives<S: Scribe>(from: Square, to: Square, scribe: &mut S) {
    if (9..=56).contains(&to.0) {
        scribe.store(Move { from, to, kind: Kind::Plain });
    } else {
        for man in [Man::QUEEN, Man::ROOK, Man::BISHOP, Man::KNIGHT] {
            scribe.store(Move { from, to, kind: Kind::Promotion(man) });
        }
    }
}

/// Castling (decided: the program played full legal chess, but how it castled is not on record). The king must
/// not be in check nor cross a square where the opponents' listing would leave through the exit.
fn list_castling<S: Scribe>(tables: &Tables, scope: Scope, mymanin: &Men, opponents: &Men, scribe: &mut S) {
    let home = mymanin.home();
    let on = |file: u8| Square(home + file);
    let empty = |file: u8| !mymanin.man_on(on(file)).stands() && !opponents.man_on(on(file)).stands();
    let rights = mymanin.rights;
    for (open, between, crossed, target) in
        [(rights.king_side, &[6, 7][..], 6, 7), (rights.queen_side, &[2, 3, 4][..], 4, 3)]
    {
        let is_open = open
            && between.iter().all(|&file| empty(file))
            && [5, crossed].iter().all(|&file| !king_could_be_taken(tables, mymanin, opponents, on(file)));
        match scope {
            _ if !is_open => {}
            Scope::Full => {
                scribe.store(Move { from: mymanin.king(), to: on(target), kind: Kind::Castling });
            }
            Scope::Published => scribe.outside(),
        }
    }
}

/// Whether the opponents could take the king if he stood on `square`.
fn king_could_be_taken(tables: &Tables, mymanin: &Men, opponents: &Men, square: Square) -> bool {
    let mut there = mymanin.clone();
    there.board[mymanin.king().index()] = Man::NONE;
    there.board[square.index()] = Man::KING;
    there.list[1] = square;
    list_moves(tables, Scope::Published, opponents, &there, &mut Probe).is_break()
}
