//! Sessions on the console.

use crate::event::Event;
use crate::line_interface::{LineInterface, LineOptions};
use crate::scripted::{Scenario, Script, scripted_session};

/// Everything printed for these lines, with prompts and echo.
fn talk(scenario: Scenario, lines: &str) -> String {
    let (session, harness) = scripted_session(scenario);
    let options = LineOptions { ascii: true, interactive: false, console: true };
    for line in lines.lines() {
        harness.events.send(Event::Line(line.to_owned())).unwrap();
    }
    harness.events.send(Event::EndOfInput).unwrap();
    let mut output = Vec::new();
    LineInterface::new(session, options, &mut output, harness.inbox).run().unwrap();
    let text = String::from_utf8(output).unwrap();
    let (printed, _) = text.split_once("saved in").unwrap_or((&text, ""));
    printed.to_owned()
}

fn play(moves: &'static str) -> Script {
    Script::Play(vec![(25, moves)])
}

#[test]
fn game_runs_in_descriptive_notation() {
    let scripts = vec![play("e5"), play("exd4"), play("Nf3")];
    let text =
        talk(Scenario { scripts, ..Scenario::default() }, "p-k4\np-q4\nhint\nrepeat\nremove\nscore\nwhat\n");
    let expected = "Chess
*p-k4
1. p/k2-k4
1. ... p/k2-k4
*p-q4
2. p/q2-q4
2. ... p/k4xp/q5
*hint
n/kn1-kb3 25
*repeat
2. ... p/k4xp/q5
*remove
*score

 1. p/k2-k4         p/k2-k4

*what
eh?
*
";
    assert_eq!(text, expected);
}

#[test]
fn machine_moves_first_and_writes_squares() {
    let scripts = vec![play("d4"), play("c4")];
    let text =
        talk(Scenario { scripts, ..Scenario::default() }, "alg\nfirst\nd7d5\nfirst\nd5d4\ntest\nclock\n");
    let expected = "Chess
*alg
*first
1. d2d4
*d7d5
1. ... d7d5
2. c2c4
*first
eh?
*d5d4
Illegal move
*test
     0 pieces
    10 the move
=   10
*clock
white: 0:00
black: 0:00
*
";
    assert_eq!(text, expected);
}

#[test]
fn board_is_printed_and_typed_in() {
    let text =
        talk(Scenario::default(), "\nsetup\n   K\n\n\n\n\n\n\n q k\n\nalg\n\nsetup\nx\n\n\n\n\n\n\n\n");
    let start = "8  R N B Q K B N R\n7  P P P P P P P P\n6  - * - * - * - *\n";
    assert!(text.contains(start), "{text}");
    assert!(text.contains("\n   q q q q k k k k\n   r n b     b n r\n"), "{text}");
    assert!(text.contains("Setup successful\n") && text.contains("1  * q * k * - * -\n"), "{text}");
    assert!(text.contains("\n   a b c d e f g h\n") && text.contains("Illegal setup\n"), "{text}");
}

#[test]
fn game_end_prints_the_old_replies() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    assert!(
        talk(Scenario { fen: mate, ..Scenario::default() }, "r-r8\n").contains("1. r/qr1-qr8+\nWhite wins\n")
    );
    let stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
    assert!(
        talk(Scenario { fen: stalemate, ..Scenario::default() }, "f1f7\nresign\np-k4\n")
            .contains("Stale mate\n")
    );
    let two = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    let text = talk(Scenario { fen: two, ..Scenario::default() }, "n-q2\nq-q2\nrestore\n");
    assert!(text.contains("*n-q2\nambiguous\n*q-q2\nIllegal move\n*restore\ncannot open file\n"), "{text}");
}

#[test]
fn manual_game_takes_both_sides() {
    let text = talk(Scenario::default(), "manual\ne2e4\ne7e5\nscore\nexit\nd2d4\n");
    assert!(text.ends_with("*score\n\n 1. e2e4            e7e5\n\n*exit\n"), "{text}");
}
