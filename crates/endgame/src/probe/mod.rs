//! Probing: values of positions and moves, for programs and people.

pub(crate) mod longest;
pub(crate) mod options;
pub(crate) mod prober;
pub(crate) mod syzygy;
pub(crate) mod tablebase;
pub(crate) mod tablebases;
