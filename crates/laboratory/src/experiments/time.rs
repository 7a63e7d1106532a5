//! Strength by machine time.

use statistics::slope_of_gains;

use super::depth::varied_openings;
use crate::contest::{Contest, Games, Rival};
use crate::experiment::{DependsOn, Experiment};
use crate::page::{Figure, Section, Table};
use crate::plan::{Plan, Scale, Work};
use crate::plot::{Plot, Point, Series};
use crate::results::Results;
use crate::words::{elo, points, trend};

pub(crate) const TIME: Experiment = Experiment {
    name: "time",
    title: "Time",
    record: "none by time; Thompson's plies 8 and 9 gained 177 and 120 points.",
    reproducible: true,
    depends_on: DependsOn::Time,
    programs: &[],
    plan,
    report,
};

const FULL: &[f64] = &[0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
const QUICK: &[f64] = &[0.03125, 0.0625, 0.125, 0.25];
/// Openings of a pair.
const FULL_OPENINGS: usize = 50;
const QUICK_OPENINGS: usize = 15;
/// Doublings between the two players of a pair, at most.
const DOUBLINGS: usize = 2;
/// Weight of a game between the fastest.
const UNITS_A_SECOND: f64 = 32.0;

fn plan(scale: Scale) -> anyhow::Result<Plan> {
    let seconds = scale.pick(FULL, QUICK);
    let mut openings = varied_openings()?;
    openings.truncate(scale.pick(FULL_OPENINGS, QUICK_OPENINGS));
    let rival = |time: &f64| Rival {
        name: format!("{time} s"),
        spec: format!("belle,pace=machine,movetime={time}"),
    };
    let pairs = (1..seconds.len())
        .flat_map(|slow| (slow.saturating_sub(DOUBLINGS)..slow).map(move |one| (one, slow)))
        .collect();
    let rivals = seconds.iter().map(rival).collect();
    let contest = Contest {
        rivals,
        openings,
        pairs,
        reproducible: true,
        settings: String::new(),
    };
    let games = contest.games_of_a_pair();
    let weight = |&(one, other): &(usize, usize)| {
        ((seconds[one] + seconds[other]) * UNITS_A_SECOND).ceil() as u64
    };
    Ok(Plan {
        conditions: format!(
            "{} to {} machine seconds a move, {games} games a pair.",
            seconds[0],
            seconds[seconds.len() - 1]
        ),
        weights: contest
            .pairs
            .iter()
            .flat_map(|pair| vec![weight(pair); games])
            .collect(),
        work: Work::Games(contest),
    })
}

fn report(results: &Results) -> anyhow::Result<Section> {
    let seconds = if results.header.quick { QUICK } else { FULL };
    let games = Games::read(
        results,
        seconds.iter().map(|time| format!("{time} s")).collect(),
    )?;
    let all = games.board.pairwise();
    let met = seconds.len()
        - all
            .iter()
            .rev()
            .take_while(|row| row.iter().sum::<f64>() == 0.0)
            .count();
    let fitted = games.fit(&(0..met).collect::<Vec<_>>());
    let mut table = Table::hidden("doublings", &["seconds", "points", "gain"]);
    let (mut figures, mut gains) = (Vec::new(), Vec::new());
    for (place, own) in all[..met].iter().enumerate() {
        let gain = place
            .checked_sub(1)
            .map(|before| fitted.difference(place, before));
        let shown = match gain {
            Some(gain) => elo(gain),
            None => "-".to_owned(),
        };
        table.row([games.names[place].clone(), points(own.iter().sum()), shown]);
        if let Some(gain) = gain {
            gains.push((place as f64, gain.difference, gain.error));
            let name = format!(
                "Elo, {} over {}",
                games.names[place],
                games.names[place - 1]
            );
            let (ours, error) = (gain.difference, Some(gain.error));
            figures.push(Figure {
                name,
                ours,
                error,
                record: None,
                record_error: None,
                digits: 0,
            });
        }
    }
    let point =
        |&(place, value, error): &(f64, f64, f64)| Point::new(place as usize - 1, value, error);
    let plot = Plot {
        name: "gain".to_owned(),
        title: "Elo gained by twice the time".to_owned(),
        x: "machine seconds a move".to_owned(),
        y: "Elo above half the time".to_owned(),
        labels: games.names[1..met.max(1)].to_vec(),
        series: vec![Series {
            name: "here".to_owned(),
            points: gains.iter().map(point).collect(),
        }],
        is_joined: true,
    };
    let trend = match slope_of_gains(&fitted) {
        Some(slope) => trend("The gain", slope, "with each doubling"),
        None => "Too few doublings for a slope.".to_owned(),
    };
    let verdict = trend + games.added_draws(&fitted);
    Ok(Section {
        figures,
        tables: vec![table],
        plots: vec![plot],
        verdict,
    })
}
