//! The index: material, symmetry, and a number for every position of an ending.

pub(crate) mod kings;
pub(crate) mod like_pieces;
pub(crate) mod material;
pub(crate) mod numbering;
pub(crate) mod position;
pub(crate) mod symmetry;
