//! `belle config`

use anyhow::anyhow;
use clap::{Args, Subcommand};
use config::{Config, default_path};

use crate::players;
use crate::setup::program;

/// Show or change the configuration file, whose settings are defaults of command-line options.
#[derive(Debug, Args)]
pub(crate) struct ConfigCommand {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print path and settings (default).
    Show,
    /// Print the file's path.
    Path,
    /// Set the default of an option: player for all commands, play.level for one, options.native.Hash for a player.
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
        let config = Config::read(&path)?;
        let changed = match self.action {
            Some(Action::Set { key, value }) => config.with(&key, &value)?,
            Some(Action::Unset { key }) => return config.without(&key)?.save(),
            _ => {
                try_println!("{}", path.display())?;
                for setting in config.settings() {
                    try_println!("{} = {}", setting.key, setting.value)?;
                }
                return check(&config);
            }
        };
        check(&changed)?;
        changed.save()
    }
}

/// Checks the settings of commands, then those of players.
fn check(config: &Config) -> anyhow::Result<()> {
    config.apply(program())?;
    for setting in config.settings() {
        let ["options", player, option] = setting.key.split('.').collect::<Vec<_>>()[..] else {
            continue;
        };
        players::find(player)
            .and_then(|player| play::set_option(&mut *player.make(), option, &setting.value))
            .map_err(|error| anyhow!("{}: {}: {error}", setting.place, setting.key))?;
    }
    Ok(())
}
