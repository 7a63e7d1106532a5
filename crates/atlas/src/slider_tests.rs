//! The slider loop against a plain one: on every square, for every set of first obstacles on the four rays (none,
//! an own man, an enemy man or the enemy king at every distance), with men behind the obstacles who must not
//! matter. Further patterns cannot differ: no ray looks past its first obstacle or at another ray.

use shakmaty::{Bitboard, Chess, Color, Position, Square as Named};

use crate::listing::{Moves, rook_or_bishop_move};
use crate::men::{Man, Men};
use crate::square::Square;
use crate::tables::{RayTable, Tables};

const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];

#[derive(Clone, Copy, PartialEq)]
enum Obstacle {
    Own,
    Enemy,
    King,
}

fn ray(from: Named, (east, north): (i32, i32)) -> Vec<Named> {
    let at = |n: i32| Some((from.file().offset(n * east)?, from.rank().offset(n * north)?));
    (1..8).map_while(at).map(|(file, rank)| Named::from_coords(file, rank)).collect()
}

/// No men at all: the boards to put some on.
fn nobody(colour: Color) -> Men {
    let mut men = Men::both(&Chess::default()).unwrap().0;
    men.colour = colour;
    men.board = [Man::NONE; 66];
    men
}

/// The plain loop: squares stored, in order, and whether the king was met.
fn plain(rays: &[Vec<Named>; 4], mine: &Men, opponents: &Men) -> (Vec<Square>, bool) {
    let mut stored = Vec::new();
    for to in rays {
        for to in to.iter().map(|&named| Square::from(named)) {
            if mine.man_on(to).stands() {
                break;
            }
            stored.push(to);
            if opponents.man_on(to) == Man::KING {
                return (stored, true);
            }
            if opponents.man_on(to).stands() {
                break;
            }
        }
    }
    (stored, false)
}

fn put(rays: &[Vec<Named>; 4], chosen: &[Option<(usize, Obstacle)>]) -> (Men, Men) {
    let (mut mine, mut opponents) = (nobody(Color::White), nobody(Color::Black));
    for (ray, obstacle) in rays.iter().zip(chosen) {
        let Some((at, kind)) = *obstacle else { continue };
        let square = Square::from(ray[at]).index();
        match kind {
            Obstacle::Own => mine.board[square] = Man::KNIGHT,
            Obstacle::Enemy => opponents.board[square] = Man::KNIGHT,
            Obstacle::King => opponents.board[square] = Man::KING,
        }
        for (n, &behind) in ray.iter().enumerate().skip(at + 1) {
            let hidden = if n % 2 == 0 { &mut mine } else { &mut opponents };
            hidden.board[Square::from(behind).index()] = Man::PAWN;
        }
    }
    (mine, opponents)
}

fn every_pattern(table: &RayTable, directions: &[(i32, i32); 4]) -> usize {
    let mut patterns = 0;
    for from in Named::ALL {
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
            let mut moves = Moves::default();
            let exit = rook_or_bishop_move(table, from.into(), (&mine, &opponents), &mut moves).is_break();
            let stored: Vec<Square> = moves.moves.iter().map(|one| one.to).collect();
            assert_eq!((stored, exit), plain(&rays, &mine, &opponents), "from {from}");
            patterns += 1;
        }
    }
    patterns
}

#[test]
fn rook_loop_on_every_square_and_pattern() {
    assert_eq!(every_pattern(&Tables::new().rook, &ROOK), 462_400);
}

#[test]
fn bishop_loop_on_every_square_and_pattern() {
    assert_eq!(every_pattern(&Tables::new().bishop, &BISHOP), 163_384);
}

/// All occupied or empty squares of rank and file at once, against the library's attack tables.
#[test]
fn rook_loop_on_every_occupancy() {
    let table = Tables::new().rook;
    let opponents = nobody(Color::Black);
    for from in Named::ALL {
        let mask = shakmaty::attacks::rook_attacks(from, Bitboard::EMPTY);
        for occupied in mask.carry_rippler() {
            let mut mine = nobody(Color::White);
            for square in occupied {
                mine.board[Square::from(square).index()] = Man::PAWN;
            }
            let mut moves = Moves::default();
            let _ = rook_or_bishop_move(&table, from.into(), (&mine, &opponents), &mut moves);
            let stored: Bitboard = moves.moves.iter().filter_map(|one| one.to.named()).collect();
            assert_eq!(stored, shakmaty::attacks::rook_attacks(from, occupied) & !occupied, "{from}");
        }
    }
}

#[test]
fn a_position_from_a_game_keeps_the_two_boards_apart() {
    let (mine, opponents) = Men::both(&Chess::default()).unwrap();
    assert!(mine.squares().all(|square| !opponents.man_on(square).stands()));
    assert_eq!(Chess::default().turn(), mine.colour);
}
