//! One game between two engines: clocks, rules and result.

use std::time::{Duration, Instant};

use shakmaty::{ByColor, Color, KnownOutcome, Position};

use play::{Control, Ending, Game, GameClock, Limits, castling_mode};

use crate::engine::{Engine, EngineLimits, Fault, Reply, SearchInfo};
use crate::openings::Opening;
use crate::record::{GameRecord, GameResult, MoveRecord, Termination, color_name};
use crate::rules::Rules;

/// Grace period after the flag falls, before the engine is stopped.
const FLAG_GRACE: Duration = Duration::from_secs(1);

pub(crate) struct Side<'a> {
    pub(crate) engine: &'a mut dyn Engine,
    pub(crate) limits: EngineLimits,
    pub(crate) machine_clock: bool,
}

pub(crate) fn play_game(
    mut sides: ByColor<Side<'_>>,
    opening: &Opening,
    rules: &Rules,
    abort: &Control,
) -> Result<GameRecord, Fault> {
    let mut record = GameRecord::new(opening.game.clone());
    let mut clocks = GameClock::with_controls(sides.as_ref().map(|side| side.limits.control));
    // Simulated time: advances by each reply's reported time.
    let mut game_time = Instant::now();
    for color in Color::ALL {
        if let Err(fault) = sides.get_mut(color).engine.new_game(abort) {
            return record.end_by_fault(color, fault);
        }
    }
    loop {
        if let Some(ending) = record.game.ending() {
            return Ok(record.ended(result_by_rules(ending)));
        }
        let color = record.game.position().turn();
        let side = sides.get_mut(color);
        let EngineLimits {
            move_time,
            depth,
            nodes,
            ..
        } = side.limits;
        let clock = clocks.limits(color, game_time);
        let is_timed = clock.is_some() || move_time.is_some() || side.machine_clock;
        let limits = Limits {
            clock,
            depth,
            nodes,
            move_time,
            ..Limits::default()
        };
        let timeout = timeout(side, clocks.left(color, game_time), rules);
        let reply = match side.engine.search(&record.game, &limits, timeout, abort) {
            Ok(reply) => reply,
            Err(fault) => return record.end_by_fault(color, fault),
        };
        clocks.start(Some(color), game_time);
        game_time += reply.time;
        let over_move_time = move_time.is_some_and(|limit| reply.time > limit + rules.time_margin);
        if reply.late
            || over_move_time
            || clocks.overstepped(game_time, rules.time_margin).is_some()
        {
            let result = time_forfeit(&record.game, color, reply.late);
            return Ok(record.ended(result));
        }
        let Reply {
            best, time, info, ..
        } = reply;
        let best = match best {
            Ok(best) if record.game.position().is_legal(best) => best,
            Ok(best) => {
                let text = best.to_uci(castling_mode(best)).to_string();
                return record.end_by_fault(color, Fault::IllegalMove(text));
            }
            Err(text) => return record.end_by_fault(color, Fault::IllegalMove(text)),
        };
        let move_number = record.game.position().fullmoves().get();
        record.game.play(best);
        clocks.press(color, game_time);
        record.moves.push(MoveRecord {
            time,
            is_timed,
            left: clocks.left(color, game_time),
            info,
        });
        let infos: Vec<Option<SearchInfo>> = record
            .moves
            .iter()
            .map(|move_record| move_record.info)
            .collect();
        if record.game.ending().is_none()
            && let Some((outcome, reason)) =
                rules
                    .adjudication
                    .judge(&record.game, &infos, color, move_number)
        {
            let reason = format!("adjudicated: {reason}");
            return Ok(record.ended(GameResult {
                outcome,
                reason,
                termination: Termination::Adjudication,
            }));
        }
    }
}

fn timeout(side: &Side<'_>, left: Option<Duration>, rules: &Rules) -> Duration {
    let shortest = [left, side.limits.move_time].into_iter().flatten().min();
    match shortest {
        Some(time) if !side.machine_clock => time + rules.time_margin + FLAG_GRACE,
        _ => rules.hang_timeout,
    }
}

fn result_by_rules(ending: Ending) -> GameResult {
    let reason = match ending {
        Ending::Checkmate { winner } => format!("{} mates", color_name(winner)),
        Ending::Stalemate => "stalemate".to_owned(),
        Ending::InsufficientMaterial => "insufficient material".to_owned(),
        Ending::Repetition => "threefold repetition".to_owned(),
        Ending::FiftyMoves => "fifty-move rule".to_owned(),
    };
    GameResult {
        outcome: ending.outcome(),
        reason,
        termination: Termination::Normal,
    }
}

/// Result of `color` exceeding its time: a loss, or a draw if the opponent cannot mate.
fn time_forfeit(game: &Game, color: Color, late: bool) -> GameResult {
    let cause = if late {
        "did not move in time"
    } else {
        "lost on time"
    };
    let (outcome, exception) = if game.position().has_insufficient_material(!color) {
        (
            KnownOutcome::Draw,
            format!(", but {} cannot mate", color_name(!color)),
        )
    } else {
        (KnownOutcome::Decisive { winner: !color }, String::new())
    };
    let reason = format!("{} {cause}{exception}", color_name(color));
    GameResult {
        outcome,
        reason,
        termination: Termination::TimeForfeit,
    }
}
