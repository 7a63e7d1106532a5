//! Changed microcode in the machine, and the self-test.

use host::Link;
use machine::probe::Silent;
use microcode::selftest::{Outcome, selftest as run_selftest};
use microcode::{Embedded, Program, assemble as assemble_program, programs};

use crate::Fault;
use crate::event::{Event, SourceError, TestLine};
use crate::room::Room;

/// The program that the machine runs.
const MAIN: &str = "search.mc";

/// Assembles the project's files with `files` in place of those of the same name.
///
/// # Errors
/// A file is not one of the project's, or is there twice.
pub(crate) fn assemble(room: &mut Room, files: &[(String, String)]) -> Result<Vec<Event>, Fault> {
    check_names(files)?;
    let mut all: Vec<(&str, &str)> = programs::SOURCES.to_vec();
    for (name, text) in &mut all {
        if let Some((_, changed)) = files.iter().find(|(other, _)| other == name) {
            *text = changed;
        }
    }
    let errors = match build(&all) {
        Ok((program, link)) => {
            room.changed = match programs::search() {
                Ok(own) => own.words != program.words,
                Err(_) => false,
            };
            room.program = program;
            room.link = link;
            room.end_search();
            Vec::new()
        }
        Err(errors) => errors,
    };
    let done = errors.is_empty();
    let assembled = Event::Assembled {
        words: room.program.words.len(),
        changed: room.changed,
        errors,
    };
    Ok(if done {
        vec![assembled, room.described(), room.frame()]
    } else {
        vec![assembled]
    })
}

fn check_names(files: &[(String, String)]) -> Result<(), Fault> {
    let mut left: Vec<&str> = programs::SOURCES.iter().map(|(name, _)| *name).collect();
    for (name, _) in files {
        let Some(at) = left.iter().position(|known| known == name) else {
            let names: Vec<&str> = programs::SOURCES.iter().map(|(name, _)| *name).collect();
            let expected = format!("{}, each once at most", names.join(" or "));
            return Err(Fault::new("files", &expected, name));
        };
        left.remove(at);
    }
    Ok(())
}

fn build(files: &[(&str, &str)]) -> Result<(Program, Link), Vec<SourceError>> {
    let main = match files.iter().find(|(name, _)| *name == MAIN) {
        Some((_, text)) => *text,
        None => "",
    };
    let program = assemble_program(MAIN, main, &Embedded(files)).map_err(|errors| {
        let errors = errors.0.into_iter();
        let error = errors.map(|error| SourceError {
            file: error.file,
            line: error.line,
            column: error.column,
            length: error.length,
            message: error.message,
            help: error.help,
        });
        error.collect::<Vec<_>>()
    })?;
    let link = Link::with_program(&program, Silent).map_err(|error| {
        vec![SourceError {
            file: MAIN.to_owned(),
            line: 1,
            column: 1,
            length: 1,
            message: error.to_string(),
            help: None,
        }]
    })?;
    Ok((program, link))
}

/// The self-test's results.
pub(crate) fn selftest() -> Event {
    let line = |result: microcode::selftest::TestResult| {
        let (ok, reason) = match result.outcome {
            Outcome::Ok => (Some(true), String::new()),
            Outcome::Failed(reason) => (Some(false), reason),
            Outcome::NotRun => (None, String::new()),
        };
        TestLine {
            name: result.name,
            proves: result.proves,
            ok,
            reason,
        }
    };
    Event::Selftest {
        tests: run_selftest().into_iter().map(line).collect(),
    }
}
