//! `belle config`

use std::path::Path;

use anyhow::bail;
use clap::builder::ValueHint;
use clap::{Arg, ArgAction, Args, Command, Subcommand};
use config::{Config, default_path};
use files::{change_alone, create_folder, parent_folder};
use play::{OptionKind, OptionSpec};
use terminal::Level;

use crate::players::{self, PLAYERS};
use crate::setup::{program, usage};

/// Show or change the configuration file, whose settings are defaults of command-line options.
#[derive(Debug, Args)]
pub(crate) struct ConfigCommand {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print path and settings (default).
    #[command(visible_alias = "list")]
    Show,
    /// Print the value of a setting of the file.
    Get {
        /// Name of the setting.
        key: String,
    },
    /// Print the file's path.
    Path,
    /// Set the default of an option: player for all commands, play.level for one,
    /// options.native.Hash for a player.
    Set {
        /// Name of the setting.
        key: String,
        /// Value, as on the command line.
        value: String,
    },
    /// Remove a setting.
    Unset {
        /// Name of the setting.
        key: String,
    },
}

impl ConfigCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let path = default_path()?;
        if let Some(Action::Path) = self.action {
            return Ok(try_println!("{}", path.display())?);
        }
        match self.action {
            // Only the new value is checked: a fault elsewhere in the file must not keep one from
            // mending it.
            Some(Action::Set { key, value }) => {
                check(&Config::single(&key, &value)).map_err(usage)?;
                create_folder(parent_folder(&path))?;
                let _alone = change_alone(&path)?;
                let mut config = to_change(&path)?.with(&key, &value)?;
                // The command line would refuse the two together.
                for excluded in config.excluded_by(&program(), &key) {
                    config = config.without(&excluded)?;
                    eprintln!("{excluded} is unset: it does not go with {key}");
                }
                config.save()
            }
            Some(Action::Get { key }) => {
                let config = Config::read(&path)?;
                for setting in config.settings() {
                    if setting.key == key {
                        return Ok(try_println!("{}", setting.value)?);
                    }
                }
                if !keys(&program()).iter().any(|known| known.name == key) {
                    check(&Config::single(&key, "")).map_err(usage)?;
                }
                bail!("{key} is not set in {}", path.display());
            }
            Some(Action::Unset { key }) => {
                let _alone = change_alone(&path)?;
                to_change(&path)?.without(&key)?.save()
            }
            _ => {
                let config = Config::read(&path)?;
                try_println!("{}", path.display())?;
                for setting in config.settings() {
                    try_println!("{} = {}", setting.key, setting.value)?;
                }
                check(&config)
            }
        }
    }
}

/// The file's settings, whatever else stands in it.
fn to_change(path: &Path) -> anyhow::Result<Config> {
    let (config, mended) = Config::read_mended(path)?;
    for message in mended {
        eprintln!("{message}");
    }
    Ok(config)
}

/// Checks the settings of commands, then those of players.
fn check(config: &Config) -> anyhow::Result<()> {
    config.apply(program())?;
    for setting in config.settings() {
        let ["options", player, option] = setting.key.split('.').collect::<Vec<_>>()[..] else {
            continue;
        };
        let refused = match players::find(player) {
            Ok(player) => play::set_option(&mut *player.make(), option, &setting.value).err(),
            Err(error) => Some(error),
        };
        if let Some(error) = refused {
            bail!(setting.blamed(&error));
        }
    }
    Ok(())
}

/// A setting that the file may hold.
pub(crate) struct Key {
    pub(crate) name: String,
    /// What it is for; empty for an option of a player, which its protocol describes.
    pub(crate) help: String,
    pub(crate) values: Values,
}

/// What a setting or an argument may be, for completions.
pub(crate) enum Values {
    Listed(Vec<String>),
    Path,
    Folder,
    /// A number, or any other text.
    Free,
}

/// What an argument of the command line may be.
pub(crate) fn values_of(arg: &Arg) -> Values {
    let mut listed = Vec::new();
    for value in arg.get_possible_values() {
        listed.push(value.get_name().to_owned());
    }
    if !listed.is_empty() {
        return Values::Listed(listed);
    }
    if arg.get_id() == "level" {
        return Values::Listed(Level::names().map(str::to_owned).collect());
    }
    let name = match arg.get_value_names() {
        Some([name, ..]) => name.as_str(),
        _ => "",
    };
    match (name, arg.get_value_hint()) {
        ("DIR" | "FOLDER" | "FOLDERS", _) | (_, ValueHint::DirPath) => Values::Folder,
        ("FILE" | "PATH[,BAUD]", _) | (_, ValueHint::AnyPath | ValueHint::FilePath) => Values::Path,
        _ => Values::Free,
    }
}

/// What an option of a player may be.
fn values_of_option(option: &OptionSpec) -> Values {
    match &option.kind {
        OptionKind::Check { .. } => Values::Listed(switch_values()),
        OptionKind::Combo { choices, .. } => Values::Listed(choices.clone()),
        OptionKind::Spin { .. } | OptionKind::Button | OptionKind::Text { .. } => Values::Free,
    }
}

fn switch_values() -> Vec<String> {
    vec!["true".to_owned(), "false".to_owned()]
}

/// All settings: the options of each command in its table, and those of the players. One without a
/// table, such as `player`, is for all commands that have it.
pub(crate) fn keys(program: &Command) -> Vec<Key> {
    let players = PLAYERS.iter().map(|player| player.name().to_owned());
    let mut keys = vec![Key {
        name: "player".to_owned(),
        help: "Player of all commands; so the name of any option, for all commands that have it"
            .to_owned(),
        values: Values::Listed(players.collect()),
    }];
    for command in program.get_subcommands() {
        for option in command.get_opts() {
            if let Some(long) = option.get_long() {
                let help = option.get_help().map(ToString::to_string);
                let values = match option.get_action() {
                    ArgAction::SetTrue => Values::Listed(switch_values()),
                    _ => values_of(option),
                };
                keys.push(Key {
                    name: format!("{}.{long}", command.get_name()),
                    help: help.unwrap_or_default(),
                    values,
                });
            }
        }
    }
    for player in PLAYERS.iter() {
        for option in player.make().options() {
            keys.push(Key {
                name: format!("options.{}.{}", player.name(), option.name),
                help: String::new(),
                values: values_of_option(&option),
            });
        }
    }
    keys
}
