//! The room: the machine and its search, run forwards and, from checkpoints, backwards.

use std::collections::VecDeque;

use host::{Link, MAX_DEPTH, Searcher};
use machine::microengine::word::{WORDS, Word};
use machine::transposition::memory::Entry;
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
/// Most cycles of a run or a recording that reads wires, which take as long as [`MAX_CYCLES`] of
/// registers alone.
pub const MAX_CYCLES_OF_WIRES: u64 = 100_000;
/// Most steps of one command.
pub const MAX_STEPS: i32 = 1_000;
/// Most cycles of the window of a wave.
pub const MAX_WINDOW: u64 = 4_000;
/// Most cycles of a count of words.
pub const MAX_COVERAGE: u64 = 500_000;

/// Most half-moves of a game; by the laws of chess, none is longer than 11,797.
pub const MAX_PLIES_OF_GAME: usize = 12_000;
/// Most cycles between two checkpoints that a step backwards goes through word by word. A longer
/// way is first run through at full speed, which leaves checkpoints on it.
const MAX_SEARCHED_BACK: u64 = 4 * INTERVAL;

/// The machine, a game, and at most one search.
pub struct Room {
    pub(crate) link: Link,
    pub(crate) program: Program,
    /// The program is the user's, and no longer the project's own.
    pub(crate) changed: bool,
    pub(crate) wires: Wires,
    pub(crate) game: Game,
    pub(crate) search: Option<Search>,
    pub(crate) checkpoints: Checkpoints,
    /// Where the last replay stopped, on the way to its window or at the end of a long one: the
    /// next replay may begin here.
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

/// A way back by steps. The machine cannot run backwards: it runs forwards again from a checkpoint,
/// and notes where steps end. If these are too few, it does so from the checkpoint before.
#[derive(Clone, Debug)]
pub(crate) struct Back {
    unit: Unit,
    count: usize,
    /// The cycle at which the way back began.
    present: u64,
    /// Ends of steps from this cycle to the present are known, those before it are not.
    known_from: u64,
    /// The last `count` of the known ends, in order, as cycles.
    step_ends: VecDeque<u64>,
}

/// How [`Room::advance`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advance {
    /// The machine ran, and has not halted.
    Machine,
    /// The machine ran and halted, and the host acted: it went on to the next root move, or the
    /// search is complete.
    Host,
    /// Nothing ran: the search was complete already, or the room was told to stop.
    Nothing,
}

/// What shows that a node or a ply has ended.
#[derive(Clone, Copy)]
struct Counters {
    nodes: u64,
    ply: u8,
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

    pub(crate) fn expect_search(&self, command: &str) -> Result<(), Fault> {
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

    /// Runs for `cycles` cycles, but no longer than to the host's next act, and at most for an
    /// [`INTERVAL`], so that every checkpoint that is due is kept.
    pub(crate) fn advance(&mut self, cycles: u64) -> Advance {
        if self.control.stopped() {
            return Advance::Nothing;
        }
        let Some(search) = self.search.as_mut().filter(|search| !search.is_over()) else {
            return Advance::Nothing;
        };
        let host = search.run(&mut self.link, self.game.position(), cycles.min(INTERVAL));
        if self.checkpoints.is_due(self.link.state().cycles) {
            self.checkpoints.keep(self.link.state(), search);
        }
        if host {
            Advance::Host
        } else {
            Advance::Machine
        }
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

    /// The latest kept checkpoint at a cycle or before it.
    pub(crate) fn checkpoint_before(&self, cycle: u64) -> Option<Checkpoint> {
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
        breakpoints: &[u16],
    ) -> Result<Reason, Fault> {
        let Some(search) = &self.search else {
            return Ok(Reason::Reached);
        };
        let mut conditions = None;
        if !until.is_empty() {
            let present = (&self.link, search, self.game.position());
            let understood = Conditions::new(until, &self.program, self.wires.clone(), present)?;
            conditions = Some(understood);
        }
        let mut is_breakpoint = [false; WORDS];
        for &address in breakpoints {
            if let Some(breakpoint) = is_breakpoint.get_mut(usize::from(address)) {
                *breakpoint = true;
            }
        }
        if let Some(conditions) = conditions.take_if(|conditions| conditions.reads_wires()) {
            let end = self.now() + cycles.min(MAX_CYCLES_OF_WIRES);
            return Ok(self.run_until_wires(conditions, &is_breakpoint, end));
        }
        let end = self.now() + cycles.min(MAX_CYCLES);
        while self.now() < end {
            let each_word = conditions.is_some() || !breakpoints.is_empty();
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
            if self.is_at_breakpoint(&is_breakpoint) {
                return Ok(Reason::Stop);
            }
        }
        Ok(self.end_of_cycles())
    }

    /// Runs to a cycle, or until conditions hold of which one reads wires. The wires of many words
    /// settle together, so the machine runs ahead of them and goes back to the word at which the
    /// conditions held.
    fn run_until_wires(
        &mut self,
        mut conditions: Conditions,
        is_breakpoint: &[bool; WORDS],
        end: u64,
    ) -> Reason {
        let Some(start) = self.present() else {
            return Reason::Halted;
        };
        loop {
            let ended = self.run_words(&mut conditions, is_breakpoint, end);
            if let Some(cycle) = conditions.settle() {
                if cycle < self.now() {
                    self.restore(&start);
                    self.run_to(cycle);
                }
                return Reason::Condition;
            }
            if let Some(reason) = ended {
                return reason;
            }
        }
    }

    /// Runs as many words as settle together. Returns why it ended before.
    fn run_words(
        &mut self,
        conditions: &mut Conditions,
        is_breakpoint: &[bool; WORDS],
        end: u64,
    ) -> Option<Reason> {
        while !conditions.is_full() {
            if self.now() >= end {
                return Some(self.end_of_cycles());
            }
            if self.advance(1) == Advance::Nothing {
                return Some(Reason::Halted);
            }
            if let Some(search) = &self.search {
                conditions.add(&self.link, search);
            }
            if self.is_at_breakpoint(is_breakpoint) {
                return Some(Reason::Stop);
            }
        }
        None
    }

    fn is_at_breakpoint(&self, is_breakpoint: &[bool; WORDS]) -> bool {
        let state = self.link.state();
        !state.halted && is_breakpoint[usize::from(state.address) % WORDS]
    }

    /// Why a run ends whose cycles are over.
    fn end_of_cycles(&self) -> Reason {
        if self.is_over() {
            Reason::Halted
        } else {
            Reason::Reached
        }
    }

    pub(crate) fn go_to(&mut self, cycle: u64) -> Reason {
        let cycle = cycle.max(self.checkpoints.first());
        // The way leads through an interval before the goal, where it leaves a checkpoint: steps
        // back from the goal are short then.
        let start = self
            .checkpoint_before(cycle.saturating_sub(INTERVAL))
            .or_else(|| self.checkpoint_before(cycle));
        if let Some(start) = start {
            // From the present the way is shorter if it lies between the two.
            let is_between = (start.state.cycles..=cycle).contains(&self.now());
            if !is_between {
                self.restore(&start);
            }
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

    fn counters(&self) -> Counters {
        let state = self.link.state();
        Counters {
            nodes: state.nodes,
            ply: state.ply,
        }
    }

    /// Whether a step of this unit ends here, where `before` was before the word that has just run.
    fn is_step_end(&self, unit: Unit, ran: Advance, before: Counters) -> bool {
        let now = self.counters();
        match unit {
            Unit::Word => true,
            // It ends before the find, so that the array is seen as it settles.
            Unit::Find => frame::find(self.word()) != Find::Nothing,
            Unit::Node => now.nodes != before.nodes,
            Unit::Ply => now.ply != before.ply,
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
            let before = self.counters();
            let cycles = if unit == Unit::RootMove {
                end - self.now()
            } else {
                1
            };
            let ran = self.advance(cycles);
            if ran == Advance::Nothing {
                return Reason::Halted;
            }
            if self.is_step_end(unit, ran, before) {
                left -= 1;
            }
        }
        Reason::Reached
    }

    pub(crate) fn back(&mut self, unit: Unit, count: i32) -> Reason {
        let present = self.now();
        if unit == Unit::RootMove {
            let goal = match &self.search {
                Some(search) => search.start_before(present, count as usize),
                None => None,
            };
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
            known_from: present,
            step_ends: VecDeque::new(),
        })
    }

    /// Carries on with a way back for as long as a command may.
    pub(crate) fn seek(&mut self, mut back: Back) -> Reason {
        let mut cycles_left = MAX_CYCLES;
        loop {
            let checkpoint = match back.known_from.checked_sub(1) {
                Some(before) => self.checkpoint_before(before),
                None => None,
            };
            let Some(checkpoint) = checkpoint else {
                self.go_to(self.checkpoints.first());
                return Reason::Beginning;
            };
            if cycles_left == 0 {
                self.pending = Some(Pending::Back(back));
                return Reason::Pending;
            }
            let start = checkpoint.state.cycles;
            self.restore(&checkpoint);
            if back.known_from - start > MAX_SEARCHED_BACK {
                let ran = self.run_to(back.known_from.min(start + cycles_left));
                if ran == 0 {
                    return Reason::Halted;
                }
                cycles_left = cycles_left.saturating_sub(ran);
                continue;
            }
            let mut step_ends = self.step_ends(&back);
            if self.control.stopped() {
                return Reason::Halted;
            }
            step_ends.append(&mut back.step_ends);
            if let Some(index) = step_ends.len().checked_sub(back.count) {
                return self.go_to(step_ends[index]);
            }
            cycles_left = cycles_left.saturating_sub(back.known_from - start);
            back.step_ends = step_ends;
            back.known_from = start;
        }
    }

    /// Runs to a cycle, which leaves checkpoints on the way. Returns the number of cycles run.
    fn run_to(&mut self, end: u64) -> u64 {
        let start = self.now();
        while self.now() < end {
            if self.advance(end - self.now()) == Advance::Nothing {
                break;
            }
        }
        self.now() - start
    }

    /// Runs from a checkpoint to the first cycle from which a way back knows the ends of steps.
    /// Returns the last `count` ends before it.
    fn step_ends(&mut self, back: &Back) -> VecDeque<u64> {
        let mut ends = VecDeque::new();
        // No word before it ends a step, but one can step back to the beginning.
        if self.now() == self.checkpoints.first() {
            ends.push_back(self.now());
        }
        while self.now() < back.known_from {
            let before = self.counters();
            let ran = self.advance(1);
            if ran == Advance::Nothing {
                break;
            }
            if self.now() < back.present && self.is_step_end(back.unit, ran, before) {
                ends.push_back(self.now());
            }
            if ends.len() > back.count {
                ends.pop_front();
            }
        }
        ends
    }

    /// The events at the end of a command that has moved the machine.
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

    pub(crate) fn memory_map(&self) -> Event {
        let state = self.link.state();
        let entries = state.memory.entries();
        let bound = |entry: Entry| u32::from(entry.is_lower()) << 1 | u32::from(entry.is_upper());
        // A hexadecimal digit has room for the bounds of two entries.
        let digit = |pair: &[Entry]| {
            char::from_digit(bound(pair[0]) << 2 | bound(pair[1]), 16).unwrap_or('0')
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
            bounds: entries.chunks_exact(2).map(digit).collect(),
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
