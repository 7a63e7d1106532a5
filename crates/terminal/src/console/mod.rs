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
use setup::{Setup, SetupStep};

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
            let step = setup.add_rank(line);
            if !matches!(step, SetupStep::Unfinished) {
                self.setup = None;
            }
            return match step {
                SetupStep::Unfinished => Reply::default(),
                SetupStep::Finished(game) => set_up(session, &game).to_owned().into(),
                SetupStep::Illegal => "Illegal setup\n".to_owned().into(),
            };
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
        let chess_move = match self.read_move(&before, line) {
            Ok(chess_move) => chess_move,
            Err(reason) => return format!("{reason}\n"),
        };
        if session.state.outcome().is_some() {
            return "Illegal move\n".to_owned();
        }
        session.play_move(&uci(chess_move));
        let is_played = session.state.game().moves().last() == Some(&chess_move);
        if is_played {
            self.numbered(&before, chess_move)
        } else {
            String::new()
        }
    }

    /// Reads a move in either notation, in which the next moves are written too.
    fn read_move(&mut self, position: &Chess, line: &str) -> Result<Move, &'static str> {
        if is_algebraic(line) {
            self.algebraic = true;
            for chess_move in position.legal_moves() {
                if sideways(&chess_move).as_deref() == Some(line) {
                    return Ok(chess_move);
                }
            }
            return notation::parse_move(position, line).map_err(|_| "Illegal move");
        }
        match descriptive::read(position, line) {
            Ok(chess_move) => {
                self.algebraic = false;
                Ok(chess_move)
            }
            Err(descriptive::Error::Unreadable) => Err("eh?"),
            Err(descriptive::Error::Illegal) => Err("Illegal move"),
            Err(descriptive::Error::Ambiguous) => Err("ambiguous"),
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
                let score = match score {
                    Some(score) => format!(" {}", score.centipawns(KING)),
                    None => String::new(),
                };
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
            | Output::Promotion { .. }
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
        for (ply, &chess_move) in game.moves().iter().enumerate() {
            let position = &game.positions()[ply];
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
                let symbol = match position.board().piece_at(square) {
                    Some(piece) if piece.color.is_white() => piece.role.char(),
                    Some(piece) => piece.role.upper_char(),
                    None if (row + file) % 2 == 0 => '-',
                    None => '*',
                };
                text += &format!(" {symbol}");
            }
            text += "\n";
        }
        text + if self.algebraic {
            "\n   a b c d e f g h\n"
        } else {
            "\n   q q q q k k k k\n   r n b     b n r\n"
        }
    }
}

/// Whether a line is two squares, with or without a promotion: `e2e4`, `e7e8q`.
fn is_algebraic(line: &str) -> bool {
    let (Some(from), Some(to), Some(promotion)) = (line.get(..2), line.get(2..4), line.get(4..))
    else {
        return false;
    };
    let is_square = |text: &str| text.parse::<Square>().is_ok();
    is_square(from) && is_square(to) && matches!(promotion, "" | "q" | "r" | "b" | "n")
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

fn set_up(session: &mut Session, game: &Game) -> &'static str {
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
        let left = match session.clock.left(side, now) {
            Some(left) => format!(" (left {})", clock_text(left, ClockDigits::Seconds)),
            None => String::new(),
        };
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
    let mut text = String::new();
    let mut total = 0;
    for term in terms {
        text += &format!("{:6} {}\n", term.total, term.name);
        total += term.total;
    }
    text + &format!("={total:5}\n")
}
