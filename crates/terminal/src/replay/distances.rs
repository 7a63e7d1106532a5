//! Distances beside the moves of a game that was played from an endgame table.

use anyhow::{Context, bail};
use shakmaty::Color;

const COLUMNS: &str = "ply\tplayed\tmoves\tafter\tbest";

/// A ply of the game with what the table says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Distance {
    /// The ply, from 0.
    ply: usize,
    /// The move made in the game, in SAN.
    pub(super) played: String,
    /// The winner's moves to the conversion with best play.
    moves: u32,
    /// The same with the move made: greater if the winner loses time, smaller if the loser does.
    after: u32,
    /// The best moves, in SAN.
    pub(super) best: Vec<String>,
}

impl Distance {
    /// Reads a row of suites/replay.
    pub(super) fn parse(row: &str) -> anyhow::Result<Distance> {
        let fields: Vec<&str> = row.split('\t').collect();
        let [ply, played, moves, after, best] = fields[..] else {
            bail!("{} fields in '{row}': expected {COLUMNS}", fields.len());
        };
        Ok(Distance {
            ply: ply.parse().with_context(|| row.to_owned())?,
            played: played.to_owned(),
            moves: moves.parse().with_context(|| row.to_owned())?,
            after: after.parse().with_context(|| row.to_owned())?,
            best: best.split(' ').map(str::to_owned).collect(),
        })
    }

    fn is_best(&self) -> bool {
        self.moves == self.after
    }

    /// What the table says of the move made.
    pub(super) fn describe(&self, is_belle: bool) -> String {
        let best = self.best.join(", ");
        let Distance { moves, after, .. } = self;
        let verdict = match (is_belle, self.is_best()) {
            (true, true) if self.best.len() == 1 => {
                "the only move that holds out so long".to_owned()
            }
            (true, true) => format!("as long as any (best: {best})"),
            (true, false) => format!("{after} after this move (best: {best})"),
            (false, true) => format!("the move keeps to it (best: {best})"),
            (false, false) => format!("{after} after this move (best: {best})"),
        };
        let unit = if *moves == 1 { "move" } else { "moves" };
        format!("The rook falls in {moves} {unit} with best play: {verdict}\n")
    }
}

/// Counts the moves of both sides that the table would have made, and what the others cost.
pub(super) fn summary(distances: &[Distance], belle: Color) -> String {
    let turn = |distance: &Distance| Color::from_white(distance.ply.is_multiple_of(2));
    let (mut belles, mut optimal) = (0, 0);
    let (mut opponents, mut exact, mut lost) = (0, 0, 0);
    for distance in distances {
        if turn(distance) == belle {
            belles += 1;
            optimal += u32::from(distance.is_best());
        } else {
            opponents += 1;
            exact += u32::from(distance.is_best());
            lost += distance.after.saturating_sub(distance.moves);
        }
    }
    format!(
        "Belle holds out longest with {optimal} of its {belles} moves. The opponent's {opponents} \
         moves are best {exact} times; the others cost {lost} moves."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_bad_rows_names_them() {
        for row in ["1\te4", "x\tKb7\t31\t31\tKb7", "1\tKb7\t31\tx\tKb7"] {
            let error = Distance::parse(row).unwrap_err().to_string();
            assert!(error.contains(row), "{error}");
        }
    }

    #[test]
    fn describe_lost_time_names_the_best_moves() {
        let distance = Distance::parse("0\tKa7\t31\t33\tKb7 Kb6").unwrap();
        assert_eq!(
            distance.describe(false),
            "The rook falls in 31 moves with best play: 33 after this move (best: Kb7, Kb6)\n"
        );
    }
}
