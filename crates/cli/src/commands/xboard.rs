//! `belle xboard`

use std::io::{self, BufReader};

use clap::Args;

use crate::setup::PlayerSetup;

/// Run as an xboard engine, CECP version 2 (as a UCI engine if the first line is 'uci').
#[derive(Debug, Args)]
pub(crate) struct XBoard {
    #[command(flatten)]
    player: PlayerSetup,
}

impl XBoard {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let output = io::BufWriter::new(io::stdout().lock());
        Ok(protocol::xboard::run(self.player.list()?, BufReader::new(io::stdin()), output)?)
    }
}
