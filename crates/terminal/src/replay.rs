//! Guided replays: games of Belle's, with each of its moves beside the move that a player chooses
//! now, or beside the distances of the database that it was played from.

mod distances;

use std::io::{self, BufRead, Write};

use anyhow::{Context, anyhow, bail, ensure};
use notation::{Element, ParsedGame, parse_games, san_line};
use play::{Control, Game, Limits, Player, Report, san};
use shakmaty::{Color, Position};

use crate::board;
use distances::Distance;

/// What is shown beside the moves of a game.
enum Beside {
    /// The machine's moves in three machine minutes each.
    Machine(&'static str),
    /// The distances of an endgame table.
    Table(&'static str),
}

/// A game that can be replayed: PGN with remarks, and what is shown beside it.
struct RecordedGame {
    name: &'static str,
    pgn: &'static str,
    beside: Beside,
}

/// The games that can be replayed. Those of one name follow each other.
const RECORDED: &[RecordedGame] = &[
    RecordedGame {
        name: "blitz",
        pgn: include_str!("../../../suites/replay/blitz.pgn"),
        beside: Beside::Machine(include_str!("../../../suites/replay/blitz.tsv")),
    },
    RecordedGame {
        name: "browne",
        pgn: include_str!("../../../suites/replay/browne-1.pgn"),
        beside: Beside::Table(include_str!("../../../suites/replay/browne-1.tsv")),
    },
    RecordedGame {
        name: "browne",
        pgn: include_str!("../../../suites/replay/browne-2.pgn"),
        beside: Beside::Table(include_str!("../../../suites/replay/browne-2.tsv")),
    },
    RecordedGame {
        name: "chaos",
        pgn: include_str!("../../../suites/replay/chaos.pgn"),
        beside: Beside::Machine(include_str!("../../../suites/replay/chaos.tsv")),
    },
    RecordedGame {
        name: "lexcentrique",
        pgn: include_str!("../../../suites/replay/lexcentrique.pgn"),
        beside: Beside::Machine(include_str!("../../../suites/replay/lexcentrique.tsv")),
    },
    RecordedGame {
        name: "nuchess",
        pgn: include_str!("../../../suites/replay/nuchess.pgn"),
        beside: Beside::Machine(include_str!("../../../suites/replay/nuchess.tsv")),
    },
];

const COLUMNS: &str = "ply\tplayed\tmove\tscore\tdepth\tnodes\tline";

/// The move that a player chooses before a ply of the game. All moves are in SAN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The ply, from 0.
    ply: usize,
    /// The move made in the game.
    played: String,
    best: String,
    /// In pawns, from White's side; `#3` if White mates in three.
    score: String,
    /// In plies.
    depth: u32,
    nodes: u64,
    /// Principal variation.
    line: String,
}

/// A game with remarks, and what the machine would play.
#[derive(Debug)]
pub struct Replay {
    title: String,
    game: Game,
    belle: Color,
    /// The remark before each ply.
    remarks: Vec<String>,
    recorded: Vec<Opinion>,
    /// Of each ply, if the game was played from a database.
    distances: Vec<Distance>,
}

/// How the showing of a replay ended.
#[derive(Debug)]
pub struct ReplayEnd {
    /// All opinions, by ply.
    pub opinions: Vec<Opinion>,
    /// The user left before the end.
    pub quit: bool,
}

impl Replay {
    /// Names of the games.
    pub fn names() -> Vec<&'static str> {
        let mut names: Vec<&str> = RECORDED.iter().map(|recorded| recorded.name).collect();
        names.dedup();
        names
    }

    /// The games of this name. Fails if there is none.
    pub fn find(name: &str) -> anyhow::Result<Vec<Replay>> {
        let mut games = Vec::new();
        for recorded in RECORDED.iter().filter(|recorded| recorded.name == name) {
            games.push(Replay::new(recorded)?);
        }
        let known = || Replay::names().join(", ");
        ensure!(
            !games.is_empty(),
            "no game '{name}': expected one of {}",
            known()
        );
        Ok(games)
    }

    fn new(recorded: &RecordedGame) -> anyhow::Result<Replay> {
        let parsed = parse_games(recorded.pgn.as_bytes())?
            .into_iter()
            .next()
            .context("no game in the file")?;
        let parsed: ParsedGame = parsed.map_err(|error| anyhow!("{}", error.reason))?;
        let belle = Color::from_white(parsed.name(Color::White) == "Belle");
        let mut remarks = vec![String::new()];
        for element in &parsed.elements {
            match element {
                Element::Move { .. } => remarks.push(String::new()),
                Element::Comment(text) => {
                    *remarks.last_mut().expect("never empty") = text.replace('\n', " ")
                }
                _ => {}
            }
        }
        let tag = |name| parsed.tag(name).unwrap_or("?");
        let (white, black) = (parsed.name(Color::White), parsed.name(Color::Black));
        let title = format!("{white} - {black}, {}, {}", tag("Event"), tag("Date"));
        let (mut opinions, mut distances) = (Vec::new(), Vec::new());
        match recorded.beside {
            Beside::Machine(table) => {
                for row in table.lines().skip(1) {
                    opinions.push(Opinion::parse(row)?);
                }
            }
            Beside::Table(table) => {
                for row in table.lines().skip(1) {
                    distances.push(Distance::parse(row)?);
                }
            }
        }
        Ok(Replay {
            title,
            game: parsed.game,
            belle,
            remarks,
            recorded: opinions,
            distances,
        })
    }

    /// Whether the game was played from a database, so that the machine has no moves of its own in
    /// it.
    pub fn is_from_database(&self) -> bool {
        !self.distances.is_empty()
    }

    /// The machine's recorded opinion before a ply.
    pub fn recorded(&self, ply: usize) -> Option<Opinion> {
        self.recorded
            .iter()
            .find(|opinion| opinion.ply == ply)
            .cloned()
    }

    /// The game up to a ply, if Belle is to move there.
    pub fn question(&self, ply: usize) -> Option<Game> {
        let moves = self.game.moves();
        if ply >= moves.len() {
            return None;
        }
        let mut game = Game::from_position(self.game.start().clone());
        for &chess_move in &moves[..ply] {
            game.play(chess_move);
        }
        if game.position().turn() == self.belle {
            Some(game)
        } else {
            None
        }
    }

    /// Asks a player for its move before a ply, with an empty memory. `None` if Belle is not to
    /// move or `control` stops.
    pub fn ask(
        &self,
        ply: usize,
        player: &mut dyn Player,
        limits: &Limits,
        control: &Control,
    ) -> Option<Opinion> {
        let game = self.question(ply)?;
        player.new_game();
        let mut last: Option<Report> = None;
        let mut line = Vec::new();
        let choice = player.search(&game, limits, control, &mut |report| {
            // An unfinished iteration may know no more than the first move of the line found
            // before.
            if !line.starts_with(&report.pv) {
                line.clone_from(&report.pv);
            }
            last = Some(report.clone());
        });
        let (best, report) = (choice.best?, last?);
        if control.stopped() {
            return None;
        }
        let position = game.position();
        Some(Opinion {
            ply,
            played: self.played(ply),
            best: san(position, best),
            score: format!("{:+}", report.score.for_white(position.turn())),
            depth: report.depth,
            nodes: report.nodes,
            line: san_line(position, &line),
        })
    }

    fn played(&self, ply: usize) -> String {
        san(&self.game.positions()[ply], self.game.moves()[ply])
    }

    /// One page: the board before a ply, the remark, the move made and the opinion on it.
    fn page(&self, ply: usize, opinion: Option<&Opinion>, ascii: bool) -> String {
        let position = &self.game.positions()[ply];
        let last = ply.checked_sub(1).map(|before| self.game.moves()[before]);
        let style = board::Style {
            ascii,
            bottom: self.belle,
        };
        let mut text = format!("\n{}", board::draw(position, last, style));
        if !self.remarks[ply].is_empty() {
            text += &format!("\n{}\n", self.remarks[ply]);
        }
        if let Some(played) = self.game.moves().get(ply) {
            let who = if position.turn() == self.belle {
                "Belle"
            } else {
                "The opponent"
            };
            text += &format!("\n{who} played {}\n", san_line(position, &[*played]));
        }
        if let Some(opinion) = opinion {
            text += &opinion.describe();
        }
        if let Some(distance) = self.distances.get(ply) {
            text += &distance.describe(position.turn() == self.belle);
        }
        text
    }

    /// Shows the game page by page. After each page a line of `input` says where to go on, if
    /// `wait`; without it, all pages follow each other. `ask` gives the opinion before a ply, if
    /// there is one.
    pub fn run(
        &self,
        ask: &mut dyn FnMut(usize) -> anyhow::Result<Option<Opinion>>,
        (input, wait): (&mut dyn BufRead, bool),
        output: &mut dyn Write,
        ascii: bool,
    ) -> anyhow::Result<ReplayEnd> {
        let end = self.game.moves().len();
        let mut opinions: Vec<Opinion> = Vec::new();
        writeln!(output, "{}", self.title)?;
        let (mut ply, mut quit) = (0, false);
        while ply <= end {
            if !opinions.iter().any(|known| known.ply == ply) {
                opinions.extend(ask(ply)?);
            }
            let opinion = opinions.iter().find(|known| known.ply == ply);
            writeln!(
                output,
                "{}",
                self.page(ply, opinion, ascii).trim_end_matches('\n')
            )?;
            ply += 1;
            if wait {
                match self.next(ply - 1, input, output)? {
                    Some(next) => ply = next,
                    None => {
                        quit = true;
                        break;
                    }
                }
            }
        }
        opinions.sort_by_key(|opinion| opinion.ply);
        let summary = if self.is_from_database() {
            distances::summary(&self.distances, self.belle)
        } else {
            summary(&opinions)
        };
        writeln!(output, "\n{summary}")?;
        Ok(ReplayEnd { opinions, quit })
    }

    /// Reads which ply comes after `ply`; `None` ends the replay.
    fn next(
        &self,
        ply: usize,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<Option<usize>> {
        let end = self.game.moves().len();
        loop {
            write!(
                output,
                "\n[Enter: next, b: back, a move's number: go there, q: quit] "
            )?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            match line.trim() {
                "" | "n" => return Ok(Some(ply + 1)),
                "b" => return Ok(Some(ply.saturating_sub(1))),
                "q" => return Ok(None),
                text => match text.parse::<usize>() {
                    Ok(number) if number >= 1 && (number - 1) * 2 < end => {
                        return Ok(Some(((number - 1) * 2 + self.belle.fold_wb(0, 1)).min(end)));
                    }
                    _ => writeln!(
                        output,
                        "expected Enter, b, q or a number from 1 to {}",
                        end.div_ceil(2)
                    )?,
                },
            }
        }
    }
}

/// Counts Belle's moves that the player repeats, and lists those it does not.
fn summary(opinions: &[Opinion]) -> String {
    let agreed = opinions.iter().filter(|opinion| opinion.agrees()).count();
    let different: Vec<String> = opinions
        .iter()
        .filter(|opinion| !opinion.agrees())
        .map(Opinion::versus)
        .collect();
    let list = if different.is_empty() {
        String::new()
    } else {
        format!("; different: {}", different.join(", "))
    };
    format!(
        "The machine plays {agreed} of these {} moves{list}.",
        opinions.len()
    )
}

/// The opinions as a table, which `belle replay` reads again from suites/replay.
pub fn table(opinions: &[Opinion]) -> String {
    let rows = opinions.iter().map(|o| {
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
            o.ply, o.played, o.best, o.score, o.depth, o.nodes, o.line
        )
    });
    format!("{COLUMNS}\n{}", rows.collect::<String>())
}

impl Opinion {
    fn parse(row: &str) -> anyhow::Result<Opinion> {
        let fields: Vec<&str> = row.split('\t').collect();
        let [ply, played, best, score, depth, nodes, line] = fields[..] else {
            bail!("{} fields in '{row}': expected {COLUMNS}", fields.len());
        };
        ensure!(!best.is_empty(), "no move in '{row}'");
        Ok(Opinion {
            ply: ply.parse().with_context(|| row.to_owned())?,
            played: played.to_owned(),
            best: best.to_owned(),
            score: score.to_owned(),
            depth: depth.parse().with_context(|| row.to_owned())?,
            nodes: nodes.parse().with_context(|| row.to_owned())?,
            line: line.to_owned(),
        })
    }

    fn agrees(&self) -> bool {
        self.best.trim_end_matches(['+', '#']) == self.played.trim_end_matches(['+', '#'])
    }

    /// The move made and the move preferred, such as `10...Rxh2 (Qh4)`.
    fn versus(&self) -> String {
        let dots = if self.ply.is_multiple_of(2) {
            "."
        } else {
            "..."
        };
        format!("{}{dots}{} ({})", self.ply / 2 + 1, self.played, self.best)
    }

    fn describe(&self) -> String {
        let Opinion {
            best,
            score,
            depth,
            nodes,
            line,
            ..
        } = self;
        let verdict = if self.agrees() {
            "the same move"
        } else {
            "another move"
        };
        format!(
            "The machine plays {best}: {verdict}, value {score}, depth {depth}, {nodes} nodes\n  \
             {line}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, typed: &str, wait: bool) -> String {
        let mut output = Vec::new();
        for replay in Replay::find(name).unwrap() {
            let mut ask = |ply| Ok(replay.recorded(ply));
            replay
                .run(&mut ask, (&mut typed.as_bytes(), wait), &mut output, true)
                .unwrap();
        }
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn recorded_moves_cover_every_move_of_belle_and_are_legal() {
        let names = Replay::names().into_iter();
        let all = names.flat_map(|name| {
            Replay::find(name)
                .unwrap()
                .into_iter()
                .map(move |one| (name, one))
        });
        for (name, replay) in all.filter(|(_, replay)| !replay.is_from_database()) {
            for ply in 0..replay.game.moves().len() {
                let asked = replay.question(ply);
                let recorded = replay.recorded(ply);
                assert_eq!(recorded.is_some(), asked.is_some(), "{name}, ply {ply}");
                let (Some(game), Some(opinion)) = (asked, recorded) else {
                    continue;
                };
                assert_eq!(opinion.played, replay.played(ply), "{name}, ply {ply}");
                notation::parse_move(game.position(), &opinion.best).unwrap();
                assert!(opinion.line.contains(&opinion.best), "{name}, ply {ply}");
            }
        }
    }

    #[test]
    fn all_pages_follow_each_other_without_waiting() {
        let text = shown("blitz", "", false);
        assert_eq!(text.matches("Belle played").count(), 14, "{text}");
        assert!(text.contains("Belle played 10... Rxh2"), "{text}");
        assert!(text.contains("of these 14 moves"), "{text}");
    }

    #[test]
    fn distances_cover_every_ply_and_belle_never_shortens_them() {
        let games = Replay::find("browne").unwrap();
        assert_eq!(games.len(), 2);
        for replay in &games {
            assert_eq!(replay.distances.len(), replay.game.moves().len());
            for (ply, distance) in replay.distances.iter().enumerate() {
                assert_eq!(distance.played, replay.played(ply), "ply {ply}");
                for best in &distance.best {
                    notation::parse_move(&replay.game.positions()[ply], best).unwrap();
                }
            }
        }
        let text = shown("browne", "", false);
        assert!(
            text.contains("Belle holds out longest with 45 of its 45 moves"),
            "{text}"
        );
        assert!(
            text.contains("Belle holds out longest with 49 of its 49 moves"),
            "{text}"
        );
    }

    #[test]
    fn steps_go_forwards_back_and_to_a_number() {
        let text = shown("blitz", "\nb\n99\n10\nq\n", true);
        let played: Vec<&str> = text
            .lines()
            .filter(|line| line.contains(" played ") && !line.contains("1978"))
            .collect();
        let expected = [
            "The opponent played 1. e4",
            "Belle played 1... e5",
            "The opponent played 1. e4",
        ];
        assert_eq!(played[..3], expected, "{text}");
        assert_eq!(played[3..], ["Belle played 10... Rxh2"], "{text}");
        assert!(
            text.contains("expected Enter, b, q or a number from 1 to 14"),
            "{text}"
        );
    }

    #[test]
    fn names_and_tables_that_do_not_fit_are_refused() {
        let error = Replay::find("deep-blue").unwrap_err().to_string();
        assert_eq!(
            error,
            "no game 'deep-blue': expected one of blitz, browne, chaos, lexcentrique, nuchess"
        );
        for row in [
            "1\te4",
            "x\te4\te4\t+0.1\t3\t5\t1. e4",
            "1\te4\t\t+0.1\t3\t5\t1. e4",
        ] {
            assert!(Opinion::parse(row).is_err(), "{row}");
        }
        let opinion = Opinion::parse("0\te4\tNf3\t+0.10\t3\t5\t1. Nf3").unwrap();
        assert_eq!(
            Opinion::parse(
                table(std::slice::from_ref(&opinion))
                    .lines()
                    .nth(1)
                    .unwrap()
            )
            .unwrap(),
            opinion
        );
    }
}
