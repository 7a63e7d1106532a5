//! The results of a match as tables.

use std::fmt::Write as _;

use serde::Serialize;
use shakmaty::ByColor;
use tournament::{Rating, Sprt, Standings, Verdict, fit};

/// All that is said at the end.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    games: usize,
    engines: Vec<Line>,
    /// Of a match of two, from the first's side.
    duel: Option<Duel>,
    /// `row` scored so much against `column`.
    crosstable: Vec<Vec<f64>>,
    /// A drawn game was added to each pair, because somebody has all points or none.
    drawn_games_added: bool,
}

#[derive(Debug, Serialize)]
struct Line {
    name: String,
    points: f64,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games lost by crashes, hangs, time and illegal moves.
    faults: u32,
    elo: f64,
    error: f64,
}

#[derive(Debug, Serialize)]
struct Duel {
    /// Pairs of games that brought 0, 1/2, 1, 3/2 and 2 points.
    pentanomial: [u64; 5],
    /// Missing as long as all pairs are alike, or where the error has no bound.
    elo: Option<f64>,
    error: Option<f64>,
    superiority: Option<f64>,
    sprt: Option<Test>,
}

#[derive(Debug, Serialize)]
struct Test {
    ratio: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl Summary {
    /// Of these results; `faults` are counted by engine.
    pub(crate) fn new(
        names: &[String],
        standings: &Standings,
        faults: &[u32],
        sprt: Option<Sprt>,
    ) -> Summary {
        let points = standings.pairwise();
        let (ratings, drawn_games_added) = fit(&points);
        let line = |(one, Rating { elo, error }): (usize, Rating)| {
            let [wins, draws, losses] = standings.wins_draws_losses(one, None);
            let points = standings.points(one);
            Line { name: names[one].clone(), points, wins, draws, losses, faults: faults[one], elo, error }
        };
        let duel = (names.len() == 2).then(|| Duel::new(standings, sprt));
        Summary {
            games: standings.games(),
            engines: ratings.into_iter().enumerate().map(line).collect(),
            duel,
            crosstable: points,
            drawn_games_added,
        }
    }

    /// As text for people.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let width = self.engines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(6);
        let mut order: Vec<usize> = (0..self.engines.len()).collect();
        order.sort_by(|&a, &b| self.engines[b].elo.total_cmp(&self.engines[a].elo));
        let _ = write!(
            text,
            "    {:width$} {:>7} {:>5} {:>5} {:>5} {:>6} {:>6} {:>7}",
            "engine", "points", "won", "drawn", "lost", "faults", "Elo", "error"
        );
        text.extend((1..=order.len()).map(|place| format!(" {:>7}", format!("#{place}"))));
        text.push('\n');
        for (place, &one) in order.iter().enumerate() {
            let line = &self.engines[one];
            let _ = write!(
                text,
                "{:>3} {:width$} {:>7.1} {:>5} {:>5} {:>5} {:>6} {:>+6.0} {:>7}",
                format!("#{}", place + 1),
                line.name,
                line.points,
                line.wins,
                line.draws,
                line.losses,
                line.faults,
                line.elo,
                format!("+-{:.0}", line.error),
            );
            for &other in &order {
                let cell =
                    if other == one { "-".to_owned() } else { format!("{:.1}", self.crosstable[one][other]) };
                let _ = write!(text, " {cell:>7}");
            }
            text.push('\n');
        }
        text.push_str("Elo about the average of all; errors hold in 95 of 100 cases");
        if self.drawn_games_added && self.games > 0 {
            text.push_str("; a drawn game was added to each pair, as somebody has all points or none");
        }
        text.push('\n');
        if let Some(duel) = &self.duel {
            text.push_str(&duel.text(&self.engines));
        }
        text
    }
}

impl Duel {
    fn new(standings: &Standings, sprt: Option<Sprt>) -> Duel {
        let counted = standings.pairs(0, 1);
        let elo = counted.elo().filter(|elo| elo.difference.is_finite() && elo.error.is_finite());
        let test = |sprt: Sprt| {
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(&counted) {
                Verdict::Open => "open",
                Verdict::Lower => "elo0",
                Verdict::Upper => "elo1",
            };
            Test { ratio: sprt.ratio(&counted), lower, upper, verdict }
        };
        Duel {
            pentanomial: counted.0,
            elo: elo.map(|elo| elo.difference),
            error: elo.map(|elo| elo.error),
            superiority: counted.superiority(),
            sprt: sprt.map(test),
        }
    }

    fn text(&self, engines: &[Line]) -> String {
        let mut text = format!("\n{} against {}: ", engines[0].name, engines[1].name);
        match (self.elo, self.error, self.superiority) {
            (Some(elo), Some(error), Some(superiority)) => {
                let _ =
                    write!(text, "Elo {elo:+.1} +- {error:.1}, superior with {:.1} %", superiority * 100.0);
            }
            _ => text.push_str("no Elo difference can be given yet"),
        }
        let _ = writeln!(text, "; pairs with 0 to 2 points: {:?}", self.pentanomial);
        if let Some(test) = &self.sprt {
            let _ = writeln!(
                text,
                "SPRT: ratio {:.2} of {:.2} to {:.2}: {}",
                test.ratio,
                test.lower,
                test.upper,
                match test.verdict {
                    "open" => "not decided",
                    verdict => verdict,
                }
            );
        }
        text
    }
}

/// One game that ended, on a line.
pub(crate) fn game_line(
    done: usize,
    all: usize,
    names: &ByColor<String>,
    result: &str,
    reason: &str,
    moves: usize,
) -> String {
    format!("{done:>4}/{all}  {} - {}  {result}  {reason} ({moves} moves)", names.white, names.black)
}
