//! Alpha-beta search to a fixed depth.
//!
//! Documented (F121): three plies with alpha-beta. Inferred (F127): the exit `cutoff` marks the
//! move before as illegal, so a node whose every move leads to the exit is mate or stalemate.
//! Decided: captures are searched first; a side in check at a leaf is tested for mate; stalemate is
//! worth 0; repetitions and the fifty-move rule are unknown; the use of time, which is not on
//! record. Three plies never take long.

use std::cmp::Reverse;
use std::time::Duration;

use play::{Control, Instant, Limiter, Limits, Pace, Progress, Stopped, TimeBudget, TimeManager};
use shakmaty::{Color, Move as ChessMove};

use crate::legal::{in_check, is_legal};
use crate::machine::machine_seconds;
use crate::make::{make, taken_on, unmake};
use crate::movegen::{Move, MoveStore, generate_moves};
use crate::settings::{Measure, Settings};
use crate::side::Side;
use crate::value::{MATE, MobilityPair, UNIT, gain, mobility, squares_controlled};

/// Depth limit of infinite analysis, in plies.
pub(crate) const MAX_DEPTH: u32 = 40;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    pub(crate) const OPEN: Window = Window {
        alpha: -MATE - 1,
        beta: MATE + 1,
    };

    /// The same window from the other side.
    fn negated(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

pub(crate) struct Search<'a, 'c> {
    pub(crate) settings: Settings,
    pub(crate) limits: &'a mut SearchLimits<'c>,
    moves: MoveStore,
    /// The last move that caused a cutoff, by ply: the killer heuristic (second-hand, F133, of
    /// *MASTER*; decided for Atlas).
    killer: [Option<Move>; MAX_DEPTH as usize + 1],
}

impl<'a, 'c> Search<'a, 'c> {
    pub(crate) fn new(settings: Settings, limits: &'a mut SearchLimits<'c>) -> Search<'a, 'c> {
        Search {
            settings,
            limits,
            moves: MoveStore::default(),
            killer: [None; MAX_DEPTH as usize + 1],
        }
    }

    pub(crate) fn root_move(
        &mut self,
        mv: Move,
        plies: u32,
        window: Window,
        mine: &mut Side,
        theirs: &mut Side,
    ) -> Result<(i32, Vec<Move>), Stopped> {
        let mut line = vec![mv];
        let balance = gain(theirs, mv, true);
        let undo = make(mine, theirs, mv);
        let value = self.alpha_beta(
            1,
            plies - 1,
            -balance,
            window.negated(),
            theirs,
            mine,
            &mut line,
        );
        unmake(mine, theirs, mv, undo);
        let value = match value? {
            Some(value) => -value,
            // Only an illegal move has none, and root moves are legal.
            None => -MATE,
        };
        Ok((value, line))
    }

    /// The value for `mine`, to move, or `None` if the move before was illegal. `balance` is the
    /// balance of captures so far for `mine`. The principal variation is appended to `line`.
    #[allow(clippy::too_many_arguments)]
    fn alpha_beta(
        &mut self,
        ply: u32,
        left: u32,
        balance: i32,
        mut window: Window,
        mine: &mut Side,
        theirs: &mut Side,
        line: &mut Vec<Move>,
    ) -> Result<Option<i32>, Stopped> {
        if self.limits.count_node() {
            return Err(Stopped);
        }
        let start = self.moves.moves.len();
        if generate_moves(self.settings.rules, mine, theirs, &mut self.moves).is_break() {
            self.moves.moves.truncate(start);
            return Ok(None);
        }
        let value = if left == 0 {
            Ok(self.leaf(ply, balance, start, mine, theirs))
        } else {
            self.order_moves(ply, start, theirs);
            self.move_loop(ply, left, balance, &mut window, start, mine, theirs, line)
        };
        self.moves.moves.truncate(start);
        value.map(Some)
    }

    #[allow(clippy::too_many_arguments)]
    fn move_loop(
        &mut self,
        ply: u32,
        left: u32,
        balance: i32,
        window: &mut Window,
        start: usize,
        mine: &mut Side,
        theirs: &mut Side,
        line: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        let mut best = None;
        let mut expected = Vec::new();
        for at in start..self.moves.moves.len() {
            let mv = self.moves.moves[at];
            let balance = balance + gain(theirs, mv, ply.is_multiple_of(2));
            expected.clear();
            expected.push(mv);
            let undo = make(mine, theirs, mv);
            let value = self.alpha_beta(
                ply + 1,
                left - 1,
                -balance,
                window.negated(),
                theirs,
                mine,
                &mut expected,
            );
            unmake(mine, theirs, mv, undo);
            let Some(opponents_value) = value? else {
                continue;
            };
            let value = -opponents_value;
            let is_best = match best {
                Some(best) => value > best,
                None => true,
            };
            if is_best {
                best = Some(value);
                if value > window.alpha {
                    window.alpha = value;
                    line.truncate(1);
                    line.extend_from_slice(&expected);
                    if value >= window.beta {
                        self.killer[ply as usize] = Some(mv);
                        break;
                    }
                }
            }
        }
        Ok(match best {
            Some(value) => value,
            None if in_check(mine, theirs) => ply as i32 - MATE,
            // Stalemate.
            None => 0,
        })
    }

    /// The value of a leaf: the balance of captures and the mobility of both sides. The moves of
    /// `mine` begin at `start`.
    fn leaf(
        &mut self,
        ply: u32,
        balance: i32,
        start: usize,
        mine: &mut Side,
        theirs: &mut Side,
    ) -> i32 {
        let opponents = mobility(self.settings.rules, theirs, mine);
        if opponents.checks {
            let moves = &self.moves.moves[start..];
            if !moves.iter().any(|&mv| is_legal(mine, theirs, mv)) {
                return ply as i32 - MATE;
            }
        }
        let mobility_pair = match self.settings.measure {
            Measure::Squares => MobilityPair {
                own: squares_controlled(mine, theirs),
                opponents: squares_controlled(theirs, mine),
            },
            _ => MobilityPair {
                own: (self.moves.moves.len() - start) as u32,
                opponents: opponents.moves,
            },
        };
        balance * UNIT + mobility_pair.compared(self.settings.measure)
    }

    /// Move ordering: captures by victim, then the killer. The order does not change the value.
    fn order_moves(&mut self, ply: u32, start: usize, theirs: &Side) {
        let killer = self.killer[ply as usize];
        self.moves.moves[start..].sort_unstable_by_key(|mv| {
            let taken = theirs.piece_on(taken_on(*mv));
            (
                Reverse(taken),
                Some(*mv) != killer,
                mv.from,
                mv.to,
                Reverse(gain(theirs, *mv, false)),
            )
        });
    }
}

/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u64 = 1024;
/// This interval at the original's pace, where a node takes milliseconds.
const PACED_CHECK_INTERVAL: u64 = 1;

/// The limits of one search, with the nodes that count.
pub(crate) struct SearchLimits<'a> {
    /// The clock that counts; work is in nodes.
    limiter: Limiter<'a>,
    pub(crate) nodes: u64,
    pub(crate) root_moves: Vec<Option<ChessMove>>,
    /// Nodes between two looks at the clock.
    check_interval: u64,
}

impl<'a> SearchLimits<'a> {
    /// Limits for the side `turn`.
    pub(crate) fn new(
        limits: &'a Limits,
        turn: Color,
        settings: &Settings,
        control: &'a Control,
    ) -> Self {
        let overhead = Duration::from_millis(settings.overhead.into());
        let budget = TimeBudget::share(limits, turn, overhead);
        let time = TimeManager::new(limits, control, budget);
        SearchLimits {
            limiter: Limiter::new(time, settings.pace, |nodes| {
                Duration::from_secs_f64(machine_seconds(nodes))
            }),
            nodes: 0,
            root_moves: Vec::new(),
            check_interval: match settings.pace {
                Pace::Full => CHECK_INTERVAL,
                Pace::Authentic | Pace::Machine => PACED_CHECK_INTERVAL,
            },
        }
    }

    pub(crate) fn time(&self) -> &TimeManager<'a> {
        &self.limiter.time
    }

    /// Sets the root move searched next: its index in generation order, and its number of `of`.
    pub(crate) fn set_current(
        &mut self,
        depth: u32,
        index: usize,
        number: usize,
        root_moves: usize,
    ) {
        // A move that the rules of chess do not have is not shown.
        if let Some(&Some(current)) = self.root_moves.get(index) {
            self.limiter.set_current(Progress {
                depth,
                current,
                number: number as u32,
                root_moves: root_moves as u32,
                nodes: self.nodes,
                hash_full: 0,
            });
        }
    }

    /// Counts a node. Returns whether the search must end.
    pub(crate) fn count_node(&mut self) -> bool {
        if let Some(most) = self.time().limits.nodes
            && self.nodes >= most
        {
            return true;
        }
        self.nodes += 1;
        if !self.nodes.is_multiple_of(self.check_interval) {
            return false;
        }
        self.limiter.publish(self.nodes, 0);
        self.must_stop()
    }

    /// Whether the search has to end now, by a stop or by the clock that counts.
    pub(crate) fn must_stop(&self) -> bool {
        self.limiter.must_stop(self.nodes)
    }

    /// End of a search for a mate, by the wall clock at every pace: the solver has no cost model.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let left = self.time().hard_left(|| self.time().elapsed())?;
        Some(Instant::now() + left)
    }
}
