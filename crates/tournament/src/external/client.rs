//! An engine in another process: startup, search and timing, for both protocols.

use std::time::{Duration, Instant};

use play::{Control, Game, Limits};
use shakmaty::{Color, Position};

use super::process::{Process, Program};
use super::protocol::{Client, Line, Protocol, printable};
use super::uci::Uci;
use super::xboard::XBoard;
use crate::engine::{Answer, Engine, Fault, Reply, SearchInfo};

const STOP_GRACE: Duration = Duration::from_secs(2);

/// A running engine in another process.
pub struct ExternalEngine {
    program: Program,
    protocol: Protocol,
    process: Process,
    client: Box<dyn Client>,
    games: u32,
}

impl ExternalEngine {
    /// Starts a program and sets its options. Fails if it lacks one, or does not speak the protocol.
    pub fn start(program: &Program, protocol: Protocol) -> Result<ExternalEngine, Fault> {
        let client: Box<dyn Client> = match protocol {
            Protocol::Uci => Box::<Uci>::default(),
            Protocol::XBoard => Box::<XBoard>::default(),
        };
        let process = Process::start(program)?;
        let mut engine = ExternalEngine {
            program: program.clone(),
            protocol,
            process,
            client,
            games: 0,
        };
        engine.configure().map_err(|fault| match fault {
            Fault::Start(_) => fault,
            other => Fault::Start(other.to_string()),
        })?;
        Ok(engine)
    }

    fn configure(&mut self) -> Result<(), Fault> {
        self.client.handshake(&mut self.process)?;
        for (name, value) in &self.program.options {
            self.process
                .send(&self.client.option_command(name, value)?)?;
        }
        self.client.synchronize(&mut self.process, &Control::new())
    }

    fn read_move(
        &mut self,
        color: Color,
        deadline: Instant,
        abort: &Control,
        info: &mut Option<SearchInfo>,
    ) -> Result<Option<String>, Fault> {
        while let Some(line) = self.process.line(deadline, abort)? {
            match self.client.parse_line(&line, color) {
                Line::Move(text) => return Ok(Some(text)),
                Line::Info(found) => *info = Some(found),
                Line::Resigned => return Err(Fault::Resigned),
                Line::Refused(text) => return Err(Fault::Protocol(text)),
                Line::Other => {}
            }
        }
        Ok(None)
    }
}

impl Engine for ExternalEngine {
    fn new_game(&mut self, abort: &Control) -> Result<(), Fault> {
        if self.games > 0 && self.client.needs_restart() {
            *self = ExternalEngine::start(&self.program.clone(), self.protocol)?;
        }
        self.games += 1;
        self.client.new_game(&mut self.process, abort)
    }

    fn plays_chess960(&self) -> bool {
        self.client.plays_chess960()
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        timeout: Duration,
        abort: &Control,
    ) -> Answer {
        // The clock starts only when the engine is ready: a busy computer must not cost it time.
        self.process.discard();
        let commands = self
            .client
            .prepare(&mut self.process, game, limits, abort)?;
        let color = game.position().turn();
        let started = Instant::now();
        commands
            .iter()
            .try_for_each(|command| self.process.send(command))?;
        let mut info = None;
        let mut best = self.read_move(color, started + timeout, abort, &mut info)?;
        let time = started.elapsed();
        let late = best.is_none();
        if late {
            self.process.send(self.client.stop_command())?;
            best = self.read_move(color, Instant::now() + STOP_GRACE, abort, &mut info)?;
        }
        if abort.stopped() {
            return Err(Fault::Aborted);
        }
        let text = best.ok_or(Fault::Unresponsive)?;
        let best = self.client.parse_move(game.position(), &text);
        self.client.moved(game, best);
        Ok(Reply {
            best: best.ok_or_else(|| printable(&text)),
            time,
            info,
            late,
        })
    }
}
