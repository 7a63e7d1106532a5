//! Table files: format, packed blocks, reading, writing and statistics.

pub(crate) mod block;
pub(crate) mod format;
pub(crate) mod loaded;
pub(crate) mod stats;
pub(crate) mod storage;
pub(crate) mod table;
