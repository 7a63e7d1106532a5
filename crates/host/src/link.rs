//! Link: the host's interface to the machine.
//!
//! The host loads a position, sets the first frame of the stack, starts the microcode at one of its entries and waits
//! for the halt. The machine finds moves, makes them and searches below them.

use machine::microengine::stack::MoveCode;
use machine::microengine::word::Slot;
use machine::probe::{Probe, Silent};
use machine::transposition::memory::TranspositionMemory;
use machine::{BadMicrocode, Settled, State};
use microcode::{Program, programs};
use shakmaty::{Chess, Move, Position, Square};
use thiserror::Error;

use crate::key::{castling_rights, en_passant_latch, piece_code};
use crate::port::Port;
use crate::root_move::{RootMove, legal_move};
use crate::searcher::{Budget, Counters, Searcher};

/// The machine with `search.mc` in its microcode memory, driven by the host and observed by a probe.
#[derive(Clone, Debug)]
pub struct Link<P: Probe = Silent> {
    port: Port,
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
            port: Port::new(program)?,
            probe,
        })
    }

    /// The machine's registers and memories, for observers.
    pub fn state(&self) -> &State {
        self.port.state()
    }

    /// What the machine's circuits say in the word that it carries out next.
    pub fn settled(&self) -> Settled {
        self.port.settled()
    }

    /// Puts the machine into a state that it had before.
    pub fn restore(&mut self, state: &State) {
        self.port.restore(state);
    }

    /// Replaces the transposition memory by an empty one of 2^`bits` entries (10 to 28), for experiments.
    pub fn resize_memory(&mut self, bits: u32) {
        *self.port.memory_mut() = TranspositionMemory::with_bits(bits);
    }

    /// Starts the search of [`Searcher::search_move`]; [`Link::run`] runs it.
    pub fn begin_move(&mut self, root_move: &RootMove, depth: u8, alpha: i16, beta: i16) {
        self.port.write_slot(Slot::Alpha, alpha);
        self.port.write_slot(Slot::Limit, beta);
        self.set_root_frame();
        self.begin_below(self.entries.root_move, root_move, depth);
    }

    /// Starts the search of [`Link::search`]; [`Link::run`] runs it.
    pub fn begin_search(&mut self, depth: u8, alpha: i16, beta: i16) {
        self.port.write_slot(Slot::Alpha, alpha);
        self.port.write_slot(Slot::Beta, beta);
        self.port.write_slot(Slot::Best, 0);
        // The microcode counts depth up to zero.
        self.port.write_slot(Slot::Depth, -i16::from(depth.max(1)));
        self.port.start(self.entries.search, false);
    }

    /// Runs for `cycles` more cycles, the last word completed; the value once the microcode has halted.
    pub fn run(&mut self, cycles: u64) -> Option<i16> {
        if self.port.run(cycles, &mut self.probe) {
            Some(self.port.value())
        } else {
            None
        }
    }

    /// Searches the loaded position on the machine alone, root included.
    ///
    /// `depth` is at least 1; the window is `alpha` to `beta`.
    pub fn search(&mut self, position: &Chess, depth: u8, alpha: i16, beta: i16) -> Outcome {
        let before = self.counters();
        self.begin_search(depth, alpha, beta);
        let value = self.run_to_halt();
        let after = self.counters();
        Outcome {
            value,
            best: self.best_move(position),
            nodes: after.nodes - before.nodes,
            cycles: after.cycles - before.cycles,
        }
    }

    /// The best move that a search of the machine alone has left in the first frame; none if alpha was not raised.
    ///
    /// Changed microcode may leave an illegal move, which counts as none.
    pub fn best_move(&self, position: &Chess) -> Option<Move> {
        let best = self.port.slot(Slot::Best);
        if best == 0 {
            None
        } else {
            legal_move(position, MoveCode::from_word(best))
        }
    }

    /// Sets the first frame as that of a root whose moves the host makes.
    ///
    /// Beta is the least number, so that any value of the move cuts off. Depth is 1: a cutoff above the horizon tests
    /// whether the host drives the root, and halts with the value in the accumulator and the move unmade; one at or
    /// beyond the horizon would return to a ply above, and there is none.
    fn set_root_frame(&mut self) {
        self.port.write_slot(Slot::Beta, i16::MIN);
        self.port.write_slot(Slot::Depth, -1);
    }

    /// Starts the microcode at an entry that makes a root move and goes `depth` plies deep below it.
    fn begin_below(&mut self, entry: u16, root_move: &RootMove, depth: u8) {
        // The microcode counts depth up to zero.
        self.port.write_slot(Slot::Next, -i16::from(depth));
        self.port.write_move(root_move.code);
        self.port.start(entry, true);
    }

    /// Runs until the microcode halts; the value then.
    fn run_to_halt(&mut self) -> i16 {
        self.run(u64::MAX).expect("nothing but a halt ends the run")
    }

    /// Runs until the microcode halts, and returns the value; `None` if `budget` stopped it first.
    fn run_within(&mut self, budget: Budget<'_>) -> Option<i16> {
        while let Some(cycles) = budget(self.counters()) {
            if let Some(value) = self.run(cycles) {
                let board = &self.state().board;
                debug_assert_eq!(*board, board.recomputed());
                return Some(value);
            }
        }
        None
    }
}

impl<P: Probe> Searcher for Link<P> {
    fn counters(&self) -> Counters {
        self.port.counters()
    }

    fn clear_counters(&mut self) {
        self.port.clear_counters();
    }

    fn memory(&self) -> &TranspositionMemory {
        self.port.memory()
    }

    fn clear_memory(&mut self) {
        self.port.memory_mut().clear();
    }

    fn set_draw(&mut self, white: i16) {
        if self.port.draw() != white {
            self.clear_memory();
            self.port.write_draw(white);
        }
    }

    fn load(&mut self, position: &Chess) {
        for square in Square::ALL {
            let code = position.board().piece_at(square).map_or(0, piece_code);
            self.port.write_square(u32::from(square) as u8, code);
        }
        self.port.write_position(
            position.turn().is_white(),
            castling_rights(position),
            en_passant_latch(position),
        );
    }

    fn mark_open(&mut self, positions: &[Chess]) {
        self.port.memory_mut().clear_open_flags();
        for position in positions {
            self.load(position);
            self.port.start(self.entries.mark_open, false);
            self.run_to_halt();
        }
    }

    fn root_moves(&mut self, position: &Chess) -> Vec<RootMove> {
        let mut moves = Vec::new();
        let mut entry = self.entries.first_move;
        loop {
            self.port.start(entry, false);
            self.run_to_halt();
            let Some(code) = self.port.found_move() else {
                return moves;
            };
            moves.push(RootMove::new(position, code));
            entry = self.entries.next_move;
        }
    }

    fn static_value(&mut self) -> i16 {
        self.port.static_value()
    }

    fn search_move(
        &mut self,
        root_move: &RootMove,
        depth: u8,
        alpha: i16,
        beta: i16,
        budget: Budget<'_>,
    ) -> Option<i16> {
        self.begin_move(root_move, depth, alpha, beta);
        self.run_within(budget)
    }

    fn perft_move(&mut self, root_move: &RootMove, depth: u8, budget: Budget<'_>) -> Option<u64> {
        let before = self.counters().nodes;
        self.begin_below(self.entries.perft_move, root_move, depth);
        self.run_within(budget)?;
        Some(self.counters().nodes - before)
    }
}

impl Default for Link {
    fn default() -> Link {
        Link::new()
    }
}
