//! The reference search as a player: the machine's games to a fixed depth, without its gates.

use host::{Candidate, Deepening, Link, MAX_DEPTH, Root, RootRule, Searcher as _, score};
use play::{Choice, Control, Game, Limits, Player, Report, ReportSink};
use reference::{Position, QuietNodes, Searcher};
use shakmaty::Position as _;

/// The host's root over the reference search. Depth is the only limit it knows.
#[derive(Debug, Default)]
pub(crate) struct ReferencePlayer {
    /// The machine, which finds the root moves.
    link: Link,
    searcher: Searcher,
    root_rule: RootRule,
}

impl ReferencePlayer {
    /// The root under a rule, over a searcher that may read what was decided otherwise.
    pub(crate) fn new(searcher: Searcher, root_rule: RootRule) -> ReferencePlayer {
        ReferencePlayer {
            link: Link::default(),
            searcher,
            root_rule,
        }
    }

    /// Evaluations since the player was made.
    pub(crate) fn quiet_nodes(&self) -> QuietNodes {
        self.searcher.quiet_nodes()
    }
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
        let last_depth = limits.depth.unwrap_or(1).min(MAX_DEPTH.into()) as u8;
        // As Belle's player does: the first move is searched at depth 1 before all else.
        let root = Root::new(position, candidates).with_rule(self.root_rule);
        let mut deepening = Deepening::new(root, last_depth).with_first_move_alone();
        let mut nodes = 0;
        while !control.stopped()
            && let Some(ask) = deepening.ask()
        {
            let value = match ask.known {
                Some(value) => value,
                None => {
                    let mut after = position.clone();
                    after.play_unchecked(ask.root_move.chess);
                    let after = Position::from(&after);
                    let found = searcher.search_root_move(&after, ask.below, -ask.beta, -ask.alpha);
                    nodes += found.nodes;
                    -found.value
                }
            };
            deepening.answer(value);
        }
        let best = deepening.best().root_move.chess;
        report(&Report {
            score: score(deepening.score().value()),
            bound: deepening.score().bound(),
            nodes,
            ..Report::unsearched(deepening.depth().into(), vec![best])
        });
        Choice {
            best: Some(best),
            ponder: None,
        }
    }
}
