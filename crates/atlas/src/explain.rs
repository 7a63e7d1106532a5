//! Explanation of a choice, with everything the program takes into account.

use std::fmt::{self, Display, Formatter};

use play::{Choices as _, Control, Game};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move as ChessMove, Position};

use crate::castling::{Step, obstacles};
use crate::make::make;
use crate::movegen::Move;
use crate::player::{Atlas, chess_line, searched_root_moves};
use crate::root::{Reason, RootMove, choose_move};
use crate::settings::{QueenRule, Rules, Settings};
use crate::side::{Piece, PositionError, Side};
use crate::value::{MATE, MATE_BOUND, MobilityPair, balance_of, mobility_of, to_centipawns};

/// A root move and the program's assessment of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainedMove {
    pub chess_move: ChessMove,
    /// The principal variation, in algebraic notation.
    pub line: Vec<String>,
    pub taken: Piece,
    /// All captures along the line.
    pub swaps: Vec<Swap>,
    /// The weighted balance of captures, in tenths of a pawn.
    pub balance: i32,
    /// Mobility of both sides at the end of the line.
    pub final_mobility: MobilityPair,
    /// Their comparison in centipawns.
    pub mobility: i32,
    /// Plies to mate; positive if the program mates.
    pub mate: Option<i32>,
    pub step: Step,
}

/// A capture along a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    /// The program takes, and not its opponent.
    pub is_own: bool,
    pub taken: Piece,
}

impl Display for Swap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let sign = if self.is_own { '+' } else { '-' };
        write!(f, "{sign}{}", letter(self.taken))
    }
}

fn letter(piece: Piece) -> char {
    match piece.role() {
        Some(role) => role.upper_char(),
        None => '-',
    }
}

/// What a line leads to.
struct LineEnd {
    swaps: Vec<Swap>,
    mobility: MobilityPair,
}

/// Explanation of a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    settings: Settings,
    turn: Color,
    move_number: u32,
    /// Whether the queen rule removed moves.
    pub queen_held: bool,
    /// Obstacles to castling, unless all rights are lost.
    pub obstacles: Option<u32>,
    /// The root moves, best first.
    pub considered: Vec<ExplainedMove>,
    /// The chosen move and the reason, unless the game is over.
    pub chosen: Option<(ChessMove, Reason)>,
}

impl Atlas {
    /// Explains the choice at this point of a game. A stop through `control` gives no moves. Fails
    /// if the position is unsupported.
    pub fn explain(&self, game: &Game, control: &Control) -> Result<Explanation, PositionError> {
        let position = game.position();
        let (mut mine, mut theirs) = Side::both(position)?;
        let (moves, queen_held) = self.root_move_list(game, &[], &mut mine, &mut theirs);
        let searched = searched_root_moves(self, &moves, control, (&mut mine, &mut theirs));
        let mut chosen = None;
        if !searched.is_empty() {
            let (root_move, reason) = choose_move(&searched, self.settings.captures);
            if let Some(&chess_move) = chess_line(position, &[root_move.mv]).first() {
                chosen = Some((chess_move, reason));
            }
        }
        let mut considered = Vec::new();
        for root_move in &searched {
            considered.extend(self.explained(position, root_move, &mine, &theirs));
        }
        let chosen_move = chosen.map(|(chess_move, _)| chess_move);
        considered.sort_by_key(|one: &ExplainedMove| {
            // The sooner the mate the better for the program, the later the better against it.
            let mate = match one.mate {
                Some(plies) => MATE * plies.signum() - plies,
                None => 0,
            };
            let is_chosen = Some(one.chess_move) == chosen_move;
            (!is_chosen, -mate, -one.balance, -one.mobility)
        });
        Ok(Explanation {
            settings: self.settings,
            turn: position.turn(),
            move_number: position.fullmoves().get(),
            queen_held,
            obstacles: obstacles(&mine, &theirs),
            considered,
            chosen,
        })
    }

    fn explained(
        &self,
        position: &Chess,
        root_move: &RootMove,
        mine: &Side,
        theirs: &Side,
    ) -> Option<ExplainedMove> {
        let line = chess_line(position, &root_move.line);
        let end = self.line_end(&root_move.line, mine.clone(), theirs.clone());
        let mut at = position.clone();
        let mut written = Vec::new();
        for &mv in &line {
            written.push(SanPlus::from_move_and_play_unchecked(&mut at, mv).to_string());
        }
        let value = root_move.value;
        let mate = if value.abs() >= MATE_BOUND {
            Some(value.signum() * (MATE - value.abs()))
        } else {
            None
        };
        Some(ExplainedMove {
            chess_move: *line.first()?,
            line: written,
            taken: root_move.taken,
            swaps: end.swaps,
            balance: balance_of(value),
            final_mobility: end.mobility,
            mobility: to_centipawns(mobility_of(value), self.settings.measure),
            mate,
            step: root_move.step,
        })
    }

    /// The captures along a line and the mobility at its end, the program's first.
    fn line_end(&self, line: &[Move], mine: Side, theirs: Side) -> LineEnd {
        let (mut mover, mut other) = (mine, theirs);
        let mut swaps = Vec::new();
        let mut is_own = true;
        for &mv in line {
            let taken = make(&mut mover, &mut other, mv).taken;
            if taken != Piece::NONE {
                swaps.push(Swap { is_own, taken });
            }
            std::mem::swap(&mut mover, &mut other);
            is_own = !is_own;
        }
        let (mine, theirs) = if is_own {
            (mover, other)
        } else {
            (other, mover)
        };
        let Settings { measure, rules, .. } = self.settings;
        let mobility = MobilityPair::new(measure, rules, &mine, &theirs);
        LineEnd { swaps, mobility }
    }
}

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Settings {
            plies,
            queen_rule,
            captures,
            measure,
            rules,
            ..
        } = self.settings;
        writeln!(
            f,
            "Atlas, {} to make move {}: {plies} plies",
            self.turn, self.move_number
        )?;
        let rules = if rules == Rules::Full {
            "all rules"
        } else {
            "no castling, no en passant"
        };
        let (measure, captures) = (measure.name(), captures.name());
        writeln!(
            f,
            "measure of mobility: {measure}; captures: {captures}; rules: {rules}"
        )?;
        match (queen_rule, self.queen_held) {
            (QueenRule::Off, _) => writeln!(f, "queen rule: off")?,
            (_, true) => writeln!(f, "queen rule: no queen moves in the first five moves")?,
            (_, false) => writeln!(f, "queen rule: no effect here")?,
        }
        match self.obstacles {
            Some(0) => writeln!(f, "obstacles to castling: none")?,
            Some(count) => writeln!(f, "obstacles to castling: {count}")?,
            None => writeln!(f, "castling: no rights left")?,
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
                let chosen = match self.considered.first() {
                    Some(considered) => considered.name(),
                    None => "",
                };
                writeln!(f, "chosen: {chosen}, because {}", reason.text())
            }
            None => writeln!(f, "no move to choose"),
        }
    }
}

impl ExplainedMove {
    /// The move in algebraic notation.
    fn name(&self) -> &str {
        match self.line.first() {
            Some(name) => name,
            None => "",
        }
    }
}

impl Display for ExplainedMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let swaps: Vec<String> = self.swaps.iter().map(Swap::to_string).collect();
        let (balance, mobility) = match self.mate {
            Some(plies) if plies > 0 => (format!("mate {plies}"), String::new()),
            Some(plies) => (format!("mated {}", -plies), String::new()),
            None => (
                format!("{:+.1}", f64::from(self.balance) / 10.0),
                format!("{:+}", self.mobility),
            ),
        };
        let castling = match self.step {
            Step::Castles => "castles",
            Step::Nearer => "nearer",
            Step::Same => "",
            Step::Away => "away",
        };
        let final_mobility = format!(
            "{}:{}",
            self.final_mobility.own, self.final_mobility.opponents
        );
        write!(
            f,
            "{:<8} {:<5} {balance:>7}  {:<12} {final_mobility:>9} {mobility:>9}  {castling:<8} {}",
            self.name(),
            letter(self.taken),
            swaps.join(" "),
            self.line.join(" ")
        )
    }
}
