//! Atlas as a [`Player`].

use play::{
    Choice, Control, Game, Limits, OptionError, OptionSpec, Perft, Player, Report, ReportSink,
    Score, Stopped, Term,
};
use shakmaty::{Chess, Move as ChessMove, Position};

use crate::legal::{from_chess_move, king_can_be_taken, legal_moves, perft, to_chess_move};
use crate::machine::machine_time;
use crate::make::make;
use crate::mate::{MAX_MATE_MOVES, Mate};
use crate::movegen::Move;
use crate::root::{RootMove, apply_queen_rule, choose_move, root_moves, search_root};
use crate::search::{MAX_DEPTH, Search, SearchLimits};
use crate::settings::{Measure, Rules, Settings};
use crate::side::Side;
use crate::value::{MATE, MATE_BOUND, MobilityPair, balance_of, mobility_of, to_centipawns};

/// Bell's program. It supports positions with at most sixteen pieces and one king a side. In
/// others, which no game reaches, it plays the first legal move.
#[derive(Clone, Debug, Default)]
pub struct Atlas {
    pub(crate) settings: Settings,
}

impl Atlas {
    /// The program of 1967.
    pub fn new() -> Atlas {
        Atlas::default()
    }

    /// The program with these settings.
    pub fn with_settings(settings: Settings) -> Atlas {
        Atlas { settings }
    }

    /// The legal moves that the rules and the queen rule leave, in the order of generation.
    pub(crate) fn root_move_list(
        &self,
        game: &Game,
        requested: &[ChessMove],
        mine: &mut Side,
        theirs: &mut Side,
    ) -> (Vec<Move>, bool) {
        let is_requested = |mv: &Move| {
            requested.is_empty() || requested.iter().any(|&n| from_chess_move(n) == Some(*mv))
        };
        let mut moves = legal_moves(self.settings.rules, mine, theirs);
        moves.retain(is_requested);
        if moves.is_empty() {
            // Castling or en passant can be the only legal moves.
            moves = legal_moves(Rules::Full, mine, theirs);
            moves.retain(is_requested);
        }
        apply_queen_rule(&self.settings, game, mine, &moves)
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        (mut mine, mut theirs): (Side, Side),
        search_limits: &mut SearchLimits<'_>,
        report: ReportSink<'_>,
    ) -> Choice {
        let position = game.position();
        let (moves, _) = self.root_move_list(game, &limits.search_moves, &mut mine, &mut theirs);
        let settings = self.settings;
        // An analysis goes on until it is stopped, and a depth is an order.
        let deepest = if limits.infinite || limits.depth.is_some() {
            MAX_DEPTH
        } else {
            settings.plies
        };
        let plies = limits.depth.unwrap_or(u32::MAX).clamp(1, deepest);
        search_limits.root_moves = moves
            .iter()
            .map(|&mv| to_chess_move(position, mv))
            .collect();
        let mut search = Search::new(settings, search_limits);
        let mut known = root_moves(&moves, &mut mine, &mut theirs);
        let mut best: Option<Vec<ChessMove>> = None;
        for depth in 1..=plies {
            let mut searched = known.clone();
            if search_root(
                &mut search,
                &mut searched,
                depth,
                false,
                &mut mine,
                &mut theirs,
            )
            .is_err()
            {
                break;
            }
            known = searched;
            let (chosen, _) = choose_move(&known, settings.captures);
            let line = chess_line(position, &chosen.line);
            report(&exact_report(
                search.limits,
                depth,
                score(chosen.value, settings.measure),
                line.clone(),
            ));
            best = Some(line);
            let decided = chosen.value.abs() >= MATE_BOUND && !limits.infinite;
            if decided || search.limits.must_stop() {
                break;
            }
        }
        let line = match best {
            Some(line) => line,
            // Not even one ply was finished: the first move, with the value of the position.
            None => {
                let line = chess_line(position, &moves[..1.min(moves.len())]);
                let here = MobilityPair::new(settings.measure, settings.rules, &mine, &theirs);
                let value = score(here.compared(settings.measure), settings.measure);
                report(&exact_report(search_limits, 1, value, line.clone()));
                line
            }
        };
        Choice {
            best: line.first().copied(),
            ponder: line.get(1).copied(),
        }
    }

    fn mate(
        &self,
        position: &Chess,
        search_limits: &mut SearchLimits<'_>,
        report: ReportSink<'_>,
    ) -> Option<Choice> {
        let limits = search_limits.time().limits;
        // The solver tries all moves.
        if !limits.search_moves.is_empty() {
            return None;
        }
        let moves = limits.mate?.min(MAX_MATE_MOVES);
        let mut mate =
            Mate::new(search_limits.time().control.clone()).until(search_limits.deadline());
        let line = mate.line(position, moves).ok()??;
        let in_moves = line.len().div_ceil(2);
        report(&exact_report(
            search_limits,
            line.len() as u32,
            Score::Mate(in_moves as i32),
            line.clone(),
        ));
        Some(Choice {
            best: line.first().copied(),
            ponder: line.get(1).copied(),
        })
    }
}

impl Player for Atlas {
    fn name(&self) -> String {
        "Atlas".to_owned()
    }

    fn options(&self) -> Vec<OptionSpec> {
        Settings::options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.settings.set(name, value)
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let position = game.position();
        let mut search_limits = SearchLimits::new(limits, position.turn(), &self.settings, control);
        let legal = position.legal_moves();
        let choice = match Side::both(position) {
            _ if legal.is_empty() => Choice {
                best: None,
                ponder: None,
            },
            Ok(sides) => match self.mate(position, &mut search_limits, report) {
                Some(mate) => mate,
                None => self.think(game, limits, sides, &mut search_limits, report),
            },
            Err(_) => {
                let first = *limits.search_moves.first().unwrap_or(&legal[0]);
                report(&exact_report(
                    &search_limits,
                    1,
                    Score::Centipawns(0),
                    vec![first],
                ));
                Choice {
                    best: Some(first),
                    ponder: None,
                }
            }
        };
        search_limits.time().wait();
        choice
    }

    /// One term, mobility. Atlas counts captures, not material.
    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        let Ok((mine, theirs)) = Side::both(position) else {
            return Vec::new();
        };
        let measure = self.settings.measure;
        let mobility = MobilityPair::new(measure, self.settings.rules, &mine, &theirs);
        let (own, opponents) = (mobility.own as i32, mobility.opponents as i32);
        let total = to_centipawns(mobility.compared(measure), measure);
        let is_white = position.turn().is_white();
        let (white, black) = if is_white {
            (own, opponents)
        } else {
            (opponents, own)
        };
        let name = match measure {
            Measure::Squares => "squares controlled",
            _ => "mobility",
        };
        vec![Term {
            name: name.to_owned(),
            white: Some(white),
            black: Some(black),
            total: if is_white { total } else { -total },
        }]
    }

    fn perft(&mut self, position: &Chess, depth: u32, control: &Control) -> Result<Perft, Stopped> {
        let Ok((mut mine, mut theirs)) = Side::both(position) else {
            return Ok(Perft::new());
        };
        let mut counted = Perft::new();
        let rules = self.settings.rules;
        for mv in legal_moves(rules, &mut mine, &mut theirs) {
            let (mut after, mut against) = (mine.clone(), theirs.clone());
            make(&mut after, &mut against, mv);
            debug_assert!(!king_can_be_taken(&against, &after));
            let stopped = &mut || control.stopped();
            let below = depth.saturating_sub(1);
            let leaves = perft(rules, (&mut against, &mut after), below, stopped)?;
            counted.extend(to_chess_move(position, mv).map(|chess_move| (chess_move, leaves)));
        }
        Ok(counted)
    }
}

pub(crate) fn chess_line(position: &Chess, line: &[Move]) -> Vec<ChessMove> {
    let mut position = position.clone();
    let mut chess_line = Vec::new();
    for &mv in line {
        let Some(chess_move) = to_chess_move(&position, mv) else {
            break;
        };
        position.play_unchecked(chess_move);
        chess_line.push(chess_move);
    }
    chess_line
}

fn exact_report(
    search_limits: &SearchLimits<'_>,
    depth: u32,
    score: Score,
    pv: Vec<ChessMove>,
) -> Report {
    let (nodes, time) = (search_limits.nodes, search_limits.time().since_start());
    let machine = if nodes > 0 {
        Some(machine_time(nodes))
    } else {
        None
    };
    Report {
        score,
        nodes,
        time,
        machine,
        ..Report::unsearched(depth, pv)
    }
}

fn score(value: i32, measure: Measure) -> Score {
    if value >= MATE_BOUND {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -MATE_BOUND {
        Score::Mate(-(MATE + value) / 2)
    } else {
        Score::Centipawns(10 * balance_of(value) + to_centipawns(mobility_of(value), measure))
    }
}

/// The root moves with exact values, for [`crate::explain`]. Empty if the search was stopped.
pub(crate) fn searched_root_moves(
    atlas: &Atlas,
    moves: &[Move],
    control: &Control,
    (mine, theirs): (&mut Side, &mut Side),
) -> Vec<RootMove> {
    let limits = Limits::default();
    let mut search_limits = SearchLimits::new(&limits, mine.color, &atlas.settings, control);
    let mut search = Search::new(atlas.settings, &mut search_limits);
    let mut searched = root_moves(moves, mine, theirs);
    match search_root(
        &mut search,
        &mut searched,
        atlas.settings.plies,
        true,
        mine,
        theirs,
    ) {
        Ok(()) => searched,
        Err(_) => Vec::new(),
    }
}
