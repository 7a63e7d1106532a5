//! `belle atlas`.

use std::io::{self, Write};

use anyhow::Context;
use atlas::Atlas;
use clap::{Args, Subcommand};
use play::{Control, Player};

use crate::setup::parse_position;

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
    /// Set an option, such as Plies=6, QueenRule=off, Mobility=squares or Rules=published; repeatable.
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
            let (name, value) = option
                .split_once('=')
                .with_context(|| format!("option: expected NAME=VALUE, got '{option}'"))?;
            atlas.set_option(name, value)?;
        }
        let game = parse_position(&explain.words)?;
        let explanation = atlas.explain(game.position(), &Control::new())?;
        write!(io::stdout(), "{explanation}")?;
        Ok(())
    }
}
