//! The console: the session as Ken Thompson's chess program for Unix showed it on a teletype.
//!
//! Documented (F111) by the sources and manual pages of that program: its commands, notations,
//! board and replies. docs/terminal.md lists what was decided.

mod descriptive;
mod setup;
#[cfg(test)]
mod tests;

use std::path::Path;

use play::{ClockDigits, EndCause, Game, Term, clock_text, side_name};
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Square};

use crate::board::uci;
use crate::pgn_load::{Purpose, Which};
use crate::session::{Output, Session};
use setup::Setup;

const FILE: &str = "chess.out";
/// What a mate is worth: the king's value.
const KING: i32 = 3000;

#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) text: String,
    pub(crate) closed: bool,
}

impl Reply {
    const CLOSED: Reply = Reply {
        text: String::new(),
        closed: true,
    };
}

impl From<String> for Reply {
    fn from(text: String) -> Reply {
        Reply {
            text,
            closed: false,
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Console {
    /// Whether moves are written `e2e4` instead of `p/k2-k4`.
    algebraic: bool,
    /// Whether evaluations are printed.
    test: bool,
    setup: Option<Setup>,
}

impl Console {
    pub(crate) const GREETING: &'static str = "Chess";
    pub(crate) const PROMPT: &'static str = "*";

    pub(crate) fn execute(&mut self, session: &mut Session, line: &str) -> Reply {
        if let Some(setup) = &mut self.setup {
            let Some(game) = setup.add_rank(line) else {
                return Reply::default();
            };
            self.setup = None;
            return set_up(session, game).to_owned().into();
        }
        let line = line.trim();
        let at_start = session.state.game().moves().is_empty();
        match line {
            "save" => session.save(Some(FILE)),
            "test" => {
                self.test = !self.test;
                if self.test {
                    session.evaluate();
                }
            }
            "remove" => silently(session, |session| session.undo(1)),
            "exit" => return Reply::CLOSED,
            "manual" => silently(session, |session| session.set_manual(None)),
            "resign" => {
                session.resign();
                return Reply::CLOSED;
            }
            "first" if at_start => silently(session, Session::go),
            "alg" if at_start => self.algebraic = true,
            "restore" if at_start => return restore(session).into(),
            "clock" => return clock(session).into(),
            "score" => return self.score(session.state.game()).into(),
            "setup" => self.setup = Some(Setup::default()),
            "hint" => session.hint(),
            "repeat" => return self.repeat(session.state.game()).into(),
            "" => return self.board(session.state.game().position()).into(),
            _ => return self.try_move(session, line).into(),
        }
        Reply::default()
    }

    fn try_move(&mut self, session: &mut Session, line: &str) -> String {
        let before = session.state.game().position().clone();
        let found = if is_algebraic(line) {
            self.algebraic = true;
            let en_passant = before
                .legal_moves()
                .into_iter()
                .find(|one| sideways(one).as_deref() == Some(line));
            en_passant
                .map_or_else(|| notation::parse_move(&before, line), Ok)
                .map_err(|_| "Illegal move")
        } else {
            match descriptive::read(&before, line) {
                Err(descriptive::Error::Unreadable) => return "eh?\n".to_owned(),
                Err(descriptive::Error::Illegal) => Err("Illegal move"),
                Err(descriptive::Error::Ambiguous) => Err("ambiguous"),
                Ok(found) => {
                    self.algebraic = false;
                    Ok(found)
                }
            }
        };
        match found {
            Ok(found) if session.state.outcome().is_none() => {
                session.play_move(&uci(found));
                let played = session.state.game().moves().last() == Some(&found);
                if played {
                    self.numbered(&before, found)
                } else {
                    String::new()
                }
            }
            Ok(_) => "Illegal move\n".to_owned(),
            Err(reason) => format!("{reason}\n"),
        }
    }

    pub(crate) fn text(&self, session: &mut Session, output: &Output) -> String {
        match output {
            Output::Message(text) => format!("{text}\n"),
            Output::GameOver(_) => game_over(session),
            Output::MachineMoved {
                before, chess_move, ..
            } => {
                if self.test {
                    session.evaluate();
                }
                self.numbered(before, *chess_move)
            }
            // The old program told its move at once.
            Output::HintPiece { best, score, .. } | Output::Hint { best, score, .. } => {
                let score =
                    score.map_or_else(String::new, |score| format!(" {}", score.centipawns(KING)));
                format!(
                    "{}{score}\n",
                    self.written(session.state.game().position(), *best)
                )
            }
            Output::Terms(terms) => evaluation(terms),
            Output::Page(_, text) => text.clone(),
            Output::Help
            | Output::Board
            | Output::SearchStarted
            | Output::Report(_)
            | Output::Console => String::new(),
        }
    }

    fn written(&self, position: &Chess, chess_move: Move) -> String {
        if self.algebraic {
            sideways(&chess_move).unwrap_or_else(|| uci(chess_move))
        } else {
            descriptive::write(position, chess_move)
        }
    }

    fn numbered(&self, position: &Chess, chess_move: Move) -> String {
        let dots = position.turn().fold_wb("", "... ");
        format!(
            "{}. {dots}{}\n",
            position.fullmoves(),
            self.written(position, chess_move)
        )
    }

    fn score(&self, game: &Game) -> String {
        let mut text = "\n".to_owned();
        let mut column = 0;
        for (position, &chess_move) in game.positions().iter().zip(game.moves()) {
            let written = self.written(position, chess_move);
            if position.turn().is_white() {
                let entry = format!("{:2}. {written}", position.fullmoves());
                column = entry.len();
                text += &entry;
            } else {
                text += &format!(
                    "{:gap$}{written}\n",
                    "",
                    gap = 20_usize.saturating_sub(column).max(1)
                );
                column = 0;
            }
        }
        text + "\n"
    }

    fn repeat(&self, game: &Game) -> String {
        let Some(&last) = game.moves().last() else {
            return String::new();
        };
        self.numbered(&game.positions()[game.moves().len() - 1], last)
    }

    /// The board, with small letters for White and capitals for Black. Ranks count from the side to
    /// move, or from White where moves are written as squares.
    fn board(&self, position: &Chess) -> String {
        let mut text = String::new();
        for row in 0..8_u32 {
            let from_white = self.algebraic || position.turn().is_white();
            let rank = if from_white { 8 - row } else { row + 1 };
            text += &format!("{rank} ");
            for file in 0..8_u32 {
                let square = Square::new((7 - row) * 8 + file);
                let piece = position
                    .board()
                    .piece_at(square)
                    .map(|piece| match piece.color {
                        Color::White => piece.role.char(),
                        Color::Black => piece.role.upper_char(),
                    });
                let empty = if (row + file) % 2 == 0 { '-' } else { '*' };
                text += &format!(" {}", piece.unwrap_or(empty));
            }
            text += "\n";
        }
        let descriptive = "\n   q q q q k k k k\n   r n b     b n r\n";
        text + if self.algebraic {
            "\n   a b c d e f g h\n"
        } else {
            descriptive
        }
    }
}

/// Whether a line is two squares, with or without a promotion: `e2e4`, `e7e8q`.
fn is_algebraic(line: &str) -> bool {
    let square = |text: Option<&str>| text.is_some_and(|text| text.parse::<Square>().is_ok());
    let promotes = line.len() == 4 || (line.len() == 5 && line.ends_with(['q', 'r', 'b', 'n']));
    square(line.get(..2)) && square(line.get(2..4)) && promotes
}

/// A capture en passant as the old program wrote it, to the square of the captured pawn: `e5d5`.
fn sideways(chess_move: &Move) -> Option<String> {
    let &Move::EnPassant { from, to } = chess_move else {
        return None;
    };
    Some(format!(
        "{from}{}",
        Square::from_coords(to.file(), from.rank())
    ))
}

/// Runs a command whose messages the old program did not print.
fn silently(session: &mut Session, command: impl FnOnce(&mut Session)) {
    command(session);
    session.take_output();
}

fn set_up(session: &mut Session, game: Option<Game>) -> &'static str {
    let Some(game) = game else {
        return "Illegal setup\n";
    };
    let fen = Fen::from_position(game.position(), EnPassantMode::Legal).to_string();
    silently(session, |session| session.set_up(&fen));
    "Setup successful\n"
}

fn restore(session: &mut Session) -> String {
    if !Path::new(FILE).is_file() {
        return "cannot open file\n".to_owned();
    }
    session.open_game(Purpose::Play, FILE, Which::Last);
    String::new()
}

fn clock(session: &Session) -> String {
    let now = session.now();
    let line = |name: &str, side: Color| {
        let seconds = session.clock.used(side, now).as_secs();
        let left = session.clock.left(side, now);
        let left = left.map_or_else(String::new, |left| {
            format!(" (left {})", clock_text(left, ClockDigits::Seconds))
        });
        format!("{name}: {}:{:02}{left}\n", seconds / 60, seconds % 60)
    };
    line("white", Color::White) + &line("black", Color::Black)
}

fn game_over(session: &Session) -> String {
    let Some(end) = session.state.end() else {
        return "\n".to_owned();
    };
    // The old program's own words, where they are on record.
    match (&end.cause, end.outcome.winner()) {
        (EndCause::Checkmate, Some(winner)) => format!("{} wins\n", side_name(winner)),
        (EndCause::Stalemate, _) => "Stale mate\n".to_owned(),
        (EndCause::Repetition, _) => "Draw by repetition\n".to_owned(),
        _ => format!("{end}  {}\n", end.outcome),
    }
}

/// The terms of an evaluation and their sum, one a line, where the old program printed its six in a
/// row.
fn evaluation(terms: &[Term]) -> String {
    let total: i32 = terms.iter().map(|term| term.total).sum();
    let lines = terms
        .iter()
        .map(|term| format!("{:6} {}\n", term.total, term.name));
    lines.collect::<String>() + &format!("={total:5}\n")
}
