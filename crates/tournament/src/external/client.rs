//! An engine in another process: startup, search and timing, for both protocols.

use std::time::{Duration, Instant};

use play::{Bound, Control, Game, Limits, Report, ReportSink};
use shakmaty::{Chess, Move};

use super::process::{Process, Program};
use super::protocol::{Client, EngineMessage, Protocol, printable};
use super::uci::Uci;
use super::xboard::XBoard;
use crate::engine::{Answer, Engine, Fault, Reply, STOP_GRACE};

/// A running engine in another process.
pub struct ExternalEngine {
    program: Program,
    protocol: Protocol,
    process: Process,
    client: Box<dyn Client>,
    games: u32,
}

impl ExternalEngine {
    /// Starts a program and sets its options. Fails if it lacks one, or does not speak the
    /// protocol.
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

    fn search_position(
        &mut self,
        game: &Game,
        limits: &Limits,
        timeout: Duration,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Answer {
        // The clock starts only when the engine is ready: a busy computer must not cost it time.
        self.process.discard();
        let commands = self
            .client
            .prepare(&mut self.process, game, limits, control)?;
        let root = game.position();
        let started = Instant::now();
        commands
            .iter()
            .try_for_each(|command| self.process.send(command))?;
        let mut best = self.read_move(root, started, started + timeout, control, report)?;
        let time = started.elapsed();
        let late = best.is_none();
        if late {
            self.process.send(self.client.stop_command())?;
            // The control may be stopped already: only time ends this wait.
            let deadline = Instant::now() + STOP_GRACE;
            best = self.read_move(root, started, deadline, &Control::new(), report)?;
        }
        let text = best.ok_or(Fault::Unresponsive)?;
        let best = self.client.parse_move(root, &text);
        self.client.moved(game, best);
        Ok(Reply {
            best: best.ok_or_else(|| printable(&text)),
            time,
            late,
        })
    }

    /// Searches a single root move by a search of the position after it, one ply less deep.
    fn search_after(
        &mut self,
        only: Move,
        game: &Game,
        limits: &Limits,
        timeout: Duration,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Answer {
        let mut after = game.clone();
        after.play(only);
        let limits = Limits {
            search_moves: Vec::new(),
            depth: limits.depth.map(|depth| depth.saturating_sub(1).max(1)),
            ..limits.clone()
        };
        let mut seen_from_before = |one: &Report| {
            let mut pv = vec![only];
            pv.extend(&one.pv);
            report(&Report {
                depth: one.depth + 1,
                selective_depth: one.selective_depth + 1,
                score: one.score.before_move(),
                bound: match one.bound {
                    Bound::Exact => Bound::Exact,
                    Bound::Lower => Bound::Upper,
                    Bound::Upper => Bound::Lower,
                },
                pv,
                ..one.clone()
            });
        };
        let reply =
            self.search_position(&after, &limits, timeout, control, &mut seen_from_before)?;
        Ok(Reply {
            best: Ok(only),
            ..reply
        })
    }

    fn read_move(
        &mut self,
        root: &Chess,
        started: Instant,
        deadline: Instant,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Result<Option<String>, Fault> {
        while let Some(line) = self.process.line(deadline, control)? {
            match self.client.parse_line(&line, root, started.elapsed()) {
                EngineMessage::Move(text) => return Ok(Some(text)),
                EngineMessage::Report(found) => report(&found),
                EngineMessage::Resigned => return Err(Fault::Resigned),
                EngineMessage::Refused(text) => return Err(Fault::Protocol(text)),
                EngineMessage::Other => {}
            }
        }
        Ok(None)
    }
}

impl Engine for ExternalEngine {
    fn name(&self) -> Option<&str> {
        self.client.name()
    }

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
        control: &Control,
        report: ReportSink<'_>,
    ) -> Answer {
        match limits.search_moves[..] {
            [only] if !self.client.takes_search_moves() => {
                self.search_after(only, game, limits, timeout, control, report)
            }
            _ => self.search_position(game, limits, timeout, control, report),
        }
    }
}
