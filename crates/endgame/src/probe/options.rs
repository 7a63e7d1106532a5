//! What a user may set about a player's endgame tables: the part of a player that all players share.

use std::env::split_paths;
use std::path::Path;

use play::{OptionError, OptionKind, OptionSpec};

use crate::metric::Metric;
use crate::probe::tablebases::{Tablebases, TablebasesError};

/// A player's endgame tables, and the options `EndgamePath` (a directory of tables built by this project) and
/// `SyzygyPath` (directories, separated as in `PATH`), both empty at first. Ours are asked before Syzygy's.
#[derive(Clone, Debug)]
pub struct TablebaseOptions {
    /// Which metric answers first.
    order: [Metric; 3],
    ours: Tablebases,
    syzygy: Tablebases,
    all: Tablebases,
}

impl TablebaseOptions {
    /// No tables yet. Where a position is in several of the user's, the first metric of `order` answers.
    pub fn new(order: [Metric; 3]) -> TablebaseOptions {
        TablebaseOptions {
            order,
            ours: Tablebases::none(),
            syzygy: Tablebases::none(),
            all: Tablebases::none(),
        }
    }

    /// The options.
    pub fn options() -> Vec<OptionSpec> {
        let text = |name| OptionSpec { name, kind: OptionKind::Text { default: String::new() } };
        vec![text("EndgamePath"), text("SyzygyPath")]
    }

    /// Unmoves one of [`TablebaseOptions::options`], if `name` names one of them. Nothing, or `<empty>` as chess programs write
    /// it, means no tables.
    ///
    /// # Errors
    /// Directories without tables, or with damaged ones, are refused, and nothing changes.
    pub fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        let spec = TablebaseOptions::options().into_iter().find(|spec| spec.is_named(name))?;
        let none = value.is_empty() || value == "<empty>";
        let ours = spec.name == "EndgamePath";
        let opened = match ours {
            _ if none => Ok(Tablebases::none()),
            true => Tablebases::open(Path::new(value), &self.order),
            false => Tablebases::syzygy(split_paths(value)),
        };
        let refuse = |error: TablebasesError| OptionError::Value {
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
    pub fn tables(&self) -> &Tablebases {
        &self.all
    }
}
