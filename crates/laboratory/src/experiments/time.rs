//! Strength by machine time.

use files::Job;

use super::depth::varied_openings;
use crate::contest::{Contest, Games, Rival};
use crate::experiment::{DependsOn, Experiment};
use crate::ladder::Ladder;
use crate::page::{Plot, Section, Table};
use crate::plan::{Plan, Scale, Work};
use crate::run::is_quick;
use crate::words::points;

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

/// Machine seconds a move at full scale.
const FULL: &[f64] = &[0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// Machine seconds a move at the quick scale.
const QUICK: &[f64] = &[0.03125, 0.0625, 0.125, 0.25];
/// Openings of a pair at full scale.
const FULL_OPENINGS: usize = 50;
/// Openings of a pair at the quick scale.
const QUICK_OPENINGS: usize = 15;
/// Doublings between the two players of a pair, at most.
const DOUBLINGS: usize = 2;
/// Units of a game's weight in a machine second a move: the least time of all is one unit.
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
        weights: contest.weights(weight),
        work: Work::Games(contest),
    })
}

fn report(results: &Job) -> anyhow::Result<Section> {
    let seconds = if is_quick(results) { QUICK } else { FULL };
    let names = seconds.iter().map(|time| format!("{time} s")).collect();
    let games = Games::read(results, names)?;
    let players = games.met();
    let ladder = Ladder::of(&games, &players);
    let chart = ladder.gain_chart(
        "Elo gained by twice the time",
        "machine seconds a move",
        "Elo above half the time",
    );
    let trend = ladder.trend("with each doubling", "Too few doublings for a slope.");
    Ok(Section {
        figures: ladder.figures(),
        tables: vec![doublings(&games, &players, &ladder)],
        plots: vec![Plot {
            name: "gain",
            chart,
        }],
        verdict: trend + games.added_draws(&ladder.ratings),
    })
}

/// All points of each player, and its gain over the one before.
fn doublings(games: &Games, players: &[usize], ladder: &Ladder) -> Table {
    let mut table = Table::hidden("doublings", &["seconds", "points", "gain"]);
    let all = games.board.pairwise();
    let mut gains = vec!["-".to_owned()];
    for gain in ladder.gains() {
        gains.push(format!("{:.0}±{:.0}", gain.value, gain.error));
    }
    for (&player, gain) in players.iter().zip(gains) {
        let own = all[player].iter().sum();
        table.row([games.names[player].clone(), points(own), gain]);
    }
    table
}
