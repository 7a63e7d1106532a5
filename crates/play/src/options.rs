//! Options of players, in one table per player that every protocol reads.

use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

/// Kind of an option, with its default and range: true or false, a whole number, one of several words, an action, or
/// any text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum OptionKind {
    Check {
        default: bool,
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    Combo {
        default: String,
        choices: Vec<String>,
    },
    Button,
    Text {
        default: String,
    },
}

impl OptionKind {
    /// A whole number in this range.
    pub fn spin(default: i64, range: RangeInclusive<i64>) -> OptionKind {
        OptionKind::Spin {
            default,
            min: *range.start(),
            max: *range.end(),
        }
    }

    /// One of these words; the first is the default. Panics if `choices` is empty.
    pub fn combo(choices: &[&str]) -> OptionKind {
        let choices: Vec<String> = choices.iter().map(|&choice| choice.to_owned()).collect();
        OptionKind::Combo {
            default: choices[0].clone(),
            choices,
        }
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
    Value {
        name: String,
        value: String,
        expected: String,
    },
    /// The value is allowed but cannot be used: a bad file, or too little memory.
    #[error("option '{name}': cannot use '{value}': {reason}")]
    Unusable {
        name: String,
        value: String,
        reason: String,
    },
}

impl OptionSpec {
    /// Whether this is the option's name; case does not count, as in UCI.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The error of a value that is allowed but cannot be used.
    pub fn unusable(&self, value: &str, reason: impl ToString) -> OptionError {
        let (name, value, reason) = (self.name.to_owned(), value.to_owned(), reason.to_string());
        OptionError::Unusable {
            name,
            value,
            reason,
        }
    }

    /// Checks a value and returns it in canonical spelling. Fails if the option does not take it.
    pub fn parse(&self, value: &str) -> Result<String, OptionError> {
        let (checked, expected) = match &self.kind {
            OptionKind::Check { .. } => {
                let lower = value.to_ascii_lowercase();
                (
                    ["true", "false"].contains(&lower.as_str()).then_some(lower),
                    "true or false".to_owned(),
                )
            }
            OptionKind::Spin { min, max, .. } => {
                let number = value
                    .parse::<i64>()
                    .ok()
                    .filter(|n| (*min..=*max).contains(n));
                (
                    number.map(|n| n.to_string()),
                    format!("a whole number from {min} to {max}"),
                )
            }
            OptionKind::Combo { choices, .. } => {
                let named = choices
                    .iter()
                    .find(|choice| choice.eq_ignore_ascii_case(value));
                (named.cloned(), format!("one of {}", choices.join(", ")))
            }
            OptionKind::Button => return Ok(String::new()),
            OptionKind::Text { .. } => return Ok(value.to_owned()),
        };
        let (name, value) = (self.name.to_owned(), value.to_owned());
        checked.ok_or(OptionError::Value {
            name,
            value,
            expected,
        })
    }
}

/// Row of a player's option table: its name, its kind, and the setter of a checked value in canonical spelling, which
/// returns what else must be done.
pub struct OptionRow<S, E>(
    pub &'static str,
    pub fn() -> OptionKind,
    pub fn(&mut S, &str) -> E,
);

/// Stores a checked value and returns `effect`.
pub fn assign<T: FromStr, E>(setting: &mut T, value: &str, effect: E) -> E {
    *setting = value
        .parse()
        .unwrap_or_else(|_| unreachable!("the range was checked"));
    effect
}

/// Options of a player with settings `S`, where setting one may have an effect `E`.
pub struct OptionTable<S: 'static, E: 'static>(pub &'static [OptionRow<S, E>]);

impl<S, E> OptionTable<S, E> {
    /// Options as protocols show them.
    pub fn specs(&self) -> Vec<OptionSpec> {
        self.0
            .iter()
            .map(|OptionRow(name, kind, _)| OptionSpec { name, kind: kind() })
            .collect()
    }

    /// Sets an option by name (case does not count). A refused value changes nothing.
    pub fn set(&self, settings: &mut S, name: &str, value: &str) -> Result<E, OptionError> {
        let row = self.0.iter().find(|row| row.0.eq_ignore_ascii_case(name));
        let OptionRow(name, kind, set) =
            row.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = OptionSpec { name, kind: kind() }.parse(value)?;
        Ok(set(settings, &value))
    }
}
