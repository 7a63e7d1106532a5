//! Texts as people have them, and what is read of them.

use notation::{Epd, Games, ParsedGame, epd_lines, epd_text_lines};
use play::san;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position as _};

/// A row of `suites/messy.tsv`: a text, as a string of JSON, and what is to be read of it. The last
/// column says whether python-chess reads the same moves.
struct Row {
    fault: String,
    text: String,
    /// Moves, results: each game's, separated by a bar. A game without moves that is skipped is
    /// `!`.
    moves: String,
    results: String,
    remarks: usize,
}

fn rows() -> Vec<Row> {
    let table = include_str!("../../../suites/messy.tsv");
    let mut rows = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[fault, text, moves, results, remarks, _] = &fields[..] else {
            panic!("six columns: {line}");
        };
        rows.push(Row {
            fault: fault.to_owned(),
            text: serde_json::from_str(text).unwrap(),
            moves: moves.to_owned(),
            results: results.to_owned(),
            remarks: remarks.parse().unwrap(),
        });
    }
    rows
}

fn moves(game: &ParsedGame) -> String {
    let mut moves = Vec::new();
    for (position, &made) in game.game.positions().iter().zip(game.game.moves()) {
        let mut after = position.clone();
        after.play_unchecked(made);
        let sign = match (after.is_checkmate(), after.is_check()) {
            (true, _) => "#",
            (false, true) => "+",
            (false, false) => "",
        };
        let plain = san(position, made);
        moves.push(format!("{}{sign}", plain.trim_end_matches(['+', '#'])));
    }
    moves.join(" ")
}

#[test]
fn messy_texts_are_read_as_they_are_meant() {
    let mut wrong = Vec::new();
    let rows = rows();
    assert!(rows.len() >= 100);
    for row in rows {
        let (mut all, mut results, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        for read in Games::new(row.text.as_bytes()).lenient() {
            match read.unwrap() {
                Ok(game) => {
                    all.push(moves(&game));
                    results.push(game.outcome.to_string());
                    remarks.extend(game.remarks.into_iter().map(|remark| remark.reason));
                }
                Err(_) => {
                    all.push("!".to_owned());
                    results.push(String::new());
                }
            }
        }
        let found = (all.join("|"), results.join("|"), remarks.len());
        if found != (row.moves.clone(), row.results.clone(), row.remarks) {
            wrong.push(format!(
                "{}: {:?}: expected {} {} {}, got {found:?} {remarks:?}",
                row.fault, row.text, row.moves, row.results, row.remarks
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The position and the best moves of a line in EPD.
fn epd(line: &str) -> Result<(String, String), String> {
    let epd = Epd::parse(line).map_err(|error| error.to_string())?;
    let position = epd.game.position();
    let mode = EnPassantMode::PseudoLegal;
    let fen = Fen::from_position(position, mode).to_string();
    let best = epd.moves("bm").map_err(|error| error.to_string())?;
    let best: Vec<String> = best.iter().map(|&one| san(position, one)).collect();
    Ok((fen, best.join(" ")))
}

#[test]
fn messy_lines_of_epd_are_read_as_they_are_meant() {
    const KING: &str = "4k3/8/8/8/8/8/8/4K2R w K -";
    let counted = |counters: &str| format!("{KING} {counters}");
    for (rest, counters, best) in [
        // Counters as operations, in FEN's places, and one alone.
        (" hmvc 97; fmvn 80;", "97 80", ""),
        (" bm O-O; fmvn 80; hmvc 97;", "97 80", "O-O+"),
        (" hmvc 12;", "12 1", ""),
        (" fmvn 7; bm Kd2;", "0 7", "Kd2"),
        (" 97 80;", "97 80", ""),
        (" 97 80; bm O-O;", "97 80", "O-O+"),
        (" 97;", "97 1", ""),
        (" 97 bm O-O;", "97 1", "O-O+"),
        (" 97; fmvn 80;", "97 80", ""),
        (" 12 40 hmvc 13;", "12 40", ""),
        (" hmvc soon; fmvn 3;", "0 3", ""),
        (" hmvc \"97\"; fmvn \"80\";", "97 80", ""),
        // A semicolon straight after the position.
        ("; bm O-O;", "0 1", "O-O+"),
        (" ; bm O-O; id \"x; y\"", "0 1", "O-O+"),
        (";;bm O-O", "0 1", "O-O+"),
        (";", "0 1", ""),
        ("; hmvc 4; fmvn 9; bm 00", "4 9", "O-O+"),
        // White space of other kinds.
        ("\u{a0}bm\u{2009}O-O;\u{200b}", "0 1", "O-O+"),
        ("\tbm\tO-O\t;\t", "0 1", "O-O+"),
        (" bm O-O;\0\0\u{1a}", "0 1", "O-O+"),
        (" bm\u{feff} O-O;", "0 1", "O-O+"),
        // Moves as people write them, and a mate in place of one.
        (" bm 0-0 Rh8+! Ke1-e2;", "0 1", "O-O+ Rh8+ Ke2"),
        (" bm 1.O-O;", "0 1", "O-O+"),
        (" bm #3;", "0 1", ""),
    ] {
        let expected = (counted(counters), best.to_owned());
        let (fen, best) = epd(&format!("{KING}{rest}")).unwrap();
        // The check sign is not part of the name that `san` gives in all versions of a move.
        let plain = |text: &str| text.replace('+', "");
        assert_eq!(
            (fen, plain(&best)),
            (expected.0, plain(&expected.1)),
            "{rest:?}"
        );
    }
    for (line, position) in [
        (
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3; c0 \"x\";",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ),
        (
            "\u{feff}4k3/8/8/8/8/8/8/4K3 w - -;",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3\u{a0}w\u{a0}-\u{a0}-",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w HQhq - 0 5",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 5",
        ),
        (
            "7k/P7/8/8/8/8/8/K7 w - - bm a8Q a8(R) a8/N;",
            "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        ),
    ] {
        assert_eq!(epd(line).unwrap().0, position, "{line:?}");
    }
    assert_eq!(
        Epd::parse("8/8/8/8/8/5k2/7p/7K b - - bm #1;")
            .unwrap()
            .number("dm"),
        Ok(Some(1))
    );
    assert!(epd(&format!("{KING} bm #x;")).is_err());
}

#[test]
fn text_without_end_is_left() {
    let zeros = Games::new(std::io::repeat(0)).next().unwrap();
    assert!(zeros.unwrap_err().to_string().contains("without a word"));
    for words in ["* ", "<p> *\n"] {
        let text = std::io::Read::take(Endless(words.as_bytes(), 0), 1 << 20);
        let mut games = Games::new(text).lenient();
        assert!(games.next().unwrap().unwrap().is_err(), "{words}");
    }
}

/// A text repeated for ever, and the place in it.
struct Endless(&'static [u8], usize);

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.0[self.1];
            self.1 = (self.1 + 1) % self.0.len();
        }
        Ok(buffer.len())
    }
}

#[test]
fn lines_of_epd_end_as_in_files_of_every_system() {
    let (one, two) = ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 b - -");
    for end in ["\n", "\r\n", "\r", "\u{1a}\n", "\n\u{feff}", " \0\r\n"] {
        let text = format!("\u{feff}{one}{end}{two}{end}\u{1a}\0");
        let whole: Vec<(usize, &str)> = epd_text_lines(&text).collect();
        assert_eq!(whole, [(1, one), (2, two)], "{end:?}");
        let mut streamed = Vec::new();
        for line in epd_lines(text.as_bytes()) {
            let line = line.unwrap();
            streamed.push((line.number as usize, line.text.unwrap()));
        }
        assert_eq!(
            streamed,
            [(1, one.to_owned()), (2, two.to_owned())],
            "{end:?}"
        );
    }
    let long = format!("{one}\n{}\n{two}", "x".repeat(70_000));
    let lines: Vec<_> = epd_lines(long.as_bytes()).map(Result::unwrap).collect();
    assert!(lines.len() == 3 && lines[1].text.is_err() && lines[2].number == 3);
    assert_eq!(lines[2].end as usize, long.len());
    for utf16 in [
        &b"\xff\xfe4\0k\0"[..],
        b"4\0k\x003\0/\0",
        b"\x004\0k\x003\0/",
    ] {
        let error = epd_lines(utf16).next().unwrap().unwrap_err();
        assert!(error.to_string().contains("UTF-16"), "{error}");
        assert!(Games::new(utf16).next().unwrap().is_err());
    }
    for utf32 in [
        &b"\xff\xfe\0\x004\0\0\0"[..],
        b"\0\0\xfe\xff\0\0\x004",
        b"4\0\0\0k\0\0\x003\0\0\0",
        b"\0\0\x004\0\0\0k\0\0\x003",
    ] {
        let error = epd_lines(utf32).next().unwrap().unwrap_err();
        assert!(error.to_string().contains("iconv -f UTF-32"), "{error}");
    }
}
