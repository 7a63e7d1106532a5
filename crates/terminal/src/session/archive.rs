//! The session's games on their way into a file.

use std::path::Path;

use play::TimeControl;

use crate::pgn_file::PgnFile;
use crate::table::Table;

/// The games before this one, and where all go.
#[derive(Debug)]
pub(super) struct Archive {
    date: String,
    file: PgnFile,
    finished: String,
}

impl Archive {
    pub(super) fn new(date: String, file: PgnFile) -> Archive {
        Archive { date, file, finished: String::new() }
    }

    /// The game on the table as PGN.
    pub(super) fn pgn(&self, table: &Table, control: Option<TimeControl>) -> String {
        table.pgn(&self.date, control).to_string()
    }

    /// All games as PGN; one in which nothing was done is none.
    pub(super) fn games(&self, table: &Table, control: Option<TimeControl>) -> String {
        let last = if table.is_played() { self.pgn(table, control) } else { String::new() };
        format!("{}{last}", self.finished)
    }

    /// The game on the table is over and done with.
    pub(super) fn put_away(&mut self, table: &Table, control: Option<TimeControl>) {
        self.finished = self.games(table, control);
    }

    /// Writes the games, in this file if one is named, and says where.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn save(&mut self, path: Option<&str>, games: &str) -> anyhow::Result<String> {
        match path {
            Some(path) => self.file.save_as(Path::new(path), games).map(|()| path.to_owned()),
            None => self.file.save(games).map(|path| path.display().to_string()),
        }
    }
}
