//! Perft of other libraries beside the fast player's, alternating: each library compiled for this very processor
//! (`RUSTFLAGS="-C target-cpu=native"`), the fast player as everybody gets it, by running its example `perft_speed`.
//!
//! `peers ROUNDS PERFT_SPEED` prints, from the best time of each position, million leaves a second by position, over all
//! six, and as a geometric mean. All count the last ply without making its moves.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::str::FromStr;

use anyhow::{Context, ensure};

/// The six standard positions, as in the fast player's example, with which this package (no part of the workspace, for its
/// libraries' sake) shares nothing.
const POSITIONS: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

/// Leaves and seconds of the six positions.
type Row = [(f64, f64); 6];

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rounds, program] = &arguments[..] else { anyhow::bail!("usage: peers ROUNDS PERFT_SPEED") };
    let rounds: usize = rounds.parse().with_context(|| format!("'{rounds}' is not a number of rounds"))?;
    let libraries: [(&str, fn(&str, u32) -> u64); 5] = [
        ("chess", |fen, depth| chess(&chess::Board::from_str(fen).expect("a position"), depth)),
        ("cozy-chess", |fen, depth| cozy(&cozy_chess::Board::from_str(fen).expect("a position"), depth)),
        ("laura_core", |fen, depth| laura(&laura_core::Board::from_str(fen).expect("a position"), depth)),
        ("laura_core, lists", |fen, depth| {
            laura_lists(&laura_core::Board::from_str(fen).expect("a position"), depth)
        }),
        ("shakmaty", |fen, depth| {
            let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
            let chess: shakmaty::Chess =
                fen.into_position(shakmaty::CastlingMode::Standard).expect("a position");
            shakmaty::perft(&chess, depth)
        }),
    ];
    let mut best = BTreeMap::new();
    for _ in 0..rounds {
        for (name, count) in libraries {
            let mut row = [(0.0, 0.0); 6];
            for (cell, (fen, depth)) in row.iter_mut().zip(POSITIONS) {
                let before = seconds()?;
                let leaves = count(fen, depth);
                *cell = (leaves as f64, seconds()? - before);
            }
            note(&mut best, name, row)?;
        }
        for (name, row) in ours(program)? {
            note(&mut best, &name, row)?;
        }
    }
    for (name, row) in &best {
        let rates: String = row.iter().map(|(leaves, time)| format!("{:6.0}", leaves / time / 1e6)).collect();
        let (leaves, time) = row.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        let mean = (row.iter().map(|(leaves, time)| (leaves / time / 1e6).ln()).sum::<f64>() / 6.0).exp();
        println!("{name:18}{rates}  all {:5.0}  mean {mean:5.0}", leaves / time / 1e6);
    }
    Ok(())
}

/// Seconds this thread has run.
fn seconds() -> anyhow::Result<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").context("this needs Linux")?;
    let nanoseconds: f64 = text.split_whitespace().next().context("an empty schedstat")?.parse()?;
    Ok(nanoseconds / 1e9)
}

/// Keeps the best time of each position.
fn note(best: &mut BTreeMap<String, Row>, name: &str, row: Row) -> anyhow::Result<()> {
    let kept = best.entry(name.to_owned()).or_insert(row);
    for (kept, cell) in kept.iter_mut().zip(row) {
        ensure!(kept.0 == cell.0, "{name} counts {} and {}", kept.0, cell.0);
        kept.1 = kept.1.min(cell.1);
    }
    Ok(())
}

/// One round of the example: a row for each kind of processor it counts for.
fn ours(program: &str) -> anyhow::Result<BTreeMap<String, Row>> {
    let output = Command::new(program).arg("1").output().with_context(|| format!("cannot run {program}"))?;
    let mut rows = BTreeMap::<String, Vec<(f64, f64)>>::new();
    for line in String::from_utf8(output.stdout)?.lines().filter(|line| !line.ends_with("all six")) {
        let mut words = line.split_whitespace();
        let (kind, leaves) = (words.next().context("no processor")?, words.next().context("no count")?);
        let rate = words.nth(1).context("no rate")?;
        let (leaves, rate): (f64, f64) = (leaves.parse()?, rate.parse()?);
        rows.entry(format!("native, {kind}")).or_default().push((leaves, leaves / rate / 1e6));
    }
    rows.into_iter()
        .map(|(name, row)| Ok((name, Row::try_from(row).ok().context("not six positions")?)))
        .collect()
}

fn chess(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|m| chess(&board.make_move_new(m), depth - 1)).sum()
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                leaves += cozy(&next, depth - 1);
            }
        }
        false
    });
    leaves
}

/// Counted one by one as they are found, which is its fastest.
fn laura(board: &laura_core::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    laura_core::enumerate_legal_moves::<laura_core::AllMoves, _>(board, |m| {
        leaves += if depth == 1 { 1 } else { laura(&board.make_move(m), depth - 1) };
        true
    });
    leaves
}

/// By the length of its lists.
fn laura_lists(board: &laura_core::Board, depth: u32) -> u64 {
    let moves = laura_core::gen_moves::<laura_core::AllMoves>(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&m| laura_lists(&board.make_move(m), depth - 1)).sum()
}
