//! Combinational circuits: gates from inputs to outputs, and no clock.

use crate::pins::{self, PinList};
use crate::{Logic, Netlist};

/// A circuit whose outputs follow from its inputs alone.
pub trait Combinational {
    /// What goes in.
    type Inputs<L: Logic>: PinList<L> + Copy;
    /// What comes out.
    type Outputs<L: Logic>: PinList<L> + Copy;

    /// The gates.
    fn settle<L: Logic>(l: L, inputs: Self::Inputs<L>) -> Self::Outputs<L>;
}

/// Builds a circuit gate by gate. The netlist's inputs and outputs are called as the pins.
pub fn netlist<C: Combinational>() -> Netlist {
    build::<C>(Netlist::new())
}

/// The same with its [modules](crate::Logic::module) apart, to be written.
pub fn in_modules<C: Combinational>() -> Netlist {
    build::<C>(Netlist::in_modules())
}

fn build<C: Combinational>(net: Netlist) -> Netlist {
    let inputs = pins::declare_inputs(&net);
    let mut outputs = C::settle(&net, inputs);
    pins::declare_outputs(&net, &mut outputs);
    net
}
