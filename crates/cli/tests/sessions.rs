//! Commands of the program, as sessions.txt has them.

mod common;

use common::{SESSIONS, run_session};
use tempfile::TempDir;

macro_rules! sessions {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            run_session(stringify!($name), TempDir::new().unwrap().path());
        })*

        /// Other tests run the sections that need more than an empty folder.
        #[test]
        fn every_section_is_run() {
            let names = SESSIONS.split("\n== ").skip(1).map(|section| section.lines().next().unwrap());
            let others = ["trace_refuses", "endgame_refuses", "endgame_figures", "endgame_play"];
            assert!(names.eq([$(stringify!($name)),*].into_iter().chain(others)));
        }
    };
}

sessions! {
    arguments former_names help_tools figures play play_refuses play_ends play_commands play_load play_options
    protocols protocol_quits unreachable_material chess960 chess960_native mate atlas analyse analyse_refuses
    analyse_engine analyse_output match_lines trace_lists fresh
}
