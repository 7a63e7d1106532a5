//! Weights of `native`: games by `cargo xtask selfplay`, a fit by `cargo xtask fit`.

pub(crate) mod fit;
pub(crate) mod selfplay;
