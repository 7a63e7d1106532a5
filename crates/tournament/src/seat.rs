//! A player of this process as a contestant: each move on a thread of its own, so that a panic loses a game only.

use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::contestant::{Answer, Contestant, Fault, Thought};
use play::{Control, Game, Limits, Player, Report, Returned, lend};

/// How often somebody who waits looks whether the match is stopped.
const GLANCE: Duration = Duration::from_millis(20);

/// A player that was told to stop gets this much to do so.
const GRACE: Duration = Duration::from_secs(2);

/// A player at its place in a match.
pub struct Seat {
    /// Away while it thinks, and for good after it failed.
    player: Option<Box<dyn Player>>,
    machine_clock: bool,
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("machine_clock", &self.machine_clock).finish_non_exhaustive()
    }
}

/// What comes back from a search.
type Outcome = Returned<(Option<shakmaty::Move>, Option<Report>, Duration)>;

impl Seat {
    /// Seats a player. With `machine_clock` its moves cost what its last report says on the machine's own clock.
    pub fn new(player: Box<dyn Player>, machine_clock: bool) -> Seat {
        Seat { player: Some(player), machine_clock }
    }
}

impl Contestant for Seat {
    fn new_game(&mut self, _abort: &Control) -> Result<(), Fault> {
        let player = self.player.as_mut().ok_or_else(|| Fault::Crash("is gone".to_owned()))?;
        player.new_game();
        Ok(())
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        patience: Duration,
        abort: &Control,
    ) -> Result<Answer, Fault> {
        let player = self.player.take().ok_or_else(|| Fault::Crash("is gone".to_owned()))?;
        let control = Control::new();
        let (sender, inbox) = channel();
        let (game, limits, wire) = (game.clone(), limits.clone(), control.clone());
        let work = move |player: &mut dyn Player| {
            let started = Instant::now();
            let mut last = None;
            let choice = player.search(&game, &limits, &wire, &mut |report| {
                if report.multipv == 1 {
                    last = Some(report.clone());
                }
            });
            (choice.best, last, started.elapsed())
        };
        lend(player, work, move |returned| {
            let _ = sender.send(returned);
        });
        let (outcome, late) = wait(&inbox, patience, &control, abort)?;
        let (player, (best, last, elapsed)) = outcome.map_err(|crash| Fault::Crash(crash.0))?;
        self.player = Some(player);
        if abort.stopped() {
            return Err(Fault::Aborted);
        }
        let best = best.ok_or_else(|| "none".to_owned());
        let machine = last.as_ref().and_then(|report| report.machine).filter(|_| self.machine_clock);
        let time = machine.map_or(elapsed, |machine| Duration::from_secs_f64(machine.seconds));
        let thought =
            last.map(|report| Thought { depth: report.depth, score: report.score, nodes: report.nodes });
        Ok(Answer { best, time, thought, late })
    }
}

/// Waits for the player; after `patience` or an abort it is told to stop, and left alone if it does not.
fn wait(
    inbox: &Receiver<Outcome>,
    patience: Duration,
    control: &Control,
    abort: &Control,
) -> Result<(Outcome, bool), Fault> {
    let deadline = Instant::now() + patience;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match inbox.recv_timeout(left.min(GLANCE)) {
            Ok(outcome) => return Ok((outcome, false)),
            Err(RecvTimeoutError::Timeout) if !left.is_zero() && !abort.stopped() => {}
            Err(_) => break,
        }
    }
    control.stop();
    inbox.recv_timeout(GRACE).map(|outcome| (outcome, true)).map_err(|_| Fault::Hang)
}
