//! The machine's circuits, gate by gate and cycle by cycle, behind their port.

use logic::Lanes;
use logic::clocked::Circuit;
use machine::rtl::fast::Fast;
use machine::rtl::pins::{Inputs, Outputs};
use machine::rtl::{Model, Top};
use microcode::Program;

use crate::port::Port;

/// The RTL in this process, with its transposition memory: some thousand times slower than the
/// simulated machine.
pub struct Rtl<S: Circuit = Top> {
    model: Model<S>,
}

/// The circuits of the fast variant.
pub type FastRtl = Rtl<Fast>;

impl Rtl {
    /// The authentic machine's circuits with this program in their microcode ROM, after a reset.
    pub fn new(program: &Program) -> Rtl {
        Rtl::of(program)
    }
}

impl<S> Rtl<S>
where
    S: Circuit<Inputs<Lanes> = Inputs<Lanes>, Outputs<Lanes> = Outputs<Lanes>>,
{
    /// A machine's circuits with this program, likewise.
    pub fn of(program: &Program) -> Rtl<S> {
        Rtl {
            model: Model::of(&program.words),
        }
    }

    /// The same with an empty memory of 2^`bits` entries, 10 to 17.
    pub fn with_memory_bits(self, bits: u32) -> Rtl<S> {
        Rtl {
            model: self.model.with_memory_bits(bits),
        }
    }
}

impl<S> Port for Rtl<S>
where
    S: Circuit<Inputs<Lanes> = Inputs<Lanes>, Outputs<Lanes> = Outputs<Lanes>>,
{
    fn write(&mut self, register: u8, data: u16) {
        self.model.write(register, data);
    }

    fn read(&mut self, register: u8) -> u16 {
        self.model.read(register)
    }

    fn run(&mut self, cycles: u64) -> bool {
        self.model.run(cycles)
    }
}
