//! Counts the packages of the move generators of 1976 and 1980.

use ttl::generator_1976::generator;
use ttl::move_generator::move_generator;
use ttl::parts::register;
use ttl::report::{figures, path, table};

fn main() {
    let small = generator();
    println!("{}", table(&figures(&small, register().output)));
    let board = move_generator();
    print!("{}", table(&figures(&board, register().output)));
    println!("\n{}", path(&board, register().output));
}
