//! The parts of a match, merged to the file that one run of all games writes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use files::{Shard, ensure_finished, read_range, read_text, write_atomically_with};
use shakmaty::Color;

use crate::games_file::{PartEnd, ResumedGame, completed_games};
use crate::scoreboard::Scoreboard;
use crate::summary::Summary;

/// Merges all parts of a match to a new file, with the games in order. Fails if a part is not finished, or is not the
/// part of this match that its name says.
pub fn merge_match(whole: &Path, parts: &[(Shard, PathBuf)]) -> anyhow::Result<Summary> {
    let read = parts
        .iter()
        .map(|(_, path)| read_part(path))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let unfinished = parts
        .iter()
        .zip(&read)
        .filter(|(_, (_, end))| end.is_none());
    ensure_finished(unfinished.map(|((_, path), _)| path))?;
    let mut games = BTreeMap::new();
    let mut first: Option<(PartEnd, &Path)> = None;
    for ((shard, path), (found, end)) in parts.iter().zip(read) {
        let (shown, end) = (path.display(), end.context("checked above")?);
        ensure!(
            end.shard == shard.to_string(),
            "{shown}: expected part {shard}, got part {}",
            end.shard
        );
        for game in &found {
            let is_its =
                game.number < end.games && shard.has(game.number / 2) && game.key == end.key;
            ensure!(
                is_its,
                "{shown} has game {}, which is not of part {shard} of {} games",
                game.number + 1,
                end.games
            );
        }
        let count = found.len();
        let before = games.len();
        games.extend(found.into_iter().map(|game| (game.number, (path, game))));
        ensure!(games.len() == before + count, "{shown} has a game twice");
        let lacking =
            (0..end.games).find(|&game| shard.has(game / 2) && !games.contains_key(&game));
        ensure!(
            lacking.is_none(),
            "{shown} lacks game {}",
            lacking.unwrap_or_default() + 1
        );
        let (begun, other) = first.get_or_insert_with(|| (end.clone(), path));
        let other = other.display();
        ensure!(
            end.key == begun.key,
            "{shown} has games of another match than {other}"
        );
        ensure!(
            end.games == begun.games,
            "{shown} is of {} games, {other} of {}",
            end.games,
            begun.games
        );
    }
    let mut names: Vec<String> = Vec::new();
    for name in games
        .values()
        .flat_map(|(_, game)| Color::ALL.map(|color| game.names.get(color)))
    {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let mut board = Scoreboard::new(names);
    for (number, (_, game)) in &games {
        board.add(*number, &game.names, game.outcome, game.termination)?;
    }
    write_atomically_with(whole, |out| {
        for (path, game) in games.values() {
            let Range { start, end } = game.text;
            out.write_all(&read_range(path, start as u64..end as u64)?)
                .with_context(|| format!("cannot write {}", whole.display()))?;
        }
        Ok(())
    })?;
    Ok(Summary::new(&board, None))
}

/// The games of a part's file, and its last line if the part is finished.
fn read_part(path: &Path) -> anyhow::Result<(Vec<ResumedGame>, Option<PartEnd>)> {
    let text = read_text(path)?;
    let is_match =
        text.starts_with("[Event \"Belle match\"]") || text.starts_with('%') || text.is_empty();
    ensure!(
        is_match,
        "{}: expected a part of a match, or of an analysis with its journal",
        path.display()
    );
    let (games, end) = completed_games(&text);
    Ok((games, PartEnd::parse(&text[end..])))
}
