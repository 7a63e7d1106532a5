//! Arguments whose values can be listed.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// A parser of values that stand in help, manual pages and completions. What it refuses is said in
/// its own words.
#[derive(Clone)]
pub(crate) struct ListedValues<T> {
    names: Vec<&'static str>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T> ListedValues<T> {
    pub(crate) fn new(
        names: impl IntoIterator<Item = &'static str>,
        parse: fn(&str) -> Result<T, String>,
    ) -> ListedValues<T> {
        ListedValues {
            names: names.into_iter().collect(),
            parse,
        }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for ListedValues<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
