//! The stack: a shell may give less of it than a command needs (`ulimit -s`), and the system would
//! end the program in the midst of its work.

use std::env;
use std::process::ExitCode;
use std::thread;

/// Bytes with which every command does its work, also in a build without optimization. They are
/// four times what the hungriest takes, which is to read the command line.
const ENOUGH: usize = 1 << 20;
/// Bytes of the stack that the program takes for itself where it is given too little: what shells
/// usually give.
const USUAL: usize = 8 << 20;

/// The variable by which Rust's library lets a user set the stacks of threads.
const OF_THREADS: &str = "RUST_MIN_STACK";

/// Runs the program with a stack that is large enough: that of a thread, where the shell gives too
/// little. Ends with one line where there is no such thread.
pub(crate) fn with_enough(program: fn() -> ExitCode) -> ExitCode {
    if let Some(bytes) = too_small_for_threads() {
        eprintln!(
            "belle: {OF_THREADS} is {bytes}, too little for the stack of a thread: expected \
             {ENOUGH} or more, or no such variable"
        );
        return ExitCode::FAILURE;
    }
    let given = given();
    if given >= ENOUGH {
        return program();
    }
    match thread::Builder::new().stack_size(USUAL).spawn(program) {
        // Its panic has told itself.
        Ok(thread) => thread.join().unwrap_or(ExitCode::from(101)),
        Err(error) => {
            eprintln!(
                "belle: the stack has {} KiB, and the system starts no thread with a larger one: \
                 {error}; `ulimit -s {}` gives what is usual",
                given >> 10,
                USUAL >> 10
            );
            ExitCode::FAILURE
        }
    }
}

/// What the variable gives to threads, if that is too little.
fn too_small_for_threads() -> Option<usize> {
    let bytes = env::var(OF_THREADS).ok()?.parse().ok()?;
    if bytes < ENOUGH { Some(bytes) } else { None }
}

/// Bytes of the first thread's stack.
fn given() -> usize {
    use rustix::process::{Resource, getrlimit};
    match getrlimit(Resource::Stack).current {
        Some(bytes) => usize::try_from(bytes).unwrap_or(usize::MAX),
        // Without a limit.
        None => usize::MAX,
    }
}
