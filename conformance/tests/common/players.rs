//! Lists of players.
#![allow(dead_code)]

use play::{PlayerFactory, PlayerList};

pub(crate) fn minimax() -> PlayerList {
    PlayerList::single(|| Box::new(conformance::minimax::Minimax::default()))
}

pub(crate) fn native() -> PlayerList {
    PlayerList::single(|| Box::new(native::Native::new()))
}

/// Belle, native and Atlas; `settings` are options that last from one player to the next.
pub(crate) fn all(settings: Vec<(String, String)>) -> PlayerList {
    let factories = vec![
        PlayerFactory::new("belle", 5, || Box::new(belle_player::Belle::new())),
        PlayerFactory::new("native", native::BENCH_DEPTH, || {
            Box::new(native::Native::new())
        }),
        PlayerFactory::new("atlas", 3, || Box::new(atlas::Atlas::new())),
    ];
    PlayerList::new(factories, 0, settings)
}
