//! `cargo xtask tune`: fits the full evaluator's weights to the results of games that it plays against itself.
//!
//! 1. Games from seeded random openings, both sides with the present table.
//! 2. Of each game some quiet positions, with the game's result.
//! 3. Logistic regression of result on value, a ridge holding every weight near the one it has.
//! 4. The error on games that were not used, and a match between the two tables.
//!
//! Nothing is written: the printed table is for editing `crates/roms/src/full.rs`.

mod fit;
mod games;
mod search;

use clap::Args;
use roms::full::{FULL_TERMS, TERMS};

use search::Weights;

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
        let before = Weights::of_table();
        let samples = games::learn(self.seed, self.games, self.depth, &before);
        let (held, used): (Vec<_>, Vec<_>) = samples.into_iter().partition(|sample| sample.game % 5 == 0);
        println!("{} positions, {} more held out", used.len(), held.len());
        clamp_statistics(&used, &before);

        let scale = fit::scale(&used, &before);
        let after = fit::fit(&used, &before, scale, self.ridge).rounded();
        println!("\n{:<32}{:>8}{:>8}    {:>8}{:>8}", "", "early", "", "late", "");
        for (term, row) in TERMS.iter().enumerate() {
            let [early, late] = before.full[term];
            let [new_early, new_late] = after.full[term];
            println!("{:<32}{early:>8}{new_early:>8}    {late:>8}{new_late:>8}", row.name);
        }
        println!("material, knight to queen: {:+.0?}", after.material);
        println!("\n{:<12}{:>12}{:>12}", "error", "used", "held out");
        let material = Weights { full: [[0.0; 2]; FULL_TERMS], ..before };
        for (name, weights) in [("lazy alone", &material), ("before", &before), ("after", &after)] {
            let scale = fit::scale(&used, weights);
            let (used, held) = (fit::error(&used, weights, scale), fit::error(&held, weights, scale));
            println!("{name:<12}{used:>12.6}{held:>12.6}");
        }
        let table_only = Weights { material: [0.0; 4], ..after };
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
    let mut sizes: Vec<f64> =
        samples.iter().map(|sample| weights.full_part(&sample.features).abs()).collect();
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
