//! The parts of an analysis, merged to the files that one run over all games writes.

use std::fs::File;
use std::io::{BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use files::{Shard, parent_folder, read_range};
use tempfile::Builder;

use crate::journal::{
    Entry, Header, Journal, Lines, OutputPosition, PartEnd, advance, difference, journal_path,
};
use crate::report::{finish, without_games};
use crate::summary::Totals;

/// Whether a file has the journal of an analysis.
pub fn has_journal(path: &Path) -> bool {
    journal_path(path).exists()
}

/// A game of a part: the lines of its journal and its text.
struct Place<'a> {
    game: u64,
    path: &'a Path,
    entry: Range<u64>,
    text: Range<u64>,
}

/// Merges all parts of an analysis to new files, with the games in order, and writes the table, if it was wanted, to
/// `out`. Fails if a part is not the finished part of this analysis that its name says.
pub fn merge(
    whole: &Path,
    parts: &[(Shard, PathBuf)],
    out: &mut dyn Write,
) -> anyhow::Result<Totals> {
    let mut places = Vec::new();
    let mut first: Option<(Header, PartEnd)> = None;
    for (shard, path) in parts {
        let (shown, other) = (path.display(), parts[0].1.display());
        let (header, end) =
            read_part(*shard, path, &mut places).with_context(|| shown.to_string())?;
        let (begun, begun_end) = first.get_or_insert_with(|| (header.clone(), end));
        if let Some((name, expected, got)) = difference(&begun.settings, &header.settings) {
            bail!(
                "{shown} is of another analysis than {other}: {name} is '{got}', not '{expected}'"
            );
        }
        ensure!(
            end == *begun_end,
            "{shown} is of another input than {other}"
        );
    }
    let (Header { settings, part }, _) = first.context("no parts")?;
    let part = part.context("a part says so")?;
    part.results.check_new()?;
    places.sort_by_key(|place| place.game);
    if places.iter().all(|place| place.text.is_empty()) {
        return Err(without_games(
            &part.input,
            &settings,
            places.last().map_or(0, |place| place.game),
        ));
    }
    let folder = Builder::new()
        .prefix(".belle-")
        .tempdir_in(parent_folder(whole));
    let folder =
        folder.with_context(|| format!("cannot write in {}", parent_folder(whole).display()))?;
    let mut journal = Journal::within(
        folder.path(),
        whole,
        &Header {
            settings: settings.clone(),
            part: None,
        },
    )?;
    for Place {
        path, entry, text, ..
    } in places
    {
        let line = read_range(&journal_path(path), entry)?;
        let entry: Entry =
            serde_json::from_slice(&line).with_context(|| path.display().to_string())?;
        let text = read_range(path, text)?;
        journal.add(&text, |output| Entry { output, ..entry })?;
    }
    finish(journal, &part.input, &settings, &part.results, out)
}

/// Reads a part's journal, compares it with the games, and adds the games' places.
fn read_part<'a>(
    shard: Shard,
    path: &'a Path,
    places: &mut Vec<Place<'a>>,
) -> anyhow::Result<(Header, PartEnd)> {
    let journal = journal_path(path);
    let journal =
        File::open(&journal).with_context(|| format!("cannot read {}", journal.display()))?;
    let mut games = BufReader::new(File::open(path).context("cannot read the games")?);
    let mut lines = Lines::new(&journal);
    let header: Header = lines.next()?.context("its journal has no header")?;
    let part = header
        .part
        .as_ref()
        .context("expected a part, got a whole analysis")?;
    ensure!(
        part.shard == shard.to_string(),
        "expected part {shard}, got part {}",
        part.shard
    );
    let (mut begin, mut written, mut last) = (lines.read, OutputPosition::default(), 0);
    while let Some(line) = lines.next_line()? {
        if let Ok(end) = serde_json::from_slice::<PartEnd>(&line) {
            return Ok((header, end));
        }
        let Ok(Entry { game, output, .. }) = serde_json::from_slice::<Entry>(&line) else {
            break;
        };
        let is_its = game > last && shard.has((game - 1) as usize);
        ensure!(
            is_its,
            "its journal has game {game}, which is not of part {shard}"
        );
        let found = advance(
            &mut games,
            (written.length, written.fingerprint),
            output.length,
        )?;
        ensure!(
            found == Some(output.fingerprint),
            "game {game} is not that of its journal"
        );
        places.push(Place {
            game,
            path,
            entry: begin..lines.read,
            text: written.length..output.length,
        });
        (begin, written, last) = (lines.read, output, game);
    }
    bail!("its journal is incomplete: its command with --resume goes on")
}
