//! What a person may type, as one table: names, arguments, help.

use shakmaty::Color;

use super::level::Level;

/// A line understood.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Words {
    Help,
    Board,
    Undo,
    Hint,
    New,
    /// The person's side; `None` for the other than now.
    Side(Option<Color>),
    Flip,
    /// `None` asks.
    Level(Option<Level>),
    Go,
    Stop,
    Fen,
    Setup(String),
    Moves,
    Pgn,
    /// `None` for the file already used.
    Save(Option<String>),
    /// A file of games, and which of them; the last if `None`.
    Load(String, Option<usize>),
    Eval,
    /// The person moves for both sides; `None` changes that.
    Manual(Option<bool>),
    Ponder(bool),
    Clock,
    Console,
    Resign,
    Draw,
    Quit,
    Move(String),
    Nothing,
}

/// One command.
struct Entry {
    /// The name and others for the same.
    names: &'static [&'static str],
    argument: &'static str,
    help: &'static str,
    read: fn(&str) -> Result<Words, String>,
}

const COMMANDS: &[Entry] = &[
    Entry { names: &["help", "?"], argument: "", help: "this list", read: |_| Ok(Words::Help) },
    Entry { names: &["board", "show"], argument: "", help: "show the board", read: |_| Ok(Words::Board) },
    Entry { names: &["moves"], argument: "", help: "list the legal moves", read: |_| Ok(Words::Moves) },
    Entry { names: &["hint"], argument: "", help: "let the machine advise you", read: |_| Ok(Words::Hint) },
    Entry {
        names: &["undo", "back"],
        argument: "",
        help: "take back your last move",
        read: |_| Ok(Words::Undo),
    },
    Entry { names: &["go"], argument: "", help: "the machine plays this side", read: |_| Ok(Words::Go) },
    Entry {
        names: &["stop", "now"],
        argument: "",
        help: "the machine moves at once",
        read: |_| Ok(Words::Stop),
    },
    Entry {
        names: &["side"],
        argument: "[white|black]",
        help: "play this side, or the other one",
        read: side,
    },
    Entry { names: &["flip"], argument: "", help: "turn the board round", read: |_| Ok(Words::Flip) },
    Entry {
        names: &["level"],
        argument: "[LEVEL]",
        help: "how it plays: 5, depth 6, 40/5:00, 5:00+3",
        read: level,
    },
    Entry {
        names: &["eval"],
        argument: "",
        help: "the terms of the machine's evaluation",
        read: |_| Ok(Words::Eval),
    },
    Entry { names: &["new"], argument: "", help: "begin a new game", read: |_| Ok(Words::New) },
    Entry { names: &["setup"], argument: "FEN", help: "begin from a position", read: setup },
    Entry {
        names: &["fen"],
        argument: "[FEN]",
        help: "show the position in FEN, or begin from one",
        read: |text| if text.is_empty() { Ok(Words::Fen) } else { setup(text) },
    },
    Entry { names: &["pgn"], argument: "", help: "show the game in PGN", read: |_| Ok(Words::Pgn) },
    Entry { names: &["save"], argument: "[FILE]", help: "save the games now, and in this file", read: save },
    Entry {
        names: &["load"],
        argument: "FILE [N]",
        help: "take up a game of a PGN file (the last)",
        read: load,
    },
    Entry { names: &["clock"], argument: "", help: "show the clocks", read: |_| Ok(Words::Clock) },
    Entry {
        names: &["ponder"],
        argument: "on|off",
        help: "think on your time as well",
        read: |text| switch(text).map(Words::Ponder),
    },
    Entry {
        names: &["manual"],
        argument: "[on|off]",
        help: "you move for both sides",
        read: |text| {
            if text.is_empty() {
                Ok(Words::Manual(None))
            } else {
                switch(text).map(|on| Words::Manual(Some(on)))
            }
        },
    },
    Entry { names: &["draw"], argument: "", help: "offer a draw", read: |_| Ok(Words::Draw) },
    Entry { names: &["resign"], argument: "", help: "give up", read: |_| Ok(Words::Resign) },
    Entry {
        names: &["console"],
        argument: "",
        help: "talk to it as on a teletype",
        read: |_| Ok(Words::Console),
    },
    Entry { names: &["quit", "exit", "q"], argument: "", help: "save and leave", read: |_| Ok(Words::Quit) },
];

/// Reads a line: a command by its name, or else a move.
///
/// # Errors
/// A command's argument is not one.
pub(crate) fn parse(line: &str) -> Result<Words, String> {
    let line = line.trim();
    let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let known = |entry: &&Entry| entry.names.iter().any(|known| known.eq_ignore_ascii_case(name));
    match COMMANDS.iter().find(known) {
        Some(entry) if entry.argument.is_empty() && !argument.trim().is_empty() => {
            Err(format!("'{name}' takes nothing after it, and there is '{}'", argument.trim()))
        }
        Some(entry) => (entry.read)(argument.trim()),
        None if line.is_empty() => Ok(Words::Nothing),
        None => Ok(Words::Move(line.to_owned())),
    }
}

/// The list of commands.
pub(crate) fn help() -> String {
    let rows = COMMANDS.iter().map(|entry| {
        let names = format!("{} {}", entry.names.join(", "), entry.argument);
        format!("  {names:26} {}\n", entry.help)
    });
    "Moves are typed as e4, Nf3, exd5, O-O, e8=Q or as e2e4, e7e8q.\n".to_owned() + &rows.collect::<String>()
}

fn side(text: &str) -> Result<Words, String> {
    match text.to_ascii_lowercase().as_str() {
        "" => Ok(Words::Side(None)),
        "white" | "w" => Ok(Words::Side(Some(Color::White))),
        "black" | "b" => Ok(Words::Side(Some(Color::Black))),
        _ => Err(format!("'{text}' is not a side: white or black")),
    }
}

fn level(text: &str) -> Result<Words, String> {
    match text {
        "" => Ok(Words::Level(None)),
        _ => text.parse().map(|level| Words::Level(Some(level))),
    }
}

fn setup(text: &str) -> Result<Words, String> {
    match text {
        "" => Err("setup needs a position in FEN after it".to_owned()),
        _ => Ok(Words::Setup(text.to_owned())),
    }
}

fn switch(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("'{text}' is neither 'on' nor 'off'")),
    }
}

fn load(text: &str) -> Result<Words, String> {
    let (path, number) = match text.rsplit_once(char::is_whitespace) {
        Some((path, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            (path.trim(), number.parse().ok())
        }
        _ => (text, None),
    };
    match path {
        "" => Err("load needs a PGN file after it".to_owned()),
        _ if number == Some(0) => Err("games are counted from 1".to_owned()),
        _ => Ok(Words::Load(path.to_owned(), number)),
    }
}

fn save(text: &str) -> Result<Words, String> {
    Ok(Words::Save((!text.is_empty()).then(|| text.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_moves() {
        assert_eq!(parse(" UNDO "), Ok(Words::Undo));
        assert_eq!(parse("side Black"), Ok(Words::Side(Some(Color::Black))));
        assert_eq!(parse("level depth 4"), Ok(Words::Level(Some(Level::Depth(4)))));
        assert_eq!(parse("Nf3"), Ok(Words::Move("Nf3".to_owned())));
        assert_eq!(parse("save my games.pgn"), Ok(Words::Save(Some("my games.pgn".to_owned()))));
        assert_eq!(parse("load my games.pgn 3"), Ok(Words::Load("my games.pgn".to_owned(), Some(3))));
        assert_eq!(parse("load games.pgn"), Ok(Words::Load("games.pgn".to_owned(), None)));
        assert_eq!(parse("manual"), Ok(Words::Manual(None)));
        assert_eq!(parse("manual off"), Ok(Words::Manual(Some(false))));
        assert!(parse("load").is_err() && parse("load x 0").is_err() && parse("ponder maybe").is_err());
        assert!(parse("side green").is_err() && parse("setup").is_err() && parse("level high").is_err());
        assert_eq!(parse("fen"), Ok(Words::Fen));
        assert_eq!(parse("fen 8/8/8 w"), Ok(Words::Setup("8/8/8 w".to_owned())));
        assert!(parse("undo 3").unwrap_err().contains("'undo' takes nothing after it, and there is '3'"));
        assert_eq!(parse(""), Ok(Words::Nothing));
    }

    #[test]
    fn names_are_unique_and_helped() {
        let mut names: Vec<&str> = COMMANDS.iter().flat_map(|entry| entry.names).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(help().contains("undo, back"));
    }
}
