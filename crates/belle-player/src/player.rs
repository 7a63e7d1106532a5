//! Belle as a player.

use book::OwnBook;
use endgame::{Metric, TablebaseOptions};
use host::{CHECK_INTERVAL, Generation, Link, Root, RootRule, Searcher};
use machine::evaluator::full::full_terms;
use play::{
    Choice, Control, Game, Limits, OptionError, OptionSpec, PERFT_PLIES, Perft, Player, ReportSink,
    Stopped, Term,
};
use roms::{BLACK, MATERIAL, PIECE_SQUARE};
use shakmaty::{Chess, Position};
use tbelle::{MoveGenerator, TBelle};

use crate::device::{Connect, Device};
use crate::devices::Devices;
use crate::endgames::probe_root;
use crate::limits::SearchLimits;
use crate::options::{self, Effect, Settings};
use crate::search::Search;

/// The machine and its host as one player.
#[derive(Clone, Debug)]
pub struct Belle {
    link: Link,
    /// The machine on a board, for a program that can reach one.
    device: Option<Device>,
    settings: Settings,
    book: OwnBook,
    endgames: TablebaseOptions,
    program: TBelle,
    devices: Devices,
    root_rule: RootRule,
}

impl Default for Belle {
    fn default() -> Belle {
        Belle {
            link: Link::default(),
            device: None,
            settings: Settings::default(),
            book: OwnBook::default(),
            // Thompson's metric first, as in its day.
            endgames: TablebaseOptions::new([Metric::Dtc, Metric::Dtm, Metric::Dtz]),
            program: TBelle::default(),
            devices: Devices::default(),
            root_rule: RootRule::default(),
        }
    }
}

impl Belle {
    /// A machine with cleared memory.
    pub fn new() -> Belle {
        Belle::default()
    }

    /// A player with another machine and root rule, for experiments. Generations before 1980 stay
    /// as they are.
    pub fn with_machine(link: Link, root_rule: RootRule) -> Belle {
        Belle {
            link,
            root_rule,
            ..Belle::default()
        }
    }

    /// The same player with the option `Device`, which names the device of a machine on a board.
    pub fn with_devices(self, connect: Connect) -> Belle {
        Belle {
            device: Some(Device::new(connect)),
            ..self
        }
    }

    fn clear_memory(&mut self) {
        self.link.clear_memory();
        if let Some(device) = &mut self.device {
            device.clear_memory();
        }
        self.devices.clear_memory();
    }

    /// A search by the machine, or by the devices of 1978.
    fn search_machine(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let settings = self.settings;
        let turn = game.position().turn();
        // Time counts from here on.
        let search_limits = SearchLimits::new(limits, control, turn, settings);
        let root_rule = match settings.generation {
            Generation::Devices1978 => RootRule::FullWindows,
            _ => self.root_rule,
        };
        let Some(searcher) = searcher(
            settings,
            &mut self.devices,
            &mut self.device,
            &mut self.link,
        ) else {
            return Choice {
                best: None,
                ponder: None,
            };
        };
        searcher.clear_counters();
        searcher.set_draw(turn.fold_wb(-settings.contempt, settings.contempt));
        let mut search = Search::new(searcher, game.position(), search_limits, report);
        let candidates = search.candidates(game);
        if candidates.is_empty() {
            return search.answer_none();
        }
        let advice = probe_root(&self.endgames, settings.multi_pv, game, limits, candidates);
        search.table_hits = advice.hits;
        if !advice.lines.is_empty() {
            return search.answer_from_tables(&advice.lines);
        }
        search.mark_open(game);
        search.deepen(Root::new(game.position(), advice.candidates).with_rule(root_rule))
    }
}

/// What searches: the devices of 1978, the machine on a board, or the simulated one; `None` if the
/// board is not there.
fn searcher<'a>(
    settings: Settings,
    devices: &'a mut Devices,
    device: &'a mut Option<Device>,
    link: &'a mut Link,
) -> Option<&'a mut dyn Searcher> {
    if settings.generation == Generation::Devices1978 {
        return Some(devices);
    }
    match device {
        Some(device) if device.has_address() => Some(device.connected()?),
        _ => Some(link),
    }
}

/// The option that names the device of a machine on a board.
pub const DEVICE: &str = "Device";

impl Player for Belle {
    fn name(&self) -> String {
        format!("Belle {}", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> Vec<OptionSpec> {
        options::TABLE
            .specs()
            .into_iter()
            .chain(OwnBook::options())
            .chain(self.program.options())
            .chain(TablebaseOptions::options())
            .chain(self.device.as_ref().map(|_| OptionSpec::text(DEVICE)))
            .collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(result) = self.book.set_option(name, value) {
            return result;
        }
        if let Some(result) = self.endgames.set_option(name, value) {
            return result;
        }
        if let Some(device) = &mut self.device
            && OptionSpec::text(DEVICE).is_named(name)
        {
            device.set_address(value);
            return Ok(());
        }
        match self.program.set_option(name, value) {
            Err(OptionError::Unknown(_)) => {}
            result => return result,
        }
        match options::TABLE.set(&mut self.settings, name, value)? {
            Effect::Nothing => {}
            Effect::ClearMemory => self.clear_memory(),
            Effect::ChangeGeneration => {
                self.program.set_generator(match self.settings.generation {
                    Generation::Generator1976 => MoveGenerator::Hardware,
                    _ => MoveGenerator::Software,
                });
            }
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.clear_memory();
        self.program.new_game();
    }

    fn failure(&mut self) -> Option<String> {
        self.device.as_mut()?.take_failure()
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let is_program = self.settings.generation.is_program();
        // The program's own book replaces the one that all players share.
        let asks_shared_book = !is_program || !self.program.has_book();
        if asks_shared_book && let Some((answer, choice)) = self.book.answer(game, limits) {
            report(&answer);
            return choice;
        }
        if is_program {
            self.program.set_pace(self.settings.pace);
            return self.program.search(game, limits, control, report);
        }
        self.search_machine(game, limits, control, report)
    }

    fn explain(&mut self, game: &Game, control: &Control) -> Option<String> {
        if self.settings.generation.is_program() {
            self.program.explain(game, control)
        } else {
            None
        }
    }

    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        self.link.load(position);
        let state = self.link.state();
        let board = &state.board;
        let class = board.lazy.stage_class();
        let terms = board.lazy.terms();
        let both = |name: &str, white: i16, black: i16| Term {
            name: name.to_owned(),
            white: Some(i32::from(white)),
            black: Some(i32::from(black)),
            total: i32::from(white) - i32::from(black),
        };
        // The two summing registers hold White's share less Black's; the shares are added up here.
        let shares = |word: fn(usize, usize) -> i16| {
            let mut sums = [0, 0];
            for (square, &piece) in board.pieces().iter().enumerate() {
                let black = piece & BLACK != 0;
                let value = word(square, usize::from(piece));
                sums[usize::from(black)] += if black { -value } else { value };
            }
            sums
        };
        let material = shares(|_, piece| MATERIAL[piece]);
        let piece_square = shares(|square, piece| PIECE_SQUARE[square][piece]);
        debug_assert_eq!(material[0] - material[1], terms.material);
        debug_assert_eq!(piece_square[0] - piece_square[1], terms.piece_square);
        let mut all = vec![
            both("lazy: material", material[0], material[1]),
            both("lazy: piece-square", piece_square[0], piece_square[1]),
            both("lazy: king safety", terms.safety[0], terms.safety[1]),
            both(
                "lazy: king centralization",
                terms.centralization[0],
                terms.centralization[1],
            ),
        ];
        let full = full_terms(board.planes, class);
        all.extend(
            full.iter()
                .map(|term| both(&format!("full: {}", term.name), term.white, term.black)),
        );
        let sum: i16 = full.iter().map(|term| term.total).sum();
        let clamped = state.full_value();
        if clamped != sum {
            all.push(Term {
                name: "full: clamped to the lazy margin".to_owned(),
                white: None,
                black: None,
                total: i32::from(clamped - sum),
            });
        }
        all
    }

    fn perft(&mut self, position: &Chess, depth: u32, control: &Control) -> Result<Perft, Stopped> {
        let below = (depth.clamp(1, PERFT_PLIES) - 1) as u8;
        let searcher = searcher(
            self.settings,
            &mut self.devices,
            &mut self.device,
            &mut self.link,
        )
        .ok_or(Stopped)?;
        searcher.clear_counters();
        searcher.load(position);
        let moves = searcher.root_moves(position);
        let mut counts = Vec::with_capacity(moves.len());
        for root_move in moves {
            let leaves = searcher.perft_move(&root_move, below, &mut |_| {
                if control.stopped() {
                    None
                } else {
                    Some(CHECK_INTERVAL)
                }
            });
            counts.push((root_move.chess, leaves.ok_or(Stopped)?));
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_own_book_on_answers_from_the_book() {
        let mut belle = Belle::new();
        let mut reports = Vec::new();
        let mut think = |belle: &mut Belle| {
            reports.clear();
            let choice = belle.search(
                &Game::new(),
                &Limits::depth(1),
                &Control::new(),
                &mut |report| {
                    reports.push(report.clone());
                },
            );
            (choice, reports.last().unwrap().nodes)
        };
        let (_, nodes) = think(&mut belle);
        assert!(nodes > 0, "off by default");
        belle.set_option("OwnBook", "true").unwrap();
        let (choice, nodes) = think(&mut belle);
        assert_eq!(nodes, 0);
        assert_eq!(
            choice.best,
            book::Book::embedded().choose(&Chess::default(), 0)
        );
        // Four of the book that all players share, and ProgramBook.
        assert_eq!(
            belle
                .options()
                .iter()
                .filter(|spec| spec.name.contains("Book"))
                .count(),
            5
        );
    }

    #[test]
    fn explain_is_of_the_program_only() {
        let mut belle = Belle::new();
        assert_eq!(belle.explain(&Game::new(), &Control::new()), None);
        belle.set_option("Generation", "1976").unwrap();
        assert!(
            belle
                .explain(&Game::new(), &Control::new())
                .unwrap()
                .contains("mate threat")
        );
    }

    #[test]
    fn search_program_book_answers_for_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        // The root is at 2: d2-d4 leads to 6, a node without moves. Squares count from a8.
        std::fs::write(&path, [2, 0, 51, 35, 6 | 1, 0, 0xFF, 0xFF]).unwrap();
        let mut belle = Belle::new();
        assert!(
            belle
                .set_option("ProgramBook", "no/such/book")
                .unwrap_err()
                .to_string()
                .contains("no/such/book")
        );
        belle
            .set_option("ProgramBook", path.to_str().unwrap())
            .unwrap();
        let think = |belle: &mut Belle, game: &Game| {
            let mut nodes = 0;
            let choice = belle.search(game, &Limits::depth(2), &Control::new(), &mut |report| {
                nodes = report.nodes
            });
            (choice.best.unwrap(), nodes)
        };
        let mut game = Game::new();
        assert!(
            think(&mut belle, &game).1 > 0,
            "the machine has no such book"
        );
        belle.set_option("Generation", "1972").unwrap();
        belle.set_option("OwnBook", "true").unwrap();
        let (best, nodes) = think(&mut belle, &game);
        assert_eq!((best.to_string(), nodes), ("d2-d4".to_owned(), 0));
        game.play(best);
        assert!(
            think(&mut belle, &game).1 > 0,
            "the book ends after its move"
        );
    }
}
