//! `belle analyse`, run to its end or killed.

#[path = "../../analysis/tests/common/random_games.rs"]
mod random_games;

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Output};
use std::time::Duration;

use common::{command, text};
use tempfile::TempDir;

/// Games of the test file, besides a malformed one.
const GAMES: u64 = 40;

fn start(folder: &Path, arguments: &[&str]) -> Child {
    command(
        folder,
        &[&["analyse", "--player", "belle"], arguments].concat(),
    )
    .spawn()
    .expect("the program starts")
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    start(folder, arguments).wait_with_output().unwrap()
}

fn message(output: &Output) -> String {
    text(&output.stderr)
}

fn write_games(folder: &Path) {
    let mut games: Vec<String> = (1..=GAMES)
        .map(|number| random_games::random_game(7, number))
        .collect();
    games.insert(
        15,
        "[White \"A\"]\n[Black \"B\"]\n\n1. Ke4 *\n\n".to_owned(),
    );
    fs::write(folder.join("games.pgn"), games.concat()).unwrap();
}

/// An analysis to `a.pgn` with all summaries.
const ARGUMENTS: [&str; 11] = [
    "games.pgn",
    "--depth",
    "1",
    "-o",
    "a.pgn",
    "--svg",
    "graphs",
    "--json",
    "a.json",
    "--csv",
    "a.csv",
];

/// Waits until `games` are in the job, or the program has ended.
fn wait_for(games: usize, folder: &Path, child: &mut Child) {
    let job = folder.join("a.pgn.job");
    while child.try_wait().unwrap().is_none()
        && fs::read_to_string(&job).unwrap_or_default().lines().count() <= games
    {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(unix)]
#[test]
fn resume_with_other_input_or_settings_is_an_error() {
    use std::os::unix::process::ExitStatusExt as _;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = TempDir::new().unwrap();
    write_games(folder.path());
    let mut child = start(folder.path(), &ARGUMENTS);
    wait_for(3, folder.path(), &mut child);
    let busy = run(folder.path(), &[&ARGUMENTS[..], &["--resume"]].concat());
    assert!(
        message(&busy).contains("a.pgn.job: another process is writing to it"),
        "{}",
        message(&busy)
    );
    kill(
        Pid::from_raw(child.id().try_into().unwrap()),
        Signal::SIGINT,
    )
    .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(Signal::SIGINT as i32));
    assert!(
        message(&output).contains("the same command with --resume continues"),
        "{}",
        message(&output)
    );

    let refusal = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        message(&output)
    };
    assert!(refusal(&ARGUMENTS).contains("continue it with --resume"));
    let mut deeper = [&ARGUMENTS[..], &["--resume"]].concat();
    deeper[2] = "2";
    assert!(refusal(&deeper).contains("limit was 'depth 1 a move', got 'depth 2 a move'"));
    deeper[2] = "1";
    let games = fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    fs::write(
        folder.path().join("games.pgn"),
        games.replacen("Random", "random", 1),
    )
    .unwrap();
    assert!(
        refusal(&deeper).contains("the input has changed since this analysis was begun: game 1")
    );
    fs::write(folder.path().join("games.pgn"), games).unwrap();
    assert_eq!(run(folder.path(), &deeper).status.code(), Some(3));
    // All is done: further outputs are written from the job.
    let mut page = [&deeper[..], &["--html", "a.html"]].concat();
    page[6] = "more";
    assert_eq!(run(folder.path(), &page).status.code(), Some(3));
    assert!(folder.path().join("a.html").exists());
    assert!(folder.path().join("more/game-000001.svg").exists());
    fs::remove_file(folder.path().join("a.pgn.job")).unwrap();
    assert!(refusal(&ARGUMENTS).contains("a.json already exists"));
}

#[test]
fn utf16_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("utf16.pgn"), b"\xff\xfe1\0.\0").unwrap();
    let refused = message(&run(folder.path(), &["utf16.pgn", "--depth", "1"]));
    assert!(
        refused.contains("expected UTF-8 or Latin-1, got UTF-16"),
        "{refused}"
    );
}

/// `1. e4 e5 *`, compressed.
const COMPRESSED: [(&str, &[u8]); 3] = [
    (
        "e.pgn.gz",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x033\xd4SH5QH5U\xd0\xe2\x02\x00 -Y\xb3\x0b\x00\
          \x00\x00",
    ),
    (
        "e.pgn.bz2",
        b"BZh91AY&SY:\x0c\xcf\x80\x00\x00\x03Y\x00\x00\x10@\x11&\x00\x02\x00 \x00!\xa6\x9a=A\x0c\
          \x08\xb3\x0d\x0eQx\xbb\x92)\xc2\x84\x81\xd0f|\x00",
    ),
    (
        "e.pgn.zst",
        b"(\xb5/\xfd\x04XY\x00\x001. e4 e5 *\x0a\x04\x1f\xbb\xfd",
    ),
];

#[test]
fn compressed_games_are_read_and_archives_are_named() {
    for (name, bytes) in COMPRESSED {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let judged = run(folder.path(), &[name, "--depth", "1"]);
        assert!(judged.status.success(), "{}", message(&judged));
        let games = fs::read_to_string(folder.path().join("e.analysed.pgn")).unwrap();
        assert!(games.contains("1. e4 ") && games.contains("e5 "), "{games}");
        fs::write(folder.path().join(name), &bytes[..bytes.len() - 9]).unwrap();
        let refused = message(&run(folder.path(), &[name, "--depth", "1", "-o", "-"]));
        assert!(refused.contains("damaged or cut short"), "{refused}");
    }
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("e.zip"), b"PK\x03\x04 and more").unwrap();
    let refused = message(&run(folder.path(), &["e.zip", "--depth", "1"]));
    assert!(
        refused.contains("a ZIP archive: unpack it first, with unzip"),
        "{refused}"
    );
    assert!(!folder.path().join("e.analysed.pgn").exists());
}

#[test]
fn text_that_is_no_game_is_named_once_and_not_written() {
    let folder = TempDir::new().unwrap();
    let page = "<!DOCTYPE html>\n<p class=\"x\">Not found * *</p>\n";
    let game = "[White \"A\"]\n\n1. e4 e5 *\n\x1a\0\0";
    for (text, written, remarks) in [
        (page.to_owned(), 0, 1),
        (format!("{page}\n{game}"), 1, 1),
        (format!("\u{feff}{game}\u{feff}{game}"), 2, 0),
    ] {
        fs::write(folder.path().join("t.pgn"), text).unwrap();
        let judged = run(folder.path(), &["t.pgn", "--depth", "1", "-o", "-"]);
        let games = common::text(&judged.stdout);
        assert_eq!(games.matches("[White \"A\"]").count(), written, "{games}");
        assert_eq!(games.matches("[Annotator").count(), written, "{games}");
        assert_eq!(
            message(&judged).matches("; skipped").count(),
            remarks,
            "{}",
            message(&judged)
        );
    }
}

/// White misses a mate in one, after a blunder of Black's; then a win, and the first game once
/// more.
const MISSED: &str = "[White \"Ann \\\"A\\\"\"]\n[Black \"Bob\"]\n\n\
    1. e4 e5 2. Qh5 Ke7 3. Nf3 1-0\n\n\
    [White \"Bob\"]\n[Black \"Ann\"]\n[WhiteElo \"1500\"]\n[SetUp \"1\"]\n\
    [FEN \"3qk3/8/8/8/8/8/7R/3Q2K1 w - - 3 20\"]\n\n20. Rh3 Qxd1+ 0-1\n\n\
    [White \"Ann \\\"A\\\"\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Nf3 1-0\n";

/// Writes training positions from the games, and returns their lines.
fn training(folder: &Path, filter: &[&str]) -> Vec<String> {
    fs::write(folder.join("games.pgn"), MISSED).unwrap();
    let words = ["games.pgn", "--depth", "3", "-o", "a.pgn", "--resume"];
    let words = [&words[..], &["--epd", "t.epd"], filter].concat();
    let output = run(folder, &words);
    assert!(output.status.success(), "{}", message(&output));
    let written = fs::read_to_string(folder.join("t.epd")).unwrap();
    written.lines().map(str::to_owned).collect()
}

#[test]
fn training_positions_have_better_move_move_made_and_game() {
    let folder = TempDir::new().unwrap();
    let mates = training(folder.path(), &["--epd-filter", "mates"]);
    let start =
        "rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQ - bm Qxe5#; am Nf3; dm 1; acd ";
    // The same position of another copy of the game is trained once.
    assert_eq!(mates.len(), 1, "{mates:?}");
    for (line, game) in mates.iter().zip(["1"]) {
        assert!(line.starts_with(start), "{line}");
        let end = format!(
            "hmvc 2; fmvn 3; pv Qxe5#; id \"games.pgn {game}, 3. Nf3??\"; \
             c0 \"Ann 'A' - Bob: mate missed, #1 to "
        );
        assert!(line.contains(&end), "{line}");
    }
    // The commands that take positions read them back.
    let suite = common::belle(folder.path(), &["suite", "t.epd", "--depth", "2"], "");
    assert!(
        text(&suite.stdout).contains("1 of 1 solved"),
        "{}",
        text(&suite.stdout)
    );
    let mate = common::belle(folder.path(), &["mate", "t.epd"], "");
    assert!(mate.status.success(), "{}", text(&mate.stdout));
    assert!(text(&mate.stdout).contains("1 problem"));
}

#[test]
fn filter_and_player_choose_the_training_positions() {
    let folder = TempDir::new().unwrap();
    let made = |filter: &[&str]| -> Vec<String> {
        let lines = training(folder.path(), filter);
        let id = |line: &String| {
            let (_, after) = line.split_once("games.pgn ").unwrap();
            after.split('"').next().unwrap().to_owned()
        };
        lines.iter().map(id).collect()
    };
    let all = made(&[]);
    let blunders = made(&["--epd-filter", "blunders"]);
    for expected in ["1, 2... Ke7??", "1, 3. Nf3??", "2, 20. Rh3??"] {
        assert!(blunders.iter().any(|id| id == expected), "{blunders:?}");
    }
    assert!(
        blunders
            .iter()
            .all(|id| id.ends_with("??") && all.contains(id))
    );
    let wins = made(&["--epd-filter", "wins"]);
    assert!(wins.contains(&"2, 20. Rh3??".to_owned()), "{wins:?}");
    assert!(!wins.contains(&"1, 2... Ke7??".to_owned()), "{wins:?}");
    assert!(made(&["--epd-filter", "50"]).len() >= all.len());
    // Only the moves of the player that is asked for.
    let folder = TempDir::new().unwrap();
    let bobs = training(folder.path(), &["--of", "bob"]);
    assert!(!bobs.is_empty());
    for line in bobs {
        let (is_white, is_first) = (line.contains(" w "), line.contains("c0 \"Bob"));
        assert_eq!(is_white, is_first, "{line}");
    }
}

/// A move of one side that is left out must never make the next ones those of the other.
#[test]
fn move_that_cannot_be_read_ends_the_game_there() {
    for (moves, expected, remark) in [
        // Pawn captures as on score sheets.
        (
            "1. e4 c5 2. d4 cd 3. Qd4 Nc6 4. Qd1 *",
            "1. e4 c5 2. d4 cxd4 3. Qxd4 Nc6 4. Qd1",
            "",
        ),
        (
            "1. e4 d5 2. PxP QxP 3. Nc3 *",
            "1. e4 d5 2. exd5 Qxd5 3. Nc3",
            "",
        ),
        (
            "1 e4, e6 2 d4, d5! 3 ed, ed *",
            "1. e4 e6 2. d4 d5 $1 3. exd5 exd5",
            "",
        ),
        // Not legal, so the game ends before it.
        (
            "1. e4 e5 2. ab Nc6 3. Nf3 Nf6 *",
            "1. e4 e5",
            "'ab' is not a legal move",
        ),
        (
            "1. e4 e5 2. BxN Nc6 3. Nf3 *",
            "1. e4 e5",
            "'BxN' is not a legal move",
        ),
        // No move, as the number of the next one tells.
        (
            "1. e4 e5 2. Nfx Nc6 3. d4 d6 *",
            "1. e4 e5",
            "the rest of the game is left out",
        ),
        (
            "1. e4 e5 check 2. Nf3 Nc6 mate 1-0",
            "1. e4 e5 2. Nf3 Nc6",
            "left out",
        ),
        (
            "1. e4 e5 2. Nf3 good Nc6 3. d4 *",
            "1. e4 e5 2. Nf3 Nc6 3. d4",
            "left out",
        ),
    ] {
        let folder = TempDir::new().unwrap();
        fs::write(
            folder.path().join("g.pgn"),
            format!("[White \"A\"]\n\n{moves}\n"),
        )
        .unwrap();
        let output = run(folder.path(), &["g.pgn", "--depth", "1", "-o", "a.pgn"]);
        let error = message(&output);
        let written = fs::read_to_string(folder.path().join("a.pgn")).unwrap();
        let game = notation::parse_games(written.as_bytes())
            .unwrap()
            .remove(0)
            .unwrap();
        let moves = notation::san_line(game.game.start(), game.game.moves());
        assert_eq!(moves, expected.replace(" $1", ""), "{error}");
        assert!(error.contains(remark), "{moves}: {error}");
        assert_eq!(
            output.status.code(),
            Some(if remark.is_empty() { 0 } else { 3 }),
            "{error}"
        );
    }
}

#[test]
fn tables_have_points_openings_and_duplicates() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("games.pgn"), MISSED).unwrap();
    let words = [
        "games.pgn",
        "--depth",
        "1",
        "--json",
        "g.json",
        "--csv",
        "g.csv",
        "--table",
    ];
    let output = run(folder.path(), &words);
    assert!(output.status.success(), "{}", message(&output));
    let shown = text(&output.stdout);
    let player = |name: &str, score: &str| format!("\n {name:21} {:>5}{score:>9} ", "");
    for line in [
        player("Ann \"A\"", "2/2"),
        player("Bob (1500)", "0/3"),
        "more than once, and they count each time: 3 (as 1)".to_owned(),
    ] {
        assert!(shown.contains(&line), "{line}: {shown}");
    }
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let csv = read("g.csv");
    assert!(
        csv.starts_with("game,line,side,player,opponent,result,moves,"),
        "{csv}"
    );
    assert!(
        csv.contains(",points,rating,eco,opening,event,date,duplicate_of\n"),
        "{csv}"
    );
    assert!(csv.contains(",0,1500,,,,,\n"), "{csv}");
    let players = read("g-players.csv");
    assert!(
        players.contains(",points,rating,wins,draws,losses,opponents\n"),
        "{players}"
    );
    let json: serde_json::Value = serde_json::from_str(&read("g.json")).unwrap();
    assert_eq!(json["games"][2]["duplicate_of"], 1);
    assert_eq!(json["games"][0]["duplicate_of"], serde_json::Value::Null);
    assert_eq!(json["games"][0]["eco"], "C20");
    assert_eq!(json["openings"][0]["wins"], 2);
    assert_eq!(json["players"][0]["name"], "Bob");
    assert_eq!(json["players"][0]["losses"], 3);
}

#[test]
fn job_that_is_done_says_so() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("games.pgn"), MISSED).unwrap();
    let words = ["games.pgn", "--depth", "1", "-o", "a.pgn"];
    assert!(run(folder.path(), &words).status.success());
    let again = run(folder.path(), &words);
    assert_eq!(again.status.code(), Some(1));
    let error = message(&again);
    assert!(
        error.contains("a.pgn.job is done: --resume shows it again"),
        "{error}"
    );
    assert!(
        run(folder.path(), &[&words[..], &["--resume"]].concat())
            .status
            .success()
    );
}

/// Sacrifices that mate, and the last move before, which allows it: Réti - Tartakower, Légal's
/// mate, Morphy at the opera (lost before, so there it is no mistake).
const SACRIFICES: [(&str, &str, &str); 3] = [
    (
        "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O \
         Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0",
        "8... Nxe4 $4 { [%eval #3,",
        "9. Qd8+ { [%eval #2,",
    ),
    (
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. h3 Bh5 6. Nxe5 Bxd1 7. Bxf7+ Ke7 8. Nd5# 1-0",
        "6... Bxd1 $4 { [%eval #2,",
        "7. Bxf7+ { [%eval #1,",
    ),
    (
        "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 \
         9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 \
         15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0",
        "{ [%eval #2,",
        "16. Qb8+ { [%eval #1,",
    ),
];

#[test]
fn sacrifice_that_mates_gets_no_sign_and_the_move_before_it_does() {
    for (moves, allowed, sacrifice) in SACRIFICES {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("games.pgn"), moves).unwrap();
        for depth in ["2", "5", "10"] {
            let words = [
                "games.pgn",
                "--player",
                "native",
                "--depth",
                depth,
                "-o",
                "-",
            ];
            let judged = command(folder.path(), &[&["analyse"], &words[..]].concat())
                .output()
                .unwrap();
            let game = text(&judged.stdout).replace('\n', " ");
            assert!(
                game.contains(allowed) && game.contains(sacrifice),
                "{depth} {game}"
            );
        }
    }
}
