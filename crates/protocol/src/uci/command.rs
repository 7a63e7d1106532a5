//! A line of UCI taken apart into a command and the words that belong to it.

use crate::text::next_word;

/// What the other side asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    NewGame,
    Position(&'a str),
    Go(&'a str),
    Stop,
    PonderHit,
    Quit,
    /// Not in the protocol: shows the position, for people.
    Show,
    /// A command of the protocol that asks nothing of us.
    Nothing,
}

/// Makes a command of the rest of its line, or says what is wrong with it.
type Read = for<'a> fn(&'a str) -> Result<Command<'a>, String>;

/// A command: its word, and what it does, for the documentation.
pub type Row = (&'static str, &'static str);

/// Every command.
pub const COMMANDS: &[Row] = &{
    let mut rows = [("", ""); READERS.len()];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = (READERS[at].0, READERS[at].2);
        at += 1;
    }
    rows
};

/// Every command, with whoever reads it.
const READERS: &[(&str, Read, &str)] = &[
    ("uci", |_| Ok(Command::Uci), "who the engine is, its options, `uciok`"),
    ("debug", debug, "`on`: the machine's own time with every line"),
    ("isready", |_| Ok(Command::IsReady), "`readyok`, at once, also while searching"),
    (
        "setoption",
        set_option,
        "`setoption name NAME value VALUE`; while searching it waits for the end of the search",
    ),
    ("register", |_| Ok(Command::Nothing), "nothing is to be registered"),
    ("ucinewgame", |_| Ok(Command::NewGame), "forgets the game before"),
    (
        "position",
        |rest| Ok(Command::Position(rest)),
        "`startpos` or `fen FEN`, then `moves ...`; a wrong one leaves all as it was",
    ),
    (
        "go",
        |rest| Ok(Command::Go(rest)),
        "`wtime btime winc binc movestogo depth nodes mate movetime infinite ponder searchmoves`, and `perft DEPTH`",
    ),
    ("stop", |_| Ok(Command::Stop), "ends the search with its `bestmove`"),
    ("ponderhit", |_| Ok(Command::PonderHit), "the move pondered on was played: the clock counts"),
    ("quit", |_| Ok(Command::Quit), "ends the program"),
    ("d", |_| Ok(Command::Show), "shows the position, for people"),
];

/// Reads a line. Unknown words before the command are skipped, as the protocol asks; an empty line is nothing.
///
/// # Errors
/// Says what was not understood and what would be.
pub(super) fn parse(line: &str) -> Result<Command<'_>, String> {
    let mut rest = line;
    while let Some((word, after)) = next_word(rest) {
        if let Some((_, read, _)) = READERS.iter().find(|(name, ..)| *name == word) {
            return read(after.trim());
        }
        rest = after;
    }
    match next_word(line) {
        None => Ok(Command::Nothing),
        Some((word, _)) => {
            let known: Vec<&str> = READERS.iter().map(|(name, ..)| *name).collect();
            Err(format!("unknown command '{word}'; known are {}", known.join(", ")))
        }
    }
}

fn debug(rest: &str) -> Result<Command<'_>, String> {
    match rest.split_whitespace().find_map(|word| ["off", "on"].iter().position(|known| *known == word)) {
        Some(on) => Ok(Command::Debug(on == 1)),
        None => Err(format!("debug: '{rest}' is neither on nor off")),
    }
}

/// `name` and `value` may each be several words.
fn set_option(rest: &str) -> Result<Command<'_>, String> {
    let mut words = rest;
    let mut name: Option<&str> = None;
    while let Some((word, after)) = next_word(words) {
        match (word, name) {
            ("name", None) => name = Some(after.trim()),
            ("value", Some(text)) => {
                let length = text.len() - (words.trim_start().len().min(text.len()));
                return Ok(Command::SetOption { name: text[..length].trim_end(), value: after.trim() });
            }
            _ => {}
        }
        words = after;
    }
    match name {
        Some(name) if !name.is_empty() => Ok(Command::SetOption { name, value: "" }),
        _ => Err("setoption: expected 'setoption name <option> [value <value>]'".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option<'a>(name: &'a str, value: &'a str) -> Result<Command<'a>, String> {
        Ok(Command::SetOption { name, value })
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(parse("joho debug on"), Ok(Command::Debug(true)));
        assert_eq!(parse("debug joho off\r\n"), Ok(Command::Debug(false)));
        assert_eq!(parse("\tuci "), Ok(Command::Uci));
        assert_eq!(parse("  \r\n"), Ok(Command::Nothing));
        assert!(parse("hello there").unwrap_err().contains("unknown command 'hello'"));
    }

    #[test]
    fn options_have_names_of_several_words() {
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(parse("setoption name Hash value 32"), option("Hash", "32"));
        assert_eq!(
            parse("setoption  name  Book File  value C:\\a  b.bin "),
            option("Book File", "C:\\a  b.bin")
        );
        assert_eq!(parse("setoption name Hash value"), option("Hash", ""));
        assert_eq!(parse("setoption joho name Hash value 1"), option("Hash", "1"));
        assert!(parse("setoption").is_err() && parse("setoption name").is_err());
    }
}
