//! A player and the limits of its searches, as the command line gives them.

use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use play::{Limits, Player, PlayerFactory, PlayerList};

use crate::players;

/// Which player, set how.
#[derive(Debug, Args)]
pub(crate) struct PlayerSetup {
    /// Who thinks.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::find)]
    player: PlayerFactory,
    /// Set an option of the player, as UCI names it; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Short for --option Pace=...
    #[arg(long)]
    pace: Option<String>,
    /// Short for --option Generation=...
    #[arg(long)]
    generation: Option<String>,
}

impl PlayerSetup {
    /// The player, with its options set.
    ///
    /// # Errors
    /// It has no such option, or the option no such value.
    pub(crate) fn make(&self) -> anyhow::Result<Box<dyn Player>> {
        let mut player = self.player.make();
        for (name, value) in self.settings()? {
            set(&mut *player, &name, &value)?;
        }
        Ok(player)
    }

    /// Names and values of the options.
    fn settings(&self) -> anyhow::Result<Vec<(String, String)>> {
        let short = [("Pace", &self.pace), ("Generation", &self.generation)];
        let mut settings: Vec<(String, String)> =
            short.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.clone()?))).collect();
        for option in &self.options {
            let (name, value) = option
                .split_once('=')
                .with_context(|| format!("--option {option}: write NAME=VALUE, as Hash=64"))?;
            settings.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        Ok(settings)
    }

    /// All players, for a protocol in which another may be chosen later; this one, with its options set, begins.
    ///
    /// # Errors
    /// As for [`PlayerSetup::make`].
    pub(crate) fn list(&self) -> anyhow::Result<PlayerList> {
        self.make()?;
        let chosen = players::PLAYERS.iter().position(|known| known.name() == self.player.name());
        Ok(PlayerList::new(players::PLAYERS.clone(), chosen.unwrap_or(0), self.settings()?))
    }

    /// The player's name and what was set, in words.
    pub(crate) fn described(&self, player: &dyn Player) -> String {
        let short = [("Pace", &self.pace), ("Generation", &self.generation)];
        let mut set: Vec<String> =
            short.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?))).collect();
        set.extend(self.options.iter().cloned());
        if set.is_empty() { player.name() } else { format!("{} ({})", player.name(), set.join(", ")) }
    }
}

impl Default for PlayerSetup {
    fn default() -> PlayerSetup {
        PlayerSetup { player: players::PLAYERS[0].clone(), options: Vec::new(), pace: None, generation: None }
    }
}

/// Sets an option; a name that the player lacks is answered with those it has.
///
/// # Errors
/// It has no such option, or the option no such value.
pub(crate) fn set(player: &mut dyn Player, name: &str, value: &str) -> anyhow::Result<()> {
    player.set_option(name, value).with_context(|| {
        let names: Vec<&str> = player.options().iter().map(|spec| spec.name).collect();
        format!("{} cannot be set so (its options: {})", player.name(), names.join(", "))
    })
}

/// How long each search may last.
#[derive(Debug, Args)]
#[group(multiple = true)]
pub(crate) struct SearchLimits {
    /// Seconds of each search, on the player's own clock if it has one (5, if there is no other limit).
    #[arg(long)]
    seconds: Option<f64>,
    /// Plies of each search.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// Nodes of each search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl SearchLimits {
    /// The limits; five seconds if none was given.
    ///
    /// # Errors
    /// The time is not one.
    pub(crate) fn limits(&self) -> anyhow::Result<Limits> {
        let seconds = self.time();
        if let Some(seconds) = seconds.filter(|seconds| !(0.001..=1e6).contains(seconds)) {
            bail!("--seconds {seconds}: give between 0.001 and a million");
        }
        let move_time = seconds.map(Duration::from_secs_f64);
        Ok(Limits { depth: self.depth, nodes: self.nodes, move_time, ..Limits::default() })
    }

    /// Seconds of each search, if there is such a limit.
    fn time(&self) -> Option<f64> {
        let none = self.depth.is_none() && self.nodes.is_none();
        self.seconds.or(none.then_some(5.0))
    }

    /// In words.
    pub(crate) fn described(&self) -> String {
        let seconds = self.time().map(|seconds| format!("{seconds} s"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let words: Vec<String> = [depth, nodes, seconds].into_iter().flatten().collect();
        format!("{} a move", words.join(", "))
    }
}
