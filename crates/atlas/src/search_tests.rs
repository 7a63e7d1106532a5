//! The search against the plainest one: no alpha-beta, no order of captures; and the choice with narrow windows
//! against the choice with every value exact.

use play::{Control, Limits};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Position};

use crate::choice::{Candidate, candidates, choose, weigh};
use crate::legal::{in_check, legal_moves};
use crate::listing::Move;
use crate::make::{make, unmake};
use crate::mate::position;
use crate::men::Men;
use crate::search::Search;
use crate::style::{Measure, Style};
use crate::tables::Tables;
use crate::value::{Freedom, MATE, UNIT, gain};
use crate::watch::Watch;

/// The value for `mine`, to move, of which every move is legal.
fn plain(tables: &Tables, style: &Style, ply: u32, left: u32, balance: i32, mine: &Men, theirs: &Men) -> i32 {
    let (mut mine, mut theirs) = (mine.clone(), theirs.clone());
    let moves = legal_moves(tables, style.scope, &mut mine, &mut theirs);
    let check = in_check(tables, &mine, &theirs);
    if moves.is_empty() && (check || left > 0) {
        return if check { ply as i32 - MATE } else { 0 };
    }
    if left == 0 {
        let freedom = Freedom::of(tables, style.measure, style.scope, &mine, &theirs);
        return balance * UNIT + freedom.compared(style.measure);
    }
    let value = |one: Move| {
        let (mut mine, mut theirs) = (mine.clone(), theirs.clone());
        let balance = balance + gain(&theirs, one, ply.is_multiple_of(2));
        make(&mut mine, &mut theirs, one);
        -plain(tables, style, ply + 1, left - 1, -balance, &theirs, &mine)
    };
    moves.into_iter().map(value).max().unwrap()
}

fn weighed(tables: &Tables, style: Style, all: bool, mine: &mut Men, theirs: &mut Men) -> Vec<Candidate> {
    let control = Control::new();
    let mut watch = Watch::new(&Limits::default(), mine.colour, 0, &control);
    let mut search = Search::new(tables, style, &mut watch);
    let moves = legal_moves(tables, style.scope, mine, theirs);
    let mut known = candidates(&search, &moves, mine, theirs);
    for plies in 1..=style.plies {
        weigh(&mut search, &mut known, plies, all, mine, theirs).unwrap();
    }
    known
}

/// Positions with captures, checks, mates, castling, en passant and promotion about, and their neighbours.
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
        let first = position(fen).unwrap();
        let moves = first.legal_moves();
        positions.push(first.clone());
        for one in moves.into_iter().step_by(9) {
            let mut next = first.clone();
            next.play_unchecked(one);
            positions.push(next);
        }
    }
    positions
}

fn styles() -> impl Iterator<Item = Style> {
    Measure::ALL.into_iter().map(|(measure, _)| Style { measure, plies: 2, ..Style::default() })
}

#[test]
fn alpha_beta_gives_the_values_of_plain_minimax() {
    let tables = Tables::new();
    let mut compared = 0;
    for (n, position) in positions().iter().enumerate() {
        let (mut mine, mut theirs) = Men::both(position).unwrap();
        for style in styles() {
            // Three plies take the plain search long, so not everywhere.
            let style = Style { plies: if n % 6 == 0 { 3 } else { 2 }, ..style };
            for candidate in weighed(&tables, style, true, &mut mine, &mut theirs) {
                let balance = gain(&theirs, candidate.one, true);
                let undo = make(&mut mine, &mut theirs, candidate.one);
                let value = -plain(&tables, &style, 1, style.plies - 1, -balance, &theirs, &mine);
                unmake(&mut mine, &mut theirs, candidate.one, undo);
                assert_eq!(candidate.value, value, "{:?} {style:?} {position:?}", candidate.one);
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

/// Positions from random games, where men hang and queens face each other.
fn wild(count: usize) -> Vec<Chess> {
    let mut rng = ChaCha8Rng::seed_from_u64(1967);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Chess::default();
        for ply in 0..120 {
            let Some(&one) = position.legal_moves().choose(&mut rng) else { break };
            position.play_unchecked(one);
            if ply % 10 == 9 && !position.legal_moves().is_empty() {
                positions.push(position.clone());
            }
        }
    }
    positions
}

#[test]
fn narrow_windows_choose_what_exact_values_choose() {
    let tables = Tables::new();
    let known = positions().into_iter().filter(|position| !position.legal_moves().is_empty());
    for (n, position) in known.chain(wild(300)).enumerate() {
        let (mut mine, mut theirs) = Men::both(&position).unwrap();
        let style = Style { measure: Measure::ALL[n % 3].0, ..Style::default() };
        let exact = weighed(&tables, style, true, &mut mine, &mut theirs);
        let narrow = weighed(&tables, style, false, &mut mine, &mut theirs);
        let ((a, why_a), (b, why_b)) = (choose(&exact), choose(&narrow));
        assert_eq!((a.one, a.value, why_a), (b.one, b.value, why_b), "{style:?} {position:?}");
    }
}
