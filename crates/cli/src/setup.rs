//! A player and the limits of its searches, as the command line gives them.

use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use play::{Limits, Player};

use crate::players::{self, Entry};

/// Which player, set how.
#[derive(Debug, Args)]
pub(crate) struct PlayerSetup {
    /// Who thinks.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::find)]
    player: &'static Entry,
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
        let mut player = (self.player.make)();
        let short = [("Pace", &self.pace), ("Generation", &self.generation)];
        for (name, value) in short.iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
            set(&mut *player, name, value)?;
        }
        for option in &self.options {
            let (name, value) = option
                .split_once('=')
                .with_context(|| format!("--option {option}: write NAME=VALUE, as Hash=64"))?;
            set(&mut *player, name.trim(), value.trim())?;
        }
        Ok(player)
    }

    /// The value last given to an option, if any was.
    pub(crate) fn given(&self, name: &str) -> Option<&str> {
        let pairs = self.options.iter().filter_map(|option| option.split_once('='));
        let mut named = pairs.filter(|(given, _)| given.trim().eq_ignore_ascii_case(name));
        named.next_back().map(|(_, value)| value.trim())
    }

    /// The same as something that makes as many of them as are needed.
    ///
    /// # Errors
    /// As for [`PlayerSetup::make`].
    pub(crate) fn maker(self) -> anyhow::Result<impl Fn() -> Box<dyn Player>> {
        self.make()?;
        Ok(move || self.make().expect("the options were taken before"))
    }
}

impl Default for PlayerSetup {
    fn default() -> PlayerSetup {
        PlayerSetup { player: &players::PLAYERS[0], options: Vec::new(), pace: None, generation: None }
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
        let none = self.depth.is_none() && self.nodes.is_none();
        let seconds = self.seconds.or(none.then_some(5.0));
        if let Some(seconds) = seconds.filter(|seconds| !(0.001..=1e6).contains(seconds)) {
            bail!("--seconds {seconds}: give between 0.001 and a million");
        }
        let move_time = seconds.map(Duration::from_secs_f64);
        Ok(Limits { depth: self.depth, nodes: self.nodes, move_time, ..Limits::default() })
    }
}
