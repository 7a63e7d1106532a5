//! Counts the packages of the move generator, board by board.

use ttl::move_generator::move_generator;
use ttl::parts::register;
use ttl::report::{figures, path, table};

fn main() {
    let board = move_generator();
    print!("{}", table(&figures(&board, register().output)));
    println!("\n{}", path(&board, register().output));
}
