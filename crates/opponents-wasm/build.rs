//! Gives the module a stack on which the players have room.

/// As much as a player's thread has elsewhere: the move lists of every ply are on it.
const STACK: usize = 16 << 20;

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
