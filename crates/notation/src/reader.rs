//! PGN read game by game: tags, moves and everything between the moves. A malformed game is
//! reported and skipped, up to the start of the next one.

use std::io;

use play::Game;
use shakmaty::san::{San, SanPlus};
use shakmaty::{Chess, Color, EnPassantMode, FromSetup as _, Outcome, Position, PositionError};

use crate::lexer::{
    EVENT_TAG, Token, UNOPENED, is_lost_by_both, outcome, rest_of_line, shortened, token,
};
use crate::outcome_words::outcome_in_words;
use crate::san::{abbreviates_a_capture, parse_move};
use crate::source::{FilePosition, HEAD_BYTES, Source, check_encoding};

/// Longest game that is read, in bytes.
pub const MAX_GAME_BYTES: u64 = 4 << 20;
/// Longest gap that is read, in bytes: a device may give zeros without end.
const MAX_BLANK_BYTES: u64 = 4 << 20;
/// Text that is no game is reported in parts of at most about this many bytes.
const MAX_OTHER_TEXT_BYTES: u64 = 256 << 10;
const MAX_VARIATION_DEPTH: usize = 100;

/// A game that cannot be used.
#[derive(Clone, Debug)]
pub struct MalformedGame {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line of the error.
    pub line: u64,
    /// `White - Black`, if both are tagged.
    pub players: Option<String>,
    /// The error.
    pub reason: String,
    /// Neither a tag nor a legal move precedes the error: the text is probably not PGN.
    pub is_empty: bool,
    /// Position after its last byte and the whitespace that follows.
    pub end: FilePosition,
}

/// Iterator over the games of a text in PGN. A game ends with its result, or before a line that
/// begins with a tag.
///
/// Text without a tag and without a legal move is no game: it is reported as one malformed game.
/// The iterator ends after the first error of the input. A text in UTF-16 is such an error.
///
/// ```
/// let text = "[White \"A\"]\n\n1. e4 e5 *\n\n1. e5 *\n\n1. d4 (1. c4) d5 1-0";
/// let mut games = notation::Games::new(text.as_bytes());
/// assert_eq!(games.next().unwrap().unwrap().unwrap().game.moves().len(), 2);
/// assert_eq!(games.next().unwrap().unwrap().unwrap_err().line, 5);
/// assert_eq!(games.next().unwrap().unwrap().unwrap().elements.len(), 5);
/// assert!(games.next().is_none());
/// ```
#[derive(Debug)]
pub struct Games<R> {
    source: Source<R>,
    number: u64,
    failed: bool,
    lenient: bool,
    /// Read while looking for the end of text that is no game.
    next: Option<ReadGame>,
}

/// A game as it was read.
#[derive(Debug)]
struct ReadGame {
    game: Result<ParsedGame, MalformedGame>,
    /// The error is that of other text: see [`Draft::is_other_text`].
    is_other_text: bool,
}

/// All games of a text, without the input's errors. Fails if the text is in UTF-16.
pub fn parse_games(text: &[u8]) -> io::Result<Vec<Result<ParsedGame, MalformedGame>>> {
    Games::new(text).collect()
}

impl<R: io::Read> Iterator for Games<R> {
    type Item = io::Result<Result<ParsedGame, MalformedGame>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.read_next().transpose();
        self.failed = matches!(game, Some(Err(_)));
        game
    }
}

impl<R: io::Read> Games<R> {
    /// The games of `input`.
    pub fn new(input: R) -> Games<R> {
        Games {
            source: Source::new(input, FilePosition::default()),
            number: 0,
            failed: false,
            lenient: false,
            next: None,
        }
    }

    /// Keeps the legal part of a game with an error after its first move, and adds a remark.
    ///
    /// An illegal move ends its variation or the game. Other words are left out.
    #[must_use]
    pub fn lenient(self) -> Games<R> {
        Games {
            lenient: true,
            ..self
        }
    }

    /// The next game. Other text counts as one, however many results (`*`) seem to be in it.
    fn read_next(&mut self) -> io::Result<Option<Result<ParsedGame, MalformedGame>>> {
        let read = match self.next.take() {
            Some(read) => Some(read),
            None => self.read()?,
        };
        let Some(ReadGame {
            mut game,
            is_other_text,
        }) = read
        else {
            return Ok(None);
        };
        if let Err(report) = &mut game
            && is_other_text
        {
            let begin = report.end.offset;
            // Whoever reads a text without end must be able to stop between its parts.
            while self.source.position.offset - begin < MAX_OTHER_TEXT_BYTES
                && let Some(read) = self.read()?
            {
                match read.game {
                    Err(more) if read.is_other_text => {
                        // Both count as one game.
                        report.end = more.end;
                        self.number = report.number;
                    }
                    _ => {
                        self.next = Some(read);
                        break;
                    }
                }
            }
        }
        Ok(Some(game))
    }

    fn read(&mut self) -> io::Result<Option<ReadGame>> {
        if self.source.position.offset == 0 {
            check_encoding(self.source.ahead(HEAD_BYTES)?)?;
        }
        let mut gap_begin = self.source.position.offset;
        let mut draft: Option<Draft> = None;
        // Since the last token; two of them enclose a blank line.
        let mut line_ends = 0;
        loop {
            let position = self.source.position;
            self.source.begin_item();
            if self.source.skip_blank()? {
                if position.offset - gap_begin > MAX_BLANK_BYTES {
                    let reason = format!("more than {} MiB without a word", MAX_BLANK_BYTES >> 20);
                    return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
                }
                line_ends += u32::from(self.source.position.line > position.line);
                continue;
            }
            let Some(byte) = self.source.peek()? else {
                break;
            };
            let starts_line = self.source.at_line_start;
            if let Some(draft) = &draft
                && draft.is_over(
                    byte,
                    starts_line,
                    line_ends > 1,
                    self.source.ahead(EVENT_TAG.len())?,
                )
            {
                break;
            }
            let lenient = self.lenient;
            let draft = draft.get_or_insert_with(|| Draft {
                begin: position,
                lenient,
                ..Draft::default()
            });
            let ends_line = self.read_into(draft, byte)?;
            line_ends = u32::from(ends_line);
            let end = self.source.position.offset;
            gap_begin = end;
            if end - draft.begin.offset > MAX_GAME_BYTES {
                draft.fail(
                    position.line,
                    format!("longer than {} MiB", MAX_GAME_BYTES >> 20),
                );
            }
        }
        let Some(draft) = draft else {
            return Ok(None);
        };
        self.number += 1;
        let is_other_text = draft.is_other_text();
        let game = draft.finish(self.number, self.source.position);
        Ok(Some(ReadGame {
            is_other_text: is_other_text && game.is_err(),
            game,
        }))
    }

    /// Reads one token, which begins with `byte`, into a game. Returns whether it ends its line.
    fn read_into(&mut self, draft: &mut Draft, byte: u8) -> io::Result<bool> {
        let line = self.source.position.line;
        self.source.begin_item();
        if byte == b'%' && self.source.at_line_start {
            self.source.next()?;
            let text = rest_of_line(&mut self.source, MAX_GAME_BYTES as usize)?;
            draft.elements.push(Element::Escape(text));
            return Ok(true);
        }
        let token = token(&mut self.source, byte, MAX_GAME_BYTES as usize)?;
        let ends_line = matches!(token, Token::LineComment(_));
        match token {
            Token::Move(word) if is_lost_by_both(&word) && self.ends_here()? => {
                draft.push_castling_or_result(word, line);
            }
            token => draft.push(token, line),
        }
        Ok(ends_line)
    }

    /// Whether the text or the game ends before the next word.
    fn ends_here(&mut self) -> io::Result<bool> {
        const ENOUGH: usize = 64;
        let next = self.source.ahead(ENOUGH)?.trim_ascii_start().first();
        Ok(matches!(next, None | Some(b'[')))
    }
}

/// An open variation: its current position and the one before its last move.
struct Variation {
    start_line: u64,
    before: Option<Chess>,
    now: Chess,
}

/// The main line where a word was left out that may have been a move.
struct Doubt {
    /// Number of moves before the word.
    moves: usize,
    /// Number of elements before the word.
    elements: usize,
    /// Index of the word's remark.
    remark: usize,
    /// What is wrong with the word.
    reason: String,
}

/// What a remark says of the moves after an error in the main line.
const REST_OF_GAME: &str = "the rest of the game is left out";

#[derive(Default)]
struct Draft {
    begin: FilePosition,
    tags: Vec<(String, String)>,
    elements: Vec<Element>,
    /// Set once the movetext begins.
    game: Option<Game>,
    /// The open variations, the innermost last.
    variations: Vec<Variation>,
    /// The main line from a null move on, which is no part of `game`.
    after_null: Option<Variation>,
    outcome: Option<Outcome>,
    /// The first error and its line.
    error: Option<(u64, String)>,
    /// Legal moves preceded the error.
    had_moves: bool,
    /// Number of words that could be meant as moves.
    named_moves: usize,
    /// Number of words that could not.
    other_words: usize,
    /// The `FEN` tag as it was spelled, if not as the standard spells it.
    odd_fen: Option<String>,
    /// Movetext began, even if malformed: no tags follow.
    in_moves: bool,
    /// Open parentheses; counted even after an error.
    depth: usize,
    lenient: bool,
    remarks: Vec<Remark>,
    /// A word of the main line that was left out, until a number shows that it was no move.
    doubt: Option<Doubt>,
    /// By how much the file's numbers of moves exceed those of the position.
    offset: i64,
    /// Everything at this depth or deeper is left out.
    cut: Option<usize>,
}

impl Draft {
    /// Whether the game ended before this byte, the first of a token.
    fn is_over(&self, byte: u8, starts_line: bool, after_blank: bool, ahead: &[u8]) -> bool {
        match byte {
            // After moves, a tag begins the next game.
            b'[' if self.in_moves => starts_line || self.outcome.is_some(),
            // Tags without moves are a game of their own, if another game's tags follow.
            b'[' => !self.tags.is_empty() && after_blank && ahead == EVENT_TAG,
            // A comment right behind the result still belongs to the game.
            b'{' | b';' | b'$' | b'%' => self.outcome.is_some() && after_blank,
            _ => self.outcome.is_some(),
        }
    }

    fn fail(&mut self, line: u64, reason: String) {
        if self.error.is_none() {
            self.error = Some((line, reason));
            self.had_moves = self.game_has_moves();
        }
        (self.elements, self.variations, self.game) = (Vec::new(), Vec::new(), None);
    }

    fn push(&mut self, token: Token, line: u64) {
        // A number begins the movetext too, but the game is set up at the first move, which tells
        // what a tag `fen` means: see [`Draft::set_up`].
        let sets_up_game = matches!(
            token,
            Token::Move(_) | Token::VariationStart | Token::VariationEnd | Token::Outcome(_)
        );
        self.in_moves |= sets_up_game || matches!(token, Token::Filler | Token::Number { .. });
        match token {
            Token::VariationStart => self.depth += 1,
            Token::VariationEnd => self.depth = self.depth.saturating_sub(1),
            Token::Outcome(outcome) if self.depth == 0 => self.outcome = Some(outcome),
            _ => {}
        }
        if let Token::Move(word) = &token {
            let counter = if names_a_move(word) {
                &mut self.named_moves
            } else {
                &mut self.other_words
            };
            *counter += 1;
        }
        if self.error.is_some() {
            return;
        }
        // Only the parenthesis that closes the cut variation ends the cut, and it is kept.
        let ends = matches!(token, Token::VariationEnd);
        if let Some(depth) = self.cut {
            if self.depth >= depth || !ends || self.variations.is_empty() {
                return;
            }
            self.cut = None;
        }
        // What is wrong by itself: nothing that follows depends on it.
        let is_alone = match &token {
            Token::Error(_) | Token::Tag(..) => true,
            // A word that names no square and no castling is hardly a misspelled move.
            Token::Move(text) => !names_a_move(text) && !abbreviates_a_capture(text),
            _ => ends && self.variations.is_empty(),
        };
        // It may have stood for a move all the same: the next number tells.
        let is_unknown_word = is_alone && matches!(token, Token::Move(_));
        let is_end_of_comment = matches!(&token, Token::Error(reason) if reason == UNOPENED);
        match self.add(token, line, sets_up_game) {
            Ok(()) => {}
            Err(reason) if self.is_forgiven(is_alone) => {
                if is_unknown_word {
                    self.begin_doubt(&reason);
                } else if is_end_of_comment {
                    // The words before it were a comment.
                    self.doubt = None;
                }
                self.leave_out(line, &reason, is_alone);
            }
            Err(reason) => self.fail(line, reason),
        }
    }

    /// The number of moves of the main line.
    fn moves(&self) -> usize {
        match &self.game {
            Some(game) => game.moves().len(),
            None => 0,
        }
    }

    fn game_has_moves(&self) -> bool {
        self.moves() > 0
    }

    /// Remembers where the main line was before a word that is left out.
    fn begin_doubt(&mut self, reason: &str) {
        let is_main_line = self.variations.is_empty() && self.after_null.is_none();
        if is_main_line && self.doubt.is_none() {
            self.doubt = Some(Doubt {
                moves: self.moves(),
                elements: self.elements.len(),
                remark: self.remarks.len(),
                reason: reason.to_owned(),
            });
        }
    }

    /// Compares a move number of the main line with the position. After a word was left out, the
    /// number shows whether the word stood for a move. If it did, the moves since were read for the
    /// wrong side, and the game ends before the word.
    fn check_number(&mut self, number: u32, is_black: bool) {
        if !self.variations.is_empty() || self.after_null.is_some() {
            return;
        }
        let (turn, expected) = match &self.game {
            Some(game) => (game.position().turn(), game.position().fullmoves().get()),
            None => return,
        };
        let offset = i64::from(number) - i64::from(expected);
        let is_as_expected = offset == self.offset && is_black == turn.is_black();
        match &self.doubt {
            Some(_) if is_as_expected => self.doubt = None,
            Some(_) => self.end_before_doubt(),
            None => self.offset = offset,
        }
    }

    /// Ends the game before the word that may have been a move.
    fn end_before_doubt(&mut self) {
        let (Some(doubt), Some(game)) = (self.doubt.take(), &self.game) else {
            return;
        };
        if game.moves().len() == doubt.moves {
            return;
        }
        let mut kept = Game::from_position(game.start().clone());
        for &made in &game.moves()[..doubt.moves] {
            kept.play(made);
        }
        self.game = Some(kept);
        self.elements.truncate(doubt.elements);
        self.variations.clear();
        self.after_null = None;
        self.cut = Some(0);
        if let Some(remark) = self.remarks.get_mut(doubt.remark) {
            remark.reason = format!("{}; {REST_OF_GAME}", doubt.reason);
        }
    }

    /// Whether the game is kept in spite of an error: it has legal moves, or the faulty token is
    /// wrong by itself.
    fn is_forgiven(&self, is_alone: bool) -> bool {
        self.lenient && (is_alone || self.game_has_moves())
    }

    /// Leaves out a token that is wrong by itself, or else the rest of the innermost variation or
    /// of the game.
    fn leave_out(&mut self, line: u64, reason: &str, is_alone: bool) {
        let what = if is_alone {
            "left out"
        } else if self.variations.is_empty() {
            REST_OF_GAME
        } else {
            "the rest of the variation is left out"
        };
        if !is_alone {
            self.cut = Some(self.variations.len());
        }
        self.remarks.push(Remark {
            line,
            reason: format!("{reason}; {what}"),
        });
    }

    fn add(&mut self, token: Token, line: u64, sets_up_game: bool) -> Result<(), String> {
        if sets_up_game && self.game.is_none() {
            self.game = Some(self.set_up(&token)?);
        }
        match token {
            Token::Tag(name, value) if !self.in_moves => self.add_tag(name, value),
            Token::Tag(name, _) => return Err(format!("tag '{name}' in the movetext")),
            Token::Error(reason) => return Err(reason),
            Token::Filler => {}
            Token::Number { number, is_black } => self.check_number(number, is_black),
            Token::Comment(text) => self.elements.push(Element::Comment(text)),
            Token::LineComment(text) => self.elements.push(Element::LineComment(text)),
            Token::Nag(nag) => self.elements.push(Element::Nag(nag)),
            Token::Outcome(outcome) if self.depth > 0 => {
                self.elements.push(Element::Outcome(outcome))
            }
            Token::Outcome(_) => {}
            Token::Move(text) => {
                let element = self.make(&text, line)?;
                self.elements.push(element);
            }
            Token::VariationStart => {
                self.open(line)?;
                self.elements.push(Element::VariationStart);
            }
            Token::VariationEnd => {
                self.variations.pop().ok_or("')' without '('")?;
                self.elements.push(Element::VariationEnd);
            }
        }
        Ok(())
    }

    /// Adds a tag. Its name is spelled as the standard does, whatever its letters' case.
    fn add_tag(&mut self, name: String, value: String) {
        let known = KNOWN_TAGS
            .iter()
            .find(|known| known.eq_ignore_ascii_case(&name));
        match known {
            Some(&known) if known != name && find_tag(&self.tags, known).is_none() => {
                self.tags.push((known.to_owned(), value));
                if known == "FEN" {
                    self.odd_fen = Some(name);
                }
            }
            _ => self.tags.push((name, value)),
        }
    }

    /// The position before the first move.
    fn set_up(&mut self, first: &Token) -> Result<Game, String> {
        let game = set_up(&self.tags);
        // Some programs write the last position in a tag `fen`. If the first move is legal only
        // from the initial position, the game begins there, and the tag gets its own spelling back.
        if let (Token::Move(text), Some(odd)) = (first, &self.odd_fen) {
            let is_legal = |game: &Game| parse_move(game.position(), text).is_ok();
            let is_legal_there = match &game {
                Ok(game) => is_legal(game),
                Err(_) => false,
            };
            if !is_legal_there && is_legal(&Game::new()) {
                for (name, _) in &mut self.tags {
                    if name == "FEN" {
                        name.clone_from(odd);
                    }
                }
                return Ok(Game::new());
            }
        }
        game
    }

    /// Adds `0-0` at the end of a game: its result, if the tag says so or castling is not possible.
    fn push_castling_or_result(&mut self, word: String, line: u64) {
        let tagged = match find_tag(&self.tags, "Result") {
            Some(result) => is_lost_by_both(result),
            None => false,
        };
        let is_legal = match &self.game {
            Some(game) => parse_move(game.position(), &word).is_ok(),
            None => false,
        };
        if self.depth > 0 || (is_legal && !tagged) {
            return self.push(Token::Move(word), line);
        }
        if !tagged {
            self.remarks.push(Remark {
                line,
                reason: format!("the result '{word}', lost by both, is written as '*'"),
            });
        }
        self.push(Token::Outcome(Outcome::Unknown), line);
    }

    /// Whether this is other text than a game: no tags, and no more words that could be moves than
    /// other words. Perhaps only a result in it looked like the end of a game.
    fn is_other_text(&self) -> bool {
        self.tags.is_empty() && self.named_moves <= self.other_words
    }

    fn open(&mut self, line: u64) -> Result<(), String> {
        let before = match (
            self.variations.last().or(self.after_null.as_ref()),
            &self.game,
        ) {
            (Some(variation), _) => variation.before.clone(),
            (None, Some(game)) => game.positions().iter().nth_back(1).cloned(),
            (None, None) => None,
        };
        let now = before.ok_or("variation before the first move")?;
        if self.variations.len() == MAX_VARIATION_DEPTH {
            return Err(format!(
                "variations nested deeper than {MAX_VARIATION_DEPTH}"
            ));
        }
        self.variations.push(Variation {
            start_line: line,
            before: None,
            now,
        });
        Ok(())
    }

    fn make(&mut self, text: &str, line: u64) -> Result<Element, String> {
        let Some(game) = &mut self.game else {
            return Err("move before the game".to_owned());
        };
        let variation = self.variations.last_mut().or(self.after_null.as_mut());
        let position = match &variation {
            Some(variation) => &variation.now,
            None => game.position(),
        };
        let (number, turn) = (position.fullmoves().get(), position.turn());
        let place = format!("move {number}{}", turn.fold_wb("", "..."));
        let illegal = |reason: String| format!("{place}: {reason}");
        if is_null_move(text) {
            let next =
                after_null_move(position).ok_or_else(|| illegal(format!("'{text}' in check")))?;
            if let Some(variation) = variation {
                variation.before = Some(std::mem::replace(&mut variation.now, next));
            } else if game.moves().is_empty() {
                return Err(illegal(format!("'{text}' is not a move")));
            } else {
                let reason = illegal(format!(
                    "'{text}' is not a legal move; the moves before it are kept"
                ));
                self.remarks.push(Remark { line, reason });
                let before = Some(position.clone());
                self.after_null = Some(Variation {
                    start_line: line,
                    before,
                    now: next,
                });
            }
            return Ok(Element::Move {
                number,
                turn,
                san: SanPlus {
                    san: San::Null,
                    suffix: None,
                },
            });
        }
        let made = parse_move(position, text).map_err(|error| illegal(error.to_string()))?;
        let san = SanPlus::from_move(position.clone(), made);
        match variation {
            None => game.play(made),
            Some(variation) => {
                let mut next = variation.now.clone();
                next.play_unchecked(made);
                variation.before = Some(std::mem::replace(&mut variation.now, next));
            }
        }
        Ok(Element::Move { number, turn, san })
    }

    /// Fails without tags and moves, and for prose in which some words are moves by chance.
    fn check_is_game(&mut self) {
        let Some(game) = &self.game else {
            return;
        };
        let moves = game.moves().len();
        if self.tags.is_empty() && (moves == 0 || self.other_words > self.named_moves) {
            let reason = if moves > 0 {
                format!(
                    "no game in PGN: no tags, and more other words than moves ({} and {})",
                    self.other_words, self.named_moves
                )
            } else if let Some(remark) = self.remarks.first() {
                // What is wrong with the first word says best what the text is.
                remark.reason.replace("; left out", "")
            } else {
                "neither tags nor moves".to_owned()
            };
            let line = self.begin.line;
            self.fail(line, reason);
            // Its moves are words that are moves by chance.
            self.had_moves = false;
        }
    }

    /// Lets the tag `Result` and the result after the moves agree, if one of them is unknown. If
    /// both are known and differ, the game has the latter, and the tag stays.
    fn check_result(&mut self) {
        let tag = self.tags.iter_mut().find(|(name, _)| name == "Result");
        let tagged = match &tag {
            Some((_, value)) => outcome(value).or_else(|| outcome_in_words(value)),
            None => None,
        };
        match (tagged, self.outcome) {
            (Some(Outcome::Known(tagged)), Some(Outcome::Known(after))) if tagged != after => {
                let reason = format!("tag Result says {tagged}, but the moves end with {after}");
                self.remarks.push(Remark {
                    line: self.begin.line,
                    reason,
                });
            }
            (Some(Outcome::Known(_)), _) => self.outcome = tagged,
            _ => {}
        }
        if let (Some((_, value)), Some(tagged)) = (tag, tagged) {
            *value = match self.outcome {
                Some(after) if tagged == Outcome::Unknown => after.to_string(),
                _ => tagged.to_string(),
            };
        }
    }

    fn finish(mut self, number: u64, end: FilePosition) -> Result<ParsedGame, MalformedGame> {
        if let Some(variation) = self.variations.last() {
            let (line, reason) = (variation.start_line, "variation is not closed");
            if self.is_forgiven(false) {
                // The result at the end belongs to the game.
                while let Some(&Element::Outcome(found)) = self.elements.last() {
                    self.outcome.get_or_insert(found);
                    self.elements.pop();
                }
                let closed = (0..self.variations.len()).map(|_| Element::VariationEnd);
                self.elements.extend(closed);
                self.remarks.push(Remark {
                    line,
                    reason: reason.to_owned(),
                });
            } else {
                self.fail(line, reason.to_owned());
            }
        }
        if self.error.is_none() && self.game.is_none() {
            match set_up(&self.tags) {
                Ok(game) => self.game = Some(game),
                Err(reason) => self.fail(self.begin.line, reason),
            }
        }
        // No number after a word left out has shown that it was no move.
        self.end_before_doubt();
        self.check_is_game();
        self.check_result();
        let Draft {
            begin,
            tags,
            elements,
            game,
            outcome,
            error,
            had_moves,
            remarks,
            ..
        } = self;
        match (error, game) {
            (None, Some(game)) => {
                let (line, begin) = (begin.line, begin.offset);
                Ok(ParsedGame {
                    number,
                    line,
                    tags,
                    game,
                    elements,
                    remarks,
                    outcome: outcome.unwrap_or(Outcome::Unknown),
                    begin,
                    end,
                })
            }
            (error, _) => {
                let (line, reason) = error.unwrap_or((begin.line, "empty game".to_owned()));
                let reason = reason.replace(|c: char| c.is_control(), " ");
                let names = find_tag(&tags, "White").zip(find_tag(&tags, "Black"));
                let players = names
                    .map(|(white, black)| format!("{} - {}", shortened(white), shortened(black)));
                let is_empty = tags.is_empty() && !had_moves;
                Err(MalformedGame {
                    number,
                    line,
                    players,
                    reason,
                    is_empty,
                    end,
                })
            }
        }
    }
}

/// Whether a word could be meant as a move: it names a square, castling or a null move.
fn names_a_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let is_of_castling = |c: char| "Oo0-–—−".contains(c);
    let without_check = text.trim_end_matches(['+', '#']);
    let is_castling = without_check.len() > 1 && without_check.chars().all(is_of_castling);
    bytes.windows(2).any(is_square) || is_castling || is_null_move(text)
}

fn is_null_move(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "0000" | "@@@@")
}

/// The position after a null move; none if the side that passes is in check.
fn after_null_move(position: &Chess) -> Option<Chess> {
    let mode = position.castles().mode();
    let mut setup = position.to_setup(EnPassantMode::Legal);
    if setup.turn == Color::Black {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    setup.swap_turn();
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

/// Tags that readers of games look for.
const KNOWN_TAGS: [&str; 25] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "FEN",
    "SetUp",
    "Variant",
    "ECO",
    "Opening",
    "Variation",
    "Annotator",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "TimeControl",
    "Termination",
    "PlyCount",
    "UTCDate",
    "UTCTime",
    "Time",
    "Mode",
];

/// Whether a name of a variant means standard chess, perhaps from another position: the names that
/// Lichess, python-chess and the Free Internet Chess Server write. Of the server's `wild` games, 0
/// to 8 and 8a only begin from another position.
fn is_standard_name(name: &str) -> bool {
    const NAMES: [&str; 9] = [
        "",
        "?",
        "-",
        "standard",
        "chess",
        "classical",
        "normal",
        "illegal",
        "from position",
    ];
    let name = name.to_ascii_lowercase();
    let wild = name.strip_prefix("wild/").unwrap_or_default();
    NAMES.contains(&name.as_str())
        || matches!(
            wild,
            "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "8a"
        )
}

fn set_up(tags: &[(String, String)]) -> Result<Game, String> {
    let variant = find_tag(tags, "Variant").unwrap_or("?").trim();
    let chess960 = is_chess960_name(variant);
    if !chess960 && !is_standard_name(variant) {
        return Err(format!(
            "Variant: expected standard chess or Chess960, got '{}'",
            shortened(variant)
        ));
    }
    let game = match find_tag(tags, "FEN") {
        Some(fen) if find_tag(tags, "SetUp") != Some("0") => {
            Game::from_any_fen(fen).map_err(|error| error.to_string())?
        }
        _ => Game::new(),
    };
    Ok(if chess960 { game.into_chess960() } else { game })
}

/// Whether a name of a variant means Chess960: `Chess960`, `fischerandom`, `Fischer random`.
pub fn is_chess960_name(name: &str) -> bool {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    ["chess960", "fischerandom", "fischerrandom", "freestyle"]
        .contains(&letters.to_ascii_lowercase().as_str())
}

/// An element of a game's movetext. Moves are legal and spelled as the standard asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// A move, of the game or of a variation; a null move (`--`) is [`shakmaty::san::San::Null`].
    #[allow(missing_docs, reason = "the names say it")]
    Move {
        number: u32,
        turn: Color,
        san: SanPlus,
    },
    /// A numeric annotation glyph.
    Nag(u8),
    /// A comment in braces, with all its whitespace.
    Comment(String),
    /// A comment after a semicolon.
    LineComment(String),
    /// The text after a percent sign at the beginning of a line.
    Escape(String),
    /// Start of a variation, an alternative to the last move.
    VariationStart,
    /// End of a variation.
    VariationEnd,
    /// A result at the end of a variation.
    Outcome(Outcome),
}

/// Text of a game that was left out, or is not in [`ParsedGame::game`], and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its line.
    pub line: u64,
    /// The error and what became of the text.
    pub reason: String,
}

/// A game that was read without error.
#[derive(Clone, Debug)]
pub struct ParsedGame {
    /// Its number in the file, from 1; malformed games count.
    pub number: u64,
    /// The line it begins on.
    pub line: u64,
    /// Names and values, in the file's order.
    pub tags: Vec<(String, String)>,
    /// The initial position and the moves, without variations, up to a null move.
    pub game: Game,
    /// Everything after the tags, except the result.
    pub elements: Vec<Element>,
    /// Text left out by [`Games::lenient`], and moves after a null move; empty in a game without
    /// errors.
    pub remarks: Vec<Remark>,
    /// The result after the moves, or else that of the tag.
    pub outcome: Outcome,
    /// Offset of its first byte.
    pub begin: u64,
    /// Position after its last byte and the whitespace that follows.
    pub end: FilePosition,
}

impl ParsedGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name)
    }

    /// The player's name, or `?`.
    pub fn name(&self, color: Color) -> &str {
        self.tag(color.fold_wb("White", "Black")).unwrap_or("?")
    }
}

/// The value of the first tag with this name.
pub fn find_tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.as_str())
}
