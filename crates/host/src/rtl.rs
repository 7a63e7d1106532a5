//! The machine's circuits, gate by gate and cycle by cycle, behind their port.

use machine::rtl::Model;
use microcode::Program;

use crate::port::Port;

/// The RTL in this process, with its transposition memory: some thousand times slower than the simulated machine.
pub struct Rtl {
    model: Model,
}

impl Rtl {
    /// The circuits with this program in their microcode ROM, after a reset.
    pub fn new(program: &Program) -> Rtl {
        Rtl {
            model: Model::new(&program.words),
        }
    }

    /// The same with an empty memory of 2^`bits` entries, 10 to 17.
    pub fn with_memory_bits(self, bits: u32) -> Rtl {
        Rtl {
            model: self.model.with_memory_bits(bits),
        }
    }
}

impl Port for Rtl {
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
