//! `cargo xtask dist`: the release archive, the Debian package, the wheel for Python, and their
//! checksums.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use clap::Args;

use crate::install;
use crate::python::wheel;
use crate::tools::{cargo, command, install_target, is_installed, root, run, run_in, said};

/// The target of the program: static, so that it runs on every Linux.
const TARGET: &str = "x86_64-unknown-linux-musl";
const PLATFORM: &str = "x86_64-linux";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The version that is built where cargo-deb is missing.
const CARGO_DEB: &str = "3.6.2";

/// Most bytes of an archive or package.
const MAX_BYTES: u64 = 12 << 20;

/// Builds the static program for Linux, its archive, a Debian package, a wheel for Python, and
/// SHA256SUMS.
///
/// Installs what is missing: the compiler's target, and cargo-deb, which is built into target/tools
/// (some minutes).
#[derive(Debug, Args)]
pub(crate) struct Dist {
    /// Folder to write.
    #[arg(short, long, value_name = "FOLDER", default_value = "target/dist")]
    output: PathBuf,
    /// Only the wheel for Python, which this computer's own target makes.
    #[arg(long)]
    wheel: bool,
}

impl Dist {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let output = root().join(&self.output);
        fs::create_dir_all(&output).with_context(|| format!("cannot make {}", output.display()))?;
        let names = if self.wheel {
            vec![wheel(&output)?]
        } else {
            everything(&output)?
        };
        for file in &names {
            let bytes = fs::metadata(output.join(file))?.len();
            if bytes > MAX_BYTES {
                bail!("{file}: expected at most {MAX_BYTES} bytes, got {bytes}");
            }
            println!(
                "{}: {:.1} MB",
                output.join(file).display(),
                bytes as f64 / 1e6
            );
        }
        let mut sums = String::new();
        for file in &names {
            let path = output.join(file);
            let sum = said(command("sha256sum", "--").arg(&path))?;
            let (sum, _) = sum.split_once(' ').context("sha256sum prints a sum")?;
            sums += &format!("{sum}  {file}\n");
        }
        fs::write(output.join("SHA256SUMS"), sums)?;
        Ok(())
    }
}

/// Makes the archive, the package and the wheel; returns their names.
fn everything(output: &Path) -> anyhow::Result<Vec<String>> {
    install_target(TARGET)?;
    let program = build()?;
    let name = format!("belle-{VERSION}-{PLATFORM}");
    // cargo-deb takes its files from here, by crates/cli/Cargo.toml.
    let stage = root().join("target/dist-stage/belle");
    if stage.exists() {
        fs::remove_dir_all(&stage)?;
    }
    install::write(&install::files(&program, &program, TARGET)?, &stage)?;
    let archive = format!("{name}.tar.gz");
    pack(&stage, &name, &output.join(&archive))?;
    let package = format!("belle_{VERSION}_amd64.deb");
    run(&mut cargo_deb(&output.join(&package))?)?;
    Ok(vec![archive, package, wheel(output)?])
}

/// Builds and tests the program; returns its path.
fn build() -> anyhow::Result<PathBuf> {
    let mut build = cargo("build --profile dist --locked --package belle --target");
    // Messages of the program name its sources, but not the folders of this computer.
    let root_folder = root().display().to_string();
    let cargo_home = env::var("CARGO_HOME").unwrap_or_else(|_| {
        let home = env::var("HOME").unwrap_or_default();
        format!("{home}/.cargo")
    });
    let flags = [
        format!("--remap-path-prefix={root_folder}=belle"),
        format!("--remap-path-prefix={cargo_home}=cargo"),
    ];
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    run(build.arg(TARGET))?;
    let program = root().join("target").join(TARGET).join("dist/belle");
    run(&mut command(&program, "selftest"))?;
    Ok(program)
}

/// Packs the folder under another name. The same files give the same bytes.
fn pack(stage: &Path, name: &str, archive: &Path) -> anyhow::Result<()> {
    let mut tar = command(
        "tar",
        "--sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX",
    );
    tar.arg(format!("--mtime=@{}", time()?));
    tar.arg(format!("--transform=s,^belle,{name},S"))
        .args(["--use-compress-program=gzip -n9", "-cf"]);
    run_in(
        stage.parent().context("the stage has a parent")?,
        tar.arg(archive).arg("belle"),
    )
}

/// The time of the sources, in seconds: what SOURCE_DATE_EPOCH says, or that of the commit.
fn time() -> anyhow::Result<u64> {
    let time = match env::var("SOURCE_DATE_EPOCH") {
        Ok(time) => time,
        Err(_) => said(&mut command("git", "log -1 --format=%ct"))
            .context("outside a repository, SOURCE_DATE_EPOCH has to tell the time")?,
    };
    let time = time.trim();
    time.parse()
        .with_context(|| format!("SOURCE_DATE_EPOCH: expected seconds since 1970, got '{time}'"))
}

/// The command that packs the Debian package; its files are listed in crates/cli/Cargo.toml.
fn cargo_deb(package: &Path) -> anyhow::Result<Command> {
    let ours = root().join("target/tools/bin/cargo-deb");
    if !is_installed("cargo-deb") && !ours.is_file() {
        run(cargo("install --locked --root target/tools cargo-deb --version").arg(CARGO_DEB))?;
    }
    let program = if ours.is_file() {
        ours
    } else {
        "cargo-deb".into()
    };
    let mut deb = command(
        program,
        "deb --no-build --no-strip --locked --package belle --target",
    );
    deb.arg(TARGET).arg("--output").arg(package);
    Ok(deb)
}
