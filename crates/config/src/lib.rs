//! The configuration file: defaults of command-line options, in TOML.
//!
//! A key at the top is the long name of an option, for every command that has it. A table `[play]`
//! holds options of one command, and `[options.native]` options of a player by their UCI names.
//! Flags on the command line win.

use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, Id};
use files::{Bounded, open_regular, write_atomically};
use toml_edit::{DocumentMut, ImDocument, Item, Table, Value};

/// Table of players' options.
const OPTIONS: &str = "options";

/// The file in the folder of configurations.
const FILE: &str = "belle/config.toml";

/// One setting of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name with those of its tables, such as `play.level`.
    pub key: String,
    /// Its value, as on the command line.
    pub value: String,
    /// File and line, such as `config.toml:3`.
    pub place: String,
}

/// One setting of a player's option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerSetting<'a> {
    /// The option's UCI name.
    pub name: &'a str,
    /// Its value, as on the command line.
    pub value: &'a str,
    /// Where it stands.
    pub setting: &'a Setting,
}

/// The settings of a configuration file.
#[derive(Clone, Debug, Default)]
pub struct Config {
    path: PathBuf,
    text: String,
    settings: Vec<Setting>,
}

/// Path of the user's file: `belle/config.toml` in `XDG_CONFIG_HOME`, by default `~/.config`. Fails
/// without a home folder.
pub fn default_path() -> anyhow::Result<PathBuf> {
    let absolute = |name| {
        let path = PathBuf::from(env::var_os(name)?);
        if path.is_absolute() { Some(path) } else { None }
    };
    if let Some(folder) = absolute("XDG_CONFIG_HOME") {
        return Ok(folder.join(FILE));
    }
    let home = absolute("HOME")
        .context("configuration file: expected XDG_CONFIG_HOME or HOME to name a folder")?;
    Ok(home.join(".config").join(FILE))
}

/// Most bytes of a file.
const MAX_SIZE: u64 = 1 << 20;

/// The bytes of a file; none if it is missing.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Bounded::new(open_regular(path)?, MAX_SIZE).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    match read() {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read.with_context(|| format!("cannot read {}", path.display())),
    }
}

impl Setting {
    /// What is wrong with the setting's value, with its place and the way out. One that stands in no
    /// file yet has neither.
    pub fn blamed(&self, reason: &str) -> String {
        self.placed(&format!("{}: {reason}", self.key))
    }

    fn placed(&self, fault: &str) -> String {
        let Setting { key, place, .. } = self;
        if place.is_empty() {
            fault.to_owned()
        } else {
            format!("{place}: {fault}; `belle config unset {key}` removes it")
        }
    }
}

impl Config {
    /// Reads a file; one that is missing has no settings. Fails if it cannot be read or is no TOML
    /// of settings.
    pub fn read(path: &Path) -> anyhow::Result<Config> {
        let Ok(text) = String::from_utf8(read(path)?) else {
            bail!("cannot read {}: it is not text in UTF-8", path.display());
        };
        Config::parse(path, text)
    }

    /// Reads a file to change it: what is no TOML of settings becomes a comment. Also returns a
    /// message on each line for which that was done. Fails if the file cannot be read.
    pub fn read_mended(path: &Path) -> anyhow::Result<(Config, Vec<String>)> {
        let mut text = String::from_utf8_lossy(&read(path)?).into_owned();
        let mut messages = Vec::new();
        // Each round makes a comment of at least one line.
        loop {
            let fault = match Config::parse_located(path, &text) {
                Ok(config) => return Ok((config, messages)),
                Err(fault) => fault,
            };
            let mut mended = commented(&text, fault.line..=fault.line);
            if mended == text {
                // The fault ends on a later line than it begins, as an open quotation mark does.
                mended = commented(&text, 1..=fault.line);
            }
            if mended == text {
                bail!("{}: expected a file in TOML", fault.message);
            }
            messages.push(format!("{}; made a comment", fault.message));
            text = mended;
        }
    }

    /// One setting, for a check of its own.
    pub fn single(key: &str, value: &str) -> Config {
        Config {
            settings: vec![Setting {
                key: key.to_owned(),
                value: value.to_owned(),
                place: String::new(),
            }],
            ..Config::default()
        }
    }

    fn parse(path: &Path, text: String) -> anyhow::Result<Config> {
        Config::parse_located(path, &text).map_err(|fault| anyhow!(fault.message))
    }

    fn parse_located(path: &Path, text: &str) -> Result<Config, Fault> {
        let line = |offset: usize| text[..offset].matches('\n').count() + 1;
        let place = |line: usize| format!("{}:{line}", path.display());
        let document = ImDocument::parse(text).map_err(|error| {
            let begin = match error.span() {
                Some(span) => span.start.min(text.len()),
                None => 0,
            };
            Fault {
                line: line(begin),
                message: format!("{}: {}", place(line(begin)), error.message()),
            }
        })?;
        let mut settings = Vec::new();
        collect(
            document.as_table(),
            "",
            &|at| place(line(at)),
            &mut settings,
        )
        .map_err(|fault| {
            let line = line(fault.offset);
            Fault {
                line,
                message: format!("{}: {}", place(line), fault.reason),
            }
        })?;
        Ok(Config {
            path: path.to_owned(),
            text: text.to_owned(),
            settings,
        })
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All settings, in the file's order.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The options of a player, in the file's order.
    pub fn player_options(&self, player: &str) -> Vec<PlayerSetting<'_>> {
        let table = format!("{OPTIONS}.{player}.");
        let mut options = Vec::new();
        for setting in &self.settings {
            if let Some(name) = setting.key.strip_prefix(&table) {
                options.push(PlayerSetting {
                    name,
                    value: &setting.value,
                    setting,
                });
            }
        }
        options
    }

    /// Makes the settings defaults of the options of `command` and its subcommands. Fails if a
    /// setting is unknown or has a value that its option does not take.
    pub fn apply(&self, mut command: Command) -> anyhow::Result<Command> {
        for setting in &self.settings {
            let Setting { key, value, .. } = setting;
            let words: Vec<&str> = key.split('.').collect();
            let set = match words[..] {
                [OPTIONS, _, _] => continue,
                [option] => set_everywhere(&mut command, option, value),
                ["play", option] => set_for_play(&mut command, option, value),
                [name, option] => set_in(&mut command, name, option, value),
                _ => Ok(false),
            };
            match set {
                Ok(true) => {}
                Err(reason) => bail!(setting.blamed(&reason)),
                Ok(false) => bail!(setting.placed(&format!(
                    "unknown setting '{key}': expected the long name of an option, such as \
                     player, in a table of its command, such as play.level, or options.PLAYER.NAME"
                ))),
            }
        }
        Ok(command)
    }

    /// The settings without the faulty ones in tables of other commands than this one, and what is
    /// wrong with those: a slip in one command's table must not stop all others.
    pub fn without_faults_of_others(&self, command: &Command, name: &str) -> (Config, Vec<String>) {
        let (mut kept, mut faults) = (Vec::new(), Vec::new());
        for setting in &self.settings {
            let table = match setting.key.split_once('.') {
                Some((table, _)) => table,
                None => name,
            };
            let alone = Config {
                settings: vec![setting.clone()],
                ..self.clone()
            };
            match alone.apply(command.clone()) {
                Err(fault) if table != name => faults.push(format!("{fault:#}")),
                _ => kept.push(setting.clone()),
            }
        }
        let config = Config {
            settings: kept,
            ..self.clone()
        };
        (config, faults)
    }

    /// Parses a command line with the settings as defaults. A flag also outdoes settings of options
    /// that it excludes. Fails with the parser's error if the line has errors, or asks for help.
    pub fn matches(&self, command: &Command, words: &[OsString]) -> anyhow::Result<ArgMatches> {
        let matches = self.apply(command.clone())?.try_get_matches_from(words)?;
        let excluded = excluded(command, &matches);
        let stays = |setting: &&Setting| {
            !excluded
                .iter()
                .any(|option| setting.key.rsplit('.').next() == Some(option.as_str()))
        };
        let settings: Vec<Setting> = self.settings.iter().filter(stays).cloned().collect();
        if settings.len() == self.settings.len() {
            return Ok(matches);
        }
        let config = Config {
            settings,
            ..self.clone()
        };
        Ok(config.apply(command.clone())?.try_get_matches_from(words)?)
    }

    /// The settings with one of them changed or added. Comments stay. Fails if the key has no place
    /// in the file.
    pub fn with(&self, key: &str, value: &str) -> anyhow::Result<Config> {
        let mut document: DocumentMut = self.text.parse().context("the file is no TOML")?;
        let (table, name) = tables(document.as_table_mut(), key)?;
        table[name] = Item::Value(match value.parse() {
            Ok(typed @ (Value::Boolean(_) | Value::Integer(_))) => typed,
            _ => Value::from(value),
        });
        Config::parse(&self.path, document.to_string())
    }

    /// The settings without one of them. Comments above it stay. Fails if there is no such setting.
    pub fn without(&self, key: &str) -> anyhow::Result<Config> {
        let mut document: DocumentMut = self.text.parse().context("the file is no TOML")?;
        let (table, name) = tables(document.as_table_mut(), key)?;
        let comments = comments_above(table, name);
        let next = name_after(table, name);
        table
            .remove(name)
            .with_context(|| format!("{key} is not set in {}", self.path.display()))?;
        let is_kept = match next {
            Some(next) => put_comments_above(table, &next, &comments),
            None => false,
        };
        if !is_kept && !comments.is_empty() {
            let end = document.trailing().as_str().unwrap_or_default();
            let end = format!("{comments}{end}");
            document.set_trailing(end);
        }
        Config::parse(&self.path, document.to_string())
    }

    /// The settings beside this one, in the same table, that the command line would refuse together
    /// with it.
    pub fn excluded_by(&self, command: &Command, key: &str) -> Vec<String> {
        let mut excluded = Vec::new();
        let (table, option) = key.rsplit_once('.').unwrap_or(("", key));
        let value_of = |key: &str| self.settings.iter().find(|setting| setting.key == key);
        if !value_of(key).is_some_and(is_in_force) {
            return excluded;
        }
        for setting in &self.settings {
            let (other_table, other) = setting.key.rsplit_once('.').unwrap_or(("", &setting.key));
            if other_table == table
                && is_in_force(setting)
                && exclude(command, table, option, other)
            {
                excluded.push(setting.key.clone());
            }
        }
        excluded
    }

    /// Writes the file whole, in a folder made if missing.
    pub fn save(&self) -> anyhow::Result<()> {
        let folder = self
            .path
            .parent()
            .context("configuration file: expected a file in a folder")?;
        files::create_folder(folder)?;
        write_atomically(&self.path, &self.text)
    }
}

/// Whether a setting does anything: a switch that is off does not.
fn is_in_force(setting: &Setting) -> bool {
    setting.value != "false"
}

/// Whether two options exclude each other in the command with this name, or in any without a name.
fn exclude(program: &Command, name: &str, one: &str, other: &str) -> bool {
    let is_wanted = name.is_empty() || program.get_name() == name;
    if is_wanted && excludes(program, one, other) {
        return true;
    }
    let inner_name = if is_wanted { "" } else { name };
    program
        .get_subcommands()
        .any(|inner| exclude(inner, inner_name, one, other))
}

fn excludes(command: &Command, one: &str, other: &str) -> bool {
    let named = |name| {
        command
            .get_arguments()
            .find(|arg: &&Arg| arg.get_long() == Some(name))
    };
    match (named(one), named(other)) {
        (Some(one), Some(other)) => conflict(command, one, other),
        _ => false,
    }
}

/// Whether two arguments of a command exclude each other.
fn conflict(command: &Command, one: &Arg, other: &Arg) -> bool {
    let names = |one: &Arg, other: &Arg| {
        let conflicts = command.get_arg_conflicts_with(one);
        conflicts
            .iter()
            .any(|found| found.get_id() == other.get_id())
    };
    names(one, other) || names(other, one)
}

/// The name that follows a name in a table.
fn name_after(table: &Table, name: &str) -> Option<String> {
    let mut is_next = false;
    for (known, _) in table {
        if is_next {
            return Some(known.to_owned());
        }
        is_next = known == name;
    }
    None
}

/// The comments above a setting.
fn comments_above(table: &Table, name: &str) -> String {
    if let Some(key) = table.key(name)
        && let Some(above) = key.leaf_decor().prefix()
        && let Some(text) = above.as_str()
        && text.contains('#')
    {
        return text.to_owned();
    }
    String::new()
}

/// Puts comments above a setting. False if it is none, but a table.
fn put_comments_above(table: &mut Table, name: &str, comments: &str) -> bool {
    if !matches!(table.get(name), Some(Item::Value(_))) {
        return false;
    }
    let Some(mut key) = table.key_mut(name) else {
        return false;
    };
    let decor = key.leaf_decor_mut();
    let own = match decor.prefix() {
        Some(own) => own.as_str().unwrap_or_default(),
        None => "",
    };
    let both = format!("{comments}{own}");
    decor.set_prefix(both);
    true
}

/// What is wrong with a file, and where.
struct Fault {
    line: usize,
    message: String,
}

/// What is no setting, by its offset in the text.
struct NoSetting {
    offset: usize,
    reason: String,
}

/// The text with these lines, counted from 1, as comments. With a table's header go the lines below
/// it, which would otherwise be settings of another table.
fn commented(text: &str, lines: RangeInclusive<usize>) -> String {
    let mut changed = String::new();
    let mut is_table_gone = false;
    for (index, content) in text.lines().enumerate() {
        let is_header = content.trim_start().starts_with('[');
        let is_wanted = lines.contains(&(index + 1));
        if is_header {
            is_table_gone = is_wanted;
        }
        let is_setting = !content.trim().is_empty() && !content.starts_with('#');
        if (is_wanted || is_table_gone) && is_setting {
            // Control characters may not stand even in a comment.
            changed.push_str("# ");
            changed.push_str(&content.replace(|c: char| c.is_control() && c != '\t', " "));
        } else {
            changed.push_str(content);
        }
        changed.push('\n');
    }
    changed
}

/// Lists the values of a table and of the tables in it. Fails at what is no setting.
fn collect(
    table: &Table,
    prefix: &str,
    place: &dyn Fn(usize) -> String,
    settings: &mut Vec<Setting>,
) -> Result<(), NoSetting> {
    for (name, item) in table {
        let key = format!("{prefix}{name}");
        let key_span = match table.key(name) {
            Some(key) => key.span(),
            None => None,
        };
        let offset = match (key_span, item.span()) {
            (Some(span), _) | (None, Some(span)) => span.start,
            (None, None) => 0,
        };
        let value = match item {
            Item::Table(inner) => {
                collect(inner, &format!("{key}."), place, settings)?;
                continue;
            }
            Item::Value(Value::String(text)) => text.value().clone(),
            Item::Value(Value::Integer(number)) => number.value().to_string(),
            Item::Value(Value::Float(number)) => number.value().to_string(),
            Item::Value(Value::Boolean(value)) => value.value().to_string(),
            other => {
                let got = other.type_name();
                let reason = format!("{key}: expected a text, a number, true or false, got {got}");
                return Err(NoSetting { offset, reason });
            }
        };
        settings.push(Setting {
            key,
            value,
            place: place(offset),
        });
    }
    Ok(())
}

/// The table of a key, made if missing, and the key's last part.
fn tables<'a, 'k>(root: &'a mut Table, key: &'k str) -> anyhow::Result<(&'a mut Table, &'k str)> {
    let (tables, name) = match key.rsplit_once('.') {
        Some((tables, name)) => (tables.split('.').collect(), name),
        None => (Vec::new(), key),
    };
    ensure!(!name.is_empty(), "setting: expected a name");
    let mut table = root;
    for word in tables {
        let inner = table.entry(word).or_insert_with(|| {
            let mut made = Table::new();
            made.set_implicit(true);
            Item::Table(made)
        });
        table = inner
            .as_table_mut()
            .with_context(|| format!("{key}: '{word}' is not a table"))?;
    }
    Ok((table, name))
}

/// Sets the default of an option of a command and of its subcommands. Returns whether one has it;
/// fails with the reason of one that refuses the value. So do the functions below.
fn set_everywhere(command: &mut Command, option: &str, value: &str) -> Result<bool, String> {
    let mut is_set = set(command, option, value)?;
    for inner in command.get_subcommands_mut() {
        is_set |= set_everywhere(inner, option, value)?;
    }
    Ok(is_set)
}

fn set_in(command: &mut Command, name: &str, option: &str, value: &str) -> Result<bool, String> {
    match command.find_subcommand_mut(name) {
        Some(inner) => set_everywhere(inner, option, value),
        None => Ok(false),
    }
}

/// Without a command, the program takes the options of `play`.
fn set_for_play(command: &mut Command, option: &str, value: &str) -> Result<bool, String> {
    let is_set = set(command, option, value)?;
    Ok(set_in(command, "play", option, value)? || is_set)
}

/// Long names of the options that flags of the command line exclude.
fn excluded(command: &Command, matches: &ArgMatches) -> Vec<String> {
    if let Some((name, inner)) = matches.subcommand() {
        return match command.find_subcommand(name) {
            Some(command) => excluded(command, inner),
            None => Vec::new(),
        };
    }
    let given: Vec<&Arg> = command
        .get_arguments()
        .filter(|arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine))
        .collect();
    let mut excluded = Vec::new();
    for option in command.get_arguments() {
        if given.iter().any(|flag| conflict(command, flag, option))
            && let Some(name) = option.get_long()
        {
            excluded.push(name.to_owned());
        }
    }
    excluded
}

/// Sets the default of one option of one command.
fn set(command: &mut Command, option: &str, value: &str) -> Result<bool, String> {
    let named = |arg: &&Arg| arg.get_long() == Some(option);
    let Some(arg) = command.get_arguments().find(named).cloned() else {
        return Ok(false);
    };
    let id = arg.get_id().clone();
    let flag = matches!(arg.get_action(), ArgAction::SetTrue);
    if flag && !["true", "false"].contains(&value) {
        return Err(format!("expected true or false, got '{value}'"));
    }
    if !flag {
        check(arg, option, value)?;
    }
    let value = value.to_owned();
    let changed = std::mem::take(command).mut_arg(id, |arg| arg.default_value(value));
    *command = changed;
    Ok(true)
}

/// Lets the option alone parse a value.
fn check(arg: Arg, option: &str, value: &str) -> Result<(), String> {
    let alone = arg
        .conflicts_with(Resettable::<Id>::Reset)
        .requires(Resettable::<Id>::Reset)
        .required(false)
        .help_heading(Resettable::Reset);
    let words = ["belle".to_owned(), format!("--{option}={value}")];
    match Command::new("belle").arg(alone).try_get_matches_from(words) {
        Ok(_) => Ok(()),
        Err(error) => {
            let text = error.render().to_string();
            let first = text.lines().next().unwrap_or_default();
            Err(first.strip_prefix("error: ").unwrap_or(first).to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use clap::value_parser;

    fn command() -> Command {
        let player = || Arg::new("player").long("player").default_value("belle");
        let depth = Arg::new("depth")
            .long("depth")
            .value_parser(value_parser!(u32).range(1..99))
            .conflicts_with("player");
        let ascii = || Arg::new("ascii").long("ascii").action(ArgAction::SetTrue);
        Command::new("belle")
            .args_conflicts_with_subcommands(true)
            .args([player(), ascii()])
            .subcommand(Command::new("play").args([player(), ascii()]))
            .subcommand(Command::new("analyse").args([player(), depth]))
    }

    fn read(text: &str) -> anyhow::Result<Config> {
        Config::parse(Path::new("config.toml"), text.to_owned())
    }

    #[test]
    fn settings_are_defaults_and_flags_win() {
        let text = "# mine\nplayer = \"native\"\n[play]\nascii = true\n[analyse]\ndepth = 7\n\
                    [options.native]\nHash = 64\n";
        let config = read(text).unwrap();
        let parse = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            config.matches(&command(), &words).unwrap()
        };
        let player =
            |matches: &clap::ArgMatches| matches.get_one::<String>("player").cloned().unwrap();
        let bare = parse(&["belle"]);
        assert_eq!(
            (player(&bare), bare.get_flag("ascii")),
            ("native".to_owned(), true)
        );
        let matches = parse(&["belle", "analyse"]);
        let inner = matches.subcommand_matches("analyse").unwrap();
        assert_eq!(
            (player(inner), inner.get_one("depth")),
            ("native".to_owned(), Some(&7_u32))
        );
        let matches = parse(&["belle", "play", "--player", "atlas"]);
        let inner = matches.subcommand_matches("play").unwrap();
        assert_eq!(
            (player(inner), inner.get_flag("ascii")),
            ("atlas".to_owned(), true)
        );
        let matches = parse(&["belle", "analyse", "--player", "atlas"]);
        let inner = matches.subcommand_matches("analyse").unwrap();
        assert_eq!(
            (player(inner), inner.get_one::<u32>("depth")),
            ("atlas".to_owned(), None)
        );
        let hash = PlayerSetting {
            name: "Hash",
            value: "64",
            setting: config.settings().last().unwrap(),
        };
        assert_eq!(config.player_options("native"), [hash]);
        assert_eq!(config.player_options("belle"), []);
    }

    #[test]
    fn bad_file_is_refused_with_its_line() {
        for (text, reason) in [
            ("player = \n", "config.toml:1: "),
            (
                "\nplyer = \"native\"\n",
                "config.toml:2: unknown setting 'plyer'",
            ),
            (
                "[analyse]\n\ndepth = 100\n",
                "config.toml:3: analyse.depth: invalid value '100' for '--depth",
            ),
            (
                "[play]\nascii = 3\n",
                "config.toml:2: play.ascii: expected true or false, got '3'",
            ),
            (
                "[analyse]\nascii = true\n",
                "config.toml:2: unknown setting 'analyse.ascii'",
            ),
            (
                "player = [1]\n",
                "config.toml:1: player: expected a text, a number, true or false, got array",
            ),
        ] {
            let error = read(text)
                .and_then(|config| config.apply(command()))
                .unwrap_err()
                .to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
            let has_way_out = error.contains("; `belle config unset ");
            let is_setting = !text.starts_with("player");
            assert_eq!(has_way_out, is_setting, "{error}");
        }
    }

    #[test]
    fn without_a_setting_its_comments_stay() {
        let path = Path::new("config.toml");
        for (text, expected) in [
            (
                "# mine\nplayer = \"native\"\nascii = true\n",
                "# mine\nascii = true\n",
            ),
            ("# mine\nplayer = \"native\"\n", "# mine\n"),
            (
                "ascii = true\n\n# why\nplayer = \"native\"\n\n[play]\nlevel = \"5\"\n",
                "ascii = true\n\n[play]\nlevel = \"5\"\n\n# why\n",
            ),
            ("player = \"native\"\nascii = true\n", "ascii = true\n"),
        ] {
            let config = Config::parse(path, text.to_owned()).unwrap();
            assert_eq!(config.without("player").unwrap().text, expected);
        }
    }

    #[test]
    fn read_mended_makes_comments_of_what_is_no_setting() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        for (text, expected, faults) in [
            (
                "[play\nlevel = \"5\"\n\n[analyse]\ndepth = 7\n",
                "# [play\n# level = \"5\"\n\n[analyse]\ndepth = 7\n",
                1,
            ),
            (
                "player = \nascii = true\n",
                "# player = \nascii = true\n",
                1,
            ),
            (
                "player = [1]\nascii = true\n",
                "# player = [1]\nascii = true\n",
                1,
            ),
            ("a = 1\na = 2\nb = = 3\n", "a = 1\n# a = 2\n# b = = 3\n", 2),
            ("\u{fffd}\n", "# \u{fffd}\n", 1),
            (
                "x = \"\"\"\nnever ended",
                "# x = \"\"\"\n# never ended\n",
                2,
            ),
            ("", "", 0),
        ] {
            fs::write(&path, text).unwrap();
            let (config, messages) = Config::read_mended(&path).unwrap();
            assert_eq!(config.text, expected);
            assert_eq!(messages.len(), faults, "{text}: {messages:?}");
        }
    }

    #[test]
    fn single_setting_is_blamed_without_a_line() {
        for (key, value, reason) in [
            ("analyse.depth", "100", "analyse.depth: invalid value '100'"),
            ("plyer", "native", "unknown setting 'plyer'"),
            ("play.ascii", "3", "play.ascii: expected true or false"),
        ] {
            let error = Config::single(key, value).apply(command()).unwrap_err();
            assert!(error.to_string().starts_with(reason), "{error}");
        }
    }

    #[test]
    fn with_and_without_keep_comments_and_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("belle/config.toml");
        let config = Config::read(&path).unwrap();
        assert!(config.settings().is_empty());
        let config = Config {
            text: "# mine\n".to_owned(),
            ..config
        };
        let config = config
            .with("player", "native")
            .unwrap()
            .with("play.level", "40/5:00")
            .unwrap();
        let config = config.with("options.native.Hash", "64").unwrap();
        config.save().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.contains("# mine")
                && text.contains("[play]\nlevel = \"40/5:00\"")
                && text.contains("Hash = 64"),
            "{text}"
        );
        let read = Config::read(&path).unwrap();
        assert_eq!(read.settings(), config.settings());
        let less = read.without("play.level").unwrap();
        assert_eq!(less.settings().len(), 2);
        assert!(
            less.without("play.level")
                .unwrap_err()
                .to_string()
                .contains("play.level is not set in ")
        );
    }
}
