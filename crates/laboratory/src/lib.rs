//! Laboratory: experiments on the machine, run again, and the page of their results beside the record's.
//!
//! [`EXPERIMENTS`] is the table of them. Each has a [`Plan`]: numbered tasks, games or single measurements, that depend
//! on nothing but their number. [`Run`] does them on several threads and keeps each in a file of results, from which it
//! goes on after any interruption. [`write_report`] makes the page, plots and tables from these files alone.

mod contest;
mod experiment;
mod experiments;
mod ladder;
mod page;
mod plan;
mod players;
mod positions;
mod reference_player;
mod report;
mod results;
mod run;
mod switched;
mod words;

pub use contest::{Contest, GameLine, Rival};
pub use experiment::{DependsOn, Experiment};
pub use experiments::{EXPERIMENTS, find};
pub use page::{Figure, Plot, Section, Table};
pub use plan::{Measure, Plan, Scale, Trials, Work};
pub use report::{check_page, list, write_report};
pub use results::{Header, Results};
pub use run::{Progress, Run, merge};
