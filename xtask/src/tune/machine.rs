//! `cargo xtask tune`: fits the full evaluator's weights to the results of games that it plays against itself.
//!
//! 1. Games from seeded random openings, both sides with the present table.
//! 2. Of each game some quiet positions, with the game's result.
//! 3. Logistic regression of result on value, a ridge holding every weight near the one it has.
//! 4. The error on games that were not used, and a match between the two tables.
//!
//! Nothing is written: the printed table is for editing `crates/roms/src/full.rs`.

use clap::Args;
use roms::full::TERMS;

use super::games;
use super::regression::{Descent, error, scale};
use super::search::{MATERIAL, Weights, table};

/// Steps of the descent.
const STEPS: i32 = 600;

/// Fits the full evaluator's weights to self-play.
#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// Games to learn from.
    #[arg(long, default_value_t = 4_000)]
    games: u64,
    /// Plies of search for each move of them.
    #[arg(long, default_value_t = 2)]
    depth: u8,
    /// Seed of the openings and of the choice of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Strength of the ridge that holds each weight.
    #[arg(long, default_value_t = 0.001)]
    ridge: f64,
    /// Pairs of games between the new table and the old.
    #[arg(long, default_value_t = 500)]
    pairs: u64,
}

impl Tune {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let before = table();
        let samples = games::learn(self.seed, self.games, self.depth, &before);
        let (held, used): (Vec<_>, Vec<_>) = samples.into_iter().partition(|sample| sample.game % 5 == 0);
        println!("{} positions, {} more held out", used.len(), held.len());
        clamp_statistics(&used, &before);

        let best_scale = scale(&used, &before);
        let mut descent = Descent::new(&used, &before, best_scale, self.ridge * best_scale * best_scale);
        let all: Vec<usize> = (0..used.len()).collect();
        for step in 1..=STEPS {
            descent.step(&all, 0.5 * (1.0 - f64::from(step) / f64::from(STEPS + 1)));
        }
        // The nearest that a table could hold.
        let after: Weights = std::array::from_fn(|at| descent.at[at].round().clamp(-127.0, 127.0));
        println!("\n{:<32}{:>8}{:>8}    {:>8}{:>8}", "", "early", "", "late", "");
        for (row, (old, new)) in TERMS.iter().zip(before.chunks(2).zip(after.chunks(2))) {
            println!("{:<32}{:>8}{:>8}    {:>8}{:>8}", row.name, old[0], new[0], old[1], new[1]);
        }
        println!("material, knight to queen: {:+.0?}", &after[MATERIAL..]);
        println!("\n{:<12}{:>12}{:>12}", "error", "used", "held out");
        let material: Weights = std::array::from_fn(|at| if at < MATERIAL { 0.0 } else { before[at] });
        for (name, weights) in [("lazy alone", &material), ("before", &before), ("after", &after)] {
            let scale = scale(&used, weights);
            println!(
                "{name:<12}{:>12.6}{:>12.6}",
                error(&used, weights, scale),
                error(&held, weights, scale)
            );
        }
        let table_only: Weights = std::array::from_fn(|at| if at < MATERIAL { after[at] } else { 0.0 });
        for (name, new, old) in [
            ("after against before", &table_only, &before),
            ("before against lazy alone", &before, &material),
        ] {
            let [won, drawn, lost] = games::contest(self.seed + 1, self.pairs, self.depth, new, old);
            println!("{name}: {}", elo(won, drawn, lost));
        }
        Ok(())
    }
}

fn clamp_statistics(samples: &[games::Sample], weights: &Weights) {
    let mut sizes: Vec<f64> = samples.iter().map(|sample| sample.features.full_part(weights).abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let beyond =
        |limit: f64| 100.0 * sizes.iter().filter(|&&size| size > limit).count() as f64 / sizes.len() as f64;
    let at = |share: f64| sizes[(share * (sizes.len() - 1) as f64) as usize];
    println!("full part, either way: half within {:.0}, 90 % {:.0}, 99 % {:.0}", at(0.5), at(0.9), at(0.99));
    let margin = f64::from(roms::full::FULL_MARGIN);
    println!(
        "beyond the margin of {margin}: {:.2} %; beyond 128: {:.2} %; beyond 256: {:.2} %",
        beyond(margin),
        beyond(128.0),
        beyond(256.0)
    );
}

/// A match's result with the difference in strength it shows, and twice its standard error.
fn elo(won: u64, drawn: u64, lost: u64) -> String {
    let games = (won + drawn + lost) as f64;
    let score = (won as f64 + drawn as f64 / 2.0) / games;
    let spread = (won as f64 + drawn as f64 / 4.0) / games - score * score;
    let difference = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    let error = 2.0 * (spread / games).sqrt();
    let wide = (difference(score + error) - difference(score - error)) / 2.0;
    format!(
        "+{won} ={drawn} -{lost}, {:.1} %, {:+.0} Elo, 95 % within {wide:.0}",
        100.0 * score,
        difference(score)
    )
}
