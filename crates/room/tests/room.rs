//! The room's commands: determinism, stepping back, conditions, faults.

use host::{Link, Searcher as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use room::{
    Command, CycleUse, Description, Event, Find, Frame, Reason, Room, RootDriver, Unit, Until,
};

const MIDDLEGAME: &str = "r2q1rk1/1ppnbppp/p2p1n2/4p3/2B1P1b1/2NP1N1P/PPP2PP1/R1BQ1RK1 w - - 0 9";

fn room(fen: &str, depth: u8, root: RootDriver) -> Room {
    let mut room = Room::new();
    room.command(Command::Position {
        fen: Some(fen.to_owned()),
        moves: Vec::new(),
    });
    room.command(Command::Think { depth, root });
    room
}

/// A condition on a signal.
fn signal(text: &str) -> Until {
    Until::Signal {
        text: text.to_owned(),
    }
}

fn run(cycles: u64, until: Vec<Until>) -> Command {
    Command::Run {
        cycles,
        until,
        stops: Vec::new(),
    }
}

fn frame(events: &[Event]) -> Frame {
    let found = events.iter().find_map(|event| match event {
        Event::Frame(frame) => Some((**frame).clone()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no frame in {events:?}"))
}

fn reason(events: &[Event]) -> Option<Reason> {
    events.iter().find_map(|event| match event {
        Event::Stopped { reason } => Some(*reason),
        _ => None,
    })
}

/// Carries a command to its end.
fn whole(room: &mut Room, command: Command) -> Vec<Event> {
    let mut events = room.command(command);
    while reason(&events) == Some(Reason::Pending) {
        events = room.command(Command::Continue {});
    }
    events
}

fn step(room: &mut Room, unit: Unit, count: i32) -> Frame {
    frame(&whole(room, Command::Step { unit, count }))
}

fn describe(room: &mut Room) -> Description {
    match room.command(Command::Describe {}).swap_remove(0) {
        Event::Described(described) => *described,
        other => panic!("{other:?}"),
    }
}

fn fault(events: &[Event]) -> String {
    match events {
        [Event::Fault { message }] => message.clone(),
        other => panic!("expected a fault, got {other:?}"),
    }
}

#[test]
fn steps_backwards_are_the_frames_forwards() {
    let mut generator = ChaCha8Rng::seed_from_u64(26);
    for root in [RootDriver::Host, RootDriver::Machine] {
        let mut room = room(MIDDLEGAME, 4, root);
        let end = frame(&whole(&mut room, Command::GoTo { cycle: u64::MAX })).cycle;
        assert!(end > 300_000, "{end} cycles");
        for _ in 0..50 {
            let cycle = generator.random_range(0..end - 2_000);
            let there = frame(&whole(&mut room, Command::GoTo { cycle }));
            for unit in [Unit::Word, Unit::Find, Unit::Node, Unit::Ply] {
                let mut forwards = vec![there.clone()];
                // The first step may begin between two boundaries, the others do not.
                forwards.extend((0..4).map(|_| step(&mut room, unit, 1)));
                for expected in forwards[1..4].iter().rev() {
                    let got = step(&mut room, unit, -1);
                    assert_eq!(&got, expected, "{unit:?} back to cycle {}", expected.cycle);
                }
                let again = frame(&whole(&mut room, Command::GoTo { cycle }));
                assert_eq!(again, there);
            }
        }
    }
}

#[test]
fn step_root_move_back_returns_to_its_start() {
    let mut room = room(MIDDLEGAME, 3, RootDriver::Host);
    let starts: Vec<Frame> = (0..45)
        .map(|_| step(&mut room, Unit::RootMove, 1))
        .collect();
    for expected in starts[..44].iter().rev() {
        assert_eq!(&step(&mut room, Unit::RootMove, -1), expected);
    }
    let events = whole(
        &mut room,
        Command::Step {
            unit: Unit::RootMove,
            count: -9,
        },
    );
    assert_eq!(
        (reason(&events), frame(&events).cycle),
        (Some(Reason::Beginning), 0)
    );
}

#[test]
fn search_is_the_same_in_any_slices() {
    let mut results = Vec::new();
    for slice in [977, 50_000, 2_000_000] {
        let mut room = room(MIDDLEGAME, 4, RootDriver::Host);
        let mut thoughts = Vec::new();
        let last = loop {
            let events = room.command(run(slice, Vec::new()));
            let new = events
                .iter()
                .filter(|event| matches!(event, Event::Thought(_)));
            thoughts.extend(new.cloned());
            if reason(&events) == Some(Reason::Halted) {
                break events;
            }
        };
        assert!(
            matches!(last.last(), Some(Event::Done { uci: Some(_), .. })),
            "{last:?}"
        );
        assert!(thoughts.len() >= 4);
        results.push((thoughts, frame(&last)));
    }
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn machine_alone_counts_as_the_link_does() {
    let mut room = room(MIDDLEGAME, 3, RootDriver::Machine);
    let last = frame(&whole(&mut room, Command::GoTo { cycle: u64::MAX }));
    let game = play::Game::from_fen(MIDDLEGAME).unwrap();
    let mut link = Link::new();
    link.load(game.position());
    let outcome = link.search(
        game.position(),
        3,
        -roms::value::INFINITY,
        roms::value::INFINITY,
    );
    assert_eq!((last.nodes, last.cycle), (outcome.nodes, outcome.cycles));
    let thought = last
        .root
        .and_then(|root| root.thought)
        .expect("a best move");
    assert_eq!(thought.value, outcome.value);
}

#[test]
fn run_until_stops_where_the_condition_holds() {
    let mut room = room(MIDDLEGAME, 4, RootDriver::Host);
    let described = describe(&mut room);
    let mut until = |until: Vec<Until>| {
        let events = room.command(run(2_000_000, until));
        assert_eq!(reason(&events), Some(Reason::Condition), "{events:?}");
        frame(&events)
    };
    let cut = until(vec![Until::Label {
        label: "cut".to_owned(),
    }]);
    assert!(
        described.words[usize::from(cut.address)]
            .labels
            .contains(&"cut".to_owned())
    );
    let at = until(vec![Until::Address {
        address: cut.address,
    }]);
    assert!(at.address == cut.address && at.cycle > cut.cycle);
    let searched = until(vec![Until::Searched {
        text: "Nxe5".to_owned(),
    }]);
    let last = searched.stack[searched.stack.len() - 2]
        .uci
        .clone()
        .unwrap();
    assert!(last.ends_with("e5"), "{last}");
    let ply = signal("ply = 3");
    let both = until(vec![
        ply,
        Until::Label {
            label: "stand".to_owned(),
        },
    ]);
    assert_eq!(
        (
            both.stack.len(),
            described.words[usize::from(both.address)].labels[0].as_str()
        ),
        (4, "stand")
    );
    until(vec![signal("acc < -500")]);
}

#[test]
fn conditions_on_a_signal_are_read_in_every_form() {
    for (text, at) in [
        ("ply = 2", "ply=2"),
        ("ply == 0x2", "  microengine/sequencer/ply\t=\t2  "),
        ("ply > 1", "ply >= 2"),
        ("ply < 5", "ply <= 4"),
        ("to = e4", "to = 28"),
        ("to != h8", "to < H8"),
        ("acc < -0x10", "acc <= -17"),
        // All 64 wires have no sign.
        ("own > 0x7FFFFFFFFFFFFFFF", "own >= 9223372036854775808"),
        ("own > -1", "own >= 0"),
    ] {
        let stops = [text, at].map(|text| {
            let mut room = room(MIDDLEGAME, 3, RootDriver::Machine);
            let check = Command::Check {
                until: vec![signal(text)],
            };
            assert_eq!(room.command(check), [], "{text}");
            let events = room.command(run(50_000, vec![signal(text)]));
            (reason(&events), frame(&events).cycle)
        });
        assert_eq!(stops[0], stops[1], "{text}");
    }
}

#[test]
fn run_until_a_move_is_searched_stops_at_that_legal_move() {
    for text in ["Nxe4", "d5", "exd5", "hxg4", "Bxf7+", "Ne2", "g8h8"] {
        let mut room = room(MIDDLEGAME, 4, RootDriver::Host);
        for _ in 0..3 {
            let mut events = room.command(run(
                2_000_000,
                vec![Until::Searched {
                    text: text.to_owned(),
                }],
            ));
            while reason(&events) == Some(Reason::Reached) {
                events = room.command(run(
                    2_000_000,
                    vec![Until::Searched {
                        text: text.to_owned(),
                    }],
                ));
            }
            assert_eq!(reason(&events), Some(Reason::Condition), "{text}");
            let stack = frame(&events).stack;
            let last = &stack[stack.len() - 2];
            let san = last.text.as_deref().unwrap();
            let is_same = san.trim_end_matches(['+', '#']) == text.trim_end_matches('+');
            assert!(
                is_same || last.uci.as_deref() == Some(text),
                "{text}: {san}"
            );
            assert!(!san.contains("illegal"), "{san}");
        }
    }
}

#[test]
fn run_until_castling_stops_there_however_it_is_written() {
    let mut cycles = Vec::new();
    for text in ["O-O", "e1g1", "e1h1"] {
        let mut room = room("r3k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", 3, RootDriver::Host);
        let conditions = vec![Until::Searched {
            text: text.to_owned(),
        }];
        let events = room.command(run(2_000_000, conditions));
        assert_eq!(reason(&events), Some(Reason::Condition), "{text}");
        cycles.push(frame(&events).cycle);
    }
    assert!(cycles.iter().all(|&cycle| cycle == cycles[0]), "{cycles:?}");
}

#[test]
fn run_until_wires_have_a_level() {
    let mut room = room(MIDDLEGAME, 3, RootDriver::Machine);
    for (name, is_low) in [("recv/line1", false), ("line6", true)] {
        let relation = if is_low { "=" } else { "!=" };
        let events = room.command(run(100_000, vec![signal(&format!("{name} {relation} 0"))]));
        assert_eq!(reason(&events), Some(Reason::Condition), "{name}");
        let at = frame(&events).cycle;
        let window = Command::Watch {
            signals: vec![name.to_owned()],
            cycles: 100,
            from: Some(at.saturating_sub(50)),
        };
        let [Event::Wave(wave)] = &room.command(window)[..] else {
            panic!("no wave")
        };
        let changes = &wave.signals[0].1;
        let here = changes.iter().rposition(|&(cycle, _)| cycle <= at).unwrap();
        assert_eq!(
            (changes[here].0, changes[here].1.0 == 0),
            (at, is_low),
            "{wave:?}"
        );
    }
}

/// Wires settle for many words at once while the machine runs ahead of them. A run ends where one
/// does that looks at each word.
#[test]
fn run_until_wires_ends_where_single_words_do() {
    let mut described = Room::new().command(Command::Describe {});
    let Event::Described(described) = described.swap_remove(0) else {
        panic!("no description")
    };
    let at = |name: &str| {
        let mut wires = described.wires.iter();
        wires.position(|wire| wire.name == name).expect("a wire")
    };
    let (line1, line6) = (at("line1"), at("line6"));
    let until = [
        signal("line1 = 0"),
        signal("line6 != 0"),
        signal("ply >= 2"),
    ];
    let holds = |frame: &Frame| {
        let (line1, line6) = (frame.wires[line1].0, frame.wires[line6].0);
        [line1 == 0, line6 != 0, frame.stack.len() > 2]
    };
    let mut at_once = room(MIDDLEGAME, 3, RootDriver::Host);
    let mut by_words = room(MIDDLEGAME, 3, RootDriver::Host);
    let mut held = holds(&frame(&by_words.command(run(0, Vec::new()))));
    // Pieces of a few words too, and breakpoints in between.
    for (number, cycles) in [5_000, 3, 64, 5_000, 1, 5_000, 200].into_iter().enumerate() {
        let stops = if number % 3 == 2 {
            vec![0x40, 0x41]
        } else {
            Vec::new()
        };
        let events = at_once.command(Command::Run {
            cycles,
            until: until.to_vec(),
            stops: stops.clone(),
        });
        let (ended, found) = (reason(&events), frame(&events));
        let end = frame(&by_words.command(run(0, Vec::new()))).cycle + cycles;
        let expected = loop {
            let now = frame(&by_words.command(Command::Step {
                unit: Unit::Word,
                count: 1,
            }));
            let before = held;
            held = holds(&now);
            let begins = held
                .iter()
                .zip(before)
                .any(|(&holds, before)| holds && !before);
            if held == [true; 3] && begins {
                break (Reason::Condition, now);
            }
            if stops.contains(&now.address) {
                break (Reason::Stop, now);
            }
            if now.cycle >= end {
                break (Reason::Reached, now);
            }
        };
        assert_eq!(
            (ended, &found),
            (Some(expected.0), &expected.1),
            "run {number}"
        );
        assert_eq!(
            at_once.command(Command::Digest {}),
            by_words.command(Command::Digest {})
        );
    }
}

#[test]
fn combined_conditions_hold_within_a_move_and_stop_when_they_begin() {
    let mut room = room(MIDDLEGAME, 4, RootDriver::Host);
    let stop = |room: &mut Room, until: &[Until]| {
        let events = room.command(run(2_000_000, until.to_vec()));
        assert_eq!(reason(&events), Some(Reason::Condition), "{events:?}");
        frame(&events)
    };
    let label = Until::Label {
        label: "cut".to_owned(),
    };
    let both = [
        Until::Searched {
            text: "Nxe5".to_owned(),
        },
        label,
    ];
    for _ in 0..3 {
        let cut = stop(&mut room, &both);
        let last = cut.stack[cut.stack.len() - 2].uci.clone().unwrap();
        assert!(last.ends_with("e5"), "{last}");
    }
    let ply = [signal("ply = 2")];
    for _ in 0..3 {
        assert_eq!(stop(&mut room, &ply).stack.len(), 3);
        assert_ne!(step(&mut room, Unit::Word, -1).stack.len(), 3);
        step(&mut room, Unit::Word, 1);
    }
}

#[test]
fn coverage_and_waves_leave_the_machine_as_it_is() {
    let mut room = room(MIDDLEGAME, 4, RootDriver::Host);
    let here = frame(&whole(&mut room, Command::GoTo { cycle: 250_000 }));
    let [Event::Counted(counted)] = &room.command(Command::Coverage {
        cycles: 50_000,
        from: None,
    })[..] else {
        panic!("no counts")
    };
    let words: u32 = counted.words.iter().sum();
    assert!((10_000..50_000).contains(&words), "{words} words");
    let signals = vec!["ply".to_owned(), "move_generator/xmit/manhattan".to_owned()];
    let [Event::Wave(wave)] = &room.command(Command::Watch {
        signals,
        cycles: 1_000,
        from: None,
    })[..] else {
        panic!("no wave")
    };
    assert_eq!(wave.to, here.cycle);
    assert!(
        wave.signals.iter().all(|(_, changes)| changes.len() > 5),
        "{wave:?}"
    );
    assert_eq!(step(&mut room, Unit::Word, 0), here);
    let [Event::Map(map)] = &room.command(Command::Memory {})[..] else {
        panic!("no map")
    };
    let entries = describe(&mut room).entries;
    assert_eq!(
        (map.bounds.len(), map.open.is_empty()),
        (entries / 2, false)
    );
}

/// A frame says how long its word lasts, what it waits for included, and what each cycle is for.
#[test]
fn frame_has_a_use_for_each_cycle_of_its_word() {
    let mut room = room(MIDDLEGAME, 3, RootDriver::Machine);
    let mut before = step(&mut room, Unit::Word, 0);
    let mut seen = Vec::new();
    for _ in 0..5_000 {
        let after = step(&mut room, Unit::Word, 1);
        let expected = after.cycle - before.cycle;
        assert_eq!(before.cycles.len() as u64, expected, "{before:?}");
        assert_eq!(before.cycles.last(), Some(&CycleUse::Word));
        let finds = before.cycles.contains(&CycleUse::Find);
        assert_eq!(finds, before.find != Find::Nothing);
        seen.extend(before.cycles);
        before = after;
    }
    // No word of the project's program waits for its key.
    for used in [CycleUse::Wait, CycleUse::Find, CycleUse::Memory] {
        assert!(seen.contains(&used), "{used:?} was never met");
    }
}

/// The counts of a search, asked for in parts, are those of the whole: every cycle once, and every
/// node.
#[test]
fn coverage_in_parts_counts_every_cycle_and_node_once() {
    let mut room = room(MIDDLEGAME, 3, RootDriver::Host);
    let end = frame(&whole(&mut room, Command::GoTo { cycle: u64::MAX }));
    assert!(end.over);
    let mut uses = [0; 5];
    let (mut from, mut nodes, mut cycles) = (0, 0, 0);
    while from < end.cycle {
        let [Event::Counted(counted)] = &room.command(Command::Coverage {
            cycles: 30_000,
            from: Some(from),
        })[..] else {
            panic!("no counts")
        };
        assert_eq!(counted.from, from);
        from = counted.to;
        nodes += counted.nodes;
        cycles += counted.cycles.iter().sum::<u64>();
        for (sum, (_, part)) in uses.iter_mut().zip(&counted.uses) {
            *sum += part;
        }
    }
    assert_eq!((cycles, nodes), (end.cycle, end.nodes));
    assert_eq!(uses.iter().sum::<u64>(), end.cycle);
    assert_eq!(step(&mut room, Unit::Word, 0), end);
}

/// What coverage counts is what the machine did: the words that ran, and the squares that finds
/// loaded into the to and from registers.
#[test]
fn coverage_counts_the_squares_that_the_machine_loads() {
    let mut room = room(MIDDLEGAME, 3, RootDriver::Machine);
    let signals = describe(&mut room).signals;
    let signal = |frame: &Frame, name: &str| {
        let index = signals.iter().position(|signal| signal.name == name);
        frame.signals[index.expect(name)].0
    };
    let (mut words, mut squares) = (vec![0; 1024], vec![0; 64]);
    let mut before = step(&mut room, Unit::Word, 0);
    for _ in 0..3_000 {
        let after = step(&mut room, Unit::Word, 1);
        words[usize::from(before.address)] += 1;
        let register = match before.find {
            Find::Victim => Some("to"),
            Find::Aggressor => Some("from"),
            Find::Nothing | Find::Check => None,
        };
        if let Some(register) = register
            && signal(&after, "none") == 0
        {
            squares[signal(&after, register) as usize] += 1;
        }
        before = after;
    }
    let cycles = before.cycle;
    let [Event::Counted(counted)] = &room.command(Command::Coverage { cycles, from: None })[..]
    else {
        panic!("no counts")
    };
    assert_eq!((counted.from, counted.to), (0, cycles));
    assert_eq!(counted.words, words);
    assert_eq!(counted.squares, squares);
    assert!(squares.iter().sum::<u32>() > 200);
}

#[test]
fn commands_and_events_survive_json() {
    let mut room = room(MIDDLEGAME, 2, RootDriver::Host);
    for command in [
        Command::Describe {},
        run(
            5_000,
            vec![Until::Searched {
                text: "O-O".to_owned(),
            }],
        ),
        Command::Step {
            unit: Unit::Node,
            count: -1,
        },
        Command::Memory {},
        Command::Coverage {
            cycles: 1_000,
            from: Some(2_000),
        },
    ] {
        let text = serde_json::to_string(&command).unwrap();
        assert_eq!(serde_json::from_str::<Command>(&text).unwrap(), command);
        let events = room.command(command);
        let text = serde_json::to_string(&events).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Event>>(&text).unwrap(), events);
    }
}

#[test]
fn every_signal_and_wire_is_explained() {
    let described = describe(&mut Room::new());
    for named in described.signals.iter().chain(&described.wires) {
        assert!(
            !named.help.is_empty(),
            "{}/{} has no explanation",
            named.block,
            named.name
        );
        assert!(
            !named.fidelity.is_empty(),
            "{}/{} has no label",
            named.block,
            named.name
        );
    }
}

#[test]
fn malformed_commands_are_answered_with_what_was_expected() {
    let mut room = Room::new();
    for (text, expected) in [
        ("", "EOF"),
        ("[]", "command"),
        (r#"{"command":"dance"}"#, "expected one of `describe`"),
        (r#"{"command":"step"}"#, "missing field `unit`"),
        (
            r#"{"command":"step","unit":"word"}"#,
            "step: expected a search",
        ),
        (
            r#"{"command":"step","unit":"move"}"#,
            "expected one of `word`",
        ),
        (
            r#"{"command":"think","depth":0}"#,
            "depth: expected 1 to 48, got '0'",
        ),
        (
            r#"{"command":"think","depth":3,"speed":1}"#,
            "unknown field `speed`",
        ),
        (r#"{"command":"position","fen":"8/8"}"#, "'8/8'"),
        (r#"{"command":"position","moves":["e5"]}"#, "e5"),
        (r#"{"command":"move","text":"Ke2"}"#, "Ke2"),
    ] {
        let events: Vec<Event> = serde_json::from_str(&room.message(text)).unwrap();
        let message = fault(&events);
        assert!(message.contains(expected), "{text}: {message}");
    }
    room.command(Command::Think {
        depth: 2,
        root: RootDriver::Host,
    });
    for (until, expected) in [
        (
            Until::Address { address: 1_023 },
            "address: expected 000 to",
        ),
        (
            Until::Label {
                label: "nowhere".to_owned(),
            },
            "label: expected a label",
        ),
        (
            Until::Searched {
                text: "Zz9".to_owned(),
            },
            "move: expected a move such as",
        ),
        (
            signal("temperature = 0"),
            "signal: expected the name of a signal or of wires",
        ),
        (signal("plyy = 3"), "got 'plyy'; did you mean 'ply'?"),
        (
            signal("ply is 3"),
            "condition: expected a name, a relation and a level",
        ),
        (signal("= 3"), "condition: expected a name"),
        (signal("ply ="), "condition: expected a name"),
        (
            signal("ply = ply"),
            "level: expected a number of 64 bits or a square",
        ),
        (signal("ply = +3"), "level: expected"),
        (signal("ply = 0x"), "level: expected"),
        (signal("ply = 18446744073709551616"), "level: expected"),
    ] {
        let message = fault(&room.command(run(1, vec![until.clone()])));
        assert!(message.contains(expected), "{message}");
        // The same without a search.
        let check = Command::Check { until: vec![until] };
        assert_eq!(fault(&Room::new().command(check)), message);
    }
    let message = fault(&room.command(Command::Step {
        unit: Unit::Word,
        count: i32::MAX,
    }));
    assert!(
        message.contains("count: expected -1000 to 1000"),
        "{message}"
    );
}

#[test]
fn think_without_legal_moves_is_refused() {
    let mut room = Room::new();
    let moves = ["f3", "e5", "g4", "Qh4#"].map(str::to_owned).to_vec();
    room.command(Command::Position { fen: None, moves });
    let message = fault(&room.command(Command::Think {
        depth: 2,
        root: RootDriver::Host,
    }));
    assert!(message.contains("Black mates"), "{message}");
}
