//! A screen of text with a scripted player: keys are pressed, and the whole is compared with the
//! files of golden/.
//!
//! `cargo xtask renew screens` writes the files.

mod sessions;

use std::path::Path;
use std::time::{Duration, Instant};

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use shakmaty::{Color as Side, Square};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

use super::app::{App, TtyHooks, event_loop};
use super::palette::ColorSupport;
use crate::event::{Event, PlayerEvent};
use crate::scripted::{Harness, Scenario, Script, scripted_session};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/screen/golden");

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
        ScreenTest::colored(scenario, (width, height), ascii, ColorSupport::None)
    }

    fn colored(
        scenario: Scenario,
        size: (u16, u16),
        ascii: bool,
        colors: ColorSupport,
    ) -> ScreenTest {
        let (width, height) = size;
        let (session, harness) = scripted_session(scenario);
        let app = App::new(session, ascii, colors);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut test = ScreenTest {
            app,
            terminal,
            harness,
        };
        test.show();
        test
    }

    /// A screen on which questions are asked, as a person's are from the start.
    fn waiting(scenario: Scenario) -> ScreenTest {
        let (mut session, harness) = scripted_session(scenario);
        session.confirms = true;
        let app = App::new(session, false, ColorSupport::None);
        let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut test = ScreenTest {
            app,
            terminal,
            harness,
        };
        test.show();
        test
    }

    /// Pastes a text, as a terminal with bracketed paste sends it.
    fn paste(&mut self, text: &str) {
        self.app
            .handle_event(Event::Terminal(Input::Paste(text.to_owned())));
        self.show();
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
            self.app
                .handle_event(Event::Terminal(Input::Key(KeyEvent::new(code, modifiers))));
            self.show();
        }
    }

    fn click(&mut self, square: Square) {
        let (layout, kind) = (
            self.app.layout.unwrap(),
            MouseEventKind::Down(MouseButton::Left),
        );
        let (file, rank) = (u16::from(square.file()), u16::from(square.rank()));
        let (left, above) = self
            .app
            .session
            .bottom
            .fold_wb((file, 7 - rank), (7 - file, rank));
        let (column, row) = (
            layout.board.x + left * layout.square.width,
            layout.board.y + above * layout.square.height,
        );
        let modifiers = KeyModifiers::NONE;
        self.app
            .handle_event(Event::Terminal(Input::Mouse(MouseEvent {
                kind,
                column,
                row,
                modifiers,
            })));
        self.show();
    }

    /// Waits until the player is idle.
    fn wait_for_player(&mut self) {
        self.show();
        while !self.app.session.opponent.is_idle() {
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

    /// Waits until the player finishes, be it an abandoned search.
    fn wait_for_end(&mut self) {
        while !self.player_event() {}
    }

    /// Waits until a text is shown.
    fn wait_until(&mut self, text: &str) {
        while !self.text().contains(text) {
            self.player_event();
        }
    }

    /// Lets time pass on the clock that is set by hand.
    fn pass(&mut self, seconds: f64) {
        self.harness.pass(seconds);
        self.show();
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
        assert!(
            self.text().contains(text),
            "{text:?} is not in\n{}",
            self.text()
        );
    }

    /// The screen's styles: a letter for each cell, and what the letters mean; nothing without
    /// colors.
    fn styles(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let mut known: Vec<String> = Vec::new();
        let letters = buffer.content.iter().map(|cell| {
            let style = format!("{:?} on {:?} {:?}", cell.fg, cell.bg, cell.modifier);
            let place = known
                .iter()
                .position(|other| *other == style)
                .unwrap_or_else(|| {
                    known.push(style);
                    known.len() - 1
                });
            char::from(b".abcdefghijklmnopqrstuvwxyz"[place])
        });
        let letters: Vec<char> = letters.collect();
        if self.app.palette.colored {
            let rows = letters.chunks(usize::from(buffer.area.width));
            let rows: String = rows
                .map(|row| row.iter().collect::<String>() + "\n")
                .collect();
            let meanings = known.iter().zip(".abcdefghijklmnopqrstuvwxyz".chars());
            rows + &meanings
                .map(|(style, letter)| format!("{letter} {style}\n"))
                .collect::<String>()
        } else {
            String::new()
        }
    }

    #[track_caller]
    fn golden(&self, name: &str) {
        let path = Path::new(GOLDEN).join(name);
        assert_data_eq!(
            self.text() + &self.styles(),
            Data::read_from(&path, Some(DataFormat::Text)).raw()
        );
    }

    /// Checks that nothing of the screen is missing or overwritten.
    #[track_caller]
    fn assert_whole(&self, keys: &str) {
        let text = self.text();
        let area = self.terminal.backend().buffer().area;
        let covered = self.app.popup.is_some() || self.app.console.is_some();
        if area.width < 60 || area.height < 16 || covered {
            return;
        }
        let ranks = |line: &str| {
            line.split_whitespace()
                .any(|word| word.len() == 1 && "12345678".contains(word))
        };
        assert!(
            text.lines().filter(|line| ranks(line)).count() >= 8,
            "{keys}\n{text}"
        );
        assert!(
            text.lines()
                .last()
                .is_some_and(|line| line.starts_with("F1 help")),
            "{keys}\n{text}"
        );
        let names = self.app.session.state.turn().fold_wb("White", "Black");
        assert!(text.contains(names), "{keys}\n{text}");
    }

    /// Closes the session, which may save a game.
    fn close(self) -> Harness {
        let mut output = Vec::new();
        self.app
            .session
            .close(Ok(Ok(())), &mut output, None)
            .unwrap();
        self.harness
    }

    /// Closes the session, which says that it saved a game.
    fn close_saved(self) -> Harness {
        let mut output = Vec::new();
        self.app
            .session
            .close(Ok(Ok(())), &mut output, None)
            .unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(output.starts_with("saved in "), "{output}");
        self.harness
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
        "Del" => KeyCode::Delete,
        "PgDn" => KeyCode::PageDown,
        "PgUp" => KeyCode::PageUp,
        "Home" => KeyCode::Home,
        "Tab" => KeyCode::Tab,
        "End" => KeyCode::End,
        _ => match (name.strip_prefix('F'), name.strip_prefix("C-")) {
            (Some(number), _) => KeyCode::F(number.parse().unwrap()),
            (_, Some(letter)) => {
                return (
                    KeyCode::Char(letter.parse().unwrap()),
                    KeyModifiers::CONTROL,
                );
            }
            _ => panic!("no key <{name}>"),
        },
    };
    (code, KeyModifiers::NONE)
}

#[track_caller]
fn assert_saved(harness: &Harness, line: &str) {
    let saved = harness.saved();
    assert!(
        saved.lines().any(|other| other == line),
        "{line:?} is not a line of\n{saved}"
    );
}

#[test]
fn marks_show_everything_without_color() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    for (colors, colored) in [
        (ColorSupport::None, false),
        (ColorSupport::Sixteen, true),
        (ColorSupport::Indexed, true),
    ] {
        let mut test = ScreenTest::colored(
            Scenario {
                fen,
                ..Scenario::default()
            },
            (80, 24),
            false,
            colors,
        );
        test.press("manual on<Enter>Ra8<Enter>");
        // White's pieces are outlines only where color does not show the side.
        for sign in ["[·]", if colored { "[♜]" } else { "[♖]" }, "<♚>"] {
            test.shows(sign);
        }
        let plain = |color: Color| color == Color::Reset;
        let cells = &test.terminal.backend().buffer().content;
        assert_eq!(
            cells.iter().any(|cell| !plain(cell.fg) || !plain(cell.bg)),
            colored,
            "{colors:?}"
        );
    }
}

#[test]
fn resize_during_search_is_safe() {
    let scripts = vec![Script::Hold(vec![(10, "e5 Nf3"), (11, "c5 Nf3")])];
    let mut test = ScreenTest::new(Scenario {
        scripts,
        ..Scenario::default()
    });
    test.press("e4<Enter>");
    test.reports(2);
    for (width, height) in [
        (1, 1),
        (200, 60),
        (20, 80),
        (60, 16),
        (61, 17),
        (120, 40),
        (0, 0),
        (80, 24),
    ] {
        test.terminal.backend_mut().resize(width, height);
        test.app
            .handle_event(Event::Terminal(Input::Resize(width, height)));
        test.show();
        test.press("<F1>");
        test.press("<Esc>console<Enter><Esc>");
    }
    test.shows("depth 2/10");
}

#[test]
fn event_loop_ends_on_key_signal_and_end_of_input() {
    const HOOKS: TtyHooks = TtyHooks {
        suspend_all: || {},
        suspend: || false,
        resume: || {},
    };
    for last in [
        Event::Terminal(Input::Key(KeyEvent::from(KeyCode::F(10)))),
        Event::Interrupt,
        Event::EndOfInput,
    ] {
        let ScreenTest {
            mut app,
            mut terminal,
            harness,
        } = ScreenTest::new(Scenario {
            scripts: vec![Script::Hold(vec![(1, "e5")])],
            ..Scenario::default()
        });
        for c in "e4\n\u{1a}".chars() {
            let key = match c {
                '\n' => KeyEvent::from(KeyCode::Enter),
                '\u{1a}' => KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL),
                _ => KeyEvent::from(KeyCode::Char(c)),
            };
            harness
                .events
                .send(Event::Terminal(Input::Key(key)))
                .unwrap();
        }
        harness.events.send(Event::Resumed).unwrap();
        harness.events.send(last).unwrap();
        event_loop(&mut app, &mut terminal, &harness.inbox, &HOOKS).unwrap();
        app.session
            .close(Ok(Ok(())), &mut Vec::new(), None)
            .unwrap();
        assert!(
            harness.saved().contains("\n\n1. e4 *\n"),
            "{}",
            harness.saved()
        );
    }
}

/// Keys, commands and moves, one of which is pressed at random.
const KEYS: &str = "e4, d2d4, e7e5, Nf3, Nc6, exd5, O-O, <Up>, <Down>, <Left>, <Right>, <Enter>, \
    <Home>, <End>, <Del>, <PgUp>, <PgDn>, <F1>, <F2>, <F3>, <F4>, <F5>, <F6>, <Esc>, <Back>, <C-u>, \
    <C-w>, ?, q, é, moves, new, go, side black, undo, level 5:00, manual, console, alg, fen, pgn, \
    flip, resign, review, next, prev 2, line, drop, last, first, analysis 2, analysis off, \
    analysis, theme blue, name Ann, hint, draw, eval, load GOLDEN/old.pgn, \
    review GOLDEN/old.pgn 1, setup 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1, \
    4k3/8/8/8/8/8/4P3/4K3 b - - 0 1, <F8>, <F9>, report, mistake both, mistake back, load, \
    load 1, review 1, rematch, level, 10+5, undo 2, e8, 1. e4 e5 2. Nf3, [White \"A\"], \
    name 王🙂";

/// Presses random keys and changes sizes; every screen must be whole. With `BELLE_LONG` it goes on
/// for an hour.
#[test]
fn random_keys_never_break_the_screen() {
    let hour = Duration::from_secs(3600);
    let end = std::env::var_os("BELLE_LONG").map(|_| Instant::now() + hour);
    let keys: Vec<&str> = KEYS.split(", ").collect();
    let mut random = 1_u64;
    let mut below = |limit: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit
    };
    let mut pressed = 0;
    for round in 0.. {
        let is_last = match end {
            Some(end) => Instant::now() > end,
            None => round == 3,
        };
        if is_last {
            break;
        }
        let scripts = vec![Script::Any; 4_000];
        let colors = [
            ColorSupport::None,
            ColorSupport::Sixteen,
            ColorSupport::Indexed,
        ][round % 3];
        let scenario = Scenario {
            scripts,
            human: Side::White,
            ..Scenario::default()
        };
        let mut test = ScreenTest::colored(scenario, (80, 24), round % 2 == 1, colors);
        for _ in 0..500 {
            let keys = keys[below(keys.len())].replace("GOLDEN", GOLDEN);
            test.press(&keys);
            pressed += 1;
            match below(12) {
                0..6 => test.press("<Enter>"),
                6 => {
                    let (width, height) =
                        [(1, 1), (60, 16), (80, 24), (61, 40), (120, 40), (200, 60)][below(6)];
                    test.terminal.backend_mut().resize(width, height);
                    test.app
                        .handle_event(Event::Terminal(Input::Resize(width, height)));
                    test.show();
                }
                7 => test.harness.pass(below(100) as f64),
                _ => {}
            }
            while let Ok(event) = test.harness.inbox.try_recv() {
                test.app.handle_event(event);
                test.show();
            }
            test.assert_whole(&keys);
        }
    }
    println!("{pressed} keys and commands");
}

/// A screen with colors as a picture for the pages.
#[test]
fn picture_in_the_pages_is_current() {
    let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6";
    let moves = line.split(' ').filter(|word| !word.ends_with('.'));
    let replies = [
        ("e5 Nf3 Nc6", 12),
        ("Nc6 Bb5", 25),
        ("a6 Ba4 Nf6", 20),
        ("dxc6 O-O f6 d4 exd4 Nxd4", 31),
    ];
    let scripts = replies
        .map(|(line, value)| Script::Play(vec![(value - 9, line), (value, line)]))
        .to_vec();
    let scenario = Scenario {
        scripts,
        level: "40/5:00",
        ..Scenario::default()
    };
    let mut test = ScreenTest::colored(scenario, (80, 24), false, ColorSupport::Indexed);
    for chess_move in moves.step_by(2) {
        test.press(&format!("{chess_move}<Enter>"));
        test.wait_for_player();
        test.harness.pass(7.0);
    }
    test.click(Square::F3);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/terminal.svg");
    assert_data_eq!(
        super::picture::svg(test.terminal.backend().buffer()),
        Data::read_from(&path, Some(DataFormat::Text)).raw()
    );
}
