//! `belle uci`

use std::io::{self, BufReader};

use clap::Args;

use crate::setup::PlayerSetup;

/// Run as a UCI engine (as an xboard engine if the first line is 'xboard').
#[derive(Debug, Args)]
pub(crate) struct Uci {
    #[command(flatten)]
    player: PlayerSetup,
}

impl Uci {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let output = io::BufWriter::new(io::stdout().lock());
        Ok(protocol::uci::run(self.player.list()?, BufReader::new(io::stdin()), output)?)
    }
}
