//! Games between engines as tasks.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use anyhow::{Error, bail};
use files::Job;
use play::{Control, PlayerFactory, Termination};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use shakmaty::{ByColor, CastlingMode, Color, Position as _};
use statistics::{Pairwise, Ratings, fit};
use tournament::{
    EngineLimits, EngineSpec, Entrant, MatchGame, MatchPlan, NamedSpec, Opening, Pairing, Rules,
    Scoreboard, match_settings,
};

use crate::words::points;

/// An engine in a contest.
#[derive(Clone, Debug)]
pub struct Rival {
    /// Name in tables.
    pub name: String,
    /// Specification with limits, as `belle match` takes it.
    pub spec: String,
}

/// Games of given pairs of engines: each pair plays each of its openings with both colors.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The engines.
    pub rivals: Vec<Rival>,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The pairs by the engines' numbers, in the order in which they are played.
    pub pairs: Vec<(usize, usize)>,
    /// Whether a game repeats exactly. A failed engine then ends the run; otherwise it loses the
    /// game.
    pub reproducible: bool,
    /// Further settings that decide the games, as text.
    pub settings: String,
}

/// Wall-clock limit of a move whose time is the machine's.
const HANG_TIMEOUT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Time by which a program may exceed its clock at each move, for a busy computer.
pub(crate) const TIME_MARGIN: Duration = Duration::from_secs(5);

/// A game as a record of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct GameLine {
    pub white: String,
    pub black: String,
    pub opening: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    pub reason: String,
    pub termination: String,
    /// Nodes of White and of Black.
    pub nodes: [u64; 2],
    /// All moves in UCI's notation, the opening's included.
    pub moves: String,
}

impl Contest {
    /// Games of each pair.
    pub fn games_of_a_pair(&self) -> usize {
        2 * self.openings.len()
    }

    /// Everything that decides the games.
    pub(crate) fn key(&self) -> String {
        let rivals: Vec<NamedSpec<'_>> = self
            .rivals
            .iter()
            .map(|Rival { name, spec }| NamedSpec { name, spec })
            .collect();
        let limits = EngineLimits::default();
        let games = match_settings(&limits, &self.rules(), 0, &rivals, &self.openings);
        format!("{games:?} {:?}{}", self.pairs, self.settings)
    }

    fn rules(&self) -> Rules {
        Rules {
            hang_timeout: HANG_TIMEOUT,
            time_margin: TIME_MARGIN,
            ..Rules::default()
        }
    }

    fn pairings(&self) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for &(one, other) in &self.pairs {
            for opening in 0..self.openings.len() {
                for (white, black) in [(one, other), (other, one)] {
                    pairings.push(Pairing {
                        number: pairings.len(),
                        round: opening,
                        sides: ByColor { white, black },
                        opening,
                    });
                }
            }
        }
        pairings
    }

    /// The weight of each game, from that of its pair.
    pub(crate) fn weights<W: Clone>(&self, weight: impl Fn(&(usize, usize)) -> W) -> Vec<W> {
        let mut weights = Vec::new();
        for pair in &self.pairs {
            weights.extend(vec![weight(pair); self.games_of_a_pair()]);
        }
        weights
    }

    /// Plays all games but those `done` on some threads, and passes each with its number to
    /// `on_game`. Engines of this process are made from `players`.
    pub(crate) fn play(
        &self,
        players: &[PlayerFactory],
        jobs: usize,
        done: &BTreeSet<usize>,
        abort: &Control,
        on_game: &mut (dyn FnMut(usize, Box<RawValue>) -> anyhow::Result<()> + Send),
    ) -> anyhow::Result<()> {
        let mut entrants = Vec::new();
        for Rival { name, spec } in &self.rivals {
            entrants.push(Entrant {
                name: name.clone(),
                spec: EngineSpec::parse(spec, players).map_err(Error::msg)?,
            });
        }
        let plan = MatchPlan {
            entrants,
            openings: self.openings.clone(),
            rules: self.rules(),
            limits: EngineLimits::default(),
            seed: 0,
            pairings: self.pairings(),
        };
        plan.start(jobs, None)?.run(done, abort, &mut |game| {
            on_game(
                game.number,
                to_raw_value(&game_line(&game, self.reproducible)?)?,
            )?;
            Ok(true)
        })
    }
}

fn game_line(played: &MatchGame, reproducible: bool) -> anyhow::Result<GameLine> {
    let (record, names) = (&played.record, &played.names);
    let end = &record.end;
    if reproducible && end.termination().is_fault() {
        bail!(
            "game {} ({} - {}): {}",
            played.number,
            names.white,
            names.black,
            end
        );
    }
    let mut nodes = [0; 2];
    for (position, made) in record.game.positions()[record.book..]
        .iter()
        .zip(&record.moves)
    {
        let side = position.turn().fold_wb(0, 1);
        if let Some(info) = made.info {
            nodes[side] += info.nodes;
        }
    }
    let moves = record
        .game
        .moves()
        .iter()
        .map(|one| one.to_uci(CastlingMode::Standard).to_string());
    Ok(GameLine {
        white: names.white.clone(),
        black: names.black.clone(),
        opening: played.opening.clone(),
        result: end.outcome.to_string(),
        reason: end.to_string(),
        termination: end.termination().to_string(),
        nodes,
        moves: moves.collect::<Vec<_>>().join(" "),
    })
}

/// Points of one engine against another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairScore {
    pub(crate) one: usize,
    pub(crate) other: usize,
    pub(crate) points: f64,
    pub(crate) games: usize,
    /// Games that were drawn.
    pub(crate) drawn: f64,
}

impl fmt::Display for PairScore {
    /// `9.5/20`, or `-` of two that did not meet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games {
            0 => f.write_str("-"),
            games => write!(f, "{}/{games}", points(self.points)),
        }
    }
}

/// Games of a contest, read from the job of an experiment.
pub(crate) struct Games {
    pub(crate) names: Vec<String>,
    pub(crate) board: Scoreboard,
    pub(crate) lines: Vec<GameLine>,
}

impl Games {
    /// Reads the games between these engines. Fails if a line is not a game between two of them.
    pub(crate) fn read(results: &Job, names: Vec<String>) -> anyhow::Result<Games> {
        Games::read_those(results, names, |_| true)
    }

    /// Reads those games between these engines that ended in a certain way.
    pub(crate) fn read_those(
        results: &Job,
        names: Vec<String>,
        is_counted: impl Fn(Termination) -> bool,
    ) -> anyhow::Result<Games> {
        let mut board = Scoreboard::new(names.clone());
        let mut lines = Vec::new();
        for record in results.records::<GameLine>() {
            let (number, game) = record?;
            let sides = ByColor {
                white: game.white.clone(),
                black: game.black.clone(),
            };
            let outcome = game.result.parse().map_err(|_| {
                Error::msg(format!(
                    "result: expected 1-0, 0-1 or 1/2-1/2, got '{}'",
                    game.result
                ))
            })?;
            let termination: Termination = game.termination.parse().map_err(Error::msg)?;
            if is_counted(termination) {
                board.add(number, &sides, outcome, termination)?;
                lines.push(game);
            }
        }
        Ok(Games {
            names,
            board,
            lines,
        })
    }

    /// Points of one engine against another.
    pub(crate) fn score(&self, one: usize, other: usize) -> PairScore {
        let (points, draws) = (self.board.pairwise(), self.board.draws());
        PairScore {
            one,
            other,
            points: points[one][other],
            games: (points[one][other] + points[other][one]).round() as usize,
            drawn: draws[one][other],
        }
    }

    /// The engines that have met another.
    pub(crate) fn met(&self) -> Vec<usize> {
        let points = self.board.pairwise();
        let has_met = |one: usize| {
            let others = 0..points.len();
            others
                .map(|other| points[one][other] + points[other][one])
                .any(|played| played > 0.0)
        };
        (0..points.len()).filter(|&one| has_met(one)).collect()
    }

    /// Points of some of the engines, by their numbers, against each other.
    pub(crate) fn points(&self, engines: &[usize]) -> Pairwise {
        submatrix(&self.board.pairwise(), engines)
    }

    /// Ratings of these from the games between them.
    pub(crate) fn fit(&self, engines: &[usize]) -> Ratings {
        fit(
            &self.points(engines),
            &submatrix(&self.board.draws(), engines),
        )
    }

    /// A sentence on the draws added to a fit, if there are any.
    pub(crate) fn added_draws(&self, fitted: &Ratings) -> &'static str {
        if fitted.drawn_games_added {
            " A draw was added to each pairing to keep ratings finite."
        } else {
            ""
        }
    }

    /// Mean nodes a move of an engine.
    pub(crate) fn nodes_a_move(&self, one: usize, opening_plies: usize) -> Option<f64> {
        let (mut nodes, mut moves) = (0, 0);
        for game in &self.lines {
            let plies = game.moves.split(' ').count();
            for (color, name) in [(Color::White, &game.white), (Color::Black, &game.black)] {
                if *name == self.names[one] {
                    let side = color.fold_wb(0, 1);
                    nodes += game.nodes[side];
                    // White moves first after an opening of whole moves.
                    moves += (plies.saturating_sub(opening_plies) + 1 - side) / 2;
                }
            }
        }
        if moves == 0 {
            return None;
        }
        Some(nodes as f64 / moves as f64)
    }
}

/// The rows and columns of some of the engines.
fn submatrix(all: &Pairwise, engines: &[usize]) -> Pairwise {
    engines
        .iter()
        .map(|&one| engines.iter().map(|&other| all[one][other]).collect())
        .collect()
}
