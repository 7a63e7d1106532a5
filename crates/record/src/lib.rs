//! What is known of Belle and Atlas, and from where: facts, sources, events and games.
//!
//! One file, `record.toml`, has it all. Labels in code and pages carry a fact's id, such as
//! `documented (F041)`; docs/sources.md and `belle history` are made from the same file.
//!
//! ```
//! let fact = record::record().fact("F082").unwrap();
//! assert_eq!(fact.confidence, record::Confidence::High);
//! ```

mod facts;
mod read;
mod show;

use std::sync::LazyLock;

pub use facts::{Confidence, Event, EventGame, Fact, Question, Record, Source, Year};

/// The record. Panics if record.toml is not as the tests hold it.
pub fn record() -> &'static Record {
    static RECORD: LazyLock<Record> = LazyLock::new(|| {
        read::parse(include_str!("../record.toml")).unwrap_or_else(|error| panic!("{error}"))
    });
    &RECORD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_ids_are_in_order_and_names_resolve() {
        let record = record();
        for pair in record.facts.windows(2) {
            assert!(pair[0].id < pair[1].id, "{} {}", pair[0].id, pair[1].id);
        }
        for fact in &record.facts {
            let digits = fact.id.strip_prefix('F').unwrap_or_default();
            assert!(
                digits.len() == 3 && digits.parse::<u16>().is_ok(),
                "{}",
                fact.id
            );
            assert!(record.source(&fact.source).is_some(), "{fact:?}");
        }
        for question in &record.questions {
            for id in &question.known {
                assert!(record.fact(id).is_some(), "{}: {id}", question.ask);
            }
            assert!(question.ask.ends_with('?'), "{}", question.ask);
        }
        for year in &record.years {
            for id in &year.facts {
                assert!(record.fact(id).is_some(), "{}: {id}", year.year);
            }
        }
        for event in &record.events {
            for key in &event.sources {
                assert!(record.source(key).is_some(), "{}: {key}", event.name);
            }
        }
    }
}
