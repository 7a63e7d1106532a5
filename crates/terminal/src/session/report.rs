//! After a game: accuracy of both sides, and the moves that decided it.

use std::time::Duration;

use analysis::{Evaluation, Judgment, MoveEvaluation, Verdict, judge};
use notation::{SearchValue, san_line};
use play::{Game, side_name};
use shakmaty::{ByColor, Color};

use super::review::Annotated;
use super::{Output, Session};
use crate::game_tree::JudgedMove;
use crate::opponent::Task;
use crate::text_width::{columns, padded};

/// Fewest plies of a game that is reported without being asked for.
const LONG: usize = 8;

/// Most turning points shown, of each side.
const TURNING_POINTS: usize = 3;

/// What the accuracy of a game means (docs/analysis.md).
const ACCURACY: &str = "Accuracy is the mean over a side's moves, each by Lichess's formula.";

/// The evaluations with one value for each position: the value after a move is the one before the
/// next.
fn chained(evaluations: &[MoveEvaluation]) -> Vec<MoveEvaluation> {
    let mut chained = evaluations.to_vec();
    for ply in 1..chained.len() {
        chained[ply - 1].best = chained[ply - 1].before.score;
        chained[ply - 1].after = chained[ply].before.clone();
    }
    chained
}

/// The verdicts by the values shown, each with the milder of two classes. A search after the move
/// sees one ply farther than the one before it, and a search of the move alone has less time:
/// neither is enough to blame a move.
fn milder(mut shown: Vec<Verdict>, alone: &[Verdict]) -> Vec<Verdict> {
    for (verdict, other) in shown.iter_mut().zip(alone) {
        verdict.judgment = match (verdict.judgment, other.judgment) {
            (Some(one), Some(other)) => Some(one.min(other)),
            _ => None,
        };
    }
    shown
}

/// A time in whole seconds.
fn in_seconds(time: Duration) -> String {
    match time.as_secs_f64().round() {
        0.0 => "less than a second".to_owned(),
        1.0 => "1 second".to_owned(),
        seconds => format!("{seconds} seconds"),
    }
}

impl Session {
    /// Tells a person what to do after a game that has just ended. Who played a long one gets a
    /// report.
    pub(super) fn tell_ways_on(&mut self) {
        if !self.confirms {
            return;
        }
        let plies = self.state.game().moves().len();
        if self.state.is_manual() {
            return self.say("`new` begins another game, `review` looks at this one");
        }
        if plies == 0 {
            return self.say("`rematch` plays again with colors changed, `new` with the same");
        }
        if plies >= LONG {
            self.pending = Some(Task::Judge);
        }
        self.say("`rematch` plays again with colors changed, `review` looks at the game");
    }

    pub(crate) fn report(&mut self) {
        if self.review.is_none() && self.state.outcome().is_none() {
            return self.say("the game is not over: `report` judges both sides at its end");
        }
        self.pending = Some(Task::Judge);
    }

    /// The game that is judged: with all its moves, also if one looks at it from its middle.
    pub(super) fn whole_game(&self) -> Game {
        match &self.review {
            Some(review) if !review.is_paused_game => review.tree.main_line(),
            _ => self.played().game().clone(),
        }
    }

    /// Marks the mistakes of a game that was judged, and shows what decided it.
    pub(super) fn show_report(&mut self, game: &Game, evaluations: &[MoveEvaluation]) {
        let whole = self.whole_game();
        let is_this_game = whole.start() == game.start() && whole.moves() == game.moves();
        if !is_this_game || game.moves().is_empty() {
            return;
        }
        if evaluations.len() != game.moves().len() {
            return self.say("the report was stopped; `report` begins again");
        }
        let chained = chained(evaluations);
        let verdicts = milder(judge(game, &chained), &judge(game, evaluations));
        let mut judged = Vec::new();
        for (verdict, evaluation) in verdicts.iter().zip(&chained) {
            let Evaluation { score, depth, .. } = evaluation.after;
            judged.push(JudgedMove {
                glyph: verdict.judgment.map(Judgment::nag),
                value: depth.map(|depth| SearchValue { score, depth }),
            });
        }
        let report = GameReport {
            game,
            evaluations: &chained,
            verdicts: &verdicts,
        };
        let (own_side, result, is_over) = match &mut self.review {
            Some(review) => {
                review.tree.mark(&judged);
                review.is_marked = true;
                review.is_report_new = true;
                let is_over = review.outcome.is_known();
                (review.own_side, review.outcome.to_string(), is_over)
            }
            None => {
                self.mark_own_game(&judged);
                let result = self.state.verdict().unwrap_or_default();
                let is_over = self.state.outcome().is_some();
                (self.state.own_side(), result, is_over)
            }
        };
        let names = ByColor::new_with(|side| self.state.name(side).to_owned());
        let judge = self.opponent.judge_name();
        let mut text = format!("{result}\n\n{}", report.table(&names));
        text += &match own_side {
            Some(side) => report.mistakes_of(side) + &report.mistakes_of_machine(!side),
            None => report.turning_points(),
        };
        if is_over && game.ending().is_none() {
            text += &report.last_position();
        }
        text += if self.review.is_some() {
            "\n`mistake` (F8) goes to the next of these, `try` (F9) seeks a better move there.\n"
        } else {
            "\n`review` goes through the game with its mistakes; \
             `rematch` plays again with colors changed.\n"
        };
        let time = in_seconds(self.opponent.time_since_start(self.now()));
        text += &format!(
            "Judged by {judge}, in {time}: a longer look may tell other values.\n{ACCURACY}\n"
        );
        self.output.push(Output::Page("the game", text));
    }

    /// Keeps the judgment of the game on the board: it is saved, and shown when one looks at the
    /// game.
    fn mark_own_game(&mut self, judged: &[JudgedMove]) {
        let mut tree = self.own_tree();
        tree.mark(judged);
        self.annotated = Some(Annotated {
            moves: self.state.game().moves().to_vec(),
            tree,
        });
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

/// A game with the judgments of its moves.
struct GameReport<'a> {
    game: &'a Game,
    evaluations: &'a [MoveEvaluation],
    verdicts: &'a [Verdict],
}

impl GameReport<'_> {
    /// Accuracy and counts of bad moves of both sides.
    fn table(&self, names: &ByColor<String>) -> String {
        let width = columns(&names.white).max(columns(&names.black));
        let mut text = format!("      {:width$}  accuracy   ?!   ?  ??\n", "");
        for side in Color::ALL {
            text += &format!(
                "{} {}  {}\n",
                side_name(side),
                padded(names.get(side), width),
                self.figures(side)
            );
        }
        text
    }

    fn figures(&self, side: Color) -> String {
        let (mut moves, mut accuracies) = (0, 0.0);
        let (mut inaccuracies, mut mistakes, mut blunders) = (0, 0, 0);
        for verdict in self.verdicts {
            if verdict.turn != side {
                continue;
            }
            moves += 1;
            accuracies += verdict.accuracy;
            match verdict.judgment {
                Some(Judgment::Inaccuracy) => inaccuracies += 1,
                Some(Judgment::Mistake) => mistakes += 1,
                Some(Judgment::Blunder) => blunders += 1,
                None => {}
            }
        }
        let accuracy = if moves == 0 {
            "-".to_owned()
        } else {
            format!("{:.0} %", accuracies / f64::from(moves))
        };
        format!("{accuracy:>8}  {inaccuracies:>3} {mistakes:>3} {blunders:>3}")
    }

    fn mistakes_of(&self, side: Color) -> String {
        match self.worst_moves(Some(side)).as_str() {
            "" => "\nNo move of yours changed the course of the game.\n".to_owned(),
            moves => format!("\nYour moves that cost most:\n{moves}"),
        }
    }

    fn mistakes_of_machine(&self, side: Color) -> String {
        match self.worst_moves(Some(side)).as_str() {
            "" => String::new(),
            moves => format!("\nYour opponent's:\n{moves}"),
        }
    }

    fn turning_points(&self) -> String {
        match self.worst_moves(None).as_str() {
            "" => "\nNo move changed the course of the game.\n".to_owned(),
            moves => format!("\nTurning points:\n{moves}"),
        }
    }

    /// How the game stood where a player resigned, lost on time or agreed to a draw.
    fn last_position(&self) -> String {
        let Some(MoveEvaluation { after, .. }) = self.evaluations.last() else {
            return String::new();
        };
        let value = after.score.for_white(after.turn);
        let centipawns = value.centipawns(i32::from(i16::MAX));
        let ahead = side_name(Color::from_white(centipawns > 0));
        let standing = match centipawns.abs() {
            ..50 => "the position was about level".to_owned(),
            50..200 => format!("{ahead} stood better"),
            _ => format!("{ahead} was winning"),
        };
        format!("\nWhen the game ended, {standing} ({value:+}).\n")
    }

    /// The moves that lost most, of one side or both, in the order of the game.
    fn worst_moves(&self, side: Option<Color>) -> String {
        let mut plies = Vec::new();
        for (ply, verdict) in self.verdicts.iter().enumerate() {
            let is_wanted = side.is_none() || side == Some(verdict.turn);
            if is_wanted && verdict.judgment.is_some() {
                plies.push(ply);
            }
        }
        let accuracy = |ply: usize| self.verdicts[ply].accuracy;
        plies.sort_by(|&a, &b| accuracy(a).total_cmp(&accuracy(b)));
        plies.truncate(TURNING_POINTS);
        plies.sort_unstable();
        plies.into_iter().map(|ply| self.line(ply)).collect()
    }

    /// A bad move with its sign, its values and the better one.
    fn line(&self, ply: usize) -> String {
        let position = &self.game.positions()[ply];
        let made = san_line(position, &self.game.moves()[ply..=ply]);
        let sign = match self.verdicts[ply].judgment {
            Some(judgment) => judgment.sign(),
            None => "",
        };
        let MoveEvaluation { before, after, .. } = &self.evaluations[ply];
        let values = format!(
            "{:+} to {:+}",
            before.score.for_white(before.turn),
            after.score.for_white(after.turn)
        );
        let better = match before.line.first() {
            Some(&best) => format!("; better was {}", san_line(position, &[best])),
            None => String::new(),
        };
        format!("  {made}{sign}  {values}{better}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_a_judgment_is_told_rounded() {
        let told = |millis| in_seconds(Duration::from_millis(millis));
        assert_eq!(told(400), "less than a second");
        assert_eq!(told(600), "1 second");
        assert_eq!(told(3_600), "4 seconds");
        assert_eq!(told(6_400), "6 seconds");
    }
    use notation::parse_move;
    use play::Score;

    /// Evaluations of a move: the values before it, and after it by a search of the move alone, for
    /// White in centipawns.
    fn evaluation(turn: Color, before: i32, alone: i32) -> MoveEvaluation {
        let value = |turn: Color, white: i32| Evaluation {
            turn,
            score: Score::Centipawns(turn.fold_wb(white, -white)),
            depth: Some(8),
            line: Vec::new(),
        };
        let before = value(turn, before);
        MoveEvaluation {
            best: before.score,
            before,
            after: value(!turn, alone),
        }
    }

    #[test]
    fn every_position_of_a_report_has_one_value() {
        let mut game = Game::new();
        for text in ["e4", "d6", "Nf3"] {
            game.play(parse_move(game.position(), text).unwrap());
        }
        let evaluations = [
            evaluation(Color::White, 20, 20),
            // Blamed by the search of the move alone, but not by the value of the next position.
            evaluation(Color::Black, 20, 200),
            evaluation(Color::White, 30, -300),
        ];
        let chained = chained(&evaluations);
        for pair in chained.windows(2) {
            assert_eq!(pair[0].after, pair[1].before);
        }
        assert_eq!(chained[2], evaluations[2]);
        let verdicts = milder(judge(&game, &chained), &judge(&game, &evaluations));
        let signs: Vec<Option<Judgment>> = verdicts.iter().map(|one| one.judgment).collect();
        assert_eq!(signs, [None, None, Some(Judgment::Blunder)]);
        let lines = GameReport {
            game: &game,
            evaluations: &chained,
            verdicts: &verdicts,
        };
        assert_eq!(lines.worst_moves(None), "  2. Nf3??  +0.30 to -3.00\n");
        assert_eq!(
            lines.last_position(),
            "\nWhen the game ended, Black was winning (-3.00).\n"
        );
    }
}
