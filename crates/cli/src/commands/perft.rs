//! `belle perft`

use std::ops::RangeInclusive;
use std::time::Instant;

use anyhow::{bail, ensure};
use board::PerftSetup;
use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use play::{Control, PERFT_PLIES, PlayerFactory, castling_mode};

use crate::players;
use crate::setup::{Usage, parse_position_for, working};

/// Count the leaves of the game tree (perft) with a player's move generator.
#[derive(Debug, Args)]
#[command(override_usage = "belle perft [OPTIONS] <FEN> <DEPTH>")]
pub(crate) struct Perft {
    /// Player to use.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::parser())]
    player: PlayerFactory,
    /// Number of threads (native only).
    #[arg(long, value_name = "N", value_parser = number(PerftSetup::THREADS))]
    threads: Option<u64>,
    /// Size of the hash table in MiB, or 0 for none (native only).
    #[arg(long, value_name = "MB", value_parser = number(PerftSetup::HASH))]
    hash: Option<u64>,
    /// Print the count for each move.
    #[arg(long)]
    divide: bool,
    /// Position in FEN, quoted or not, or 'startpos'; then the depth in plies.
    #[arg(value_names = ["FEN", "DEPTH"], num_args = 2.., required = true)]
    words: Vec<String>,
}

/// Parser of a number within a range.
fn number(range: RangeInclusive<usize>) -> RangedU64ValueParser {
    value_parser!(u64).range(*range.start() as u64..=*range.end() as u64)
}

impl Perft {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (depth, position) = self.words.split_last().expect("clap asks for two");
        let expected = || format!("depth: expected 0 to {PERFT_PLIES}, got '{depth}'");
        let depth = match depth.parse() {
            Ok(depth) if depth <= PERFT_PLIES => depth,
            _ => bail!(Usage(expected())),
        };
        let mut player = self.player.make();
        let game = parse_position_for(&*player, position)?;
        let has_no_setup = self.threads.is_none() && self.hash.is_none();
        let name = self.player.name();
        ensure!(
            has_no_setup || name == "native",
            Usage(format!(
                "--threads and --hash need --player native, got {name}"
            ))
        );
        let start = Instant::now();
        let counts = match depth {
            0 => Vec::new(),
            _ if has_no_setup => working("perft", || {
                player.perft(game.position(), depth, &Control::new())
            })?,
            _ => {
                let (threads, hash) = (self.threads.unwrap_or(1), self.hash.unwrap_or(0));
                let setup = PerftSetup {
                    threads: usize::try_from(threads)?,
                    hash: usize::try_from(hash)?,
                };
                working("perft", || {
                    board::perft(game.position(), depth, setup, &|| false)
                })?
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        if self.divide {
            for (chess_move, leaves) in &counts {
                try_println!(
                    "{}: {leaves}",
                    chess_move.to_uci(castling_mode(*chess_move))
                )?;
            }
        }
        let leaves = if depth == 0 {
            1
        } else {
            counts.iter().map(|(_, leaves)| leaves).sum()
        };
        try_println!("{leaves}")?;
        eprintln!(
            "{seconds:.2} s, {:.0} leaves a second",
            leaves as f64 / seconds.max(1e-9)
        );
        Ok(())
    }
}
