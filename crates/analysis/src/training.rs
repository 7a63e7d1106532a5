//! Training positions: where a player missed something, in EPD with the better move and the move
//! made.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::str::FromStr;

use files::NewFile;
use notation::Fingerprint;
use play::{Game, Score, san};
use serde::{Deserialize, Serialize};
use shakmaty::fen::Epd;
use shakmaty::{Color, EnPassantMode, Move, Position};
use thiserror::Error;

use crate::evaluation::{Evaluation, MoveEvaluation};
use crate::judge::{Judgment, Verdict};
use crate::judged_game::JudgedGame;
use crate::score::CEILING;
use crate::summary::Summary;

/// A win is missed where the best move was worth at least `BEFORE` centipawns, and the move made
/// `AFTER` or less. Decided: three pawns win almost always, half of that often does not.
const MISSED_WIN: MissedWin = MissedWin {
    before: 300,
    after: 150,
};

struct MissedWin {
    before: i32,
    after: i32,
}

/// The least loss that is kept, in centipawns, and so the least that can be asked for.
pub(crate) const LEAST_LOSS: u32 = 50;

/// Positions of [`TrainingFilter::Worst`].
const WORST: usize = 10;

/// Plies of the better line.
const LINE_PLIES: usize = 12;

/// Which moves of the games become training positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrainingFilter {
    /// Those with `?` or `??`.
    #[default]
    Mistakes,
    /// Those with `??`.
    Blunders,
    /// Those that missed a win.
    Wins,
    /// Those that missed a mate.
    Mates,
    /// The ten that lost most.
    Worst,
    /// Those that lost at least so many centipawns.
    Loss(u32),
}

/// The error of a filter's text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "expected mistakes, blunders, wins, mates, worst or a loss of {LEAST_LOSS} to {CEILING} centipawns"
)]
pub struct TrainingFilterError;

impl FromStr for TrainingFilter {
    type Err = TrainingFilterError;

    fn from_str(text: &str) -> Result<TrainingFilter, TrainingFilterError> {
        match text {
            "mistakes" => Ok(TrainingFilter::Mistakes),
            "blunders" => Ok(TrainingFilter::Blunders),
            "wins" => Ok(TrainingFilter::Wins),
            "mates" => Ok(TrainingFilter::Mates),
            "worst" => Ok(TrainingFilter::Worst),
            number => match number.parse() {
                Ok(loss) if (LEAST_LOSS..=CEILING.unsigned_abs()).contains(&loss) => {
                    Ok(TrainingFilter::Loss(loss))
                }
                _ => Err(TrainingFilterError),
            },
        }
    }
}

/// A position in which the move made was worse than the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TrainingPosition {
    is_white: bool,
    /// The position and its operations, without `id` and comment.
    epd: String,
    /// Such as `23... Nf3??`.
    made: String,
    /// What was missed, and values of the best move and of the move made, from the mover's side.
    values: String,
    loss: u32,
    judgment: Option<Judgment>,
    missed_win: bool,
    missed_mate: bool,
}

impl TrainingFilter {
    /// The names of the filters; a number of centipawns is one too.
    pub const NAMES: [&'static str; 5] = ["mistakes", "blunders", "wins", "mates", "worst"];

    fn has(self, position: &TrainingPosition) -> bool {
        match self {
            TrainingFilter::Mistakes => position.judgment >= Some(Judgment::Mistake),
            TrainingFilter::Blunders => position.judgment == Some(Judgment::Blunder),
            TrainingFilter::Wins => position.missed_win,
            TrainingFilter::Mates => position.missed_mate,
            // Which of them are the worst is known at the end.
            TrainingFilter::Worst => position.loss >= LEAST_LOSS,
            TrainingFilter::Loss(least) => position.loss >= least,
        }
    }
}

/// The training positions of a game, for every filter.
pub(crate) fn training_positions(judged: &JudgedGame) -> Vec<TrainingPosition> {
    let game = &judged.game.game;
    let mut found = Vec::new();
    for (ply, verdict) in judged.verdicts.iter().enumerate() {
        let evaluation = &judged.evaluations[ply];
        found.extend(training_position(game, ply, evaluation, verdict));
    }
    found
}

fn training_position(
    game: &Game,
    ply: usize,
    evaluation: &MoveEvaluation,
    verdict: &Verdict,
) -> Option<TrainingPosition> {
    let MoveEvaluation {
        before,
        after,
        best,
    } = evaluation;
    let made = game.moves()[ply];
    let best_move = *before.line.first()?;
    let reached = after.score.before_move();
    let missed_mate = is_mate(*best) && !is_mate(reached);
    let is_bad = verdict.judgment.is_some() || verdict.loss >= LEAST_LOSS || missed_mate;
    let position = &game.positions()[ply];
    if best_move == made || !is_bad || !position.is_legal(best_move) {
        return None;
    }
    let missed_win = best.centipawns(CEILING) >= MISSED_WIN.before
        && reached.centipawns(CEILING) <= MISSED_WIN.after;
    // Where nothing was won, other moves may be as good as the best one.
    let better = if missed_mate || missed_win {
        format!("bm {}; ", san(position, best_move))
    } else {
        String::new()
    };
    let missed = match (missed_mate, missed_win) {
        (true, _) => "mate missed, ",
        (_, true) => "win missed, ",
        _ => "",
    };
    let number = position.fullmoves();
    let dots = position.turn().fold_wb(".", "...");
    let sign = match verdict.judgment {
        Some(judgment) => judgment.sign(),
        None => "",
    };
    let made_san = san(position, made);
    Some(TrainingPosition {
        is_white: position.turn() == Color::White,
        epd: format!(
            "{} {better}am {made_san}; {}",
            Epd::from_position(position, EnPassantMode::Legal),
            operations(game, ply, before),
        ),
        made: format!("{number}{dots} {made_san}{sign}"),
        values: format!("{missed}{best:+} to {reached:+}"),
        loss: verdict.loss,
        judgment: verdict.judgment,
        missed_win,
        missed_mate,
    })
}

fn is_mate(score: Score) -> bool {
    matches!(score, Score::Mate(moves) if moves > 0)
}

/// Value, depth, counters and better line, as operations of EPD.
fn operations(game: &Game, ply: usize, before: &Evaluation) -> String {
    let position = &game.positions()[ply];
    let mut text = match before.score {
        Score::Mate(moves) if moves > 0 => format!("dm {moves};"),
        score => format!("ce {};", score.centipawns(32_767)),
    };
    if let Some(depth) = before.depth {
        text += &format!(" acd {depth};");
    }
    text += &format!(
        " hmvc {}; fmvn {};",
        position.halfmoves(),
        position.fullmoves()
    );
    format!("{text} pv {};", line(game, ply, &before.line).join(" "))
}

/// The legal moves of the better line.
fn line(game: &Game, ply: usize, moves: &[Move]) -> Vec<String> {
    let mut position = game.positions()[ply].clone();
    let mut shown = Vec::new();
    for &next in moves.iter().take(LINE_PLIES) {
        if !position.is_legal(next) {
            break;
        }
        shown.push(san(&position, next));
        position.play_unchecked(next);
    }
    shown
}

/// A line of the file, and what was lost.
struct LossLine {
    loss: u32,
    line: String,
}

/// A file of training positions while games are added to it.
pub(crate) struct TrainingFile {
    out: NewFile,
    filter: TrainingFilter,
    /// Only moves of players with this text in their names.
    player: Option<String>,
    /// Hashes of positions and moves written: games that differ only in their tags have the same.
    known: HashSet<u64>,
    /// The worst so far, which are written at the end.
    worst: Vec<LossLine>,
    /// The games' file, for the names of the positions.
    input: String,
}

impl TrainingFile {
    pub(crate) fn create(
        path: &Path,
        input: &str,
        filter: TrainingFilter,
        player: Option<&String>,
    ) -> anyhow::Result<TrainingFile> {
        let input = match Path::new(input).file_name() {
            _ if input == "-" => "standard input".to_owned(),
            Some(name) => name.to_string_lossy().into_owned(),
            None => input.to_owned(),
        };
        Ok(TrainingFile {
            out: NewFile::create(path)?,
            filter,
            player: player.map(|player| player.to_lowercase()),
            known: HashSet::new(),
            worst: Vec::new(),
            input,
        })
    }

    /// Adds those of a game's positions that are wanted.
    pub(crate) fn add(
        &mut self,
        game: u64,
        summary: &Summary,
        positions: &[TrainingPosition],
    ) -> anyhow::Result<()> {
        let Summary { white, black, .. } = summary;
        for position in positions {
            let mover = if position.is_white { white } else { black };
            let is_wanted = match &self.player {
                Some(player) => mover.to_lowercase().contains(player),
                None => true,
            };
            if !is_wanted || !self.filter.has(position) {
                continue;
            }
            let TrainingPosition {
                epd,
                made,
                values,
                loss,
                ..
            } = position;
            let mut hash = Fingerprint::default();
            hash.add(epd.as_bytes());
            if !self.known.insert(hash.0) {
                continue;
            }
            let id = unquoted(&format!("{} {game}, {made}", self.input));
            let about = unquoted(&format!("{white} - {black}: {values}"));
            let line = format!("{epd} id \"{id}\"; c0 \"{about}\";");
            if self.filter == TrainingFilter::Worst {
                self.add_to_worst(LossLine { loss: *loss, line });
            } else {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }

    /// Adds a line to the worst, the worst first, in the order of the games where they are alike.
    fn add_to_worst(&mut self, line: LossLine) {
        self.worst.push(line);
        self.worst.sort_by_key(|line| Reverse(line.loss));
        self.worst.truncate(WORST);
    }

    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        for LossLine { line, .. } in &self.worst {
            writeln!(self.out, "{line}")?;
        }
        self.out.finish()?;
        Ok(())
    }
}

/// Text for an operand in quotation marks, which EPD cannot escape.
fn unquoted(text: &str) -> String {
    text.replace('"', "'").replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_is_read_or_names_what_is_known() {
        let known = [
            ("mistakes", TrainingFilter::Mistakes),
            ("blunders", TrainingFilter::Blunders),
            ("wins", TrainingFilter::Wins),
            ("mates", TrainingFilter::Mates),
            ("worst", TrainingFilter::Worst),
            ("50", TrainingFilter::Loss(50)),
            ("1000", TrainingFilter::Loss(1000)),
        ];
        for (text, filter) in known {
            assert_eq!(text.parse(), Ok(filter), "{text}");
        }
        for text in ["", "win", "49", "1001", "-100", "1.5"] {
            let read: Result<TrainingFilter, _> = text.parse();
            assert_eq!(read, Err(TrainingFilterError), "{text}");
        }
    }

    #[test]
    fn worst_ten_are_written_at_the_end_the_worst_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("worst.epd");
        let mut file = TrainingFile::create(&path, "-", TrainingFilter::Worst, None).unwrap();
        for number in 0..30 {
            let loss = number * 7 % 30 * 10;
            let position = TrainingPosition {
                is_white: true,
                epd: format!("position {number}"),
                made: "1. e4".to_owned(),
                values: String::new(),
                loss,
                judgment: None,
                missed_win: false,
                missed_mate: false,
            };
            file.add(1, &Summary::default(), &[position]).unwrap();
        }
        file.finish().unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let mut numbers: Vec<u32> = Vec::new();
        for line in text.lines() {
            numbers.push(line.split(' ').nth(1).unwrap().parse().unwrap());
        }
        let losses: Vec<u32> = numbers.iter().map(|number| number * 7 % 30 * 10).collect();
        let expected: Vec<u32> = (20..30).rev().map(|tens| tens * 10).collect();
        assert_eq!(losses, expected);
    }

    #[test]
    fn text_in_quotation_marks_has_none_itself() {
        assert_eq!(unquoted("Tal \"Misha\"\n- B"), "Tal 'Misha' - B");
    }
}
