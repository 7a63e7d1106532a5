//! The players of a program, by name, each made when it is needed.

use std::fmt;
use std::sync::Arc;

use crate::Player;

/// A named way to make a player.
#[derive(Clone)]
pub struct PlayerFactory {
    name: &'static str,
    bench_depth: u32,
    make: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

impl PlayerFactory {
    /// A factory under this name. `bench_depth` is the depth in plies of the player's benchmark.
    pub fn new(
        name: &'static str,
        bench_depth: u32,
        make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    ) -> PlayerFactory {
        PlayerFactory {
            name,
            bench_depth,
            make: Arc::new(make),
        }
    }

    /// Name by which users choose the player.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Depth in plies of the player's benchmark, which takes some seconds.
    pub fn bench_depth(&self) -> u32 {
        self.bench_depth
    }

    /// The player of this name (case does not count) among `players`. If there is none, the message
    /// names them.
    pub fn find(players: &[PlayerFactory], name: &str) -> Result<PlayerFactory, String> {
        for player in players {
            if player.name.eq_ignore_ascii_case(name) {
                return Ok(player.clone());
            }
        }
        let names: Vec<&str> = players.iter().map(PlayerFactory::name).collect();
        Err(format!("no player '{name}'; known: {}", names.join(", ")))
    }

    /// Makes a player with default options.
    pub fn make(&self) -> Box<dyn Player> {
        (self.make)()
    }
}

impl fmt::Debug for PlayerFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayerFactory")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The players to choose from, the chosen one, and the options set in advance.
#[derive(Clone, Debug)]
pub struct PlayerList {
    factories: Vec<PlayerFactory>,
    chosen: usize,
    settings: Vec<(String, String)>,
}

impl PlayerList {
    /// A list of one player without a name.
    pub fn single(make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> PlayerList {
        PlayerList::new(vec![PlayerFactory::new("", 1, make)], 0, Vec::new())
    }

    /// Several players, of which number `chosen` is used first. The options `settings` apply to
    /// every player that accepts them. Panics if `chosen` is not an index of `factories`.
    pub fn new(
        factories: Vec<PlayerFactory>,
        chosen: usize,
        settings: Vec<(String, String)>,
    ) -> PlayerList {
        assert!(
            chosen < factories.len(),
            "chosen player: expected an index below {}",
            factories.len()
        );
        PlayerList {
            factories,
            chosen,
            settings,
        }
    }

    /// The players' factories.
    pub fn factories(&self) -> &[PlayerFactory] {
        &self.factories
    }

    /// The chosen player's factory.
    pub fn chosen(&self) -> &PlayerFactory {
        &self.factories[self.chosen]
    }

    /// Chooses the player of this name (case does not count); false if there is none.
    pub fn choose(&mut self, name: &str) -> bool {
        let found = self
            .factories
            .iter()
            .position(|factory| factory.name.eq_ignore_ascii_case(name));
        self.chosen = found.unwrap_or(self.chosen);
        found.is_some()
    }

    /// Names and values of the options set so far.
    pub fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    /// Value last recorded for an option (case does not count).
    pub fn setting(&self, name: &str) -> Option<&str> {
        let set = self
            .settings
            .iter()
            .rev()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        set.map(|(_, value)| value.as_str())
    }

    /// Records an option's value for every player made from now on.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    /// Makes the chosen player with the recorded options; those it does not accept are skipped.
    pub fn make(&self) -> Box<dyn Player> {
        let mut player = self.chosen().make();
        for (name, value) in &self.settings {
            let _ = player.set_option(name, value);
        }
        player
    }
}
