//! Moves and commands in words, as people type them who know no notation: `knight to f3`,
//! `queen takes d5`, `castle`, `take back`.

use notation::MoveError;
use shakmaty::san::San;
use shakmaty::{CastlingSide, Chess, File, Move, Position, Rank, Role, Square};

/// The words of a line in small letters, without the marks between them.
fn words(line: &str) -> Vec<String> {
    line.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Words that say nothing of which move is meant.
const MOVE_FILLERS: [&str; 28] = [
    "to",
    "on",
    "onto",
    "at",
    "from",
    "the",
    "my",
    "your",
    "with",
    "and",
    "then",
    "please",
    "i",
    "we",
    "move",
    "moves",
    "play",
    "plays",
    "go",
    "goes",
    "check",
    "mate",
    "checkmate",
    "promote",
    "promotes",
    "becomes",
    "white",
    "black",
];

/// Words that say that a move captures.
const CAPTURES: [&str; 9] = [
    "x",
    "takes",
    "take",
    "taking",
    "captures",
    "capture",
    "capturing",
    "eats",
    "beats",
];

/// The piece that a word names.
fn role(word: &str) -> Option<Role> {
    Some(match word {
        "king" => Role::King,
        "queen" => Role::Queen,
        "rook" => Role::Rook,
        "bishop" => Role::Bishop,
        // `Kt` is the knight of older books.
        "knight" | "horse" | "kt" => Role::Knight,
        "pawn" => Role::Pawn,
        _ => return None,
    })
}

/// Names of pieces and what a move does to another, as they may be meant by a slip.
const MOVE_WORDS: [&str; 8] = [
    "king", "queen", "rook", "bishop", "knight", "pawn", "takes", "castle",
];

/// The legal move that a line means whose words have slips: `knightx f3`.
pub(crate) fn near_move(position: &Chess, line: &str) -> Option<String> {
    let mut meant: Vec<String> = Vec::new();
    for word in words(line) {
        let is_known = role(&word).is_some()
            || word.len() < 3
            || MOVE_FILLERS.contains(&word.as_str())
            || CAPTURES.contains(&word.as_str());
        let differences = |known: &&str| strsim::damerau_levenshtein(&word, known);
        let nearest = MOVE_WORDS
            .into_iter()
            .min_by_key(differences)
            .filter(|known| differences(known) <= word.len() / 3);
        match nearest {
            Some(known) if !is_known => meant.push(known.to_owned()),
            _ => meant.push(word),
        }
    }
    match spoken_move(position, &meant.join(" "))? {
        SpokenMove::Legal(legal) => Some(San::from_move(position, legal).to_string()),
        SpokenMove::Promotion { .. } | SpokenMove::Wrong(_) => None,
    }
}

/// The piece that a letter of its own names: `N f3`, `k takes e2`. A small `b` is a file.
fn letter_role(letter: &str) -> Option<Role> {
    Some(match letter {
        "K" | "k" => Role::King,
        "Q" | "q" => Role::Queen,
        "R" | "r" => Role::Rook,
        "B" => Role::Bishop,
        "N" | "n" => Role::Knight,
        _ => return None,
    })
}

/// What the words of a line say of a move.
#[derive(Debug, Default)]
struct Wanted {
    castling: bool,
    castling_side: Option<CastlingSide>,
    role: Option<Role>,
    captures: bool,
    /// A piece named behind the move's square or capture: what is captured, or what a pawn becomes.
    other: Option<Role>,
    squares: Vec<Square>,
    file: Option<File>,
    rank: Option<Rank>,
}

impl Wanted {
    /// Reads a line; `None` if a word is not one of a move.
    fn read(line: &str) -> Option<Wanted> {
        let mut wanted = Wanted::default();
        // As typed: a capital B is a bishop, a small b a file.
        let typed = line.split(|letter: char| !letter.is_alphanumeric());
        let typed: Vec<&str> = typed.filter(|word| !word.is_empty()).collect();
        let words = words(line);
        for (at, word) in words.iter().enumerate() {
            let named = role(word).or_else(|| letter_role(typed.get(at)?));
            let next = words.get(at + 1).and_then(|next| role(next));
            // Before a piece `a` is an article (`takes a pawn`), except before the pawn that moves:
            // `a pawn takes` names the a-file.
            let is_article = match word.as_str() {
                "an" => true,
                "a" => next.is_some() && (wanted.captures || next != Some(Role::Pawn)),
                _ => false,
            };
            if is_article || MOVE_FILLERS.contains(&word.as_str()) {
                continue;
            }
            if wanted.castling || matches!(word.as_str(), "castle" | "castles" | "castling") {
                wanted.castle(word)?;
            } else if CAPTURES.contains(&word.as_str()) {
                wanted.captures = true;
            } else if let Some(role) = named {
                wanted.name(role)?;
            } else if let Ok(square) = word.parse() {
                wanted.squares.push(square);
            } else {
                wanted.narrow(word)?;
            }
        }
        let is_letter_alone = line.trim().len() < 2;
        let is_enough = wanted.castling || wanted.role.is_some() || !wanted.squares.is_empty();
        if is_letter_alone || !is_enough || wanted.squares.len() > 2 {
            return None;
        }
        Some(wanted)
    }

    /// Notes a word of castling: `castle king side`, `long castling`.
    fn castle(&mut self, word: &str) -> Option<()> {
        self.castling = true;
        match word {
            "castle" | "castles" | "castling" | "side" => {}
            "kingside" | "king" | "short" | "right" => {
                self.castling_side = Some(CastlingSide::KingSide);
            }
            "queenside" | "queen" | "long" | "left" => {
                self.castling_side = Some(CastlingSide::QueenSide);
            }
            _ => return None,
        }
        Some(())
    }

    /// Notes a piece: the one that moves, or `other` behind a capture, a square or a first piece.
    fn name(&mut self, role: Role) -> Option<()> {
        let place = if self.captures || !self.squares.is_empty() || self.role.is_some() {
            &mut self.other
        } else {
            &mut self.role
        };
        if place.is_some() {
            return None;
        }
        *place = Some(role);
        Some(())
    }

    /// Notes the file or the rank of the piece that moves.
    fn narrow(&mut self, word: &str) -> Option<()> {
        let mut letters = word.chars();
        let letter = letters.next()?;
        if letters.next().is_some() {
            return None;
        }
        if let Some(file) = File::from_char(letter) {
            self.file = Some(file);
        } else {
            self.rank = Some(Rank::from_char(letter)?);
        }
        Some(())
    }

    /// Whether the words say where the piece goes or what it takes: a piece alone is no move, even
    /// if it has but one.
    fn says_where(&self) -> bool {
        self.castling || !self.squares.is_empty() || self.captures && self.other.is_some()
    }

    /// Whether the words describe this move, made by `role` (`None`: by any piece). The caller
    /// chooses `role` where the words name none.
    fn fits(&self, chess_move: Move, role: Option<Role>) -> bool {
        if self.castling {
            let side = chess_move.castling_side();
            return side.is_some() && (self.castling_side.is_none() || self.castling_side == side);
        }
        let (Some(from), to) = (chess_move.from(), destination(chess_move)) else {
            return false;
        };
        let fits_squares = match self.squares[..] {
            [] => true,
            [target] => target == to,
            [origin, target, ..] => origin == from && target == to,
        };
        let fits_other = match self.other {
            Some(other) => {
                chess_move.promotion() == Some(other)
                    || self.captures && chess_move.capture() == Some(other)
            }
            None => true,
        };
        fits_squares
            && fits_other
            && (role.is_none() || role == Some(chess_move.role()))
            && (self.file.is_none() || self.file == Some(from.file()))
            && (self.rank.is_none() || self.rank == Some(from.rank()))
            && (!self.captures || chess_move.is_capture())
    }

    /// The move as SAN would have it, to say what is wrong with it.
    fn san(&self) -> String {
        if self.castling {
            return match self.castling_side {
                Some(CastlingSide::QueenSide) => "O-O-O",
                _ => "O-O",
            }
            .to_owned();
        }
        let mut text = String::new();
        match self.role {
            Some(role) if role != Role::Pawn => text.push(role.upper_char()),
            _ => {}
        }
        if let Some(file) = self.file {
            text.push(file.char());
        }
        if self.captures && !text.is_empty() {
            text.push('x');
        }
        if let [.., to] = self.squares[..] {
            text += &to.to_string();
        }
        text
    }
}

/// A square that a line names and that no board has, and the piece that is to go there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoSquare {
    pub(crate) name: String,
    pub(crate) role: Option<Role>,
}

/// The first square of a move that is not on the board: `Qxh9`, `e2 e9`, `knight to j3`.
pub(crate) fn square_off_the_board(line: &str) -> Option<NoSquare> {
    let mut moved = None;
    for word in line.split(|letter: char| !letter.is_ascii_alphanumeric()) {
        let small = word.to_ascii_lowercase();
        moved = moved.or_else(|| role(&small));
        let letters: Vec<char> = word.chars().collect();
        for at in 1..letters.len() {
            let (file, before) = (letters[at - 1], &letters[..at - 1]);
            // A move has a piece, squares and an `x`: `mp3` and `belle1976` are words.
            let is_move = before
                .iter()
                .all(|&letter| letter.is_ascii_digit() || "KQRBNkqrnxabcdefgh".contains(letter));
            if !file.is_ascii_lowercase() || file == 'x' || !letters[at].is_ascii_digit() {
                continue;
            }
            let rank: String = letters[at..]
                .iter()
                .take_while(|letter| letter.is_ascii_digit())
                .collect();
            let name = format!("{file}{rank}");
            if is_move && before.len() <= 3 && name.parse::<Square>().is_err() {
                let first = letter_role(&letters[0].to_string());
                let role = moved.or(if before.is_empty() { None } else { first });
                return Some(NoSquare { name, role });
            }
        }
    }
    None
}

/// Where the moved piece is afterwards; of a castling, the king.
fn destination(chess_move: Move) -> Square {
    match chess_move.castling_side() {
        Some(side) => {
            let rank = chess_move.to().rank();
            Square::from_coords(side.king_to_file(), rank)
        }
        None => chess_move.to(),
    }
}

/// What a line in words says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SpokenMove {
    Legal(Move),
    /// A pawn's move to the last rank without its piece.
    Promotion {
        from: Square,
        to: Square,
    },
    Wrong(MoveError),
}

/// Reads a move in words, such as `knight to f3`; `None` if the line has other words.
pub(crate) fn spoken_move(position: &Chess, line: &str) -> Option<SpokenMove> {
    let wanted = Wanted::read(line)?;
    // Without a named piece a pawn moves, as in notation. Two squares (`g1 f3`), or a capture
    // without a file (`takes d5`), may be any piece's if no pawn fits.
    let may_be_any = wanted.squares.len() == 2 || wanted.captures && wanted.file.is_none();
    let roles = match wanted.role {
        Some(role) => vec![Some(role)],
        None if may_be_any => vec![Some(Role::Pawn), None],
        None => vec![Some(Role::Pawn)],
    };
    let legal = position.legal_moves();
    let mut found = Vec::new();
    for role in roles {
        if found.is_empty() {
            let fitting = legal.iter().filter(|&&legal| wanted.fits(legal, role));
            found = fitting.copied().collect();
        }
    }
    Some(match found[..] {
        [only] if wanted.says_where() => SpokenMove::Legal(only),
        [] => SpokenMove::Wrong(match notation::parse_move(position, &wanted.san()) {
            Err(error @ MoveError::Illegal { .. }) => error,
            _ => MoveError::Illegal {
                text: line.to_owned(),
                reason: "`moves` lists the legal moves".to_owned(),
            },
        }),
        // One move comes here too if only its piece was named.
        [first, ..] => match promotion_of_all(&found) {
            Some(from) if wanted.says_where() => SpokenMove::Promotion {
                from,
                to: first.to(),
            },
            _ => SpokenMove::Wrong(MoveError::Ambiguous {
                text: line.to_owned(),
                choices: found
                    .iter()
                    .map(|&chess_move| San::from_move(position, chess_move).to_string())
                    .collect(),
            }),
        },
    })
}

/// The pawn's square if all moves are its promotions on one square.
fn promotion_of_all(moves: &[Move]) -> Option<Square> {
    let first = moves.first()?;
    let are_alike = moves.iter().all(|other| {
        other.is_promotion() && other.from() == first.from() && other.to() == first.to()
    });
    if are_alike { first.from() } else { None }
}

/// Whether a line is a sentence, and not a tag of PGN, a position or a path.
pub(crate) fn is_sentence(line: &str) -> bool {
    line.chars().all(|letter| {
        letter.is_alphanumeric() || letter.is_whitespace() || ".,!?'’+-|:/".contains(letter)
    })
}

/// Words that do not change which command is meant; `s`, `d` and `m` are left of "let's", "I'd" and
/// "I'm".
const COMMAND_FILLERS: [&str; 26] = [
    "please", "the", "a", "an", "my", "me", "i", "want", "to", "would", "like", "can", "could",
    "you", "we", "let", "lets", "us", "s", "d", "m", "it", "this", "now", "just", "some",
];

/// What people type for a command. A line is looked up whole and without [`COMMAND_FILLERS`].
const PHRASES: [(&str, &[&str]); 33] = [
    (
        "undo",
        &[
            "take back",
            "take back move",
            "take move back",
            "takeback move",
            "go back",
            "undo move",
            "undo last move",
            "undo that",
            "take back last move",
            "oops",
            "go back move",
            "move back",
            "step back",
            "back up",
            "retract",
            "wrong move",
        ],
    ),
    (
        "resign",
        &[
            "give up",
            "surrender",
            "concede",
            "resign game",
            "capitulate",
        ],
    ),
    (
        "new",
        &[
            "new game",
            "start",
            "start game",
            "start new game",
            "start over",
            "start again",
            "restart",
            "restart game",
            "reset",
            "reset board",
            "another game",
            "play new game",
            "begin",
            "begin game",
            "play",
            "play game",
            "play chess",
            "next game",
        ],
    ),
    (
        "resume",
        &[
            "go on",
            "continue",
            "resume game",
            "continue game",
            "go on with it",
            "continue last game",
            "finish game",
        ],
    ),
    ("rematch", &["play again", "revenge", "again"]),
    (
        "draw",
        &[
            "offer draw",
            "claim draw",
            "remis",
            "agree draw",
            "accept draw",
            "have draw",
            "ask for draw",
            "propose draw",
        ],
    ),
    (
        "exit",
        &[
            "quit game",
            "exit game",
            "leave",
            "leave game",
            "close",
            "stop game",
            "end game",
            "bye",
            "goodbye",
            "good bye",
            "wq",
            "stop playing",
            "save and quit",
            "save and exit",
            "quit and save",
            "end",
            "get out",
            "how do quit",
            "how do exit",
            "how do leave",
            "how do get out",
            "how quit",
            "how exit",
        ],
    ),
    (
        "help",
        &[
            "commands",
            "menu",
            "options",
            "settings",
            "keys",
            "rules",
            "instructions",
            "info",
            "manual page",
            "how play",
            "what do",
            "how do play",
            "help game",
            "what commands are there",
            "list commands",
            "show commands",
            "how does work",
            "what type",
        ],
    ),
    (
        "hint",
        &[
            "best move",
            "give hint",
            "show hint",
            "show best move",
            "suggest",
            "suggest move",
            "suggestion",
            "help move",
            "what should do",
            "what should play",
            "tip",
            "advice",
            "good move",
            "what is good move",
            "what good move",
            "what best move",
            "what is best move",
            "what s best move",
            "what now",
            "best",
        ],
    ),
    (
        "moves",
        &[
            "legal moves",
            "show moves",
            "show legal moves",
            "possible moves",
            "list moves",
            "show possible moves",
            "what moves are there",
            "which moves are legal",
            "what play",
            "where move",
            "what are legal moves",
        ],
    ),
    (
        "board",
        &[
            "show board",
            "print",
            "display",
            "draw board",
            "redraw",
            "whose turn is",
            "whose turn",
            "whose move",
            "whose move is",
            "who moves",
            "who is move",
            "am in check",
            "is king in check",
            "is check",
            "in check",
            "where am",
        ],
    ),
    (
        "flip",
        &[
            "flip board",
            "turn board",
            "rotate",
            "rotate board",
            "turn board around",
        ],
    ),
    (
        "side",
        &[
            "switch",
            "switch sides",
            "swap",
            "swap sides",
            "change sides",
            "change side",
            "other side",
            "change color",
            "change colors",
            "switch color",
            "switch colors",
            "swap colors",
        ],
    ),
    (
        "side black",
        &[
            "black",
            "play black",
            "play as black",
            "be black",
            "as black",
            "switch black",
        ],
    ),
    (
        "side white",
        &[
            "white",
            "play white",
            "play as white",
            "be white",
            "as white",
            "switch white",
        ],
    ),
    (
        "go",
        &[
            "your turn",
            "your move",
            "computer move",
            "turn",
            "move now",
        ],
    ),
    ("stop", &["hurry", "hurry up", "quick", "stop thinking"]),
    (
        "opponent",
        &[
            "easier",
            "harder",
            "weaker",
            "stronger",
            "easy",
            "hard",
            "too strong",
            "too weak",
            "too hard",
            "too easy",
            "too difficult",
            "difficulty",
            "strength",
            "skill",
            "easier opponent",
            "change opponent",
            "change difficulty",
            "weaker opponent",
            "stronger opponent",
            "level easy",
            "level hard",
            "opponents",
            "make easier",
            "make harder",
            "play stronger",
            "play weaker",
            "play better",
            "who is opponent",
            "who are",
            "who am playing",
            "who am playing against",
            "who play against",
            "list opponents",
            "choose opponent",
            "different opponent",
            "other opponent",
        ],
    ),
    (
        "level",
        &[
            "change level",
            "time control",
            "change time",
            "think longer",
            "think faster",
            "slower",
            "faster",
            "speed",
        ],
    ),
    (
        "clock",
        &[
            "clocks",
            "time left",
            "how much time do have",
            "how much time have",
            "how much time is left",
            "how much time left",
            "how long do have",
        ],
    ),
    ("save", &["save game", "save games", "store", "save as"]),
    (
        "load",
        &[
            "load game",
            "load games",
            "open game",
            "open",
            "list games",
            "saved games",
            "old games",
            "history",
            "where is game",
            "where are games",
            "where is saved game",
            "where are saved games",
            "find game",
            "find games",
            "which games are there",
            "what games are there",
            "last game",
            "show last game",
        ],
    ),
    (
        "review",
        &[
            "analyze",
            "analyse",
            "analyze game",
            "analyse game",
            "review game",
            "replay",
            "replay game",
            "look back",
            "study game",
            "look at game",
            "go through game",
        ],
    ),
    (
        "report",
        &[
            "accuracy",
            "how did do",
            "how did play",
            "how well did play",
            "was good",
            "worst",
            "worst mistake",
            "worst mistakes",
            "worst move",
            "worst blunder",
            "biggest mistake",
            "biggest blunder",
        ],
    ),
    (
        "mistake",
        &[
            "next mistake",
            "show mistakes",
            "mistakes",
            "blunders",
            "next blunder",
            "learn",
            "learn from mistakes",
            "learn from game",
            "where did go wrong",
            "what did do wrong",
        ],
    ),
    (
        "mistake back",
        &["previous mistake", "last mistake", "previous blunder"],
    ),
    ("try", &["try again", "retry"]),
    (
        "last move",
        &[
            "what did play",
            "what was your move",
            "what was move",
            "what did machine play",
            "what did computer play",
            "what was last move",
            "repeat",
            "what happened",
            "show last move",
            "which move did make",
        ],
    ),
    (
        "result",
        &[
            "who won",
            "who wins",
            "did win",
            "what is result",
            "what was result",
            "is over",
            "is game over",
            "is draw",
            "was draw",
            "who is winning",
            "who winning",
            "am winning",
            "am losing",
            "who is ahead",
            "who is better",
            "who stands better",
            "what is score",
            "how do stand",
            "evaluate position",
            "how is position",
        ],
    ),
    ("eval", &["evaluate", "evaluation"]),
    (
        "manual",
        &[
            "two players",
            "2 players",
            "play against friend",
            "play with friend",
            "play against human",
            "play myself",
            "play against myself",
            "both sides",
            "play both sides",
            "human against human",
        ],
    ),
    ("fen", &["position", "show position", "show fen"]),
    (
        "pgn",
        &[
            "notation",
            "score sheet",
            "scoresheet",
            "move list",
            "show game",
            "print game",
            "print moves",
            "moves so far",
            "show moves so far",
        ],
    ),
];

/// A switch that a line turns on or off.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Switch {
    pub(crate) name: &'static str,
    pub(crate) on: bool,
}

/// What a switch is called in words.
struct SwitchWords {
    name: &'static str,
    /// Words that mean it.
    nouns: &'static [&'static str],
    /// Words that mean it only if they are to go: `score` alone asks for the result, `hint` for a
    /// hint.
    nouns_off: &'static [&'static str],
}

const SWITCHES: [SwitchWords; 3] = [
    SwitchWords {
        name: "thoughts",
        nouns: &["thought", "thoughts", "thinks", "thinking", "think"],
        nouns_off: &[
            "analysis",
            "calculations",
            "eval",
            "evaluation",
            "evaluations",
            "evaluating",
            "hint",
            "hints",
            "lines",
            "numbers",
            "score",
            "scores",
            "value",
            "values",
            "variations",
        ],
    },
    SwitchWords {
        name: "warnings",
        nouns: &["warning", "warnings", "warn"],
        nouns_off: &[],
    },
    SwitchWords {
        name: "ponder",
        nouns: &["ponder", "pondering"],
        nouns_off: &[],
    },
];

/// Words that turn a switch off, and on.
const OFF: [&str; 16] = [
    "hide", "hidden", "off", "no", "not", "never", "stop", "without", "don", "dont", "disable",
    "remove", "conceal", "off", "close", "quit",
];
const ON: [&str; 12] = [
    "show", "on", "display", "see", "reveal", "enable", "unhide", "please", "what", "with",
    "start", "tell",
];

/// Words around those of a switch.
const SWITCH_FILLERS: [&str; 27] = [
    "all", "and", "any", "anymore", "are", "belle", "best", "computer", "does", "do", "engine",
    "is", "its", "machine", "more", "of", "opponent", "showing", "shown", "switch", "t", "turn",
    "what", "your", "about", "moves", "its",
];

/// The switch that a line turns on or off: `hide what the machine thinks`, `no hints`, `warn me`.
pub(crate) fn spoken_switch(line: &str) -> Option<Switch> {
    if !is_sentence(line) {
        return None;
    }
    let words = words(line);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    for SwitchWords {
        name,
        nouns,
        nouns_off,
    } in SWITCHES
    {
        let is_known = |word: &String| {
            [
                nouns,
                nouns_off,
                &OFF,
                &ON,
                &SWITCH_FILLERS,
                &COMMAND_FILLERS,
            ]
            .iter()
            .any(|list| list.contains(&word.as_str()))
        };
        if !words.iter().all(is_known) {
            continue;
        }
        if has(&OFF) && (has(nouns) || has(nouns_off)) {
            return Some(Switch { name, on: false });
        }
        // One word may be a command: `thinking` and `warn me` are none.
        if has(nouns) && (has(&ON) || words.len() > 1 || words[0] != name) {
            return Some(Switch { name, on: true });
        }
    }
    None
}

/// The command that a line in other words means.
pub(crate) fn spoken_command(line: &str) -> Option<&'static str> {
    if !is_sentence(line) {
        return None;
    }
    let mut words = words(line);
    let whole = words.join(" ");
    words.retain(|word| !COMMAND_FILLERS.contains(&word.as_str()));
    let short = words.join(" ");
    for (command, phrases) in PHRASES {
        if phrases.contains(&whole.as_str()) || phrases.contains(&short.as_str()) {
            return Some(command);
        }
    }
    None
}

/// Numbers as words.
const NUMBERS: [&str; 10] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// The number of moves that a line takes back: `go back two moves`, `undo my last 3 moves`.
pub(crate) fn spoken_undo(line: &str) -> Option<usize> {
    if !is_sentence(line) {
        return None;
    }
    let mut count = None;
    let mut takes_back = false;
    for word in words(line) {
        if matches!(word.as_str(), "back" | "undo" | "takeback" | "retract") {
            takes_back = true;
        } else if let Some(number) = number(&word) {
            if count.replace(number).is_some() {
                return None;
            }
        } else if !matches!(
            word.as_str(),
            "go" | "take" | "step" | "move" | "moves" | "steps" | "last" | "by"
        ) && !COMMAND_FILLERS.contains(&word.as_str())
        {
            return None;
        }
    }
    if takes_back { count } else { None }
}

fn number(word: &str) -> Option<usize> {
    match NUMBERS.iter().position(|&name| name == word) {
        Some(index) => Some(index + 1),
        None => word.parse().ok(),
    }
}

/// What is said of keys.
const KEYS: &str = "F1 lists the keys with what they do, and the commands";

/// Keys whose names are squares too, and words of a question for what they do.
const KEYS_LIKE_SQUARES: [&str; 8] = ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"];
const ASKING: [&str; 5] = ["what", "does", "do", "press", "how"];

/// What is said of a sentence that is no command, by a word in it. The first that fits counts.
const TOPICS: [(&[&str], &str); 29] = [
    (
        &["castle", "castling", "castles", "castled"],
        "to castle, type `castle` or O-O, or `castle long` or O-O-O: the king goes two squares \
         towards a rook, if neither has moved, nothing stands between them, and the king is not \
         in check and passes no attacked square",
    ),
    (
        &["passant"],
        "en passant: a pawn that has just gone two squares, and so past one of yours, may be \
         taken as if it had gone one: exd6",
    ),
    (
        &["promote", "promotion", "promoting", "promotes", "queening"],
        "a pawn that reaches the last rank becomes a queen, rook, bishop or knight: e8=Q, or \
         `e8 queen`",
    ),
    (
        &["stalemate", "stalemated"],
        "stalemate: the side to move is not in check and has no legal move; the game is drawn",
    ),
    (
        &["mate", "mates", "checkmate", "checkmated"],
        "checkmate: the king is attacked, and no move saves it; whoever is mated has lost",
    ),
    (
        &["check", "checks"],
        "check: the king is attacked, and must get out of it at once; `moves` lists how",
    ),
    (
        &["king", "kings"],
        "the king goes one square in any direction, never to one that is attacked; \
         `moves` lists the legal moves",
    ),
    (
        &["queen", "queens"],
        "the queen goes any number of free squares along a rank, a file or a diagonal; \
         `moves` lists the legal moves",
    ),
    (
        &["rook", "rooks"],
        "a rook goes any number of free squares along its rank or file; \
         `moves` lists the legal moves",
    ),
    (
        &["bishop", "bishops"],
        "a bishop goes any number of free squares along a diagonal; `moves` lists the legal moves",
    ),
    (
        &["knight", "knights", "horse"],
        "a knight goes two squares along a rank or file and one to the side, over other pieces; \
         `moves` lists the legal moves",
    ),
    (
        &["pawn", "pawns"],
        "a pawn goes one square forward, or two from where it began, and takes diagonally \
         forward; `moves` lists the legal moves",
    ),
    (&["key", "keys", "button", "f9", "f10"], KEYS),
    (
        &["abort", "cancel"],
        "`new` begins another game and saves this one as it stands, `resign` gives it up, \
         `exit` (F10) saves it and leaves",
    ),
    (
        &["sound", "sounds", "mute", "music"],
        "Belle makes no sound",
    ),
    (
        &["pass", "skip"],
        "chess has no passing: `moves` lists what you can play, `go` changes sides",
    ),
    (
        &["pause", "break", "wait", "later", "tomorrow"],
        "`exit` (F10) saves the game and leaves; the next start offers to go on with it",
    ),
    (
        &[
            "clock", "clocks", "time", "timer", "minutes", "seconds", "fast", "faster", "slow",
            "speed",
        ],
        "`clock` shows the clocks; `3+2` gives each side 3 minutes and 2 seconds more after each \
         move; `level none` takes the clocks away",
    ),
    (
        &["draw", "drawn", "remis"],
        "`draw` offers a draw; repetition, fifty moves, stalemate and bare kings end the game by \
         themselves",
    ),
    (
        &["resign", "surrender", "lose", "lost"],
        "`resign` gives the game up, `undo` takes a move back, `hint` names a piece to move",
    ),
    (
        &["undo", "back", "wrong", "sorry"],
        "`undo` (F3) takes back your last move, `undo 2` your last two",
    ),
    (
        &["hint", "help", "best", "good", "suggest", "advice", "stuck"],
        "`hint` (F2) names the piece to move, and again the move; `moves` lists the legal moves, \
         `help` (F1) the commands",
    ),
    (
        &[
            "opponent",
            "computer",
            "machine",
            "engine",
            "strong",
            "weak",
            "hard",
            "easy",
            "harder",
            "easier",
            "stronger",
            "weaker",
            "elo",
            "rating",
            "difficulty",
        ],
        "`opponent` lists opponents from beginner to machine; `opponent casual` takes one",
    ),
    (
        &[
            "friend", "friends", "human", "person", "players", "myself", "both",
        ],
        "`manual` lets you play both sides, or two people at this board",
    ),
    (
        &[
            "theme", "dark", "light", "color", "colors", "colour", "colours", "black", "white",
            "side", "sides",
        ],
        "`side black` gives you Black, `flip` turns the board, `theme` changes its colors",
    ),
    (
        &[
            "save", "saved", "file", "pgn", "games", "find", "load", "delete",
        ],
        "games are saved when you leave; `games` lists yours, `save` saves them now, \
         `review` looks at one",
    ),
    (
        &["quit", "exit", "leave", "stop", "close", "end"],
        "`exit` (F10) saves the game and leaves",
    ),
    (
        &["game", "play", "start", "again"],
        "`new` begins a game, `rematch` one with colors changed; `games` lists those you played, \
         `review` looks at this one",
    ),
    (
        &[
            "move", "moves", "type", "enter", "piece", "pieces", "mouse", "rules", "chess",
        ],
        "to move, type the squares (e2e4) or the move (e4, Nf3, `knight to f3`), or click the \
         piece and then its square; `moves` lists the legal moves, `help` (F1) the commands",
    ),
];

/// What to say of a sentence that is neither a move nor a command.
pub(crate) fn about(line: &str) -> Option<&'static str> {
    if !is_sentence(line) {
        return None;
    }
    let words = words(line);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(&KEYS_LIKE_SQUARES) && has(&ASKING) {
        return Some(KEYS);
    }
    for (topic, text) in TOPICS {
        if has(topic) {
            return Some(text);
        }
    }
    None
}

/// A line without the polite words around a command: `please hint`, `i want to resign`.
/// A leading `set`, `change` or `show` before another word goes too, and marks at the end.
pub(crate) fn without_fillers(line: &str) -> String {
    let mut rest: Vec<&str> = line.split_whitespace().collect();
    rest.retain(|word| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        !COMMAND_FILLERS.contains(&word.to_lowercase().as_str())
    });
    // `show clock`, `set level 3+2`.
    if let [first, _, ..] = rest[..]
        && matches!(first.to_lowercase().as_str(), "set" | "change" | "show")
    {
        rest.remove(0);
    }
    rest.join(" ").trim_end_matches(['.', '!', '?']).to_owned()
}

#[cfg(test)]
mod tests {
    use play::Game;

    use super::*;

    /// The move that a line in words says in a position, or what is wrong with it.
    fn said(fen: &str, line: &str) -> String {
        let game = Game::from_any_fen(fen).unwrap();
        let position = game.position();
        match spoken_move(position, line) {
            Some(SpokenMove::Legal(legal)) => San::from_move(position, legal).to_string(),
            Some(SpokenMove::Promotion { from, to }) => format!("{from}{to}?"),
            Some(SpokenMove::Wrong(error)) => error.to_string(),
            None => String::new(),
        }
    }

    #[test]
    fn move_in_words_is_read() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let middle = "r3k2r/pPp1qppp/2n2n2/3p4/1b1P2b1/2N1PN2/P1PQ1PPP/R3KB1R w KQkq - 0 1";
        for (fen, line, expected) in [
            (start, "knight f3", "Nf3"),
            (start, "Knight to F3!", "Nf3"),
            (start, "the horse on g1 goes to f3 please", "Nf3"),
            (start, "pawn e4", "e4"),
            (start, "e2 to e4", "e4"),
            (start, "move e4", "e4"),
            (start, "I play d4", "d4"),
            (start, "a pawn to a3", "a3"),
            (start, "N f3", "Nf3"),
            (start, "king's pawn", ""),
            (start, "take back", ""),
            (start, "n", ""),
            (start, "e4 e5 f4", ""),
            (start, "e4 quickly", ""),
            (middle, "castle queenside", "O-O-O"),
            (middle, "I castle long", "O-O-O"),
            (middle, "castle to the queen's side", ""),
            (middle, "castle", "O-O-O"),
            (middle, "knight takes d5", "Nxd5"),
            (middle, "knight takes the pawn", "Nxd5"),
            (middle, "takes on d5", "Nxd5"),
            (middle, "b takes a8 queen", "bxa8=Q"),
            (middle, "pawn b7 to b8 becomes a knight", "b8=N"),
            (middle, "pawn takes rook queen", ""),
            (middle, "b pawn to b8", "b7b8?"),
            (middle, "knight to e5 check", "Ne5"),
            (middle, "queen takes d5", "'Qxd5' is not a legal move here"),
            (middle, "castle short", "'O-O' is not a legal move here"),
            (middle, "bishop", "'bishop' is ambiguous: it can be B"),
            (
                "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1",
                "knight to d2",
                "'knight to d2' is ambiguous: it can be Nbd2 or Nfd2",
            ),
            (
                "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1",
                "the b knight to d2",
                "Nbd2",
            ),
            (
                "4k3/8/8/8/8/8/7r/6QK w - - 0 1",
                "queen",
                "'queen' is ambig",
            ),
        ] {
            let found = said(fen, line);
            assert!(
                // Of an error, its beginning.
                if expected.starts_with('\'') {
                    found.starts_with(expected)
                } else {
                    found == expected
                },
                "{line}: {found}"
            );
        }
    }

    #[test]
    fn square_off_the_board_is_found() {
        for (line, name, role) in [
            ("Qxh9", "h9", Some(Role::Queen)),
            ("Ni3", "i3", Some(Role::Knight)),
            ("e9", "e9", None),
            ("e2e9", "e9", None),
            ("e2-e44", "e44", None),
            ("knight to j3", "j3", Some(Role::Knight)),
            ("exd0+", "d0", None),
        ] {
            let name = name.to_owned();
            assert_eq!(
                square_off_the_board(line),
                Some(NoSquare { name, role }),
                "{line}"
            );
        }
        for line in [
            "Qh8",
            "e2e4",
            "mp3",
            "belle1976",
            "3+2",
            "x9",
            "G60",
            "",
            "é9",
        ] {
            assert_eq!(square_off_the_board(line), None, "{line}");
        }
    }

    #[test]
    fn command_in_words_is_found() {
        for (line, command) in [
            ("take back", Some("undo")),
            ("Please take back my move!", Some("undo")),
            ("i give up", Some("resign")),
            ("new game", Some("new")),
            ("give me a hint", Some("hint")),
            ("what should I do?", Some("hint")),
            ("save game", Some("save")),
            ("play black", Some("side black")),
            ("too hard", Some("opponent")),
            ("where is my game?", Some("load")),
            ("What was your move?", Some("last move")),
            ("am I in check?", Some("board")),
            ("who won?", Some("result")),
            ("how do I quit", Some("exit")),
            ("what's a good move?", Some("hint")),
            ("switch colors", Some("side")),
            ("hello", None),
            ("[White \"A\"]", None),
            ("e4", None),
            ("", None),
        ] {
            assert_eq!(spoken_command(line), command, "{line}");
        }
        for (line, rest) in [
            ("I want to resign", "resign"),
            ("help me please!", "help"),
            ("set level 3+2", "level 3+2"),
            ("show the clock", "clock"),
            ("show", "show"),
            ("knight f3", "knight f3"),
        ] {
            assert_eq!(without_fillers(line), rest, "{line}");
        }
    }

    #[test]
    fn switch_is_found_in_words() {
        for (line, name, on) in [
            ("hide thoughts", "thoughts", false),
            ("Hide the score!", "thoughts", false),
            ("hide hints", "thoughts", false),
            ("hide what the machine thinks", "thoughts", false),
            ("what is the machine thinking", "thoughts", true),
            ("stop showing evaluation", "thoughts", false),
            ("don't show me your evaluation", "thoughts", false),
            ("no hints", "thoughts", false),
            ("eval off", "thoughts", false),
            ("turn off all the numbers", "thoughts", false),
            ("thoughts please", "thoughts", true),
            ("show me your thinking", "thoughts", true),
            ("warn me", "warnings", true),
            ("stop warning me", "warnings", false),
            ("no pondering please", "ponder", false),
        ] {
            assert_eq!(spoken_switch(line), Some(Switch { name, on }), "{line}");
        }
        for line in [
            "score",
            "show score",
            "hint please",
            "hide the board",
            "stop",
            "no",
            "what is stalemate",
            "",
        ] {
            assert_eq!(spoken_switch(line), None, "{line}");
        }
    }

    #[test]
    fn number_of_moves_taken_back_is_read() {
        for (line, count) in [
            ("go back two moves", Some(2)),
            ("take back 3 moves", Some(3)),
            ("Please undo my last two moves!", Some(2)),
            ("take the last ten moves back", Some(10)),
            ("undo one", Some(1)),
            ("two moves", None),
            ("go back", None),
            ("go back to move 3 or 4", None),
            ("take back the rook", None),
            ("b2 back", None),
        ] {
            assert_eq!(spoken_undo(line), count, "{line}");
        }
    }

    #[test]
    fn sentences_are_answered_by_their_topic() {
        for (line, answer) in [
            ("how do I castle?", Some("to castle, type")),
            ("what is en passant", Some("en passant: ")),
            ("How does the horse jump", Some("a knight goes two")),
            ("can I skip a move", Some("chess has no passing")),
            ("why is the computer so strong", Some("`opponent` lists")),
            ("where did you put the file", Some("games are saved")),
            ("I am stuck", Some("`hint` (F2)")),
            ("what does f3 do", Some("F1 lists the keys")),
            ("kk f3", None),
            ("hello there", None),
            ("[White \"king\"]", None),
            ("", None),
        ] {
            let said = about(line);
            match answer {
                Some(answer) => assert!(said.unwrap().starts_with(answer), "{line}: {said:?}"),
                None => assert_eq!(said, None, "{line}"),
            }
        }
        // Three lines of a screen of 80 columns.
        for (_, text) in TOPICS {
            assert!(text.len() <= 240, "{text}");
        }
    }

    #[test]
    fn phrases_are_written_once() {
        let mut phrases: Vec<&str> = PHRASES.iter().flat_map(|row| row.1).copied().collect();
        let count = phrases.len();
        phrases.sort_unstable();
        phrases.dedup();
        assert_eq!(phrases.len(), count);
    }
}
