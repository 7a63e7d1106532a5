//! The microengine: the board that holds the microcode and gives the orders.

pub mod word;
