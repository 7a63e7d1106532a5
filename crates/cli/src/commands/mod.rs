//! The commands of `belle`. A new one needs a module and a variant.

mod analyse;
mod asm;
mod atlas;
mod bench;
mod config;
mod endgame;
mod engine;
mod eval;
mod heuristics;
mod history;
mod lab;
mod match_;
mod mate;
mod perft;
pub(crate) mod play;
mod room;
mod selftest;
mod shell;
mod suite;
mod trace;
mod verilog;

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
use commands;

commands! {
    Play(play::Play),
    Uci(engine::Uci),
    #[command(name = "xboard")]
    XBoard(engine::XBoard),
    Perft(perft::Perft),
    Eval(eval::Eval),
    Selftest(selftest::SelfTest),
    Bench(bench::Bench),
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Analyse),
    Suite(suite::Suite),
    Match(match_::MatchCommand),
    Lab(lab::Lab),
    Asm(asm::Asm),
    Disasm(asm::Disasm),
    Trace(trace::Trace),
    Room(room::Room),
    Verilog(verilog::Verilog),
    Endgame(endgame::Endgame),
    #[command(alias = "mate2")]
    Mate(mate::MateCommand),
    Atlas(atlas::AtlasCommand),
    Heuristics(heuristics::Heuristics),
    #[command(visible_alias = "about")]
    History(history::History),
    #[command(name = "replay")]
    Replay(history::ReplayCommand),
    Config(config::ConfigCommand),
    Completions(shell::Completions),
    Manual(shell::Manual),
}
