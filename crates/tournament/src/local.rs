//! A player of this process as an engine.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use play::{Control, Game, Limits, Player, Seat, uci_best_move, uci_info};

use shakmaty::Position as _;

use crate::engine::{Answer, Engine, Fault, Reply, SearchInfo, receive};
use crate::external::{Direction, LineLog, go, position};

const STOP_GRACE: Duration = Duration::from_secs(2);

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
        abort: &Control,
    ) -> Answer {
        let (sender, inbox) = channel();
        let mode = game.start().castles().mode();
        let log = self.log.clone();
        if let Some(log) = &log {
            [position(game), go(limits, mode)]
                .iter()
                .for_each(|line| log.add(Direction::Sent, line));
        }
        let (game, limits) = (game.clone(), limits.clone());
        let work = move |player: &mut dyn Player, control: &Control| {
            let started = Instant::now();
            let mut last = None;
            let choice = player.search(&game, &limits, control, &mut |report| {
                log.iter()
                    .for_each(|log| log.add(Direction::Received, &uci_info(report, mode)));
                if report.multipv == 1 {
                    last = Some(report.clone());
                }
            });
            log.iter().for_each(|log| {
                log.add(Direction::Received, &uci_best_move(choice.best, None, mode))
            });
            (choice.best, last, started.elapsed())
        };
        let done = move |finished| drop(sender.send(finished));
        if !self.seat.start(Control::new(), work, done) {
            return Err(lost_player());
        }
        let in_time = receive(&inbox, Instant::now() + timeout, abort)
            .ok()
            .flatten();
        let late = in_time.is_none();
        let finished = match in_time {
            Some(finished) => finished,
            None => {
                self.seat.stop();
                inbox
                    .recv_timeout(STOP_GRACE)
                    .map_err(|_| Fault::Unresponsive)?
            }
        };
        let (best, last, elapsed) = self
            .seat
            .finish(finished)
            .map_err(|crash| Fault::Crash(crash.0))?;
        if abort.stopped() {
            return Err(Fault::Aborted);
        }
        let best = best.ok_or_else(|| "none".to_owned());
        let machine = last
            .as_ref()
            .and_then(|report| report.machine)
            .filter(|_| self.machine_clock);
        let time = machine.map_or(elapsed, |machine| Duration::from_secs_f64(machine.seconds));
        let info = last.map(|report| SearchInfo {
            depth: report.depth,
            score: report.score,
            nodes: report.nodes,
        });
        Ok(Reply {
            best,
            time,
            info,
            late,
        })
    }
}
