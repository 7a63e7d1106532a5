//! The commands that a person may type, as one table.

use std::path::Path;

use notation::{MoveError, parse_move};
use play::{Game, role_name, shortened, side_name};
use shakmaty::san::San;
use shakmaty::{Chess, Color, Position, Square};

use crate::game_tree::{GameTree, MOVE_AFTER};
use crate::level::Level;
use crate::pasted::is_game;
use crate::pgn_load::{Purpose, Which};
use crate::piece_list;
use crate::session::{OpenQuestions, Session, is_analysis};
use crate::spoken::{
    NoSquare, SpokenMove, Switch, about, is_sentence, near_move, spoken_command, spoken_move,
    spoken_switch, spoken_undo, square_off_the_board, without_fillers,
};
use crate::strength::{STRENGTHS, Strength, YEARS};
use crate::theme::Theme;
use Handler::{Simple, With};

struct Command {
    names: &'static [&'static str],
    help: &'static str,
    handler: Handler,
}

enum Handler {
    Simple(fn(&mut Session)),
    /// Takes the argument named, which may be empty.
    With(&'static str, fn(&mut Session, &str) -> Result<(), String>),
}

const fn row(names: &'static [&'static str], help: &'static str, handler: Handler) -> Command {
    Command {
        names,
        help,
        handler,
    }
}

const COMMANDS: &[Command] = &[
    row(
        &["help", "?"],
        "list the commands, or explain a word: castling",
        With("[WORD]", help_with),
    ),
    row(
        &["board", "show"],
        "show the board",
        Simple(Session::show_board),
    ),
    row(
        &["moves"],
        "list the legal moves",
        Simple(Session::show_moves),
    ),
    row(
        &["hint"],
        "which piece to move; again: the move",
        Simple(Session::hint),
    ),
    row(
        &["undo", "back", "takeback"],
        "take back your last move, or N moves",
        With("[N]", undo),
    ),
    row(
        &["go"],
        "let the machine play the side to move",
        Simple(Session::go),
    ),
    row(
        &["stop", "now"],
        "make the machine move now",
        Simple(Session::stop),
    ),
    row(
        &["side"],
        "play this side, or switch sides",
        With("[white|black]", side),
    ),
    row(&["flip"], "flip the board", Simple(Session::flip)),
    row(
        &["level"],
        "show or set it: 3+2, 15, 40/90, 5 s, depth 6, blitz",
        With("[LEVEL]", level),
    ),
    row(
        &["opponent", "elo"],
        "list opponents, or take one: club, 1250",
        With("[NAME|ELO]", opponent),
    ),
    row(
        &["eval"],
        "show the terms of the evaluation",
        Simple(Session::evaluate),
    ),
    row(
        &["thoughts"],
        "show or hide the machine's values and lines",
        With("[on|off]", thoughts),
    ),
    row(
        &["warnings"],
        "warn before you play a move that loses a piece",
        With("[on|off]", warnings),
    ),
    row(&["new"], "start a new game", Simple(Session::new_game)),
    row(
        &["rematch"],
        "a new game with colors changed",
        Simple(Session::rematch),
    ),
    row(
        &["report"],
        "accuracy and turning points of a game that is over",
        Simple(Session::report),
    ),
    row(
        &["result", "score"],
        "who won, or who has more pieces",
        Simple(Session::tell_result),
    ),
    row(
        &["resume"],
        "go on with an interrupted game; no: only save it",
        With("[no]", resume),
    ),
    row(
        &["chess960"],
        "start a game of Chess960",
        With("[0..959]", chess960),
    ),
    row(
        &["setup"],
        "start from a position in FEN, or from its pieces",
        With("POSITION", setup),
    ),
    row(
        &["fen"],
        "show the position as FEN, or start from one",
        With("[FEN]", fen),
    ),
    row(&["pgn"], "show the game as PGN", Simple(Session::show_pgn)),
    row(
        &["save"],
        "save all games, or add them to FILE",
        With("[FILE]", save),
    ),
    row(
        &["load", "games"],
        "list your games or a file's; go on with game N",
        With("[FILE] [N]", load),
    ),
    row(
        &["review"],
        "look at this game, your game N, or one of a file",
        With("[FILE] [N]", review),
    ),
    row(
        &["next", "forward"],
        "a move forward in a game looked at",
        With("[N]", |s, n| step(s, n, true)),
    ),
    row(
        &["prev", "previous"],
        "a move back",
        With("[N]", |s, n| step(s, n, false)),
    ),
    row(
        &["first"],
        "to its start",
        Simple(|s| s.step(usize::MAX, "move before", GameTree::back)),
    ),
    row(
        &["last"],
        "to the end of the line; in a game: tell the last move",
        With("[move]", last),
    ),
    row(
        &["line"],
        "to the next variation",
        Simple(|s| s.step(1, "other move here", GameTree::switch_line)),
    ),
    row(
        &["drop"],
        "remove this variation",
        Simple(|s| s.step(1, "variation here", GameTree::drop_variation)),
    ),
    row(
        &["mistake"],
        "to your next move marked ?!, ? or ??; back: to the one before; both: of either side",
        With("[both|back]", mistake),
    ),
    row(
        &["try"],
        "find a better move in place of the mistake",
        Simple(Session::try_again),
    ),
    row(
        &["analysis"],
        "show the machine's lines; N of them",
        With("[on|off|N]", Session::analysis),
    ),
    row(
        &["theme"],
        "colors: wood, green, blue, gray",
        With("[NAME]", theme),
    ),
    row(&["name"], "your name in saved games", With("[NAME]", name)),
    row(
        &["clock", "time"],
        "show the clocks, or set the level",
        With("[LEVEL]", clock),
    ),
    row(
        &["ponder"],
        "let the machine think on your time",
        With("[on|off]", ponder),
    ),
    row(
        &["manual"],
        "play both sides yourself",
        With("[on|off]", manual),
    ),
    row(&["draw"], "offer a draw", Simple(Session::offer_draw)),
    row(&["resign"], "resign the game", Simple(Session::resign)),
    row(
        &["console"],
        "switch to Ken Thompson's teletype console",
        Simple(Session::open_console),
    ),
    row(
        &["exit"],
        "leave the game looked at, or else the program",
        Simple(Session::exit),
    ),
    row(&["quit", "q"], "save and quit", Simple(Session::quit)),
];

impl Command {
    fn is_named(&self, name: &str) -> bool {
        self.names
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Executes a line: a command by its name, anything else as a move.
pub(crate) fn execute(session: &mut Session, line: &str) {
    let open = session.open_questions();
    if line.trim().is_empty() {
        session.play_without_answer();
        if !session.is_pasting() && session.ask_again(open.clone(), "") {
            return;
        }
    }
    let answered = session.answered(line.trim());
    let mut line = answered.line.as_str();
    // Whoever is asked for his strength answers with a rating, and asks for no opponent.
    let answers_question = session.is_new_user()
        && Words::of(line).command.is_none()
        && Strength::in_words(line).is_some();
    let expected = session.take_expected_value();
    let meant = match &expected {
        _ if answers_question => None,
        Some(command) if is_value(session, command, line) => Some(format!("{command} {line}")),
        _ => command_in_words(line),
    };
    let is_command = meant.is_some() || Words::of(line).command.is_some();
    let is_answer = !line.is_empty() && !is_command && !line.contains('[');
    // One question at a time: that for an unfinished game comes first.
    let answers_other = answers_question && open.offers_game();
    if is_answer && !answers_other && session.answer_newcomer(line) {
        return;
    }
    if let Some(meant) = &meant {
        line = meant;
    }
    let Words {
        name,
        argument,
        command,
    } = Words::of(line);
    if session.take_pgn_line(line, command.is_some()) {
        return;
    }
    let asked_about = asked_about(session, line);
    // A line that is refused leaves no game.
    let is_refused = match command {
        Some(command) => matches!(command.handler, Simple(_)) && !argument.is_empty(),
        None => false,
    };
    if !is_refused && !session.is_confirmed(asked_about, line, answered.is_yes) {
        return;
    }
    match command.map(|command| &command.handler) {
        Some(Simple(handler)) if argument.is_empty() => handler(session),
        // `go e4`
        Some(Simple(_)) if play_spoken(session, line) => {}
        // `stop the clock`
        Some(Simple(_)) => match about(argument) {
            Some(text) => session.say(text),
            None => session.say(format!("`{name}` takes no argument (got \"{argument}\")")),
        },
        Some(With(_, handler)) => {
            if let Err(error) = handler(session, argument) {
                session.say(error);
                if !answered.is_yes {
                    session.ask_again(open.clone(), "");
                }
            }
        }
        None if line.is_empty() => {}
        None if is_position(line) => session.set_up(line),
        None if is_pasted_game(session, line) => session.look_at_text(line),
        None => {
            if !play_or_explain(session, line, open.clone())
                && let Some(command) = expected
            {
                session.expect_value(command);
            }
        }
    }
    if let Some(command) = command
        && SHOWS.contains(&command.names[0])
    {
        session.keep_offer_open(open);
    }
}

/// Commands that only show something, or set how it is shown.
const SHOWS: [&str; 9] = [
    "help", "board", "moves", "flip", "theme", "name", "thoughts", "warnings", "result",
];

/// The command that a person is asked about before this line leaves his game or resets its clocks.
fn asked_about(session: &Session, line: &str) -> Option<&'static str> {
    let Words {
        argument, command, ..
    } = Words::of(line);
    match command.map(|command| command.names[0]) {
        Some("exit") if session.review().is_none() => Some("quit"),
        // Without an argument they show something.
        Some("load" | "setup" | "fen") if argument.is_empty() => None,
        Some("opponent") => match argument.parse() {
            // It begins a new game.
            Ok(strength) if session.has_game_against(strength) => Some("opponent"),
            _ => None,
        },
        Some("level" | "clock") => match argument.parse() {
            Ok(level) if session.has_clocks_to_reset(level) => Some("level"),
            _ => None,
        },
        None if is_position(line) => Some("setup"),
        name => name,
    }
}

/// A line's first word, the rest of it, and the command that the first word names.
struct Words<'a> {
    name: &'a str,
    argument: &'a str,
    command: Option<&'static Command>,
}

impl Words<'_> {
    fn of(line: &str) -> Words<'_> {
        let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Words {
            name,
            argument: argument.trim(),
            command: COMMANDS.iter().find(|command| command.is_named(name)),
        }
    }

    /// Whether it is a command with an argument that it takes, or none.
    fn is_command(&self) -> bool {
        match self.command {
            Some(command) => self.argument.is_empty() || matches!(command.handler, With(..)),
            None => false,
        }
    }
}

/// Commands that turn something on and off, of which people speak in words of their own.
const SWITCHES: [&str; 3] = ["thoughts", "warnings", "ponder"];

/// The command that a line means in other words, if it is none itself.
fn command_in_words(line: &str) -> Option<String> {
    let words = Words::of(line);
    let is_whole_command = words.command.is_some() && words.argument.is_empty();
    if !is_whole_command && let Some(command) = spoken_command(line) {
        return Some(command.to_owned());
    }
    if !is_whole_command && let Some(count) = spoken_undo(line) {
        return Some(format!("undo {count}"));
    }
    let may_be_switch = match words.command {
        // `analysis off` is a command of its own.
        Some(command) => {
            matches!(command.handler, Simple(_)) || SWITCHES.contains(&command.names[0])
        }
        None => true,
    };
    if !is_whole_command
        && may_be_switch
        && let Some(Switch { name, on }) = spoken_switch(line)
    {
        return Some(format!("{name} {}", if on { "on" } else { "off" }));
    }
    // `level please`
    let rest = without_fillers(line);
    if rest != line && words.command.is_some() && rest.eq_ignore_ascii_case(words.name) {
        return Some(rest);
    }
    if words.is_command() {
        return None;
    }
    if let Some(strength) = opponent_in_words(line) {
        return Some(format!("opponent {}", strength.word()));
    }
    if let Some(level) = Level::in_words(line) {
        return Some(format!("level {level}"));
    }
    if rest != line && Words::of(&rest).is_command() {
        return Some(rest);
    }
    None
}

/// The opponent that a sentence asks for: `play against casual`, `set the strength to 1200`.
fn opponent_in_words(line: &str) -> Option<Strength> {
    const ASKING: [&str; 6] = [
        "against",
        "opponent",
        "strength",
        "difficulty",
        "elo",
        "rating",
    ];
    let mut words = line.split(|letter: char| !letter.is_alphanumeric());
    if !is_sentence(line) || !words.any(|word| ASKING.contains(&word.to_lowercase().as_str())) {
        return None;
    }
    Strength::in_words(line)
}

/// Whether a line is a game, and not a move with its number.
fn is_pasted_game(session: &Session, line: &str) -> bool {
    parse_move(session.state.game().position(), line).is_err() && is_game(line)
}

/// Plays a move, asks for the piece of a promotion, or says what is wrong with the line: then it
/// returns false, and a question that was open stays so.
fn play_or_explain(session: &mut Session, line: &str, open: OpenQuestions) -> bool {
    let is_over = session.state.outcome().is_some();
    let position = session.state.game().position();
    let is_move = parse_move(position, line).is_ok()
        || promotion_without_piece(position, line).is_some()
        || matches!(
            spoken_move(position, line),
            Some(SpokenMove::Legal(_) | SpokenMove::Promotion { .. })
        );
    match promotion_without_piece(position, line) {
        Some(Squares { from, to }) if !is_over => session.choose_promotion(from, to),
        _ if play_spoken(session, line) => {}
        _ => explain(session, line, &open),
    }
    if !is_move && !session.has_question() {
        session.ask_again(open, "");
    }
    is_move
}

/// Plays a move in notation, or says what is wrong with a line. Beside an open question it says
/// how to answer that.
fn explain(session: &mut Session, line: &str, open: &OpenQuestions) {
    match misread(session, line) {
        Some(Misread::Suggestion { message, command }) if open.takes_suggestion() => {
            session.suggest(&message, command);
        }
        Some(Misread::Topic(text)) => {
            session.say(text);
            session.ask_again(open.clone(), "");
        }
        Some(_) if session.ask_again(open.clone(), line) => {}
        Some(Misread::Message(message) | Misread::Suggestion { message, .. }) => {
            session.say(message);
        }
        None => session.play_move(line),
    }
}

/// Plays a move in words, or says what is wrong with it; false if the line is none.
fn play_spoken(session: &mut Session, line: &str) -> bool {
    let position = session.state.game().position();
    if let Ok(_) | Err(MoveError::Illegal { .. } | MoveError::Ambiguous { .. }) =
        parse_move(position, line)
    {
        return false;
    }
    match spoken_move(position, line) {
        Some(SpokenMove::Legal(legal)) => {
            let san = San::from_move(position, legal).to_string();
            session.answer_newcomer(&san);
            session.play_move(&san);
        }
        Some(SpokenMove::Promotion { from, to }) if session.state.outcome().is_none() => {
            session.choose_promotion(from, to);
        }
        Some(SpokenMove::Promotion { .. }) => session.play_move(line),
        Some(SpokenMove::Wrong(error)) => session.say(error.to_string()),
        None => return false,
    }
    true
}

/// The squares of a move.
struct Squares {
    from: Square,
    to: Square,
}

/// The squares of a pawn's move to the last rank that does not name its piece: `e8`, `e7e8`,
/// `dxe8+`.
fn promotion_without_piece(position: &Chess, text: &str) -> Option<Squares> {
    if parse_move(position, text).is_ok() {
        return None;
    }
    let bare = text.trim_end_matches(['+', '#', '!', '?', '=']);
    for queen in ["=Q", "q"] {
        if let Ok(chess_move) = parse_move(position, &format!("{bare}{queen}"))
            && chess_move.is_promotion()
        {
            return Some(Squares {
                from: chess_move.from()?,
                to: chess_move.to(),
            });
        }
    }
    None
}

/// Most letters of a line that are said back.
const QUOTED: usize = 40;

/// What to say of a line that is no command and no legal move.
enum Misread {
    Message(String),
    /// What is to be known of a thing that the line names.
    Topic(&'static str),
    /// A command that may be meant.
    Suggestion {
        message: String,
        command: String,
    },
}

/// What to say of a move to a square that is not on the board.
fn no_square(session: &Session, line: &str) -> Option<String> {
    let NoSquare { name, role } = square_off_the_board(line)?;
    let mut text = format!("there is no square {name}: files are called a to h, and ranks 1 to 8");
    if let Some(role) = role {
        let position = session.state.game().position();
        let mut moves = Vec::new();
        for legal in position.legal_moves() {
            if legal.role() == role {
                moves.push(San::from_move(position, legal).to_string());
            }
        }
        let side = side_name(position.turn());
        let piece = role_name(role);
        text += &if moves.is_empty() {
            format!("; {side} has no legal move with a {piece}")
        } else {
            format!("; with a {piece} {side} can play {}", moves.join(", "))
        };
    }
    Some(text)
}

/// What to say of a line that is no command and no legal move; nothing if its move tells more.
fn misread(session: &Session, line: &str) -> Option<Misread> {
    let position = session.state.game().position();
    let Err(error) = parse_move(position, line) else {
        return None;
    };
    let Words { name, argument, .. } = Words::of(line);
    let is_unreadable = matches!(error, MoveError::Unreadable(_));
    let has_argument = !argument.is_empty();
    if is_unreadable && let Some(text) = no_square(session, line) {
        return Some(Misread::Message(text));
    }
    // The reason is seen behind a long line too.
    let shown = shortened(line, QUOTED);
    let is_over = session.state.outcome().is_some();
    if is_unreadable
        && !is_over
        && let Some(san) = near_move(position, line)
    {
        return Some(Misread::Suggestion {
            message: format!("'{shown}' is no legal move: did you mean `{san}`?"),
            command: san,
        });
    }
    // One word may be a command with a slip.
    if has_argument
        && is_unreadable
        && let Some(text) = about(line)
    {
        return Some(Misread::Topic(text));
    }
    if let Some(command) = near_command(session, name, argument) {
        return Some(Misread::Suggestion {
            message: format!(
                "'{shown}' is neither a legal move nor a command: did you mean `{command}`?"
            ),
            command,
        });
    }
    if is_unreadable && let Some(text) = about(line) {
        return Some(Misread::Topic(text));
    }
    if session.is_new_user() && is_unreadable {
        return Some(Misread::Message(format!(
            "'{shown}' is neither a strength nor a move: type {STRENGTHS}"
        )));
    }
    if matches!(line.to_lowercase().as_str(), "y" | "yes" | "n" | "no") {
        return Some(Misread::Message(format!("'{shown}': no question is open")));
    }
    // A value without its command.
    for command in ["opponent", "level"] {
        let command = format!("{command} {line}");
        if is_accepted(session, &command) {
            return Some(Misread::Suggestion {
                message: format!(
                    "'{shown}' is neither a move nor a command: did you mean `{}`?",
                    shortened(&command, QUOTED)
                ),
                command,
            });
        }
    }
    if !is_unreadable {
        return None;
    }
    Some(Misread::Message(format!(
        "'{shown}' is neither a move nor a command: moves are like e4, Nf3, exd5, e8=Q, O-O or \
         e2e4; `help` lists the commands"
    )))
}

/// Whether a line is a value of the command that was entered without one, and no move.
fn is_value(session: &Session, command: &str, line: &str) -> bool {
    if parse_move(session.state.game().position(), line).is_ok() {
        return false;
    }
    match command {
        "level" => line.parse::<Level>().is_ok(),
        "opponent" => line.parse::<Strength>().is_ok(),
        "theme" => line.parse::<Theme>().is_ok(),
        // A list of games.
        _ => matches!(line.parse(), Ok(1_usize..)),
    }
}

/// Whether a line is a command that would be executed as things stand, and not refused: only such a
/// one is offered.
fn is_accepted(session: &Session, line: &str) -> bool {
    let words = Words::of(line);
    let Some(command) = words.command else {
        return false;
    };
    let (name, argument) = (command.names[0], words.argument);
    let takes_argument = match name {
        "undo" | "next" | "prev" => count(argument).is_ok(),
        "side" => side_named(argument).is_ok(),
        "level" | "clock" => argument.is_empty() || argument.parse::<Level>().is_ok(),
        "opponent" => argument.is_empty() || argument.parse::<Strength>().is_ok(),
        "theme" => argument.is_empty() || argument.parse::<Theme>().is_ok(),
        "thoughts" | "warnings" | "ponder" | "manual" => {
            argument.is_empty() || switch(name, argument).is_ok()
        }
        "resume" => is_one_of(argument, &["", "no"]),
        "last" => is_one_of(argument, &["", "move"]),
        "mistake" => is_one_of(argument, &["", "both", "back"]),
        "chess960" => argument.is_empty() || chess960_number(argument).is_ok(),
        "setup" => is_start(argument),
        "fen" => argument.is_empty() || is_start(argument),
        "load" | "review" => match split_number(argument) {
            NumberedGame {
                number: Some(0), ..
            } => false,
            NumberedGame { path, .. } => path.is_empty() || Path::new(path).is_file(),
        },
        "analysis" => session.review().is_some() && is_analysis(argument),
        "help" | "save" | "name" => true,
        _ => argument.is_empty(),
    };
    takes_argument && session.can_execute(name)
}

fn is_one_of(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a text is a position to begin with.
fn is_start(text: &str) -> bool {
    match piece_list::read(text) {
        Some(game) => game.is_ok(),
        None => Game::from_any_fen(text).is_ok(),
    }
}

/// Whether a line looks like a position in FEN: eight rows of a board and more.
fn is_position(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() == 7
}

/// The accepted command whose name is most like a mistyped one.
fn near_command(session: &Session, name: &str, argument: &str) -> Option<String> {
    let name = name.to_lowercase();
    let most_differences = if name.len() > 5 { 2 } else { 1 };
    let mut nearest = None;
    let mut fewest = most_differences + 1;
    for command in COMMANDS {
        for &known in command.names {
            // Anything is like a name of three letters.
            if known.len() <= 3 {
                continue;
            }
            let differences = strsim::damerau_levenshtein(&name, known);
            let line = format!("{known} {argument}").trim_end().to_owned();
            if differences < fewest && is_accepted(session, &line) {
                fewest = differences;
                nearest = Some(line);
            }
        }
    }
    nearest
}

/// The commands that begin with a text.
pub(crate) fn completions(text: &str) -> Vec<&'static str> {
    let text = text.to_lowercase();
    let mut names = Vec::new();
    for command in COMMANDS {
        for &name in command.names {
            if !text.is_empty() && name.starts_with(&text) {
                names.push(name);
            }
        }
    }
    names
}

/// Whether the line is this command, by any of its names, without an argument.
pub(crate) fn is_command(line: &str, name: &str) -> bool {
    COMMANDS
        .iter()
        .any(|command| command.is_named(name) && command.is_named(line.trim()))
}

pub(crate) fn help() -> String {
    let rows = COMMANDS.iter().map(|command| {
        let argument = match command.handler {
            Simple(_) => "",
            With(argument, _) => argument,
        };
        let usage = format!("{} {argument}", command.names.join(", "));
        format!("  {usage:26} {}\n", command.help)
    });
    "Type moves as e4, Nf3, exd5, O-O, e8=Q or as e2e4, e7e8q.\n".to_owned()
        + &rows.collect::<String>()
}

fn help_with(session: &mut Session, text: &str) -> Result<(), String> {
    match about(text) {
        Some(text) => session.say(text),
        None => session.show_help(),
    }
    Ok(())
}

fn side(session: &mut Session, text: &str) -> Result<(), String> {
    session.take_side(side_named(text)?);
    Ok(())
}

/// The side that a text names; none if it is empty.
fn side_named(text: &str) -> Result<Option<Color>, String> {
    match text.to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "white" | "w" => Ok(Some(Color::White)),
        "black" | "b" => Ok(Some(Color::Black)),
        _ => Err(format!("'{text}' is not a side: expected white or black")),
    }
}

fn level(session: &mut Session, text: &str) -> Result<(), String> {
    if text.is_empty() {
        session.expect_value("level");
    } else {
        let level: Level = text.parse()?;
        session.set_level(level);
        session.remember("level", &level.to_string());
    }
    session.show_level();
    if session.is_new_user() {
        // The question for the strength is still open.
        session.say(session.greeting());
    }
    Ok(())
}

fn clock(session: &mut Session, text: &str) -> Result<(), String> {
    if text.is_empty() {
        session.show_clocks();
        return Ok(());
    }
    level(session, text)
}

fn opponent(session: &mut Session, text: &str) -> Result<(), String> {
    if text.is_empty() {
        session.show_opponents();
        session.expect_value("opponent");
        return Ok(());
    }
    let strength: Strength = text.parse()?;
    let is_set = if session.has_game_against(strength) {
        session.new_game_against(strength)
    } else {
        session.set_opponent(strength)
    };
    if is_set {
        session.stop_asking_strength();
        session.remember("opponent", &strength.word());
        if let Some(year) = strength.year_like() {
            session.say(format!("{year} is a rating here; {YEARS}"));
        }
    }
    Ok(())
}

fn chess960(session: &mut Session, text: &str) -> Result<(), String> {
    if text.is_empty() {
        session.new_chess960(None);
        return Ok(());
    }
    session.new_chess960(Some(chess960_number(text)?));
    Ok(())
}

fn chess960_number(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(number @ 0..=959) => Ok(number),
        _ => Err(format!(
            "chess960: expected a number from 0 to 959, got '{text}'"
        )),
    }
}

fn setup(session: &mut Session, text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err(format!(
            "setup: expected a position in FEN, or its pieces, such as `setup {}`; \
             `black` at the end lets Black move",
            piece_list::EXAMPLE
        ));
    }
    match piece_list::read(text) {
        Some(game) => session.set_up_game(game?),
        None => session.set_up(text),
    }
    Ok(())
}

fn fen(session: &mut Session, text: &str) -> Result<(), String> {
    if text.is_empty() {
        session.show_fen();
        return Ok(());
    }
    setup(session, text)
}

fn save(session: &mut Session, text: &str) -> Result<(), String> {
    session.save(if text.is_empty() { None } else { Some(text) });
    Ok(())
}

fn load(session: &mut Session, text: &str) -> Result<(), String> {
    let NumberedGame { path, number } = split_number(text);
    match number {
        Some(0) => return Err("load: expected a game from 1 on, got 0".to_owned()),
        None if path.is_empty() => session.list_own_games(Purpose::Play),
        Some(number) if path.is_empty() => session.open_own_game(Purpose::Play, number),
        number => session.open_game(Purpose::Play, path, Which::of(number)),
    }
    Ok(())
}

fn review(session: &mut Session, text: &str) -> Result<(), String> {
    let game = session.state.game();
    let is_new_game = game.moves().is_empty() && *game.start() == Chess::default();
    let NumberedGame { path, number } = split_number(text);
    match number {
        Some(0) => return Err("review: expected a game from 1 on, got 0".to_owned()),
        None if path.is_empty() && is_new_game && session.review().is_none() => {
            session.list_own_games(Purpose::Review);
        }
        None if path.is_empty() => session.review_this_game(),
        Some(number) if path.is_empty() => session.open_own_game(Purpose::Review, number),
        number => session.open_game(Purpose::Review, path, Which::of(number)),
    }
    Ok(())
}

fn mistake(session: &mut Session, text: &str) -> Result<(), String> {
    match text.to_ascii_lowercase().as_str() {
        "" => session.next_mistake(false),
        "both" => session.next_mistake(true),
        "back" => session.earlier_mistake(),
        _ => {
            return Err(format!(
                "mistake: expected both, back or nothing, got \"{text}\""
            ));
        }
    }
    Ok(())
}

/// A number of moves, one if it is omitted.
fn count(text: &str) -> Result<usize, String> {
    if text.is_empty() {
        return Ok(1);
    }
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        _ => Err(format!(
            "expected a number of moves from 1 on, got \"{text}\""
        )),
    }
}

fn undo(session: &mut Session, text: &str) -> Result<(), String> {
    session.undo(count(text)?);
    Ok(())
}

fn step(session: &mut Session, text: &str, forward: bool) -> Result<(), String> {
    let count = count(text)?;
    match forward {
        true => session.step(count, MOVE_AFTER, GameTree::forward),
        false => session.step(count, "move to go back to", GameTree::back),
    }
    Ok(())
}

/// Goes to the end of the game looked at, or tells the last move of the game that is played.
fn last(session: &mut Session, text: &str) -> Result<(), String> {
    if !text.is_empty() && !text.eq_ignore_ascii_case("move") {
        return Err(format!("last: expected no argument, got \"{text}\""));
    }
    if session.review().is_some() {
        session.step(usize::MAX, MOVE_AFTER, GameTree::forward);
    } else {
        session.tell_last_move();
    }
    Ok(())
}

fn theme(session: &mut Session, text: &str) -> Result<(), String> {
    if text.is_empty() {
        session.expect_value("theme");
        session.set_theme(None);
    } else {
        session.set_theme(Some(text.parse()?));
    }
    Ok(())
}

fn name(session: &mut Session, text: &str) -> Result<(), String> {
    session.set_name(text);
    Ok(())
}

fn ponder(session: &mut Session, text: &str) -> Result<(), String> {
    if text.is_empty() {
        session.show_ponder();
    } else {
        session.set_ponder(switch("ponder", text)?);
    }
    Ok(())
}

fn thoughts(session: &mut Session, text: &str) -> Result<(), String> {
    session.set_thoughts(if text.is_empty() {
        None
    } else {
        Some(switch("thoughts", text)?)
    });
    Ok(())
}

fn resume(session: &mut Session, text: &str) -> Result<(), String> {
    match text.to_ascii_lowercase().as_str() {
        "" => session.resume(),
        "no" => session.decline_left_over(),
        _ => return Err(format!("resume: expected no or nothing, got \"{text}\"")),
    }
    Ok(())
}

fn warnings(session: &mut Session, text: &str) -> Result<(), String> {
    session.set_warnings(if text.is_empty() {
        None
    } else {
        Some(switch("warnings", text)?)
    });
    Ok(())
}

fn manual(session: &mut Session, text: &str) -> Result<(), String> {
    session.set_manual(if text.is_empty() {
        None
    } else {
        Some(switch("manual", text)?)
    });
    Ok(())
}

fn switch(name: &str, text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("{name}: expected on or off, got \"{text}\"")),
    }
}

/// A game of a file, or one of a person's own games if no file is named.
#[derive(Debug, PartialEq, Eq)]
struct NumberedGame<'a> {
    path: &'a str,
    number: Option<usize>,
}

/// Splits a file's name from the number after it.
fn split_number(text: &str) -> NumberedGame<'_> {
    let (path, digits) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
    // `+3` is a name, though it parses as a number.
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(number) if is_number => NumberedGame {
            path: path.trim(),
            number: Some(number),
        },
        _ => NumberedGame {
            path: text,
            number: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{Scenario, scripted_session};
    use crate::session::Output;

    #[test]
    fn every_line_gets_its_answer() {
        let (mut session, _harness) = scripted_session(Scenario::default());
        for (line, answer) in [
            (" UNDO ", "you have no move to take back"),
            ("takeback", "you have no move to take back"),
            (
                "hnit",
                "'hnit' is neither a legal move nor a command: did you mean `hint`?",
            ),
            ("undo 3", "you have no move to take back"),
            ("undo x", "expected a number of moves from 1 on, got \"x\""),
            ("undo 0", "expected a number of moves from 1 on, got \"0\""),
            ("new 3", "`new` takes no argument (got \"3\")"),
            ("thoughts", "thoughts are hidden"),
            ("thoughts ON", "thoughts are shown"),
            (
                "thoughts loud",
                "thoughts: expected on or off, got \"loud\"",
            ),
            ("warnings", "warnings are off"),
            (
                "warnings maybe",
                "warnings: expected on or off, got \"maybe\"",
            ),
            ("ponder", "pondering is off"),
            ("resume", "no game was left unfinished"),
            ("resume no", "no game was left unfinished"),
            ("resume x", "resume: expected no or nothing, got \"x\""),
            ("report", "the game is not over"),
            ("mistake", "you are playing: `resign` ends the game"),
            (
                "mistake mine",
                "mistake: expected both, back or nothing, got \"mine\"",
            ),
            ("try", "you are playing: `resign` ends the game"),
            ("side Black", "you play Black"),
            ("side w", "you play White"),
            (
                "side green",
                "'green' is not a side: expected white or black",
            ),
            ("level depth 4", "level: depth 4 (4 plies for each move)"),
            ("level", "level: depth 4"),
            ("10", "level: 10:00 (10 minutes for the game)"),
            (
                "10",
                "'10' is neither a move nor a command: did you mean `level 10`?",
            ),
            ("clock 3+2", "level: 3:00+2"),
            ("time 15", "level: 15:00"),
            ("5 min", "level: 5:00 (5 minutes for the game)"),
            ("3 plus 2", "level: 3:00+2 (3 minutes for the game,"),
            ("3+2", "level: 3:00+2 (3 minutes for the game,"),
            ("level blitz", "level: 3:00+2"),
            (
                "1000",
                "'1000' is neither a move nor a command: did you mean `opponent 1000`?",
            ),
            (
                "atlas",
                "'atlas' is neither a move nor a command: did you mean `opponent atlas`?",
            ),
            ("level depth 4", "level: depth 4"),
            ("theme", "theme: wood; there are wood, green, blue, gray"),
            ("green", "theme: green"),
            ("theme wood", "theme: wood"),
            (
                "level 3+2",
                "level: 3:00+2 (3 minutes for the game, and 2 seconds more after each move)",
            ),
            ("level high", "'high' is not a level: "),
            (
                "Nf9",
                "there is no square f9: files are called a to h, and ranks 1 to 8; \
                 with a knight White can play Na3, Nc3, Nf3, Nh3",
            ),
            (
                "queen takes h9",
                "there is no square h9: files are called a to h, and ranks 1 to 8; \
                 White has no legal move with a queen",
            ),
            (
                "captured",
                "'captured' is neither a move nor a command: moves are like",
            ),
            ("how strong are you", "`opponent` lists opponents"),
            ("how do I castle?", "to castle, type `castle` or O-O"),
            ("stop the clock", "`clock` shows the clocks"),
            ("go back two moves", "you have no move to take back"),
            ("where is my game?", "you have no saved games yet"),
            ("score", "the game is not over: both sides have pieces"),
            (
                "levels 3+2",
                "'levels 3+2' is neither a legal move nor a command: did you mean `level 3+2`?",
            ),
            (
                "nd5",
                "'nd5' is not a legal move here: with a knight White can play",
            ),
            ("last", "no move has been made yet"),
            ("last 3", "last: expected no argument, got \"3\""),
            ("save my games.pgn", "there is nothing to save yet"),
            ("load my games.pgn 3", "cannot read my games.pgn"),
            (
                "load",
                "you have no saved games yet: a game is saved when you leave it",
            ),
            ("review", "you have no saved games yet"),
            ("load 1", "you have no game 1: `load` lists your games"),
            ("load x 0", "load: expected a game from 1 on, got 0"),
            (
                "opponent",
                "now Scripted 1.0\n  beginner       500  looks one",
            ),
            (
                "opponent duffer",
                "'duffer' is not an opponent: expected a rating from 500",
            ),
            (
                "elo 800",
                "opponent: expected a program with the player native",
            ),
            ("manual", "you play both sides"),
            ("manual off", "the machine plays its side"),
            ("ponder off", "pondering is off"),
            ("ponder maybe", "ponder: expected on or off, got \"maybe\""),
            ("next", "you are playing: `review` looks at the game"),
            ("next x", "expected a number of moves from 1 on, got \"x\""),
            ("analysis", "analysis: expected a game to look at"),
            ("analysis off", "analysis: expected a game to look at"),
            ("review none.pgn", "cannot read none.pgn"),
            ("theme", "theme: wood"),
            ("theme Blue", "theme: blue"),
            (
                "theme red",
                "'red' is not a theme: expected wood, green, blue, gray",
            ),
            ("name Ann", "your name: Ann"),
            ("setup", "setup: expected a position in FEN"),
            (
                "chess960 960",
                "chess960: expected a number from 0 to 959, got '960'",
            ),
            ("chess960 0", "Scripted 1.0 plays standard chess only"),
            ("fen", "rnbqkbnr/pppppppp"),
            ("fen 8/8/8 w", "'8/8/8 w' is not a position in FEN"),
            (
                "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
                "you play Black, which is to move; `go` lets the machine play it",
            ),
            (
                " 4k3/8/8/8/8/8/4P3/4K3 w - -",
                "you play White, which is to move; `go` lets the machine play it",
            ),
            (
                "4k3/8/8/8/8/8/4P3/4K4 w - -",
                "'4k3/8/8/8/8/8/4P3/4K4 w - -' is not a position in FEN",
            ),
            ("setup Ke1 e2 / Ke9", "'Ke9' is not a piece with its square"),
            (
                "setup Ke1 e2 / Ke8 black",
                "you play Black, which is to move",
            ),
        ] {
            execute(&mut session, line);
            let said = session
                .take_output()
                .into_iter()
                .find_map(|output| match output {
                    Output::Message(text) | Output::Page(_, text) => Some(text),
                    _ => None,
                });
            assert!(
                said.as_ref().is_some_and(|said| said.starts_with(answer)),
                "{line}: {said:?}"
            );
        }
        execute(&mut session, "");
        assert!(!session.has_output());
        for (text, path, number) in [
            ("my games.pgn 3", "my games.pgn", Some(3)),
            ("my games.pgn", "my games.pgn", None),
            ("3", "", Some(3)),
            ("", "", None),
        ] {
            assert_eq!(split_number(text), NumberedGame { path, number });
        }
    }

    /// The last message after these lines, from the start of a game that a person plays alone.
    fn said_after(lines: &[&str]) -> String {
        let (mut session, _harness) = scripted_session(Scenario::default());
        session.confirms = true;
        execute(&mut session, "manual");
        for line in lines {
            session.take_output();
            execute(&mut session, line);
        }
        let mut said = String::new();
        for output in session.take_output() {
            match output {
                Output::Message(text) | Output::Page(_, text) => said = text,
                Output::Help => said = "help".to_owned(),
                _ => {}
            }
        }
        said
    }

    #[test]
    fn lines_in_words_are_commands_and_moves() {
        for (lines, answer) in [
            (&["pawn e4", "last"][..], "the last move is 1. e4"),
            (&["go e4", "last"], "the last move is 1. e4"),
            (&["move knight to f3", "last"], "the last move is 1. Nf3"),
            (&["e4", "please take back"], "taken back: 1. e4"),
            (&["help me"], "help"),
            (&["menu"], "help"),
            (
                &["castle"],
                "'O-O' is not a legal move here: White cannot castle",
            ),
            (&["e4", "i give up"], "resign the game?"),
            (&["e4", "I want to resign."], "resign the game?"),
            (&["e4", "new game"], "leave your game?"),
            (
                &["e4", "new game", "yes", "last"],
                "no move has been made yet",
            ),
            (&["e4", "quit game"], "quit?"),
            (
                &["e4", "new game", "yes please", "last"],
                "no move has been made yet",
            ),
            (
                &["e4", "new game", "no thanks", "last"],
                "the last move is 1. e4",
            ),
            (
                &["hnit"],
                "'hnit' is neither a legal move nor a command: did you mean `hint`? `yes` does it",
            ),
            (&["10", "yes"], "level: 10:00 (10 minutes for the game)"),
            (&["10", "no", "level"], "level: 5 s"),
            // What is suggested asks for itself.
            (&["e4", "resgin", "yes"], "resign the game?"),
            (
                &["e4", "e5", "d4", "go back two moves"],
                "taken back: 1... e5 2. d4",
            ),
            (
                &["e4", "who is winning?"],
                "the game is not over: both sides have",
            ),
            (&["e4", "e5", "Qh5", "Ke7", "Qxe5#", "score"], "White mates"),
            (
                &["set difficulty to 1200"],
                "opponent: expected a program with",
            ),
            (
                &["play a new game against casual"],
                "opponent: expected a program",
            ),
            (&["help castling"], "to castle, type"),
            (&["hide thoughts"], "thoughts are hidden"),
            (&["analysis off"], "analysis: expected a game to look at"),
            (&["hide what the machine thinks"], "thoughts are hidden"),
            (
                &["thoughts off", "what is the machine thinking?"],
                "thoughts are shown",
            ),
            (&["thoughts please"], "thoughts are shown"),
            (&["kt f3", "last"], "the last move is 1. Nf3"),
            (&["level please"], "level: 5 s"),
            (&["abort"], "`new` begins another game"),
            (&["learn"], "you are playing: `resign` ends the game"),
            (&["worst mistake"], "the game is not over: `report`"),
            (&["try again"], "you are playing: `resign` ends the game"),
            (&["help me please"], "help"),
            // What is refused asks nothing.
            (&["e4", "quit everything"], "`quit` takes no argument"),
            (&["e4", "save game"], "saved in "),
            (&["set level 3+2"], "level: 3:00+2"),
            (&["easier"], "now Scripted 1.0"),
            (&["yes"], "'yes': no question is open"),
            (
                &["hello there"],
                "'hello there' is neither a move nor a command: moves are",
            ),
        ] {
            let said = said_after(lines);
            assert!(said.starts_with(answer), "{lines:?}: {said}");
        }
    }

    #[test]
    fn question_stays_open_until_it_is_answered() {
        for (lines, answer) in [
            (
                &["e4", "resign", "yed"][..],
                "'yed' is no answer: resign the game? `yes` or `no`",
            ),
            (
                &["e4", "resign", "maybe", "yes", "hint"],
                "the game is over",
            ),
            (&["e4", "resign", "", "yes", "hint"], "the game is over"),
            // What is refused is no answer either.
            (&["e4", "resign", "e5?5", "yes", "hint"], "the game is over"),
            (&["e4", "resign", "Ke5", "yes", "hint"], "the game is over"),
            (
                &["e4", "resign", "level high", "yes", "hint"],
                "the game is over",
            ),
            (
                &["e4", "resign", "what is stalemate", "yes", "hint"],
                "the game is over",
            ),
            (&["e4", "resign", "no"], "the game goes on; Black to move"),
            (&["e4", "quit", "hello?"], "'hello?' is no answer: quit?"),
            (
                &["e4", "draw", "hello?"],
                "'hello?' is no answer: offer a draw?",
            ),
            (
                &["e4", "new", "hello?"],
                "'hello?' is no answer: leave your game?",
            ),
            (&["hnit", "yed"], "'yed' is no answer: did you mean `hint`?"),
            (&["hnit", "no"], "nothing is done"),
            // A command or a move goes on without an answer.
            (&["e4", "resign", "e5", "yes"], "'yes': no question is open"),
            (
                &["e4", "resign", "board", "yes"],
                "'yes': no question is open",
            ),
        ] {
            let said = said_after(lines);
            assert!(said.starts_with(answer), "{lines:?}: {said}");
        }
    }

    #[test]
    fn new_time_in_a_game_is_asked_about() {
        for (lines, answer) in [
            (&["e4", "3+2"][..], "set the clocks anew?"),
            (&["e4", "blitz please", "no", "level"], "level: 5 s"),
            (&["e4", "10 min", "yes"], "level: 10:00"),
            (&["e4", "level", "10"], "set the clocks anew?"),
            (&["3+2"], "level: 3:00+2"),
            // Nobody has a clock, before or after.
            (&["e4", "depth 3"], "level: depth 3"),
        ] {
            let said = said_after(lines);
            assert!(said.starts_with(answer), "{lines:?}: {said}");
        }
    }

    #[test]
    fn only_what_would_be_done_is_suggested() {
        let (mut session, _harness) = scripted_session(Scenario::default());
        session.confirms = true;
        for (line, offered) in [
            ("hnit", Some("hint")),
            ("knightx f3", Some("Nf3")),
            ("levels 3+2", Some("level 3+2")),
            ("tide thoughts", None),
            ("nextx", None),
            ("mistakex", None),
            ("undox", None),
            ("resumex", None),
            ("them pink", None),
            ("levelx high", None),
        ] {
            let offer = match misread(&session, line) {
                Some(Misread::Suggestion { command, .. }) => Some(command),
                _ => None,
            };
            assert_eq!(offer.as_deref(), offered, "{line}");
        }
        // Whatever is offered for a slip in a command's name is taken.
        for command in COMMANDS {
            for &name in command.names {
                for slip in [
                    format!("{name}x"),
                    format!("x{name}"),
                    format!("{name}x on"),
                ] {
                    session.take_output();
                    let Some(Misread::Suggestion { command, .. }) = misread(&session, &slip) else {
                        continue;
                    };
                    assert!(is_accepted(&session, &command), "{slip}: {command}");
                }
            }
        }
    }

    #[test]
    fn newcomer_answers_in_words() {
        for (line, answer) in [
            (
                "I am a beginner",
                "opponent: expected a program with the player native",
            ),
            (
                "dont know",
                "'dont know' is neither a strength nor a move: type beginner (500)",
            ),
            (
                "3000",
                "'3000' is neither a strength nor a move: type beginner (500)",
            ),
            ("level 5", "level: 5:00"),
            ("5 min", "level: 5:00"),
            ("10 minutes each", "level: 10:00"),
            ("is this a computer?", "`opponent` lists opponents"),
        ] {
            let (mut session, _harness) = scripted_session(Scenario {
                asks_strength: true,
                ..Scenario::default()
            });
            execute(&mut session, line);
            let said = match session.take_output().into_iter().next() {
                Some(Output::Message(text)) => text,
                _ => String::new(),
            };
            assert!(said.starts_with(answer), "{line}: {said}");
        }
    }

    #[test]
    fn resign_and_quit_ask_in_a_game() {
        let (mut session, _harness) = scripted_session(Scenario::default());
        session.confirms = true;
        execute(&mut session, "manual");
        // Before the first move nothing is lost.
        execute(&mut session, "e2-e4");
        for line in [
            "quit", "resign", "board", "yes", "resign", "nf6", "resign", "no", "y", "q", "n",
        ] {
            execute(&mut session, line);
            assert!(
                !session.is_quitting() && session.state.outcome().is_none(),
                "{line}"
            );
        }
        assert_eq!(session.state.game().moves().len(), 2);
        execute(&mut session, "resign");
        execute(&mut session, "Yes");
        assert!(session.state.outcome().is_some());
        execute(&mut session, "quit");
        assert!(session.is_quitting());

        let (mut session, _harness) = scripted_session(Scenario::default());
        session.confirms = true;
        ["manual", "e4", "quit", "quit"]
            .iter()
            .for_each(|line| execute(&mut session, line));
        assert!(session.is_quitting());
    }

    #[test]
    fn commands_that_leave_a_game_ask_first() {
        let (mut session, _harness) = scripted_session(Scenario::default());
        session.confirms = true;
        let last_said = |session: &mut Session| {
            let mut said = String::new();
            for output in session.take_output() {
                if let Output::Message(text) = output {
                    said = text;
                }
            }
            said
        };
        for line in [
            "new",
            "rematch",
            "load games.pgn",
            "chess960 3",
            "setup 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        ] {
            for setting_up in ["new", "manual on", "e4", "last move"] {
                execute(&mut session, setting_up);
            }
            assert_eq!(last_said(&mut session), "the last move is 1. e4, by you");
            execute(&mut session, line);
            assert!(last_said(&mut session).starts_with("leave your game?"));
            execute(&mut session, "no");
            assert_eq!(session.state.game().moves().len(), 1, "{line}");
            execute(&mut session, line);
            session.take_output();
            execute(&mut session, "yes");
            let said = last_said(&mut session);
            match line {
                "load games.pgn" => assert!(said.starts_with("cannot read games.pgn")),
                "chess960 3" => assert!(said.contains("plays standard chess only")),
                "new" | "rematch" => assert!(session.state.game().moves().is_empty()),
                _ => assert!(said.starts_with("you play White, which is to move")),
            }
            if !session.state.game().moves().is_empty() {
                execute(&mut session, "new");
                execute(&mut session, "yes");
            }
        }
        // A list leaves nothing.
        for line in ["manual on", "e4", "load"] {
            execute(&mut session, line);
        }
        assert!(matches!(
            session.take_output().pop(),
            Some(Output::Page(..))
        ));
    }

    #[test]
    fn game_that_is_over_keeps_its_opponent() {
        let (mut session, _harness) = scripted_session(Scenario::default());
        for line in ["name Ann", "e4", "resign", "name Ben", "go", "level 3+2"] {
            execute(&mut session, line);
        }
        session.state.set_machine_name("Another");
        let tags = session.state.tags("2026.01.02");
        let tag = |name| notation::find_tag(&tags, name);
        assert_eq!(tag("White"), Some("Ann"));
        assert_eq!(tag("Black"), Some("Scripted 1.0"));
        assert_eq!(tag("TimeControl"), None);
    }

    #[test]
    fn names_are_unique_and_listed() {
        let mut names: Vec<&str> = COMMANDS
            .iter()
            .flat_map(|command| command.names)
            .copied()
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(help().contains("undo, back"));
        assert!(
            is_command(" NOW\n", "stop")
                && !is_command("stop 3", "stop")
                && !is_command("q", "stop")
        );
    }
}
