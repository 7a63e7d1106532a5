//! A circuit of your own: written once as a function, then counted, proved right and written as
//! Verilog.
//!
//! The proof is made by another program, ABC (`apt-get install berkeley-abc`).
//!
//! ```sh
//! cargo run --release -p conformance --example own_circuit
//! ```

use std::error::Error;
use std::io;

use conformance::proof::{Verdict, compare};
use logic::netlist::Adders;
use logic::{Logic, Netlist};

/// The circuit: squares that a white pawn attacks. `pawns` has a wire for each square; the gates
/// are `|`, `&` and `!`.
fn attacked<L: Logic>(l: L, pawns: L::Plane) -> L::Plane {
    l.neighbor::<1, 1>(pawns) | l.neighbor::<-1, 1>(pawns)
}

/// What it should do, in other words: first to both sides, then one rank forward.
fn specified<L: Logic>(l: L, pawns: L::Plane) -> L::Plane {
    let beside = l.neighbor::<1, 0>(pawns) | l.neighbor::<-1, 0>(pawns);
    l.neighbor::<0, 1>(beside)
}

fn netlists() -> [Netlist; 2] {
    let (circuit, specification) = (Netlist::new(), Netlist::new());
    circuit.output("attacked", attacked(&circuit, circuit.input_plane("pawns")));
    let pawns = specification.input_plane("pawns");
    specification.output("attacked", specified(&specification, pawns));
    [circuit, specification]
}

fn main() -> Result<(), Box<dyn Error>> {
    let [circuit, specification] = netlists();
    let count = circuit.count();
    eprintln!(
        "{} gates, at most {} of them one after another",
        count.gates, count.depth
    );
    match compare(&circuit, &specification)? {
        Verdict::Equivalent => eprintln!("proved: no input tells circuit and specification apart"),
        Verdict::Different(example) => eprintln!("they differ: {example}"),
    }
    circuit.write_verilog(
        "attacked",
        "Squares that a white pawn attacks.",
        Adders::Gates,
        &mut io::stdout(),
    )?;
    Ok(())
}

#[test]
fn circuit_equals_its_specification() {
    let [circuit, specification] = netlists();
    assert_eq!(
        compare(&circuit, &specification).unwrap(),
        Verdict::Equivalent
    );
}
