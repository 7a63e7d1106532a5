//! `belle play`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use play::Game;
use shakmaty::Color;
use terminal::{Interface, Level, Options};

use crate::positions;
use crate::setup::PlayerSetup;

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
        let contempt = self.player.given("Contempt").and_then(|value| value.parse().ok()).unwrap_or(0);
        let new_player = self.player.maker()?;
        let interface = match (self.plain, self.console) {
            (_, true) => Interface::Console,
            (true, false) => Interface::Plain,
            (false, false) => Interface::Automatic,
        };
        // Another seed for each session, so that the book's openings vary.
        let seed = chrono::Local::now().timestamp().rem_euclid(1 << 31);
        terminal::run(Options {
            new_player: Box::new(move || {
                let mut player = new_player();
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
            interface,
            ascii: self.ascii,
            pgn: self.pgn,
        })
    }
}
