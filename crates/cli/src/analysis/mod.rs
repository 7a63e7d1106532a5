//! What `belle analyse` keeps and shows: the journal of its work, and its summaries.

pub(crate) mod journal;
pub(crate) mod summaries;
