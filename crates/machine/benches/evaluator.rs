//! Full values a second on one core, over the positions of seeded random games.

#[path = "../tests/common/mod.rs"]
#[allow(dead_code)]
mod common;

use common::inputs;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use logic::Lanes;
use machine::evaluator::full::full_value;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Position};
use std::hint::black_box;

fn positions() -> Vec<[u64; 4]> {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let mut all = Vec::new();
    let mut position = Chess::default();
    while all.len() < 256 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.fullmoves().get() > 60 {
            position = Chess::default();
            continue;
        }
        position.play_unchecked(moves[random.random_range(0..moves.len())]);
        all.push(inputs(&position).piece);
    }
    all
}

fn values(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluator");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("full_value", |b| {
        b.iter(|| {
            black_box(&positions)
                .iter()
                .map(|&piece| i64::from(full_value(Lanes, piece, 5)))
                .sum::<i64>()
        })
    });
    group.finish();
}

criterion_group!(benches, values);
criterion_main!(benches);
