fn main() { match microcode::programs::search() { Ok(p) => println!("{} words", p.words.len()), Err(e) => println!("{e}") } }
