//! Waveforms: a probe that writes what it sees as a VCD file, cycle by cycle, as GTKWave reads it.
//!
//! Memory is constant: of each signal only its last level is kept, and what changes is written at once.

use std::io::{self, Write};

use machine::State;
use machine::probe::Probe;
use machine::signal::{SIGNALS, Signal};
use machine::wires::Wires;
use vcd::{IdCode, TimescaleUnit, Value, Writer};

/// A signal that can be written.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    /// The block, outermost first, parted by `/`.
    block: String,
    name: &'static str,
    pub(crate) width: usize,
    source: Source,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    /// A register or memory, or what follows from them.
    State(&'static Signal),
    /// A wire between gates, by its place in the list.
    Wire(usize),
}

impl Channel {
    /// All there are: what the machine holds first, then its wires.
    pub(crate) fn all(wires: &Wires) -> Vec<Channel> {
        let held = SIGNALS.iter().map(|signal| Channel {
            block: signal.block.to_owned(),
            name: signal.name,
            width: signal.width,
            source: Source::State(signal),
        });
        let between = wires.list().into_iter().enumerate().map(|(index, wire)| Channel {
            block: wire.block,
            name: wire.name,
            width: wire.width,
            source: Source::Wire(index),
        });
        held.chain(between).collect()
    }

    /// Block and name.
    pub(crate) fn path(&self) -> String {
        format!("{}/{}", self.block, self.name)
    }

    /// What it is.
    pub(crate) fn help(&self) -> &'static str {
        match self.source {
            Source::State(signal) => signal.help(),
            Source::Wire(_) => "settled in this word",
        }
    }

    /// It is a wire between gates, which must be settled first.
    pub(crate) fn is_wire(&self) -> bool {
        matches!(self.source, Source::Wire(_))
    }
}

/// Writes the signals' changes between two moments.
pub(crate) struct Waveform<W: Write> {
    writer: Writer<W>,
    traced: Vec<Traced>,
    /// The gates, if any of their wires is traced.
    wires: Option<Wires>,
    /// The first cycle that is written, and the first that no longer is.
    from: u64,
    until: u64,
    /// Cycles seen within.
    seen: bool,
    /// Why no more is written.
    failure: Option<io::Error>,
}

struct Traced {
    source: Source,
    width: usize,
    id: IdCode,
    last: Option<u64>,
}

impl<W: Write> Waveform<W> {
    /// Writes the header. Of the machine's cycles those from `from` on, `cycles` of them, will be written.
    pub(crate) fn new(
        out: W,
        about: &str,
        (channels, wires): (&[Channel], Wires),
        from: u64,
        cycles: u64,
    ) -> io::Result<Waveform<W>> {
        let mut writer = Writer::new(out);
        writer.version(concat!("Belle ", env!("CARGO_PKG_VERSION")))?;
        writer.comment(about)?;
        // VCD knows seconds only: a nanosecond stands for a cycle of the machine.
        writer.timescale(1, TimescaleUnit::NS)?;
        let traced = declare(&mut writer, channels)?;
        writer.enddefinitions()?;
        let wires = channels.iter().any(Channel::is_wire).then_some(wires);
        let until = from.saturating_add(cycles);
        Ok(Waveform { writer, traced, wires, from, until, seen: false, failure: None })
    }

    /// Whether what comes will be written: the window is not past and nothing has failed.
    pub(crate) fn is_open(&self, state: &State) -> bool {
        self.failure.is_none() && state.cycles < self.until
    }

    /// The last levels, at the moment the machine stands still; tells whether anything was in the window.
    ///
    /// # Errors
    /// Whatever went wrong since the beginning.
    pub(crate) fn finish(mut self, state: &State) -> io::Result<bool> {
        self.cycle(state);
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.writer.timestamp(state.cycles.clamp(self.from, self.until))?;
        self.writer.flush()?;
        Ok(self.seen)
    }

    fn write(&mut self, state: &State) -> io::Result<()> {
        if let Some(wires) = &mut self.wires {
            wires.settle(state);
        }
        let mut stamped = false;
        for traced in &mut self.traced {
            let level = match (traced.source, &self.wires) {
                (Source::State(signal), _) => (signal.read)(state),
                (Source::Wire(index), Some(wires)) => wires.level(index),
                (Source::Wire(_), None) => continue,
            };
            if traced.last == Some(level) {
                continue;
            }
            if !stamped {
                self.writer.timestamp(state.cycles)?;
                stamped = true;
            }
            traced.last = Some(level);
            if traced.width == 1 {
                self.writer.change_scalar(traced.id, level & 1 != 0)?;
            } else {
                let bit = |bit: usize| Value::from(level >> bit & 1 != 0);
                self.writer.change_vector(traced.id, (0..traced.width).rev().map(bit))?;
            }
        }
        Ok(())
    }
}

impl<W: Write> Probe for Waveform<W> {
    fn cycle(&mut self, state: &State) {
        if state.cycles < self.from || !self.is_open(state) {
            return;
        }
        self.seen = true;
        if let Err(error) = self.write(state) {
            self.failure = Some(error);
        }
    }
}

/// Declares the channels within their blocks, each block once.
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
        let id = writer.add_wire(channel.width as u32, channel.name)?;
        traced.push(Traced { source: channel.source, width: channel.width, id, last: None });
    }
    for _ in 0..=open.len() {
        writer.upscope()?;
    }
    Ok(traced)
}
