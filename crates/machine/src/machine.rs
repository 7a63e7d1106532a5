//! The machine: microcode and state, and the cycle that clocks all boards together.

use std::sync::atomic::{Ordering, compiler_fence};

use logic::{Lanes, Simulator};

use crate::circuits::{castling, en_passant, special};
use crate::compiled::Compiled;
use crate::microengine::sequencer::{BadMicrocode, Decoded, Microcode};
use crate::microengine::stack::{FRAMES, Flags, MoveKind, MoveState};
use crate::microengine::word::{
    self, Address, Dest, Disable, Find, Flag, Frame, Memory, Orders, Ply, Put, Source, Take, WORDS,
    Word,
};
use crate::probe::Probe;
use crate::settled::Settled;
use crate::state::State;
use crate::transposition::memory::{EXACT, LOWER, UPPER};

/// The machine with its microcode in place.
#[derive(Clone, Debug)]
pub struct Machine {
    microcode: Microcode,
    /// The form of this microcode that runs without decoding.
    compiled: Option<&'static Compiled>,
    compiled_cycles: u64,
    /// All registers and memories.
    pub state: State,
}

/// The side to move as bit 3 of a piece code: set for Black.
#[inline(always)]
fn color_bit(white: bool) -> u8 {
    u8::from(!white) << 3
}

impl Machine {
    /// A machine with this microcode, all registers and memories zero. Words beyond the program
    /// halt.
    ///
    /// # Errors
    /// [`BadMicrocode`] if there are too many words, or a word has a field value without a meaning.
    pub fn new(program: &[Word]) -> Result<Machine, BadMicrocode> {
        let microcode = Microcode::new(program)?;
        Ok(Machine {
            microcode,
            compiled: None,
            compiled_cycles: 0,
            state: State::default(),
        })
    }

    /// A machine that runs the compiled form of its microcode, if `compiled` was made from the same
    /// words.
    ///
    /// # Errors
    /// Those of [`Machine::new`].
    pub fn with_compiled(
        program: &[Word],
        compiled: &'static Compiled,
    ) -> Result<Machine, BadMicrocode> {
        let same = program == compiled.words;
        Ok(Machine {
            compiled: same.then_some(compiled),
            ..Machine::new(program)?
        })
    }

    /// Cycles run by compiled words so far.
    pub fn compiled_cycles(&self) -> u64 {
        self.compiled_cycles
    }

    /// What the circuits say in the word at the address register, which is carried out next.
    pub fn settled(&self) -> Settled {
        let word = self.microcode.word(self.state.address);
        self.state.settled(Lanes, word)
    }

    /// The start line: the machine continues at `address` (0 to 1,023).
    pub fn start(&mut self, address: u16) {
        self.state.address = address % WORDS as u16;
        self.state.halted = false;
    }

    /// Runs until the microcode halts or `cycles` more cycles have passed; returns whether it has
    /// halted.
    ///
    /// Heads are entries and the words that cut the program's loops. Compiled words run from head
    /// to head while the probe is silent and no stop can fall between two heads; all others run one
    /// by one.
    pub fn run<P: Probe>(&mut self, cycles: u64, probe: &mut P) -> bool {
        let until = self.state.cycles.saturating_add(cycles);
        let compiled = if P::SILENT { self.compiled } else { None };
        let state = &mut self.state;
        while !state.halted && state.cycles < until {
            match compiled {
                Some(compiled) if compiled.can_run(state, until) => {
                    let before = state.cycles;
                    (compiled.run)(state, until - compiled.longest);
                    self.compiled_cycles += state.cycles - before;
                }
                _ => {
                    let word = self.microcode.word(state.address);
                    let settled = state.settled(Lanes, word);
                    probe.cycle(state, &settled);
                    state.step(word, &settled);
                }
            }
        }
        state.halted
    }
}

impl State {
    /// One word from the microcode memory, and the address of the next.
    #[inline(always)]
    fn step(&mut self, word: &Decoded, settled: &Settled) {
        let jump = self.clock(word, settled);
        self.address = if jump {
            word.orders.next
        } else {
            (self.address + 1) % WORDS as u16
        };
    }

    /// One compiled word; returns whether the sequencer takes the word at `next`. The address
    /// register is left alone.
    #[inline(always)]
    pub fn run_word<L: Simulator, const WORD: u64>(&mut self, l: L) -> bool {
        let word = const { &Decoded::new(Word(WORD).decoded()) };
        let settled = self.settled(l, word);
        let jump = self.clock(word, &settled);
        // No gate of a word is shared with another word's, or left out because the next word
        // overwrites its register.
        compiler_fence(Ordering::SeqCst);
        jump
    }

    /// The end of a word: the registers take over what its circuits have settled on. Then the
    /// sequencer reads the tested line; returns whether it takes the word at `next`.
    ///
    /// This and [`State::settled`] are the only description of a word. The interpreter calls both
    /// with a word from memory, compiled code with a constant.
    #[inline(always)]
    fn clock(&mut self, word: &Decoded, settled: &Settled) -> bool {
        let orders = &word.orders;
        if orders.source == Source::Full {
            self.cycles = self.evaluation.wait(self.cycles);
        }
        self.cycles += u64::from(word.cycles);
        if orders.disable != Disable::Nothing {
            self.disable.set_word(self.ply, settled.array.disable);
            self.now.flags.spent = settled.spent;
        }
        if orders.find != Find::Nothing {
            self.check = settled.check;
        }
        let sum = settled.bus.sum;
        let before = self.now;
        let mover = color_bit(self.white_to_move);

        if orders.memory != Memory::Nothing {
            self.access_memory(orders.memory);
        }
        match orders.dest {
            Dest::Nothing => {}
            Dest::Acc => self.acc = sum,
            Dest::Frame => self.stack.set_slot(self.ply, orders.write, sum),
            Dest::Both => {
                self.acc = sum;
                self.stack.set_slot(self.ply, orders.write, sum);
            }
        }
        match orders.frame {
            Frame::Nothing => {}
            Frame::Save => self.stack.save(self.ply, before),
            Frame::Restore => {
                let down = u8::from(orders.ply == Ply::Down);
                self.now = self.stack.state(self.ply.wrapping_sub(down));
            }
            Frame::Target => self.now.to = self.stack.state(self.ply.wrapping_sub(1)).to,
        }
        if orders.latch {
            self.now.en_passant = en_passant::en_passant_latch(
                self.board.planes,
                before.from,
                before.to,
                self.moved & 7 == 1,
                self.white_to_move,
            );
        }
        if word.board_bus {
            self.drive_board(orders, before, mover);
        }
        if orders.evaluate {
            self.evaluation.start(self.cycles);
        }
        if orders.halt {
            self.evaluation.stop();
        }
        if let Some(found) = settled.found {
            self.none = found.is_none();
            match orders.find {
                Find::Aggressor => self.now.from = found.square,
                _ => self.now.to = found.square,
            }
        }
        match orders.ply {
            Ply::Stay => {}
            Ply::Up => {
                self.ply = (self.ply + 1) % FRAMES as u8;
                self.deepest = self.deepest.max(self.ply);
            }
            Ply::Down => self.ply = self.ply.wrapping_sub(1) % FRAMES as u8,
        }
        self.white_to_move ^= orders.turn;
        self.nodes += u64::from(orders.count);
        if orders.flag != Flag::Nothing {
            self.set_flag(orders.flag);
        }
        if orders.halt {
            self.halted = true;
        }
        self.jumps(orders, settled.bus)
    }

    #[inline(always)]
    fn access_memory(&mut self, order: Memory) {
        let key = self.key();
        let bound = match order {
            Memory::Nothing => return,
            Memory::Probe => {
                self.entry = self.memory.probe(key);
                return;
            }
            Memory::Mark => return self.memory.mark(key),
            Memory::StoreUpper => UPPER,
            Memory::StoreLower => LOWER,
            Memory::StoreExact => EXACT,
        };
        let depth = self.stack.slot(self.ply, word::Slot::Depth as u8);
        self.memory.store(key, self.acc, depth, bound);
    }

    #[inline(always)]
    fn drive_board(&mut self, orders: &Orders, before: MoveState, mover: u8) {
        let square = match orders.address {
            Address::To => before.to,
            Address::From => before.from,
            Address::Passed => before.from & 0o70 | before.to & 0o07,
            Address::Literal => {
                let flip = if mover == 0 { 0 } else { 0o70 };
                (orders.next & 63) as u8 ^ flip
            }
        };
        let literal = (orders.next >> 6 & 7) as u8;
        let piece = match orders.put {
            Put::Nothing => None,
            Put::Empty => Some(0),
            Put::Moved => Some(self.moved),
            Put::Captured => Some(before.captured),
            Put::Own => Some(literal | mover),
            Put::Enemy => Some(literal | (mover ^ 8)),
            Put::Promoted => Some(special::promoted_kind(before.kind) | mover),
        };
        let there = self.board.read(square);
        match orders.take {
            Take::Nothing => {}
            Take::Moved => self.moved = there,
            Take::Captured => self.now.captured = there,
        }
        if let Some(piece) = piece {
            self.board.write(square, piece);
            self.evaluation.stop();
        }
        if orders.rights {
            self.now.rights &= castling::rights_kept(square);
        }
    }

    #[inline(always)]
    fn set_flag(&mut self, order: Flag) {
        let now = &mut self.now;
        match order {
            Flag::Nothing => {}
            Flag::Clear => {
                now.flags = Flags::default();
                now.kind = MoveKind::Plain;
            }
            Flag::Legal => now.flags.legal = true,
            Flag::Raised => now.flags.raised = true,
            Flag::Quiet => now.flags.quiet = true,
            Flag::InCheck => now.flags.in_check = self.check,
            Flag::Plain => now.kind = MoveKind::Plain,
            Flag::EnPassant => now.kind = MoveKind::EnPassant,
            Flag::KingSide => now.kind = MoveKind::KingSide,
            Flag::QueenSide => now.kind = MoveKind::QueenSide,
            Flag::Queen => now.kind = MoveKind::Queen,
            Flag::NextKind => now.kind = now.kind.next(),
        }
    }
}
