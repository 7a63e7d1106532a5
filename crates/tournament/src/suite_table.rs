//! A suite's results as a table of at most 80 columns. A terminal that is not made wider breaks
//! longer lines, and then nobody reads columns.

use crate::suite::{Points, SuiteResult};

/// Columns of a terminal that is not made wider.
const COLUMNS: usize = 80;
/// Characters of a position's name and of its solution that are shown at least.
const LEAST: usize = 8;
/// Width of a player's part of a table of several.
const PLAYER: usize = 13;
/// The name of the first column.
const POSITION: &str = "position";

/// What a table shows besides what every one shows, and how wide.
#[derive(Clone, Debug)]
pub struct SuiteTable {
    /// Names of the players; the table of one is another than that of several.
    players: Vec<String>,
    /// Width of the names of the positions.
    width: usize,
    has_machine: bool,
    has_points: bool,
}

impl SuiteTable {
    /// A table for the positions with these names, of which some give points for moves. The first
    /// result tells whether the player is a machine that counts its own seconds.
    pub fn new<'a>(
        players: &[String],
        ids: impl Iterator<Item = &'a str>,
        has_points: bool,
        first: &SuiteResult,
    ) -> SuiteTable {
        let longest = ids.map(|id| id.chars().count()).max().unwrap_or(0);
        let mut table = SuiteTable {
            players: players.to_vec(),
            width: 0,
            has_machine: first.end.machine_seconds.is_some(),
            has_points,
        };
        let most = if players.len() > 1 {
            COLUMNS.saturating_sub(players.len() * PLAYER)
        } else {
            COLUMNS.saturating_sub(table.used() + LEAST)
        };
        table.width = longest.clamp(LEAST, most.max(LEAST));
        table
    }

    /// Columns of a row before the solution, without the position's name.
    fn used(&self) -> usize {
        let mut used = 48;
        if self.has_machine {
            used += 8;
        }
        if self.has_points {
            used += 7;
        }
        used
    }

    /// The names of the columns.
    pub fn header(&self) -> String {
        let width = self.width;
        if self.players.len() > 1 {
            let mut header = format!("{POSITION:width$}");
            for player in &self.players {
                let name = first_letters(player, PLAYER - 2);
                header += &format!("  {name:11}");
            }
            return header.trim_end().to_owned();
        }
        let mut header = format!("{POSITION:width$}  ok played  depth  value      nodes seconds");
        if self.has_machine {
            header += " machine";
        }
        if self.has_points {
            header += " points";
        }
        header + "  expected"
    }

    /// The row of a position: the results of all players, as far as there are any.
    pub fn row(&self, results: &[Option<&SuiteResult>]) -> String {
        let Some(first) = results.iter().flatten().next() else {
            return String::new();
        };
        let width = self.width;
        let mut row = format!("{:width$}", first_letters(&first.id, width));
        if self.players.len() > 1 {
            for result in results {
                row += &format!("  {:11}", self.part(*result));
            }
            return row.trim_end().to_owned();
        }
        row += &format!(
            " {:>3} {:7} {:>5} {:>6}",
            yes_or_no(first.solved),
            first.played.as_deref().unwrap_or("-"),
            first.depth,
            first.score.as_deref().unwrap_or("-"),
        );
        let (mut nodes, mut seconds, mut machine) = (String::new(), String::new(), String::new());
        if let Some(solution) = &first.solution {
            nodes = solution.nodes.to_string();
            seconds = shown(solution.seconds);
            machine = shown(solution.machine_seconds);
        }
        row += &format!(" {nodes:>10} {seconds:>7}");
        if self.has_machine {
            row += &format!(" {machine:>7}");
        }
        if self.has_points {
            let points = match first.points {
                Some(Points { got, of }) => format!("{got}/{of}"),
                None => String::new(),
            };
            row += &format!(" {points:>6}");
        }
        let room = COLUMNS.saturating_sub(row.chars().count() + 2).max(LEAST);
        row + "  " + &first_letters(&first.expected, room)
    }

    /// A player's part of a row: whether it solved the position, or its points, and its move.
    fn part(&self, result: Option<&SuiteResult>) -> String {
        let Some(result) = result else {
            return "-".to_owned();
        };
        let outcome = match result.points {
            Some(Points { got, .. }) => got.to_string(),
            None => yes_or_no(result.solved).to_owned(),
        };
        format!("{outcome:>3} {}", result.played.as_deref().unwrap_or("-"))
    }
}

fn yes_or_no(solved: bool) -> &'static str {
    if solved { "yes" } else { "no" }
}

fn shown(seconds: Option<f64>) -> String {
    match seconds {
        Some(seconds) => format!("{seconds:.2}"),
        None => "-".to_owned(),
    }
}

/// The beginning of a text, which shows that it goes on.
fn first_letters(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let begin: String = text.chars().take(most.saturating_sub(2)).collect();
    format!("{}..", begin.trim_end())
}
