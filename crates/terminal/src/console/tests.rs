//! Sessions on the console, read from `transcripts.txt`.

use crate::event::Event;
use crate::line_interface::{LineInterface, LineOptions};
use crate::scripted::{Scenario, Script, scripted_session};

/// Everything printed for the lines typed in a transcript.
fn replay(scenario: Scenario, transcript: &str) -> String {
    let (session, harness) = scripted_session(scenario);
    let options = LineOptions {
        ascii: true,
        interactive: false,
        console: true,
        width: None,
    };
    for line in transcript.trim_end_matches("*\n").lines() {
        if let Some(typed) = line.strip_prefix('*') {
            harness.events.send(Event::Line(typed.to_owned())).unwrap();
        }
    }
    harness.events.send(Event::EndOfInput).unwrap();
    let mut output = Vec::new();
    LineInterface::new(session, options, &mut output, harness.inbox)
        .run()
        .unwrap();
    let mut text = String::from_utf8(output).unwrap();
    // The name of the file is another one each day.
    if let Some(at) = text.find("saved in") {
        text.truncate(at);
    }
    text
}

#[test]
fn sessions_print_their_transcripts() {
    for session in include_str!("transcripts.txt").split("\n== ").skip(1) {
        let (name, session) = session.split_once('\n').unwrap();
        let (settings, _) = session.split_once("Chess\n").unwrap();
        let mut scenario = Scenario::default();
        for line in settings.lines() {
            match line.split_once(' ') {
                Some(("fen", fen)) => scenario.fen = fen,
                Some(("play", moves)) => scenario.scripts.push(Script::Play(vec![(25, moves)])),
                _ => panic!("{name}: no setting {line}"),
            }
        }
        let transcript = session[settings.len()..].trim_end().to_owned() + "\n";
        assert_eq!(replay(scenario, &transcript), transcript, "{name}");
    }
}
