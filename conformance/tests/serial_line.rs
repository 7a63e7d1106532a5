//! The receiver of the boards' serial line in Icarus Verilog: bytes, and what is none.

#[path = "common/bench.rs"]
mod bench;

fn run_bench(parameters: &[&str]) {
    let sources = ["receiver_bench.v", "belle_receiver.v"];
    let said = bench::run("receiver_bench", &sources, parameters)
        .unwrap_or_else(|said| panic!("{parameters:?}: {said}"));
    assert!(said.contains("all bytes came"), "{parameters:?}: {said}");
}

/// A line that is low when the reset ends, a reset amid a byte, a start bit that is none, and a
/// missing stop bit are no bytes, and the next byte comes; at the dividers that the boards, the
/// tile, the iCEBreaker and the model have.
#[test]
fn receiver_takes_bytes_and_nothing_else() {
    for divider in ["DIVIDER=25", "DIVIDER=10", "DIVIDER=6", "DIVIDER=2"] {
        run_bench(&[divider]);
    }
}

/// The other end's clock is some percent slower or faster.
#[test]
fn receiver_takes_bytes_at_another_rate() {
    for bit in ["BIT=24400", "BIT=25700"] {
        run_bench(&["DIVIDER=25", bit]);
    }
}
