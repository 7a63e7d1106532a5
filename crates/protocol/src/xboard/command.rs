//! The commands of CECP: one table, from which they are read and documented.

/// What the other side asks for; the words after it are read by whoever obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Begins the conversation.
    XBoard,
    /// Asks for the features.
    ProtoVer,
    /// A feature is known.
    Accepted,
    /// Asks nothing of us.
    Nothing,
    /// A new game.
    New,
    /// Which chess.
    Variant,
    /// The end.
    Quit,
    /// Moves are only recorded.
    Force,
    /// Play the side to move.
    Go,
    /// Play the other side.
    PlayOther,
    /// White is to move, Black is ours.
    White,
    /// Black is to move, White is ours.
    Black,
    /// A time control.
    Level,
    /// Time for each move.
    SecondsAMove,
    /// Plies of each search.
    Depth,
    /// Our clock.
    Time,
    /// The opponent's clock.
    OpponentsTime,
    /// A move.
    UserMove,
    /// Move at once.
    MoveNow,
    /// Are you there?
    Ping,
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result,
    /// A position in FEN.
    SetBoard,
    /// A position, man by man.
    Edit,
    /// What would you play?
    Hint,
    /// What does the book say?
    Book,
    /// Take a move back.
    Undo,
    /// Take a move of each side back.
    Remove,
    /// Ponder.
    Hard,
    /// Do not ponder.
    Easy,
    /// Show what you think.
    Post,
    /// Do not show it.
    NoPost,
    /// Analyse.
    Analyze,
    /// End the analysis.
    Exit,
    /// How far is the analysis?
    Status,
    /// Leave a move out of the analysis.
    Exclude,
    /// Take it in again.
    Include,
    /// Megabytes for tables.
    Memory,
    /// Threads.
    Cores,
    /// Where endgame tables are.
    TablePath,
    /// Set an option.
    SetOption,
}

/// A command: its word, what it is, and what it does, for the documentation.
pub type Row = (&'static str, Command, &'static str);

/// Every command.
pub const COMMANDS: &[Row] = &[
    ("xboard", Command::XBoard, "begins the conversation"),
    ("protover", Command::ProtoVer, "from version 2 on, the features and options are told"),
    ("accepted", Command::Accepted, "after `accepted debug` remarks (`# ...`) are written"),
    ("rejected", Command::Nothing, "nothing depends on it"),
    ("new", Command::New, "a new game from the start; the machine has Black; no limit of depth"),
    ("variant", Command::Variant, "only `normal`"),
    ("quit", Command::Quit, "ends the program"),
    ("force", Command::Force, "the machine plays neither side; moves are recorded"),
    ("go", Command::Go, "the machine plays the side to move"),
    ("playother", Command::PlayOther, "the machine plays the other side"),
    ("white", Command::White, "White is to move and the machine has Black"),
    ("black", Command::Black, "Black is to move and the machine has White"),
    ("level", Command::Level, "`level MOVES MINUTES[:SECONDS] INCREMENT`; at first `40 5 0`"),
    ("st", Command::SecondsAMove, "seconds for each move, exactly"),
    ("sd", Command::Depth, "plies of each search, beside the time"),
    ("time", Command::Time, "the machine's clock, in hundredths of a second"),
    ("otim", Command::OpponentsTime, "the opponent's clock"),
    ("usermove", Command::UserMove, "a move, in coordinates or SAN; the word may be missing"),
    ("?", Command::MoveNow, "the machine moves at once, if it is its turn"),
    (
        "ping",
        Command::Ping,
        "`pong`, after all commands before it; thinking on a move comes to its end first",
    ),
    ("draw", Command::Draw, "a draw is offered; `offer draw` accepts it"),
    ("result", Command::Result, "the game is over; the machine stops"),
    ("setboard", Command::SetBoard, "a position in FEN"),
    ("edit", Command::Edit, "refused, with all its lines: `setboard` does the same"),
    (
        "hint",
        Command::Hint,
        "the reply it expects, the best move so far of an analysis, or what half a second's search finds",
    ),
    ("bk", Command::Book, "what the book holds for the position"),
    ("undo", Command::Undo, "takes one move back"),
    ("remove", Command::Remove, "takes one move of each side back"),
    ("hard", Command::Hard, "ponders on the opponent's time"),
    ("easy", Command::Easy, "does not (so at first)"),
    ("post", Command::Post, "shows its thoughts: `depth score centiseconds nodes seldepth nps tbhits line`"),
    ("nopost", Command::NoPost, "does not (so at first)"),
    ("analyze", Command::Analyze, "analyses the position, and each that follows, without end"),
    ("exit", Command::Exit, "ends the analysis"),
    (".", Command::Status, "`stat01: centiseconds nodes depth moves-left moves move` in analysis"),
    ("exclude", Command::Exclude, "leaves a move (or `all`) out of the analysis"),
    ("include", Command::Include, "takes a move (or `all`) in again"),
    ("memory", Command::Memory, "megabytes, for a player that has `Hash`"),
    ("cores", Command::Cores, "threads, for a player that has `Threads`"),
    ("egtpath", Command::TablePath, "`egtpath syzygy FOLDER`, for a player that has `SyzygyPath`"),
    ("option", Command::SetOption, "`option NAME=VALUE`, or `option NAME` for a button"),
    ("random", Command::Nothing, "nothing depends on it"),
    ("computer", Command::Nothing, "nothing depends on it"),
    ("name", Command::Nothing, "nothing depends on it"),
    ("rating", Command::Nothing, "nothing depends on it"),
    ("ics", Command::Nothing, "nothing depends on it"),
];
