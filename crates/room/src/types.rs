//! The page's types of commands and events, generated from those of this crate.

use std::path::Path;

use conformance::types::Declarations;

use crate::{Command, Event};

const HEAD: &str = "\
// Commands and events of the machine room. Generated from crates/room/src/command.rs and event.rs:
// cargo xtask renew types
";

#[test]
fn page_types_are_those_of_commands_and_events() {
    let mut all = Declarations::new(HEAD);
    all.add::<Command>();
    all.add::<Event>();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    all.assert_current(&page.join("protocol.d.ts"));
}
