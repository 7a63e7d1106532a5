//! Size of a netlist: gates and depth.

use super::{Gate, Netlist};

/// The size of a netlist. Inverters count as gates, in the depth too; wiring counts for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Gates that an output depends on.
    pub gates: usize,
    /// The most gates between an input and an output.
    pub depth: usize,
    /// Size by block, in the order in which the blocks were opened.
    pub blocks: Vec<Block>,
}

/// The size of one block. A gate that two blocks share belongs to the one built first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The block's name after those it lies in, joined by `/`; empty for gates outside all blocks.
    pub path: String,
    /// Its gates, without those of the blocks inside it.
    pub gates: usize,
    /// Inverters among them.
    pub inverters: usize,
    /// The longest chain of its own gates.
    pub depth: usize,
    /// The most gates between an input of the netlist and an output of the block.
    pub settled: usize,
}

impl Netlist {
    /// Counts the gates that reach an output.
    pub fn count(&self) -> Count {
        let graph = self.graph.borrow();
        let mut blocks: Vec<Block> = (0..graph.scopes.len())
            .map(|scope| Block {
                path: graph.path(scope),
                gates: 0,
                inverters: 0,
                depth: 0,
                settled: 0,
            })
            .collect();
        let live = graph.live();
        // Of each node: gates since the inputs, and gates since its own block was entered.
        let mut since_inputs = vec![0; graph.gates.len()];
        let mut within_block = vec![0; graph.gates.len()];
        for (index, gate) in graph.gates.iter().enumerate() {
            if !live[index] || gate.inputs().next().is_none() {
                continue;
            }
            let scope = graph.gate_scopes[index];
            for input in gate.inputs().map(|node| node.0 as usize) {
                since_inputs[index] = since_inputs[index].max(since_inputs[input] + 1);
                let inside = if graph.gate_scopes[input] == scope {
                    within_block[input]
                } else {
                    0
                };
                within_block[index] = within_block[index].max(inside + 1);
            }
            let block = &mut blocks[scope];
            block.gates += 1;
            block.inverters += matches!(gate, Gate::Not(_)) as usize;
            block.depth = block.depth.max(within_block[index]);
            block.settled = block.settled.max(since_inputs[index]);
        }
        blocks.retain(|block| block.gates > 0);
        Count {
            gates: blocks.iter().map(|block| block.gates).sum(),
            depth: blocks.iter().map(|block| block.settled).max().unwrap_or(0),
            blocks,
        }
    }
}
