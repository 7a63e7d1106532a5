//! Options of players, in one table per player that every protocol reads.

use std::ops::RangeInclusive;
use std::time::Duration;

use thiserror::Error;

/// Kind of an option, with its default and range: true or false, a whole number, one of several
/// words, an action, or any text.
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
    /// An option that takes any text, at first empty.
    pub fn text(name: &'static str) -> OptionSpec {
        let default = String::new();
        OptionSpec {
            name,
            kind: OptionKind::Text { default },
        }
    }

    /// Whether this is the option's name; neither case nor the length of gaps counts, as in UCI.
    pub fn is_named(&self, name: &str) -> bool {
        same_words(self.name, name)
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
                let checked = match lower.as_str() {
                    "true" | "false" => Some(lower),
                    _ => None,
                };
                (checked, "true or false".to_owned())
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
                let named = choices.iter().find(|choice| same_words(choice, value));
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

/// Whether two texts have the same words. UCI tells readers to ignore case, and any white space
/// separates words.
fn same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| {
        let lower = text.to_ascii_lowercase();
        let words: Vec<String> = lower.split_whitespace().map(str::to_owned).collect();
        words
    };
    words(one) == words(other)
}

/// A setting that a whole number sets.
pub trait Number {
    /// The setting as a number.
    fn number(&self) -> i64;

    /// Sets it; the option's range fits its type.
    fn set_number(&mut self, number: i64);
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            fn number(&self) -> i64 {
                i64::try_from(*self).expect("settings are small")
            }

            fn set_number(&mut self, number: i64) {
                *self = <$type>::try_from(number).expect("the range fits the setting");
            }
        }
    )*};
}

numbers!(i16 i32 u32 usize);

/// A duration in milliseconds.
impl Number for Duration {
    fn number(&self) -> i64 {
        i64::try_from(self.as_millis()).expect("settings are small")
    }

    fn set_number(&mut self, number: i64) {
        *self = Duration::from_millis(number.try_into().expect("the range fits the setting"));
    }
}

/// A setting with named values.
pub trait Choices: Copy + PartialEq + 'static {
    /// The values with their names, in the order in which they are offered.
    const ALL: &'static [(Self, &'static str)];

    /// The values, in that order.
    fn values() -> impl Iterator<Item = Self> {
        Self::ALL.iter().map(|&(value, _)| value)
    }

    /// Its name.
    fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(value, _)| *value == self);
        named.expect("every value has a name").1
    }
}

/// A setting with named values, of whatever type.
pub trait NamedSetting {
    /// All names.
    fn names(&self) -> Vec<&'static str>;

    /// The name of the value.
    fn current(&self) -> &'static str;

    /// Sets the value with this name.
    fn set_named(&mut self, name: &str);
}

impl<T: Choices> NamedSetting for T {
    fn names(&self) -> Vec<&'static str> {
        T::values().map(T::name).collect()
    }

    fn current(&self) -> &'static str {
        self.name()
    }

    fn set_named(&mut self, name: &str) {
        let named = T::ALL.iter().find(|(_, known)| *known == name);
        *self = named.expect("the name was checked").0;
    }
}

/// Row of a player's option table, for settings `S`; setting the option has the effect `E`.
///
/// The default of an option is the value that `S::default()` gives its setting.
pub struct OptionRow<S, E> {
    name: &'static str,
    setting: Setting<S>,
    effect: E,
}

/// Where an option's value is kept.
enum Setting<S> {
    Check(fn(&mut S) -> &mut bool),
    Spin {
        range: RangeInclusive<i64>,
        field: fn(&mut S) -> &mut dyn Number,
    },
    Combo(fn(&mut S) -> &mut dyn NamedSetting),
    /// Nowhere: chess programs expect the option, and the player needs nothing of it but its
    /// effect.
    Nothing(fn() -> OptionKind),
}

impl<S, E> OptionRow<S, E> {
    /// True or false.
    pub const fn check(
        name: &'static str,
        field: fn(&mut S) -> &mut bool,
        effect: E,
    ) -> OptionRow<S, E> {
        OptionRow {
            name,
            setting: Setting::Check(field),
            effect,
        }
    }

    /// A whole number in a range.
    pub const fn spin(
        name: &'static str,
        range: RangeInclusive<i64>,
        field: fn(&mut S) -> &mut dyn Number,
        effect: E,
    ) -> OptionRow<S, E> {
        OptionRow {
            name,
            setting: Setting::Spin { range, field },
            effect,
        }
    }

    /// One of several words.
    pub const fn combo(
        name: &'static str,
        field: fn(&mut S) -> &mut dyn NamedSetting,
        effect: E,
    ) -> OptionRow<S, E> {
        OptionRow {
            name,
            setting: Setting::Combo(field),
            effect,
        }
    }

    /// An action.
    pub const fn button(name: &'static str, effect: E) -> OptionRow<S, E> {
        OptionRow::unkept(name, || OptionKind::Button, effect)
    }

    /// An option whose value is checked and not kept.
    pub const fn unkept(
        name: &'static str,
        kind: fn() -> OptionKind,
        effect: E,
    ) -> OptionRow<S, E> {
        OptionRow {
            name,
            setting: Setting::Nothing(kind),
            effect,
        }
    }
}

impl<S: Default, E> OptionRow<S, E> {
    /// The option as protocols show it.
    fn spec(&self) -> OptionSpec {
        let mut defaults = S::default();
        let kind = match &self.setting {
            Setting::Check(field) => OptionKind::Check {
                default: *field(&mut defaults),
            },
            Setting::Spin { range, field } => {
                OptionKind::spin(field(&mut defaults).number(), range.clone())
            }
            Setting::Combo(field) => {
                let setting = field(&mut defaults);
                OptionKind::Combo {
                    default: setting.current().to_owned(),
                    choices: setting.names().into_iter().map(str::to_owned).collect(),
                }
            }
            Setting::Nothing(kind) => kind(),
        };
        OptionSpec {
            name: self.name,
            kind,
        }
    }

    /// Stores a value in canonical spelling.
    fn store(&self, settings: &mut S, value: &str) {
        match &self.setting {
            Setting::Check(field) => *field(settings) = value == "true",
            Setting::Spin { field, .. } => {
                field(settings).set_number(value.parse().expect("the number was checked"));
            }
            Setting::Combo(field) => field(settings).set_named(value),
            Setting::Nothing(_) => {}
        }
    }
}

/// Options of a player with settings `S`, where setting one may have an effect `E`.
///
/// ```
/// use play::{OptionRow, OptionTable};
///
/// struct Settings {
///     threads: usize,
///     show_wdl: bool,
/// }
///
/// impl Default for Settings {
///     fn default() -> Settings {
///         Settings { threads: 1, show_wdl: false }
///     }
/// }
///
/// static TABLE: OptionTable<Settings, ()> = OptionTable(&[
///     OptionRow::spin("Threads", 1..=256, |settings| &mut settings.threads, ()),
///     OptionRow::check("UCI_ShowWDL", |settings| &mut settings.show_wdl, ()),
/// ]);
///
/// let mut settings = Settings::default();
/// TABLE.set(&mut settings, "threads", "4")?;
/// assert_eq!(settings.threads, 4);
/// # Ok::<(), play::OptionError>(())
/// ```
pub struct OptionTable<S: 'static, E: 'static>(pub &'static [OptionRow<S, E>]);

impl<S: Default, E: Copy> OptionTable<S, E> {
    /// Options as protocols show them.
    pub fn specs(&self) -> Vec<OptionSpec> {
        self.0.iter().map(OptionRow::spec).collect()
    }

    /// Sets an option by name (case does not count) and returns its effect.
    ///
    /// # Errors
    /// If there is no such option or it does not take the value; nothing changes then.
    pub fn set(&self, settings: &mut S, name: &str, value: &str) -> Result<E, OptionError> {
        for row in self.0 {
            let spec = row.spec();
            if spec.is_named(name) {
                row.store(settings, &spec.parse(value)?);
                return Ok(row.effect);
            }
        }
        Err(OptionError::Unknown(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Style {
        Calm,
        Wild,
    }

    impl Choices for Style {
        const ALL: &'static [(Style, &'static str)] =
            &[(Style::Calm, "calm"), (Style::Wild, "wild")];
    }

    #[derive(Clone, Debug, PartialEq)]
    struct Settings {
        contempt: i16,
        overhead: Duration,
        shown: bool,
        style: Style,
    }

    impl Default for Settings {
        fn default() -> Settings {
            Settings {
                contempt: -5,
                overhead: Duration::from_millis(30),
                shown: true,
                // Not the first of the choices.
                style: Style::Wild,
            }
        }
    }

    static TABLE: OptionTable<Settings, &str> = OptionTable(&[
        OptionRow::spin("Contempt", -100..=100, |s| &mut s.contempt, "clear"),
        OptionRow::spin("Move Overhead", 0..=5_000, |s| &mut s.overhead, ""),
        OptionRow::check("Shown", |s| &mut s.shown, ""),
        OptionRow::combo("Style", |s| &mut s.style, ""),
        OptionRow::button("Clear Hash", "clear"),
        OptionRow::unkept("Hash", || OptionKind::spin(16, 1..=64), ""),
    ]);

    #[test]
    fn specs_have_the_defaults_of_the_settings() {
        let kinds: Vec<OptionKind> = TABLE.specs().into_iter().map(|spec| spec.kind).collect();
        let expected = [
            OptionKind::spin(-5, -100..=100),
            OptionKind::spin(30, 0..=5_000),
            OptionKind::Check { default: true },
            OptionKind::Combo {
                default: "wild".to_owned(),
                choices: vec!["calm".to_owned(), "wild".to_owned()],
            },
            OptionKind::Button,
            OptionKind::spin(16, 1..=64),
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn set_value_in_range_is_stored_and_has_its_effect() {
        let mut settings = Settings::default();
        for (name, value, effect) in [
            ("CONTEMPT", "100", "clear"),
            ("move overhead", "200", ""),
            ("Shown", "False", ""),
            ("style", "CALM", ""),
            ("Clear Hash", "", "clear"),
            ("Hash", "64", ""),
        ] {
            assert_eq!(TABLE.set(&mut settings, name, value), Ok(effect), "{name}");
        }
        let expected = Settings {
            contempt: 100,
            overhead: Duration::from_millis(200),
            shown: false,
            style: Style::Calm,
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn set_refused_value_changes_nothing() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("Contempt", "101"),
            ("Contempt", "x"),
            ("Move Overhead", "-1"),
            ("Shown", "yes"),
            ("Style", "none"),
            ("Style", ""),
            ("Hash", "0"),
            ("Threads", "2"),
        ] {
            let refused = TABLE.set(&mut settings, name, value);
            assert!(refused.is_err(), "{name} {value}");
        }
        assert_eq!(settings, Settings::default());
    }
}
