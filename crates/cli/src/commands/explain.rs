//! `belle eval`, `belle heuristics` and `belle atlas`: what a program sees in a position.

use anyhow::ensure;
use atlas::Atlas;
use clap::{Args, Subcommand};
use play::{Control, Player as _, PlayerFactory, set_option};
use shakmaty::Position as _;
use tbelle::TBelle;
use terminal::report;

use crate::players;
use crate::setup::{name_and_value, parse_position, parse_position_for};

/// Show every term of a player's evaluation of a position.
#[derive(Debug, Args)]
#[command(override_usage = "belle eval [OPTIONS] <FEN>")]
pub(crate) struct Eval {
    /// Player to use.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::parser())]
    player: PlayerFactory,
    /// Position in FEN, quoted or not, or 'startpos'.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    words: Vec<String>,
}

impl Eval {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut player = self.player.make();
        let game = parse_position_for(&*player, &self.words)?;
        Ok(try_print!(
            "{}",
            report::terms(&player.evaluate(game.position()))
        )?)
    }
}

/// Show how the program of 1972 ranks the moves: six heuristic scores each.
#[derive(Debug, Args)]
#[command(override_usage = "belle heuristics <FEN>")]
pub(crate) struct Heuristics {
    /// Position in FEN, quoted or not, or 'startpos'.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    words: Vec<String>,
}

impl Heuristics {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = parse_position(&self.words)?;
        ensure!(
            !game.position().legal_moves().is_empty(),
            "no legal move in this position: it is mate or stalemate"
        );
        let table = TBelle::default().explain(&game, &Control::new());
        Ok(try_print!("{}", table.unwrap_or_default())?)
    }
}

/// Explain the moves of Atlas, Alex Bell's program of 1967.
#[derive(Debug, Args)]
pub(crate) struct AtlasCommand {
    #[command(subcommand)]
    command: AtlasSubcommand,
}

#[derive(Debug, Subcommand)]
enum AtlasSubcommand {
    Explain(Explain),
}

/// Explain a choice of move: captures, swaps and mobility of each candidate, and the deciding rule.
#[derive(Debug, Args)]
#[command(override_usage = "belle atlas explain [OPTIONS] <FEN>")]
struct Explain {
    /// Set an option, such as Plies=6, QueenRule=off, Mobility=squares or Rules=published;
    /// repeatable.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Position in FEN, quoted or not, or 'startpos'.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    words: Vec<String>,
}

impl AtlasCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let AtlasSubcommand::Explain(explain) = self.command;
        let mut atlas = Atlas::new();
        for option in &explain.option {
            let (name, value) = name_and_value(option)?;
            set_option(&mut atlas, name, value).map_err(anyhow::Error::msg)?;
        }
        let game = parse_position(&explain.words)?;
        let explanation = atlas.explain(&game, &Control::new())?;
        Ok(try_print!("{explanation}")?)
    }
}
