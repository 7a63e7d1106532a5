//! The full screen in a pseudoterminal: keys, screens, signals and the saved file.
#![cfg(unix)]

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// Longest wait, enough for a busy computer.
const TIMEOUT: Duration = Duration::from_secs(60);

struct Terminal {
    master: Option<Box<dyn MasterPty>>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    child: Box<dyn Child + Send + Sync>,
    folder: TempDir,
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

impl Terminal {
    fn new(locale: &str, arguments: &[&str]) -> Terminal {
        Terminal::in_folder(TempDir::new().unwrap(), locale, arguments)
    }

    /// Starts the program in a folder with the configuration and the games of sessions before.
    fn in_folder(folder: TempDir, locale: &str, arguments: &[&str]) -> Terminal {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_belle"));
        command.args(["play", "--no-book"]);
        command.args(arguments);
        command.cwd(folder.path());
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", locale);
        command.env_remove("NO_COLOR");
        command.env("XDG_CONFIG_HOME", folder.path().join("config"));
        command.env("XDG_DATA_HOME", folder.path().join("data"));
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let screen = vt100::Parser::new(24, 80, 0);
        Terminal {
            master: Some(pair.master),
            keys,
            output,
            screen,
            child,
            folder,
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.process_id().unwrap().try_into().unwrap())
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits for a text on the screen.
    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        let end = Instant::now() + TIMEOUT;
        while !self.screen.screen().contents().contains(text) {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => panic!(
                    "{text:?} is not shown:\n{}",
                    self.screen.screen().contents()
                ),
            }
        }
    }

    fn resize(&mut self, cols: u16, rows: u16) {
        self.screen.screen_mut().set_size(rows, cols);
        self.master
            .as_ref()
            .unwrap()
            .resize(size(cols, rows))
            .unwrap();
    }

    /// Waits for the end; returns success, the last screen and the saved games.
    fn end(self) -> (bool, vt100::Parser, String) {
        let (success, screen, games, _) = self.end_in_folder();
        (success, screen, games)
    }

    /// Waits for the end; also returns the folder, for a session after this one.
    fn end_in_folder(mut self) -> (bool, vt100::Parser, String, TempDir) {
        let end = Instant::now() + TIMEOUT;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "the program does not end");
            thread::sleep(Duration::from_millis(10));
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.screen.process(&bytes);
        }
        let games = self.folder.path().join("data/belle/games.pgn");
        let games = std::fs::read_to_string(games).unwrap_or_default();
        (status.success(), self.screen, games, self.folder)
    }
}

#[test]
fn game_is_played_and_terminal_restored() {
    let mut terminal = Terminal::new("C.UTF-8", &["--level", "depth 2"]);
    terminal.wait_for("F1 help");
    assert!(terminal.screen.screen().alternate_screen());
    terminal.wait_for("♜");
    terminal.press("e4\r");
    terminal.wait_for("the machine plays 1... ");
    terminal.press("\x1bOR");
    terminal.wait_for("White to move");
    assert!(
        !terminal
            .screen
            .screen()
            .contents()
            .contains("the machine plays"),
        "the old message is cleared"
    );
    // By cursor: select e2, then e4. (Up would bring back the line.)
    terminal.press("\x1b[B\r");
    terminal.wait_for("{♟}");
    terminal.press("\x1b[A\x1b[A\r");
    terminal.wait_for("the machine plays 1... ");
    terminal.press("nonsense\r");
    terminal.wait_for("'nonsense' is neither a move nor a command");
    terminal.press("quit\r");
    terminal.wait_for("`yes` quits");
    terminal.press("yes\r");
    let (success, screen, games) = terminal.end();
    assert!(
        success && !screen.screen().alternate_screen(),
        "{}",
        screen.screen().contents()
    );
    assert!(
        screen.screen().contents().contains("saved in "),
        "{}",
        screen.screen().contents()
    );
    assert!(games.contains("\n\n1. e4 "), "{games}");
}

#[test]
fn resize_and_ctrl_c_work_during_search() {
    let mut terminal = Terminal::new("C", &["--level", "1000 s"]);
    terminal.wait_for("F1 help");
    assert!(!terminal.screen.screen().contents().contains('♜'));
    terminal.press("e4\r");
    terminal.wait_for("machine ");
    // Each size shows a text that the one before does not.
    for (cols, rows, shown) in [
        (30, 5, "Enlarge it"),
        (60, 16, "thinking"),
        (120, 40, "F10 quit"),
        (30, 5, "Enlarge it"),
        (80, 24, "F10 quit"),
    ] {
        terminal.resize(cols, rows);
        terminal.wait_for(shown);
    }
    // Keys that arrive together with a resize are not lost.
    for cols in 81..100 {
        terminal.resize(cols, 24);
        terminal.press("a");
    }
    terminal.wait_for(&"a".repeat(19));
    terminal.resize(80, 24);
    terminal.press("\x03");
    let (success, screen, games) = terminal.end();
    assert!(
        success && !screen.screen().alternate_screen(),
        "{}",
        screen.screen().contents()
    );
    assert!(games.contains("\n\n1. e4 *\n"), "{games}");
}

#[test]
fn closed_terminal_saves_the_game() {
    let mut terminal = Terminal::new("C.UTF-8", &["--level", "1000 s"]);
    terminal.wait_for("F1 help");
    terminal.press("d4\r");
    terminal.wait_for("thinking");
    // The kernel sends a hangup, and so does a shell.
    for _ in 0..2 {
        kill(terminal.pid(), Signal::SIGHUP).unwrap();
    }
    terminal.keys = Box::new(std::io::sink());
    drop(terminal.master.take());
    drop(std::mem::replace(&mut terminal.output, channel().1));
    let (_, _, games) = terminal.end();
    assert!(games.contains("\n\n1. d4 *\n"), "{games}");
}

#[test]
fn stopped_program_continues() {
    let mut terminal = Terminal::new("C.UTF-8", &["--level", "depth 1"]);
    terminal.wait_for("F1 help");
    terminal.press("e4\r");
    terminal.wait_for("the machine plays 1... ");
    kill(terminal.pid(), Signal::SIGSTOP).unwrap();
    kill(terminal.pid(), Signal::SIGCONT).unwrap();
    terminal.press("flip\r");
    terminal.wait_for("h    g    f    e    d    c    b    a");
    terminal.press("\x1b[21~");
    assert!(terminal.end().0);
}

#[test]
fn program_stopped_from_outside_or_by_a_key_restores_the_terminal() {
    let mut terminal = Terminal::new("C.UTF-8", &["--level", "depth 1"]);
    terminal.wait_for("F1 help");
    for by_key in [false, true] {
        assert!(terminal.screen.screen().alternate_screen());
        if by_key {
            terminal.press("\x1a");
        } else {
            kill(terminal.pid(), Signal::SIGTSTP).unwrap();
        }
        let end = Instant::now() + TIMEOUT;
        while terminal.screen.screen().alternate_screen() {
            let left = end.saturating_duration_since(Instant::now());
            let bytes = terminal.output.recv_timeout(left).expect("it is restored");
            terminal.screen.process(&bytes);
        }
        let state = format!("/proc/{}/stat", terminal.pid());
        while !std::fs::read_to_string(&state).unwrap().contains(") T ") {
            assert!(Instant::now() < end, "it does not stop");
            thread::sleep(Duration::from_millis(10));
        }
        kill(terminal.pid(), Signal::SIGCONT).unwrap();
        terminal.wait_for("F1 help");
    }
    terminal.press("\x1b[21~");
    assert!(terminal.end().0);
}

#[test]
fn plain_lines_work_on_a_terminal() {
    let mut terminal = Terminal::new("C.UTF-8", &["--plain", "--level", "depth 1"]);
    terminal.wait_for("Type a move or a command");
    terminal.press("e4\r");
    terminal.wait_for("the machine plays 1... ");
    terminal.press("\x04");
    let (success, _, games) = terminal.end();
    assert!(success && games.contains("1. e4 "), "{games}");
}

/// Keys typed while the program starts, in the terminal's own line mode, are a line with a line
/// feed.
#[test]
fn keys_typed_before_the_screen_count() {
    let mut terminal = Terminal::new("C.UTF-8", &["--level", "depth 1"]);
    terminal.press("e4\n");
    terminal.wait_for("the machine plays 1... ");
    terminal.press("\x1b[21~");
    assert!(terminal.end().0);
}

#[test]
fn new_user_is_asked_once_and_the_answer_remembered() {
    let mut terminal = Terminal::new("C.UTF-8", &[]);
    terminal.wait_for("How strong are you?");
    terminal.press("casual\n");
    terminal.wait_for("remembered for the next games");
    let config = terminal.folder.path().join("config/belle/config.toml");
    let config = std::fs::read_to_string(config).unwrap();
    assert!(config.contains("opponent = \"casual\""), "{config}");
    terminal.press("\x1b[21~");
    assert!(terminal.end().0);
    // Whoever names an opponent is not asked.
    let mut terminal = Terminal::new("C.UTF-8", &["--elo", "800"]);
    terminal.wait_for("Type a move or a command; F1 lists them.");
    terminal.press("\x1b[21~");
    assert!(terminal.end().0);
}

#[test]
fn question_for_the_strength_waits_for_the_game_left_over() {
    let mut terminal = Terminal::new("C.UTF-8", &["--opponent", "casual", "--level", "depth 1"]);
    terminal.wait_for("F1 help");
    terminal.press("e4\r");
    terminal.wait_for("the machine plays 1... ");
    terminal.press("\x1b[21~");
    let (_, _, _, mut folder) = terminal.end_in_folder();
    let config = "config/belle/config.toml";
    // Whoever plays without an answer is asked again, and so is whoever goes on with the game.
    for (answer, done) in [
        ("d4\r", "the machine plays 1... "),
        ("yes\r", "the game goes on"),
    ] {
        let mut terminal = Terminal::in_folder(folder, "C.UTF-8", &["--level", "depth 1"]);
        terminal.wait_for("is not over: go on with it?");
        terminal.press(answer);
        terminal.wait_for(done);
        terminal.press("last\r");
        terminal.wait_for("the last move is 1... ");
        terminal.press("\x1b[21~");
        let (_, _, _, kept) = terminal.end_in_folder();
        assert!(!kept.path().join(config).exists(), "{answer}");
        folder = kept;
    }
    let mut terminal = Terminal::in_folder(folder, "C.UTF-8", &["--level", "depth 1"]);
    terminal.wait_for("is not over: go on with it?");
    terminal.press("no\r");
    terminal.wait_for("How strong are you?");
    terminal.press("casual\r");
    terminal.wait_for("remembered for the next games");
    terminal.press("\x1b[21~");
    let (_, _, _, folder) = terminal.end_in_folder();
    let config = std::fs::read_to_string(folder.path().join(config)).unwrap();
    assert!(config.contains("opponent = \"casual\""), "{config}");
}

#[test]
fn screen_is_cleared_at_the_start() {
    let mut terminal = Terminal::new("C.UTF-8", &["--opponent", "machine"]);
    // A program that was killed has left the alternate screen on: entering it again clears nothing
    // on some terminals.
    let mut rest = String::new();
    for row in 1..=24 {
        rest += &format!("\x1b[{row};1H{}", "rest of a board ".repeat(5));
    }
    let mut written = String::new();
    loop {
        let bytes = terminal.output.recv_timeout(TIMEOUT).unwrap();
        written += &String::from_utf8_lossy(&bytes);
        let mut screen = vt100::Parser::new(24, 80, 0);
        screen.process(rest.as_bytes());
        screen.process(written.replace("\x1b[?1049h", "").as_bytes());
        let shown = screen.screen().contents();
        if shown.contains("F1 help") {
            assert!(!shown.contains("rest"), "{shown}");
            break;
        }
    }
    terminal.press("\x1b[21~");
    assert!(terminal.end().0);
}

#[test]
fn killed_game_is_on_disk() {
    let mut terminal = Terminal::new("C.UTF-8", &["--level", "depth 1"]);
    terminal.press("e4\n");
    terminal.wait_for("the machine plays 1... ");
    let kept = terminal.folder.path().join("data/belle/unfinished-1.pgn");
    kill(terminal.pid(), Signal::SIGKILL).unwrap();
    let text = std::fs::read_to_string(kept).unwrap();
    assert!(
        text.starts_with("% belle: human=white") && text.contains("1. e4 "),
        "{text}"
    );
    assert!(!terminal.end().0);
}

/// Ends the program by a key, a command or a signal.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ending {
    Keys(&'static str),
    Killed(Signal),
}

#[test]
fn unfinished_game_is_offered_whatever_ended_the_program() {
    let mut folder = TempDir::new().unwrap();
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
    for (round, (chess_move, ending)) in moves
        .into_iter()
        .zip([
            Ending::Keys("\x1b[21~"),
            Ending::Keys("\x03"),
            Ending::Keys("exit\ryes\r"),
            Ending::Killed(Signal::SIGHUP),
            Ending::Killed(Signal::SIGKILL),
            Ending::Keys("\x04"),
        ])
        .enumerate()
    {
        let mut terminal = Terminal::in_folder(folder, "C.UTF-8", &["--level", "depth 1"]);
        if round == 0 {
            terminal.wait_for("F1 help");
            terminal.press("manual on\r");
            terminal.wait_for("you play both sides");
        } else {
            terminal.wait_for("is not over: go on with it?");
            terminal.press(if round % 2 == 0 { "resume\r" } else { "yes\r" });
            terminal.wait_for("the game goes on");
        }
        terminal.press(chess_move);
        terminal.press("\rboard\r");
        terminal.wait_for(&format!(
            "{} to move",
            if round % 2 == 0 { "Black" } else { "White" }
        ));
        match ending {
            Ending::Keys(keys) => terminal.press(keys),
            Ending::Killed(signal) => kill(terminal.pid(), signal).unwrap(),
        }
        let (_, screen, games, kept) = terminal.end_in_folder();
        if ending != Ending::Killed(Signal::SIGKILL) {
            // The lines are wrapped.
            let shown = screen.screen().contents();
            let words: Vec<&str> = shown.split_whitespace().collect();
            assert!(
                words
                    .join(" ")
                    .contains("the game is not over: the next start offers"),
                "{ending:?}: {shown}"
            );
            // It is saved as it stands, and only once.
            assert_eq!(games.matches("[Event ").count(), 1, "{ending:?}: {games}");
            assert!(games.contains(chess_move), "{ending:?}: {games}");
        }
        folder = kept;
    }
    // A game that is over is not offered.
    let mut terminal = Terminal::in_folder(folder, "C.UTF-8", &["--level", "depth 1"]);
    terminal.wait_for("your game of 3 moves");
    terminal.press("resume\rresign\ryes\r");
    terminal.wait_for("resigns");
    terminal.press("quit\r");
    let (success, screen, games, folder) = terminal.end_in_folder();
    let shown = screen.screen().contents();
    assert!(success && !shown.contains("is not over"), "{shown}");
    assert_eq!(games.matches("[Event ").count(), 1, "{games}");
    assert!(games.contains("3. Bb5 a6 "), "{games}");
    let data = folder.path().join("data/belle");
    let left: Vec<_> = std::fs::read_dir(data)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn what_a_person_sets_is_remembered() {
    let mut terminal = Terminal::new("C.UTF-8", &[]);
    terminal.wait_for("How strong are you?");
    terminal.press("900\r");
    terminal.wait_for("shall I warn you before a move that loses a piece?");
    terminal.press("yes\r");
    terminal.wait_for("warnings are on");
    for (line, answer) in [
        ("level 10+5", "level: 10:00+5"),
        ("thoughts on", "thoughts are shown"),
        ("theme blue", "theme: blue"),
        ("name Ann", "your name: Ann"),
    ] {
        terminal.press(line);
        terminal.press("\r");
        terminal.wait_for(answer);
    }
    terminal.press("\x1b[21~");
    let (_, _, _, folder) = terminal.end_in_folder();
    let mut terminal = Terminal::in_folder(folder, "C.UTF-8", &[]);
    terminal.wait_for("F1 help");
    for (line, answer) in [
        ("level", "level: 10:00+5"),
        ("warnings", "warnings are on"),
        ("theme", "theme: blue"),
        ("name", "your name: Ann"),
        ("thoughts off", "thoughts are hidden"),
        ("opponent club", "you play against club"),
        ("warnings off", "warnings are off"),
    ] {
        terminal.press(line);
        terminal.press("\r");
        terminal.wait_for(answer);
    }
    terminal.press("\x1b[21~");
    let (_, _, _, folder) = terminal.end_in_folder();
    let config = folder.path().join("config/belle/config.toml");
    let config = std::fs::read_to_string(config).unwrap();
    for line in [
        "opponent = \"club\"",
        "no-thoughts = true",
        "warnings = false",
    ] {
        assert!(config.lines().any(|other| other == line), "{config}");
    }
    assert!(!config.contains("\nthoughts"), "{config}");
    // Flags hold for one session.
    let arguments = ["--level", "5 s", "--thoughts"];
    let mut terminal = Terminal::in_folder(folder, "C.UTF-8", &arguments);
    terminal.wait_for("F1 help");
    terminal.press("level\r");
    terminal.wait_for("level: 5 s");
    terminal.press("\x1b[21~");
    let (_, _, _, folder) = terminal.end_in_folder();
    let mut terminal = Terminal::in_folder(folder, "C.UTF-8", &[]);
    terminal.wait_for("F1 help");
    terminal.press("level\r");
    terminal.wait_for("level: 10:00+5");
    terminal.press("\x1b[21~");
    assert!(terminal.end().0);
}
