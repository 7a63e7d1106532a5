//! Lines that the engine sends, as CECP writes them.

use std::time::Duration;

use play::{Bound, GameEnd, OptionKind, OptionSpec, Progress, Report, Score, san};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

use crate::search::{Search, legal_prefix};
use crate::text::{self, one_line};

/// Value of a mate, to which the number of moves is added.
const MATE: i32 = 100_000;

pub(super) fn option(spec: &OptionSpec) -> String {
    let name = spec.name;
    let kind = match &spec.kind {
        OptionKind::Check { default } => format!("check {}", u8::from(*default)),
        OptionKind::Spin { default, min, max } => format!("spin {default} {min} {max}"),
        OptionKind::Combo { default, choices } => {
            let starred = |choice: &String| {
                if choice == default {
                    format!("*{choice}")
                } else {
                    choice.clone()
                }
            };
            format!(
                "combo {}",
                choices
                    .iter()
                    .map(starred)
                    .collect::<Vec<_>>()
                    .join(" /// ")
            )
        }
        OptionKind::Button => "button".to_owned(),
        OptionKind::Text { default } if name.ends_with("File") => format!("file {default}"),
        OptionKind::Text { default } if name.ends_with("Path") => format!("path {default}"),
        OptionKind::Text { default } => format!("string {default}"),
    };
    format!("feature option=\"{name} -{}\"", kind.trim_end())
}

/// A move in coordinates; in a game of Chess960 castling is `O-O` or `O-O-O`.
pub(super) fn chess_move(position: &Chess, chess_move: Move) -> String {
    match chess_move.castling_side() {
        Some(side) if position.castles().mode().is_chess960() => {
            if side.is_king_side() {
                "O-O".to_owned()
            } else {
                "O-O-O".to_owned()
            }
        }
        _ => text::chess_move(position, chess_move),
    }
}

/// A score in centipawns, or above [`MATE`] for a mate.
fn score(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => MATE + moves,
        Score::Mate(moves) => moves - MATE,
    }
}

/// A report on a search from `root`, with the move pondered on first. `!` marks a lower bound and
/// `?` an upper one.
pub(super) fn report(root: &Chess, report: &Report, pondered: Option<&str>) -> String {
    let mut line = format!(
        "{} {} {} {} {} {} {}\t",
        report.depth,
        score(report.score),
        centiseconds(report.time),
        report.nodes,
        report.selective_depth.max(report.depth),
        report.nps(),
        report.table_hits
    );
    let mut words: Vec<String> = pondered
        .map(|text| format!("({text})"))
        .into_iter()
        .collect();
    let mut position = root.clone();
    for chess_move in legal_prefix(root, &report.pv) {
        words.push(SanPlus::from_move_and_play_unchecked(&mut position, chess_move).to_string());
    }
    words.extend(match report.bound {
        Bound::Exact => None,
        Bound::Lower => Some("!".to_owned()),
        Bound::Upper => Some("?".to_owned()),
    });
    line.push_str(&words.join(" "));
    line
}

/// Progress of an analysis of `root`; taken from the last report if the player gives none.
pub(super) fn status(search: &mut Search) -> String {
    let (progress, root, time) = (
        search.progress(),
        search.root(),
        centiseconds(search.started.elapsed()),
    );
    if let Some(Progress {
        depth,
        current,
        number,
        root_moves,
        nodes,
        ..
    }) = progress
    {
        let san = san(root, current);
        return format!(
            "stat01: {time} {nodes} {depth} {} {root_moves} {san}",
            root_moves.saturating_sub(number)
        );
    }
    let (nodes, depth) = match &search.last {
        Some(report) => (report.nodes, report.depth),
        None => (0, 0),
    };
    format!(
        "stat01: {time} {nodes} {depth} 0 {}",
        root.legal_moves().len()
    )
}

pub(super) fn result(end: &GameEnd) -> String {
    format!("{} {{{end}}}", end.outcome)
}

pub(super) fn error(reason: &str, line: &str) -> String {
    format!("Error ({}): {}", bracketed(reason), one_line(line.trim()))
}

/// A refusal of a move received.
pub(super) fn illegal(reason: &str, text: &str) -> String {
    format!(
        "Illegal move ({}): {}",
        bracketed(reason),
        one_line(text.trim())
    )
}

/// A reason that stands in parentheses and so has none itself.
fn bracketed(reason: &str) -> String {
    one_line(reason).replace('(', "[").replace(')', "]")
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_lines_cover_every_kind() {
        let choices = vec!["a".to_owned(), "b c".to_owned()];
        for (name, kind, written) in [
            (
                "OwnBook",
                OptionKind::Check { default: true },
                "OwnBook -check 1",
            ),
            (
                "Hash",
                OptionKind::Spin {
                    default: 1,
                    min: 0,
                    max: 9,
                },
                "Hash -spin 1 0 9",
            ),
            (
                "Pace",
                OptionKind::Combo {
                    default: "b c".to_owned(),
                    choices,
                },
                "Pace -combo a /// *b c",
            ),
            ("Clear Hash", OptionKind::Button, "Clear Hash -button"),
            (
                "BookFile",
                OptionKind::Text {
                    default: String::new(),
                },
                "BookFile -file",
            ),
            (
                "SyzygyPath",
                OptionKind::Text {
                    default: "/x".to_owned(),
                },
                "SyzygyPath -path /x",
            ),
            (
                "Word",
                OptionKind::Text {
                    default: "x".to_owned(),
                },
                "Word -string x",
            ),
        ] {
            assert_eq!(
                option(&OptionSpec { name, kind }),
                format!("feature option=\"{written}\"")
            );
        }
    }

    #[test]
    fn score_of_mate_is_above_100000() {
        let scores = [Score::Centipawns(-31), Score::Mate(3), Score::Mate(-2)];
        assert_eq!(scores.map(score), [-31, 100_003, -100_002]);
    }
}
