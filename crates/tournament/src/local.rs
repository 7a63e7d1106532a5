//! A player of this process as an engine.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use play::{
    Control, Finished, Game, Limits, Player, Report, ReportSink, Seat, uci_best_move, uci_info,
};
use shakmaty::{Move, Position as _};

use crate::engine::{Answer, Disconnected, Engine, Fault, Reply, STOP_GRACE, receive};
use crate::external::{Direction, LineLog, go, position};

/// What the player's thread says.
enum Message {
    Report(Box<Report>),
    /// The move, and the time that it took.
    Finished(Finished<(Option<Move>, Duration)>),
}

/// A player of this process as an engine: a panic loses only the game.
pub struct LocalEngine {
    seat: Seat,
    machine_clock: bool,
    log: Option<LineLog>,
}

impl LocalEngine {
    /// Wraps a player. With `machine_clock` its moves cost the time on the machine's own clock.
    pub fn new(player: Box<dyn Player>, machine_clock: bool) -> LocalEngine {
        LocalEngine {
            seat: Seat::without_replacement(player),
            machine_clock,
            log: None,
        }
    }

    /// Adds to `log` the lines that the searches would exchange over UCI.
    #[must_use]
    pub fn logged(self, log: Option<LineLog>) -> LocalEngine {
        LocalEngine { log, ..self }
    }
}

fn lost_player() -> Fault {
    Fault::Crash("the player is gone".to_owned())
}

impl Engine for LocalEngine {
    fn new_game(&mut self, _abort: &Control) -> Result<(), Fault> {
        self.seat.player().ok_or_else(lost_player)?.new_game();
        Ok(())
    }

    fn plays_chess960(&self) -> bool {
        self.seat.plays_chess960()
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        timeout: Duration,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Answer {
        if let Some(reason) = self.seat.refusal(game.position()) {
            return Err(Fault::Refused(reason));
        }
        let (sender, inbox) = channel();
        let done = sender.clone();
        let mode = game.start().castles().mode();
        if let Some(log) = &self.log {
            log.add(Direction::Sent, &position(game));
            log.add(Direction::Sent, &go(limits, mode));
        }
        let (log, game, limits) = (self.log.clone(), game.clone(), limits.clone());
        let work = move |player: &mut dyn Player, control: &Control| {
            let started = Instant::now();
            let choice = player.search(&game, &limits, control, &mut |report| {
                if let Some(log) = &log {
                    log.add(Direction::Received, &uci_info(report, mode));
                }
                // Nobody waits for the reports of a search that was given up.
                let _ = sender.send(Message::Report(Box::new(report.clone())));
            });
            if let Some(log) = &log {
                log.add(Direction::Received, &uci_best_move(choice.best, None, mode));
            }
            (choice.best, started.elapsed())
        };
        let done = move |finished| drop(done.send(Message::Finished(finished)));
        if !self.seat.start(Control::new(), work, done) {
            return Err(lost_player());
        }
        let mut machine = None;
        let mut wait = |deadline: Instant, control: &Control| loop {
            match receive(&inbox, deadline, control) {
                Ok(Some(Message::Report(one))) => {
                    if one.multipv == 1 {
                        machine = one.machine;
                    }
                    report(&one);
                }
                Ok(Some(Message::Finished(finished))) => return Some(finished),
                Ok(None) | Err(Disconnected) => return None,
            }
        };
        let mut finished = wait(Instant::now() + timeout, control);
        let late = finished.is_none();
        if late {
            self.seat.stop();
            // The control is stopped already: only time ends this wait.
            finished = wait(Instant::now() + STOP_GRACE, &Control::new());
        }
        let finished = finished.ok_or(Fault::Unresponsive)?;
        let (best, elapsed) = self
            .seat
            .finish(finished)
            .map_err(|crash| Fault::Crash(crash.0))?;
        let time = match machine {
            Some(machine) if self.machine_clock => Duration::from_secs_f64(machine.seconds),
            _ => elapsed,
        };
        Ok(Reply {
            best: best.ok_or_else(|| "none".to_owned()),
            time,
            late,
        })
    }
}
