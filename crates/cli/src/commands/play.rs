//! `belle play`

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use play::Game;
use shakmaty::Color;

use crate::positions;
use crate::setup::PlayerSetup;
use terminal::level::Level;
use terminal::pgn_file::PgnFile;
use terminal::plain::{Manner, Plain};
use terminal::screen::{self, Depth, Screen};
use terminal::session::{Session, Setting};
use terminal::{Event, board};

/// Play a game against the machine.
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    player: PlayerSetup,
    /// Play every move without the opening book.
    #[arg(long)]
    no_book: bool,
    /// The side you play.
    #[arg(long, value_enum, default_value_t)]
    side: Side,
    /// How the machine plays: seconds a move (5 or 0.5), 'depth 6', or clocks: 40/5:00 (moves in minutes), 5:00+3 (minutes,
    /// and seconds a move).
    #[arg(long, default_value_t)]
    level: Level,
    /// Begin from this position.
    #[arg(long)]
    fen: Option<String>,
    /// Draw the board with letters (by itself so where the locale is not UTF-8).
    #[arg(long)]
    ascii: bool,
    /// Plain lines, also on a terminal (by itself where input or output is none).
    #[arg(long)]
    plain: bool,
    /// The machine thinks on your time as well.
    #[arg(long)]
    ponder: bool,
    /// Talk to it as to Ken Thompson's program for Unix, in plain lines.
    #[arg(long)]
    console: bool,
    /// Add the games to this file; without it they are saved in a new one named for the day.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Side {
    #[default]
    White,
    Black,
}

impl Default for Play {
    fn default() -> Play {
        Play {
            player: PlayerSetup::default(),
            no_book: false,
            side: Side::White,
            level: Level::default(),
            fen: None,
            ascii: false,
            plain: false,
            ponder: false,
            console: false,
            pgn: None,
        }
    }
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let full = !self.plain && !self.console && is_screen();
        let manner = Manner {
            ascii: self.ascii || board::locale_is_ascii(),
            interactive: io::stdin().is_terminal(),
            console: self.console,
        };
        let (events, inbox) = channel();
        let session = Session::new(self.setting()?, events.clone());
        interrupts(events.clone())?;
        if full {
            return screen::play(Screen::new(session, manner.ascii, Depth::of_terminal()), &events, &inbox);
        }
        thread::spawn(move || read_lines(&events));
        Plain::new(session, manner, io::stdout().lock(), inbox).run()
    }

    fn setting(self) -> anyhow::Result<Setting> {
        let date = chrono::Local::now().date_naive();
        // Another game, other openings.
        let seed = chrono::Local::now().timestamp().rem_euclid(1 << 31);
        let contempt = self.player.given("Contempt").and_then(|value| value.parse().ok()).unwrap_or(0);
        let make = self.player.maker()?;
        Ok(Setting {
            make: Box::new(move || {
                let mut player = make();
                if !self.no_book {
                    // A player without a book has no such options.
                    let _ = player.set_option("OwnBook", "true");
                    let _ = player.set_option("BookSeed", &seed.to_string());
                }
                player
            }),
            game: self.fen.map_or_else(|| Ok(Game::new()), |fen| positions::parse(&[fen]))?,
            human: match self.side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            },
            level: self.level,
            contempt,
            ponder: self.ponder,
            date: date.format("%Y.%m.%d").to_string(),
            file: match self.pgn {
                Some(path) => PgnFile::append(&path)?,
                None => PgnFile::dated(Path::new("."), &date.to_string()),
            },
            now: Box::new(Instant::now),
        })
    }
}

/// Whether a full screen can be drawn and keys be read.
fn is_screen() -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while let Ok(1..) = input.read_until(b'\n', &mut line) {
        if events.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
        line.clear();
    }
    let _ = events.send(Event::EndOfInput);
}

/// Ctrl-C and its like leave the game in good order; said again after a while, at once. A terminal that closes may say it
/// twice in a moment.
fn interrupts(events: Sender<Event>) -> anyhow::Result<()> {
    const WHILE: Duration = Duration::from_secs(1);
    let first = OnceLock::new();
    ctrlc::set_handler(move || {
        let again = first.get_or_init(Instant::now).elapsed() > WHILE;
        if again || events.send(Event::Interrupt).is_err() {
            process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")
}
