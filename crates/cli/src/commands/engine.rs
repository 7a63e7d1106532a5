//! `belle uci` and `belle xboard`

use std::io::{self, BufReader, BufWriter};

use clap::Args;

use crate::setup::PlayerSetup;

/// Run as a UCI engine (as an xboard engine if the first line is 'xboard').
#[derive(Debug, Args)]
pub(crate) struct Uci {
    #[command(flatten)]
    player: PlayerSetup,
}

/// Run as an xboard engine, CECP version 2 (as a UCI engine if the first line is 'uci').
#[derive(Debug, Args)]
pub(crate) struct XBoard {
    #[command(flatten)]
    player: PlayerSetup,
}

impl Uci {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (input, output) = (
            BufReader::new(io::stdin()),
            BufWriter::new(io::stdout().lock()),
        );
        Ok(protocol::run_uci(self.player.list()?, input, output)?)
    }
}

impl XBoard {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (input, output) = (
            BufReader::new(io::stdin()),
            BufWriter::new(io::stdout().lock()),
        );
        Ok(protocol::run_xboard(self.player.list()?, input, output)?)
    }
}
