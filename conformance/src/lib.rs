//! Shared parts of the tests that cross crates (in tests/).
//!
//! [`specification`] gives the circuits in the words of the rules, [`proof`] compares a circuit
//! with it over all inputs, [`algebra`] does so for adders. [`silicon`] runs outside simulators and
//! synthesizers, [`model`] a board in one of them. [`transcript`] runs protocol sessions from
//! files, watched by a [`referee`], [`session`] those of the command line; [`fuzz_corpus`] makes
//! malformed input; [`minimax`] is a test player. [`documents`] reads the project's pages and the
//! commands in them; [`types`] makes the types of the browser's page.

#![allow(missing_docs, reason = "tests are the only users")]

pub mod algebra;
pub mod documents;
pub mod fuzz_corpus;
pub mod minimax;
pub mod model;
pub mod proof;
pub mod referee;
pub mod session;
pub mod silicon;
pub mod specification;
pub mod transcript;
pub mod types;
pub mod wire;
