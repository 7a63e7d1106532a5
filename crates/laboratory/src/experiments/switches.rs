//! The machine with one of its techniques switched off: by another microprogram, another memory or another rule at
//! the root.

use play::{Control, Limits, Player};
use reference::{Bitboards, Position, QuietNodes, Searcher};
use roms::value::INFINITY;
use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use statistics::ratio;

use super::depth::varied_openings;
use crate::contest::{Contest, Games, Rival};
use crate::experiment::{DependsOn, Experiment};
use crate::page::{Section, Table};
use crate::plan::{Plan, Scale, Trials, Work};
use crate::plot::{Plot, Point, Series};
use crate::positions::{BRATKO_KOPEC, PHASES, phase, positions};
use crate::results::Results;
use crate::switched::{SWITCHED, Switch};
use crate::words::{cell, listed, with_error};

pub(crate) const SWITCHES: Experiment = Experiment {
    name: "switches",
    title: "Savings of each technique",
    record: "null windows made Belle 1.5 times faster; a first fail-high is believed; the lazy value often suffices; \
             getting out of check costs no ply (CPW, Belle).",
    reproducible: true,
    depends_on: DependsOn::Time,
    programs: &[],
    plan: plan_nodes,
    report: report_nodes,
};

pub(crate) const SWITCHES_ELO: Experiment = Experiment {
    name: "switches-elo",
    title: "Elo of each technique",
    record: "none in points.",
    reproducible: true,
    depends_on: DependsOn::Time,
    programs: &[],
    plan: plan_games,
    report: report_games,
};

const STANDARD: &str = "belle";
const FULL_DEPTH: u32 = 7;
const QUICK_DEPTH: u32 = 5;
/// Depth at which the shares of lazy values are counted, on the fast board of the reference search.
const LAZY_DEPTH: u8 = 6;

#[derive(Debug, Serialize, Deserialize)]
struct Cost {
    switch: String,
    position: String,
    nodes: u64,
    cycles: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Evaluations {
    position: String,
    phase: usize,
    lazy: u64,
    full: u64,
}

fn plan_nodes(scale: Scale) -> anyhow::Result<Plan> {
    let depth = scale.pick(FULL_DEPTH, QUICK_DEPTH);
    let suite = positions(BRATKO_KOPEC);
    let count = suite.len();
    let settings = format!("switches depth {depth} lazy {LAZY_DEPTH} {SWITCHED:?} {BRATKO_KOPEC}");
    let measure = move |task: usize, abort: &Control| {
        let (subject, number) = (task / count, task % count);
        let epd = &suite[number];
        let position = epd.id().unwrap_or_default().to_owned();
        if subject > SWITCHED.len() {
            let QuietNodes { lazy, full } = evaluations(epd.game.position());
            let phase = phase(epd.game.position());
            return Ok(Some(serde_json::to_string(&Evaluations {
                position,
                phase,
                lazy,
                full,
            })?));
        }
        let switch = subject.checked_sub(1).map(|number| &SWITCHED[number]);
        let mut player = switch.map_or_else(host::Belle::new, Switch::player);
        let (mut nodes, mut cycles) = (0, 0);
        player.search(&epd.game, &Limits::depth(depth), abort, &mut |report| {
            nodes = report.nodes;
            cycles = report.machine.map_or(0, |machine| machine.cycles);
        });
        if abort.stopped() {
            return Ok(None);
        }
        let switch = switch.map_or(STANDARD, |switch| switch.name).to_owned();
        Ok(Some(serde_json::to_string(&Cost {
            switch,
            position,
            nodes,
            cycles,
        })?))
    };
    Ok(Plan {
        conditions: format!("Bratko-Kopec, depths 1 to {depth} (lazy values: {LAZY_DEPTH})."),
        weights: vec![1; count * (SWITCHED.len() + 2)],
        work: Work::Trials(Trials {
            settings,
            measure: Box::new(measure),
        }),
    })
}

/// Evaluations of a deepening search on the fast board, which visits the machine's nodes.
fn evaluations(chess: &Chess) -> QuietNodes {
    let position = Position::from(chess);
    board::with_cpu!(|cpu, position: Position| -> QuietNodes {
        let (mut searcher, board) = (Searcher::new(), Bitboards::new(cpu, &position));
        for depth in 1..=LAZY_DEPTH {
            searcher.search(&board, depth, -INFINITY, INFINITY);
        }
        searcher.quiet_nodes()
    })
}

/// A plot over the sizes of the memory, of values by the name of the switch; `unchanged` is that of the machine as it is.
fn by_memory(title: &str, y: &str, values: &[(&str, f64, f64)], unchanged: f64) -> Plot {
    const SIZES: [(&str, &str); 6] = [
        ("no-memory", "none"),
        ("memory-1/8", "1/8"),
        ("memory-1/2", "1/2"),
        (STANDARD, "1"),
        ("memory-x2", "2"),
        ("memory-x8", "8"),
    ];
    let of = |name: &str| {
        let found = values.iter().find(|(switch, ..)| *switch == name);
        found
            .map(|&(_, value, error)| (value, error))
            .or((name == STANDARD).then_some((unchanged, 0.0)))
    };
    let points = SIZES.iter().enumerate().filter_map(|(place, (name, _))| {
        let (value, error) = of(name)?;
        Some(Point::new(place, value, error))
    });
    Plot {
        name: "memory".to_owned(),
        title: title.to_owned(),
        x: "size of the transposition memory".to_owned(),
        y: y.to_owned(),
        labels: SIZES.iter().map(|(_, size)| (*size).to_owned()).collect(),
        series: vec![Series {
            name: "here".to_owned(),
            points: points.collect(),
        }],
        is_joined: true,
    }
}

fn report_nodes(results: &Results) -> anyhow::Result<Section> {
    let count = positions(BRATKO_KOPEC).len();
    let (mut costs, mut lazy) = (Vec::new(), vec![Vec::new(); PHASES.len()]);
    for (task, value) in results.parse::<serde_json::Value>()? {
        if task / count > SWITCHED.len() {
            let Evaluations {
                phase,
                lazy: own,
                full,
                ..
            } = serde_json::from_value(value)?;
            if let Some(pairs) = lazy.get_mut(phase) {
                pairs.push((own as f64, (own + full) as f64));
            }
        } else {
            costs.push(serde_json::from_value::<Cost>(value)?);
        }
    }
    let standard = |position: &str| {
        costs
            .iter()
            .find(|cost| cost.switch == STANDARD && cost.position == position)
    };
    let mut table = Table::new("costs", &["change", "nodes", "cycles", "record"]);
    let (mut more, mut fewer, mut compared, mut times) =
        (Vec::new(), Vec::new(), String::new(), Vec::new());
    for switch in SWITCHED {
        let pairs: Vec<(&Cost, &Cost)> = costs
            .iter()
            .filter(|cost| cost.switch == switch.name)
            .filter_map(|cost| Some((cost, standard(&cost.position)?)))
            .collect();
        let of = |value: fn(&Cost) -> u64| {
            ratio(
                &pairs
                    .iter()
                    .map(|(own, plain)| (value(own) as f64, value(plain) as f64))
                    .collect::<Vec<_>>(),
            )
        };
        let (Some(nodes), Some(cycles)) = (of(|cost| cost.nodes), of(|cost| cost.cycles)) else {
            continue;
        };
        table.row([
            switch.name.to_owned(),
            with_error(nodes, 3),
            with_error(cycles, 3),
            cell(switch.record, 1),
        ]);
        times.push((switch.name, cycles.value, cycles.error));
        if (cycles.value - 1.0).abs() > cycles.error {
            let side = if cycles.value > 1.0 {
                &mut more
            } else {
                &mut fewer
            };
            side.push(switch.name.to_owned());
        }
        if let Some(record) = switch.record {
            let within = if (cycles.value - record).abs() <= cycles.error {
                "agrees with"
            } else {
                "differs from"
            };
            compared += &format!(
                " {} takes {:.2}±{:.2} times the cycles, which {within} the record of {record}.",
                switch.name, cycles.value, cycles.error
            );
        }
    }
    let shares: Vec<String> = PHASES
        .iter()
        .zip(&lazy)
        .filter_map(|((name, _), pairs)| {
            let share = ratio(pairs)?;
            Some(format!(
                "{:.0}±{:.0} % in the {name} ({} positions)",
                100.0 * share.value,
                100.0 * share.error,
                pairs.len()
            ))
        })
        .collect();
    let verdict = format!(
        "Ratios of sums to those of the machine as it is. More cycles beyond the error: {}. Fewer: {}.\
         {compared} Of the nodes of quiescence the lazy value settles {}.",
        listed(&more),
        listed(&fewer),
        listed(&shares)
    );
    let plot = by_memory(
        "Cycles by size of the memory",
        "ratio to the machine as it is",
        &times,
        1.0,
    );
    Ok(Section {
        tables: vec![table],
        plots: vec![plot],
        verdict,
        ..Section::default()
    })
}

const FULL_SECONDS: f64 = 1.0;
const QUICK_SECONDS: f64 = 0.05;
const QUICK_OPENINGS: usize = 20;
/// One-sided probability beyond a 95 % interval.
const BEYOND_ERROR: f64 = 0.025;

fn rival_names() -> Vec<String> {
    let switched = SWITCHED.iter().map(|switch| switch.name.to_owned());
    std::iter::once(STANDARD.to_owned())
        .chain(switched)
        .collect()
}

fn plan_games(scale: Scale) -> anyhow::Result<Plan> {
    let seconds = scale.pick(FULL_SECONDS, QUICK_SECONDS);
    let mut openings = varied_openings()?;
    openings.truncate(scale.pick(usize::MAX, QUICK_OPENINGS));
    let rival = |name: String| Rival {
        spec: format!("player={name},pace=machine,movetime={seconds}"),
        name,
    };
    let rivals: Vec<Rival> = rival_names().into_iter().map(rival).collect();
    let pairs = (1..rivals.len()).map(|other| (0, other)).collect();
    let contest = Contest {
        rivals,
        openings,
        pairs,
        reproducible: true,
        settings: format!("{SWITCHED:?}"),
    };
    let games = contest.games_of_a_pair();
    Ok(Plan {
        conditions: format!(
            "{games} games each against the machine as it is, at {seconds} s of machine time a move."
        ),
        weights: vec![1; games * contest.pairs.len()],
        work: Work::Games(contest),
    })
}

fn report_games(results: &Results) -> anyhow::Result<Section> {
    let names = rival_names();
    let games = Games::read(results, names.clone())?;
    let mut table = Table::new("elo", &["change", "points", "games", "Elo lost"]);
    let (mut points, mut labels, mut losses) = (Vec::new(), Vec::new(), Vec::new());
    let (mut costly, mut better) = (Vec::new(), Vec::new());
    for (other, name) in names.iter().enumerate().skip(1) {
        let (score, played) = games.score(other, 0);
        if played == 0 {
            continue;
        }
        let elo = games
            .board
            .pairs(0, other)
            .elo()
            .filter(|elo| elo.error.is_finite());
        let shown = elo.map_or_else(
            || "-".to_owned(),
            |elo| format!("{:+.0}±{:.0}", elo.difference, elo.error),
        );
        table.row([
            name.clone(),
            crate::words::points(score),
            played.to_string(),
            shown,
        ]);
        if let Some(elo) = elo {
            points.push(Point::new(labels.len(), elo.difference, elo.error));
            losses.push((&name[..], elo.difference, elo.error));
            labels.push(name.clone());
            if elo.difference.abs() > elo.error {
                let side = if elo.difference > 0.0 {
                    &mut costly
                } else {
                    &mut better
                };
                side.push(name.clone());
            }
        }
    }
    let chance = 100.0 * (1.0 - (1.0 - BEYOND_ERROR).powf(labels.len() as f64));
    let verdict = format!(
        "Elo lost beyond the error with: {}. Elo won with: {}. If no change mattered, {chance:.0} % of such runs would \
         still name at least one loss.",
        listed(&costly),
        listed(&better)
    );
    let plot = Plot {
        name: "elo".to_owned(),
        title: "Elo lost by each change".to_owned(),
        x: "change".to_owned(),
        y: "Elo lost at equal machine time".to_owned(),
        labels,
        series: vec![Series {
            name: "here".to_owned(),
            points,
        }],
        is_joined: false,
    };
    let memory = by_memory(
        "Elo lost by size of the memory",
        "Elo lost at equal machine time",
        &losses,
        0.0,
    );
    Ok(Section {
        tables: vec![table],
        plots: vec![plot, memory],
        verdict,
        ..Section::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::switched::PLAIN;
    use play::Game;

    fn nodes(player: &mut host::Belle, depth: u32) -> (u64, u64) {
        let mut last = (0, 0);
        player.search(
            &Game::new(),
            &Limits::depth(depth),
            &Control::new(),
            &mut |report| {
                last = (
                    report.nodes,
                    report.machine.map_or(0, |machine| machine.cycles),
                );
            },
        );
        last
    }

    #[test]
    fn switches_assemble_and_change_the_search() {
        let plain = nodes(&mut host::Belle::new(), 5);
        for switch in SWITCHED {
            let own = nodes(&mut switch.player(), 5);
            match switch.name {
                // The value is clamped to the margin: only its cost changes.
                "no-lazy-value" => {
                    assert!(own.0 == plain.0 && own.1 != plain.1, "{own:?} {plain:?}")
                }
                name => assert_ne!(own, plain, "{name}"),
            }
        }
        let unpatched = Switch {
            name: "plain",
            ..PLAIN
        };
        assert_eq!(nodes(&mut unpatched.player(), 5), plain);
    }

    #[test]
    fn key_of_the_plans_covers_the_changes() {
        for plan in [plan_nodes, plan_games] {
            let settings = match plan(Scale::Full).unwrap().work {
                Work::Games(contest) => contest.settings,
                Work::Trials(trials) => trials.settings,
            };
            let (bits, patch) = (
                format!("{:?}", SWITCHED[6].memory_bits),
                format!("{:?}", SWITCHED[0].patches),
            );
            assert!(
                settings.contains(&bits) && settings.contains(&patch),
                "{settings}"
            );
        }
    }
}
