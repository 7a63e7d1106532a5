//! The reference search as a player: the machine's games to a fixed depth, without its gates.

use host::root::{Candidate, Root};
use host::{Link, score};
use play::{Choice, Control, Game, Limits, Player, Report, ReportSink};
use reference::{Bitboards, Outcome, Position, Searcher};
use shakmaty::Position as _;

/// The host's root over the reference search. Depth is the only limit it knows.
#[derive(Debug, Default)]
pub(crate) struct ReferencePlayer {
    /// The machine, which finds the root moves.
    link: Link,
    searcher: Searcher,
}

impl Player for ReferencePlayer {
    fn name(&self) -> String {
        "Belle's reference search".to_owned()
    }

    fn new_game(&mut self) {
        self.searcher.clear();
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let (position, searcher) = (game.position(), &mut self.searcher);
        self.link.load(position);
        let candidates = Candidate::of_game(game, self.link.root_moves(position), 0);
        if candidates.is_empty() {
            return Choice {
                best: None,
                ponder: None,
            };
        }
        searcher.forget_history();
        for past in game.recurring() {
            searcher.mark_open(&Position::from(past));
        }
        searcher.mark_history();
        let of = candidates.len();
        let mut root = Root::new(position, candidates);
        let mut nodes = 0;
        let mut iterate = |root: &mut Root| {
            while let Some(ask) = root.ask().filter(|_| !control.stopped()) {
                let value = ask.known.unwrap_or_else(|| {
                    let mut after = position.clone();
                    after.play_unchecked(ask.root_move.chess);
                    let found = search_root_move(
                        searcher,
                        Position::from(&after),
                        ask.below,
                        -ask.beta,
                        -ask.alpha,
                    );
                    nodes += found.nodes;
                    -found.value
                });
                root.answer(value);
            }
        };
        // As the host does, the first move at depth 1 alone.
        root.begin(1, 0..1);
        iterate(&mut root);
        for depth in 1..=limits.depth.unwrap_or(1) {
            root.begin(depth as u8, 0..of);
            iterate(&mut root);
            // A mate found within the depth searched is the shortest there is.
            if root.score().is_mate_within(depth) {
                break;
            }
        }
        let best = root.best().root_move.chess;
        report(&Report {
            score: score(root.score().lower_bound()),
            bound: root.score().bound(),
            nodes,
            ..Report::unsearched(u32::from(root.depth()), vec![best])
        });
        Choice {
            best: Some(best),
            ponder: None,
        }
    }
}

/// Value and nodes of the position after a root move, on the fast board.
fn search_root_move(
    searcher: &mut Searcher,
    after: Position,
    depth: u8,
    alpha: i16,
    beta: i16,
) -> Outcome {
    board::with_cpu!(|cpu,
                      searcher: &'a mut Searcher,
                      after: Position,
                      depth: u8,
                      alpha: i16,
                      beta: i16|
     -> Outcome {
        searcher.search_root_move(&Bitboards::new(cpu, &after), depth, alpha, beta)
    })
}
