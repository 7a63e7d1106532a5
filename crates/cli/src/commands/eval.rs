//! `belle eval`

use clap::Args;
use play::PlayerFactory;

use crate::players;
use crate::setup::parse_position_for;
use terminal::report;

/// Show every term of a player's evaluation of a position.
#[derive(Debug, Args)]
#[command(override_usage = "belle eval [OPTIONS] <FEN>")]
pub(crate) struct Eval {
    /// Player to use.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::find)]
    player: PlayerFactory,
    /// Position in FEN, quoted or not, or 'startpos'.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    words: Vec<String>,
}

impl Eval {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut player = self.player.make();
        let game = parse_position_for(&*player, &self.words)?;
        try_print!("{}", report::terms(&player.evaluate(game.position())))?;
        Ok(())
    }
}
