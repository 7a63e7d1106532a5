//! `cargo xtask experiments`: three sentences of the record, measured (docs/benchmarks.md).

use clap::Args;
use host::Link;
use host::root::{Candidate, Root};
use play::Game;
use reference::{Bitboards, Position, QuietNodes, Searcher};
use roms::value::INFINITY;
use shakmaty::{Chess, Position as _, Role};

/// Measures null windows, the second fail-high at the root, and lazy evaluation on suites/bratko-kopec.epd.
#[derive(Debug, Args)]
pub(crate) struct Experiments {
    /// Greatest depth in plies.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
}

/// Phases (knights and bishops 1, rooks 2, queens 4) from which on a position counts to a stage of the game.
const STAGES: [(&str, u32); 3] = [("opening", 21), ("middle game", 14), ("endgame", 0)];

impl Experiments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let depth = self.depth;
        let lines =
            include_str!("../../suites/bratko-kopec.epd").lines().filter(|line| !line.starts_with('#'));
        let fen = |line: &str| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        let games: Result<Vec<Game>, _> = lines.map(|line| Game::from_fen(&fen(line))).collect();
        let suite: Vec<Chess> = games?.iter().map(|game| game.position().clone()).collect();
        let (mut null, mut full) = (0, 0);
        let mut stages = [QuietNodes::default(); 3];
        for chess in &suite {
            let (nodes, quiet) = search(chess, depth, Searcher::new());
            null += nodes;
            full += search(chess, depth, Searcher::with_full_windows()).0;
            let stage = STAGES.iter().position(|stage| phase(chess) >= stage.1).unwrap_or(2);
            stages[stage].lazy += quiet.lazy;
            stages[stage].full += quiet.full;
        }
        println!("{} positions, depths 1 to {depth}", suite.len());
        println!("null windows: {null} nodes, full windows {full}: ratio {:.3}", full as f64 / null as f64);
        let (mut waiting, mut at_once) = (0, 0);
        for chess in &suite {
            waiting += root_search(chess, depth, |root| root);
            at_once += root_search(chess, depth, Root::without_waiting);
        }
        let ratio = at_once as f64 / waiting as f64;
        println!("second fail-high: {waiting} nodes, without the rule {at_once}: ratio {ratio:.3}");
        for ((name, _), QuietNodes { lazy, full }) in STAGES.iter().zip(stages) {
            let share = 100.0 * lazy as f64 / (lazy + full).max(1) as f64;
            println!("lazy value suffices, {name}: {share:.1} % of {}", lazy + full);
        }
        Ok(())
    }
}

/// Nodes and evaluations of a whole deepening search on the fast board.
fn search(chess: &Chess, depth: u8, searcher: Searcher) -> (u64, QuietNodes) {
    let position = Position::from(chess);
    board::with_cpu!(|cpu, position: Position, depth: u8, searcher: Searcher| -> (u64, QuietNodes) {
        let (mut searcher, board) = (searcher, Bitboards::new(cpu, &position));
        let nodes = (1..=depth).map(|plies| searcher.search(&board, plies, -INFINITY, INFINITY).nodes).sum();
        (nodes, searcher.quiet_nodes())
    })
}

/// Nodes of a deepening search by the machine, with the host's root.
fn root_search(chess: &Chess, depth: u8, rule: impl Fn(Root) -> Root) -> u64 {
    let mut link = Link::new();
    link.load(chess);
    let game = Game::from_position(chess.clone());
    let moves = link.root_moves(chess);
    let count = moves.len();
    let mut root = rule(Root::new(chess, Candidate::of_game(&game, moves, 0)));
    link.mark_open([chess].into_iter());
    for plies in 1..=depth {
        root.begin(plies, 0..count);
        while let Some(ask) = root.ask() {
            let value = ask.known.unwrap_or_else(|| {
                link.search_move(&ask.root_move, ask.below, ask.alpha, ask.beta, &mut host::unlimited)
                    .expect("no limit ends it")
            });
            root.answer(value);
        }
    }
    link.state().nodes
}

fn phase(chess: &Chess) -> u32 {
    let weigh = |(_, piece): (_, shakmaty::Piece)| match piece.role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    };
    chess.board().clone().into_iter().map(weigh).sum()
}
