//! The machine of 1978: three devices on a PDP-11's bus, and alpha-beta in its software.
//!
//! Documented (F006): move generator, evaluator and transposition memory as special hardware (Chess
//! Programming Wiki, "Belle"); alpha-beta in software. Inferred (F006, F007): that this
//! is the machine of 1978. Inferred (F083): full windows, since null windows came after Fishburn's
//! paper of 1980. Decided: the other rules are those of docs/search.md, whose step numbers the
//! comments have.

mod bus;
mod cost;
mod loops;
mod moves;

use host::{
    Budget, Counters, RootMove, Searcher, castling_rights, en_passant_latch, piece_code, unlimited,
};
use machine::microengine::stack::MoveCode;
use machine::transposition::hash::Key;
use machine::transposition::memory::{EXACT, Entry, LOWER, TranspositionMemory, UPPER};
use play::Stopped;
use roms::EMPTY;
use roms::full::FULL_MARGIN;
use roms::value::{MATE, MATE_ZONE};
use shakmaty::{Chess, Position as _, Square};

use bus::{Bus, Disable, Select};
use loops::{Latches, MoveLoop};

/// Ply at which the disable memory is full.
const DEEP: u8 = 62;
/// Depth from which quiescence is late.
const LATE: i16 = -4;

/// The software of 1978 with its devices.
#[derive(Clone, Debug)]
pub struct Devices {
    bus: Bus,
    /// The software's own board, in core memory.
    squares: [u8; 64],
    white_to_move: bool,
    ply: u8,
    latches: Latches,
    /// Draw value from White's side.
    draw: i16,
    instructions: u64,
    nodes: u64,
    deepest: u8,
}

/// The budget of a search under way.
struct SearchBudget<'a> {
    ask: Budget<'a>,
    /// Cycle from which it is asked again.
    next: u64,
}

impl Default for Devices {
    fn default() -> Devices {
        Devices {
            bus: Bus::default(),
            squares: [EMPTY; 64],
            white_to_move: true,
            ply: 0,
            latches: Latches::default(),
            draw: 0,
            instructions: 0,
            nodes: 0,
            deepest: 0,
        }
    }
}

impl Devices {
    /// Searches a position as the root, without a host: value and nodes.
    pub fn search(&mut self, position: &Chess, depth: u8, alpha: i16, beta: i16) -> (i16, u64) {
        let before = self.nodes;
        self.mark_open(&[]);
        self.load(position);
        let mut budget = SearchBudget {
            ask: &mut unlimited,
            next: u64::MAX,
        };
        let value = self.node(&mut budget, i16::from(depth), alpha, beta, 0);
        let value = value
            .ok()
            .flatten()
            .expect("the search is never stopped, the position legal");
        (value, self.nodes - before)
    }

    /// Instructions and bus accesses so far.
    pub fn work(&self) -> (u64, u64) {
        (self.instructions, self.bus.accesses)
    }

    /// Time so far: the cycles of this generation's clock.
    fn microseconds(&self) -> u64 {
        cost::microseconds(self.instructions, self.bus.accesses)
    }

    fn spend(&mut self, instructions: u64) {
        self.instructions += instructions;
    }

    fn for_mover(&self, white: i16) -> i16 {
        if self.white_to_move { white } else { -white }
    }

    fn select(&mut self) {
        let Latches {
            en_passant, spent, ..
        } = self.latches;
        let (ply, white_to_move) = (self.ply, self.white_to_move);
        self.bus.write_select(Select {
            ply,
            white_to_move,
            en_passant,
            spent,
        });
    }

    fn write(&mut self, square: u8, piece: u8) {
        self.squares[usize::from(square)] = piece;
        self.bus.write_square(square, piece);
    }

    /// Asks the budget, if its cycle has come.
    fn check(&mut self, budget: &mut SearchBudget<'_>) -> Result<(), Stopped> {
        let now = self.microseconds();
        if now >= budget.next {
            let granted = (budget.ask)(self.counters()).ok_or(Stopped)?;
            budget.next = now.saturating_add(granted);
        }
        Ok(())
    }

    /// Value of the position, at the ply and with the side just selected; `None` if the move before
    /// was illegal. `target` is the square that this move went to.
    fn node(
        &mut self,
        budget: &mut SearchBudget<'_>,
        depth: i16,
        mut alpha: i16,
        beta: i16,
        target: u8,
    ) -> Result<Option<i16>, Stopped> {
        // 1. Enter.
        self.spend(cost::CALL);
        self.bus.write_disable(Disable::Clear);
        let mut victim = self.bus.victim();
        if victim.check {
            return Ok(None);
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(self.ply);
        self.check(budget)?;
        if self.ply == DEEP {
            let lazy = self.bus.lazy();
            return Ok(Some(self.for_mover(lazy)));
        }

        // 2. Transposition memory.
        if depth > 0 {
            self.spend(cost::PROBE);
            if let Some(entry) = self.bus.probe() {
                if entry.is_open() {
                    return Ok(Some(self.for_mover(self.draw)));
                }
                if let Some(value) = self.known_value(entry, depth, alpha, beta) {
                    return Ok(Some(value));
                }
            }
            self.bus.mark();
        }

        // 3. Check. Getting out of check costs no ply.
        self.spend(cost::DEPTH);
        let in_check = self.bus.check();
        let next = if in_check && depth > 0 {
            depth
        } else {
            depth - 1
        };
        let late = depth <= LATE;
        let quiet = late || depth <= 0 && !in_check;

        // 4. Depth exhausted.
        let mut moves = MoveLoop::of_node(in_check);
        if quiet {
            self.spend(cost::LAZY);
            let lazy = self.bus.lazy();
            let lazy = self.for_mover(lazy);
            if lazy - FULL_MARGIN >= beta {
                return Ok(Some(beta));
            }
            if lazy + FULL_MARGIN > alpha {
                self.spend(cost::FULL);
                let full = self.bus.full();
                let value = lazy + self.for_mover(full);
                if value >= beta {
                    return Ok(Some(beta));
                }
                alpha = alpha.max(value);
            }
            if late {
                moves = MoveLoop::exchange(target);
            } else {
                moves = MoveLoop::captures();
                self.bus.write_disable(Disable::Empties);
                victim = self.bus.victim();
            }
        }
        if !late {
            moves.begin(victim);
        }

        // 5. Move loop, 6. castling.
        let (mut is_legal, mut is_raised) = (false, false);
        while let Some(one) = self.next_move(&mut moves) {
            let undo = self.make(one);
            let value = self.node(budget, next, -beta, -alpha, one.to)?;
            self.unmake(&undo);
            let Some(value) = value else {
                moves.refuse();
                continue;
            };
            self.spend(cost::RETURNED);
            is_legal = true;
            if -value >= beta {
                self.store(depth, beta, LOWER);
                return Ok(Some(beta));
            }
            if -value > alpha {
                alpha = -value;
                is_raised = true;
            }
        }

        // 7. No legal move, 8. leave.
        if !is_legal && !quiet {
            alpha = if in_check {
                -MATE + i16::from(self.ply)
            } else {
                self.for_mover(self.draw)
            };
            is_raised = true;
        }
        self.store(depth, alpha, if is_raised { EXACT } else { UPPER });
        Ok(Some(alpha))
    }

    /// The value of an entry, if its depth and bound serve.
    fn known_value(&mut self, entry: Entry, depth: i16, alpha: i16, beta: i16) -> Option<i16> {
        if -entry.depth() < depth {
            return None;
        }
        self.spend(cost::USE_ENTRY);
        let ply = i16::from(self.ply);
        let value = match self.bus.entry_value(entry) {
            value if value > MATE_ZONE => value - ply,
            value if value < -MATE_ZONE => value + ply,
            value => value,
        };
        let serves = match (entry.is_lower(), entry.is_upper()) {
            (true, true) => true,
            (true, false) => value >= beta,
            (false, true) => value <= alpha,
            (false, false) => false,
        };
        if serves { Some(value) } else { None }
    }

    /// Stores the value of a position with depth left, and takes its open mark away.
    fn store(&mut self, depth: i16, value: i16, bound: u8) {
        if depth <= 0 {
            return;
        }
        self.spend(cost::STORE);
        let ply = i16::from(self.ply);
        let value = match value {
            value if value > MATE_ZONE => value + ply,
            value if value < -MATE_ZONE => value - ply,
            value => value,
        };
        self.bus.store(value, -depth, bound);
    }

    /// Whether a move is legal: made, its king looked for, and unmade.
    fn is_legal(&mut self, one: MoveCode) -> bool {
        let undo = self.make(one);
        let is_taken = self.bus.victim().check;
        self.unmake(&undo);
        !is_taken
    }

    fn leaves(&mut self, budget: &mut SearchBudget<'_>, depth: u8) -> Result<Option<u64>, Stopped> {
        self.bus.write_disable(Disable::Clear);
        let victim = self.bus.victim();
        if victim.check {
            return Ok(None);
        }
        self.check(budget)?;
        if depth == 0 {
            return Ok(Some(1));
        }
        let in_check = self.bus.check();
        let mut moves = MoveLoop::of_node(in_check);
        moves.begin(victim);
        let mut sum = 0;
        while let Some(one) = self.next_move(&mut moves) {
            let undo = self.make(one);
            let below = self.leaves(budget, depth - 1)?;
            self.unmake(&undo);
            match below {
                Some(leaves) => sum += leaves,
                None => moves.refuse(),
            }
        }
        Ok(Some(sum))
    }
}

impl Devices {
    /// The transposition memory, for observers.
    pub fn memory(&self) -> &TranspositionMemory {
        self.bus.memory()
    }
}

impl Searcher for Devices {
    fn counters(&mut self) -> Counters {
        Counters {
            nodes: self.nodes,
            cycles: self.microseconds(),
            deepest: self.deepest,
            hash_full: self.bus.memory().per_mille(),
        }
    }

    fn clear_counters(&mut self) {
        self.instructions = 0;
        self.bus.accesses = 0;
        self.nodes = 0;
        self.deepest = 0;
    }

    fn entries(&mut self, keys: &[Key], _goes_on: &dyn Fn() -> bool) -> Vec<Entry> {
        let memory = self.memory();
        keys.iter().map(|&key| memory.probe(key)).collect()
    }

    fn clear_memory(&mut self) {
        self.bus.memory_mut().clear();
    }

    fn set_draw(&mut self, white: i16) {
        if self.draw != white {
            self.clear_memory();
            self.draw = white;
        }
    }

    fn load(&mut self, position: &Chess) {
        for square in Square::ALL {
            let code = match position.board().piece_at(square) {
                Some(piece) => piece_code(piece),
                None => EMPTY,
            };
            self.write(u32::from(square) as u8, code);
        }
        self.ply = 0;
        self.white_to_move = position.turn().is_white();
        let rights = castling_rights(position);
        self.latches = Latches {
            en_passant: en_passant_latch(position),
            rights,
            spent: false,
        };
        self.bus.write_rights(rights);
        self.select();
    }

    fn mark_open(&mut self, positions: &[Chess]) {
        self.bus.memory_mut().clear_open_flags();
        for position in positions {
            self.load(position);
            self.bus.mark();
        }
    }

    fn root_moves(&mut self, position: &Chess) -> Vec<RootMove> {
        self.bus.write_disable(Disable::Clear);
        let mut moves = MoveLoop::of_node(self.bus.check());
        let victim = self.bus.victim();
        moves.begin(victim);
        let mut found = Vec::new();
        while let Some(one) = self.next_move(&mut moves) {
            if self.is_legal(one) {
                found.push(RootMove::new(position, one));
            } else {
                moves.refuse();
            }
        }
        found
    }

    fn static_value(&mut self, _position: &Chess) -> i16 {
        let value = self.bus.lazy() + self.bus.full();
        self.for_mover(value)
    }

    fn search_move(
        &mut self,
        root_move: &RootMove,
        depth: u8,
        alpha: i16,
        beta: i16,
        budget: Budget<'_>,
    ) -> Option<i16> {
        let mut budget = SearchBudget {
            ask: budget,
            next: 0,
        };
        let undo = self.make(root_move.code);
        let value = self
            .node(
                &mut budget,
                i16::from(depth),
                -beta,
                -alpha,
                root_move.code.to,
            )
            .ok()??;
        self.unmake(&undo);
        Some(-value)
    }

    fn perft_move(&mut self, root_move: &RootMove, depth: u8, budget: Budget<'_>) -> Option<u64> {
        let mut budget = SearchBudget {
            ask: budget,
            next: 0,
        };
        let undo = self.make(root_move.code);
        let leaves = self.leaves(&mut budget, depth).ok()??;
        self.unmake(&undo);
        Some(leaves)
    }
}
