//! Players of this process that take part in experiments.

use std::sync::LazyLock;

use play::PlayerFactory;

use crate::reference_player::ReferencePlayer;
use crate::switched;

/// The players by name.
pub(crate) static PLAYERS: LazyLock<Vec<PlayerFactory>> = LazyLock::new(|| {
    let mut players = vec![belle_player::factory(), native::factory()];
    players.extend(switched::players());
    players
});

/// The reference search in the place of the machine.
pub(crate) static REFERENCE: LazyLock<Vec<PlayerFactory>> = LazyLock::new(|| {
    // Its depth of a benchmark is not used.
    vec![PlayerFactory::new("belle", 1, || {
        Box::<ReferencePlayer>::default()
    })]
});
