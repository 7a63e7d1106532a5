//! `cargo xtask rtl`: the whole machine in Verilator, Yosys and nextpnr (docs/hardware.md).

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::Args;
use machine::microengine::variant::Variant;
use machine::{clock, rtl};
use microcode::programs;

use super::silicon::{ECP5, NO_LATCHES, commands, frequency};
use crate::tools::{cargo, command, install, root, run, run_in};

const FOLDER: &str = "target/rtl";
/// Yosys' commands that map the machine.
const SCRIPT: &str = include_str!("../../silicon/ecp5_machine.ys");
/// LUTs of one to four inputs for ABC9: area, and picoseconds from each input, the wire to it
/// included (estimated).
const LUTS: &str = "1 1 1150\n2 1 1150 1150\n3 1 1150 1150 1150\n4 1 1150 1150 1150 1150\n";

/// Cycles a node of the fast variant over suites/bench.epd (docs/hardware.md).
const FAST_CYCLES_A_NODE: f64 = 15.6;

/// Searches the Bratko-Kopec positions on the RTL in Verilator, synthesizes it for ECP5, and places
/// and routes it.
#[derive(Debug, Args)]
pub(crate) struct Rtl {
    /// Synthesis, place and route only.
    #[arg(long)]
    no_tests: bool,
    /// Which machine is synthesized: authentic or fast.
    #[arg(long, default_value = "authentic", value_parser = variant)]
    variant: Variant,
    /// The seed of place and route.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

impl Rtl {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        install("g++ make verilator yosys python3=python3-venv")?;
        if !self.no_tests {
            run(&mut cargo(
                "nextest run --package conformance --run-ignored all --test rtl",
            ))?;
        }
        let folder = root().join(FOLDER);
        fs::create_dir_all(&folder)?;
        let program =
            programs::search_for(self.variant).context("the search is part of this program")?;
        for (name, text) in rtl::verilog(self.variant, &program.words) {
            fs::write(folder.join(name), text)?;
        }
        let cells = synthesize(&folder)?;
        // The other router does not end on the whole machine.
        let routing = "--lpf-allow-unconstrained --router router2";
        let files = "--json belle.json --log nextpnr.log";
        let options = format!("--85k --package CABGA381 --freq 27 {files} {routing}");
        ECP5.place_and_route(&folder, &options, self.seed)?;
        let megahertz = frequency(&folder.join("nextpnr.log"))?;
        let cycles_a_node = match self.variant {
            Variant::Authentic => clock::CYCLES_PER_SECOND / clock::ORIGINAL_NODES_PER_SECOND,
            Variant::Fast => FAST_CYCLES_A_NODE,
        };
        let nodes = megahertz * 1e6 / cycles_a_node;
        println!(
            "\n{cells}\nECP5-85k: {megahertz:.2} MHz; at {cycles_a_node:.1} cycles a node {nodes:.0} nodes a second"
        );
        Ok(())
    }
}

/// Finds a variant.
fn variant(name: &str) -> Result<Variant, String> {
    Variant::named(name).ok_or_else(|| "expected authentic or fast".to_owned())
}

/// Maps the RTL: what Yosys counts. Any warning of its is an error.
fn synthesize(folder: &Path) -> anyhow::Result<String> {
    let script = format!(
        "read_verilog -DSYNTHESIS belle.v belle_*.v; hierarchy -top belle; {NO_LATCHES}; {}; write_json belle.json; \
         tee -q -o belle.stat stat",
        commands(SCRIPT)
    );
    fs::write(folder.join("luts.lib"), LUTS)?;
    run_in(
        folder,
        command("yosys", "-q -e .* -l yosys.log -p").arg(&script),
    )?;
    Ok(fs::read_to_string(folder.join("belle.stat"))?)
}
