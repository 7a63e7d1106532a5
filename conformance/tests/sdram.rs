//! The transposition memory in SDRAM beside that in block RAM, in Icarus Verilog, with a chip that
//! judges each command by the times of its data sheet.

use std::process::Command;

use conformance::documents::root;

#[path = "common/bench.rs"]
mod bench;

/// Runs the bench with these parameters; what it said, if it came to its end.
fn run_bench(parameters: &[&str]) -> Result<String, String> {
    let sources = [
        "sdram/memories_bench.v",
        "sdram/sdram_model.v",
        "sdram/transposition_memory_sdram.v",
        "transposition_memory.v",
    ];
    bench::run("memories_bench", &sources, parameters)
}

#[test]
fn sdram_answers_as_block_ram_does_in_the_times_of_its_chip() {
    let said = run_bench(&[]).unwrap_or_else(|said| panic!("{said}"));
    println!("{said}");
    for counted in ["5000 words", " clears", " closes", " writes"] {
        assert!(said.contains(counted), "{said}");
        assert!(!said.contains(&format!(" 0{counted}")), "{said}");
    }
}

#[test]
fn sdram_that_is_refreshed_as_it_comes_answers_alike() {
    for parameter in ["REFRESH=37", "REFRESH=101", "BITS=12"] {
        run_bench(&[parameter, "WORDS=1000"]).unwrap_or_else(|said| panic!("{parameter}: {said}"));
    }
}

#[test]
fn chip_names_what_its_data_sheet_forbids() {
    for (parameter, expected) in [
        ("REFRESH=220", "a refresh is missing"),
        ("PERIOD=30", "too early after power-up"),
    ] {
        let said = run_bench(&[parameter]).expect_err(parameter);
        assert!(said.contains(expected), "{parameter}: {said}");
    }
}

#[test]
fn controller_is_silent_under_lint() {
    let source = root().join("crates/machine/verilog/sdram/transposition_memory_sdram.v");
    let mut lint = Command::new("verilator");
    let output = lint.args(["--lint-only", "-Wall"]).arg(source).output();
    let output = output.expect("verilator is there");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
}
