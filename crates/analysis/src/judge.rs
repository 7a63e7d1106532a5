//! Evaluations of a game's positions, and judgments of its moves.

use play::{Bound, Control, Ending, Game, Limits, Player, Score};
use shakmaty::{Color, Move, Position};

use crate::score::{accuracy, centipawns, expected_score};

/// A player's evaluation of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The side to move.
    pub turn: Color,
    /// The value, from its side.
    pub score: Score,
    /// Plies searched; `None` where the rules decide.
    pub depth: Option<u32>,
    /// The best variation; empty where the game is over.
    pub line: Vec<Move>,
}

impl Evaluation {
    /// The value in centipawns from White's side, from -1000 to 1000; a mate is 1000.
    pub fn white(&self) -> i32 {
        self.turn.fold_wb(1, -1) * centipawns(self.score)
    }
}

/// Class of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// It lost at least 0.05 of the expected score.
    Inaccuracy,
    /// It lost at least 0.10.
    Mistake,
    /// It lost at least 0.15.
    Blunder,
}

impl Judgement {
    /// Thresholds, the worst class first.
    const LEAST: [(Judgement, f64); 3] =
        [(Judgement::Blunder, 0.15), (Judgement::Mistake, 0.10), (Judgement::Inaccuracy, 0.05)];

    fn of(lost: f64) -> Option<Judgement> {
        Judgement::LEAST.into_iter().find(|&(_, least)| lost >= least).map(|(judgement, _)| judgement)
    }

    /// PGN's numeric annotation glyph: `?!`, `?` or `??`.
    pub fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// The usual sign.
    pub fn sign(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }
}

/// Judgment of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The side that made it.
    pub turn: Color,
    /// Centipawns lost against the best move.
    pub loss: u32,
    /// Accuracy from 0 to 100.
    pub accuracy: f64,
    /// Its class, if it was bad.
    pub judgement: Option<Judgement>,
}

/// Evaluates all positions of a game, one more than its moves. Returns `None` if `control` stopped it. The player's
/// tables are cleared first, so limits of depth or nodes give the same evaluations each time.
pub fn evaluate(
    player: &mut dyn Player,
    game: &Game,
    limits: &Limits,
    control: &Control,
    progress: &mut dyn FnMut(usize),
) -> Option<Vec<Evaluation>> {
    player.new_game();
    let mut ahead = Game::from_position(game.start().clone());
    let mut evaluations = Vec::with_capacity(game.moves().len() + 1);
    for ply in 0..=game.moves().len() {
        progress(ply);
        let is_last = ply == game.moves().len();
        let evaluation = by_rules(&ahead, is_last).unwrap_or_else(|| search(player, &ahead, limits, control));
        if control.stopped() {
            return None;
        }
        evaluations.push(evaluation);
        if let Some(&made) = game.moves().get(ply) {
            ahead.play(made);
        }
    }
    Some(evaluations)
}

/// The evaluation by the rules. A draw that must be claimed counts only if the game ended there.
fn by_rules(game: &Game, is_last: bool) -> Option<Evaluation> {
    let score = match game.ending()? {
        Ending::Checkmate { .. } => Score::Mate(0),
        Ending::Stalemate | Ending::InsufficientMaterial => Score::Centipawns(0),
        Ending::Repetition | Ending::FiftyMoves if is_last => Score::Centipawns(0),
        Ending::Repetition | Ending::FiftyMoves => return None,
    };
    Some(Evaluation { turn: game.position().turn(), score, depth: None, line: Vec::new() })
}

fn search(player: &mut dyn Player, game: &Game, limits: &Limits, control: &Control) -> Evaluation {
    let mut value = None;
    let mut lines: Vec<Vec<Move>> = Vec::new();
    let choice = player.search(game, limits, control, &mut |report| {
        if report.multipv != 1 {
            return;
        }
        if report.bound == Bound::Exact || value.is_none() {
            value = Some((report.score, report.depth));
        }
        // The last variation of each first move, for the move chosen.
        lines.retain(|line| line.first() != report.pv.first());
        lines.push(report.pv.clone());
    });
    let (score, depth) = value.unwrap_or((Score::Centipawns(0), 0));
    let line = choice.best.map_or_else(Vec::new, |best| {
        lines.into_iter().find(|line| line.first() == Some(&best)).unwrap_or_else(|| vec![best])
    });
    Evaluation { turn: game.position().turn(), score, depth: Some(depth), line }
}

/// Judges each move by the evaluations before and after it. The best move loses nothing.
pub fn judge(game: &Game, evaluations: &[Evaluation]) -> Vec<Verdict> {
    let pairs = evaluations.iter().zip(evaluations.iter().skip(1));
    pairs.zip(game.moves()).map(|((before, after), &made)| verdict(before, after, made)).collect()
}

fn verdict(before: &Evaluation, after: &Evaluation, made: Move) -> Verdict {
    let turn = before.turn;
    let side = turn.fold_wb(1, -1);
    let (best, reached) = (side * before.white(), side * after.white());
    let is_best = before.line.first() == Some(&made);
    let loss = if is_best { 0 } else { (best - reached).max(0) };
    let lost = if loss == 0 { 0.0 } else { expected_score(best) - expected_score(reached) };
    Verdict { turn, loss: loss.unsigned_abs(), accuracy: accuracy(lost), judgement: Judgement::of(lost) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;

    #[test]
    fn judge_loss_decides_judgement() {
        let mut game = Game::new();
        let best = parse_move(game.position(), "d4").unwrap();
        game.play(parse_move(game.position(), "f3").unwrap());
        let judged = |before: Score, after: Score, line: Vec<Move>| {
            let before = Evaluation { turn: Color::White, score: before, depth: Some(1), line };
            let after = Evaluation { turn: Color::Black, score: after, depth: Some(1), line: Vec::new() };
            let verdict = judge(&game, &[before, after])[0];
            (verdict.loss, verdict.judgement)
        };
        let cp = Score::Centipawns;
        assert_eq!(judged(cp(30), cp(-30), vec![best]), (0, None));
        assert_eq!(judged(cp(0), cp(60), vec![best]), (60, Some(Judgement::Inaccuracy)));
        assert_eq!(judged(cp(0), cp(120), vec![best]), (120, Some(Judgement::Mistake)));
        assert_eq!(judged(cp(0), cp(180), vec![best]), (180, Some(Judgement::Blunder)));
        // In a won position a pawn counts little.
        assert_eq!(judged(cp(900), cp(-800), vec![best]), (100, None));
        assert_eq!(judged(Score::Mate(2), cp(-100), vec![best]), (900, Some(Judgement::Blunder)));
        assert_eq!(judged(cp(0), Score::Mate(3), vec![best]), (1000, Some(Judgement::Blunder)));
        // The player's own choice loses nothing, and no move gains.
        assert_eq!(judged(cp(200), cp(0), game.moves().to_vec()), (0, None));
        assert_eq!(judged(cp(0), cp(-50), vec![best]), (0, None));
    }
}
