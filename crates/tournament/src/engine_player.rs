//! An engine as a player, for analyses and suites.

use std::fmt;
use std::panic::resume_unwind;
use std::time::Duration;

use play::{Choice, Control, Game, Limits, Player, ReportSink};
use shakmaty::{Move, Position};

use crate::engine::{Engine, Fault};

/// No time after which the engine is told to move: without a limit of time it moves by its other
/// limits, or when it is stopped.
const NO_TIMEOUT: Duration = Duration::from_secs(u32::MAX as u64);

/// Time beyond twice its own that an engine may take for a search before it is told to move.
const LATENESS: Duration = Duration::from_secs(5);

/// An engine as a [`Player`]. Since a player cannot fail, a fault ends its thread like a panic.
pub struct EnginePlayer {
    engine: Box<dyn Engine>,
    name: String,
}

impl fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl EnginePlayer {
    /// Makes a player of an engine. `name` is used if the engine tells none.
    pub fn new(engine: Box<dyn Engine>, name: &str) -> EnginePlayer {
        let name = engine.name().unwrap_or(name).to_owned();
        EnginePlayer { engine, name }
    }

    /// Ends the player's thread, as its trait has no errors.
    fn fail(&self, fault: &Fault) -> ! {
        resume_unwind(Box::new(format!("{} {fault}", self.name)))
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn plays_chess960(&self) -> bool {
        self.engine.plays_chess960()
    }

    fn new_game(&mut self) {
        if let Err(fault) = self.engine.new_game(&Control::new()) {
            self.fail(&fault);
        }
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let position = game.position();
        let mut first_of_line: Option<Move> = None;
        let mut pass_on = |one: &play::Report| {
            if let Some(&first) = one.pv.first() {
                first_of_line = Some(first);
                report(one);
            }
        };
        let timeout = match limits.move_time {
            Some(time) => time.saturating_mul(2).saturating_add(LATENESS),
            None => NO_TIMEOUT,
        };
        let timeout = timeout.min(NO_TIMEOUT);
        let answer = self
            .engine
            .search(game, limits, timeout, control, &mut pass_on);
        let best = match answer {
            Ok(reply) => match reply.best {
                Ok(best) if position.is_legal(best) => Some(best),
                Ok(best) => self.fail(&Fault::IllegalMove(best.to_string())),
                Err(_) if position.legal_moves().is_empty() => None,
                Err(text) => self.fail(&Fault::IllegalMove(text)),
            },
            // It gives up the game, not the search: its line says what it would have played. After
            // an abort nobody asks.
            Err(Fault::Resigned | Fault::Aborted) => {
                first_of_line.or(position.legal_moves().first().copied())
            }
            Err(fault) => self.fail(&fault),
        };
        Choice { best, ponder: None }
    }
}
