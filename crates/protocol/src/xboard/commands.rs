//! The commands of CECP, in one table from which they are executed and described.

use std::io;
use std::path::Path;
use std::sync::Arc;

use book::Book;
use notation::{MoveError, parse_move};
use play::{Game, GameError, OptionKind, chess960_refusal, san};
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Position};

use super::limits::GameLimits;
use super::offers::Values;
use super::session::{Mode, PendingCommand, RESIGN, Session};
use super::write;
use crate::player_handle::LIMIT_STRENGTH;
use crate::text::{next_word, one_line};

/// A command as it was sent.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// What follows the command's word.
    rest: &'a str,
    /// The whole line.
    all: &'a str,
}

type Handler = fn(&mut Session, Line<'_>) -> io::Result<()>;

/// Each command's word, handler and documentation.
#[rustfmt::skip]
const COMMANDS: &[(&str, Handler, &str)] = &[
    ("xboard", |_, _| Ok(()), "begins the session"),
    ("protover", |s, line| s.protocol_version(line), "from version 2 on, features and options are sent"),
    ("accepted", |s, line| { s.remarks |= line.rest == "debug"; Ok(()) }, "after `accepted debug`, remarks (`# ...`) are sent"),
    ("rejected", |_, _| Ok(()), "ignored"),
    ("new", |s, _| s.new_game(), "a new game; the engine plays Black; no depth limit"),
    ("variant", |s, line| s.set_variant(line), "`normal`, or `fischerandom` for a player that plays Chess960"),
    ("quit", |s, _| { s.quit = true; Ok(()) }, "ends the program"),
    ("force", |s, _| s.change_mode(Mode::Force), "the engine plays neither side; moves are recorded"),
    ("go", |s, _| s.go(), "the engine plays the side to move; the result if the game is over; in a draw that may be claimed, the result and a move"),
    ("playother", |s, _| s.play_other(), "the engine plays the other side; the result if the game is over"),
    ("white", |s, line| s.set_turn(Color::White, line), "White is to move and the engine plays Black"),
    ("black", |s, line| s.set_turn(Color::Black, line), "Black is to move and the engine plays White"),
    ("level", |s, line| s.set_limit(GameLimits::set_level, LEVEL, line), "`level MOVES MINUTES[:SECONDS] INCREMENT`; default `40 5 0`"),
    ("st", |s, line| s.set_limit(GameLimits::set_move_time, "expected st SECONDS", line), "exact time for each move, in seconds"),
    ("sd", |s, line| s.set_limit(GameLimits::set_depth, "expected sd PLIES", line), "depth limit in plies, besides the time"),
    ("time", |s, line| s.set_limit(GameLimits::set_own_time, CENTISECONDS, line), "the engine's clock, in centiseconds"),
    ("otim", |s, line| s.set_limit(GameLimits::set_opponents_time, CENTISECONDS, line), "the opponent's clock, in centiseconds"),
    ("usermove", |s, line| s.user_move(line.rest), "a move, in coordinates or SAN; the word may be omitted"),
    ("?", |s, _| { s.move_now(); Ok(()) }, "the engine moves at once, if it is its turn"),
    ("ping", |s, line| { s.pings.push_back(one_line(line.rest)); Ok(()) }, "`pong` after all commands before it; a search for a move ends first"),
    ("draw", |s, _| s.answer_draw_offer(), "the opponent offers a draw; the engine accepts by `offer draw`"),
    ("result", |s, _| s.change_mode(Mode::Force), "the game is over; the engine stops"),
    ("setboard", |s, line| s.set_board(line), "a position in FEN"),
    ("edit", |s, line| { s.editing = true; s.refuse("edit is not supported; use setboard", line.all) }, "refused, with all its lines; use `setboard`"),
    ("hint", |s, _| s.hint(), "the expected reply, the best move so far of an analysis, or the move found in half a second"),
    ("bk", |s, _| s.show_book(), "the book's moves in the position"),
    ("undo", |s, line| s.undo(1, line), "takes back one move"),
    ("remove", |s, line| s.undo(2, line), "takes back one move of each side"),
    ("hard", |s, _| { s.ponders = true; Ok(()) }, "ponders on the opponent's time"),
    ("easy", |s, _| { s.ponders = false; s.cancel_background(); Ok(()) }, "does not ponder (default)"),
    ("post", |s, _| { s.posts = true; Ok(()) }, "shows reports: `depth score centiseconds nodes seldepth nps tbhits line`"),
    ("nopost", |s, _| { s.posts = false; Ok(()) }, "does not show reports (default)"),
    ("analyze", |s, _| s.change_mode(Mode::Analyzes), "analyzes the position, and each that follows, until `exit`"),
    ("exit", |s, _| if s.mode == Mode::Analyzes { s.change_mode(Mode::Force) } else { Ok(()) }, "ends the analysis"),
    (".", |s, _| if s.mode == Mode::Analyzes { s.send_status() } else { Ok(()) }, "`stat01: centiseconds nodes depth moves-left moves move` during analysis"),
    ("exclude", |s, line| s.set_excluded(true, line), "leaves a move (or `all`) out of the analysis"),
    ("include", |s, line| s.set_excluded(false, line), "takes a move (or `all`) back into the analysis"),
    ("memory", |s, line| s.set_number("Hash", line.rest, line), "memory in MB, for a player with `Hash`"),
    ("cores", |s, line| s.set_number("Threads", line.rest, line), "number of threads, for a player with `Threads`"),
    ("egtpath", |s, line| s.set_table_path(line), "`egtpath syzygy FOLDER`, for a player with `SyzygyPath`"),
    ("option", |s, line| s.set_option(line), "`option NAME=VALUE`, or `option NAME` for a button"),
    ("random", |_, _| Ok(()), "ignored"),
    ("computer", |_, _| Ok(()), "ignored"),
    ("name", |_, _| Ok(()), "ignored"),
    ("rating", |_, _| Ok(()), "ignored"),
    ("ics", |_, _| Ok(()), "ignored"),
];

const LEVEL: &str = "expected level MOVES MINUTES INCREMENT, such as level 40 5 0";
const CENTISECONDS: &str = "expected a time in centiseconds";

/// Every command with its documentation.
pub fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    COMMANDS.iter().map(|(word, _, text)| (*word, *text))
}

impl Session {
    /// Executes a line. One that is no command may be a move, as in the protocol's first version.
    pub(super) fn execute(&mut self, line: &str) -> io::Result<()> {
        let Some((word, rest)) = next_word(line) else {
            return Ok(());
        };
        if self.editing {
            self.editing = word != ".";
            return Ok(());
        }
        match COMMANDS.iter().find(|(known, ..)| *known == word) {
            Some((_, handler, _)) => handler(
                self,
                Line {
                    rest: rest.trim(),
                    all: line,
                },
            ),
            None => match parse_move(self.game.position(), line) {
                Err(MoveError::Unreadable(_)) => self.refuse("unknown command", line),
                _ => self.user_move(line),
            },
        }
    }

    /// Refuses a line that could not be read.
    fn check_read(&mut self, is_read: bool, expected: &str, line: Line<'_>) -> io::Result<()> {
        if is_read {
            Ok(())
        } else {
            self.refuse(expected, line.all)
        }
    }

    fn set_limit(
        &mut self,
        set: fn(&mut GameLimits, &str) -> Option<()>,
        expected: &str,
        line: Line<'_>,
    ) -> io::Result<()> {
        let is_read = set(&mut self.limits, line.rest).is_some();
        self.check_read(is_read, expected, line)
    }

    fn protocol_version(&mut self, line: Line<'_>) -> io::Result<()> {
        match line.rest.parse::<u32>() {
            Ok(0 | 1) => Ok(()),
            _ => self.send_features(),
        }
    }

    fn change_mode(&mut self, mode: Mode) -> io::Result<()> {
        if self.mode != mode || !self.is_thinking() {
            self.cancel_search();
        }
        self.mode = mode;
        self.hint_wanted = false;
        Ok(())
    }

    /// Plays the side to move. A chess program sends this although the game is over, and waits for
    /// an answer.
    fn go(&mut self) -> io::Result<()> {
        if !self.is_thinking() {
            self.send_result()?;
            self.plays_on = true;
        }
        self.change_mode(Mode::Plays(self.game.position().turn()))
    }

    fn play_other(&mut self) -> io::Result<()> {
        self.send_result()?;
        self.change_mode(Mode::Plays(!self.game.position().turn()))
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.limits.reset();
        self.values = Values::default();
        self.pending.push_back(PendingCommand::NewGame);
        self.player.set_chess960(false);
        let mode = if self.mode == Mode::Analyzes {
            Mode::Analyzes
        } else {
            Mode::Plays(Color::Black)
        };
        self.set_game(Game::new());
        self.change_mode(mode)
    }

    /// Begins a game of this variant; `setboard` follows for Chess960.
    fn set_variant(&mut self, line: Line<'_>) -> io::Result<()> {
        let chess960 = notation::is_chess960_name(line.rest);
        if !chess960 && line.rest != "normal" {
            return self.refuse("expected normal or fischerandom", line.all);
        }
        if !self.player.set_chess960(chess960) {
            return self.refuse(&chess960_refusal(self.player.name()), line.all);
        }
        let game = Game::new();
        self.set_game(if chess960 { game.into_chess960() } else { game });
        Ok(())
    }

    fn read_fen(&self, fen: &str) -> Result<Game, GameError> {
        if self.player.is_chess960() {
            return Game::from_any_fen(fen).map(Game::into_chess960);
        }
        Game::from_fen(fen)
    }

    fn set_game(&mut self, game: Game) {
        self.cancel_search();
        self.game = game;
        self.position_changed();
    }

    /// Clears what belonged to the position before.
    fn position_changed(&mut self) {
        self.plays_on = false;
        self.expected = None;
        self.hint_wanted = false;
        self.excluded.clear();
    }

    fn set_board(&mut self, line: Line<'_>) -> io::Result<()> {
        match self.read_fen(line.rest) {
            Ok(game) => {
                self.set_game(game);
                Ok(())
            }
            Err(error) => {
                let hint = match error {
                    GameError::Castling { .. } if self.player.plays_chess960() => {
                        "; send `variant fischerandom`"
                    }
                    GameError::Castling { .. } => "; Chess960 is not played",
                    _ => "",
                };
                let text = format!("tellusererror Illegal position: {error}{hint}");
                self.send(&one_line(&text))
            }
        }
    }

    /// The old commands `white` and `black`: sets the side to move, and the engine plays the other.
    fn set_turn(&mut self, turn: Color, line: Line<'_>) -> io::Result<()> {
        if self.game.position().turn() != turn {
            let mut setup =
                Fen::from_position(self.game.position(), EnPassantMode::Legal).into_setup();
            (setup.turn, setup.ep_square) = (turn, None);
            let fen = Fen::try_from(setup).map_or_else(|_| String::new(), |fen| fen.to_string());
            match self.read_fen(&fen) {
                Ok(game) => self.set_game(game),
                Err(_) => return self.refuse("the side to move could capture the king", line.all),
            }
        }
        self.change_mode(Mode::Plays(!turn))
    }

    fn user_move(&mut self, text: &str) -> io::Result<()> {
        let position = self.game.position();
        let goes_on = self.plays_on || self.game.ending().is_none();
        if self.mode == Mode::Plays(position.turn()) && goes_on {
            return self.send(&write::illegal("not your turn", text));
        }
        let played = match parse_move(position, text) {
            Ok(played) => played,
            Err(error) => {
                let reason = match error {
                    MoveError::Unreadable(_) => "expected a move such as e2e4".to_owned(),
                    MoveError::Ambiguous { choices, .. } => {
                        format!("ambiguous: {}", choices.join(" or "))
                    }
                    MoveError::Illegal { reason, .. } => reason,
                };
                return self.send(&write::illegal(&reason, text));
            }
        };
        if !self.ponder_hit(played) {
            self.cancel_search();
        }
        self.game.play(played);
        self.position_changed();
        if let Mode::Plays(_) = self.mode {
            self.send_result()?;
        }
        Ok(())
    }

    fn undo(&mut self, moves: usize, line: Line<'_>) -> io::Result<()> {
        if self.game.moves().len() < moves {
            return self.refuse("no move to take back", line.all);
        }
        self.cancel_search();
        for _ in 0..moves {
            self.game.undo();
        }
        self.position_changed();
        Ok(())
    }

    fn answer_draw_offer(&mut self) -> io::Result<()> {
        match self.mode {
            Mode::Plays(_) if self.values.accepts_draw(self.contempt()) => self.send("offer draw"),
            _ => Ok(()),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        // What a player of limited strength expects is no advice.
        let is_limited = self.player.value(LIMIT_STRENGTH).as_deref() == Some("true");
        let expected = if is_limited { None } else { self.expected };
        match expected {
            _ if self.mode == Mode::Analyzes => {
                self.hint_wanted = true;
                self.send_hint_of_analysis()
            }
            Some(expected) => self.send(&format!(
                "Hint: {}",
                write::chess_move(self.game.position(), expected)
            )),
            None => {
                // None while the engine thinks about its own move.
                self.hint_wanted = !self.is_thinking();
                Ok(())
            }
        }
    }

    /// Sends each move of the book with its weight, on indented lines, and an empty line.
    fn show_book(&mut self) -> io::Result<()> {
        let file = self.player.value("BookFile");
        let book = match file.as_deref() {
            None => None,
            Some("") => Some(Book::embedded()),
            Some(path) => Book::read(Path::new(path)).ok().map(Arc::new),
        };
        let position = self.game.position();
        let moves = book.map_or_else(Vec::new, |book| book.moves(position));
        let lines: String = moves
            .iter()
            .map(|m| format!(" {} ({})\n", san(position, m.chess_move), m.weight))
            .collect();
        self.send(if lines.is_empty() {
            " nothing\n"
        } else {
            &lines
        })
    }

    fn set_excluded(&mut self, is_excluded: bool, line: Line<'_>) -> io::Result<()> {
        let position = self.game.position();
        let named = match line.rest {
            "all" => position.legal_moves().to_vec(),
            text => match parse_move(position, text) {
                Ok(named) => vec![named],
                Err(_) => return self.refuse("expected a legal move or all", line.all),
            },
        };
        self.excluded.retain(|one| !named.contains(one));
        if is_excluded {
            self.excluded.extend(named);
        }
        self.cancel_background();
        Ok(())
    }

    /// Sets an option that has a command of its own.
    fn set_number(&mut self, name: &str, value: &str, line: Line<'_>) -> io::Result<()> {
        let Some(spec) = self.player.spec(name) else {
            return self.refuse(&format!("the player has no option {name}"), line.all);
        };
        // A chess program may offer more than the player can use.
        let value = match (&spec.kind, value.parse::<i64>()) {
            (OptionKind::Spin { min, max, .. }, Ok(number)) => number.clamp(*min, *max).to_string(),
            _ => value.to_owned(),
        };
        self.enqueue_option(name, &value, line)
    }

    fn set_table_path(&mut self, line: Line<'_>) -> io::Result<()> {
        match next_word(line.rest) {
            Some(("syzygy", folder)) => self.set_number("SyzygyPath", folder.trim(), line),
            _ => self.refuse("expected egtpath syzygy FOLDER", line.all),
        }
    }

    fn set_option(&mut self, line: Line<'_>) -> io::Result<()> {
        let (name, value) = line.rest.split_once('=').unwrap_or((line.rest, ""));
        let name = name.trim();
        let options = self.player.options();
        let spec = options.iter().find(|spec| spec.is_named(name));
        let is_check = name.eq_ignore_ascii_case(RESIGN)
            || spec.is_some_and(|spec| matches!(spec.kind, OptionKind::Check { .. }));
        let value = match value.trim() {
            "1" if is_check => "true",
            "0" if is_check => "false",
            other => other,
        };
        self.enqueue_option(name, value, line)
    }

    fn enqueue_option(&mut self, name: &str, value: &str, line: Line<'_>) -> io::Result<()> {
        self.cancel_background();
        let [name, value, line] = [name, value, line.all].map(str::to_owned);
        self.pending
            .push_back(PendingCommand::SetOption { name, value, line });
        Ok(())
    }
}
