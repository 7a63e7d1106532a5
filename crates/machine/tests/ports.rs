//! The ports of the circuits: Verilog, specifications and the databook go by these names, and
//! others build on them.

use std::fmt::Write;

use logic::Netlist;
use logic::combinational::netlist;
use logic::pins::Pin;
use machine::blocks::BLOCKS;
use machine::evaluator::full::{Cells, Clamp, Weigher};
use machine::microengine::variant::Variant;
use machine::rtl;

#[test]
fn ports_keep_their_names_order_and_widths() {
    let mut ports = String::new();
    for block in BLOCKS {
        write_block(&mut ports, block.name, &(block.netlist)());
    }
    write_block(&mut ports, "(cells)", &netlist::<Cells>());
    write_block(&mut ports, "(weigher)", &netlist::<Weigher>());
    write_block(&mut ports, "(clamp)", &netlist::<Clamp>());
    let machine = rtl::netlist(Variant::Authentic, &[]);
    writeln!(ports, "machine").expect("a string");
    write_pins(&mut ports, "registers", &names(&machine.registers));
    write_pins(&mut ports, "reads", &names(&machine.reads));
    write_pins(&mut ports, "accesses", &names(&machine.accesses));
    write_pins(&mut ports, "in", &names(&machine.inputs));
    write_pins(&mut ports, "out", &names(&machine.outputs));
    assert_eq!(ports, include_str!("ports.txt"), "\n{ports}");
}

fn write_block(ports: &mut String, name: &str, netlist: &Netlist) {
    writeln!(ports, "{name}").expect("a string");
    write_pins(ports, "in", &netlist.inputs());
    write_pins(ports, "out", &netlist.outputs());
}

fn write_pins(ports: &mut String, side: &str, pins: &[(&str, usize)]) {
    write!(ports, "  {side}:").expect("a string");
    for (name, width) in pins {
        write!(ports, " {name}").expect("a string");
        if *width > 1 {
            write!(ports, "[{width}]").expect("a string");
        }
    }
    ports.push('\n');
}

fn names(pins: &[&'static Pin]) -> Vec<(&'static str, usize)> {
    pins.iter().map(|pin| (pin.name, pin.width)).collect()
}
