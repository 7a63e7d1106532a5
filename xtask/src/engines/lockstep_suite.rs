//! Generator of `suites/lockstep.epd`: positions on which the machine and the reference are
//! compared.
//!
//! The composed positions of suites/lockstep-by-hand.epd come first. The others come from seeded
//! self-play at low depth, with some random moves, or from pieces on random squares. Each is added
//! to the first category that accepts it and is not full.

use std::collections::HashSet;

use clap::Args;
use notation::epd_text_lines;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reference::{Position, Searcher};
use roms::value::INFINITY;
use shakmaty::fen::{Epd, Fen};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// A category of positions: name, quota, condition.
type Category = (&'static str, usize, fn(&Chess) -> bool);

/// The categories, rare ones first.
const CATEGORIES: [Category; 13] = [
    ("mate", 25, |c| c.is_checkmate()),
    ("stalemate", 15, |c| c.is_stalemate()),
    ("en-passant", 45, |c| {
        c.ep_square(EnPassantMode::PseudoLegal).is_some()
    }),
    ("double-check", 12, |c| c.checkers().count() > 1),
    ("mate-in-1", 30, mates_in_one),
    ("promotion", 50, |c| {
        c.legal_moves().iter().any(|m| m.is_promotion())
    }),
    ("castling", 50, |c| {
        c.legal_moves().iter().any(|m| m.is_castle())
    }),
    ("lost-castling", 15, |c| {
        c.castles().has_color(c.turn()) && !c.legal_moves().iter().any(|m| m.is_castle())
    }),
    ("check", 60, |c| c.is_check()),
    ("few-pieces", 90, |c| c.board().occupied().count() <= 5),
    ("ending", 90, |c| c.board().occupied().count() <= 12),
    ("opening", 60, |c| c.fullmoves().get() <= 8),
    ("middle-game", 120, |c| {
        c.fullmoves().get() > 8 && c.board().occupied().count() > 12
    }),
];

fn mates_in_one(chess: &Chess) -> bool {
    chess.legal_moves().into_iter().any(|m| {
        let mut next = chess.clone();
        next.play_unchecked(m);
        next.is_checkmate()
    })
}

const HEADER: &str = "\
# Positions for the lockstep test: the machine against the reference, node for node.
# Made by `cargo run --release -p xtask -- lockstep-suite` (GPL-3.0-or-later): composed positions first, then
# positions from seeded self-play and from pieces on random squares. The categories alternate, so that any
# first part of the file is a fair sample. The id names the category. One EPD a line; the en-passant square
# is given only if a pawn attacks it.
";

/// Positions composed for a purpose, which the id names.
const BY_HAND: &str = include_str!("../../../suites/lockstep-by-hand.epd");

struct Suite {
    seen: HashSet<Position>,
    categories: Vec<Vec<Chess>>,
}

impl Suite {
    /// Adds a new position to the first category that accepts it and is not full.
    fn offer(&mut self, chess: &Chess) {
        let accepts = |&(i, (_, quota, condition)): &(usize, Category)| {
            self.categories[i].len() < quota && condition(chess)
        };
        if let Some((i, _)) = CATEGORIES.into_iter().enumerate().find(accepts)
            && self.seen.insert(Position::from(chess))
        {
            self.categories[i].push(chess.clone());
        }
    }

    fn is_full(&self) -> bool {
        CATEGORIES
            .iter()
            .zip(&self.categories)
            .all(|(&(_, quota, _), positions)| positions.len() == quota)
    }
}

/// Offers positions of one self-play game to the suite.
/// The first moves are random; later ones come from searches of one or two plies, or are random.
fn play_game(rng: &mut ChaCha8Rng, searcher: &mut Searcher, suite: &mut Suite) {
    let mut chess = Chess::default();
    let search_probability = rng.random_range(0.3..0.95);
    let depth = rng.random_range(1..=2);
    while !chess.legal_moves().is_empty() && chess.fullmoves().get() < 120 {
        searcher.clear();
        let best = searcher
            .search(&Position::from(&chess), depth, -INFINITY, INFINITY)
            .best;
        let moves = chess.legal_moves();
        let m = match best {
            Some(best) if chess.fullmoves().get() > 3 && rng.random_bool(search_probability) => {
                best.uci().to_move(&chess).expect("legal")
            }
            _ => moves[rng.random_range(0..moves.len())],
        };
        chess.play_unchecked(m);
        // Consecutive positions are too similar: all rare ones, but few others, are offered.
        let rare =
            chess.ep_square(EnPassantMode::PseudoLegal).is_some() || chess.legal_moves().is_empty();
        if rare || rng.random_bool(0.12) {
            suite.offer(&chess);
        }
    }
}

fn random_setup(rng: &mut ChaCha8Rng) -> Option<Chess> {
    let mut board = ['1'; 64];
    for king in ['K', 'k'] {
        board[rng.random_range(0..64)] = king;
    }
    for _ in 0..rng.random_range(1..=5) {
        let kinds = [
            'P', 'p', 'P', 'p', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q',
        ];
        board[rng.random_range(0..64)] = kinds[rng.random_range(0..kinds.len())];
    }
    set_up(
        &board,
        if rng.random_bool(0.5) {
            "w - - 0 30"
        } else {
            "b - - 0 30"
        },
    )
}

/// The position of a board in FEN's letters, a8 first, and the rest of the FEN, if it is legal.
pub(crate) fn set_up(board: &[char; 64], rest: &str) -> Option<Chess> {
    let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
    let fen: Fen = format!("{} {rest}", rows.join("/")).parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

/// Positions of a file in suites/ with their ids.
pub(crate) fn positions(text: &str) -> impl Iterator<Item = (&str, Chess)> {
    epd_text_lines(text).map(|(_, line)| {
        let (epd, id) = line.split_once(" id ").expect(line);
        let epd: Epd = epd.parse().expect(line);
        (
            id.trim_matches(['"', ';']),
            epd.into_position(CastlingMode::Standard).expect(line),
        )
    })
}

/// Writes suites/lockstep.epd to standard output.
#[derive(Debug, Args)]
pub(crate) struct LockstepSuite {}

impl LockstepSuite {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        generate();
        Ok(())
    }
}

fn generate() {
    let mut rng = ChaCha8Rng::seed_from_u64(1980);
    let mut searcher = Searcher::new();
    let mut suite = Suite {
        seen: HashSet::new(),
        categories: vec![Vec::new(); CATEGORIES.len()],
    };
    let by_hand: Vec<(&str, Chess)> = positions(BY_HAND).collect();
    suite
        .seen
        .extend(by_hand.iter().map(|(_, chess)| Position::from(chess)));
    while !suite.is_full() {
        play_game(&mut rng, &mut searcher, &mut suite);
        for _ in 0..4 {
            if let Some(chess) = random_setup(&mut rng) {
                suite.offer(&chess);
            }
        }
    }

    print!("{HEADER}");
    let write = |id: &str, chess: &Chess| {
        println!(
            "{} id \"{id}\";",
            Epd::from_position(chess, EnPassantMode::PseudoLegal)
        );
    };
    for (id, chess) in &by_hand {
        write(id, chess);
    }
    let longest = CATEGORIES
        .iter()
        .map(|&(_, quota, _)| quota)
        .max()
        .unwrap_or(0);
    for index in 0..longest {
        for ((name, ..), positions) in CATEGORIES.iter().zip(&suite.categories) {
            if let Some(chess) = positions.get(index) {
                write(&format!("{name} {:03}", index + 1), chess);
            }
        }
    }
}
