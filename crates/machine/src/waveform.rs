//! A probe that writes signals as a VCD waveform, for GTKWave and similar viewers.
//!
//! Memory is constant: only the last level of each signal is kept.

use std::io::{self, Write};

use vcd::{IdCode, TimescaleUnit, Value, VarType, Writer};

use crate::State;
use crate::probe::Probe;
use crate::signal::{SIGNALS, Signal};
use crate::wave_text::{TEXTS, Text, WordTexts};
use crate::wires::Wires;

/// A signal of a waveform.
#[derive(Clone, Debug)]
pub struct Channel {
    /// The block, outermost first, separated by `/`.
    pub block: String,
    /// Its name within the block.
    pub name: &'static str,
    /// Width in bits; 1 for a text.
    pub width: usize,
    source: Source,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    /// A register or memory, or a function of them.
    State(&'static Signal),
    /// A wire between gates, by its index in the list.
    Wire(usize),
    /// A level in words.
    Text(&'static Text),
}

impl Channel {
    /// All signals: first registers and memories, then texts, then wires.
    pub fn all(wires: &Wires) -> Vec<Channel> {
        let held = SIGNALS.iter().map(|signal| Channel {
            block: signal.block.to_owned(),
            name: signal.name,
            width: signal.width,
            source: Source::State(signal),
        });
        let texts = TEXTS.iter().map(|text| Channel {
            block: text.block.to_owned(),
            name: text.name,
            width: 1,
            source: Source::Text(text),
        });
        let between = wires
            .list()
            .into_iter()
            .enumerate()
            .map(|(index, wire)| Channel {
                block: wire.block,
                name: wire.name,
                width: wire.width,
                source: Source::Wire(index),
            });
        held.chain(texts).chain(between).collect()
    }

    /// Block and name, separated by `/`.
    pub fn path(&self) -> String {
        format!("{}/{}", self.block, self.name)
    }

    /// A short description.
    pub fn help(&self) -> &'static str {
        match self.source {
            Source::State(signal) => signal.help(),
            Source::Wire(_) => "settled in this word",
            Source::Text(text) => text.help,
        }
    }

    /// Whether it is a text.
    pub fn is_text(&self) -> bool {
        matches!(self.source, Source::Text(_))
    }

    /// Whether it is a wire between gates, which must be settled first.
    pub fn is_wire(&self) -> bool {
        matches!(self.source, Source::Wire(_))
    }
}

/// Writer of the signals' changes within a window of cycles.
pub struct Waveform<W: Write> {
    writer: Writer<W>,
    traced: Vec<Traced>,
    /// The gates, if any wire is traced.
    wires: Option<Wires>,
    words: WordTexts,
    /// First cycle written, and the first one after the window.
    from: u64,
    until: u64,
    /// Whether any cycle was in the window.
    seen: bool,
    /// The error that ended writing.
    failure: Option<io::Error>,
}

struct Traced {
    source: Source,
    width: usize,
    id: IdCode,
    last: Option<u64>,
}

impl<W: Write> Waveform<W> {
    /// Writes the header. The window is `cycles` machine cycles long and starts at `from`. Fails if the output cannot
    /// be written.
    pub fn new(
        out: W,
        about: &str,
        (channels, wires, words): (&[Channel], Wires, WordTexts),
        from: u64,
        cycles: u64,
    ) -> io::Result<Waveform<W>> {
        let mut writer = Writer::new(out);
        writer.version(concat!("Belle ", env!("CARGO_PKG_VERSION")))?;
        writer.comment(about)?;
        // VCD has only seconds: a nanosecond stands for a machine cycle.
        writer.timescale(1, TimescaleUnit::NS)?;
        let traced = declare(&mut writer, channels)?;
        writer.enddefinitions()?;
        let wires = channels.iter().any(Channel::is_wire).then_some(wires);
        let until = from.saturating_add(cycles);
        Ok(Waveform {
            writer,
            traced,
            wires,
            words,
            from,
            until,
            seen: false,
            failure: None,
        })
    }

    /// Whether more will be written: the window is not over and nothing failed.
    pub fn is_open(&self, state: &State) -> bool {
        self.failure.is_none() && state.cycles < self.until
    }

    /// Writes the final levels; returns whether any cycle was in the window. Fails if the output could not be written,
    /// now or earlier.
    pub fn finish(mut self, state: &State) -> io::Result<bool> {
        self.cycle(state);
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.writer
            .timestamp(state.cycles.clamp(self.from, self.until))?;
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
                (Source::Text(text), _) => (text.read)(state),
            };
            if traced.last == Some(level) {
                continue;
            }
            if !stamped {
                self.writer.timestamp(state.cycles)?;
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

/// Selects the channels that match comma-separated patterns; by default all but wires. Fails if a pattern
/// matches nothing; the message lists all signals.
pub fn select(patterns: Option<&str>, all: Vec<Channel>) -> Result<Vec<Channel>, String> {
    let Some(patterns) = patterns else {
        return Ok(all
            .into_iter()
            .filter(|channel| !channel.is_wire())
            .collect());
    };
    let patterns: Vec<&str> = patterns.split(',').map(str::trim).collect();
    for pattern in &patterns {
        if !all.iter().any(|channel| matches(pattern, &channel.path())) {
            let paths: Vec<String> = all.iter().map(Channel::path).collect();
            return Err(format!(
                "no signal matches '{pattern}'; known: {}",
                paths.join(", ")
            ));
        }
    }
    let wanted = |channel: &Channel| {
        patterns
            .iter()
            .any(|pattern| matches(pattern, &channel.path()))
    };
    Ok(all.into_iter().filter(wanted).collect())
}

/// Whether a pattern matches a path, from its beginning or from any block: `value_bus/*` matches
/// `microengine/value_bus/acc`.
fn matches(pattern: &str, path: &str) -> bool {
    let starts = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    std::iter::once(path)
        .chain(starts)
        .any(|path| glob(pattern.as_bytes(), path.as_bytes()))
}

/// Glob match: `*` is any number of letters, `?` is one.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    // Where to continue if the letters after the last star do not match.
    let (mut p, mut t, mut retry) = (0, 0, None);
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                retry = Some((p, t));
                p += 1;
            }
            Some(&letter) if letter == b'?' || letter == text[t] => (p, t) = (p + 1, t + 1),
            _ => match retry {
                Some((star, from)) => {
                    retry = Some((star, from + 1));
                    (p, t) = (star + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&letter| letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_matches_path() {
        for (pattern, path, expected) in [
            ("*", "board/p0", true),
            ("acc", "microengine/value_bus/acc", true),
            ("value_bus/*", "microengine/value_bus/acc", true),
            ("microengine/*", "microengine/value_bus/acc", true),
            ("p?", "board/p0", true),
            ("p?", "board/ply", false),
            ("*a*c", "memory/acc", true),
            ("board", "board/p0", false),
            ("", "board/p0", false),
            ("**", "board/p0", true),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn select_unknown_pattern_lists_signals() {
        let all = || Channel::all(&Wires::new(&[]));
        let error = select(Some("acc,nonsense"), all()).unwrap_err();
        assert!(
            error.contains("'nonsense'") && error.contains("microengine/value_bus/acc"),
            "{error}"
        );
        assert_eq!(
            select(Some("acc, board/p?"), all())
                .expect("they exist")
                .len(),
            5
        );
        let north = select(Some("ray_mux/north"), all()).expect("a wire");
        assert_eq!((north.len(), north[0].width), (1, 64));
    }
}
