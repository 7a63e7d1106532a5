//! The player behind a conversation: set, lent to its work, changed for another, and replaced should it fail.

use std::sync::mpsc::Sender;

use play::{Control, Game, OptionError, OptionKind, OptionSpec, Player, Returned, lend};

use crate::event::Event;
use crate::roster::Roster;
use crate::search::Search;

/// The option that changes the player.
const PLAYER: &str = "Player";

/// The option that says that positions are analysed and no game is played.
pub(crate) const ANALYSE_MODE: &str = "UCI_AnalyseMode";

/// What is different in analysis: no book answers, and a draw is a draw.
const ANALYSIS: [(&str, &str); 2] = [("OwnBook", "false"), ("Contempt", "0")];

/// A player with its settings.
pub(crate) struct Mind {
    roster: Roster,
    /// For the player's thread to answer to.
    events: Sender<Event>,
    /// `None` while it is at work.
    player: Option<Box<dyn Player>>,
    name: String,
    specs: Vec<OptionSpec>,
    /// Options that were set, for a player that takes another's place.
    settings: Vec<(String, String)>,
    analysing: bool,
}

/// What setting an option changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// A value.
    Value,
    /// The player, and with it the options there are.
    Player,
}

impl Mind {
    pub(crate) fn new(roster: Roster, events: Sender<Event>) -> Mind {
        let settings = roster.settings.clone();
        let mut mind = Mind {
            roster,
            events,
            player: None,
            name: String::new(),
            specs: Vec::new(),
            settings,
            analysing: false,
        };
        mind.renew();
        mind
    }

    /// The player's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What can be set: the player's options, and those that are the same for all. What the player lacks is not there.
    pub(crate) fn options(&self) -> Vec<OptionSpec> {
        let mut all = self.specs.clone();
        if ANALYSIS.iter().any(|(name, _)| self.spec(name).is_some()) && self.spec(ANALYSE_MODE).is_none() {
            all.push(OptionSpec { name: ANALYSE_MODE, kind: OptionKind::Check { default: false } });
        }
        if self.roster.entries.len() > 1 {
            let choices = self.roster.entries.iter().map(|entry| entry.name.clone()).collect();
            let default = self.roster.entries[self.roster.chosen].name.clone();
            all.push(OptionSpec { name: PLAYER, kind: OptionKind::Combo { default, choices } });
        }
        all
    }

    /// Whether the player has an option of this name.
    pub(crate) fn spec(&self, name: &str) -> Option<&OptionSpec> {
        self.specs.iter().find(|spec| spec.is_named(name))
    }

    /// The value that an option of the player's has.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let spec = self.spec(name)?;
        let set = self.settings.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some(value) = set.and_then(|(_, value)| spec.parse(value).ok()) {
            return Some(value);
        }
        match &spec.kind {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => Some(default.clone()),
            OptionKind::Button => None,
        }
    }

    /// Whether the player is here, and not at work.
    pub(crate) fn is_home(&self) -> bool {
        self.player.is_some()
    }

    /// Sets an option of a player that is here.
    ///
    /// # Errors
    /// There is no such option, or it takes no such value; nothing changes.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<Changed, OptionError> {
        let options = self.options();
        let spec = options.iter().find(|spec| spec.is_named(name));
        let spec = spec.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let own = self.spec(name).is_some();
        match spec.name {
            PLAYER if !own => {
                let value = spec.parse(value)?;
                let found = self.roster.entries.iter().position(|entry| entry.name == value);
                self.roster.chosen = found.unwrap_or(self.roster.chosen);
                self.renew();
                return Ok(Changed::Player);
            }
            ANALYSE_MODE if !own => {
                let on = spec.parse(value)? == "true";
                self.analyse(on);
                return Ok(Changed::Value);
            }
            _ => {}
        }
        if self.analysing && ANALYSIS.iter().any(|(held, _)| spec.is_named(held)) {
            spec.parse(value)?;
        } else if let Some(player) = &mut self.player {
            player.set_option(name, value)?;
        }
        if spec.kind != OptionKind::Button {
            self.settings.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            self.settings.push((name.to_owned(), value.to_owned()));
        }
        Ok(Changed::Value)
    }

    /// Begins or ends analysis: in it no book answers and a draw is worth nothing; after it all is as it was set.
    pub(crate) fn analyse(&mut self, on: bool) {
        if self.analysing == on {
            return;
        }
        self.analysing = on;
        for (name, quiet) in ANALYSIS {
            let kept = self.value(name).filter(|kept| kept != quiet);
            if let (Some(kept), Some(player)) = (kept, &mut self.player) {
                // Both were taken before.
                let _ = player.set_option(name, if on { quiet } else { &kept });
            }
        }
    }

    /// Tells a player that is here of a new game.
    pub(crate) fn new_game(&mut self) {
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    /// Sets a player that is here to work on a search.
    pub(crate) fn search(&mut self, search: &Search) {
        let Some(player) = self.player.take() else { return };
        let (game, limits, control) = (search.game.clone(), search.limits.clone(), search.control.clone());
        let (reports, events) = (self.events.clone(), self.events.clone());
        lend(
            player,
            move |player| {
                player.search(&game, &limits, &control, &mut |report| {
                    let _ = reports.send(Event::Report(report.clone()));
                })
            },
            move |returned| drop(events.send(Event::Searched(returned))),
        );
    }

    /// Sets a player that is here to count the leaves of a tree.
    pub(crate) fn perft(&mut self, game: Game, depth: u32, control: Control) {
        let Some(player) = self.player.take() else { return };
        let events = self.events.clone();
        lend(
            player,
            move |player| player.perft(game.position(), depth, &control),
            move |returned| drop(events.send(Event::Counted(returned))),
        );
    }

    /// Takes the player back from its work. One that panicked is replaced by a fresh one with the same options.
    ///
    /// # Errors
    /// It panicked; what is to be said about that.
    pub(crate) fn take_back<T>(&mut self, returned: Returned<T>) -> Result<T, String> {
        match returned {
            Ok((player, result)) => {
                self.player = Some(player);
                Ok(result)
            }
            Err(crash) => {
                self.renew();
                Err(format!("{crash}; a fresh one takes its place"))
            }
        }
    }

    /// A fresh player, with all that was set.
    fn renew(&mut self) {
        let mut player = self.roster.make();
        for (name, value) in &self.settings {
            let held = self.analysing && ANALYSIS.iter().any(|(held, _)| held.eq_ignore_ascii_case(name));
            if !held {
                let _ = player.set_option(name, value);
            }
        }
        self.name = player.name();
        self.specs = player.options();
        self.player = Some(player);
        if std::mem::take(&mut self.analysing) {
            self.analyse(true);
        }
    }
}
