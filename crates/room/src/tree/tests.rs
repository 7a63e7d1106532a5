//! The tree held against an oracle that knows no labels: it follows moves, windows and values from
//! ply to ply, and asks the rules of chess.

use std::collections::BTreeMap;

use machine::State;
use machine::microengine::stack::{FRAMES, MoveKind};
use machine::microengine::word::{LATE, Slot};
use play::Game;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::{Builder, EXITS};
use crate::command::{Command, RootDriver};
use crate::room::Room;
use crate::{TreeNode, text};

/// All promotions, on both sides.
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

/// A search and the cycles of it that are looked at.
struct Case {
    fen: &'static str,
    depth: u8,
    root: RootDriver,
    cycles: u64,
}

const CASES: &[Case] = &[
    Case {
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 3,
        root: RootDriver::Host,
        cycles: 150_000,
    },
    Case {
        fen: PROMOTIONS,
        depth: 3,
        root: RootDriver::Host,
        cycles: 150_000,
    },
    Case {
        fen: "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1",
        depth: 4,
        root: RootDriver::Machine,
        cycles: 150_000,
    },
    // Stalemates.
    Case {
        fen: "k7/8/8/1KQ5/8/8/8/8 w - - 0 1",
        depth: 4,
        root: RootDriver::Host,
        cycles: 150_000,
    },
    // Checks, which cost no ply, down to the last frame.
    Case {
        fen: "3Q4/5k2/2rq4/8/2K5/q7/6r1/8 w - - 0 1",
        depth: 48,
        root: RootDriver::Machine,
        cycles: 150_000,
    },
];

impl Case {
    fn begin(&self) -> Room {
        let mut room = Room::new();
        room.command(Command::Position {
            fen: Some(self.fen.to_owned()),
            moves: Vec::new(),
        });
        room.command(Command::Think {
            depth: self.depth,
            root: self.root,
        });
        room.command(Command::Run {
            cycles: self.cycles,
            until: Vec::new(),
            stops: Vec::new(),
        });
        room
    }
}

/// A node on the oracle's path.
struct Node {
    from: u64,
    /// None if the move that leads here is illegal.
    position: Option<Chess>,
    beta: i16,
    /// Plies left, negated as in the machine.
    depth: i16,
    children: u32,
    /// The move that reached beta was one of castling, promotion or en passant.
    cut: Option<bool>,
    special: bool,
}

/// What the rules and the values say about a node's end.
struct Verdict {
    from: u64,
    to: u64,
    end: &'static str,
}

struct Oracle {
    game: Game,
    path: Vec<Node>,
    verdicts: Vec<Verdict>,
}

impl Oracle {
    fn word(&mut self, state: &State) {
        let ply = usize::from(state.ply);
        while self.path.len() > ply {
            self.leave(state);
        }
        if self.path.len() < ply {
            self.enter(state);
        }
    }

    fn enter(&mut self, state: &State) {
        let ply = self.path.len() as u8;
        let parent = match self.path.last() {
            Some(node) => node.position.as_ref(),
            None => Some(self.game.position()),
        };
        let made = state.stack.state(ply);
        let position = parent.and_then(|parent| {
            let white = parent.turn().is_white();
            let text = text::register_move(white, made.code());
            after(parent, &text)
        });
        let slot = |slot: Slot| state.stack.slot(ply, slot as u8);
        self.path.push(Node {
            from: state.cycles,
            position,
            beta: -slot(Slot::Alpha),
            depth: slot(Slot::Next),
            children: 0,
            cut: None,
            special: made.kind != MoveKind::Plain,
        });
    }

    fn leave(&mut self, state: &State) {
        let ply = self.path.len();
        let node = self.path.pop().expect("a ply below the root");
        let end = self.end(&node, ply, -state.acc);
        self.verdicts.push(Verdict {
            from: node.from,
            to: state.cycles,
            end,
        });
        let Some(parent) = self.path.last_mut() else {
            return;
        };
        assert_eq!(parent.cut, None, "a move after a cutoff");
        parent.children += 1;
        if node.position.is_some() && state.acc >= parent.beta {
            parent.cut = Some(node.special);
        }
    }

    /// The label at which a node must have ended that returns this value, from its own side.
    fn end(&self, node: &Node, ply: usize, value: i16) -> &'static str {
        let Some(position) = &node.position else {
            return "illegal";
        };
        match node.cut {
            Some(false) => return "cut",
            Some(true) => return "cut_special",
            None => {}
        }
        if ply == FRAMES - 2 {
            return "deep";
        }
        if node.depth < 0 {
            if self.is_repeated(position) {
                return "repetition";
            }
            if node.children == 0 {
                return "take";
            }
        } else if !position.is_check() || node.depth >= LATE {
            // Captures only: the value without a move is a bound.
            return if value >= node.beta {
                "refuted"
            } else {
                "settled"
            };
        }
        match (position.legal_moves().is_empty(), position.is_check()) {
            (true, true) => "mated",
            (true, false) => "exact",
            (false, _) => "leave",
        }
    }

    /// Whether the position stands on the path or in the game already.
    fn is_repeated(&self, position: &Chess) -> bool {
        let same = |other: &Chess| {
            let fen = |position: &Chess| {
                let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
                let fields: Vec<String> = fen.split(' ').take(4).map(str::to_owned).collect();
                fields
            };
            fen(other) == fen(position)
        };
        same(self.game.position())
            || self
                .path
                .iter()
                .filter_map(|node| node.position.as_ref())
                .any(same)
    }
}

/// The position after a move, if it is legal.
fn after(position: &Chess, text: &str) -> Option<Chess> {
    let uci: shakmaty::uci::UciMove = text.parse().ok()?;
    let found: Move = uci.to_move(position).ok()?;
    if !position.is_legal(found) {
        return None;
    }
    let mut next = position.clone();
    next.play_unchecked(found);
    Some(next)
}

/// Nodes of a case's window by their first cycle, and the oracle's verdicts.
fn replay(case: &Case) -> (BTreeMap<u64, TreeNode>, Vec<Verdict>) {
    let mut room = case.begin();
    let position = Fen::from_ascii(case.fen.as_bytes()).unwrap();
    let position: Chess = position.into_position(CastlingMode::Standard).unwrap();
    let mut oracle = Oracle {
        game: Game::from_position(position),
        path: Vec::new(),
        verdicts: Vec::new(),
    };
    let mut nodes = BTreeMap::new();
    // A builder lists a limited number of nodes: each part of the window has one of its own.
    for from in (0..case.cycles).step_by(10_000) {
        let mut builder = Builder::new(&room.program, 0, FRAMES as u8);
        let replayed = room.replay(from..from + 10_000, |room| {
            builder.word(room);
            if room.now() < from + 10_000 {
                oracle.word(room.link.state());
            }
        });
        replayed.expect("a search");
        assert!(!builder.full);
        nodes.extend(builder.finish().into_iter().map(|node| (node.from, node)));
    }
    (nodes, oracle.verdicts)
}

#[test]
fn tree_reasons_are_those_of_rules_and_values() {
    let mut met: BTreeMap<&str, u32> = BTreeMap::new();
    for case in CASES {
        let (nodes, verdicts) = replay(case);
        let mut compared = 0;
        for verdict in verdicts {
            // A node that lies in two parts of the window is in none of them whole.
            let Some(node) = nodes.get(&verdict.from) else {
                continue;
            };
            if node.to != Some(verdict.to) {
                continue;
            }
            assert_eq!(node.end, verdict.end, "{}: {node:?}", case.fen);
            let exit = EXITS.iter().find(|exit| exit.label == verdict.end).unwrap();
            assert_eq!(
                (node.reason.as_str(), node.cut, node.illegal),
                (
                    exit.reason,
                    verdict.end.starts_with("cut"),
                    verdict.end == "illegal"
                )
            );
            compared += 1;
            *met.entry(verdict.end).or_default() += 1;
        }
        assert!(compared > 30, "{}: {compared} nodes", case.fen);
    }
    for exit in EXITS {
        assert!(met.contains_key(exit.label), "{} is never met", exit.label);
    }
}

#[test]
fn tree_exits_are_labels_of_the_program() {
    let room = Room::new();
    for exit in EXITS {
        assert!(
            room.program.address(exit.label).is_some(),
            "no label {}",
            exit.label
        );
    }
}

#[test]
fn tree_marks_every_cutoff_of_a_special_move() {
    let case = Case {
        fen: PROMOTIONS,
        depth: 3,
        root: RootDriver::Host,
        cycles: 150_000,
    };
    let (nodes, verdicts) = replay(&case);
    let mut marked = 0;
    for verdict in verdicts {
        if verdict.end == "cut_special"
            && let Some(node) = nodes.get(&verdict.from)
            && node.to == Some(verdict.to)
        {
            assert!(node.cut, "{node:?}");
            marked += 1;
        }
    }
    assert!(marked > 20, "{marked} cutoffs");
}
