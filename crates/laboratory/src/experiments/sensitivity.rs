//! How much of the results rests on what was decided: the same measurements with three other
//! readings.

use files::Job;
use host::RootRule;
use notation::Epd;
use play::{Control, Game, Limits, Player};
use reference::{QuietNodes, Reading, Searcher};
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use statistics::{Paired, ratio};

use super::moves::{Asked, GAMES, PLAYERS_OF_HISTORY, asked};
use crate::experiment::{DependsOn, Experiment};
use crate::page::{Section, Table};
use crate::plan::{Plan, Scale, Trials, Work};
use crate::positions::{BRATKO_KOPEC, positions};
use crate::reference_player::ReferencePlayer;
use crate::switched::{FULL_WINDOWS, PLAIN, Switch};
use crate::words::{chance, listed, percent, with_error};

pub(crate) const SENSITIVITY: Experiment = Experiment {
    name: "sensitivity",
    title: "What rests on what was decided",
    record: "null windows made Belle 1.5 times faster; a first fail-high is believed; the lazy value often suffices \
             (F083, F084, F061).",
    reproducible: true,
    depends_on: DependsOn::Nodes,
    programs: &[],
    plan,
    report,
};

const FULL_DEPTH: u32 = 4;
const QUICK_DEPTH: u32 = 3;
/// The quick scale asks each move of so many.
const QUICK_STEP: usize = 8;

/// What another reading changes.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// The values, so that the reference searches.
    Values(Reading),
    /// The memory, so that the machine searches.
    TwoTiers,
}

/// A reading, and what it is called on the page.
#[derive(Clone, Copy, Debug)]
struct Row {
    name: &'static str,
    change: Change,
}

/// As built, then the three others.
const READINGS: [Row; 4] = [
    Row {
        name: "as built",
        change: Change::Values(Reading::AsBuilt),
    },
    Row {
        name: "equal minor pieces",
        change: Change::Values(Reading::EqualMinorPieces),
    },
    Row {
        name: "full value without limit",
        change: Change::Values(Reading::FullValueWithoutLimit),
    },
    Row {
        name: "two-tier memory",
        change: Change::TwoTiers,
    },
];

/// Nodes of a position's search under a reading.
#[derive(Debug, Serialize, Deserialize)]
struct Nodes {
    reading: String,
    position: String,
    nodes: u64,
    full_windows: u64,
    every_fail_high: u64,
    /// Nodes of quiescence that the lazy value settles, and the others. The machine does not count
    /// them.
    quiet: Option<(u64, u64)>,
}

/// What is played under a reading where Belle played.
#[derive(Debug, Serialize, Deserialize)]
struct PlayedMove {
    reading: String,
    label: String,
    is_same: bool,
}

impl Row {
    /// A player under the reading, with a search that is changed besides.
    fn player(&self, full_windows: bool, rule: RootRule) -> Box<dyn Player> {
        match self.change {
            Change::Values(reading) => Box::new(reference_player(reading, full_windows, rule)),
            Change::TwoTiers => {
                let patches = if full_windows { FULL_WINDOWS } else { &[] };
                let switch = Switch {
                    name: "sensitivity",
                    patches,
                    has_two_tiers: true,
                    root_rule: rule,
                    ..PLAIN
                };
                Box::new(switch.player())
            }
        }
    }
}

fn reference_player(reading: Reading, full_windows: bool, rule: RootRule) -> ReferencePlayer {
    let searcher = if full_windows {
        Searcher::with_full_windows()
    } else {
        Searcher::new()
    };
    ReferencePlayer::new(searcher.with_reading(reading), rule)
}

/// Nodes of the last report, of a search to a depth.
fn nodes(player: &mut dyn Player, game: &Game, depth: u32, control: &Control) -> u64 {
    let mut nodes = 0;
    player.search(game, &Limits::depth(depth), control, &mut |report| {
        nodes = report.nodes;
    });
    nodes
}

/// The moves of the machine that it did not play from tables.
fn moves_of_the_machine() -> anyhow::Result<Vec<Asked>> {
    let mut asked = asked()?;
    asked.retain(|one| PLAYERS_OF_HISTORY[one.player] == "Belle" && !one.is_set_up);
    Ok(asked)
}

fn plan(scale: Scale) -> anyhow::Result<Plan> {
    let depth = scale.pick(FULL_DEPTH, QUICK_DEPTH);
    let suite = positions(BRATKO_KOPEC);
    let asked: Vec<Asked> = moves_of_the_machine()?
        .into_iter()
        .step_by(scale.pick(1, QUICK_STEP))
        .collect();
    let conditions = format!(
        "Bratko-Kopec, and {} of Belle's moves of 1978 to 1983 after move 8, both at depths 1 to {depth}.",
        asked.len()
    );
    let settings = format!(
        "sensitivity depth {depth} {READINGS:?} {BRATKO_KOPEC} {} {GAMES}",
        asked.len()
    );
    let count = suite.len() + asked.len();
    let measure = move |task: usize, control: &Control| {
        // All readings of a position follow each other, so that an unfinished run compares them.
        let (row, number) = (&READINGS[task % READINGS.len()], task / READINGS.len());
        let record = match suite.get(number) {
            Some(epd) => to_raw_value(&count_nodes(row, epd, depth, control))?,
            None => to_raw_value(&play_asked(
                row,
                &asked[number - suite.len()],
                depth,
                control,
            ))?,
        };
        if control.stopped() {
            return Ok(None);
        }
        Ok(Some(record))
    };
    Ok(Plan {
        conditions,
        weights: vec![1; READINGS.len() * count],
        work: Work::Trials(Trials {
            settings,
            measure: Box::new(measure),
        }),
    })
}

/// Counts the nodes of a position's searches under a reading.
fn count_nodes(row: &Row, epd: &Epd, depth: u32, control: &Control) -> Nodes {
    let believed = RootRule::SecondFailHigh;
    let (plain, quiet) = match row.change {
        Change::Values(reading) => {
            let mut player = reference_player(reading, false, believed);
            let plain = nodes(&mut player, &epd.game, depth, control);
            let QuietNodes { lazy, full } = player.quiet_nodes();
            (plain, Some((lazy, full)))
        }
        Change::TwoTiers => {
            let mut player = row.player(false, believed);
            (nodes(&mut *player, &epd.game, depth, control), None)
        }
    };
    let nodes_with = |full_windows, rule| {
        nodes(
            &mut *row.player(full_windows, rule),
            &epd.game,
            depth,
            control,
        )
    };
    Nodes {
        reading: row.name.to_owned(),
        position: epd.id().unwrap_or_default().to_owned(),
        nodes: plain,
        full_windows: nodes_with(true, RootRule::FullWindows),
        every_fail_high: nodes_with(false, RootRule::EveryFailHigh),
        quiet,
    }
}

fn play_asked(row: &Row, asked: &Asked, depth: u32, control: &Control) -> PlayedMove {
    let mut player = row.player(false, RootRule::SecondFailHigh);
    let limits = Limits::depth(depth);
    let choice = player.search(&asked.game, &limits, control, &mut |_| {});
    PlayedMove {
        reading: row.name.to_owned(),
        label: asked.label.clone(),
        is_same: choice.best == Some(asked.played),
    }
}

/// Results by reading.
struct Results {
    nodes: Vec<Nodes>,
    same: Vec<PlayedMove>,
}

impl Results {
    fn read(job: &Job) -> anyhow::Result<Results> {
        let mut results = Results {
            nodes: Vec::new(),
            same: Vec::new(),
        };
        for record in job.records::<serde_json::Value>() {
            let (_, value) = record?;
            if value.get("position").is_some() {
                results.nodes.push(serde_json::from_value(value)?);
            } else {
                results.same.push(serde_json::from_value(value)?);
            }
        }
        Ok(results)
    }

    /// The positions measured under a reading.
    fn of(&self, reading: &str) -> Vec<&Nodes> {
        let nodes = self.nodes.iter();
        nodes.filter(|nodes| nodes.reading == reading).collect()
    }

    /// Pairs of nodes in the same positions: under a reading, and by the machine as built.
    fn beside_built(&self, reading: &str) -> Vec<(f64, f64)> {
        let mut pairs = Vec::new();
        for own in self.of(reading) {
            let mut built = self.of(READINGS[0].name).into_iter();
            if let Some(built) = built.find(|built| built.position == own.position) {
                pairs.push((own.nodes as f64, built.nodes as f64));
            }
        }
        pairs
    }

    /// Whether a reading visits as many nodes as the machine as built in every position.
    fn is_as_built(&self, reading: &str) -> bool {
        self.beside_built(reading)
            .iter()
            .all(|(own, built)| own == built)
    }

    /// For each move of history, whether it is chosen as built, and whether it is under a reading.
    fn choices(&self, reading: &str) -> Vec<(bool, bool)> {
        let mut pairs = Vec::new();
        for own in self.same.iter().filter(|one| one.reading == reading) {
            let built = self
                .same
                .iter()
                .find(|one| one.reading == READINGS[0].name && one.label == own.label);
            if let Some(built) = built {
                pairs.push((built.is_same, own.is_same));
            }
        }
        pairs
    }
}

/// The speed-up by null windows that is on record (F083).
const RECORD: f64 = 1.5;

fn report(job: &Job) -> anyhow::Result<Section> {
    let results = Results::read(job)?;
    let mut table = Table::new(
        "readings",
        &[
            "reading",
            "nodes",
            "full windows",
            "every fail-high",
            "lazy value settles",
            "the same moves",
        ],
    );
    let (mut above, mut costly, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    let mut same_nodes = Vec::new();
    for row in READINGS {
        let measured = results.of(row.name);
        if measured.is_empty() {
            continue;
        }
        let share = |count: fn(&Nodes) -> u64| {
            let pairs: Vec<(f64, f64)> = measured
                .iter()
                .map(|nodes| (count(nodes) as f64, nodes.nodes as f64))
                .collect();
            ratio(&pairs)
        };
        let full_windows = share(|nodes| nodes.full_windows);
        let every_fail_high = share(|nodes| nodes.every_fail_high);
        if full_windows.is_some_and(|one| one.value - one.error > RECORD) {
            above.push(row.name.to_owned());
        }
        if every_fail_high.is_some_and(|one| one.value + one.error < 1.0) {
            costly.push(row.name.to_owned());
        }
        let quiet: Vec<(f64, f64)> = measured
            .iter()
            .filter_map(|nodes| nodes.quiet)
            .map(|(lazy, full)| (lazy as f64, (lazy + full) as f64))
            .collect();
        let lazy = match ratio(&quiet) {
            Some(one) => format!("{:.0}±{:.0} %", 100.0 * one.value, 100.0 * one.error),
            None => "-".to_owned(),
        };
        let choices = results.choices(row.name);
        let same = choices.iter().filter(|(_, own)| *own).count();
        let shown = |estimate| match estimate {
            Some(estimate) => with_error(estimate, 2),
            None => "-".to_owned(),
        };
        table.row([
            row.name.to_owned(),
            shown(ratio(&results.beside_built(row.name))),
            shown(full_windows),
            shown(every_fail_high),
            lazy,
            percent(same as f64, choices.len()),
        ]);
        let paired = Paired::of(choices);
        if row.name != READINGS[0].name {
            if results.is_as_built(row.name) {
                same_nodes.push(row.name.to_owned());
            }
            let Paired { gained, lost } = paired;
            moves.push(format!(
                "{} chooses {gained} more and {lost} no longer ({})",
                row.name,
                chance(paired)
            ));
        }
    }
    let verdict = format!(
        "Each row is another reading of what the record leaves open. *Equal minor pieces*: knight and bishop at 300 \
         centipawns, where the machine has 320 and 330. *Full value without limit*: it is not cut off at the lazy margin. \
         *Two-tier memory*: the deepest position beside the newest, in half the addresses. Nodes are a multiple of those \
         as built; full windows, and every fail-high searched at once, are multiples of the same reading's own. The \
         same nodes in every position as built, since what differs is never met: {}. Null \
         windows save more than the record's {RECORD}, beyond the error, with: {}. Believing the first fail-high costs \
         nodes beyond the error with: {}. Of Belle's moves {}.",
        listed(&same_nodes),
        listed(&above),
        listed(&costly),
        listed(&moves)
    );
    Ok(Section {
        tables: vec![table],
        verdict,
        ..Section::default()
    })
}
