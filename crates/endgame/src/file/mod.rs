//! Table files and loaded tables.

pub(crate) mod block;
pub(crate) mod codes;
pub(crate) mod format;
pub(crate) mod loaded;
pub(crate) mod stats;
pub(crate) mod storage;
pub(crate) mod table;
pub(crate) mod weights;
pub(crate) mod writer;
