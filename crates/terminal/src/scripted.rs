//! A scripted player and a clock set by hand, for sessions that are the same each time.

use std::cell::Cell;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use notation::parse_move;
use play::{Choice, Control, Game, Limits, MachineTime, Player, PlayerList, Report, Score, Term};
use shakmaty::{Chess, Color, Move, Position};
use tempfile::TempDir;

use crate::event::{Event, PlayerEvent};
use crate::level::Level;
use crate::pgn_file::{Archive, PgnFile};
use crate::session::{Session, SessionOptions};
use crate::theme::Theme;

/// Response of the player to one search.
#[derive(Clone, Debug)]
pub(super) enum Script {
    /// Reports these lines, each a score in centipawns and moves, and plays the first move of the
    /// last.
    Play(Vec<(i32, &'static str)>),
    /// Does the same, but only returns when it is stopped.
    Hold(Vec<(i32, &'static str)>),
    Crash,
    /// Reports several lines of legal moves and plays the first; in an analysis, only when it is
    /// stopped.
    Any,
}

struct Scripted(Arc<Mutex<VecDeque<Script>>>);

/// Moves in SAN or UCI, one after another.
fn line(position: &Chess, moves: &str) -> Vec<Move> {
    let mut game = Game::from_position(position.clone());
    for text in moves.split_whitespace() {
        game.play(parse_move(game.position(), text).unwrap());
    }
    game.moves().to_vec()
}

fn report(depth: u32, value: i32, pv: Vec<Move>) -> Report {
    let nodes = 1_000 * 10_u64.pow(depth);
    let (score, time) = (
        Score::Centipawns(value),
        Duration::from_millis(nodes / 1_000),
    );
    let machine = Some(MachineTime {
        cycles: nodes,
        seconds: nodes as f64 / 160_000.0,
    });
    Report {
        selective_depth: depth + 8,
        score,
        nodes,
        time,
        machine,
        ..Report::unsearched(depth, pv)
    }
}

impl Player for Scripted {
    fn name(&self) -> String {
        "Scripted 1.0".to_owned()
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        on_report: &mut dyn FnMut(&Report),
    ) -> Choice {
        let script = self
            .0
            .lock()
            .unwrap()
            .pop_front()
            .expect("every search has a script");
        let (lines, holds) = match script {
            Script::Play(lines) => (lines, limits.ponder),
            Script::Hold(lines) => (lines, true),
            Script::Crash => panic!("out of paper"),
            Script::Any => return any(game, limits, control, on_report),
        };
        let mut best = Vec::new();
        let mut depth = 0;
        for (value, moves) in lines {
            depth += 1;
            best = line(game.position(), moves);
            on_report(&report(depth, value, best.clone()));
        }
        while holds && !control.stopped() && !control.ponder_was_hit() {
            thread::sleep(Duration::from_millis(1));
        }
        Choice {
            best: best.first().copied(),
            ponder: best.get(1).copied(),
        }
    }

    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        let count = |color| position.board().by_color(color).count() as i32;
        let (white, black) = (count(Color::White), count(Color::Black));
        vec![
            Term {
                name: "pieces".to_owned(),
                white: Some(white),
                black: Some(black),
                total: white - black,
            },
            Term {
                name: "the move".to_owned(),
                white: None,
                black: None,
                total: 10,
            },
        ]
    }
}

/// Reports a line for each of the first legal moves, and returns the first of them.
fn any(
    game: &Game,
    limits: &Limits,
    control: &Control,
    on_report: &mut dyn FnMut(&Report),
) -> Choice {
    let moves: Vec<Move> = game.position().legal_moves().into_iter().take(3).collect();
    for (rank, &chess_move) in (1..).zip(&moves) {
        on_report(&Report {
            multipv: rank,
            ..report(1, 40 - 10 * rank as i32, vec![chess_move])
        });
    }
    while (limits.ponder || limits.infinite) && !control.stopped() && !control.ponder_was_hit() {
        thread::sleep(Duration::from_millis(1));
    }
    Choice {
        best: moves.first().copied(),
        ponder: None,
    }
}

pub(super) struct Scenario {
    pub(super) fen: &'static str,
    pub(super) human: Color,
    pub(super) level: &'static str,
    pub(super) contempt: i32,
    pub(super) ponder: bool,
    pub(super) scripts: Vec<Script>,
    /// The folder in which games are kept.
    pub(super) journal: Option<PathBuf>,
    pub(super) asks_strength: bool,
}

impl Default for Scenario {
    fn default() -> Scenario {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        Scenario {
            fen,
            human: Color::White,
            level: "5 s",
            contempt: 0,
            ponder: false,
            scripts: Vec::new(),
            journal: None,
            asks_strength: false,
        }
    }
}

pub(super) struct Harness {
    pub(super) inbox: Receiver<Event>,
    pub(super) events: Sender<Event>,
    clock: Rc<Cell<Instant>>,
    pub(super) folder: TempDir,
}

pub(super) fn scripted_session(scenario: Scenario) -> (Session, Harness) {
    let folder = tempfile::tempdir().unwrap();
    let (events, inbox) = channel();
    let clock = Rc::new(Cell::new(Instant::now()));
    let (scripts, now) = (
        Arc::new(Mutex::new(VecDeque::from(scenario.scripts))),
        clock.clone(),
    );
    let file = PgnFile::dated(folder.path(), "2026-01-02");
    let options = SessionOptions {
        players: PlayerList::single(move || Box::new(Scripted(scripts.clone()))),
        strength: None,
        game: Game::from_fen(scenario.fen).unwrap(),
        human: scenario.human,
        level: scenario.level.parse::<Level>().unwrap(),
        contempt: scenario.contempt,
        ponder: scenario.ponder,
        name: None,
        theme: Theme::Wood,
        thoughts: None,
        warnings: false,
        journal: scenario.journal,
        asks_strength: scenario.asks_strength,
        remember: None,
    };
    let archive = Archive::new("2026.01.02".to_owned(), file);
    let session = Session::new(
        options,
        archive,
        events.clone(),
        Box::new(move || now.get()),
    );
    (
        session,
        Harness {
            inbox,
            events,
            clock,
            folder,
        },
    )
}

impl Harness {
    pub(super) fn pass(&self, seconds: f64) {
        self.clock
            .set(self.clock.get() + Duration::from_secs_f64(seconds));
    }

    pub(super) fn player_event(&self) -> PlayerEvent {
        match self.inbox.recv_timeout(Duration::from_secs(20)) {
            Ok(Event::Player(event)) => event,
            other => panic!("expected an event of the player, got {other:?}"),
        }
    }

    pub(super) fn saved(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("belle-2026-01-02.pgn")).unwrap_or_default()
    }
}
