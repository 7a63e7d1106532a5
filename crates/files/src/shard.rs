//! Shards of a job, which run apart, and the names of their files.

use std::ffi::OsString;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::{check_new, parent_folder};

/// Most shards of a job.
const MAX_SHARDS: usize = 10_000;

/// Shard K of N of a job: every N-th task, from the K-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    of: usize,
    number: usize,
}

impl FromStr for Shard {
    type Err = String;

    /// Parses `2/4`.
    fn from_str(text: &str) -> Result<Shard, String> {
        if let Some((number, of)) = text.split_once('/')
            && let (Ok(number), Ok(of)) = (number.parse(), of.parse())
            && (1..=of).contains(&number)
            && of <= MAX_SHARDS
        {
            return Ok(Shard { of, number });
        }
        Err(format!(
            "expected K/N with K from 1 to N, such as 2/4, got '{text}'"
        ))
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// Whether an item, numbered from 0, is of this shard.
    pub fn has(self, item: usize) -> bool {
        item % self.of == self.number - 1
    }

    /// The shard's file, beside the file of the whole: `games.2-of-4.job` for `games.job`.
    pub fn path(self, whole: &Path) -> PathBuf {
        let mut name = OsString::from(whole.file_stem().unwrap_or_default());
        name.push(format!(".{}-of-{}", self.number, self.of));
        if let Some(extension) = whole.extension() {
            name.push(".");
            name.push(extension);
        }
        whole.with_file_name(name)
    }
}

/// The file of a shard, or of the whole without one.
pub fn shard_path(whole: &Path, shard: Option<Shard>) -> PathBuf {
    match shard {
        Some(shard) => shard.path(whole),
        None => whole.to_owned(),
    }
}

/// A shard and its file.
pub(crate) struct ShardFile {
    pub(crate) shard: Shard,
    pub(crate) path: PathBuf,
}

/// The shards whose files exist beside that of the whole, in order.
fn shards(whole: &Path) -> anyhow::Result<Vec<ShardFile>> {
    let folder = parent_folder(whole);
    let cannot_read = || format!("cannot read {}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let name = entry.with_context(cannot_read)?.file_name();
        for word in name.to_string_lossy().split('.') {
            let Ok(shard) = word.replacen("-of-", "/", 1).parse::<Shard>() else {
                continue;
            };
            let path = shard.path(whole);
            if path.file_name() == Some(&name) {
                found.push(ShardFile { shard, path });
            }
        }
    }
    found.sort_by_key(|file| file.shard);
    Ok(found)
}

/// All shards of a new file, in order. Fails if the file exists, there are no shards, one is
/// missing, or they are of two divisions.
pub(crate) fn all_shards(whole: &Path) -> anyhow::Result<Vec<ShardFile>> {
    check_new(whole, "move it away to merge its shards")?;
    let found = shards(whole)?;
    let Some(last) = found.last() else {
        let example = Shard { of: 4, number: 1 }.path(whole);
        bail!(
            "{} has no shards: expected files such as {}",
            whole.display(),
            example.display()
        )
    };
    let of = last.shard.of;
    for file in &found {
        ensure!(
            file.shard.of == of,
            "{} and {} are shards of two divisions: keep one",
            file.path.display(),
            last.path.display()
        );
    }
    let mut missing = Vec::new();
    for number in 1..=of {
        let shard = Shard { of, number };
        if !found.iter().any(|file| file.shard == shard) {
            missing.push(shard.path(whole));
        }
    }
    ensure!(missing.is_empty(), "missing shards: {}", list(&missing));
    Ok(found)
}

/// Paths with commas between them.
pub(crate) fn list(paths: &[PathBuf]) -> String {
    let shown: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(text: &str) -> Shard {
        text.parse().unwrap()
    }

    #[test]
    fn shard_text_and_items() {
        for text in ["0/4", "5/4", "x", "1", "1/", "-1/4", "1/0", "1/10001", ""] {
            let error = text.parse::<Shard>().unwrap_err();
            assert_eq!(
                error,
                format!("expected K/N with K from 1 to N, such as 2/4, got '{text}'")
            );
        }
        assert_eq!(shard("2/4").to_string(), "2/4");
        for item in 0..20 {
            let has = |number| Shard { of: 7, number }.has(item);
            assert_eq!((1..=7).filter(|&number| has(number)).count(), 1);
        }
    }

    #[test]
    fn shards_are_found_beside_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("games.v2.pgn");
        let error = |whole: &Path| format!("{:#}", all_shards(whole).err().unwrap());
        assert!(
            error(&whole).ends_with("games.v2.1-of-4.pgn"),
            "{}",
            error(&whole)
        );
        for text in ["1/3", "3/3"] {
            fs::write(shard(text).path(&whole), "").unwrap();
        }
        for other in [
            "games.1-of-3.pgn",
            "games.v2.4-of-3.pgn",
            "games.v2.2-of-3.epd",
            "games.v2.2-of-3.pgn.job",
        ] {
            fs::write(folder.path().join(other), "").unwrap();
        }
        assert!(
            error(&whole).starts_with("missing shards: "),
            "{}",
            error(&whole)
        );
        assert!(
            error(&whole).ends_with("games.v2.2-of-3.pgn"),
            "{}",
            error(&whole)
        );
        fs::write(shard("2/3").path(&whole), "").unwrap();
        let found = all_shards(&whole).unwrap();
        let found: Vec<String> = found.iter().map(|file| file.shard.to_string()).collect();
        assert_eq!(found, ["1/3", "2/3", "3/3"]);
        fs::write(shard("1/2").path(&whole), "").unwrap();
        assert!(
            error(&whole).contains("shards of two divisions"),
            "{}",
            error(&whole)
        );
        assert!(error(&folder.path().join("none/games.pgn")).starts_with("there is no folder "));
    }
}
