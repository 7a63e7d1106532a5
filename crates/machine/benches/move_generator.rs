//! Finds a second on one core, over the positions of three well-known games.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{enumerate, inputs};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use logic::Lanes;
use machine::move_generator::MoveGenInputs;
use shakmaty::{Chess, Position, san::San};
use std::hint::black_box;

const GAMES: [&str; 3] = [
    // Anderssen - Kieseritzky, London 1851
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 \
     Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    // Anderssen - Dufresne, Berlin 1852
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 \
     Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    // Morphy - the Duke of Brunswick and Count Isouard, Paris 1858
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 \
     Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
];

fn positions() -> Vec<MoveGenInputs> {
    let mut all = Vec::new();
    for game in GAMES {
        let mut position = Chess::default();
        all.push(inputs(&position));
        for word in game.split_whitespace() {
            let san: San = word.parse().expect("a move in SAN");
            let m = san.to_move(&position).expect("a legal move");
            position.play_unchecked(m);
            all.push(inputs(&position));
        }
    }
    all
}

fn finds(c: &mut Criterion) {
    let positions = positions();
    let mut asked: Vec<(MoveGenInputs, Option<u8>)> = Vec::new();
    for &position in &positions {
        enumerate(
            position,
            |inputs, victim| asked.push((*inputs, victim)),
            |_| {},
        );
    }

    let mut group = c.benchmark_group("finds");
    group.throughput(Throughput::Elements(asked.len() as u64));
    // Each find depends on the one before, as in the machine.
    group.bench_function("loop", |b| {
        b.iter(|| {
            let mut moves = 0;
            for &position in black_box(&positions) {
                enumerate(position, |_, _| {}, |_| moves += 1);
            }
            moves
        })
    });
    // The same finds, independent of each other.
    group.bench_function("replayed", |b| {
        b.iter(|| {
            let mut sum = 0u64;
            for (inputs, victim) in black_box(&asked) {
                let result = match *victim {
                    None => inputs.find_victim(Lanes),
                    Some(victim) => inputs.find_aggressor(Lanes, victim),
                };
                sum += (result.square + result.line) as u64;
            }
            sum
        })
    });
    group.finish();

    let mut group = c.benchmark_group("check");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("attacked_king", |b| {
        b.iter(|| {
            black_box(&positions)
                .iter()
                .filter(|position| position.attacked_king(Lanes))
                .count()
        })
    });
    group.finish();
}

criterion_group!(benches, finds);
criterion_main!(benches);
