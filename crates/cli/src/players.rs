//! The players that the program knows, by name.

use play::Player;

/// One of them.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The name by which `--player` asks for it.
    pub(crate) name: &'static str,
    /// A fresh one.
    pub(crate) make: fn() -> Box<dyn Player>,
    /// The depth, in plies, of its bench: some seconds.
    pub(crate) bench_depth: u32,
}

/// All of them; the first is the one meant when none is named.
pub(crate) const PLAYERS: &[Entry] = &[
    Entry { name: "belle", make: || Box::new(host::Belle::new()), bench_depth: 5 },
    Entry { name: "native", make: || Box::new(native::Native::new()), bench_depth: native::BENCH_DEPTH },
    Entry { name: "atlas", make: || Box::new(atlas::Atlas::new()), bench_depth: 3 },
];

/// The first of [`PLAYERS`], for a default on the command line.
pub(crate) const DEFAULT: &str = PLAYERS[0].name;

/// The player of this name, for the command line.
///
/// # Errors
/// Names the players there are.
pub(crate) fn find(name: &str) -> Result<&'static Entry, String> {
    PLAYERS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<&str> = PLAYERS.iter().map(|entry| entry.name).collect();
        format!("no such player; there is {}", names.join(", "))
    })
}
