//! The package for Python: its tests in the test command, and its wheel.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::tools::{BELLE, build_beside_tests, command, root, run};

const REQUIREMENTS: &str = "crates/python/tests/requirements.txt";
/// The builder of wheels.
const MATURIN: &str = "maturin==1.16.0";
/// What a fresh installation is asked to do.
const FIRST_SESSION: &str = "import belle; print(belle.Machine().run(depth=3).san, belle.Player('native').search(depth=8).san)";

/// Tests the package with the library from the profile that the tests are built with: examples in
/// docstrings, pytest, and the notebooks; `long` with ten minutes of wrong arguments and all of the
/// lockstep suite. Returns what was left out, if the packages that it needs
/// cannot be had.
pub(crate) fn test(python: &Path, long: bool) -> anyhow::Result<Option<&'static str>> {
    let installed = run(command(
        python,
        "-m pip install --quiet --disable-pip-version-check -r",
    )
    .arg(REQUIREMENTS));
    if installed.is_err() {
        return Ok(Some(
            "Belle from Python: pip cannot install crates/python/tests/requirements.txt",
        ));
    }
    let packages = stage()?;
    // One interpreter for all: what the package evaluates once is evaluated once.
    let mut pytest = command(
        python,
        "-m pytest --quiet -p no:cacheprovider -c crates/python/pyproject.toml --rootdir .",
    );
    pytest.args([
        "--doctest-modules",
        "target/python-package/belle",
        "crates/python/tests",
    ]);
    pytest.env("PYTHONPATH", &packages);
    pytest.env("BELLE", root().join(BELLE));
    if long {
        pytest.env("BELLE_LONG", "1");
    }
    run(&mut pytest)?;
    Ok(None)
}

/// Puts the package beside the library, as a wheel does; returns the folder that Python is to
/// search.
fn stage() -> anyhow::Result<PathBuf> {
    build_beside_tests("--lib")?;
    let packages = root().join("target/python-package");
    let package = packages.join("belle");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    for folder in ["", "published"] {
        let from = root().join("crates/python/python/belle").join(folder);
        let to = package.join(folder);
        fs::create_dir_all(&to)?;
        for file in fs::read_dir(&from)? {
            let file = file?;
            // A link is followed, as maturin follows it.
            if file.path().is_file() {
                fs::copy(file.path(), to.join(file.file_name()))?;
            }
        }
    }
    let library = root().join("target/debug/lib_belle.so");
    fs::copy(&library, package.join("_belle.abi3.so"))
        .with_context(|| format!("cannot copy {}", library.display()))?;
    Ok(packages)
}

/// Builds the wheel into a folder, installs it in a fresh environment, and has it play; returns the
/// wheel's name.
pub(crate) fn wheel(output: &Path) -> anyhow::Result<String> {
    let tools = root().join("target/tools/python");
    let environment = root().join("target/wheel-test");
    for folder in [&tools, &environment] {
        run(command("python3", "-m venv --clear").arg(folder))?;
    }
    let pip = "-m pip install --quiet --disable-pip-version-check";
    run(command(tools.join("bin/python"), pip).arg(MATURIN))?;
    let built = root().join("target/wheels");
    if built.exists() {
        fs::remove_dir_all(&built)?;
    }
    run(command(
        tools.join("bin/maturin"),
        "build --quiet --profile dist --locked --compatibility pypi --manifest-path crates/python/Cargo.toml --out",
    )
    .arg(&built))?;
    let mut wheels = Vec::new();
    for file in fs::read_dir(&built)? {
        wheels.push(file?.path());
    }
    let [wheel] = &wheels[..] else {
        bail!("maturin: expected one wheel, got {}", wheels.len());
    };
    run(command(environment.join("bin/python"), pip).arg(wheel))?;
    run(command(environment.join("bin/python"), "-c").arg(FIRST_SESSION))?;
    let name = wheel.file_name().context("a wheel has a name")?;
    fs::copy(wheel, output.join(name))?;
    Ok(name.to_string_lossy().into_owned())
}
