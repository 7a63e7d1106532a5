//! All players under one roof, as protocols offer them.

use play::Player;
use protocol::{Entry, Roster};

/// Belle, native and Atlas; `kept` are options that last from one player to the next.
pub(crate) fn all(kept: Vec<(String, String)>) -> Roster {
    let entry =
        |name: &str, make: fn() -> Box<dyn Player>| Entry { name: name.to_owned(), make: Box::new(make) };
    let entries = vec![
        entry("belle", || Box::new(host::Belle::new())),
        entry("native", || Box::new(native::Native::new())),
        entry("atlas", || Box::new(atlas::Atlas::new())),
    ];
    Roster::new(entries, 0, kept)
}
