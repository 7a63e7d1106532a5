//! Test suites at machine time.

use std::time::Duration;

use anyhow::ensure;
use files::Job;
use play::{Control, Limits, Player as _};
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use statistics::share;
use tournament::{parse_suite, solve};

use crate::experiment::{DependsOn, Experiment};
use crate::page::{Figure, Section, Table};
use crate::plan::{Plan, Scale, Trials, Work};
use crate::positions::BRATKO_KOPEC;
use crate::run::is_quick;
use crate::words::listed;

pub(crate) const PROBLEMS: Experiment = Experiment {
    name: "problems",
    title: "Bratko-Kopec and Win at Chess",
    record: "18 of the 24 Bratko-Kopec positions solved (F028, a figure without a text at hand, as is its time).",
    reproducible: true,
    depends_on: DependsOn::Time,
    programs: &[],
    plan,
    report,
};

struct Suite {
    name: &'static str,
    text: &'static str,
    /// Machine seconds a position at full scale.
    full: f64,
    /// Machine seconds a position at the quick scale.
    quick: f64,
    /// Positions solved, as the record has it.
    record: Option<f64>,
}

const SUITES: [Suite; 2] = [
    Suite {
        name: "Bratko-Kopec",
        text: BRATKO_KOPEC,
        full: 180.0,
        quick: 30.0,
        record: Some(18.0),
    },
    Suite {
        name: "Win at Chess",
        text: include_str!("../../../../suites/win-at-chess.epd"),
        full: 60.0,
        quick: 5.0,
        record: None,
    },
];

#[derive(Debug, Serialize, Deserialize)]
struct Solved {
    suite: String,
    id: String,
    solved: bool,
    nodes: u64,
    /// Machine seconds of the search.
    seconds: f64,
    /// Machine seconds to the solution.
    solution: Option<f64>,
}

fn plan(scale: Scale) -> anyhow::Result<Plan> {
    let mut tasks = Vec::new();
    for suite in &SUITES {
        let (problems, malformed) = parse_suite(suite.text.as_bytes(), suite.name)?;
        ensure!(malformed.is_empty(), "{}", malformed.join("\n"));
        let seconds = scale.pick(suite.full, suite.quick);
        tasks.extend(
            problems
                .into_iter()
                .map(|problem| (suite.name, seconds, problem)),
        );
    }
    let [first, second] = SUITES.map(|suite| scale.pick(suite.full, suite.quick));
    let settings = format!(
        "problems {first} {} {second} {}",
        SUITES[0].text, SUITES[1].text
    );
    let weights = tasks
        .iter()
        .map(|(_, seconds, _)| *seconds as u64)
        .collect();
    let measure = move |task: usize, abort: &Control| {
        let (suite, seconds, problem) = &tasks[task];
        let mut belle = belle_player::Belle::new();
        belle.set_option("Pace", "machine")?;
        let limits = Limits::move_time(Duration::from_secs_f64(*seconds));
        let found = solve(&mut belle, problem, &limits, abort);
        if abort.stopped() {
            return Ok(None);
        }
        let solved = Solved {
            suite: (*suite).to_owned(),
            id: problem.id.clone(),
            solved: found.solved,
            nodes: found.end.nodes,
            seconds: found.end.machine_seconds.unwrap_or_default(),
            solution: found.solution.and_then(|moment| moment.machine_seconds),
        };
        Ok(Some(to_raw_value(&solved)?))
    };
    Ok(Plan {
        conditions: format!(
            "{first} and {second} machine seconds a position. Searches repeat exactly; Bratko-Kopec sets the clock."
        ),
        weights,
        work: Work::Trials(Trials {
            settings,
            measure: Box::new(measure),
        }),
    })
}

fn report(results: &Job) -> anyhow::Result<Section> {
    let all: Vec<Solved> = results
        .records()
        .map(|record| Ok(record?.1))
        .collect::<anyhow::Result<_>>()?;
    let mut table = Table::hidden(
        "positions",
        &[
            "suite", "position", "solved", "nodes", "seconds", "solution",
        ],
    );
    for one in &all {
        table.row([
            one.suite.clone(),
            one.id.clone(),
            one.solved.to_string(),
            one.nodes.to_string(),
            format!("{:.3}", one.seconds),
            match one.solution {
                Some(seconds) => format!("{seconds:.3}"),
                None => String::new(),
            },
        ]);
    }
    let (mut figures, mut sentences) = (Vec::new(), Vec::new());
    for suite in &SUITES {
        let own: Vec<&Solved> = all.iter().filter(|one| one.suite == suite.name).collect();
        if own.is_empty() {
            continue;
        }
        let solved = own.iter().filter(|one| one.solved).count();
        let interval = share(solved as f64, own.len());
        figures.push(Figure {
            name: format!("{}, solved of {}", suite.name, own.len()),
            ours: solved as f64,
            error: Some((interval.high - interval.low) / 2.0 * own.len() as f64),
            // At the quick scale the times are not those of the record.
            record: if is_quick(results) {
                None
            } else {
                suite.record
            },
            record_error: None,
            digits: 0,
        });
        if let Some(agrees) = figures.last().and_then(Figure::agrees) {
            let verb = if agrees { "agree" } else { "do not agree" };
            sentences.push(format!(
                "Ours and the record {verb} within the error, that of other positions of the kind."
            ));
        }
        let nodes: u64 = own.iter().map(|one| one.nodes).sum();
        let mut seconds = 0.0;
        for one in &own {
            seconds += one.seconds;
        }
        if seconds > 0.0 {
            sentences.push(format!(
                "{}: {:.0} nodes a machine second.",
                suite.name,
                nodes as f64 / seconds
            ));
        }
        let missed: Vec<String> = own
            .iter()
            .filter(|one| !one.solved)
            .map(|one| one.id.clone())
            .collect();
        if missed.len() <= LISTED {
            sentences.push(format!("Not solved: {}.", listed(&missed)));
        }
    }
    Ok(Section {
        figures,
        tables: vec![table],
        verdict: sentences.join(" "),
        ..Section::default()
    })
}

/// Unsolved positions that are named, at most.
const LISTED: usize = 12;
