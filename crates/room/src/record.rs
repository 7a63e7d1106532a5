//! Recordings: the levels of signals at every word while the machine runs on.

use machine::Settled;
use machine::wires::Wires;

use crate::Fault;
use crate::replay::MAX_SIGNALS;
use crate::room::{Advance, MAX_CYCLES, MAX_CYCLES_OF_WIRES, Room};
use crate::until::Source;

/// Levels of signals, word by word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The cycle at which each word begins.
    pub cycles: Vec<u64>,
    /// For each signal its level at each of these words, as 64 bits: those of the value bus have a
    /// sign.
    pub levels: Vec<Vec<i64>>,
}

impl Room {
    /// Runs for `cycles` cycles, and records signals at the beginning of each word that is carried
    /// out.
    ///
    /// A recording is cut after [`MAX_CYCLES`], or sooner where a signal is a wire; it goes on from
    /// there when it is asked again. It is empty after the end of the search.
    ///
    /// # Errors
    /// There is no search, a name is no signal's, or there are more than [`MAX_SIGNALS`].
    pub fn record(&mut self, signals: &[String], cycles: u64) -> Result<Recording, Fault> {
        self.expect_search("record")?;
        if signals.len() > MAX_SIGNALS {
            let expected = format!("at most {MAX_SIGNALS}");
            return Err(Fault::new("signals", &expected, &signals.len().to_string()));
        }
        let mut wires = self.wires.clone();
        let mut sources = Vec::new();
        for name in signals {
            sources.push(Source::find(name, &wires)?);
        }
        let reads_wires = sources.iter().any(|source| source.is_wire());
        let most = if reads_wires {
            MAX_CYCLES_OF_WIRES
        } else {
            MAX_CYCLES
        };
        // What was under way before has no goal any more.
        self.pending = None;
        let mut recording = Recording {
            cycles: Vec::new(),
            levels: vec![Vec::new(); sources.len()],
        };
        // No word waits for what the wires say in the one before, so they settle for many at once.
        let mut words = Vec::new();
        let end = self.now() + cycles.min(most);
        while self.now() < end && !self.is_over() {
            let state = self.link.state();
            recording.cycles.push(state.cycles);
            for (source, levels) in sources.iter().zip(&mut recording.levels) {
                if !source.is_wire() {
                    levels.push(source.level(state, &wires) as i64);
                }
            }
            if reads_wires {
                words.push(self.link.settled());
                if words.len() == Wires::WORDS {
                    recording.add_wires(&sources, &mut wires, &words);
                    words.clear();
                }
            }
            if self.advance(1) == Advance::Nothing {
                break;
            }
        }
        recording.add_wires(&sources, &mut wires, &words);
        Ok(recording)
    }
}

impl Recording {
    /// Adds the levels of the sources that are wires in each of these words.
    fn add_wires(&mut self, sources: &[Source], wires: &mut Wires, words: &[Settled]) {
        if words.is_empty() {
            return;
        }
        wires.settle_words(words);
        for (source, levels) in sources.iter().zip(&mut self.levels) {
            if let &Source::Wire(index) = source {
                let settled = wires.levels(index);
                levels.extend(settled[..words.len()].iter().map(|&level| level as i64));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::command::{Command, RootDriver};
    use crate::event::{Event, Level};
    use crate::room::Room;

    fn thinking() -> Room {
        let mut room = Room::new();
        room.command(Command::Think {
            depth: 2,
            root: RootDriver::Host,
        });
        room
    }

    #[test]
    fn record_of_signals_and_wires_equals_the_wave_of_its_window() {
        let names = ["ply", "address", "hash", "line6"].map(str::to_owned);
        let mut room = thinking();
        let recording = room.record(&names, 2_000).expect("the names are known");
        let events = room.command(Command::Watch {
            signals: names.to_vec(),
            cycles: 2_000,
            from: Some(recording.cycles[0]),
        });
        let [Event::Wave(wave)] = &events[..] else {
            panic!("{events:?}")
        };
        for ((_, changes), levels) in wave.signals.iter().zip(&recording.levels) {
            let mut changes = changes.iter().peekable();
            let mut now = Level(0);
            for (&cycle, &level) in recording.cycles.iter().zip(levels) {
                while let Some(&&(at, changed)) = changes.peek()
                    && at <= cycle
                {
                    now = changed;
                    changes.next();
                }
                assert_eq!(now.0, level as u64, "cycle {cycle}");
            }
        }
    }

    #[test]
    fn record_goes_on_where_it_ended_until_the_search_is_over() {
        let names = ["nodes".to_owned()];
        let (mut whole, mut parts) = (thinking(), thinking());
        let expected = whole.record(&names, u64::MAX).expect("a known name");
        let mut found = parts.record(&names, 777).expect("a known name");
        loop {
            let next = parts.record(&names, 5_000).expect("a known name");
            if next.cycles.is_empty() {
                break;
            }
            found.cycles.extend(next.cycles);
            found.levels[0].extend(&next.levels[0]);
        }
        assert_eq!(found, expected);
        assert!(found.cycles.is_sorted());
    }

    #[test]
    fn record_of_an_unknown_signal_or_without_a_search_is_refused() {
        let unknown = thinking().record(&["plyy".to_owned()], 10);
        assert_eq!(
            unknown.unwrap_err().to_string(),
            "signal: expected the name of a signal or of wires, such as ply or recv/line1, got \
             'plyy'; did you mean 'ply'?"
        );
        let idle = Room::new().record(&["ply".to_owned()], 10);
        assert_eq!(
            idle.unwrap_err().to_string(),
            "record: expected a search, begun by 'think', got 'none'"
        );
    }
}
