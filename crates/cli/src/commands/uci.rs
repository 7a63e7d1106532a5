//! `belle uci`

use std::io::{self, BufReader};

use clap::Args;

use crate::players::{self, Entry};

/// Speak the Universal Chess Interface, for chess programs.
#[derive(Debug, Args)]
pub(crate) struct Uci {
    /// Who plays.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::find)]
    player: &'static Entry,
}

impl Uci {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let output = io::BufWriter::new(io::stdout().lock());
        Ok(protocol::uci::run(self.player.make, BufReader::new(io::stdin()), output)?)
    }
}
