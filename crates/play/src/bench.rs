//! The benchmark: fixed positions, searched to a fixed depth. The sum of nodes changes only with
//! the search.

use std::time::Duration;

use shakmaty::{CastlingMode, uci::UciMove};

use crate::{Control, Game, Instant, Limits, MachineTime, Player};

/// Positions from opening to endgame, one a line with its name.
const POSITIONS: &str = include_str!("../../../suites/bench.epd");

/// The search of one position.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct BenchSearch {
    pub id: &'static str,
    pub fen: &'static str,
    pub best: Option<UciMove>,
    pub nodes: u64,
    pub time: Duration,
    pub machine: Option<MachineTime>,
}

/// Searches each position with a new player.
pub fn bench(make: impl Fn() -> Box<dyn Player>, depth: u32) -> impl Iterator<Item = BenchSearch> {
    POSITIONS.lines().map(move |line| {
        let (fen, id) = line
            .split_once(" id ")
            .expect("each position of bench.epd has a name");
        let game = Game::from_fen(fen).expect("the positions of bench.epd are legal");
        let (mut player, mut nodes, mut machine) = (make(), 0, None);
        let start = Instant::now();
        let choice = player.search(
            &game,
            &Limits::depth(depth),
            &Control::new(),
            &mut |report| {
                (nodes, machine) = (report.nodes, report.machine);
            },
        );
        let (time, best) = (
            start.elapsed(),
            choice.best.map(|best| best.to_uci(CastlingMode::Standard)),
        );
        BenchSearch {
            id: id.trim_matches(['"', ';']),
            fen,
            best,
            nodes,
            time,
            machine,
        }
    })
}
