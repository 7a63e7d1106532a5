//! Other programs: runs them and installs missing ones.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the project")
        .to_owned()
}

/// Shows and runs a command in the project's root; fails if it fails.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    run_in(&root(), command)
}

/// Runs a command as [`run`] does, in another folder.
pub(crate) fn run_in(folder: &Path, command: &mut Command) -> anyhow::Result<()> {
    let shown = format!("{command:?}");
    println!("\n==> {shown}");
    let status = command
        .current_dir(folder)
        .status()
        .with_context(|| format!("cannot run {shown}"))?;
    if !status.success() {
        bail!("{shown} failed: {status}");
    }
    Ok(())
}

/// Runs a command in the project's root in silence; returns what it prints, or fails with what it
/// says.
pub(crate) fn said(command: &mut Command) -> anyhow::Result<String> {
    let shown = format!("{command:?}");
    let output = command
        .current_dir(root())
        .output()
        .with_context(|| format!("cannot run {shown}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        bail!("{shown} failed: {}", message.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{shown} prints no text"))
}

/// A command with its arguments, separated by blanks.
pub(crate) fn command(program: impl AsRef<std::ffi::OsStr>, arguments: &str) -> Command {
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace());
    command
}

/// The program with every check of its arithmetic, from the profile that the tests are built with.
pub(crate) const BELLE: &str = "target/debug/belle";
/// Lays out the databook's drawings.
const ELK: &str = "elkjs@0.12.1";

/// The `cargo` that runs this.
pub(crate) fn cargo(arguments: &str) -> Command {
    command(
        std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        arguments,
    )
}

/// The packages and features that the tests are built with. Cargo unites the features of all that
/// one command builds: a command that names fewer packages, or none of their tests, compiles most
/// of the libraries anew.
pub(crate) const WITH_FEATURES: &str = "--workspace --features cluster/mpi,xtask/engines";

/// Lints the crates and documents them while they are compiled for the tests.
const COMPILER: &str = "xtask/src/test/compile.sh";
/// What `cargo clippy -- -D warnings` tells Clippy's compiler, in its spelling.
const DENY_WARNINGS: &str = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";

/// Has cargo compile the crates as for the tests: it keeps what another compiler has written apart.
pub(crate) fn as_for_tests(command: &mut Command) -> &mut Command {
    command
        .env("RUSTC_WORKSPACE_WRAPPER", root().join(COMPILER))
        .env("CLIPPY_ARGS", DENY_WARNINGS)
}

/// Builds targets that no test runs, from the libraries that were compiled for the tests.
pub(crate) fn build_beside_tests(targets: &str) -> anyhow::Result<()> {
    let mut build = cargo(&format!("build --quiet {WITH_FEATURES} --tests {targets}"));
    run(as_for_tests(&mut build))
}

/// Whether a program is on the path or in Debian's folder of games.
pub(crate) fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .any(|folder| folder.join(program).is_file())
}

/// The builder of the book, if there is one: of the system, or as `cargo xtask book` builds it.
pub(crate) fn mdbook() -> Option<PathBuf> {
    let ours = root().join("target/tools/bin/mdbook");
    if ours.is_file() {
        Some(ours)
    } else if is_installed("mdbook") {
        Some("mdbook".into())
    } else {
        None
    }
}

/// Whether the compiler has the library of a target.
fn has_target(target: &str) -> bool {
    let sysroot = Command::new("rustc")
        .args(["--print", "sysroot"])
        .current_dir(root())
        .output();
    sysroot.is_ok_and(|found| {
        let folder = String::from_utf8_lossy(&found.stdout).trim().to_owned();
        Path::new(&folder).join("lib/rustlib").join(target).is_dir()
    })
}

/// The compiler's target for browsers.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Has rustup install a target of the compiler where it is missing.
pub(crate) fn install_target(target: &str) -> anyhow::Result<()> {
    if has_target(target) {
        return Ok(());
    }
    run(&mut command("rustup", &format!("target add {target}")))
}

/// Installs the Debian packages of missing programs; `program=package` where the names differ.
pub(crate) fn install(programs: &str) -> anyhow::Result<()> {
    let pairs = programs
        .split(' ')
        .map(|name| name.split_once('=').unwrap_or((name, name)));
    let missing: Vec<&str> = pairs
        .filter(|(program, _)| !is_installed(program))
        .map(|(_, package)| package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    if !is_installed("apt-get") {
        bail!("missing Debian packages, and no apt-get to install them: {missing:?}");
    }
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.starts_with(b"0"));
    let apt = |arguments: &str| {
        let mut command = command(
            if is_root { "apt-get" } else { "sudo" },
            if is_root { "" } else { "apt-get" },
        );
        command
            .args(arguments.split(' '))
            .env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    run(&mut apt("update --quiet"))?;
    run(apt("install --yes --quiet --no-install-recommends").args(missing))
}

/// The virtual environment that [`python`] makes.
const ENVIRONMENT: &str = "target/python";

/// Interpreter of the virtual environment.
pub(crate) fn interpreter() -> PathBuf {
    root().join(ENVIRONMENT).join("bin/python")
}

/// Interpreter of a virtual environment in target/python with the required packages.
pub(crate) fn python(requirements: &str) -> anyhow::Result<PathBuf> {
    let (folder, python) = (root().join(ENVIRONMENT), interpreter());
    if !python.is_file() {
        let made = command("python3", "-m venv")
            .arg(&folder)
            .status()
            .is_ok_and(|status| status.success());
        if !made {
            install("no-such-program=python3-venv")?;
            run(command("python3", "-m venv --clear").arg(&folder))?;
        }
    }
    run(command(
        &python,
        "-m pip install --quiet --disable-pip-version-check -r",
    )
    .arg(requirements))?;
    Ok(python)
}

/// A command of a program that npm installs for this run.
pub(crate) fn npm_program(name: &str, package: &str, arguments: &str) -> Command {
    command(
        "npm",
        &format!("exec --yes --package={package} -- {name} {arguments}"),
    )
}

/// Draws the circuits of docs/databook/drawings, or checks that they are drawn as they are.
pub(crate) fn drawings(arguments: &str) -> Command {
    npm_program(
        "node",
        ELK,
        &format!("conformance/drawings/draw.mjs {BELLE} {arguments}"),
    )
}
