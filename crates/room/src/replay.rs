//! Replays: windows of cycles carried out again word by word, after which all is as before.

use std::collections::VecDeque;
use std::ops::Range;

use machine::State;
use machine::microengine::word::WORDS;
use machine::signal::{SIGNALS, Signal};

use crate::event::{Counted, Event, Level, Wave, Write};
use crate::kept::Moment;
use crate::room::{Ran, Room};
use crate::until::{Source, level};
use crate::{Fault, text};

/// Most writes of an answer.
pub const MAX_WRITES: usize = 16;

/// The block whose registers follow the writes to the board.
const LAZY: &str = "evaluator/lazy";

impl Room {
    /// The window of the last `cycles` cycles.
    fn last(&self, cycles: u64) -> Range<u64> {
        self.now().saturating_sub(cycles)..self.now()
    }

    /// Carries out a window again, past or future, and calls `each` at the beginning of every word and at the end.
    ///
    /// Returns the window as it was carried out: from the beginning of a word to that of another.
    pub(crate) fn replay(
        &mut self,
        window: Range<u64>,
        mut each: impl FnMut(&mut Room),
    ) -> Result<(u64, u64), Fault> {
        self.searching("replay")?;
        let (from, to) = (window.start.max(self.kept.first()), window.end);
        let (Some(near), Some(search)) = (self.moment(from), self.search.clone()) else {
            return Ok((to, to));
        };
        let present = Moment {
            state: self.link.state().clone(),
            search,
        };
        self.restore(&near);
        while self.now() < from {
            if self.advance(from - self.now()) == Ran::Nothing {
                break;
            }
        }
        let from = self.now();
        each(self);
        while self.now() < to && self.advance(1) != Ran::Nothing {
            each(self);
        }
        let to = self.now();
        self.restore(&present);
        Ok((from, to))
    }

    pub(crate) fn coverage(&mut self, cycles: u64) -> Result<Vec<Event>, Fault> {
        let mut words = vec![0u32; WORDS];
        let mut squares = vec![0u32; 64];
        let window = self.last(cycles);
        let end = window.end;
        let (from, to) = self.replay(window, |room| {
            let state = room.link.state();
            if state.cycles >= end {
                return;
            }
            words[usize::from(state.address) % WORDS] += 1;
            if let Some(found) = room.link.settled().found
                && !found.is_none()
            {
                squares[usize::from(found.square)] += 1;
            }
        })?;
        Ok(vec![Event::Counted(Counted {
            from,
            to,
            words,
            squares,
        })])
    }

    pub(crate) fn wave(
        &mut self,
        signals: &[String],
        cycles: u64,
        from: Option<u64>,
    ) -> Result<Vec<Event>, Fault> {
        let mut wires = self.wires.clone();
        let sources: Result<Vec<Source>, Fault> = signals
            .iter()
            .map(|name| Source::find(name, &wires))
            .collect();
        let sources = sources?;
        let reads_wires = sources.iter().any(|source| source.is_wire());
        let mut changes: Vec<Vec<(u64, Level)>> = vec![Vec::new(); sources.len()];
        let window = from.map_or_else(
            || self.last(cycles),
            |from| from..from.saturating_add(cycles),
        );
        let (from, to) = self.replay(window, |room| {
            let state = room.link.state();
            if reads_wires {
                wires.settle(&room.link.settled());
            }
            for (source, changes) in sources.iter().zip(&mut changes) {
                let level = source.read(state, &wires);
                if changes.last().is_none_or(|&(_, last)| last.0 != level) {
                    changes.push((state.cycles, Level(level)));
                }
            }
        })?;
        let signals = signals.iter().cloned().zip(changes).collect();
        Ok(vec![Event::Wave(Wave { from, to, signals })])
    }

    /// The last writes to the board; a word makes one at most.
    pub(crate) fn writes(&mut self, cycles: u64) -> Result<Vec<Event>, Fault> {
        let registers: Vec<&Signal> = SIGNALS
            .iter()
            .filter(|signal| signal.block == LAZY && signal.width < 64)
            .collect();
        let read = |state: &State| {
            registers
                .iter()
                .map(|signal| level(signal, state))
                .collect::<Vec<i64>>()
        };
        let mut before: Option<(String, Vec<i64>)> = None;
        let mut writes: VecDeque<Write> = VecDeque::new();
        self.replay(self.last(cycles), |room| {
            let state = room.link.state();
            let now = (text::pieces(state), read(state));
            if let Some((pieces, levels)) = &before {
                let mut squares = pieces.chars().zip(now.0.chars()).zip(0..);
                if let Some(((old, new), square)) = squares.find(|((old, new), _)| old != new) {
                    let changes = registers.iter().zip(levels.iter().zip(&now.1));
                    let changes = changes.filter(|(_, (before, after))| before != after);
                    writes.push_back(Write {
                        cycle: state.cycles,
                        square: text::square(square),
                        old,
                        new,
                        changes: changes
                            .map(|(signal, (&a, &b))| (signal.name.to_owned(), a, b))
                            .collect(),
                    });
                    if writes.len() > MAX_WRITES {
                        writes.pop_front();
                    }
                }
            }
            before = Some(now);
        })?;
        Ok(vec![Event::Writes {
            writes: writes.into(),
        }])
    }
}
