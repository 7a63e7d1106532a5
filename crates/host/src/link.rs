//! Link: the host's interface to the machine.
//!
//! The host loads a position, sets the first frame of the stack, starts the microcode at one of its
//! entries and waits for the halt. The machine finds moves, makes them and searches below them.

use std::collections::VecDeque;

use logic::Lanes;
use machine::board_bus::Board;
use machine::evaluator::full::{Sequence, full_value};
use machine::microengine::stack::{MoveCode, MoveKind};
use machine::microengine::word::Slot;
use machine::probe::{Probe, Silent};
use machine::rtl::microcode_checksum;
use machine::rtl::port::{self, HostRegister, control};
use machine::transposition::hash::Key;
use machine::transposition::memory::{Entry, TranspositionMemory};
use machine::{BadMicrocode, Settled, State};
use microcode::{Program, programs};
use shakmaty::{Chess, Move, Position, Square};
use thiserror::Error;

use crate::key::{castling_rights, en_passant_latch, piece_code};
use crate::port::{Port, RegisterWrite, SEARCH_WRITES, read_wide};
use crate::root::Ask;
use crate::root_move::{RootMove, legal_move};
use crate::searcher::{Budget, Counters, Searcher};
use crate::simulated::Simulated;

/// A machine with `search.mc` in its microcode memory, driven by the host over its port.
#[derive(Clone, Debug)]
pub struct Link<P: Port = Simulated> {
    /// The machine's port, for observers.
    pub port: P,
    entries: Entries,
    /// Root moves to be queued behind the next one.
    following: Vec<Ask>,
    /// Root moves that the port has queued, and goes on to by itself.
    queued: VecDeque<Ask>,
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
    /// The machine at the port has another one.
    #[error("the machine has other microcode: expected checksum {expected:08x}, got {got:08x}")]
    Other {
        /// Checksum of the program.
        expected: u32,
        /// Checksum of the machine's.
        got: u32,
    },
    /// The machine does not answer.
    #[error("{0}")]
    Silent(String),
}

impl Entries {
    fn new(program: &Program) -> Result<Entries, BadProgram> {
        let entry = |name| program.address(name).ok_or(BadProgram::Entry(name));
        Ok(Entries {
            search: entry("search")?,
            root_move: entry("root_move")?,
            first_move: entry("first_move")?,
            next_move: entry("next_move")?,
            perft_move: entry("perft_move")?,
            mark_open: entry("mark_open")?,
        })
    }

    /// Those of the program that a machine with this checksum has.
    fn of_machine(checksum: u32) -> Result<Entries, BadProgram> {
        let authentic = programs::search()?;
        let expected = microcode_checksum(&authentic.words);
        if checksum == expected {
            return Entries::new(&authentic);
        }
        let fast = programs::fast()?;
        if checksum == microcode_checksum(&fast.words) {
            return Entries::new(&fast);
        }
        Err(BadProgram::Other {
            expected,
            got: checksum,
        })
    }
}

impl Link {
    /// A machine with the project's own search, unobserved.
    pub fn new() -> Link {
        Link::with_probe(Silent)
    }
}

impl<P: Probe> Link<Simulated<P>> {
    /// A machine with the project's own search, and a probe.
    pub fn with_probe(probe: P) -> Link<Simulated<P>> {
        let program = programs::search().expect("search.mc is part of this program and tested");
        Link::with_program(&program, probe).expect("search.mc is part of this program and tested")
    }

    /// A machine with another program that keeps the entries of search.mc.
    ///
    /// # Errors
    /// [`BadProgram`] if an entry is missing or the machine rejects a word.
    pub fn with_program(program: &Program, probe: P) -> Result<Link<Simulated<P>>, BadProgram> {
        let entries = Entries::new(program)?;
        let port = Simulated::new(program, probe)?;
        Ok(Link::new_with(port, entries))
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
        self.port.state_mut().clone_from(state);
    }

    /// Replaces the transposition memory, for experiments.
    pub fn replace_memory(&mut self, memory: TranspositionMemory) {
        self.port.state_mut().memory = memory;
    }

    /// Replaces the full evaluator's sequence, for experiments.
    pub fn replace_evaluation(&mut self, sequence: Sequence) {
        self.port.state_mut().evaluation = sequence;
    }
}

impl<P: Port> Link<P> {
    /// A link to the machine at a port, which must have the project's own search for it, whichever
    /// variant it is. What the machine may have done before is stopped and forgotten.
    ///
    /// # Errors
    /// [`BadProgram::Other`] if it has other microcode, [`BadProgram::Silent`] if it does not
    /// answer.
    pub fn over(mut port: P) -> Result<Link<P>, BadProgram> {
        port.request(port::STOP);
        port.finish();
        let got = read_wide(&mut port, port::CHECKSUM) as u32;
        if let Some(why) = port.failure() {
            return Err(BadProgram::Silent(why.to_owned()));
        }
        Link::over_entries(port, Entries::of_machine(got)?)
    }

    /// A link to a machine at a port that has this program, which keeps the entries of search.mc.
    ///
    /// # Errors
    /// [`BadProgram::Entry`] if an entry is missing.
    pub fn over_program(port: P, program: &Program) -> Result<Link<P>, BadProgram> {
        Link::over_entries(port, Entries::new(program)?)
    }

    fn over_entries(port: P, entries: Entries) -> Result<Link<P>, BadProgram> {
        let mut link = Link::new_with(port, entries);
        link.clear_memory();
        link.clear_counters();
        Ok(link)
    }

    fn new_with(port: P, entries: Entries) -> Link<P> {
        Link {
            port,
            entries,
            following: Vec::new(),
            queued: VecDeque::new(),
        }
    }

    fn write(&mut self, register: HostRegister, data: u16) {
        self.port.write(register.number, data);
    }

    fn write_slot(&mut self, slot: Slot, value: i16) {
        let number = port::SLOTS.number + slot as u8;
        self.port.write(number, value as u16);
    }

    /// Starts the microcode at an entry; `hosted` if the host drives the root.
    fn start(&mut self, entry: u16, hosted: bool) {
        let hosted = if hosted { control::HOSTED } else { 0 };
        self.write(port::CONTROL, entry | hosted);
    }

    /// Stops what runs; the position must then be loaded again.
    pub fn stop(&mut self) {
        self.port.request(port::STOP);
    }

    /// Starts the search of [`Searcher::search_move`]; [`Link::run`] runs it.
    pub fn begin_move(&mut self, root_move: &RootMove, depth: u8, alpha: i16, beta: i16) {
        for write in self.move_writes(root_move, depth, alpha, beta) {
            self.port.write(write.register, write.data);
        }
    }

    /// What starts the search of [`Searcher::search_move`], written in this order.
    ///
    /// The first frame is that of a root whose moves the host makes. Beta is the least number, so
    /// that any value of the move cuts off. Depth is 1: a cutoff above the horizon tests whether
    /// the host drives the root, and halts with the value in the accumulator and the move unmade;
    /// one at or beyond the horizon would return to a ply above, and there is none.
    fn move_writes(
        &self,
        root_move: &RootMove,
        depth: u8,
        alpha: i16,
        beta: i16,
    ) -> [RegisterWrite; SEARCH_WRITES] {
        let slot = |slot: Slot, value: i16| RegisterWrite {
            register: port::SLOTS.number + slot as u8,
            data: value as u16,
        };
        [
            slot(Slot::Alpha, alpha),
            slot(Slot::Limit, beta),
            slot(Slot::Beta, i16::MIN),
            slot(Slot::Depth, -1),
            // The microcode counts depth up to zero.
            slot(Slot::Next, -i16::from(depth)),
            RegisterWrite {
                register: port::MOVE.number,
                data: root_move.code.word() as u16,
            },
            RegisterWrite {
                register: port::CONTROL.number,
                data: self.entries.root_move | control::HOSTED,
            },
        ]
    }

    /// Starts the search of a root move, and queues those that follow it.
    fn begin_queue(&mut self, root_move: &RootMove, depth: u8, alpha: i16, beta: i16) {
        // A caller that asks for a move other than the one it had lined up has left the queue at
        // work.
        if !self.queued.is_empty() {
            self.port.finish();
            self.queued.clear();
        }
        self.begin_move(root_move, depth, alpha, beta);
        let mut limit = alpha;
        for next in std::mem::take(&mut self.following) {
            let writes = self.move_writes(&next.root_move, next.below, next.alpha, next.beta);
            self.port.queue(limit, &writes);
            limit = next.alpha;
            self.queued.push_back(next);
        }
    }

    /// Starts the search of [`Link::search`]; [`Link::run`] runs it.
    pub fn begin_search(&mut self, depth: u8, alpha: i16, beta: i16) {
        self.write_slot(Slot::Alpha, alpha);
        self.write_slot(Slot::Beta, beta);
        self.write_slot(Slot::Best, 0);
        // The microcode counts depth up to zero.
        self.write_slot(Slot::Depth, -i16::from(depth.max(1)));
        self.start(self.entries.search, false);
    }

    /// Runs for `cycles` more cycles, the last word completed; the value once the microcode has
    /// halted.
    pub fn run(&mut self, cycles: u64) -> Option<i16> {
        if self.port.run(cycles) {
            Some(self.port.read(port::VALUE.number) as i16)
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

    /// The best move that a search of the machine alone has left in the first frame; none if alpha
    /// was not raised.
    ///
    /// Changed microcode may leave an illegal move, which counts as none.
    pub fn best_move(&mut self, position: &Chess) -> Option<Move> {
        let best = self.port.read(port::SLOTS.number + Slot::Best as u8) as i16;
        if best == 0 {
            None
        } else {
            legal_move(position, MoveCode::from_word(best))
        }
    }

    /// Runs until the microcode halts; the value then.
    fn run_to_halt(&mut self) -> i16 {
        self.port.finish();
        self.port.read(port::VALUE.number) as i16
    }

    /// Runs until the microcode halts, and returns the value; `None` if `budget` stopped it first,
    /// or the machine does not answer.
    fn run_within(&mut self, budget: Budget<'_>) -> Option<i16> {
        while self.port.failure().is_none() {
            let Some(cycles) = budget(self.port.counters()) else {
                self.stop();
                return None;
            };
            let value = self.run(cycles);
            if value.is_some() && self.port.failure().is_none() {
                return value;
            }
        }
        None
    }

    /// The moves that the machine finds next, started at each of these entries in turn, up to the
    /// last there is.
    fn found_moves(&mut self, starts: &[u16]) -> FoundMoves {
        let mut found = FoundMoves {
            codes: Vec::with_capacity(starts.len()),
            are_all: false,
        };
        for read in self
            .port
            .run_each(starts, &[port::CONTROL.number, port::MOVE.number])
        {
            let is_none = read[0] & control::NONE != 0;
            let code = MoveCode::from_word(read[1] as i16);
            // Castling is tried when no victim is left: `none` is high then, and the kind says that
            // there is a move.
            if is_none && code.kind == MoveKind::Plain {
                found.are_all = true;
                break;
            }
            found.codes.push(code);
        }
        found
    }
}

/// Moves that the machine has found.
struct FoundMoves {
    codes: Vec<MoveCode>,
    /// It has said that there are no more.
    are_all: bool,
}

impl<P: Port> Searcher for Link<P> {
    fn counters(&mut self) -> Counters {
        self.port.counters()
    }

    fn clear_counters(&mut self) {
        self.write(port::DEEPEST, 0);
    }

    fn entries(&mut self, keys: &[Key], goes_on: &dyn Fn() -> bool) -> Vec<Entry> {
        self.port.entries(keys, goes_on)
    }

    fn failure(&self) -> Option<&str> {
        self.port.failure()
    }

    fn clear_memory(&mut self) {
        self.port.request(port::CLEAR_MEMORY);
        self.port.finish();
    }

    fn set_draw(&mut self, white: i16) {
        if self.port.read(port::DRAW.number) as i16 != white {
            self.clear_memory();
            self.write(port::DRAW, white as u16);
        }
    }

    fn load(&mut self, position: &Chess) {
        for square in Square::ALL {
            let code = match position.board().piece_at(square) {
                Some(piece) => piece_code(piece),
                None => 0,
            };
            self.write(port::SQUARE, square as u16 | u16::from(code) << 8);
        }
        let rights = u16::from(castling_rights(position)) << 1;
        let latch = u16::from(en_passant_latch(position)) << 5;
        let turn = u16::from(position.turn().is_white());
        self.write(port::POSITION, turn | rights | latch);
    }

    fn mark_open(&mut self, positions: &[Chess]) {
        self.port.request(port::CLEAR_OPEN_FLAGS);
        self.port.finish();
        for position in positions {
            self.load(position);
            self.start(self.entries.mark_open, false);
            self.port.finish();
        }
    }

    fn root_moves(&mut self, position: &Chess) -> Vec<RootMove> {
        // The host knows how many there are, and asks for all at once; the machine says after the
        // last that it was.
        let mut starts = vec![self.entries.next_move; 1 + position.legal_moves().len()];
        starts[0] = self.entries.first_move;
        let mut moves = Vec::new();
        loop {
            let found = self.found_moves(&starts);
            // A board that was unplugged answers anything.
            if self.port.failure().is_some() {
                return Vec::new();
            }
            for code in found.codes {
                moves.push(RootMove::new(position, code));
            }
            if found.are_all {
                return moves;
            }
            starts = vec![self.entries.next_move];
        }
    }

    // The port has no register for it: the host computes what the evaluators would say.
    fn static_value(&mut self, position: &Chess) -> i16 {
        let mut board = Board::default();
        for (square, piece) in position.board().iter() {
            board.write(square as u8, piece_code(piece));
        }
        let full = full_value(Lanes, board.full, board.lazy.stage_class());
        let white = board.lazy.value() + full;
        position.turn().fold_wb(white, white.wrapping_neg())
    }

    fn line_up(&mut self, following: &mut dyn Iterator<Item = Ask>) {
        // While the port works through its queue, that is what follows.
        if self.queued.is_empty() {
            self.following = following.take(self.port.queue_room()).collect();
        }
    }

    fn search_move(
        &mut self,
        root_move: &RootMove,
        depth: u8,
        alpha: i16,
        beta: i16,
        budget: Budget<'_>,
    ) -> Option<i16> {
        let is_queued = match self.queued.front() {
            Some(next) => {
                next.root_move == *root_move
                    && (next.below, next.alpha, next.beta) == (depth, alpha, beta)
            }
            None => false,
        };
        if is_queued {
            self.queued.pop_front();
            self.port.go_on();
        } else {
            self.begin_queue(root_move, depth, alpha, beta);
        }
        let value = self.run_within(budget);
        // A value beyond the limit, and a stop, empty the port's queue.
        let goes_on = matches!(value, Some(value) if value <= alpha);
        if !goes_on {
            self.queued.clear();
        }
        value
    }

    fn perft_move(&mut self, root_move: &RootMove, depth: u8, budget: Budget<'_>) -> Option<u64> {
        let before = self.port.counters().nodes;
        // The microcode counts depth up to zero.
        self.write_slot(Slot::Next, -i16::from(depth));
        self.write(port::MOVE, root_move.code.word() as u16);
        self.start(self.entries.perft_move, true);
        self.run_within(budget)?;
        Some(self.counters().nodes - before)
    }
}

impl Default for Link {
    fn default() -> Link {
        Link::new()
    }
}
