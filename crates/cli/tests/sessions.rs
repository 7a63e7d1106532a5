//! Commands of the program, as sessions.txt has them.

mod common;

use common::{Running, command, pid, text};
use conformance::session::Sessions;
use conformance::shards::Shards;
use tempfile::TempDir;

/// Commands with their output.
const SESSIONS: Sessions = Sessions {
    program: env!("CARGO_BIN_EXE_belle"),
    text: include_str!("sessions.txt"),
};

macro_rules! sessions {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            SESSIONS.run(stringify!($name), TempDir::new().unwrap().path());
        })*

        /// Other tests run the sections that need more than an empty folder.
        #[test]
        fn every_section_is_run() {
            assert!(SESSIONS.names().eq([$(stringify!($name)),*].into_iter().chain(ENDGAMES)));
        }
    };
}

sessions! {
    arguments help_tools figures verilog suite play play_refuses play_ends play_commands play_load
    play_options settings protocols protocol_quits unreachable_material chess960 chess960_native mate atlas analyse
    analyse_page analyse_summaries analyse_refuses analyse_engine analyse_output match_lines shards
    match_tablebases trace_lists trace_refuses fresh endgame_syzygy
}

/// Sections on endgame tables, of which the first builds them.
const ENDGAMES: [&str; 5] = [
    "endgame_figures",
    "endgame_refuses",
    "endgame_play",
    "endgame_uci",
    "endgame_damaged",
];

#[test]
fn endgame_tables() {
    let folder = TempDir::new().unwrap();
    ENDGAMES
        .iter()
        .for_each(|section| SESSIONS.run(section, folder.path()));
}

#[cfg(unix)]
#[test]
fn interrupted_suite_reports_its_progress() {
    use nix::sys::signal::{Signal, kill};

    let folder = TempDir::new().unwrap();
    let easy = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"easy\";\n";
    let long = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3; id \"long\";\n";
    std::fs::write(folder.path().join("two.epd"), [easy, long].concat()).unwrap();
    let mut suite = Running::start(&mut command(
        folder.path(),
        &["suite", "two.epd", "--seconds", "600"],
    ));
    suite.wait_for("easy");
    kill(pid(&suite), Signal::SIGINT).unwrap();
    let (success, shown, error) = suite.end();
    assert!(!success && shown.contains("1 of 1 solved"), "{shown}");
    assert!(
        error.contains("interrupted after 1 of 2 positions"),
        "{error}"
    );
}

#[test]
fn suite_shards_merged_equal_the_whole() {
    let positions = concat!(
        "malformed\n",
        include_str!("../../../suites/bratko-kopec.epd")
    );
    let write = |folder: &std::path::Path| std::fs::write(folder.join("s.epd"), positions).unwrap();
    let shards = Shards::new(
        SESSIONS.program,
        "suite s.epd --depth 3 -o s.json",
        "s.json",
    );
    let (whole, merged) = Shards {
        set_up: &write,
        ..shards
    }
    .check(3);
    let rows = |shown: &[u8]| {
        text(shown)
            .lines()
            .take(25)
            .map(|row| row[..40].to_owned())
            .collect::<String>()
    };
    assert_eq!(rows(&whole.stdout), rows(&merged.stdout));
}
