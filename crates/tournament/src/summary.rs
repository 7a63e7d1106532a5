//! Result tables of a match, as text and JSON.

use std::fmt;

use serde::Serialize;
use statistics::{Interval, Rating, Ratings, Sprt, Verdict, fit};

use crate::record::MatchGame;
use crate::scoreboard::Scoreboard;

/// The final report of a match.
#[derive(Debug, Serialize)]
pub struct Summary {
    games: usize,
    engines: Vec<Row>,
    duel: Option<Duel>,
    /// Points of each engine (row) against each other (column).
    crosstable: Vec<Vec<f64>>,
    /// Whether a draw was added to each pairing, to keep the ratings finite.
    drawn_games_added: bool,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    points: f64,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games lost by crashes, timeouts and illegal moves.
    faults: u32,
    /// Absent without a reported search.
    nodes_per_second: Option<f64>,
    /// Mean depth of the searches in plies.
    depth: Option<f64>,
    elo: f64,
    error: f64,
}

#[derive(Debug, Serialize)]
struct Duel {
    /// Game pairs that scored 0, 1/2, 1, 1 1/2 and 2 points.
    pentanomial: [u64; 5],
    /// Absent while all pairs are alike, or where the error has no bound.
    elo: Option<f64>,
    error: Option<f64>,
    #[serde(rename = "superiority")]
    los: Option<f64>,
    sprt: Option<Test>,
    /// Whether no game was won.
    #[serde(skip)]
    is_drawn: bool,
    /// Of Elo; absent while all pairs are alike.
    #[serde(skip)]
    interval: Option<Interval>,
}

#[derive(Debug, Serialize)]
struct Test {
    #[serde(rename = "ratio")]
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl Summary {
    /// Summarizes the results so far.
    pub fn new(board: &Scoreboard, sprt: Option<Sprt>) -> Summary {
        let crosstable = board.pairwise();
        let Ratings {
            ratings,
            drawn_games_added,
            ..
        } = fit(&crosstable, &board.draws());
        let row = |(engine, Rating { elo, error }): (usize, Rating)| {
            let [wins, draws, losses] = board.wins_draws_losses(engine);
            Row {
                name: board.names()[engine].clone(),
                points: board.points(engine),
                wins,
                draws,
                losses,
                faults: board.faults[engine],
                nodes_per_second: board.speed_and_depth(engine).map(|(speed, _)| speed),
                depth: board.speed_and_depth(engine).map(|(_, depth)| depth),
                elo,
                // Draws alone say that the difference is small, but not how small.
                error: if wins + losses > 0 {
                    error
                } else {
                    f64::INFINITY
                },
            }
        };
        Summary {
            games: board.games(),
            engines: ratings.into_iter().enumerate().map(row).collect(),
            duel: (board.names().len() == 2).then(|| Duel::new(board, sprt)),
            crosstable,
            drawn_games_added,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut order: Vec<usize> = (0..self.engines.len()).collect();
        order.sort_by(|&a, &b| self.engines[b].elo.total_cmp(&self.engines[a].elo));
        let mut names = Vec::new();
        for row in &self.engines {
            names.push(short_name(&row.name));
        }
        let lengths = names.iter().map(|name| name.chars().count());
        let width = lengths.max().unwrap_or(0).max(6);
        writeln!(
            f,
            "    {:width$} {:>6} {:>4} {:>5} {:>4} {:>6} {:>7} {:>5} {:>5} {:>7}",
            "engine", "points", "won", "drawn", "lost", "faults", "kn/s", "depth", "Elo", "error"
        )?;
        for (place, &engine) in (1..).zip(&order) {
            let row = &self.engines[engine];
            let tenths = |value: Option<f64>| {
                value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"))
            };
            let known = |text: String| {
                if row.error.is_finite() {
                    text
                } else {
                    "-".to_owned()
                }
            };
            writeln!(
                f,
                "{:>3} {:width$} {:>6.1} {:>4} {:>5} {:>4} {:>6} {:>7} {:>5} {:>5} {:>7}",
                format!("#{place}"),
                names[engine],
                row.points,
                row.wins,
                row.draws,
                row.losses,
                row.faults,
                tenths(row.nodes_per_second.map(|speed| speed / 1000.0)),
                tenths(row.depth),
                known(format!("{:+.0}", row.elo)),
                known(format!("+/-{:.0}", row.error)),
            )?;
        }
        write!(f, "Elo relative to the average; +/- is a 95 % interval")?;
        if self.drawn_games_added && self.games > 0 {
            write!(
                f,
                "; a draw was added to each pairing to keep the ratings finite"
            )?;
        }
        writeln!(f)?;
        match (&self.duel, &self.engines[..]) {
            (Some(duel), [first, second]) => {
                write!(f, "\n{} vs {}: {duel}", first.name, second.name)
            }
            // Of two engines the table has it.
            _ => self.write_crosstable(f, &order, &names),
        }
    }
}

impl Summary {
    /// Writes the points of each engine against each other.
    fn write_crosstable(
        &self,
        f: &mut fmt::Formatter<'_>,
        order: &[usize],
        names: &[String],
    ) -> fmt::Result {
        write!(f, "\n    {:NAME$}", "points against")?;
        for place in 1..=order.len() {
            write!(f, " {:>6}", format!("#{place}"))?;
        }
        writeln!(f)?;
        for (place, &engine) in (1..).zip(order) {
            write!(f, "{:>3} {:NAME$}", format!("#{place}"), names[engine])?;
            for &other in order {
                let points = format!("{:.1}", self.crosstable[engine][other]);
                write!(f, " {:>6}", if other == engine { "-" } else { &points })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Width of a name in a table: with it a row has 80 columns.
const NAME: usize = 18;

/// A name that fits a table. The lines about games and below the table have it whole.
fn short_name(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    let begin: String = name.chars().take(NAME - 2).collect();
    begin + ".."
}

impl Summary {
    /// The score so far on one line.
    pub fn line(&self) -> String {
        match (&self.duel, &self.engines[..]) {
            (Some(duel), [first, second]) => {
                let elo = match (duel.elo, duel.error) {
                    (Some(elo), Some(error)) => format!("Elo {elo:+.1} +/- {error:.1}"),
                    _ => "no Elo estimate yet".to_owned(),
                };
                let test = duel.sprt.as_ref().map_or_else(
                    String::new,
                    |Test {
                         llr, lower, upper, ..
                     }| { format!(", LLR {llr:.2} [{lower:.2}, {upper:.2}]") },
                );
                format!(
                    "{} {:.1} - {:.1} {}, {elo}{test}",
                    first.name, first.points, second.points, second.name
                )
            }
            (_, engines) => {
                let scores = engines
                    .iter()
                    .map(|row| format!("{} {:.1}", row.name, row.points));
                scores.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl Duel {
    fn new(board: &Scoreboard, sprt: Option<Sprt>) -> Duel {
        let pairs = board.pairs(0, 1);
        let [wins, _, losses] = board.wins_draws_losses(0);
        let elo = pairs
            .elo()
            .filter(|elo| elo.difference.is_finite() && elo.error.is_finite());
        let test = |sprt: Sprt| {
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(&pairs) {
                Verdict::Continue => "open",
                Verdict::H0 => "elo0",
                Verdict::H1 => "elo1",
            };
            Test {
                llr: sprt.llr(&pairs),
                lower,
                upper,
                verdict,
            }
        };
        Duel {
            pentanomial: pairs.0,
            elo: elo.map(|elo| elo.difference),
            error: elo.map(|elo| elo.error),
            los: pairs.los(),
            sprt: sprt.map(test),
            is_drawn: wins + losses == 0,
            interval: pairs.elo_interval(),
        }
    }
}

impl Duel {
    /// Why game pairs tell no Elo, and what they tell.
    fn reason_without_elo(&self) -> String {
        let Some(Interval { low, high }) = self.interval else {
            return ", which all ended alike".to_owned();
        };
        let superiority = match self.los {
            Some(los) => format!(", LOS {:.1} %", los * 100.0),
            None => String::new(),
        };
        let interval = "the 95 % interval";
        if low.is_finite() {
            format!(": {interval} begins at {low:+.1} and has no upper end{superiority}")
        } else if high.is_finite() {
            format!(": {interval} ends at {high:+.1} and has no lower end{superiority}")
        } else {
            format!(": {interval} has no ends{superiority}")
        }
    }
}

impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.elo, self.error, self.los) {
            (Some(elo), Some(error), Some(los)) => {
                writeln!(f, "Elo {elo:+.1} +/- {error:.1}, LOS {:.1} %", los * 100.0)?;
            }
            _ if self.is_drawn => writeln!(f, "no Elo estimate: no game was won")?,
            // The table counts games, and adds a draw that keeps its figures finite.
            _ => writeln!(
                f,
                "no Elo by game pairs{}; the table has that by games",
                self.reason_without_elo()
            )?,
        }
        writeln!(
            f,
            "Pentanomial (0, 1/2, 1, 1 1/2, 2): {:?}",
            self.pentanomial
        )?;
        let Some(Test {
            llr,
            lower,
            upper,
            verdict,
        }) = self.sprt
        else {
            return Ok(());
        };
        let verdict = match verdict {
            "elo0" => "H0 accepted",
            "elo1" => "H1 accepted",
            _ => "not decided",
        };
        writeln!(f, "SPRT: LLR {llr:.2} [{lower:.2}, {upper:.2}], {verdict}")
    }
}

/// A finished game as a line of text; it is number `done` of `all`.
pub fn game_line(done: usize, all: usize, game: &MatchGame) -> String {
    let (names, end) = (&game.names, &game.record.end);
    let moves = game.record.game.moves().len().div_ceil(2);
    format!(
        "{done:>4}/{all}  {} - {}  {}  {} ({moves} moves)",
        names.white, names.black, end.outcome, end
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Termination;
    use shakmaty::{ByColor, Color, KnownOutcome};

    /// A match of draws, but for one game that the first engine won if `is_decisive`.
    fn draws(engines: usize, is_decisive: bool) -> String {
        let names: Vec<String> = (0..engines).map(|engine| format!("e{engine}")).collect();
        let mut board = Scoreboard::new(names.clone());
        for number in 0..20 {
            let (one, other) = (number % engines, (number + 1) % engines);
            let outcome = if is_decisive && number == 0 {
                KnownOutcome::Decisive {
                    winner: Color::White,
                }
            } else {
                KnownOutcome::Draw
            };
            let sides = ByColor {
                white: names[one].clone(),
                black: names[other].clone(),
            };
            board
                .add(number, &sides, outcome, Termination::Normal)
                .unwrap();
        }
        Summary::new(&board, None).to_string()
    }

    /// The rows; the legend below them has signs too.
    fn table(text: &str) -> &str {
        text.split("Elo relative").next().unwrap()
    }

    #[test]
    fn summary_of_any_engines_fits_80_columns() {
        let long = "a very long name of an engine with its version";
        for engines in [2, 3, 8] {
            let names = (0..engines).map(|number| format!("{number} {long}"));
            let board = Scoreboard::new(names.collect());
            let text = Summary::new(&board, None).to_string();
            for line in text.lines() {
                let is_row = line.contains('#') || line.contains("points");
                assert!(!is_row || line.chars().count() <= 80, "{line}");
            }
            assert_eq!(text.contains("points against"), engines > 2, "{text}");
        }
    }

    #[test]
    fn summary_of_pairs_without_an_end_says_where_the_interval_begins() {
        let board = Scoreboard::new(["a", "b"].map(str::to_owned).to_vec());
        let duel = |pairs: [u64; 5]| {
            let pairs = statistics::Pentanomial(pairs);
            Duel {
                pentanomial: pairs.0,
                elo: None,
                error: None,
                los: pairs.los(),
                interval: pairs.elo_interval(),
                is_drawn: false,
                ..Duel::new(&board, None)
            }
        };
        for (pairs, expected) in [
            ([0, 0, 0, 0, 9], "which all ended alike;"),
            ([0, 0, 1, 0, 9], "begins at +3"),
            ([0, 1, 0, 1, 3], "begins at +"),
            ([9, 0, 1, 0, 0], "ends at -3"),
            ([1, 0, 0, 0, 1], "has no ends"),
        ] {
            let text = duel(pairs).to_string();
            assert!(text.contains(expected), "{text}");
            let says_alike = text.contains("all ended alike");
            let kinds = pairs.iter().filter(|&&count| count > 0).count();
            assert_eq!(says_alike, kinds == 1, "{text}");
        }
    }

    #[test]
    fn summary_of_equal_pairs_says_what_the_table_counts() {
        let names = ["a", "b"].map(str::to_owned);
        for winners in [[true, true], [true, false]] {
            let mut board = Scoreboard::new(names.to_vec());
            for (number, wins) in winners.into_iter().enumerate() {
                let [white, black] = [names[number].clone(), names[1 - number].clone()];
                // Whether the first engine wins, which has White in the first game.
                let winner = Color::from_white(wins == (number == 0));
                let sides = ByColor { white, black };
                let outcome = KnownOutcome::Decisive { winner };
                board
                    .add(number, &sides, outcome, Termination::Normal)
                    .unwrap();
            }
            let text = Summary::new(&board, None).to_string();
            assert!(table(&text).contains("+/-"), "{text}");
            assert!(
                text.contains("no Elo by game pairs, which all ended alike"),
                "{text}"
            );
        }
    }

    #[test]
    fn summary_without_decisive_games_claims_no_certainty() {
        for engines in [2, 3, 4] {
            let text = draws(engines, false);
            assert!(!table(&text).contains('+'), "{text}");
        }
        assert!(draws(2, false).contains("no Elo estimate: no game was won"));
        let text = draws(2, true);
        assert!(table(&text).contains('+'), "{text}");
        // Only those who took part in a decisive game have an estimate.
        let text = draws(4, true);
        assert_eq!(text.matches("+/-47").count(), 2, "{text}");
    }

    #[test]
    fn summary_shows_pentanomial_los_and_llr() {
        let names = ["new", "old"].map(str::to_owned);
        let mut board = Scoreboard::new(names.to_vec());
        for number in 0..80 {
            let [white, black] = [names[number % 2].clone(), names[1 - number % 2].clone()];
            let winner = Color::from_white(number % 2 == 0);
            let outcome = if number % 8 == 0 {
                KnownOutcome::Draw
            } else {
                KnownOutcome::Decisive { winner }
            };
            board
                .add(
                    number,
                    &ByColor { white, black },
                    outcome,
                    Termination::Normal,
                )
                .unwrap();
        }
        let text = Summary::new(&board, crate::parse_sprt("elo0=0,elo1=50").ok()).to_string();
        for line in [
            " faults    kn/s depth   Elo   error",
            "+/- is a 95 % interval",
            ", LOS 100.0 %\nPentanomial (0, 1/2, 1, 1 1/2, 2): [0, 0, 0, 10, 30]\n",
            " [-2.94, 2.94], H1 accepted\n",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}
