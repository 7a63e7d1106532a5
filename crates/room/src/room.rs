//! The room and its commands.

use std::collections::VecDeque;

use host::{Link, MAX_DEPTH, Searcher};
use machine::microengine::word::{WORDS, Word};
use machine::wires::Wires;
use microcode::{Program, programs};
use play::{Control, Game, GameEnd};
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Position};

use crate::checkpoints::{Checkpoint, Checkpoints, INTERVAL};
use crate::command::{RootDriver, Unit, Until};
use crate::event::{Board, Event, Find, Map, Reason};
use crate::search::Search;
use crate::until::Conditions;
use crate::{Fault, frame, text};

/// Most cycles that a command runs forwards.
pub const MAX_CYCLES: u64 = 2_000_000;
/// Most cycles of a run whose conditions read wires: these take fifty times as long to settle as
/// the word to run.
pub const MAX_CYCLES_OF_WIRES: u64 = 50_000;
/// Most steps of one command.
pub const MAX_STEPS: i32 = 1_000;
/// Most cycles of a wave.
pub const MAX_WINDOW: u64 = 4_000;
/// Most cycles of a count of words.
pub const MAX_COVERAGE: u64 = 500_000;

/// Most half-moves of a game; by the laws of chess, none is longer than 11,797.
pub const MAX_PLIES_OF_GAME: usize = 12_000;
/// Most cycles between two checkpoints that are searched for steps backwards; beyond, more states
/// are kept first.
const MAX_SEARCHED_BACK: u64 = 4 * INTERVAL;

/// The machine, a game, and at most one search.
pub struct Room {
    pub(crate) link: Link,
    pub(crate) program: Program,
    /// The program is not the project's own.
    pub(crate) changed: bool,
    pub(crate) wires: Wires,
    pub(crate) game: Game,
    pub(crate) search: Option<Search>,
    pub(crate) checkpoints: Checkpoints,
    /// Where the last replay stopped, short of its window or at the end of a long one: the next may
    /// begin here.
    pub(crate) waypoint: Option<Checkpoint>,
    pub(crate) pending: Option<Pending>,
    control: Control,
}

/// The rest of a command that has used up its budget.
#[derive(Clone, Debug)]
pub(crate) enum Pending {
    GoTo(u64),
    Forward(Unit, i32),
    Back(Back),
}

/// A way back: the ends of steps are sought between two checkpoints, from the latest of them to the
/// earliest.
#[derive(Clone, Debug)]
pub(crate) struct Back {
    unit: Unit,
    count: usize,
    /// The cycle from which it began.
    present: u64,
    /// All before this cycle is still to be searched.
    upper: u64,
    /// Cycles at which steps end, from `upper` to `present`, in order; more than `count` are not
    /// needed.
    found: VecDeque<u64>,
}

/// How [`Room::advance`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advance {
    /// The cycles ran; the host had nothing to do.
    Word,
    /// The machine halted, and the host went on.
    Host,
    /// The search was complete already.
    Nothing,
}

impl Default for Room {
    fn default() -> Room {
        Room::new()
    }
}

impl Room {
    /// A room with the initial position.
    pub fn new() -> Room {
        let program = programs::search().expect("search.mc is part of this program and tested");
        let mut room = Room {
            link: Link::new(),
            wires: Wires::default(),
            program,
            changed: false,
            game: Game::new(),
            search: None,
            checkpoints: Checkpoints::default(),
            waypoint: None,
            pending: None,
            control: Control::new(),
        };
        room.end_search();
        room
    }

    /// The signal that ends the room's work from another thread, for when nobody waits for its
    /// answers any more. Once it is given the machine stands still, in the present command and in
    /// all later ones.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    pub(crate) fn set_game(&mut self, game: Game) {
        self.game = game;
        self.end_search();
    }

    pub(crate) fn end_search(&mut self) {
        self.search = None;
        self.checkpoints.clear();
        self.waypoint = None;
        // A search that is left unfinished still runs, and a running machine takes nothing from the
        // host.
        self.link.stop();
        self.link.clear_memory();
        self.link.clear_counters();
        self.link.load(self.game.position());
    }

    pub(crate) fn think(&mut self, depth: u8, root: RootDriver) -> Result<Vec<Event>, Fault> {
        if !(1..=MAX_DEPTH).contains(&depth) {
            return Err(Fault::new(
                "depth",
                &format!("1 to {MAX_DEPTH}"),
                &depth.to_string(),
            ));
        }
        if let Some(ending) = self.game.ending() {
            return Err(Fault::new(
                "think",
                "a game that goes on",
                &ending.to_string(),
            ));
        }
        if self.changed && root == RootDriver::Host {
            return Err(Fault::new(
                "root",
                "'machine' while the microcode is changed",
                "host",
            ));
        }
        // The registers too begin as after power-on, so that the same search has the same states
        // everywhere.
        self.link.restore(&machine::State::after_reset());
        let search = Search::begin(&mut self.link, &self.game, depth, root);
        self.waypoint = None;
        self.checkpoints.begin(Checkpoint {
            state: self.link.state().clone(),
            search: search.clone(),
        });
        self.search = Some(search);
        Ok(vec![self.frame()])
    }

    pub(crate) fn searching(&self, command: &str) -> Result<(), Fault> {
        match self.search {
            Some(_) => Ok(()),
            None => Err(Fault::new(command, "a search, begun by 'think'", "none")),
        }
    }

    pub(crate) fn now(&self) -> u64 {
        self.link.state().cycles
    }

    pub(crate) fn is_over(&self) -> bool {
        match &self.search {
            Some(search) => search.is_over(),
            None => true,
        }
    }

    /// Runs at most `cycles` cycles, until the host has gone on or a state is due to be kept.
    pub(crate) fn advance(&mut self, cycles: u64) -> Advance {
        if self.control.stopped() {
            return Advance::Nothing;
        }
        let Some(search) = self.search.as_mut().filter(|search| !search.is_over()) else {
            return Advance::Nothing;
        };
        let host = search.run(&mut self.link, self.game.position(), cycles.min(INTERVAL));
        if self.checkpoints.is_due(self.link.state().cycles) {
            self.checkpoints.keep(Checkpoint {
                state: self.link.state().clone(),
                search: search.clone(),
            });
        }
        if host { Advance::Host } else { Advance::Word }
    }

    pub(crate) fn restore(&mut self, checkpoint: &Checkpoint) {
        self.link.restore(&checkpoint.state);
        self.search = Some(checkpoint.search.clone());
    }

    /// The machine and its search as they are; none without a search.
    pub(crate) fn present(&self) -> Option<Checkpoint> {
        Some(Checkpoint {
            state: self.link.state().clone(),
            search: self.search.clone()?,
        })
    }

    /// The latest checkpoint at or before a cycle that is kept.
    pub(crate) fn checkpoint(&self, cycle: u64) -> Option<Checkpoint> {
        let (kept, waypoint) = (self.checkpoints.before(cycle)?, self.waypoint.as_ref());
        match waypoint {
            Some(waypoint) if (kept.state.cycles..=cycle).contains(&waypoint.state.cycles) => {
                Some(waypoint.clone())
            }
            _ => Some(kept.clone()),
        }
    }

    pub(crate) fn run(
        &mut self,
        cycles: u64,
        until: &[Until],
        stops: &[u16],
    ) -> Result<Reason, Fault> {
        let Some(search) = &self.search else {
            return Ok(Reason::Reached);
        };
        let now = (&self.link, search, self.game.position());
        let mut conditions = None;
        let mut reads_wires = false;
        if !until.is_empty() {
            let asked = Conditions::new(until, &self.program, self.wires.clone(), now)?;
            reads_wires = asked.reads_wires();
            conditions = Some(asked);
        }
        let mut is_stop = [false; WORDS];
        for &address in stops {
            if let Some(stop) = is_stop.get_mut(usize::from(address)) {
                *stop = true;
            }
        }
        let most = if reads_wires {
            MAX_CYCLES_OF_WIRES
        } else {
            MAX_CYCLES
        };
        let end = self.now() + cycles.min(most);
        while self.now() < end {
            let each_word = conditions.is_some() || !stops.is_empty();
            let cycles = if each_word { 1 } else { end - self.now() };
            if self.advance(cycles) == Advance::Nothing {
                return Ok(Reason::Halted);
            }
            if !each_word {
                continue;
            }
            let Some(search) = &self.search else {
                break;
            };
            if let Some(conditions) = &mut conditions
                && conditions.begin(&self.link, search)
            {
                return Ok(Reason::Condition);
            }
            let state = self.link.state();
            if !state.halted && is_stop[usize::from(state.address) % WORDS] {
                return Ok(Reason::Stop);
            }
        }
        Ok(if self.is_over() {
            Reason::Halted
        } else {
            Reason::Reached
        })
    }

    pub(crate) fn go_to(&mut self, cycle: u64) -> Reason {
        let cycle = cycle.max(self.checkpoints.first());
        // An interval before the goal is run through as well, so that steps back from it are short.
        let near = self
            .checkpoint(cycle.saturating_sub(INTERVAL))
            .or_else(|| self.checkpoint(cycle));
        if let Some(near) = near
            && !(near.state.cycles <= self.now() && self.now() <= cycle)
        {
            self.restore(&near);
        }
        let end = self.now() + MAX_CYCLES;
        while self.now() < cycle {
            if self.now() >= end {
                self.pending = Some(Pending::GoTo(cycle));
                return Reason::Pending;
            }
            let goal = cycle.min(end);
            if self.advance(goal - self.now()) == Advance::Nothing {
                return Reason::Halted;
            }
        }
        Reason::Reached
    }

    /// Whether a step of this unit ends with the word that has just run.
    fn is_boundary(&self, unit: Unit, ran: Advance, (nodes, ply): (u64, u8)) -> bool {
        let state = self.link.state();
        match unit {
            Unit::Word => true,
            Unit::Find => frame::find(self.word()) != Find::Nothing,
            Unit::Node => state.nodes != nodes,
            Unit::Ply => state.ply != ply,
            Unit::RootMove => ran == Advance::Host,
        }
    }

    /// The word that runs next.
    pub(crate) fn word(&self) -> Word {
        self.program
            .words
            .get(usize::from(self.link.state().address))
            .copied()
            .unwrap_or_default()
    }

    pub(crate) fn forward(&mut self, unit: Unit, count: i32) -> Reason {
        let end = self.now() + MAX_CYCLES;
        let mut left = count;
        while left > 0 {
            if self.now() >= end && !self.is_over() {
                self.pending = Some(Pending::Forward(unit, left));
                return Reason::Pending;
            }
            let before = (self.link.state().nodes, self.link.state().ply);
            let cycles = if unit == Unit::RootMove {
                end - self.now()
            } else {
                1
            };
            let ran = self.advance(cycles);
            if ran == Advance::Nothing {
                return Reason::Halted;
            }
            left -= i32::from(self.is_boundary(unit, ran, before));
        }
        Reason::Reached
    }

    pub(crate) fn back(&mut self, unit: Unit, count: i32) -> Reason {
        let present = self.now();
        if unit == Unit::RootMove {
            let starts = self
                .search
                .as_ref()
                .map(|search| search.starts(present, count as usize));
            let goal = starts.flatten();
            let reason = self.go_to(goal.unwrap_or(self.checkpoints.first()));
            return if goal.is_none() && reason == Reason::Reached {
                Reason::Beginning
            } else {
                reason
            };
        }
        self.seek(Back {
            unit,
            count: count as usize,
            present,
            upper: present,
            found: VecDeque::new(),
        })
    }

    /// Carries on with a way back for as long as a command may.
    pub(crate) fn seek(&mut self, mut back: Back) -> Reason {
        let mut left = MAX_CYCLES;
        loop {
            let checkpoint = match back.upper.checked_sub(1) {
                Some(before) => self.checkpoint(before),
                None => None,
            };
            let Some(checkpoint) = checkpoint else {
                self.go_to(self.checkpoints.first());
                return Reason::Beginning;
            };
            if left == 0 {
                self.pending = Some(Pending::Back(back));
                return Reason::Pending;
            }
            let start = checkpoint.state.cycles;
            self.restore(&checkpoint);
            if back.upper - start > MAX_SEARCHED_BACK {
                let filled = self.fill(back.upper.min(start + left));
                if filled == 0 {
                    return Reason::Halted;
                }
                left = left.saturating_sub(filled);
                continue;
            }
            let mut here = self.boundaries(&back);
            if self.control.stopped() {
                return Reason::Halted;
            }
            here.append(&mut back.found);
            if let Some(index) = here.len().checked_sub(back.count) {
                return self.go_to(here[index]);
            }
            left = left.saturating_sub(back.upper - start);
            back.found = here;
            back.upper = start;
        }
    }

    /// Runs to a cycle; states are kept on the way. Returns the number of cycles run.
    fn fill(&mut self, end: u64) -> u64 {
        let start = self.now();
        while self.now() < end {
            if self.advance(end - self.now()) == Advance::Nothing {
                break;
            }
        }
        self.now() - start
    }

    /// Runs from a kept checkpoint to where a way back has come, and returns the ends of steps, the
    /// last `count` of them.
    fn boundaries(&mut self, back: &Back) -> VecDeque<u64> {
        let mut here = VecDeque::new();
        if self.now() == self.checkpoints.first() {
            here.push_back(self.now());
        }
        while self.now() < back.upper {
            let before = (self.link.state().nodes, self.link.state().ply);
            let ran = self.advance(1);
            if ran == Advance::Nothing {
                break;
            }
            if self.now() < back.present && self.is_boundary(back.unit, ran, before) {
                here.push_back(self.now());
            }
            if here.len() > back.count {
                here.pop_front();
            }
        }
        here
    }

    pub(crate) fn stopped(&mut self, reason: Reason) -> Vec<Event> {
        let mut events = vec![self.frame(), Event::Stopped { reason }];
        if let Some(search) = self.search.as_ref().filter(|search| search.is_over()) {
            let best = search.best();
            let san = best.map(|best| play::san(self.game.position(), best));
            events.push(Event::Done {
                uci: best.map(text::uci),
                san,
            });
        }
        events
    }

    pub(crate) fn frame(&mut self) -> Event {
        let (word, settled) = (self.word(), self.link.settled());
        let (state, search) = (self.link.state(), self.search.as_ref());
        self.wires.settle(&settled);
        Event::Frame(Box::new(frame::frame(
            state,
            word,
            &settled,
            &self.wires,
            search,
            &self.game,
        )))
    }

    pub(crate) fn board(&self) -> Event {
        let (start, position) = (self.game.start(), self.game.position());
        let mut at = start.clone();
        let mut san = Vec::new();
        for &chess_move in self.game.moves() {
            san.push(play::san(&at, chess_move));
            at.play_unchecked(chess_move);
        }
        let fen = |position: &shakmaty::Chess| {
            Fen::from_position(position, EnPassantMode::Legal).to_string()
        };
        let end = self.game.ending();
        Event::Board(Board {
            start: fen(start),
            fen: fen(position),
            san,
            uci: self
                .game
                .moves()
                .iter()
                .map(|&chess_move| text::uci(chess_move))
                .collect(),
            legal: position.legal_moves().into_iter().map(text::uci).collect(),
            white_to_move: position.turn() == Color::White,
            check: position.is_check(),
            ending: end.as_ref().map(GameEnd::to_string),
            result: end.map(|end| end.outcome.to_string()),
        })
    }

    pub(crate) fn map(&self) -> Event {
        let state = self.link.state();
        let entries = state.memory.entries();
        let bound = |entry: &machine::transposition::memory::Entry| (entry.0 >> 56 & 3) as u32;
        let letter = |pair: &[machine::transposition::memory::Entry]| {
            char::from_digit(bound(&pair[0]) << 2 | bound(&pair[1]), 16).unwrap_or('0')
        };
        let (mut open, mut used) = (Vec::new(), 0);
        for (index, entry) in entries.iter().enumerate() {
            if entry.is_open() {
                open.push(index as u32);
            }
            if entry.0 != 0 {
                used += 1;
            }
        }
        Event::Map(Map {
            bounds: entries.chunks_exact(2).map(letter).collect(),
            open,
            used,
            index: state.memory.index(state.key()),
        })
    }
}

/// Plays moves in SAN or UCI's form.
///
/// # Errors
/// A move is not legal, or the game would be longer than any.
pub(crate) fn play_moves(game: &mut Game, moves: &[String]) -> Result<(), Fault> {
    let plies = game.moves().len() + moves.len();
    if plies > MAX_PLIES_OF_GAME {
        let expected = format!("a game of at most {MAX_PLIES_OF_GAME} half-moves");
        return Err(Fault::new("moves", &expected, &plies.to_string()));
    }
    for text in moves {
        let found =
            notation::parse_move(game.position(), text).map_err(|error| Fault::other(&error))?;
        game.play(found);
    }
    Ok(())
}
