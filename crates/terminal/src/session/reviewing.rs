//! Commands while looking at a game: steps, variations tried, and the machine's lines.

use analysis::{MoveEvaluation, judge};
use notation::{find_tag, parse_move, san_line};
use play::{Game, GameClock, side_name};
use shakmaty::{ByColor, Color, Move, Outcome, Position};

use super::review::{Annotated, LINES, PausedGame, Review, lines_wanted};
use super::{Output, Session};
use crate::game_state::PERSON;
use crate::game_tree::{GameTree, MOVE_AFTER};
use crate::opponent::Task;
use crate::pgn_load::Loaded;
use crate::report::cut;

const NO_OWN_MISTAKE: &str =
    "further mistake of yours; `mistake both` also goes to the other side's";

const NOT_JUDGED: &str = "no move is marked as a mistake: `report` judges the game";

/// Most moves shown that refute a move tried.
const REFUTATION: usize = 4;

/// Most arrows on the board.
const ARROWS: usize = 3;

impl Session {
    pub(crate) fn review(&self) -> Option<&Review> {
        self.review.as_ref()
    }

    /// The game on the board, with what is known of its moves.
    pub(super) fn own_tree(&self) -> GameTree {
        let game = self.state.game();
        let comments = self.state.comments();
        if let Some(annotated) = &self.annotated
            && let Some(tree) = annotated.of(game, &comments)
        {
            return tree;
        }
        GameTree::new(game, &comments)
    }

    /// Looks at the game on the board.
    pub(crate) fn review_this_game(&mut self) {
        if self.review.is_some() {
            return self.say("you are looking at this game already; `go` plays on from here");
        }
        let mut tree = self.own_tree();
        if tree.is_judged() {
            // Whoever knows where the mistakes are begins at the start.
            tree.rewind();
        }
        let review = Review {
            tree,
            tags: self.state.tags(self.archive.date()),
            outcome: Outcome::from_known(self.state.outcome()),
            source: None,
            names: Some(ByColor::new_with(|side| self.state.name(side).to_owned())),
            is_paused_game: true,
            own_side: self.state.own_side(),
            lines: LINES,
            analysed: false,
            is_marked: false,
            is_report_new: false,
            sought: None,
            paused: self.pause_game(),
        };
        self.look_at(review);
    }

    /// Looks at a game of a file. The game on the board waits.
    pub(super) fn review_loaded(&mut self, loaded: Loaded) {
        self.say(format!(
            "looking at {}; `next` and `prev` step, Esc or `exit` leaves, F1 lists more",
            loaded.title
        ));
        let review = Review {
            own_side: own_side(&loaded.tags, self.played().human_name().as_deref()),
            tree: loaded.tree,
            tags: loaded.tags,
            outcome: loaded.outcome,
            source: loaded.source,
            names: None,
            is_paused_game: false,
            lines: LINES,
            analysed: false,
            is_marked: false,
            is_report_new: false,
            sought: None,
            paused: self.pause_game(),
        };
        self.look_at(review);
    }

    fn look_at(&mut self, review: Review) {
        self.abandon_all();
        self.opponent.new_game();
        if let Some(side) = review.own_side {
            self.bottom = side;
        }
        self.review = Some(review);
        self.show_place();
    }

    /// Puts the game on the board aside, with its clocks stopped.
    fn pause_game(&mut self) -> PausedGame {
        self.put_back();
        let now = self.now();
        self.clock.start(None, now);
        let empty = self.new_state(Game::new());
        PausedGame {
            state: std::mem::replace(&mut self.state, empty),
            clock: std::mem::replace(&mut self.clock, GameClock::new(self.level.control())),
            end_announced: self.end_announced,
            bottom: self.bottom,
        }
    }

    /// Ends looking, and puts the game back that waited. What was found is kept for saving.
    pub(super) fn put_back(&mut self) {
        self.keep_own_game();
        let Some(review) = self.review.take() else {
            return;
        };
        if review.is_paused_game {
            self.annotated = Some(Annotated {
                moves: review.paused.state.game().moves().to_vec(),
                tree: review.tree,
            });
        } else if review.source.is_none() {
            self.archive.store(&review.edited());
        }
        self.state = review.paused.state;
        self.clock = review.paused.clock;
        self.end_announced = review.paused.end_announced;
        self.bottom = review.paused.bottom;
    }

    /// Leaves the game looked at, back to the game that waited.
    pub(crate) fn leave_review(&mut self) {
        if self.review.is_none() {
            return self.say("you are not looking at a game");
        }
        // Whoever came from the shell to look at a game goes back to it.
        if self.looks_only {
            self.put_back();
            return self.quit();
        }
        let is_kept = match &self.review {
            Some(review) => {
                !review.is_paused_game && review.source.is_none() && review.tree.edits() > 0
            }
            None => false,
        };
        self.put_back();
        self.abandon_all();
        self.opponent.new_game();
        self.show_board();
        let state = &self.state;
        let text = if state.game().moves().is_empty() {
            "you have left the game looked at; type a move to play".to_owned()
        } else if state.outcome().is_some() {
            "back at your game, which is over: `rematch` or `new` begins another".to_owned()
        } else {
            format!("back at your game; {}", state.side_to_move())
        };
        let kept = if is_kept {
            "; the game looked at is kept among your games, with what you tried in it"
        } else {
            ""
        };
        self.say(text + kept);
    }

    /// Ends looking: the game goes on from the place looked at.
    pub(super) fn end_review(&mut self) {
        let Some(review) = &self.review else {
            return;
        };
        let here = self.state.game().clone();
        let comments = review.tree.path_comments();
        self.put_back();
        self.looks_only = false;
        let waited = self.state.game();
        let is_same = waited.start() == here.start() && waited.moves() == here.moves();
        if is_same && self.state.outcome().is_none() {
            return;
        }
        let unsaved = self.unsaved();
        self.archive.store(&unsaved);
        self.state = self.new_state(here).with_comments(comments);
        self.clock = GameClock::new(self.level.control());
        self.end_announced = false;
        self.annotated = None;
    }

    /// Shows the place in the game looked at, and starts its analysis.
    fn show_place(&mut self) {
        let Some(review) = &mut self.review else {
            return;
        };
        review.analysed = false;
        let (game, players) = (review.tree.game(), review.players());
        self.state = self.new_state(game).reviewed(players);
        self.end_announced = true;
        // The judgment of the whole game does not depend on the place.
        if self.opponent.task() != Some(Task::Judge) {
            self.opponent.abandon();
        }
        self.opponent.clear_log();
        self.show_board();
        let about = self.about_place();
        if !about.is_empty() {
            self.say(about);
        }
    }

    /// The last move with its alternatives and comments.
    fn about_place(&self) -> String {
        let Some(review) = &self.review else {
            return String::new();
        };
        let game = self.state.game();
        let [.., before, _] = game.positions() else {
            let comment = review.tree.comment();
            return format!("the start of the game  {comment}")
                .trim_end()
                .to_owned();
        };
        let mut parts = Vec::new();
        if let Some(&last) = game.moves().last() {
            parts.push(san_line(before, &[last]) + review.tree.sign_here());
        }
        let mut others = Vec::new();
        for other in review.tree.alternatives() {
            others.push(san_line(before, &[other]));
        }
        if !others.is_empty() {
            parts.push(format!("(`line` switches to {})", others.join(" or ")));
        }
        let comment = review.tree.comment();
        if !comment.is_empty() {
            parts.push(comment);
        }
        parts.join("  ")
    }

    /// Steps through the game looked at, until a step is impossible; `what` says what is missing.
    pub(crate) fn step(&mut self, count: usize, what: &str, step: impl Fn(&mut GameTree) -> bool) {
        let Some(review) = &mut self.review else {
            return self
                .say("you are playing: `review` looks at the game, `review FILE N` at another");
        };
        review.sought = None;
        let mut taken = 0;
        while taken < count && step(&mut review.tree) {
            taken += 1;
        }
        if taken == 0 {
            let way_on = if what == MOVE_AFTER && review.tree.is_in_variation() {
                "; your variation ends here, `prev` goes back to the game"
            } else {
                ""
            };
            return self.say(format!("there is no {what}{way_on}"));
        }
        self.show_place();
    }

    /// Plays a move in the game looked at; a new one begins a variation.
    pub(super) fn try_move(&mut self, text: &str) {
        match parse_move(self.state.game().position(), text) {
            Ok(chess_move) if self.is_sought() => self.answer_with(chess_move),
            Ok(chess_move) => {
                if let Some(review) = &mut self.review {
                    review.tree.play(chess_move);
                }
                self.show_place();
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Goes to the next move that is judged a mistake: one of the person's, if he played one side,
    /// or of both sides.
    pub(crate) fn next_mistake(&mut self, of_both: bool) {
        if !self.looks_for_mistakes() {
            return;
        }
        if let Some(review) = &self.review
            && !review.tree.is_judged()
        {
            return self.say(NOT_JUDGED);
        }
        let side = match &self.review {
            Some(review) if !of_both => review.own_side,
            _ => None,
        };
        let none = if side.is_some() {
            NO_OWN_MISTAKE
        } else {
            "further mistake"
        };
        let is_report_new = match &mut self.review {
            Some(review) => std::mem::take(&mut review.is_report_new),
            None => false,
        };
        self.step(1, none, |tree| {
            // Whoever asked for a report at the end of the game goes through it from its beginning.
            if is_report_new {
                tree.rewind();
            }
            tree.next_mistake(side)
        });
    }

    /// Looks at one's own game, if it is over and no other is looked at; false, and a message, if it
    /// goes on.
    fn looks_for_mistakes(&mut self) -> bool {
        if self.review.is_some() {
            return true;
        }
        if self.state.outcome().is_none() {
            self.say(
                "you are playing: `resign` ends the game, then `mistake` (F8) goes to your \
                 mistakes and `try` (F9) seeks a better move; `review` looks at the game so far, \
                 `review FILE N` at another",
            );
            return false;
        }
        self.review_this_game();
        true
    }

    /// Goes back to the mistake before.
    pub(crate) fn earlier_mistake(&mut self) {
        if !self.looks_for_mistakes() {
            return;
        }
        let side = match &self.review {
            Some(review) => review.own_side,
            None => None,
        };
        self.step(1, "mistake before", |tree| tree.earlier_mistake(side));
    }

    /// Goes back before the mistake, for the person to find a better move.
    pub(crate) fn try_again(&mut self) {
        if self.review.is_none() {
            if !self.looks_for_mistakes() {
                return;
            }
            self.next_mistake(false);
        }
        let Some(review) = &mut self.review else {
            return;
        };
        // Whoever has not found a move yet goes on with the same mistake.
        if review.sought.is_none() {
            if !review.tree.is_judged() {
                return self.say(NOT_JUDGED);
            }
            if !review.tree.is_mistake_here() {
                return self.say(
                    "the move shown is no mistake: `mistake` (F8) goes to the next one, and there \
                     `try` (F9) seeks a better move",
                );
            }
            review.sought = review.tree.last_move();
            review.tree.back();
            self.show_place();
        }
        // What the game's own comments say would give the answer away.
        self.output
            .retain(|output| !matches!(output, Output::Message(_)));
        let side = side_name(self.state.turn());
        self.say(format!(
            "find a better move for {side}; `next` shows the game's"
        ));
    }

    /// Whether a better move is asked for, so that lines and moves that follow are hidden.
    pub(crate) fn is_sought(&self) -> bool {
        match &self.review {
            Some(review) => review.sought.is_some(),
            None => false,
        }
    }

    /// Lets the move be judged that a person found in place of a mistake.
    fn answer_with(&mut self, chess_move: Move) {
        let Some(review) = &self.review else {
            return;
        };
        if review.sought == Some(chess_move) {
            let text = san_line(self.state.game().position(), &[chess_move]);
            return self.say(format!("{text} was the mistake; find a better move"));
        }
        self.opponent.abandon();
        self.pending = Some(Task::Attempt(chess_move));
    }

    /// Tells how good the move is that a person tried: as in a report, it is good unless it is
    /// worth a sign.
    pub(super) fn take_attempt(&mut self, game: &Game, evaluation: Option<&MoveEvaluation>) {
        let (position, &[chess_move]) = (self.state.game().position(), game.moves()) else {
            return;
        };
        if !self.is_sought() || position != game.start() {
            return;
        }
        let Some(evaluation) = evaluation else {
            return self.say("the machine was stopped before it had judged your move: try again");
        };
        let made = san_line(position, &[chess_move]);
        let verdict = judge(game, std::slice::from_ref(evaluation))[0];
        let best = match evaluation.before.line.first() {
            Some(&best) if best != chess_move => Some(san_line(position, &[best])),
            _ => None,
        };
        let MoveEvaluation { before, after, .. } = evaluation;
        let values = format!(
            "{:+} to {:+}",
            before.score.for_white(before.turn),
            after.score.for_white(after.turn)
        );
        if let Some(judgment) = verdict.judgment {
            let shown = &after.line[..after.line.len().min(REFUTATION)];
            let answer = match shown {
                [] => String::new(),
                line => format!(" after {}", san_line(game.position(), line)),
            };
            return self.say(format!(
                "{made}{} loses {}{answer} ({values}); find a better move",
                judgment.sign(),
                pawns(verdict.loss)
            ));
        }
        let Some(review) = &mut self.review else {
            return;
        };
        review.sought = None;
        review.tree.play(chess_move);
        self.show_place();
        // The judgment takes the place of what is usually said of a move.
        self.output
            .retain(|output| !matches!(output, Output::Message(_)));
        let praise = match best {
            None => format!("{made} is best, the machine's choice too"),
            Some(best) if verdict.loss == 0 => format!("{made} is as good as the machine's {best}"),
            Some(best) => format!(
                "{made} is good: {} less than the machine's {best}",
                pawns(verdict.loss)
            ),
        };
        self.say(format!(
            "{praise} ({values}); `prev` goes back, `mistake` to the next"
        ));
    }

    /// Sets the number of lines that the machine shows, or shows them as text.
    pub(crate) fn analysis(&mut self, text: &str) -> Result<(), String> {
        if self.review.is_none() && text != "off" && !text.is_empty() {
            self.review_this_game();
        }
        let Some(review) = &mut self.review else {
            return Err(
                "analysis: expected a game to look at; `review` looks at this one".to_owned(),
            );
        };
        let Some(lines) = lines_wanted(text)? else {
            let mut shown = self.analysis_lines(usize::MAX);
            if shown.is_empty() {
                shown.push("no lines yet".to_owned());
            }
            let text = shown.join("\n") + "\n";
            self.output.push(Output::Page("analysis", text));
            return Ok(());
        };
        review.lines = lines;
        review.analysed = false;
        self.opponent.abandon();
        self.opponent.clear_log();
        Ok(())
    }

    /// The first moves of the machine's best lines, best first.
    pub(crate) fn arrows(&self) -> Vec<Move> {
        if self.is_sought() {
            return Vec::new();
        }
        let mut arrows = Vec::new();
        if let Some(log) = self.opponent.log()
            && log.is_analysis
        {
            for report in log.lines() {
                arrows.extend(report.pv.first());
            }
        }
        arrows.truncate(ARROWS);
        arrows
    }

    /// The machine's lines, best first, each with its value and cut at `width` columns.
    pub(crate) fn analysis_lines(&self, width: usize) -> Vec<String> {
        if self.is_sought() {
            return Vec::new();
        }
        let mut lines = Vec::new();
        if let Some(log) = self.opponent.log()
            && log.is_analysis
        {
            for report in log.lines() {
                let value = report.score.for_white(log.root.turn());
                let line = format!("{value:>+6} {}", san_line(&log.root, &report.pv));
                lines.push(cut(&line, width).to_owned());
            }
        }
        lines
    }
}

/// Centipawns in words.
fn pawns(centipawns: u32) -> String {
    let pawns = f64::from(centipawns) / 100.0;
    let plural = if centipawns == 100 { "pawn" } else { "pawns" };
    format!("{pawns:.1} {plural}")
}

/// The side of the person in a game with these tags: the only one that has his name, or the name of
/// any person.
pub(super) fn own_side(tags: &[(String, String)], name: Option<&str>) -> Option<Color> {
    let is_own = |side: Color| {
        let tag = side.fold_wb("White", "Black");
        match find_tag(tags, tag) {
            Some(player) => player == PERSON || Some(player) == name,
            None => false,
        }
    };
    match (is_own(Color::White), is_own(Color::Black)) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}
