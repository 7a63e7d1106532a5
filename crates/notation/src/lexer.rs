//! The words of PGN. `pgn_reader`, which the project uses elsewhere, passes over what it cannot read, over comments after
//! a semicolon and over line numbers: here all of them count.

use std::io::{self, Read};

use shakmaty::{Color, KnownOutcome, Outcome};

use crate::source::Source;

/// One word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Tag(String, String),
    Comment(String),
    /// After a semicolon.
    Rest(String),
    Nag(u8),
    Open,
    Close,
    Outcome(Outcome),
    Move(String),
    /// A move's number, dots, `e.p.`: nothing that would be missed.
    Nothing,
    Bad(String),
}

/// How a game begins: what is recognised even within a comment that nobody closed.
pub(crate) const BEGINNING: &[u8] = b"[Event ";

/// Longest word that is a move, a number or a result.
const LONGEST_WORD: usize = 255;

/// Reads a word, which begins here: `byte` is not read yet, and no blank. No text is kept beyond `longest` bytes.
pub(crate) fn token<R: Read>(source: &mut Source<R>, byte: u8, longest: usize) -> io::Result<Token> {
    match byte {
        b'[' => tag(source, longest),
        b'{' => comment(source, longest),
        b';' => {
            source.next()?;
            Ok(Token::Rest(rest_of_line(source, longest)?))
        }
        b'(' => single(source, Token::Open),
        b')' => single(source, Token::Close),
        b'*' => single(source, Token::Outcome(Outcome::Unknown)),
        b'.' => single(source, Token::Nothing),
        b'$' => {
            source.next()?;
            let digits = word(source)?;
            let nag = digits.parse().map(Token::Nag);
            Ok(nag.unwrap_or_else(|_| Token::Bad(format!("'${digits}' is no glyph from $0 to $255"))))
        }
        b'!' | b'?' => suffix(source),
        b'}' => single(source, Token::Bad("'}' ends a comment that did not begin".to_owned())),
        b']' | b'<' | b'>' => {
            let text = format!("'{}' does not belong here", char::from(byte));
            single(source, Token::Bad(text))
        }
        _ => word(source).map(named),
    }
}

/// The rest of the line, without its end.
pub(crate) fn rest_of_line<R: Read>(source: &mut Source<R>, longest: usize) -> io::Result<String> {
    let mut text = Vec::new();
    while let Some(byte) = source.next()?.filter(|&byte| byte != b'\n') {
        push(&mut text, byte, longest);
    }
    Ok(decode(text))
}

fn single<R: Read>(source: &mut Source<R>, token: Token) -> io::Result<Token> {
    source.next()?;
    Ok(token)
}

/// UTF-8, or else Latin-1, which is what the standard of PGN says.
fn decode(text: Vec<u8>) -> String {
    String::from_utf8(text).unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

fn push(text: &mut Vec<u8>, byte: u8, longest: usize) {
    if text.len() < longest {
        text.push(byte);
    }
}

fn comment<R: Read>(source: &mut Source<R>, longest: usize) -> io::Result<Token> {
    let unclosed = || Ok(Token::Bad("a comment is not closed".to_owned()));
    source.next()?;
    let mut text = Vec::new();
    let mut blank = false;
    loop {
        match source.next()? {
            None => return unclosed(),
            Some(b'}') => return Ok(Token::Comment(decode(text))),
            Some(b'\n') => {
                push(&mut text, b'\n', longest);
                // An empty line and then a game: the rest of the file shall not be lost with this comment.
                if blank && source.ahead(BEGINNING.len())? == BEGINNING {
                    return unclosed();
                }
                blank = true;
            }
            Some(byte) => {
                blank &= byte.is_ascii_whitespace();
                push(&mut text, byte, longest);
            }
        }
    }
}

/// `[Name "value"]`. Quotes within the value need no backslash if no bracket follows: many files are written so.
fn tag<R: Read>(source: &mut Source<R>, longest: usize) -> io::Result<Token> {
    source.next()?;
    let mut text = Vec::new();
    let mut quoted = 0_u32;
    let mut after_quote = false;
    loop {
        match source.peek()? {
            None | Some(b'\n' | b'\r') => {
                return Ok(Token::Bad(format!("the tag '[{}' is not closed", shortened(&decode(text)))));
            }
            Some(b']') if quoted == 0 || (quoted > 1 && after_quote) => {
                source.next()?;
                break;
            }
            Some(byte) => {
                source.next()?;
                push(&mut text, byte, longest);
                if byte == b'\\' && quoted > 0 {
                    if let Some(escaped) = source.peek()?.filter(|byte| !matches!(byte, b'\n' | b'\r')) {
                        source.next()?;
                        push(&mut text, escaped, longest);
                    }
                    after_quote = false;
                } else if byte == b'"' {
                    quoted += 1;
                    after_quote = true;
                } else {
                    after_quote &= byte.is_ascii_whitespace();
                }
            }
        }
    }
    let text = decode(text);
    Ok(named_value(&text).unwrap_or_else(|| Token::Bad(format!("'[{}]' is no tag", shortened(&text)))))
}

fn named_value(text: &str) -> Option<Token> {
    let (name, value) = text.split_once('"')?;
    let value = value.trim_end().strip_suffix('"')?;
    let name = name.trim();
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    let good = name.bytes().all(known) && name.starts_with(|first: char| first.is_ascii_alphanumeric());
    good.then(|| Token::Tag(name.to_owned(), unescaped(value)))
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
    const SUFFIXES: [(&[u8], u8); 6] = [(b"!!", 3), (b"??", 4), (b"!?", 5), (b"?!", 6), (b"!", 1), (b"?", 2)];
    for (text, nag) in SUFFIXES {
        if source.eat(text)? {
            return Ok(Token::Nag(nag));
        }
    }
    Ok(Token::Nothing)
}

fn word<R: Read>(source: &mut Source<R>) -> io::Result<String> {
    let mut text = Vec::new();
    while let Some(byte) = source.peek()? {
        if byte.is_ascii_whitespace() || b"{}();$!?.*[]<>".contains(&byte) {
            break;
        }
        source.next()?;
        push(&mut text, byte, LONGEST_WORD);
    }
    Ok(decode(text))
}

fn named(word: String) -> Token {
    let decisive = |winner| Token::Outcome(Outcome::Known(KnownOutcome::Decisive { winner }));
    match word.replace(['–', '—'], "-").as_str() {
        "1-0" => decisive(Color::White),
        "0-1" => decisive(Color::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½" => Token::Outcome(Outcome::Known(KnownOutcome::Draw)),
        // The dots between and after them are nothing already.
        "e" | "p" | "ep" => Token::Nothing,
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => Token::Nothing,
        _ => Token::Move(word),
    }
}

/// The beginning of a text, for a message.
pub(crate) fn shortened(text: &str) -> String {
    let mut characters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let start: String = characters.by_ref().take(40).collect();
    if characters.next().is_some() { start + "..." } else { start }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;

    fn read(text: &[u8]) -> Vec<Token> {
        let mut source = Source::new(text, Place::default());
        let mut tokens = Vec::new();
        while let Some(byte) = source.peek().unwrap() {
            if byte.is_ascii_whitespace() {
                source.next().unwrap();
            } else {
                tokens.push(token(&mut source, byte, 1000).unwrap());
            }
        }
        tokens.retain(|token| *token != Token::Nothing);
        tokens
    }

    fn tag(name: &str, value: &str) -> Token {
        Token::Tag(name.to_owned(), value.to_owned())
    }

    #[test]
    fn tags_are_read_as_they_are_written_by_many() {
        assert_eq!(read(b"[One \"1\"] [Two \"2\"]"), [tag("One", "1"), tag("Two", "2")]);
        assert_eq!(read(b"[A \"a \\\"b\\\" \\\\ \\c\" ]"), [tag("A", "a \"b\" \\ \\c")]);
        assert_eq!(read(b"[A \"the \"great\" one\"]"), [tag("A", "the \"great\" one")]);
        assert_eq!(read(b"[A \"x[1]\"][B \"\"]"), [tag("A", "x[1]"), tag("B", "")]);
        assert_eq!(read(b"[A \"Caf\xe9\"][B \"Caf\xc3\xa9\"]"), [tag("A", "Café"), tag("B", "Café")]);
        for bad in [&b"[A \"open\n"[..], b"[A]", b"[A b]", b"[\xff \"x\"]", b"[", b"[A \"x\\", b"[\"\"]"] {
            assert!(matches!(read(bad)[0], Token::Bad(_)), "{:?}", read(bad));
        }
    }

    #[test]
    fn words_of_movetext() {
        let moves = |text: &str| Token::Move(text.to_owned());
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
                Token::Outcome(Outcome::Known(KnownOutcome::Decisive { winner: Color::White })),
                Token::Outcome(Outcome::Unknown),
            ]
        );
        assert_eq!(read(b"{ a\r\n } ; b } \n(--)")[0], Token::Comment(" a\n ".to_owned()));
        assert_eq!(read(b"; b } \r\n(--)")[0], Token::Rest(" b } ".to_owned()));
        assert!(matches!(read(b"$256")[0], Token::Bad(_)) && matches!(read(b"}")[0], Token::Bad(_)));
    }
}
