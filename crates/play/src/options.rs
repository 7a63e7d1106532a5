//! What a user may set in a player: one table a player, read by every protocol.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

/// The kind of an option, with its default and range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Value before it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value before it is set.
        default: i64,
        /// Least value allowed.
        min: i64,
        /// Greatest value allowed.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value before it is set.
        default: String,
        /// All values allowed.
        choices: Vec<String>,
    },
    /// Something to do at once.
    Button,
    /// Any text.
    Text {
        /// Value before it is set.
        default: String,
    },
}

impl OptionKind {
    /// A whole number of this range.
    pub fn spin(default: i64, range: RangeInclusive<i64>) -> OptionKind {
        OptionKind::Spin { default, min: *range.start(), max: *range.end() }
    }

    /// One of these words, of which the first is the default.
    ///
    /// # Panics
    /// If there is none.
    pub fn combo(choices: &[&str]) -> OptionKind {
        let choices: Vec<String> = choices.iter().map(|&choice| choice.to_owned()).collect();
        OptionKind::Combo { default: choices[0].clone(), choices }
    }
}

/// One option of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name, as the field knows it (`Hash`, `Threads`, ...).
    pub name: &'static str,
    /// Kind, default and range.
    pub kind: OptionKind,
}

/// Why an option was not set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// The player has no option of this name.
    #[error("no option named '{0}'")]
    Unknown(String),
    /// The value is not one the option takes.
    #[error("option '{name}': '{value}' is not {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value given.
        value: String,
        /// What was expected.
        expected: String,
    },
}

impl OptionSpec {
    /// Whether `name` names this option; case does not count, as UCI says.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks `value` against the kind and range, and returns it in its canonical spelling.
    ///
    /// # Errors
    /// [`OptionError::Value`] names what was expected.
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

/// A row of a player's table: an option, and what it changes in the settings `S`.
pub struct OptionRow<S, E> {
    /// Name, as the field knows it.
    pub name: &'static str,
    /// Kind, default and range.
    pub kind: fn() -> OptionKind,
    /// Takes a value, which was checked and is in its canonical spelling; what else is to be done for it.
    pub set: fn(&mut S, &str) -> E,
}

/// The options of a player whose settings are `S`; to set one may have an effect `E`.
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
    /// The options, as protocols show them.
    pub fn specs(&self) -> Vec<OptionSpec> {
        self.0.iter().map(OptionRow::spec).collect()
    }

    /// Sets an option by name (case does not count).
    ///
    /// # Errors
    /// The name or the value is none of the table's; nothing changes.
    pub fn set(&self, settings: &mut S, name: &str, value: &str) -> Result<E, OptionError> {
        let row = self.0.iter().find(|row| row.name.eq_ignore_ascii_case(name));
        let row = row.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = row.spec().parse(value)?;
        Ok((row.set)(settings, &value))
    }
}
