//! `cargo xtask renew`: files that tests compare with what the code makes today.

use clap::{Args, ValueEnum};

use crate::tools::{cargo, drawings, install, run};

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
    /// The boards and buses by their labels: docs/images/boards-by-label.svg.
    Boards,
    /// The circuits in docs/databook/drawings.
    Drawings,
    /// Commands and options in docs/protocols.md.
    Protocols,
    /// docs/laboratory.md and its plots.
    Laboratory,
    /// Facts, events, games and questions in docs/sources.md and docs/letter.md.
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
    /// The tests that compare these files, and renew them if snapbox is told to; none of what a
    /// program draws.
    fn tests(self) -> Option<&'static str> {
        let tests = match self {
            Output::Databook => "-p conformance --test databook",
            Output::Boards => "-p conformance --test board_drawing",
            Output::Drawings => return None,
            Output::Protocols => "-p conformance --test protocols_doc",
            Output::Laboratory => "-p laboratory --test page",
            Output::Record => "-p conformance --test record sources_page",
            Output::Replays => "-p conformance --test endgames replayed",
            Output::Screens => "-p terminal --lib screen",
            Output::Sessions => "-p belle --test sessions",
            Output::Ttl => "-p conformance --test ttl current",
            Output::Types => "-p room -p opponents --lib types",
        };
        Some(tests)
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
            let Some(tests) = output.tests() else {
                install("npm node=nodejs")?;
                run(&mut cargo("build --quiet"))?;
                run(&mut drawings(""))?;
                continue;
            };
            // The variable is snapbox's, which compares the files.
            run(cargo(&format!("test --quiet {tests}")).env("SNAPSHOTS", "overwrite"))?;
        }
        Ok(())
    }
}
