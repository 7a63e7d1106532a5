//! The mate solver's report: keys, tries, threats, defenses and duals.
//!
//! Documented (F128): a solver of mates in two was published. Second-hand (F129): it solves
//! any mate in two, without castling and en passant. Its output besides the key is not on record.
//! The rest of this report is decided, in the words of problemists.

use play::{Control, Instant};
use shakmaty::{Chess, Move as ChessMove, Position};

use crate::legal::{find_chess_move, from_chess_move};
use crate::mate::solution::{
    Defense, MAX_MATE_MOVES, MateError, MatingMove, SanMove, Solution, Task, Try,
};
use crate::mate::solver::{Outcome, Solver};
use crate::settings::Rules;
use crate::side::Side;

/// A first move that mates, and in how many moves.
struct Key {
    first: ChessMove,
    moves: u32,
}

/// The moves to the shortest mate, which stands first in the sorted keys; 0 without keys.
fn fewest_moves(keys: &[Key]) -> u32 {
    match keys.first() {
        Some(key) => key.moves,
        None => 0,
    }
}

/// Solver of problems, one after another.
pub struct Mate {
    solver: Solver,
}

impl Mate {
    /// A solver that `control` can stop.
    pub fn new(control: Control) -> Mate {
        Mate {
            solver: Solver::new(Rules::Published, control),
        }
    }

    /// Sets the moment at which the solver gives up.
    #[must_use]
    pub fn until(mut self, moment: Option<Instant>) -> Mate {
        self.solver.deadline = moment;
        self
    }

    /// Solves a problem. Fails if the position or the number of moves is not supported, or the
    /// search was stopped.
    pub fn solve(&mut self, position: &Chess, task: Task) -> Result<Solution, MateError> {
        if !(1..=MAX_MATE_MOVES).contains(&task.mates) {
            return Err(MateError::Moves(task.mates));
        }
        self.solver.clear(task.rules);
        let keys = self.keys(position, task.mates)?;
        // Read now: the rest of the report searches on.
        let (nodes, left_out) = (self.solver.nodes, self.solver.moves.left_out);
        let keys = self.by_length(position, task.mates, keys)?;
        let keys = self.with_play(position, keys, task.play, usize::MAX)?;
        let tries = if task.tries > 0 {
            self.tries(position, task)?
        } else {
            Vec::new()
        };
        // Castling or en passant was left out: the keys by the full rules too.
        let full_keys = match left_out {
            true => {
                self.solver.clear(Rules::Full);
                Some(
                    self.keys(position, task.mates)?
                        .into_iter()
                        .map(|mv| SanMove::new(position, mv))
                        .collect(),
                )
            }
            false => None,
        };
        Ok(Solution {
            task,
            keys,
            tries,
            nodes,
            left_out,
            full_keys,
        })
    }

    /// A shortest mate in at most `n` moves by the full rules, against the longest defense; `None`
    /// if there is none.
    pub(crate) fn line(
        &mut self,
        position: &Chess,
        n: u32,
    ) -> Result<Option<Vec<ChessMove>>, MateError> {
        self.solver.clear(Rules::Full);
        let mut position = position.clone();
        let mut line = Vec::new();
        let Some(mut n) = self.shortest(&position, n)? else {
            return Ok(None);
        };
        loop {
            let Some(&key) = self.keys(&position, n)?.first() else {
                return Ok(None);
            };
            position.play_unchecked(key);
            line.push(key);
            let replies = position.legal_moves();
            // The reply that holds out longest.
            let mut longest = None;
            for &reply in &replies {
                let mut after = position.clone();
                after.play_unchecked(reply);
                let left = self.shortest(&after, n - 1)?;
                let is_longest = match longest {
                    Some((most, _)) => left > most,
                    None => true,
                };
                if is_longest {
                    longest = Some((left, reply));
                }
            }
            // No reply is left: mate.
            let Some((Some(left), reply)) = longest else {
                return Ok(Some(line));
            };
            position.play_unchecked(reply);
            line.push(reply);
            n = left;
        }
    }

    /// The least number of moves in which the side to move mates, if at most `n`.
    fn shortest(&mut self, position: &Chess, n: u32) -> Result<Option<u32>, MateError> {
        let (mut mine, mut theirs) = Side::both(position)?;
        for moves in 1..=n {
            if self.solver.mates(moves, &mut mine, &mut theirs)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The first moves that mate in at most `n`.
    fn keys(&mut self, position: &Chess, n: u32) -> Result<Vec<ChessMove>, MateError> {
        let (mut mine, mut theirs) = Side::both(position)?;
        let legal = position.legal_moves();
        let mut keys = Vec::new();
        for mv in self.solver.first_moves(&mut mine, &mut theirs) {
            let mates = match n {
                1 => self.solver.is_mate(mv, &mut mine, &mut theirs),
                _ => self.solver.first_move(n, mv, &mut mine, &mut theirs)? == Outcome::Mates,
            };
            if mates {
                keys.extend(find_chess_move(&legal, mv));
            }
        }
        Ok(keys)
    }

    /// The keys of a mate in `n`, the shortest first.
    fn by_length(
        &mut self,
        position: &Chess,
        n: u32,
        keys: Vec<ChessMove>,
    ) -> Result<Vec<Key>, MateError> {
        let mut ordered: Vec<Key> = Vec::new();
        for moves in 1..n {
            if ordered.len() == keys.len() {
                return Ok(ordered);
            }
            for first in self.keys(position, moves)? {
                if !ordered.iter().any(|key| key.first == first) {
                    ordered.push(Key { first, moves });
                }
            }
        }
        for first in keys {
            if !ordered.iter().any(|key| key.first == first) {
                ordered.push(Key { first, moves: n });
            }
        }
        Ok(ordered)
    }

    /// The keys with their play (threats and defenses), if `play`: only the shortest have it, and
    /// of these the first `most`.
    fn with_play(
        &mut self,
        position: &Chess,
        keys: Vec<Key>,
        play: bool,
        most: usize,
    ) -> Result<Vec<MatingMove>, MateError> {
        let mut mating = Vec::new();
        let shortest = fewest_moves(&keys);
        for (at, key) in keys.into_iter().enumerate() {
            let (mv, n) = (key.first, key.moves);
            let mut after = position.clone();
            after.play_unchecked(mv);
            let check = after.is_check();
            let has_play = play && n > 1 && at < most && n == shortest;
            mating.push(MatingMove {
                first: SanMove::new(position, mv),
                moves: n,
                threats: if has_play && !check {
                    self.threats(&after, n - 1)?
                } else {
                    Vec::new()
                },
                check,
                defenses: if has_play {
                    self.defenses(&after, n - 1)?
                } else {
                    Vec::new()
                },
            });
        }
        Ok(mating)
    }

    /// The shortest mates in at most `n` if the side to move passed.
    fn threats(&mut self, position: &Chess, n: u32) -> Result<Vec<SanMove>, MateError> {
        let Ok(passed) = position.clone().swap_turn() else {
            return Ok(Vec::new());
        };
        let keys = self.keys(&passed, n)?;
        let keys = self.by_length(&passed, n, keys)?;
        let shortest = fewest_moves(&keys);
        let mut threats = Vec::new();
        for key in keys {
            if key.moves == shortest {
                threats.push(SanMove::new(&passed, key.first));
            }
        }
        Ok(threats)
    }

    fn defenses(&mut self, position: &Chess, n: u32) -> Result<Vec<Defense>, MateError> {
        let mut defenses = Vec::new();
        for reply in self.moves_in_rules(position) {
            let mut after = position.clone();
            after.play_unchecked(reply);
            let mates = self.keys(&after, n)?;
            let mates = self.by_length(&after, n, mates)?;
            let mates = self.with_play(&after, mates, true, 1)?;
            defenses.push(Defense {
                reply: SanMove::new(position, reply),
                mates,
            });
        }
        Ok(defenses)
    }

    /// First moves that are not keys, but fail to few replies only.
    fn tries(&mut self, position: &Chess, task: Task) -> Result<Vec<Try>, MateError> {
        let mut tries = Vec::new();
        for first in self.moves_in_rules(position) {
            let mut after = position.clone();
            after.play_unchecked(first);
            let mut refutations = Vec::new();
            for reply in self.moves_in_rules(&after) {
                let mut then = after.clone();
                then.play_unchecked(reply);
                if self.shortest(&then, task.mates - 1)?.is_none() {
                    refutations.push(SanMove::new(&after, reply));
                    if refutations.len() > task.tries {
                        break;
                    }
                }
            }
            if (1..=task.tries).contains(&refutations.len()) {
                tries.push(Try {
                    first: SanMove::new(position, first),
                    refutations,
                });
            }
        }
        Ok(tries)
    }

    fn moves_in_rules(&self, position: &Chess) -> Vec<ChessMove> {
        let outside = |mv: &ChessMove| mv.is_castle() || mv.is_en_passant();
        let known = |mv: &ChessMove| self.solver.rules == Rules::Full || !outside(mv);
        position
            .legal_moves()
            .into_iter()
            .filter(|mv| known(mv) && from_chess_move(*mv).is_some())
            .collect()
    }
}
