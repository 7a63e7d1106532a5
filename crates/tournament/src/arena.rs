//! One game between two contestants: clocks, rules and judgement.

use std::time::Duration;

use shakmaty::{ByColor, CastlingMode, Color, KnownOutcome, Position};

use super::adjudication::Adjudication;
use super::allowance::Allowance;
use super::contestant::{Answer, Contestant, Fault, Thought};
use super::openings::Opening;
use super::record::{Finish, Made, Played, Termination};
use play::{Clock, Control, Ending, Game, Limits};

/// What somebody whose time is up gets to say so, before he is told to stop.
const HANG: Duration = Duration::from_secs(1);

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// How much a clock may be overstepped: the way of a move through pipes and threads.
    pub margin: Duration,
    /// How long a move may take by the wall clock where nothing else bounds it.
    pub patience: Duration,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            adjudication: Adjudication::default(),
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(600),
        }
    }
}

/// One side of a game.
pub(super) struct Side<'a> {
    pub(super) contestant: &'a mut dyn Contestant,
    pub(super) allowance: Allowance,
    /// Its moves cost time of its own machine, not of the wall clock.
    pub(super) machine_clock: bool,
}

/// Plays a game between contestants with these allowances, by the wall clock.
///
/// # Errors
/// `abort` was given.
pub fn play_game(
    contestants: ByColor<&mut dyn Contestant>,
    allowances: ByColor<Allowance>,
    opening: &Opening,
    rules: &Rules,
    abort: &Control,
) -> Result<Played, Fault> {
    let ByColor { white, black } = contestants;
    let side = |contestant, color: Color| Side {
        contestant,
        allowance: *allowances.get(color),
        machine_clock: false,
    };
    let sides = ByColor { white: side(white, Color::White), black: side(black, Color::Black) };
    contest(sides, opening, rules, abort)
}

pub(super) fn contest(
    mut sides: ByColor<Side<'_>>,
    opening: &Opening,
    rules: &Rules,
    abort: &Control,
) -> Result<Played, Fault> {
    let mut played = Played::begin(opening.game.clone());
    let mut clocks = ByColor::new_with(|color| ClockLeft::new(&sides.get(color).allowance));
    for color in Color::ALL {
        if let Err(fault) = sides.get_mut(color).contestant.new_game(abort) {
            return played.lost(color, fault);
        }
    }
    loop {
        if let Some(ending) = played.game.ending() {
            return Ok(played.ended(by_rules(ending)));
        }
        let color = played.game.position().turn();
        let side = sides.get_mut(color);
        let limits = limits(&side.allowance, &clocks, color);
        let patience = patience(side, clocks.get(color).left, rules);
        let answer = match side.contestant.think(&played.game, &limits, patience, abort) {
            Ok(answer) => answer,
            Err(fault) => return played.lost(color, fault),
        };
        if answer.late || !clocks.get_mut(color).spend(answer.time, &side.allowance, rules.margin) {
            let finish = overstepped(&played.game, color, answer.late);
            return Ok(played.ended(finish));
        }
        let Answer { best, time, thought, .. } = answer;
        let best = match best {
            Ok(best) if played.game.position().is_legal(best) => best,
            Ok(best) => {
                return played.lost(color, Fault::Illegal(best.to_uci(CastlingMode::Standard).to_string()));
            }
            Err(text) => return played.lost(color, Fault::Illegal(text)),
        };
        let move_number = played.game.position().fullmoves().get();
        played.game.play(best);
        played.made.push(Made { time, left: clocks.get(color).left, thought });
        let thoughts: Vec<Option<Thought>> = played.made.iter().map(|made| made.thought).collect();
        if played.game.ending().is_none()
            && let Some((outcome, reason)) = rules.adjudication.judge(&thoughts, color, move_number)
        {
            let reason = format!("adjudicated: {reason}");
            return Ok(played.ended(Finish { outcome, reason, termination: Termination::Adjudication }));
        }
    }
}

/// A clock, if there is one.
#[derive(Clone, Copy)]
struct ClockLeft {
    left: Option<Duration>,
    moves_to_go: Option<u32>,
}

impl ClockLeft {
    fn new(allowance: &Allowance) -> ClockLeft {
        let control = allowance.control;
        ClockLeft {
            left: control.map(|control| control.time),
            moves_to_go: control.and_then(|control| control.moves),
        }
    }

    /// Takes the time of a move off; false if there was not so much.
    fn spend(&mut self, time: Duration, allowance: &Allowance, margin: Duration) -> bool {
        if allowance.move_time.is_some_and(|allowed| time > allowed + margin) {
            return false;
        }
        let (Some(left), Some(control)) = (self.left, allowance.control) else { return true };
        if time > left + margin {
            return false;
        }
        let mut left = left.saturating_sub(time) + control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                left += control.time;
                *moves = control.moves.unwrap_or(1);
            }
        }
        self.left = Some(left);
        true
    }
}

/// What the search is told; who plays against somebody without a clock is told his own for both.
fn limits(allowance: &Allowance, clocks: &ByColor<ClockLeft>, color: Color) -> Limits {
    let clock = allowance.control.and_then(|control| {
        let own = clocks.get(color);
        let left = own.left?;
        let remaining = clocks.map(|clock| clock.left.unwrap_or(left));
        Some(Clock {
            remaining,
            increment: ByColor::new_with(|_| control.increment),
            moves_to_go: own.moves_to_go,
        })
    });
    Limits {
        clock,
        depth: allowance.depth,
        nodes: allowance.nodes,
        move_time: allowance.move_time,
        ..Limits::default()
    }
}

fn patience(side: &Side<'_>, left: Option<Duration>, rules: &Rules) -> Duration {
    let least = [left, side.allowance.move_time].into_iter().flatten().min();
    match least {
        Some(time) if !side.machine_clock => time + rules.margin + HANG,
        _ => rules.patience,
    }
}

fn by_rules(ending: Ending) -> Finish {
    let reason = match ending {
        Ending::Checkmate { winner } => format!("{winner} mates", winner = name(winner)),
        Ending::Stalemate => "stalemate".to_owned(),
        Ending::InsufficientMaterial => "neither side can mate".to_owned(),
        Ending::Repetition => "threefold repetition".to_owned(),
        Ending::FiftyMoves => "fifty moves".to_owned(),
    };
    Finish { outcome: ending.outcome(), reason, termination: Termination::Normal }
}

/// Time is up: lost, unless the other side could never mate.
fn overstepped(game: &Game, color: Color, late: bool) -> Finish {
    let what = if late { "did not move in time" } else { "overstepped the time" };
    let (outcome, rest) = if game.position().has_insufficient_material(!color) {
        (KnownOutcome::Draw, format!(", but {} cannot mate", name(!color)))
    } else {
        (KnownOutcome::Decisive { winner: !color }, String::new())
    };
    Finish { outcome, reason: format!("{} {what}{rest}", name(color)), termination: Termination::TimeForfeit }
}

/// As a sentence begins with it.
pub(super) fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_and_are_filled_up() {
        let second = Duration::from_secs(1);
        let allowance = Allowance { control: Some("2/10+1".parse().unwrap()), ..Allowance::default() };
        let mut clock = ClockLeft::new(&allowance);
        assert!(clock.spend(second * 4, &allowance, Duration::ZERO));
        assert_eq!((clock.left, clock.moves_to_go), (Some(second * 7), Some(1)));
        assert!(clock.spend(second * 7, &allowance, Duration::ZERO));
        assert_eq!((clock.left, clock.moves_to_go), (Some(second * 11), Some(2)));
        assert!(!clock.spend(second * 12, &allowance, Duration::ZERO));
        assert!(clock.spend(second * 12, &allowance, second));
    }
}
