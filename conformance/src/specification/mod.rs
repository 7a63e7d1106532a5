//! Specifications of the combinational circuits, in the rules' own words.
//!
//! Each specification is a [`Netlist`] with the inputs and outputs of its circuit, but it is
//! written from the rules of chess and of arithmetic and from the meaning of the wires, not from
//! the circuit. They are, for example, sums over pairs of squares, or "the best class, then the
//! lowest square". A specification may be large, but must be plainly right. Of [`logic`] only inputs, outputs and single gates are used,
//! none of the wiring that the circuits are built of; shakmaty supplies the squares in a piece's
//! way.

pub mod evaluator;
pub mod move_generator;
pub mod rtl;
pub mod special;
pub mod value_bus;

use logic::{Logic, Netlist, Signal, netlist::Bus};
use shakmaty::{Color, Role, Square};

type Wire<'n> = Bus<'n, 1>;

fn all<'n>(net: &'n Netlist, wires: impl IntoIterator<Item = Wire<'n>>) -> Wire<'n> {
    wires
        .into_iter()
        .fold(net.wire(true), |all, wire| all & wire)
}

fn some<'n>(net: &'n Netlist, wires: impl IntoIterator<Item = Wire<'n>>) -> Wire<'n> {
    wires
        .into_iter()
        .fold(net.wire(false), |any, wire| any | wire)
}

/// Whether the wire has this level.
fn is_at(wire: Wire<'_>, high: bool) -> Wire<'_> {
    if high { wire } else { !wire }
}

fn equals<'n, const N: usize>(net: &'n Netlist, bus: Bus<'n, N>, number: usize) -> Wire<'n> {
    all(
        net,
        (0..N).map(|bit| is_at(bus.bit(bit), number >> bit & 1 != 0)),
    )
}

/// A number on `width` wires. `meant` has values, each with the wire that is high when the number is
/// that value; at most one of these wires is high.
fn number<'n>(net: &'n Netlist, width: usize, meant: &[(usize, Wire<'n>)]) -> Vec<Wire<'n>> {
    (0..width)
        .map(|bit| {
            some(
                net,
                meant
                    .iter()
                    .filter(|(value, _)| value >> bit & 1 != 0)
                    .map(|(_, wire)| *wire),
            )
        })
        .collect()
}

/// The piece registers `p0` to `p3`: a piece's kind in three bits, 1 for a pawn to 6 for a king as
/// in [`Role`], 0 for an empty square; 7 is no piece, but the square is not empty. The fourth bit
/// is high for a black piece and without meaning on an empty square.
struct Board<'n> {
    net: &'n Netlist,
    registers: [Bus<'n, 64>; 4],
}

impl<'n> Board<'n> {
    fn input(net: &'n Netlist) -> Self {
        Self {
            net,
            registers: ["p0", "p1", "p2", "p3"].map(|name| net.input_plane(name)),
        }
    }

    fn kind(&self, square: Square, kind: usize) -> Wire<'n> {
        all(
            self.net,
            (0..3).map(|bit| {
                is_at(
                    self.registers[bit].bit(square.to_usize()),
                    kind >> bit & 1 != 0,
                )
            }),
        )
    }

    fn empty(&self, square: Square) -> Wire<'n> {
        self.kind(square, 0)
    }

    fn black(&self, square: Square) -> Wire<'n> {
        self.registers[3].bit(square.to_usize())
    }

    fn piece(&self, color: Color, role: Role, square: Square) -> Wire<'n> {
        self.kind(square, role as usize) & is_at(self.black(square), color.is_black())
    }
}

/// Whose turn it is: the input `wtm`, high for White.
#[derive(Clone, Copy)]
struct Turn<'n>(Wire<'n>);

impl<'n> Turn<'n> {
    fn input(net: &'n Netlist) -> Self {
        Self(net.input_wire("wtm"))
    }

    fn of(self, color: Color) -> Wire<'n> {
        is_at(self.0, color.is_white())
    }
}
