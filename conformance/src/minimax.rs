//! A small deterministic test player: material, alpha-beta, one report a depth. It keeps every limit and fails on demand.

use std::time::{Duration, Instant};

use play::{
    Bound, Choice, Control, Game, Limits, OptionError, OptionKind, OptionRow, OptionSpec, OptionTable,
    Player, Progress, Report, ReportSink, Score, Term,
};
use shakmaty::{Chess, Color, Move, Position, Role, Square};

const MATE: i32 = 30_000;
const DEEPEST: u32 = 64;

/// The test player. Its option `Fault` makes searches `panic` after the first report, stay `silent`, or return
/// `illegal` moves.
#[derive(Clone, Debug, Default)]
pub struct Minimax {
    fault: String,
}

struct Search<'a> {
    limits: &'a Limits,
    control: &'a Control,
    start: Instant,
    /// Time to use, from the start or from the ponder hit.
    budget: Option<Duration>,
    hit: Option<Instant>,
    nodes: u64,
    /// Set after the first depth, which every search finishes.
    may_stop: bool,
}

static OPTIONS: OptionTable<Minimax, ()> = OptionTable(&[
    OptionRow("Hash", || OptionKind::spin(1, 1..=64), |_, _| ()),
    OptionRow("Clear Hash", || OptionKind::Button, |_, _| ()),
    OptionRow("Ponder", || OptionKind::Check { default: false }, |_, _| ()),
    OptionRow("BookFile", || OptionKind::Text { default: String::new() }, |_, _| ()),
    OptionRow(
        "Fault",
        || OptionKind::combo(&["none", "panic", "silent", "illegal"]),
        |player, value| {
            value.clone_into(&mut player.fault);
        },
    ),
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

    fn search(&mut self, game: &Game, limits: &Limits, control: &Control, report: ReportSink<'_>) -> Choice {
        let mut search = Search {
            limits,
            control,
            start: Instant::now(),
            budget: budget(limits, game.position().turn()),
            hit: None,
            nodes: 0,
            may_stop: false,
        };
        let position = game.position();
        let mut roots = if limits.search_moves.is_empty() {
            position.legal_moves().to_vec()
        } else {
            limits.search_moves.clone()
        };
        let mut pv = Vec::new();
        for depth in 1..=limits.depth.unwrap_or(DEEPEST) {
            let Some((value, line)) = search.root(position, &roots, depth) else { break };
            pv = line;
            let Some(&best) = pv.first() else { break };
            // Best move first, for more cutoffs.
            roots.retain(|&m| m != best);
            roots.insert(0, best);
            search.may_stop = true;
            match self.fault.as_str() {
                "silent" => continue,
                "illegal" => pv = vec![best, best],
                _ => {}
            }
            let news = search.report(depth, value, &pv);
            report(&news);
            assert!(self.fault != "panic", "a fault on demand");
            let found =
                matches!(news.score, Score::Mate(n) if limits.mate.is_some_and(|m| n > 0 && n <= m as i32));
            if found || search.ended() {
                break;
            }
        }
        if self.fault == "illegal" {
            return Choice { best: Some(Move::Put { role: Role::Queen, to: Square::E4 }), ponder: None };
        }
        Choice { best: pv.first().copied(), ponder: pv.get(1).copied() }
    }

    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        let side = |color| material(position, color);
        let (white, black) = (side(Color::White), side(Color::Black));
        vec![Term {
            name: "material".to_owned(),
            white: Some(white),
            black: Some(black),
            total: white - black,
        }]
    }
}

impl Search<'_> {
    fn root(&mut self, position: &Chess, roots: &[Move], depth: u32) -> Option<(i32, Vec<Move>)> {
        let mut best = (-MATE - 1, Vec::new());
        let of = roots.len() as u32;
        for (number, &chess_move) in (1..).zip(roots) {
            let nodes = self.nodes;
            self.control.set_progress(Progress {
                depth,
                current: chess_move,
                number,
                of,
                nodes,
                hash_full: 0,
            });
            let (value, line) = self.below(&after(position, chess_move), depth, 1, -MATE - 1, -best.0)?;
            if -value > best.0 {
                best = (-value, [vec![chess_move], line].concat());
            }
        }
        Some(best)
    }

    /// Value for the mover; `None` if the search was ended.
    fn below(
        &mut self,
        position: &Chess,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<(i32, Vec<Move>)> {
        self.nodes += 1;
        if self.ended() {
            return None;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some((if position.is_check() { ply as i32 - MATE } else { 0 }, Vec::new()));
        }
        if ply >= depth {
            let (us, them) = (position.turn(), !position.turn());
            return Some((material(position, us) - material(position, them), Vec::new()));
        }
        let mut best = (-MATE - 1, Vec::new());
        for &chess_move in &moves {
            let (value, line) = self.below(&after(position, chess_move), depth, ply + 1, -beta, -alpha)?;
            if -value > best.0 {
                best = (-value, [vec![chess_move], line].concat());
                alpha = alpha.max(best.0);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    fn ended(&mut self) -> bool {
        if !self.may_stop {
            return false;
        }
        if self.control.stopped() || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return true;
        }
        if self.limits.ponder && !self.control.ponder_was_hit() {
            return false;
        }
        let since = match self.limits.ponder {
            true => *self.hit.get_or_insert_with(Instant::now),
            false => self.start,
        };
        self.budget.is_some_and(|budget| since.elapsed() >= budget)
    }

    fn report(&self, depth: u32, value: i32, pv: &[Move]) -> Report {
        let plies = MATE - value.abs();
        let score = match value {
            _ if plies > 1000 => Score::Centipawns(value),
            _ if value > 0 => Score::Mate((plies + 1) / 2),
            _ => Score::Mate(-plies / 2),
        };
        Report {
            depth,
            selective_depth: depth,
            multipv: 1,
            score,
            bound: Bound::Exact,
            wdl: None,
            nodes: self.nodes,
            time: self.start.elapsed(),
            hash_full: 0,
            table_hits: 0,
            pv: pv.to_vec(),
            machine: None,
        }
    }
}

fn budget(limits: &Limits, turn: Color) -> Option<Duration> {
    let clock = limits.clock.as_ref().map(|clock| {
        let left = *clock.remaining.get(turn);
        (left / 30 + *clock.increment.get(turn) / 2).min(left / 2)
    });
    match (limits.move_time, clock) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn material(position: &Chess, color: Color) -> i32 {
    let values =
        [(Role::Pawn, 100), (Role::Knight, 300), (Role::Bishop, 310), (Role::Rook, 500), (Role::Queen, 900)];
    let board = position.board();
    values.iter().map(|&(role, value)| board.by_piece(role.of(color)).count() as i32 * value).sum()
}

fn after(position: &Chess, chess_move: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    next
}
