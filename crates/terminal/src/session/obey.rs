//! What a session does at a person's word.

use std::any::Any;
use std::io::Write;
use std::panic::resume_unwind;
use std::path::Path;

use play::Game;
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{Color, EnPassantMode, Position};

use super::{Errand, News, Session};
use crate::clocks::{self, Clocks};
use crate::machine::Purpose;
use crate::pgn_load::load;
use crate::table::{Refusal, Table};
use crate::words::Words;

impl Session {
    /// Does what the person says; [`Session::settle`] has the rest.
    pub(crate) fn obey(&mut self, words: Words) {
        match words {
            Words::Nothing => {}
            Words::Help => self.news.push(News::Help),
            Words::Board => self.news.push(News::Board),
            Words::Move(text) => self.person_moves(&text),
            Words::Undo => self.undo(),
            Words::Resign => {
                let resigned = self.table.resign();
                self.refused(resigned);
            }
            Words::Draw => {
                let agreed = self.table.offer_draw(self.contempt);
                self.refused(agreed);
            }
            Words::Hint => self.ask(Errand::Hint),
            Words::Eval => self.ask(Errand::Evaluate),
            Words::New => self.begin(Game::new()),
            Words::Setup(fen) => match Game::from_fen(&fen) {
                Ok(game) => self.begin(game),
                Err(error) => self.say(error.to_string()),
            },
            Words::Load(path, number) => self.load(&path, number),
            Words::Side(side) => self.change_seats(side.unwrap_or(!self.table.human())),
            Words::Go => self.change_seats(!self.table.turn()),
            Words::Manual(on) => self.set_manual(on.unwrap_or(!self.table.is_manual())),
            Words::Ponder(on) => self.set_ponder(on),
            Words::Flip => {
                self.bottom = !self.bottom;
                self.news.push(News::Board);
            }
            Words::Level(level) => {
                if let Some(level) = level {
                    self.level = level;
                    self.clocks = Clocks::new(level.control());
                    // What is thought now was begun for another time.
                    self.machine.drop_work();
                }
                self.say(format!("level: {}", self.level));
            }
            Words::Clock => self.show_clocks(),
            Words::Stop => self.stop(),
            Words::Fen => {
                let fen = Fen::from_position(self.table.game().position(), EnPassantMode::Legal);
                self.news.push(News::Page("position", format!("{fen}\n")));
            }
            Words::Moves => self.moves(),
            Words::Pgn => {
                let pgn = self.archive.pgn(&self.table, self.level.control());
                self.news.push(News::Page("game", pgn));
            }
            Words::Save(path) => self.save(path.as_deref()),
            Words::Console => self.news.push(News::Console),
            Words::Quit => self.leaving = true,
        }
    }

    fn refused(&mut self, done: Result<(), Refusal>) {
        if let Err(refusal) = done {
            self.say(refusal.to_string());
        }
    }

    fn person_moves(&mut self, text: &str) {
        let (side, now) = (self.table.turn(), self.now());
        if self.clocks.fallen(now).is_some() {
            return;
        }
        match self.table.human_move(text) {
            Ok(made) => {
                self.clocks.press(side, now);
                self.expected = None;
                match self.machine.purpose() {
                    Some(Purpose::Ponder(expected)) if expected == made && self.table.machine_to_move() => {
                        self.news.push(News::Search);
                        self.machine.ponder_hit();
                    }
                    _ => self.machine.drop_work(),
                }
                // The machine's reply shows the board soon enough.
                if !self.table.machine_to_move() {
                    self.news.push(News::Board);
                }
            }
            Err(refusal) => self.say(refusal.to_string()),
        }
    }

    fn undo(&mut self) {
        match self.table.undo() {
            Ok(moves) => {
                (0..moves).for_each(|_| self.clocks.take_back());
                self.interrupt();
                self.machine.clear_thoughts();
                self.announced = false;
                self.news.push(News::Board);
            }
            Err(refusal) => self.say(refusal.to_string()),
        }
    }

    /// What the machine is at is no longer wanted.
    fn interrupt(&mut self) {
        self.machine.drop_work();
        self.expected = None;
        self.errand = None;
    }

    fn ask(&mut self, errand: Errand) {
        if errand == Errand::Hint && self.table.outcome().is_some() {
            self.say(Refusal::Over.to_string());
        } else if self.table.machine_to_move() {
            self.say("the machine is thinking; 'stop' makes it move at once");
        } else {
            self.errand = Some(errand);
        }
    }

    fn begin(&mut self, game: Game) {
        self.archive.put_away(&self.table, self.level.control());
        self.interrupt();
        self.machine.forget();
        self.table = Table::new(game, self.table.human(), self.machine.name().to_owned());
        self.clocks = Clocks::new(self.level.control());
        self.announced = false;
        self.news.push(News::Board);
    }

    fn load(&mut self, path: &str, number: Option<usize>) {
        match load(Path::new(path), number) {
            Ok(loaded) => {
                let side = loaded.game.position().turn();
                self.begin(loaded.game);
                self.say(loaded.title);
                self.seat(side);
            }
            Err(error) => self.say(format!("{error:#}")),
        }
    }

    fn change_seats(&mut self, side: Color) {
        self.interrupt();
        self.seat(side);
    }

    fn set_manual(&mut self, manual: bool) {
        self.interrupt();
        self.table.set_manual(manual);
        self.say(if manual { "you move for both sides" } else { "the machine plays its side" });
    }

    fn set_ponder(&mut self, on: bool) {
        self.ponder = on;
        if !on && matches!(self.machine.purpose(), Some(Purpose::Ponder(_))) {
            self.machine.drop_work();
        }
        self.say(if on { "the machine thinks on your time" } else { "the machine rests on your time" });
    }

    fn stop(&mut self) {
        match self.machine.purpose() {
            None | Some(Purpose::Ponder(_)) => self.say("the machine is not thinking"),
            Some(_) => self.machine.stop(),
        }
    }

    fn show_clocks(&mut self) {
        let now = self.now();
        let side = |color: Color| {
            let used = clocks::face(self.clocks.used(color, now), false);
            let left = self.clocks.left(color, now);
            let left = left.map_or_else(String::new, |left| format!(", {} left", clocks::face(left, true)));
            format!("{} {used} used{left}", color.fold_wb("White", "Black"))
        };
        let both = format!("{}; {}", side(Color::White), side(Color::Black));
        self.say(both);
    }

    fn moves(&mut self) {
        let position = self.table.game().position();
        let moves: Vec<String> =
            position.legal_moves().iter().map(|&m| San::from_move(position, m).to_string()).collect();
        let text = format!("{} legal moves: {}\n", moves.len(), moves.join(" "));
        self.news.push(News::Page("legal moves", text));
    }

    fn save(&mut self, path: Option<&str>) {
        let games = self.archive.games(&self.table, self.level.control());
        if games.is_empty() {
            return self.say("there is no move to save yet");
        }
        match self.archive.save(path, &games) {
            Ok(path) => self.say(format!("saved in {path}")),
            Err(error) => self.say(format!("{error:#}")),
        }
    }

    /// Saves the games at the end, however that came, and says where.
    ///
    /// # Errors
    /// They could not be saved, or what was played with broke.
    pub(crate) fn close(
        mut self,
        played: Result<anyhow::Result<()>, Box<dyn Any + Send>>,
        output: &mut impl Write,
    ) -> anyhow::Result<()> {
        self.machine.drop_work();
        let games = self.archive.games(&self.table, self.level.control());
        let saved = if games.is_empty() { Ok(None) } else { self.archive.save(None, &games).map(Some) };
        // The output may be what broke.
        let _ = match &saved {
            Ok(None) => Ok(()),
            Ok(Some(path)) => writeln!(output, "saved in {path}"),
            Err(_) => writeln!(output, "\n{games}"),
        };
        match played {
            Err(panic) => resume_unwind(panic),
            Ok(played) => {
                saved.map_err(|error| {
                    error.context("the games could not be saved, so they are written above")
                })?;
                played
            }
        }
    }
}
