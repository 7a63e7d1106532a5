//! The search tree: root moves as the host has had them searched, and windows of cycles replayed as
//! a tree.

use std::ops::Range;

use machine::State;
use machine::microengine::stack::FRAMES;
use machine::microengine::word::Slot;
use microcode::Program;
use shakmaty::Move;

use crate::Fault;
use crate::event::{Branch, Event, RootSearch, TreeNode};
use crate::replay::Replay;
use crate::room::{MAX_CYCLES, Room};
use crate::text;

/// Most nodes of an answer.
pub const MAX_BRANCHES: usize = 2_000;

/// Most plies below a node that an answer lists.
const MAX_PLIES: u8 = 4;

/// A label of search.mc at which a node's end is decided.
#[derive(Debug)]
struct Exit {
    label: &'static str,
    /// Why the node ends here, as the page says it.
    reason: &'static str,
}

/// Labels of words that carry out a cutoff: a move has reached beta, and the moves left are not
/// tried.
pub(crate) const CUTOFFS: [&str; 3] = ["cut", "cut_special", "cut_deep"];

/// All exits. One leads to another (`repetition` to `take`, `cut` to `refuted`), and the one passed
/// first says why.
const EXITS: &[Exit] = &[
    exit(ILLEGAL, "illegal: the king could be taken"),
    exit("repetition", "repetition"),
    exit("take", "value found in the memory"),
    exit("mated", "mate"),
    exit("exact", "stalemate"),
    exit("leave", "no move reached beta"),
    exit("cut", "a move reached beta"),
    exit(
        "cut_special",
        "a castling, promotion or en passant reached beta",
    ),
    exit("refuted", "at least beta without a move"),
    exit("settled", "quiet value"),
    exit("deep", "stack full"),
];

/// The exit of a node whose move left the own king to be taken.
const ILLEGAL: &str = "illegal";

const fn exit(label: &'static str, reason: &'static str) -> Exit {
    Exit { label, reason }
}

/// The root moves so far.
pub(crate) fn asked(room: &Room) -> Event {
    let position = room.game.position();
    let state = room.link.state();
    let records = match &room.search {
        Some(search) => search.records(),
        None => &[],
    };
    let ends = records
        .iter()
        .skip(1)
        .map(|record| (record.cycle, record.nodes));
    let ends = ends.chain([(state.cycles, state.nodes)]);
    // Each move is asked for in every iteration, and its notation takes longer to find than to
    // copy.
    let mut names: Vec<(Move, String)> = Vec::new();
    let mut name = |chess_move: Move| match names.iter().find(|(known, _)| *known == chess_move) {
        Some((_, name)) => name.clone(),
        None => {
            let name = play::san(position, chess_move);
            names.push((chess_move, name.clone()));
            name
        }
    };
    let asked = records
        .iter()
        .zip(ends)
        .map(|(record, (to, nodes))| RootSearch {
            depth: record.depth,
            san: name(record.chess_move),
            uci: text::uci(record.chess_move),
            alpha: record.alpha,
            beta: record.beta,
            value: record.value,
            best: record.best,
            from: record.cycle,
            to,
            nodes: nodes - record.nodes,
        });
    Event::Tree {
        asked: asked.collect(),
    }
}

/// The tree below a node of ply `ply`, `plies` plies deep.
pub(crate) fn branch(
    room: &mut Room,
    window: Range<u64>,
    ply: u8,
    plies: u8,
) -> Result<Vec<Event>, Fault> {
    if !(1..=MAX_PLIES).contains(&plies) {
        return Err(Fault::new(
            "plies",
            &format!("1 to {MAX_PLIES}"),
            &plies.to_string(),
        ));
    }
    if usize::from(ply) >= FRAMES {
        return Err(Fault::new(
            "ply",
            &format!("0 to {}", FRAMES - 1),
            &ply.to_string(),
        ));
    }
    let end = window.end.min(window.start.saturating_add(MAX_CYCLES));
    let mut builder = Builder::new(&room.program, ply, plies);
    let done = match room.replay(window.start..end, |room| builder.word(room))? {
        Replay::Done(done) => done,
        Replay::Pending(event) => return Ok(vec![event]),
    };
    let more = end < window.end || builder.full;
    Ok(vec![Event::Branch(Branch {
        from: done.start,
        to: done.end,
        more,
        nodes: builder.finish(),
    })])
}

/// Words seen one after the other, as nodes.
struct Builder {
    base: u8,
    plies: u8,
    /// Exits by address; those that a changed program lacks are left out.
    exits: Vec<(u16, &'static Exit)>,
    nodes: Vec<TreeNode>,
    /// The nodes of the path, from the first ply below the base.
    open: Vec<OpenNode>,
    /// The registers at the word before; none before the first.
    last: Option<Last>,
    full: bool,
}

/// A node that the machine has entered and not left.
#[derive(Clone, Copy)]
struct OpenNode {
    /// Its place among the nodes, if it is listed.
    index: Option<usize>,
    /// The node counter at its entry.
    nodes: u64,
    /// The exit passed first.
    exit: Option<&'static Exit>,
}

#[derive(Clone, Copy)]
struct Last {
    ply: u8,
    nodes: u64,
}

impl Builder {
    fn new(program: &Program, base: u8, plies: u8) -> Builder {
        let mut exits = Vec::new();
        for exit in EXITS {
            if let Some(address) = program.address(exit.label) {
                exits.push((address, exit));
            }
        }
        Builder {
            base,
            plies,
            exits,
            nodes: Vec::new(),
            open: Vec::new(),
            last: None,
            full: false,
        }
    }

    fn word(&mut self, room: &Room) {
        let state = room.link.state();
        match self.last {
            None => {
                for ply in self.base..state.ply {
                    self.enter(room, state, ply + 1);
                }
            }
            Some(last) if state.ply > last.ply => self.enter(room, state, state.ply),
            Some(last) if state.ply < last.ply => self.leave(last.ply, state),
            Some(_) => {}
        }
        self.pass(state);
        self.last = Some(Last {
            ply: state.ply,
            nodes: state.nodes,
        });
    }

    /// The nodes; those still open have what was counted in them up to the last word.
    fn finish(mut self) -> Vec<TreeNode> {
        let last = match self.last {
            Some(last) => last.nodes,
            None => 0,
        };
        for node in &self.open {
            if let Some(index) = node.index {
                self.nodes[index].nodes = last - node.nodes;
            }
        }
        self.nodes
    }

    /// The node of a ply on the path, below the base.
    fn at(&mut self, ply: u8) -> Option<&mut OpenNode> {
        let below = ply.checked_sub(self.base + 1)?;
        self.open.get_mut(usize::from(below))
    }

    /// The same node as it is listed.
    fn listed(&mut self, ply: u8) -> Option<&mut TreeNode> {
        let index = self.at(ply)?.index?;
        self.nodes.get_mut(index)
    }

    /// Notes the exit at which the machine stands, if it stands at one.
    fn pass(&mut self, state: &State) {
        let found = self
            .exits
            .iter()
            .find(|(address, _)| *address == state.address);
        let Some(&(_, exit)) = found else { return };
        let Some(node) = self.at(state.ply) else {
            return;
        };
        if node.exit.is_some() {
            return;
        }
        node.exit = Some(exit);
        if let Some(listed) = self.listed(state.ply) {
            listed.end = exit.label.to_owned();
            listed.reason = exit.reason.to_owned();
            listed.illegal = exit.label == ILLEGAL;
            listed.cut = CUTOFFS.contains(&exit.label);
        }
    }

    fn enter(&mut self, room: &Room, state: &State, ply: u8) {
        let Some(below) = ply.checked_sub(self.base + 1) else {
            return;
        };
        self.open.truncate(usize::from(below));
        let wanted = below < self.plies;
        let listed = wanted && self.nodes.len() < MAX_BRANCHES;
        self.full |= wanted && !listed;
        if let Some(parent) = self.listed(ply - 1) {
            parent.moves += 1;
        }
        self.open.push(OpenNode {
            index: if listed { Some(self.nodes.len()) } else { None },
            nodes: state.nodes,
            exit: None,
        });
        if !listed {
            return;
        }
        let slot = |slot: Slot| state.stack.slot(ply - 1, slot as u8).wrapping_neg();
        let path = text::path(room.game.position(), state);
        let made = path.get(usize::from(ply) - 1);
        self.nodes.push(TreeNode {
            ply,
            text: match made {
                Some(made) => made.text.clone(),
                None => String::new(),
            },
            from: state.cycles,
            to: None,
            nodes: 0,
            alpha: slot(Slot::Limit),
            beta: slot(Slot::Alpha),
            value: None,
            end: String::new(),
            reason: String::new(),
            illegal: false,
            cut: false,
            moves: 0,
        });
    }

    fn leave(&mut self, ply: u8, state: &State) {
        let Some(&mut left) = self.at(ply) else {
            return;
        };
        let illegal = matches!(left.exit, Some(exit) if exit.label == ILLEGAL);
        if let Some(node) = self.listed(ply) {
            node.to = Some(state.cycles);
            node.nodes = state.nodes - left.nodes;
            node.value = if illegal { None } else { Some(state.acc) };
        }
        self.open.truncate(usize::from(ply - self.base - 1));
        // An illegal move does not count as one that was tried.
        if illegal && let Some(parent) = self.listed(state.ply) {
            parent.moves -= 1;
        }
    }
}

#[cfg(test)]
mod tests;
