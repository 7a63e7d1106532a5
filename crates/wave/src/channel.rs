//! The signals that a waveform may have, and their choice by patterns.

use machine::signal::{Reading, SIGNALS, Signal};
use machine::wires::Wires;

use crate::text::{TEXTS, Text};

/// A signal of a waveform.
#[derive(Clone, Debug)]
pub struct Channel {
    /// The blocks that it is in, from the outermost on, joined by `/`.
    pub block: String,
    /// Its name within the block.
    pub name: &'static str,
    /// Width in bits; 1 for a text, which has none.
    pub width: usize,
    /// How its level is read; without meaning for a text.
    pub reading: Reading,
    /// What it means.
    pub help: &'static str,
    pub(crate) source: Source,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
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
            reading: signal.reading,
            help: signal.help(),
            source: Source::State(signal),
        });
        let texts = TEXTS.iter().map(|text| Channel {
            block: text.block.to_owned(),
            name: text.name,
            width: 1,
            reading: Reading::Bits,
            help: text.help,
            source: Source::Text(text),
        });
        let between = wires
            .list()
            .into_iter()
            .enumerate()
            .map(|(index, wire)| Channel {
                reading: wire.reading(),
                block: wire.block,
                name: wire.name,
                width: wire.width,
                help: wire.help,
                source: Source::Wire(index),
            });
        held.chain(texts).chain(between).collect()
    }

    /// Block and name, separated by `/`.
    pub fn path(&self) -> String {
        format!("{}/{}", self.block, self.name)
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

/// Selects the channels that match comma-separated patterns; by default all but wires. Fails if a
/// pattern matches nothing; the message lists all signals.
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
        let all = || Channel::all(&Wires::default());
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
