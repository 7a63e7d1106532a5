//! The program's players in one list.

use play::{PlayerFactory, PlayerList};

/// Belle, native and Atlas; `settings` are options that last from one player to the next.
pub(crate) fn all(settings: Vec<(String, String)>) -> PlayerList {
    let factories = vec![
        PlayerFactory::new("belle", 5, || Box::new(host::Belle::new())),
        PlayerFactory::new("native", native::BENCH_DEPTH, || Box::new(native::Native::new())),
        PlayerFactory::new("atlas", 3, || Box::new(atlas::Atlas::new())),
    ];
    PlayerList::new(factories, 0, settings)
}
