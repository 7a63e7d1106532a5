//! Sessions with a scripted player on a screen of text. `golden/` holds the screens; `BELLE_BLESS=1` writes them.

use std::path::Path;

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use shakmaty::Color::{Black, White};

use super::app::{App, TtyHooks, event_loop};
use super::palette::ColorSupport;
use crate::event::{Event, PlayerEvent};
use crate::scripted::{Harness, Scenario, Script, scripted_session};

struct ScreenTest {
    app: App,
    terminal: Terminal<TestBackend>,
    harness: Harness,
}

impl ScreenTest {
    fn new(scenario: Scenario) -> ScreenTest {
        ScreenTest::sized(scenario, 80, 24, false)
    }

    fn sized(scenario: Scenario, width: u16, height: u16, ascii: bool) -> ScreenTest {
        let (session, harness) = scripted_session(scenario);
        let app = App::new(session, ascii, ColorSupport::None);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut test = ScreenTest { app, terminal, harness };
        test.show();
        test
    }

    /// Presses keys: characters, or names in `<>`.
    fn press(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(first) = rest.chars().next() {
            let name = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let (code, modifiers) = match name {
                Some((name, _)) => key(name),
                None => (KeyCode::Char(first), KeyModifiers::NONE),
            };
            rest = name.map_or(&rest[first.len_utf8()..], |(_, rest)| rest);
            self.app.handle_event(Event::Terminal(Input::Key(KeyEvent::new(code, modifiers))));
            self.show();
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        self.app.handle_event(Event::Terminal(Input::Mouse(MouseEvent { kind, column, row, modifiers })));
        self.show();
    }

    /// Waits until the player is idle.
    fn wait_for_player(&mut self) {
        self.show();
        while !self.app.session.opponent().is_idle() {
            self.player_event();
        }
    }

    /// Handles one event of the player; returns whether the player finished.
    fn player_event(&mut self) -> bool {
        let event = self.harness.player_event();
        let finished = matches!(event, PlayerEvent::Finished(_));
        self.app.handle_event(Event::Player(event));
        self.show();
        finished
    }

    /// Waits for `count` reports of a search that goes on.
    fn reports(&mut self, count: usize) {
        self.show();
        for _ in 0..count {
            assert!(!self.player_event(), "the search has finished");
        }
    }

    fn show(&mut self) {
        self.app.update();
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
    }

    fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width).map(|row| {
            let row: String = row.iter().map(|cell| cell.symbol()).collect();
            row.trim_end().to_owned() + "\n"
        });
        rows.collect()
    }

    #[track_caller]
    fn shows(&self, text: &str) {
        assert!(self.text().contains(text), "{text:?} is not in\n{}", self.text());
    }

    #[track_caller]
    fn golden(&self, name: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/screen/golden").join(name);
        if std::env::var_os("BELLE_BLESS").is_some() {
            std::fs::write(&path, self.text()).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(self.text(), golden, "{name}\n{}", self.text());
    }

    /// Closes the session; returns its last output.
    fn close(self) -> (String, Harness) {
        let mut output = Vec::new();
        self.app.session.close(Ok(Ok(())), &mut output).unwrap();
        (String::from_utf8(output).unwrap(), self.harness)
    }
}

fn key(name: &str) -> (KeyCode, KeyModifiers) {
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Back" => KeyCode::Backspace,
        "PgDn" => KeyCode::PageDown,
        _ => match (name.strip_prefix('F'), name.strip_prefix("C-")) {
            (Some(number), _) => KeyCode::F(number.parse().unwrap()),
            (_, Some(letter)) => return (KeyCode::Char(letter.parse().unwrap()), KeyModifiers::CONTROL),
            _ => panic!("no key <{name}>"),
        },
    };
    (code, KeyModifiers::NONE)
}

fn play(lines: &[(i32, &'static str)]) -> Script {
    Script::Play(lines.to_vec())
}

#[test]
fn start_screens_match() {
    ScreenTest::new(Scenario::default()).golden("start-80x24.txt");
    ScreenTest::sized(Scenario::default(), 80, 24, true).golden("start-ascii-80x24.txt");
    ScreenTest::sized(
        Scenario {
            human: Black,
            level: "40/5:00",
            scripts: vec![Script::Hold(vec![])],
            ..Scenario::default()
        },
        120,
        40,
        false,
    )
    .golden("black-120x40.txt");
    ScreenTest::sized(Scenario::default(), 60, 16, false).golden("smallest-60x16.txt");
    ScreenTest::sized(Scenario::default(), 50, 12, false).golden("too-small-50x12.txt");
}

#[test]
fn search_is_shown_and_stopped() {
    let lines = vec![
        (20, "e5 Nf3"),
        (35, "c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Be3"),
        (-12, "e5 Nf3 Nc6"),
    ];
    let mut test = ScreenTest::new(Scenario { scripts: vec![Script::Hold(lines)], ..Scenario::default() });
    test.press("e4<Enter>");
    test.reports(3);
    test.harness.pass(2.3);
    test.show();
    test.golden("thinking-80x24.txt");
    // Other input does not stop the search.
    test.press("d4<Enter>");
    test.shows("it is the machine's move (`stop` makes it move now)");
    test.press("<F5>");
    test.wait_for_player();
    test.golden("moved-80x24.txt");
    let (output, harness) = test.close();
    assert!(output.starts_with("saved in "), "{output}");
    assert!(harness.saved().contains("\n\n1. e4 e5 *\n"), "{}", harness.saved());
}

#[test]
fn pieces_move_by_cursor_and_mouse() {
    let scripts = vec![play(&[(0, "e5")]), play(&[(0, "Nc6")])];
    let mut test = ScreenTest::sized(Scenario { scripts, ..Scenario::default() }, 80, 24, true);
    test.press("<Up><Up><Up><Up><Enter>");
    test.shows("there is no piece on e5");
    test.press("<Down><Down><Down><Left><Enter>");
    test.golden("picked-ascii-80x24.txt");
    test.press("<Up><Up><Up><Enter>");
    test.shows("the piece on d2 cannot move to d5");
    test.press("<Down><Enter>");
    test.wait_for_player();
    test.shows("1. d4       e5");
    let board = test.app.layout.unwrap().board;
    // The knight from g1 to f3.
    test.click(board.x + 6 * 5 + 1, board.y + 7 * 2);
    test.shows("{N}");
    test.click(board.x + 5 * 5 + 4, board.y + 5 * 2 + 1);
    test.wait_for_player();
    test.shows("2. Nf3      Nc6");
    // The board flipped: a blocked piece, a piece of Black's, and Esc.
    test.press("<F4>");
    test.click(board.x + 2 * 5, board.y);
    test.shows("the piece on f1 has no legal move");
    test.click(board.x, board.y + 7 * 2);
    test.shows("the piece on h8 is not yours to move");
    test.press("<Esc>");
    test.shows("White to move");
}

#[test]
fn castling_and_promotion_by_cursor() {
    let fen = "8/P3k3/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut test =
        ScreenTest::new(Scenario { fen, scripts: vec![play(&[(-900, "Kd7")]); 1], ..Scenario::default() });
    let board = test.app.layout.unwrap().board;
    let at = |file: u16, rank: u16| (board.x + file * 5 + 2, board.y + (8 - rank) * 2);
    test.click(at(0, 7).0, at(0, 7).1);
    test.click(at(0, 8).0, at(0, 8).1);
    test.golden("promotion-80x24.txt");
    test.press("x");
    test.shows("'x' is not a promotion: expected q, r, b or n");
    test.press("<Right><Right><Right>");
    test.shows("[knight]");
    test.press("<Esc>");
    test.click(at(0, 7).0, at(0, 7).1);
    test.click(at(0, 8).0, at(0, 8).1);
    test.press("<Right><Enter>");
    test.wait_for_player();
    test.shows("1. a8=R     Kd7");
    test.click(at(4, 1).0, at(4, 1).1);
    test.press("manual<Enter>");
    test.click(at(4, 1).0, at(4, 1).1);
    test.click(at(4, 1).0, at(4, 1).1);
    test.click(at(6, 1).0, at(6, 1).1);
    test.shows("2. O-O");
}

#[test]
fn mate_is_shown_and_taken_back() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R3K3 w Q - 0 1";
    let mut test = ScreenTest::new(Scenario { fen, ..Scenario::default() });
    test.press("Ra8<Enter>");
    test.golden("mate-80x24.txt");
    test.press("h3<Enter>");
    test.shows("the game is over: `new` starts another, `undo` takes a move back");
    test.press("<F3>");
    test.shows("White to move");
    test.press("<F3>");
    test.shows("you have no move to take back");
    test.press("resign<Enter>");
    test.shows("White resigns  0-1");
}

#[test]
fn undo_during_search_discards_its_move() {
    let scripts = vec![Script::Hold(vec![(10, "e5")]), Script::Hold(vec![(20, "d5 c4")])];
    let mut test = ScreenTest::new(Scenario { scripts, ..Scenario::default() });
    test.press("e4<Enter>");
    test.reports(1);
    test.press("<F3>");
    test.shows("White to move");
    test.press("d4<Enter>");
    // The abandoned search ends.
    while !test.player_event() {}
    test.reports(1);
    test.shows("depth 1/9  -0.20");
    test.press("<F5>");
    test.wait_for_player();
    test.shows("1. d4       d5");
}

#[test]
fn level_change_restarts_search() {
    let scripts = vec![Script::Hold(vec![(10, "e5")]), play(&[(20, "c5")])];
    let mut test = ScreenTest::new(Scenario { scripts, ..Scenario::default() });
    test.press("e4<Enter>");
    test.reports(1);
    test.press("level 0.1<Enter>");
    test.shows("level: 0.1 s");
    test.wait_for_player();
    test.shows("1. e4       c5");
}

#[test]
fn empty_console_line_stops_search() {
    let scripts = vec![Script::Hold(vec![(10, "e5")])];
    let mut test = ScreenTest::new(Scenario { scripts, ..Scenario::default() });
    test.press("console<Enter>e2e4<Enter>");
    test.reports(1);
    test.press("score<Enter><C-u><Enter>");
    test.wait_for_player();
    test.shows("1. ... e7e5\n*");
}

#[test]
fn clocks_run_and_flag_falls() {
    let scripts = vec![play(&[(5, "e5")])];
    let mut test = ScreenTest::new(Scenario { level: "2/1:00+1", scripts, ..Scenario::default() });
    // The clocks start with the first move.
    test.harness.pass(30.0);
    test.press("e4<Enter>");
    test.wait_for_player();
    test.harness.pass(10.5);
    test.show();
    test.shows("0:00:50.5");
    test.golden("clocks-80x24.txt");
    test.harness.pass(60.0);
    test.show();
    test.shows("White loses on time  0-1");
    test.press("<F3>");
    test.shows("White to move");
    test.shows("White you              0:01:00");
}

#[test]
fn machine_loses_on_time() {
    let scripts = vec![Script::Hold(vec![(5, "e5")])];
    let mut test = ScreenTest::new(Scenario { level: "0:10", scripts, ..Scenario::default() });
    test.press("e4<Enter>");
    test.reports(1);
    test.harness.pass(11.0);
    test.show();
    test.shows("Black loses on time  1-0");
    test.wait_for_player();
    let (_, harness) = test.close();
    assert!(harness.saved().contains("[Result \"1-0\"]") && harness.saved().contains("[TimeControl \"10\"]"));
}

#[test]
fn hint_evaluation_help_and_errors_are_shown() {
    let scripts = vec![play(&[(25, "Nf3 d5")])];
    let mut test = ScreenTest::new(Scenario { scripts, ..Scenario::default() });
    test.press("<F2>");
    test.wait_for_player();
    test.shows("hint: 1. Nf3  (+0.25, depth 1, 0.1 s of machine time)");
    test.press("<F6>");
    test.wait_for_player();
    test.golden("evaluation-80x24.txt");
    test.press("<Esc>?");
    test.golden("help-80x24.txt");
    test.press("<PgDn><PgDn><PgDn><PgDn><Up><Down>");
    test.shows("save and quit");
    test.press("<Esc>Qh5<Enter>");
    test.shows("'Qh5' is not a legal move here: White has no legal move with a queen");
    test.press("setup 8/8/8/8/8/8/8/8 w - - 0 1<Enter>");
    test.shows("is not a legal position");
    test.press("level soon<Enter>");
    test.shows("'soon' is not a level: expected seconds per move (5 or 0.5), a depth (depth 6),");
    test.press("e<Back><Back>xyz<C-u><Enter><C-w><C-x><Esc>");
    test.shows("White to move");
}

#[test]
fn draw_offer_depends_on_score_and_contempt() {
    let scripts = || vec![play(&[(-30, "e5")])];
    let mut test = ScreenTest::new(Scenario { scripts: scripts(), ..Scenario::default() });
    test.press("draw<Enter>");
    test.shows("the machine declines the draw");
    test.press("e4<Enter>");
    test.wait_for_player();
    test.press("draw<Enter>");
    test.shows("draw by agreement  1/2-1/2");
    let mut test = ScreenTest::new(Scenario { scripts: scripts(), contempt: 50, ..Scenario::default() });
    test.press("e4<Enter>");
    test.wait_for_player();
    test.press("draw<Enter>");
    test.shows("the machine declines the draw");
}

#[test]
fn ponder_hit_and_miss_are_followed() {
    let scripts = vec![
        play(&[(0, "e5 Nf3")]),
        play(&[(7, "Nc6 Bb5")]),
        play(&[(8, "a6")]),
        play(&[(9, "dxc6 d4")]),
        Script::Hold(vec![(0, "d5")]),
    ];
    let mut test = ScreenTest::new(Scenario { scripts, ponder: true, ..Scenario::default() });
    test.press("e4<Enter>");
    while !test.text().contains("pondering on 2. Nf3") {
        test.player_event();
    }
    // The expected move: the same search finds the reply.
    test.press("Nf3<Enter>");
    while !test.text().contains("pondering on 3. Bb5") {
        test.player_event();
    }
    test.shows("2. Nf3      Nc6");
    // Another move: the search is abandoned and a new one started.
    test.press("ponder off<Enter>");
    test.wait_for_player();
    test.press("Bc4<Enter>");
    test.wait_for_player();
    test.shows("3. Bc4");
}

#[test]
fn player_crash_keeps_the_game() {
    let mut test =
        ScreenTest::new(Scenario { scripts: vec![Script::Crash, play(&[(0, "c5")])], ..Scenario::default() });
    test.press("e4<Enter>");
    test.wait_for_player();
    test.shows("the player failed: out of paper; the machine was restarted; `go` lets it try");
    test.press("side white<Enter>");
    test.wait_for_player();
    test.shows("1. e4       c5");
}

#[test]
fn games_are_loaded_saved_and_set_up() {
    let mut test = ScreenTest::new(Scenario::default());
    let path = test.harness.folder.path().join("old.pgn");
    std::fs::write(&path, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n").unwrap();
    test.press(&format!("load {}<Enter>", path.display()));
    test.shows("  2. Nf3      Nc6");
    test.press("load none.pgn<Enter>");
    test.shows("cannot read none.pgn");
    test.press("save<Enter>");
    test.shows("there is nothing to save yet");
    test.press("manual on<Enter>Bb5<Enter>a6<Enter>save<Enter>");
    test.shows("saved in ");
    test.press("setup 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1<Enter>fen<Enter>");
    test.shows("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    // The machine is to move for Black.
    test.press("<Esc>");
    let saved = test.harness.saved();
    assert!(saved.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), "{saved}");
}

#[test]
fn console_transcript_scrolls() {
    let scripts = vec![play(&[(5, "e5")]), play(&[(33, "Nf3 Nc6")])];
    let mut test = ScreenTest::new(Scenario { scripts, ..Scenario::default() });
    test.press("console<Enter>p-k4<Enter>");
    test.wait_for_player();
    test.press("hello<Enter>hint<Enter>");
    test.wait_for_player();
    test.press("clock<Enter>score<Enter><Enter>");
    test.golden("console-80x24.txt");
    test.press("exit<Enter>");
    test.shows("1. e4       e5");
}

#[test]
fn marks_show_everything_without_color() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    for (colors, colored) in
        [(ColorSupport::None, false), (ColorSupport::Sixteen, true), (ColorSupport::Indexed, true)]
    {
        let (session, harness) = scripted_session(Scenario { fen, ..Scenario::default() });
        let app = App::new(session, false, colors);
        let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut test = ScreenTest { app, terminal, harness };
        test.press("manual on<Enter>Ra8<Enter>");
        for sign in ["[·]", "[♖]", "<♚>"] {
            test.shows(sign);
        }
        let plain = |color: Color| color == Color::Reset;
        let cells = &test.terminal.backend().buffer().content;
        assert_eq!(cells.iter().any(|cell| !plain(cell.fg) || !plain(cell.bg)), colored, "{colors:?}");
    }
}

#[test]
fn resize_during_search_is_safe() {
    let scripts = vec![Script::Hold(vec![(10, "e5 Nf3"), (11, "c5 Nf3")])];
    let mut test = ScreenTest::new(Scenario { scripts, ..Scenario::default() });
    test.press("e4<Enter>");
    test.reports(2);
    for (width, height) in [(1, 1), (200, 60), (20, 80), (60, 16), (61, 17), (120, 40), (0, 0), (80, 24)] {
        test.terminal.backend_mut().resize(width, height);
        test.app.handle_event(Event::Terminal(Input::Resize(width, height)));
        test.show();
        test.press("<F1>");
        test.press("<Esc>console<Enter><Esc>");
    }
    test.shows("depth 2/10");
}

#[test]
fn event_loop_ends_on_key_signal_and_end_of_input() {
    const HOOKS: TtyHooks = TtyHooks { suspend: || false, resume: || {} };
    for last in
        [Event::Terminal(Input::Key(KeyEvent::from(KeyCode::F(10)))), Event::Interrupt, Event::EndOfInput]
    {
        let ScreenTest { mut app, mut terminal, harness } =
            ScreenTest::new(Scenario { scripts: vec![Script::Hold(vec![(1, "e5")])], ..Scenario::default() });
        for c in "e4\n\u{1a}".chars() {
            let key = match c {
                '\n' => KeyEvent::from(KeyCode::Enter),
                '\u{1a}' => KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL),
                _ => KeyEvent::from(KeyCode::Char(c)),
            };
            harness.events.send(Event::Terminal(Input::Key(key))).unwrap();
        }
        harness.events.send(Event::Resumed).unwrap();
        harness.events.send(last).unwrap();
        event_loop(&mut app, &mut terminal, &harness.inbox, &HOOKS).unwrap();
        app.session.close(Ok(Ok(())), &mut Vec::new()).unwrap();
        assert!(harness.saved().contains("\n\n1. e4 *\n"), "{}", harness.saved());
    }
}

#[test]
fn panic_saves_the_game() {
    let mut test = ScreenTest::new(Scenario::default());
    test.press("manual on<Enter>e4<Enter>");
    let ScreenTest { app, harness, .. } = test;
    let closed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        app.session.close(Err(Box::new("a fault")), &mut Vec::new())
    }));
    assert!(closed.is_err());
    assert!(harness.saved().contains("1. e4 *"));
}

#[test]
fn random_keys_never_panic() {
    let keys = "e4, d2d4, <Up>, <Left>, <Enter>, <F3>, <F4>, <F5>, <Esc>, moves, new, go, side black, undo, level 5:00, manual, \
                <F1>, <Back>, ?, q, console, alg, é, fen, pgn, flip, resign, <PgDn>";
    let keys: Vec<&str> = keys.split(", ").collect();
    let mut seed = 1_u64;
    let scripts = vec![Script::Crash; 2_000];
    let mut test = ScreenTest::new(Scenario { scripts, human: White, ..Scenario::default() });
    for _ in 0..1_500 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        test.press(keys[(seed >> 33) as usize % keys.len()]);
        if seed >> 60 < 8 {
            test.press("<Enter>");
            test.wait_for_player();
        }
    }
}
