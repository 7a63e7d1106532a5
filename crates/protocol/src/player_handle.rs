//! The session's player: its options, analysis mode, and the work it is given.

use std::sync::mpsc::Sender;

use play::{Control, Finished, Game, OptionError, OptionKind, OptionSpec, PlayerList, PlayerThread};

use crate::event::Event;
use crate::search::Search;

const PLAYER: &str = "Player";

pub(crate) const ANALYSE_MODE: &str = "UCI_AnalyseMode";

/// Options overridden in analysis mode: no book moves, and a draw is worth zero.
const ANALYSIS: [(&str, &str); 2] = [("OwnBook", "false"), ("Contempt", "0")];

/// Owns the session's player, its options and its recovery after a crash.
pub(crate) struct PlayerHandle {
    thread: PlayerThread,
    events: Sender<Event>,
    name: String,
    specs: Vec<OptionSpec>,
    analysing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    Value,
    /// Another player is in place, with options of its own.
    Player,
}

impl PlayerHandle {
    pub(crate) fn new(players: PlayerList, events: Sender<Event>) -> PlayerHandle {
        let thread = PlayerThread::new(players);
        let mut handle =
            PlayerHandle { thread, events, name: String::new(), specs: Vec::new(), analysing: false };
        handle.player_replaced();
        handle
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Options of the player, and those that the protocols add for every player to which they apply.
    pub(crate) fn options(&self) -> Vec<OptionSpec> {
        let mut all = self.specs.clone();
        if ANALYSIS.iter().any(|(name, _)| self.spec(name).is_some()) && self.spec(ANALYSE_MODE).is_none() {
            all.push(OptionSpec { name: ANALYSE_MODE, kind: OptionKind::Check { default: false } });
        }
        if let Some(list) = self.thread.list().filter(|list| list.factories().len() > 1) {
            let choices = list.factories().iter().map(|factory| factory.name().to_owned()).collect();
            let default = list.chosen().name().to_owned();
            all.push(OptionSpec { name: PLAYER, kind: OptionKind::Combo { default, choices } });
        }
        all
    }

    pub(crate) fn spec(&self, name: &str) -> Option<&OptionSpec> {
        self.specs.iter().find(|spec| spec.is_named(name))
    }

    /// Value of one of the player's own options.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let spec = self.spec(name)?;
        let set = self.thread.list().and_then(|list| list.setting(name));
        if let Some(value) = set.and_then(|value| spec.parse(value).ok()) {
            return Some(value);
        }
        match &spec.kind {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => Some(default.clone()),
            OptionKind::Button => None,
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.thread.is_idle()
    }

    /// Sets an option of an idle player. Fails if there is no such option, or it does not take the value; nothing
    /// changes.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<Changed, OptionError> {
        let options = self.options();
        let spec = options.iter().find(|spec| spec.is_named(name));
        let spec = spec.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let own = self.spec(name).is_some();
        match spec.name {
            PLAYER if !own => {
                self.thread.choose(&spec.parse(value)?);
                self.player_replaced();
                return Ok(Changed::Player);
            }
            ANALYSE_MODE if !own => {
                let on = spec.parse(value)? == "true";
                self.analyse(on);
            }
            _ if self.analysing && ANALYSIS.iter().any(|(held, _)| spec.is_named(held)) => {
                spec.parse(value)?;
                self.thread.record_option(name, value);
            }
            _ => self.thread.set_option(name, value)?,
        }
        Ok(Changed::Value)
    }

    /// Switches analysis mode, which overrides the options of [`ANALYSIS`]; afterwards they have their values again.
    pub(crate) fn analyse(&mut self, on: bool) {
        if self.analysing == on {
            return;
        }
        self.analysing = on;
        for (name, override_value) in ANALYSIS {
            let own = self.value(name).filter(|own| own != override_value);
            if let (Some(own), Some(player)) = (own, self.thread.player()) {
                // Both values were accepted before.
                let _ = player.set_option(name, if on { override_value } else { &own });
            }
        }
    }

    pub(crate) fn new_game(&mut self) {
        if let Some(player) = self.thread.player() {
            player.new_game();
        }
    }

    pub(crate) fn search(&mut self, search: &Search) {
        let (game, limits, control) = (search.game.clone(), search.limits.clone(), search.control.clone());
        let (reports, events) = (self.events.clone(), self.events.clone());
        let report = move |report: &play::Report| drop(reports.send(Event::Report(report.clone())));
        self.thread.search(game, limits, control, report, move |finished| {
            drop(events.send(Event::Searched(finished)));
        });
    }

    pub(crate) fn perft(&mut self, game: Game, depth: u32, control: Control) {
        let events = self.events.clone();
        let done = move |finished| drop(events.send(Event::Counted(finished)));
        self.thread.run(move |player| player.perft(game.position(), depth, &control), done);
    }

    /// Takes the player back from its work. One that panicked is replaced by a fresh one with the same options. The
    /// error is a remark for the other side.
    pub(crate) fn take_back<T>(&mut self, finished: Finished<T>) -> Result<T, String> {
        self.thread.take_back(finished).map_err(|crash| {
            self.player_replaced();
            format!("{crash}; a fresh one takes its place")
        })
    }

    /// Reads name and options of a fresh player and puts it into analysis mode if that is on.
    fn player_replaced(&mut self) {
        if let Some(player) = self.thread.player() {
            (self.name, self.specs) = (player.name(), player.options());
        }
        if std::mem::take(&mut self.analysing) {
            self.analyse(true);
        }
    }
}
