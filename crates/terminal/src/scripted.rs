//! A player that plays from a script and a wall clock that is moved by hand, so that sessions are the same each time.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use notation::parse_move;
use play::{Bound, Choice, Control, Game, Limits, MachineTime, Player, Report, Score, Term};
use shakmaty::{Chess, Color, Move, Position};
use tempfile::TempDir;

use super::level::Level;
use super::machine::Word;
use super::pgn_file::PgnFile;
use super::session::{Session, Setting};
use crate::event::Event;

/// What the player does when it is asked for a move.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Thinks along these lines, each a value in hundredths of a pawn and moves, and plays the first move of the last.
    Play(Vec<(i32, &'static str)>),
    /// The same, but only when it is stopped.
    Hold(Vec<(i32, &'static str)>),
    /// Falls over.
    Crash,
}

struct Scripted(Arc<Mutex<VecDeque<Act>>>);

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
    Report {
        depth,
        selective_depth: depth + 8,
        multipv: 1,
        score: if value.abs() > 9_000 {
            Score::Mate(value.signum() * (10_000 - value.abs()))
        } else {
            Score::Centipawns(value)
        },
        bound: Bound::Exact,
        wdl: None,
        nodes,
        time: Duration::from_millis(nodes / 1_000),
        hash_full: 0,
        table_hits: 0,
        pv,
        machine: Some(MachineTime { cycles: nodes, seconds: nodes as f64 / 160_000.0 }),
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
        tell: &mut dyn FnMut(&Report),
    ) -> Choice {
        let act = self.0.lock().unwrap().pop_front().expect("the script has an act for every search");
        let (lines, holds) = match act {
            Act::Play(lines) => (lines, limits.ponder),
            Act::Hold(lines) => (lines, true),
            Act::Crash => panic!("out of paper"),
        };
        let mut best = Vec::new();
        for (depth, (value, moves)) in (1..).zip(lines) {
            best = line(game.position(), moves);
            tell(&report(depth, value, best.clone()));
        }
        while holds && !control.stopped() && !control.ponder_was_hit() {
            thread::sleep(Duration::from_millis(1));
        }
        Choice { best: best.first().copied(), ponder: best.get(1).copied() }
    }

    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        let count = |color| position.board().by_color(color).count() as i32;
        let (white, black) = (count(Color::White), count(Color::Black));
        vec![
            Term { name: "men".to_owned(), white: Some(white), black: Some(black), total: white - black },
            Term { name: "the move".to_owned(), white: None, black: None, total: 10 },
        ]
    }
}

/// Everything a session needs.
pub(super) struct Stage {
    pub(super) inbox: Receiver<Event>,
    pub(super) events: std::sync::mpsc::Sender<Event>,
    wall: Rc<Cell<Instant>>,
    pub(super) folder: TempDir,
}

/// How a scripted session begins.
pub(super) struct Scene {
    pub(super) fen: &'static str,
    pub(super) human: Color,
    pub(super) level: &'static str,
    pub(super) contempt: i32,
    pub(super) ponder: bool,
    pub(super) acts: Vec<Act>,
}

impl Default for Scene {
    fn default() -> Scene {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        Scene { fen, human: Color::White, level: "5", contempt: 0, ponder: false, acts: Vec::new() }
    }
}

impl Stage {
    pub(super) fn new(scene: Scene) -> (Session, Stage) {
        let folder = tempfile::tempdir().unwrap();
        let (events, inbox) = channel();
        let wall = Rc::new(Cell::new(Instant::now()));
        let (script, hands) = (Arc::new(Mutex::new(VecDeque::from(scene.acts))), wall.clone());
        let setting = Setting {
            make: Box::new(move || Box::new(Scripted(script.clone()))),
            game: Game::from_fen(scene.fen).unwrap(),
            human: scene.human,
            level: scene.level.parse::<Level>().unwrap(),
            contempt: scene.contempt,
            ponder: scene.ponder,
            date: "2026.01.02".to_owned(),
            file: PgnFile::dated(folder.path(), "2026-01-02"),
            now: Box::new(move || hands.get()),
        };
        (Session::new(setting, events.clone()), Stage { inbox, events, wall, folder })
    }

    /// Time goes by.
    pub(super) fn pass(&self, seconds: f64) {
        self.wall.set(self.wall.get() + Duration::from_secs_f64(seconds));
    }

    /// The next that the machine says.
    pub(super) fn word(&self) -> Word {
        match self.inbox.recv_timeout(Duration::from_secs(20)) {
            Ok(Event::Machine(word)) => word,
            other => panic!("not a word of the machine: {other:?}"),
        }
    }

    /// The games saved.
    pub(super) fn saved(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("belle-2026-01-02.pgn")).unwrap_or_default()
    }
}
