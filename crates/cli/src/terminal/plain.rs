//! The game in plain lines: for pipes, for screen readers, and for terminals without a full screen.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender};

use play::{Bound, Choice, Control, Game, Limits, Player, Report, Returned, Score, lend, san_line};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{Color, EnPassantMode, Move, Position};

use super::board::{self, Style};
use super::level::Level;
use super::pgn_file::PgnFile;
use super::table::Table;
use super::words::{self, Words};
use crate::report;

/// What the screen hears.
#[derive(Debug)]
pub(crate) enum Event {
    Line(String),
    EndOfInput,
    Interrupt,
    Thought(Report),
    Searched(SearchEnd),
}

/// A search's end, with the player back.
pub(crate) struct SearchEnd(Returned<Choice>);

impl std::fmt::Debug for SearchEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SearchEnd").field(&self.0.as_ref().map(|(_, choice)| choice)).finish()
    }
}

/// How a session begins.
pub(crate) struct Setting {
    pub(crate) make: Box<dyn Fn() -> Box<dyn Player>>,
    pub(crate) game: Game,
    pub(crate) human: Color,
    pub(crate) level: Level,
    pub(crate) ascii: bool,
    /// Whether a person types, who may interrupt the machine; a pipe's lines wait for their turn.
    pub(crate) interactive: bool,
    /// Today, as PGN writes it.
    pub(crate) date: String,
    pub(crate) file: PgnFile,
}

/// A session: games one after another until the person leaves.
pub(crate) struct Plain<W> {
    make: Box<dyn Fn() -> Box<dyn Player>>,
    /// `None` while it thinks.
    player: Option<Box<dyn Player>>,
    table: Table,
    level: Level,
    style: Style,
    interactive: bool,
    date: String,
    file: PgnFile,
    /// Games before this one.
    finished: String,
    output: W,
    events: Sender<Event>,
    inbox: Receiver<Event>,
    /// Lines that came while the machine thought.
    waiting: VecDeque<String>,
    ended: bool,
    /// An order to leave, not to be put off.
    leaving: bool,
    announced: bool,
}

/// What a search came to.
struct Thought {
    choice: Option<Choice>,
    last: Option<Report>,
}

impl<W: Write> Plain<W> {
    pub(crate) fn new(
        setting: Setting,
        output: W,
        events: Sender<Event>,
        inbox: Receiver<Event>,
    ) -> Plain<W> {
        let player = (setting.make)();
        let table = Table::new(setting.game, setting.human, player.name());
        Plain {
            make: setting.make,
            player: Some(player),
            table,
            level: setting.level,
            style: Style { ascii: setting.ascii, bottom: setting.human },
            interactive: setting.interactive,
            date: setting.date,
            file: setting.file,
            finished: String::new(),
            output,
            events,
            inbox,
            waiting: VecDeque::new(),
            ended: false,
            leaving: false,
            announced: false,
        }
    }

    /// Plays until the person leaves, and saves the games whatever happened.
    ///
    /// # Errors
    /// The output is broken, or the games could not be saved.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        let played = self.play();
        let games = self.games();
        if !games.is_empty() {
            match self.file.save(&games) {
                Ok(path) => {
                    let _ = writeln!(self.output, "saved in {}", path.display());
                }
                Err(error) => {
                    let _ = writeln!(self.output, "\n{games}");
                    return Err(error.context("the games could not be saved, so they are written above"));
                }
            }
        }
        Ok(played?)
    }

    fn play(&mut self) -> io::Result<()> {
        let name = self.player.as_ref().map_or_else(String::new, |player| player.name());
        writeln!(self.output, "{name}, level {}. Type a move, or 'help'.\n", self.level)?;
        self.show()?;
        while !self.leaving {
            if let Some(verdict) = self.table.verdict().filter(|_| !self.announced) {
                self.announced = true;
                writeln!(self.output, "{verdict}")?;
            }
            if self.table.machine_to_move() {
                self.machine_moves()?;
                continue;
            }
            match self.next_line()? {
                Some(line) => match words::parse(&line) {
                    Ok(words) => self.obey(words)?,
                    Err(reason) => writeln!(self.output, "{reason}")?,
                },
                None => break,
            }
        }
        Ok(())
    }

    fn next_line(&mut self) -> io::Result<Option<String>> {
        write!(self.output, "{} ", if self.style.ascii { '>' } else { '›' })?;
        self.output.flush()?;
        let line = match self.waiting.pop_front() {
            None if !self.ended => self.hear_line(),
            waiting => waiting,
        };
        match &line {
            // A person has seen the line typed.
            Some(_) if self.interactive => {}
            Some(line) => writeln!(self.output, "{}", line.trim_end())?,
            None => writeln!(self.output)?,
        }
        Ok(line)
    }

    fn hear_line(&mut self) -> Option<String> {
        loop {
            match self.inbox.recv() {
                Ok(Event::Line(line)) => return Some(line),
                Ok(Event::Thought(_) | Event::Searched(_)) => {}
                Ok(Event::EndOfInput | Event::Interrupt) | Err(_) => return None,
            }
        }
    }

    fn obey(&mut self, words: Words) -> io::Result<()> {
        match words {
            Words::Nothing => Ok(()),
            Words::Help => write!(self.output, "{}", words::help()),
            Words::Board => self.show(),
            Words::Move(text) => match self.table.human_move(&text) {
                // The reply shows the board soon enough.
                Ok(_) if self.table.machine_to_move() => Ok(()),
                Ok(_) => self.show(),
                Err(refusal) => writeln!(self.output, "{refusal}"),
            },
            Words::Undo => match self.table.undo() {
                Ok(()) => {
                    self.announced = false;
                    self.show()
                }
                Err(refusal) => writeln!(self.output, "{refusal}"),
            },
            Words::Resign => self.settle(Table::resign),
            Words::Draw => self.settle(Table::offer_draw),
            Words::Hint => self.hint(),
            Words::New => self.begin(Game::new()),
            Words::Setup(fen) => match Game::from_fen(&fen) {
                Ok(game) => self.begin(game),
                Err(error) => writeln!(self.output, "{error}"),
            },
            Words::Side(side) => self.seat(side.unwrap_or(!self.table.human())),
            Words::Go => self.seat(!self.table.turn()),
            Words::Flip => {
                self.style.bottom = !self.style.bottom;
                self.show()
            }
            Words::Level(level) => {
                self.level = level.unwrap_or(self.level);
                writeln!(self.output, "level: {}", self.level)
            }
            Words::Stop => writeln!(self.output, "the machine is not thinking"),
            Words::Fen => {
                writeln!(
                    self.output,
                    "{}",
                    Fen::from_position(self.table.game().position(), EnPassantMode::Legal)
                )
            }
            Words::Moves => self.moves(),
            Words::Pgn => write!(self.output, "{}", self.table.pgn(&self.date)),
            Words::Save(path) => self.save(path),
            Words::Eval => self.evaluate(),
            Words::Quit => {
                self.leaving = true;
                Ok(())
            }
        }
    }

    fn settle(&mut self, agree: impl Fn(&mut Table) -> Result<(), super::table::Refusal>) -> io::Result<()> {
        match agree(&mut self.table) {
            Ok(()) => Ok(()),
            Err(refusal) => writeln!(self.output, "{refusal}"),
        }
    }

    fn seat(&mut self, side: Color) -> io::Result<()> {
        self.table.seat_human(side);
        self.style.bottom = side;
        writeln!(self.output, "you play {}", side.fold_wb("White", "Black"))
    }

    fn begin(&mut self, game: Game) -> io::Result<()> {
        self.finished = self.games();
        let Some(player) = &mut self.player else { return Ok(()) };
        player.new_game();
        self.table = Table::new(game, self.table.human(), player.name());
        self.announced = false;
        self.show()
    }

    /// All games of the session as PGN; one without a move is none.
    fn games(&self) -> String {
        match self.table.game().moves() {
            [] => self.finished.clone(),
            _ => format!("{}{}", self.finished, self.table.pgn(&self.date)),
        }
    }

    fn save(&mut self, path: Option<String>) -> io::Result<()> {
        let games = self.games();
        if games.is_empty() {
            return writeln!(self.output, "there is no move to save yet");
        }
        let saved = match path {
            Some(path) => self.file.save_as(Path::new(&path), &games).map(|()| path),
            None => self.file.save(&games).map(|path| path.display().to_string()),
        };
        match saved {
            Ok(path) => writeln!(self.output, "saved in {path}"),
            Err(error) => writeln!(self.output, "{error:#}"),
        }
    }

    fn moves(&mut self) -> io::Result<()> {
        let position = self.table.game().position();
        let moves: Vec<String> =
            position.legal_moves().iter().map(|&m| San::from_move(position, m).to_string()).collect();
        writeln!(self.output, "{} legal moves: {}", moves.len(), moves.join(" "))
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let Some(player) = &mut self.player else { return Ok(()) };
        let terms = player.evaluate(self.table.game().position());
        write!(self.output, "{}", report::terms(&terms))
    }

    fn show(&mut self) -> io::Result<()> {
        let game = self.table.game();
        let last = game.moves().last().copied();
        writeln!(self.output, "{}", board::draw(game.position(), last, self.style))?;
        if self.table.outcome().is_none() {
            let check = if game.position().is_check() { ", in check" } else { "" };
            writeln!(self.output, "{} to move{check}", self.table.turn().fold_wb("White", "Black"))?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.table.outcome().is_some() {
            return writeln!(self.output, "{}", super::table::Refusal::Over);
        }
        let thought = self.think(self.level.limits())?;
        let Some(best) = thought.choice.and_then(|choice| choice.best) else { return Ok(()) };
        let position = self.table.game().position();
        writeln!(
            self.output,
            "hint: {}{}",
            san_line(position, &[best]),
            verdict(thought.last.as_ref(), self.table.turn())
        )
    }

    fn machine_moves(&mut self) -> io::Result<()> {
        let thought = self.think(self.level.limits())?;
        if self.leaving {
            return Ok(());
        }
        let before = self.table.game().position().clone();
        let best: Option<Move> = thought.choice.and_then(|choice| choice.best);
        // A book move is no opinion.
        let score = thought.last.as_ref().filter(|last| last.nodes > 0).map(|last| last.score);
        match self.table.machine_move(best, score) {
            Some(made) => {
                let value = verdict(thought.last.as_ref(), before.turn());
                writeln!(self.output, "the machine plays {}{value}\n", san_line(&before, &[made]))?;
                self.show()
            }
            None => {
                writeln!(
                    self.output,
                    "the machine has no move to offer: its side is yours; 'go' lets it try again"
                )?;
                self.seat(self.table.turn())
            }
        }
    }

    /// Lets the machine think about the position, and shows how. A person may end it by an empty line, `stop`
    /// or `quit`; the end of a pipe lets it finish.
    fn think(&mut self, limits: Limits) -> io::Result<Thought> {
        let nothing = Thought { choice: None, last: None };
        let Some(player) = self.player.take() else { return Ok(nothing) };
        let (game, control) = (self.table.game().clone(), Control::new());
        let (wire, thoughts, end) = (control.clone(), self.events.clone(), self.events.clone());
        lend(
            player,
            move |player| {
                player.search(&game, &limits, &wire, &mut |report| {
                    let _ = thoughts.send(Event::Thought(report.clone()));
                })
            },
            move |returned| drop(end.send(Event::Searched(SearchEnd(returned)))),
        );
        writeln!(self.output, "{}", report::THOUGHT_HEADER)?;
        self.output.flush()?;
        let mut last = None;
        loop {
            match self.inbox.recv() {
                Ok(Event::Thought(report)) => {
                    writeln!(self.output, "{}", report::thought(self.table.game().position(), &report))?;
                    self.output.flush()?;
                    if report.bound == Bound::Exact {
                        last = Some(report);
                    }
                }
                Ok(Event::Line(line)) => self.overhear(line, &control),
                Ok(Event::EndOfInput) => {
                    self.ended = true;
                    if self.interactive {
                        self.leaving = true;
                        control.stop();
                    }
                }
                Ok(Event::Interrupt) => {
                    self.leaving = true;
                    control.stop();
                }
                Ok(Event::Searched(SearchEnd(Ok((player, choice))))) => {
                    self.player = Some(player);
                    return Ok(Thought { choice: Some(choice), last });
                }
                Ok(Event::Searched(SearchEnd(Err(crash)))) => {
                    writeln!(self.output, "{crash}; a fresh one takes its place")?;
                    self.player = Some((self.make)());
                    return Ok(nothing);
                }
                Err(_) => return Ok(nothing),
            }
        }
    }

    /// A line while the machine thinks.
    fn overhear(&mut self, line: String, control: &Control) {
        match words::parse(&line) {
            Ok(Words::Nothing | Words::Stop) if self.interactive => control.stop(),
            Ok(Words::Quit) if self.interactive => {
                self.leaving = true;
                control.stop();
            }
            _ => self.waiting.push_back(line),
        }
    }
}

/// What the machine thought when it decided, in brackets.
fn verdict(last: Option<&Report>, turn: Color) -> String {
    let Some(last) = last else { return String::new() };
    if last.nodes == 0 {
        return "  (book)".to_owned();
    }
    let value = match last.score {
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        score => report::score(score, turn),
    };
    let machine = last
        .machine
        .map_or_else(String::new, |time| format!(", {:.1} s of the machine's time", time.seconds));
    format!("  ({value}, depth {}{machine})", last.depth)
}
