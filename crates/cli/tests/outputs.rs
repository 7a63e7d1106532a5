//! Every output option of every command, given a device, a pipe, a link and a read-only file.

mod common;

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use common::{belle, command, text};
use tempfile::{TempDir, tempdir};

/// A command that writes the file `OUT`.
struct OutputCommand {
    words: &'static str,
    input: &'static str,
    /// Whether it replaces a file; the others refuse an existing one.
    replaces: bool,
}

const fn new(words: &'static str) -> OutputCommand {
    OutputCommand {
        words,
        input: "",
        replaces: false,
    }
}

const fn replacing(words: &'static str) -> OutputCommand {
    OutputCommand {
        replaces: true,
        ..new(words)
    }
}

const COMMANDS: &[OutputCommand] = &[
    replacing("asm search.mc --force -o OUT"),
    replacing("asm search.mc --listing --force -o OUT"),
    replacing("disasm words.hex --force -o OUT"),
    replacing("trace --depth 1 --cycles 20 --force -o OUT startpos"),
    new("trace --depth 1 --cycles 20 -o OUT startpos"),
    replacing("replay chaos --machine --seconds 0.001 --all -o OUT"),
    new("suite suite.epd --depth 1 -o OUT"),
    new("match native native,name=b --nodes 10 --games 2 --max-moves 2 --pgn OUT"),
    new("match native native,name=b --nodes 10 --games 2 --max-moves 2 --log OUT"),
    new("analyse games.pgn --depth 1 -o OUT"),
    new("analyse games.pgn --depth 1 -o /dev/null --json OUT"),
    new("analyse games.pgn --depth 1 -o /dev/null --csv OUT"),
    new("analyse games.pgn --depth 1 -o /dev/null --html OUT"),
    new("analyse bad.pgn --depth 1 -o /dev/null --epd OUT"),
    replacing("lab report --results results -o OUT"),
    OutputCommand {
        words: "play --plain --level 1 --pgn OUT",
        input: "e4\nsave\nquit\n",
        replaces: true,
    },
    OutputCommand {
        words: "play --plain --level 1",
        input: "e4\nsave OUT\nquit\n",
        replaces: false,
    },
];

/// A folder with all inputs.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "games.pgn",
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Nc3 Nc6 *\n",
    );
    // White misses a mate, so that there is a training position.
    write("bad.pgn", "1. e4 e5 2. Qh5 Ke7 3. Nf3 *\n");
    write(
        "suite.epd",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n",
    );
    let words = belle(folder.path(), &["asm", "search.mc"], "").stdout;
    write("words.hex", &text(&words));
    write_results(folder.path());
    // The data folder of games in the terminal.
    fs::create_dir(folder.path().join("belle")).unwrap();
    folder
}

/// Results of an experiment that was interrupted.
fn write_results(folder: &Path) {
    let words = ["lab", "run", "weights", "--quick", "--results", "results"];
    let mut running = command(folder, &words).spawn().unwrap();
    let job = folder.join("results/weights-quick.job");
    let begin = Instant::now();
    while fs::read_to_string(&job).unwrap_or_default().lines().count() < 3 {
        assert!(begin.elapsed() < Duration::from_secs(300));
        sleep(Duration::from_millis(20));
    }
    running.kill().unwrap();
    running.wait().unwrap();
}

impl OutputCommand {
    fn run(&self, folder: &Path, output: &str) -> Output {
        let words = self.words.replace("OUT", output);
        let words: Vec<&str> = words.split(' ').collect();
        belle(folder, &words, &self.input.replace("OUT", output))
    }
}

#[track_caller]
fn assert_done(command: &OutputCommand, output: &Output) {
    let error = text(&output.stderr);
    assert!(output.status.success(), "{}: {error}", command.words);
}

/// No file of the program but those that were there and these.
#[track_caller]
fn assert_files(command: &OutputCommand, folder: &Path, before: &[String], new: &[&str]) {
    let mut expected: Vec<&str> = before.iter().map(String::as_str).collect();
    expected.extend(new);
    expected.sort_unstable();
    assert_eq!(names(folder), expected, "{}", command.words);
}

fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        names.push(entry.unwrap().file_name().into_string().unwrap());
    }
    names.sort();
    names
}

#[test]
fn pipe_as_output_gets_everything() {
    let folder = folder();
    let pipe = folder.path().join("out.md");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let before = names(folder.path());
    for command in COMMANDS {
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        assert_done(command, &command.run(folder.path(), "out.md"));
        assert!(!reader.join().unwrap().is_empty(), "{}", command.words);
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_files(command, folder.path(), &before, &[]);
    }
}

#[test]
fn device_as_output_stays_a_device() {
    let folder = folder();
    let device = folder.path().join("out.md");
    let made = Command::new("mknod")
        .arg(&device)
        .args(["c", "1", "3"])
        .status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: only the administrator can make a device");
        return;
    }
    let before = names(folder.path());
    for command in COMMANDS {
        assert_done(command, &command.run(folder.path(), "out.md"));
        let kind = fs::symlink_metadata(&device).unwrap().file_type();
        assert!(kind.is_char_device(), "{}", command.words);
        assert_files(command, folder.path(), &before, &[]);
    }
}

#[test]
fn full_device_as_output_is_an_error_that_names_it() {
    let folder = folder();
    for command in COMMANDS {
        // A full disk does not end a match for its log, nor a game.
        if command.words.contains("--log") || command.words.starts_with("play") {
            continue;
        }
        let output = command.run(folder.path(), "/dev/full");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{}: {error}", command.words);
        assert!(
            error.contains("cannot write /dev/full: No space left on device"),
            "{}: {error}",
            command.words
        );
        assert!(!error.contains(".tmp"), "{error}");
        let device = fs::symlink_metadata("/dev/full").unwrap().file_type();
        assert!(device.is_char_device(), "{}", command.words);
    }
}

#[test]
fn link_as_output_is_followed_and_stays() {
    let folder = folder();
    let (link, real) = (
        folder.path().join("out.md"),
        folder.path().join("elsewhere/real.md"),
    );
    fs::create_dir(folder.path().join("elsewhere")).unwrap();
    symlink("elsewhere/real.md", &link).unwrap();
    for command in COMMANDS {
        let times = if command.replaces { 2 } else { 1 };
        for _ in 0..times {
            assert_done(command, &command.run(folder.path(), "out.md"));
            assert!(link.is_symlink(), "{}", command.words);
            assert!(fs::metadata(&real).unwrap().len() > 0, "{}", command.words);
            assert_eq!(names(&folder.path().join("elsewhere")), ["real.md"]);
        }
        fs::remove_file(&real).unwrap();
        for more in ["out.gtkw", "out.sucl", "out.md.job", "out-players.csv"] {
            let _ = fs::remove_file(folder.path().join(more));
        }
    }
}

#[test]
fn read_only_file_as_output_is_refused() {
    let folder = folder();
    let path = folder.path().join("out.md");
    fs::write(&path, "").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    for command in COMMANDS {
        let output = command.run(folder.path(), "out.md");
        let shown = text(&output.stdout) + &text(&output.stderr);
        let is_refused = ["it is read-only", "already exists"]
            .iter()
            .any(|reason| shown.contains(reason));
        assert!(is_refused, "{}: {shown}", command.words);
        assert_eq!(fs::read(&path).unwrap(), b"", "{}", command.words);
    }
}

#[test]
fn page_that_cannot_be_written_is_refused_before_its_experiment() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("read-only.md"), "").unwrap();
    let mode = fs::Permissions::from_mode(0o444);
    fs::set_permissions(path.join("read-only.md"), mode).unwrap();
    symlink("loop.md", path.join("loop.md")).unwrap();
    for page in ["read-only.md", "loop.md", "missing/page.md"] {
        let words = ["lab", "run", "weights", "--quick", "--report", page];
        let output = belle(path, &words, "");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{page}: {error}");
        assert!(error.contains(&format!("cannot write {page}: ")), "{error}");
        assert!(!path.join("laboratory").exists(), "{page}");
    }
}

/// Commands that write a file at the end of work that takes a while.
const LATE_WRITERS: &[&str] = &[
    "replay chaos --machine --all -o OUT",
    "suite suite.epd --seconds 60 -o OUT",
    "match native native,name=b --movetime 60 --games 2 --pgn OUT",
    "match native native,name=b --movetime 60 --games 2 --log OUT",
    "analyse games.pgn --seconds 60 -o OUT",
    "analyse games.pgn --seconds 60 -o /dev/null --json OUT",
    "analyse games.pgn --seconds 60 -o /dev/null --csv OUT",
    "analyse games.pgn --seconds 60 -o /dev/null --html OUT",
    "analyse games.pgn --seconds 60 -o /dev/null --epd OUT",
    "trace --depth 9 --force -o OUT startpos",
    "play --plain --level 1 --pgn OUT",
];

#[test]
fn output_that_cannot_be_written_is_refused_before_the_work() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("read-only.md"), "").unwrap();
    let mode = fs::Permissions::from_mode(0o444);
    fs::set_permissions(path.join("read-only.md"), mode).unwrap();
    symlink("loop.md", path.join("loop.md")).unwrap();
    // Nothing can be made there, not even by the administrator.
    symlink("/proc/new", path.join("closed.md")).unwrap();
    let before = names(path);
    for words in LATE_WRITERS {
        for name in ["read-only.md", "loop.md", "missing/out.md", "closed.md"] {
            let words = words.replace("OUT", name);
            let words: Vec<&str> = words.split(' ').collect();
            let refused = belle(path, &words, "e4\nquit\n");
            let error = text(&refused.stderr);
            let status = refused.status.code();
            assert!(
                matches!(status, Some(1 | 2)),
                "{words:?}: {status:?} {error}"
            );
            assert_eq!(text(&refused.stdout), "", "{words:?}: {error}");
            assert!(!error.contains("os error 17"), "{words:?}: {error}");
            assert_eq!(names(path), before, "{words:?}");
        }
    }
}

#[test]
fn file_of_games_that_cannot_be_used_is_told_before_the_game() {
    type Spoil = fn(&Path);
    let spoils: [(&str, Spoil); 4] = [
        ("it is a folder", |games| fs::create_dir(games).unwrap()),
        ("it is read-only", |games| {
            fs::write(games, "").unwrap();
            fs::set_permissions(games, fs::Permissions::from_mode(0o444)).unwrap();
        }),
        ("it is not text", |games| fs::write(games, b"\xff").unwrap()),
        ("there is a file of that name", |games| {
            let folder = games.parent().unwrap();
            fs::remove_dir(folder).unwrap();
            fs::write(folder, "").unwrap();
        }),
    ];
    for (reason, spoil) in spoils {
        let folder = tempdir().unwrap();
        fs::create_dir(folder.path().join("belle")).unwrap();
        spoil(&folder.path().join("belle/games.pgn"));
        let words = ["play", "--plain", "--level", "1"];
        let output = belle(folder.path(), &words, "e4\nquit\n");
        let shown = text(&output.stdout);
        let (before, game) = shown.split_once("White to move").unwrap();
        assert!(
            before.contains("games of this session cannot be saved: ") && before.contains(reason),
            "{reason}: {before}"
        );
        // It is shown in place of being saved.
        assert!(game.contains("1. e4 "), "{reason}: {game}");
        assert_eq!(output.status.code(), Some(1), "{reason}");
    }
}

#[test]
fn folder_for_temporary_files_that_is_missing_is_named() {
    let folder = folder();
    for words in [
        "suite suite.epd --depth 1 -o /dev/null",
        "analyse games.pgn --depth 1 -o /dev/null",
        "analyse games.pgn --depth 1 --csv -",
        "match native native,name=b --nodes 10 --games 2 --max-moves 2 --pgn /dev/null",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let mut command = command(folder.path(), &words);
        command.env("TMPDIR", "missing");
        let output = conformance::session::run(command, "");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {error}");
        assert!(
            error.contains("cannot make a temporary file in missing, which TMPDIR names: ")
                && error.contains("; let TMPDIR name a folder that exists and can be written"),
            "{words:?}: {error}"
        );
    }
}

#[test]
fn merged_shards_leave_no_job_beside_a_pipe() {
    let folder = folder();
    let path = folder.path();
    for shard in ["1/2", "2/2"] {
        let words = [
            "suite",
            "suite.epd",
            "--depth",
            "1",
            "-o",
            "s.json",
            "--shard",
            shard,
        ];
        let done = belle(path, &words, "");
        assert!(done.status.success(), "{}", text(&done.stderr));
    }
    let made = Command::new("mkfifo").arg(path.join("s.json")).status();
    assert!(made.unwrap().success());
    let before = names(path);
    let reader = {
        let pipe = path.join("s.json");
        thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    let merged = belle(path, &["merge", "s.json"], "");
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    assert!(reader.join().unwrap().contains("\"positions\""));
    assert_eq!(names(path), before);
}

#[test]
fn what_exists_already_is_named_with_the_way_out() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("log"), "mine").unwrap();
    let words = [
        "match",
        "native",
        "native,name=b",
        "--games",
        "2",
        "--log",
        "log",
    ];
    let error = text(&belle(path, &words, "").stderr);
    assert!(
        error.contains("log already exists: choose another name"),
        "{error}"
    );
    symlink("missing", path.join("linked")).unwrap();
    let mut command = command(path, &["config", "set", "play.level", "3"]);
    command.env("XDG_CONFIG_HOME", path.join("linked"));
    let error = text(&command.output().unwrap().stderr);
    let expected = "linked is a link that leads nowhere; make what it names, or remove it";
    assert!(error.contains(expected), "{error}");
}

#[test]
#[cfg(target_os = "linux")]
fn descriptor_of_another_process_is_written_to() {
    let folder = folder();
    let mut other = Command::new("sleep");
    let mut other = other.arg("60").stdout(Stdio::piped()).spawn().unwrap();
    let output = format!("/proc/{}/fd/1", other.id());
    let written = belle(folder.path(), &["asm", "search.mc", "-o", &output], "");
    other.kill().unwrap();
    assert!(written.status.success(), "{}", text(&written.stderr));
    let shown = text(&other.wait_with_output().unwrap().stdout);
    assert!(shown.lines().count() > 100, "{shown}");
}

#[test]
fn configuration_that_is_a_link_stays_one_and_keeps_its_mode() {
    let folder = tempdir().unwrap();
    let (settings, real) = (
        folder.path().join("belle/config.toml"),
        folder.path().join("dotfiles.toml"),
    );
    fs::create_dir(folder.path().join("belle")).unwrap();
    fs::write(&real, "# mine\n").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("../dotfiles.toml", &settings).unwrap();
    let run = |words: &[&str]| {
        let mut command = command(folder.path(), words);
        command.env("XDG_CONFIG_HOME", folder.path());
        command.output().unwrap()
    };
    for words in [
        &["config", "set", "play.level", "3"][..],
        &["config", "unset", "play.level"],
        &["config", "set", "play.level", "4"],
    ] {
        let output = run(words);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(settings.is_symlink());
    }
    let kept = fs::read_to_string(&real).unwrap();
    assert!(
        kept.contains("# mine\n") && kept.contains("level = 4"),
        "{kept}"
    );
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o600
    );
    fs::remove_file(&settings).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&settings)
            .status()
            .unwrap()
            .success()
    );
    for path in ["pipe", "/dev/zero"] {
        if path == "/dev/zero" {
            fs::remove_file(&settings).unwrap();
            symlink(path, &settings).unwrap();
        }
        let output = run(&["config", "show"]);
        assert!(text(&output.stderr).contains(", expected a file"));
    }
}

/// Commands that write the folder `OUT`.
const FOLDER_COMMANDS: &[&str] = &[
    "verilog -o OUT",
    "manual -o OUT",
    "endgame build KQK -d OUT",
    "analyse games.pgn --depth 1 --svg OUT",
    "lab run weights --quick --results OUT",
];

#[test]
fn folder_that_is_none_is_refused_and_link_to_one_is_followed() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("file"), "mine").unwrap();
    let made = Command::new("mkfifo").arg(path.join("pipe")).status();
    assert!(made.unwrap().success());
    for words in FOLDER_COMMANDS {
        let run = |output: &str| {
            let words = words.replace("OUT", output);
            let words: Vec<&str> = words.split(' ').collect();
            belle(path, &words, "")
        };
        for (output, inside) in [
            ("file", ""),
            ("pipe", ""),
            ("/dev/null", ""),
            ("file", "/deep"),
        ] {
            let refused = run(&format!("{output}{inside}"));
            let error = text(&refused.stderr);
            assert_eq!(refused.status.code(), Some(1), "{words}: {error}");
            let expected = format!("cannot make the folder {output}{inside}: ");
            assert!(error.contains(&expected), "{words}: {error}");
        }
        assert_eq!(fs::read_to_string(path.join("file")).unwrap(), "mine");
        // The experiment would go on for minutes.
        if words.starts_with("lab") {
            continue;
        }
        let real = tempdir().unwrap();
        let link = path.join("link");
        symlink(real.path(), &link).unwrap();
        let done = run("link");
        assert!(done.status.success(), "{words}: {}", text(&done.stderr));
        assert!(!names(real.path()).is_empty(), "{words}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::remove_file(&link).unwrap();
    }
}

/// Commands that write to one file twice, or over their input, by these names of one file: `OUT`
/// and `SAME`.
const COLLISIONS: &[&str] = &[
    "match native native,name=b --nodes 10 --games 2 --pgn OUT --log SAME",
    "match native native,name=b --nodes 10 --games 2 --pgn OUT --log SAME.job",
    "analyse games.pgn --depth 1 -o OUT --html SAME",
    "analyse games.pgn --depth 1 -o OUT --json SAME",
    "analyse games.pgn --depth 1 -o /dev/null --json OUT --epd SAME",
    "analyse games.pgn --depth 1 -o /dev/null --csv OUT --html SAME-players.csv",
    "suite suite.epd --depth 1 -o OUT.job",
    "asm OUT -o SAME",
    "disasm OUT -o SAME",
    "trace --depth 1 --cycles 20 -o OUT.gtkw startpos",
];

#[test]
fn one_file_for_two_outputs_or_over_the_input_is_refused() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("linked")).unwrap();
    symlink("../linked", path.join("linked/again")).unwrap();
    for words in COLLISIONS {
        for (out, same) in [("x", "x"), ("x", "./x"), ("linked/x", "linked/again/x")] {
            // An assembler reads a file that exists.
            let reads = words.contains("asm");
            if reads {
                fs::copy(path.join("words.hex"), path.join(out)).unwrap();
            }
            let words = words.replace("OUT", out).replace("SAME", same);
            let words: Vec<&str> = words.split(' ').collect();
            let before = names(path);
            let refused = belle(path, &words, "");
            let error = text(&refused.stderr);
            assert_eq!(refused.status.code(), Some(2), "{words:?}: {error}");
            assert!(
                error.contains("expected different files"),
                "{words:?}: {error}"
            );
            assert_eq!(names(path), before, "{words:?}");
            if reads {
                let kept = fs::read(path.join(out)).unwrap();
                assert_eq!(kept, fs::read(path.join("words.hex")).unwrap());
                fs::remove_file(path.join(out)).unwrap();
            }
        }
    }
}

#[test]
fn link_to_the_other_output_and_link_without_end_are_refused_at_once() {
    let folder = folder();
    let path = folder.path();
    symlink("q.pgn", path.join("q2")).unwrap();
    symlink("loop", path.join("loop")).unwrap();
    let before = names(path);
    for (words, expected) in [
        ("-o q.pgn --html q2", "-o q.pgn and --html q2 are one file"),
        ("-o loop", "cannot write loop: its links lead to each other"),
    ] {
        let words = format!("analyse games.pgn --depth 1 {words}");
        let words: Vec<&str> = words.split(' ').collect();
        let refused = belle(path, &words, "");
        let error = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
        assert_eq!(names(path), before);
    }
}

#[test]
fn suite_writes_its_file_when_nobody_reads_the_table() {
    for more in [&[][..], &["--json"]] {
        let folder = folder();
        let words = ["suite", "suite.epd", "--depth", "1", "-o", "s.json"];
        let mut child = command(folder.path(), &[&words, more].concat())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let written = fs::read_to_string(folder.path().join("s.json")).unwrap();
        assert!(written.contains("\"solved\": "), "{written}");
    }
}

/// Command lines that only their command can find wrong.
const WRONG_LINES: &[&str] = &[
    "match",
    "match belle",
    "match belle native atlas",
    "match belle native --resume",
    "endgame plan",
    "endgame build",
    "verilog",
    "analyse - --resume",
    "suite suite.epd --shard 1/2",
    "perft startpos many",
    "perft nonsense 1",
    "eval 8/8/8/8/8/8/8/8 w - -",
    "mate nonsense",
    "trace -o t.vcd 8/8/8/8/8/8/8/8",
    "endgame probe nonsense",
    "config set foo bar",
    "verilog -o -",
    "perft startpos 1 --threads 2",
];

#[test]
fn wrong_command_line_has_status_2_and_nothing_is_written() {
    let folder = folder();
    let before = names(folder.path());
    for words in WRONG_LINES {
        let words: Vec<&str> = words.split(' ').collect();
        let refused = belle(folder.path(), &words, "");
        let error = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{words:?}: {error}");
        let is_told = error.starts_with("belle: ") || error.starts_with("error: ");
        assert!(is_told, "{words:?}: {error}");
        assert_eq!(names(folder.path()), before, "{words:?}");
    }
}

#[test]
fn hyphen_is_standard_input_and_output_in_every_command() {
    let suite = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"a\";\n";
    let game = "1. e4 e5 *\n";
    for (words, input, expected) in [
        ("asm selftest.mc -o -", "", "0000000"),
        ("asm - -o -", "halt: DONE\n", ""),
        (
            "trace --depth 1 --signals board/* -o - startpos",
            "",
            "$enddefinitions",
        ),
        ("suite - --depth 1 -o -", suite, "\"positions\""),
        ("mate -", "7k/8/5KQ1/8/8/8/8/8 w - - dm 1;\n", "Qg7#"),
        ("analyse - --depth 1 -o -", game, "1. e4"),
        (
            "match native native,name=b --nodes 10 --games 2 --max-moves 1 --openings - --log -",
            suite,
            "bestmove",
        ),
    ] {
        let folder = tempdir().unwrap();
        let words: Vec<&str> = words.split(' ').collect();
        let output = belle(folder.path(), &words, input);
        let shown = text(&output.stdout);
        let error = text(&output.stderr);
        if !expected.is_empty() {
            assert!(shown.contains(expected), "{words:?}: {shown}{error}");
        }
        // Nothing is a file of that name.
        assert!(!folder.path().join("-").exists(), "{words:?}");
        assert!(!error.contains("cannot read -"), "{words:?}: {error}");
    }
}

#[test]
fn microcode_replaces_a_file_only_if_told_to() {
    let folder = tempdir().unwrap();
    for words in ["asm selftest.mc -o a.hex", "disasm a.hex -o a.mc"] {
        let words: Vec<&str> = words.split(' ').collect();
        assert!(belle(folder.path(), &words, "").status.success());
        let again = belle(folder.path(), &words, "");
        let error = text(&again.stderr);
        assert_eq!(again.status.code(), Some(1), "{words:?}");
        assert!(
            error.contains("already exists: --force replaces it"),
            "{error}"
        );
        let forced = [&words[..], &["--force"]].concat();
        assert!(belle(folder.path(), &forced, "").status.success());
    }
}

#[test]
fn text_of_an_ascii_locale_is_ascii() {
    let folder = tempdir().unwrap();
    for words in [&["history", "--all"][..], &["replay", "blitz", "--all"]] {
        let output = command(folder.path(), words)
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        assert!(
            output.status.success() && output.stdout.is_ascii(),
            "{words:?}"
        );
    }
}

#[test]
fn help_and_version_that_cannot_be_written_are_errors() {
    let folder = tempdir().unwrap();
    for words in [
        &["--version"][..],
        &["--help"],
        &["-h"],
        &["analyse", "--help"],
        &["help", "match"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = command(folder.path(), words).stdout(full).output().unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {error}");
        assert!(
            error.contains("No space left on device"),
            "{words:?}: {error}"
        );
        let shown = belle(folder.path(), words, "");
        assert!(
            shown.status.success() && !shown.stdout.is_empty(),
            "{words:?}"
        );
    }
    let refused = belle(folder.path(), &["--nonsense"], "");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn file_larger_than_the_shell_allows_is_refused_in_words() {
    let folder = tempdir().unwrap();
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 1; exec \"$0\" asm search.mc -o a.hex"]);
    limited.arg(env!("CARGO_BIN_EXE_belle"));
    let refused = limited.current_dir(folder.path()).output().unwrap();
    let error = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{error}");
    assert!(error.starts_with("belle: cannot write a.hex"), "{error}");
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn settings_made_at_once_are_all_kept() {
    let folder = tempdir().unwrap();
    let settings = [
        "play.level 3",
        "suite.depth 5",
        "analyse.depth 4",
        "match.games 10",
    ];
    let mut running = Vec::new();
    for setting in settings {
        let words = format!("config set {setting}");
        let words: Vec<&str> = words.split(' ').collect();
        running.push(command(folder.path(), &words).spawn().unwrap());
    }
    for mut one in running {
        assert!(one.wait().unwrap().success());
    }
    let shown = text(&belle(folder.path(), &["config"], "").stdout);
    for setting in settings {
        let shown_as = setting.replace(' ', " = ");
        assert!(shown.contains(&shown_as), "{shown_as} is not in {shown}");
    }
}
