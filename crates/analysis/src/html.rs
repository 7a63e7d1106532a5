//! A report of annotated games in one HTML file: figures, board, graph, and moves and variations to
//! click through.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::slice::Iter;

use anyhow::Context;
use chart::escaped;
use files::NewFile;
use notation::Element;
use play::san;
use serde::Serialize;
use serde_json::value::RawValue;
use shakmaty::{CastlingSide, Chess, Move, Position, Square};

use crate::alternatives::Alternatives;
use crate::annotate::annotated_elements;
use crate::judged_game::JudgedGame;
use crate::refuted::refutation;
use crate::score::expected_score;
use crate::side_row::SideRow;
use crate::summary::{Duplicate, OpeningRow, Summary, Totals};

/// The page, with `TITLE`, `DATA`, `TOTALS` and `SCRIPT` to fill in.
const PAGE: &str = include_str!("report.html");
const SCRIPT: &str = include_str!("report.js");

/// A game in the page's data.
#[derive(Debug, Serialize)]
pub(crate) struct PageGame<'a> {
    white: SideRow<'a>,
    black: SideRow<'a>,
    result: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    /// Its name in place of players that are not known: that of a chapter of a study.
    #[serde(skip_serializing_if = "Option::is_none")]
    chapter: Option<String>,
    /// The board before the first move, as in FEN.
    board: String,
    /// Comments before the first move.
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    moves: Vec<PageMove>,
}

/// A move of the game or of a variation.
#[derive(Debug, Default, Serialize)]
struct PageMove {
    /// `12.` or `12...`.
    number: String,
    san: String,
    /// The squares from and to; then the piece of a promotion, or the rook's squares of castling.
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    glyph: Option<&'static str>,
    /// What the notes think of the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// The value as shown: pawns or moves to mate, from White's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// White's expected score.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    /// Time left, as the game tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// Arrows and squares that the notes draw, as in PGN: a letter of a color and one or two
    /// squares.
    #[serde(skip_serializing_if = "String::is_empty")]
    drawn: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<PageMistake>,
    /// The variations in place of this move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Vec<PageMove>>,
}

/// What a reader needs to find a better move himself.
#[derive(Debug, Serialize)]
struct PageMistake {
    /// [`PageMove::path`] of the best move. Its line is among the variations.
    best: String,
    /// Its value, as in [`PageMove::value`].
    value: String,
    /// Centipawns lost against it.
    loss: u32,
    /// From and to of all legal moves.
    legal: String,
    /// From and to of the moves that a reply refutes at sight, with that reply.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    refuted: BTreeMap<String, String>,
    /// The moves that are about as good as the best one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    good: Vec<PageGoodMove>,
    /// Centipawns that all other moves lose at least, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    others_lose: Option<u32>,
}

/// A move about as good as the best one.
#[derive(Debug, Serialize)]
struct PageGoodMove {
    /// As in [`PageMove::path`].
    path: String,
    san: String,
    /// As in [`PageMove::value`].
    value: String,
    /// Centipawns less than the best one.
    loss: u32,
}

/// The tables below the games.
#[derive(Debug, Serialize)]
struct PageTotals<'a> {
    players: Vec<SideRow<'a>>,
    openings: Vec<OpeningRow<'a>>,
    /// Games of the page that are the same as an earlier one.
    duplicates: &'a [Duplicate],
}

/// The report while games are added to it.
#[derive(Debug)]
pub(crate) struct HtmlReport {
    file: NewFile,
    tail: &'static str,
    /// The numbers in the file of the games added.
    games: Vec<u64>,
    /// With numbers of games on the page.
    duplicates: Vec<Duplicate>,
}

impl HtmlReport {
    /// Begins a report.
    pub(crate) fn create(path: &Path, title: &str) -> anyhow::Result<HtmlReport> {
        let (head, tail) = PAGE
            .split_once("DATA")
            .context("report.html has a place for the data")?;
        let mut file = NewFile::create(path)?;
        file.write_all(head.replace("TITLE", &escaped(title)).as_bytes())?;
        Ok(HtmlReport {
            file,
            tail,
            games: Vec::new(),
            duplicates: Vec::new(),
        })
    }

    /// Adds the game of this number, which may be the same as an earlier one.
    pub(crate) fn add(
        &mut self,
        number: u64,
        game: &RawValue,
        duplicate_of: Option<u64>,
    ) -> anyhow::Result<()> {
        let comma = if self.games.is_empty() { "" } else { ",\n" };
        self.games.push(number);
        if let Some(first) = duplicate_of
            && let Ok(at) = self.games.binary_search(&first)
        {
            self.duplicates.push(Duplicate {
                game: self.games.len() as u64,
                of: at as u64 + 1,
            });
        }
        Ok(write!(self.file, "{comma}{}", within_script(game.get()))?)
    }

    /// Ends the report with the players' figures.
    pub(crate) fn finish(mut self, totals: &Totals) -> anyhow::Result<()> {
        let tables = PageTotals {
            players: totals.rows().iter().map(SideRow::of_player).collect(),
            openings: totals.openings(),
            duplicates: &self.duplicates,
        };
        let tables = within_script(&serde_json::to_string(&tables)?);
        let (middle, end) = self
            .tail
            .split_once("TOTALS")
            .context("report.html has a place for the totals")?;
        let end = end.replace("SCRIPT", SCRIPT.trim_end());
        write!(self.file, "{middle}{tables}{end}")?;
        self.file.finish()?;
        Ok(())
    }
}

/// JSON that a script element can hold: `<` could end the element.
fn within_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The data of a game with these figures.
pub(crate) fn page_game<'a>(judged: &JudgedGame, summary: &'a Summary) -> PageGame<'a> {
    let game = &judged.game;
    let mut elements = annotated_elements(judged);
    // The comments before the first move are the game's.
    let first_move = elements
        .iter()
        .position(|element| matches!(element, Element::Move { .. }));
    let moves = elements.split_off(first_move.unwrap_or(elements.len()));
    let mut before = PageMove::default();
    for element in &elements {
        before.annotate(element);
    }
    let mut page = PageGame {
        white: SideRow::white(summary),
        black: SideRow::black(summary),
        result: &summary.result,
        opening: joined(judged, &["ECO", "Opening"], " "),
        event: joined(judged, &["Event", "Site", "Date"], ", "),
        chapter: chapter(judged),
        board: game.game.start().board().to_string(),
        comment: before.comment,
        moves: read_line(&mut moves.iter(), game.game.start()),
    };
    for (ply, page_move) in page.moves.iter_mut().enumerate() {
        judge(page_move, judged, ply);
    }
    page
}

/// The name of a game whose players are not known: that of its chapter, or of its event.
fn chapter(judged: &JudgedGame) -> Option<String> {
    let is_named = joined(judged, &["White", "Black"], "").is_some();
    if is_named {
        return None;
    }
    joined(judged, &["ChapterName"], "").or_else(|| joined(judged, &["Event"], ""))
}

/// The known ones of these tags.
fn joined(judged: &JudgedGame, names: &[&str], separator: &str) -> Option<String> {
    let mut known = Vec::new();
    for name in names {
        match judged.game.tag(name) {
            None | Some("" | "?" | "-" | "????.??.??") => {}
            Some(value) => known.push(value),
        }
    }
    if known.is_empty() {
        None
    } else {
        Some(known.join(separator))
    }
}

/// Reads the moves of a line that begins at `start`, up to its end or to a null move, and their
/// variations.
fn read_line(elements: &mut Iter<'_, Element>, start: &Chess) -> Vec<PageMove> {
    let (mut before, mut position) = (start.clone(), start.clone());
    let mut moves: Vec<PageMove> = Vec::new();
    let mut is_over = false;
    // What is said before the first move of a variation is said of that move.
    let mut lead = PageMove::default();
    while let Some(element) = elements.next() {
        match element {
            Element::Move { san, .. } => match san.san.to_move(&position) {
                Ok(made) if !is_over => {
                    moves.push(PageMove::new(&position, made));
                    before = position.clone();
                    position.play_unchecked(made);
                }
                _ => is_over = true,
            },
            Element::VariationStart => {
                let line = read_line(elements, &before);
                if let Some(last) = moves.last_mut()
                    && !is_over
                    && !line.is_empty()
                {
                    last.lines.push(line);
                }
            }
            Element::VariationEnd => break,
            _ if is_over => {}
            _ => moves.last_mut().unwrap_or(&mut lead).annotate(element),
        }
    }
    if let Some(first) = moves.first_mut()
        && !lead.comment.is_empty()
    {
        first.comment = format!("{} {}", lead.comment, first.comment);
    }
    moves
}

/// Adds what the analysis says of a move of the game.
fn judge(page_move: &mut PageMove, judged: &JudgedGame, ply: usize) {
    let positions = judged.game.game.positions();
    let (before, after) = (&positions[ply], &positions[ply + 1]);
    let Some(evaluation) = judged.evaluations.get(ply) else {
        return;
    };
    if after.is_checkmate() {
        page_move.share = Some(before.turn().fold_wb(1.0, 0.0));
    } else {
        let score = evaluation.after.score.for_white(evaluation.after.turn);
        page_move.value = Some(format!("{score:+}"));
        page_move.share = Some(expected_score(evaluation.after.white()));
    }
    if judged.verdicts[ply].judgment.is_some()
        && let Some(&best) = evaluation.before.line.first()
    {
        let score = evaluation.before.score.for_white(evaluation.before.turn);
        let (mut legal, mut refuted) = (Vec::new(), BTreeMap::new());
        for made in before.legal_moves() {
            let squares = path(made)[..4].to_owned();
            if made != best
                && let Some(reply) = refutation(before, made)
            {
                refuted.insert(squares.clone(), reply);
            }
            legal.push(squares);
        }
        page_move.mistake = Some(PageMistake {
            best: path(best),
            value: format!("{score:+}"),
            loss: judged.verdicts[ply].loss,
            legal: legal.join(" "),
            refuted,
            good: good_moves(before, judged, ply),
            others_lose: others_lose(judged, ply),
        });
    }
}

/// What the analysis found in place of a bad move.
fn alternatives(judged: &JudgedGame, ply: usize) -> Option<&Alternatives> {
    judged.alternatives.iter().find(|found| found.ply == ply)
}

fn good_moves(before: &Chess, judged: &JudgedGame, ply: usize) -> Vec<PageGoodMove> {
    let mut good = Vec::new();
    if let Some(found) = alternatives(judged, ply) {
        for valued in &found.good {
            good.push(PageGoodMove {
                path: path(valued.chess_move),
                san: san(before, valued.chess_move),
                value: format!("{:+}", valued.score.for_white(before.turn())),
                loss: valued.loss,
            });
        }
    }
    good
}

fn others_lose(judged: &JudgedGame, ply: usize) -> Option<u32> {
    alternatives(judged, ply)?.others_lose
}

/// A move's squares, as in [`PageMove::path`].
fn path(made: Move) -> String {
    if let Move::Castle { king, rook } = made {
        let side = CastlingSide::from_king_side(rook > king);
        let king_to = Square::from_coords(side.king_to_file(), king.rank());
        let rook_to = Square::from_coords(side.rook_to_file(), king.rank());
        return format!("{king}{king_to}{rook}{rook_to}");
    }
    let mut path = String::new();
    if let Some(from) = made.from() {
        path += &from.to_string();
    }
    path += &made.to().to_string();
    if let Some(role) = made.promotion() {
        path.push(role.char());
    }
    path
}

/// The sign of a glyph that judges a move.
fn sign(nag: u8) -> Option<&'static str> {
    ["!", "?", "!!", "??", "!?", "?!"]
        .get(usize::from(nag).checked_sub(1)?)
        .copied()
}

/// The sign of a glyph that judges the position after a move.
fn state_sign(nag: u8) -> Option<&'static str> {
    Some(match nag {
        10 => "=",
        13 => "∞",
        14 => "+=",
        15 => "=+",
        16 => "±",
        17 => "∓",
        18 => "+−",
        19 => "−+",
        _ => return None,
    })
}

impl PageMove {
    fn new(position: &Chess, made: Move) -> PageMove {
        let dots = position.turn().fold_wb(".", "...");
        PageMove {
            number: format!("{}{dots}", position.fullmoves()),
            san: san(position, made),
            path: path(made),
            ..PageMove::default()
        }
    }

    /// Takes a mark such as `Ge2e4` or `Rd5`; what is none is left out.
    fn draw(&mut self, mark: &str) {
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        let is_mark = match mark.as_bytes() {
            [b'G' | b'R' | b'Y' | b'B', squares @ ..] => {
                matches!(squares.len(), 2 | 4) && squares.chunks(2).all(is_square)
            }
            _ => false,
        };
        if is_mark {
            let gap = if self.drawn.is_empty() { "" } else { " " };
            self.drawn += gap;
            self.drawn += mark;
        }
    }

    /// Takes a glyph or a comment that follows the move.
    fn annotate(&mut self, element: &Element) {
        match element {
            Element::Nag(nag) => {
                self.glyph = self.glyph.or(sign(*nag));
                self.state = self.state.or(state_sign(*nag));
            }
            Element::Comment(text) | Element::LineComment(text) => self.note(text),
            _ => {}
        }
    }

    /// Takes the text of a comment, and the clock of its commands.
    fn note(&mut self, text: &str) {
        let mut rest = text.to_owned();
        while let Some(begin) = rest.find("[%")
            && let Some(length) = rest[begin..].find(']')
        {
            let command = &rest[begin..begin + length];
            if let Some(clock) = command.strip_prefix("[%clk ") {
                let seconds = clock.split('.').next();
                self.clock = seconds.map(|time| time.trim().to_owned());
            }
            for name in ["[%cal ", "[%csl "] {
                for mark in command.strip_prefix(name).unwrap_or_default().split(',') {
                    self.draw(mark.trim());
                }
            }
            rest.replace_range(begin..=begin + length, "");
        }
        for word in rest.split_whitespace() {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment += word;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::evaluation::{Evaluation, MoveEvaluation};
    use notation::{parse_games, parse_move};
    use play::Score;
    use serde_json::value::to_raw_value;

    /// The games' data of a report on a game whose moves were valued so, twice.
    fn data(text: &str, values: &[Score], best: &str) -> serde_json::Value {
        let game = parse_games(text.as_bytes()).unwrap().remove(0).unwrap();
        let positions = game.game.positions();
        let of_position = |ply: usize, score, line| Evaluation {
            turn: positions[ply].turn(),
            score,
            depth: Some(3),
            line,
        };
        let mut evaluations = Vec::new();
        for (ply, &value) in values.iter().enumerate() {
            let line = match parse_move(&positions[ply], best) {
                Ok(best) if ply == 0 => vec![best],
                _ => Vec::new(),
            };
            evaluations.push(MoveEvaluation {
                before: of_position(ply, Score::Centipawns(20), line),
                after: of_position(ply + 1, value, Vec::new()),
                best: Score::Centipawns(20),
            });
        }
        let judged = JudgedGame::new(game.clone(), evaluations);
        let summary = Summary::new(&judged.game, &judged.verdicts);
        let mut totals = Totals::new(9);
        totals.add(1, &summary);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        let mut report = HtmlReport::create(&path, "a & b").unwrap();
        for (number, duplicate_of) in [(3, None), (7, Some(3))] {
            let game = to_raw_value(&page_game(&judged, &summary)).unwrap();
            report.add(number, &game, duplicate_of).unwrap();
        }
        report.finish(&totals).unwrap();
        let page = std::fs::read_to_string(&path).unwrap();
        assert!(page.contains("<title>a &amp; b</title>"));
        for name in ["DATA", "TOTALS", "SCRIPT", "src=", "http"] {
            assert!(!page.contains(name), "{name}");
        }
        let mut data = page.split("json\">").skip(1);
        let mut next = || {
            let json = data.next().unwrap().split_once("</script>").unwrap().0;
            assert!(!json.contains('<'), "{json}");
            serde_json::from_str::<serde_json::Value>(json).unwrap()
        };
        let (games, tables) = (next(), next());
        assert_eq!(games.as_array().unwrap().len(), 2);
        let names = BTreeSet::from([&summary.white, &summary.black]);
        assert_eq!(tables["players"].as_array().unwrap().len(), names.len());
        assert_eq!(
            tables["duplicates"],
            serde_json::json!([{ "game": 2, "of": 1 }])
        );
        games
    }

    #[test]
    fn chapter_has_its_name_and_what_its_notes_draw() {
        let text = "[Event \"Endings: Lucena\"]\n[White \"?\"]\n[Black \"?\"]\n\n\
                    1. e4 $1 $14 {[%cal Ge2e4,Rd1x,Bg1f3] [%csl Yd5] a bridge} 1... e5 *\n";
        let games = data(text, &[Score::Centipawns(0), Score::Centipawns(0)], "e4");
        let first = &games[0]["moves"][0];
        assert_eq!(games[0]["chapter"], "Endings: Lucena");
        assert_eq!(first["drawn"], "Ge2e4 Bg1f3 Yd5");
        assert_eq!(
            (&first["glyph"], &first["state"]),
            (&"!".into(), &"+=".into())
        );
        assert_eq!(first["comment"], "a bridge");
        let named = "[Event \"Club\"]\n[White \"A\"]\n\n1. e4 *\n";
        let games = data(named, &[Score::Centipawns(0)], "e4");
        assert!(games[0].get("chapter").is_none());
    }

    #[test]
    fn moves_that_a_reply_refutes_are_told_of_a_mistake() {
        let text = "1. g3 e5 *\n";
        let games = data(text, &[Score::Centipawns(300), Score::Centipawns(0)], "e4");
        assert_eq!(games[0]["moves"][0]["glyph"], "??");
        assert!(games[0]["moves"][0]["mistake"].get("refuted").is_none());
        let fen = "[FEN \"4k3/8/2p5/8/8/2N5/8/4K2R w K - 0 1\"]\n\n1. Kd1 Kd8 *\n";
        let games = data(fen, &[Score::Centipawns(500), Score::Centipawns(0)], "Rh8+");
        let refuted = &games[0]["moves"][0]["mistake"]["refuted"];
        assert_eq!(
            *refuted,
            serde_json::json!({ "c3b5": "cxb5", "c3d5": "cxd5" })
        );
    }

    #[test]
    fn report_has_moves_values_lines_and_no_open_tag() {
        let text = "[White \"</script>\"]\n[WhiteElo \"1500\"]\n[ECO \"A00\"]\n\n\
                    {so} 1. f3 $6 {not <good> [%clk 0:01:02.5]} \
                    ({well} 1. e4 e5! (1... c5 2. --) 2. Nf3) 1... e5 2. g4 Qh4# 0-1\n";
        let mate = Score::Mate;
        let games = data(
            text,
            &[Score::Centipawns(70), mate(-2), mate(1), mate(0)],
            "e4",
        );
        let game = &games[0];
        assert_eq!(
            (&game["comment"], &game["opening"]),
            (&"so".into(), &"A00 Barnes Opening: Fool's Mate".into())
        );
        let white = &game["white"];
        assert_eq!(
            (&white["name"], &white["rating"], &white["moves"]),
            (&"</script>".into(), &1500.into(), &2.into())
        );
        let first = &game["moves"][0];
        assert_eq!(
            (&first["path"], &first["glyph"], &first["value"]),
            (&"f2f3".into(), &"?!".into(), &"-0.70".into())
        );
        assert_eq!(
            (&first["clock"], &first["comment"]),
            (&"0:01:02".into(), &"not <good>".into())
        );
        // The game's own variation stays, with those within it up to a null move; the better line
        // comes after it.
        let own = &first["lines"][0];
        assert_eq!(
            (&own[0]["san"], &own[0]["comment"]),
            (&"e4".into(), &"well ".into())
        );
        assert_eq!(
            (&own[1]["glyph"], &own[2]["san"]),
            (&"!".into(), &"Nf3".into())
        );
        let nested = own[1]["lines"][0].as_array().unwrap();
        assert_eq!((nested.len(), &nested[0]["number"]), (1, &"1...".into()));
        let mistake = &first["mistake"];
        assert_eq!(
            (&mistake["best"], &mistake["value"]),
            (&"e2e4".into(), &"+0.20".into())
        );
        assert_eq!(mistake["legal"].as_str().unwrap().split(' ').count(), 20);
        assert_eq!(first["lines"][1][0]["path"], "e2e4");
        assert_eq!(game["moves"][1]["value"], "#-2");
        assert_eq!(game["moves"][3]["share"], 0.0);
    }

    #[test]
    fn report_has_rook_of_castling_and_promotion() {
        let text = "[White \"w\"]\n[FEN \"8/1P6/8/8/k7/8/8/4K2R w K - 0 1\"]\n\n\
                    1. O-O (1. Rf1 (1. Kd1)) 1... Ka5 2. b8=N *\n";
        let games = data(text, &[Score::Centipawns(0); 3], "Ke2");
        let moves = &games[0]["moves"];
        assert_eq!(
            (&moves[0]["path"], &moves[2]["path"]),
            (&"e1g1h1f1".into(), &"b7b8n".into())
        );
        assert_eq!(moves[0]["lines"][0][0]["lines"][0][0]["san"], "Kd1");
    }
}
