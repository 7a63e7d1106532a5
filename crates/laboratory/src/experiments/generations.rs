//! The generations against each other and against programs of known strength.

use std::collections::{BTreeMap, BTreeSet};

use chart::{Point, PointChart, Series};
use files::Job;
use play::Termination;
use statistics::Elo;

use super::depth::equal_openings;
use crate::contest::{Contest, Games, PairScore, Rival, TIME_MARGIN};
use crate::experiment::{DependsOn, Experiment};
use crate::ladder::{Anchor, CrossTable, Ladder};
use crate::page::{Plot, Section, Table};
use crate::plan::{Plan, Scale, Work};
use crate::words::{cell, elo, listed};

pub(crate) const GENERATIONS: Experiment = Experiment {
    name: "generations",
    title: "Generations",
    record: "about 1,400 for the program (F027, a figure without a text at hand); 2,250 (USCF) for the machine in 1983 \
             (F023).",
    reproducible: false,
    depends_on: DependsOn::Generations,
    programs: &[
        "/usr/games/fairymax",
        "/usr/games/phalanx",
        "/usr/games/gnuchess",
    ],
    plan,
    report,
};

/// An engine with its rating in its time, or on the ladder of today's programs.
struct Entrant {
    name: &'static str,
    /// Specification without limits.
    spec: &'static str,
    is_program: bool,
    rating: Option<f64>,
}

/// Ladder: a round robin of Debian's programs at 5+0.05, with glaurung at its CCRL rating of 2793.
const ENTRANTS: &[Entrant] = &[
    Entrant {
        name: "1972",
        spec: "belle,generation=1972,pace=machine",
        is_program: false,
        rating: Some(1400.0),
    },
    Entrant {
        name: "1976",
        spec: "belle,generation=1976,pace=machine",
        is_program: false,
        rating: None,
    },
    Entrant {
        name: "1978",
        spec: "belle,generation=1978,pace=machine",
        is_program: false,
        rating: None,
    },
    Entrant {
        name: "1980",
        spec: "belle,pace=machine",
        is_program: false,
        rating: None,
    },
    Entrant {
        name: "1983",
        spec: "belle,generation=1983,pace=machine",
        is_program: false,
        rating: Some(2250.0),
    },
    Entrant {
        name: "fairymax",
        spec: "cmd=/usr/games/fairymax,proto=xboard",
        is_program: true,
        rating: Some(2233.0),
    },
    Entrant {
        name: "phalanx",
        spec: "cmd=/usr/games/phalanx -b- -l- -t16384,proto=xboard",
        is_program: true,
        rating: Some(2533.0),
    },
    Entrant {
        name: "gnuchess",
        spec: "cmd=/usr/games/gnuchess --uci,option.OwnBook=false",
        is_program: true,
        rating: Some(2575.0),
    },
];
/// The generations among each other and against programs, by their places in [`ENTRANTS`]; the cheap
/// pairs first.
const PAIRS: &[(usize, usize)] = &[
    (0, 1),
    (0, 2),
    (1, 2),
    (0, 5),
    (1, 5),
    (2, 5),
    (0, 6),
    (1, 6),
    (2, 6),
    (0, 7),
    (1, 7),
    (2, 7),
    (0, 3),
    (1, 3),
    (2, 3),
    (2, 4),
    (3, 4),
    (4, 5),
    (3, 5),
    (3, 6),
    (3, 7),
    (0, 4),
    (1, 4),
];
/// Control of the programs, that of the ladder.
const CONTROL: &str = "5+0.05";
/// Machine seconds a move at full scale.
const FULL_SECONDS: u32 = 180;
/// Machine seconds a move at the quick scale.
const QUICK_SECONDS: u32 = 2;
const QUICK_OPENINGS: usize = 4;

fn names() -> Vec<String> {
    ENTRANTS
        .iter()
        .map(|entrant| entrant.name.to_owned())
        .collect()
}

fn plan(scale: Scale) -> anyhow::Result<Plan> {
    let seconds = scale.pick(FULL_SECONDS, QUICK_SECONDS);
    let mut openings = equal_openings();
    openings.truncate(scale.pick(usize::MAX, QUICK_OPENINGS));
    let rival = |entrant: &Entrant| {
        let limit = if entrant.is_program {
            format!("tc={CONTROL}")
        } else {
            format!("movetime={seconds}")
        };
        Rival {
            name: entrant.name.to_owned(),
            spec: format!("{},{limit}", entrant.spec),
        }
    };
    // The quick scale needs no other program.
    let takes_part = |entrant: &Entrant| scale.pick(true, !entrant.is_program);
    // Programs always stand second in a pair.
    let is_played = |&(_, other): &(usize, usize)| takes_part(&ENTRANTS[other]);
    let contest = Contest {
        rivals: ENTRANTS
            .iter()
            .filter(|entrant| takes_part(entrant))
            .map(rival)
            .collect(),
        openings,
        pairs: PAIRS.iter().copied().filter(is_played).collect(),
        reproducible: false,
        settings: String::new(),
    };
    let games = contest.games_of_a_pair();
    // In nodes: the machine searches hundreds of times more than the programs of 1972 and 1976.
    let weight = |&(one, other): &(usize, usize)| -> u64 {
        [one, other]
            .iter()
            .map(|&entrant| [1, 1, 30, 1_000, 700, 100, 100, 100][entrant])
            .sum()
    };
    let programs = scale.pick(
        format!(
            "; programs at {CONTROL} s ({} s margin), of which 1983 met fairymax only; runs differ",
            TIME_MARGIN.as_secs()
        ),
        String::new(),
    );
    Ok(Plan {
        conditions: format!(
            "At most {seconds} machine seconds a move, {games} games a pair{programs}."
        ),
        weights: contest.weights(weight),
        work: Work::Games(contest),
    })
}

fn report(results: &Job) -> anyhow::Result<Section> {
    let games = Games::read(results, names())?;
    let players = games.met();
    let ladder = Ladder::of(&games, &players);
    let anchors = anchors(&players);
    let rated = ladder.rated(&anchors);
    let cross = CrossTable {
        games: &games,
        players: &players,
    };
    let sentences = [
        improvements(&ladder, &players),
        zero(&rated, &anchors),
        repeated(&games),
        failures(&games, results, &players, &rated)?,
        games.added_draws(&ladder.ratings).to_owned(),
    ];
    Ok(Section {
        tables: vec![
            rating_table(&players, &rated),
            cross.table("points", PairScore::to_string),
        ],
        plots: vec![plot(&players, &rated, &anchors)],
        verdict: sentences.concat(),
        ..Section::default()
    })
}

fn rating_table(players: &[usize], rated: &[Elo]) -> Table {
    let mut table = Table::new("ratings", &["", "rating", "in its time", "ladder"]);
    for (&player, &rating) in players.iter().zip(rated) {
        let entrant = &ENTRANTS[player];
        let (in_its_time, on_the_ladder) = if entrant.is_program {
            (None, entrant.rating)
        } else {
            (entrant.rating, None)
        };
        table.row([
            entrant.name.to_owned(),
            elo(rating),
            cell(in_its_time, 0),
            cell(on_the_ladder, 0),
        ]);
    }
    table
}

fn plot(players: &[usize], rated: &[Elo], anchors: &[Anchor]) -> Plot {
    let (mut labels, mut here, mut record) = (Vec::new(), Vec::new(), Vec::new());
    for (place, (&player, rating)) in players.iter().zip(rated).enumerate() {
        let entrant = &ENTRANTS[player];
        labels.push(entrant.name.to_owned());
        here.push(Point::new(place, rating.difference, rating.error));
        // Without games against programs ours have another zero than the record's.
        if !anchors.is_empty()
            && let Some(known) = entrant.rating
        {
            record.push(Point::new(place, known, 0.0));
        }
    }
    let series = |name: &str, points| Series {
        name: name.to_owned(),
        points,
    };
    Plot {
        name: "ladder",
        chart: PointChart {
            title: "Ratings of the generations".to_owned(),
            x: "year, or program".to_owned(),
            y: "rating".to_owned(),
            labels,
            series: vec![
                series("here", here),
                series("in its time, or ladder", record),
            ],
            is_joined: false,
        },
    }
}

/// A sentence on the generations that are better than the one before.
fn improvements(ladder: &Ladder, players: &[usize]) -> String {
    let mut better = Vec::new();
    for gain in ladder.gains() {
        if !ENTRANTS[players[gain.at]].is_program && gain.value > gain.error {
            better.push(ladder.names[gain.at].clone());
        }
    }
    format!(
        "Better than the one before, beyond the error: {}. ",
        listed(&better)
    )
}

/// Sentences on where the ratings count from.
fn zero(rated: &[Elo], anchors: &[Anchor]) -> String {
    if anchors.is_empty() {
        return "Without games against programs the ratings count from their mean.".to_owned();
    }
    let (mut least, mut most) = (0.0f64, 0.0f64);
    for anchor in anchors {
        let apart = anchor.rating - rated[anchor.at].difference;
        least = least.min(apart);
        most = most.max(apart);
    }
    format!(
        "Ratings are on a ladder of Debian's programs (5+0.05, glaurung at 2793). Those of their time are of \
         other lists (1983: USCF), so no agreement is claimed. The ladder's errors are left out: set by one of \
         its programs alone, all ratings would be up to {most:.0} points higher or {:.0} lower.",
        -least
    )
}

/// The programs whose ratings are known.
fn anchors(players: &[usize]) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    for (at, &player) in players.iter().enumerate() {
        let entrant = &ENTRANTS[player];
        if entrant.is_program
            && let Some(rating) = entrant.rating
        {
            anchors.push(Anchor { at, rating });
        }
    }
    anchors
}

/// A sentence on the games that repeat the moves of another, if there are any.
fn repeated(games: &Games) -> String {
    let different: BTreeSet<&str> = games.lines.iter().map(|game| game.moves.as_str()).collect();
    match games.lines.len() - different.len() {
        0 => String::new(),
        count => format!(" {count} games repeat another's moves, so the errors are too small."),
    }
}

/// Sentences on the games that programs lost by a failure, and what they change; none without such
/// games.
fn failures(
    games: &Games,
    results: &Job,
    players: &[usize],
    rated: &[Elo],
) -> anyhow::Result<String> {
    let mut counts = BTreeMap::new();
    for game in &games.lines {
        let is_fault = game.termination.parse().is_ok_and(Termination::is_fault);
        let (loser, winner) = match &game.result[..] {
            "1-0" => (&game.black, &game.white),
            "0-1" => (&game.white, &game.black),
            _ => continue,
        };
        if is_fault {
            *counts.entry((loser, winner)).or_insert(0) += 1;
        }
    }
    if counts.is_empty() {
        return Ok(String::new());
    }
    let others = Games::read_those(results, names(), |termination| !termination.is_fault())?;
    let without = Ladder::of(&others, players).rated(&anchors(players));
    let mut most: f64 = 0.0;
    for (with, without) in rated.iter().zip(&without) {
        most = most.max((with.difference - without.difference).abs());
    }
    let mut failures = Vec::new();
    for ((loser, winner), count) in counts {
        failures.push(format!("{count} by {loser} against {winner}"));
    }
    Ok(format!(
        " Games lost by a failure: {}; without them ratings change by at most {most:.0} points.",
        listed(&failures)
    ))
}
