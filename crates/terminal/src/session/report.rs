//! After a game: accuracy of both sides, and the moves that decided it.

use analysis::{Judgment, MoveEvaluation, Verdict, judge};
use notation::san_line;
use play::{Game, side_name};
use shakmaty::Color;

use super::review::JudgedMoves;
use super::{Output, Session};
use crate::opponent::Task;

/// Fewest plies of a game that is reported without being asked for.
const LONG: usize = 8;

/// Most turning points shown.
const TURNING_POINTS: usize = 3;

impl Session {
    /// Reports on a game that has just ended, for a person who played it.
    pub(super) fn report_if_long(&mut self) {
        let plies = self.state.game().moves().len();
        if self.confirms && !self.state.is_manual() && plies >= LONG {
            self.pending = Some(Task::Judge);
            self.say("`rematch` plays again with colors changed, `review` looks at the game");
        }
    }

    pub(crate) fn report(&mut self) {
        if self.review.is_some() {
            return self.say("you are looking at a game: `mistake` steps to the next mistake");
        }
        if self.state.outcome().is_none() {
            return self.say("the game is not over: `report` judges both sides at its end");
        }
        self.pending = Some(Task::Judge);
    }

    pub(super) fn show_report(&mut self, evaluations: &[MoveEvaluation]) {
        let game = self.state.game();
        if evaluations.is_empty() || evaluations.len() != game.moves().len() {
            return;
        }
        let verdicts = judge(game, evaluations);
        self.judged = Some(JudgedMoves {
            moves: game.moves().to_vec(),
            glyphs: verdicts
                .iter()
                .map(|one| one.judgment.map(Judgment::nag))
                .collect(),
        });
        let mut text = self.state.verdict().unwrap_or_default() + "\n\n";
        let width = Color::ALL
            .map(|side| self.state.name(side).chars().count())
            .into_iter()
            .max()
            .unwrap_or(0);
        text += &format!("      {:width$}  accuracy   ?!   ?  ??\n", "");
        for side in Color::ALL {
            let name = self.state.name(side);
            text += &format!(
                "{} {name:width$}  {}\n",
                side_name(side),
                figures(side, &verdicts)
            );
        }
        text += &turning_points(game, evaluations, &verdicts);
        text += "\n`rematch` plays again with colors changed; `review` looks at the game, with its mistakes.\n";
        self.output.push(Output::Page("the game", text));
    }

    /// A new game with colors changed.
    pub(crate) fn rematch(&mut self) {
        let human = !self.state.human();
        self.new_game();
        if self.state.game().moves().is_empty() {
            self.take_side(Some(human));
        }
    }
}

/// Accuracy and counts of bad moves of a side.
fn figures(side: Color, verdicts: &[Verdict]) -> String {
    let own: Vec<&Verdict> = verdicts.iter().filter(|one| one.turn == side).collect();
    let count = |judgment| {
        own.iter()
            .filter(|one| one.judgment == Some(judgment))
            .count()
    };
    let sum: f64 = own.iter().map(|one| one.accuracy).sum();
    let accuracy = if own.is_empty() {
        "-".to_owned()
    } else {
        format!("{:.0} %", sum / own.len() as f64)
    };
    format!(
        "{accuracy:>8}  {:>3} {:>3} {:>3}",
        count(Judgment::Inaccuracy),
        count(Judgment::Mistake),
        count(Judgment::Blunder)
    )
}

/// The moves that lost most, in the order of the game.
fn turning_points(game: &Game, evaluations: &[MoveEvaluation], verdicts: &[Verdict]) -> String {
    let mut plies: Vec<usize> = (0..verdicts.len())
        .filter(|&ply| verdicts[ply].judgment.is_some())
        .collect();
    plies.sort_by(|&a, &b| verdicts[a].accuracy.total_cmp(&verdicts[b].accuracy));
    plies.truncate(TURNING_POINTS);
    plies.sort_unstable();
    if plies.is_empty() {
        return "\nNo move changed the course of the game.\n".to_owned();
    }
    let mut text = "\nTurning points:\n".to_owned();
    for ply in plies {
        let position = &game.positions()[ply];
        let made = san_line(position, &game.moves()[ply..=ply]);
        let sign = verdicts[ply].judgment.map_or("", Judgment::sign);
        let MoveEvaluation { before, after, .. } = &evaluations[ply];
        let values = format!(
            "{:+} to {:+}",
            before.score.for_white(before.turn),
            after.score.for_white(after.turn)
        );
        let better = match before.line.first() {
            Some(&best) => format!("; better was {}", san_line(position, &[best])),
            None => String::new(),
        };
        text += &format!("  {made}{sign}  {values}{better}\n");
    }
    text
}
