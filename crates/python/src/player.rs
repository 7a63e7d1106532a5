//! Players: their searches, options, evaluations and reasons.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, ThreadId};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use play::{
    Bound as ScoreBound, Choice, Clock, Control, Crash, Finished, Game, Limits, OptionKind,
    PERFT_PLIES, Perft, PlayerFactory, PlayerList, Report, Score, Seat,
};
use players::PLAYERS;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, CastlingMode};

use crate::error::failure;
use crate::memory::expect_memory;
use crate::position::{Position, uci};
use crate::waiting::{panic_message, receive};

/// A player, which does one thing at a time.
#[pyclass(frozen, module = "belle._belle")]
pub(crate) struct Player {
    seat: Arc<SharedSeat>,
}

/// The seat of a player that several threads ask for.
struct SharedSeat {
    occupied: Mutex<Occupied>,
    became_idle: Condvar,
}

struct Occupied {
    seat: Seat,
    /// The thread that gave it its present work.
    owner: Option<ThreadId>,
    /// Options of the present search alone, with the values that they had before.
    before: Vec<OptionText>,
}

/// Name and value of an option as UCI writes them.
type OptionText = (String, String);

impl Occupied {
    /// Sets options for the search that begins. A refused one changes none.
    fn set_for_one_search(&mut self, options: &[OptionText]) -> Result<(), String> {
        self.before = self.set(options)?;
        Ok(())
    }

    /// Sets options of all searches to come. A refused one changes none.
    fn configure(&mut self, options: &[OptionText]) -> Result<(), String> {
        self.set(options)?;
        for (name, value) in options {
            if let Some((name, _)) = self.setting(name) {
                self.seat.record_option(&name, value);
            }
        }
        Ok(())
    }

    /// Sets options, all or none of them. Returns the settings that they change.
    fn set(&mut self, options: &[OptionText]) -> Result<Vec<OptionText>, String> {
        self.check(options)?;
        let mut before = Vec::new();
        for (name, value) in options {
            before.extend(self.setting(name));
            let Some(player) = self.seat.player() else {
                break;
            };
            if let Err(message) = play::set_option(player, name, value) {
                // With that of the refused one: a table that is too large has been made smaller.
                self.set_back(before);
                return Err(message);
            }
        }
        Ok(before)
    }

    /// Fails if a name or a value is none that the player has. What a button clears, or a table of
    /// another size forgets, does not come back: so nothing is set before all have been looked at.
    fn check(&mut self, options: &[OptionText]) -> Result<(), String> {
        let Some(player) = self.seat.player() else {
            return Ok(());
        };
        let specs = player.options();
        for (name, value) in options {
            let checked = match specs.iter().find(|spec| spec.is_named(name)) {
                Some(spec) => spec.parse(value).map_err(|error| error.to_string()),
                // Refused, in words that name the options there are.
                None => play::set_option(player, name, value).map(|()| value.clone()),
            };
            checked?;
        }
        Ok(())
    }

    /// An option as the player names it, and its value; none of a button, which is no setting.
    fn setting(&mut self, name: &str) -> Option<OptionText> {
        let specs = self.seat.player()?.options();
        let spec = specs.iter().find(|spec| spec.is_named(name))?;
        let value = match self.seat.list()?.setting(spec.name) {
            Some(value) => value.to_owned(),
            None => default_value(&spec.kind)?,
        };
        Some((spec.name.to_owned(), value))
    }

    /// Gives options the values that they had before.
    fn set_back(&mut self, before: Vec<OptionText>) {
        let Some(player) = self.seat.player() else {
            return;
        };
        for (name, value) in before.iter().rev() {
            // A folder of tables may be gone by now: then the player says so when it is asked.
            let _ = play::set_option(player, name, value);
        }
    }

    /// Gives the options of the search that has ended the values that they had before.
    fn end_search(&mut self) {
        let before = mem::take(&mut self.before);
        self.set_back(before);
    }
}

/// The default of an option as UCI writes it; a button has none.
fn default_value(kind: &OptionKind) -> Option<String> {
    match kind {
        OptionKind::Check { default } => Some(default.to_string()),
        OptionKind::Spin { default, .. } => Some(default.to_string()),
        OptionKind::Combo { default, .. } => Some(default.to_string()),
        OptionKind::Text { default } => Some(default.to_string()),
        OptionKind::Button => None,
    }
}

/// Time between two looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(20);

impl SharedSeat {
    /// Does something with the idle player. Waits while the player works for another thread; for
    /// the same thread it would wait for ever, so that is an error.
    fn when_idle<T: Send>(
        &self,
        py: Python<'_>,
        then: impl FnOnce(&mut Occupied) -> T + Send,
    ) -> PyResult<T> {
        expect_memory(0)?;
        let mut then = Some(then);
        loop {
            let waited = py.detach(|| {
                let mut occupied = self.occupied.lock();
                if !occupied.seat.is_idle() {
                    if occupied.owner == Some(thread::current().id()) {
                        return Err(failure(
                            "the player is at work on an analysis: close it first, or make another player",
                        ));
                    }
                    self.became_idle.wait_for(&mut occupied, PATIENCE);
                }
                if !occupied.seat.is_idle() {
                    return Ok(None);
                }
                Ok(then.take().map(|then| then(&mut occupied)))
            });
            if let Some(done) = waited? {
                return Ok(done);
            }
            py.check_signals()?;
        }
    }

    fn finish<T>(&self, finished: Finished<T>) -> Result<T, Crash> {
        let mut occupied = self.occupied.lock();
        occupied.owner = None;
        let result = occupied.seat.finish(finished);
        occupied.end_search();
        self.became_idle.notify_all();
        result
    }

    /// Does work on the player's thread; Ctrl-C stops it.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn play::Player, &Control) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (done, end) = channel();
        let end = Mutex::new(end);
        let control = Control::new();
        let stop = control.clone();
        self.when_idle(py, move |occupied| {
            occupied.owner = Some(thread::current().id());
            occupied.seat.start(control, work, move |finished| {
                // Only a program that ends does not wait for it.
                let _ = done.send(finished);
            });
        })?;
        let received = receive(py, &end);
        let finished = match &received {
            Ok(_) => None,
            // Ctrl-C: the player comes back before the exception does.
            Err(_) => {
                stop.stop();
                py.detach(|| end.lock().recv().ok())
            }
        };
        if let Some(finished) = finished {
            let _ = self.finish(finished);
        }
        match received? {
            Some(finished) => self.finish(finished).map_err(failure),
            None => Err(failure("the player's thread ended without a result")),
        }
    }
}

/// Limits of a search, as `belle.player` writes them.
#[derive(FromPyObject)]
pub(crate) struct SearchLimits {
    #[pyo3(item)]
    depth: Option<u32>,
    #[pyo3(item)]
    nodes: Option<u64>,
    #[pyo3(item)]
    seconds: Option<f64>,
    #[pyo3(item)]
    mate: Option<u32>,
    /// Seconds left and increments of White and Black, and moves to go.
    #[pyo3(item)]
    clock: Option<(f64, f64, f64, f64, Option<u32>)>,
    #[pyo3(item)]
    root_moves: Vec<String>,
    #[pyo3(item)]
    infinite: bool,
}

/// Most seconds of a limit: eleven days.
const MAX_SECONDS: f64 = 1e6;

fn duration(name: &str, seconds: f64, least: f64) -> PyResult<Duration> {
    if (least..=MAX_SECONDS).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(failure(format!(
        "{name}: expected {least} to {MAX_SECONDS} seconds, got {seconds}"
    )))
}

impl SearchLimits {
    /// The limits of a search of the last position of a game.
    pub(crate) fn limits(&self, game: &Game) -> PyResult<Limits> {
        if let Some(depth) = self.depth
            && !(1..=99).contains(&depth)
        {
            return Err(failure(format!("depth: expected 1 to 99, got {depth}")));
        }
        if self.nodes == Some(0) {
            return Err(failure("nodes: expected 1 or more, got 0"));
        }
        let move_time = match self.seconds {
            Some(seconds) => Some(duration("seconds", seconds, 0.001)?),
            None => None,
        };
        let clock = match self.clock {
            Some((white, black, white_increment, black_increment, moves_to_go)) => Some(Clock {
                remaining: ByColor {
                    white: duration("white_clock", white, 0.0)?,
                    black: duration("black_clock", black, 0.0)?,
                },
                increment: ByColor {
                    white: duration("white_inc", white_increment, 0.0)?,
                    black: duration("black_inc", black_increment, 0.0)?,
                },
                moves_to_go,
            }),
            None => None,
        };
        let mut search_moves = Vec::new();
        for text in &self.root_moves {
            search_moves.push(notation::parse_move(game.position(), text).map_err(failure)?);
        }
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time,
            clock,
            mate: self.mate,
            infinite: self.infinite,
            search_moves,
            ..Limits::default()
        })
    }
}

/// Name, White's and Black's share, and total of a term.
type TermRow = (String, Option<i32>, Option<i32>, i32);

#[pymethods]
impl Player {
    /// The player of this name, with options set.
    #[new]
    fn new(py: Python<'_>, name: &str, options: Vec<OptionText>) -> PyResult<Player> {
        let factory = PlayerFactory::find(&PLAYERS, name).map_err(failure)?;
        expect_memory(0)?;
        let seat = py.detach(|| Seat::new(PlayerList::new(vec![factory], 0, Vec::new())));
        let player = Player {
            seat: Arc::new(SharedSeat {
                occupied: Mutex::new(Occupied {
                    seat,
                    owner: None,
                    before: Vec::new(),
                }),
                became_idle: Condvar::new(),
            }),
        };
        player.configure(py, options)?;
        Ok(player)
    }

    /// The name shown to opponents.
    fn name(&self, py: Python<'_>) -> String {
        py.detach(|| self.seat.occupied.lock().seat.name().to_owned())
    }

    /// Sets options by their UCI names, all or none of them.
    fn configure(&self, py: Python<'_>, options: Vec<OptionText>) -> PyResult<()> {
        let set = self
            .seat
            .when_idle(py, |occupied| occupied.configure(&options))?;
        set.map_err(failure)
    }

    /// The options: dictionaries with the fields of `chess.engine.Option`.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let specs = self
            .seat
            .when_idle(py, |occupied| match occupied.seat.player() {
                Some(player) => player.options(),
                None => Vec::new(),
            })?;
        let mut rows = Vec::new();
        for spec in specs {
            let row = PyDict::new(py);
            row.set_item("name", spec.name)?;
            match spec.kind {
                OptionKind::Check { default } => {
                    row.set_item("type", "check")?;
                    row.set_item("default", default)?;
                }
                OptionKind::Spin { default, min, max } => {
                    row.set_item("type", "spin")?;
                    row.set_item("default", default)?;
                    row.set_item("min", min)?;
                    row.set_item("max", max)?;
                }
                OptionKind::Combo { default, choices } => {
                    row.set_item("type", "combo")?;
                    row.set_item("default", default)?;
                    row.set_item("var", choices)?;
                }
                OptionKind::Button => row.set_item("type", "button")?,
                OptionKind::Text { default } => {
                    row.set_item("type", "string")?;
                    row.set_item("default", default)?;
                }
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// The values that options were set to.
    fn settings(&self, py: Python<'_>) -> Vec<OptionText> {
        py.detach(|| match self.seat.occupied.lock().seat.list() {
            Some(list) => list.settings().to_vec(),
            None => Vec::new(),
        })
    }

    /// Forgets what was learned in the game before.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.seat.work(py, |player, _| player.new_game())
    }

    /// Starts a search, with options for it alone.
    fn start(
        &self,
        py: Python<'_>,
        position: Position,
        limits: SearchLimits,
        options: Vec<OptionText>,
    ) -> PyResult<Search> {
        let game = position.game()?;
        let limits = SearchLimits::limits(&limits, &game)?;
        let (sender, messages) = channel();
        let (reports, control) = (sender.clone(), Control::new());
        let stop = control.clone();
        let begun = self.seat.when_idle(py, move |occupied| {
            occupied.set_for_one_search(&options)?;
            if let Some(reason) = occupied.seat.refusal(game.position()) {
                occupied.end_search();
                return Err(reason);
            }
            occupied.owner = Some(thread::current().id());
            occupied.seat.search(
                game,
                limits,
                control,
                move |report| {
                    // The search is told to stop when nobody listens any more.
                    let _ = reports.send(Message::Report(Box::new(report.clone())));
                },
                move |finished| {
                    let _ = sender.send(Message::Finished(finished));
                },
            );
            Ok(())
        })?;
        begun.map_err(failure)?;
        Ok(Search {
            seat: Arc::clone(&self.seat),
            control: stop,
            messages: Mutex::new(messages),
            end: Mutex::new(None),
            castling: position.castling(),
        })
    }

    /// Counts the leaves below each legal move.
    fn perft(
        &self,
        py: Python<'_>,
        position: Position,
        depth: u32,
    ) -> PyResult<Vec<(String, u64)>> {
        let game = position.game()?;
        if !(1..=PERFT_PLIES).contains(&depth) {
            return Err(failure(format!(
                "depth: expected 1 to {PERFT_PLIES}, got {depth}"
            )));
        }
        let counted: Perft = self
            .seat
            .work(py, move |player, control| {
                player.perft(game.position(), depth, control)
            })?
            .map_err(failure)?;
        let mut rows = Vec::new();
        for (chess_move, leaves) in counted {
            let text = UciMove::from_move(chess_move, position.castling());
            rows.push((text.to_string(), leaves));
        }
        Ok(rows)
    }

    /// The terms of the static evaluation: name, White's and Black's share, total from White's
    /// side.
    fn evaluate(&self, py: Python<'_>, position: Position) -> PyResult<Vec<TermRow>> {
        let game = position.game()?;
        // It takes microseconds: a thread would take longer.
        let evaluated = self.seat.when_idle(py, |occupied| {
            let Some(player) = occupied.seat.player() else {
                return Ok(Vec::new());
            };
            play::check_position(player, game.position())?;
            let evaluate = AssertUnwindSafe(|| player.evaluate(game.position()));
            catch_unwind(evaluate).map_err(|panic| panic_message(&*panic))
        })?;
        let mut rows = Vec::new();
        for term in evaluated.map_err(failure)? {
            rows.push((term.name, term.white, term.black, term.total));
        }
        Ok(rows)
    }

    /// What decides the order of the moves, as text.
    fn explain(&self, py: Python<'_>, position: Position) -> PyResult<Option<String>> {
        let game = position.game()?;
        let explained = self.seat.work(py, move |player, control| {
            play::check_position(player, game.position())?;
            Ok::<_, String>(player.explain(&game, control))
        })?;
        explained.map_err(failure)
    }
}

impl Player {
    /// Does work on the player's thread; Ctrl-C stops it.
    pub(crate) fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn play::Player, &Control) -> T + Send + 'static,
    ) -> PyResult<T> {
        self.seat.work(py, work)
    }
}

enum Message {
    Report(Box<Report>),
    Finished(Finished<Choice>),
}

/// A search that runs.
#[pyclass(frozen, module = "belle._belle")]
pub(crate) struct Search {
    seat: Arc<SharedSeat>,
    control: Control,
    messages: Mutex<Receiver<Message>>,
    end: Mutex<Option<Result<Choice, Crash>>>,
    castling: CastlingMode,
}

#[pymethods]
impl Search {
    /// The next report, a dictionary with names of `chess.engine.InfoDict`; none when the search
    /// has ended.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if self.has_ended(py) {
            return Ok(None);
        }
        match receive(py, &self.messages) {
            Ok(Some(Message::Report(report))) => Ok(Some(self.row(py, &report)?)),
            Ok(Some(Message::Finished(finished))) => {
                self.keep(finished);
                Ok(None)
            }
            Ok(None) => Ok(None),
            Err(interrupt) => {
                self.close(py);
                Err(interrupt)
            }
        }
    }

    /// Asks the search to end with its best move so far.
    fn stop(&self) {
        self.control.stop();
    }

    /// Ends the search, and waits until the player is free.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.end_now());
    }

    /// The best move and the reply expected, when the search has ended.
    fn choice(&self, py: Python<'_>) -> PyResult<(Option<String>, Option<String>)> {
        while self.next(py)?.is_some() {}
        let end = py.detach(|| self.end.lock().clone());
        let choice = match end {
            Some(result) => result.map_err(failure)?,
            None => return Err(failure("the player's thread ended without a move")),
        };
        let text = |chess_move| UciMove::from_move(chess_move, self.castling).to_string();
        Ok((choice.best.map(text), choice.ponder.map(text)))
    }
}

impl Search {
    fn has_ended(&self, py: Python<'_>) -> bool {
        py.detach(|| {
            let end = self.end.lock();
            end.is_some()
        })
    }

    fn keep(&self, finished: Finished<Choice>) {
        let result = self.seat.finish(finished);
        *self.end.lock() = Some(result);
    }

    fn end_now(&self) {
        self.control.stop();
        let messages = self.messages.lock();
        while let Ok(message) = messages.recv() {
            if let Message::Finished(finished) = message {
                self.keep(finished);
            }
        }
    }

    fn row<'py>(&self, py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
        let row = PyDict::new(py);
        row.set_item("depth", report.depth)?;
        row.set_item("seldepth", report.selective_depth)?;
        row.set_item("multipv", report.multipv)?;
        match report.score {
            Score::Centipawns(value) => row.set_item("cp", value)?,
            Score::Mate(moves) => row.set_item("mate", moves)?,
        }
        match report.bound {
            ScoreBound::Exact => {}
            ScoreBound::Lower => row.set_item("lowerbound", true)?,
            ScoreBound::Upper => row.set_item("upperbound", true)?,
        }
        if let Some(wdl) = report.wdl {
            row.set_item("wdl", wdl)?;
        }
        row.set_item("nodes", report.nodes)?;
        row.set_item("nps", report.nps())?;
        row.set_item("time", report.time.as_secs_f64())?;
        row.set_item("hashfull", report.hash_full)?;
        row.set_item("tbhits", report.table_hits)?;
        row.set_item("pv", uci(&report.pv, self.castling))?;
        if let Some(machine) = report.machine {
            row.set_item("machine_cycles", machine.cycles)?;
            row.set_item("machine_seconds", machine.seconds)?;
        }
        Ok(row)
    }
}

/// A search that nobody listens to any more ends, and the player is free again. The player's thread
/// never asks for the interpreter, so it may be waited for here.
impl Drop for Search {
    fn drop(&mut self) {
        let end = self.end.get_mut();
        if end.is_none() {
            self.end_now();
        }
    }
}
