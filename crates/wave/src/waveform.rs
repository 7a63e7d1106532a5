//! A probe that writes signals as a VCD waveform, for GTKWave and similar viewers.
//!
//! Memory is constant: only the last level of each signal is kept.

use std::io::{self, Write};
use std::ops::Range;

use machine::clock::NANOSECONDS_PER_CYCLE;
use machine::probe::Probe;
use machine::wires::Wires;
use machine::{Settled, State};
use microcode::Program;
use vcd::{IdCode, TimescaleUnit, Value, VarType, Writer};

use crate::channel::{Channel, Source};
use crate::text::WordTexts;

/// Writer of the signals' changes within a window of cycles.
pub struct Waveform<W: Write> {
    writer: Writer<W>,
    traced: Vec<Traced>,
    /// The gates, if any wire is traced.
    wires: Option<Wires>,
    words: WordTexts,
    /// The cycles written.
    window: Range<u64>,
    /// Whether any cycle was in the window.
    seen: bool,
    /// The error that ended writing.
    failure: Option<io::Error>,
}

/// The machine's own time at a cycle, in nanoseconds.
fn time(cycle: u64) -> u64 {
    cycle * NANOSECONDS_PER_CYCLE
}

struct Traced {
    source: Source,
    width: usize,
    id: IdCode,
    last: Option<u64>,
}

impl<W: Write> Waveform<W> {
    /// Writes the header. `about` is its comment, `window` the machine cycles to be written.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn new(
        out: W,
        about: &str,
        channels: &[Channel],
        program: &Program,
        window: Range<u64>,
    ) -> io::Result<Waveform<W>> {
        let mut writer = Writer::new(out);
        writer.version(concat!("Belle ", env!("CARGO_PKG_VERSION")))?;
        writer.comment(about)?;
        writer.timescale(1, TimescaleUnit::NS)?;
        let traced = declare(&mut writer, channels)?;
        writer.enddefinitions()?;
        // The gates take far longer to settle than the registers to read.
        let wires = if channels.iter().any(Channel::is_wire) {
            Some(Wires::default())
        } else {
            None
        };
        Ok(Waveform {
            writer,
            traced,
            wires,
            words: WordTexts::of(program),
            window,
            seen: false,
            failure: None,
        })
    }

    /// Whether more will be written: the window is not over and nothing failed.
    pub fn is_open(&self, state: &State) -> bool {
        self.failure.is_none() && state.cycles < self.window.end
    }

    /// Writes the final levels; returns whether any cycle was in the window. Fails if the output
    /// could not be written, now or earlier.
    pub fn finish(mut self, state: &State, settled: &Settled) -> io::Result<bool> {
        self.cycle(state, settled);
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.writer
            .timestamp(time(state.cycles.clamp(self.window.start, self.window.end)))?;
        self.writer.flush()?;
        Ok(self.seen)
    }

    fn write(&mut self, state: &State, settled: &Settled) -> io::Result<()> {
        if let Some(wires) = &mut self.wires {
            wires.settle(settled);
        }
        let mut stamped = false;
        for traced in &mut self.traced {
            let level = match (traced.source, &self.wires) {
                (Source::State(signal), _) => (signal.read)(state),
                (Source::Wire(index), Some(wires)) => wires.level(index),
                (Source::Wire(_), None) => continue,
                (Source::Text(text), _) => (text.read)(state),
            };
            if traced.last == Some(level) {
                continue;
            }
            if !stamped {
                self.writer.timestamp(time(state.cycles))?;
                stamped = true;
            }
            traced.last = Some(level);
            if let Source::Text(text) = traced.source {
                // A blank would end the value; viewers read the escape.
                let shown = text.show(level, &self.words).replace(' ', "\\040");
                self.writer.change_string(traced.id, &shown)?;
            } else if traced.width == 1 {
                self.writer.change_scalar(traced.id, level & 1 != 0)?;
            } else {
                let bit = |bit: usize| Value::from(level >> bit & 1 != 0);
                self.writer
                    .change_vector(traced.id, (0..traced.width).rev().map(bit))?;
            }
        }
        Ok(())
    }
}

impl<W: Write> Probe for Waveform<W> {
    fn cycle(&mut self, state: &State, settled: &Settled) {
        if state.cycles < self.window.start || !self.is_open(state) {
            return;
        }
        self.seen = true;
        if let Err(error) = self.write(state, settled) {
            self.failure = Some(error);
        }
    }
}

/// Declares the channels by block, each block once.
fn declare<W: Write>(writer: &mut Writer<W>, channels: &[Channel]) -> io::Result<Vec<Traced>> {
    let mut channels: Vec<&Channel> = channels.iter().collect();
    channels.sort_by(|a, b| a.block.cmp(&b.block));
    let mut open: Vec<&str> = Vec::new();
    let mut traced = Vec::new();
    writer.add_module("belle")?;
    for channel in channels {
        let block: Vec<&str> = channel.block.split('/').collect();
        let shared = open.iter().zip(&block).take_while(|(a, b)| a == b).count();
        for _ in shared..open.len() {
            writer.upscope()?;
        }
        for name in &block[shared..] {
            writer.add_module(name)?;
        }
        open = block;
        let kind = if channel.is_text() {
            VarType::String
        } else {
            VarType::Wire
        };
        let id = writer.add_var(kind, channel.width as u32, channel.name, None)?;
        traced.push(Traced {
            source: channel.source,
            width: channel.width,
            id,
            last: None,
        });
    }
    for _ in 0..=open.len() {
        writer.upscope()?;
    }
    Ok(traced)
}
