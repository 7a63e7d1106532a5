//! The session's player: its options, analysis mode, and the work it is given.

use std::sync::mpsc::Sender;

use play::{
    Control, Finished, Game, OptionError, OptionKind, OptionSpec, PlayerList, Seat,
    chess960_refusal,
};
use shakmaty::Chess;

use crate::event::Event;
use crate::search::{Failed, Search};

const PLAYER: &str = "Player";

pub(crate) const ANALYSE_MODE: &str = "UCI_AnalyseMode";

pub(crate) const LIMIT_STRENGTH: &str = "UCI_LimitStrength";

pub(crate) const CHESS960: &str = "UCI_Chess960";

/// Options overridden in analysis mode: no book moves, and a draw is worth zero.
const ANALYSIS: [(&str, &str); 2] = [("OwnBook", "false"), ("Contempt", "0")];

/// Owns the session's player, its options and its recovery after a crash.
pub(crate) struct PlayerHandle {
    seat: Seat,
    events: Sender<Event>,
    specs: Vec<OptionSpec>,
    analysing: bool,
    /// Whether games are of Chess960.
    chess960: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    Value,
    /// Another player is in place, with options of its own.
    Player,
}

impl PlayerHandle {
    pub(crate) fn new(players: PlayerList, events: Sender<Event>) -> PlayerHandle {
        let mut handle = PlayerHandle {
            seat: Seat::new(players),
            events,
            specs: Vec::new(),
            analysing: false,
            chess960: false,
        };
        handle.adopt_player();
        handle
    }

    pub(crate) fn name(&self) -> &str {
        self.seat.name()
    }

    /// Options of the player, and those that the protocols add for every player to which they
    /// apply.
    pub(crate) fn options(&self) -> Vec<OptionSpec> {
        let mut all = self.specs.clone();
        if ANALYSIS.iter().any(|(name, _)| self.spec(name).is_some())
            && self.spec(ANALYSE_MODE).is_none()
        {
            all.push(OptionSpec {
                name: ANALYSE_MODE,
                kind: OptionKind::Check { default: false },
            });
        }
        if self.plays_chess960() && self.spec(CHESS960).is_none() {
            all.push(OptionSpec {
                name: CHESS960,
                kind: OptionKind::Check { default: false },
            });
        }
        if let Some(list) = self.seat.list().filter(|list| list.factories().len() > 1) {
            let choices = list
                .factories()
                .iter()
                .map(|factory| factory.name().to_owned())
                .collect();
            let default = list.chosen().name().to_owned();
            all.push(OptionSpec {
                name: PLAYER,
                kind: OptionKind::Combo { default, choices },
            });
        }
        all
    }

    pub(crate) fn spec(&self, name: &str) -> Option<&OptionSpec> {
        self.specs.iter().find(|spec| spec.is_named(name))
    }

    /// Value of one of the player's own options.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let spec = self.spec(name)?;
        let set = self.seat.list().and_then(|list| list.setting(name));
        if let Some(value) = set.and_then(|value| spec.parse(value).ok()) {
            return Some(value);
        }
        match &spec.kind {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => {
                Some(default.clone())
            }
            OptionKind::Button => None,
        }
    }

    /// Whether games are of Chess960.
    pub(crate) fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Switches to games of Chess960 or of standard chess; false if the player does not play them.
    pub(crate) fn set_chess960(&mut self, on: bool) -> bool {
        self.chess960 = on && self.plays_chess960();
        self.chess960 == on
    }

    pub(crate) fn plays_chess960(&self) -> bool {
        self.seat.plays_chess960()
    }

    /// Why the player cannot search a position.
    pub(crate) fn refusal(&self, position: &Chess) -> Option<String> {
        self.seat.refusal(position)
    }

    /// Advice after the refusal of a position with castling rights of Chess960.
    pub(crate) fn chess960_hint(&self, rest: &str) -> String {
        let fen = match rest.split_once("fen") {
            Some((_, fen)) => fen.split("moves").next().unwrap_or(fen),
            None => "",
        };
        let needs_chess960 = match Game::from_any_fen(fen) {
            Ok(game) => play::is_chess960(game.start()),
            Err(_) => false,
        };
        if !needs_chess960 || self.chess960 {
            String::new()
        } else if self.plays_chess960() {
            format!("; {CHESS960} is off")
        } else {
            format!("; {}", chess960_refusal(self.name()))
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.seat.is_idle()
    }

    /// Sets an option of an idle player. Fails if there is no such option, or it does not take the
    /// value; nothing changes.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<Changed, OptionError> {
        let options = self.options();
        let spec = options.iter().find(|spec| spec.is_named(name));
        let spec = spec.ok_or_else(|| match name.eq_ignore_ascii_case(CHESS960) {
            true => OptionError::Unusable {
                name: CHESS960.to_owned(),
                value: value.to_owned(),
                reason: chess960_refusal(self.name()),
            },
            false => OptionError::Unknown(name.to_owned()),
        })?;
        let is_players_own = self.spec(name).is_some();
        match spec.name {
            PLAYER if !is_players_own => {
                self.seat.choose(&spec.parse(value)?);
                self.adopt_player();
                return Ok(Changed::Player);
            }
            ANALYSE_MODE if !is_players_own => {
                let on = spec.parse(value)? == "true";
                self.set_analysis_mode(on);
            }
            CHESS960 if !is_players_own => self.chess960 = spec.parse(value)? == "true",
            _ if self.analysing && ANALYSIS.iter().any(|(held, _)| spec.is_named(held)) => {
                spec.parse(value)?;
                self.seat.record_option(name, value);
            }
            _ => self.seat.set_option(name, value)?,
        }
        Ok(Changed::Value)
    }

    /// Switches analysis mode, which overrides the options of [`ANALYSIS`]; afterwards they have
    /// their values again.
    pub(crate) fn set_analysis_mode(&mut self, on: bool) {
        if self.analysing == on {
            return;
        }
        self.analysing = on;
        for (name, override_value) in ANALYSIS {
            let own = self.value(name).filter(|own| own != override_value);
            if let (Some(own), Some(player)) = (own, self.seat.player()) {
                // Both values were accepted before.
                let _ = player.set_option(name, if on { override_value } else { &own });
            }
        }
    }

    pub(crate) fn new_game(&mut self) {
        if let Some(player) = self.seat.player() {
            player.new_game();
        }
    }

    pub(crate) fn search(&mut self, search: &Search) {
        let (game, limits, control) = (
            search.game.clone(),
            search.limits.clone(),
            search.control.clone(),
        );
        let (reports, events) = (self.events.clone(), self.events.clone());
        let report = move |report: &play::Report| drop(reports.send(Event::Report(report.clone())));
        self.seat
            .search(game, limits, control, report, move |finished| {
                drop(events.send(Event::Searched(finished)));
            });
    }

    pub(crate) fn perft(&mut self, game: Game, depth: u32, control: Control) {
        let events = self.events.clone();
        let done = move |finished| drop(events.send(Event::Counted(finished)));
        self.seat.start(
            control,
            move |player, control| player.perft(game.position(), depth, control),
            done,
        );
    }

    /// Takes the player back from its work. One that panicked is replaced by a fresh one with the
    /// same options.
    pub(crate) fn take_back<T>(&mut self, finished: Finished<T>) -> Result<T, Failed> {
        let is_lost = finished.is_lost();
        self.seat.finish(finished).map_err(|crash| {
            let mut remark = crash.to_string();
            if is_lost {
                self.adopt_player();
                remark += "; a fresh one takes its place";
            }
            Failed { remark, is_lost }
        })
    }

    /// Reads the options of a fresh player and puts it into analysis mode if that is on.
    fn adopt_player(&mut self) {
        if let Some(player) = self.seat.player() {
            self.specs = player.options();
        }
        self.chess960 &= self.seat.plays_chess960();
        if std::mem::take(&mut self.analysing) {
            self.set_analysis_mode(true);
        }
    }
}
