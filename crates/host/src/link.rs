//! Link: the host's interface to the machine.
//!
//! The host loads a position, sets the first frame of the stack, starts the microcode at one of its entries and waits
//! for the halt. The machine finds moves, makes them and searches below them.

use machine::microengine::stack::{Flags, MoveState};
use machine::microengine::word::Slot;
use machine::probe::{Probe, Silent};
use machine::transposition::memory::TranspositionMemory;
use machine::{BadMicrocode, Machine, Settled, State};
use microcode::{Program, programs};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Role, Square};
use thiserror::Error;

use crate::key::{castling_rights, en_passant_latch, piece_code};

/// The machine with `search.mc` in its microcode memory, driven by the host and observed by a probe.
#[derive(Clone, Debug)]
pub struct Link<P: Probe = Silent> {
    machine: Machine,
    entries: Entries,
    /// The probe, which sees every cycle.
    pub probe: P,
}

#[derive(Clone, Copy, Debug)]
struct Entries {
    search: u16,
    root_move: u16,
    first_move: u16,
    next_move: u16,
    perft_move: u16,
    mark_open: u16,
}

/// A root move as the machine found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    pub(crate) to: u8,
    pub(crate) from: u8,
    pub(crate) kind: u8,
    /// The move in chess terms.
    pub chess: Move,
}

/// Result of a search that the machine made alone, root included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The value from the mover's side, 16 bits.
    pub value: i16,
    /// The best move, if alpha was raised.
    pub best: Option<Move>,
    /// Nodes searched, the root counted.
    pub nodes: u64,
    /// Machine cycles taken.
    pub cycles: u64,
}

/// A program that cannot serve as search.mc.
#[derive(Debug, Error)]
pub enum BadProgram {
    /// It does not assemble.
    #[error("{0}")]
    Source(#[from] microcode::Errors),
    /// The machine rejects a word.
    #[error("{0}")]
    Words(#[from] BadMicrocode),
    /// It has no such entry point.
    #[error("the program has no entry '{0}'")]
    Entry(&'static str),
}

/// Cycles between two checks by the host: well below ten milliseconds.
pub const CHECK_INTERVAL: u64 = 50_000;

/// Callback before each run of the machine: the cycles it may take, or `None` to stop the search.
pub type CycleBudget<'a> = &'a mut dyn FnMut(&State) -> Option<u64>;

/// A budget that never stops the search.
pub fn unlimited(_: &State) -> Option<u64> {
    Some(CHECK_INTERVAL)
}

impl Link {
    /// A machine with the project's own search, unobserved.
    pub fn new() -> Link {
        Link::with_probe(Silent)
    }
}

impl<P: Probe> Link<P> {
    /// A machine with the project's own search, and a probe.
    pub fn with_probe(probe: P) -> Link<P> {
        let program = programs::search().expect("search.mc is part of this program and tested");
        Link::with_program(&program, probe).expect("search.mc is part of this program and tested")
    }

    /// A machine with another program that keeps the entries of search.mc.
    ///
    /// # Errors
    /// [`BadProgram`] if an entry is missing or the machine rejects a word.
    pub fn with_program(program: &Program, probe: P) -> Result<Link<P>, BadProgram> {
        let entry = |name| program.address(name).ok_or(BadProgram::Entry(name));
        Ok(Link {
            entries: Entries {
                search: entry("search")?,
                root_move: entry("root_move")?,
                first_move: entry("first_move")?,
                next_move: entry("next_move")?,
                perft_move: entry("perft_move")?,
                mark_open: entry("mark_open")?,
            },
            machine: Machine::with_compiled(&program.words, compiled::search())?,
            probe,
        })
    }

    /// The machine's registers and memories.
    pub fn state(&self) -> &State {
        &self.machine.state
    }

    /// What the machine's circuits say in the word that it carries out next.
    pub fn settled(&self) -> Settled {
        self.machine.settled()
    }

    /// Clears the node, cycle and depth counters.
    pub fn clear_counters(&mut self) {
        self.machine.state.nodes = 0;
        self.machine.state.cycles = 0;
        self.machine.state.deepest = 0;
    }

    /// Clears the transposition memory.
    pub fn clear_memory(&mut self) {
        self.machine.state.memory.clear();
    }

    /// Replaces the transposition memory by an empty one of 2^`bits` entries (10 to 28), for experiments.
    pub fn resize_memory(&mut self, bits: u32) {
        self.machine.state.memory = TranspositionMemory::with_bits(bits);
    }

    /// Sets the draw value, in centipawns from White's side.
    pub fn set_draw(&mut self, white: i16) {
        self.machine.state.draw = white;
    }

    /// Writes a position into the piece registers and latches; ply zero.
    pub fn load(&mut self, position: &Chess) {
        let state = &mut self.machine.state;
        for square in Square::ALL {
            let code = position.board().piece_at(square).map_or(0, piece_code);
            state.board.write(u32::from(square) as u8, code);
        }
        state.ply = 0;
        state.white_to_move = position.turn().is_white();
        state.now = MoveState {
            en_passant: en_passant_latch(position),
            rights: castling_rights(position),
            ..MoveState::default()
        };
        debug_assert_eq!(state.board, state.board.recomputed());
    }

    /// Static value of the position on the board, lazy and full, from the mover's side.
    pub fn static_value(&self) -> i16 {
        let state = &self.machine.state;
        state.for_mover(state.board.lazy.value() + state.full_value())
    }

    /// Marks exactly these positions open: a line that reaches one of them again is a draw by repetition.
    ///
    /// The last of them stays loaded.
    pub fn mark_open<'a>(&mut self, positions: impl Iterator<Item = &'a Chess>) {
        self.machine.state.memory.clear_open_flags();
        for position in positions {
            self.load(position);
            self.start(self.entries.mark_open, false);
            self.machine.run(u64::MAX, &mut self.probe);
        }
    }

    /// The legal moves of the position loaded, as the machine finds them: victim by victim.
    pub fn root_moves(&mut self, position: &Chess) -> Vec<RootMove> {
        let mut moves = Vec::new();
        let mut entry = self.entries.first_move;
        loop {
            self.start(entry, false);
            self.machine.run(u64::MAX, &mut self.probe);
            let state = &self.machine.state;
            if state.none && state.now.kind == 0 {
                return moves;
            }
            let MoveState { to, from, kind, .. } = state.now;
            moves.push(RootMove {
                to,
                from,
                kind,
                chess: chess_move(position, to, from, kind),
            });
            entry = self.entries.next_move;
        }
    }

    /// The value of a root move, searched `depth` plies deep below it with the window `alpha` to `beta`.
    ///
    /// `None` if `budget` stopped the search; the position must then be loaded again.
    pub fn search_move(
        &mut self,
        root_move: &RootMove,
        depth: u8,
        alpha: i16,
        beta: i16,
        budget: CycleBudget<'_>,
    ) -> Option<i16> {
        self.begin_move(root_move, depth, alpha, beta);
        self.run_to_halt(budget)
            .then(|| self.machine.state.host_value())
    }

    /// Starts the search of [`Link::search_move`]; [`Link::go_on`] runs it.
    pub fn begin_move(&mut self, root_move: &RootMove, depth: u8, alpha: i16, beta: i16) {
        self.set_slot(Slot::Alpha, alpha);
        self.set_slot(Slot::Limit, beta);
        self.set_returning();
        // The microcode counts depth up to zero.
        self.set_slot(Slot::Next, -i16::from(depth));
        self.set_move(root_move);
        self.start(self.entries.root_move, true);
    }

    /// Starts the search of [`Link::search`]; [`Link::go_on`] runs it.
    pub fn begin_search(&mut self, depth: u8, alpha: i16, beta: i16) {
        self.set_slot(Slot::Alpha, alpha);
        self.set_slot(Slot::Beta, beta);
        self.set_slot(Slot::Best, 0);
        self.set_slot(Slot::Depth, -i16::from(depth.max(1)));
        self.start(self.entries.search, false);
    }

    /// Runs for `cycles` more cycles, the last word completed; the value once the microcode has halted.
    pub fn go_on(&mut self, cycles: u64) -> Option<i16> {
        self.machine
            .run(cycles, &mut self.probe)
            .then(|| self.machine.state.host_value())
    }

    /// Puts the machine into a state that it had before.
    pub fn restore(&mut self, state: &State) {
        self.machine.state.clone_from(state);
    }

    /// The best move that a search of the machine alone has left in the first frame; none if alpha was not raised.
    ///
    /// Changed microcode may leave an illegal move, which counts as none.
    pub fn best_move(&self, position: &Chess) -> Option<Move> {
        let best = self.machine.state.host_read(Slot::Best);
        let [to, from, kind] = [best & 63, best >> 6 & 63, best >> 12 & 7].map(|field| field as u8);
        if best == 0 {
            None
        } else {
            legal_move(position, to, from, kind)
        }
    }

    /// The leaves `depth` plies below a root move.
    ///
    /// `None` if `budget` stopped the count; the position must then be loaded again.
    pub fn perft_move(
        &mut self,
        root_move: &RootMove,
        depth: u8,
        budget: CycleBudget<'_>,
    ) -> Option<u64> {
        let before = self.machine.state.nodes;
        self.set_slot(Slot::Next, -i16::from(depth));
        self.set_move(root_move);
        self.start(self.entries.perft_move, true);
        self.run_to_halt(budget)
            .then(|| self.machine.state.nodes - before)
    }

    /// Searches the loaded position on the machine alone, root included.
    ///
    /// `depth` is at least 1; the window is `alpha` to `beta`.
    pub fn search(&mut self, position: &Chess, depth: u8, alpha: i16, beta: i16) -> Outcome {
        self.search_while(position, depth, alpha, beta, &mut |_, _| true)
            .expect("the search is never stopped")
    }

    /// [`Link::search`], stopped when `keep_going`, called every [`CHECK_INTERVAL`], returns false.
    ///
    /// The result is then `None`, and the position must be loaded again.
    pub fn search_while(
        &mut self,
        position: &Chess,
        depth: u8,
        alpha: i16,
        beta: i16,
        keep_going: &mut dyn FnMut(&P, &State) -> bool,
    ) -> Option<Outcome> {
        let (nodes, cycles) = (self.machine.state.nodes, self.machine.state.cycles);
        self.begin_search(depth, alpha, beta);
        while !self.machine.run(CHECK_INTERVAL, &mut self.probe) {
            if !keep_going(&self.probe, &self.machine.state) {
                return None;
            }
        }
        let state = &self.machine.state;
        Some(Outcome {
            value: state.host_value(),
            best: self.best_move(position),
            nodes: state.nodes - nodes,
            cycles: state.cycles - cycles,
        })
    }

    /// Starts the microcode at an entry; `hosted` if the host drives the root.
    fn start(&mut self, entry: u16, hosted: bool) {
        self.machine.state.hosted = hosted;
        self.machine.start(entry);
    }

    /// Runs until the microcode halts; false if `budget` stopped it first.
    fn run_to_halt(&mut self, budget: CycleBudget<'_>) -> bool {
        while let Some(cycles) = budget(&self.machine.state) {
            if self.machine.run(cycles, &mut self.probe) {
                debug_assert_eq!(
                    self.machine.state.board,
                    self.machine.state.board.recomputed()
                );
                return true;
            }
        }
        false
    }

    fn set_slot(&mut self, slot: Slot, value: i16) {
        self.machine.state.host_write(slot, value);
    }

    /// Sets the first frame so that every value of a root move cuts off, above the horizon: there the machine halts.
    fn set_returning(&mut self) {
        self.set_slot(Slot::Beta, i16::MIN);
        self.set_slot(Slot::Depth, -1);
    }

    fn set_move(&mut self, root_move: &RootMove) {
        let now = &mut self.machine.state.now;
        now.flags = Flags::default();
        (now.to, now.from, now.kind) = (root_move.to, root_move.from, root_move.kind);
    }
}

impl Default for Link {
    fn default() -> Link {
        Link::new()
    }
}

/// The move in the registers, as the project's own microcode finds it: always legal.
pub(crate) fn chess_move(position: &Chess, to: u8, from: u8, kind: u8) -> Move {
    legal_move(position, to, from, kind).expect("the machine finds legal moves only")
}

/// Converts the move registers to a legal move in `position`.
///
/// Kinds 2 and 3 castle, 4 to 7 promote.
fn legal_move(position: &Chess, to: u8, from: u8, kind: u8) -> Option<Move> {
    let rank = position.turn().fold_wb(0, 56);
    let (from, to) = match kind {
        2 => (rank + 4, rank + 6),
        3 => (rank + 4, rank + 2),
        _ => (from, to),
    };
    let promotion = match kind {
        4 => Some(Role::Queen),
        5 => Some(Role::Knight),
        6 => Some(Role::Rook),
        7 => Some(Role::Bishop),
        _ => None,
    };
    let square = |index: u8| Square::new(u32::from(index));
    UciMove::Normal {
        from: square(from),
        to: square(to),
        promotion,
    }
    .to_move(position)
    .ok()
}
