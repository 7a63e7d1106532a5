//! The machine: microcode and state, and the cycle that clocks all boards together.

use std::sync::atomic::{Ordering, compiler_fence};

use logic::{Lanes, Simulator};

use crate::circuits::{castling, en_passant, special, value_bus};
use crate::compiled::Compiled;
use crate::microengine::constants::CONSTANTS;
use crate::microengine::sequencer::{BadMicrocode, Bus, Microcode, Slot};
use crate::microengine::stack::{FRAMES, Flags, MoveState};
use crate::microengine::word::{
    self, Address, Dest, Disable, Find, Flag, Frame, Memory, Orders, Ply, Put, Source, Take, WORDS,
    Word,
};
use crate::probe::Probe;
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
    /// A machine with this microcode, all registers and memories zero. Words beyond the program halt.
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

    /// A machine that runs the compiled form of its microcode, if `compiled` was made from the same words.
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

    /// The start line: the machine continues at `address` (0 to 1,023).
    pub fn start(&mut self, address: u16) {
        self.state.address = address % WORDS as u16;
        self.state.halted = false;
    }

    /// Runs until the microcode halts or `cycles` more cycles have passed; returns whether it has halted.
    ///
    /// Heads are entries and words with several predecessors. Compiled words run from head to head while the probe is
    /// silent and no stop can fall between two heads; all others run one by one.
    pub fn run<P: Probe>(&mut self, cycles: u64, probe: &mut P) -> bool {
        let until = self.state.cycles.saturating_add(cycles);
        let compiled = self.compiled.filter(|_| P::SILENT);
        let state = &mut self.state;
        while !state.halted && state.cycles < until {
            match compiled {
                Some(compiled) if compiled.can_run(state, until) => {
                    let before = state.cycles;
                    (compiled.run)(state, until - compiled.longest);
                    self.compiled_cycles += state.cycles - before;
                }
                _ => {
                    probe.cycle(state);
                    state.step(self.microcode.word(state.address));
                }
            }
        }
        state.halted
    }
}

impl State {
    /// One word from the microcode memory, and the address of the next.
    #[inline(always)]
    fn step(&mut self, slot: &Slot) {
        let jump = self.settle(Lanes, slot);
        self.address = if jump {
            slot.orders.next
        } else {
            (self.address + 1) % WORDS as u16
        };
    }

    /// One compiled word; returns whether the sequencer takes the word at `next`. The address register is left alone.
    #[inline(always)]
    pub fn word<L: Simulator, const WORD: u64>(&mut self, l: L) -> bool {
        let jump = self.settle(l, const { &Slot::new(Word(WORD).decoded()) });
        // No gate of a word is shared with another word's, or left out because the next word overwrites its register.
        compiler_fence(Ordering::SeqCst);
        jump
    }

    /// One microword: the disable memory, the settling circuits, the clocked registers, the tested line.
    ///
    /// Returns whether the sequencer takes the word at `next`. The only description of a word: the interpreter calls it
    /// with one from memory, compiled code with a constant.
    #[inline(always)]
    fn settle<L: Simulator>(&mut self, l: L, slot: &Slot) -> bool {
        let orders = &slot.orders;
        if orders.source == Source::Full {
            self.cycles = self.evaluation.wait(self.cycles);
        }
        self.cycles += u64::from(slot.cycles);

        // The disable memory is written first, so that the array settles with it.
        if orders.disable != Disable::Nothing {
            self.write_disable(orders.disable);
        }

        // The circuits settle, with all registers as they were.
        let bus = if slot.value_bus {
            self.settle_bus(l, orders)
        } else {
            Bus::default()
        };
        let found = match orders.find {
            Find::Nothing => None,
            Find::Victim => Some(self.move_gen_inputs().victim(l)),
            Find::Aggressor => Some(self.move_gen_inputs().aggressor(l, self.now.to)),
            Find::Check => {
                let mut inputs = self.move_gen_inputs();
                inputs.white_to_move = !inputs.white_to_move;
                self.check = inputs.check(l);
                None
            }
        };
        let before = self.now;
        let mover = color_bit(self.white_to_move);

        // The registers are clocked.
        if orders.memory != Memory::Nothing {
            self.access_memory(orders.memory);
        }
        match orders.dest {
            Dest::Nothing => {}
            Dest::Acc => self.acc = bus.sum,
            Dest::Frame => self.stack.set_slot(self.ply, orders.write, bus.sum),
            Dest::Both => {
                self.acc = bus.sum;
                self.stack.set_slot(self.ply, orders.write, bus.sum);
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
        if slot.board_bus {
            self.drive_board(orders, before, mover);
        }
        if orders.evaluate {
            self.evaluation.start(self.cycles);
        }
        if orders.halt {
            self.evaluation.stop();
        }
        if let Some(found) = found {
            self.none = found.is_none();
            self.check = found.check;
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
        self.halted = orders.halt;
        self.jumps(orders, bus)
    }

    #[inline(always)]
    fn write_disable(&mut self, order: Disable) {
        let ply = usize::from(self.ply);
        match order {
            Disable::Nothing => {}
            Disable::Clear => {
                self.disable.clear(ply);
                self.now.flags.spent = false;
            }
            Disable::Close => {
                let inputs = self.move_gen_inputs();
                if inputs.en_passant_open && self.now.to == self.now.en_passant {
                    self.now.flags.spent = true;
                } else {
                    self.disable.set(ply, self.now.to);
                }
                self.disable.clear_own(ply, inputs.own_pieces());
            }
            Disable::All => {
                self.disable.set_all(ply);
                self.now.flags.spent = true;
            }
            Disable::From => self.disable.set(ply, self.now.from),
            Disable::Empties => {
                let inputs = self.move_gen_inputs();
                let closed = special::empties_barred(self.board.planes, self.white_to_move);
                debug_assert_eq!(closed & !inputs.empty(), 0);
                self.disable.set_empty(ply, closed);
            }
        }
    }

    #[inline(always)]
    fn settle_bus<L: Simulator>(&self, l: L, orders: &Orders) -> Bus {
        let source = match orders.source {
            Source::Zero => 0,
            Source::Acc => self.acc,
            Source::Frame => self.stack.slot(self.ply, orders.read),
            Source::Parent => self.stack.slot(self.ply.wrapping_sub(1), orders.read),
            Source::Constant => CONSTANTS[usize::from(orders.read) % CONSTANTS.len()].value,
            Source::Lazy => self.for_mover(self.board.lazy.value()),
            Source::Full => self.for_mover(self.full_read_on(l)),
            Source::Draw => self.for_mover(self.draw),
            Source::EntryValue => self.entry.value(),
            Source::EntryDepth => self.entry.depth(),
            Source::Ply => i16::from(self.ply),
            Source::Move => {
                i16::from(self.now.to)
                    | i16::from(self.now.from) << 6
                    | i16::from(self.now.kind) << 12
            }
        };
        let (sum, less, equal) =
            value_bus::settle(self.acc, orders.add, source, orders.invert, orders.carry);
        Bus { sum, less, equal }
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
                let turned = if mover == 0 { 0 } else { 0o70 };
                (orders.next & 63) as u8 ^ turned
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
                now.kind = 0;
            }
            Flag::Legal => now.flags.legal = true,
            Flag::Raised => now.flags.raised = true,
            Flag::Quiet => now.flags.quiet = true,
            Flag::InCheck => now.flags.in_check = self.check,
            Flag::Plain => now.kind = 0,
            Flag::EnPassant => now.kind = 1,
            Flag::KingSide => now.kind = 2,
            Flag::QueenSide => now.kind = 3,
            Flag::Queen => now.kind = 4,
            Flag::NextKind => now.kind = (now.kind + 1) & 7,
        }
    }
}
