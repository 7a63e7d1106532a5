//! Moves of the historical Belle, asked of this one and of other players.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::{Context, Error};
use chart::{Point, PointChart, Series};
use files::Job;
use notation::Games as PgnGames;
use play::{Bound, Control, Game, Limits, Player, Report, san};
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use shakmaty::{Color, Move, Position as _};
use statistics::{Paired, share};
use tournament::EngineSpec;

use crate::experiment::{DependsOn, Experiment};
use crate::page::{Plot, Section, Table};
use crate::plan::{Plan, Scale, Trials, Work};
use crate::players::PLAYERS;
use crate::positions::{PHASES, phase};
use crate::words::{chance, listed, percent};

pub(crate) const MOVES: Experiment = Experiment {
    name: "moves",
    title: "The same moves",
    record: "Belle's moves in ten games of 1973 to 1983, and in two endings that it played from its tables, which count \
             apart (suites/belle.pgn).",
    reproducible: true,
    depends_on: DependsOn::Generations,
    programs: &[],
    plan: plan_moves,
    report: report_moves,
};

pub(crate) const RIVALS: Experiment = Experiment {
    name: "rivals",
    title: "The same moves by other engines",
    record: "the same games.",
    reproducible: false,
    depends_on: DependsOn::Nodes,
    programs: &["/usr/games/stockfish", "/usr/games/gnuchess"],
    plan: plan_rivals,
    report: report_rivals,
};

/// The known games. They are part of what decides the results: with another game more, the moves of
/// all are asked.
pub(super) const GAMES: &str = include_str!("../../../../suites/belle.pgn");
/// Moves of the opening that are not asked.
const OPENING_MOVES: u32 = 8;
/// Names of the machine and of the program of 1973.
pub(super) const PLAYERS_OF_HISTORY: [&str; 2] = ["Belle", "T. Belle"];

/// A position before a move of Belle's.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Number in [`PLAYERS_OF_HISTORY`].
    pub(super) player: usize,
    /// The generation that played the game.
    generation: &'static str,
    /// The opponent and the date, which no two games share.
    pub(super) of_game: String,
    /// The game and the move.
    pub(super) label: String,
    pub(super) game: Game,
    pub(super) played: Move,
    /// The game began with a position: an ending that Belle played from its tables.
    pub(super) is_set_up: bool,
}

pub(super) fn asked() -> anyhow::Result<Vec<Asked>> {
    let mut found = Vec::new();
    for read in PgnGames::new(GAMES.as_bytes()) {
        let parsed = read
            .context("suites/belle.pgn")?
            .map_err(|bad| Error::msg(bad.reason))?;
        let is_set_up = parsed.tag("FEN").is_some();
        let date = parsed.tag("Date").unwrap_or_default().to_owned();
        let mut game = Game::from_position(parsed.game.start().clone());
        for &played in parsed.game.moves() {
            let turn = game.position().turn();
            let name = |color: Color| {
                let tag = parsed.tag(color.fold_wb("White", "Black"));
                tag.unwrap_or_default()
            };
            let player = PLAYERS_OF_HISTORY
                .iter()
                .position(|known| *known == name(turn));
            let generation = match &date[..4] {
                "1973" => "1972",
                "1978" => "1978",
                "1983" => "1983",
                _ => "1980",
            };
            let number = game.position().fullmoves().get();
            if (is_set_up || number > OPENING_MOVES)
                && let Some(player) = player
            {
                let dots = if turn == Color::White { "." } else { "..." };
                let of_game = format!("{}, {date}", name(turn.other()));
                let label = format!("{of_game}: {number}{dots}{}", san(game.position(), played));
                found.push(Asked {
                    player,
                    generation,
                    of_game,
                    label,
                    game: game.clone(),
                    played,
                    is_set_up,
                });
            }
            game.play(played);
        }
    }
    Ok(found)
}

/// A sentence on the games whose moves are not all answered; empty if there are none. `all` are the
/// moves to be asked, and `labels` those that are answered.
fn unfinished_games(all: &[Asked], labels: &BTreeSet<&str>) -> String {
    let mut games: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for asked in all {
        let (answered, of) = games.entry(&asked.of_game).or_default();
        *answered += usize::from(labels.contains(&*asked.label));
        *of += 1;
    }
    let whole = games
        .values()
        .filter(|(answered, of)| answered == of)
        .count();
    if whole == games.len() {
        return String::new();
    }
    let mut rest = Vec::new();
    for (game, (answered, of)) in &games {
        if answered < of {
            rest.push(format!("{answered} of {of} against {game}"));
        }
    }
    format!(
        " Behind these figures stand all moves asked of {whole} of the {} games; of the others there are {}.",
        games.len(),
        listed(&rest)
    )
}

/// Value of a mate, in centipawns; one in n moves is worth n less.
const MATE: i32 = 30_000;
/// Longest mate in moves.
const LONGEST_MATE: i32 = 1_000;

/// What this machine plays where Belle played.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    label: String,
    player: String,
    phase: usize,
    played: String,
    /// The choice at the end of each time; of the program of 1972 the last.
    choices: Vec<Choice>,
    ours: ValuedLine,
    /// Belle's own move, searched alone as deep, if the last choice differs.
    history: Option<ValuedLine>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Choice {
    seconds: f64,
    chosen: String,
    depth: u32,
}

/// A line and its value.
#[derive(Debug, Serialize, Deserialize)]
struct ValuedLine {
    /// Centipawns, from the mover's side.
    value: i32,
    /// The true value may be greater.
    is_bound: bool,
    moves: String,
}

impl ValuedLine {
    /// The value as `35`, `≥35`, or for a mate in three moves `#3`.
    fn shown_value(&self) -> String {
        let to_mate = MATE - self.value.abs();
        let value = match to_mate {
            ..LONGEST_MATE => (self.value.signum() * to_mate).to_string(),
            _ => self.value.to_string(),
        };
        let sign = if to_mate < LONGEST_MATE { "#" } else { "" };
        format!("{}{sign}{value}", if self.is_bound { "≥" } else { "" })
    }
}

/// Plies of a line, at most.
const LINE: usize = 6;

/// The line of a search's last report. If the transposition memory cut it short, searches to the
/// remaining depth continue it.
fn line(player: &mut dyn Player, game: &Game, found: &Report, abort: &Control) -> ValuedLine {
    let (mut after, mut moves, mut texts) = (game.clone(), found.pv.clone(), Vec::new());
    while !moves.is_empty() {
        for one in moves.drain(..).take(LINE - texts.len()) {
            texts.push(san(after.position(), one));
            after.play(one);
        }
        let depth = found.depth.saturating_sub(texts.len() as u32);
        if texts.len() < LINE && depth > 0 {
            player.new_game();
            player.search(&after, &Limits::depth(depth), abort, &mut |report| {
                moves.clone_from(&report.pv)
            });
        }
    }
    ValuedLine {
        value: found.score.centipawns_by_distance(MATE),
        is_bound: found.bound == Bound::Lower,
        moves: texts.join(" "),
    }
}

/// Machine seconds at full scale.
const FULL: [f64; 4] = [0.1, 1.0, 10.0, 180.0];
/// Machine seconds at the quick scale.
const QUICK: [f64; 4] = [0.01, 0.1, 1.0, 10.0];

fn plan_moves(scale: Scale) -> anyhow::Result<Plan> {
    let times = scale.pick(FULL, QUICK);
    let asked = asked()?;
    let weights = vec![1; asked.len()];
    let conditions = format!(
        "{} moves after move {OPENING_MOVES}, asked of the generation of 1972, 1978, 1980 or 1983 that played them, at most {} \
         machine seconds (1972: to its own depth).",
        asked.len(),
        times[3]
    );
    let generations: Vec<&str> = asked.iter().map(|asked| asked.generation).collect();
    let settings =
        format!("moves {times:?} own depth {OPENING_MOVES} {LINE} {generations:?} {GAMES}");
    let measure = move |task: usize, abort: &Control| {
        let Asked {
            player,
            generation,
            label,
            game,
            played,
            ..
        } = &asked[task];
        let position = game.position();
        let mut belle = belle_player::Belle::new();
        belle.set_option("Pace", "machine")?;
        belle.set_option("Generation", generation)?;
        // The program of 1972 ends its searches by itself, and knows no other limit of time.
        let ends_itself = *generation == "1972";
        let limits = match ends_itself {
            true => Limits::default(),
            false => Limits::move_time(Duration::from_secs_f64(times[3])),
        };
        let mut choices = times
            .map(|seconds| Choice {
                seconds,
                ..Choice::default()
            })
            .to_vec();
        let mut last = None;
        belle.search(game, &limits, abort, &mut |report| {
            let now = report.machine.map_or(0.0, |machine| machine.seconds);
            let Some(&first) = report.pv.first() else {
                return;
            };
            if ends_itself {
                choices = vec![Choice {
                    seconds: now,
                    ..Choice::default()
                }];
            }
            // The search up to now is that of any longer time.
            for choice in choices
                .iter_mut()
                .filter(|choice| now <= choice.seconds || choice.chosen.is_empty())
            {
                choice.chosen = san(position, first);
                choice.depth = report.depth;
            }
            last = Some(report.clone());
        });
        let found = last.with_context(|| format!("{label}: no report"))?;
        let ours = line(&mut belle, game, &found, abort);
        let mut history = None;
        if found.pv.first() != Some(played) {
            belle.new_game();
            let as_deep = if ends_itself {
                limits
            } else {
                Limits::depth(found.depth)
            };
            let alone = Limits {
                search_moves: vec![*played],
                ..as_deep
            };
            let mut last = None;
            belle.search(game, &alone, abort, &mut |report| {
                last = Some(report.clone())
            });
            history = last.map(|found| line(&mut belle, game, &found, abort));
        }
        if abort.stopped() {
            return Ok(None);
        }
        let answer = Answer {
            label: label.clone(),
            player: PLAYERS_OF_HISTORY[*player].to_owned(),
            phase: phase(position),
            played: san(position, *played),
            choices,
            ours,
            history,
        };
        Ok(Some(to_raw_value(&answer)?))
    };
    Ok(Plan {
        conditions,
        weights,
        work: Work::Trials(Trials {
            settings,
            measure: Box::new(measure),
        }),
    })
}

/// The moves that Belle played from its tables, by label.
struct FromTables(BTreeSet<String>);

impl FromTables {
    fn read() -> anyhow::Result<FromTables> {
        let set_up = asked()?.into_iter().filter(|asked| asked.is_set_up);
        Ok(FromTables(set_up.map(|asked| asked.label).collect()))
    }

    /// The phase of a move; `None` if it is from tables.
    fn phase(&self, label: &str, phase: usize) -> Option<usize> {
        if self.0.contains(label) {
            return None;
        }
        Some(phase)
    }
}

/// A table of the shares of the same moves: of all but those from tables, by phase, and of those
/// from tables.
fn share_table(name: &str, first: &str) -> Table {
    let mut table = Table::new(name, &[first, "all"]);
    table
        .head
        .extend(PHASES.iter().map(|(name, _)| (*name).to_owned()));
    table.head.push("from tables".to_owned());
    table
}

/// A move of history that was asked.
struct AskedMove {
    /// `None` if it is from tables.
    phase: Option<usize>,
    /// Whether the same move was chosen.
    is_same: bool,
}

/// Cells of a row of [`share_table`].
fn share_cells(moves: &[AskedMove]) -> Vec<String> {
    let count = |is_counted: &dyn Fn(Option<usize>) -> bool| {
        let part = || moves.iter().filter(|one| is_counted(one.phase));
        (part().filter(|one| one.is_same).count(), part().count())
    };
    let shown = |only: Option<usize>| match count(&|phase| phase == only) {
        (_, 0) => "-".to_owned(),
        (same, of) => format!("{same}/{of}"),
    };
    let (same, of) = count(&|phase| phase.is_some());
    let phases = (0..PHASES.len()).map(Some).chain([None]);
    [percent(same as f64, of)]
        .into_iter()
        .chain(phases.map(shown))
        .collect()
}

fn report_moves(results: &Job) -> anyhow::Result<Section> {
    let answers: Vec<Answer> = results
        .records()
        .map(|record| Ok(record?.1))
        .collect::<anyhow::Result<_>>()?;
    let machine: Vec<&Answer> = answers
        .iter()
        .filter(|answer| answer.player == PLAYERS_OF_HISTORY[0])
        .collect();
    let times: Vec<f64> = match machine.first() {
        Some(one) => one.choices.iter().map(|choice| choice.seconds).collect(),
        None => Vec::new(),
    };
    let from_tables = FromTables::read()?;
    let is_same = |answer: &Answer, time: usize| match answer.choices.get(time) {
        Some(choice) => choice.chosen == answer.played,
        None => false,
    };
    let phase_of = |answer: &Answer| from_tables.phase(&answer.label, answer.phase);
    let searched: Vec<&Answer> = machine
        .iter()
        .copied()
        .filter(|answer| phase_of(answer).is_some())
        .collect();
    let mut table = share_table("phases", "machine seconds");
    let mut points = Vec::new();
    for (place, time) in times.iter().enumerate() {
        let same = searched
            .iter()
            .filter(|answer| is_same(answer, place))
            .count();
        let interval = share(same as f64, searched.len());
        let value = same as f64 / searched.len().max(1) as f64;
        points.push(Point {
            place,
            value: 100.0 * value,
            low: 100.0 * interval.low,
            high: 100.0 * interval.high,
        });
        let moves: Vec<_> = machine
            .iter()
            .map(|answer| AskedMove {
                phase: phase_of(answer),
                is_same: is_same(answer, place),
            })
            .collect();
        table.row([time.to_string()].into_iter().chain(share_cells(&moves)));
    }
    let last = times.len().saturating_sub(1);
    let (differing, differences) = differing(&answers);
    let paired = Paired::of(
        searched
            .iter()
            .map(|answer| (is_same(answer, 0), is_same(answer, last))),
    );
    let Paired { gained, lost } = paired;
    let mut verdict = format!(
        "More time gains {gained} moves and loses {lost}: {}. {differences}",
        chance(paired)
    );
    let old: Vec<&Answer> = answers
        .iter()
        .filter(|one| one.player == PLAYERS_OF_HISTORY[1])
        .collect();
    if !old.is_empty() {
        let same = old.iter().filter(|answer| is_same(answer, 0)).count();
        let (share, of) = (percent(same as f64, old.len()), old.len());
        let mut longest: f64 = 0.0;
        for answer in &old {
            if let Some(choice) = answer.choices.last() {
                longest = longest.max(choice.seconds);
            }
        }
        verdict += &format!(
            " The program of 1972 chooses {same} of T. Belle's {of} moves, in at most {longest:.0} machine seconds: {share}."
        );
    }
    let labels = answers.iter().map(|answer| &*answer.label).collect();
    verdict += &unfinished_games(&asked()?, &labels);
    let chart = PointChart {
        title: "Agreement with Belle's own moves".to_owned(),
        x: "machine seconds a move".to_owned(),
        y: "per cent".to_owned(),
        labels: times.iter().map(f64::to_string).collect(),
        series: vec![Series {
            name: "here".to_owned(),
            points,
        }],
        is_joined: true,
    };
    Ok(Section {
        tables: vec![table, differing],
        plots: vec![Plot {
            name: "agreement",
            chart,
        }],
        verdict,
        ..Section::default()
    })
}

/// Rows of the positions where ours differs that the page shows.
const SHOWN: usize = 8;

/// The positions where ours differs, those with the greatest difference of the values first, and a
/// sentence on them.
fn differing(answers: &[Answer]) -> (Table, String) {
    let head = [
        "move of history",
        "its value",
        "its line",
        "our value",
        "our line",
    ];
    let mut table = Table {
        rows_shown: SHOWN,
        ..Table::new("differing", &head)
    };
    let mut pairs: Vec<(&Answer, &ValuedLine)> = Vec::new();
    for answer in answers {
        if let Some(history) = &answer.history {
            pairs.push((answer, history));
        }
    }
    pairs.sort_by_key(|(answer, history)| -(answer.ours.value - history.value).abs());
    for (Answer { label, ours, .. }, history) in &pairs {
        let lines = [history, ours].map(|line| [line.shown_value(), line.moves.clone()]);
        table.row(
            [label.clone()]
                .into_iter()
                .chain(lines.into_iter().flatten()),
        );
    }
    let count = |is_counted: &dyn Fn(&ValuedLine, &ValuedLine) -> bool| {
        pairs
            .iter()
            .filter(|(answer, history)| is_counted(&answer.ours, history))
            .count()
    };
    let close = count(&|ours, history| (ours.value - history.value).abs() <= CLOSE);
    let better = count(&|ours, history| history.value > ours.value);
    let sentence = format!(
        "Ours differs in {}, the widest first: in {close} the values are within {CLOSE} centipawns. In {better} history's is the greater, as \
         time ended our search among its moves, our value is a bound (≥), or the memory held other positions. #3 is a \
         mate in three.",
        pairs.len()
    );
    (table, sentence)
}

/// A small difference of values, in centipawns.
const CLOSE: i32 = 10;

/// Engines by name and specification, without limits.
const RIVAL_ENGINES: [(&str, &str); 4] = [
    ("belle", "belle"),
    ("native", "native"),
    ("Stockfish", "cmd=/usr/games/stockfish"),
    (
        "GNU Chess",
        "cmd=/usr/games/gnuchess --uci,option.OwnBook=false",
    ),
];
/// Seconds of wall time a move at full scale.
const FULL_WALL: f64 = 5.0;
/// Seconds of wall time a move at the quick scale.
const QUICK_WALL: f64 = 0.3;

/// What another engine plays where Belle played.
#[derive(Debug, Serialize, Deserialize)]
struct RivalAnswer {
    label: String,
    engine: String,
    phase: usize,
    chosen: String,
    played: String,
    nodes: u64,
}

/// The moves that other engines are asked: the machine's, not those of the program of 1973.
fn moves_of_rivals() -> anyhow::Result<Vec<Asked>> {
    let mut asked = asked()?;
    asked.retain(|asked| asked.player == 0);
    Ok(asked)
}

fn plan_rivals(scale: Scale) -> anyhow::Result<Plan> {
    let seconds = scale.pick(FULL_WALL, QUICK_WALL);
    let asked = moves_of_rivals()?;
    let settings = format!("rivals {seconds} {RIVAL_ENGINES:?} {OPENING_MOVES} {GAMES}");
    let weights = vec![1; asked.len() * RIVAL_ENGINES.len()];
    let conditions = format!(
        "{} moves of Belle's, {seconds} s of wall time each, one thread; belle is that of 1980; runs differ.",
        asked.len()
    );
    let measure = move |task: usize, abort: &Control| {
        let Asked {
            label,
            game,
            played,
            ..
        } = &asked[task / RIVAL_ENGINES.len()];
        let (engine, spec) = RIVAL_ENGINES[task % RIVAL_ENGINES.len()];
        let mut player = EngineSpec::parse(spec, &PLAYERS)
            .map_err(Error::msg)?
            .player()?;
        let mut nodes = 0;
        let limits = Limits::move_time(Duration::from_secs_f64(seconds));
        let choice = player.search(game, &limits, abort, &mut |report| nodes = report.nodes);
        if abort.stopped() {
            return Ok(None);
        }
        let best = choice
            .best
            .with_context(|| format!("{engine} gave no move"))?;
        let asking = RivalAnswer {
            label: label.clone(),
            engine: engine.to_owned(),
            phase: phase(game.position()),
            chosen: san(game.position(), best),
            played: san(game.position(), *played),
            nodes,
        };
        Ok(Some(to_raw_value(&asking)?))
    };
    Ok(Plan {
        conditions,
        weights,
        work: Work::Trials(Trials {
            settings,
            measure: Box::new(measure),
        }),
    })
}

fn report_rivals(results: &Job) -> anyhow::Result<Section> {
    let all: Vec<RivalAnswer> = results
        .records()
        .map(|record| Ok(record?.1))
        .collect::<anyhow::Result<_>>()?;
    let from_tables = FromTables::read()?;
    let is_same = |asking: &RivalAnswer| asking.chosen == asking.played;
    let labels = all.iter().map(|asking| &*asking.label).collect();
    let mut table = share_table("engines", "engine");
    table.head.push("nodes/move".to_owned());
    let mut searched: Vec<(&str, BTreeMap<&str, bool>)> = Vec::new();
    for (engine, _) in RIVAL_ENGINES {
        let own: Vec<&RivalAnswer> = all
            .iter()
            .filter(|asking| asking.engine == engine)
            .collect();
        if own.is_empty() {
            continue;
        }
        let phase_of = |one: &RivalAnswer| from_tables.phase(&one.label, one.phase);
        let moves: Vec<_> = own
            .iter()
            .map(|one| AskedMove {
                phase: phase_of(one),
                is_same: is_same(one),
            })
            .collect();
        let nodes = own.iter().map(|one| one.nodes).sum::<u64>() / own.len() as u64;
        table.row(
            [engine.to_owned()]
                .into_iter()
                .chain(share_cells(&moves))
                .chain([nodes.to_string()]),
        );
        let by_label = own.iter().filter(|one| phase_of(one).is_some());
        searched.push((
            engine,
            by_label.map(|one| (&one.label[..], is_same(one))).collect(),
        ));
    }
    let comparisons: Vec<String> =
        searched
            .split_first()
            .map_or_else(Vec::new, |((_, belle), others)| {
                let compare = |(name, other): &(&str, BTreeMap<&str, bool>)| {
                    let both = belle
                        .iter()
                        .filter_map(|(label, &same)| Some((*other.get(label)?, same)));
                    let paired = Paired::of(both);
                    format!(
                        "{name} {} to {} ({})",
                        paired.gained,
                        paired.lost,
                        chance(paired)
                    )
                };
                others.iter().map(compare).collect()
            });
    let verdict = format!(
        "Moves of history that only the machine chooses, to those that only the other does: {}.{}",
        listed(&comparisons),
        unfinished_games(&moves_of_rivals()?, &labels)
    );
    Ok(Section {
        tables: vec![table],
        verdict,
        ..Section::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_games_are_told_with_their_moves() {
        let asked = asked().unwrap();
        let mut labels: BTreeSet<&str> = asked.iter().map(|one| &*one.label).collect();
        assert_eq!(unfinished_games(&asked, &labels), "");
        labels.remove("Blitz 6.5, 1978.12.06: 10...Rxh2");
        let told = unfinished_games(&asked, &labels);
        assert!(
            told.contains("of 11 of the 12 games") && told.contains("5 of 6 against Blitz 6.5"),
            "{told}"
        );
    }

    #[test]
    fn asked_moves_of_both_players_are_found() {
        let asked = asked().unwrap();
        let labels: BTreeSet<&str> = asked.iter().map(|asked| asked.label.as_str()).collect();
        assert_eq!(labels.len(), asked.len(), "each label names one move");
        let count = |player: usize| asked.iter().filter(|asked| asked.player == player).count();
        assert_eq!(count(0), 375);
        assert!(count(1) > 30);
        assert!(
            asked
                .iter()
                .all(|asked| asked.game.position().is_legal(asked.played))
        );
        assert!(
            asked
                .iter()
                .any(|asked| asked.label == "Blitz 6.5, 1978.12.06: 10...Rxh2")
        );
    }
}
