//! The fast player.

use std::time::Duration;

use book::OwnBook;
use endgame::{Metric, TablebaseOptions, Tablebases};
use play::{
    Bound, Choice, Control, Game, Limits, OptionError, OptionSpec, Perft, Player, Report, Stopped, Term,
    TimeManager,
};
use shakmaty::{Chess, Move as Named, Position as _};

use crate::endgames::{Known, known};
use crate::evaluation;
use crate::options::{self, Effect, Settings};
use crate::search::shared::{Counter, Shared};
use crate::search::thread_pool::ThreadPool;
use crate::search::time::time_budget;
use crate::search::value::{INFINITY, shown};
use crate::search::worker::{RootMove, ThreadData};
use crate::search::{self, SearchInfo, Think};
use crate::strength::Strength;
use crate::transposition_table::TranspositionTable;
use crate::wdl;
use board::{Cpu, Move, PerftSetup, WithCpu};

/// Belle's design at the speed of today, as a player.
pub struct Native {
    settings: Settings,
    book: OwnBook,
    table: TranspositionTable,
    /// One for each thread.
    thread_data: Vec<ThreadData>,
    thread_pool: ThreadPool,
    endgames: TablebaseOptions,
}

impl Default for Native {
    fn default() -> Native {
        Native::new()
    }
}

impl Native {
    /// A player that has learnt nothing yet.
    ///
    /// # Panics
    /// If the system has not the 16 MiB of memory for its table.
    pub fn new() -> Native {
        let settings = Settings::default();
        let table = TranspositionTable::new(settings.hash, 1).expect("16 MiB of memory");
        let thread_data = vec![ThreadData::default(); settings.threads];
        // Plans that end in mate first; where the fifty-move rule needs it, the last is asked.
        let endgames = TablebaseOptions::new([Metric::Dtm, Metric::Dtc, Metric::Dtz]);
        Native {
            settings,
            book: OwnBook::new(),
            table,
            thread_data,
            thread_pool: ThreadPool::default(),
            endgames,
        }
    }

    fn apply(&mut self, effect: Effect, before: &Settings) -> Result<(), OptionError> {
        let refuse = |name: &str, value: &dyn ToString, reason: String| OptionError::Unusable {
            name: name.to_owned(),
            value: value.to_string(),
            reason,
        };
        match effect {
            Effect::Nothing => {}
            Effect::Clear => self.forget(),
            Effect::Threads => {
                self.set_threads(before.threads).map_err(|(asked, why)| refuse("Threads", &asked, why))?
            }
            Effect::Resize => self.resize(before.hash).map_err(|(asked, why)| refuse("Hash", &asked, why))?,
        }
        Ok(())
    }

    /// As many threads as are set; the old ones end first, as there may not be more.
    fn set_threads(&mut self, before: usize) -> Result<(), (usize, String)> {
        let asked = self.settings.threads;
        self.thread_pool = ThreadPool::default();
        match ThreadPool::new(asked - 1) {
            Ok(pool) => {
                self.thread_pool = pool;
                self.thread_data.resize_with(asked, ThreadData::default);
                Ok(())
            }
            Err(why) => {
                self.settings.threads = before;
                // The old ones were given before, and are given again, or one thread is what there is.
                match ThreadPool::new(before - 1) {
                    Ok(pool) => self.thread_pool = pool,
                    Err(_) => {
                        self.settings.threads = 1;
                        self.thread_data.truncate(1);
                    }
                }
                Err((asked, why.to_string()))
            }
        }
    }

    /// A table of the size set; the old one goes first, as there may not be room for both.
    fn resize(&mut self, before: usize) -> Result<(), (usize, String)> {
        let (asked, threads) = (self.settings.hash, self.settings.threads);
        self.table = TranspositionTable::new(1, 1).map_err(|why| (asked, why.to_string()))?;
        match TranspositionTable::new(asked, threads) {
            Ok(table) => {
                self.table = table;
                Ok(())
            }
            Err(why) => {
                self.settings.hash = before;
                if let Ok(table) = TranspositionTable::new(before, threads) {
                    self.table = table;
                }
                Err((asked, why.to_string()))
            }
        }
    }

    fn forget(&mut self) {
        self.table.clear(self.settings.threads);
        self.thread_data.iter_mut().for_each(ThreadData::clear);
    }
}

/// Says what is found to whoever listens.
struct Reporter<'a> {
    shared: &'a Shared<'a>,
    time: &'a TimeManager<'a>,
    game: &'a Game,
    show_wdl: bool,
    /// What the endgame databases say of the root.
    known: Option<&'a Known>,
    /// Lines to be told.
    pv_lines: usize,
    /// Lines that are searched; what the databases say of other moves is told after them.
    searched: usize,
    /// The last report of an exact best variation, and its first move.
    told: Option<(Report, Move)>,
    report: &'a mut dyn FnMut(&Report),
}

/// Values outside a window are told only of searches that take so long, and not where the value is known.
const PATIENCE: Duration = Duration::from_secs(3);

impl Reporter<'_> {
    fn tell(&mut self, told: &SearchInfo<'_>) {
        let time = self.time.since_start();
        let beside = told.variation >= self.pv_lines;
        if beside || told.outside.is_some() && (time < PATIENCE || self.known.is_some()) {
            return;
        }
        self.say(told, time);
    }

    fn say(&mut self, told: &SearchInfo<'_>, time: Duration) {
        let bound = match told.outside {
            None => Bound::Exact,
            Some(true) => Bound::Lower,
            Some(false) => Bound::Upper,
        };
        let position = self.game.position();
        let value = self.known.map_or(told.value, |known| known.value(told.value));
        let report = Report {
            depth: told.depth as u32,
            selective_depth: told.root.deepest as u32 + 1,
            multipv: told.variation as u32 + 1,
            score: shown(value),
            bound,
            wdl: self.show_wdl.then(|| wdl::model(value, position)),
            nodes: self.shared.nodes(),
            time,
            hash_full: self.shared.table.per_mille(),
            table_hits: self.shared.tb_hits() + self.known.map_or(0, |known| known.tb_hits),
            pv: variation(position, told.root),
            machine: None,
        };
        (self.report)(&report);
        if bound == Bound::Exact && told.variation + 1 == self.searched {
            self.tell_others(&report);
        }
        if bound == Bound::Exact && told.variation == 0 {
            self.told = Some((report, told.root.first));
        }
    }

    /// Lines of moves that are not searched, as the databases advise against them.
    fn tell_others(&mut self, last: &Report) {
        let others = self.known.iter().flat_map(|known| &known.others);
        for (line, &(first, value)) in (self.searched + 1..=self.pv_lines).zip(others) {
            let wdl = last.wdl.map(|_| wdl::model(value, self.game.position()));
            let said =
                Report { multipv: line as u32, score: shown(value), wdl, pv: vec![first], ..last.clone() };
            (self.report)(&said);
        }
    }

    /// The last word. The last iteration may have been cut short after it found another move; or another was `chosen` on
    /// purpose; or not even depth 1 was allowed, and all that is known is what the position is worth as it stands.
    fn end(&mut self, best: &RootMove, chosen: bool) {
        match &mut self.told {
            Some((report, first)) if *first == best.first => {
                if report.nodes != self.shared.nodes() {
                    report.nodes = self.shared.nodes();
                    report.time = self.time.since_start();
                    (self.report)(report);
                }
            }
            told => {
                let depth = told.as_ref().map_or(1, |(report, _)| report.depth as i32 + i32::from(!chosen));
                let value = Some(best.known()).filter(|&value| value > -INFINITY);
                let value = value.unwrap_or_else(|| standing(self.game.position()));
                let outside = best.outside.filter(|_| best.value > -INFINITY && self.known.is_none());
                let told = SearchInfo { depth, variation: 0, root: best, value, outside };
                self.say(&told, self.time.since_start());
            }
        }
    }
}

/// A line in the project's words, as far as it is legal.
fn variation(position: &Chess, root: &RootMove) -> Vec<Named> {
    struct Spell<'a>(&'a Chess, &'a RootMove);
    impl WithCpu for Spell<'_> {
        type Output = Vec<Named>;
        fn run<C: Cpu>(self, cpu: C) -> Vec<Named> {
            let mut board = search::board(cpu, self.0);
            let mut line = Vec::with_capacity(self.1.line.len());
            for &m in &self.1.line {
                let Some(named) = board.is_legal(m).then(|| board.to_shakmaty(m)).flatten() else { break };
                line.push(named);
                board = board.make(m);
            }
            line
        }
    }
    board::dispatch(Spell(position, root))
}

impl Player for Native {
    fn name(&self) -> String {
        format!("Belle native {}", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> Vec<OptionSpec> {
        let options =
            options::TABLE.specs().into_iter().chain(OwnBook::options()).chain(TablebaseOptions::options());
        #[cfg(feature = "tune")]
        let options = options.chain(search::params::tune::options());
        options.collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(result) = self.book.set_option(name, value) {
            return result;
        }
        if let Some(result) = self.endgames.set_option(name, value) {
            return result;
        }
        #[cfg(feature = "tune")]
        if let Some(result) = search::params::tune::set(name, value) {
            self.thread_data.iter_mut().for_each(|data| *data = ThreadData::default());
            return result;
        }
        let before = self.settings.clone();
        let effect = options::TABLE.set(&mut self.settings, name, value)?;
        self.apply(effect, &before)
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Choice {
        if let Some((answer, choice)) = self.book.answer(game, limits) {
            report(&answer);
            return choice;
        }
        let position = game.position();
        let asked = |m: &Named| limits.search_moves.is_empty() || limits.search_moves.contains(m);
        let allowed: Vec<Named> = position.legal_moves().into_iter().filter(asked).collect();
        let budget = time_budget(limits, position.turn(), self.settings.overhead);
        if allowed.is_empty() {
            TimeManager::new(limits, control, budget).wait();
            return Choice { best: None, ponder: None };
        }
        let strength = self.settings.limit_strength.then(|| Strength::of(self.settings.elo));
        let mut limits = limits.clone();
        let mut variations = self.settings.variations;
        let mut all_lines = false;
        if let Some(strength) = &strength {
            all_lines = limits.nodes.is_none();
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(strength.nodes));
            variations = variations.max(strength.choices);
        }
        let limits = &limits;
        let time = TimeManager::new(limits, control, budget);
        // Who asks for a mate within so many moves asks for a search.
        let none = Tablebases::none();
        let tables = if limits.mate.is_some() { &none } else { self.endgames.tables() };
        let known = known(tables, game, &allowed);
        // What is known is not asked for again: among moves of one result the search looks for mate on its own.
        let tables = if known.is_some() { &none } else { tables };
        let allowed = known.as_ref().map_or(&allowed, |known| &known.moves);
        // So that the same game is answered the same way.
        let threads = if strength.is_some() { 1 } else { self.thread_data.len() };
        let thread_data = &mut self.thread_data[..threads];
        let shared = Shared {
            table: &self.table,
            endgames: tables,
            endgame_men: tables.max_pieces() as u32,
            limits,
            all_lines,
            counters: thread_data.iter().map(|_| <[Counter; 2]>::default()).collect(),
            over: Default::default(),
            deepest_iteration: Default::default(),
        };
        self.table.new_search();
        let mut reporter = Reporter {
            shared: &shared,
            time: &time,
            game,
            show_wdl: self.settings.show_wdl,
            known: known.as_ref(),
            pv_lines: self.settings.variations,
            searched: variations.min(allowed.len()),
            told: None,
            report,
        };
        let mut moves = board::dispatch(Think {
            shared: &shared,
            time: &time,
            thread_data,
            thread_pool: &self.thread_pool,
            game,
            allowed,
            variations,
            tell: &mut |told| reporter.tell(told),
        });
        let chosen =
            strength.is_some_and(|strength| strength.choose(&mut moves, self.settings.variations, game));
        let best = &moves[0];
        reporter.end(best, chosen);
        let line = variation(position, best);
        Choice { best: line.first().copied(), ponder: line.get(1).copied() }
    }

    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        struct Terms<'a>(&'a Chess);
        impl WithCpu for Terms<'_> {
            type Output = Vec<Term>;
            fn run<C: Cpu>(self, cpu: C) -> Vec<Term> {
                evaluation::terms(&search::board(cpu, self.0))
            }
        }
        board::dispatch(Terms(position))
    }

    fn perft(&mut self, position: &Chess, depth: u32, control: &Control) -> Result<Perft, Stopped> {
        let setup = PerftSetup { threads: 1, hash: 0 };
        board::perft(position, depth, setup, &|| control.stopped()).map_err(|_| Stopped)
    }
}

/// The static value of a position.
fn standing(position: &Chess) -> i32 {
    struct Standing<'a>(&'a Chess);
    impl WithCpu for Standing<'_> {
        type Output = i32;
        fn run<C: Cpu>(self, cpu: C) -> i32 {
            evaluation::evaluate(&search::board(cpu, self.0), &mut evaluation::Cache::default())
        }
    }
    board::dispatch(Standing(position))
}
