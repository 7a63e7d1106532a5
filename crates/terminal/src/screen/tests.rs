//! Sessions with a scripted player, seen on a screen of text. The screens lie in `golden/`; `BELLE_BLESS=1` writes them.

use std::path::Path;

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use shakmaty::Color::{Black, White};

use super::{Depth, Hooks, Screen, run};
use crate::event::Event;
use crate::machine::Word;
use crate::scripted::{Act, Scene, Stage};

struct Theatre {
    screen: Screen,
    terminal: Terminal<TestBackend>,
    stage: Stage,
}

impl Theatre {
    fn new(scene: Scene) -> Theatre {
        Theatre::sized(scene, 80, 24, false)
    }

    fn sized(scene: Scene, width: u16, height: u16, ascii: bool) -> Theatre {
        let (session, stage) = Stage::new(scene);
        let screen = Screen::new(session, ascii, Depth::None);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut theatre = Theatre { screen, terminal, stage };
        theatre.show();
        theatre
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
            self.screen.hear(Event::Terminal(Input::Key(KeyEvent::new(code, modifiers))));
            self.show();
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        self.screen.hear(Event::Terminal(Input::Mouse(MouseEvent { kind, column, row, modifiers })));
        self.show();
    }

    /// Waits until the machine rests.
    fn rest(&mut self) {
        self.show();
        while !self.screen.session.machine().is_idle() {
            self.word();
        }
    }

    /// Hears one word of the machine, and shows what came of it; whether that was its last.
    fn word(&mut self) -> bool {
        let word = self.stage.word();
        let done = matches!(word, Word::Done(_));
        self.screen.hear(Event::Machine(word));
        self.show();
        done
    }

    /// Waits for so many thoughts of a search that goes on.
    fn thoughts(&mut self, count: usize) {
        self.show();
        for _ in 0..count {
            let word = self.stage.word();
            assert!(matches!(word, Word::Thought(_)), "{word:?}");
            self.screen.hear(Event::Machine(word));
        }
        self.show();
    }

    fn show(&mut self) {
        self.screen.settle();
        self.terminal.draw(|frame| self.screen.draw(frame)).unwrap();
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

    /// Ends the session as the program does.
    fn close(self) -> (String, Stage) {
        let mut output = Vec::new();
        self.screen.session.close(Ok(Ok(())), &mut output).unwrap();
        (String::from_utf8(output).unwrap(), self.stage)
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

fn play(lines: &[(i32, &'static str)]) -> Act {
    Act::Play(lines.to_vec())
}

#[test]
fn a_game_begins() {
    Theatre::new(Scene::default()).golden("start-80x24.txt");
    Theatre::sized(Scene::default(), 80, 24, true).golden("start-ascii-80x24.txt");
    Theatre::sized(
        Scene { human: Black, level: "40/5:00", acts: vec![Act::Hold(vec![])], ..Scene::default() },
        120,
        40,
        false,
    )
    .golden("black-120x40.txt");
    Theatre::sized(Scene::default(), 60, 16, false).golden("least-60x16.txt");
    Theatre::sized(Scene::default(), 50, 12, false).golden("too-small-50x12.txt");
}

#[test]
fn the_machine_thinks_and_moves() {
    let lines = vec![
        (20, "e5 Nf3"),
        (35, "c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Be3"),
        (-12, "e5 Nf3 Nc6"),
    ];
    let mut theatre = Theatre::new(Scene { acts: vec![Act::Hold(lines)], ..Scene::default() });
    theatre.press("e4<Enter>");
    theatre.thoughts(3);
    theatre.stage.pass(2.3);
    theatre.show();
    theatre.golden("thinking-80x24.txt");
    // Nothing stops it but what is meant to.
    theatre.press("d4<Enter>");
    theatre.shows("it is the machine's move; 'stop' makes it move at once");
    theatre.press("<F5>");
    theatre.rest();
    theatre.golden("moved-80x24.txt");
    let (said, stage) = theatre.close();
    assert!(said.starts_with("saved in "), "{said}");
    assert!(stage.saved().contains("\n\n1. e4 e5 *\n"), "{}", stage.saved());
}

#[test]
fn men_are_moved_by_cursor_and_mouse() {
    let acts = vec![play(&[(0, "e5")]), play(&[(0, "Nc6")])];
    let mut theatre = Theatre::sized(Scene { acts, ..Scene::default() }, 80, 24, true);
    theatre.press("<Up><Up><Up><Up><Enter>");
    theatre.shows("there is no man on e5");
    theatre.press("<Down><Down><Down><Left><Enter>");
    theatre.golden("picked-ascii-80x24.txt");
    theatre.press("<Up><Up><Up><Enter>");
    theatre.shows("the man on d2 cannot go to d5");
    theatre.press("<Down><Enter>");
    theatre.rest();
    theatre.shows("1. d4       e5");
    let board = theatre.screen.layout.unwrap().board;
    // The knight from g1 to f3.
    theatre.click(board.x + 6 * 5 + 1, board.y + 7 * 2);
    theatre.shows("{N}");
    theatre.click(board.x + 5 * 5 + 4, board.y + 5 * 2 + 1);
    theatre.rest();
    theatre.shows("2. Nf3      Nc6");
    // Black's men, empty squares and let go.
    theatre.press("<F4>");
    theatre.click(board.x + 2 * 5, board.y);
    theatre.shows("the man on f1 has no legal move");
    theatre.click(board.x, board.y + 7 * 2);
    theatre.shows("the man on h8 is not yours to move");
    theatre.press("<Esc>");
    theatre.shows("White to move");
}

#[test]
fn castling_and_promotion_by_cursor() {
    let fen = "8/P3k3/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut theatre = Theatre::new(Scene { fen, acts: vec![play(&[(-900, "Kd7")]); 1], ..Scene::default() });
    let board = theatre.screen.layout.unwrap().board;
    let at = |file: u16, rank: u16| (board.x + file * 5 + 2, board.y + (8 - rank) * 2);
    theatre.click(at(0, 7).0, at(0, 7).1);
    theatre.click(at(0, 8).0, at(0, 8).1);
    theatre.golden("promotion-80x24.txt");
    theatre.press("x");
    theatre.shows("'x' is none of q, r, b, n");
    theatre.press("<Right><Right><Right>");
    theatre.shows("[knight]");
    theatre.press("<Esc>");
    theatre.click(at(0, 7).0, at(0, 7).1);
    theatre.click(at(0, 8).0, at(0, 8).1);
    theatre.press("<Right><Enter>");
    theatre.rest();
    theatre.shows("1. a8=R     Kd7");
    theatre.click(at(4, 1).0, at(4, 1).1);
    theatre.press("manual<Enter>");
    theatre.click(at(4, 1).0, at(4, 1).1);
    theatre.click(at(4, 1).0, at(4, 1).1);
    theatre.click(at(6, 1).0, at(6, 1).1);
    theatre.shows("2. O-O");
}

#[test]
fn check_mate_and_taking_back() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R3K3 w Q - 0 1";
    let mut theatre = Theatre::new(Scene { fen, ..Scene::default() });
    theatre.press("Ra8<Enter>");
    theatre.golden("mate-80x24.txt");
    theatre.press("h3<Enter>");
    theatre.shows("the game is over; 'new' begins another, 'undo' takes back");
    theatre.press("<F3>");
    theatre.shows("White to move");
    theatre.press("<F3>");
    theatre.shows("there is no move of yours to take back");
    theatre.press("resign<Enter>");
    theatre.shows("White resigns  0-1");
}

#[test]
fn a_move_taken_back_while_the_machine_thinks_is_gone() {
    let acts = vec![Act::Hold(vec![(10, "e5")]), Act::Hold(vec![(20, "d5 c4")])];
    let mut theatre = Theatre::new(Scene { acts, ..Scene::default() });
    theatre.press("e4<Enter>");
    theatre.thoughts(1);
    theatre.press("<F3>");
    theatre.shows("White to move");
    theatre.press("d4<Enter>");
    // The search that nobody waits for any more ends.
    while !theatre.word() {}
    theatre.thoughts(1);
    theatre.shows("depth 1/9  -0.20");
    theatre.press("<F5>");
    theatre.rest();
    theatre.shows("1. d4       d5");
}

#[test]
fn another_level_begins_the_search_again() {
    let acts = vec![Act::Hold(vec![(10, "e5")]), play(&[(20, "c5")])];
    let mut theatre = Theatre::new(Scene { acts, ..Scene::default() });
    theatre.press("e4<Enter>");
    theatre.thoughts(1);
    theatre.press("level 0.1<Enter>");
    theatre.shows("level: 0.1 s");
    theatre.rest();
    theatre.shows("1. e4       c5");
}

#[test]
fn an_empty_line_on_the_console_ends_a_search() {
    let acts = vec![Act::Hold(vec![(10, "e5")])];
    let mut theatre = Theatre::new(Scene { acts, ..Scene::default() });
    theatre.press("console<Enter>e2e4<Enter>");
    theatre.thoughts(1);
    theatre.press("score<Enter><C-u><Enter>");
    theatre.rest();
    theatre.shows("1. ... e7e5\n*");
}

#[test]
fn clocks_run_and_flags_fall() {
    let acts = vec![play(&[(5, "e5")])];
    let mut theatre = Theatre::new(Scene { level: "2/1:00+1", acts, ..Scene::default() });
    // Nobody's time runs before the first move.
    theatre.stage.pass(30.0);
    theatre.press("e4<Enter>");
    theatre.rest();
    theatre.stage.pass(10.5);
    theatre.show();
    theatre.shows("0:00:50.5");
    theatre.golden("clocks-80x24.txt");
    theatre.stage.pass(60.0);
    theatre.show();
    theatre.shows("White's time is up  0-1");
    theatre.press("<F3>");
    theatre.shows("White to move");
    theatre.shows("White you              0:01:00");
}

#[test]
fn the_machine_loses_on_time() {
    let acts = vec![Act::Hold(vec![(5, "e5")])];
    let mut theatre = Theatre::new(Scene { level: "0:10", acts, ..Scene::default() });
    theatre.press("e4<Enter>");
    theatre.thoughts(1);
    theatre.stage.pass(11.0);
    theatre.show();
    theatre.shows("Black's time is up  1-0");
    theatre.rest();
    let (_, stage) = theatre.close();
    assert!(stage.saved().contains("[Result \"1-0\"]") && stage.saved().contains("[TimeControl \"10\"]"));
}

#[test]
fn hints_terms_help_and_what_is_said() {
    let acts = vec![play(&[(25, "Nf3 d5")])];
    let mut theatre = Theatre::new(Scene { acts, ..Scene::default() });
    theatre.press("<F2>");
    theatre.rest();
    theatre.shows("hint: 1. Nf3  (+0.25, depth 1, 0.1 s of the machine's time)");
    theatre.press("<F6>");
    theatre.rest();
    theatre.golden("evaluation-80x24.txt");
    theatre.press("<Esc>?");
    theatre.golden("help-80x24.txt");
    theatre.press("<PgDn><PgDn><PgDn><PgDn><Up><Down>");
    theatre.shows("save and leave");
    theatre.press("<Esc>Qh5<Enter>");
    theatre.shows("'Qh5' is not a legal move here: White has no legal move with a queen");
    theatre.press("setup 8/8/8/8/8/8/8/8 w - - 0 1<Enter>");
    theatre.shows("is not a legal position");
    theatre.press("level soon<Enter>");
    theatre.shows("'soon' is not a level: give seconds a move (5 or 0.5), 'depth 6', moves in");
    theatre.press("e<Back><Back>xyz<C-u><Enter><C-w><C-x><Esc>");
    theatre.shows("White to move");
}

#[test]
fn draws_are_weighed_by_value_and_contempt() {
    let acts = || vec![play(&[(-30, "e5")])];
    let mut theatre = Theatre::new(Scene { acts: acts(), ..Scene::default() });
    theatre.press("draw<Enter>");
    theatre.shows("the machine declines the draw");
    theatre.press("e4<Enter>");
    theatre.rest();
    theatre.press("draw<Enter>");
    theatre.shows("draw agreed  1/2-1/2");
    let mut theatre = Theatre::new(Scene { acts: acts(), contempt: 50, ..Scene::default() });
    theatre.press("e4<Enter>");
    theatre.rest();
    theatre.press("draw<Enter>");
    theatre.shows("the machine declines the draw");
}

#[test]
fn the_machine_ponders_and_is_hit_or_not() {
    let acts = vec![
        play(&[(0, "e5 Nf3")]),
        play(&[(7, "Nc6 Bb5")]),
        play(&[(8, "a6")]),
        play(&[(9, "dxc6 d4")]),
        Act::Hold(vec![(0, "d5")]),
    ];
    let mut theatre = Theatre::new(Scene { acts, ponder: true, ..Scene::default() });
    theatre.press("e4<Enter>");
    while !theatre.text().contains("pondering on 2. Nf3") {
        theatre.word();
    }
    // The move pondered on: the same search gives the reply.
    theatre.press("Nf3<Enter>");
    while !theatre.text().contains("pondering on 3. Bb5") {
        theatre.word();
    }
    theatre.shows("2. Nf3      Nc6");
    // Another move: that search is thrown away and another begun.
    theatre.press("ponder off<Enter>");
    theatre.rest();
    theatre.press("Bc4<Enter>");
    theatre.rest();
    theatre.shows("3. Bc4");
}

#[test]
fn a_crash_of_the_machine_costs_no_game() {
    let mut theatre = Theatre::new(Scene { acts: vec![Act::Crash, play(&[(0, "c5")])], ..Scene::default() });
    theatre.press("e4<Enter>");
    theatre.rest();
    theatre.shows("the player failed: out of paper; a fresh one takes its place; its side is yours;");
    theatre.press("side white<Enter>");
    theatre.rest();
    theatre.shows("1. e4       c5");
}

#[test]
fn games_are_loaded_saved_and_set_up() {
    let mut theatre = Theatre::new(Scene::default());
    let path = theatre.stage.folder.path().join("old.pgn");
    std::fs::write(&path, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n").unwrap();
    theatre.press(&format!("load {}<Enter>", path.display()));
    theatre.shows("  2. Nf3      Nc6");
    theatre.press("load none.pgn<Enter>");
    theatre.shows("cannot read none.pgn");
    theatre.press("save<Enter>");
    theatre.shows("there is no move to save yet");
    theatre.press("manual on<Enter>Bb5<Enter>a6<Enter>save<Enter>");
    theatre.shows("saved in ");
    theatre.press("setup 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1<Enter>fen<Enter>");
    theatre.shows("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    // The machine is to move for Black.
    theatre.press("<Esc>");
    let saved = theatre.stage.saved();
    assert!(saved.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), "{saved}");
}

#[test]
fn the_console_is_a_roll_of_paper() {
    let acts = vec![play(&[(5, "e5")]), play(&[(33, "Nf3 Nc6")])];
    let mut theatre = Theatre::new(Scene { acts, ..Scene::default() });
    theatre.press("console<Enter>p-k4<Enter>");
    theatre.rest();
    theatre.press("hello<Enter>hint<Enter>");
    theatre.rest();
    theatre.press("clock<Enter>score<Enter><Enter>");
    theatre.golden("console-80x24.txt");
    theatre.press("exit<Enter>");
    theatre.shows("1. e4       e5");
}

#[test]
fn without_colour_nothing_is_coloured_and_nothing_lost() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    for (depth, coloured) in [(Depth::None, false), (Depth::Sixteen, true), (Depth::Many, true)] {
        let (session, stage) = Stage::new(Scene { fen, ..Scene::default() });
        let screen = Screen::new(session, false, depth);
        let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut theatre = Theatre { screen, terminal, stage };
        theatre.press("manual on<Enter>Ra8<Enter>");
        for sign in ["[·]", "[♖]", "<♚>"] {
            theatre.shows(sign);
        }
        let plain = |color: Color| color == Color::Reset;
        let cells = &theatre.terminal.backend().buffer().content;
        assert_eq!(cells.iter().any(|cell| !plain(cell.fg) || !plain(cell.bg)), coloured, "{depth:?}");
    }
}

#[test]
fn screens_are_resized_at_any_time() {
    let acts = vec![Act::Hold(vec![(10, "e5 Nf3"), (11, "c5 Nf3")])];
    let mut theatre = Theatre::new(Scene { acts, ..Scene::default() });
    theatre.press("e4<Enter>");
    theatre.thoughts(2);
    for (width, height) in [(1, 1), (200, 60), (20, 80), (60, 16), (61, 17), (120, 40), (0, 0), (80, 24)] {
        theatre.terminal.backend_mut().resize(width, height);
        theatre.screen.hear(Event::Terminal(Input::Resize(width, height)));
        theatre.show();
        theatre.press("<F1>");
        theatre.press("<Esc>console<Enter><Esc>");
    }
    theatre.shows("depth 2/10");
}

#[test]
fn the_loop_ends_with_a_key_and_a_hang_up() {
    const HOOKS: Hooks = Hooks { suspend: || false, resume: || {} };
    for last in
        [Event::Terminal(Input::Key(KeyEvent::from(KeyCode::F(10)))), Event::Interrupt, Event::EndOfInput]
    {
        let Theatre { mut screen, mut terminal, stage } =
            Theatre::new(Scene { acts: vec![Act::Hold(vec![(1, "e5")])], ..Scene::default() });
        for c in "e4\n\u{1a}".chars() {
            let key = match c {
                '\n' => KeyEvent::from(KeyCode::Enter),
                '\u{1a}' => KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL),
                _ => KeyEvent::from(KeyCode::Char(c)),
            };
            stage.events.send(Event::Terminal(Input::Key(key))).unwrap();
        }
        stage.events.send(Event::Resumed).unwrap();
        stage.events.send(last).unwrap();
        run(&mut screen, &mut terminal, &stage.inbox, &HOOKS).unwrap();
        screen.session.close(Ok(Ok(())), &mut Vec::new()).unwrap();
        assert!(stage.saved().contains("\n\n1. e4 *\n"), "{}", stage.saved());
    }
}

#[test]
fn a_panic_saves_the_game() {
    let mut theatre = Theatre::new(Scene::default());
    theatre.press("manual on<Enter>e4<Enter>");
    let Theatre { screen, stage, .. } = theatre;
    let closed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        screen.session.close(Err(Box::new("a fault")), &mut Vec::new())
    }));
    assert!(closed.is_err());
    assert!(stage.saved().contains("1. e4 *"));
}

#[test]
fn no_keys_make_it_fail() {
    let words = [
        "e4",
        "d2d4",
        "<Up>",
        "<Left>",
        "<Enter>",
        "<F3>",
        "<F4>",
        "<F5>",
        "<Esc>",
        "moves",
        "new",
        "go",
        "side black",
        "undo",
        "level 5:00",
        "manual",
        "<F1>",
        "<Back>",
        "?",
        "q",
        "console",
        "alg",
        "é",
        "fen",
        "pgn",
        "flip",
        "resign",
        "<PgDn>",
    ];
    let mut seed = 1_u64;
    let acts = vec![Act::Crash; 2_000];
    let mut theatre = Theatre::new(Scene { acts, human: White, ..Scene::default() });
    for _ in 0..1_500 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        theatre.press(words[(seed >> 33) as usize % words.len()]);
        if seed >> 60 < 8 {
            theatre.press("<Enter>");
            theatre.rest();
        }
    }
}
