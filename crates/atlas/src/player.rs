//! Atlas as a player among others.

use play::{
    Bound, Choice, Control, Game, Limits, OptionError, OptionSpec, Perft, Player, Report, Score, Stopped,
    Term,
};
use shakmaty::{Chess, Move as Named, Position};

use crate::choice::{Candidate, candidates, choose, queen_at_home, weigh};
use crate::legal::{king_can_be_taken, legal_moves, listed, named, perft};
use crate::listing::{Move, Scope};
use crate::make::make;
use crate::mate::{MOST_MOVES, Mate};
use crate::men::Men;
use crate::search::{DEEPEST, Search};
use crate::style::{Measure, Style};
use crate::tables::Tables;
use crate::value::{Freedom, MATE, MATES, balance_of, hundredths, mobility_of};
use crate::watch::Watch;

/// Bell's program.
///
/// It takes any position with at most sixteen men and one king a side, which is every position of chess. In
/// others, which no rules lead to, it only makes the first legal move.
#[derive(Clone, Debug, Default)]
pub struct Atlas {
    tables: Tables,
    style: Style,
}

impl Atlas {
    /// The program of 1967.
    pub fn new() -> Atlas {
        Atlas::default()
    }

    /// The program with other settings.
    pub fn with_style(style: Style) -> Atlas {
        Atlas { style, ..Atlas::default() }
    }

    /// How it plays.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The tables it runs on.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The moves it considers, in the order of listing: the legal ones of its scope, less the queen's at home.
    pub(crate) fn considered(
        &self,
        position: &Chess,
        asked: &[Named],
        mine: &mut Men,
        theirs: &mut Men,
    ) -> (Vec<Move>, bool) {
        let is_asked = |one: &Move| asked.is_empty() || asked.iter().any(|&n| listed(n) == Some(*one));
        let mut moves = legal_moves(&self.tables, self.style.scope, mine, theirs);
        moves.retain(is_asked);
        if moves.is_empty() {
            // The only legal moves may lie outside the published scope.
            moves = legal_moves(&self.tables, Scope::Full, mine, theirs);
            moves.retain(is_asked);
        }
        queen_at_home(&self.style, position.fullmoves().get(), mine, &moves)
    }

    fn think(
        &mut self,
        position: &Chess,
        limits: &Limits,
        (mut mine, mut theirs): (Men, Men),
        watch: &mut Watch<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Choice {
        let (moves, _) = self.considered(position, &limits.search_moves, &mut mine, &mut theirs);
        let style = self.style;
        // An analysis goes on until it is stopped.
        let deepest = if limits.infinite { DEEPEST } else { style.plies };
        let plies = limits.depth.unwrap_or(u32::MAX).clamp(1, deepest);
        watch.name_moves(moves.iter().map(|&one| named(position, one)));
        let mut search = Search::new(&self.tables, style, watch);
        let mut known = candidates(&search, &moves, &mut mine, &mut theirs);
        let mut best: Option<Vec<Named>> = None;
        for depth in 1..=plies {
            let mut weighed = known.clone();
            let over = weigh(&mut search, &mut weighed, depth, false, &mut mine, &mut theirs).is_err();
            if over {
                break;
            }
            known = weighed;
            let (chosen, _) = choose(&known);
            let line = spelt(position, &chosen.line);
            report(&said(search.watch, depth, score(chosen.value, style.measure), line.clone()));
            best = Some(line);
            let decided = chosen.value.abs() >= MATES && !limits.infinite;
            if decided || search.watch.is_over() {
                break;
            }
        }
        let line = best.unwrap_or_else(|| {
            // Not even one ply was allowed: the first move listed, and what the position itself is worth.
            let line = spelt(position, &moves[..1.min(moves.len())]);
            let here = Freedom::of(&self.tables, style.measure, style.scope, &mine, &theirs);
            report(&said(watch, 1, score(here.compared(style.measure), style.measure), line.clone()));
            line
        });
        Choice { best: line.first().copied(), ponder: line.get(1).copied() }
    }

    /// Asked for a mate, the solver looks for one, with all the rules.
    fn mate(
        &mut self,
        position: &Chess,
        limits: &Limits,
        control: &Control,
        watch: &mut Watch<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Choice> {
        let moves = limits.mate.filter(|_| limits.search_moves.is_empty())?.min(MOST_MOVES);
        let mut mate = Mate::new(control.clone()).until(watch.ends());
        let line = mate.line(position, moves).ok()??;
        let in_moves = line.len().div_ceil(2);
        report(&said(watch, line.len() as u32, Score::Mate(in_moves as i32), line.clone()));
        Some(Choice { best: line.first().copied(), ponder: line.get(1).copied() })
    }
}

impl Player for Atlas {
    fn name(&self) -> String {
        "Atlas".to_owned()
    }

    fn options(&self) -> Vec<OptionSpec> {
        Style::options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.style.set(name, value)
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Choice {
        let position = game.position();
        let mut watch = Watch::new(limits, position.turn(), self.style.overhead, control);
        let legal = position.legal_moves();
        let choice = match Men::both(position) {
            _ if legal.is_empty() => Choice { best: None, ponder: None },
            Ok(men) => self
                .mate(position, limits, control, &mut watch, report)
                .unwrap_or_else(|| self.think(position, limits, men, &mut watch, report)),
            Err(_) => {
                let first = *limits.search_moves.first().unwrap_or(&legal[0]);
                report(&said(&watch, 1, Score::Centipawns(0), vec![first]));
                Choice { best: Some(first), ponder: None }
            }
        };
        watch.wait();
        choice
    }

    /// One term, as the program's evaluation is mobility alone. Material is not in it: Atlas counts captures, not men.
    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        let Ok((mine, theirs)) = Men::both(position) else { return Vec::new() };
        let measure = self.style.measure;
        let freedom = Freedom::of(&self.tables, measure, self.style.scope, &mine, &theirs);
        let (own, opponents) = (freedom.own as i32, freedom.opponents as i32);
        let total = hundredths(freedom.compared(measure), measure);
        let is_white = position.turn().is_white();
        let (white, black) = if is_white { (own, opponents) } else { (opponents, own) };
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
        let Ok((mut mine, mut theirs)) = Men::both(position) else { return Ok(Perft::new()) };
        let mut counted = Perft::new();
        let scope = self.style.scope;
        for one in legal_moves(&self.tables, scope, &mut mine, &mut theirs) {
            let (mut after, mut against) = (mine.clone(), theirs.clone());
            make(&mut after, &mut against, one);
            debug_assert!(!king_can_be_taken(&self.tables, &against, &after));
            let stopped = &mut || control.stopped();
            let below = depth.saturating_sub(1);
            let leaves = perft(&self.tables, scope, (&mut against, &mut after), below, stopped)?;
            counted.extend(named(position, one).map(|named| (named, leaves)));
        }
        Ok(counted)
    }
}

/// A line in the words of the project, as far as it is legal.
pub(crate) fn spelt(position: &Chess, line: &[Move]) -> Vec<Named> {
    let mut position = position.clone();
    let mut spelt = Vec::new();
    for &one in line {
        let Some(named) = named(&position, one) else { break };
        position.play_unchecked(named);
        spelt.push(named);
    }
    spelt
}

fn said(watch: &Watch<'_>, depth: u32, score: Score, pv: Vec<Named>) -> Report {
    Report {
        depth,
        selective_depth: depth,
        multipv: 1,
        score,
        bound: Bound::Exact,
        wdl: None,
        nodes: watch.nodes(),
        time: watch.elapsed(),
        hash_full: 0,
        table_hits: 0,
        pv,
        machine: None,
    }
}

/// A value as the world reads it.
fn score(value: i32, measure: Measure) -> Score {
    if value >= MATES {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -MATES {
        Score::Mate(-(MATE + value) / 2)
    } else {
        Score::Centipawns(10 * balance_of(value) + hundredths(mobility_of(value), measure))
    }
}

/// The weighed moves of a position for [`crate::explain`]: every value exact.
pub(crate) fn weighed(
    atlas: &Atlas,
    moves: &[Move],
    control: &Control,
    (mine, theirs): (&mut Men, &mut Men),
) -> Vec<Candidate> {
    let mut watch = Watch::new(&Limits::default(), mine.colour, 0, control);
    let mut search = Search::new(&atlas.tables, atlas.style, &mut watch);
    let mut weighed = candidates(&search, moves, mine, theirs);
    match weigh(&mut search, &mut weighed, atlas.style.plies, true, mine, theirs) {
        Ok(()) => weighed,
        Err(_) => Vec::new(),
    }
}
