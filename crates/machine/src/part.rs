//! The row of a part of the block diagram: what of it is on record, and what its wires mean.
//!
//! Each row stands in the file of its circuit; [`diagram`](crate::diagram) has all of them.

/// A part of the block diagram.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The block's name; it stands for the blocks within it that have no row of their own.
    pub block: &'static str,
    /// Its label: what is on record of it (with the ids of the facts), what follows from that, and
    /// what was decided.
    pub fidelity: &'static str,
    /// Its wires, if it is a circuit of the move generator.
    pub wires: &'static [WireText],
    /// The file that its header describes it in.
    pub file: &'static str,
}

/// What a wire means.
#[derive(Clone, Copy, Debug)]
pub struct WireText {
    /// Its name within the block.
    pub name: &'static str,
    /// What it means when it is high.
    pub help: &'static str,
}

/// A row of a part's wires.
pub(crate) const fn wire(name: &'static str, help: &'static str) -> WireText {
    WireText { name, help }
}
