//! `belle match`

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use play::Control;
use play::TimeControl;
use shakmaty::{ByColor, Color, KnownOutcome};
use tournament::{
    Adjudication, Allowance, DrawRule, Entrant, Match, Opening, ResignRule, Rules, Sprt, Standings, Verdict,
    schedule,
};

use crate::matches::engine::{Engine, seconds};
use crate::matches::file::GamesFile;
use crate::matches::tables::{Summary, game_line};
use crate::matches::{openings, pairs};

/// The event that games are filed under, if no other is named.
const EVENT: &str = "Belle match";

/// Let engines play against each other.
///
/// An engine is a player of this program (`belle`) or any UCI program (`cmd=/usr/games/stockfish`) or program of xboard's
/// protocol (`cmd=/usr/games/fairymax,proto=xboard`), with what is said of it after commas: name=, option.NAME=, pace= and generation= (short for these options), clock=machine (its moves cost
/// time of its own machine: so by itself with pace=authentic), dir=, and tc=, movetime=, depth= or nodes= where it differs
/// from the others. A comma within a value is written '\,'.
#[derive(Debug, Args)]
#[command(
    after_help = "belle match belle,pace=authentic,generation=1978 belle,pace=authentic --tc 40/7200 --games 100\n\
                        belle match belle 'cmd=/usr/games/stockfish,option.Skill Level=0' --tc 5+0.05 --pgn games.pgn"
)]
pub(crate) struct MatchCommand {
    /// Who plays: two, or more with --round-robin.
    #[arg(value_name = "ENGINE")]
    engines: Vec<Engine>,
    /// Another who plays.
    #[arg(long = "engine", value_name = "ENGINE")]
    more_engines: Vec<Engine>,
    /// Everybody plays everybody.
    #[arg(long)]
    round_robin: bool,
    /// Games of each pair of engines; an odd number becomes the next even one.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Games at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// Positions (EPD) or games (PGN) to begin with; without it a varied set of openings.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Half moves taken from each game of openings in PGN.
    #[arg(long, default_value_t = 16)]
    plies: usize,
    /// Decides the order of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time control: 5+0.05 (seconds and increment) or 40/60+1 (moves/seconds+increment); 5+0.05, if there is no other
    /// limit.
    #[arg(long)]
    tc: Option<TimeControl>,
    /// Seconds for each move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    movetime: Option<Duration>,
    /// Plies of each search.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// Nodes of each search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds by which a clock may be overstepped.
    #[arg(long, default_value = "0.1", value_name = "SECONDS", value_parser = seconds)]
    margin: Duration,
    /// Seconds after which an engine hangs, where no clock says so.
    #[arg(long, default_value = "600", value_name = "SECONDS", value_parser = seconds)]
    patience: Duration,
    /// A draw when both are near zero: 'from=40,moves=8,score=10' (move, moves of each, hundredths of a pawn).
    #[arg(long, value_name = "RULE", value_parser = draw_rule, num_args = 0..=1, default_missing_value = "")]
    draw: Option<DrawRule>,
    /// A loss when both agree on it: 'moves=4,score=700'.
    #[arg(long, value_name = "RULE", value_parser = resign_rule, num_args = 0..=1, default_missing_value = "")]
    resign: Option<ResignRule>,
    /// A draw after so many moves.
    #[arg(long, value_name = "MOVES")]
    max_moves: Option<u32>,
    /// End when it is clear which difference is right: 'elo0=0,elo1=5,alpha=0.05,beta=0.05'.
    #[arg(long, value_name = "TEST", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Write the games to this file, which must be new.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match of the --pgn file, from where it was cut off.
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Print JSON at the end, and nothing else.
    #[arg(long)]
    json: bool,
}

fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let [mut from_move, mut moves, mut score] = [40, 8, 10];
    let places = &mut [("from", &mut from_move), ("moves", &mut moves), ("score", &mut score)];
    pairs::fill(text, places).map(|()| DrawRule { from_move, moves: moves.max(1), score })
}

fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let [mut moves, mut score] = [4, 700];
    pairs::fill(text, &mut [("moves", &mut moves), ("score", &mut score)])
        .map(|()| ResignRule { moves: moves.max(1), score })
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let [mut elo0, mut elo1, mut alpha, mut beta] = [0.0, 5.0, 0.05, 0.05];
    let places = &mut [("elo0", &mut elo0), ("elo1", &mut elo1), ("alpha", &mut alpha), ("beta", &mut beta)];
    pairs::fill(text, places)?;
    let probability = |p: f64| p > 0.0 && p < 0.5;
    if !(elo0 < elo1 && probability(alpha) && probability(beta)) {
        return Err("elo0 is below elo1, and alpha and beta are between 0 and 0.5".to_owned());
    }
    Ok(Sprt { elo0, elo1, alpha, beta })
}

impl MatchCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let engines: Vec<&Engine> = self.engines.iter().chain(&self.more_engines).collect();
        match engines.len() {
            0 | 1 => bail!("a match needs two engines"),
            2 => {}
            _ if !self.round_robin => bail!("a match of more than two engines is a --round-robin"),
            _ if self.sprt.is_some() => bail!("--sprt is for two engines"),
            _ => {}
        }
        let openings = openings::read(self.openings.as_deref(), self.plies)?;
        let names = distinct(engines.iter().map(|engine| engine.name()).collect());
        let key = self.key(&engines, &names, &openings);
        let (file, kept) = match &self.pgn {
            Some(path) => {
                let date = chrono::Local::now().format("%Y.%m.%d").to_string();
                GamesFile::open(path, self.resume, EVENT, date, key)?
            }
            None => (GamesFile::none(), Vec::new()),
        };
        let rounds = self.games.div_ceil(2) as usize;
        let common = self.allowance();
        let entrants = engines
            .iter()
            .zip(&names)
            .map(|(engine, name)| engine.entrant(name.clone(), common))
            .collect::<anyhow::Result<Vec<Entrant>>>()?;
        let contest = Match {
            schedule: schedule(entrants.len(), rounds, openings.len(), self.seed),
            entrants,
            openings,
            rules: self.rules(),
            concurrency: self.concurrency as usize,
        };
        let mut tally = Tally::new(names, self.sprt);
        for game in &kept {
            tally.add(game.number, &game.names, game.outcome, &game.termination)?;
        }
        if !kept.is_empty() && !self.json {
            say!("{} games are in the file already", kept.len())?;
        }
        let done = kept.iter().map(|game| game.number).collect();
        let finished = self.play(&contest, &done, file, &mut tally)?;
        let summary = Summary::new(&tally.names, &tally.standings, &tally.faults, self.sprt);
        if self.json {
            say!("{}", serde_json::to_string_pretty(&summary)?)?;
        } else {
            say_part!("\n{}", summary.text())?;
        }
        if !finished {
            let hint = if self.pgn.is_some() { "; the same command with --resume goes on" } else { "" };
            bail!("interrupted{hint}");
        }
        Ok(())
    }

    /// Plays what is to be played; false if it was interrupted.
    fn play(
        &self,
        contest: &Match,
        done: &BTreeSet<usize>,
        mut file: GamesFile,
        tally: &mut Tally,
    ) -> anyhow::Result<bool> {
        let abort = Control::new();
        let wire = abort.clone();
        ctrlc::set_handler(move || wire.stop()).context("cannot listen for interruptions")?;
        let mut failure = None;
        if !tally.decided() {
            contest.run(done, &abort, &mut |record| {
                let finish = &record.played.finish;
                let added = file.add(&record).and_then(|()| {
                    let termination = finish.termination.to_string();
                    tally.add(record.number, &record.names, finish.outcome, &termination)
                });
                if let Err(error) = added {
                    failure = Some(error);
                    abort.stop();
                    return false;
                }
                if !self.json {
                    let (games, all) = (tally.standings.games(), contest.schedule.len());
                    let moves = record.played.game.moves().len().div_ceil(2);
                    let result = finish.outcome.to_string();
                    // Nobody may be reading any more; the match goes on.
                    let _ = say!("{}", game_line(games, all, &record.names, &result, &finish.reason, moves));
                }
                !tally.decided()
            });
        }
        failure.map_or(Ok(!abort.stopped()), Err)
    }

    fn allowance(&self) -> Allowance {
        let none =
            self.tc.is_none() && self.movetime.is_none() && self.depth.is_none() && self.nodes.is_none();
        let default = none.then(|| "5+0.05".parse().expect("this is a time control"));
        Allowance {
            control: self.tc.or(default),
            move_time: self.movetime,
            depth: self.depth,
            nodes: self.nodes,
        }
    }

    fn rules(&self) -> Rules {
        let adjudication = Adjudication { draw: self.draw, resign: self.resign, longest: self.max_moves };
        Rules { adjudication, margin: self.margin, patience: self.patience }
    }

    /// Tells this match from others: everything that decides its games, but not how many they are.
    fn key(&self, engines: &[&Engine], names: &[String], openings: &[Opening]) -> String {
        let mut text = format!("{:?} {:?} {}", self.allowance(), self.rules(), self.seed);
        for (engine, name) in engines.iter().zip(names) {
            text += &format!("\n{name} {}", engine.text);
        }
        for opening in openings {
            text += &format!("\n{} {:?}", opening.name, opening.game.position());
        }
        format!("{:016x}", fnv(text.as_bytes()))
    }
}

/// The hash of Fowler, Noll and Vo (FNV-1a).
fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A name that comes again has a number.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for name in names {
        let mut candidates = (2..).map(|number| format!("{name} {number}"));
        let mut free = name.clone();
        while taken.contains(&free) {
            free = candidates.next().expect("there is always another number");
        }
        taken.push(free);
    }
    taken
}

/// What has been counted.
struct Tally {
    names: Vec<String>,
    standings: Standings,
    faults: Vec<u32>,
    sprt: Option<Sprt>,
}

impl Tally {
    fn new(names: Vec<String>, sprt: Option<Sprt>) -> Tally {
        Tally { standings: Standings::new(names.len()), faults: vec![0; names.len()], names, sprt }
    }

    fn add(
        &mut self,
        number: usize,
        names: &ByColor<String>,
        outcome: KnownOutcome,
        termination: &str,
    ) -> anyhow::Result<()> {
        let find = |color: Color| {
            let name = names.get(color);
            let found = self.names.iter().position(|known| known == name);
            found.with_context(|| format!("'{name}' is not of this match"))
        };
        let sides = ByColor { white: find(Color::White)?, black: find(Color::Black)? };
        self.standings.add(number, sides, outcome);
        if let Some(winner) = outcome.winner().filter(|_| !matches!(termination, "normal" | "adjudication")) {
            self.faults[*sides.get(!winner)] += 1;
        }
        Ok(())
    }

    fn decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&self.standings.pairs(0, 1)) != Verdict::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_distinct() {
        let names = ["a", "b", "a", "a", "a 2"].map(str::to_owned).to_vec();
        assert_eq!(distinct(names), ["a", "b", "a 2", "a 3", "a 2 2"]);
    }

    #[test]
    fn tests_and_rules_are_read() {
        assert_eq!(sprt("elo1=10").unwrap().elo1, 10.0);
        assert!(sprt("elo0=10,elo1=5").is_err() && sprt("alpha=1").is_err());
        assert_eq!(draw_rule("").unwrap(), DrawRule { from_move: 40, moves: 8, score: 10 });
        assert_eq!(resign_rule("score=500").unwrap(), ResignRule { moves: 4, score: 500 });
        assert!(resign_rule("mood=low").unwrap_err().contains("there is moves, score"));
    }
}
