//! Tests that cross crates live in tests/. Here is what they share: [`specification`], what the circuits
//! must do in the words of the rules, and [`proof`], which holds a circuit against it over all inputs;
//! the transcripts of protocols with their [`referee`], [`rubbish`] for them, and a test player.

pub mod minimax;
pub mod proof;
pub mod referee;
pub mod rubbish;
pub mod specification;
pub mod transcript;
pub mod wire;
