//! The page's gallery and tours, web/gallery.json and web/tours.json: each moment is opened on the
//! machine, and holds what its sentence says.
//!
//! A sentence may not name a number, a square or a move that stands neither in the moment's claims,
//! which are compared with the machine, nor in its record, which is compared with the game on file.
//! A color needs the squares that have it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use play::Game;
use roms::full::FULL_MARGIN;
use roms::value::MATE;
use room::{Command, Description, Event, Find, Frame, Reading, Room, RootDriver, Until};
use serde::Deserialize;
use serde_json::Value;
use shakmaty::{Color, Position, Square};

/// Moments that the page promises.
const LEAST: usize = 40;
/// Lines that a square sends, by their names.
const SENT: [&str; 6] = [
    "manhattan",
    "diagonal",
    "knight",
    "king",
    "pawn_move",
    "pawn_capture",
];
/// Cycles of a command.
const CYCLES: u64 = 2_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exhibit {
    group: String,
    name: String,
    title: String,
    text: String,
    at: At,
    /// The piece registers at the moment, from a1: the picture.
    pieces: String,
    /// Squares outlined in the picture.
    marks: Vec<String>,
    /// Readings of the machine by name.
    claims: BTreeMap<String, Value>,
    /// Conditions that hold at the moment for the first time.
    #[serde(default)]
    first: Vec<Until>,
    record: Option<Record>,
}

/// A moment of the machine, as a link names it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    fen: Option<String>,
    #[serde(default)]
    moves: String,
    depth: u8,
    #[serde(default)]
    root: RootDriver,
    cycle: u64,
    view: Option<String>,
}

/// A move of a game on file that was played in the position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    game: String,
    ply: usize,
    played: String,
    /// Words of a comment of the game that the sentence rests on.
    #[serde(default)]
    comment: String,
}

fn root_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn exhibits() -> Vec<Exhibit> {
    let text = std::fs::read_to_string(root_folder().join("web/gallery.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Carries out a command to its end.
fn ask(room: &mut Room, command: Command) -> Vec<Event> {
    let mut events = room.command(command);
    while matches!(
        events[..],
        [
            ..,
            Event::Stopped {
                reason: room::Reason::Pending
            }
        ]
    ) {
        events = room.command(Command::Continue {});
    }
    for event in &events {
        assert!(!matches!(event, Event::Fault { .. }), "{event:?}");
    }
    events
}

fn frame(events: &[Event]) -> &Frame {
    for event in events {
        if let Event::Frame(frame) = event {
            return frame;
        }
    }
    panic!("no frame: {events:?}");
}

/// Opens a moment's search at its first cycle.
fn begin(room: &mut Room, at: &At) {
    let moves = at.moves.split_whitespace().map(str::to_owned).collect();
    let fen = at.fen.clone();
    ask(room, Command::Position { fen, moves });
    let (depth, root) = (at.depth, at.root);
    ask(room, Command::Think { depth, root });
}

fn go_to(room: &mut Room, cycle: u64) -> Vec<Event> {
    ask(room, Command::GoTo { cycle })
}

/// The cycle at which conditions hold for the first time.
fn first_cycle(room: &mut Room, until: &[Until]) -> u64 {
    loop {
        let events = ask(
            room,
            Command::Run {
                cycles: CYCLES,
                until: until.to_vec(),
                stops: Vec::new(),
            },
        );
        let Some(Event::Stopped { reason }) = events
            .iter()
            .find(|event| matches!(event, Event::Stopped { .. }))
        else {
            panic!("no end: {events:?}");
        };
        match reason {
            room::Reason::Condition => return frame(&events).cycle,
            room::Reason::Reached => {}
            other => panic!("the conditions never hold: {other:?}"),
        }
    }
}

fn square(index: u8) -> String {
    Square::new(u32::from(index)).to_string()
}

fn squares(level: u64) -> String {
    let names: Vec<String> = (0..64)
        .filter(|&index| level >> index & 1 != 0)
        .map(square)
        .collect();
    names.join(" ")
}

/// A level as the page shows it.
fn shown(reading: Reading, level: u64) -> Value {
    match reading {
        Reading::Signed => i64::from(level as u16 as i16).into(),
        Reading::Square => square(level as u8).into(),
        Reading::SquareOrNone if level != 0 => square(level as u8).into(),
        Reading::Squares => squares(level).into(),
        _ => level.into(),
    }
}

/// What stands on a square.
fn piece_name(letter: char) -> &'static str {
    match letter {
        'P' => "white pawn",
        'N' => "white knight",
        'B' => "white bishop",
        'R' => "white rook",
        'Q' => "white queen",
        'K' => "white king",
        'p' => "black pawn",
        'n' => "black knight",
        'b' => "black bishop",
        'r' => "black rook",
        'q' => "black queen",
        'k' => "black king",
        _ => "nothing",
    }
}

/// All that can be claimed of a frame, by name.
fn readings(described: &Description, frame: &Frame) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for (wire, level) in described.wires.iter().zip(&frame.wires) {
        let level = shown(wire.reading, level.0);
        all.insert(format!("{}/{}", wire.block, wire.name), level.clone());
        all.insert(wire.name.clone(), level);
    }
    for (signal, level) in described.signals.iter().zip(&frame.signals) {
        all.insert(signal.name.clone(), shown(signal.reading, level.0));
        if signal.name == "disable" {
            all.insert("disabled".into(), squares(level.0).into());
            all.insert("disabled_count".into(), level.0.count_ones().into());
        }
    }
    for (letter, index) in frame.pieces.chars().zip(0..) {
        all.insert(square(index), piece_name(letter).into());
    }
    let word = &described.words[usize::from(frame.address)];
    all.insert("label".into(), word.place.clone().into());
    all.insert("find".into(), serde_json::to_value(frame.find).unwrap());
    if let Some((line, winner)) = frame.winner {
        all.insert("line".into(), line.into());
        all.insert("square".into(), square(winner).into());
    }
    let wire = |name: &str| {
        let mut both = described.wires.iter().zip(&frame.wires);
        let found = both.find(|(wire, _)| format!("{}/{}", wire.block, wire.name).ends_with(name));
        found.unwrap().1.0
    };
    let sent = SENT
        .iter()
        .fold(0, |all, name| all | wire(&format!("xmit/{name}")));
    all.insert("amber".into(), squares(sent).into());
    all.insert("red".into(), squares(wire("recv/king_taken")).into());
    all.insert("hatched".into(), all["disabled"].clone());
    if matches!(frame.find, Find::Victim | Find::Aggressor) {
        let winner = frame.winner.map(|(_, winner)| square(winner));
        all.insert("green".into(), winner.into());
    }
    all.insert("squares".into(), frame.pieces.len().into());
    let path: Vec<&str> = frame
        .stack
        .iter()
        .filter_map(|frame| frame.text.as_deref())
        .collect();
    all.insert("path".into(), path.join(" ").into());
    if let Some(top) = frame.stack.last() {
        all.insert("depth_left".into(), (-top.slots[3]).into());
    }
    let entry = &frame.entry;
    all.insert("hit".into(), u8::from(entry.hit).into());
    all.insert("open".into(), u8::from(entry.open).into());
    all.insert("bound".into(), serde_json::to_value(entry.bound).unwrap());
    all.insert("entry_value".into(), entry.value.into());
    all.insert("cycle".into(), frame.cycle.into());
    let seconds = frame.cycle as f64 / described.cycles_per_second;
    all.insert("seconds".into(), (seconds.round() as u64).into());
    all.insert("over".into(), u8::from(frame.over).into());
    all.insert("margin".into(), FULL_MARGIN.into());
    all.insert("mate_value".into(), MATE.into());
    let root = frame.root.as_ref().unwrap();
    all.insert("root_depth".into(), root.depth.into());
    all.insert("root_number".into(), root.number.into());
    all.insert("of".into(), root.of.into());
    all.insert("root_move".into(), root.san.clone().into());
    if let Some(thought) = &root.thought {
        let pawns = f64::from(thought.value) / 100.0;
        let value = if thought.value == 0 {
            "0.00".to_owned()
        } else {
            format!("{pawns:+.2}")
        };
        all.insert("value".into(), value.into());
        all.insert("mate".into(), thought.mate.into());
        all.insert("variation".into(), thought.line.clone().into());
    }
    all
}

/// Checks a moment's record; returns the text that its sentence may use.
fn check_record(claim: &Claim, root: &Game) -> String {
    let Some(record) = claim.record else {
        return String::new();
    };
    let path = root_folder().join(format!("suites/replay/{}.pgn", record.game));
    let text = std::fs::read_to_string(path).unwrap();
    let game = notation::parse_games(text.as_bytes()).unwrap().remove(0);
    let game = game.unwrap().game;
    let name = &claim.name;
    let comment = &record.comment;
    assert!(
        text.contains(comment.as_str()),
        "{name}: no comment '{comment}'"
    );
    let mut before = Game::from_position(game.start().clone());
    let mut last = String::new();
    for &chess_move in &game.moves()[..record.ply - 1] {
        last = play::san(before.position(), chess_move);
        before.play(chess_move);
    }
    let position = before.position();
    assert_eq!(position.board(), root.position().board(), "{name}: board");
    let played = play::san(position, game.moves()[record.ply - 1]);
    assert_eq!(played, record.played, "{name}: move played");
    // Positions that begin in the middle of a game count their moves from the game's own start.
    let number = root.position().fullmoves();
    let dots = if position.turn() == Color::White {
        "."
    } else {
        "..."
    };
    format!("{number}{dots}{played} {number} {last} {played} {comment}")
}

/// Numbers, squares and moves of a sentence.
fn tokens(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let parts = text.split(|letter: char| letter.is_whitespace() || "():;\"".contains(letter));
    for part in parts {
        let part = part.trim_end_matches([',', '.', '+', '?', '!']);
        let part = part.rsplit("...").next().unwrap_or(part);
        let is_number = part.contains(|letter: char| letter.is_ascii_digit());
        if is_number || part == "O-O" {
            found.insert(part.replace(',', ""));
        }
    }
    found
}

/// Whether a text names a number, a move, or a square, which may also be that of a move.
fn is_said(text: &str, token: &str) -> bool {
    let is_square = token.len() == 2 && token.starts_with(|letter: char| letter.is_alphabetic());
    tokens(text)
        .iter()
        .any(|said| said == token || is_square && said.contains(token))
}

/// Years and names with figures in them say when and who, and are of the record's own pages.
fn is_history(token: &str) -> bool {
    let is_year = token
        .parse()
        .is_ok_and(|year: u32| (1972..=1983).contains(&year));
    is_year || token == "6.5"
}

/// What is claimed of a moment, and the sentence that rests on it.
struct Claim<'a> {
    name: String,
    text: &'a str,
    at: &'a At,
    claims: &'a BTreeMap<String, Value>,
    first: &'a [Until],
    record: Option<&'a Record>,
    marks: &'a [String],
    /// What the sentence may say besides.
    besides: String,
}

/// Opens a moment; returns its frame, and all that its sentence says and the machine does not.
fn open(room: &mut Room, described: &Description, claim: &Claim) -> (Frame, Vec<String>) {
    let Claim { name, at, .. } = claim;
    let mut wrong = Vec::new();
    begin(room, at);
    if !claim.first.is_empty() {
        let first = first_cycle(room, claim.first);
        assert_eq!(first, at.cycle, "{name}: the first such cycle");
    }
    let events = go_to(room, at.cycle);
    let now = frame(&events).clone();
    assert_eq!(now.cycle, at.cycle, "{name}: cycle");
    let mut root = match &at.fen {
        Some(fen) => Game::from_fen(fen).unwrap(),
        None => Game::new(),
    };
    for text in at.moves.split_whitespace() {
        root.play(notation::parse_move(root.position(), text).unwrap());
    }
    let mut readings = readings(described, &now);
    readings.insert("depth".into(), at.depth.into());
    readings.insert("move".into(), root.position().fullmoves().get().into());
    if let Some(found) = found_move(&readings, &root) {
        readings.insert("found_move".into(), found.into());
    }
    if claim.claims.contains_key("best") {
        let Some(Event::Done { san, .. }) = events.last() else {
            panic!("{name}: the search is not over: {events:?}");
        };
        readings.insert("best".into(), san.clone().into());
    }
    if claim.claims.contains_key("deepest_of_search") {
        let end = go_to(room, u64::MAX);
        let all = self::readings(described, frame(&end));
        readings.insert("deepest_of_search".into(), all["deepest"].clone());
    }
    assert!(!claim.claims.is_empty(), "{name}: claims nothing");
    let mut said = check_record(claim, &root);
    for (key, claimed) in claim.claims {
        if readings.get(key) != Some(claimed) {
            let got = readings.get(key);
            wrong.push(format!("{name}: {key}: {claimed}, got {got:?}"));
        }
        said = format!("{said} {key} {}", claimed.to_string().replace(',', ""));
    }
    if claim.claims.keys().any(|key| key.starts_with("line")) {
        // What the lines stand for is the same in every word.
        said.push_str(" 1 2 3 4 5 6");
    }
    let said = format!("{said} {} {}", at.moves, claim.besides);
    for token in tokens(claim.text) {
        if !is_history(&token) && !is_said(&said, &token) {
            wrong.push(format!("{name}: its claims do not hold '{token}': {said}"));
        }
    }
    for color in COLORS {
        let is_named = claim
            .text
            .split(|letter: char| !letter.is_alphabetic())
            .any(|word| word == color);
        if is_named && !claim.claims.contains_key(color) {
            wrong.push(format!("{name}: does not claim what is {color}"));
        }
    }
    for mark in claim.marks {
        if !said.contains(mark.as_str()) {
            wrong.push(format!(
                "{name}: its claims do not hold the mark {mark}: {said}"
            ));
        }
    }
    (now, wrong)
}

/// Colors of the array that a sentence may name, if it claims the squares that have them.
const COLORS: [&str; 4] = ["amber", "green", "red", "hatched"];

/// The move of a find for aggressors at the root.
fn found_move(readings: &BTreeMap<String, Value>, root: &Game) -> Option<String> {
    if readings["find"] != "aggressor" || readings["ply"] != 0 {
        return None;
    }
    let squares = format!(
        "{}{}",
        readings["square"].as_str()?,
        readings["to"].as_str()?
    );
    let found = notation::parse_move(root.position(), &squares).ok()?;
    Some(play::san(root.position(), found))
}

fn describe(room: &mut Room) -> Box<Description> {
    match room.command(Command::Describe {}).swap_remove(0) {
        Event::Described(described) => described,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_moment_holds_what_its_sentence_says() {
    let mut room = Room::new();
    let described = describe(&mut room);
    let mut all = Vec::new();
    for exhibit in exhibits() {
        let claim = Claim {
            name: exhibit.name.clone(),
            text: &exhibit.text,
            at: &exhibit.at,
            claims: &exhibit.claims,
            first: &exhibit.first,
            record: exhibit.record.as_ref(),
            marks: &exhibit.marks,
            besides: String::new(),
        };
        let (now, mut wrong) = open(&mut room, &described, &claim);
        assert_eq!(now.pieces, exhibit.pieces, "{}: picture", exhibit.name);
        all.append(&mut wrong);
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tour {
    name: String,
    title: String,
    steps: Vec<Step>,
}

/// A step of a tour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    text: String,
    at: At,
    /// Stage within the word that is shown.
    #[serde(default = "last_stage")]
    stage: u8,
    /// What the page outlines and moves to.
    shows: Vec<String>,
    claims: BTreeMap<String, Value>,
    #[serde(default)]
    first: Vec<Until>,
    record: Option<Record>,
    ladder: Option<Ladder>,
    /// A page of the documentation that is opened.
    page: Option<String>,
}

/// The distances of the winner's last moves in a game that was played from a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ladder {
    game: String,
    rungs: Vec<Rung>,
}

/// A move with its distance to the end, and with that after the move that was made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rung {
    number: usize,
    #[serde(rename = "move")]
    played: String,
    moves: usize,
    after: usize,
}

/// Checks a ladder against the distances on file; returns the text that its step may use: the
/// rungs, their number, how many moves are to spare on the first, and what each gives away.
fn check_ladder(ladder: &Ladder) -> String {
    let path = root_folder().join(format!("suites/replay/{}.tsv", ladder.game));
    let table = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .map(|row| row.split('\t').collect())
        .collect();
    let first = &ladder.rungs[0];
    let last = rows.len().div_ceil(2);
    assert_eq!(
        first.number + ladder.rungs.len() - 1,
        last,
        "the last moves"
    );
    let count = ladder.rungs.len();
    let mut said = format!("{count} {}", count - first.moves);
    for (rung, number) in ladder.rungs.iter().zip(first.number..) {
        let row = &rows[2 * (number - 1)];
        let Rung { moves, after, .. } = rung;
        let shown = format!("{}\t{moves}\t{after}", rung.played);
        assert_eq!(row[1..4].join("\t"), shown, "{number}");
        assert_eq!(rung.number, number);
        said += &format!(" {number}. {} {moves} {}", rung.played, after - moves);
    }
    said
}

fn last_stage() -> u8 {
    4
}

#[test]
fn every_step_of_every_tour_shows_what_its_text_says() {
    let text = std::fs::read_to_string(root_folder().join("web/tours.json")).unwrap();
    let tours: Vec<Tour> = serde_json::from_str(&text).unwrap();
    assert_eq!(tours.len(), 10);
    let mut room = Room::new();
    let described = describe(&mut room);
    let mut all = Vec::new();
    for tour in &tours {
        assert!(!tour.title.is_empty());
        for (step, number) in tour.steps.iter().zip(1..) {
            let name = format!("{} {number}", tour.name);
            let claim = Claim {
                name: name.clone(),
                text: &step.text,
                at: &step.at,
                claims: &step.claims,
                first: &step.first,
                record: step.record.as_ref(),
                marks: &[],
                besides: step.ladder.as_ref().map(check_ladder).unwrap_or_default(),
            };
            let (_, mut wrong) = open(&mut room, &described, &claim);
            all.append(&mut wrong);
            // Amber comes with the second stage, lines with the fourth, the winner with the last.
            let least = match () {
                () if step.claims.contains_key("green") => 4,
                () if step.claims.contains_key("red") => 3,
                () if step.claims.contains_key("amber") => 1,
                () => 0,
            };
            assert!((least..=4).contains(&step.stage), "{name}: stage");
            assert!(!step.shows.is_empty(), "{name}: shows nothing");
            for shown in &step.shows {
                let signal = shown.strip_prefix("signal:");
                let square = shown.strip_prefix("square:");
                let is_there = match (signal, square) {
                    (Some(signal), _) => described.signals.iter().any(|one| one.name == signal),
                    (_, Some(square)) => square.parse::<Square>().is_ok(),
                    _ => shown.starts_with('#'),
                };
                assert!(is_there, "{name}: shows {shown}");
            }
            if let Some(page) = &step.page {
                assert!(root_folder().join("docs").join(page).is_file(), "{page}");
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn gallery_has_the_promised_number_of_moments_each_once() {
    let exhibits = exhibits();
    assert!(exhibits.len() >= LEAST, "{}", exhibits.len());
    let names: BTreeSet<&String> = exhibits.iter().map(|one| &one.name).collect();
    assert_eq!(names.len(), exhibits.len(), "a name is there twice");
    for one in &exhibits {
        assert!(!one.group.is_empty() && !one.title.is_empty() && !one.text.is_empty());
        assert!(one.at.view.as_deref() != Some(""), "{}: view", one.name);
    }
}
