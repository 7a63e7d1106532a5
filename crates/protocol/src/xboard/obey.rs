//! What each command does.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use notation::{MoveError, parse_move};
use play::{Book, Game, OptionKind};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Color, EnPassantMode, Position};

use super::command::{COMMANDS, Command};
use super::offers::Values;
use super::session::{Errand, Mode, RESIGN, Session};
use super::write;
use crate::text::{next_word, one_line};

impl<W: Write> Session<W> {
    /// Obeys a line.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<()> {
        let Some((word, rest)) = next_word(line) else { return Ok(()) };
        if self.edits {
            self.edits = word != ".";
            return Ok(());
        }
        let rest = rest.trim();
        match COMMANDS.iter().find(|(name, ..)| *name == word) {
            Some((_, command, _)) => self.carry_out(*command, rest, line),
            None => self.bare_move(line),
        }
    }

    fn carry_out(&mut self, command: Command, rest: &str, line: &str) -> io::Result<()> {
        match command {
            Command::XBoard | Command::Nothing | Command::Quit => Ok(()),
            Command::ProtoVer => match rest.parse::<u32>() {
                Ok(0 | 1) => Ok(()),
                _ => self.tell_features(),
            },
            Command::Accepted => {
                self.remarks |= rest == "debug";
                Ok(())
            }
            Command::New => self.new_game(),
            Command::Variant if rest == "normal" => Ok(()),
            Command::Variant => self.refuse("only the variant normal is played", line),
            Command::Force => self.change(Mode::Force),
            Command::Go => self.change(Mode::Plays(self.game.position().turn())),
            Command::PlayOther => self.change(Mode::Plays(!self.game.position().turn())),
            Command::White => self.turn(Color::White, line),
            Command::Black => self.turn(Color::Black, line),
            Command::Level => {
                let done = self.limits.set_level(rest);
                self.expect(done, "level MOVES MINUTES INCREMENT, as level 40 5 0", line)
            }
            Command::SecondsAMove => {
                let done = self.limits.set_move_time(rest);
                self.expect(done, "st SECONDS", line)
            }
            Command::Depth => {
                let done = self.limits.set_depth(rest);
                self.expect(done, "sd PLIES", line)
            }
            Command::Time => {
                let done = self.limits.set_own_time(rest);
                self.expect(done, "hundredths of a second", line)
            }
            Command::OpponentsTime => {
                let done = self.limits.set_opponents_time(rest);
                self.expect(done, "hundredths of a second", line)
            }
            Command::UserMove => self.user_move(rest),
            Command::MoveNow => {
                self.move_now();
                Ok(())
            }
            Command::Ping => {
                self.pings.push_back(one_line(rest));
                Ok(())
            }
            Command::Draw => match self.mode {
                Mode::Plays(_) if self.values.accept(self.contempt()) => writeln!(self.output, "offer draw"),
                _ => Ok(()),
            },
            Command::Result => self.change(Mode::Force),
            Command::SetBoard => match Game::from_fen(rest) {
                Ok(game) => self.set_up(game),
                Err(error) => {
                    writeln!(self.output, "tellusererror Illegal position: {}", one_line(&error.to_string()))
                }
            },
            Command::Edit => {
                self.edits = true;
                self.refuse("not known here; use setboard", line)
            }
            Command::Hint => self.give_hint(),
            Command::Book => self.show_book(),
            Command::Undo => self.take_back(1, line),
            Command::Remove => self.take_back(2, line),
            Command::Hard => {
                self.ponders = true;
                Ok(())
            }
            Command::Easy => {
                self.ponders = false;
                self.pause();
                Ok(())
            }
            Command::Post | Command::NoPost => {
                self.posts = command == Command::Post;
                Ok(())
            }
            Command::Analyze => self.change(Mode::Analyses),
            Command::Exit if self.mode == Mode::Analyses => self.change(Mode::Force),
            Command::Exit => Ok(()),
            Command::Status if self.mode == Mode::Analyses => self.status(),
            Command::Status => Ok(()),
            Command::Exclude | Command::Include => self.exclude(command == Command::Exclude, rest, line),
            Command::Memory => self.set("Hash", rest, line),
            Command::Cores => self.set("Threads", rest, line),
            Command::TablePath => match next_word(rest) {
                Some(("syzygy", folder)) => self.set("SyzygyPath", folder.trim(), line),
                _ => self.refuse("egtpath is known for syzygy only", line),
            },
            Command::SetOption => self.option(rest, line),
        }
    }

    fn expect(&mut self, done: Option<()>, expected: &str, line: &str) -> io::Result<()> {
        match done {
            Some(()) => Ok(()),
            None => self.refuse(&format!("expected {expected}"), line),
        }
    }

    fn change(&mut self, mode: Mode) -> io::Result<()> {
        if self.mode != mode || !self.thinks() {
            self.abandon();
        }
        self.mode = mode;
        self.hint = false;
        Ok(())
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.limits.reset();
        self.values = Values::default();
        self.errands.push_back(Errand::NewGame);
        let mode = if self.mode == Mode::Analyses { Mode::Analyses } else { Mode::Plays(Color::Black) };
        self.set_up(Game::new())?;
        self.change(mode)
    }

    fn set_up(&mut self, game: Game) -> io::Result<()> {
        self.abandon();
        self.game = game;
        self.moved();
        Ok(())
    }

    /// The position is another: what was known of the one before does not count.
    fn moved(&mut self) {
        self.expected = None;
        self.hint = false;
        self.excluded.clear();
    }

    /// The old commands that say whose move it is: the machine has the other side.
    fn turn(&mut self, turn: Color, line: &str) -> io::Result<()> {
        if self.game.position().turn() != turn {
            let mut setup = Fen::from_position(self.game.position(), EnPassantMode::Legal).into_setup();
            (setup.turn, setup.ep_square) = (turn, None);
            match Game::from_fen(&Fen::try_from(setup).map_or_else(|_| String::new(), |fen| fen.to_string()))
            {
                Ok(game) => self.set_up(game)?,
                Err(_) => return self.refuse("the side to move could take the king", line),
            }
        }
        self.change(Mode::Plays(!turn))
    }

    /// A line that is no command may be a move, as in the protocol's first version.
    fn bare_move(&mut self, line: &str) -> io::Result<()> {
        match parse_move(self.game.position(), line) {
            Err(MoveError::Unreadable(_)) => self.refuse("unknown command", line),
            _ => self.user_move(line),
        }
    }

    fn user_move(&mut self, text: &str) -> io::Result<()> {
        let position = self.game.position();
        if self.mode == Mode::Plays(position.turn()) && self.game.ending().is_none() {
            return writeln!(self.output, "{}", write::illegal("it is not your turn", text));
        }
        let made = match parse_move(position, text) {
            Ok(made) => made,
            Err(error) => {
                let reason = match error {
                    MoveError::Unreadable(_) => "expected a move written like e2e4".to_owned(),
                    MoveError::Ambiguous { choices, .. } => format!("it could be {}", choices.join(" or ")),
                    MoveError::Illegal { reason, .. } => reason,
                };
                return writeln!(self.output, "{}", write::illegal(&reason, text));
            }
        };
        if !self.hits(made) {
            self.abandon();
        }
        self.game.play(made);
        self.moved();
        if let Mode::Plays(_) = self.mode {
            self.tell_result()?;
        }
        Ok(())
    }

    fn take_back(&mut self, moves: usize, line: &str) -> io::Result<()> {
        if self.game.moves().len() < moves {
            return self.refuse("there is no move to take back", line);
        }
        self.abandon();
        for _ in 0..moves {
            self.game.undo();
        }
        self.moved();
        Ok(())
    }

    fn give_hint(&mut self) -> io::Result<()> {
        match self.expected {
            _ if self.mode == Mode::Analyses => {
                self.hint = true;
                self.hint_of_analysis()
            }
            Some(expected) => writeln!(self.output, "Hint: {}", write::chess_move(expected)),
            None => {
                // A machine that thinks about its own move has none to give.
                self.hint = !self.thinks();
                Ok(())
            }
        }
    }

    /// Each move of the book with its weight, an indented line each, and an empty one.
    fn show_book(&mut self) -> io::Result<()> {
        let file = self.player.value("BookFile");
        let book = match file.as_deref() {
            None => None,
            Some("") => Some(Book::embedded()),
            Some(path) => Book::read(Path::new(path)).ok().map(Arc::new),
        };
        let position = self.game.position();
        let moves = book.map_or_else(Vec::new, |book| book.moves(position));
        for found in &moves {
            let san = SanPlus::from_move(position.clone(), found.chess_move);
            writeln!(self.output, " {san} ({})", found.weight)?;
        }
        if moves.is_empty() {
            writeln!(self.output, " nothing")?;
        }
        writeln!(self.output)
    }

    fn exclude(&mut self, out: bool, text: &str, line: &str) -> io::Result<()> {
        let legal = self.game.position().legal_moves();
        let named = match text {
            "all" => legal.to_vec(),
            text => match parse_move(self.game.position(), text) {
                Ok(named) => vec![named],
                Err(_) => return self.refuse("that is no legal move here", line),
            },
        };
        self.excluded.retain(|one| !named.contains(one));
        if out {
            self.excluded.extend(named);
        }
        self.pause();
        Ok(())
    }

    /// Sets a number that has a command of its own.
    fn set(&mut self, name: &str, value: &str, line: &str) -> io::Result<()> {
        if self.player.spec(name).is_none() {
            return self.refuse(&format!("this player has no {name}"), line);
        }
        // A chess program may offer more than there is.
        let value = match (self.player.spec(name).map(|spec| &spec.kind), value.parse::<i64>()) {
            (Some(OptionKind::Spin { min, max, .. }), Ok(number)) => number.clamp(*min, *max).to_string(),
            _ => value.to_owned(),
        };
        self.errand(name, &value, line)
    }

    fn option(&mut self, rest: &str, line: &str) -> io::Result<()> {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let name = name.trim();
        let options = self.player.options();
        let spec = options.iter().find(|spec| spec.is_named(name));
        let check = name.eq_ignore_ascii_case(RESIGN)
            || spec.is_some_and(|spec| matches!(spec.kind, OptionKind::Check { .. }));
        let value = match value.trim() {
            "1" if check => "true",
            "0" if check => "false",
            other => other,
        };
        self.errand(name, value, line)
    }

    fn errand(&mut self, name: &str, value: &str, line: &str) -> io::Result<()> {
        self.pause();
        self.errands.push_back(Errand::Set(name.to_owned(), value.to_owned(), line.to_owned()));
        Ok(())
    }
}
