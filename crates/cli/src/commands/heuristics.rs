//! `belle heuristics`.

use clap::Args;
use tbelle::TBelle;

use crate::setup::parse_position;

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
        try_print!("{}", TBelle::explain(game.position()))?;
        Ok(())
    }
}
