//! The fast player's weights: `cargo xtask selfplay` plays the games, `cargo xtask fit` fits the weights to them.

pub(crate) mod fit;
pub(crate) mod selfplay;
