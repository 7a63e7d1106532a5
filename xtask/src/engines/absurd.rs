//! `cargo xtask absurd`: boards on which captures hardly end, for the bound of quiescence
//! (docs/search.md, step 4).
//!
//! Some are made by hand. The others begin with two armies on random squares and are then made
//! worse step by step: a piece is moved, and stays there if the machine then takes more nodes at
//! depth 1.

use clap::Args;
use host::{Link, Searcher};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use roms::value::INFINITY;
use shakmaty::fen::Epd;
use shakmaty::{Chess, EnPassantMode, Position};

use super::lockstep_suite::set_up;

const HEADER: &str = "\
# Boards on which captures hardly end, for the bound of quiescence (docs/search.md, step 4).
# Made by `cargo run --release -p xtask -- absurd` (GPL-3.0-or-later): first those by hand, then
# armies on random squares, made worse step by step. The id names the army. One EPD a line.";

/// Prints suites/absurd.epd (minutes, in a release build).
#[derive(Debug, Args)]
pub(crate) struct Absurd {}

impl Absurd {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        println!("{HEADER}");
        for (id, epd) in BY_HAND {
            println!("{epd} id \"{id}\";");
        }
        let (mut rng, mut link) = (ChaCha8Rng::seed_from_u64(1983), Link::new());
        for army in ARMIES {
            for number in 1..=EACH {
                let chess = worse(&mut rng, &mut link, army);
                let epd = Epd::from_position(&chess, EnPassantMode::PseudoLegal);
                println!("{epd} id \"{army} {number}\";");
            }
        }
        Ok(())
    }
}

/// Boards by hand, with names.
const BY_HAND: [(&str, &str); 4] = [
    (
        "all kinds",
        "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - -",
    ),
    ("thirty queens", "qqqqkqqq/q7/8/8/8/8/Q7/QQQQKQQQ w - -"),
    (
        "most moves",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -",
    ),
    (
        "pawns about to promote",
        "k7/2PPPPPP/8/2n2n2/2N2N2/8/2pppppp/K7 w - -",
    ),
];

/// Pieces of each side beside its king.
const ARMIES: [&str; 8] = [
    "qqqqqqqqqrrbbnn",
    "qqqqqqqqqrrnn",
    "qqqqqqqqqnn",
    "qqqqqqqqq",
    "qqqqqrrbbnnpppp",
    "qqqrrrrbbbnnnnp",
    "qrrbbnnnnnnnnnn",
    "qrrbbnnpppppppp",
];

/// Boards of each pair of armies.
const EACH: usize = 4;
/// Pieces moved on each of them, for better or worse.
const STEPS: usize = 60;

type Board = [char; 64];

/// The board with White to move, if it is legal, White has a move and is not in check: an answer to
/// a check costs no depth, so that depth 1 would be more than one ply.
fn position(board: &Board) -> Option<Chess> {
    let chess = set_up(board, "w - - 0 1")?;
    (!chess.is_check() && !chess.legal_moves().is_empty()).then_some(chess)
}

/// An army of each color on random squares.
fn scatter(rng: &mut ChaCha8Rng, army: &str) -> (Board, Chess) {
    loop {
        let mut board = ['1'; 64];
        for piece in army
            .chars()
            .chain(['k'])
            .flat_map(|piece| [piece, piece.to_ascii_uppercase()])
        {
            let square = loop {
                let square = rng.random_range(0..64);
                if board[square] == '1' {
                    break square;
                }
            };
            board[square] = piece;
        }
        if let Some(chess) = position(&board) {
            return (board, chess);
        }
    }
}

fn nodes(link: &mut Link, chess: &Chess) -> u64 {
    link.clear_memory();
    link.mark_open(&[]);
    link.load(chess);
    link.search(chess, 1, -INFINITY, INFINITY).nodes
}

/// A board made worse by `STEPS` tries.
fn worse(rng: &mut ChaCha8Rng, link: &mut Link, army: &str) -> Chess {
    let (mut board, mut worst) = scatter(rng, army);
    let mut most = nodes(link, &worst);
    for _ in 0..STEPS {
        let mut tried = board;
        tried.swap(rng.random_range(0..64), rng.random_range(0..64));
        let Some(chess) = position(&tried) else {
            continue;
        };
        let count = nodes(link, &chess);
        if count > most {
            (board, worst, most) = (tried, chess, count);
        }
    }
    worst
}
