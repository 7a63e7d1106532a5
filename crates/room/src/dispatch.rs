//! Carrying out commands.

use play::Game;

use crate::command::Command;
use crate::event::{Event, Reason};
use crate::room::{MAX_COVERAGE, MAX_STEPS, MAX_WINDOW, Pending, Room, play_moves};
use crate::settle::Setting;
use crate::{Fault, change, describe, evaluation, lookup, settle, tree, until, weigh};

impl Room {
    /// Carries out a command in JSON; the events are a JSON array.
    pub fn message(&mut self, text: &str) -> String {
        let events = match serde_json::from_str::<Command>(text) {
            Ok(command) => self.command(command),
            Err(error) => vec![Event::Fault {
                message: format!("command: {error}"),
            }],
        };
        match serde_json::to_string(&events) {
            Ok(text) => text,
            Err(error) => format!(r#"[{{"event":"fault","message":"{error}"}}]"#),
        }
    }

    /// Carries out a command.
    pub fn command(&mut self, command: Command) -> Vec<Event> {
        let thoughts = self.thoughts();
        let result = self.carry_out(command);
        let mut events = match result {
            Ok(events) => events,
            Err(fault) => {
                return vec![Event::Fault {
                    message: fault.to_string(),
                }];
            }
        };
        if let Some(search) = &self.search {
            let news = search.thoughts().iter().skip(thoughts).cloned();
            events.splice(0..0, news.map(Event::Thought));
        }
        events
    }

    fn thoughts(&self) -> usize {
        match &self.search {
            Some(search) => search.thoughts().len(),
            None => 0,
        }
    }

    fn carry_out(&mut self, command: Command) -> Result<Vec<Event>, Fault> {
        // What only looks at the machine leaves it on its way.
        if command.moves_the_machine() {
            self.pending = None;
        }
        match command {
            Command::Describe {} => Ok(vec![self.described(), self.board(), self.frame()]),
            Command::Position { fen, moves } => {
                let mut game = match fen.as_deref().map(str::trim) {
                    None | Some("" | "startpos") => Game::new(),
                    Some(fen) => Game::from_fen(fen).map_err(|error| Fault::other(&error))?,
                };
                play_moves(&mut game, &moves)?;
                self.set_game(game);
                Ok(vec![self.board(), self.frame()])
            }
            Command::Move { text } => {
                let mut game = self.game.clone();
                play_moves(&mut game, &[text])?;
                self.set_game(game);
                Ok(vec![self.board(), self.frame()])
            }
            Command::Think { depth, root } => self.think(depth, root),
            Command::Abandon {} => {
                self.end_search();
                Ok(vec![self.frame()])
            }
            Command::Step { unit, count } => {
                if !(-MAX_STEPS..=MAX_STEPS).contains(&count) {
                    let expected = format!("-{MAX_STEPS} to {MAX_STEPS}");
                    return Err(Fault::new("count", &expected, &count.to_string()));
                }
                self.expect_search("step")?;
                let reason = if count < 0 {
                    self.back(unit, -count)
                } else {
                    self.forward(unit, count)
                };
                Ok(self.stopped(reason))
            }
            Command::Run {
                cycles,
                until,
                stops,
            } => {
                self.expect_search("run")?;
                let reason = self.run(cycles, &until, &stops)?;
                Ok(self.stopped(reason))
            }
            Command::Check { until } => {
                until::check(&until, &self.program, &self.wires)?;
                Ok(Vec::new())
            }
            Command::GoTo { cycle } => {
                self.expect_search("go_to")?;
                let reason = self.go_to(cycle);
                Ok(self.stopped(reason))
            }
            Command::Continue {} => {
                self.expect_search("continue")?;
                let reason = match self.pending.take() {
                    None => Reason::Reached,
                    Some(Pending::GoTo(cycle)) => self.go_to(cycle),
                    Some(Pending::Forward(unit, count)) => self.forward(unit, count),
                    Some(Pending::Back(back)) => self.seek(back),
                };
                Ok(self.stopped(reason))
            }
            Command::Watch {
                signals,
                cycles,
                from,
            } => self.wave(&signals, cycles.min(MAX_WINDOW), from),
            Command::Memory {} => Ok(vec![self.memory_map()]),
            Command::Coverage { cycles, from } => self.coverage(cycles.min(MAX_COVERAGE), from),
            Command::Tree {} => Ok(vec![tree::asked(self)]),
            Command::Branch {
                from,
                to,
                ply,
                plies,
            } => tree::branch(self, from..to, ply, plies),
            Command::Writes { cycles } => self.writes(cycles.min(MAX_WINDOW)),
            Command::Evaluate {} => Ok(vec![evaluation::evaluated(self.link.state())]),
            Command::Lookup { fen, moves } => lookup::looked_up(self, fen.as_deref(), &moves),
            Command::Entry { address } => lookup::stored(self, address),
            Command::Book {} => Ok(vec![lookup::book_moves(self.game.position())]),
            Command::Digest {} => Ok(vec![lookup::digest(self.link.state())]),
            Command::Assemble { files } => change::assemble(self, &files),
            Command::Selftest {} => Ok(vec![change::selftest()]),
            Command::Settle {
                pieces,
                white_to_move,
                disabled,
                disable,
                victim,
            } => {
                let setting = Setting {
                    pieces: &pieces,
                    white_to_move,
                    disabled: &disabled,
                    disable: disable.as_ref(),
                    victim: victim.as_deref(),
                };
                settle::settled(self, &setting)
            }
            Command::Weigh { fen } => weigh::weigh_moves(self, fen.as_deref()),
        }
    }

    pub(crate) fn described(&self) -> Event {
        Event::Described(Box::new(describe::description(&self.program, &self.wires)))
    }
}
