//! `cargo xtask browsers`: the machine room in Firefox.

use clap::Args;

use super::site;
use crate::tools::{BELLE, cargo, command, install, root, run};

/// Version of the library that drives Firefox over WebDriver BiDi.
const PUPPETEER: &str = "24.43.1";

/// Plays, steps, follows a link and solves tasks of the chapters in Firefox.
///
/// On the server and on the static site. Installs Debian's firefox-esr and npm where they are
/// missing.
#[derive(Debug, Args)]
pub(crate) struct Browsers {}

impl Browsers {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        install("firefox-esr npm node=nodejs")?;
        let packages = root().join("target/browsers");
        let mut npm = command("npm", "install --silent --no-audit --no-fund --prefix");
        run(npm
            .arg(&packages)
            .arg(format!("puppeteer-core@{PUPPETEER}")))?;
        run(&mut cargo("build --quiet"))?;
        let site = root().join("target/site");
        site::build(&site, None)?;
        let mut script = command("node", "conformance/firefox/room.mjs");
        script
            .args([BELLE, "/usr/bin/firefox-esr"])
            .arg(packages)
            .arg(site);
        run(&mut script)
    }
}
