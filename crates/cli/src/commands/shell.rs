//! `belle completions` and `belle manual`.

use std::fs;
use std::io;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap_complete::Shell;

use crate::setup::program;

/// Print completions for a shell.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell to write completions for.
    shell: Shell,
}

/// Write the manual pages of all commands.
#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// Output directory, created if missing.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program(), "belle", &mut text);
        Ok(io::Write::write_all(&mut io::stdout().lock(), &text)?)
    }
}

impl Manual {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let folder = self.output.display();
        fs::create_dir_all(&self.output).with_context(|| format!("cannot make {folder}"))?;
        // The version in full names this processor, which is nothing for a page.
        let command = program().version(env!("CARGO_PKG_VERSION"));
        clap_mangen::generate_to(command, &self.output)
            .with_context(|| format!("cannot write in {folder}"))
    }
}
