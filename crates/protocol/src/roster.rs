//! The players that a conversation may have.

use std::fmt;

use play::Player;

/// Makes a player, whenever one is needed.
pub type Make = Box<dyn Fn() -> Box<dyn Player>>;

/// One of several players, by name.
pub struct Entry {
    /// The name by which it is asked for.
    pub name: String,
    /// A fresh one.
    pub make: Make,
}

/// The players there are, and the one to begin with.
pub struct Roster {
    pub(crate) entries: Vec<Entry>,
    pub(crate) chosen: usize,
    /// Options that were set before the conversation, for every player that has them.
    pub(crate) settings: Vec<(String, String)>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for Roster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Roster").field("entries", &self.entries).field("chosen", &self.chosen).finish()
    }
}

impl Roster {
    /// One player, and no other to change to.
    pub fn only(make: impl Fn() -> Box<dyn Player> + 'static) -> Roster {
        Roster::new(vec![Entry { name: String::new(), make: Box::new(make) }], 0, Vec::new())
    }

    /// Several, of which that of index `chosen` begins, with these options set; an option that a player lacks, or a value
    /// that it does not take, is passed over.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn new(entries: Vec<Entry>, chosen: usize, settings: Vec<(String, String)>) -> Roster {
        assert!(chosen < entries.len(), "one of the players begins");
        Roster { entries, chosen, settings }
    }

    pub(crate) fn make(&self) -> Box<dyn Player> {
        (self.entries[self.chosen].make)()
    }
}
