//! Options of players, in one table per player that every protocol reads.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

/// Kind of an option, with its default and range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Default value.
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        /// Default value.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Default value.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// An action.
    Button,
    /// Any text.
    Text {
        /// Default value.
        default: String,
    },
}

impl OptionKind {
    /// A whole number in this range.
    pub fn spin(default: i64, range: RangeInclusive<i64>) -> OptionKind {
        OptionKind::Spin { default, min: *range.start(), max: *range.end() }
    }

    /// One of these words; the first is the default. Panics if `choices` is empty.
    pub fn combo(choices: &[&str]) -> OptionKind {
        let choices: Vec<String> = choices.iter().map(|&choice| choice.to_owned()).collect();
        OptionKind::Combo { default: choices[0].clone(), choices }
    }
}

/// One option of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name, as chess programs know it (`Hash`, `Threads`).
    pub name: &'static str,
    /// Kind, default and range.
    pub kind: OptionKind,
}

/// Reason for which an option was not set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum OptionError {
    #[error("no option named '{0}'")]
    Unknown(String),
    #[error("option '{name}': expected {expected}, got '{value}'")]
    Value { name: String, value: String, expected: String },
    /// The value is allowed but cannot be used: a bad file, or too little memory.
    #[error("option '{name}': cannot use '{value}': {reason}")]
    Unusable { name: String, value: String, reason: String },
}

impl OptionSpec {
    /// Whether this is the option's name; case does not count, as in UCI.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks a value and returns it in canonical spelling. Fails if the option does not take it.
    pub fn parse(&self, value: &str) -> Result<String, OptionError> {
        let refuse = |expected: String| OptionError::Value {
            name: self.name.to_owned(),
            value: value.to_owned(),
            expected,
        };
        match &self.kind {
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" => Ok("true".to_owned()),
                "false" => Ok("false".to_owned()),
                _ => Err(refuse("true or false".to_owned())),
            },
            OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(n) if (*min..=*max).contains(&n) => Ok(n.to_string()),
                _ => Err(refuse(format!("a whole number from {min} to {max}"))),
            },
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(value))
                .cloned()
                .ok_or_else(|| refuse(format!("one of {}", choices.join(", ")))),
            OptionKind::Button => Ok(String::new()),
            OptionKind::Text { .. } => Ok(value.to_owned()),
        }
    }
}

/// Row of a player's option table: an option and its effect on the settings `S`.
pub struct OptionRow<S, E> {
    /// Name, as chess programs know it.
    pub name: &'static str,
    /// Kind, default and range.
    pub kind: fn() -> OptionKind,
    /// Applies a checked value in canonical spelling, and returns what else must be done.
    pub set: fn(&mut S, &str) -> E,
}

/// Options of a player with settings `S`, where setting one may have an effect `E`.
pub struct OptionTable<S: 'static, E: 'static>(pub &'static [OptionRow<S, E>]);

impl<S, E> fmt::Debug for OptionTable<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|row| row.name)).finish()
    }
}

impl<S, E> OptionRow<S, E> {
    fn spec(&self) -> OptionSpec {
        OptionSpec { name: self.name, kind: (self.kind)() }
    }
}

impl<S, E> OptionTable<S, E> {
    /// Options as protocols show them.
    pub fn specs(&self) -> Vec<OptionSpec> {
        self.0.iter().map(OptionRow::spec).collect()
    }

    /// Sets an option by name (case does not count). A refused value changes nothing.
    pub fn set(&self, settings: &mut S, name: &str, value: &str) -> Result<E, OptionError> {
        let row = self.0.iter().find(|row| row.name.eq_ignore_ascii_case(name));
        let row = row.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = row.spec().parse(value)?;
        Ok((row.set)(settings, &value))
    }
}
