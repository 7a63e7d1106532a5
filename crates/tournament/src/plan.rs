//! The plan of a match: everything that decides its games.

use files::Settings;
use shakmaty::Position as _;

use crate::engine::EngineLimits;
use crate::external::LineLog;
use crate::match_settings::{NamedSpec, match_settings};
use crate::openings::{Opening, into_chess960};
use crate::rules::Rules;
use crate::spec::EngineSpec;
use crate::tournament::{Pairing, Tournament};

/// An engine of a match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Name in tables and files; no two engines share one.
    pub name: String,
    /// What it is.
    pub spec: EngineSpec,
}

/// Everything that decides the games of a match. Command line and laboratory fill it in and start
/// it.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The engines, by which the pairings count.
    pub entrants: Vec<Entrant>,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The rules of every game.
    pub rules: Rules,
    /// Limits of the engines whose specification has none.
    pub limits: EngineLimits,
    /// Seed for the order of the openings.
    pub seed: u64,
    /// The games.
    pub pairings: Vec<Pairing>,
}

impl MatchPlan {
    /// Names of the engines.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for entrant in &self.entrants {
            names.push(entrant.name.clone());
        }
        names
    }

    /// Everything that decides the games, but not their number.
    pub fn settings(&self) -> Settings {
        let mut engines = Vec::new();
        for Entrant { name, spec } in &self.entrants {
            let spec = &spec.text;
            engines.push(NamedSpec { name, spec });
        }
        match_settings(
            &self.limits,
            &self.rules,
            self.seed,
            &engines,
            &self.openings,
        )
    }

    /// Starts each engine once as a check, and returns the match with `concurrency` games at a
    /// time. The engines' lines go to `log`.
    pub fn start(self, concurrency: usize, log: Option<&LineLog>) -> anyhow::Result<Tournament> {
        let is_chess960 = |opening: &Opening| opening.game.start().castles().mode().is_chess960();
        let chess960 = self.openings.iter().any(is_chess960);
        let mut participants = Vec::new();
        for Entrant { name, spec } in self.entrants {
            participants.push(spec.participant(name, self.limits, log, chess960)?);
        }
        Ok(Tournament {
            participants,
            openings: self.openings,
            pairings: self.pairings,
            rules: self.rules,
            concurrency,
        })
    }
}

/// The engines of a match with their names, numbered where they repeat.
pub fn entrants(specs: Vec<EngineSpec>) -> Vec<Entrant> {
    let names = crate::spec::unique_names(&specs);
    let mut entrants = Vec::new();
    for (name, spec) in names.into_iter().zip(specs) {
        entrants.push(Entrant { name, spec });
    }
    entrants
}

/// Openings of one variant: all of Chess960 if one of them is. If one of the engines does not play
/// that, the openings of Chess960 among others are left out, and the remark says so. Fails if an
/// engine cannot be started.
pub fn of_one_variant(
    mut openings: Vec<Opening>,
    entrants: &[Entrant],
) -> anyhow::Result<(Vec<Opening>, Option<String>)> {
    let all = openings.len();
    let of_chess960 = openings.iter().filter(|one| one.is_chess960()).count();
    if of_chess960 == 0 {
        return Ok((openings, None));
    }
    for Entrant { name, spec } in entrants {
        if of_chess960 < all && !spec.start(None)?.plays_chess960() {
            openings.retain(|one| !one.is_chess960());
            let remark = format!(
                "{of_chess960} of {all} openings skipped: {name} does not play Chess960; \
                 native does"
            );
            return Ok((openings, Some(remark)));
        }
    }
    Ok((into_chess960(openings), None))
}
