//! The outputs of an analysis, rendered from its job one game at a time.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use files::{Header, Job, NewFile, write_atomically};
use serde::Serialize;

use crate::entry::{Entry, EntryResult, JudgedEntry, Outputs};
use crate::html::HtmlReport;
use crate::side_row::{SideRow, VALUES};
use crate::summary::Totals;

/// Players with figures of their own.
const MAX_PLAYERS: usize = 10_000;

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

/// Ends an analysis: writes the games to a file, or after the table to `out`, and everything else that its job asks for.
/// The games' file gets its name last, so all is there when it exists. Without a judged game nothing is written and the
/// job is removed. Fails if the job cannot be read, or a file not written.
pub fn finish(job: Job, games: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<Totals> {
    let outputs = Outputs::of(job.header())?;
    let mut totals = Totals::new(MAX_PLAYERS);
    let mut writers = Writers::create(&outputs, job.header(), games)?;
    for record in job.records() {
        let (task, entry): (usize, Entry) = record?;
        totals.games += 1;
        totals.incomplete += u64::from(!entry.remarks.is_empty());
        match &entry.result {
            EntryResult::Judged(judged) => totals.add(&judged.summary),
            EntryResult::Malformed { .. } => totals.skipped += 1,
        }
        writers.add(task as u64 + 1, &entry)?;
    }
    if totals.games == totals.skipped {
        let error = without_games(&outputs.input, job.header(), totals.skipped);
        job.discard()?;
        return Err(error);
    }
    writers.finish(&totals)?;
    let mut out = BufWriter::new(out);
    if outputs.table {
        table(&mut out, &job, &totals)?;
    }
    if games.is_none() {
        for record in job.records() {
            let (_, entry): (usize, Entry) = record?;
            if let EntryResult::Judged(judged) = entry.result {
                out.write_all(judged.pgn.as_bytes())?;
            }
        }
    }
    out.flush()?;
    Ok(totals)
}

/// The error of an analysis without a judged game.
fn without_games(input: &str, header: &Header, skipped: u64) -> anyhow::Error {
    let is_chosen = ["games", "of"]
        .iter()
        .any(|name| header.settings.contains_key(*name));
    match skipped {
        0 if is_chosen => anyhow!("{input} has none of the games chosen"),
        0 => anyhow!("{input} has no games"),
        _ => anyhow!("none of the games in {input} could be read: {skipped} skipped"),
    }
}

/// The files of an analysis while games are added to them.
struct Writers {
    pgn: Option<NewFile>,
    json: Option<JsonReport>,
    csv: Option<CsvReport>,
    html: Option<HtmlReport>,
    epd: Option<NewFile>,
    graphs: Option<PathBuf>,
}

impl Writers {
    fn create(outputs: &Outputs, header: &Header, games: Option<&Path>) -> anyhow::Result<Writers> {
        let Outputs {
            input,
            json,
            csv,
            html,
            svg,
            epd,
            ..
        } = outputs;
        let mut writers = Writers {
            pgn: None,
            json: None,
            csv: None,
            html: None,
            epd: None,
            graphs: svg.clone(),
        };
        if let Some(path) = games {
            writers.pgn = Some(NewFile::create(path)?);
        }
        if let Some(path) = json {
            writers.json = Some(JsonReport::create(path, input, header)?);
        }
        if let Some(path) = csv {
            writers.csv = Some(CsvReport::create(path, outputs.players_csv())?);
        }
        if let Some(path) = html {
            writers.html = Some(HtmlReport::create(path, input)?);
        }
        if let Some(path) = epd {
            writers.epd = Some(NewFile::create(path)?);
        }
        outputs.make_folder()?;
        Ok(writers)
    }

    fn add(&mut self, game: u64, entry: &Entry) -> anyhow::Result<()> {
        if let Some(json) = &mut self.json {
            json.add(game, entry)?;
        }
        let EntryResult::Judged(judged) = &entry.result else {
            return Ok(());
        };
        if let Some(pgn) = &mut self.pgn {
            pgn.write_all(judged.pgn.as_bytes())?;
        }
        if let Some(csv) = &mut self.csv {
            csv.add(game, entry.line, judged)?;
        }
        if let Some(html) = &mut self.html {
            html.add(&judged.page)?;
        }
        if let Some(epd) = &mut self.epd {
            for line in &judged.training {
                epd.write_all(line.as_bytes())?;
            }
        }
        if let (Some(folder), Some(graph)) = (&self.graphs, &judged.graph) {
            write_atomically(&folder.join(format!("game-{game:06}.svg")), graph)?;
        }
        Ok(())
    }

    fn finish(self, totals: &Totals) -> anyhow::Result<()> {
        if let Some(json) = self.json {
            json.finish(totals)?;
        }
        if let Some(csv) = self.csv {
            csv.finish(totals)?;
        }
        if let Some(html) = self.html {
            html.finish(totals)?;
        }
        if let Some(epd) = self.epd {
            epd.finish()?;
        }
        if let Some(pgn) = self.pgn {
            pgn.finish()?;
        }
        Ok(())
    }
}

/// One JSON object: settings, games, malformed games, players.
struct JsonReport {
    out: NewFile,
    /// A row precedes, so a comma follows it.
    comma: bool,
    /// Rows of the malformed games, which come after the others.
    malformed: Vec<String>,
}

impl JsonReport {
    fn create(path: &Path, input: &str, header: &Header) -> anyhow::Result<JsonReport> {
        let mut out = NewFile::create(path)?;
        let input = serde_json::to_string(input)?;
        let settings = serde_json::to_string(&header.settings)?;
        write!(
            out,
            "{{\n\"input\": {input},\n\"settings\": {settings},\n\"games\": ["
        )?;
        Ok(JsonReport {
            out,
            comma: false,
            malformed: Vec::new(),
        })
    }

    fn add(&mut self, game: u64, entry: &Entry) -> anyhow::Result<()> {
        let line = entry.line;
        match &entry.result {
            EntryResult::Judged(judged) => {
                let summary = &judged.summary;
                self.row(&serde_json::to_string(&GameRow {
                    game,
                    line,
                    result: &summary.result,
                    remarks: &entry.remarks,
                    white: SideRow::white(summary),
                    black: SideRow::black(summary),
                })?)
            }
            EntryResult::Malformed { players, reason } => {
                self.malformed.push(serde_json::to_string(&MalformedRow {
                    game,
                    line,
                    players: players.as_deref(),
                    reason,
                })?);
                Ok(())
            }
        }
    }

    fn row(&mut self, row: &str) -> anyhow::Result<()> {
        let comma = if self.comma { "," } else { "" };
        self.comma = true;
        Ok(write!(self.out, "{comma}\n{row}")?)
    }

    fn section(&mut self, name: &str) -> anyhow::Result<()> {
        self.comma = false;
        Ok(write!(self.out, "\n],\n\"{name}\": [")?)
    }

    fn finish(mut self, totals: &Totals) -> anyhow::Result<()> {
        self.section("malformed")?;
        for row in std::mem::take(&mut self.malformed) {
            self.row(&row)?;
        }
        self.section("players")?;
        for player in totals.rows() {
            self.row(&serde_json::to_string(&SideRow::of_player(&player))?)?;
        }
        writeln!(self.out, "\n]\n}}")?;
        self.out.finish()?;
        Ok(())
    }
}

/// A line for each side of each game, and in another file one for each player.
struct CsvReport {
    games: csv::Writer<NewFile>,
    players: Option<csv::Writer<NewFile>>,
}

impl CsvReport {
    fn create(games: &Path, players: Option<PathBuf>) -> anyhow::Result<CsvReport> {
        let mut games = csv::Writer::from_writer(NewFile::create(games)?);
        let columns = ["game", "line", "side", "player", "opponent", "result"];
        games.write_record(columns.iter().chain(&VALUES))?;
        let mut report = CsvReport {
            games,
            players: None,
        };
        if let Some(path) = players {
            let mut players = csv::Writer::from_writer(NewFile::create(&path)?);
            players.write_record(["player", "games"].iter().chain(&VALUES))?;
            report.players = Some(players);
        }
        Ok(report)
    }

    fn add(&mut self, game: u64, line: u64, judged: &JudgedEntry) -> anyhow::Result<()> {
        let summary = &judged.summary;
        let (white, black) = (&summary.white, &summary.black);
        for (side, player, opponent, figures) in [
            ("white", white, black, &summary.white_figures),
            ("black", black, white, &summary.black_figures),
        ] {
            let fields = [
                game.to_string(),
                line.to_string(),
                side.to_owned(),
                player.clone(),
                opponent.clone(),
                summary.result.clone(),
            ];
            let values = SideRow::new(player, figures).values();
            self.games.write_record(fields.iter().chain(&values))?;
        }
        Ok(())
    }

    fn finish(self, totals: &Totals) -> anyhow::Result<()> {
        let mut writers = vec![self.games];
        if let Some(mut players) = self.players {
            for player in totals.rows() {
                let fields = [player.name.to_owned(), player.games.to_string()];
                let values = SideRow::of_player(&player).values();
                players.write_record(fields.iter().chain(&values))?;
            }
            writers.push(players);
        }
        for writer in writers {
            let file = writer.into_inner();
            file.map_err(csv::IntoInnerError::into_error)?.finish()?;
        }
        Ok(())
    }
}

/// Writes a table: two lines for each game, and one for each player. Fails if the job cannot be read, or the output not
/// written.
fn table(out: &mut dyn Write, job: &Job, totals: &Totals) -> anyhow::Result<()> {
    const COLUMNS: &str = "  moves   loss    ?!     ?    ??  accuracy";
    writeln!(out, "  game  {:24} result {COLUMNS}", "player")?;
    for record in job.records() {
        let (task, entry): (usize, Entry) = record?;
        let EntryResult::Judged(judged) = entry.result else {
            continue;
        };
        let summary = &judged.summary;
        let (white, black) = (SideRow::white(summary), SideRow::black(summary));
        writeln!(
            out,
            "{:>6}  {:24} {:7}{}",
            task + 1,
            white.label(),
            summary.result,
            white.columns()
        )?;
        writeln!(
            out,
            "{:6}  {:24} {:7}{}",
            "",
            black.label(),
            "",
            black.columns()
        )?;
    }
    let players = totals.rows();
    let are_rated = players.iter().any(|player| player.opponents.is_some());
    let head = if are_rated { "opponents" } else { "" };
    writeln!(out, "\n {:21} {head:9} games {COLUMNS}", "player")?;
    for player in &players {
        let row = SideRow::of_player(player);
        let mean = player
            .opponents
            .map_or_else(String::new, |mean| mean.to_string());
        writeln!(
            out,
            " {:24} {mean:>5}{:>7}{}",
            row.label(),
            player.games,
            row.columns()
        )?;
    }
    Ok(())
}
