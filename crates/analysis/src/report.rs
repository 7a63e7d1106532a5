//! The outputs of an analysis, rendered from its job one game at a time.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use files::{Header, Job, NewFile, write_atomically};
use serde::Serialize;

use crate::entry::{Entry, EntryResult, JudgedEntry, Outputs, graph_path};
use crate::html::HtmlReport;
use crate::side_row::{SideRow, VALUES, number};
use crate::summary::{About, Duplicate, GameResults, OpeningRow, Totals};
use crate::training::TrainingFile;

/// Players with figures of their own.
const MAX_PLAYERS: usize = 10_000;

#[derive(Debug, Serialize)]
struct GameRow<'a> {
    game: u64,
    line: u64,
    result: &'a str,
    #[serde(flatten)]
    about: &'a About,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<u64>,
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

/// Ends an analysis: writes the games to a file, or after the table to `out`, and everything else
/// that its job asks for. The games' file gets its name last, so all is there when it exists.
/// Without a judged game nothing is written and the job is removed, unless it has games of others
/// than the outputs' player. Fails if the job cannot be
/// read, or a file not written.
pub fn finish(job: Job, games: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<Totals> {
    let outputs = Outputs::of(job.header())?;
    let mut totals = Totals::new(MAX_PLAYERS);
    let mut writers = Writers::create(&outputs, job.header(), games)?;
    let mut others: u64 = 0;
    for record in job.records() {
        let (task, entry): (usize, Entry) = record?;
        if !outputs.are_about(&entry) {
            writers.add_game(&entry)?;
            others += 1;
            continue;
        }
        totals.games += 1;
        totals.incomplete += u64::from(!entry.remarks.is_empty());
        match &entry.result {
            EntryResult::Judged(judged) => totals.add(task as u64 + 1, &judged.summary),
            EntryResult::Malformed { .. } => totals.skipped += 1,
        }
        writers.add(task as u64 + 1, &entry, &totals)?;
    }
    if totals.games == totals.skipped {
        // The games of others stay for other outputs.
        if others > 0 {
            bail!("{} has none of the games chosen", outputs.input);
        }
        let error = without_games(&outputs.input, job.header(), totals.skipped);
        job.discard()?;
        return Err(error);
    }
    writers.finish(&totals)?;
    let mut out = BufWriter::new(out);
    if outputs.table {
        table(&mut out, &job, &outputs, &totals)?;
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
    epd: Option<TrainingFile>,
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
            epd_filter,
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
            let player = outputs.of.as_ref();
            writers.epd = Some(TrainingFile::create(path, input, *epd_filter, player)?);
        }
        outputs.make_folder()?;
        Ok(writers)
    }

    fn add(&mut self, game: u64, entry: &Entry, totals: &Totals) -> anyhow::Result<()> {
        let duplicate_of = totals.duplicate_of(game);
        if let Some(json) = &mut self.json {
            json.add(game, entry, duplicate_of)?;
        }
        self.add_game(entry)?;
        let EntryResult::Judged(judged) = &entry.result else {
            return Ok(());
        };
        if let Some(csv) = &mut self.csv {
            csv.add(game, entry.line, judged, duplicate_of)?;
        }
        if let Some(html) = &mut self.html {
            html.add(game, &judged.page, duplicate_of)?;
        }
        // A position is trained once.
        if let Some(epd) = &mut self.epd
            && duplicate_of.is_none()
        {
            epd.add(game, &judged.summary, &judged.training)?;
        }
        if let Some(folder) = &self.graphs {
            write_atomically(&graph_path(folder, game), &judged.graph)?;
        }
        Ok(())
    }

    /// Adds a game to the games' file only.
    fn add_game(&mut self, entry: &Entry) -> anyhow::Result<()> {
        if let EntryResult::Judged(judged) = &entry.result
            && let Some(pgn) = &mut self.pgn
        {
            pgn.write_all(judged.pgn.as_bytes())?;
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

    fn add(&mut self, game: u64, entry: &Entry, duplicate_of: Option<u64>) -> anyhow::Result<()> {
        let line = entry.line;
        match &entry.result {
            EntryResult::Judged(judged) => {
                let summary = &judged.summary;
                self.row(&serde_json::to_string(&GameRow {
                    game,
                    line,
                    result: &summary.result,
                    about: &summary.about,
                    duplicate_of,
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
        self.section("openings")?;
        for opening in totals.openings() {
            self.row(&serde_json::to_string(&opening)?)?;
        }
        writeln!(self.out, "\n]\n}}")?;
        self.out.finish()?;
        Ok(())
    }
}

/// Columns after [`VALUES`].
const MORE_OF_GAME: [&str; 7] = [
    "points",
    "rating",
    "eco",
    "opening",
    "event",
    "date",
    "duplicate_of",
];
const MORE_OF_PLAYER: [&str; 6] = ["points", "rating", "wins", "draws", "losses", "opponents"];

/// A line for each side of each game, and in another file one for each player.
struct CsvReport {
    games: csv::Writer<NewFile>,
    players: Option<csv::Writer<NewFile>>,
}

impl CsvReport {
    fn create(games: &Path, players: Option<PathBuf>) -> anyhow::Result<CsvReport> {
        let mut games = csv::Writer::from_writer(NewFile::create(games)?);
        let columns = ["game", "line", "side", "player", "opponent", "result"];
        games.write_record(columns.iter().chain(&VALUES).chain(&MORE_OF_GAME))?;
        let mut report = CsvReport {
            games,
            players: None,
        };
        if let Some(path) = players {
            let mut players = csv::Writer::from_writer(NewFile::create(&path)?);
            let columns = ["player", "games"];
            players.write_record(columns.iter().chain(&VALUES).chain(&MORE_OF_PLAYER))?;
            report.players = Some(players);
        }
        Ok(report)
    }

    fn add(
        &mut self,
        game: u64,
        line: u64,
        judged: &JudgedEntry,
        duplicate_of: Option<u64>,
    ) -> anyhow::Result<()> {
        let summary = &judged.summary;
        let (white, black) = (&summary.white, &summary.black);
        for (side, player, opponent, row) in [
            ("white", white, black, SideRow::white(summary)),
            ("black", black, white, SideRow::black(summary)),
        ] {
            let fields = [
                game.to_string(),
                line.to_string(),
                side.to_owned(),
                player.clone(),
                opponent.clone(),
                summary.result.clone(),
            ];
            let About {
                eco,
                opening,
                event,
                date,
            } = summary.about.clone();
            let [points, rating] = row.standing();
            let about = [eco, opening, event, date].map(Option::unwrap_or_default);
            let mut record = [fields.as_slice(), &row.values(), &[points, rating], &about].concat();
            record.push(number(duplicate_of));
            self.games.write_record(record)?;
        }
        Ok(())
    }

    fn finish(self, totals: &Totals) -> anyhow::Result<()> {
        let mut writers = vec![self.games];
        if let Some(mut players) = self.players {
            for player in totals.rows() {
                let fields = [player.name.to_owned(), player.games.to_string()];
                let row = SideRow::of_player(&player);
                let GameResults {
                    wins,
                    draws,
                    losses,
                } = player.results;
                let results = [wins, draws, losses].map(|games| games.to_string());
                let opponents = [number(player.opponents)];
                let standing = row.standing();
                let record = [
                    fields.as_slice(),
                    &row.values(),
                    &standing,
                    &results,
                    &opponents,
                ];
                players.write_record(record.concat())?;
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

/// Openings of the table, and duplicates that are named.
const MAX_OPENINGS: usize = 20;
const MAX_DUPLICATES: usize = 10;

/// Widths of the names in the tables of games, players and openings.
const GAME_NAME: usize = 22;
const PLAYER_NAME: usize = 21;
const OPENING_NAME: usize = 38;

const COLUMNS: &str = "  moves   loss    ?!     ?    ??  accuracy";

/// Writes a table: two lines for each game, of which the second has the opening's code, and one for
/// each player; then the openings and the games that stand twice. Fails if the job cannot be read,
/// or the output not written.
fn table(out: &mut dyn Write, job: &Job, outputs: &Outputs, totals: &Totals) -> anyhow::Result<()> {
    writeln!(out, "  game  {:GAME_NAME$} result {COLUMNS}", "player")?;
    for record in job.records() {
        let (task, entry): (usize, Entry) = record?;
        if !outputs.are_about(&entry) {
            continue;
        }
        let EntryResult::Judged(judged) = entry.result else {
            continue;
        };
        let summary = &judged.summary;
        let (white, black) = (SideRow::white(summary), SideRow::black(summary));
        writeln!(
            out,
            "{:>6}  {:GAME_NAME$} {:7}{}",
            task + 1,
            white.label(GAME_NAME),
            summary.result,
            white.columns()
        )?;
        writeln!(
            out,
            "{:>6}  {:GAME_NAME$} {:7}{}",
            summary.about.eco.as_deref().unwrap_or_default(),
            black.label(GAME_NAME),
            "",
            black.columns()
        )?;
    }
    table_of_players(out, totals)?;
    table_of_openings(out, totals)?;
    write_duplicates(out, totals)
}

fn table_of_players(out: &mut dyn Write, totals: &Totals) -> anyhow::Result<()> {
    let players = totals.rows();
    let are_rated = players.iter().any(|player| player.opponents.is_some());
    let head = if are_rated { "opponents" } else { "" };
    writeln!(out, "\n {:18} {head:9}  points{COLUMNS}", "player")?;
    for player in &players {
        let row = SideRow::of_player(player);
        writeln!(
            out,
            " {:PLAYER_NAME$} {:>5}{:>9}{}",
            row.label(PLAYER_NAME),
            number(player.opponents),
            row.score(),
            row.columns()
        )?;
    }
    Ok(())
}

fn table_of_openings(out: &mut dyn Write, totals: &Totals) -> anyhow::Result<()> {
    let openings = totals.openings();
    // The openings of one game stand beside it.
    if totals.games < 2 || openings.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n {:OPENING_NAME$} White's points   won drawn  lost",
        "opening"
    )?;
    for OpeningRow {
        name,
        white,
        points,
    } in openings.iter().take(MAX_OPENINGS)
    {
        let GameResults {
            wins,
            draws,
            losses,
        } = white;
        let score = format!("{points}/{}", white.games());
        let name: String = name.chars().take(OPENING_NAME).collect();
        writeln!(
            out,
            " {name:OPENING_NAME$} {score:>14} {wins:>5} {draws:>5} {losses:>5}"
        )?;
    }
    if openings.len() > MAX_OPENINGS {
        let more = openings.len() - MAX_OPENINGS;
        writeln!(out, " and {more} more, which --json names")?;
    }
    Ok(())
}

fn write_duplicates(out: &mut dyn Write, totals: &Totals) -> anyhow::Result<()> {
    let duplicates = &totals.duplicates;
    if duplicates.is_empty() {
        return Ok(());
    }
    let mut named = Vec::new();
    for Duplicate { game, of } in duplicates.iter().take(MAX_DUPLICATES) {
        named.push(format!("{game} (as {of})"));
    }
    if duplicates.len() > MAX_DUPLICATES {
        named.push(format!("{} more", duplicates.len() - MAX_DUPLICATES));
    }
    writeln!(
        out,
        "\nThe file has these games more than once, and they count each time: {}",
        named.join(", ")
    )?;
    Ok(())
}
