//! The native player.

use std::time::Duration;

use book::OwnBook;
use endgame::{Metric, TablebaseOptions, Tablebases};
use play::{
    Bound, Choice, Control, Game, Limits, OptionError, OptionSpec, Perft, Player, Report,
    ReportSink, Stopped, Term, TimeManager, mix,
};
use shakmaty::{Chess, Move as Named, Position as _};

use crate::endgames::{self, Known};
use crate::evaluation;
#[cfg(feature = "files")]
use crate::lone_king::LoneKingTables;
use crate::options::{self, Effect, Settings};
use crate::search::root_move::RootMove;
use crate::search::shared::{Counter, Shared};
use crate::search::thread_pool::ThreadPool;
use crate::search::time::time_budget;
use crate::search::value::{INFINITY, shown, wdl};
use crate::search::worker::ThreadData;
use crate::search::{self, SearchInfo, Think};
use crate::strength::Strength;
use crate::transposition_table::TranspositionTable;
use board::{Move, PerftSetup, with_cpu};

/// The native player.
pub struct Native {
    settings: Settings,
    book: OwnBook,
    /// Games begun, which differ in the errors of limited strength if `BookSeed` is not 0.
    games: u64,
    table: TranspositionTable,
    /// One per thread.
    thread_data: Vec<ThreadData>,
    thread_pool: ThreadPool,
    endgames: TablebaseOptions,
    #[cfg(feature = "files")]
    lone_king: LoneKingTables,
}

/// Largest table in MiB: the rest of the computer's memory belongs to other programs.
fn most_mebibytes() -> usize {
    match board::memory::physical() {
        Some(bytes) => (bytes / 4 * 3).div_euclid(1 << 20).max(1) as usize,
        None => usize::MAX,
    }
}

impl Default for Native {
    fn default() -> Native {
        Native::new()
    }
}

impl Native {
    /// A player with default options. Its table is smaller where there is no memory for it.
    pub fn new() -> Native {
        let settings = Settings::default();
        let table = TranspositionTable::at_most(settings.hash);
        let thread_data = vec![ThreadData::default(); settings.threads];
        // Distance to mate is preferred; distance to zeroing decides where the fifty-move rule
        // matters.
        let endgames = TablebaseOptions::new([Metric::Dtm, Metric::Dtc, Metric::Dtz]);
        let (book, thread_pool) = (OwnBook::default(), ThreadPool::default());
        Native {
            settings,
            book,
            games: 0,
            table,
            thread_data,
            thread_pool,
            endgames,
            #[cfg(feature = "files")]
            lone_king: LoneKingTables::default(),
        }
    }

    fn apply(&mut self, effect: Effect, before: &Settings) -> Result<(), OptionError> {
        let (name, result) = match effect {
            Effect::Nothing => return Ok(()),
            Effect::ClearTable => {
                self.clear();
                return Ok(());
            }
            Effect::StartThreads => ("Threads", self.set_threads(before.threads)),
            Effect::ResizeTable => ("Hash", self.resize(before.hash)),
        };
        result.map_err(|(asked, reason)| OptionError::Unusable {
            name: name.to_owned(),
            value: asked.to_string(),
            reason,
        })
    }

    /// Starts the threads of the settings, or restores `before`. The old ones end first.
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

    /// Allocates a table of the size set, or restores `before`. The old one is freed first. A table
    /// that this computer cannot hold is made as large as it can, and the error says so.
    fn resize(&mut self, before: usize) -> Result<(), (usize, String)> {
        let asked = self.settings.hash;
        let most = most_mebibytes();
        self.settings.hash = asked.min(most);
        self.table = TranspositionTable::new(1).map_err(|why| (asked, why.to_string()))?;
        match TranspositionTable::new(self.settings.hash) {
            Ok(table) => {
                self.table = table;
                if asked <= most {
                    return Ok(());
                }
                let reason = format!("{most} is used, three quarters of this computer's memory");
                Err((asked, reason))
            }
            Err(why) => {
                self.settings.hash = before;
                if let Ok(table) = TranspositionTable::new(before) {
                    self.table = table;
                }
                Err((asked, why.to_string()))
            }
        }
    }

    /// What draws the errors of limited strength: 0 repeats them in each game.
    fn error_seed(&self) -> u64 {
        match self.book.seed() {
            0 => 0,
            seed => mix(seed << 32 ^ self.games),
        }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.thread_data.iter_mut().for_each(ThreadData::clear);
    }
}

/// A line reported with an exact value.
#[derive(Clone)]
struct Line {
    first: Move,
    value: i32,
    report: Report,
}

struct Reporter<'a> {
    shared: &'a Shared<'a>,
    time: &'a TimeManager<'a>,
    game: &'a Game,
    show_wdl: bool,
    known: Option<&'a Known>,
    multi_pv: usize,
    /// Lines searched; moves decided by tablebases are reported after them.
    searched: usize,
    /// Lines of the last finished iteration, best first.
    lines: Vec<Line>,
    report: &'a mut dyn FnMut(&Report),
}

/// Time after which bounds are reported, unless tablebases give the value or there are several
/// lines: with a bound in place of one of them, the others would be those of another iteration, out
/// of order and perhaps with the same move.
const BOUND_DELAY: Duration = Duration::from_secs(3);

impl Reporter<'_> {
    fn report(&mut self, info: &SearchInfo<'_>) {
        let time = self.time.since_start();
        let extra = info.variation >= self.multi_pv;
        let shows_bounds = time >= BOUND_DELAY && self.known.is_none() && self.shown_lines() == 1;
        if extra || info.outside.is_some() && !shows_bounds {
            return;
        }
        self.send(info, time);
    }

    /// Searched lines that are reported.
    fn shown_lines(&self) -> usize {
        self.searched.min(self.multi_pv)
    }

    fn send(&mut self, info: &SearchInfo<'_>, time: Duration) {
        let bound = match info.outside {
            None => Bound::Exact,
            Some(true) => Bound::Lower,
            Some(false) => Bound::Upper,
        };
        let position = self.game.position();
        let value = self
            .known
            .map_or(info.value, |known| known.value(info.value));
        let report = Report {
            depth: info.depth as u32,
            selective_depth: info.root.deepest as u32 + 1,
            multipv: info.variation as u32 + 1,
            score: shown(value),
            bound,
            wdl: self.show_wdl.then(|| wdl(value, position)),
            nodes: self.shared.nodes(),
            time,
            hash_full: self.shared.table.per_mille(),
            table_hits: self.shared.tb_hits() + self.known.map_or(0, |known| known.tb_hits),
            pv: variation(position, info.root),
            machine: None,
        };
        (self.report)(&report);
        if bound == Bound::Exact && info.variation + 1 == self.searched {
            self.report_others(&report);
        }
        if bound == Bound::Exact {
            self.lines.truncate(info.variation);
            self.lines.push(Line {
                first: info.root.first,
                value: info.value,
                report,
            });
        }
    }

    /// Reports the moves that tablebases rule out.
    fn report_others(&mut self, last: &Report) {
        let others = self.known.iter().flat_map(|known| &known.others);
        for (line, &(first, value)) in (self.searched + 1..=self.multi_pv).zip(others) {
            let wdl = last.wdl.map(|_| wdl(value, self.game.position()));
            let report = Report {
                multipv: line as u32,
                score: shown(value),
                wdl,
                pv: vec![first],
                ..last.clone()
            };
            (self.report)(&report);
        }
    }

    /// Sends the final report of the move played, after an interrupted iteration or if a weaker
    /// move was `chosen`; without any iteration the static value. Another move than that of the
    /// first line also moves the other lines.
    fn finish(&mut self, best: &RootMove, chosen: bool) {
        let before = self.lines.clone();
        let depth = match before.first() {
            Some(line) if line.first == best.first => return self.repeat(line),
            Some(line) => line.report.depth as i32 + i32::from(!chosen),
            None => 1,
        };
        let value = match best.latest_value() {
            value if value > -INFINITY => value,
            _ => static_value(self.game.position()),
        };
        let outside = if best.value > -INFINITY && self.known.is_none() {
            best.outside
        } else {
            None
        };
        let info = SearchInfo {
            depth,
            variation: 0,
            root: best,
            value,
            outside,
        };
        let time = self.time.since_start();
        self.send(&info, time);
        self.send_after(&info, before, chosen);
    }

    /// Sends the report of the best line again if there were nodes since.
    fn repeat(&mut self, best: &Line) {
        let nodes = self.shared.nodes();
        if best.report.nodes != nodes {
            (self.report)(&Report {
                nodes,
                time: self.time.since_start(),
                ..best.report.clone()
            });
        }
    }

    /// Sends the other lines of the last finished iteration after a new best one. The search under
    /// way has put that one first, so another line whose older value is higher is worth at most as
    /// much, unless a weaker move was `chosen`.
    fn send_after(&mut self, best: &SearchInfo<'_>, before: Vec<Line>, chosen: bool) {
        let others = before
            .into_iter()
            .filter(|line| line.first != best.root.first);
        for (line, rank) in others.zip(2..=self.shown_lines() as u32) {
            let mut report = Report {
                multipv: rank,
                ..line.report
            };
            if line.value > best.value && !chosen {
                report.score = shown(best.value);
                report.bound = Bound::Upper;
                report.wdl = self.show_wdl.then(|| wdl(best.value, self.game.position()));
            }
            (self.report)(&report);
        }
    }
}

fn variation(position: &Chess, root: &RootMove) -> Vec<Named> {
    with_cpu!(
        |cpu, position: &'a Chess, root: &'a RootMove| -> Vec<Named> {
            let mut board = search::board(cpu, position);
            let mut line = Vec::with_capacity(root.line.len());
            for &m in &root.line {
                let Some(named) = board.is_legal(m).then(|| board.to_shakmaty(m)).flatten() else {
                    break;
                };
                line.push(named);
                board = board.make(m);
            }
            line
        }
    )
}

impl Player for Native {
    fn name(&self) -> String {
        format!("Belle native {}", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> Vec<OptionSpec> {
        let options = options::OPTIONS
            .specs()
            .into_iter()
            .chain(OwnBook::options())
            .chain(TablebaseOptions::options());
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
            self.thread_data
                .iter_mut()
                .for_each(|data| *data = ThreadData::default());
            return result;
        }
        let before = self.settings.clone();
        let effect = options::OPTIONS.set(&mut self.settings, name, value)?;
        self.apply(effect, &before)
    }

    fn plays_chess960(&self) -> bool {
        true
    }

    fn new_game(&mut self) {
        self.games += 1;
        self.clear();
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let position = game.position();
        let is_limited = self.settings.limit_strength && !limits.full_strength;
        let mut strength = if is_limited {
            Some(Strength::of(self.settings.elo))
        } else {
            None
        };
        let book_plies = strength.map_or(u32::MAX, |strength| strength.book_plies);
        if let Some((answer, choice)) = self.book.answer_within(game, limits, book_plies) {
            report(&answer);
            return choice;
        }
        let allowed: Vec<Named> = position
            .legal_moves()
            .into_iter()
            .filter(|one| limits.allow(one))
            .collect();
        let budget = time_budget(limits, position.turn(), self.settings.overhead);
        if allowed.is_empty() {
            TimeManager::new(limits, control, budget).wait();
            return Choice {
                best: None,
                ponder: None,
            };
        }
        // `go mate` asks for a search, not for tablebases.
        let none = Tablebases::none();
        let tables = if limits.mate.is_some() {
            &none
        } else {
            self.endgames.tables()
        };
        let known = endgames::known(tables, game, &allowed);
        #[cfg(feature = "files")]
        let known = match known {
            None if limits.mate.is_none() => {
                let tables = if is_limited {
                    self.lone_king.of(position)
                } else {
                    self.lone_king.of_full_strength(position, &budget)
                };
                endgames::known(tables, game, &allowed)
            }
            known => known,
        };
        if known.is_none() {
            strength = strength.map(|strength| strength.in_position(position));
        }
        let finishes_first_iteration = strength.is_some() && limits.nodes.is_none();
        let limits = &mut limits.clone();
        let mut variations = self.settings.variations;
        if let Some(strength) = &strength {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(strength.nodes));
            variations = variations.max(strength.choices);
        }
        let limits = &*limits;
        let time = TimeManager::new(limits, control, budget);
        // Among moves of equal result the search looks for mate without tablebases.
        let tables = if known.is_some() { &none } else { tables };
        let allowed = known.as_ref().map_or(&allowed, |known| &known.moves);
        // Limited strength is repeatable, so it uses one thread.
        let threads = if strength.is_some() {
            1
        } else {
            self.thread_data.len()
        };
        let seed = self.error_seed();
        let thread_data = &mut self.thread_data[..threads];
        let shared = Shared {
            table: &self.table,
            tablebases: tables,
            tablebase_pieces: tables.max_pieces() as u32,
            limits,
            finishes_first_iteration,
            counters: thread_data
                .iter()
                .map(|_| <[Counter; 2]>::default())
                .collect(),
            stop: Default::default(),
            deepest_iteration: Default::default(),
        };
        self.table.new_search();
        let mut reporter = Reporter {
            shared: &shared,
            time: &time,
            game,
            show_wdl: self.settings.show_wdl,
            known: known.as_ref(),
            multi_pv: self.settings.variations,
            searched: variations.min(allowed.len()),
            lines: Vec::new(),
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
            report: &mut |info| reporter.report(info),
        });
        let chosen = strength.is_some_and(|strength| {
            strength.choose(&mut moves, self.settings.variations, game, seed)
        });
        let best = &moves[0];
        reporter.finish(best, chosen);
        let line = variation(position, best);
        Choice {
            best: line.first().copied(),
            ponder: line.get(1).copied(),
        }
    }

    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        with_cpu!(|cpu, position: &'a Chess| -> Vec<Term> {
            evaluation::terms(&search::board(cpu, position))
        })
    }

    fn perft(&mut self, position: &Chess, depth: u32, control: &Control) -> Result<Perft, Stopped> {
        let setup = PerftSetup {
            threads: 1,
            hash: 0,
        };
        board::perft(position, depth, setup, &|| control.stopped()).map_err(|_| Stopped)
    }
}

fn static_value(position: &Chess) -> i32 {
    with_cpu!(|cpu, position: &'a Chess| -> i32 {
        evaluation::evaluate(
            &search::board(cpu, position),
            &mut evaluation::Cache::default(),
        )
    })
}
