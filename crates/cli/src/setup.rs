//! Players, search limits and positions on the command line.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use anyhow::{Context, Error, anyhow, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use play::{Control, Game, Limits, Player, PlayerFactory, PlayerList};
use shakmaty::Color;

use crate::{CONFIG, players};

/// A player with its options.
#[derive(Debug, Args)]
pub(crate) struct PlayerSetup {
    /// Player to use.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::find)]
    player: PlayerFactory,
    /// Set an option of the player by its UCI name; repeatable.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Shorthand for --option Pace=VALUE.
    #[arg(long, value_name = "VALUE")]
    pace: Option<String>,
    /// Shorthand for --option Generation=YEAR.
    #[arg(long, value_name = "YEAR")]
    generation: Option<String>,
}

impl PlayerSetup {
    /// Makes the player and sets its options.
    pub(crate) fn make(&self) -> anyhow::Result<Box<dyn Player>> {
        let mut player = self.player.make();
        for (option, place) in self.given() {
            let (name, value) = pair(&option)?;
            play::set_option(&mut *player, name, value)
                .map_err(|error| anyhow!(place.map_or(error.clone(), |place| format!("{place}: {error}"))))?;
        }
        Ok(player)
    }

    /// Names and values of the options.
    fn settings(&self) -> anyhow::Result<Vec<(String, String)>> {
        let owned = |(option, _): (String, Option<&str>)| {
            pair(&option).map(|(name, value)| (name.to_owned(), value.to_owned()))
        };
        self.given().map(owned).collect()
    }

    /// The options of the configuration file, with their places, and those given, each as `NAME=VALUE`.
    fn given(&self) -> impl Iterator<Item = (String, Option<&'static str>)> {
        let configured =
            CONFIG.get().into_iter().flat_map(|config| config.player_options(self.player.name()));
        let short = [("Pace", &self.pace), ("Generation", &self.generation)];
        let short = short.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
        let given = short.chain(self.options.iter().cloned()).map(|option| (option, None));
        configured.map(|(option, place)| (option, Some(place))).chain(given)
    }

    /// All players, for a protocol that can change them; this one is chosen, with its options set.
    pub(crate) fn list(&self) -> anyhow::Result<PlayerList> {
        self.make()?;
        let chosen = players::PLAYERS.iter().position(|known| known.name() == self.player.name());
        Ok(PlayerList::new(players::PLAYERS.clone(), chosen.unwrap_or(0), self.settings()?))
    }

    /// The player's name and the options given.
    pub(crate) fn described(&self, player: &dyn Player) -> String {
        let set: Vec<String> = self.given().map(|(option, _)| option).collect();
        if set.is_empty() { player.name() } else { format!("{} ({})", player.name(), set.join(", ")) }
    }
}

/// Name and value of an option.
fn pair(option: &str) -> anyhow::Result<(&str, &str)> {
    let (name, value) = option
        .split_once('=')
        .with_context(|| format!("--option {option}: expected NAME=VALUE, such as Hash=64"))?;
    Ok((name.trim(), value.trim()))
}

/// Limits of each search.
#[derive(Debug, Args)]
#[group(multiple = true)]
pub(crate) struct SearchLimits {
    /// Seconds per search, by the player's own clock if it has one [default without another limit: 5; for `analyse`,
    /// about a minute per game].
    #[arg(long)]
    seconds: Option<f64>,
    /// Plies per search.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// Nodes per search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl SearchLimits {
    /// Whether a limit is given.
    pub(crate) fn is_given(&self) -> bool {
        self.seconds.is_some() || self.depth.is_some() || self.nodes.is_some()
    }

    /// The limits; five seconds by default.
    pub(crate) fn limits(&self) -> anyhow::Result<Limits> {
        let seconds = self.time();
        if let Some(seconds) = seconds.filter(|seconds| !(0.001..=1e6).contains(seconds)) {
            bail!("--seconds: expected 0.001 to 1000000, got {seconds}");
        }
        let move_time = seconds.map(Duration::from_secs_f64);
        Ok(Limits { depth: self.depth, nodes: self.nodes, move_time, ..Limits::default() })
    }

    /// Seconds of each search, if limited.
    fn time(&self) -> Option<f64> {
        if self.is_given() { self.seconds } else { Some(5.0) }
    }

    /// The limits as text.
    pub(crate) fn described(&self) -> String {
        let seconds = self.time().map(|seconds| format!("{seconds} s"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let words: Vec<String> = [depth, nodes, seconds].into_iter().flatten().collect();
        format!("{} a move", words.join(", "))
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Side {
    #[default]
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        Color::from_white(matches!(side, Side::White))
    }
}

/// A control that Ctrl-C stops.
pub(crate) fn stopped_by_interrupt() -> anyhow::Result<Control> {
    let control = Control::new();
    let stopped = control.clone();
    ctrlc::set_handler(move || stopped.stop()).context("cannot handle interrupts")?;
    Ok(control)
}

/// A progress bar on a terminal, nothing elsewhere; without a length, a spinner.
pub(crate) fn progress_bar(length: Option<u64>, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar.with_style(ProgressStyle::with_template(template).expect("the template is valid"))
}

/// Parses a position for a player, also of Chess960 if it plays that.
pub(crate) fn parse_position_for(player: &dyn Player, words: &[String]) -> anyhow::Result<Game> {
    let game = match words.join(" ").trim() {
        "startpos" => Game::new(),
        fen => Game::from_any_fen(fen).context("expected 'startpos' or a position in FEN")?,
    };
    play::check_castling(player, game.position()).map_err(Error::msg)?;
    Ok(game)
}

/// Parses `startpos` or FEN, quoted as one word or spread over several.
pub(crate) fn parse_position(words: &[String]) -> anyhow::Result<Game> {
    match words.join(" ").trim() {
        "startpos" => Ok(Game::new()),
        fen => Game::from_fen(fen).context("expected 'startpos' or a position in FEN"),
    }
}
