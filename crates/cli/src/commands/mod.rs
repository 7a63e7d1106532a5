//! The commands of `belle`. A new one needs a module and a variant.

mod analyse;
mod asm;
mod bench;
mod completions;
mod config;
mod endgame;
mod engine;
mod explain;
mod history;
mod lab;
mod manual;
mod match_;
mod mate;
mod merge;
mod perft;
pub(crate) mod play;
mod review;
mod room;
mod selftest;
mod suite;
mod trace;
mod verilog;

commands! {
    Play(play::Play),
    Review(review::Review),
    Uci(engine::Uci),
    #[command(name = "xboard")]
    XBoard(engine::XBoard),
    Perft(perft::Perft),
    Eval(explain::Eval),
    Selftest(selftest::SelfTest),
    Bench(bench::Bench),
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Analyse),
    Suite(suite::SuiteCommand),
    Match(match_::MatchCommand),
    Merge(merge::Merge),
    Lab(lab::Lab),
    Asm(asm::Asm),
    Disasm(asm::Disasm),
    Trace(trace::Trace),
    Room(room::Room),
    Verilog(verilog::Verilog),
    Endgame(endgame::Endgame),
    Mate(mate::MateCommand),
    Atlas(explain::AtlasCommand),
    Heuristics(explain::Heuristics),
    #[command(visible_alias = "about")]
    History(history::History),
    #[command(name = "replay")]
    Replay(history::ReplayCommand),
    Config(config::ConfigCommand),
    Completions(completions::Completions),
    Manual(manual::Manual),
}

impl Command {
    /// How to go on after an interrupt, if that ends the command at once. The others put their work
    /// in order first, or talk to a user or a program that ends them.
    pub(crate) fn way_on_after_interrupt(&self) -> Option<&'static str> {
        match self {
            Command::Play(_)
            | Command::Review(_)
            | Command::Uci(_)
            | Command::XBoard(_)
            | Command::Room(_)
            | Command::Analyse(_)
            | Command::Suite(_)
            | Command::Match(_)
            | Command::Lab(_)
            | Command::Replay(_) => None,
            Command::Endgame(endgame) => Some(endgame.way_on_after_interrupt()),
            _ => Some(""),
        }
    }
}
