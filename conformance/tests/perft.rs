//! Perft through the machine's own loop of victims and aggressors, against the published counts.

use host::Belle;
use play::{Control, Game, Player};

#[track_caller]
fn perft(fen: &str, leaves: &[u64]) {
    let game = Game::from_fen(fen).expect(fen);
    let mut belle = Belle::new();
    for (depth, &expected) in (1..).zip(leaves) {
        let moves = belle.perft(game.position(), depth, &Control::new()).expect("no stop");
        assert_eq!(moves.iter().map(|(_, leaves)| leaves).sum::<u64>(), expected, "{fen} depth {depth}");
    }
}

macro_rules! perft {
    ($($name:ident: $fen:literal, $leaves:expr;)*) => {
        $(#[test]
        fn $name() {
            perft($fen, &$leaves);
        })*
    };
}

perft! {
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8_902, 197_281, 4_865_609];
    kiwipete: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2_039, 97_862, 4_085_603];
    position_3: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812, 43_238, 674_624, 11_030_083];
    position_4: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9_467, 422_333];
    position_5: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1_486, 62_379, 2_103_487];
}

/// The 960 starting positions, counted by the fast board and by shakmaty.
#[test]
fn chess960_starts_match_shakmaty_to_depth_4() {
    let setup = board::PerftSetup { threads: 2, hash: 0 };
    for number in 0..960 {
        let game = play::chess960_start(number);
        let counts = board::perft(game.position(), 4, setup, &|| false).expect("no stop");
        let leaves: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(leaves, shakmaty::perft(game.position(), 4), "start {number}");
    }
}
