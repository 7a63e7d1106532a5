//! A small deterministic test player: material, alpha-beta, one report a depth. It keeps every
//! limit and fails on demand.

use play::{
    Choice, Choices, Control, Game, Limits, OptionError, OptionKind, OptionRow, OptionSpec,
    OptionTable, Player, Progress, Report, ReportSink, Score, Term, TimeBudget, TimeManager,
};
use shakmaty::{Chess, Color, Move, Position, Role, Square};

const MATE: i32 = 30_000;
/// Less than every value.
const LOWEST: i32 = -MATE - 1;
const DEEPEST: u32 = 64;

/// The test player. Its option `Fault` makes searches `panic` after the first report, stay
/// `silent`, or return `illegal` moves.
#[derive(Clone, Debug, Default)]
pub struct Minimax {
    fault: Fault,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Fault {
    #[default]
    None,
    Panic,
    Silent,
    Illegal,
}

impl Choices for Fault {
    const ALL: &'static [(Fault, &'static str)] = &[
        (Fault::None, "none"),
        (Fault::Panic, "panic"),
        (Fault::Silent, "silent"),
        (Fault::Illegal, "illegal"),
    ];
}

struct Search<'a> {
    time: TimeManager<'a>,
    nodes: u64,
    /// Set after the first depth, which every search finishes.
    may_stop: bool,
}

static OPTIONS: OptionTable<Minimax, ()> = OptionTable(&[
    OptionRow::unkept("Hash", || OptionKind::spin(1, 1..=64), ()),
    OptionRow::button("Clear Hash", ()),
    OptionRow::unkept("Ponder", || OptionKind::Check { default: false }, ()),
    OptionRow::unkept("BookFile", || OptionSpec::text("BookFile").kind, ()),
    OptionRow::combo("Fault", |player| &mut player.fault, ()),
]);

impl Player for Minimax {
    fn name(&self) -> String {
        "Minimax".to_owned()
    }

    fn options(&self) -> Vec<OptionSpec> {
        OPTIONS.specs()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        OPTIONS.set(self, name, value)
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let position = game.position();
        let time = TimeManager::new(limits, control, budget(limits, position.turn()));
        let mut search = Search {
            time,
            nodes: 0,
            may_stop: false,
        };
        let mut roots = limits.search_moves.clone();
        if roots.is_empty() {
            roots = position.legal_moves().to_vec();
        }
        let mut pv = Vec::new();
        for depth in 1..=limits.depth.unwrap_or(DEEPEST) {
            let Some(ValuedLine { value, line }) = search.root(position, &roots, depth) else {
                break;
            };
            pv = line;
            let Some(&best) = pv.first() else { break };
            // Best move first, for more cutoffs.
            roots.retain(|&m| m != best);
            roots.insert(0, best);
            search.may_stop = true;
            match self.fault {
                Fault::Silent => continue,
                Fault::Illegal => pv = vec![best, best],
                Fault::None | Fault::Panic => {}
            }
            let news = search.report(depth, value, &pv);
            report(&news);
            if self.fault == Fault::Panic {
                // A panic past its hook: the hook's backtrace can take so long that progress is
                // reported in between.
                std::panic::resume_unwind(Box::new("a fault on demand"));
            }
            let found = limits.mate.is_some_and(|most| {
                matches!(news.score, Score::Mate(moves) if (1..=most as i32).contains(&moves))
            });
            if found || search.ended() {
                break;
            }
        }
        if self.fault == Fault::Illegal {
            return Choice {
                best: Some(Move::Put {
                    role: Role::Queen,
                    to: Square::E4,
                }),
                ponder: None,
            };
        }
        Choice {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
        }
    }

    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        let (white, black) = (
            material(position, Color::White),
            material(position, Color::Black),
        );
        let name = "material".to_owned();
        vec![Term {
            name,
            white: Some(white),
            black: Some(black),
            total: white - black,
        }]
    }
}

/// A value and the moves that lead to it.
struct ValuedLine {
    value: i32,
    line: Vec<Move>,
}

impl ValuedLine {
    fn without_moves(value: i32) -> ValuedLine {
        ValuedLine {
            value,
            line: Vec::new(),
        }
    }
}

impl Search<'_> {
    /// The best of the root moves; `None` if the search was ended.
    fn root(&mut self, position: &Chess, roots: &[Move], depth: u32) -> Option<ValuedLine> {
        let (mut best, mut best_line) = (LOWEST, Vec::new());
        for (number, &current) in (1..).zip(roots) {
            let (root_moves, nodes) = (roots.len() as u32, self.nodes);
            self.time.control.set_progress(Progress {
                depth,
                current,
                number,
                root_moves,
                nodes,
                hash_full: 0,
            });
            let ValuedLine { value, line } =
                self.below(&after(position, current), depth, 1, LOWEST, -best)?;
            if -value > best {
                best = -value;
                best_line = [vec![current], line].concat();
            }
        }
        Some(ValuedLine {
            value: best,
            line: best_line,
        })
    }

    /// Value for the mover and its line; `None` if the search was ended.
    fn below(
        &mut self,
        position: &Chess,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<ValuedLine> {
        self.nodes += 1;
        if self.ended() {
            return None;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            let value = if position.is_check() {
                ply as i32 - MATE
            } else {
                0
            };
            return Some(ValuedLine::without_moves(value));
        }
        if ply >= depth {
            let (us, them) = (position.turn(), !position.turn());
            let value = material(position, us) - material(position, them);
            return Some(ValuedLine::without_moves(value));
        }
        let (mut best, mut best_line) = (LOWEST, Vec::new());
        for &chess_move in &moves {
            let ValuedLine { value, line } =
                self.below(&after(position, chess_move), depth, ply + 1, -beta, -alpha)?;
            if -value > best {
                best = -value;
                best_line = [vec![chess_move], line].concat();
                alpha = alpha.max(best);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(ValuedLine {
            value: best,
            line: best_line,
        })
    }

    fn ended(&self) -> bool {
        let out_of_nodes = || {
            self.time
                .limits
                .nodes
                .is_some_and(|nodes| self.nodes >= nodes)
        };
        self.may_stop && (self.time.must_stop() || out_of_nodes())
    }

    fn report(&self, depth: u32, value: i32, pv: &[Move]) -> Report {
        let plies_to_mate = MATE - value.abs();
        let score = match value {
            // Too far for a mate: a value of material.
            _ if plies_to_mate > 1000 => Score::Centipawns(value),
            _ if value > 0 => Score::Mate((plies_to_mate + 1) / 2),
            _ => Score::Mate(-plies_to_mate / 2),
        };
        let (nodes, time) = (self.nodes, self.time.since_start());
        Report {
            score,
            nodes,
            time,
            ..Report::unsearched(depth, pv.to_vec())
        }
    }
}

fn budget(limits: &Limits, turn: Color) -> TimeBudget {
    let clock = limits.clock.as_ref().map(|clock| {
        let left = *clock.remaining.get(turn);
        (left / 30 + *clock.increment.get(turn) / 2).min(left / 2)
    });
    TimeBudget::default()
        .at_most(limits.move_time)
        .at_most(clock)
}

fn material(position: &Chess, color: Color) -> i32 {
    let values = [
        (Role::Pawn, 100),
        (Role::Knight, 300),
        (Role::Bishop, 310),
        (Role::Rook, 500),
        (Role::Queen, 900),
    ];
    let board = position.board();
    values
        .iter()
        .map(|&(role, value)| board.by_piece(role.of(color)).count() as i32 * value)
        .sum()
}

fn after(position: &Chess, chess_move: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    next
}
