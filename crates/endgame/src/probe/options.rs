//! The tablebase options that all players share.

use std::env::split_paths;
use std::path::Path;

use play::{OptionError, OptionSpec};

use crate::probe::tablebases::Tablebases;
use crate::score::Metric;

/// A player's tablebases and their options: `EndgamePath` (a directory of our tables) and
/// `SyzygyPath` (directories separated as in `PATH`), both empty at first. Ours are probed before
/// Syzygy's.
#[derive(Clone, Debug)]
pub struct TablebaseOptions {
    order: [Metric; 3],
    ours: Tablebases,
    syzygy: Tablebases,
    all: Tablebases,
}

impl TablebaseOptions {
    /// No tables yet. If several metrics have a position, the first in `order` is probed.
    pub fn new(order: [Metric; 3]) -> TablebaseOptions {
        let [ours, syzygy, all] = [(); 3].map(|()| Tablebases::none());
        TablebaseOptions {
            order,
            ours,
            syzygy,
            all,
        }
    }

    /// The options.
    pub fn options() -> Vec<OptionSpec> {
        ["EndgamePath", "SyzygyPath"].map(OptionSpec::text).to_vec()
    }

    /// Sets one of [`TablebaseOptions::options`]; `None` if `name` is not one of them. An empty
    /// value or `<empty>` means no tables. A refused value changes nothing.
    pub fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        let spec = TablebaseOptions::options()
            .into_iter()
            .find(|spec| spec.is_named(name))?;
        let none = value.is_empty() || value == "<empty>";
        let ours = spec.name == "EndgamePath";
        let opened = match ours {
            _ if none => Ok(Tablebases::none()),
            true => Tablebases::open(Path::new(value), &self.order),
            false => Tablebases::syzygy(split_paths(value)),
        };
        Some(
            opened
                .map_err(|error| spec.unusable(value, error))
                .map(|tables| {
                    *(if ours {
                        &mut self.ours
                    } else {
                        &mut self.syzygy
                    }) = tables;
                    self.all = self.ours.clone().and(self.syzygy.clone());
                }),
        )
    }

    /// The tablebases in use.
    pub fn tables(&self) -> &Tablebases {
        &self.all
    }
}
