//! `cargo xtask databook`: the generated parts of docs/databook.

use clap::Args;

use crate::tools::{cargo, run};

/// Renews the generated parts of docs/databook: gates, word format, signals, ports.
#[derive(Debug, Args)]
pub(crate) struct Databook {}

impl Databook {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        run(cargo("test --quiet -p conformance --test databook").env("BELLE_DATABOOK", "write"))
    }
}
