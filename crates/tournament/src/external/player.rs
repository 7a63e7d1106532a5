//! A UCI program as a player, for analysis.

use std::fmt;
use std::panic::resume_unwind;
use std::time::{Duration, Instant};

use notation::parse_move;
use play::{Bound, Choice, Control, Game, Limits, Player, Report};
use shakmaty::{Chess, Position};

use super::process::{Process, Program};
use super::protocol::Client;
use super::uci::{Uci, parse_info, words_after};
use crate::engine::Fault;

/// Grace period for a move after `stop`.
const STOP_GRACE: Duration = Duration::from_secs(5);

/// Interval at which a search checks for a stop.
const STOP_CHECK: Duration = Duration::from_millis(20);

/// A UCI program as a [`Player`]. A fault ends its thread, like the panic of a player of this process.
pub(crate) struct UciPlayer {
    process: Process,
    client: Uci,
    name: String,
}

impl fmt::Debug for UciPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UciPlayer")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl UciPlayer {
    /// Starts a program and sets its options. `name` is used if the program tells none.
    ///
    /// # Errors
    /// It does not start, does not speak UCI, or lacks an option.
    pub(crate) fn start(program: &Program, name: &str) -> Result<UciPlayer, Fault> {
        let mut process = Process::start(program)?;
        let mut client = Uci::default();
        client.handshake(&mut process)?;
        for (name, value) in &program.options {
            process.send(&client.option_command(name, value)?)?;
        }
        client.synchronize(&mut process, &Control::new())?;
        let name = client.name().unwrap_or(name).to_owned();
        Ok(UciPlayer {
            process,
            client,
            name,
        })
    }

    fn go(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Choice, Fault> {
        self.process.discard();
        let commands = self
            .client
            .prepare(&mut self.process, game, limits, &Control::new())?;
        commands
            .iter()
            .try_for_each(|command| self.process.send(command))?;
        let (root, started) = (game.position(), Instant::now());
        let mut stopped: Option<Instant> = None;
        loop {
            match self
                .process
                .line(Instant::now() + STOP_CHECK, &Control::new())?
            {
                Some(line) if line.starts_with("bestmove") => {
                    let text = line.split_whitespace().nth(1).unwrap_or_default();
                    let best = self.client.parse_move(root, text);
                    return match best.filter(|&best| root.is_legal(best)) {
                        None if !root.legal_moves().is_empty() => {
                            Err(Fault::IllegalMove(text.to_owned()))
                        }
                        best => Ok(Choice { best, ponder: None }),
                    };
                }
                Some(line) => {
                    if let Some(found) = parse_report(root, &line, started.elapsed()) {
                        report(&found);
                    }
                }
                None => {}
            }
            match stopped {
                None if control.stopped() => {
                    self.process.send(self.client.stop_command())?;
                    stopped = Some(Instant::now());
                }
                Some(since) if since.elapsed() > STOP_GRACE => return Err(Fault::Unresponsive),
                _ => {}
            }
        }
    }
}

impl Player for UciPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn plays_chess960(&self) -> bool {
        self.client.plays_chess960()
    }

    fn new_game(&mut self) {
        let done = self.client.new_game(&mut self.process, &Control::new());
        done.unwrap_or_else(|fault| fail(&self.name, &fault));
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Choice {
        self.go(game, limits, control, report)
            .unwrap_or_else(|fault| fail(&self.name, &fault))
    }
}

/// Ends the player's thread, as its trait has no errors.
fn fail(name: &str, fault: &Fault) -> ! {
    resume_unwind(Box::new(format!("{name} {fault}")))
}

/// A report from an `info` line with a variation.
fn parse_report(root: &Chess, line: &str, time: Duration) -> Option<Report> {
    let info = parse_info(line)?;
    let mut position = root.clone();
    let mut pv = Vec::new();
    for text in words_after(line, "pv")? {
        let Ok(made) = parse_move(&position, text) else {
            break;
        };
        position.play_unchecked(made);
        pv.push(made);
    }
    let bound = if line.contains(" lowerbound") {
        Bound::Lower
    } else if line.contains(" upperbound") {
        Bound::Upper
    } else {
        Bound::Exact
    };
    let report = Report {
        score: info.score,
        bound,
        nodes: info.nodes,
        time,
        ..Report::unsearched(info.depth, pv)
    };
    (!report.pv.is_empty()).then_some(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Score;

    #[test]
    fn report_has_score_bound_and_variation() {
        let root = Chess::default();
        let read = |line: &str| parse_report(&root, line, Duration::ZERO);
        let found =
            read("info depth 7 seldepth 9 score cp 31 lowerbound nodes 12 pv e2e4 e7e5 a1a8")
                .unwrap();
        assert_eq!(
            (found.depth, found.score, found.bound, found.nodes),
            (7, Score::Centipawns(31), Bound::Lower, 12)
        );
        assert_eq!(found.pv.len(), 2);
        assert_eq!(
            read("info depth 1 score mate 2 pv e2e4").unwrap().score,
            Score::Mate(2)
        );
        for line in [
            "info depth 7 score cp 31",
            "info depth 7 pv e2e4",
            "info depth 1 score cp 0 pv e2e5",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
