//! Lists of players.
#![allow(dead_code)]

use play::PlayerList;

pub(crate) fn minimax() -> PlayerList {
    PlayerList::single(|| Box::new(conformance::minimax::Minimax::default()))
}

pub(crate) fn native() -> PlayerList {
    PlayerList::single(|| Box::new(native::Native::new()))
}

/// Belle, native and Atlas; `settings` are options that last from one player to the next.
pub(crate) fn all(settings: Vec<(String, String)>) -> PlayerList {
    let factories = vec![belle_player::factory(), native::factory(), atlas::factory()];
    PlayerList::new(factories, 0, settings)
}
