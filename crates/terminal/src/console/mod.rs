//! The console: the machine talks as Ken Thompson's chess program did on a teletype.
//!
//! Documented, by the sources and the manual pages of that program: its words, its notations, its board and its answers.
//! docs/terminal.md says which parts were decided.

mod descriptive;
mod setup;

use play::{Ending, Game, Score, Term};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position, Square};

use super::clocks;
use super::session::{News, Session};
use super::words::Words;
use setup::Setup;

/// The file of `save` and `restore`.
const FILE: &str = "chess.out";

/// What a line brought.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// What is printed.
    pub(super) text: String,
    /// Whether the console has had enough.
    pub(super) ended: bool,
}

impl From<String> for Said {
    fn from(text: String) -> Said {
        Said { text, ended: false }
    }
}

/// The teletype's state.
#[derive(Debug, Default)]
pub(super) struct Console {
    /// Moves are written `e2e4`, not `p/k2-k4`.
    algebraic: bool,
    /// Evaluations are printed as the game goes.
    test: bool,
    /// The board being typed in, rank by rank.
    setup: Option<Setup>,
}

impl Console {
    /// What it says first.
    pub(super) const GREETING: &'static str = "Chess";
    /// What asks for a line.
    pub(super) const PROMPT: &'static str = "*";

    /// Does what a line says.
    pub(super) fn hear(&mut self, session: &mut Session, line: &str) -> Said {
        if let Some(setup) = &mut self.setup {
            let Some(game) = setup.rank(line) else { return Said::default() };
            self.setup = None;
            return set_up(session, game).to_owned().into();
        }
        let line = line.trim();
        let at_start = session.table().game().moves().is_empty();
        match line {
            "save" => session.obey(Words::Save(Some(FILE.to_owned()))),
            "test" => {
                self.test = !self.test;
                if self.test {
                    session.obey(Words::Eval);
                }
            }
            "remove" => {
                session.obey(Words::Undo);
                // The old program takes back without a word.
                session.take_news();
            }
            "exit" => return Said { ended: true, ..Said::default() },
            "manual" => {
                session.obey(Words::Manual(None));
                session.take_news();
            }
            "resign" => {
                session.obey(Words::Resign);
                return Said { ended: true, ..Said::default() };
            }
            "first" if at_start => {
                session.obey(Words::Go);
                session.take_news();
            }
            "alg" if at_start => self.algebraic = true,
            "restore" if at_start => return restore(session).into(),
            "clock" => return clock(session).into(),
            "score" => return self.score(session.table().game()).into(),
            "setup" => self.setup = Some(Setup::default()),
            "hint" => session.obey(Words::Hint),
            "repeat" => return self.repeat(session.table().game()).into(),
            "" => return self.board(session.table().game().position()).into(),
            _ => return self.try_move(session, line).into(),
        }
        Said::default()
    }

    fn try_move(&mut self, session: &mut Session, line: &str) -> String {
        let before = session.table().game().position().clone();
        let found = if is_algebraic(line) {
            self.algebraic = true;
            notation::parse_move(&before, line).map_err(|_| "Illegal move")
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
            Ok(found) if session.table().outcome().is_none() => {
                session.obey(Words::Move(found.to_uci(CastlingMode::Standard).to_string()));
                let made = session.table().game().moves().last() == Some(&found);
                if made { self.numbered(&before, found) } else { String::new() }
            }
            Ok(_) => "Illegal move\n".to_owned(),
            Err(reason) => format!("{reason}\n"),
        }
    }

    /// What the session has to tell, as the old program would.
    pub(super) fn tell(&self, session: &mut Session, news: &News) -> String {
        let game = session.table().game();
        match news {
            News::Say(sentence) => format!("{sentence}\n"),
            News::Over(_) => over(session),
            News::Played { before, made, .. } => {
                if self.test {
                    session.obey(Words::Eval);
                }
                self.numbered(before, *made)
            }
            News::Hint { best, score, .. } => {
                let value = score.map_or_else(String::new, |score| format!(" {}", number(score)));
                format!("{}{value}\n", self.written(game.position(), *best))
            }
            News::Terms(terms) => test(terms),
            News::Page(_, text) => text.clone(),
            News::Help | News::Board | News::Search | News::Thought(_) | News::Console => String::new(),
        }
    }

    fn written(&self, position: &Chess, chess_move: Move) -> String {
        match self.algebraic {
            true => chess_move.to_uci(CastlingMode::Standard).to_string(),
            false => descriptive::write(position, chess_move),
        }
    }

    /// `1. p/k2-k4`, `1. ... p/k2-k4`.
    fn numbered(&self, position: &Chess, chess_move: Move) -> String {
        let dots = position.turn().fold_wb("", "... ");
        format!("{}. {dots}{}\n", position.fullmoves(), self.written(position, chess_move))
    }

    /// The moves of the game in two columns.
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
                text += &format!("{:gap$}{written}\n", "", gap = 20_usize.saturating_sub(column).max(1));
                column = 0;
            }
        }
        text + "\n"
    }

    fn repeat(&self, game: &Game) -> String {
        let Some(&last) = game.moves().last() else { return String::new() };
        self.numbered(&game.positions()[game.moves().len() - 1], last)
    }

    /// Small letters are White's men, capitals Black's; the ranks are counted from the side that is to move, unless moves
    /// are written by squares.
    fn board(&self, position: &Chess) -> String {
        let mut text = String::new();
        for row in 0..8_u32 {
            let from_white = self.algebraic || position.turn().is_white();
            let rank = if from_white { 8 - row } else { row + 1 };
            text += &format!("{rank} ");
            for file in 0..8_u32 {
                let square = Square::new((7 - row) * 8 + file);
                let man = position.board().piece_at(square).map(|piece| match piece.color {
                    Color::White => piece.role.char(),
                    Color::Black => piece.role.upper_char(),
                });
                let empty = if (row + file) % 2 == 0 { '-' } else { '*' };
                text += &format!(" {}", man.unwrap_or(empty));
            }
            text += "\n";
        }
        let files = if self.algebraic {
            "\n   a b c d e f g h\n"
        } else {
            "\n   q q q q k k k k\n   r n b     b n r\n"
        };
        text + files
    }
}

/// Four letters that name two squares, or five, with what a pawn becomes.
fn is_algebraic(line: &str) -> bool {
    let square = |text: Option<&str>| text.is_some_and(|text| text.parse::<Square>().is_ok());
    let promotes = line.len() == 4 || (line.len() == 5 && line.ends_with(['q', 'r', 'b', 'n']));
    square(line.get(..2)) && square(line.get(2..4)) && promotes
}

fn set_up(session: &mut Session, game: Option<Game>) -> &'static str {
    let Some(game) = game else { return "Illegal setup\n" };
    let fen = shakmaty::fen::Fen::from_position(game.position(), EnPassantMode::Legal);
    session.obey(Words::Setup(fen.to_string()));
    session.take_news();
    "Setup successful\n"
}

fn restore(session: &mut Session) -> String {
    if !std::path::Path::new(FILE).is_file() {
        return "cannot open file\n".to_owned();
    }
    session.obey(Words::Load(FILE.to_owned(), None));
    String::new()
}

fn clock(session: &Session) -> String {
    let now = session.now();
    let line = |name: &str, side: Color| {
        let seconds = session.clocks().used(side, now).as_secs();
        let left = session.clocks().left(side, now);
        let left = left.map_or_else(String::new, |left| format!(" (left {})", clocks::face(left, false)));
        format!("{name}: {}:{:02}{left}\n", seconds / 60, seconds % 60)
    };
    line("white", Color::White) + &line("black", Color::Black)
}

fn over(session: &Session) -> String {
    let game = session.table().game();
    let said = match game.ending() {
        Some(Ending::Checkmate { winner }) => format!("{} wins", winner.fold_wb("White", "Black")),
        Some(Ending::Stalemate) => "Stale mate".to_owned(),
        Some(Ending::Repetition) => "Draw by repetition".to_owned(),
        _ => session.table().verdict().unwrap_or_default(),
    };
    said + "\n"
}

/// The terms in a row with their sum, as the old program printed its six; the names stand above, since here they are more.
fn test(terms: &[Term]) -> String {
    let total: i32 = terms.iter().map(|term| term.total).sum();
    let lines = terms.iter().map(|term| format!("{:6} {}\n", term.total, term.name));
    lines.collect::<String>() + &format!("={total:5}\n")
}

/// A value as one number: hundredths of a pawn, and 3000, the king's value, for a mate.
fn number(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 3000,
        Score::Mate(_) => -3000,
    }
}

#[cfg(test)]
mod tests;
