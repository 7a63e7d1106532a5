//! What `belle match` is made of: engines and rules as the command line gives them, the file of games, and the tables.

pub(crate) mod engine;
pub(crate) mod file;
pub(crate) mod openings;
pub(crate) mod pairs;
pub(crate) mod tables;
