//! Probing: values of positions and moves, for programs and people.

#[cfg(feature = "files")]
pub(crate) mod longest;
#[cfg(feature = "files")]
mod open;
#[cfg_attr(not(feature = "files"), path = "no_options.rs")]
pub(crate) mod options;
#[cfg(feature = "files")]
pub(crate) mod position_score;
pub(crate) mod prober;
#[cfg(feature = "files")]
pub(crate) mod syzygy;
#[cfg(feature = "files")]
pub(crate) mod tablebase;
pub(crate) mod tablebases;
