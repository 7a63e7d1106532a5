//! The machine as opponent: its player, its current task and its reports.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use analysis::{Effort, MoveEvaluation, evaluate};
use play::{
    Bound, Control, Crash, Finished, Game, Limits, Player, PlayerList, Report, Score, Seat,
    check_position,
};
use shakmaty::{Chess, Move, Outcome};

use crate::danger::examine;
use crate::event::{Event, PlayerEvent, TaskResult};
use crate::strength::Strength;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Move,
    Hint,
    Evaluate,
    /// Looks whether this move of the person loses a piece.
    Examine(Move),
    /// Judges this move, which the person tries in place of a mistake.
    Attempt(Move),
    /// Evaluates all moves of a game that is over.
    Judge,
    /// Thinks on the person's time, expecting this move.
    Ponder(Move),
    /// Shows this number of best lines until it is stopped.
    Analyse(u32),
}

impl Task {
    /// Whether it is done for the person, at full strength and without the book, rather than for
    /// the opponent's move.
    fn is_advice(self) -> bool {
        matches!(
            self,
            Task::Judge | Task::Analyse(_) | Task::Examine(_) | Task::Attempt(_)
        )
    }
}

/// Reports of the current or last search.
#[derive(Debug)]
pub(crate) struct SearchLog {
    pub(crate) root: Chess,
    pub(crate) reports: Vec<Report>,
    pub(crate) started: Instant,
    /// Whether it belongs to an analysis rather than to a move.
    pub(crate) is_analysis: bool,
}

impl SearchLog {
    /// The last report of the best line with an exact score.
    pub(crate) fn last_exact(&self) -> Option<&Report> {
        self.reports
            .iter()
            .rfind(|report| report.bound == Bound::Exact && report.multipv == 1)
    }

    /// The lines of the last iteration that has all of them, best first; until there is one, those
    /// of the last that has most. Lines of two iterations side by side would show a move twice, and
    /// in no order.
    pub(crate) fn lines(&self) -> Vec<&Report> {
        let mut best: Vec<&Report> = Vec::new();
        let mut depths: Vec<u32> = self.reports.iter().map(|report| report.depth).collect();
        depths.dedup();
        for depth in depths {
            let lines = self.lines_at(depth);
            if lines.len() >= best.len() {
                best = lines;
            }
        }
        best
    }

    /// The lines of one iteration, each move once, best first.
    fn lines_at(&self, depth: u32) -> Vec<&Report> {
        let mut lines: Vec<&Report> = Vec::new();
        for report in self.reports.iter().rev() {
            let is_wanted =
                report.depth == depth && report.bound == Bound::Exact && !report.pv.is_empty();
            let is_known = lines
                .iter()
                .any(|line| line.multipv == report.multipv || line.pv.first() == report.pv.first());
            if is_wanted && !is_known {
                lines.push(report);
            }
        }
        lines.sort_by_key(|report| {
            let value = report.score.centipawns(i32::from(i16::MAX));
            (std::cmp::Reverse(value), report.multipv)
        });
        lines
    }

    /// The last exact score of a search (not of the book), for the side to move at the root.
    pub(crate) fn score(&self) -> Option<Score> {
        let exact = |report: &&Report| {
            report.bound == Bound::Exact && report.nodes > 0 && report.multipv == 1
        };
        let report = self.reports.iter().rfind(exact)?;
        Some(report.score)
    }
}

/// Time of each of the two searches that judge a move tried.
const ATTEMPT: Duration = Duration::from_secs(1);

/// The evaluation of a move tried, as that of a game's move; none if `control` stopped it.
fn judge_attempt(
    player: &mut dyn Player,
    game: &Game,
    control: &Control,
) -> Option<MoveEvaluation> {
    let effort = Effort::Search(Limits {
        full_strength: true,
        ..Limits::move_time(ATTEMPT)
    });
    let outcome = Outcome::Unknown;
    let evaluations = evaluate(player, game, outcome, &effort, control, &mut |_| ())?;
    evaluations.into_iter().next()
}

/// Time for the judgment of a game, and the least for a search.
const JUDGMENT: Duration = Duration::from_secs(6);
const LEAST_SEARCH: Duration = Duration::from_millis(20);

/// The evaluations of a game's moves; empty if `control` stopped it.
fn judge_game(player: &mut dyn Player, game: &Game, control: &Control) -> Vec<MoveEvaluation> {
    let searches = 2 * game.moves().len().max(1) as u32;
    let effort = Effort::Search(Limits {
        full_strength: true,
        ..Limits::move_time((JUDGMENT / searches).max(LEAST_SEARCH))
    });
    let outcome = Outcome::from_known(game.ending().map(|end| end.outcome));
    evaluate(player, game, outcome, &effort, control, &mut |_| ()).unwrap_or_default()
}

/// The player that judges and analyzes, as the strongest in the time that a person waits.
const ADVISER: &str = "native";
/// Players that judge for themselves: it, and the tables, which know more.
const OWN_JUDGES: [&str; 2] = [ADVISER, "tablebase"];

/// A player with what it was told last.
struct Chair {
    seat: Seat,
    new_game: bool,
    /// Lines that the player reports.
    lines: u32,
    /// Whether the player has a book for its own moves, and whether it uses it at present.
    has_book: bool,
    uses_book: bool,
}

impl Chair {
    fn new(list: PlayerList) -> Chair {
        let has_book = list.setting(BOOK) == Some("true");
        Chair {
            seat: Seat::new(list),
            new_game: false,
            lines: 1,
            has_book,
            uses_book: has_book,
        }
    }

    /// Tells an idle player how many lines to report and whether to use its book: a book has moves,
    /// but no values.
    fn prepare(&mut self, lines: u32, is_advice: bool) {
        if !self.seat.is_idle() {
            return;
        }
        if self.lines != lines {
            // A player without the option reports one line.
            let _ = self.seat.set_option("MultiPV", &lines.to_string());
            self.lines = lines;
        }
        let uses_book = self.has_book && !is_advice;
        if self.uses_book != uses_book {
            let value = if uses_book { "true" } else { "false" };
            let _ = self.seat.set_option(BOOK, value);
            self.uses_book = uses_book;
        }
    }
}

/// The option by which a player uses its book.
const BOOK: &str = "OwnBook";

pub(crate) struct Opponent {
    /// The player's name with its strength.
    name: String,
    chair: Chair,
    /// Judges and analyzes in the place of a player that is weaker at it. Made when it is first
    /// needed.
    adviser: Option<Chair>,
    /// Whether the work in progress is the adviser's.
    is_adviser_at_work: bool,
    events: Sender<Event>,
    /// Stop signal of the current work.
    control: Control,
    /// The current task; none if its result is no longer wanted.
    task: Option<Task>,
    /// The start of the current or last task.
    started: Option<Instant>,
    log: Option<SearchLog>,
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Opponent {
    pub(crate) fn new(
        players: PlayerList,
        strength: Option<Strength>,
        events: Sender<Event>,
    ) -> Opponent {
        let chair = Chair::new(players);
        let name = match strength {
            Some(strength) => strength.named(chair.seat.name()),
            None => chair.seat.name().to_owned(),
        };
        Opponent {
            name,
            chair,
            adviser: None,
            is_adviser_at_work: false,
            events,
            control: Control::new(),
            task: None,
            started: None,
            log: None,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The name by which the opponent's player is chosen; none if it is not chosen from a list.
    pub(crate) fn player_name(&self) -> Option<&'static str> {
        Some(self.chair.seat.list()?.chosen().name())
    }

    /// Takes another opponent, as soon as the present one is idle. Fails if it does not play the
    /// position.
    pub(crate) fn change(&mut self, strength: Strength, position: &Chess) -> Result<(), String> {
        let mut list = self
            .chair
            .seat
            .list()
            .ok_or("opponent: expected a session with players")?
            .clone();
        strength.apply(&mut list)?;
        let player = list.make();
        check_position(&*player, position)?;
        self.name = strength.named(&player.name());
        // The judgment of a game that is over goes on.
        if self.task != Some(Task::Judge) {
            self.abandon();
        }
        self.chair.seat.replace(list, player);
        Ok(())
    }

    /// The player that does a task: the opponent, or the adviser.
    fn chair_for(&mut self, task: Task) -> &mut Chair {
        self.is_adviser_at_work = task.is_advice() && self.has_adviser();
        self.chair_at_work()
    }

    fn chair_at_work(&mut self) -> &mut Chair {
        match &mut self.adviser {
            Some(adviser) if self.is_adviser_at_work => adviser,
            _ => &mut self.chair,
        }
    }

    /// Whether the opponent leaves judging to the adviser, who is made if there is none yet.
    fn has_adviser(&mut self) -> bool {
        let Some(list) = self.chair.seat.list() else {
            return false;
        };
        if OWN_JUDGES.contains(&list.chosen().name()) {
            return false;
        }
        if self.adviser.is_none() {
            let mut list = list.clone();
            if !list.choose(ADVISER) {
                return false;
            }
            list.set("UCI_LimitStrength", "false");
            list.set(BOOK, "false");
            self.adviser = Some(Chair::new(list));
        }
        true
    }

    /// The name of the player that judges games.
    pub(crate) fn judge_name(&mut self) -> String {
        let is_adviser = self.has_adviser();
        match &self.adviser {
            Some(adviser) if is_adviser => adviser.seat.name().to_owned(),
            _ => self.chair.seat.name().to_owned(),
        }
    }

    /// Why a position cannot be played.
    pub(crate) fn refusal(&self, position: &Chess) -> Option<String> {
        self.chair.seat.refusal(position)
    }

    pub(crate) fn is_idle(&self) -> bool {
        let is_adviser_idle = match &self.adviser {
            Some(adviser) => adviser.seat.is_idle(),
            None => true,
        };
        self.chair.seat.is_idle() && is_adviser_idle
    }

    pub(crate) fn task(&self) -> Option<Task> {
        self.task
    }

    /// Time since the current or last task began.
    pub(crate) fn time_since_start(&self, now: Instant) -> Duration {
        match self.started {
            Some(started) => now.saturating_duration_since(started),
            None => Duration::ZERO,
        }
    }

    pub(crate) fn is_pondering(&self) -> bool {
        matches!(self.task(), Some(Task::Ponder(_)))
    }

    /// Whether the current task goes on while the person thinks.
    pub(crate) fn is_background(&self) -> bool {
        matches!(
            self.task(),
            Some(Task::Ponder(_) | Task::Analyse(_) | Task::Judge)
        )
    }

    pub(crate) fn log(&self) -> Option<&SearchLog> {
        self.log.as_ref()
    }

    /// Forgets the reports, which no longer belong to the game.
    pub(crate) fn clear_log(&mut self) {
        self.log = None;
    }

    pub(crate) fn new_game(&mut self) {
        self.abandon();
        self.clear_log();
        self.chair.new_game = true;
        if let Some(adviser) = &mut self.adviser {
            adviser.new_game = true;
        }
    }

    pub(crate) fn start(&mut self, task: Task, game: Game, limits: Limits, now: Instant) {
        let lines = if let Task::Analyse(lines) = task {
            lines
        } else {
            1
        };
        let is_analysis = matches!(task, Task::Analyse(_));
        let is_search = is_analysis || matches!(task, Task::Move | Task::Hint | Task::Ponder(_));
        let (reports, events) = (self.events.clone(), self.events.clone());
        let control = Control::new();
        self.control = control.clone();
        let chair = self.chair_for(task);
        chair.prepare(lines, task.is_advice());
        let Some(player) = chair.seat.player() else {
            return;
        };
        if std::mem::take(&mut chair.new_game) {
            player.new_game();
        }
        let done =
            move |finished| drop(events.send(Event::Player(PlayerEvent::Finished(finished))));
        let root = game.position().clone();
        match task {
            Task::Evaluate => {
                let evaluate = move |player: &mut dyn Player, control: &Control| match player
                    .explain(&game, control)
                {
                    Some(text) => TaskResult::Explanation(text),
                    None => TaskResult::Terms(player.evaluate(game.position())),
                };
                chair.seat.start(control, evaluate, done);
            }
            Task::Examine(chess_move) => {
                let examine = move |player: &mut dyn Player, control: &Control| {
                    TaskResult::Examined(examine(player, &game, chess_move, control))
                };
                chair.seat.start(control, examine, done);
            }
            Task::Attempt(chess_move) => {
                let mut tried = Game::from_position(root.clone());
                tried.play(chess_move);
                let attempt = move |player: &mut dyn Player, control: &Control| {
                    let evaluation = judge_attempt(player, &tried, control);
                    TaskResult::Attempted {
                        game: Box::new(tried),
                        evaluation: evaluation.map(Box::new),
                    }
                };
                chair.seat.start(control, attempt, done);
            }
            Task::Judge => {
                let judge = move |player: &mut dyn Player, control: &Control| {
                    let evaluations = judge_game(player, &game, control);
                    TaskResult::Judged {
                        game: Box::new(game),
                        evaluations,
                    }
                };
                chair.seat.start(control, judge, done);
            }
            Task::Move | Task::Hint | Task::Ponder(_) | Task::Analyse(_) => {
                let search = move |player: &mut dyn Player, control: &Control| {
                    let mut send = |report: &Report| {
                        drop(reports.send(Event::Player(PlayerEvent::Report(report.clone()))))
                    };
                    TaskResult::Choice(player.search(&game, &limits, control, &mut send))
                };
                chair.seat.start(control, search, done);
            }
        }
        self.task = Some(task);
        self.started = Some(now);
        if is_search {
            self.log = Some(SearchLog {
                root,
                reports: Vec::new(),
                started: now,
                is_analysis,
            });
        }
    }

    /// Stops the current work; its result still counts.
    pub(crate) fn stop(&self) {
        self.chair.seat.stop();
        if let Some(adviser) = &self.adviser {
            adviser.seat.stop();
        }
    }

    /// Stops the current work; its result is ignored.
    pub(crate) fn abandon(&mut self) {
        self.stop();
        self.task = None;
    }

    /// Turns pondering into a search for the machine's move: the expected move was played.
    pub(crate) fn ponder_hit(&mut self) {
        if !self.chair.seat.is_idle() {
            self.control.ponder_hit();
            self.task = Some(Task::Move);
        }
    }

    /// Records a report and returns its task, if its result is still wanted.
    pub(crate) fn record(&mut self, report: Report) -> Option<Task> {
        let task = self.task()?;
        self.log.as_mut()?.reports.push(report);
        Some(task)
    }

    /// Takes the player back and returns task and result, if the result is still wanted.
    pub(crate) fn finish(
        &mut self,
        finished: Finished<TaskResult>,
    ) -> Option<(Task, Result<TaskResult, Crash>)> {
        let result = self.chair_at_work().seat.finish(finished);
        let task = self.task.take()?;
        Some((task, result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;

    fn log(reports: &[(u32, u32, i32, &str, Bound)]) -> SearchLog {
        let root = Game::new().position().clone();
        let mut log = SearchLog {
            root: root.clone(),
            reports: Vec::new(),
            started: Instant::now(),
            is_analysis: true,
        };
        for &(depth, multipv, value, san, bound) in reports {
            let pv = vec![parse_move(&root, san).unwrap()];
            log.reports.push(Report {
                multipv,
                bound,
                score: Score::Centipawns(value),
                ..Report::unsearched(depth, pv)
            });
        }
        log
    }

    fn shown(log: &SearchLog) -> Vec<String> {
        let line = |report: &&Report| notation::san_line(&log.root, &report.pv);
        log.lines().iter().map(line).collect()
    }

    #[test]
    fn lines_are_of_one_iteration_and_in_order() {
        use Bound::{Exact, Lower};
        let mut reports = vec![
            (1, 1, 30, "e4", Exact),
            (1, 2, 20, "d4", Exact),
            (1, 3, 10, "c4", Exact),
            // A move that was second is first now; its old line is not shown beside.
            (2, 1, 25, "d4", Exact),
        ];
        assert_eq!(shown(&log(&reports)), ["1. e4", "1. d4", "1. c4"]);
        reports.push((2, 2, 15, "e4", Exact));
        reports.push((2, 3, 18, "c4", Exact));
        reports.push((3, 1, 90, "a4", Lower));
        assert_eq!(shown(&log(&reports)), ["1. d4", "1. c4", "1. e4"]);
        assert_eq!(shown(&log(&reports[3..4])), ["1. d4"]);
        assert!(shown(&log(&[])).is_empty());
    }
}
