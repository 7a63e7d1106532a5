//! The machine with one of its techniques switched off: by another microprogram, another memory or
//! another rule at the root.

use chart::{Point, PointChart, Series};
use files::Job;
use play::{Control, Limits, Player};
use reference::{Position, QuietNodes, Searcher};
use roms::value::INFINITY;
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use shakmaty::Chess;
use statistics::{Elo, Estimate, ratio};

use super::depth::varied_openings;
use crate::contest::{Contest, Games, Rival};
use crate::experiment::{DependsOn, Experiment};
use crate::page::{Plot, Section, Table};
use crate::pawn_lines::{Reading, pawn_moves};
use crate::plan::{Plan, Scale, Trials, Work};
use crate::positions::{BRATKO_KOPEC, PHASES, phase, positions};
use crate::switched::SWITCHED;
use crate::words::{cell, listed, points, with_error};

pub(crate) const SWITCHES: Experiment = Experiment {
    name: "switches",
    title: "Savings of each technique",
    record: "null windows made Belle 1.5 times faster; a first fail-high is believed; the lazy value often suffices; \
             getting out of check costs no ply (F083, F084, F061, F082).",
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
/// The switch that searches each move that fails high at once.
const FIRST_FAIL_HIGH: &str = "every-fail-high";
const FULL_DEPTH: u32 = 7;
const QUICK_DEPTH: u32 = 5;
/// Depth at which the shares of lazy values are counted, by the reference search.
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
            return Ok(Some(to_raw_value(&Evaluations {
                position,
                phase,
                lazy,
                full,
            })?));
        }
        let switch = subject.checked_sub(1).map(|number| &SWITCHED[number]);
        let mut player = match switch {
            Some(switch) => switch.player(),
            None => belle_player::Belle::new(),
        };
        let (mut nodes, mut cycles) = (0, 0);
        player.search(&epd.game, &Limits::depth(depth), abort, &mut |report| {
            nodes = report.nodes;
            if let Some(machine) = report.machine {
                cycles = machine.cycles;
            }
        });
        if abort.stopped() {
            return Ok(None);
        }
        let name = match switch {
            Some(switch) => switch.name,
            None => STANDARD,
        };
        Ok(Some(to_raw_value(&Cost {
            switch: name.to_owned(),
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

/// Evaluations of a deepening search by the reference, which visits the machine's nodes.
fn evaluations(chess: &Chess) -> QuietNodes {
    let position = Position::from(chess);
    let mut searcher = Searcher::new();
    for depth in 1..=LAZY_DEPTH {
        searcher.search(&position, depth, -INFINITY, INFINITY);
    }
    searcher.quiet_nodes()
}

/// What a switch does to some measure.
struct Effect {
    switch: &'static str,
    estimate: Estimate,
}

/// Sizes of the memory by switch.
const SIZES: [(&str, &str); 6] = [
    ("no-memory", "none"),
    ("memory-1/8", "1/8"),
    ("memory-1/2", "1/2"),
    (STANDARD, "1"),
    ("memory-x2", "2"),
    ("memory-x8", "8"),
];

/// A plot of effects over the sizes of the memory; `unchanged` is that of the machine as it is.
fn by_memory(title: &str, y: &str, effects: &[Effect], unchanged: f64) -> Plot {
    let mut points = Vec::new();
    for (place, (switch, _)) in SIZES.iter().enumerate() {
        if *switch == STANDARD {
            points.push(Point::new(place, unchanged, 0.0));
        } else if let Some(effect) = effects.iter().find(|effect| effect.switch == *switch) {
            let Estimate { value, error } = effect.estimate;
            points.push(Point::new(place, value, error));
        }
    }
    Plot {
        name: "memory",
        chart: PointChart {
            title: title.to_owned(),
            x: "size of the transposition memory".to_owned(),
            y: y.to_owned(),
            labels: SIZES.iter().map(|(_, size)| (*size).to_owned()).collect(),
            series: vec![Series {
                name: "here".to_owned(),
                points,
            }],
            is_joined: true,
        },
    }
}

/// The names of the switches whose effects lie above a value beyond their errors, and of those
/// below.
fn beyond_errors(effects: &[Effect], unchanged: f64) -> [String; 2] {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for Effect { switch, estimate } in effects {
        let change = estimate.value - unchanged;
        if change > estimate.error {
            above.push((*switch).to_owned());
        } else if -change > estimate.error {
            below.push((*switch).to_owned());
        }
    }
    [listed(&above), listed(&below)]
}

/// Results of the measurements.
struct Measured {
    costs: Vec<Cost>,
    /// Lazy values and all values of each position, by the phase of the game.
    lazy: Vec<Vec<(f64, f64)>>,
}

impl Measured {
    fn read(results: &Job) -> anyhow::Result<Measured> {
        let count = positions(BRATKO_KOPEC).len();
        let mut measured = Measured {
            costs: Vec::new(),
            lazy: vec![Vec::new(); PHASES.len()],
        };
        for record in results.records::<serde_json::Value>() {
            let (task, value) = record?;
            if task / count > SWITCHED.len() {
                let Evaluations {
                    phase, lazy, full, ..
                } = serde_json::from_value(value)?;
                if let Some(pairs) = measured.lazy.get_mut(phase) {
                    pairs.push((lazy as f64, (lazy + full) as f64));
                }
            } else {
                measured.costs.push(serde_json::from_value(value)?);
            }
        }
        Ok(measured)
    }

    /// Costs with a switch, relative to those of the machine as it is in the same positions.
    fn ratio(&self, switch: &str, cost: fn(&Cost) -> u64) -> Option<Estimate> {
        let cost_of = |switch: &str, position: &str| {
            let mut costs = self.costs.iter();
            costs.find(|cost| cost.switch == switch && cost.position == position)
        };
        let mut pairs = Vec::new();
        for own in self.costs.iter().filter(|cost| cost.switch == switch) {
            if let Some(plain) = cost_of(STANDARD, &own.position) {
                pairs.push((cost(own) as f64, cost(plain) as f64));
            }
        }
        ratio(&pairs)
    }

    /// The cycles with a switch in each position, as a multiple of those of the machine as it is,
    /// from least to most.
    fn multiples(&self, switch: &str) -> Vec<f64> {
        let mut multiples = Vec::new();
        for own in self.costs.iter().filter(|cost| cost.switch == switch) {
            let plain = self
                .costs
                .iter()
                .find(|cost| cost.switch == STANDARD && cost.position == own.position);
            if let Some(plain) = plain {
                multiples.push(own.cycles as f64 / plain.cycles as f64);
            }
        }
        multiples.sort_by(f64::total_cmp);
        multiples
    }

    /// The shares of quiescence's nodes that the lazy value settles, by phase.
    fn lazy_shares(&self) -> Vec<String> {
        let mut shares = Vec::new();
        for ((name, _), pairs) in PHASES.iter().zip(&self.lazy) {
            if let Some(share) = ratio(pairs) {
                shares.push(format!(
                    "{:.0}±{:.0} % in the {name} ({} positions)",
                    100.0 * share.value,
                    100.0 * share.error,
                    pairs.len()
                ));
            }
        }
        shares
    }
}

/// The middle of sorted values, or the mean of the two in the middle.
fn median(sorted: &[f64]) -> Option<f64> {
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    if sorted.len().is_multiple_of(2) {
        Some((sorted[middle - 1] + upper) / 2.0)
    } else {
        Some(upper)
    }
}

fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let logarithms: f64 = values.iter().map(|value| value.ln()).sum();
    Some((logarithms / values.len() as f64).exp())
}

/// Sentences on a single position's share in a ratio of sums, where the record has one number.
fn by_position(multiples: &[f64], record: f64) -> String {
    let (Some(median), Some(mean)) = (median(multiples), geometric_mean(multiples)) else {
        return String::new();
    };
    let at_most = multiples.iter().filter(|one| **one <= record).count();
    format!(
        " The longest searches rule that ratio of sums: of the {} positions the median is {median:.2}, the geometric mean \
         {mean:.2}, the least {:.2} and the greatest {:.2}, and {at_most} lie at or below the record. The error is that of \
         other positions, not of another base: what windows the machine had before them, the record does not say.",
        multiples.len(),
        multiples[0],
        multiples[multiples.len() - 1]
    )
}

/// A sentence on a switch whose effect is on record.
fn compared(switch: &str, cycles: Estimate, record: f64) -> String {
    let verb = if (cycles.value - record).abs() <= cycles.error {
        "agrees with"
    } else {
        "differs from"
    };
    format!(
        " {switch} takes {} times the cycles, which {verb} the record of {record}.",
        with_error(cycles, 2)
    )
}

fn report_nodes(results: &Job) -> anyhow::Result<Section> {
    let measured = Measured::read(results)?;
    let mut table = Table::new("costs", &["change", "nodes", "cycles", "record"]);
    let (mut effects, mut comparisons) = (Vec::new(), String::new());
    for switch in SWITCHED {
        let nodes = measured.ratio(switch.name, |cost| cost.nodes);
        let cycles = measured.ratio(switch.name, |cost| cost.cycles);
        let (Some(nodes), Some(cycles)) = (nodes, cycles) else {
            continue;
        };
        table.row([
            switch.name.to_owned(),
            with_error(nodes, 3),
            with_error(cycles, 3),
            cell(switch.record, 1),
        ]);
        effects.push(Effect {
            switch: switch.name,
            estimate: cycles,
        });
        if switch.name == FIRST_FAIL_HIGH && cycles.value + cycles.error < 1.0 {
            comparisons += &format!(
                " The record praises believing the first fail-high; here that costs cycles: with every one searched at \
                 once the machine takes {} times as many.",
                with_error(cycles, 2)
            );
        }
        if let Some(record) = switch.record {
            comparisons += &compared(switch.name, cycles, record);
            comparisons += &by_position(&measured.multiples(switch.name), record);
        }
    }
    let [more, fewer] = beyond_errors(&effects, 1.0);
    let verdict = format!(
        "Ratios of sums to those of the machine as it is. More cycles beyond the error: {more}. Fewer: {fewer}.\
         {comparisons} Of the nodes of quiescence the lazy value settles {}. {}",
        listed(&measured.lazy_shares()),
        other_readings()
    );
    let plot = by_memory(
        "Cycles by size of the memory",
        "ratio to the machine as it is",
        &effects,
        1.0,
    );
    Ok(Section {
        tables: vec![table],
        plots: vec![plot],
        verdict,
        ..Section::default()
    })
}

/// Sentences on the record's other readings: those measured as switches, and one that is lost
/// before it can be measured.
fn other_readings() -> String {
    let drawn = pawn_moves(Reading::AsDrawn);
    format!(
        "The last two rows are other readings of the record. two-tier-memory keeps the deepest position beside the newest \
         in half the addresses (F072). file-a-cycle has the full evaluator look at one file in each of its eight cycles, \
         with nothing to wait for behind them (F062, F064): the values are the same, three cycles earlier. A third reading \
         plays no chess: with DIR MUX under white-to-move alone, as it is drawn (F043), FIND AGGRESSOR finds {} of the {} \
         moves of pawns in these positions, which are {:.0} % of all {} moves.",
        drawn.found,
        drawn.legal,
        100.0 * drawn.legal as f64 / drawn.all_moves as f64,
        drawn.all_moves
    )
}

/// Machine seconds a move at full scale.
const FULL_SECONDS: f64 = 1.0;
/// Machine seconds a move at the quick scale.
const QUICK_SECONDS: f64 = 0.05;
const QUICK_OPENINGS: usize = 20;
/// One-sided probability beyond a 95 % interval.
const BEYOND_ERROR: f64 = 0.025;

/// The machine as it is, then the changed ones.
fn rival_names() -> Vec<&'static str> {
    let mut names = vec![STANDARD];
    names.extend(SWITCHED.iter().map(|switch| switch.name));
    names
}

fn plan_games(scale: Scale) -> anyhow::Result<Plan> {
    let seconds = scale.pick(FULL_SECONDS, QUICK_SECONDS);
    let mut openings = varied_openings()?;
    openings.truncate(scale.pick(usize::MAX, QUICK_OPENINGS));
    let rival = |name: &str| Rival {
        spec: format!("player={name},pace=machine,movetime={seconds}"),
        name: name.to_owned(),
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

fn report_games(results: &Job) -> anyhow::Result<Section> {
    let names = rival_names();
    let games = Games::read(results, names.iter().map(|&name| name.to_owned()).collect())?;
    let mut table = Table::new("elo", &["change", "points", "games", "Elo lost"]);
    let mut losses = Vec::new();
    for (other, &switch) in names.iter().enumerate().skip(1) {
        let score = games.score(other, 0);
        if score.games == 0 {
            continue;
        }
        // All wins or all losses have no finite error.
        let lost = games.board.pairs(0, other).elo();
        let lost = lost.filter(|elo| elo.error.is_finite());
        let shown = match lost {
            Some(elo) => format!("{:+.0}±{:.0}", elo.difference, elo.error),
            None => "-".to_owned(),
        };
        table.row([
            switch.to_owned(),
            points(score.points),
            score.games.to_string(),
            shown,
        ]);
        if let Some(Elo { difference, error }) = lost {
            losses.push(Effect {
                switch,
                estimate: Estimate {
                    value: difference,
                    error,
                },
            });
        }
    }
    let [costly, better] = beyond_errors(&losses, 0.0);
    let chance = 100.0 * (1.0 - (1.0 - BEYOND_ERROR).powf(losses.len() as f64));
    let verdict = format!(
        "Elo lost beyond the error with: {costly}. Elo won with: {better}. If no change mattered, {chance:.0} % of such \
         runs would still name at least one loss."
    );
    let memory = by_memory(
        "Elo lost by size of the memory",
        "Elo lost at equal machine time",
        &losses,
        0.0,
    );
    Ok(Section {
        tables: vec![table],
        plots: vec![by_change(&losses), memory],
        verdict,
        ..Section::default()
    })
}

/// A plot of all losses.
fn by_change(losses: &[Effect]) -> Plot {
    let (mut labels, mut points) = (Vec::new(), Vec::new());
    for (place, Effect { switch, estimate }) in losses.iter().enumerate() {
        labels.push((*switch).to_owned());
        points.push(Point::new(place, estimate.value, estimate.error));
    }
    Plot {
        name: "elo",
        chart: PointChart {
            title: "Elo lost by each change".to_owned(),
            x: "change".to_owned(),
            y: "Elo lost at equal machine time".to_owned(),
            labels,
            series: vec![Series {
                name: "here".to_owned(),
                points,
            }],
            is_joined: false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::switched::{PLAIN, Switch};
    use play::Game;

    fn nodes(player: &mut belle_player::Belle, depth: u32) -> (u64, u64) {
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
        let plain = nodes(&mut belle_player::Belle::new(), 5);
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
    fn middles_of_few_values_are_exact() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[1.0, 4.0]), Some(2.5));
        assert_eq!(median(&[1.0, 2.0, 7.0]), Some(2.0));
        assert_eq!(geometric_mean(&[1.0, 4.0]), Some(2.0));
        assert_eq!(by_position(&[], 1.5), "");
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
