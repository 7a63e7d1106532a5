//! The session's side of every command, and its end.

use std::any::Any;
use std::io::Write;
use std::panic::resume_unwind;
use std::time::Duration;

use anyhow::Context;
use notation::{find_tag, parse_move, san_line};
use play::{ClockDigits, Game, GameClock, TimeControl, chess960_start, clock_text, side_name};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{ByColor, Color, EnPassantMode, Outcome, Position};

use super::review::annotated_pgn;
use super::reviewing::own_side;
use super::{Output, Session};
use crate::game_state::{ActionError, DRAWN_FROM, GameState};
use crate::game_tree::GameTree;
use crate::level::Level;
use crate::opponent::Task;
use crate::pgn_load::Loaded;
use crate::strength::Strength;
use crate::text_width::wrap_text;
use crate::theme::Theme;

/// Number of a start position of Chess960, by the time of day.
pub fn any_chess960() -> u16 {
    (chrono::Local::now().timestamp_subsec_micros() % 960) as u16
}

impl Session {
    pub(crate) fn show_help(&mut self) {
        self.output.push(Output::Help);
    }

    pub(crate) fn show_board(&mut self) {
        self.output.push(Output::Board);
    }

    pub(crate) fn open_console(&mut self) {
        self.output.push(Output::Console);
    }

    /// The person has chosen an opponent.
    pub(crate) fn stop_asking_strength(&mut self) {
        self.asks_strength = false;
    }

    /// Whether the question for the person's strength is open.
    pub(crate) fn is_new_user(&self) -> bool {
        self.asks_strength
    }

    /// Remembers an option of `belle play` for all later sessions of a person; returns whether it
    /// did.
    pub(crate) fn remember(&mut self, option: &str, value: &str) -> bool {
        let Some(remember) = self.remember else {
            return false;
        };
        match remember(option, value) {
            Ok(()) => true,
            Err(error) => {
                self.say(format!("not remembered for the next games: {error:#}"));
                false
            }
        }
    }

    /// Lets the next line be the value of a command that was entered without one.
    pub(crate) fn expect_value(&mut self, command: impl Into<String>) {
        self.open_value = Some(command.into());
    }

    /// The command whose value the next line may be.
    pub(crate) fn take_expected_value(&mut self) -> Option<String> {
        self.open_value.take()
    }

    /// Whether a command would do something as things stand.
    pub(crate) fn can_execute(&self, name: &str) -> bool {
        let is_over = self.state.outcome().is_some();
        let has_moves = !self.state.game().moves().is_empty();
        let is_review = self.review.is_some();
        match name {
            "next" | "prev" | "first" | "line" | "drop" => is_review,
            "mistake" | "try" | "report" => is_review || is_over,
            "resume" => self.left_over.is_some(),
            "undo" | "last" => has_moves,
            "hint" | "eval" => !is_over && !self.state.machine_to_move(),
            "resign" | "draw" => !is_over && !is_review,
            "stop" => self.is_waiting(),
            "save" => has_moves,
            _ => true,
        }
    }

    pub(crate) fn quit(&mut self) {
        self.quitting = true;
    }

    /// Leaves the game looked at, or else the program.
    pub(crate) fn exit(&mut self) {
        if self.review.is_some() {
            self.leave_review();
        } else {
            self.quit();
        }
    }

    pub(crate) fn play_move(&mut self, text: &str) {
        // Whoever plays on has answered.
        self.asked = None;
        if self.review.is_some() {
            return self.try_move(text);
        }
        if self.looks_only {
            return self.say(
                "no game is looked at yet: type the number of one, or `new` to play yourself",
            );
        }
        if let Ok(chess_move) = parse_move(self.state.game().position(), text)
            && self.examines(chess_move)
        {
            // It is played when nothing is wrong with it.
            self.pending = Some(Task::Examine(chess_move));
            return;
        }
        self.play_checked_move(text);
    }

    pub(super) fn play_checked_move(&mut self, text: &str) {
        let (side, now) = (self.state.turn(), self.now());
        if self.clock.side_out_of_time(now).is_some() {
            return;
        }
        match self.state.play_human_move(text) {
            Ok(chess_move) => {
                self.clock.press(side, now);
                self.state.note_clock(self.clock.left(side, now));
                self.expected = None;
                let hit = self.opponent.task() == Some(Task::Ponder(chess_move));
                if hit && self.state.machine_to_move() {
                    self.output.push(Output::SearchStarted);
                    self.opponent.ponder_hit();
                } else {
                    self.opponent.abandon();
                }
                // The machine's reply shows the board soon.
                if !self.state.machine_to_move() {
                    self.show_board();
                }
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Takes back this many moves of the person, or as many as there are.
    pub(crate) fn undo(&mut self, count: usize) {
        if self.review.is_some() {
            return self.step(count, "move to go back to", GameTree::back);
        }
        let before = self.state.game().moves().to_vec();
        let control_before = self.state.control();
        for taken in 0..count {
            match self.state.undo() {
                Ok(moves) => {
                    for _ in 0..moves {
                        self.clock.undo();
                    }
                }
                Err(error) if taken == 0 => return self.say(error.to_string()),
                Err(_) => break,
            }
        }
        if self.state.control() != control_before {
            // The game was over, and goes on at the level that was chosen since.
            self.start_clocks();
        }
        self.abandon_all();
        self.opponent.clear_log();
        self.end_announced = false;
        self.show_board();
        let game = self.state.game();
        let taken_back = &before[game.moves().len()..];
        self.say(format!(
            "taken back: {}; {}",
            san_line(game.position(), taken_back),
            self.state.side_to_move()
        ));
    }

    pub(super) fn abandon_all(&mut self) {
        self.opponent.abandon();
        self.expected = None;
        self.pending = None;
    }

    pub(crate) fn resign(&mut self) {
        if self.review.is_some() {
            return self.say("you are looking at a game: `go` plays on from here");
        }
        let result = self.state.resign();
        self.say_error(result);
    }

    pub(crate) fn offer_draw(&mut self) {
        if self.review.is_some() {
            return self.say("you are looking at a game: `go` plays on from here");
        }
        let score = self.state.machine_score();
        match self.state.offer_draw(self.contempt) {
            Ok(()) => self.say("the machine accepts: it does not think that it is ahead"),
            Err(ActionError::DrawDeclined) => {
                let reason = match score {
                    None => "it has not judged the position yet".to_owned(),
                    Some(score) if score.centipawns(i32::MAX) > 0 => {
                        "it thinks that it is ahead".to_owned()
                    }
                    Some(_) if self.state.is_early() => format!(
                        "it is too early; from move {DRAWN_FROM} on it accepts if it is not ahead"
                    ),
                    Some(_) => "its option Contempt lets it play on".to_owned(),
                };
                self.say(format!("the machine declines the draw: {reason}"));
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Tells the result, or how the game stands in pieces.
    pub(crate) fn tell_result(&mut self) {
        if let Some(verdict) = self.state.verdict() {
            return self.say(verdict);
        }
        let side = self.state.own_side().unwrap_or(Color::White);
        let who = match self.state.own_side() {
            Some(_) => "you are",
            None => "White is",
        };
        let material = match self.state.captured_by(side).lead {
            0 => "both sides have pieces of the same worth".to_owned(),
            lead => {
                let plural = if lead.abs() == 1 { "pawn" } else { "pawns" };
                let place = if lead > 0 { "ahead" } else { "behind" };
                format!("in pieces {who} {} {plural} {place}", lead.abs())
            }
        };
        self.say(format!(
            "the game is not over: {material}; `eval` shows how the machine judges the position"
        ));
    }

    fn say_error(&mut self, result: Result<(), ActionError>) {
        if let Err(error) = result {
            self.say(error.to_string());
        }
    }

    pub(crate) fn hint(&mut self) {
        if self.state.outcome().is_some() {
            return self.say(ActionError::Over.to_string());
        }
        match self.hint.take() {
            Some(hint) if hint.position == *self.state.game().position() => {
                self.output.push(Output::Hint {
                    best: hint.best,
                    score: hint.score,
                    summary: hint.summary,
                });
            }
            _ => self.request(Task::Hint),
        }
    }

    pub(crate) fn evaluate(&mut self) {
        self.request(Task::Evaluate);
    }

    fn request(&mut self, task: Task) {
        if self.state.machine_to_move() {
            self.say("the machine is thinking (`stop` makes it move now)");
        } else {
            self.pending = Some(task);
        }
    }

    pub(crate) fn stop(&mut self) {
        if self.is_held() {
            return self.release();
        }
        if self.opponent.task().is_some() && !self.opponent.is_pondering() {
            // The result of an analysis stays on the screen.
            self.opponent.stop();
        } else {
            self.say("the machine is not thinking");
        }
    }

    pub(crate) fn new_game(&mut self) {
        let chess960 = self.state.game().start().castles().mode().is_chess960();
        if chess960 {
            return self.new_chess960(None);
        }
        self.begin(Game::new());
    }

    pub(crate) fn set_up(&mut self, fen: &str) {
        match Game::from_any_fen(fen) {
            Ok(game) => self.set_up_game(game),
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Begins a game from a position that was set up.
    pub(crate) fn set_up_game(&mut self, game: Game) {
        if !self.begin(game) || self.state.outcome().is_some() {
            return;
        }
        // Whoever sets up a position plays it: the machine does not move before it is told to.
        let turn = self.state.turn();
        self.state.set_human(turn);
        self.state.mark_set_up();
        self.bottom = turn;
        self.say(format!(
            "you play {}, which is to move; `go` lets the machine play it",
            side_name(turn)
        ));
    }

    /// Tells the last move and who made it.
    pub(crate) fn tell_last_move(&mut self) {
        let game = self.state.game();
        let ([.., before, _], Some(&last)) = (game.positions(), game.moves().last()) else {
            return self.say("no move has been made yet");
        };
        let text = format!(
            "the last move is {}, by {}",
            san_line(before, &[last]),
            self.state.name(before.turn())
        );
        self.say(text);
    }

    /// Starts the Chess960 game with this number, or any one.
    pub(crate) fn new_chess960(&mut self, number: Option<u16>) {
        let number = match number {
            Some(number) => number,
            None => any_chess960(),
        };
        if self.begin(chess960_start(number)) {
            self.say(format!("Chess960, position {number}"));
        }
    }

    /// Continues a game that was read.
    pub(super) fn play_loaded(&mut self, loaded: Loaded) {
        let side = loaded.game.position().turn();
        let comments = loaded.comments();
        let players = ByColor::new_with(|side| {
            let name = loaded.name(side).unwrap_or_else(|| "?".to_owned());
            name.replace(char::is_control, "")
        });
        let own_side = own_side(&loaded.tags, self.played().human_name().as_deref());
        let control: Option<TimeControl> =
            find_tag(&loaded.tags, "TimeControl").and_then(|text| text.parse().ok());
        let left = ByColor::new_with(|side| loaded.time_left(side));
        if !self.begin(loaded.game) {
            return;
        }
        self.keep_comments(comments);
        self.say(format!("loaded {}", loaded.title));
        if self.state.outcome().is_none() {
            // One's own game goes on as it was.
            if let Some(own) = own_side {
                self.take_opponent_of(players.get(!own));
                self.state.join_machine();
                if let Some(control) = control {
                    self.set_level(Level::Clock(control));
                    self.go_on_with_clocks(left);
                }
            }
            self.set_human(own_side.unwrap_or(side));
        } else {
            self.replace_state(|state| state.played_before(players, own_side, control));
        }
    }

    /// Sets the clocks of a game that goes on; a side of which no time is known has all of it.
    pub(super) fn go_on_with_clocks(&mut self, left: ByColor<Option<Duration>>) {
        let moves = self.state.game().moves().len() as u32;
        let first = self.state.game().start().turn();
        let moves_made = ByColor::new_with(|side| {
            if side == first {
                moves.div_ceil(2)
            } else {
                moves / 2
            }
        });
        self.clock.go_on(left, moves_made);
    }

    /// Takes the opponent that a saved game names, or says that it is another.
    fn take_opponent_of(&mut self, name: &str) {
        if name == self.opponent.name() || name == "?" {
            return;
        }
        match Strength::of_name(name) {
            Some(strength) if self.strength == Some(strength) => {}
            Some(strength) => {
                self.set_opponent(strength);
            }
            None => {
                let now = self.opponent.name();
                self.say(format!(
                    "it was a game against {name}; now you play against {now}"
                ));
            }
        }
    }

    /// Begins a game; false, and a message, if the player does not play it.
    pub(super) fn begin(&mut self, game: Game) -> bool {
        if let Some(reason) = self.opponent.refusal(game.start()) {
            self.say(reason);
            return false;
        }
        self.keep_own_game();
        let current = self.unsaved();
        self.archive.store(&current);
        let state = self.new_state(game);
        self.review = None;
        self.looks_only = false;
        self.reading = None;
        self.annotated = None;
        self.abandon_all();
        self.opponent.new_game();
        self.state = state;
        self.clock = GameClock::new(self.level.control());
        self.end_announced = false;
        self.warned = None;
        self.show_board();
        true
    }

    /// A game with the opponent, the level, the side and the name that are set.
    pub(super) fn new_state(&self, game: Game) -> GameState {
        let machine = self.opponent.name().to_owned();
        let played = self.played();
        GameState::new(game, played.human(), machine)
            .with_human_name(played.human_name())
            .with_control(self.level.control())
    }

    /// Keeps the comments on the moves of the game, such as clocks and values.
    pub(super) fn keep_comments(&mut self, comments: Vec<String>) {
        self.replace_state(|state| state.with_comments(comments));
    }

    /// The game goes on as if it had been played here.
    pub(super) fn continue_from(&mut self, comments: Vec<String>) {
        self.replace_state(|state| state.with_comments(comments).going_on());
    }

    fn replace_state(&mut self, change: impl FnOnce(GameState) -> GameState) {
        let empty = GameState::new(Game::new(), Color::White, String::new());
        self.state = change(std::mem::replace(&mut self.state, empty));
    }

    /// Gives the person this side, or the other than now.
    pub(crate) fn take_side(&mut self, side: Option<Color>) {
        self.abandon_all();
        self.end_review();
        self.set_human(side.unwrap_or(!self.state.human()));
    }

    pub(crate) fn go(&mut self) {
        self.take_side(Some(!self.state.turn()));
    }

    /// Lets the person play both sides, or not; `None` changes that.
    pub(crate) fn set_manual(&mut self, manual: Option<bool>) {
        let manual = manual.unwrap_or(!self.state.is_manual());
        self.abandon_all();
        self.end_review();
        self.state.set_manual(manual);
        self.say(if manual {
            "you play both sides"
        } else {
            "the machine plays its side"
        });
    }

    pub(crate) fn set_ponder(&mut self, on: bool) {
        self.ponder = on;
        self.remember("ponder", word(on));
        if !on && self.opponent.is_pondering() {
            self.opponent.abandon();
        }
        self.show_ponder();
    }

    pub(crate) fn show_ponder(&mut self) {
        self.say(if self.ponder {
            "pondering is on"
        } else {
            "pondering is off"
        });
    }

    /// Shows or hides the machine's values and lines; `None` changes that.
    pub(crate) fn set_thoughts(&mut self, shown: Option<bool>) {
        let shown = shown.unwrap_or(!self.shows_thoughts());
        self.thoughts = Some(shown);
        self.remember("thoughts", word(shown));
        self.say(match (shown, self.review.is_some()) {
            (true, _) => "thoughts are shown",
            (false, false) => "thoughts are hidden",
            (false, true) => {
                "thoughts are hidden in your games; in a game looked at `analysis off` hides the \
                 machine's lines"
            }
        });
    }

    pub(crate) fn flip(&mut self) {
        self.bottom = !self.bottom;
        self.show_board();
    }

    /// Sets the level, and the clocks of a game that goes on; a search for the old level starts
    /// again.
    pub(crate) fn set_level(&mut self, level: Level) {
        self.level = level;
        self.played_mut().set_control(level.control());
        if self.played().outcome().is_none() {
            self.start_clocks();
        }
        // The judgment of a game does not depend on the level.
        if !self.is_judging() {
            self.opponent.abandon();
        }
    }

    /// Gives both sides the whole time of the level.
    pub(super) fn start_clocks(&mut self) {
        let clock = GameClock::new(self.level.control());
        match &mut self.review {
            Some(review) => review.paused.clock = clock,
            None => self.clock = clock,
        }
    }

    /// Plays on, or the next game if this one is over, against an opponent of this strength; false,
    /// and a message, if there is none.
    pub(crate) fn set_opponent(&mut self, strength: Strength) -> bool {
        match self.opponent.change(strength, self.state.game().start()) {
            Ok(()) => {
                self.expected = None;
                self.strength = Some(strength);
                let name = self.opponent.name().to_owned();
                self.played_mut().set_machine_name(&name);
                self.say(if self.played().outcome().is_some() {
                    format!("the next game is against {strength}")
                } else {
                    format!("you play against {strength}")
                });
                true
            }
            Err(error) => {
                self.say(error);
                false
            }
        }
    }

    /// Whether the machine has moved in a game that goes on, against another opponent than this.
    pub(crate) fn has_game_against(&self, other_than: Strength) -> bool {
        let played = self.played();
        played.has_machine_moved()
            && !played.game().moves().is_empty()
            && played.outcome().is_none()
            && self.strength != Some(other_than)
    }

    /// Begins a game against an opponent of this strength; false, and a message, if there is none.
    /// The game on the board is kept under the name of its own opponent.
    pub(crate) fn new_game_against(&mut self, strength: Strength) -> bool {
        match self.opponent.change(strength, self.state.game().start()) {
            Ok(()) => {
                self.strength = Some(strength);
                self.new_game();
                self.say(format!("a new game, against {strength}"));
                true
            }
            Err(error) => {
                self.say(error);
                false
            }
        }
    }

    pub(crate) fn show_opponents(&mut self) {
        let text = format!("now {}\n{}", self.opponent.name(), Strength::levels());
        self.output.push(Output::Page("opponents", text));
    }

    pub(crate) fn show_level(&mut self) {
        self.say(format!(
            "level: {} ({})",
            self.level,
            self.level.described()
        ));
    }

    pub(crate) fn show_clocks(&mut self) {
        let now = self.now();
        let side = |color: Color| {
            let used = clock_text(self.clock.used(color, now), ClockDigits::Seconds);
            let left = match self.clock.left(color, now) {
                Some(left) => format!(", {} left", clock_text(left, ClockDigits::LastTenths)),
                None => String::new(),
            };
            format!("{} {used} used{left}", side_name(color))
        };
        let both = format!("{}; {}", side(Color::White), side(Color::Black));
        self.say(both);
    }

    pub(crate) fn show_fen(&mut self) {
        let fen = Fen::from_position(self.state.game().position(), EnPassantMode::Legal);
        self.output
            .push(Output::Page("position", format!("{fen}\n")));
    }

    pub(crate) fn show_moves(&mut self) {
        let position = self.state.game().position();
        let moves: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|&m| San::from_move(position, m).to_string())
            .collect();
        let text = format!("{} legal moves: {}\n", moves.len(), moves.join(" "));
        self.output.push(Output::Page("legal moves", text));
    }

    pub(crate) fn show_pgn(&mut self) {
        let pgn = match &self.review {
            Some(review) => review.pgn(),
            None => self.state.pgn(self.archive.date()),
        };
        self.output.push(Output::Page("game", pgn));
    }

    /// What is worth saving and not in the archive yet, as PGN.
    pub(super) fn unsaved(&self) -> String {
        self.edited_game_of_a_file() + &self.played_pgn()
    }

    /// The game of a file that is looked at, if something was tried in it. One's own game keeps its
    /// place instead.
    pub(super) fn edited_game_of_a_file(&self) -> String {
        match &self.review {
            Some(review) if !review.is_paused_game && review.source.is_none() => review.edited(),
            _ => String::new(),
        }
    }

    /// The person's own game with what was found in it, if it is worth saving.
    pub(super) fn played_pgn(&self) -> String {
        let state = self.played();
        let date = self.archive.date();
        let comments = state.comments();
        let tree = match &self.review {
            Some(review) if review.is_paused_game => {
                let mut tree = review.tree.clone();
                tree.follow(state.game(), &comments);
                Some(tree)
            }
            _ => match &self.annotated {
                Some(annotated) => annotated.of(state.game(), &comments),
                None => None,
            },
        };
        let is_edited = match &tree {
            Some(tree) => tree.edits() > 0,
            None => false,
        };
        if !is_edited && !state.is_worth_saving() {
            return String::new();
        }
        let Some(mut tree) = tree else {
            return state.pgn(date);
        };
        if !state.game().moves().is_empty() {
            tree.end_here();
        }
        let outcome = Outcome::from_known(state.outcome());
        annotated_pgn(&tree, &state.tags(date), outcome)
    }

    pub(crate) fn set_theme(&mut self, theme: Option<Theme>) {
        if let Some(theme) = theme {
            self.theme = theme;
            self.remember("theme", &theme.to_string());
            return self.say(format!("theme: {theme}"));
        }
        let names = Theme::ALL.map(Theme::name).join(", ");
        self.say(format!("theme: {}; there are {names}", self.theme));
    }

    pub(crate) fn set_name(&mut self, name: &str) {
        if !name.is_empty() {
            self.played_mut().set_human_name(name.to_owned());
            self.remember("name", name);
        }
        let name = self.played().human_name();
        self.say(format!(
            "your name: {}",
            name.as_deref()
                .unwrap_or("not set; `name Ann` sets it for saved games")
        ));
    }

    /// Saves all games in the games' file, or adds them to another PGN file. Later games go to the
    /// games' file as ever.
    pub(crate) fn save(&mut self, path: Option<&str>) {
        let games = self.archive.games(&self.unsaved());
        if games.is_empty() {
            return self.say("there is nothing to save yet");
        }
        let saved = match path {
            Some(path) => self.archive.save_copy(path, &games),
            None => self.archive.save(&games),
        };
        match saved {
            Ok(path) => self.say(format!("saved in {path}")),
            Err(error) => self.say(format!("{error:#}")),
        }
    }

    /// Saves all games and writes their file's name, in lines of at most `width` columns; `played`
    /// is the interface's result, and its panic goes on.
    pub(crate) fn close(
        mut self,
        played: Result<anyhow::Result<()>, Box<dyn Any + Send>>,
        output: &mut impl Write,
        width: Option<usize>,
    ) -> anyhow::Result<()> {
        self.opponent.abandon();
        self.keep_own_game();
        let games = self.archive.games(&self.unsaved());
        let saved = if games.is_empty() {
            Ok(None)
        } else {
            self.archive.save(&games).map(Some)
        };
        // A game that cannot be saved stays where it was kept on disk.
        let is_kept = saved.is_ok() && self.keep_for_next_session();
        let text = match &saved {
            Ok(None) if is_kept => "the next start offers the position that you set up".to_owned(),
            Ok(None) => String::new(),
            Ok(Some(path)) if is_kept => format!(
                "saved in {path}; the game is not over: the next start offers to go on with it"
            ),
            Ok(Some(path)) => format!("saved in {path}"),
            Err(_) => {
                let _ = writeln!(output, "\n{games}");
                String::new()
            }
        };
        for line in wrap_text(&text, width.unwrap_or(usize::MAX)) {
            // The output may be closed: no further error.
            let _ = writeln!(output, "{line}");
        }
        let played = match played {
            Ok(played) => played,
            Err(panic) => resume_unwind(panic),
        };
        saved.context("the games could not be saved, so they are written above")?;
        played
    }
}

/// A switch as the configuration has it.
pub(super) fn word(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}
