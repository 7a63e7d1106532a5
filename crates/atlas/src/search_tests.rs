//! The search against plain minimax, and the choice with narrow windows against the choice with
//! exact values.

use play::{Choices, Control, Limits};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Position};

use crate::legal::{in_check, legal_moves};
use crate::make::{make, unmake};
use crate::movegen::Move;
use crate::root::{RootMove, choose_move, root_moves, search_root};
use crate::search::{Search, SearchLimits};
use crate::settings::{Captures, Measure, Settings};
use crate::side::Side;
use crate::value::{MATE, MobilityPair, UNIT, gain};
use play::problem_from_fen;

fn plain(
    settings: &Settings,
    ply: u32,
    left: u32,
    balance: i32,
    mine: &Side,
    theirs: &Side,
) -> i32 {
    let (mut mine, mut theirs) = (mine.clone(), theirs.clone());
    let moves = legal_moves(settings.rules, &mut mine, &mut theirs);
    let check = in_check(&mine, &theirs);
    if moves.is_empty() && (check || left > 0) {
        return if check { ply as i32 - MATE } else { 0 };
    }
    if left == 0 {
        let freedom = MobilityPair::new(settings.measure, settings.rules, &mine, &theirs);
        return balance * UNIT + freedom.compared(settings.measure);
    }
    let value = |mv: Move| {
        let (mut mine, mut theirs) = (mine.clone(), theirs.clone());
        let balance = balance + gain(&theirs, mv, ply.is_multiple_of(2));
        make(&mut mine, &mut theirs, mv);
        -plain(settings, ply + 1, left - 1, -balance, &theirs, &mine)
    };
    moves.into_iter().map(value).max().unwrap()
}

fn searched_root_moves(
    settings: Settings,
    all: bool,
    mine: &mut Side,
    theirs: &mut Side,
) -> Vec<RootMove> {
    let control = Control::new();
    let limits = Limits::default();
    let mut search_limits = SearchLimits::new(&limits, mine.color, &settings, &control);
    let mut search = Search::new(settings, &mut search_limits);
    let moves = legal_moves(settings.rules, mine, theirs);
    let mut known = root_moves(&moves, mine, theirs);
    for plies in 1..=settings.plies {
        search_root(&mut search, &mut known, plies, all, mine, theirs).unwrap();
    }
    known
}

/// Positions with captures, checks, mates, castling, en passant and promotion about, and their
/// neighbors.
fn positions() -> Vec<Chess> {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - -",
        "4k3/P7/8/8/8/8/p7/4K3 b - -",
        "7k/5Q2/8/6K1/8/8/8/8 b - -",
        // Swaps of queens: one that is safe, and one that lets White be mated.
        "3rk3/8/8/3q2r1/8/8/3Q1PPP/3R2K1 w - -",
        "3rr1k1/5ppp/q7/8/8/8/4QPPP/1N4K1 w - -",
    ];
    let mut positions = Vec::new();
    for fen in fens {
        let first = problem_from_fen(fen).unwrap();
        let moves = first.legal_moves();
        positions.push(first.clone());
        for mv in moves.into_iter().step_by(9) {
            let mut next = first.clone();
            next.play_unchecked(mv);
            positions.push(next);
        }
    }
    positions
}

fn all_measures() -> impl Iterator<Item = Settings> {
    Measure::values().map(|measure| Settings {
        measure,
        plies: 2,
        ..Settings::default()
    })
}

#[test]
fn alpha_beta_equals_minimax() {
    let mut compared = 0;
    for (n, position) in positions().iter().enumerate() {
        let (mut mine, mut theirs) = Side::both(position).unwrap();
        for settings in all_measures() {
            // Three plies take the plain search long, so not everywhere.
            let settings = Settings {
                plies: if n % 6 == 0 { 3 } else { 2 },
                ..settings
            };
            for candidate in searched_root_moves(settings, true, &mut mine, &mut theirs) {
                let balance = gain(&theirs, candidate.mv, true);
                let undo = make(&mut mine, &mut theirs, candidate.mv);
                let value = -plain(&settings, 1, settings.plies - 1, -balance, &theirs, &mine);
                unmake(&mut mine, &mut theirs, candidate.mv, undo);
                assert_eq!(
                    candidate.value, value,
                    "{:?} {settings:?} {position:?}",
                    candidate.mv
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

fn wild(count: usize) -> Vec<Chess> {
    let mut rng = ChaCha8Rng::seed_from_u64(1967);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Chess::default();
        for ply in 0..120 {
            let Some(&mv) = position.legal_moves().choose(&mut rng) else {
                break;
            };
            position.play_unchecked(mv);
            if ply % 10 == 9 && !position.legal_moves().is_empty() {
                positions.push(position.clone());
            }
        }
    }
    positions
}

#[test]
fn choice_with_narrow_windows_equals_exact() {
    let known = positions()
        .into_iter()
        .filter(|position| !position.legal_moves().is_empty());
    for (n, position) in known.chain(wild(300)).enumerate() {
        let (mut mine, mut theirs) = Side::both(&position).unwrap();
        let (measure, captures) = (Measure::ALL[n % 3].0, Captures::ALL[n / 3 % 2].0);
        let settings = Settings {
            measure,
            captures,
            ..Settings::default()
        };
        let exact = searched_root_moves(settings, true, &mut mine, &mut theirs);
        let narrow = searched_root_moves(settings, false, &mut mine, &mut theirs);
        let ((a, why_a), (b, why_b)) = (
            choose_move(&exact, captures),
            choose_move(&narrow, captures),
        );
        assert_eq!(
            (a.mv, a.value, why_a),
            (b.mv, b.value, why_b),
            "{settings:?} {position:?}"
        );
    }
}
