//! The program `belle`.

/// `println!` that returns an error instead of panicking when the output is closed or full.
macro_rules! try_println {
    ($($text:tt)*) => {
        std::io::Write::write_fmt(
            &mut std::io::stdout().lock(),
            format_args!("{}\n", format_args!($($text)*)),
        )
    };
}

/// `print!` that returns an error instead of panicking.
macro_rules! try_print {
    ($($text:tt)*) => {
        std::io::Write::write_fmt(&mut std::io::stdout().lock(), format_args!($($text)*))
    };
}

/// Makes the enum of commands, whose help texts are in their files, and its `run`.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($arguments:ty),)*) => {
        #[derive(Debug, clap::Subcommand)]
        #[allow(clippy::large_enum_variant, reason = "there is one")]
        pub(crate) enum Command {
            $($(#[$attribute])* $name($arguments),)*
        }

        impl Command {
            pub(crate) fn run(self) -> anyhow::Result<()> {
                match self {
                    $(Command::$name(command) => command.run(),)*
                }
            }
        }
    };
}

mod commands;
mod listed;
mod players;
mod setup;
mod stack;
mod version;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::{self, ExitCode};

use anyhow::bail;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser};
use config::Config;

use commands::Command;
use setup::{
    GIVEN, PROGRAM, Partly, Program, Usage, bear_file_size_limit, end_at_interrupt, end_by_signal,
    output_width,
};

/// Belle, the chess machine of Thompson and Condon, re-created gate by gate.
#[derive(Debug, Parser)]
#[command(
    version = version::version(),
    about,
    args_conflicts_with_subcommands = true,
    after_help = "Without a command, belle plays a game in the terminal, with the options of \
        `belle play`."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: commands::play::Play,
}

fn main() -> ExitCode {
    stack::with_enough(belle)
}

fn belle() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("belle: {}", in_bounds(&format!("{error:#}")));
            let _ = io::stdout().flush();
            end_by_signal();
            // 1 is failure, 2 a bad command line.
            if error.is::<Partly>() {
                ExitCode::from(3)
            } else if error.is::<Usage>() {
                ExitCode::from(2)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn run() -> anyhow::Result<()> {
    bear_file_size_limit();
    set_back_end()?;
    let Arguments { command, play } = arguments()?;
    let Some(command) = command else {
        return play.run();
    };
    if let Some(how) = command.way_on_after_interrupt() {
        end_at_interrupt(how);
    }
    command.run()
}

/// `BELLE_BACK_END=plain` measures the machine without vector registers.
fn set_back_end() -> anyhow::Result<()> {
    let Ok(name) = env::var("BELLE_BACK_END") else {
        return Ok(());
    };
    host::set_back_end(&name).map_err(|names| {
        anyhow::anyhow!(
            "BELLE_BACK_END: expected {}, got '{name}'",
            names.join(" or ")
        )
    })
}

/// The command line, with defaults from the configuration file. Help, version and the commands that
/// mend or need no configuration work even if that has errors.
fn arguments() -> anyhow::Result<Arguments> {
    let words: Vec<_> = env::args_os().collect();
    let program = Arguments::command().term_width(output_width().min(MAX_HELP));
    let ConfiguredWords { config, matches } = match configured(&program, &words) {
        Ok(configured) => configured,
        Err(error) => {
            if let Some(error) = error.downcast_ref() {
                return Err(end_with(error));
            }
            let matches = match program.clone().try_get_matches_from(&words) {
                Ok(matches) => matches,
                Err(error) => return Err(end_with(&error)),
            };
            let needs_no_configuration = match matches.subcommand_name() {
                Some(name) => NEED_NO_CONFIGURATION.contains(&name),
                None => false,
            };
            if !needs_no_configuration {
                bail!("{error:#}{}", way_to_mend());
            }
            ConfiguredWords {
                config: Config::default(),
                matches,
            }
        }
    };
    PROGRAM.get_or_init(|| Program {
        description: program,
        config,
    });
    GIVEN.get_or_init(|| given(&matches));
    match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => Ok(arguments),
        Err(error) => error.exit(),
    }
}

/// The words of a command line, read with the defaults of a configuration.
struct ConfiguredWords {
    config: Config,
    matches: ArgMatches,
}

fn configured(program: &clap::Command, words: &[OsString]) -> anyhow::Result<ConfiguredWords> {
    let config = match config::default_path() {
        Ok(path) => Config::read(&path)?,
        Err(_) => Config::default(),
    };
    let error = match config.matches(program, words) {
        Ok(matches) => return Ok(ConfiguredWords { config, matches }),
        Err(error) => error,
    };
    if error.is::<clap::Error>() {
        return Err(error);
    }
    let given = program.clone().try_get_matches_from(words)?;
    // `config` shows the faults itself, and others without a configuration need not hear of them.
    let name = given.subcommand_name().unwrap_or("play");
    if NEED_NO_CONFIGURATION.contains(&name) {
        return Err(error);
    }
    let (config, faults) = config.without_faults_of_others(program, name);
    if faults.is_empty() {
        return Err(error);
    }
    let matches = config.matches(program, words)?;
    for fault in faults {
        eprintln!("belle: {}; left out", in_bounds(&fault));
    }
    Ok(ConfiguredWords { config, matches })
}

/// Commands that mend the configuration or do without it.
const NEED_NO_CONFIGURATION: [&str; 3] = ["config", "completions", "manual"];

/// The options that the command line gives to its command, without those that have a default or are
/// configured.
fn given(mut matches: &ArgMatches) -> Vec<String> {
    while let Some((_, inner)) = matches.subcommand() {
        matches = inner;
    }
    let mut given = Vec::new();
    for id in matches.ids() {
        // A group of options has an identifier, but no source of its own.
        if matches.try_get_raw(id.as_str()).is_ok()
            && matches.value_source(id.as_str()) == Some(ValueSource::CommandLine)
        {
            given.push(id.to_string());
        }
    }
    given
}

/// How to mend a configuration file that is no TOML of settings; what is wrong with one setting is
/// said with its own way out. A file that cannot even be read has to go.
fn way_to_mend() -> &'static str {
    let Ok(path) = config::default_path() else {
        return "";
    };
    if Config::read(&path).is_ok() {
        ""
    } else if Config::read_mended(&path).is_ok() {
        "; `belle config set` and `unset` mend the file"
    } else {
        "; remove it, or let XDG_CONFIG_HOME name another folder"
    }
}

/// Prints help, the version or an error of the command line, and ends the process. Returns only if
/// what was asked for cannot be written, with the reason.
fn end_with(error: &clap::Error) -> anyhow::Error {
    let printed = match error.print() {
        Ok(()) => io::stdout().flush(),
        Err(failure) => Err(failure),
    };
    if error.kind() == ErrorKind::ArgumentConflict
        && let Some(ContextValue::String(command)) = error.get(ContextKind::InvalidSubcommand)
    {
        eprintln!(
            "\n  tip: the options of a command come after it: belle {command} --help lists them"
        );
    }
    if asks_for_version(error) {
        eprintln!("\n  tip: belle --version tells the version");
    }
    match printed {
        Err(failure) if !error.use_stderr() => failure.into(),
        _ => process::exit(error.exit_code()),
    }
}

/// Whether a word that the command line does not know asks for the version, which stands before any
/// command: `belle version`, `belle config -V`.
fn asks_for_version(error: &clap::Error) -> bool {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(word)) = error.get(kind)
            && ["version", "-V", "--version"].contains(&word.as_str())
        {
            return true;
        }
    }
    false
}

/// Most columns of help: longer lines are hard to read.
const MAX_HELP: usize = 100;

/// Most bytes of a message: a screen.
const MAX_MESSAGE: usize = 4000;

/// A message of no more than a screen, without characters that control a terminal: it may quote
/// what was read.
fn in_bounds(message: &str) -> String {
    let is_harmless = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    let mut shown = String::new();
    for character in message.chars() {
        if shown.len() > MAX_MESSAGE {
            return shown + " ...";
        }
        shown.push(if is_harmless(character) {
            character
        } else {
            ' '
        });
    }
    shown
}

/// Whether the reader of the output has closed it, which is not a failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.kind() == io::ErrorKind::BrokenPipe,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_has_an_end_and_controls_no_terminal() {
        assert_eq!(in_bounds("a\tb\nc\u{1b}[31m"), "a\tb\nc [31m");
        assert!(in_bounds(&"é".repeat(1 << 20)).len() < MAX_MESSAGE + 10);
    }

    #[test]
    fn commands_in_pages_are_accepted() {
        let ways = ["belle", "target/release/belle", "cargo run --release --"];
        let pages = conformance::documents::pages_of_today();
        let commands: Vec<_> = pages.iter().flat_map(|page| page.commands(&ways)).collect();
        let faults = conformance::documents::rejected(&Arguments::command(), &commands);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
