//! The page's types of requests and events, generated from those of this crate.

use std::path::Path;

use conformance::types::Declarations;

use crate::{Ask, Event};

const HEAD: &str = "\
// Requests to the players of the page, and their events. Generated from crates/opponents/src/ask.rs
// and event.rs: cargo xtask renew types
";

#[test]
fn page_types_are_those_of_requests_and_events() {
    let mut all = Declarations::new(HEAD);
    all.add::<Ask>();
    all.add::<Event>();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    all.assert_current(&page.join("opponents.d.ts"));
}
