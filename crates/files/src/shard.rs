//! Parts of a job that run apart, and the names of their files.

use std::ffi::OsString;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};

use crate::{check_new, parent_folder};

/// Most parts of a job.
const MAX_SHARDS: usize = 10_000;

/// Part K of N of a job's items: every N-th, from the K-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    of: usize,
    number: usize,
}

impl FromStr for Shard {
    type Err = String;

    /// Parses `2/4`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text
            .split_once('/')
            .and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        let shard = parts.filter(|&(number, of)| (1..=of).contains(&number) && of <= MAX_SHARDS);
        let shard = shard.map(|(number, of)| Shard { of, number });
        shard.ok_or_else(|| format!("expected K/N with K from 1 to N, such as 2/4, got '{text}'"))
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// Whether an item, numbered from 0, is of this part.
    pub fn has(self, item: usize) -> bool {
        item % self.of == self.number - 1
    }

    /// Number of this part's items among `items`.
    pub fn share(self, items: usize) -> usize {
        (items + self.of - self.number) / self.of
    }

    /// The part's file, beside the file of the whole: `games.2-of-4.pgn` for `games.pgn`.
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

/// The file of a part, or of the whole without one.
pub fn part_path(whole: &Path, shard: Option<Shard>) -> PathBuf {
    shard.map_or(whole.to_owned(), |shard| shard.path(whole))
}

/// Parts of a file that exist beside it, in order. Those of which only `NAME.part` exists count too.
pub fn parts(whole: &Path) -> anyhow::Result<Vec<(Shard, PathBuf)>> {
    let folder = parent_folder(whole);
    let cannot_read = || format!("cannot read {}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let name = entry.with_context(cannot_read)?.file_name();
        let name = name.to_string_lossy();
        let name = name.strip_suffix(".part").unwrap_or(&name);
        let words = name
            .split('.')
            .filter_map(|word| word.replacen("-of-", "/", 1).parse::<Shard>().ok());
        for shard in words {
            let path = shard.path(whole);
            if path.file_name().is_some_and(|known| known == name) {
                found.push((shard, path));
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// All parts of a new file, in order. Fails if the file exists, or if there is no part, one is missing or not finished,
/// or they are of two divisions.
pub fn all_parts(whole: &Path) -> anyhow::Result<Vec<(Shard, PathBuf)>> {
    check_new(whole, "move it away to merge its parts")?;
    let found = parts(whole)?;
    let Some(&(Shard { of, .. }, ref last)) = found.last() else {
        let example = Shard { of: 4, number: 1 }.path(whole);
        bail!(
            "{} has no parts: expected files such as {}",
            whole.display(),
            example.display()
        )
    };
    if let Some((_, other)) = found.iter().find(|(shard, _)| shard.of != of) {
        bail!(
            "{} and {} are parts of two divisions: keep one",
            other.display(),
            last.display()
        );
    }
    let is_missing = |shard: &Shard| !found.iter().any(|(known, _)| known == shard);
    let missing = (1..=of)
        .map(|number| Shard { of, number })
        .filter(is_missing)
        .map(|shard| shard.path(whole));
    let missing: Vec<PathBuf> = missing.collect();
    ensure!(missing.is_empty(), "missing parts: {}", list(&missing));
    ensure_finished(
        found
            .iter()
            .map(|(_, path)| path)
            .filter(|path| !path.exists()),
    )?;
    Ok(found)
}

/// Fails if there are parts that are not finished, and names them.
pub fn ensure_finished<'a>(unfinished: impl Iterator<Item = &'a PathBuf>) -> anyhow::Result<()> {
    let names = list(unfinished);
    ensure!(
        names.is_empty(),
        "unfinished parts: {names}; their commands with --resume go on"
    );
    Ok(())
}

fn list<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> String {
    paths
        .into_iter()
        .map(|path| path.display().to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(text: &str) -> Shard {
        text.parse().unwrap()
    }

    #[test]
    fn shard_text_and_share() {
        for text in ["0/4", "5/4", "x", "1", "1/", "-1/4", "1/0", "1/10001", ""] {
            let error = text.parse::<Shard>().unwrap_err();
            assert_eq!(
                error,
                format!("expected K/N with K from 1 to N, such as 2/4, got '{text}'")
            );
        }
        assert_eq!(shard("2/4").to_string(), "2/4");
        for items in 0..20 {
            for number in 1..=7 {
                let part = Shard { of: 7, number };
                assert_eq!(
                    part.share(items),
                    (0..items).filter(|&item| part.has(item)).count()
                );
            }
        }
    }

    #[test]
    fn parts_are_found_beside_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("games.v2.pgn");
        let error = |whole: &Path| format!("{:#}", all_parts(whole).unwrap_err());
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
            "games.v2.2-of-3.pgn.journal",
        ] {
            fs::write(folder.path().join(other), "").unwrap();
        }
        assert!(
            error(&whole).starts_with("missing parts: "),
            "{}",
            error(&whole)
        );
        assert!(
            error(&whole).ends_with("games.v2.2-of-3.pgn"),
            "{}",
            error(&whole)
        );
        fs::write(folder.path().join("games.v2.2-of-3.pgn.part"), "").unwrap();
        assert!(
            error(&whole).starts_with("unfinished parts: "),
            "{}",
            error(&whole)
        );
        fs::write(shard("2/3").path(&whole), "").unwrap();
        let found: Vec<_> = all_parts(&whole)
            .unwrap()
            .into_iter()
            .map(|(shard, _)| shard.to_string())
            .collect();
        assert_eq!(found, ["1/3", "2/3", "3/3"]);
        fs::write(shard("1/2").path(&whole), "").unwrap();
        assert!(
            error(&whole).contains("parts of two divisions"),
            "{}",
            error(&whole)
        );
        assert!(error(&folder.path().join("none/games.pgn")).starts_with("there is no folder "));
    }
}
