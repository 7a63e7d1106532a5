//! Positions to train with: those before the bad moves of a game, as lines of EPD.

use play::{Score, san};
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Position};

use crate::judge::Judgment;
use crate::judged_game::JudgedGame;

/// Centipawns from which on a position counts as won.
const WON: i32 = 250;

/// A line of EPD for each mistake and blunder of a game: the move that wins as `bm`, or where other moves than the better
/// one may do as well, the move played as `am`; comments on what was missed (`c0`), played (`c1`) and better (`c2`); and
/// game and move as `id`.
pub(crate) fn training_positions(judged: &JudgedGame, game: u64) -> Vec<String> {
    let parsed = &judged.game;
    let mut lines = Vec::new();
    for (ply, verdict) in judged.verdicts.iter().enumerate() {
        let is_bad = matches!(
            verdict.judgment,
            Some(Judgment::Mistake | Judgment::Blunder)
        );
        let evaluation = &judged.evaluations[ply];
        let Some(&better) = evaluation.before.line.first() else {
            continue;
        };
        if !is_bad {
            continue;
        }
        let position = &parsed.game.positions()[ply];
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let board: Vec<&str> = fen.split(' ').take(4).collect();
        let number = position.fullmoves();
        let dots = position.turn().fold_wb(".", "...");
        let played = san(position, parsed.game.moves()[ply]);
        let sign = verdict.judgment.map_or("", Judgment::sign);
        let name = |side| parsed.name(side).replace('"', "'");
        let better = san(position, better);
        let missed = missed(evaluation.before.score, evaluation.after.score);
        let task = if missed.is_won {
            format!("bm {better}")
        } else {
            format!("am {played}")
        };
        let comments = format!(
            "c0 \"{}\"; c1 \"{number}{dots} {played}{sign} was played\"; c2 \"{better} was better\"",
            missed.name
        );
        lines.push(format!(
            "{} {task}; {comments}; id \"game {game}, {} - {}, move {number}\";\n",
            board.join(" "),
            name(Color::White),
            name(Color::Black),
        ));
    }
    lines
}

/// What a bad move missed.
struct Missed {
    name: &'static str,
    /// Whether the better move wins.
    is_won: bool,
}

/// What a bad move missed. The value after it is for the opponent.
fn missed(before: Score, after: Score) -> Missed {
    const MATE: i32 = i32::MAX;
    let (had, has) = (before.centipawns(MATE), -after.centipawns(MATE));
    let (name, is_won) = match before {
        Score::Mate(moves) if moves > 0 => ("mate missed", true),
        _ if had >= WON && has < WON => ("win missed", true),
        _ if had > -WON && has <= -WON => ("loses", false),
        _ => ("mistake", false),
    };
    Missed { name, is_won }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_missed_is_named() {
        let pawns = Score::Centipawns;
        for (before, after, name) in [
            (Score::Mate(2), pawns(0), "mate missed"),
            (pawns(400), pawns(-100), "win missed"),
            (pawns(0), pawns(500), "loses"),
            (pawns(0), Score::Mate(3), "loses"),
            (pawns(500), Score::Mate(1), "win missed"),
            (pawns(100), pawns(50), "mistake"),
            (pawns(-600), pawns(900), "mistake"),
        ] {
            assert_eq!(missed(before, after).name, name, "{before:?} {after:?}");
        }
    }
}
