//! Why a move was chosen: the program is small enough to be understood completely, so this shows all of it.

use std::fmt::{self, Display, Formatter};

use play::Control;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move as Named, Position};

use crate::castling::{Step, obstacles};
use crate::choice::{Candidate, Reason, choose};
use crate::listing::{Move, Scope};
use crate::make::make;
use crate::men::{Man, Men, Unfit};
use crate::player::{Atlas, spelt, weighed};
use crate::style::Style;
use crate::value::{Freedom, MATE, MATES, balance_of, hundredths, mobility_of};

/// A candidate move and what the program sees in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Considered {
    /// The move.
    pub named: Named,
    /// The line expected, in algebraic notation.
    pub line: Vec<String>,
    /// What it captures at once.
    pub taken: Man,
    /// All that is captured along the line: who by the program, who by its opponent.
    pub swaps: Vec<(bool, Man)>,
    /// The balance of captures with its weighting, in tenths of a pawn.
    pub balance: i32,
    /// What it leaves both sides in mobility at the end of the line.
    pub leaves: Freedom,
    /// The same compared, in hundredths of a pawn.
    pub mobility: i32,
    /// Mate at the end of the line, in plies: positive if the program mates.
    pub mate: Option<i32>,
    /// What it does for castling.
    pub step: Step,
}

/// A whole explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    style: Style,
    turn: Color,
    move_number: u32,
    /// Whether the queen's rule took moves away.
    pub queen_held: bool,
    /// Obstacles before castling, if a right is left.
    pub obstacles: Option<u32>,
    /// The candidates, best first.
    pub considered: Vec<Considered>,
    /// The move chosen and why, unless the game is over.
    pub chosen: Option<(Named, Reason)>,
}

impl Atlas {
    /// Explains the choice in a position. Returns early, with no candidates, if `control` says stop.
    ///
    /// # Errors
    /// [`Unfit`] if the position does not fit Bell's arrays.
    pub fn explain(&self, position: &Chess, control: &Control) -> Result<Explanation, Unfit> {
        let (mut mine, mut theirs) = Men::both(position)?;
        let (moves, queen_held) = self.considered(position, &[], &mut mine, &mut theirs);
        let weighed = weighed(self, &moves, control, (&mut mine, &mut theirs));
        let chosen = if weighed.is_empty() { None } else { Some(choose(&weighed)) };
        let chosen = chosen
            .and_then(|(candidate, reason)| Some((*spelt(position, &[candidate.one]).first()?, reason)));
        let mut considered: Vec<Considered> =
            weighed.iter().filter_map(|c| self.look(position, c, &mine, &theirs)).collect();
        let chosen_move = chosen.map(|(named, _)| named);
        considered.sort_by_key(|c| {
            (
                Some(c.named) != chosen_move,
                -c.mate.map_or(0, |plies| MATE * plies.signum() - plies),
                -c.balance,
                -c.mobility,
            )
        });
        Ok(Explanation {
            style: self.style(),
            turn: position.turn(),
            move_number: position.fullmoves().get(),
            queen_held,
            obstacles: obstacles(self.tables(), &mine, &theirs),
            considered,
            chosen,
        })
    }

    fn look(&self, position: &Chess, candidate: &Candidate, mine: &Men, theirs: &Men) -> Option<Considered> {
        let line = spelt(position, &candidate.line);
        let (swaps, leaves) = self.along(&candidate.line, mine.clone(), theirs.clone());
        let mut at = position.clone();
        let written = line.iter().map(|&one| SanPlus::from_move_and_play_unchecked(&mut at, one).to_string());
        let value = candidate.value;
        Some(Considered {
            named: *line.first()?,
            line: written.collect(),
            taken: candidate.taken,
            swaps,
            balance: balance_of(value),
            leaves,
            mobility: hundredths(mobility_of(value), self.style().measure),
            mate: (value.abs() >= MATES).then(|| value.signum() * (MATE - value.abs())),
            step: candidate.step,
        })
    }

    /// Walks along a line: what is taken on the way, and what mobility is left at its end, the program's first.
    fn along(&self, line: &[Move], mine: Men, theirs: Men) -> (Vec<(bool, Man)>, Freedom) {
        let (mut mover, mut other) = (mine, theirs);
        let mut swaps = Vec::new();
        let mut own = true;
        for &one in line {
            let taken = make(&mut mover, &mut other, one).taken();
            if taken != Man::NONE {
                swaps.push((own, taken));
            }
            std::mem::swap(&mut mover, &mut other);
            own = !own;
        }
        let (mine, theirs) = if own { (mover, other) } else { (other, mover) };
        let style = self.style();
        (swaps, Freedom::of(self.tables(), style.measure, style.scope, &mine, &theirs))
    }
}

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Style { plies, queen_rule, measure, scope, .. } = self.style;
        writeln!(f, "Atlas, {} to make move {}: {plies} plies", self.turn, self.move_number)?;
        let rules = if scope == Scope::Full { "all rules" } else { "no castling, no en passant" };
        writeln!(f, "measure of mobility: {}; rules: {rules}", measure.name())?;
        match (queen_rule, self.queen_held) {
            (true, true) => writeln!(f, "the queen stays at home for the first five moves")?,
            (true, false) => writeln!(f, "the queen's rule has no say here")?,
            (false, _) => writeln!(f, "the queen's rule is off")?,
        }
        match self.obstacles {
            Some(0) => writeln!(f, "the way to castling is clear")?,
            Some(count) => writeln!(f, "obstacles before castling: {count}")?,
            None => writeln!(f, "castling is over")?,
        }
        writeln!(f)?;
        writeln!(
            f,
            "{:<8} {:<5} {:>7}  {:<12} {:>9} {:>9}  {:<8} line",
            "move", "takes", "balance", "swaps", "own:opp", "mobility", "castling"
        )?;
        for considered in &self.considered {
            writeln!(f, "{considered}")?;
        }
        match &self.chosen {
            Some((_, reason)) => {
                writeln!(f)?;
                let first = self.considered.first().and_then(|considered| considered.line.first());
                writeln!(f, "chosen: {}, because {}", first.map_or("", String::as_str), reason.words())
            }
            None => writeln!(f, "no move to choose"),
        }
    }
}

impl Display for Considered {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let letter = |man: Man| man.role().map_or('-', |role| role.upper_char());
        let swaps: Vec<String> = self
            .swaps
            .iter()
            .map(|&(own, man)| format!("{}{}", if own { '+' } else { '-' }, letter(man)))
            .collect();
        let (balance, mobility) = match self.mate {
            Some(plies) if plies > 0 => (format!("mate {plies}"), String::new()),
            Some(plies) => (format!("mated {}", -plies), String::new()),
            None => (format!("{:+.1}", f64::from(self.balance) / 10.0), format!("{:+}", self.mobility)),
        };
        let castling = match self.step {
            Step::Castles => "castles",
            Step::Nearer => "nearer",
            Step::Same => "",
            Step::Away => "away",
        };
        let leaves = format!("{}:{}", self.leaves.own, self.leaves.opponents);
        write!(
            f,
            "{:<8} {:<5} {balance:>7}  {:<12} {leaves:>9} {mobility:>9}  {castling:<8} {}",
            self.line.first().map_or("", String::as_str),
            letter(self.taken),
            swaps.join(" "),
            self.line.join(" ")
        )
    }
}
