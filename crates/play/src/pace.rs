//! The clock that limits of time count.

use std::time::Duration;

use crate::Choices;

/// The clock that a search's limits of time count, for players that re-tell a computer of the past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Wall time.
    #[default]
    Full,
    /// The original's time, or the wall's if that is longer: the search covers what the original
    /// would have searched.
    Authentic,
    /// The original's time alone: a search is the same however slow the computer.
    Machine,
}

impl Choices for Pace {
    const ALL: &'static [(Pace, &'static str)] = &[
        (Pace::Full, "full"),
        (Pace::Authentic, "authentic"),
        (Pace::Machine, "machine"),
    ];
}

impl Pace {
    /// Time that counts, of the wall's and the original's.
    pub fn counted(self, wall: Duration, machine: Duration) -> Duration {
        match self {
            Pace::Full => wall,
            Pace::Authentic => wall.max(machine),
            Pace::Machine => machine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_each_pace_has_its_clock() {
        let [short, long] = [1, 2].map(Duration::from_secs);
        let both = |pace: Pace| [pace.counted(short, long), pace.counted(long, short)];
        assert_eq!(both(Pace::Full), [short, long]);
        assert_eq!(both(Pace::Authentic), [long, long]);
        assert_eq!(both(Pace::Machine), [long, short]);
    }
}
