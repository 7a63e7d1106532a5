//! The conversation: what the player should be at, and what each event does to it.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use play::{Bound, Choice, Game, Limits, OptionKind, OptionSpec, Report};
use shakmaty::{Color, Move, Position};

use super::limits::GameLimits;
use super::offers::Values;
use super::write;
use crate::event::Event;
use crate::player_handle::{Changed, PlayerHandle};
use crate::search::{Decision, Search};

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(500);

/// How long the end of the session waits for a search that was told to stop.
const FAREWELL: Duration = Duration::from_secs(1);

/// The option of giving up lost games.
pub(super) const RESIGN: &str = "Resign";

/// Options that belong to UCI, or have commands of their own here.
const ELSEWHERE: [&str; 6] =
    ["Hash", "Threads", "Ponder", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_EngineAbout"];

/// Which side the machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Neither.
    Force,
    /// This one.
    Plays(Color),
    /// Neither: it analyses.
    Analyses,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    /// On this reply.
    Ponder(Move),
    Analysis,
    Hint,
}

/// What the player is at.
struct Work {
    search: Search,
    purpose: Purpose,
    /// The answer is still asked for.
    wanted: bool,
    /// Done, while the answer may not be given yet.
    done: Option<Choice>,
}

/// What waits for the player to come home.
pub(super) enum Errand {
    /// An option, its value and the line that asked for it.
    Set(String, String, String),
    NewGame,
}

/// One conversation.
pub(crate) struct Session<W> {
    pub(super) output: W,
    pub(super) player: PlayerHandle,
    pub(super) game: Game,
    pub(super) mode: Mode,
    pub(super) limits: GameLimits,
    pub(super) posts: bool,
    pub(super) ponders: bool,
    /// The other side takes remarks.
    pub(super) remarks: bool,
    /// In the middle of the lines of `edit`.
    pub(super) edits: bool,
    pub(super) resigns: bool,
    /// The reply expected in the current position.
    pub(super) expected: Option<Move>,
    pub(super) hint: bool,
    /// Left out of the analysis.
    pub(super) excluded: Vec<Move>,
    pub(super) values: Values,
    pub(super) errands: VecDeque<Errand>,
    /// Pings not answered yet.
    pub(super) pings: VecDeque<String>,
    work: Option<Work>,
}

impl<W: Write> Session<W> {
    pub(crate) fn new(player: PlayerHandle, output: W) -> Session<W> {
        Session {
            output,
            player,
            game: Game::new(),
            mode: Mode::Plays(Color::Black),
            limits: GameLimits::default(),
            posts: false,
            ponders: false,
            remarks: false,
            edits: false,
            resigns: true,
            expected: None,
            hint: false,
            excluded: Vec::new(),
            values: Values::default(),
            errands: VecDeque::new(),
            pings: VecDeque::new(),
            work: None,
        }
    }

    /// Listens until the conversation ends; the first event has come already.
    pub(crate) fn run(mut self, first: Event, inbox: &Receiver<Event>) -> io::Result<()> {
        let result = self.converse(first, inbox);
        self.abandon();
        // The player on its thread gets a moment to stop; its answer is nobody's any more.
        let deadline = Instant::now() + FAREWELL;
        while self.work.is_some() {
            match inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Searched(_)) | Err(_) => break,
                Ok(_) => {}
            }
        }
        result
    }

    fn converse(&mut self, first: Event, inbox: &Receiver<Event>) -> io::Result<()> {
        for event in std::iter::once(first).chain(inbox) {
            match event {
                Event::EndOfInput => break,
                Event::Line(line) if line.trim() == "quit" => break,
                Event::Line(line) => self.obey(&line)?,
                Event::Report(report) => self.hear(report)?,
                Event::Searched(returned) => {
                    let choice = match self.player.take_back(returned) {
                        Ok(choice) => choice,
                        Err(remark) => {
                            self.remark(&remark)?;
                            Choice { best: None, ponder: None }
                        }
                    };
                    if let Some(work) = &mut self.work {
                        work.done = Some(choice);
                    }
                }
                Event::Counted(_) => {}
            }
            self.settle()?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn hear(&mut self, report: Report) -> io::Result<()> {
        let Some(work) = self.work.as_mut().filter(|work| work.wanted && work.done.is_none()) else {
            return Ok(());
        };
        let report = work.search.hear(report);
        let pondered = match work.purpose {
            Purpose::Move if self.posts => None,
            Purpose::Ponder(expected) if self.posts => Some(write::chess_move(expected)),
            Purpose::Analysis => None,
            _ => return Ok(()),
        };
        writeln!(self.output, "{}", write::thought(work.search.root(), &report, pondered.as_deref()))?;
        self.hint_of_analysis()
    }

    /// Gives the answers that are due and sets the player to what it should be at.
    fn settle(&mut self) -> io::Result<()> {
        loop {
            match self.work.take() {
                Some(Work { wanted: false, done: Some(_), .. }) => {}
                Some(Work { search, purpose, done: Some(choice), .. }) if search.may_end() => {
                    self.finish(&search, purpose, &choice)?;
                }
                Some(work) => {
                    self.work = Some(work);
                    break;
                }
                None => match self.errands.pop_front() {
                    Some(errand) => self.run_errand(errand)?,
                    None => match self.next() {
                        Some((purpose, search)) => self.begin(purpose, search),
                        None => break,
                    },
                },
            }
        }
        self.answer_pings()
    }

    /// What the player should be at now, and has not begun.
    fn next(&mut self) -> Option<(Purpose, Search)> {
        let position = self.game.position();
        let search = |limits| Search::new(self.game.clone(), limits);
        let analyses = self.mode == Mode::Analyses;
        self.player.analyse(analyses);
        if analyses {
            let search_moves: Vec<Move> =
                position.legal_moves().into_iter().filter(|one| !self.excluded.contains(one)).collect();
            if search_moves.is_empty() {
                return None;
            }
            let search_moves = if self.excluded.is_empty() { Vec::new() } else { search_moves };
            return Some((
                Purpose::Analysis,
                search(Limits { infinite: true, search_moves, ..Limits::default() }),
            ));
        }
        if std::mem::take(&mut self.hint) && !position.legal_moves().is_empty() {
            return Some((Purpose::Hint, search(Limits::move_time(HINT))));
        }
        let Mode::Plays(color) = self.mode else { return None };
        if self.game.ending().is_some() {
            return None;
        }
        let made = self.made(color);
        let limits = self.limits.limits(color, made);
        if position.turn() == color {
            return Some((Purpose::Move, search(limits)));
        }
        let expected = self.expected.filter(|_| self.ponders)?;
        let mut ahead = self.game.clone();
        ahead.play(expected);
        let goes_on = ahead.ending().is_none();
        goes_on.then(|| (Purpose::Ponder(expected), Search::new(ahead, Limits { ponder: true, ..limits })))
    }

    fn begin(&mut self, purpose: Purpose, search: Search) {
        self.player.search(&search);
        self.work = Some(Work { search, purpose, wanted: true, done: None });
    }

    fn finish(&mut self, search: &Search, purpose: Purpose, choice: &Choice) -> io::Result<()> {
        let Some(decision) = search.decide(choice) else { return Ok(()) };
        match purpose {
            Purpose::Move | Purpose::Ponder(_) => self.play(search, decision),
            Purpose::Hint => writeln!(self.output, "Hint: {}", write::chess_move(decision.best)),
            Purpose::Analysis => Ok(()),
        }
    }

    /// Makes the machine's move, or gives the game up.
    fn play(&mut self, search: &Search, decision: Decision) -> io::Result<()> {
        let Decision { best, ponder, imposed, owed } = decision;
        if imposed {
            self.remark("the player chose no legal move, so one is chosen for it")?;
        }
        if let Some(report) = owed.filter(|_| self.posts) {
            writeln!(self.output, "{}", write::thought(search.root(), &report, None))?;
        }
        if let Some(time) = search.machine() {
            self.remark(&format!("machine time {:.3} s, {} cycles", time.seconds, time.cycles))?;
        }
        // The book's word is no value.
        let valued = search.last.as_ref().filter(|last| last.nodes > 0 && last.bound != Bound::Upper);
        valued.inspect(|last| self.values.push(last.score));
        if self.resigns && self.values.resign() {
            self.mode = Mode::Force;
            return writeln!(self.output, "resign");
        }
        let position = self.game.position();
        let (color, number) = (position.turn(), position.fullmoves().get());
        self.game.play(best);
        self.excluded.clear();
        self.expected = ponder;
        let made = self.made(color);
        self.limits.press(search.begun, Instant::now(), made);
        writeln!(self.output, "move {}", write::chess_move(best))?;
        if self.tell_result()? {
            return Ok(());
        }
        if self.values.offer(self.contempt(), number) {
            writeln!(self.output, "offer draw")?;
        }
        Ok(())
    }

    /// Says that the game is over, if it is; a draw by repetition or fifty moves is claimed by that.
    pub(super) fn tell_result(&mut self) -> io::Result<bool> {
        let Some(ending) = self.game.ending() else { return Ok(false) };
        writeln!(self.output, "{}", write::result(ending))?;
        Ok(true)
    }

    /// Moves that a side has made in this game.
    fn made(&self, color: Color) -> u32 {
        let began = usize::from(self.game.start().turn() == color);
        ((self.game.moves().len() + began) / 2) as u32
    }

    /// What a draw is worth less than nothing, in hundredths of a pawn.
    pub(super) fn contempt(&self) -> i32 {
        self.player.value("Contempt").and_then(|value| value.parse().ok()).unwrap_or(0)
    }

    /// Whether the machine thinks about a move of its own.
    pub(super) fn thinks(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.wanted && work.purpose == Purpose::Move)
    }

    /// The answer of a search under way is no longer asked for.
    pub(super) fn abandon(&mut self) {
        if let Some(work) = &mut self.work {
            work.wanted = false;
            work.search.control.stop();
        }
    }

    /// The same, but for a search for a move of the machine's own: of pondering, analysis and hints.
    pub(super) fn pause(&mut self) {
        if !self.thinks() {
            self.abandon();
        }
    }

    /// Moves with what is known by now.
    pub(super) fn move_now(&mut self) {
        if let Some(work) = self.work.as_ref().filter(|_| self.thinks()) {
            work.search.control.stop();
        }
    }

    /// The move made, if it is the one that is pondered on: the search goes on as one for a move.
    pub(super) fn hits(&mut self, made: Move) -> bool {
        let pondering = |work: &&mut Work| work.wanted && work.purpose == Purpose::Ponder(made);
        let Some(work) = self.work.as_mut().filter(pondering) else { return false };
        work.purpose = Purpose::Move;
        work.search.begun = Instant::now();
        work.search.control.ponder_hit();
        true
    }

    /// Where the analysis is.
    pub(super) fn status(&mut self) -> io::Result<()> {
        let Some(work) = self.work.as_mut().filter(|work| work.wanted) else { return Ok(()) };
        let progress = work.search.progress();
        let Search { last, begun, .. } = &work.search;
        let line = write::status(work.search.root(), progress.as_ref(), last.as_ref(), begun.elapsed());
        writeln!(self.output, "{line}")
    }

    /// Gives the hint that was asked for in analysis, as soon as the analysis has one.
    pub(super) fn hint_of_analysis(&mut self) -> io::Result<()> {
        let analysis = |work: &&Work| work.wanted && work.purpose == Purpose::Analysis;
        let suggestion = self.work.as_ref().filter(analysis).and_then(|work| work.search.suggestion());
        match suggestion.filter(|_| self.hint) {
            Some(best) => {
                self.hint = false;
                writeln!(self.output, "Hint: {}", write::chess_move(best))
            }
            None => Ok(()),
        }
    }

    fn run_errand(&mut self, errand: Errand) -> io::Result<()> {
        let (name, value, line) = match errand {
            Errand::NewGame => {
                self.player.new_game();
                return Ok(());
            }
            Errand::Set(name, value, line) => (name, value, line),
        };
        if name.eq_ignore_ascii_case(RESIGN) && self.player.spec(RESIGN).is_none() {
            return match resign_option().parse(&value) {
                Ok(value) => {
                    self.resigns = value == "true";
                    Ok(())
                }
                Err(error) => self.refuse(&error.to_string(), &line),
            };
        }
        match self.player.set_option(&name, &value) {
            Ok(Changed::Value) => Ok(()),
            Ok(Changed::Player) => {
                let name = self.player.name().to_owned();
                self.remark(&format!("the player is {name} now"))?;
                writeln!(self.output, "feature done=0")?;
                self.tell_features()
            }
            Err(error) => self.refuse(&error.to_string(), &line),
        }
    }

    /// What this side can do, and what can be set.
    pub(super) fn tell_features(&mut self) -> io::Result<()> {
        let has = |name| u8::from(self.player.spec(name).is_some());
        writeln!(
            self.output,
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 reuse=1\n\
             feature analyze=1 myname=\"{}\" variants=\"normal\" colors=0 ics=0 name=1 pause=0 nps=0 exclude=1\n\
             feature debug=1 memory={} smp={}",
            self.player.name(),
            has("Hash"),
            has("Threads"),
        )?;
        if self.player.spec("SyzygyPath").is_some() {
            writeln!(self.output, "feature egt=\"syzygy\"")?;
        }
        let own = Some(resign_option()).filter(|_| self.player.spec(RESIGN).is_none());
        for spec in self.player.options().into_iter().chain(own) {
            if !ELSEWHERE.iter().any(|name| spec.is_named(name)) {
                writeln!(self.output, "{}", write::option(&spec))?;
            }
        }
        writeln!(self.output, "feature done=1")
    }

    /// Pings are answered when all that was asked before them is done: not while the machine thinks about its move, nor
    /// while a search that is no longer asked for comes to its end; pondering and analysis do not count.
    fn answer_pings(&mut self) -> io::Result<()> {
        let busy = self
            .work
            .as_ref()
            .is_some_and(|work| !work.wanted || matches!(work.purpose, Purpose::Move | Purpose::Hint));
        if busy {
            return Ok(());
        }
        while let Some(number) = self.pings.pop_front() {
            writeln!(self.output, "pong {number}")?;
        }
        Ok(())
    }

    pub(super) fn refuse(&mut self, reason: &str, line: &str) -> io::Result<()> {
        writeln!(self.output, "{}", write::error(reason, line))
    }

    /// A remark, for those who said that they take them.
    fn remark(&mut self, text: &str) -> io::Result<()> {
        if !self.remarks {
            return Ok(());
        }
        writeln!(self.output, "# {}", crate::text::one_line(text))
    }
}

fn resign_option() -> OptionSpec {
    OptionSpec { name: RESIGN, kind: OptionKind::Check { default: true } }
}
