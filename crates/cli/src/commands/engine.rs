//! `belle uci` and `belle xboard`

use std::io::{self, BufReader, BufWriter};

use clap::Args;
use play::PlayerList;
use terminal::Strength;

use super::play::draw_seed;
use crate::setup::PlayerSetup;

/// Run as a UCI engine (as an xboard engine if the first line is 'xboard').
#[derive(Debug, Args)]
pub(crate) struct Uci {
    #[command(flatten)]
    engine: LimitedEngine,
}

/// Run as an xboard engine, CECP version 2 (as a UCI engine if the first line is 'uci').
#[derive(Debug, Args)]
pub(crate) struct XBoard {
    #[command(flatten)]
    engine: LimitedEngine,
}

/// A player, of limited strength if wanted.
#[derive(Debug, Args)]
struct LimitedEngine {
    #[command(flatten)]
    player: PlayerSetup,
    /// Limit the strength to this rating from 500 to 2800: native, with UCI_LimitStrength and
    /// UCI_Elo set.
    #[arg(long, value_name = "RATING", conflicts_with = "player", value_parser = Strength::rating)]
    elo: Option<Strength>,
}

impl LimitedEngine {
    /// The players with what is set. The errors of limited strength differ from run to run.
    fn list(&self) -> anyhow::Result<PlayerList> {
        let mut players = self.player.list()?;
        if let Some(strength) = self.elo {
            strength.apply(&mut players).map_err(anyhow::Error::msg)?;
        }
        draw_seed(&mut players);
        Ok(players)
    }
}

impl Uci {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (input, output) = (
            BufReader::new(io::stdin()),
            BufWriter::new(io::stdout().lock()),
        );
        Ok(protocol::run_uci(self.engine.list()?, input, output)?)
    }
}

impl XBoard {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (input, output) = (
            BufReader::new(io::stdin()),
            BufWriter::new(io::stdout().lock()),
        );
        Ok(protocol::run_xboard(self.engine.list()?, input, output)?)
    }
}
