//! `cargo xtask databook`: writes the databook's generated parts.

use clap::Args;

use crate::tools::{cargo, run};

/// Writes the generated parts of docs/databook anew: gates, word format, signals, ports.
#[derive(Debug, Args)]
pub(crate) struct Databook {}

impl Databook {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let test = ["test", "--quiet", "-p", "conformance", "--test", "databook"];
        run(cargo(test).env("BELLE_DATABOOK", "write"))
    }
}
