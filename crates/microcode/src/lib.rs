//! microcode
