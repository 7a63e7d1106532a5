//! The files that an analysis writes besides the games.

use std::path::{Path, PathBuf};

use files::check_new;
use serde::{Deserialize, Serialize};

/// Results of an analysis besides the games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct ResultFiles {
    pub json: Option<PathBuf>,
    /// Games; the players stand in `FILE-players.csv` beside `FILE.csv`.
    pub csv: Option<PathBuf>,
    pub html: Option<PathBuf>,
    /// Whether the table is shown.
    pub table: bool,
}

impl ResultFiles {
    /// Checks that no file would be overwritten.
    pub fn check_new(&self) -> anyhow::Result<()> {
        let players = self.csv.as_deref().map(players_path);
        let all = [&self.json, &self.csv, &players, &self.html];
        all.into_iter()
            .flatten()
            .try_for_each(|path| check_new(path, "choose another name"))
    }
}

/// The file of the players, beside that of the games.
pub(crate) fn players_path(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-players.csv"))
}
