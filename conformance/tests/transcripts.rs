//! Transcripts of suites/transcripts, replayed with each player in both protocols.

#[path = "common/players.rs"]
mod players;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use conformance::transcript::{self, Engine};
use conformance::{referee, wire};
use play::PlayerList;
use players::{minimax, native};

type MakePlayers = fn() -> PlayerList;

fn start(folder: &str, make: MakePlayers) -> Engine {
    let (input, reader) = wire::input();
    let (writer, output) = wire::output();
    let run = if folder.starts_with("xboard") {
        protocol::run_xboard
    } else {
        protocol::run_uci
    };
    thread::spawn(move || run(make(), reader, writer));
    Engine {
        input: Some(input),
        output,
    }
}

fn transcripts(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../suites/transcripts")
        .join(folder);
    let files = folder
        .read_dir()
        .expect("the folder is there")
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no transcripts in {}", folder.display());
    files
}

/// Replays the transcripts of a folder that are chosen by their names.
fn replay(folder: &str, make: MakePlayers, is_chosen: impl Fn(&str) -> bool) {
    let fault = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let started = Instant::now();
        let replay = || match folder.starts_with("xboard") {
            true => transcript::replay(
                start(folder, make),
                Box::<referee::XBoard>::default(),
                &text,
            ),
            false => transcript::replay(start(folder, make), Box::<referee::Uci>::default(), &text),
        };
        // A loaded machine may delay one session, but not each of three.
        let late = |result: &Result<(), String>| {
            result.as_ref().is_err_and(|e| e.contains(transcript::LATE))
        };
        let result = (0..3)
            .map(|_| replay())
            .find(|result| !late(result))
            .unwrap_or_else(replay);
        println!(
            "{:6.2} s {}",
            started.elapsed().as_secs_f64(),
            file.display()
        );
        Some(format!("{}, {}", file.display(), result.err()?))
    };
    let mut files = transcripts(folder);
    files.retain(|file| is_chosen(&file.file_stem().unwrap().to_string_lossy()));
    assert!(!files.is_empty(), "{folder}: no such transcripts");
    let faults: Vec<String> = files.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn belle() -> PlayerList {
    PlayerList::single(|| Box::new(belle_player::Belle::new()))
}

fn of_generation(year: &str) -> PlayerList {
    let factory = play::PlayerFactory::new("belle", 1, || Box::new(belle_player::Belle::new()));
    PlayerList::new(
        vec![factory],
        0,
        vec![("Generation".to_owned(), year.to_owned())],
    )
}

/// Atlas at its greatest depth: some transcripts need a search that takes time.
fn atlas() -> PlayerList {
    PlayerList::single(|| {
        let deep = atlas::Settings {
            plies: atlas::MAX_PLIES,
            ..atlas::Settings::default()
        };
        Box::new(atlas::Atlas::with_settings(deep))
    })
}

fn tablebase() -> PlayerList {
    PlayerList::single(|| Box::new(tablebase::TablebasePlayer::new()))
}

/// All players, with contempt for those that have the option.
fn several() -> PlayerList {
    players::all(vec![("Contempt".to_owned(), "30".to_owned())])
}

macro_rules! replays {
    ($($name:ident: $folder:literal, $players:expr;)*) => {
        $(#[test]
        fn $name() {
            replay($folder, $players, |_| true);
        })*
    };
}

/// Transcripts whose answers depend on how a search begins, is stopped and ends.
const UCI_SEARCHES: [&str; 4] = ["infinite", "ponder", "quit-while-searching", "search-moves"];
const XBOARD_SEARCHES: [&str; 3] = ["game", "ponder", "quit-while-analysing"];

macro_rules! replays_of_searches {
    ($($name:ident: $folder:literal, $names:ident, $year:literal;)*) => {
        $(#[test]
        fn $name() {
            replay($folder, || of_generation($year), |name| $names.contains(&name));
        })*
    };
}

// These machines share the host of 1980, or the program of 1972: only their searches differ.
replays_of_searches! {
    uci_searches_1976: "uci/any", UCI_SEARCHES, "1976";
    uci_searches_1978: "uci/any", UCI_SEARCHES, "1978";
    uci_searches_1983: "uci/any", UCI_SEARCHES, "1983";
    xboard_searches_1976: "xboard/any", XBOARD_SEARCHES, "1976";
    xboard_searches_1978: "xboard/any", XBOARD_SEARCHES, "1978";
    xboard_searches_1983: "xboard/any", XBOARD_SEARCHES, "1983";
}

// The programs of 1972 and 1976 search to a depth of their own: they do not deepen while there is
// time.
replays! {
    uci_any_minimax: "uci/any", minimax;
    uci_any_belle: "uci/any", belle;
    uci_any_1972: "uci/any", || of_generation("1972");
    uci_program_1972: "uci/1972", || of_generation("1972");
    uci_program_1976: "uci/1972", || of_generation("1976");
    uci_any_atlas: "uci/any", atlas;
    uci_any_native: "uci/any", native;
    uci_deepening_minimax: "uci/deepening", minimax;
    uci_deepening_belle: "uci/deepening", belle;
    uci_deepening_1978: "uci/deepening", || of_generation("1978");
    uci_deepening_1983: "uci/deepening", || of_generation("1983");
    uci_deepening_atlas: "uci/deepening", atlas;
    uci_deepening_native: "uci/deepening", native;
    uci_faults_minimax: "uci/minimax", minimax;
    uci_options_belle: "uci/belle", belle;
    uci_options_native: "uci/native", native;
    uci_tablebases_belle: "uci/tables", belle;
    uci_tablebases_native: "uci/tables", native;
    uci_several_players: "uci/several", several;
    xboard_any_minimax: "xboard/any", minimax;
    xboard_any_belle: "xboard/any", belle;
    xboard_any_1972: "xboard/any", || of_generation("1972");
    xboard_any_atlas: "xboard/any", atlas;
    xboard_any_native: "xboard/any", native;
    xboard_deepening_minimax: "xboard/deepening", minimax;
    xboard_deepening_belle: "xboard/deepening", belle;
    xboard_deepening_1978: "xboard/deepening", || of_generation("1978");
    xboard_deepening_1983: "xboard/deepening", || of_generation("1983");
    xboard_deepening_atlas: "xboard/deepening", atlas;
    xboard_deepening_native: "xboard/deepening", native;
    xboard_faults_minimax: "xboard/minimax", minimax;
    xboard_options_belle: "xboard/belle", belle;
    xboard_options_native: "xboard/native", native;
    xboard_refusals_tablebase: "xboard/tablebase", tablebase;
    xboard_several_players: "xboard/several", several;
}
