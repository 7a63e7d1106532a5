//! Summaries of an analysis, written from its journal one entry at a time.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use anyhow::{Context, anyhow};
use files::write_atomically_with;
use serde::Serialize;

use crate::html;
use crate::journal::{Entry, EntryResult, Journal, Settings};
use crate::result_files::{ResultFiles, players_path};
use crate::summary::{Figures, Totals};

/// Players with figures of their own.
const MAX_PLAYERS: usize = 10_000;

/// A side's figures in JSON.
#[derive(Debug, Serialize)]
struct SideRow<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    moves: u64,
    average_centipawn_loss: Option<f64>,
    inaccuracies: u64,
    mistakes: u64,
    blunders: u64,
    accuracy: Option<f64>,
}

impl<'a> SideRow<'a> {
    fn new(name: &'a str, games: Option<u64>, figures: &Figures) -> SideRow<'a> {
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        SideRow {
            name,
            games,
            moves: figures.moves,
            average_centipawn_loss: figures.average_loss().map(tenths),
            inaccuracies: figures.inaccuracies,
            mistakes: figures.mistakes,
            blunders: figures.blunders,
            accuracy: figures.accuracy().map(tenths),
        }
    }

    /// Moves, loss, bad moves and accuracy as text, with `none` for an unknown one.
    fn cells(&self, none: &str) -> [String; 6] {
        let tenths = |value: Option<f64>| {
            value.map_or_else(|| none.to_owned(), |value| format!("{value:.1}"))
        };
        [
            self.moves.to_string(),
            tenths(self.average_centipawn_loss),
            self.inaccuracies.to_string(),
            self.mistakes.to_string(),
            self.blunders.to_string(),
            tenths(self.accuracy),
        ]
    }

    fn columns(&self) -> String {
        let cells = self.cells("-").into_iter().zip([7, 6, 5, 5, 5, 9]);
        cells
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn values(&self) -> String {
        self.cells("").join(",")
    }
}

/// Names of [`SideRow::values`].
const VALUES: &str = "moves,average_centipawn_loss,inaccuracies,mistakes,blunders,accuracy";

#[derive(Debug, Serialize)]
struct GameRow<'a> {
    game: u64,
    line: u64,
    result: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    remarks: &'a [String],
    white: SideRow<'a>,
    black: SideRow<'a>,
}

#[derive(Debug, Serialize)]
struct MalformedRow<'a> {
    game: u64,
    line: u64,
    players: Option<&'a str>,
    reason: &'a str,
}

/// Ends an analysis: writes its results, and the table, if wanted, to `out`. The output gets its name last, so it is
/// complete when it exists. Fails if the journal cannot be read, or a file not written.
pub(crate) fn finish(
    journal: Journal,
    input: &str,
    settings: &Settings,
    results: &ResultFiles,
    out: &mut dyn Write,
) -> anyhow::Result<Totals> {
    let totals = totals(&journal)?;
    write(results, input, settings, &journal, &totals)?;
    let mut out = BufWriter::new(out);
    let shown = if results.table {
        table(&mut out, &journal, &totals)
    } else {
        Ok(())
    };
    let shown = shown.and_then(|()| Ok(out.flush()?));
    journal.finish()?;
    shown.map(|()| totals)
}

/// The error of an analysis without a judged game; `done` is the number of the last game chosen, or 0.
pub fn without_games(input: &str, settings: &Settings, done: u64) -> anyhow::Error {
    let is_chosen = settings
        .iter()
        .any(|(name, _)| name == "games" || name == "of");
    match done {
        0 if is_chosen => anyhow!("{input} has none of the games chosen"),
        0 => anyhow!("{input} has no games"),
        _ => anyhow!("none of the games in {input} could be read: {done} skipped"),
    }
}

/// The figures of all players. Fails if the journal cannot be read.
fn totals(journal: &Journal) -> anyhow::Result<Totals> {
    let mut totals = Totals::new(MAX_PLAYERS);
    for entry in journal.entries()? {
        let entry = entry?;
        totals.games += 1;
        totals.incomplete += u64::from(!entry.remarks.is_empty());
        match entry.result {
            EntryResult::Judged(summary) => totals.add(&summary),
            EntryResult::Malformed { .. } => totals.skipped += 1,
        }
    }
    Ok(totals)
}

/// Writes the files. Fails if the journal cannot be read, or a file not written.
fn write(
    results: &ResultFiles,
    input: &str,
    settings: &Settings,
    journal: &Journal,
    totals: &Totals,
) -> anyhow::Result<()> {
    if let Some(path) = &results.json {
        write_atomically_with(path, |out| json(out, input, settings, journal, totals))?;
    }
    if let Some(path) = &results.csv {
        write_atomically_with(path, |out| games_csv(out, journal))?;
        write_atomically_with(&players_path(path), |out| Ok(players_csv(out, totals)?))?;
    }
    if let Some(path) = &results.html {
        let games = File::open(journal.part()).context("cannot read the games")?;
        write_atomically_with(path, |out| html::report(out, input, games))?;
    }
    Ok(())
}

/// Writes one JSON object: settings, games, malformed games, players. Fails if the journal cannot be read, or the
/// output not written.
fn json(
    out: &mut dyn Write,
    input: &str,
    settings: &Settings,
    journal: &Journal,
    totals: &Totals,
) -> anyhow::Result<()> {
    let settings: serde_json::Map<String, serde_json::Value> = settings
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().into()))
        .collect();
    write!(
        out,
        "{{\n\"input\": {},\n\"settings\": ",
        serde_json::to_string(input)?
    )?;
    write!(out, "{},\n\"games\": [", serde_json::to_string(&settings)?)?;
    let mut rows = Rows { out, comma: false };
    for entry in journal.entries()? {
        rows.game(&entry?)?;
    }
    rows.section("malformed")?;
    for entry in journal.entries()? {
        rows.malformed(&entry?)?;
    }
    rows.section("players")?;
    for (name, games, figures) in totals.rows() {
        rows.add(&SideRow::new(name, Some(games), figures))?;
    }
    Ok(writeln!(out, "\n]\n}}")?)
}

/// Elements of a JSON array, one a line.
struct Rows<'a> {
    out: &'a mut dyn Write,
    /// A row precedes, so a comma follows it.
    comma: bool,
}

impl Rows<'_> {
    fn add(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let comma = if self.comma { "," } else { "" };
        self.comma = true;
        Ok(write!(
            self.out,
            "{comma}\n{}",
            serde_json::to_string(value)?
        )?)
    }

    fn section(&mut self, name: &str) -> io::Result<()> {
        self.comma = false;
        write!(self.out, "\n],\n\"{name}\": [")
    }

    fn game(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let EntryResult::Judged(summary) = &entry.result else {
            return Ok(());
        };
        self.add(&GameRow {
            game: entry.game,
            line: entry.line,
            result: &summary.result,
            remarks: &entry.remarks,
            white: SideRow::new(&summary.white, None, &summary.white_figures),
            black: SideRow::new(&summary.black, None, &summary.black_figures),
        })
    }

    fn malformed(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let EntryResult::Malformed { players, reason } = &entry.result else {
            return Ok(());
        };
        let (game, line) = (entry.game, entry.line);
        self.add(&MalformedRow {
            game,
            line,
            players: players.as_deref(),
            reason,
        })
    }
}

/// Writes a CSV line for each side of each game. Fails if the journal cannot be read, or the output not written.
fn games_csv(out: &mut dyn Write, journal: &Journal) -> anyhow::Result<()> {
    writeln!(out, "game,line,side,player,opponent,result,{VALUES}")?;
    for entry in journal.entries()? {
        let Entry {
            game, line, result, ..
        } = entry?;
        let EntryResult::Judged(summary) = result else {
            continue;
        };
        let (white, black) = (field(&summary.white), field(&summary.black));
        for (side, player, opponent, figures) in [
            ("white", &white, &black, &summary.white_figures),
            ("black", &black, &white, &summary.black_figures),
        ] {
            let values = SideRow::new("", None, figures).values();
            writeln!(
                out,
                "{game},{line},{side},{player},{opponent},{},{values}",
                summary.result
            )?;
        }
    }
    Ok(())
}

/// Writes a CSV line for each player. Fails if the journal cannot be read, or the output not written.
fn players_csv(out: &mut dyn Write, totals: &Totals) -> io::Result<()> {
    writeln!(out, "player,games,{VALUES}")?;
    for (name, games, figures) in totals.rows() {
        writeln!(
            out,
            "{},{games},{}",
            field(name),
            SideRow::new(name, None, figures).values()
        )?;
    }
    Ok(())
}

fn field(text: &str) -> String {
    let quoted = text.contains([',', '"', '\n', '\r']);
    if quoted {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Writes a table: two lines for each game, and one for each player. Fails if the journal cannot be read, or the output
/// not written.
fn table(out: &mut dyn Write, journal: &Journal, totals: &Totals) -> anyhow::Result<()> {
    const COLUMNS: &str = "  moves   loss    ?!     ?    ??  accuracy";
    writeln!(out, "  game  {:24} result {COLUMNS}", "player")?;
    for entry in journal.entries()? {
        let Entry { game, result, .. } = entry?;
        let EntryResult::Judged(summary) = result else {
            continue;
        };
        let (white, black) = (cut(&summary.white), cut(&summary.black));
        let columns = |figures| SideRow::new("", None, figures).columns();
        writeln!(
            out,
            "{game:>6}  {white:24} {:7}{}",
            summary.result,
            columns(&summary.white_figures)
        )?;
        writeln!(
            out,
            "{:6}  {black:24} {:7}{}",
            "",
            "",
            columns(&summary.black_figures)
        )?;
    }
    writeln!(out, "\n {:31} games {COLUMNS}", "player")?;
    for (name, games, figures) in totals.rows() {
        writeln!(
            out,
            " {:30}{games:>7}{}",
            cut(name),
            SideRow::new(name, None, figures).columns()
        )?;
    }
    Ok(())
}

/// The beginning of a name that fits its column.
fn cut(name: &str) -> String {
    name.chars().take(24).collect()
}
