//! roms
