//! Sessions on the console.
use crate::event::Event;
use crate::plain::{Manner, Plain};
use crate::scripted::{Act, Scene, Stage};

/// What is printed for these lines, the prompts and the lines among it.
fn talk(scene: Scene, lines: &str) -> String {
    let (session, stage) = Stage::new(scene);
    let manner = Manner { ascii: true, interactive: false, console: true };
    for line in lines.lines() {
        stage.events.send(Event::Line(line.to_owned())).unwrap();
    }
    stage.events.send(Event::EndOfInput).unwrap();
    let mut output = Vec::new();
    Plain::new(session, manner, &mut output, stage.inbox).run().unwrap();
    let text = String::from_utf8(output).unwrap();
    let (said, _) = text.split_once("saved in").unwrap_or((&text, ""));
    said.to_owned()
}

fn play(moves: &'static str) -> Act {
    Act::Play(vec![(25, moves)])
}

#[test]
fn a_game_in_descriptive_notation() {
    let acts = vec![play("e5"), play("exd4"), play("Nf3")];
    let text = talk(Scene { acts, ..Scene::default() }, "p-k4\np-q4\nhint\nrepeat\nremove\nscore\nwhat\n");
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
fn the_machine_may_be_first_and_write_squares() {
    let acts = vec![play("d4"), play("c4")];
    let text = talk(Scene { acts, ..Scene::default() }, "alg\nfirst\nd7d5\nfirst\nd5d4\ntest\nclock\n");
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
     0 men
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
fn boards_are_printed_and_typed_in() {
    let text = talk(Scene::default(), "\nsetup\n   K\n\n\n\n\n\n\n q k\n\nalg\n\nsetup\nx\n\n\n\n\n\n\n\n");
    let start = "8  R N B Q K B N R\n7  P P P P P P P P\n6  - * - * - * - *\n";
    assert!(text.contains(start), "{text}");
    assert!(text.contains("\n   q q q q k k k k\n   r n b     b n r\n"), "{text}");
    assert!(text.contains("Setup successful\n") && text.contains("1  * q * k * - * -\n"), "{text}");
    assert!(text.contains("\n   a b c d e f g h\n") && text.contains("Illegal setup\n"), "{text}");
}

#[test]
fn games_end_as_they_did() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    assert!(talk(Scene { fen: mate, ..Scene::default() }, "r-r8\n").contains("1. r/qr1-qr8+\nWhite wins\n"));
    let stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
    assert!(
        talk(Scene { fen: stalemate, ..Scene::default() }, "f1f7\nresign\np-k4\n").contains("Stale mate\n")
    );
    let two = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    let text = talk(Scene { fen: two, ..Scene::default() }, "n-q2\nq-q2\nrestore\n");
    assert!(text.contains("*n-q2\nambiguous\n*q-q2\nIllegal move\n*restore\ncannot open file\n"), "{text}");
}

#[test]
fn a_person_may_move_for_both() {
    let text = talk(Scene::default(), "manual\ne2e4\ne7e5\nscore\nexit\nd2d4\n");
    assert!(text.ends_with("*score\n\n 1. e2e4            e7e5\n\n*exit\n"), "{text}");
}
