//! The host port: what the host does with the simulated machine it does with the circuits behind their port, and comes to
//! the same moves, values, nodes and cycles.

mod common;

use host::{Candidate, Deepening, Link, Port, Root, Rtl, Searcher, principal_variation, unlimited};
use microcode::programs;
use play::Game;
use shakmaty::{Chess, Move};

/// Best move and value of an iteration, its line, and the counters after it.
#[derive(Debug, PartialEq)]
struct Iteration {
    depth: u8,
    best: Move,
    value: i16,
    line: Vec<Move>,
    nodes: u64,
    cycles: u64,
    deepest: u8,
    hash_full: u32,
}

/// Searches a position as the host does, each iteration to `depth`.
fn search<P: Port>(link: &mut Link<P>, position: &Chess, depth: u8) -> Vec<Iteration> {
    let game = Game::from_position(position.clone());
    link.clear_counters();
    link.set_draw(0);
    link.load(position);
    let candidates = Candidate::of_game(&game, link.root_moves(position), 0);
    link.mark_open(game.recurring());
    let mut deepening = Deepening::new(Root::new(position, candidates), depth);
    let mut iterations = Vec::new();
    while let Some(ask) = deepening.ask() {
        let value = match ask.known {
            Some(value) => value,
            None => link
                .search_move(
                    &ask.root_move,
                    ask.below,
                    ask.alpha,
                    ask.beta,
                    &mut unlimited,
                )
                .expect("nothing stops it"),
        };
        deepening.answer(value);
        if deepening.is_complete() {
            let (depth, best) = (deepening.depth(), deepening.best().root_move.chess);
            let value = deepening.score().value();
            let counters = link.counters();
            let entries = &mut |keys: &[_]| link.entries(keys);
            iterations.push(Iteration {
                depth,
                best,
                value,
                line: principal_variation(entries, position, best, value, depth.into()),
                nodes: counters.nodes,
                cycles: counters.cycles,
                deepest: counters.deepest,
                hash_full: counters.hash_full,
            });
        }
    }
    iterations
}

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
    ours.resize_memory(bits);
    let mut theirs = Link::over(port).expect("the same microcode");
    for position in positions {
        assert_eq!(
            search(&mut theirs, position, depth),
            search(&mut ours, position, depth),
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
fn over_bratko_and_kopec_with_all_sizes_of_memory_too() {
    compare(&positions(1), 3, 13);
    compare(&positions(1), 3, 15);
    compare(&positions(2)[..10], 4, 17);
}

/// Stops a search, clears the memory, and searches another position: as a fresh machine does.
fn stop_and_search<P: Port>(mut link: Link<P>, after: u64) {
    let positions = positions(12);
    let expected = search(&mut Link::new(), &positions[1], 2);
    link.load(&positions[0]);
    let first = link.root_moves(&positions[0])[0];
    let mut asked = 0;
    let stopped = link.search_move(&first, 6, -30_000, 30_000, &mut |_| {
        asked += 1;
        if asked == 1 { Some(after) } else { None }
    });
    assert_eq!(stopped, None, "it is stopped long before its end");
    link.clear_memory();
    assert_eq!(search(&mut link, &positions[1], 2), expected);
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
    let position = &positions(24)[0];
    let fresh = search(&mut Link::new(), position, 2);
    let mut link = Link::over(rtl()).expect("the same microcode");
    let first = search(&mut link, position, 2);
    let second = search(&mut link, position, 2);
    assert_eq!(first, fresh);
    assert!(
        second[1].nodes < first[1].nodes,
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
