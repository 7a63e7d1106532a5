//! Commands while looking at a game: steps, variations tried, and the machine's lines.

use std::path::Path;

use notation::{parse_move, san_line};
use play::Report;
use shakmaty::{Move, Outcome, Position};

use super::review::Review;
use super::{Output, Session};
use crate::game_state::GameState;
use crate::game_tree::GameTree;
use crate::pgn_load::load;
use crate::report;

/// Most lines of an analysis.
const MAX_LINES: u32 = 5;

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
            let tree = GameTree::new(game);
            let tags = self.state.tags(self.archive.date(), control);
            let outcome = Outcome::from_known(self.state.outcome());
            Review {
                tree,
                tags,
                outcome,
                is_new: self.state.is_worth_saving(),
                lines: 3,
                analysed: false,
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
                        is_new: false,
                        lines: 3,
                        analysed: false,
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
        self.state = GameState::new(game, human, machine).with_human_name(name);
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
        let mut parts = game
            .moves()
            .last()
            .map(|&last| san_line(before, &[last]))
            .into_iter()
            .collect::<Vec<_>>();
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
        let taken = (0..count).take_while(|_| step(&mut review.tree)).count();
        if taken == 0 {
            return self.say(format!("there is no {what}"));
        }
        self.show_place();
    }

    /// Plays a move in the game looked at; a new one begins a variation.
    pub(super) fn try_move(&mut self, text: &str) {
        match parse_move(self.state.game().position(), text) {
            Ok(chess_move) => {
                if let Some(review) = &mut self.review {
                    review.tree.play(chess_move);
                }
                self.show_place();
            }
            Err(error) => self.say(error.to_string()),
        }
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
