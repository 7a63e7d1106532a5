//! Tests that cross crates live in tests/. Here is what they share: [`specification`], what the circuits
//! must do in the words of the rules, [`proof`], which holds a circuit against it over all inputs, and [`algebra`], which
//! does so for adders; [`silicon`], other people's simulators and synthesisers;
//! the transcripts of protocols with their [`referee`], [`rubbish`] for them, and a test player.

pub mod algebra;
pub mod minimax;
pub mod proof;
pub mod referee;
pub mod rubbish;
pub mod silicon;
pub mod specification;
pub mod transcript;
pub mod wire;
