//! Assembles a file and prints its listing: `cargo run -p microcode --example asm -- FILE`.

fn main() -> Result<(), String> {
    let file = std::env::args().nth(1).ok_or("which file?")?;
    match microcode::assemble_file(&file) {
        Ok(program) => print!("{}", microcode::listing(&program)),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
    Ok(())
}
