//! The tokens of PGN.

use std::io::{self, Read};

use shakmaty::{Color, KnownOutcome, Outcome};

use crate::source::{Source, decode, is_blank, is_invisible, valid_start};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Tag(String, String),
    Comment(String),
    LineComment(String),
    Nag(u8),
    VariationStart,
    VariationEnd,
    Outcome(Outcome),
    Move(String),
    /// The number of a move, and whether dots say that it is Black's.
    Number {
        number: u32,
        is_black: bool,
    },
    /// Dots, commas or `e.p.`.
    Filler,
    Error(String),
}

/// The usual start of a game. It is recognized even inside an unclosed comment.
pub(crate) const EVENT_TAG: &[u8] = b"[Event ";
/// The error of a comment's end without its beginning.
pub(crate) const UNOPENED: &str = "'}' without '{'";
const MAX_WORD_BYTES: usize = 255;

/// Results that people write with spaces, or with halves as decimals. Otherwise they would be numbers
/// with signs between them.
const RESULTS_OF_PARTS: [&[u8]; 12] = [
    b"0,5 - 0,5",
    b"0.5 - 0.5",
    b"0,5-0,5",
    b"0.5-0.5",
    b"1/2 - 1/2",
    b"1/2 : 1/2",
    b"1 - 0",
    b"0 - 1",
    b"0 - 0",
    b"1 : 0",
    b"0 : 1",
    "½ - ½".as_bytes(),
];

/// Reads a token, which begins with `byte`, the next one of `source`. Text beyond `limit` bytes is
/// dropped.
pub(crate) fn token<R: Read>(source: &mut Source<R>, byte: u8, limit: usize) -> io::Result<Token> {
    match byte {
        b'[' => tag(source, limit),
        b'{' => comment(source, limit),
        b';' => {
            source.next()?;
            Ok(Token::LineComment(rest_of_line(source, limit)?))
        }
        b'(' if source.eat(b"(e.p.)")? || source.eat(b"(ep)")? => Ok(Token::Filler),
        b'(' => single(source, Token::VariationStart),
        b')' => single(source, Token::VariationEnd),
        b'*' => single(source, Token::Outcome(Outcome::Unknown)),
        b'.' | b',' => single(source, Token::Filler),
        b'$' => {
            source.next()?;
            let digits = word(source)?;
            Ok(match digits.parse() {
                Ok(number) => Token::Nag(number),
                Err(_) => Token::Error(format!("glyph: expected $0 to $255, got '${digits}'")),
            })
        }
        b'!' | b'?' => suffix(source),
        b'}' => single(source, Token::Error(UNOPENED.to_owned())),
        b'<' if is_web_page(source.ahead(WEB_PAGES[0].len())?) => {
            let text = "unexpected '<': a web page?".to_owned();
            single(source, Token::Error(text))
        }
        b']' | b'<' | b'>' => {
            let text = format!("unexpected '{}'", char::from(byte));
            single(source, Token::Error(text))
        }
        _ => {
            for result in RESULTS_OF_PARTS {
                if source.eat(result)? {
                    let text = String::from_utf8_lossy(result);
                    return Ok(classify(text.replace(' ', "")));
                }
            }
            let word = word(source)?;
            let dots = source.ahead(ELLIPSIS.len())?;
            let is_black = dots.starts_with(b"..") || dots == ELLIPSIS;
            let is_number = (is_black || dots.starts_with(b".")) && is_digits(&word);
            Ok(match classify(word) {
                Token::Move(digits) if is_number => number_of(&digits, is_black),
                Token::Number { number, .. } => Token::Number { number, is_black },
                token => token,
            })
        }
    }
}

const ELLIPSIS: &[u8] = "…".as_bytes();

/// The token of a move's number. One that is too large to read is passed over.
fn number_of(digits: &str, is_black: bool) -> Token {
    match digits.parse() {
        Ok(number) => Token::Number { number, is_black },
        Err(_) => Token::Filler,
    }
}

/// The beginnings of web pages, the longest first.
const WEB_PAGES: [&[u8]; 4] = [b"<!doctype", b"<html", b"<head", b"<body"];

fn is_web_page(ahead: &[u8]) -> bool {
    let ahead = ahead.to_ascii_lowercase();
    WEB_PAGES.iter().any(|page| ahead.starts_with(page))
}

fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

pub(crate) fn rest_of_line<R: Read>(source: &mut Source<R>, limit: usize) -> io::Result<String> {
    let mut text = Vec::new();
    while let Some(byte) = source.next()?.filter(|&byte| byte != b'\n') {
        push(&mut text, byte, limit);
    }
    Ok(decode(text))
}

fn single<R: Read>(source: &mut Source<R>, token: Token) -> io::Result<Token> {
    source.next()?;
    Ok(token)
}

fn push(text: &mut Vec<u8>, byte: u8, limit: usize) {
    if text.len() < limit {
        text.push(byte);
    }
}

fn comment<R: Read>(source: &mut Source<R>, limit: usize) -> io::Result<Token> {
    let unclosed = || Ok(Token::Error("comment is not closed".to_owned()));
    source.next()?;
    let mut text = Vec::new();
    let mut is_blank_line = false;
    loop {
        match source.next()? {
            None => return unclosed(),
            Some(b'}') => return Ok(Token::Comment(decode(text))),
            Some(b'\n') => {
                push(&mut text, b'\n', limit);
                // An empty line and then a new game show that the comment was never closed: it must
                // not swallow the rest of the file.
                while is_blank_line && source.skip_invisible()? {}
                if is_blank_line && source.ahead(EVENT_TAG.len())? == EVENT_TAG {
                    return unclosed();
                }
                is_blank_line = true;
            }
            Some(byte) => {
                is_blank_line &= byte.is_ascii_whitespace();
                push(&mut text, byte, limit);
            }
        }
    }
}

/// Reads `[Name "value"]`. Many files have unescaped quotes in the value: they are accepted if no
/// bracket follows.
fn tag<R: Read>(source: &mut Source<R>, limit: usize) -> io::Result<Token> {
    source.next()?;
    let mut text = Vec::new();
    let mut quotes = 0_u32;
    let mut after_quote = false;
    loop {
        match source.peek()? {
            None | Some(b'\n' | b'\r') => {
                return Ok(Token::Error(format!(
                    "tag '[{}' is not closed",
                    shortened(&decode(text))
                )));
            }
            Some(b']') if quotes == 0 || (quotes > 1 && after_quote) => {
                source.next()?;
                break;
            }
            Some(byte) => {
                source.next()?;
                push(&mut text, byte, limit);
                if byte == b'\\' && quotes > 0 && !is_at_end_of_tag(source)? {
                    if let Some(escaped) =
                        source.peek()?.filter(|byte| !matches!(byte, b'\n' | b'\r'))
                    {
                        source.next()?;
                        push(&mut text, escaped, limit);
                    }
                    after_quote = false;
                } else if byte == b'"' {
                    quotes += 1;
                    after_quote = true;
                } else {
                    after_quote &= byte.is_ascii_whitespace();
                }
            }
        }
    }
    let text = decode(text);
    Ok(match parse_tag(&text) {
        Some(tag) => tag,
        None => Token::Error(format!("'[{}]' is not a tag", shortened(&text))),
    })
}

/// Whether a quotation mark comes next that ends the tag although a backslash precedes it: names of
/// folders end so.
fn is_at_end_of_tag<R: Read>(source: &mut Source<R>) -> io::Result<bool> {
    const ENOUGH: usize = 32;
    let is_gap = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let mut ahead = source.ahead(ENOUGH)?.iter();
    let is_quote = ahead.next() == Some(&b'"');
    let mut ahead = ahead.skip_while(is_gap);
    let is_bracket = ahead.next() == Some(&b']');
    // A bracket inside the value is followed by more of it.
    let next = ahead.find(|byte| !is_gap(byte));
    let is_last = matches!(next, None | Some(b'\n' | b'\r' | b'['));
    Ok(is_quote && is_bracket && is_last)
}

fn parse_tag(text: &str) -> Option<Token> {
    let (name, value) = text.split_once('"')?;
    let value = value.trim_end().strip_suffix('"')?;
    let name = name.trim_matches(is_blank);
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    let is_name = name.bytes().all(is_allowed)
        && name.starts_with(|first: char| first.is_ascii_alphanumeric());
    if !is_name {
        return None;
    }
    Some(Token::Tag(name.to_owned(), unescaped(value)))
}

fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match (character, characters.as_str().chars().next()) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                plain.push(escaped);
                characters.next();
            }
            _ => plain.push(character),
        }
    }
    plain
}

fn suffix<R: Read>(source: &mut Source<R>) -> io::Result<Token> {
    const SUFFIXES: [(&[u8], u8); 6] = [
        (b"!!", 3),
        (b"??", 4),
        (b"!?", 5),
        (b"?!", 6),
        (b"!", 1),
        (b"?", 2),
    ];
    for (text, nag) in SUFFIXES {
        if source.eat(text)? {
            return Ok(Token::Nag(nag));
        }
    }
    Ok(Token::Filler)
}

fn word<R: Read>(source: &mut Source<R>) -> io::Result<String> {
    let mut text = Vec::new();
    while let Some((character, length)) = source.peek_character()? {
        // Invisible characters stand also inside words.
        if is_invisible(character) {
            source.skip_invisible()?;
            continue;
        }
        if is_blank(character) || "{}();$!?.,*[]<>".contains(character) {
            break;
        }
        for _ in 0..length {
            text.extend(source.next()?);
        }
        text.truncate(MAX_WORD_BYTES);
    }
    let mut text = decode(text);
    if let Some(piece) = promotion(source, &text)? {
        text.push(piece);
    }
    Ok(text)
}

/// Reads the piece of a promotion that stands apart from its move: `a8(Q)`, `a8 (Q)`, `a8 =Q`,
/// `a8= Q`, `a8 Q`.
///
/// It cannot be anything else: neither a variation nor a move is a lone letter.
fn promotion<R: Read>(source: &mut Source<R>, word: &str) -> io::Result<Option<char>> {
    const ENOUGH: usize = 16;
    let is_pawn_move = word.starts_with(|first: char| "abcdefghP♙♟".contains(first));
    if !is_pawn_move || !word.trim_end_matches(PROMOTION_SIGNS).ends_with(['1', '8']) {
        return Ok(None);
    }
    let is_signed = word.ends_with(PROMOTION_SIGNS);
    let ahead = valid_start(source.ahead(ENOUGH)?);
    let Some((piece, length)) = detached_piece(ahead, is_signed) else {
        return Ok(None);
    };
    for _ in 0..length {
        source.next()?;
    }
    while let Some(b'+' | b'#') = source.peek()? {
        source.next()?;
    }
    Ok(Some(piece))
}

const PROMOTION_SIGNS: [char; 2] = ['=', '/'];

/// A piece, with signs and parentheses before and after it, at the beginning of a text; and the
/// length of it all.
fn detached_piece(ahead: &str, is_signed: bool) -> Option<(char, usize)> {
    let text = ahead.trim_start_matches(' ');
    let text = match text.strip_prefix(PROMOTION_SIGNS) {
        Some(after) if !is_signed => after.trim_start_matches(' '),
        _ => text,
    };
    let is_signed = is_signed || text.len() < ahead.trim_start_matches(' ').len();
    let in_parentheses = text.strip_prefix('(');
    let text = in_parentheses.unwrap_or(text);
    let piece = text.chars().next()?;
    // A lone N after a move can also mean a novelty.
    let pieces = if is_signed || in_parentheses.is_some() {
        "QRBNDTLSqrbn♕♖♗♘♛♜♝♞"
    } else {
        "QRBDTL♕♖♗♛♜♝"
    };
    let after = text.strip_prefix(piece)?;
    let after = match in_parentheses {
        Some(_) => after.strip_prefix(')')?,
        None => after,
    };
    if !pieces.contains(piece)
        || after.starts_with(|next: char| next.is_alphanumeric() || next == '-')
    {
        return None;
    }
    Some((piece, ahead.len() - after.len()))
}

/// A result, in any of its spellings.
pub(crate) fn outcome(word: &str) -> Option<Outcome> {
    let decisive = |winner| Some(Outcome::Known(KnownOutcome::Decisive { winner }));
    match word.replace(DASHES, "-").replace(':', "-").as_str() {
        "1-0" => decisive(Color::White),
        "0-1" => decisive(Color::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½" | "0,5-0,5" | "0.5-0.5" => {
            Some(Outcome::Known(KnownOutcome::Draw))
        }
        "*" => Some(Outcome::Unknown),
        _ => None,
    }
}

/// Whether a word is the result of a game that both lost. Castling on the king's side can be
/// spelled so, too.
pub(crate) fn is_lost_by_both(word: &str) -> bool {
    word.replace(DASHES, "-").replace(':', "-") == "0-0"
}

/// Dashes that stand for hyphens.
const DASHES: [char; 3] = ['–', '—', '−'];

fn classify(word: String) -> Token {
    if let Some(outcome) = outcome(&word) {
        return Token::Outcome(outcome);
    }
    match word.replace(DASHES, "-").as_str() {
        // Castling and the null move in zeros alone.
        "00" | "000" | "0000" => Token::Move(word),
        // The letters of `e.p.`; its dots are fillers already.
        "e" | "p" | "ep" => Token::Filler,
        number if is_digits(number) => number_of(number, false),
        // Signs of evaluations.
        "=" => Token::Nag(10),
        "∞" => Token::Nag(13),
        "+=" | "+/=" | "⩲" => Token::Nag(14),
        "=+" | "=/+" | "⩱" => Token::Nag(15),
        "+/-" | "±" => Token::Nag(16),
        "-/+" | "∓" => Token::Nag(17),
        "+-" | "++-" => Token::Nag(18),
        "-+" | "--+" => Token::Nag(19),
        "□" => Token::Nag(7),
        "N" => Token::Nag(146),
        _ => Token::Move(word),
    }
}

/// The beginning of a tag or name, for a message.
pub(crate) fn shortened(text: &str) -> String {
    play::shortened(text, 40)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FilePosition;

    fn read(text: &[u8]) -> Vec<Token> {
        let mut source = Source::new(text, FilePosition::default());
        let mut tokens = Vec::new();
        while let Some(byte) = source.peek().unwrap() {
            if byte.is_ascii_whitespace() {
                source.next().unwrap();
            } else {
                tokens.push(token(&mut source, byte, 1000).unwrap());
            }
        }
        tokens.retain(|token| !matches!(token, Token::Filler | Token::Number { .. }));
        tokens
    }

    fn tag(name: &str, value: &str) -> Token {
        Token::Tag(name.to_owned(), value.to_owned())
    }

    #[test]
    fn tag_with_common_deviations_is_read() {
        assert_eq!(
            read(b"[One \"1\"] [Two \"2\"]"),
            [tag("One", "1"), tag("Two", "2")]
        );
        assert_eq!(
            read(b"[A \"a \\\"b\\\" \\\\ \\c\" ]"),
            [tag("A", "a \"b\" \\ \\c")]
        );
        assert_eq!(
            read(b"[A \"the \"great\" one\"]"),
            [tag("A", "the \"great\" one")]
        );
        assert_eq!(
            read(b"[A \"x[1]\"][B \"\"]"),
            [tag("A", "x[1]"), tag("B", "")]
        );
        assert_eq!(
            read(b"[A \"Caf\xe9\"][B \"Caf\xc3\xa9\"]"),
            [tag("A", "Café"), tag("B", "Café")]
        );
        for bad in [
            &b"[A \"open\n"[..],
            b"[A]",
            b"[A b]",
            b"[\xff \"x\"]",
            b"[",
            b"[A \"x\\",
            b"[\"\"]",
        ] {
            assert!(matches!(read(bad)[0], Token::Error(_)), "{:?}", read(bad));
        }
    }

    #[test]
    fn movetext_words_are_classified() {
        let moves = |text: &str| Token::Move(text.to_owned());
        assert_eq!(
            read("+- -+ = +/− ± ∓".as_bytes()),
            [18, 19, 10, 16, 16, 17].map(Token::Nag),
        );
        assert_eq!(
            read(b"1.e4!? e5 $13 2... O-O-O?? exd6 e.p. 0-0 1/2-1/2 1\xe2\x80\x930 *"),
            [
                moves("e4"),
                Token::Nag(5),
                moves("e5"),
                Token::Nag(13),
                moves("O-O-O"),
                Token::Nag(4),
                moves("exd6"),
                moves("0-0"),
                Token::Outcome(Outcome::Known(KnownOutcome::Draw)),
                Token::Outcome(Outcome::Known(KnownOutcome::Decisive {
                    winner: Color::White
                })),
                Token::Outcome(Outcome::Unknown),
            ]
        );
        for draw in ["0,5-0,5", "0.5-0.5", "0,5 - 0,5", "0.5 - 0.5"] {
            let known = Token::Outcome(Outcome::Known(KnownOutcome::Draw));
            assert_eq!(read(draw.as_bytes()), [known], "{draw}");
        }
        assert_eq!(
            read(b"{ a\r\n } ; b } \n(--)")[0],
            Token::Comment(" a\n ".to_owned())
        );
        assert_eq!(
            read(b"; b } \r\n(--)")[0],
            Token::LineComment(" b } ".to_owned())
        );
        assert!(
            matches!(read(b"$256")[0], Token::Error(_)) && matches!(read(b"}")[0], Token::Error(_))
        );
    }
}
