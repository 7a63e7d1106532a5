//! Sessions with a scripted player, each key and each screen in turn.

use shakmaty::{Color as Side, Square};

use super::{GOLDEN, ScreenTest, assert_saved};
use crate::screen::palette::ColorSupport;
use crate::scripted::{Scenario, Script};

#[test]
fn start_screen_matches() {
    let screen = ScreenTest::new(Scenario::default());
    screen.golden("start-80x24.txt");
    screen.close();
}

#[test]
fn ascii_start_screen_matches() {
    let screen = ScreenTest::sized(Scenario::default(), 80, 24, true);
    screen.golden("start-ascii-80x24.txt");
    screen.close();
}

#[test]
fn large_start_screen_matches() {
    let screen = ScreenTest::sized(
        Scenario {
            human: Side::Black,
            level: "40/5:00",
            scripts: vec![Script::Hold(vec![])],
            ..Scenario::default()
        },
        120,
        40,
        false,
    );
    screen.golden("black-120x40.txt");
    screen.close();
}

#[test]
fn smallest_start_screen_matches() {
    let screen = ScreenTest::sized(Scenario::default(), 60, 16, false);
    screen.golden("smallest-60x16.txt");
    screen.close();
}

#[test]
fn too_small_screen_says_so() {
    let screen = ScreenTest::sized(Scenario::default(), 50, 12, false);
    screen.golden("too-small-50x12.txt");
    screen.close();
}

#[test]
fn search_is_shown_and_stopped() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Hold(vec![
            (20, "e5 Nf3"),
            (
                35,
                "c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Be3",
            ),
            (-12, "e5 Nf3 Nc6"),
        ])],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.reports(3);
    screen.pass(2.3);
    screen.golden("thinking-80x24.txt");
    // Other input does not stop the search.
    screen.press("d4<Enter>");
    screen.shows("it is the machine's move (`stop` makes it move now)");
    screen.press("<F5>");
    screen.wait_for_player();
    screen.golden("moved-80x24.txt");
    let harness = screen.close_saved();
    assert_saved(&harness, "1. e4 e5 { [%eval 0.12,3] } *");
}

#[test]
fn pieces_move_by_cursor_and_mouse() {
    let mut screen = ScreenTest::sized(
        Scenario {
            scripts: vec![
                Script::Play(vec![(0, "e5")]),
                Script::Play(vec![(0, "Nc6")]),
            ],
            ..Scenario::default()
        },
        80,
        24,
        true,
    );
    screen.press("<Up><Up><Up><Up><Enter>");
    screen.shows("there is no piece on e5");
    screen.press("<Down><Down><Down><Left><Enter>");
    screen.golden("picked-ascii-80x24.txt");
    screen.press("<Up><Up><Up><Enter>");
    screen.shows("the piece on d2 cannot move to d5");
    screen.press("<Down><Enter>");
    screen.wait_for_player();
    screen.shows("1. d4       e5");
    screen.click(Square::G1);
    screen.shows("{N}");
    screen.click(Square::F3);
    screen.wait_for_player();
    screen.shows("2. Nf3      Nc6");
    // The board flipped: a blocked piece, a piece of Black's, and Esc.
    screen.press("<F4>");
    screen.click(Square::F1);
    screen.shows("the piece on f1 has no legal move");
    screen.click(Square::H8);
    screen.shows("the piece on h8 is not yours to move");
    screen.press("<Esc>");
    screen.shows("White to move");
    screen.close();
}

#[test]
fn castling_and_promotion_by_cursor() {
    let mut screen = ScreenTest::new(Scenario {
        fen: "8/P3k3/8/8/8/8/8/R3K2R w KQ - 0 1",
        scripts: vec![Script::Play(vec![(-900, "Kd7")])],
        ..Scenario::default()
    });
    screen.click(Square::A7);
    screen.click(Square::A8);
    screen.golden("promotion-80x24.txt");
    screen.press("x");
    screen.shows("'x' is not a promotion: expected q, r, b or n");
    screen.press("<Right><Right><Right>");
    screen.shows("[knight]");
    screen.press("<Esc>");
    screen.click(Square::A7);
    screen.click(Square::A8);
    screen.press("<Right><Enter>");
    screen.wait_for_player();
    screen.shows("1. a8=R     Kd7");
    screen.click(Square::E1);
    screen.press("manual<Enter>");
    screen.click(Square::E1);
    screen.click(Square::E1);
    screen.click(Square::G1);
    screen.shows("2. O-O");
    screen.close();
}

#[test]
fn mate_is_shown_and_taken_back() {
    let mut screen = ScreenTest::new(Scenario {
        fen: "6k1/5ppp/8/8/8/8/5PPP/R3K3 w Q - 0 1",
        ..Scenario::default()
    });
    screen.press("Ra8<Enter>");
    screen.golden("mate-80x24.txt");
    screen.press("h3<Enter>");
    screen.shows("the game is over: `new` starts another, `undo` takes a move back");
    screen.press("<F3>");
    screen.shows("White to move");
    screen.press("<F3>");
    screen.shows("you have no move to take back");
    screen.press("resign<Enter>");
    screen.shows("White resigns  0-1");
    screen.close();
}

#[test]
fn undo_during_search_discards_its_move() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![
            Script::Hold(vec![(10, "e5")]),
            Script::Hold(vec![(20, "d5 c4")]),
        ],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.reports(1);
    screen.press("<F3>");
    screen.shows("White to move");
    screen.press("d4<Enter>");
    // The abandoned search ends.
    screen.wait_for_end();
    screen.reports(1);
    screen.shows("depth 1/9  -0.20");
    screen.press("<F5>");
    screen.wait_for_player();
    screen.shows("1. d4       d5");
    screen.close();
}

#[test]
fn level_change_restarts_search() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![
            Script::Hold(vec![(10, "e5")]),
            Script::Play(vec![(20, "c5")]),
        ],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.reports(1);
    screen.press("level 0.1 s<Enter>");
    screen.shows("level: 0.1 s");
    screen.wait_for_player();
    screen.shows("1. e4       c5");
    screen.close();
}

#[test]
fn empty_console_line_stops_search() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Hold(vec![(10, "e5")])],
        ..Scenario::default()
    });
    screen.press("console<Enter>e2e4<Enter>");
    screen.reports(1);
    screen.press("score<Enter><C-u><Enter>");
    screen.wait_for_player();
    screen.shows("1. ... e7e5\n*");
    screen.close();
}

#[test]
fn clocks_run_and_flag_falls() {
    let mut screen = ScreenTest::new(Scenario {
        level: "2/1:00+1",
        scripts: vec![Script::Play(vec![(5, "e5")])],
        ..Scenario::default()
    });
    // The clocks start with the first move.
    screen.pass(30.0);
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.pass(10.5);
    screen.shows("0:00:50.5");
    screen.golden("clocks-80x24.txt");
    screen.pass(60.0);
    screen.shows("White lost on time  0-1");
    screen.press("<F3>");
    screen.shows("White to move");
    screen.shows("White you              0:01:00");
    screen.close();
}

#[test]
fn machine_loses_on_time() {
    let mut screen = ScreenTest::new(Scenario {
        level: "0:10",
        scripts: vec![Script::Hold(vec![(5, "e5")])],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.reports(1);
    screen.pass(11.0);
    screen.shows("Black lost on time  1-0");
    screen.wait_for_player();
    let harness = screen.close_saved();
    assert_saved(&harness, "[Result \"1-0\"]");
    assert_saved(&harness, "[TimeControl \"10\"]");
}

#[test]
fn hint_evaluation_help_and_errors_are_shown() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Play(vec![(25, "Nf3 d5")])],
        ..Scenario::default()
    });
    screen.press("<F2>");
    screen.wait_for_player();
    screen.shows("hint: the knight on g1; F2 or `hint` again tells the move");
    screen.press("<F2>");
    screen.shows("hint: 1. Nf3  (+0.25, depth 1, 0.1 s of machine time)");
    screen.press("<F6>");
    screen.wait_for_player();
    screen.golden("evaluation-80x24.txt");
    screen.press("<Esc>?");
    screen.golden("help-80x24.txt");
    screen.press("<PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><Up><Down>");
    screen.shows("save and quit");
    screen.press("<Esc>Qh5<Enter>");
    screen.shows("'Qh5' is not a legal move here: White has no legal move with a queen");
    screen.press("setup 8/8/8/8/8/8/8/8 w - - 0 1<Enter>");
    screen.shows("is not a legal position");
    screen.press("level soon<Enter>");
    screen
        .shows("'soon' is not a level: expected minutes plus seconds a move (3+2), minutes (15),");
    screen.press("e<Back><Back>xyz<C-u><Enter><C-w><C-x><Esc>");
    screen.shows("White to move");
    screen.close();
}

#[test]
fn losing_machine_accepts_a_draw() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Play(vec![(-130, "e5")])],
        ..Scenario::default()
    });
    screen.press("draw<Enter>");
    screen.shows("the machine declines the draw: it has not judged the position yet");
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.app.session.confirms = true;
    screen.press("draw<Enter>");
    screen.shows("offer a draw? the game is over if the machine accepts; `yes` offers it");
    screen.press("yes<Enter>");
    screen.shows("the machine accepts: it does not think that it is ahead; draw by");
    screen.press("score<Enter>");
    screen.shows("draw by agreement  1/2-1/2");
    screen.close();
}

#[test]
fn machine_that_is_ahead_declines_a_draw_and_says_why() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Play(vec![(30, "e5")])],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("draw<Enter>");
    screen.shows("the machine declines the draw: it thinks that it is ahead");
    screen.close();
}

#[test]
fn opponent_in_a_game_is_asked_about() {
    let mut screen = ScreenTest::waiting(Scenario {
        scripts: vec![Script::Play(vec![(30, "e5")])],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("opponent 1975<Enter>");
    screen.shows("a game has one opponent: begin a new one?");
    screen.press("no<Enter>");
    assert_eq!(screen.app.session.state.game().moves().len(), 2);
    screen.close();
}

#[test]
fn question_for_the_strength_stays_after_another_command() {
    let mut screen = ScreenTest::waiting(Scenario {
        asks_strength: true,
        ..Scenario::default()
    });
    screen.shows("How strong are you?");
    screen.press("3+2<Enter>");
    screen.shows("level 3:00+2");
    screen.shows("How strong are you?");
    screen.close();
}

#[test]
fn last_message_is_seen_whole() {
    let mut screen = ScreenTest::new(Scenario::default());
    let session = &mut screen.app.session;
    session.say("a sentence that fills almost a whole line of the screen, and was said before");
    session.say("another that does so too, and is followed by the question that must be seen");
    session.say("is this question seen? `yes` or `no`");
    screen.show();
    screen.shows("another that does so too, and is followed by the question that must be seen; is");
    screen.shows("this question seen? `yes` or `no`");
    screen.press("what is castling<Enter>");
    screen.shows("answer");
    screen.shows("passes no attacked square");
    screen.press("<Esc>");
    screen.shows("White to move");
    screen.close();
}

#[test]
fn machine_with_contempt_declines_a_draw() {
    let mut screen = ScreenTest::new(Scenario {
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 20",
        contempt: 50,
        scripts: vec![Script::Play(vec![(-30, "e5")])],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("draw<Enter>");
    screen.shows("the machine declines the draw: its option Contempt lets it play on");
    screen.close();
}

#[test]
fn ponder_hit_and_miss_are_followed() {
    let mut screen = ScreenTest::new(Scenario {
        ponder: true,
        scripts: vec![
            Script::Play(vec![(0, "e5 Nf3")]),
            Script::Play(vec![(7, "Nc6 Bb5")]),
            Script::Play(vec![(8, "a6")]),
            Script::Play(vec![(9, "dxc6 d4")]),
            Script::Hold(vec![(0, "d5")]),
        ],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_until("pondering on 2. Nf3");
    // The expected move: the same search finds the reply.
    screen.press("Nf3<Enter>");
    screen.wait_until("pondering on 3. Bb5");
    screen.shows("2. Nf3      Nc6");
    // Another move: the search is abandoned and a new one started.
    screen.press("ponder off<Enter>");
    screen.wait_for_player();
    screen.press("Bc4<Enter>");
    screen.wait_for_player();
    screen.shows("3. Bc4");
    screen.close();
}

#[test]
fn player_crash_keeps_the_game() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Crash, Script::Play(vec![(0, "c5")])],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.shows("the player failed: out of paper; the machine was restarted; `go` lets it try");
    screen.press("side white<Enter>");
    screen.wait_for_player();
    screen.shows("1. e4       c5");
    screen.close();
}

#[test]
fn games_are_loaded_saved_and_set_up() {
    let mut screen = ScreenTest::new(Scenario::default());
    screen.press(&format!("load {GOLDEN}/old.pgn<Enter>"));
    screen.shows("  2. Nf3      Nc6");
    screen.press("load none.pgn<Enter>");
    screen.shows("cannot read none.pgn");
    screen.press("save<Enter>");
    screen.shows("there is nothing to save yet");
    screen.press("manual on<Enter>Bb5<Enter>a6<Enter>save<Enter>");
    screen.shows("saved in");
    screen.press("setup 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1<Enter>fen<Enter>");
    screen.shows("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    // The machine is to move for Black.
    screen.press("<Esc>");
    assert_saved(&screen.harness, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
    screen.close();
}

#[test]
fn colors_16_match() {
    let mut screen = ScreenTest::colored(
        Scenario {
            scripts: vec![
                Script::Play(vec![(20, "d5")]),
                Script::Play(vec![(-80, "Qxd5")]),
            ],
            ..Scenario::default()
        },
        (80, 24),
        false,
        ColorSupport::Sixteen,
    );
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("exd5<Enter>");
    screen.wait_for_player();
    screen.click(Square::G1);
    screen.golden("colors-16-80x24.txt");
    screen.close();
}

#[test]
fn colors_256_match() {
    let mut screen = ScreenTest::colored(
        Scenario {
            scripts: vec![
                Script::Play(vec![(20, "d5")]),
                Script::Play(vec![(-80, "Qxd5")]),
            ],
            ..Scenario::default()
        },
        (80, 24),
        false,
        ColorSupport::Indexed,
    );
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("theme blue<Enter>exd5<Enter>");
    screen.wait_for_player();
    screen.click(Square::G1);
    screen.golden("colors-256-80x24.txt");
    screen.close();
}

#[test]
fn captures_clocks_names_and_values_are_kept() {
    let mut screen = ScreenTest::new(Scenario {
        level: "2/1:00+1",
        scripts: vec![
            Script::Play(vec![(25, "d5")]),
            Script::Play(vec![(-300, "Kd7")]),
        ],
        ..Scenario::default()
    });
    screen.press("name Ann<Enter>e4<Enter>");
    screen.wait_for_player();
    screen.pass(10.5);
    screen.press("exd5<Enter>");
    screen.wait_for_player();
    screen.shows("♟ +1");
    screen.press("manual<Enter>");
    let harness = screen.close_saved();
    assert_saved(&harness, "[White \"Ann\"]");
    assert_saved(
        &harness,
        "1. e4 { [%clk 0:01:01.000] } 1... d5 { [%eval -0.25,1] [%clk 0:01:01.000] } 2.",
    );
}

#[test]
fn loaded_game_is_looked_at_and_varied() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 8],
        ..Scenario::default()
    });
    screen.press(&format!("review {GOLDEN}/old.pgn<Enter>"));
    screen.shows("looking at A - B");
    screen.shows("White A");
    screen.press("<Right><Right><Right>");
    screen.wait_until(" -0.10 2...");
    screen.golden("review-80x24.txt");
    screen.press("<Left>d4<Enter>");
    screen.shows("2. d4");
    screen.shows("`line` switches to 2. Nf3");
    screen.press("exd4<Enter>");
    screen.press("<Left><Down>");
    screen.shows("2. Nf3  (`line` switches to 2. d4)");
    screen.press("<End><Right>");
    screen.shows("there is no move after");
    screen.press("analysis off<Enter>");
    screen.press("draw<Enter>");
    screen.shows("`go` plays on from here");
    screen.press("pgn<Enter>");
    screen.shows("(2. d4 exd4)");
    screen.press("<Esc>");
    let harness = screen.close_saved();
    assert_saved(
        &harness,
        "1. e4 e5 2. Nf3 {[%eval -0.30,1]} (2. d4 exd4) 2... Nc6 *",
    );
}

#[test]
fn console_transcript_scrolls() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![
            Script::Play(vec![(5, "e5")]),
            Script::Play(vec![(33, "Nf3 Nc6")]),
        ],
        ..Scenario::default()
    });
    screen.press("console<Enter>p-k4<Enter>");
    screen.wait_for_player();
    screen.press("hello<Enter>hint<Enter>");
    screen.wait_for_player();
    screen.press("clock<Enter>score<Enter><Enter>");
    screen.golden("console-80x24.txt");
    screen.press("exit<Enter>");
    screen.shows("1. e4       e5");
    screen.close();
}

#[test]
fn thoughts_are_hidden_and_shown() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![
            Script::Play(vec![(20, "e5 Nf3")]),
            Script::Play(vec![(35, "Nc6 Bb5")]),
        ],
        ..Scenario::default()
    });
    screen.press("thoughts off<Enter>e4<Enter>");
    screen.wait_for_player();
    screen.shows("the machine plays 1... e5");
    // Neither its value nor its line is on the screen, but the opening is.
    for text in ["Nf3", "0.20", "depth 1", "█"] {
        assert!(!screen.text().contains(text), "{text}: {}", screen.text());
    }
    screen.shows("C20 King's Pawn Game");
    screen.press("<F7>");
    screen.shows("2. Nf3");
    screen.shows("█");
    screen.press("Nf3<Enter>");
    screen.wait_for_player();
    screen.shows("the machine plays 2... Nc6  (-0.35, depth 1");
    screen.close();
}

#[test]
fn line_feed_is_enter_and_tab_completes() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Play(vec![(20, "e5")])],
        ..Scenario::default()
    });
    screen.press("e4<C-j>");
    screen.wait_for_player();
    screen.shows("1... e5");
    screen.press("the<Tab>");
    screen.shows("› theme");
    screen.press("blue<C-j>");
    screen.shows("theme: blue");
    screen.press("th<Tab>");
    screen.shows("thoughts  theme");
    screen.press("<C-u><Up>");
    screen.shows("› theme blue");
    screen.press("<C-p>");
    screen.shows("› e4");
    screen.press("<C-n><C-j>");
    screen.shows("theme: blue");
    screen.close();
}

#[test]
fn mistakes_are_found_and_tried_again() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 20],
        ..Scenario::default()
    });
    screen.press(&format!("review {GOLDEN}/judged.pgn<Enter>"));
    screen.press("<F8>");
    screen.shows("3... Nd4??");
    screen.shows("hangs a pawn");
    assert!(!screen.text().contains("[%"), "{}", screen.text());
    screen.golden("judged-80x24.txt");
    screen.press("<F9>");
    screen.shows("find a better move for Black; `next` shows the game's");
    assert!(!screen.text().contains("Nd4"), "{}", screen.text());
    screen.press("Nd4<Enter>");
    screen.shows("3... Nd4 was the mistake; find a better move");
    screen.press("Nf6<Enter>");
    screen.wait_until("3... Nf6 is as good as the machine's 3... ");
    screen.shows("[Nf6]");
    screen.press("<F9>");
    screen.shows("the move shown is no mistake");
    screen.press("<Home><F8><F8>");
    screen.shows("4. Nxe5?!");
    screen.press("<F8>");
    screen.shows("there is no further mistake");
    screen.press("analysis off<Enter>");
    screen.close();
}

#[test]
fn move_tried_is_judged_with_its_reason() {
    let best = Script::Play(vec![(20, "Nf6 d3")]);
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![
            Script::Any,
            best.clone(),
            Script::Play(vec![(-150, "h6 Nxe5 Nxe5 d4")]),
            best,
            Script::Play(vec![(0, "Bc5 c3")]),
            Script::Play(vec![(30, "c3 Nxf3")]),
        ],
        ..Scenario::default()
    });
    screen.press(&format!(
        "review {GOLDEN}/judged.pgn<Enter>analysis off<Enter>"
    ));
    screen.press("<F8><F9>h6<Enter>");
    screen.shows("looking at your move ...");
    screen.wait_until("3... h6?? loses 1.7 pawns after 4. Nxe5 Nxe5 5. d4 (-0.20 to +1.50)");
    // The same mistake again, not the one before it.
    screen.press("<F9>");
    screen.shows("find a better move for Black");
    screen.press("Bc5<Enter>");
    screen.wait_until("3... Bc5 is good: 0.2 pawns less than the machine's 3... Nf6");
    screen.press("<Right>");
    screen.shows("there is no move after; your variation ends here, `prev` goes back");
    screen.press("<F8><F9>c3<Enter>");
    screen.wait_until("4. c3 is best, the machine's choice too");
    screen.close();
}

#[test]
fn own_game_looked_at_keeps_its_place() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 8],
        ..Scenario::default()
    });
    screen.press("manual on<Enter>e4<Enter>c5<Enter>new<Enter>");
    screen.press("manual on<Enter>d4<Enter>d5<Enter>c4<Enter>new<Enter>");
    // A game of this session, then one of the file.
    screen.press("review 2<Enter>analysis off<Enter>b3<Enter><Esc>save<Enter>");
    screen.press("review 1<Enter>analysis off<Enter>g3<Enter><Esc>review<Enter>");
    screen.shows("  1  2026.01.02  you - you  *  2 moves");
    screen.shows("  2  2026.01.02  you - you  *  1 move");
    assert!(!screen.text().contains("  3  2026"), "{}", screen.text());
    screen.press("<Esc>");
    let saved = screen.close_saved().saved();
    assert_eq!(saved.matches("[Event ").count(), 2, "{saved}");
    assert!(saved.contains("1. e4 (1. b3) 1... c5"), "{saved}");
    assert!(saved.contains("1. d4 (1. g3) 1... d5"), "{saved}");
}

#[test]
fn game_over_on_the_board_is_looked_at_where_it_is() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 4],
        ..Scenario::default()
    });
    screen.press("manual on<Enter>f3<Enter>e5<Enter>g4<Enter>Qh4<Enter>");
    screen.press("review 1<Enter>analysis off<Enter><Home>e4<Enter><Esc>");
    screen.shows("back at your game, which is over");
    let saved = screen.close_saved().saved();
    assert_eq!(saved.matches("[Event ").count(), 1, "{saved}");
    assert!(saved.contains("(1. e4)"), "{saved}");
}

#[test]
fn file_of_several_games_is_listed() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 4],
        ..Scenario::default()
    });
    let path = screen.harness.folder.path().join("two.pgn");
    let game = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    std::fs::write(&path, format!("{game}1. d4 d5 2. c4 *\n")).unwrap();
    for command in ["load", "review"] {
        screen.press(&format!("{command} {}<Enter>", path.display()));
        screen.shows("  1  ?  A - B  1-0  1 move");
        screen.shows("  2  ?  ? - ?  *  2 moves");
        screen.shows(&format!("`{command} "));
        screen.press(&format!("{command} {} 2<Enter>", path.display()));
        screen.shows("2. c4");
    }
    screen.press("analysis off<Enter>");
    screen.close();
}

#[test]
fn undo_takes_several_moves_and_rematch_changes_colors() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![
            Script::Play(vec![(20, "e5")]),
            Script::Play(vec![(20, "Nc6")]),
            Script::Play(vec![(20, "e4")]),
        ],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("Nf3<Enter>");
    screen.wait_for_player();
    screen.press("undo 2<Enter>");
    screen.shows("taken back: 1. e4 e5 2. Nf3 Nc6; White to move");
    screen.press("rematch<Enter>");
    screen.wait_for_player();
    screen.shows("the machine plays 1. e4");
    screen.shows("Black you");
    screen.close();
}

#[test]
fn review_of_the_game_keeps_clocks_values_and_names() {
    let mut screen = ScreenTest::new(Scenario {
        level: "1:00",
        scripts: vec![Script::Play(vec![(25, "e5")]), Script::Any, Script::Any],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("review<Enter>");
    screen.shows("White you");
    screen.press("analysis off<Enter>go<Enter>");
    screen.press("manual on<Enter>");
    let harness = screen.close_saved();
    assert!(
        harness
            .saved()
            .contains("1... e5 {[%eval -0.25,1] [%clk 0:01:00.000]}"),
        "{}",
        harness.saved()
    );
}

#[test]
fn game_of_two_persons_names_no_machine() {
    let mut screen = ScreenTest::new(Scenario::default());
    screen.press("manual on<Enter>e4<Enter>e5<Enter>");
    let harness = screen.close_saved();
    assert_saved(&harness, "[White \"Human\"]");
    assert_saved(&harness, "[Black \"Human\"]");
}

#[test]
fn game_looked_at_is_left_for_the_game_that_waits() {
    let mut screen = ScreenTest::new(Scenario {
        level: "1:00",
        scripts: vec![Script::Play(vec![(25, "e5")]), Script::Any, Script::Any],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.pass(10.0);
    screen.press(&format!("review {GOLDEN}/old.pgn<Enter>"));
    screen.shows("White A");
    screen.press("analysis off<Enter><Right><Right><Right>");
    // The clock of the game that waits stands.
    screen.pass(30.0);
    screen.press("xyz<Esc>");
    screen.shows("White A");
    screen.press("<Esc>");
    screen.shows("back at your game; White to move");
    screen.shows("0:00:50");
    screen.press(&format!("review {GOLDEN}/old.pgn<Enter>"));
    screen.press("analysis off<Enter>d4<Enter>exit<Enter>");
    screen.shows("back at your game; White to move");
    screen.press("<Esc>");
    screen.shows("White to move");
    screen.press("exit<Enter>");
    assert!(screen.app.session.is_quitting());
    let harness = screen.close_saved();
    // What was tried in the game of the file is saved, and so is one's own game.
    assert_saved(&harness, "1. e4 (1. d4) 1... e5 2. Nf3 Nc6 *");
    assert!(harness.saved().contains("1... e5 { [%eval -0.25,1]"));
}

#[test]
fn mistakes_of_the_person_come_first() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 12],
        ..Scenario::default()
    });
    let game = "[White \"Human\"]\n[Black \"Machine\"]\n\n\
                1. e4 e5 $6 2. Nf3 $2 Nc6 $4 3. Bc4 Nf6 $2 4. Qe2 $4 *\n";
    let path = screen.harness.folder.path().join("own.pgn");
    std::fs::write(&path, game).unwrap();
    screen.press(&format!(
        "review {}<Enter>analysis off<Enter>",
        path.display()
    ));
    screen.press("<F8>");
    screen.shows("2. Nf3?");
    screen.press("<F8>");
    screen.shows("4. Qe2??");
    screen.press("<F8>");
    screen.shows("there is no further mistake of yours; `mistake both`");
    screen.press("<Home>mistake both<Enter>");
    screen.shows("1... e5?!");
    screen.press("drop<Enter>");
    screen.close();
}

#[test]
fn key_typed_over_a_page_is_not_lost() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Play(vec![(25, "e5")])],
        ..Scenario::default()
    });
    screen.press("fen<Enter>");
    screen.shows("Esc closes");
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.shows("the machine plays 1... e5");
    screen.press("fen<Enter><F4>");
    screen.shows("h    g    f    e    d    c    b    a");
    screen.press("moves<Enter> <Down><Enter>");
    assert!(screen.app.popup.is_none() && !screen.text().contains("Esc closes"));
    screen.close();
}

#[test]
fn clock_stands_while_the_machine_advises_or_asks() {
    let mut screen = ScreenTest::new(Scenario {
        level: "1:00",
        scripts: vec![
            Script::Play(vec![(25, "e5")]),
            Script::Hold(vec![(25, "Nf3 Nc6")]),
        ],
        ..Scenario::default()
    });
    screen.app.session.confirms = true;
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.pass(5.0);
    screen.shows("0:00:55");
    screen.press("<F2>");
    screen.reports(1);
    screen.shows("looking for a hint ...");
    screen.pass(20.0);
    screen.shows("0:00:55");
    screen.press("<F5>");
    screen.wait_for_player();
    screen.shows("hint: the knight on g1");
    screen.pass(5.0);
    screen.shows("0:00:50");
    screen.press("resign<Enter>");
    screen.pass(20.0);
    screen.shows("0:00:50");
    screen.press("no<Enter>");
    screen.pass(5.0);
    screen.shows("0:00:45");
    screen.close();
}

#[test]
fn position_set_up_waits_for_the_person() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Play(vec![(25, "Kd7")])],
        ..Scenario::default()
    });
    // Pasted, without a command.
    screen.press("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1<Enter>");
    screen.shows("you play Black, which is to move; `go` lets the machine play it");
    screen.shows("Black you");
    screen.press("go<Enter>");
    screen.wait_for_player();
    screen.shows("the machine plays 1... Kd7");
    screen.shows("White you");
    screen.close();
}

#[test]
fn own_games_are_listed_and_opened_by_number() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 8],
        ..Scenario::default()
    });
    screen.press("review<Enter>");
    screen.shows("then; `review FILE` takes a game of a PGN file");
    screen.press("manual on<Enter>e4<Enter>c5<Enter>new<Enter>");
    screen.press("manual on<Enter>d4<Enter>d5<Enter>c4<Enter>new<Enter>");
    screen.press("review<Enter>");
    screen.shows("  1  2026.01.02  you - you  *  2 moves");
    screen.shows("  2  2026.01.02  you - you  *  1 move");
    screen.press("review 2<Enter>");
    screen.shows("looking at you - you");
    screen.press("analysis off<Enter><End>");
    screen.shows("1. e4       [c5]");
    screen.press("exit<Enter>load<Enter><Esc>load 1<Enter>");
    screen.shows("loaded you - you");
    screen.shows("2. c4");
    screen.press("load 3<Enter>");
    screen.shows("you have no game 3: `load` lists your games");
    // The game on the board counts when it is over.
    screen.press("new<Enter>manual on<Enter>g3<Enter>resign<Enter>load<Enter>");
    screen.shows("  1  2026.01.02  you - you  1-0  1 move");
    screen.press("<Esc>");
    screen.close();
}

#[test]
fn large_file_is_read_beside_the_screen() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 4],
        ..Scenario::default()
    });
    let path = screen.harness.folder.path().join("many.pgn");
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    std::fs::write(&path, game.repeat(8_000)).unwrap();
    screen.press(&format!("review {} 7999<Enter>", path.display()));
    screen.shows("reading ");
    // The screen goes on meanwhile.
    screen.press("flip<Enter>");
    screen.shows("h    g    f    e    d    c    b    a");
    loop {
        let event = screen.harness.inbox.recv().unwrap();
        let is_read = matches!(event, crate::event::Event::Loaded(..));
        screen.app.handle_event(event);
        screen.show();
        if is_read {
            break;
        }
    }
    screen.shows("looking at A - B");
    // What is not wanted any more is not shown.
    screen.press(&format!(
        "<Esc>load {} 7999<Enter>new<Enter>",
        path.display()
    ));
    let event = screen
        .harness
        .inbox
        .iter()
        .find(|event| matches!(event, crate::event::Event::Loaded(..)));
    screen.app.handle_event(event.unwrap());
    screen.show();
    assert!(!screen.text().contains("loaded A - B"));
    screen.close();
}

/// What a screen says of a name's line.
fn line_with(screen: &ScreenTest, text: &str) -> String {
    let screen = screen.text();
    let line = screen.lines().find(|line| line.contains(text));
    line.unwrap_or_default().to_owned()
}

#[test]
fn game_over_keeps_its_players_and_time_control() {
    let mut screen = ScreenTest::new(Scenario {
        level: "3+2",
        scripts: vec![Script::Play(vec![(20, "e5")]), Script::Any, Script::Any],
        ..Scenario::default()
    });
    screen.press("name Ann<Enter>e4<Enter>");
    screen.wait_for_player();
    screen.press("resign<Enter>");
    // All that is chosen now is for the next game.
    for choice in [
        "level 0:05",
        "name Ben",
        "side black",
        "manual on",
        "side black",
    ] {
        screen.press(&format!("{choice}<Enter>"));
    }
    screen.app.session.state.set_machine_name("Another 2.0");
    screen.show();
    screen.shows("White Ann");
    screen.shows("Black Scripted");
    screen.shows("0:03:0");
    screen.press("review 1<Enter>analysis off<Enter>");
    screen.shows("White Ann");
    screen.press("<Esc>load<Enter>");
    screen.shows("  1  2026.01.02  Ann - Scripted 1.0  0-1  1 move");
    screen.press("<Esc>new<Enter>");
    screen.wait_for_player();
    screen.shows("Black Ben");
    screen.shows("0:00:05");
    let saved = screen.close_saved().saved();
    let game = saved.split("\n\n").next().unwrap();
    assert!(
        game.contains("[White \"Ann\"]\n[Black \"Scripted 1.0\"]"),
        "{saved}"
    );
    assert!(game.contains("[TimeControl \"180+2\"]"), "{saved}");
}

#[test]
fn game_over_taken_back_goes_on_as_chosen_since() {
    let mut screen = ScreenTest::new(Scenario {
        level: "3+2",
        scripts: vec![Script::Play(vec![(20, "e5")])],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("resign<Enter>level 0:05<Enter>");
    screen.shows("0:03:0");
    screen.press("undo<Enter>");
    screen.shows("0:00:05");
    screen.close();
}

#[test]
fn level_chosen_over_a_game_looked_at_is_for_the_game_that_waits() {
    let mut screen = ScreenTest::new(Scenario {
        level: "3+2",
        scripts: vec![Script::Play(vec![(20, "e5")]), Script::Any, Script::Any],
        ..Scenario::default()
    });
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press(&format!(
        "review {GOLDEN}/old.pgn<Enter>analysis off<Enter>"
    ));
    screen.press("level 0:07<Enter>name Ann<Enter><Esc><Esc>");
    screen.shows("White Ann");
    screen.shows("0:00:07");
    let saved = screen.close_saved().saved();
    assert!(saved.contains("[TimeControl \"7\"]"), "{saved}");
}

#[test]
fn loaded_game_that_is_over_shows_its_own_players() {
    let mut screen = ScreenTest::new(Scenario::default());
    let path = screen.harness.folder.path().join("mate.pgn");
    let tags = "[White \"Cas\"]\n[Black \"Belle native 0.2.0, Elo 1100\"]\n[Result \"0-1\"]\n";
    std::fs::write(&path, format!("{tags}\n1. f3 e5 2. g4 Qh4# 0-1\n")).unwrap();
    screen.press(&format!("load {}<Enter>", path.display()));
    screen.shows("White Cas");
    screen.shows("Black native, Elo 1100");
    screen.close();
}

#[test]
fn unfinished_game_is_offered_before_the_machine_moves() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = |human| Scenario {
        human,
        scripts: vec![Script::Any; 3],
        journal: Some(folder.path().to_owned()),
        ..Scenario::default()
    };
    let mut first = ScreenTest::new(scenario(Side::White));
    first.app.session.confirms = true;
    first.press("manual on<Enter>e4<Enter>e5<Enter>");
    first.close_saved();
    for answer in ["", "yes", "no"] {
        let mut screen = ScreenTest::waiting(scenario(Side::Black));
        screen.shows("your game of 1 move is not over: go on with it?");
        // The board shows that game, from its person's side.
        screen.shows("1. e4       e5");
        screen.shows("4   ·    ·    ·    ·    ♙    ·");
        screen.click(Square::E2);
        screen.shows("go on with this game? `yes` or `no`");
        screen.pass(5.0);
        assert!(screen.app.session.opponent.is_idle(), "the machine waits");
        if answer.is_empty() {
            // Whoever leaves without an answer is asked again.
            screen.close();
            continue;
        }
        screen.press(&format!("{answer}<Enter>"));
        match answer {
            "yes" => assert_eq!(screen.app.session.state.game().moves().len(), 2),
            _ => {
                screen.wait_for_player();
                screen.shows("the machine plays 1. ");
            }
        }
    }
}

#[test]
fn second_position_pasted_at_the_question_asks_again() {
    let mut screen = ScreenTest::new(Scenario::default());
    screen.app.session.confirms = true;
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let other = "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1";
    screen.press("manual on<Enter>e4<Enter>");
    for line in [
        position,
        other,
        other,
        "load 1",
        "load 2",
        "chess960 3",
        "chess960 4",
    ] {
        screen.press(&format!("{line}<Enter>"));
        screen.shows("leave your game?");
        assert_eq!(screen.app.session.state.game().moves().len(), 1, "{line}");
    }
    screen.press(&format!("{position}<Enter>{other}<Enter>yes<Enter>"));
    screen.shows("you play White, which is to move");
    screen.press("fen<Enter>");
    screen.shows(other);
    screen.close();
}

#[test]
fn machine_moves_after_a_question_that_a_move_by_mouse_leaves_open() {
    let mut screen = ScreenTest::new(Scenario {
        scripts: vec![Script::Any; 2],
        ..Scenario::default()
    });
    screen.app.session.confirms = true;
    screen.press("e4<Enter>");
    screen.wait_for_player();
    screen.press("resign<Enter>");
    screen.click(Square::D2);
    screen.click(Square::D4);
    screen.wait_for_player();
    screen.shows("the machine plays 2... ");
    screen.close();
}

#[test]
fn typed_promotion_without_its_piece_opens_the_chooser() {
    for typed in ["a8", "a7a8", "a7-a8", "A8", "a8+", "a8="] {
        let mut screen = ScreenTest::new(Scenario {
            fen: "8/P3k3/8/8/8/8/8/R3K2R w KQ - 0 1",
            scripts: vec![Script::Play(vec![(-900, "Kd7")])],
            ..Scenario::default()
        });
        screen.press(&format!("{typed}<Enter>"));
        screen.shows("Promote to: [queen]");
        screen.press("<Esc>");
        assert!(!screen.text().contains("Promote to:"));
        screen.press(&format!("{typed}<Enter>n"));
        screen.wait_for_player();
        screen.shows("1. a8=N     Kd7");
        screen.close();
    }
}

#[test]
fn game_over_says_what_to_do_next() {
    for (keys, said) in [
        ("resign<Enter>", "White resigns  0-1; `rematch` plays again"),
        (
            "e4<Enter>resign<Enter>yes<Enter>",
            "`rematch` plays again with colors changed, `review` looks at the game",
        ),
        (
            "manual on<Enter>e4<Enter>resign<Enter>yes<Enter>",
            "`new` begins another game, `review` looks at this one",
        ),
    ] {
        let mut screen = ScreenTest::sized(
            Scenario {
                scripts: vec![Script::Any],
                ..Scenario::default()
            },
            120,
            40,
            false,
        );
        screen.app.session.confirms = true;
        for key in keys.split_inclusive('>') {
            screen.press(key);
            if !screen.app.session.state.is_manual() {
                screen.wait_for_player();
            }
        }
        screen.shows(said);
        screen.close();
    }
}

#[test]
fn clock_keeps_its_place_beside_wide_names() {
    for name in [
        "Ann",
        "Åse 🙂",
        "王王王王王王王王王王王王王王",
        "🙂🙂🙂🙂🙂🙂🙂🙂🙂",
    ] {
        for (width, height) in [(60, 16), (80, 24), (100, 32), (250, 70)] {
            let scenario = Scenario {
                level: "3+2",
                ..Scenario::default()
            };
            let mut screen = ScreenTest::sized(scenario, width, height, false);
            screen.press(&format!("name {name}<Enter>"));
            let line = line_with(&screen, "White ");
            assert!(line.ends_with(" 0:03:00"), "{width} {line:?}");
        }
    }
}

#[test]
fn rating_is_whole_in_the_header_at_every_width() {
    for name in ["Belle native 0.2.0, Elo 1000", "Belle 0.2.0 of 1972"] {
        for (width, height) in [(60, 16), (62, 20), (80, 24), (100, 32)] {
            let scenario = Scenario {
                level: "0:05",
                ..Scenario::default()
            };
            let mut screen = ScreenTest::sized(scenario, width, height, false);
            screen.app.session.state.set_machine_name(name);
            screen.show();
            let line = line_with(&screen, "0:00:05.0");
            let (_, rating) = name.rsplit_once(' ').unwrap();
            assert!(line.contains(&format!("{rating} ")), "{width} {line:?}");
        }
    }
}

#[test]
fn pasted_game_is_looked_at() {
    for text in [
        "[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1. e4 e5\r\n2. Nf3 Nc6 *\r\n",
        "1. e4 { [%clk 0:03:00] } 1... e5 2. Nf3 Nc6 1/2-1/2",
        "[White \"A\"]\r[Black \"B\"]\r\r1. e4 e5 2. Nf3 Nc6",
    ] {
        let mut screen = ScreenTest::new(Scenario {
            scripts: vec![Script::Any; 3],
            ..Scenario::default()
        });
        screen.paste(text);
        screen.shows("looking at ");
        screen.press("analysis off<Enter><End>");
        screen.shows("2. Nf3      [Nc6]");
        screen.press("<Esc>");
        screen.shows("you have left the game looked at");
        // Other texts go into the line.
        screen.paste("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n");
        screen.press("<Enter>");
        screen.shows("you play Black, which is to move");
        screen.close();
    }
}

#[test]
fn typed_line_is_edited_and_the_board_cursor_hidden() {
    let mut screen = ScreenTest::sized(Scenario::default(), 80, 24, true);
    screen.press("manual on<Enter>");
    screen.press("4<Left>e<End><Home><Right><Right><Back><Home><C-e>4<Enter>");
    screen.shows("1. e4");
    screen.press("<Left><Left>");
    assert!(screen.app.move_input.cursor.is_some());
    let with_cursor = screen.text();
    screen.press("<Esc>");
    assert!(screen.app.move_input.cursor.is_none() && screen.text() != with_cursor);
    screen.close();
}

#[test]
fn reason_is_seen_behind_a_long_line() {
    let mut screen = ScreenTest::new(Scenario::default());
    screen.press(&format!("{}<Enter>", "nonsense ".repeat(200)));
    screen.shows("...' is neither a move nor a command");
    screen.close();
}

#[test]
fn position_set_up_is_offered_after_quitting_without_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = || Scenario {
        journal: Some(folder.path().to_owned()),
        ..Scenario::default()
    };
    let position = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    for is_killed in [false, true] {
        let mut screen = ScreenTest::waiting(scenario());
        screen.press(&format!("{position}<Enter>"));
        if is_killed {
            drop(screen);
        } else {
            // It is no game that is saved.
            assert_eq!(screen.close().saved(), "");
        }
        let mut screen = ScreenTest::waiting(scenario());
        screen.shows("the position that you set up is not played yet: go on with it?");
        screen.press("yes<Enter>");
        screen.shows("the game goes on; Black to move");
        screen.press("fen<Enter>");
        screen.shows(position);
        drop(screen);
        // It is offered until it is played or declined.
        let mut screen = ScreenTest::waiting(scenario());
        screen.press("no<Enter>");
        screen.shows("the position is not offered again");
        assert_eq!(screen.close().saved(), "");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
