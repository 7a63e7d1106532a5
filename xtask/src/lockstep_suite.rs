//! Generator of `suites/lockstep.epd`: positions on which the machine and the reference are compared.
//!
//! Except for those by hand, positions come from seeded self-play at low depth with random moves, or from pieces on random
//! squares. Each goes to the first kind it fits that has room.

use std::collections::HashSet;

use clap::Args;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reference::{Position, Searcher};
use roms::value::INFINITY;
use shakmaty::fen::{Epd, Fen};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// The name of a kind of positions, how many of them, and the test for it.
type Kind = (&'static str, usize, fn(&Chess) -> bool);

/// The kinds, rare ones first.
const KINDS: [Kind; 13] = [
    ("mate", 25, |c| c.is_checkmate()),
    ("stalemate", 15, |c| c.is_stalemate()),
    ("en-passant", 45, |c| c.ep_square(EnPassantMode::PseudoLegal).is_some()),
    ("double-check", 12, |c| c.checkers().count() > 1),
    ("mate-in-1", 30, mates_in_one),
    ("promotion", 50, |c| c.legal_moves().iter().any(|m| m.is_promotion())),
    ("castling", 50, |c| c.legal_moves().iter().any(|m| m.is_castle())),
    ("lost-castling", 15, |c| {
        c.castles().has_color(c.turn()) && !c.legal_moves().iter().any(|m| m.is_castle())
    }),
    ("check", 60, |c| c.is_check()),
    ("few-men", 90, |c| c.board().occupied().count() <= 5),
    ("ending", 90, |c| c.board().occupied().count() <= 12),
    ("opening", 60, |c| c.fullmoves().get() <= 8),
    ("middle-game", 120, |c| c.fullmoves().get() > 8 && c.board().occupied().count() > 12),
];

fn mates_in_one(chess: &Chess) -> bool {
    chess.legal_moves().into_iter().any(|m| {
        let mut next = chess.clone();
        next.play_unchecked(m);
        next.is_checkmate()
    })
}

/// Opening lines of the file.
const HEADER: &str = "\
# Positions for the lockstep test: the machine against the reference, node for node.
# Made by `cargo run --release -p xtask -- lockstep-suite` (GPL-3.0-or-later): first those by hand, then
# positions of seeded self-play and of pieces on random squares, kind after kind in turn, so that any first
# part of the file is a fair sample. The id names the kind. One EPD a line; the en-passant square is there
# only if a pawn stands beside.
";

/// Positions by hand, with their purpose.
const BY_HAND: &[(&str, &str)] = &[
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"),
    ("perft 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"),
    ("perft 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"),
    ("perft 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"),
    ("perft 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -"),
    ("castling both ways", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"),
    ("castling both ways, black", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -"),
    ("castling, f1 attacked", "4k3/8/8/8/8/5r2/8/R3K2R w KQ -"),
    ("castling, g1 attacked", "4k3/8/8/8/8/6r1/8/R3K2R w KQ -"),
    ("castling, b1 attacked", "4k3/8/8/8/8/1r6/8/R3K2R w KQ -"),
    ("castling, d8 attacked", "r3k2r/8/8/8/8/3R4/8/4K3 b kq -"),
    ("castling, in check", "r3k2r/8/8/8/8/4R3/8/4K3 b kq -"),
    ("castling, only the wrong squares empty", "rn2k1nr/8/8/8/8/8/8/RN2K1NR w KQkq -"),
    ("castling, a rook to be taken", "r3k2r/8/8/3B4/3b4/8/8/R3K2R w KQkq -"),
    ("castling mates", "8/8/8/8/8/8/7R/1k2K2R w K -"),
    ("castling, the queen checks", "4k3/8/8/8/8/8/3q4/R3K2R w KQ -"),
    ("en passant, two pawns beside", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6"),
    ("en passant, two pawns beside, black", "4k3/8/8/8/2pPp3/8/8/4K3 b - d3"),
    ("en passant, pinned along the rank", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3"),
    ("en passant, pinned on the diagonal", "4k3/6b1/8/3pP3/3K4/8/8/8 w - d6"),
    ("en passant, pinned along the rank, white", "8/8/8/K2pP2r/8/8/8/3k4 w - d6"),
    ("en passant, pinned on the file", "k3r3/8/8/3pP3/8/8/8/4K3 w - d6"),
    ("en passant, takes the checking pawn", "8/8/8/3k4/3pP3/8/8/4K3 b - e3"),
    ("en passant, the only move", "7k/7p/6pP/5pP1/5P1K/7P/8/6r1 w - f6"),
    ("en passant on the a file", "4k3/8/8/pP6/8/8/8/4K3 w - a6"),
    ("en passant on the h file", "4k3/8/8/8/6pP/8/8/4K3 b - h3"),
    ("en passant, the square a knight's and a queen's too", "4k3/8/8/3pP3/1N6/8/8/3QK3 w - d6"),
    ("promotion, a knight mates", "8/8/8/8/8/5kp1/5p1p/5N1K w - -"),
    ("promotion, a knight forks", "8/2P1k3/8/8/8/8/1q6/4K3 w - -"),
    ("promotion, a queen would be stalemate", "8/5P1k/8/8/8/8/6q1/4K3 w - -"),
    ("promotion, a rook wins", "8/k1P5/8/1K6/8/8/8/8 w - -"),
    ("promotion race", "8/P6k/8/8/8/8/p6K/8 w - -"),
    ("promotion, two pawns each", "8/PP3k2/8/8/8/8/2K3pp/8 w - -"),
    ("promotion by capture", "1n1b4/P1P5/7k/8/8/7K/p7/1N6 w - -"),
    ("promotion by capture, black", "1n1b4/P1P5/7k/8/8/7K/p7/1N6 b - -"),
    ("perpetual on e8 and h5", "6k1/6p1/8/7Q/2r5/1r6/r5PP/b6K w - -"),
    ("perpetual, black gives it", "B6k/R5pp/1R6/2R5/7q/8/6P1/6K1 b - -"),
    ("repetition, knights only", "n6k/8/8/8/8/8/8/N6K w - -"),
    ("repetition, blocked pawns", "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - -"),
    ("repetition, a fortress", "8/8/8/8/5k2/5p2/5P2/5K2 w - -"),
    ("repetition, rook against rook", "8/8/4k3/8/r7/8/4K3/R7 b - -"),
    ("repetition, a bishop shuttles", "7k/6pp/8/8/8/8/PP6/K2b3B w - -"),
    ("smothered mate", "r5k1/5ppp/8/6N1/8/1Q6/5PPP/6K1 w - -"),
    ("back rank", "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -"),
    ("a rook's stalemate joke", "7k/8/8/8/8/6r1/8/7K w - -"),
    ("stalemate with a mad rook", "k7/P7/K7/8/8/8/8/7r b - -"),
    ("cross checks", "4k3/8/4r3/8/8/4R3/8/3QK2q w - -"),
    ("many queens", "3QQ3/1k6/8/8/8/8/1K6/3qq3 w - -"),
    ("nine queens", "QQQQ4/8/8/2QQ4/8/6k1/8/QQQ1K3 b - -"),
    ("most moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -"),
    ("bare kings", "8/8/3k4/8/8/3K4/8/8 w - -"),
];

struct Suite {
    seen: HashSet<Position>,
    kinds: Vec<Vec<Chess>>,
}

impl Suite {
    /// Keeps a position if a kind that it fits has room.
    fn offer(&mut self, chess: &Chess) {
        let fits = |&(i, (_, room, fits)): &(usize, Kind)| self.kinds[i].len() < room && fits(chess);
        if let Some((i, _)) = KINDS.into_iter().enumerate().find(fits)
            && self.seen.insert(Position::from(chess))
        {
            self.kinds[i].push(chess.clone());
        }
    }

    fn is_full(&self) -> bool {
        KINDS.iter().zip(&self.kinds).all(|(&(_, room, _), kind)| kind.len() == room)
    }
}

/// A game from the start to mate, draw or 120 moves: some random moves at first, then searches of one or two
/// plies with a random move now and then.
fn play(rng: &mut ChaCha8Rng, searcher: &mut Searcher, suite: &mut Suite) {
    let mut chess = Chess::default();
    let skill = rng.random_range(0.3..0.95);
    let depth = rng.random_range(1..=2);
    while !chess.legal_moves().is_empty() && chess.fullmoves().get() < 120 {
        searcher.clear();
        let found = searcher.search(&Position::from(&chess), depth, -INFINITY, INFINITY).best;
        let moves = chess.legal_moves();
        let m = match found {
            Some(best) if chess.fullmoves().get() > 3 && rng.random_bool(skill) => {
                best.uci().to_move(&chess).expect("legal")
            }
            _ => moves[rng.random_range(0..moves.len())],
        };
        chess.play_unchecked(m);
        // Consecutive positions are too similar.
        let rare = chess.ep_square(EnPassantMode::PseudoLegal).is_some() || chess.legal_moves().is_empty();
        if rare || rng.random_bool(0.12) {
            suite.offer(&chess);
        }
    }
}

/// Kings and up to five pieces on random squares.
fn scatter(rng: &mut ChaCha8Rng) -> Option<Chess> {
    let mut board = ['1'; 64];
    for king in ['K', 'k'] {
        board[rng.random_range(0..64)] = king;
    }
    for _ in 0..rng.random_range(1..=5) {
        let kinds = ['P', 'p', 'P', 'p', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q'];
        board[rng.random_range(0..64)] = kinds[rng.random_range(0..kinds.len())];
    }
    let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
    let side = if rng.random_bool(0.5) { 'w' } else { 'b' };
    let fen: Fen = format!("{} {side} - - 0 30", rows.join("/")).parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

/// Write suites/lockstep.epd to standard output.
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
    let mut suite = Suite { seen: HashSet::new(), kinds: vec![Vec::new(); KINDS.len()] };
    let by_hand: Vec<(&str, Chess)> = BY_HAND
        .iter()
        .map(|&(id, epd)| {
            let epd: Epd = epd.parse().expect(epd);
            (id, epd.into_position(CastlingMode::Standard).expect(id))
        })
        .collect();
    suite.seen.extend(by_hand.iter().map(|(_, chess)| Position::from(chess)));
    while !suite.is_full() {
        play(&mut rng, &mut searcher, &mut suite);
        for _ in 0..4 {
            if let Some(chess) = scatter(&mut rng) {
                suite.offer(&chess);
            }
        }
    }

    print!("{HEADER}");
    let write = |id: &str, chess: &Chess| {
        println!("{} id \"{id}\";", Epd::from_position(chess, EnPassantMode::PseudoLegal));
    };
    for (id, chess) in &by_hand {
        write(id, chess);
    }
    let longest = KINDS.iter().map(|&(_, room, _)| room).max().unwrap_or(0);
    for turn in 0..longest {
        for ((name, ..), kind) in KINDS.iter().zip(&suite.kinds) {
            if let Some(chess) = kind.get(turn) {
                write(&format!("{name} {:03}", turn + 1), chess);
            }
        }
    }
}
