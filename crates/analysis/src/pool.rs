//! Players that evaluate games concurrently, with results in the order of the games.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use notation::{MalformedGame, ParsedGame};
use play::{Control, Crash, Finished, Player, Seat};
use shakmaty::Color;

use crate::alternatives::{Alternatives, find_alternatives};
use crate::evaluation::MoveEvaluation;
use crate::judge::{Effort, evaluate, judge};

/// Called on the player's thread before each move of each game, with the game and the plies before
/// the move.
pub type Progress = Arc<dyn Fn(&ParsedGame, usize) + Send + Sync>;

/// What a player found in a game.
#[derive(Debug)]
pub struct Evaluated {
    /// An evaluation for each move.
    pub evaluations: Vec<MoveEvaluation>,
    /// What could be played in place of the bad ones.
    pub alternatives: Vec<Alternatives>,
}

/// Result of a game in the pool.
#[derive(Debug)]
pub enum PoolResult {
    /// It was evaluated, or `None` if the work was stopped.
    Evaluated(Box<ParsedGame>, Option<Evaluated>),
    /// It could not be read.
    Malformed(MalformedGame),
}

/// The players and the games they have.
#[derive(Debug)]
pub struct Pool {
    workers: Vec<Worker>,
    /// The games put in and not yet taken out, in order.
    queue: VecDeque<Waiting>,
    /// The worker that gets the next game.
    next: usize,
}

#[derive(Debug)]
enum Waiting {
    For(usize),
    Malformed(MalformedGame),
}

/// A player on its thread. It ends when the sender is dropped.
#[derive(Debug)]
struct Worker {
    seat: Seat,
    games: Sender<Box<ParsedGame>>,
    done: Receiver<(Box<ParsedGame>, Option<Evaluated>)>,
    finished: Receiver<Finished<()>>,
}

/// Games that wait for each player besides its current one.
const QUEUED: usize = 1;

impl Pool {
    /// Starts the players; `control` stops them all.
    pub fn new(
        players: Vec<Box<dyn Player>>,
        effort: &Effort,
        control: &Control,
        progress: &Progress,
    ) -> Pool {
        let start =
            |player| Worker::start(player, effort.clone(), control.clone(), progress.clone());
        let workers = players.into_iter().map(start).collect();
        Pool {
            workers,
            queue: VecDeque::new(),
            next: 0,
        }
    }

    /// Whether another game can be put in.
    pub fn has_room(&self) -> bool {
        self.queue.len() < self.workers.len() * (1 + QUEUED)
    }

    /// Puts a game in.
    pub fn put(&mut self, game: Result<ParsedGame, MalformedGame>) {
        let waiting = match game {
            Ok(game) => self.give(game),
            Err(malformed) => Waiting::Malformed(malformed),
        };
        self.queue.push_back(waiting);
    }

    /// Gives a game to the next worker, unless its player does not play it.
    fn give(&mut self, game: ParsedGame) -> Waiting {
        let worker = self.next;
        if let Some(reason) = self.workers[worker].seat.refusal(game.game.start()) {
            return Waiting::Malformed(refused(&game, reason));
        }
        self.next = (worker + 1) % self.workers.len();
        // A player that crashed takes no more games; `take` reports the crash.
        let _ = self.workers[worker].games.send(Box::new(game));
        Waiting::For(worker)
    }

    /// Waits for the result of the oldest game; `None` if the pool is empty. Fails if its player
    /// crashed.
    pub fn take(&mut self) -> Result<Option<PoolResult>, Crash> {
        match self.queue.pop_front() {
            None => Ok(None),
            Some(Waiting::Malformed(malformed)) => Ok(Some(PoolResult::Malformed(malformed))),
            Some(Waiting::For(worker)) => self.workers[worker].take().map(Some),
        }
    }
}

/// A game that the players cannot evaluate.
fn refused(game: &ParsedGame, reason: String) -> MalformedGame {
    MalformedGame {
        number: game.number,
        line: game.line,
        players: Some(format!(
            "{} - {}",
            game.name(Color::White),
            game.name(Color::Black)
        )),
        reason,
        is_empty: false,
        end: game.end,
    }
}

/// Evaluates the moves of a game, then what could be played in place of the bad ones. Returns
/// `None` if it was stopped.
fn evaluate_whole(
    player: &mut dyn Player,
    game: &ParsedGame,
    effort: &Effort,
    control: &Control,
    progress: &mut dyn FnMut(usize),
) -> Option<Evaluated> {
    let (moves, outcome) = (&game.game, game.outcome);
    let evaluations = evaluate(player, moves, outcome, effort, control, progress)?;
    let verdicts = judge(moves, &evaluations);
    let alternatives = find_alternatives(player, moves, &evaluations, &verdicts, effort, control);
    if control.stopped() {
        return None;
    }
    Some(Evaluated {
        evaluations,
        alternatives,
    })
}

impl Worker {
    fn start(
        player: Box<dyn Player>,
        effort: Effort,
        control: Control,
        progress: Progress,
    ) -> Worker {
        let (games, queue) = channel::<Box<ParsedGame>>();
        let (results, done) = channel();
        let (ended, finished) = channel();
        let work = move |player: &mut dyn Player, control: &Control| {
            for game in queue {
                let report = &mut |ply| progress(&game, ply);
                let evaluated = evaluate_whole(player, &game, &effort, control, report);
                if results.send((game, evaluated)).is_err() {
                    break;
                }
            }
        };
        let mut seat = Seat::without_replacement(player);
        seat.start(control, work, move |finished| drop(ended.send(finished)));
        Worker {
            seat,
            games,
            done,
            finished,
        }
    }

    fn take(&mut self) -> Result<PoolResult, Crash> {
        if let Ok((game, evaluated)) = self.done.recv() {
            return Ok(PoolResult::Evaluated(game, evaluated));
        }
        if let Ok(finished) = self.finished.recv()
            && let Err(crash) = self.seat.finish(finished)
        {
            return Err(crash);
        }
        Err(Crash("its thread ended".to_owned()))
    }
}
