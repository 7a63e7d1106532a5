//! What a user may set about a player's endgame tables: the part of a player that all players share.

use std::env::split_paths;
use std::path::Path;

use play::{OptionError, OptionKind, OptionSpec};

use crate::metric::Metric;
use crate::probe::tablebases::{Tables, TablesError};

/// A player's endgame tables, and the options `EndgamePath` (a directory of tables built by this project) and
/// `SyzygyPath` (directories, separated as in `PATH`), both empty at first. Ours are asked before Syzygy's.
#[derive(Clone, Debug)]
pub struct OwnTables {
    /// Which metric answers first.
    order: [Metric; 3],
    ours: Tables,
    syzygy: Tables,
    all: Tables,
}

impl OwnTables {
    /// No tables yet. Where a position is in several of the user's, the first metric of `order` answers.
    pub fn new(order: [Metric; 3]) -> OwnTables {
        OwnTables { order, ours: Tables::none(), syzygy: Tables::none(), all: Tables::none() }
    }

    /// The options.
    pub fn options() -> Vec<OptionSpec> {
        let text = |name| OptionSpec { name, kind: OptionKind::Text { default: String::new() } };
        vec![text("EndgamePath"), text("SyzygyPath")]
    }

    /// Sets one of [`OwnTables::options`], if `name` names one of them. Nothing, or `<empty>` as chess programs write
    /// it, means no tables.
    ///
    /// # Errors
    /// Directories without tables, or with damaged ones, are refused, and nothing changes.
    pub fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        let spec = OwnTables::options().into_iter().find(|spec| spec.is_named(name))?;
        let none = value.is_empty() || value == "<empty>";
        let ours = spec.name == "EndgamePath";
        let opened = match ours {
            _ if none => Ok(Tables::none()),
            true => Tables::open(Path::new(value), &self.order),
            false => Tables::syzygy(split_paths(value)),
        };
        let refuse = |error: TablesError| OptionError::Value {
            name: spec.name.to_owned(),
            value: value.to_owned(),
            expected: format!("a directory of {} tables: {error}", if ours { "endgame" } else { "Syzygy" }),
        };
        Some(opened.map_err(refuse).map(|tables| {
            *(if ours { &mut self.ours } else { &mut self.syzygy }) = tables;
            self.all = self.ours.clone().and(self.syzygy.clone());
        }))
    }

    /// The tables set.
    pub fn tables(&self) -> &Tables {
        &self.all
    }
}
