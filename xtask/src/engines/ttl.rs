//! `cargo xtask ttl`: the machine in packages of 1980 (docs/ttl.md).

use std::fs;

use anyhow::Context;
use clap::Args;
use ttl::board::Board;
use ttl::parts::{Figure, register};
use ttl::report::{bill, figures, path, table};
use ttl::{drawn, evaluator, kicad, move_generator};

use crate::tools::{install, root};

const FOLDER: &str = "target/ttl";

/// Maps the machine to parts of 1980 and prints packages, watts and nanoseconds by board; writes
/// bills of materials and the move generator's netlist for KiCad (a minute).
#[derive(Debug, Args)]
pub(crate) struct Ttl {}

impl Ttl {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        install("berkeley-abc")?;
        let folder = root().join(FOLDER);
        fs::create_dir_all(&folder)?;
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
        };

        let machine = drawn::drawn(&machine::rtl::netlist(
            machine::microengine::variant::Variant::Authentic,
            &[],
        ))?;
        print("The machine as drawn", &machine, Figure::default());
        write("machine-as-drawn.csv", &bill(&machine.packages()))?;

        let generator = move_generator::move_generator();
        print("The move generator redrawn", &generator, register().output);
        write("move-generator.csv", &bill(&generator.packages()))?;
        let netlist = kicad::write(&generator, &move_generator::programs());
        write("move-generator.net", &netlist)?;
        let evaluator = evaluator::evaluator().board;
        print("The full evaluator redrawn", &evaluator, register().output);
        write("full-evaluator.csv", &bill(&evaluator.packages()))?;
        println!("\nBills of materials and the netlist lie in {FOLDER}.");
        Ok(())
    }
}

fn print(title: &str, board: &Board, outside: Figure) {
    println!("\n{title}\n\n{}", table(&figures(board, outside)));
    println!("The slowest path:\n\n{}", path(board, outside));
}
