//! Waveforms of the machine: its signals as a VCD file, and that file's arrangement in GTKWave and
//! Surfer.

mod channel;
mod text;
pub mod viewers;
mod waveform;

pub use channel::{Channel, select};
pub use waveform::Waveform;
