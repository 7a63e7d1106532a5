//! The room's views: tree, writes, evaluator, entries, waves of any window, stops, changed
//! microcode, self-test.

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use room::{Command, Event, Frame, Reason, Room, RootDriver, TreeNode, Unit};

const MIDDLEGAME: &str = "r2q1rk1/1ppnbppp/p2p1n2/4p3/2B1P1b1/2NP1N1P/PPP2PP1/R1BQ1RK1 w - - 0 9";

fn room(depth: u8, root: RootDriver) -> Room {
    let mut room = Room::new();
    room.command(Command::Position {
        fen: Some(MIDDLEGAME.to_owned()),
        moves: Vec::new(),
    });
    room.command(Command::Think { depth, root });
    room
}

fn frame(events: &[Event]) -> &Frame {
    let found = events.iter().find_map(|event| match event {
        Event::Frame(frame) => Some(&**frame),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no frame in {events:?}"))
}

fn run(room: &mut Room, cycles: u64) -> Frame {
    let events = room.command(Command::Run {
        cycles,
        until: Vec::new(),
        stops: Vec::new(),
    });
    frame(&events).clone()
}

fn digest(room: &mut Room) -> Event {
    room.command(Command::Digest {}).swap_remove(0)
}

fn branch(room: &mut Room, from: u64, to: u64, ply: u8, plies: u8) -> Vec<TreeNode> {
    match room
        .command(Command::Branch {
            from,
            to,
            ply,
            plies,
        })
        .swap_remove(0)
    {
        Event::Branch(branch) => {
            assert!(!branch.more);
            branch.nodes
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn tree_nodes_add_up_and_leave_the_machine_as_it_was() {
    let mut room = room(3, RootDriver::Host);
    room.command(Command::Step {
        unit: Unit::RootMove,
        count: 90,
    });
    let before = digest(&mut room);
    let Event::Tree { asked } = room.command(Command::Tree {}).swap_remove(0) else {
        panic!("no tree")
    };
    assert!(asked.len() > 60 && asked.iter().any(|one| one.best && one.depth == 3));
    let mut cuts = 0;
    for one in asked.iter().rev().skip(1).take(12) {
        let whole = branch(&mut room, one.from, one.to, 0, 1);
        assert!(
            whole
                .iter()
                .all(|node| node.ply == 1 && node.text == one.san),
            "{whole:?}"
        );
        cuts += whole.iter().filter(|node| node.cut).count();
        let nodes = branch(&mut room, one.from, one.to, 1, 1);
        assert!(
            nodes
                .iter()
                .all(|node| node.ply == 2 && node.to.is_some_and(|to| to <= one.to))
        );
        let sum: u64 = nodes.iter().map(|node| node.nodes).sum();
        // The root move's own node counts once more, and once again where its window was widened.
        assert!(
            sum < one.nodes && one.nodes <= sum + 2,
            "{}: {sum} of {}",
            one.san,
            one.nodes
        );
        for node in nodes.iter().filter(|node| !node.illegal) {
            let below = branch(&mut room, node.from, node.to.unwrap(), 2, 2);
            let children = below.iter().filter(|one| one.ply == 3);
            let legal = children.clone().filter(|child| !child.illegal).count();
            assert_eq!(legal as u32, node.moves, "{node:?}");
            assert_eq!(
                children.map(|child| child.nodes).sum::<u64>() + 1,
                node.nodes,
                "{node:?}"
            );
        }
    }
    assert!(cuts > 0, "no cutoff");
    assert_eq!(digest(&mut room), before);
}

#[test]
fn writes_explain_the_lazy_registers() {
    let mut room = room(3, RootDriver::Host);
    let now = run(&mut room, 30_000);
    let Event::Writes { writes } = room
        .command(Command::Writes { cycles: 1_000 })
        .swap_remove(0)
    else {
        panic!("no writes")
    };
    assert!(writes.len() > 8, "{writes:?}");
    let last = writes.last().unwrap();
    let square = (0..64).find(|index| {
        let name = format!("{}{}", char::from(b'a' + index % 8), 1 + index / 8);
        name == last.square
    });
    assert_eq!(
        now.pieces.chars().nth(usize::from(square.unwrap())),
        Some(last.new)
    );
    for pair in writes.windows(2) {
        for (name, _, after) in &pair[0].changes {
            let next = pair[1].changes.iter().find(|(other, _, _)| other == name);
            assert!(
                next.is_none_or(|(_, before, _)| before == after),
                "{name}: {pair:?}"
            );
        }
    }
}

#[test]
fn lookup_of_the_current_position_is_the_frame_s_entry() {
    let mut room = room(3, RootDriver::Host);
    let now = run(&mut room, 20_000);
    let moves: Vec<String> = now
        .stack
        .iter()
        .filter_map(|frame| frame.uci.clone())
        .collect();
    assert!(!moves.is_empty());
    for length in 1..=moves.len() {
        let moves = moves[..length].to_vec();
        let Event::Looked(found) = room
            .command(Command::Lookup { fen: None, moves })
            .swap_remove(0)
        else {
            panic!("not looked up")
        };
        if length == now.stack.len() - 1 {
            assert_eq!(found.index, now.index);
        }
        // What is found by its position is found by its address too.
        let address = found.index;
        let Event::Stored(stored) = room.command(Command::Entry { address }).swap_remove(0) else {
            panic!("no entry")
        };
        assert_eq!(stored.bits, found.bits);
        assert_eq!(
            (stored.entry.value, stored.entry.depth),
            (found.entry.value, found.entry.depth)
        );
    }
    let beyond = room.command(Command::Entry { address: 1 << 17 });
    assert!(matches!(&beyond[..], [Event::Fault { .. }]), "{beyond:?}");
    let fault = room.command(Command::Lookup {
        fen: Some("8/8".to_owned()),
        moves: Vec::new(),
    });
    assert!(matches!(&fault[..], [Event::Fault { .. }]), "{fault:?}");
}

#[test]
fn wave_of_any_window_is_the_wave_seen_there() {
    let mut room = room(3, RootDriver::Host);
    let signals = vec![
        "ply".to_owned(),
        "acc".to_owned(),
        "move_generator/xmit/knight".to_owned(),
    ];
    run(&mut room, 40_000);
    let wave = |room: &mut Room, from| {
        room.command(Command::Watch {
            signals: signals.clone(),
            cycles: 900,
            from,
        })
        .swap_remove(0)
    };
    let there = wave(&mut room, None);
    let Event::Wave(seen) = &there else {
        panic!("{there:?}")
    };
    let from = seen.from;
    run(&mut room, 300_000);
    let before = digest(&mut room);
    assert_eq!(wave(&mut room, Some(from)), there);
    assert_eq!(digest(&mut room), before);
    room.command(Command::GoTo { cycle: 10 });
    let Event::Wave(ahead) = wave(&mut room, Some(from)) else {
        panic!("no wave")
    };
    assert_eq!(Event::Wave(ahead), there, "a window in the future");
}

#[test]
fn stop_ends_a_run_before_its_word() {
    let mut room = room(3, RootDriver::Host);
    let Event::Described(described) = room.command(Command::Describe {}).swap_remove(0) else {
        panic!("no description")
    };
    let label = |label: &str| {
        described
            .words
            .iter()
            .position(|word| word.labels.iter().any(|l| l == label))
    };
    let stops = vec![
        label("cut").unwrap() as u16,
        label("illegal").unwrap() as u16,
    ];
    for _ in 0..20 {
        let run = Command::Run {
            cycles: 2_000_000,
            until: Vec::new(),
            stops: stops.clone(),
        };
        let events = room.command(run);
        assert!(
            matches!(
                events.last(),
                Some(Event::Stopped {
                    reason: Reason::Stop
                })
            ),
            "{events:?}"
        );
        assert!(stops.contains(&frame(&events).address));
    }
    let step = |label_of: &str| described.words[label(label_of).unwrap()].step.as_str();
    assert_eq!(
        (step("enter"), step("probe")),
        ("1. Enter", "2. Transposition memory")
    );
    assert_eq!(
        (step("make"), step("castled")),
        ("5. Move loop", "7. No legal move")
    );
}

#[test]
fn changed_microcode_runs_and_errors_have_their_place() {
    let mut room = room(4, RootDriver::Machine);
    let run_whole = |room: &mut Room| {
        room.command(Command::Think {
            depth: 4,
            root: RootDriver::Machine,
        });
        let mut last = run(room, 2_000_000);
        while !last.over {
            last = run(room, 2_000_000);
        }
        (last.nodes, last.root.unwrap().thought.unwrap().value)
    };
    let own = run_whole(&mut room);
    let (name, text) = microcode::programs::SOURCES[1];
    assert_eq!(name, "search.mc");
    let assemble = |room: &mut Room, text: String| {
        room.command(Command::Assemble {
            files: vec![("search.mc".to_owned(), text)],
        })
    };
    let events = assemble(
        &mut room,
        text.replace("probe:\n    memory probe", "probe:\n    memory prob"),
    );
    let [
        Event::Assembled {
            changed: false,
            errors,
            ..
        },
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    let line = text.lines().position(|line| line == "probe:").unwrap() as u32 + 2;
    assert_eq!(
        (errors[0].file.as_str(), errors[0].line),
        ("search.mc", line),
        "{errors:?}"
    );
    // Without the memory's hits the value is the same, and there are more nodes.
    let events = assemble(
        &mut room,
        text.replace(
            "memory probe, unless hit goto mark",
            "memory probe, goto mark",
        ),
    );
    assert!(
        matches!(events[0], Event::Assembled { changed: true, .. }),
        "{events:?}"
    );
    let host = room.command(Command::Think {
        depth: 3,
        root: RootDriver::Host,
    });
    assert!(matches!(&host[..], [Event::Fault { .. }]), "{host:?}");
    let changed = run_whole(&mut room);
    assert!(
        changed.1 == own.1 && changed.0 > own.0,
        "{changed:?} after {own:?}"
    );
    let events = room.command(Command::Assemble { files: Vec::new() });
    assert!(
        matches!(events[0], Event::Assembled { changed: false, .. }),
        "{events:?}"
    );
    assert_eq!(run_whole(&mut room), own);
}

#[test]
fn selftest_passes() {
    let Event::Selftest { tests } = Room::new().command(Command::Selftest {}).swap_remove(0) else {
        panic!("no self-test")
    };
    assert!(
        tests.len() >= 30 && tests.iter().all(|test| test.ok == Some(true)),
        "{tests:?}"
    );
}

#[test]
fn fuzzed_messages_give_events() {
    let script = [
        r#"{"command":"think","depth":3}"#,
        r#"{"command":"run","cycles":3000,"until":[{"when":"signal","text":"ply < 3"}],"stops":[7]}"#,
        r#"{"command":"step","unit":"node","count":-4}"#,
        r#"{"command":"go_to","cycle":1234}"#,
        r#"{"command":"watch","signals":["ply","move_generator/recv/line1"],"cycles":99,"from":12}"#,
        r#"{"command":"branch","from":0,"to":9000,"ply":0,"plies":2}"#,
        r#"{"command":"lookup","fen":"8/8/8/8/8/4k3/4P3/4K3 w - - 0 1","moves":["Kd1"]}"#,
        r#"{"command":"position","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","moves":["O-O"]}"#,
        r#"{"command":"assemble","files":[["search.mc","search: halt"]]}"#,
        r#"{"command":"writes","cycles":50}"#,
    ];
    let mut generator = ChaCha8Rng::seed_from_u64(26);
    let mut room = Room::new();
    for _ in 0..4_000 {
        let mut text = script.choose(&mut generator).unwrap().as_bytes().to_vec();
        for _ in 0..generator.random_range(0..4) {
            if text.is_empty() {
                break;
            }
            let at = generator.random_range(0..text.len());
            match generator.random_range(0..4) {
                0 => text[at] = generator.random_range(32..127),
                1 => drop(text.remove(at)),
                2 => text.insert(at, *b"0123456789-{}[]\",:".choose(&mut generator).unwrap()),
                _ => text.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        let answer = room.message(&text);
        let events: Vec<Event> =
            serde_json::from_str(&answer).unwrap_or_else(|e| panic!("{text}: {e}: {answer}"));
        assert!(!events.is_empty(), "{text}");
    }
}

#[test]
fn book_has_legal_moves_at_the_start_and_none_in_a_middle_game() {
    let mut start = Room::new();
    let events = start.command(Command::Book {});
    let [Event::Book { moves }] = &events[..] else {
        panic!("no moves of the book: {events:?}")
    };
    assert!(moves.len() > 3, "{moves:?}");
    for found in moves {
        assert!(found.weight > 0, "{found:?}");
        let played = Room::new().command(Command::Move {
            text: found.uci.clone(),
        });
        assert!(matches!(&played[..], [Event::Board(_), ..]), "{played:?}");
    }
    let mut later = room(1, RootDriver::Host);
    let events = later.command(Command::Book {});
    assert!(
        matches!(&events[..], [Event::Book { moves }] if moves.is_empty()),
        "{events:?}"
    );
}
