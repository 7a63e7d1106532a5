//! What a page asks for.

use std::time::Duration;

use play::{Control, Game, Instant, Limits};
use serde::Deserialize;

use crate::options;

/// Most bytes of a request.
pub const MAX_ASK: usize = 64 * 1024;

/// Longest time for a move in seconds.
const MAX_SECONDS: f64 = 3_600.0;

/// A page's request.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// A move.
    Go(Go),
    /// The best move so far, now.
    Stop {},
    /// The explanation of a choice.
    Explain(Account),
}

impl Ask {
    /// Reads a request.
    ///
    /// # Errors
    /// The text is no request.
    pub fn read(text: &str) -> Result<Ask, String> {
        serde_json::from_str(text).map_err(|error| format!("ask: {error}"))
    }
}

/// A request for a move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Go {
    /// Name of the player.
    pub player: String,
    /// Its options.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub options: Vec<(String, String)>,
    /// Position in FEN where the game began; none for the initial one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    fen: Option<String>,
    /// Its moves, in SAN or UCI's form.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    moves: Vec<String>,
    /// Seconds for the move by the player's own clock; this or the depth is given.
    #[cfg_attr(test, ts(optional = nullable))]
    seconds: Option<f64>,
    /// Depth in plies.
    #[cfg_attr(test, ts(optional = nullable))]
    depth: Option<u32>,
    /// Seconds by this computer's clock after which the best move so far is wanted.
    #[cfg_attr(test, ts(optional = nullable))]
    within: Option<f64>,
}

impl Go {
    /// The game at whose end a move is wanted.
    ///
    /// # Errors
    /// It is no game, or one that has ended.
    pub fn game(&self) -> Result<Game, String> {
        game(self.fen.as_deref(), &self.moves)
    }

    /// The limits of the search.
    ///
    /// # Errors
    /// There are none, or they are out of range.
    pub fn limits(&self) -> Result<Limits, String> {
        if self.seconds.is_none() && self.depth.is_none() {
            return Err("go: expected 'seconds' or 'depth', got neither".to_owned());
        }
        Ok(Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            move_time: time("seconds", self.seconds)?,
            ..Limits::default()
        })
    }

    /// A handle on the search, which ends when the page has waited as long as it said. Its time
    /// begins now.
    ///
    /// # Errors
    /// The time is out of range.
    pub fn control(&self) -> Result<Control, String> {
        Ok(match time("within", self.within)? {
            Some(wait) => Control::stopped_at(Instant::now() + wait),
            None => Control::new(),
        })
    }

    pub(crate) fn check_options(&self) -> Result<(), String> {
        for (name, value) in &self.options {
            options::check(name, value)?;
        }
        Ok(())
    }
}

/// A request for the explanation of a choice.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// Name of the player.
    pub player: String,
    /// Position in FEN where the game began; none for the initial one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    fen: Option<String>,
    /// Its moves, in SAN or UCI's form.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    moves: Vec<String>,
}

impl Account {
    /// The game in which the choice was made.
    ///
    /// # Errors
    /// It is no game, or one that has ended.
    pub fn game(&self) -> Result<Game, String> {
        game(self.fen.as_deref(), &self.moves)
    }
}

fn game(fen: Option<&str>, moves: &[String]) -> Result<Game, String> {
    let mut game = match fen.map(str::trim) {
        None | Some("") => Game::new(),
        Some(fen) => Game::from_fen(fen).map_err(|error| error.to_string())?,
    };
    for text in moves {
        let found =
            notation::parse_move(game.position(), text).map_err(|error| error.to_string())?;
        game.play(found);
    }
    match game.ending() {
        None => Ok(game),
        Some(ending) => Err(format!("game: expected one that goes on, got '{ending}'")),
    }
}

fn time(name: &str, seconds: Option<f64>) -> Result<Option<Duration>, String> {
    match seconds {
        Some(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => {
            Ok(Some(Duration::from_secs_f64(seconds)))
        }
        Some(seconds) => Err(format!(
            "{name}: expected 0 to {MAX_SECONDS}, got {seconds}"
        )),
        None => Ok(None),
    }
}
