//! The board against published perft counts, shakmaty, and slow versions of itself.

use board::{
    Board, Color, EXCHANGE, Flag, Kind, Magic, Move, MoveList, NoTable, Piece, PieceSquareTable,
    PieceSquareValues, Square, TaperedScore, with_cpu,
};
use rand::{Rng as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, EnPassantMode, Position as _};

/// A table with a different pair for every piece and square.
#[derive(Clone, Copy, Debug)]
enum Odd {}

impl PieceSquareTable for Odd {
    const TABLE: Option<&'static PieceSquareValues> = Some(&ODD);
}

static ODD: PieceSquareValues = {
    let mut table = [[TaperedScore::ZERO; 64]; 12];
    let mut i = 0;
    while i < 12 * 64 {
        table[i / 64][i % 64] = TaperedScore::new(i as i16 * 3 - 700, 500 - i as i16 * 2);
        i += 1;
    }
    table
};

/// The positions of the Chess Programming Wiki's page "Perft Results", with their counts from depth
/// 1.
fn published() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    include_str!("../../../suites/perft.epd")
        .lines()
        .map(|line| {
            let (fen, counts) = line.split_once(" ;D1 ").expect(line);
            (
                fen,
                counts
                    .split(" ;D")
                    .map(|each| each.rsplit(' ').next().unwrap().parse().expect(line))
                    .collect(),
            )
        })
}

fn chess(fen: &str) -> Chess {
    let fen: shakmaty::fen::Fen = fen.parse().expect(fen);
    let mode = shakmaty::CastlingMode::detect(fen.as_setup());
    fen.into_position(mode).expect("a legal position")
}

/// Positions with something special: pinned en passant, castling through attack, rooks captured on
/// their first squares, promotions with capture and check.
const SPECIAL: &str = include_str!("special.fen");

/// Every position of many random games from the start, from Kiwipete and from the special
/// positions.
fn random_positions(seed: u64, games: usize) -> Vec<Chess> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    let starts: Vec<&str> = published()
        .map(|row| row.0)
        .chain(SPECIAL.lines())
        .collect();
    for game in 0..games {
        let mut chess = chess(starts[game % starts.len()]);
        for _ in 0..120 {
            found.push(chess.clone());
            let moves = chess.legal_moves();
            let Some(&m) = moves.choose(&mut rng) else {
                break;
            };
            chess.play_unchecked(m);
        }
    }
    found
}

fn sorted(mut moves: Vec<u16>) -> Vec<u16> {
    moves.sort_unstable();
    moves
}

fn bits(moves: &MoveList) -> Vec<u16> {
    sorted(moves.iter().map(|m| m.bits()).collect())
}

#[test]
fn perft_published_positions_match_on_every_cpu() {
    with_cpu!(each |cpu| -> () {
        for (fen, counts) in published() {
            let board = Board::<_, Odd>::from_fen(cpu, fen).expect("a legal position");
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(board.perft(depth), count, "{fen} depth {depth}");
            }
        }
    });
}

/// All moves, captures and promotions, and the others.
type GeneratedMoves = (MoveList, MoveList, MoveList);

#[test]
fn move_generation_is_equal_on_every_cpu() {
    let generate = |chess: &Chess| {
        with_cpu!(each |cpu, chess: &'a Chess| -> GeneratedMoves {
            let board = Board::<_, Odd>::from_chess(cpu, chess);
            let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
            board.noisy(&mut noisy);
            board.quiet(&mut quiet);
            (board.moves(), noisy, quiet)
        })
    };
    // The reachable position with the most legal moves.
    let most = chess("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    for chess in random_positions(8, 60).into_iter().chain([most.clone()]) {
        let found = generate(&chess);
        assert!(found.iter().all(|each| each == &found[0]), "{found:?}");
    }
    assert_eq!(generate(&most)[0].0.len(), 218);
}

#[test]
fn parallel_perft_threads_and_table_match() {
    for (fen, counts) in published() {
        let chess = chess(fen);
        let plain = board::PerftSetup {
            threads: 1,
            hash: 0,
        };
        for (depth, count) in (1..).zip(counts) {
            let one = board::perft(&chess, depth, plain, &|| false).expect("a count");
            assert_eq!(one.iter().map(|(_, leaves)| leaves).sum::<u64>(), count);
            for (threads, hash) in [(3, 0), (1, 1), (2, 16)] {
                let setup = board::PerftSetup { threads, hash };
                assert_eq!(
                    board::perft(&chess, depth, setup, &|| false).as_ref(),
                    Ok(&one),
                    "{setup:?}"
                );
            }
        }
    }
    let setup = board::PerftSetup {
        threads: 2,
        hash: 1,
    };
    let stopped = board::perft(&Chess::default(), 9, setup, &|| true);
    assert_eq!(stopped, Err(board::PerftError::Stopped));
}

#[test]
fn perft_random_positions_match_shakmaty() {
    let mut positions = random_positions(6, 36);
    positions.truncate(1_500);
    assert_eq!(positions.len(), 1_500);
    for chess in &positions {
        let counts = with_cpu!(each |cpu, chess: &'a Chess| -> u64 {
            Board::<_, NoTable>::from_chess(cpu, chess).perft(3)
        });
        let expected = shakmaty::perft(chess, 3);
        assert!(
            counts.iter().all(|&count| count == expected),
            "{chess:?}: {counts:?}, expected {expected}"
        );
    }
}

#[test]
fn moves_match_shakmaty() {
    let positions = random_positions(1, 180);
    assert!(positions.len() > 10_000, "{}", positions.len());
    for chess in positions {
        let board = Board::<_, Odd>::from_chess(Magic, &chess);
        assert_eq!(board.validate(), Ok(()));
        let mut theirs = Vec::new();
        for m in chess.legal_moves() {
            let ours = board.from_shakmaty(m).expect("no drop");
            assert_eq!(board.to_shakmaty(ours), Some(m));
            theirs.push(ours.bits());
            let mut after = chess.clone();
            after.play_unchecked(m);
            let made = board.make(ours);
            assert_eq!(made.validate(), Ok(()), "{board:?} {ours}");
            let setup = |chess: &Chess| chess.to_setup(EnPassantMode::Legal);
            let ours_after = made.to_chess().expect("a legal position");
            assert_eq!(setup(&ours_after), setup(&after), "{board:?} {ours}");
            assert_eq!(
                made.fen(),
                shakmaty::fen::Fen::from_position(&after, EnPassantMode::Legal).to_string()
            );
            let fresh = Board::<_, Odd>::from_chess(Magic, &after);
            assert_eq!((made.key(), made.score()), (fresh.key(), fresh.score()));
            assert_eq!(
                board.gives_check(ours),
                after.is_check(),
                "{board:?} {ours}"
            );
        }
        let list = board.moves();
        assert_eq!(bits(&list), sorted(theirs), "{board:?}");
        assert_eq!(board.count_moves() as usize, list.len());
        assert_eq!(
            board.is_insufficient_material(),
            chess.is_insufficient_material(),
            "{board:?}"
        );
        let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
        board.noisy(&mut noisy);
        board.quiet(&mut quiet);
        assert!(noisy.iter().all(|m| m.is_noisy()) && !quiet.iter().any(|m| m.is_noisy()));
        noisy.extend(quiet);
        assert_eq!(bits(&noisy), bits(&list), "{board:?}");
    }
}

#[test]
fn is_legal_equals_membership_in_moves() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let positions = random_positions(2, 36);
    for chess in positions.iter().step_by(8) {
        let board = Board::<_, Odd>::from_chess(Magic, chess);
        let list = board.moves();
        let legal = (0..=u16::MAX)
            .filter(|&bits| board.is_legal(Move::from_bits(bits)))
            .collect::<Vec<_>>();
        assert_eq!(legal, bits(&list), "{board:?}");
        // The moves of some other position, as a table with colliding keys would give them.
        let other =
            Board::<_, Odd>::from_chess(Magic, positions.choose(&mut rng).expect("positions"));
        for m in other.moves() {
            assert_eq!(board.is_legal(m), list.contains(&m));
        }
    }
}

/// The exchange on a square by plain recursion over a copy of the board: the greatest gain of the
/// side to capture.
fn exchange(squares: &mut [Option<Piece>; 64], to: Square, side: Color) -> i32 {
    let Some((from, piece)) = least_attacker(squares, to, side) else {
        return 0;
    };
    let victim = squares[to.index()].take().expect("a piece to capture");
    let mut after = *squares;
    after[from.index()] = None;
    after[to.index()] = Some(piece);
    squares[to.index()] = Some(victim);
    if piece.kind() == Kind::King && least_attacker(&after, to, !side).is_some() {
        return 0;
    }
    (EXCHANGE[victim.kind() as usize] - exchange(&mut after, to, !side)).max(0)
}

/// The least valuable piece of a side that reaches a square, found by walking.
fn least_attacker(
    squares: &[Option<Piece>; 64],
    to: Square,
    side: Color,
) -> Option<(Square, Piece)> {
    Square::all()
        .filter_map(|from| squares[from.index()].map(|piece| (from, piece)))
        .filter(|&(from, piece)| {
            piece.color() == side && from != to && reaches(squares, piece, from, to)
        })
        .min_by_key(|&(from, piece)| (piece.kind(), from))
}

fn reaches(squares: &[Option<Piece>; 64], piece: Piece, from: Square, to: Square) -> bool {
    let files = i32::from(to.file()) - i32::from(from.file());
    let ranks = i32::from(to.rank()) - i32::from(from.rank());
    let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
    let clear = || {
        let distance = files.abs().max(ranks.abs());
        (1..distance).all(|step| {
            let file = i32::from(from.file()) + files.signum() * step;
            let rank = i32::from(from.rank()) + ranks.signum() * step;
            squares[(rank * 8 + file) as usize].is_none()
        })
    };
    match piece.kind() {
        Kind::Pawn => {
            files.abs() == 1 && ranks == if piece.color() == Color::White { 1 } else { -1 }
        }
        Kind::Knight => files.abs() * ranks.abs() == 2,
        Kind::Bishop => diagonal && clear(),
        Kind::Rook => straight && clear(),
        Kind::Queen => (straight || diagonal) && clear(),
        Kind::King => files.abs().max(ranks.abs()) == 1,
    }
}

#[test]
fn see_ge_matches_recursion() {
    let (mut checked, mut losing) = (0, 0);
    for chess in random_positions(3, 90) {
        let board = Board::<_, Odd>::from_chess(Magic, &chess);
        for m in board.moves() {
            if m.is(Flag::Castle) {
                continue;
            }
            let mut squares: [Option<Piece>; 64] =
                std::array::from_fn(|i| board.make(m).piece_at(Square::new(i as u8)));
            let mut gain = board
                .piece_at(m.to())
                .map_or(0, |piece| EXCHANGE[piece.kind() as usize]);
            if m.is(Flag::EnPassant) {
                gain = EXCHANGE[0];
            }
            if let Some(kind) = m.promoted() {
                gain += EXCHANGE[kind as usize] - EXCHANGE[0];
            }
            let value = gain - exchange(&mut squares, m.to(), !board.turn());
            for threshold in [value - 1, value, value + 1, 0, -100, 100] {
                assert_eq!(
                    board.see_ge(m, threshold),
                    value >= threshold,
                    "{board:?} {m:?} {value} {threshold}"
                );
            }
            checked += 1;
            losing += u32::from(value < 0);
        }
    }
    assert!(checked > 50_000 && losing > 5_000, "{checked} {losing}");
}

#[test]
fn make_null_equals_flipped_turn() {
    for chess in random_positions(4, 36) {
        let board = Board::<_, Odd>::from_chess(Magic, &chess);
        if board.checkers().is_empty() {
            let passed = board.make_null();
            assert_eq!(passed.validate(), Ok(()));
            assert_eq!(passed.turn(), !board.turn());
            assert_eq!((passed.en_passant(), passed.score()), (None, board.score()));
        }
    }
}

#[test]
fn from_fen_bad_fen_is_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for fen in [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    ] {
        let error = Board::<_, Odd>::from_fen(Magic, fen)
            .expect_err("no position")
            .to_string();
        assert!(
            error.starts_with(&format!("\"{fen}\" is not a legal position in FEN: ")),
            "{error}"
        );
    }
    // Broken ones may be refused or not; they must not panic.
    let whole: Vec<&str> = published().map(|row| row.0).collect();
    for _ in 0..20_000 {
        let mut fen = whole.choose(&mut rng).expect("rows").as_bytes().to_vec();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..fen.len());
            fen[at] = b"rnbqkpRNBQKP12345678/ -w"[rng.random_range(0..24)];
        }
        if let Ok(board) = Board::<_, Odd>::from_fen(Magic, &String::from_utf8_lossy(&fen)) {
            assert_eq!(board.validate(), Ok(()));
            assert_eq!(board.count_moves() as usize, board.moves().len());
        }
    }
}
