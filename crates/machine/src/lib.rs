//! Belle's boards and nothing else: no program, no files, no threads, no time but the machine's own clock.

pub mod circuits;
pub mod microengine;
pub mod move_generator;
