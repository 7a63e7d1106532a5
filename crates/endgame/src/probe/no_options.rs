//! The tablebase options of players that read no files: there are none.

use play::{OptionError, OptionSpec};

use crate::probe::tablebases::Tablebases;
use crate::score::Metric;

/// No tablebases, in the place of a player's.
#[derive(Clone, Debug)]
pub struct TablebaseOptions {
    tables: Tablebases,
}

impl TablebaseOptions {
    /// No tables. There is nothing to be probed in this order.
    pub fn new(_order: [Metric; 3]) -> TablebaseOptions {
        TablebaseOptions {
            tables: Tablebases::none(),
        }
    }

    /// No options.
    pub fn options() -> Vec<OptionSpec> {
        Vec::new()
    }

    /// `None`: no name is one of them.
    pub fn set_option(&mut self, _name: &str, _value: &str) -> Option<Result<(), OptionError>> {
        None
    }

    /// The tablebases in use: none.
    pub fn tables(&self) -> &Tablebases {
        &self.tables
    }
}
