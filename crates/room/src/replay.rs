//! Replays: windows of cycles carried out again word by word, after which all is as before.

use std::collections::VecDeque;
use std::ops::Range;

use machine::microengine::word::WORDS;
use machine::signal::{SIGNALS, Signal};

use crate::event::{Counts, Event, Level, Wave, Write};
use crate::room::{Advance, MAX_CYCLES, MAX_WINDOW, Room};
use crate::until::Source;
use crate::{Fault, ledger, text};

/// Most signals of a wave: more than a screen shows.
pub const MAX_SIGNALS: usize = 64;

/// Most writes of an answer.
pub const MAX_WRITES: usize = 16;

/// The block whose registers follow the writes to the board.
const LAZY: &str = "evaluator/lazy";

/// What has become of a replay.
pub(crate) enum Replay {
    /// The window as it was carried out: from the beginning of a word to that of another.
    Done(Range<u64>),
    /// The budget ended on the way to the window.
    Pending(Event),
}

impl Room {
    /// The window of the last `cycles` cycles.
    fn last(&self, cycles: u64) -> Range<u64> {
        self.now().saturating_sub(cycles)..self.now()
    }

    /// The window of `cycles` cycles that begins at `from`, or of the last ones.
    fn window(&self, cycles: u64, from: Option<u64>) -> Range<u64> {
        match from {
            Some(from) => from..from.saturating_add(cycles),
            None => self.last(cycles),
        }
    }

    /// Carries out a window again, past or future, and calls `each` at the beginning of every word
    /// and at the end.
    ///
    /// # Errors
    /// There is no search, or the window begins too far ahead: a search would have to go there
    /// first, and it may take for ever.
    pub(crate) fn replay(
        &mut self,
        window: Range<u64>,
        mut each: impl FnMut(&mut Room),
    ) -> Result<Replay, Fault> {
        self.expect_search("replay")?;
        let last = self.now().saturating_add(MAX_CYCLES);
        if window.start > last {
            let expected =
                format!("at most {last}, {MAX_CYCLES} cycles ahead of the machine; go there first");
            return Err(Fault::new("from", &expected, &window.start.to_string()));
        }
        let (from, to) = (window.start.max(self.checkpoints.first()), window.end);
        let (Some(near), Some(present)) = (self.checkpoint_before(from), self.present()) else {
            return Ok(Replay::Done(to..to));
        };
        self.restore(&near);
        // Each copy of the machine is a megabyte, and a server has many machines.
        drop(near);
        let budget = self.now() + MAX_CYCLES;
        while self.now() < from.min(budget) {
            if self.advance(from.min(budget) - self.now()) == Advance::Nothing {
                break;
            }
        }
        let cycle = self.now();
        if cycle < from && cycle >= budget {
            // Checkpoints apart: the other checkpoints may be too many for this one to stay among
            // them.
            self.waypoint = self.present();
            self.restore(&present);
            return Ok(Replay::Pending(Event::Pending { cycle }));
        }
        let from = cycle;
        each(self);
        while self.now() < to && self.advance(1) != Advance::Nothing {
            each(self);
        }
        let to = self.now();
        // A search is counted in windows, each of which begins where the one before it ended.
        if to - from > MAX_WINDOW {
            self.waypoint = self.present();
        }
        self.restore(&present);
        Ok(Replay::Done(from..to))
    }

    pub(crate) fn coverage(&mut self, cycles: u64, from: Option<u64>) -> Result<Vec<Event>, Fault> {
        let mut words = vec![0u32; WORDS];
        let mut taken = vec![0u64; WORDS];
        let mut squares = vec![0u32; 64];
        let mut uses = ledger::USES.map(|of| (of, 0));
        let mut nodes: Option<Range<u64>> = None;
        let window = self.window(cycles, from);
        let end = window.end;
        let replay = self.replay(window, |room| {
            let state = room.link.state();
            let first = nodes.as_ref().map_or(state.nodes, |nodes| nodes.start);
            nodes = Some(first..state.nodes);
            if state.cycles >= end || room.is_over() {
                return;
            }
            let address = usize::from(state.address) % WORDS;
            words[address] += 1;
            for used in ledger::uses(state, room.word()) {
                taken[address] += 1;
                for (of, cycles) in &mut uses {
                    *cycles += u64::from(*of == used);
                }
            }
            if let Some(found) = room.link.settled().found
                && !found.is_none()
            {
                squares[usize::from(found.square)] += 1;
            }
        })?;
        let done = match replay {
            Replay::Done(done) => done,
            Replay::Pending(event) => return Ok(vec![event]),
        };
        let nodes = nodes.unwrap_or_default();
        Ok(vec![Event::Counted(Counts {
            from: done.start,
            to: done.end,
            nodes: nodes.end - nodes.start,
            words,
            cycles: taken,
            uses: uses.to_vec(),
            squares,
        })])
    }

    pub(crate) fn wave(
        &mut self,
        signals: &[String],
        cycles: u64,
        from: Option<u64>,
    ) -> Result<Vec<Event>, Fault> {
        if signals.len() > MAX_SIGNALS {
            return Err(Fault::new(
                "signals",
                &format!("at most {MAX_SIGNALS}"),
                &signals.len().to_string(),
            ));
        }
        let mut wires = self.wires.clone();
        let sources: Result<Vec<Source>, Fault> = signals
            .iter()
            .map(|name| Source::find(name, &wires))
            .collect();
        let sources = sources?;
        let reads_wires = sources.iter().any(|source| source.is_wire());
        let mut changes: Vec<Vec<(u64, Level)>> = vec![Vec::new(); sources.len()];
        let window = self.window(cycles, from);
        let replay = self.replay(window, |room| {
            let state = room.link.state();
            if reads_wires {
                wires.settle(&room.link.settled());
            }
            for (source, changes) in sources.iter().zip(&mut changes) {
                let level = source.read(state, &wires);
                let is_same = matches!(changes.last(), Some((_, last)) if last.0 == level);
                if !is_same {
                    changes.push((state.cycles, Level(level)));
                }
            }
        })?;
        let done = match replay {
            Replay::Done(done) => done,
            Replay::Pending(event) => return Ok(vec![event]),
        };
        Ok(vec![Event::Wave(Wave {
            from: done.start,
            to: done.end,
            signals: signals.iter().cloned().zip(changes).collect(),
        })])
    }

    /// The last writes to the board; a word makes one at most.
    pub(crate) fn writes(&mut self, cycles: u64) -> Result<Vec<Event>, Fault> {
        let registers: Vec<&Signal> = SIGNALS
            .iter()
            .filter(|signal| signal.block == LAZY && signal.width < 64)
            .collect();
        let mut before: Option<BoardLevels> = None;
        let mut writes: VecDeque<Write> = VecDeque::new();
        let replay = self.replay(self.last(cycles), |room| {
            let state = room.link.state();
            let now = BoardLevels {
                pieces: text::pieces(state).into_bytes(),
                registers: registers
                    .iter()
                    .map(|signal| signal.level(state) as i64)
                    .collect(),
            };
            if let Some(before) = &before
                && let Some(square) = (0..64).find(|&at| before.pieces[at] != now.pieces[at])
            {
                let mut changes = Vec::new();
                for (at, signal) in registers.iter().enumerate() {
                    let (old, new) = (before.registers[at], now.registers[at]);
                    if old != new {
                        changes.push((signal.name.to_owned(), old, new));
                    }
                }
                writes.push_back(Write {
                    cycle: state.cycles,
                    square: text::square(square as u8),
                    old: char::from(before.pieces[square]),
                    new: char::from(now.pieces[square]),
                    changes,
                });
                if writes.len() > MAX_WRITES {
                    writes.pop_front();
                }
            }
            before = Some(now);
        })?;
        if let Replay::Pending(event) = replay {
            return Ok(vec![event]);
        }
        Ok(vec![Event::Writes {
            writes: writes.into(),
        }])
    }
}

/// What a write to the board changes.
struct BoardLevels {
    /// The letters of the 64 squares, in ASCII.
    pieces: Vec<u8>,
    /// The lazy evaluator's registers.
    registers: Vec<i64>,
}

#[cfg(test)]
mod tests {
    use crate::command::{Command, RootDriver};
    use crate::event::Event;
    use crate::room::{MAX_CYCLES, Room};

    #[test]
    fn window_far_from_kept_states_comes_in_parts() {
        let mut room = Room::new();
        room.command(Command::Think {
            depth: 48,
            root: RootDriver::Host,
        });
        for _ in 0..3 {
            room.command(Command::Run {
                cycles: MAX_CYCLES,
                until: Vec::new(),
                stops: Vec::new(),
            });
        }
        let watch = Command::Watch {
            signals: vec!["ply".to_owned(), "acc".to_owned()],
            cycles: 300,
            from: Some(room.now() - 1_000),
        };
        let digest = room.command(Command::Digest {});
        let expected = room.command(watch.clone());
        assert!(matches!(expected[..], [Event::Wave(_)]), "{expected:?}");
        // As after a search so long that few states are kept of its beginning.
        let first = room
            .checkpoints
            .before(0)
            .expect("the beginning is kept")
            .clone();
        room.checkpoints.begin(first);
        let mut parts = Vec::new();
        let found = loop {
            let mut events = room.command(watch.clone());
            match events.pop() {
                Some(Event::Pending { cycle }) => parts.push(cycle),
                other => break other,
            }
            assert_eq!(room.command(Command::Digest {}), digest);
            // Too many to be held apart from the checkpoint that was reached.
            let first = room
                .checkpoints
                .before(0)
                .expect("the beginning is kept")
                .clone();
            room.checkpoints.begin(first);
        };
        assert_eq!(found.as_slice(), expected);
        assert!(parts.is_sorted() && parts.len() == 2, "{parts:?}");
        assert_eq!(room.command(Command::Digest {}), digest);
    }
}
