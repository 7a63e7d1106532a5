//! Tests that cross crates live in tests/. Here is what they share: [`specification`], what the circuits
//! must do in the words of the rules, and [`proof`], which holds a circuit against it over all inputs.

pub mod proof;
pub mod specification;
