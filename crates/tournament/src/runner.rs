//! A schedule played on several threads.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use shakmaty::{ByColor, Color};

use super::allowance::Allowance;
use super::arena::{Rules, Side, contest};
use super::contestant::{Contestant, Fault};
use super::openings::Opening;
use super::record::{Played, Record};
use super::schedule::Pairing;
use play::Control;

/// Makes a contestant; on any thread, whenever one is needed.
pub type Make = Box<dyn Fn() -> Result<Box<dyn Contestant>, Fault> + Send + Sync>;

/// Somebody who takes part.
pub struct Entrant {
    /// The name in tables and files.
    pub name: String,
    /// How much it may think.
    pub allowance: Allowance,
    /// Its moves cost time of its own machine, not of the wall clock.
    pub machine_clock: bool,
    /// Makes it.
    pub make: Make,
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant").field("name", &self.name).field("allowance", &self.allowance).finish()
    }
}

/// Everything that decides a match.
#[derive(Debug)]
pub struct Match {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// From where.
    pub openings: Vec<Opening>,
    /// The games.
    pub schedule: Vec<Pairing>,
    /// What holds for all of them.
    pub rules: Rules,
    /// Games at the same time.
    pub concurrency: usize,
}

impl Match {
    /// Plays all games but those `done`, and hands each to `on_game` as it ends, until that says false: then the games
    /// that are being played come to their end, and no other begins. `abort` ends it at once; games cut off by it are lost
    /// to the record.
    pub fn run(
        &self,
        done: &BTreeSet<usize>,
        abort: &Control,
        on_game: &mut (dyn FnMut(Record) -> bool + Send),
    ) {
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        // Called by the thread that played the game, so that no other game begins before it has said whether one should.
        let on_game = Mutex::new(on_game);
        let work = || {
            let mut present = BTreeMap::new();
            while !enough.load(Ordering::Relaxed) && !abort.stopped() {
                let Some(pairing) = self.schedule.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                if done.contains(&pairing.number) {
                    continue;
                }
                let Ok(played) = self.play(pairing, &mut present, abort) else { break };
                // What fails as the match is stopped may have been stopped with it: the game is played again.
                if played.failed.is_some() && abort.stopped() {
                    break;
                }
                let mut on_game = on_game.lock().unwrap_or_else(PoisonError::into_inner);
                if !on_game(self.record(pairing, played)) {
                    enough.store(true, Ordering::Relaxed);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(work);
            }
        });
    }

    /// One game. `present` has this thread's contestants; those who do not play are let go.
    fn play(
        &self,
        pairing: &Pairing,
        present: &mut BTreeMap<usize, Box<dyn Contestant>>,
        abort: &Control,
    ) -> Result<Played, Fault> {
        present.retain(|entrant, _| *entrant == pairing.sides.white || *entrant == pairing.sides.black);
        let opening = &self.openings[pairing.opening];
        for color in Color::ALL {
            let entrant = *pairing.sides.get(color);
            if let Entry::Vacant(place) = present.entry(entrant) {
                match (self.entrants[entrant].make)() {
                    Ok(contestant) => place.insert(contestant),
                    Err(fault) => return Played::begin(opening.game.clone()).lost(color, fault),
                };
            }
        }
        let mut seats = pairing.sides.map(|entrant| present.remove(&entrant));
        let (Some(white), Some(black)) = (seats.white.as_mut(), seats.black.as_mut()) else {
            unreachable!("both were made, and nobody plays himself")
        };
        let side = |contestant, entrant: usize| Side {
            contestant,
            allowance: self.entrants[entrant].allowance,
            machine_clock: self.entrants[entrant].machine_clock,
        };
        let sides = ByColor {
            white: side(&mut **white, pairing.sides.white),
            black: side(&mut **black, pairing.sides.black),
        };
        let played = contest(sides, opening, &self.rules, abort)?;
        for color in Color::ALL {
            if let Some(contestant) = seats.get_mut(color).take().filter(|_| played.failed != Some(color)) {
                present.insert(*pairing.sides.get(color), contestant);
            }
        }
        Ok(played)
    }

    fn record(&self, pairing: &Pairing, played: Played) -> Record {
        Record {
            number: pairing.number,
            round: pairing.round,
            sides: pairing.sides,
            names: pairing.sides.map(|entrant| self.entrants[entrant].name.clone()),
            allowances: pairing.sides.map(|entrant| self.entrants[entrant].allowance.to_string()),
            opening: self.openings[pairing.opening].name.clone(),
            played,
        }
    }
}
