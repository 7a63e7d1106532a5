//! Every command ends soon, whatever its numbers are.

use std::time::{Duration, Instant};

use room::{
    Command, Event, MAX_CONDITIONS, MAX_CYCLES, MAX_PLIES_OF_GAME, MAX_SIGNALS, Reason, Room,
    RootDriver, Unit, Until,
};

/// Longer than any command takes on a loaded machine with every check of its arithmetic; without a
/// bound, the commands below run for hours.
const SOON: Duration = Duration::from_secs(60);

/// A room with a search that does not end by itself.
fn searching() -> Room {
    let mut room = Room::new();
    let events = room.command(Command::Think {
        depth: 48,
        root: RootDriver::Host,
    });
    assert!(matches!(events[..], [Event::Frame(_)]), "{events:?}");
    room
}

fn ask(room: &mut Room, command: &str) -> String {
    let start = Instant::now();
    let answer = room.message(command);
    let time = start.elapsed();
    assert!(time < SOON, "{command}: {time:?}");
    answer
}

fn fault(room: &mut Room, command: &str) -> String {
    let answer = ask(room, command);
    assert!(
        answer.starts_with(r#"[{"event":"fault""#),
        "{command}: {answer}"
    );
    answer
}

fn run(room: &mut Room, cycles: u64) {
    let mut left = cycles;
    while left > 0 {
        room.command(Command::Run {
            cycles: left,
            until: Vec::new(),
            stops: Vec::new(),
        });
        left = left.saturating_sub(MAX_CYCLES);
    }
}

#[test]
fn window_far_ahead_is_refused_with_the_way_out() {
    let mut room = searching();
    let before = ask(&mut room, r#"{"command":"digest"}"#);
    for from in [MAX_CYCLES + 1, 1 << 53, u64::MAX - 4_000, u64::MAX] {
        for command in [
            format!(r#"{{"command":"watch","signals":["ply"],"cycles":10,"from":{from}}}"#),
            format!(
                r#"{{"command":"branch","from":{from},"to":{},"ply":1,"plies":1}}"#,
                u64::MAX
            ),
        ] {
            let message = fault(&mut room, &command);
            assert!(message.contains("go there first"), "{message}");
        }
    }
    let near =
        format!(r#"{{"command":"watch","signals":["ply"],"cycles":10,"from":{MAX_CYCLES}}}"#);
    assert!(ask(&mut room, &near).contains(r#""event":"wave""#));
    assert_eq!(ask(&mut room, r#"{"command":"digest"}"#), before);
}

#[test]
fn every_command_with_every_absurd_number_ends_soon() {
    let numbers = [
        "0",
        "-1",
        "1",
        "63",
        "64",
        "255",
        "256",
        "1023",
        "65535",
        "2147483647",
        "-2147483648",
        "4294967296",
        "9007199254740991",
        "9223372036854775807",
        "18446744073709551615",
        "18446744073709551616",
        "1e308",
        "0.5",
    ];
    let commands = [
        r#"{"command":"think","depth":N}"#,
        r#"{"command":"step","unit":"word","count":N}"#,
        r#"{"command":"step","unit":"root_move","count":N}"#,
        r#"{"command":"run","cycles":N}"#,
        r#"{"command":"run","cycles":N,"stops":[N]}"#,
        r#"{"command":"run","cycles":20000,"until":[{"when":"address","address":N}]}"#,
        r#"{"command":"run","cycles":20000,"until":[{"when":"signal","text":"ply = N"}]}"#,
        r#"{"command":"check","until":[{"when":"signal","text":"ply >= N"}]}"#,
        r#"{"command":"go_to","cycle":N}"#,
        r#"{"command":"continue"}"#,
        r#"{"command":"watch","signals":["ply"],"cycles":N}"#,
        r#"{"command":"watch","signals":["ply"],"cycles":N,"from":N}"#,
        r#"{"command":"coverage","cycles":N}"#,
        r#"{"command":"coverage","cycles":N,"from":N}"#,
        r#"{"command":"branch","from":N,"to":N,"ply":1}"#,
        r#"{"command":"branch","from":0,"to":N,"ply":N,"plies":N}"#,
        r#"{"command":"branch","from":0,"to":20000,"ply":N,"plies":4}"#,
        r#"{"command":"writes","cycles":N}"#,
    ];
    for command in commands {
        for number in numbers {
            let mut room = searching();
            run(&mut room, 5_000);
            let events = ask(&mut room, &command.replace('N', number));
            let is_answer = events == "[]" || events.starts_with(r#"[{"event":""#);
            assert!(is_answer, "{command}: {events}");
            assert!(ask(&mut room, r#"{"command":"digest"}"#).contains("digest"));
        }
    }
}

#[test]
fn long_lists_are_refused() {
    let mut room = searching();
    let many = |one: &str, count: usize| vec![one; count].join(",");
    let conditions = |count| {
        let all = many(r#"{"when":"searched","text":"a4"}"#, count);
        format!(r#"{{"command":"run","cycles":10,"until":[{all}]}}"#)
    };
    assert!(ask(&mut room, &conditions(MAX_CONDITIONS)).contains("stopped"));
    assert!(fault(&mut room, &conditions(MAX_CONDITIONS + 1)).contains("at most"));
    let wires = r#"{"when":"signal","text":"recv/line1 = 99"}"#;
    let all = many(wires, MAX_CONDITIONS);
    let answer = ask(
        &mut room,
        &format!(r#"{{"command":"run","cycles":2000000,"until":[{all}]}}"#),
    );
    assert!(answer.contains(r#""reason":"reached""#), "{answer}");
    let signals = |count| {
        let all = many(r#""ply""#, count);
        format!(r#"{{"command":"watch","signals":[{all}],"cycles":4000}}"#)
    };
    assert!(ask(&mut room, &signals(MAX_SIGNALS)).contains("wave"));
    assert!(fault(&mut room, &signals(MAX_SIGNALS + 1)).contains("at most"));
    let there_and_back = many(r#""Nf3","Nf6","Ng1","Ng8""#, MAX_PLIES_OF_GAME / 4);
    let game = format!(r#"{{"command":"position","moves":[{there_and_back}]}}"#);
    assert!(ask(&mut room, &game).contains("board"));
    assert!(fault(&mut room, r#"{"command":"move","text":"Nf3"}"#).contains("at most 12000"));
}

#[test]
fn stopped_room_ends_its_command() {
    let mut room = searching();
    room.control().stop();
    let events = room.command(Command::GoTo { cycle: u64::MAX });
    let halted = Event::Stopped {
        reason: Reason::Halted,
    };
    assert!(events.contains(&halted), "{events:?}");
    for command in [
        Command::Step {
            unit: Unit::Node,
            count: 1_000,
        },
        Command::Step {
            unit: Unit::Node,
            count: -1_000,
        },
        Command::Run {
            cycles: MAX_CYCLES,
            until: vec![Until::ValueFalls {}],
            stops: Vec::new(),
        },
        Command::Watch {
            signals: Vec::new(),
            cycles: 4_000,
            from: Some(MAX_CYCLES),
        },
    ] {
        room.command(command);
    }
}

#[test]
fn steps_back_through_a_program_without_nodes_end_soon() {
    let mut room = Room::new();
    // A search that never counts a node.
    let (name, own) = microcode::programs::SOURCES[1];
    let text = own.replacen(
        "search:\n",
        "search:\n    goto search\nsearch_as_it_was:\n",
        1,
    );
    let files = vec![(name.to_owned(), text)];
    let events = room.command(Command::Assemble { files });
    let Event::Assembled { errors, .. } = &events[0] else {
        panic!("{events:?}")
    };
    assert!(errors.is_empty(), "{errors:?}");
    room.command(Command::Think {
        depth: 2,
        root: RootDriver::Machine,
    });
    run(&mut room, 4 * MAX_CYCLES);
    let mut events = room.command(Command::Step {
        unit: Unit::Node,
        count: -1_000,
    });
    let mut pending = 0;
    while events.contains(&PENDING) {
        pending += 1;
        events = room.command(Command::Continue {});
    }
    assert!((1..10).contains(&pending), "{pending} commands");
    let beginning = Event::Stopped {
        reason: Reason::Beginning,
    };
    assert!(events.contains(&beginning), "{events:?}");
}

const PENDING: Event = Event::Stopped {
    reason: Reason::Pending,
};

#[test]
fn look_at_the_machine_leaves_a_way_under_way() {
    let mut room = searching();
    let goal = 2 * MAX_CYCLES + 5;
    let mut events = room.command(Command::GoTo { cycle: goal });
    while events.contains(&PENDING) {
        room.command(Command::Writes { cycles: 100 });
        room.command(Command::Evaluate {});
        events = room.command(Command::Continue {});
    }
    let frame = events.iter().find_map(|event| match event {
        Event::Frame(frame) => Some(frame.cycle),
        _ => None,
    });
    assert!(frame >= Some(goal), "{frame:?}");
}

#[test]
fn unknown_and_repeated_files_are_refused() {
    let mut room = Room::new();
    for files in [
        r#"[["serch.mc",""]]"#,
        r#"[["../search.mc",""]]"#,
        r#"[["search.mc","a"],["search.mc","b"]]"#,
    ] {
        let message = fault(
            &mut room,
            &format!(r#"{{"command":"assemble","files":{files}}}"#),
        );
        assert!(message.contains("board.mc or search.mc"), "{message}");
    }
}
