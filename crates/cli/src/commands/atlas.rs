//! `belle atlas`

use std::io::{self, Write};

use anyhow::Context;
use atlas::Atlas;
use clap::{Args, Subcommand};
use play::{Control, Player};

use crate::positions;

/// Look into Atlas, Alex Bell's program of 1967.
#[derive(Debug, Args)]
pub(crate) struct AtlasCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Explain(Explain),
}

/// Show every move it considers, what each captures, swaps and leaves in mobility, and why it chooses one.
#[derive(Debug, Args)]
#[command(override_usage = "belle atlas explain [OPTIONS] <FEN>")]
struct Explain {
    /// Set an option, as in Plies=6, QueenRule=false, Mobility=squares or Rules=published.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// 'startpos' or a position in FEN (in quotes or not).
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    words: Vec<String>,
}

impl AtlasCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let What::Explain(explain) = self.what;
        let mut atlas = Atlas::new();
        for option in &explain.option {
            let (name, value) = option.split_once('=').context("an option is set by NAME=VALUE")?;
            atlas.set_option(name, value)?;
        }
        let game = positions::parse(&explain.words)?;
        let explanation = atlas.explain(game.position(), &Control::new())?;
        write!(io::stdout(), "{explanation}")?;
        Ok(())
    }
}
