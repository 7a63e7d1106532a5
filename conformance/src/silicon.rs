//! The circuits' Verilog in other people's simulators and synthesizers (Debian's `iverilog`,
//! `verilator`, `yosys`).

use std::fmt::Write as _;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Command, Output};

use logic::Netlist;

use crate::proof::{self, NoVerdict, Verdict};

/// A program that runs Verilog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Icarus Verilog: starts at once, slow.
    Icarus,
    /// Verilator: compiles for a while, fast.
    Verilator,
}

/// Why a tool gave no result.
#[derive(Debug, thiserror::Error)]
pub enum NoResult {
    #[error("{0} is not installed; on Debian: apt-get install {0}")]
    Missing(&'static str),
    #[error("the tool could not be run: {0}")]
    Io(#[from] io::Error),
    #[error("{0} reports:\n{1}")]
    Failed(&'static str, String),
    #[error(transparent)]
    NoVerdict(#[from] NoVerdict),
}

/// Levels on all inputs in the order of their declaration, and those expected on the outputs.
pub type Vector = Vec<u64>;

/// A module, the netlist whose ports it has, and what drives it.
#[derive(Clone, Copy, Debug)]
pub struct Module<'a> {
    pub name: &'a str,
    pub verilog: &'a str,
    pub netlist: &'a Netlist,
}

impl Module<'_> {
    /// Number of vectors with other outputs than expected.
    pub fn differences(&self, simulator: Simulator, vectors: &[Vector]) -> Result<usize, NoResult> {
        let folder = tempfile::tempdir()?;
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
        write("design.v", self.verilog)?;
        write("bench.v", &self.bench(vectors.len()))?;
        write("vectors.txt", &self.digits(vectors))?;
        let output = match simulator {
            Simulator::Icarus => {
                let options = ["-g2005", "-Wall", "-o", "bench", "design.v", "bench.v"];
                quiet("iverilog", folder.path(), &options)?;
                run("vvp", "iverilog", folder.path(), &["-n", "bench"])?
            }
            Simulator::Verilator => {
                let options = [
                    "--binary",
                    "-O3",
                    "-Wno-fatal",
                    "--top-module",
                    "bench",
                    "design.v",
                    "bench.v",
                ];
                quiet("verilator", folder.path(), &options)?;
                let binary = folder.path().join("obj_dir/Vbench");
                text(
                    "verilator",
                    &Command::new(binary).current_dir(folder.path()).output()?,
                )?
            }
        };
        let line = output
            .lines()
            .find_map(|line| line.strip_suffix(" differences"));
        let (count, differences) = line
            .and_then(|line| line.split_once(" vectors, "))
            .unwrap_or_default();
        match (count.trim().parse::<usize>(), differences.trim().parse()) {
            (Ok(count), Ok(differences)) if vectors.len() == count => Ok(differences),
            _ => Err(NoResult::Failed("the bench", output)),
        }
    }

    /// Whether Yosys reads the same circuit out of the Verilog, over all inputs.
    pub fn is_read_as_its_netlist(&self) -> Result<Verdict, NoResult> {
        self.is_mapped_as_its_netlist("proc; flatten; opt_clean")
    }

    /// Whether the circuit is still the same after these commands of Yosys have read and mapped it.
    pub fn is_mapped_as_its_netlist(&self, commands: &str) -> Result<Verdict, NoResult> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("design.v"), self.verilog)?;
        let script = format!(
            "read_verilog design.v; hierarchy -check -top {}; {commands}; check -assert; techmap; opt; write_blif mapped.blif",
            self.name
        );
        // Any warning is an error but one: the models of the families' cells know pads that can let
        // go of a wire.
        let warnings = ["-w", "limited support for tri-state", "-e", ".*"];
        run(
            "yosys",
            "yosys",
            folder.path(),
            &[&["-q"], &warnings[..], &["-p", &script]].concat(),
        )?;
        Ok(proof::compare_with_file(
            self.netlist,
            &folder.path().join("mapped.blif"),
        )?)
    }

    /// A test bench that reads the vectors, drives the module and counts the differences.
    fn bench(&self, vectors: usize) -> String {
        let (inputs, outputs) = (self.netlist.inputs(), self.netlist.outputs());
        let width = |ports: &[(&str, usize)]| ports.iter().map(|(_, width)| width).sum::<usize>();
        let (from, to) = (width(&inputs), width(&outputs));
        let names = |ports: &[(&str, usize)]| {
            ports
                .iter()
                .map(|port| port.0)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut bench = String::from("module bench;\n");
        for (ports, kind) in [(&inputs, "reg"), (&outputs, "wire")] {
            for (name, width) in ports.iter() {
                writeln!(bench, "    {kind} [{}:0] {name};", width - 1)
                    .expect("a string takes all");
            }
        }
        let ports: Vec<String> = inputs
            .iter()
            .chain(&outputs)
            .map(|(name, _)| format!(".{name}({name})"))
            .collect();
        write!(
            bench,
            "    {module} module_under_test ({ports});
    reg [{last}:0] vectors [0:{last_vector}];
    reg [{last_output}:0] expected;
    integer vector, differences;
    initial begin
        $readmemb(\"vectors.txt\", vectors);
        differences = 0;
        for (vector = 0; vector < {count}; vector = vector + 1) begin
            {{{inputs}, expected}} = vectors[vector];
            #1;
            if ({{{outputs}}} !== expected) differences = differences + 1;
        end
        $display(\"%0d vectors, %0d differences\", {count}, differences);
        $finish;
    end
endmodule
",
            module = self.name,
            ports = ports.join(", "),
            last = from + to - 1,
            last_vector = vectors - 1,
            last_output = to - 1,
            count = vectors,
            inputs = names(&inputs),
            outputs = names(&outputs),
        )
        .expect("a string takes all");
        bench
    }

    /// A line of binary digits for each vector, the first port first.
    fn digits(&self, vectors: &[Vector]) -> String {
        let ports = [self.netlist.inputs(), self.netlist.outputs()].concat();
        let mut text = String::new();
        for vector in vectors {
            assert_eq!(
                vector.len(),
                ports.len(),
                "a vector has a level for each port"
            );
            for (&(_, width), value) in ports.iter().zip(vector) {
                write!(text, "{value:0width$b}").expect("a string takes all");
            }
            text.push('\n');
        }
        text
    }
}

fn quiet(program: &'static str, folder: &Path, arguments: &[&str]) -> Result<(), NoResult> {
    let output = run(program, program, folder, arguments)?;
    let complains = ["warning", "Warning", "rror"]
        .iter()
        .any(|word| output.contains(word));
    if complains {
        Err(NoResult::Failed(program, output))
    } else {
        Ok(())
    }
}

/// Runs a tool that `package` installs; returns its output.
fn run(
    program: &'static str,
    package: &'static str,
    folder: &Path,
    arguments: &[&str],
) -> Result<String, NoResult> {
    match Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
    {
        Err(error) if error.kind() == ErrorKind::NotFound => Err(NoResult::Missing(package)),
        output => text(program, &output?),
    }
}

fn text(program: &'static str, output: &Output) -> Result<String, NoResult> {
    let text =
        String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(NoResult::Failed(program, text))
    }
}
