//! The slider loop against a plain one, on every square and for every set of first obstacles on the
//! four rays.
//!
//! An obstacle is an own piece, an enemy piece or the enemy king. Pieces behind it must not matter.

use shakmaty::{Bitboard, Chess, Color, Square as ChessSquare};

use crate::movegen::{MoveStore, rook_or_bishop_move};
use crate::side::{Piece, Side, Square};
use crate::tables::{RayTable, TABLES};

const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];

#[derive(Clone, Copy, PartialEq)]
enum Obstacle {
    Own,
    Enemy,
    King,
}

fn ray(from: ChessSquare, (east, north): (i32, i32)) -> Vec<ChessSquare> {
    let at = |n: i32| {
        Some((
            from.file().offset(n * east)?,
            from.rank().offset(n * north)?,
        ))
    };
    (1..8)
        .map_while(at)
        .map(|(file, rank)| ChessSquare::from_coords(file, rank))
        .collect()
}

fn empty_side(color: Color) -> Side {
    let mut side = Side::both(&Chess::default()).unwrap().0;
    side.color = color;
    side.board = [Piece::NONE; 66];
    side
}

fn plain(rays: &[Vec<ChessSquare>; 4], mine: &Side, opponents: &Side) -> (Vec<Square>, bool) {
    let mut stored = Vec::new();
    for to in rays {
        for to in to.iter().map(|&named| Square::from(named)) {
            if mine.piece_on(to).is_some() {
                break;
            }
            stored.push(to);
            if opponents.piece_on(to) == Piece::KING {
                return (stored, true);
            }
            if opponents.piece_on(to).is_some() {
                break;
            }
        }
    }
    (stored, false)
}

fn put(rays: &[Vec<ChessSquare>; 4], chosen: &[Option<(usize, Obstacle)>]) -> (Side, Side) {
    let (mut mine, mut opponents) = (empty_side(Color::White), empty_side(Color::Black));
    for (ray, obstacle) in rays.iter().zip(chosen) {
        let Some((at, kind)) = *obstacle else {
            continue;
        };
        let square = Square::from(ray[at]).index();
        match kind {
            Obstacle::Own => mine.board[square] = Piece::KNIGHT,
            Obstacle::Enemy => opponents.board[square] = Piece::KNIGHT,
            Obstacle::King => opponents.board[square] = Piece::KING,
        }
        for (n, &behind) in ray.iter().enumerate().skip(at + 1) {
            let hidden = if n % 2 == 0 {
                &mut mine
            } else {
                &mut opponents
            };
            hidden.board[Square::from(behind).index()] = Piece::PAWN;
        }
    }
    (mine, opponents)
}

fn every_pattern(table: &RayTable, directions: &[(i32, i32); 4]) -> usize {
    let mut patterns = 0;
    for from in ChessSquare::ALL {
        let rays = directions.map(|direction| ray(from, direction));
        let kinds = [Obstacle::Own, Obstacle::Enemy, Obstacle::King];
        let choices: Vec<Vec<_>> = rays
            .iter()
            .map(|ray| {
                let placed = (0..ray.len()).flat_map(|at| kinds.map(|kind| Some((at, kind))));
                std::iter::once(None).chain(placed).collect()
            })
            .collect();
        let total: usize = choices.iter().map(Vec::len).product();
        for mut n in 0..total {
            let mut chosen = [None; 4];
            for (choice, options) in chosen.iter_mut().zip(&choices) {
                *choice = options[n % options.len()];
                n /= options.len();
            }
            let (mine, opponents) = put(&rays, &chosen);
            let mut moves = MoveStore::default();
            let exit =
                rook_or_bishop_move(table, from.into(), (&mine, &opponents), &mut moves).is_break();
            let stored: Vec<Square> = moves.moves.iter().map(|mv| mv.to).collect();
            assert_eq!(
                (stored, exit),
                plain(&rays, &mine, &opponents),
                "from {from}"
            );
            patterns += 1;
        }
    }
    patterns
}

#[test]
fn rook_loop_every_obstacle_pattern_equals_plain() {
    assert_eq!(every_pattern(&TABLES.rook, &ROOK), 462_400);
}

#[test]
fn bishop_loop_every_obstacle_pattern_equals_plain() {
    assert_eq!(every_pattern(&TABLES.bishop, &BISHOP), 163_384);
}

/// All occupied or empty squares of rank and file at once, against the library's attack tables.
#[test]
fn rook_loop_every_occupancy_equals_shakmaty() {
    let table = &TABLES.rook;
    let opponents = empty_side(Color::Black);
    for from in ChessSquare::ALL {
        let mask = shakmaty::attacks::rook_attacks(from, Bitboard::EMPTY);
        for occupied in mask.carry_rippler() {
            let mut mine = empty_side(Color::White);
            for square in occupied {
                mine.board[Square::from(square).index()] = Piece::PAWN;
            }
            let mut moves = MoveStore::default();
            let _ = rook_or_bishop_move(table, from.into(), (&mine, &opponents), &mut moves);
            let stored: Bitboard = moves
                .moves
                .iter()
                .filter_map(|mv| mv.to.chess_square())
                .collect();
            assert_eq!(
                stored,
                shakmaty::attacks::rook_attacks(from, occupied) & !occupied,
                "{from}"
            );
        }
    }
}
