//! Summaries of an analysis, written from its journal: no more of it is in memory than a line.

use std::io::{self, Write};

use analysis::{Figures, Totals};
use serde::Serialize;

use super::journal::{Entry, Journal, Result, Settings};

/// Players with figures of their own.
const MOST: usize = 10_000;

/// A side's figures as JSON has them.
#[derive(Debug, Serialize)]
struct Side<'a> {
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

impl<'a> Side<'a> {
    fn new(name: &'a str, games: Option<u64>, figures: &Figures) -> Side<'a> {
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        Side {
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

    /// Moves, loss, bad moves and accuracy in as many columns.
    fn columns(&self) -> String {
        let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
        format!(
            "{:>7} {:>6} {:>5} {:>5} {:>5} {:>9}",
            self.moves,
            shown(self.average_centipawn_loss),
            self.inaccuracies,
            self.mistakes,
            self.blunders,
            shown(self.accuracy)
        )
    }

    /// The same in CSV, the name first.
    fn values(&self) -> String {
        let shown = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.1}"));
        format!(
            "{},{},{},{},{},{}",
            self.moves,
            shown(self.average_centipawn_loss),
            self.inaccuracies,
            self.mistakes,
            self.blunders,
            shown(self.accuracy)
        )
    }
}

/// Names of [`Side::values`].
const VALUES: &str = "moves,average_centipawn_loss,inaccuracies,mistakes,blunders,accuracy";

#[derive(Debug, Serialize)]
struct GameRow<'a> {
    game: u64,
    line: u64,
    result: &'a str,
    white: Side<'a>,
    black: Side<'a>,
}

#[derive(Debug, Serialize)]
struct MalformedRow<'a> {
    game: u64,
    line: u64,
    players: Option<&'a str>,
    reason: &'a str,
}

/// The figures of all players.
pub(crate) fn totals(journal: &Journal) -> anyhow::Result<Totals> {
    let mut totals = Totals::new(MOST);
    for entry in journal.entries()? {
        if let Result::Judged(summary) = entry?.result {
            totals.add(&summary);
        }
    }
    Ok(totals)
}

/// One object: settings, games, malformed games, players.
pub(crate) fn json(
    out: &mut dyn Write,
    input: &str,
    settings: &Settings,
    journal: &Journal,
    totals: &Totals,
) -> anyhow::Result<()> {
    let settings: serde_json::Map<String, serde_json::Value> =
        settings.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    write!(out, "{{\n\"input\": {},\n\"settings\": ", serde_json::to_string(input)?)?;
    write!(out, "{},\n\"games\": [", serde_json::to_string(&settings)?)?;
    let mut rows = Rows { out, some: false };
    for entry in journal.entries()? {
        rows.game(&entry?)?;
    }
    rows.section("malformed")?;
    for entry in journal.entries()? {
        rows.malformed(&entry?)?;
    }
    rows.section("players")?;
    for (name, games, figures) in totals.rows() {
        rows.add(&Side::new(name, Some(games), figures))?;
    }
    Ok(writeln!(out, "\n]\n}}")?)
}

/// Elements of an array, one a line.
struct Rows<'a> {
    out: &'a mut dyn Write,
    some: bool,
}

impl Rows<'_> {
    fn add(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let comma = if self.some { "," } else { "" };
        self.some = true;
        Ok(write!(self.out, "{comma}\n{}", serde_json::to_string(value)?)?)
    }

    fn section(&mut self, name: &str) -> io::Result<()> {
        self.some = false;
        write!(self.out, "\n],\n\"{name}\": [")
    }

    fn game(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let Result::Judged(summary) = &entry.result else { return Ok(()) };
        self.add(&GameRow {
            game: entry.game,
            line: entry.line,
            result: &summary.result,
            white: Side::new(&summary.white, None, &summary.white_figures),
            black: Side::new(&summary.black, None, &summary.black_figures),
        })
    }

    fn malformed(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let Result::Malformed { players, reason } = &entry.result else { return Ok(()) };
        let (game, line) = (entry.game, entry.line);
        self.add(&MalformedRow { game, line, players: players.as_deref(), reason })
    }
}

/// A line for each side of each game.
pub(crate) fn games_csv(out: &mut dyn Write, journal: &Journal) -> anyhow::Result<()> {
    writeln!(out, "game,line,side,player,opponent,result,{VALUES}")?;
    for entry in journal.entries()? {
        let Entry { game, line, result, .. } = entry?;
        let Result::Judged(summary) = result else { continue };
        let (white, black) = (field(&summary.white), field(&summary.black));
        for (side, player, opponent, figures) in [
            ("white", &white, &black, &summary.white_figures),
            ("black", &black, &white, &summary.black_figures),
        ] {
            let values = Side::new("", None, figures).values();
            writeln!(out, "{game},{line},{side},{player},{opponent},{},{values}", summary.result)?;
        }
    }
    Ok(())
}

/// A line for each player.
pub(crate) fn players_csv(out: &mut dyn Write, totals: &Totals) -> io::Result<()> {
    writeln!(out, "player,games,{VALUES}")?;
    for (name, games, figures) in totals.rows() {
        writeln!(out, "{},{games},{}", field(name), Side::new(name, None, figures).values())?;
    }
    Ok(())
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Two lines for each game, and one for each player.
pub(crate) fn table(out: &mut dyn Write, journal: &Journal, totals: &Totals) -> anyhow::Result<()> {
    const COLUMNS: &str = "  moves   loss    ?!     ?    ??  accuracy";
    writeln!(out, "  game  {:24} result {COLUMNS}", "player")?;
    for entry in journal.entries()? {
        let Entry { game, result, .. } = entry?;
        let Result::Judged(summary) = result else { continue };
        let (white, black) = (cut(&summary.white), cut(&summary.black));
        let figures = Side::new("", None, &summary.white_figures).columns();
        writeln!(out, "{game:>6}  {white:24} {:7}{figures}", summary.result)?;
        let figures = Side::new("", None, &summary.black_figures).columns();
        writeln!(out, "{:6}  {black:24} {:7}{figures}", "", "")?;
    }
    writeln!(out, "\n {:31} games {COLUMNS}", "player")?;
    for (name, games, figures) in totals.rows() {
        writeln!(out, " {:30}{games:>7}{}", cut(name), Side::new(name, None, figures).columns())?;
    }
    Ok(())
}

/// A name that fits its column.
fn cut(name: &str) -> String {
    name.chars().take(24).collect()
}
