//! Laboratory: experiments on the machine, run again, and the page of their results beside the
//! record's.
//!
//! [`EXPERIMENTS`] is the table of them. Each has a [`Plan`]: numbered tasks, games or single
//! measurements, that depend on nothing but their number. [`Run`] does them on several threads as a
//! [`files::Job`], which goes on after any interruption. [`write_report`] makes the page, plots and
//! tables from the files of the jobs alone.

mod contest;
mod experiment;
mod experiments;
mod ladder;
mod page;
mod pawn_lines;
mod plan;
mod players;
mod positions;
mod reference_player;
mod report;
mod run;
mod switched;
mod words;

pub use contest::{Contest, GameLine, Rival};
pub use experiment::{DependsOn, Experiment};
pub use experiments::{EXPERIMENTS, find};
pub use page::{Figure, Plot, Section, Table};
pub use plan::{Measure, Plan, Scale, Trials, Work};
pub use report::{check_page, evaluations, list, records, write_report};
pub use run::{Progress, Run};
