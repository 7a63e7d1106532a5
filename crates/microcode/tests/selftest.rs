//! The self-test of the machine, tested.

mod common;

use microcode::selftest::{Outcome, SelfTest};

#[test]
fn the_machine_passes() {
    println!("SIG {:?}", common::signatures());
    let test = SelfTest::new();
    println!("{} words", test.program().words.len());
    for line in test.run() {
        println!("{line:?}");
        assert_eq!(line.outcome, Outcome::Ok, "{}", line.name);
    }
}
