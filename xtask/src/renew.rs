//! `cargo xtask renew`: files that tests compare with what the code makes today.

use clap::{Args, ValueEnum};

use crate::tools::{cargo, run};

/// Renews the expected outputs of tests: pages made from the code, sessions, screens.
#[derive(Debug, Args)]
pub(crate) struct Renew {
    /// What to renew; everything if nothing is named.
    what: Vec<Output>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Output {
    /// Gates, word format, signals and ports in docs/databook.
    Databook,
    /// Commands and options in docs/protocols.md.
    Protocols,
    /// docs/laboratory.md and its plots.
    Laboratory,
    /// Facts, events and games in docs/sources.md.
    Record,
    /// Distances beside the moves of `belle replay browne`, in suites/replay.
    Replays,
    /// Screens of the terminal, and the picture of one in the pages.
    Screens,
    /// Commands with what they print, in crates/cli/tests/sessions.
    Sessions,
    /// Figures, drawing and bills of materials of docs/ttl.md.
    Ttl,
    /// The page's types of commands, requests and events: web/protocol.d.ts, web/opponents.d.ts.
    Types,
}

impl Output {
    /// The tests that compare these files.
    fn tests(self) -> &'static str {
        match self {
            Output::Databook => "-p conformance --test databook",
            Output::Protocols => "-p conformance --test protocols_doc",
            Output::Laboratory => "-p laboratory --test page",
            Output::Record => "-p conformance --test record sources_page",
            Output::Replays => "-p conformance --test endgames replayed",
            Output::Screens => "-p terminal --lib screen",
            Output::Sessions => "-p belle --test sessions",
            Output::Ttl => "-p conformance --test ttl current",
            Output::Types => "-p room -p opponents --lib types",
        }
    }
}

impl Renew {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let outputs = if self.what.is_empty() {
            Output::value_variants()
        } else {
            &self.what
        };
        for output in outputs {
            // The variable is snapbox's, which compares the files.
            let mut tests = cargo(&format!("test --quiet {}", output.tests()));
            run(tests.env("SNAPSHOTS", "overwrite"))?;
        }
        Ok(())
    }
}
