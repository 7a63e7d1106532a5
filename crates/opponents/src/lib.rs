//! The players behind a page: its requests, the events it gets, and what it may ask for.
//!
//! A page asks in JSON and gets events in JSON. The room's server lets each player search on a
//! thread of its own (crate `room-server`); in a page's own worker a [`Worker`] carries out one
//! request after the other (crate `opponents-wasm`). What they say stands here once.

mod ask;
mod event;
mod options;
#[cfg(test)]
mod types;
mod worker;

use std::fmt;
use std::sync::Arc;

use atlas::Atlas;
use play::{Control, Game, PlayerFactory, PlayerList, Seat};

pub use ask::{Account, Ask, Go, MAX_ASK};
pub use event::{Event, ReportedLine};
pub use worker::Worker;

/// Explains a player's choice in a position, as text. It ends early when it is stopped.
pub type Explain = Arc<dyn Fn(&Game, &Control) -> Result<String, String> + Send + Sync>;

/// The players that a page can play against.
#[derive(Clone)]
pub struct Opponents {
    /// The players.
    pub players: Vec<PlayerFactory>,
    /// What explains a choice, by the player's name.
    pub explain: Vec<(&'static str, Explain)>,
}

impl fmt::Debug for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opponents")
            .field("players", &self.players)
            .finish_non_exhaustive()
    }
}

impl Opponents {
    /// These players, and Atlas's explanation of its choice.
    pub fn new(players: Vec<PlayerFactory>) -> Opponents {
        let atlas = |game: &Game, control: &Control| {
            let explained = Atlas::new().explain(game, control);
            explained
                .map(|text| text.to_string())
                .map_err(|error| error.to_string())
        };
        Opponents {
            players,
            explain: vec![("atlas", Arc::new(atlas))],
        }
    }

    /// What explains the choices of the player of this name.
    ///
    /// # Errors
    /// That player explains nothing; the message names those who do.
    pub fn explain(&self, player: &str) -> Result<Explain, String> {
        for (name, explain) in &self.explain {
            if *name == player {
                return Ok(Arc::clone(explain));
            }
        }
        let names: Vec<&str> = self.explain.iter().map(|(name, _)| *name).collect();
        Err(format!(
            "player: expected {}, got '{player}'",
            names.join(" or ")
        ))
    }
}

/// The player of a page, with the options that it was asked for.
#[derive(Debug)]
pub struct PagePlayer {
    /// The seat that holds it between its searches.
    pub seat: Seat,
    name: String,
    options: Vec<(String, String)>,
}

impl PagePlayer {
    /// The player that a request names, with its options.
    ///
    /// # Errors
    /// There is no such player, or a page may not set an option so.
    pub fn new(opponents: &Opponents, go: &Go) -> Result<PagePlayer, String> {
        go.check_options()?;
        let players = &opponents.players;
        let mut list = PlayerList::new(players.clone(), 0, Vec::new());
        if !list.choose(&go.player) {
            let names: Vec<&str> = players.iter().map(PlayerFactory::name).collect();
            return Err(format!(
                "player: expected {}, got '{}'",
                names.join(", "),
                go.player
            ));
        }
        let mut seat = Seat::new(list);
        for (name, value) in &go.options {
            seat.set_option(name, value)
                .map_err(|error| error.to_string())?;
        }
        Ok(PagePlayer {
            seat,
            name: go.player.clone(),
            options: go.options.clone(),
        })
    }

    /// Whether it is the player of this request, with the same options.
    pub fn is_of(&self, go: &Go) -> bool {
        self.name == go.player && self.options == go.options
    }
}
