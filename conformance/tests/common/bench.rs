//! Benches in Verilog, run by Icarus Verilog.

use std::process::Command;

use conformance::documents::root;

/// Builds a bench from files of `crates/machine/verilog` with these parameters and runs it; what it
/// said, if it came to its end.
pub(crate) fn run(top: &str, sources: &[&str], parameters: &[&str]) -> Result<String, String> {
    let verilog = root().join("crates/machine/verilog");
    let folder = tempfile::tempdir().expect("a folder");
    let bench = folder.path().join("bench");
    let mut build = Command::new("iverilog");
    build.args(["-g2005", "-Wall", "-Wno-timescale", "-o"]);
    build.arg(&bench);
    for parameter in parameters {
        build.arg(format!("-P{top}.{parameter}"));
    }
    build.args(sources.iter().map(|name| verilog.join(name)));
    let built = build.output().expect("iverilog is there");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && said.is_empty(), "{said}");
    let ran = Command::new("vvp").arg("-n").arg(&bench).output();
    let ran = ran.expect("vvp is there");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    if ran.status.success() {
        Ok(said)
    } else {
        Err(said)
    }
}
