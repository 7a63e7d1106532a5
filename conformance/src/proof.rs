//! The proof that a circuit does what its specification says, over all inputs: a combinational
//! equivalence check with ABC (Debian's `berkeley-abc`).

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::process::Command;

use logic::Netlist;

/// The equivalence checker, as Debian calls it.
const CHECKER: &str = "berkeley-abc";
/// Limits high enough never to be met by circuits of this size: the checker's own defaults, 20
/// seconds and 10,000 conflicts, would leave a slow computer without a verdict.
const LIMITS: &str = "-T 600 -C 1000000";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No input tells the two apart.
    Equivalent,
    /// Some input does: the checker's words on the outputs, and the inputs that are high in its
    /// example.
    Different(String),
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum NoVerdict {
    #[error("the proof needs {0}, which is not installed; on Debian: apt-get install berkeley-abc")]
    Missing(String),
    #[error("the proof could not be run: {0}")]
    Io(#[from] io::Error),
    #[error("the checker neither proved nor refuted:\n{0}")]
    Unclear(String),
}

/// Compares two netlists over all inputs. Their inputs and outputs must have the same names.
pub fn compare(gates: &Netlist, specification: &Netlist) -> Result<Verdict, NoVerdict> {
    compare_with(CHECKER, gates, specification)
}

/// Compares a netlist with what another program has made of it, a file in BLIF with the same ports.
pub fn compare_with_file(gates: &Netlist, mapped: &Path) -> Result<Verdict, NoVerdict> {
    let folder = tempfile::tempdir()?;
    write(gates, "gates", &folder.path().join("gates.blif"))?;
    check(CHECKER, folder.path(), &mapped.display().to_string())
}

fn compare_with(
    checker: &str,
    gates: &Netlist,
    specification: &Netlist,
) -> Result<Verdict, NoVerdict> {
    let folder = tempfile::tempdir()?;
    write(gates, "gates", &folder.path().join("gates.blif"))?;
    write(specification, "spec", &folder.path().join("spec.blif"))?;
    check(checker, folder.path(), "spec.blif")
}

/// Compares `gates.blif` in the folder with another file.
fn check(checker: &str, folder: &Path, other: &str) -> Result<Verdict, NoVerdict> {
    let command = format!("cec {LIMITS} gates.blif {other}");
    let run = match Command::new(checker)
        .args(["-c", &command])
        .current_dir(folder)
        .output()
    {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(NoVerdict::Missing(checker.to_string()));
        }
        run => run?,
    };
    verdict(&String::from_utf8_lossy(&[run.stdout, run.stderr].concat()))
}

fn write(net: &Netlist, model: &str, path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    net.write_blif(model, &mut file)?;
    file.flush()
}

/// Reads the checker's answer. Its exit status is 0 even if it cannot open a file, so only the
/// words count.
fn verdict(said: &str) -> Result<Verdict, NoVerdict> {
    let says = |words| said.lines().any(|line| line.starts_with(words));
    match (
        says("Networks are equivalent"),
        says("Networks are NOT EQUIVALENT"),
    ) {
        (true, false) => Ok(Verdict::Equivalent),
        (false, true) => Ok(Verdict::Different(said.lines().map(shortened).collect())),
        _ => Err(NoVerdict::Unclear(said.to_string())),
    }
}

/// A line of the checker's answer; of the long one with all inputs only those that are high.
fn shortened(line: &str) -> String {
    match line.strip_prefix("Input pattern:") {
        Some(inputs) => {
            let high: Vec<_> = inputs
                .split_whitespace()
                .filter_map(|input| input.strip_suffix("=1"))
                .collect();
            format!("High inputs: {}\n", high.join(" "))
        }
        None => format!("{line}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single_gate(input: &'static str, inverse: bool) -> Netlist {
        let net = Netlist::new();
        let both = net.input_wire(input) & net.input_wire("y");
        net.output("out", if inverse { !both } else { both });
        net
    }

    #[test]
    fn equal_circuits_are_proved() {
        let verdict = compare(&single_gate("x", false), &single_gate("x", false)).unwrap();
        assert_eq!(verdict, Verdict::Equivalent);
    }

    #[test]
    fn unequal_circuits_are_refuted() {
        let verdict = compare(&single_gate("x", false), &single_gate("x", true)).unwrap();
        let Verdict::Different(said) = verdict else {
            panic!("{verdict:?}")
        };
        assert!(
            said.contains("Output out") && said.contains("High inputs:"),
            "{said}"
        );
    }

    #[test]
    fn different_names_give_no_verdict() {
        let answer = compare(&single_gate("x", false), &single_gate("z", false));
        assert!(matches!(answer, Err(NoVerdict::Unclear(_))), "{answer:?}");
    }

    #[test]
    fn giving_up_gives_no_verdict() {
        for said in [
            "",
            "Networks are UNDECIDED.  Time = 20.00 sec",
            "Cannot open input file \"spec.blif\".",
        ] {
            assert!(
                matches!(verdict(said), Err(NoVerdict::Unclear(_))),
                "{said}"
            );
        }
    }

    #[test]
    fn missing_checker_is_named_with_its_package() {
        let net = single_gate("x", false);
        let error = compare_with("no-such-checker", &net, &net).unwrap_err();
        assert!(
            error.to_string().contains("apt-get install berkeley-abc"),
            "{error}"
        );
    }
}
