//! The commands of `belle`. A new one needs a module, a variant and an arm.

mod analyse;
mod asm;
mod atlas;
mod bench;
mod endgame;
mod engine;
mod eval;
mod heuristics;
mod match_;
mod mate;
mod perft;
mod play;
mod selftest;
mod suite;
mod trace;
mod verilog;

use clap::Subcommand;

/// A command; its help text is in its file.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(play::Play),
    Uci(engine::Uci),
    #[command(name = "xboard")]
    XBoard(engine::XBoard),
    Perft(perft::Perft),
    Eval(eval::Eval),
    Selftest(selftest::SelfTest),
    Bench(bench::Bench),
    Analyse(analyse::Analyse),
    Suite(suite::Suite),
    Match(match_::MatchCommand),
    Asm(asm::Asm),
    Disasm(asm::Disasm),
    Trace(trace::Trace),
    Verilog(verilog::Verilog),
    Endgame(endgame::Endgame),
    #[command(alias = "mate2")]
    Mate(mate::MateCommand),
    Atlas(atlas::AtlasCommand),
    Heuristics(heuristics::Heuristics),
}

impl Default for Command {
    fn default() -> Command {
        Command::Play(play::Play::default())
    }
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Play(command) => command.run(),
            Command::Uci(command) => command.run(),
            Command::XBoard(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Eval(command) => command.run(),
            Command::Selftest(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Analyse(command) => command.run(),
            Command::Suite(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Asm(command) => command.run(),
            Command::Disasm(command) => command.run(),
            Command::Trace(command) => command.run(),
            Command::Verilog(command) => command.run(),
            Command::Endgame(command) => command.run(),
            Command::Mate(command) => command.run(),
            Command::Atlas(command) => command.run(),
            Command::Heuristics(command) => command.run(),
        }
    }
}
