//! The host port: what the host does with the simulated machine it does with the circuits behind
//! their port, and comes to the same moves, values, nodes and cycles.

mod common;

use host::{Link, Port, Rtl, Searcher, iterations};
use machine::transposition::memory::TranspositionMemory;
use microcode::programs;
use play::Game;
use shakmaty::Chess;

fn rtl() -> Rtl {
    Rtl::new(&programs::search().expect("search.mc assembles"))
}

fn positions(step: usize) -> Vec<Chess> {
    let suite = common::epd("bratko-kopec.epd");
    assert_eq!(suite.len(), 24);
    suite
        .into_iter()
        .step_by(step)
        .map(|(chess, _)| chess)
        .collect()
}

fn compare(positions: &[Chess], depth: u8, bits: u32) {
    let (mut ours, port) = (Link::new(), rtl().with_memory_bits(bits));
    ours.replace_memory(TranspositionMemory::with_bits(bits));
    let mut theirs = Link::over(port).expect("the same microcode");
    for position in positions {
        let game = Game::from_position(position.clone());
        assert_eq!(
            iterations(&mut theirs, &game, depth),
            iterations(&mut ours, &game, depth),
            "{position:?}"
        );
        ours.clear_memory();
        theirs.clear_memory();
    }
}

#[test]
fn rtl_behind_its_port_searches_as_the_machine_does() {
    compare(&positions(12), 2, 17);
}

#[test]
fn rtl_with_a_small_memory_searches_as_a_machine_with_one() {
    // So small that entries are lost at this depth.
    compare(&positions(24), 3, 10);
}

#[test]
#[ignore = "many minutes"]
fn rtl_with_8192_entries_searches_as_a_machine_with_as_many_in_24_positions() {
    compare(&positions(1), 3, 13);
}

#[test]
#[ignore = "many minutes"]
fn rtl_with_32768_entries_searches_as_a_machine_with_as_many_in_24_positions() {
    compare(&positions(1), 3, 15);
}

#[test]
#[ignore = "many minutes"]
fn rtl_searches_ten_positions_four_plies_deep_as_the_machine_does() {
    compare(&positions(2)[..10], 4, 17);
}

/// Stops a search, clears the memory, and searches another position: as a fresh machine does.
fn stop_and_search<P: Port>(mut link: Link<P>, after: u64) {
    let positions = positions(12);
    let game = Game::from_position(positions[1].clone());
    let expected = iterations(&mut Link::new(), &game, 2);
    link.load(&positions[0]);
    let first = link.root_moves(&positions[0])[0];
    let mut asked = 0;
    let stopped = link.search_move(&first, 6, -30_000, 30_000, &mut |_| {
        asked += 1;
        if asked == 1 { Some(after) } else { None }
    });
    assert_eq!(stopped, None, "it is stopped long before its end");
    link.clear_memory();
    assert_eq!(iterations(&mut link, &game, 2), expected);
}

#[test]
fn search_after_a_stop_and_a_cleared_memory_is_that_of_a_fresh_machine() {
    for after in [1, 1_000, 7_777] {
        stop_and_search(Link::new(), after);
        stop_and_search(Link::over(rtl()).expect("the same microcode"), after);
    }
}

#[test]
fn search_after_a_stop_without_clearing_has_other_nodes() {
    let game = Game::from_position(positions(24)[0].clone());
    let fresh = iterations(&mut Link::new(), &game, 2);
    let mut link = Link::over(rtl()).expect("the same microcode");
    let first = iterations(&mut link, &game, 2);
    let second = iterations(&mut link, &game, 2);
    assert_eq!(first, fresh);
    assert!(
        second[1].counters.nodes < first[1].counters.nodes,
        "what the first search stored helps the second: that is why a host must be able to clear"
    );
}

#[test]
fn link_over_other_microcode_is_refused_by_checksum() {
    let mut program = programs::search().expect("search.mc assembles");
    let word = &mut program.words[7];
    word.0 ^= 1;
    let error = match Link::over(Rtl::new(&program)) {
        Ok(_) => panic!("it has other microcode"),
        Err(error) => error.to_string(),
    };
    assert!(error.contains("expected checksum"), "{error}");
}
