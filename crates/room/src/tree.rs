//! The search tree: root moves as the host has had them searched, and windows of cycles replayed as a tree.

use std::ops::Range;

use machine::State;
use shakmaty::Move;

use crate::Fault;
use crate::event::{Asked, Branch, Event, TreeNode};
use crate::room::{MAX_CYCLES, Room};
use crate::text;

/// Most nodes of an answer.
pub const MAX_BRANCHES: usize = 2_000;

/// Most plies below a node that an answer lists.
const MAX_PLIES: u8 = 4;

/// The root moves so far.
pub(crate) fn asked(room: &Room) -> Event {
    let position = room.game.position();
    let state = room.link.state();
    let records = room
        .search
        .as_ref()
        .map_or(&[][..], |search| search.records());
    let ends = records
        .iter()
        .skip(1)
        .map(|record| (record.cycle, record.nodes));
    let ends = ends.chain([(state.cycles, state.nodes)]);
    // Each move is asked for in every iteration, and its notation takes longer to find than to copy.
    let mut names: Vec<(Move, String)> = Vec::new();
    let mut name = |chess_move: Move| match names.iter().find(|(known, _)| *known == chess_move) {
        Some((_, name)) => name.clone(),
        None => {
            let name = text::san(position, chess_move);
            names.push((chess_move, name.clone()));
            name
        }
    };
    let asked = records.iter().zip(ends).map(|(record, (to, nodes))| Asked {
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
    let end = window.end.min(window.start.saturating_add(MAX_CYCLES));
    let mut builder = Builder {
        base: ply,
        plies,
        ..Builder::default()
    };
    let (from, to) = room.replay(window.start..end, |room| builder.word(room))?;
    for (index, nodes) in builder.open.iter().flatten() {
        builder.nodes[*index].nodes = builder.last.nodes - nodes;
    }
    let more = end < window.end || builder.full;
    Ok(vec![Event::Branch(Branch {
        from,
        to,
        more,
        nodes: builder.nodes,
    })])
}

/// Words seen one after the other, as nodes.
#[derive(Default)]
struct Builder {
    base: u8,
    plies: u8,
    nodes: Vec<TreeNode>,
    /// For each ply below the base on the path: the node's index if it is listed, and the node counter at its entry.
    open: Vec<Option<(usize, u64)>>,
    /// The registers after the word before.
    last: Last,
    started: bool,
    full: bool,
}

#[derive(Clone, Copy, Default)]
struct Last {
    ply: u8,
    address: u16,
    nodes: u64,
}

impl Builder {
    fn word(&mut self, room: &Room) {
        let state = room.link.state();
        if !self.started {
            self.started = true;
            for ply in self.base..state.ply {
                self.enter(room, state, ply + 1);
            }
        } else if state.ply > self.last.ply {
            self.enter(room, state, state.ply);
        } else if state.ply < self.last.ply {
            self.leave(room, state);
        }
        if self.last.address != state.address
            && room.program.address("cut") == Some(state.address)
            && let Some((index, _)) = self.at(state.ply)
        {
            self.nodes[index].cut = true;
        }
        self.last = Last {
            ply: state.ply,
            address: state.address,
            nodes: state.nodes,
        };
    }

    /// The listed node of a ply on the path.
    fn at(&self, ply: u8) -> Option<(usize, u64)> {
        let below = ply.checked_sub(self.base + 1)?;
        self.open.get(usize::from(below)).copied().flatten()
    }

    fn enter(&mut self, room: &Room, state: &State, ply: u8) {
        let Some(below) = ply.checked_sub(self.base + 1) else {
            return;
        };
        self.open.truncate(usize::from(below));
        let listed = below < self.plies && self.nodes.len() < MAX_BRANCHES;
        self.full |= below < self.plies && !listed;
        if let Some((parent, _)) = self.at(ply - 1) {
            self.nodes[parent].moves += 1;
        }
        let entry = listed.then(|| {
            use machine::microengine::word::Slot;
            let slot = |slot: Slot| state.stack.slot(ply - 1, slot as u8).wrapping_neg();
            let path = text::path(room.game.position(), state);
            self.nodes.push(TreeNode {
                ply,
                text: path
                    .get(usize::from(ply) - 1)
                    .map_or(String::new(), |(text, _)| text.clone()),
                from: state.cycles,
                to: None,
                nodes: 0,
                alpha: slot(Slot::Limit),
                beta: slot(Slot::Alpha),
                value: None,
                end: String::new(),
                cut: false,
                moves: 0,
            });
            (self.nodes.len() - 1, state.nodes)
        });
        self.open.push(entry);
    }

    fn leave(&mut self, room: &Room, state: &State) {
        let found = self.at(self.last.ply);
        if let Some(below) = self.last.ply.checked_sub(self.base + 1) {
            self.open.truncate(usize::from(below));
        }
        let parent = self.at(state.ply);
        if found.is_none() && parent.is_none() {
            return;
        }
        let end = label(room, self.last.address);
        let illegal = end == "illegal";
        if let Some((parent, _)) = parent.filter(|_| illegal) {
            self.nodes[parent].moves -= 1;
        }
        let Some((index, nodes)) = found else { return };
        let node = &mut self.nodes[index];
        node.to = Some(state.cycles);
        node.nodes = state.nodes - nodes;
        node.end = end;
        node.value = (!illegal).then_some(state.acc);
    }
}

/// The last label at an address or before it.
fn label(room: &Room, address: u16) -> String {
    let before = (0..=address).rev().take(16);
    let found = before
        .flat_map(|address| room.program.labels_at(address))
        .find(|label| !label.contains('@'));
    found.unwrap_or_default().to_owned()
}
