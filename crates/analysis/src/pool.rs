//! Players at work side by side, each on a game of its own, whose results come back in the games' order.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use notation::{MalformedGame, ParsedGame};
use play::{Control, Crash, Limits, Player, lend};

use crate::{Evaluation, evaluate};

/// Called at each position of each game, on the player's thread: the game and the half moves before the position.
pub type Progress = Arc<dyn Fn(&ParsedGame, usize) + Send + Sync>;

/// What became of a game.
#[derive(Debug)]
pub enum Done {
    /// It was evaluated, or could not be, as the work was stopped.
    Evaluated(Box<ParsedGame>, Option<Vec<Evaluation>>),
    /// It could not be read.
    Malformed(MalformedGame),
}

/// The players, and the games they have to do with.
#[derive(Debug)]
pub struct Pool {
    workers: Vec<Worker>,
    /// The games that went in and did not come out yet, in their order.
    queue: VecDeque<Waiting>,
    /// Who gets the next game.
    next: usize,
}

#[derive(Debug)]
enum Waiting {
    For(usize),
    Malformed(MalformedGame),
}

/// A player on its thread. With the sender its work ends.
#[derive(Debug)]
struct Worker {
    games: Sender<Box<ParsedGame>>,
    done: Receiver<(Box<ParsedGame>, Option<Vec<Evaluation>>)>,
    crash: Receiver<Option<Crash>>,
}

/// Games that wait for each player, beside the one it is at.
const AHEAD: usize = 1;

impl Pool {
    /// Sets the players to work; `control` stops them all.
    pub fn new(
        players: Vec<Box<dyn Player>>,
        limits: &Limits,
        control: &Control,
        progress: &Progress,
    ) -> Pool {
        let start = |player| Worker::start(player, limits.clone(), control.clone(), progress.clone());
        Pool { workers: players.into_iter().map(start).collect(), queue: VecDeque::new(), next: 0 }
    }

    /// Whether another game can go in.
    pub fn has_room(&self) -> bool {
        self.queue.len() < self.workers.len() * (1 + AHEAD)
    }

    /// Puts a game in.
    pub fn put(&mut self, game: Result<ParsedGame, MalformedGame>) {
        self.queue.push_back(match game {
            Ok(record) => {
                let worker = self.next;
                self.next = (worker + 1) % self.workers.len();
                // A player that failed takes no more games: who waits for its results will hear of it.
                let _ = self.workers[worker].games.send(Box::new(record));
                Waiting::For(worker)
            }
            Err(malformed) => Waiting::Malformed(malformed),
        });
    }

    /// Waits for the first of the games that are in; `None` if there is none.
    ///
    /// # Errors
    /// Its player failed.
    pub fn take(&mut self) -> Result<Option<Done>, Crash> {
        match self.queue.pop_front() {
            None => Ok(None),
            Some(Waiting::Malformed(malformed)) => Ok(Some(Done::Malformed(malformed))),
            Some(Waiting::For(worker)) => {
                let worker = &self.workers[worker];
                match worker.done.recv() {
                    Ok((record, evaluations)) => Ok(Some(Done::Evaluated(record, evaluations))),
                    Err(_) => Err(worker
                        .crash
                        .recv()
                        .ok()
                        .flatten()
                        .unwrap_or_else(|| Crash("its thread ended".to_owned()))),
                }
            }
        }
    }
}

impl Worker {
    fn start(player: Box<dyn Player>, limits: Limits, control: Control, progress: Progress) -> Worker {
        let (games, queue) = channel::<Box<ParsedGame>>();
        let (results, done) = channel();
        let (failure, crash) = channel();
        let work = move |player: &mut dyn Player| {
            for record in queue {
                let tell = &mut |ply| progress(&record, ply);
                let evaluations = evaluate(player, &record.game, &limits, &control, tell);
                if results.send((record, evaluations)).is_err() {
                    break;
                }
            }
        };
        lend(player, work, move |returned| {
            // Nobody may be there any more.
            let _ = failure.send(returned.err());
        });
        Worker { games, done, crash }
    }
}
