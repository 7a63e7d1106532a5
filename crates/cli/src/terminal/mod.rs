//! A game in the terminal. [`table`] knows the game and nothing of screens; [`plain`] shows it line by line;
//! another screen needs only another `plain`.

pub(crate) mod board;
pub(crate) mod level;
pub(crate) mod pgn_file;
pub(crate) mod plain;
pub(crate) mod table;
mod words;
