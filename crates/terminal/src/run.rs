//! A session from its options to its end.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use files::each_line;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::board::locale_is_ascii;
use crate::event::Event;
use crate::line_interface::{LineInterface, LineOptions};
use crate::pgn_file::{Archive, PgnFile};
use crate::reader::interrupted_wait;
use crate::screen::{self, App, ColorSupport};
use crate::session::{Session, SessionOptions};
use crate::text_width::terminal_width;
use crate::thread::start_thread;

/// Options of the program.
#[derive(Debug)]
pub struct Options {
    /// The game and its players.
    pub session: SessionOptions,
    /// The way the game is shown.
    pub interface: Interface,
    /// Letters instead of chess symbols, even where the locale is UTF-8.
    pub ascii: bool,
    /// The file to add the games to; one in the user's data folder if `None`.
    pub pgn: Option<PathBuf>,
    /// A command to begin with, which takes a game of a file. Where no person types, the session
    /// fails without that game.
    pub first: Option<String>,
}

/// The file of all games, in the user's data folder.
const GAMES: &str = "games.pgn";

/// The program's folder for games: `belle` in `XDG_DATA_HOME`, by default `~/.local/share`; none
/// without a home folder.
fn data_folder() -> Option<PathBuf> {
    let absolute = |name| {
        let path = PathBuf::from(std::env::var_os(name)?);
        if path.is_absolute() { Some(path) } else { None }
    };
    let data = match absolute("XDG_DATA_HOME") {
        Some(data) => data,
        None => absolute("HOME")?.join(".local/share"),
    };
    Some(data.join("belle"))
}

/// The way a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// Full screen on a terminal, plain lines elsewhere.
    Automatic,
    /// Plain lines.
    Plain,
    /// Ken Thompson's teletype console, in plain lines.
    Console,
}

/// Plays until the person leaves, then saves the games. Fails if their file or the terminal is
/// unusable.
pub fn run(options: Options) -> anyhow::Result<()> {
    let ascii = options.ascii || locale_is_ascii();
    let date = chrono::Local::now().date_naive();
    let folder = data_folder();
    let (events, inbox) = channel();
    // Before the file is opened, which may wait for a reader.
    send_interrupts(events.clone())?;
    let file = match (options.pgn, &folder) {
        (Some(path), _) => PgnFile::append(&path)?,
        (None, Some(folder)) => PgnFile::of_user(&folder.join(GAMES)),
        (None, None) => PgnFile::dated(Path::new("."), &date.to_string()),
    };
    // A game that is over is no time to find that out.
    let unusable = file.check().err();
    let archive = Archive::new(date.format("%Y.%m.%d").to_string(), file);
    let mut session = Session::new(
        SessionOptions {
            journal: folder,
            ..options.session
        },
        archive,
        events.clone(),
        Box::new(Instant::now),
    );
    if let Some(error) = unusable {
        session.say(format!(
            "games of this session cannot be saved: {error:#} (`save FILE` and --pgn name another \
             file)"
        ));
    }
    session.confirms = io::stdin().is_terminal();
    if let Some(line) = options.first {
        // A person can name another file; the lines of a script are for this one.
        session.needs_game = !io::stdin().is_terminal();
        session.looks_only = true;
        // The session is there to take it.
        let _ = events.send(Event::Line(line));
    }
    if options.interface == Interface::Automatic && is_screen() {
        return screen::run(
            App::new(session, ascii, ColorSupport::of_terminal()),
            &events,
            &inbox,
        );
    }
    start_thread(move || send_lines(&events))?;
    let interactive = io::stdin().is_terminal();
    let console = options.interface == Interface::Console;
    LineInterface::new(
        session,
        LineOptions {
            ascii,
            interactive,
            console,
            width: terminal_width(),
        },
        io::stdout().lock(),
        inbox,
    )
    .run()
}

fn is_screen() -> bool {
    let is_dumb = std::env::var("TERM").as_deref() == Ok("dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Sends every line of standard input, then its end.
fn send_lines(events: &Sender<Event>) {
    each_line(io::stdin().lock(), |line| {
        events.send(Event::Line(line)).is_ok()
    });
    let _ = events.send(Event::EndOfInput);
}

/// Time in which signals that ask the program to end count as one: a terminal that closes sends its
/// signal twice, and so does `timeout`.
pub const SIGNAL_GRACE: Duration = Duration::from_millis(300);

/// Sends an interrupt for Ctrl-C and the like. One that comes while the program waits for the reader
/// of a pipe ends it at once by itself, and so does one after the time of grace, whatever the
/// program waits for.
fn send_interrupts(events: Sender<Event>) -> anyhow::Result<()> {
    let mut signals =
        Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot listen for Ctrl-C")?;
    start_thread(move || {
        let mut first = None;
        for signal in signals.forever() {
            if let Some(loss) = interrupted_wait() {
                screen::leave();
                eprintln!("belle: interrupted: {loss}");
                let _ = emulate_default_handler(signal);
            }
            let again = first.get_or_insert_with(Instant::now).elapsed() > SIGNAL_GRACE;
            if again || events.send(Event::Interrupt).is_err() {
                let _ = emulate_default_handler(signal);
            }
        }
    })
}
