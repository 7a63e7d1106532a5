//! `belle xboard`

use std::io::{self, BufReader};

use clap::Args;

use crate::setup::PlayerSetup;

/// Speak xboard's protocol (CECP 2), for chess programs. If the first line is 'uci', speak that protocol.
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
