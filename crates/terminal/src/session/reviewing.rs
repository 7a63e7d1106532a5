//! Commands while looking at a game: steps, variations tried, and the machine's lines.

use std::path::Path;

use notation::{parse_move, san_line};
use play::{Report, side_name};
use shakmaty::{ByColor, Move, Outcome, Position};

use super::review::Review;
use super::{Output, Session};
use crate::game_state::GameState;
use crate::game_tree::GameTree;
use crate::pgn_load::load;
use crate::report;

/// Most lines of an analysis.
const MAX_LINES: u32 = 5;

/// Centipawns that a move may lose against the best and still be a good answer.
const GOOD_ENOUGH: i32 = 40;

/// Most arrows on the board.
const ARROWS: usize = 3;

impl Session {
    pub(crate) fn review(&self) -> Option<&Review> {
        self.review.as_ref()
    }

    /// Looks at the game on the board, or at the game with this number in a PGN file, or its first.
    pub(crate) fn start_review(&mut self, path: &str, number: Option<usize>) {
        if path.is_empty() && self.review.is_some() {
            return self.say("you are looking at this game already; `go` plays on from here");
        }
        let review = if path.is_empty() {
            let (game, control) = (self.state.game(), self.level.control());
            let mut tree = GameTree::new(game, &self.state.comments());
            if let Some(judged) = &self.judged
                && judged.moves == game.moves()
            {
                tree.mark(&judged.glyphs);
            }
            let tags = self.state.tags(self.archive.date(), control);
            let outcome = Outcome::from_known(self.state.outcome());
            Review {
                tree,
                tags,
                outcome,
                names: Some(ByColor::new_with(|side| self.state.name(side).to_owned())),
                is_new: self.state.is_worth_saving(),
                lines: 3,
                analysed: false,
                sought: None,
            }
        } else {
            match load(Path::new(path), Some(number.unwrap_or(1))) {
                Ok(loaded) => {
                    let current = self.unsaved();
                    self.archive.store(&current);
                    self.say(format!(
                        "looking at {}; `next` and `prev` step, F1 lists more",
                        loaded.title
                    ));
                    let (tree, tags, outcome) = (loaded.tree, loaded.tags, loaded.outcome);
                    Review {
                        tree,
                        tags,
                        outcome,
                        names: None,
                        is_new: false,
                        lines: 3,
                        analysed: false,
                        sought: None,
                    }
                }
                Err(error) => return self.say(format!("{error:#}")),
            }
        };
        self.abandon_all();
        self.opponent.new_game();
        self.review = Some(review);
        self.show_place();
    }

    /// Ends looking: the game goes on from this place. What was found is kept for saving.
    pub(super) fn end_review(&mut self) {
        let Some(review) = self.review.take() else {
            return;
        };
        self.archive.store(&review.unsaved());
        let (game, human) = (self.state.game().clone(), self.state.human());
        let name = self.state.human_name();
        let machine = self.opponent.name().to_owned();
        self.state = GameState::new(game, human, machine)
            .with_human_name(name)
            .with_comments(review.tree.path_comments());
        self.clock = play::GameClock::new(self.level.control());
        self.end_announced = false;
    }

    /// Shows the place in the game looked at, and starts its analysis.
    fn show_place(&mut self) {
        let Some(review) = &mut self.review else {
            return;
        };
        review.analysed = false;
        let (game, players) = (review.tree.game(), review.players());
        let human = self.state.human();
        let state = GameState::new(game, human, self.opponent.name().to_owned());
        self.state = state
            .with_human_name(self.state.human_name())
            .reviewed(players);
        self.end_announced = true;
        self.opponent.abandon();
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
            return "the start of the game".to_owned();
        };
        let mut parts = Vec::new();
        if let Some(&last) = game.moves().last() {
            parts.push(san_line(before, &[last]) + review.tree.sign_here());
        }
        let others: Vec<String> = review
            .tree
            .alternatives()
            .iter()
            .map(|&other| san_line(before, &[other]))
            .collect();
        if !others.is_empty() {
            parts.push(format!("(`line` switches to {})", others.join(" or ")));
        }
        parts.extend(Some(review.tree.comment()).filter(|comment| !comment.is_empty()));
        parts.join("  ")
    }

    /// Steps through the game looked at, until a step is impossible; `what` says what is missing.
    pub(crate) fn step(&mut self, count: usize, what: &str, step: fn(&mut GameTree) -> bool) {
        let Some(review) = &mut self.review else {
            return self
                .say("you are playing: `review` looks at the game, `review FILE N` at another");
        };
        review.sought = None;
        let taken = (0..count).take_while(|_| step(&mut review.tree)).count();
        if taken == 0 {
            return self.say(format!("there is no {what}"));
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

    /// Goes to the next move that is judged a mistake.
    pub(crate) fn next_mistake(&mut self) {
        self.step(
            1,
            "further mistake; `belle analyse` marks those of a file",
            GameTree::next_mistake,
        );
    }

    /// Goes back before the mistake, for the person to find a better move.
    pub(crate) fn try_again(&mut self) {
        let Some(review) = &mut self.review else {
            return self.say("try: expected a game to look at; `review` looks at this one");
        };
        if !review.tree.is_mistake_here() {
            return self.say("try: expected a move marked ? or ??; `mistake` goes to the next");
        }
        review.sought = review.tree.last_move();
        review.tree.back();
        self.show_place();
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
        self.review
            .as_ref()
            .is_some_and(|review| review.sought.is_some())
    }

    /// Judges the move that a person found in place of a mistake.
    fn answer_with(&mut self, chess_move: Move) {
        let found = self.found_value(chess_move);
        let Some(review) = &mut self.review else {
            return;
        };
        let position = self.state.game().position();
        let text = san_line(position, &[chess_move]);
        if review.sought == Some(chess_move) {
            return self.say(format!("{text} was the mistake; find a better move"));
        }
        let is_known = review.tree.has_move(chess_move);
        let Some((lost, best)) = found else {
            if is_known {
                review.sought = None;
                review.tree.play(chess_move);
                self.show_place();
                return self.say(format!("{text} is the better move of the game's notes"));
            }
            return self.say("the machine has not looked deep enough yet: try again in a moment");
        };
        if lost > GOOD_ENOUGH && !is_known {
            return self.say(format!("{text} is not good enough; find a better move"));
        }
        let best = san_line(position, &[best]);
        review.sought = None;
        review.tree.play(chess_move);
        self.show_place();
        self.say(format!("{text} is good; the machine's move is {best}"));
    }

    /// The centipawns that a move loses against the machine's best line, and that line's move, if both are known. A move
    /// outside the lines loses more than the last of them.
    fn found_value(&self, chess_move: Move) -> Option<(i32, Move)> {
        let log = self.opponent.log().filter(|log| log.is_analysis)?;
        let lines = log.lines();
        let best = *lines.first()?;
        let value = |report: &Report| report.score.centipawns(i32::from(i16::MAX));
        let own = lines
            .iter()
            .find(|report| report.pv.first() == Some(&chess_move));
        let lost = match own {
            Some(own) => value(best) - value(own),
            None => value(best) - value(lines.last()?) + GOOD_ENOUGH + 1,
        };
        Some((lost, *best.pv.first()?))
    }

    /// Sets the number of lines that the machine shows, or shows them as text.
    pub(crate) fn analysis(&mut self, text: &str) -> Result<(), String> {
        let Some(review) = &mut self.review else {
            return Err(
                "analysis: expected a game to look at; `review` looks at this one".to_owned(),
            );
        };
        let lines = match text.to_ascii_lowercase().as_str() {
            "" => {
                let shown = self.analysis_lines(usize::MAX);
                let shown = if shown.is_empty() { vec!["no lines yet".to_owned()] } else { shown };
                self.output.push(Output::Page("analysis", shown.join("\n") + "\n"));
                return Ok(());
            }
            "on" => 3,
            "off" => 0,
            number => number.parse().ok().filter(|lines| (1..=MAX_LINES).contains(lines)).ok_or_else(|| {
                format!("analysis: expected on, off or a number of lines from 1 to {MAX_LINES}, got \"{text}\"")
            })?,
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
        let log = self.opponent.log().filter(|log| log.is_analysis);
        let first = |report: &Report| report.pv.first().copied();
        log.map_or_else(Vec::new, |log| {
            log.lines()
                .into_iter()
                .filter_map(first)
                .take(ARROWS)
                .collect()
        })
    }

    /// The machine's lines, best first, each with its value and cut at `width` columns.
    pub(crate) fn analysis_lines(&self, width: usize) -> Vec<String> {
        if self.is_sought() {
            return Vec::new();
        }
        let Some(log) = self.opponent.log().filter(|log| log.is_analysis) else {
            return Vec::new();
        };
        let lines = log.lines().into_iter().map(|found| {
            let value = found.score.for_white(log.root.turn());
            let line = format!("{value:>+6} {}", san_line(&log.root, &found.pv));
            report::cut(&line, width).to_owned()
        });
        lines.collect()
    }
}
