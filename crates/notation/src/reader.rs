//! Games one by one. What cannot be read is named and passed over, up to where the next game begins.

use std::io;

use play::Game;
use shakmaty::san::{San, SanPlus};
use shakmaty::{Chess, Outcome, Position};

use crate::lexer::{BEGINNING, Token, rest_of_line, shortened, token};
use crate::record::tag;
use crate::source::Source;
use crate::{Element, Place, Record, parse_move};

/// Bytes of the longest game that is read: more than anybody writes by hand, and few enough to be held in memory.
pub const LONGEST: u64 = 4 << 20;

/// Variations within variations.
const DEEPEST: usize = 100;

/// A game, or what is wrong with it.
pub type Read = Result<Record, Malformed>;

/// A game that cannot be used.
#[derive(Clone, Debug)]
pub struct Malformed {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line of what is wrong with it.
    pub line: u64,
    /// Who played, if that is known: `White - Black`.
    pub players: Option<String>,
    /// What is wrong.
    pub reason: String,
    /// Where it ends.
    pub end: Place,
}

/// The games of a text in PGN. A game ends with its result, or before a line that begins with a tag.
///
/// ```
/// let text = "[White \"A\"]\n\n1. e4 e5 *\n\n1. e5 *\n\n1. d4 (1. c4) d5 1-0";
/// let mut games = notation::Games::new(text.as_bytes(), notation::Place::default(), 0);
/// assert_eq!(games.next().unwrap().unwrap().unwrap().game.moves().len(), 2);
/// assert_eq!(games.next().unwrap().unwrap().unwrap_err().line, 5);
/// assert_eq!(games.next().unwrap().unwrap().unwrap().elements.len(), 5);
/// assert!(games.next().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Games<R> {
    source: Source<R>,
    number: u64,
}

impl<R: io::Read> Games<R> {
    /// The games of `input`, which stands at `place`, where `number` games have been read.
    pub fn new(input: R, place: Place, number: u64) -> Games<R> {
        Games { source: Source::new(input, place), number }
    }

    /// The next game, or what is wrong with it; `None` after the last.
    ///
    /// # Errors
    /// The text cannot be read; a text in UTF-16 is refused.
    // Not an iterator: who goes on after an error would never come to an end.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> io::Result<Option<Read>> {
        if self.source.place().offset == 0 {
            self.skip_byte_order_mark()?;
        }
        let mut draft: Option<Draft> = None;
        let mut blank_lines = 0;
        loop {
            let column = self.source.place();
            let Some(byte) = self.source.peek()? else { break };
            if byte.is_ascii_whitespace() {
                self.source.next()?;
                blank_lines += u32::from(self.source.place().line > column.line);
                continue;
            }
            let starts_line = self.source.at_line_start();
            if let Some(draft) = &draft
                && draft.is_over(byte, starts_line, blank_lines > 1, self.source.ahead(BEGINNING.len())?)
            {
                break;
            }
            let draft = draft.get_or_insert_with(|| Draft::new(column));
            if byte == b'%' && starts_line {
                self.source.next()?;
                let text = rest_of_line(&mut self.source, LONGEST as usize)?;
                blank_lines = 1;
                draft.elements.push(Element::Escape(text));
            } else {
                let token = token(&mut self.source, byte, LONGEST as usize)?;
                blank_lines = u32::from(matches!(token, Token::Rest(_)));
                draft.take(token, column.line);
            }
            if self.source.place().offset - draft.begin.offset > LONGEST {
                draft.refuse(column.line, format!("it is longer than {} MiB", LONGEST >> 20));
            }
        }
        self.number += u64::from(draft.is_some());
        Ok(draft.map(|draft| draft.finish(self.number, self.source.place())))
    }

    fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        self.source.eat(b"\xef\xbb\xbf")?;
        match self.source.ahead(2)? {
            b"\xff\xfe" | b"\xfe\xff" => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it is written in UTF-16; PGN is written in UTF-8 or Latin-1",
            )),
            _ => Ok(()),
        }
    }
}

/// A line of play: where it stands, and where it stood before its last move.
struct Line {
    /// The line of the file on which it begins.
    begin: u64,
    before: Option<Chess>,
    now: Chess,
}

/// A game being read.
struct Draft {
    begin: Place,
    tags: Vec<(String, String)>,
    elements: Vec<Element>,
    /// Once the moves began.
    game: Option<Game>,
    /// The variations that are open, the innermost last.
    lines: Vec<Line>,
    outcome: Option<Outcome>,
    wrong: Option<(u64, String)>,
    /// A move or a result was read, even if it was wrong: no tags follow.
    in_moves: bool,
    /// How many variations are open; goes on where `lines` ends because something is wrong.
    depth: usize,
}

impl Draft {
    fn new(begin: Place) -> Draft {
        Draft {
            begin,
            tags: Vec::new(),
            elements: Vec::new(),
            game: None,
            lines: Vec::new(),
            outcome: None,
            wrong: None,
            in_moves: false,
            depth: 0,
        }
    }

    /// Whether the game ended before this byte, with which a word begins.
    fn is_over(&self, byte: u8, starts_line: bool, after_blank: bool, ahead: &[u8]) -> bool {
        match byte {
            b'[' if self.in_moves => starts_line || self.outcome.is_some(),
            b'[' => !self.tags.is_empty() && after_blank && ahead == BEGINNING,
            b'{' | b';' | b'$' | b'%' => self.outcome.is_some() && after_blank,
            _ => self.outcome.is_some(),
        }
    }

    /// Only what is wrong first is told; the rest of the game is only read to find its end.
    fn refuse(&mut self, line: u64, reason: String) {
        if self.wrong.is_none() {
            self.wrong = Some((line, reason));
        }
        (self.elements, self.lines, self.game) = (Vec::new(), Vec::new(), None);
    }

    fn take(&mut self, token: Token, line: u64) {
        let starts_moves = matches!(token, Token::Move(_) | Token::Open | Token::Close | Token::Outcome(_));
        self.in_moves |= starts_moves || matches!(token, Token::Nothing);
        match token {
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Outcome(outcome) if self.depth == 0 => self.outcome = Some(outcome),
            _ => {}
        }
        if self.wrong.is_some() {
            return;
        }
        if let Err(reason) = self.add(token, line, starts_moves) {
            self.refuse(line, reason);
        }
    }

    fn add(&mut self, token: Token, line: u64, starts_moves: bool) -> Result<(), String> {
        if starts_moves && self.game.is_none() {
            self.game = Some(set_up(&self.tags)?);
        }
        match token {
            Token::Tag(name, value) if !self.in_moves => self.tags.push((name, value)),
            Token::Tag(name, _) => return Err(format!("the tag '{name}' stands among the moves")),
            Token::Bad(reason) => return Err(reason),
            Token::Nothing => {}
            Token::Comment(text) => self.elements.push(Element::Comment(text)),
            Token::Rest(text) => self.elements.push(Element::Rest(text)),
            Token::Nag(nag) => self.elements.push(Element::Nag(nag)),
            Token::Outcome(outcome) if self.depth > 0 => self.elements.push(Element::Outcome(outcome)),
            Token::Outcome(_) => {}
            Token::Move(text) => {
                let element = self.make(&text)?;
                self.elements.push(element);
            }
            Token::Open => {
                self.open(line)?;
                self.elements.push(Element::Open);
            }
            Token::Close => {
                self.lines.pop().ok_or("')' ends a variation that did not begin")?;
                self.elements.push(Element::Close);
            }
        }
        Ok(())
    }

    fn open(&mut self, line: u64) -> Result<(), String> {
        let positions = self.game.as_ref().map_or(&[][..], Game::positions);
        let before = match self.lines.last() {
            Some(line) => line.before.clone(),
            None => positions.iter().nth_back(1).cloned(),
        };
        let now = before.ok_or("a variation begins before there is a move")?;
        if self.lines.len() == DEEPEST {
            return Err(format!("more than {DEEPEST} variations within one another"));
        }
        self.lines.push(Line { begin: line, before: None, now });
        Ok(())
    }

    /// Makes a move in the innermost variation, or in the game.
    fn make(&mut self, text: &str) -> Result<Element, String> {
        let Some(game) = &mut self.game else { return Err("a move before the game".to_owned()) };
        let position = self.lines.last().map_or(game.position(), |line| &line.now);
        let (number, turn) = (position.fullmoves().get(), position.turn());
        let illegal = |reason: String| format!("move {number}{}: {reason}", turn.fold_wb("", "..."));
        if matches!(text, "--" | "Z0" | "0000" | "@@@@") {
            let line = self.lines.last_mut().ok_or_else(|| illegal(format!("'{text}' is no move")))?;
            let next = line.now.clone().swap_turn().map_err(|_| illegal(format!("'{text}' in check")))?;
            line.before = Some(std::mem::replace(&mut line.now, next));
            return Ok(Element::Move { number, turn, san: SanPlus { san: San::Null, suffix: None } });
        }
        let made = parse_move(position, text).map_err(|error| illegal(error.to_string()))?;
        let san = SanPlus::from_move(position.clone(), made);
        match self.lines.last_mut() {
            None => game.play(made),
            Some(line) => {
                let mut next = line.now.clone();
                next.play_unchecked(made);
                line.before = Some(std::mem::replace(&mut line.now, next));
            }
        }
        Ok(Element::Move { number, turn, san })
    }

    fn finish(mut self, number: u64, end: Place) -> Read {
        if let Some(line) = self.lines.last() {
            self.refuse(line.begin, "a variation is not closed".to_owned());
        }
        if self.wrong.is_none() && self.game.is_none() {
            match set_up(&self.tags) {
                Ok(game) => self.game = Some(game),
                Err(reason) => self.refuse(self.begin.line, reason),
            }
        }
        let Draft { begin, tags, elements, game, outcome, wrong, .. } = self;
        match (wrong, game) {
            (None, Some(game)) => {
                let told = || tag(&tags, "Result").and_then(|result| result.parse().ok());
                let outcome = outcome.or_else(told).unwrap_or(Outcome::Unknown);
                let (line, begin) = (begin.line, begin.offset);
                Ok(Record { number, line, tags, game, elements, outcome, begin, end })
            }
            (wrong, _) => {
                let (line, reason) = wrong.unwrap_or((begin.line, "it is empty".to_owned()));
                let reason = reason.replace(|c: char| c.is_control(), " ");
                let names = tag(&tags, "White").zip(tag(&tags, "Black"));
                let players =
                    names.map(|(white, black)| format!("{} - {}", shortened(white), shortened(black)));
                Err(Malformed { number, line, players, reason, end })
            }
        }
    }
}

/// Where a game begins, as its tags say.
fn set_up(tags: &[(String, String)]) -> Result<Game, String> {
    const CHESS: [&str; 5] = ["standard", "chess", "normal", "from position", "?"];
    let variant = tag(tags, "Variant").unwrap_or("?").trim();
    if !variant.is_empty() && !CHESS.contains(&variant.to_ascii_lowercase().as_str()) {
        return Err(format!("the variant '{}' is not chess as it is played here", shortened(variant)));
    }
    match tag(tags, "FEN") {
        Some(fen) if tag(tags, "SetUp") != Some("0") => {
            Game::from_fen(fen).map_err(|error| error.to_string())
        }
        _ => Ok(Game::new()),
    }
}
