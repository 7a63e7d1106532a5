//! Players of this process that take part in experiments.

use std::sync::LazyLock;

use play::PlayerFactory;

use crate::reference_player::ReferencePlayer;
use crate::switched;

/// Depth in plies of a benchmark, which no experiment uses.
const BENCH_DEPTH: u32 = 1;

/// The players by name.
pub(crate) static PLAYERS: LazyLock<Vec<PlayerFactory>> = LazyLock::new(|| {
    let own = [
        PlayerFactory::new(
            "belle",
            BENCH_DEPTH,
            || Box::new(belle_player::Belle::new()),
        ),
        PlayerFactory::new("native", BENCH_DEPTH, || Box::new(native::Native::new())),
    ];
    own.into_iter().chain(switched::players()).collect()
});

/// The reference search in the place of the machine.
pub(crate) static REFERENCE: LazyLock<Vec<PlayerFactory>> = LazyLock::new(|| {
    vec![PlayerFactory::new("belle", BENCH_DEPTH, || {
        Box::<ReferencePlayer>::default()
    })]
});
