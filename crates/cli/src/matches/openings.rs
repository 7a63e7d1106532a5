//! The openings of a match.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use tournament::{Opening, OpeningError, read_epd, read_pgn};

/// The openings that are there without a file: see suites/openings/README.md.
const EMBEDDED: &str = include_str!("../../../../suites/openings/varied.epd");

/// The openings of a file in PGN (by its name or its first letter) or EPD, of PGN the first `plies` moves; without a file
/// the embedded ones. What cannot be used is told on standard error and left out.
///
/// # Errors
/// The file cannot be read, or there is no opening in it.
pub(crate) fn read(file: Option<&Path>, plies: usize) -> anyhow::Result<Vec<Opening>> {
    let Some(path) = file else { return Ok(read_epd(EMBEDDED).into_iter().flatten().collect()) };
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
        || text.trim_start().starts_with('[');
    let found = if pgn { read_pgn(&bytes[..], plies) } else { read_epd(&text) };
    let mut openings = Vec::new();
    for opening in found {
        match opening {
            Ok(opening) => openings.push(opening),
            Err(OpeningError { place, reason }) => {
                eprintln!("{}: {place}: {reason}; skipped", path.display());
            }
        }
    }
    if openings.is_empty() {
        bail!("there is no opening in {}", path.display());
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Position as _;
    use std::collections::BTreeSet;

    #[test]
    fn the_embedded_openings_are_many_and_different() {
        let found = read_epd(EMBEDDED);
        assert!(found.len() >= 100);
        let openings: Vec<Opening> = found.into_iter().map(Result::unwrap).collect();
        let positions: BTreeSet<String> =
            openings.iter().map(|opening| format!("{:?}", opening.game.position().board())).collect();
        assert_eq!(positions.len(), openings.len());
    }
}
