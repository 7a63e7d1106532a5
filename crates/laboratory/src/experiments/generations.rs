//! The generations against each other and against programs of known strength.

use std::collections::{BTreeMap, BTreeSet};

use play::Termination;
use statistics::{Elo, Ratings};

use super::depth::equal_openings;
use crate::contest::{Contest, Games, Rival, TIME_MARGIN};
use crate::experiment::{DependsOn, Experiment};
use crate::page::{Section, Table};
use crate::plan::{Plan, Scale, Work};
use crate::plot::{Plot, Point, Series};
use crate::results::Results;
use crate::words::{listed, points};

pub(crate) const GENERATIONS: Experiment = Experiment {
    name: "generations",
    title: "Generations",
    record: "about 1,400 for the program (a figure without a text at hand); 2,250 (USCF) for the machine in 1983 \
             (Wikipedia).",
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
/// The generations among each other and against programs; the cheap pairs first.
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
const FULL_SECONDS: u32 = 180;
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
        weights: contest
            .pairs
            .iter()
            .flat_map(|pair| vec![weight(pair); games])
            .collect(),
        work: Work::Games(contest),
    })
}

fn report(results: &Results) -> anyhow::Result<Section> {
    let games = Games::read(results, names())?;
    let all = games.board.pairwise();
    let met: Vec<usize> = (0..ENTRANTS.len())
        .filter(|&one| (0..all.len()).any(|b| all[one][b] + all[b][one] > 0.0))
        .collect();
    let mut cross = Table::new("cross", &["points"]);
    cross
        .head
        .extend(met.iter().map(|&one| games.names[one].clone()));
    for &one in &met {
        let cell = |&other: &usize| match games.score(one, other) {
            (_, 0) => "-".to_owned(),
            (score, played) => format!("{}/{played}", points(score)),
        };
        cross.row(
            [games.names[one].clone()]
                .into_iter()
                .chain(met.iter().map(cell)),
        );
    }
    let (anchors, known) = anchors(&met);
    let fitted = games.fit(&met);
    let ratings = ladder(&fitted, &anchors, &known);
    let mut table = Table::new("ratings", &["", "rating", "in its time", "ladder"]);
    let (mut labels, mut ours, mut record) = (Vec::new(), Vec::new(), Vec::new());
    for (place, &number) in met.iter().enumerate() {
        let entrant = &ENTRANTS[number];
        let Elo {
            difference: elo,
            error,
        } = ratings[place];
        labels.push(entrant.name.to_owned());
        ours.push(Point::new(place, elo, error));
        // Without games against programs ours have another zero than the record's.
        let rating = entrant.rating.filter(|_| !anchors.is_empty());
        record.extend(rating.map(|value| Point::new(place, value, 0.0)));
        let known = |is_program: bool| {
            let rating = entrant.rating.filter(|_| entrant.is_program == is_program);
            rating.map_or_else(|| "-".to_owned(), |rating| format!("{rating:.0}"))
        };
        table.row([
            entrant.name.to_owned(),
            format!("{elo:.0}±{error:.0}"),
            known(false),
            known(true),
        ]);
    }
    let is_better = |&place: &usize| {
        let gain = fitted.difference(place, place - 1);
        !ENTRANTS[met[place]].is_program && gain.difference > gain.error
    };
    let better: Vec<String> = (1..met.len())
        .filter(is_better)
        .map(|place| games.names[met[place]].clone())
        .collect();
    let verdict = format!(
        "Better than the one before, beyond the error: {}. {}{}{}",
        listed(&better),
        if anchors.is_empty() {
            "Without games against programs the ratings count from their mean.".to_owned()
        } else {
            let apart: Vec<f64> = anchors
                .iter()
                .zip(&known)
                .map(|(&place, rating)| rating - ratings[place].difference)
                .collect();
            let [least, most] =
                [f64::min, f64::max].map(|pick| apart.iter().copied().fold(0.0, pick));
            format!(
                "Ratings are on a ladder of Debian's programs (5+0.05, glaurung at 2793). Those of their time are of \
                 other lists (1983: USCF), so no agreement is claimed. The ladder's errors are left out: set by one of \
                 its programs alone, all ratings would be up to {most:.0} points higher or {:.0} lower.",
                -least
            )
        },
        repeated(&games)
            + &failures(&games, results, &ratings, |games| ladder(
                &games.fit(&met),
                &anchors,
                &known
            ))?,
        games.added_draws(&fitted)
    );
    let plot = Plot {
        name: "ladder".to_owned(),
        title: "Ratings of the generations".to_owned(),
        x: "year, or program".to_owned(),
        y: "rating".to_owned(),
        labels,
        series: vec![
            Series {
                name: "here".to_owned(),
                points: ours,
            },
            Series {
                name: "in its time, or ladder".to_owned(),
                points: record,
            },
        ],
        is_joined: false,
    };
    Ok(Section {
        tables: vec![table, cross],
        plots: vec![plot],
        verdict,
        ..Section::default()
    })
}

/// The programs whose ratings are known, by their places, and their ratings: they set the zero.
fn anchors(met: &[usize]) -> (Vec<usize>, Vec<f64>) {
    let programs = met
        .iter()
        .enumerate()
        .filter(|(_, entrant)| ENTRANTS[**entrant].is_program);
    programs
        .filter_map(|(place, &entrant)| Some((place, ENTRANTS[entrant].rating?)))
        .unzip()
}

/// Ratings above that zero, or above the mean of all without programs.
fn ladder(fitted: &Ratings, anchors: &[usize], known: &[f64]) -> Vec<Elo> {
    let rating = |place: usize| match known.len() {
        0 => Elo {
            difference: fitted.ratings[place].elo,
            error: fitted.ratings[place].error,
        },
        count => {
            let above = fitted.above(place, anchors);
            Elo {
                difference: above.difference + known.iter().sum::<f64>() / count as f64,
                ..above
            }
        }
    };
    (0..fitted.ratings.len()).map(rating).collect()
}

/// A sentence on the games that repeat the moves of another, if there are any.
fn repeated(games: &Games) -> String {
    let different: BTreeSet<&str> = games.lines.iter().map(|game| game.moves.as_str()).collect();
    match games.lines.len() - different.len() {
        0 => String::new(),
        count => format!(" {count} games repeat another's moves, so the errors are too small."),
    }
}

/// Sentences on the games that programs lost by a failure, and what they change; none without such games.
fn failures(
    games: &Games,
    results: &Results,
    ratings: &[Elo],
    rate: impl Fn(&Games) -> Vec<Elo>,
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
    let without = rate(&Games::read_those(results, names(), |termination| {
        !termination.is_fault()
    })?);
    let change = |(with, without): (&Elo, &Elo)| (with.difference - without.difference).abs();
    let most = ratings.iter().zip(&without).map(change).fold(0.0, f64::max);
    let each = |((loser, winner), count): (&(&String, &String), &i32)| {
        format!("{count} by {loser} against {winner}")
    };
    Ok(format!(
        " Games lost by a failure: {}; without them ratings change by at most {most:.0} points.",
        listed(&counts.iter().map(each).collect::<Vec<_>>())
    ))
}
