//! One game between two engines: clocks, rules and result.

use std::time::{Duration, Instant};

use shakmaty::{ByColor, Color, Position};

use play::{Control, EndCause, GameClock, GameEnd, Limits, Report, castling_mode};

use crate::engine::{Engine, EngineLimits, Fault, Reply, SearchInfo};
use crate::openings::Opening;
use crate::record::{GameRecord, MoveRecord};
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
        if let Some(end) = record.game.ending() {
            return Ok(record.ended(end));
        }
        let color = record.game.position().turn();
        let side = sides.get_mut(color);
        let EngineLimits {
            move_time,
            depth,
            nodes,
            ..
        } = side.limits;
        let clock = clocks.search_clock(color, game_time);
        let is_timed = clock.is_some() || move_time.is_some() || side.machine_clock;
        let limits = Limits {
            clock,
            depth,
            nodes,
            move_time,
            ..Limits::default()
        };
        let timeout = timeout(side, clocks.left(color, game_time), rules);
        let mut info = None;
        let mut report = |report: &Report| {
            if report.multipv == 1 {
                info = Some(SearchInfo::and(info, report));
            }
        };
        let answer = side
            .engine
            .search(&record.game, &limits, timeout, abort, &mut report);
        if abort.stopped() {
            return Err(Fault::Aborted);
        }
        let reply = match answer {
            Ok(reply) => reply,
            Err(fault) => return record.end_by_fault(color, fault),
        };
        clocks.start(Some(color), game_time);
        game_time += reply.time;
        let over_move_time = match move_time {
            Some(limit) => reply.time > limit + rules.time_margin,
            None => false,
        };
        if reply.late
            || over_move_time
            || clocks
                .overstepping_side(game_time, rules.time_margin)
                .is_some()
        {
            let cause = if reply.late {
                EndCause::NoMoveInTime(color)
            } else {
                EndCause::TimeUp(color)
            };
            let end = GameEnd::on_time(record.game.position(), color, cause);
            return Ok(record.ended(end));
        }
        let Reply { best, time, .. } = reply;
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
            && let Some(end) = rules
                .adjudication
                .judge(&record.game, &infos, color, move_number)
        {
            return Ok(record.ended(end));
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
