//! The commands of UCI, in one table from which they are executed and described.

use std::io;

use super::session::Session;
use crate::text::next_word;

type Handler = fn(&mut Session, &str) -> io::Result<()>;

/// Each command's word, handler and documentation.
#[rustfmt::skip]
const COMMANDS: &[(&str, Handler, &str)] = &[
    ("uci", |s, _| s.identify(), "name, author and options, then `uciok`"),
    ("debug", |s, rest| s.set_debug(rest), "`on`: after every line, the time on the simulated machine's own clock"),
    ("isready", |s, _| s.send("readyok"), "`readyok` at once, also during a search"),
    ("setoption", |s, rest| s.set_option(rest), "`setoption name NAME value VALUE`; during a search it waits for the end"),
    ("register", |_, _| Ok(()), "ignored: there is nothing to register"),
    ("ucinewgame", |s, _| s.new_game(), "clears what was learned in the game before"),
    ("position", |s, rest| s.set_position(rest), "`startpos` or `fen FEN`, then `moves ...`; after an invalid one `go` answers `bestmove 0000` until there is a legal one"),
    ("go", |s, rest| s.go(rest), "`wtime btime winc binc movestogo depth nodes mate movetime infinite ponder searchmoves`, and `perft DEPTH`"),
    ("stop", |s, _| s.stop(), "ends the search, which sends its `bestmove`"),
    ("ponderhit", |s, _| s.ponder_hit(), "the expected move was played: the clock counts from now"),
    ("quit", |s, _| s.quit(), "ends the program"),
    ("d", |s, _| s.show_position(), "shows the position as a diagram and in FEN"),
];

/// Every command with its documentation.
pub fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    COMMANDS.iter().map(|(word, _, text)| (*word, *text))
}

impl Session {
    /// Executes a line. Unknown words before the command are skipped, as the protocol asks.
    pub(super) fn execute(&mut self, line: &str) -> io::Result<()> {
        match find(line) {
            Some((handler, rest)) => handler(self, rest),
            None => match next_word(line) {
                Some((word, _)) => {
                    let known: Vec<&str> = commands().map(|(known, _)| known).collect();
                    self.remark(&format!(
                        "unknown command '{word}': expected one of {}",
                        known.join(", ")
                    ))
                }
                None => Ok(()),
            },
        }
    }
}

/// The first command of a line, and the rest after its word.
fn find(line: &str) -> Option<(Handler, &str)> {
    let mut rest = line;
    while let Some((word, after)) = next_word(rest) {
        if let Some((_, handler, _)) = COMMANDS.iter().find(|(known, ..)| *known == word) {
            return Some((*handler, after.trim()));
        }
        rest = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        let rest = |line| find(line).map(|(_, rest)| rest);
        assert_eq!(rest("joho debug on"), Some("on"));
        assert_eq!(rest("debug joho off\r\n"), Some("joho off"));
        assert_eq!(rest("\tuci "), Some(""));
        assert_eq!((rest("  \r\n"), rest("hello there")), (None, None));
    }
}
