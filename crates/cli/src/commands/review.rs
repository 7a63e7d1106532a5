//! `belle review`

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, value_parser};

use super::play::Play;

/// Look at a game of a PGN file in the terminal.
///
/// Steps through the game and its variations, goes to its mistakes (F8), lets you try again at one
/// (F9), and shows the machine's lines. `go` plays on from any position, with the options of
/// `belle play`.
#[derive(Debug, Args)]
pub(crate) struct Review {
    /// PGN file, also compressed (.gz, .zst, .bz2).
    file: PathBuf,
    /// Number of the game; without it the games of a file of several are listed.
    #[arg(value_parser = value_parser!(u64).range(1..))]
    number: Option<u64>,
    #[command(flatten)]
    play: Play,
}

impl Review {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let shown = self.file.display();
        // What can be said of the file is said before a screen hides it. What is no file, such as a
        // pipe, is read once only.
        let file = files::open(&self.file).with_context(|| format!("cannot read {shown}"))?;
        drop(file);
        if self.file.is_file() {
            let number = self.number.map(usize::try_from).transpose()?;
            terminal::check_game(&self.file, number)?;
        }
        let mut first = format!("review {shown}");
        if let Some(number) = self.number {
            first += &format!(" {number}");
        }
        self.play.begin_with(Some(first))
    }
}
