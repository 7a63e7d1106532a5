//! Rules of xboard's protocol: legal moves and variations, pongs in order, an exact report before a
//! move.

use std::collections::VecDeque;

use notation::parse_move;
use play::Game;
use shakmaty::{Move, Position};

use super::Referee;

/// State of a session, from its lines alone.
#[derive(Debug, Default)]
pub struct XBoard {
    game: Game,
    /// The engine may not move.
    force: bool,
    posts: bool,
    /// First move of the last report, if its score was exact.
    stands: Option<Move>,
    pings: VecDeque<String>,
}

impl Referee for XBoard {
    fn sent(&mut self, line: &str) {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "new" => {
                self.game = Game::new();
                self.force = false;
            }
            "setboard" => {
                if let Ok(game) = Game::from_fen(rest) {
                    self.game = game;
                }
            }
            "usermove" => {
                if let Ok(made) = parse_move(self.game.position(), rest) {
                    self.game.play(made);
                }
            }
            "undo" | "remove" => {
                let moves = if word == "undo" { 1 } else { 2 };
                if self.game.moves().len() >= moves {
                    (0..moves).for_each(|_| self.game = without_last_move(&self.game));
                }
            }
            "force" | "analyze" | "exit" | "result" => self.force = true,
            "go" | "playother" | "white" | "black" => self.force = false,
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "ping" => self.pings.push_back(rest.to_owned()),
            _ => {
                if let Ok(made) = parse_move(self.game.position(), line) {
                    self.game.play(made);
                }
            }
        }
    }

    fn received(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "move" => self.engines_move(rest),
            "pong" if self.pings.pop_front().as_deref() == Some(rest) => Ok(()),
            "pong" => Err("a pong for no ping, or out of order".to_owned()),
            "offer" | "resign" if self.force => Err("an offer outside a game".to_owned()),
            _ if line.starts_with(|c: char| c.is_ascii_digit()) && line.contains('\t') => {
                self.report(line)
            }
            _ => Ok(()),
        }
        .map_err(|rule| format!("'{line}': {rule}"))
    }
}

impl XBoard {
    fn engines_move(&mut self, text: &str) -> Result<(), String> {
        if self.force {
            return Err("a move in force mode".to_owned());
        }
        let made = parse_move(self.game.position(), text).map_err(|error| error.to_string())?;
        if self.stands.take() != Some(made) && self.posts {
            return Err("the last report before it is not exact or has another move".to_owned());
        }
        self.game.play(made);
        Ok(())
    }

    /// Checks `depth score time nodes ...`, a tab, and the variation, which may begin with the
    /// pondered move.
    fn report(&mut self, line: &str) -> Result<(), String> {
        let (numbers, variation) = line.split_once('\t').unwrap_or((line, ""));
        let numbers: Vec<&str> = numbers.split_whitespace().collect();
        if numbers.len() != 7 || numbers.iter().any(|number| number.parse::<i64>().is_err()) {
            return Err("a report without its seven numbers".to_owned());
        }
        let mut position = self.game.position().clone();
        let mut first = None;
        let mut exact = true;
        for word in variation.split_whitespace() {
            if word == "!" || word == "?" {
                exact = false;
                continue;
            }
            match parse_move(&position, word.trim_matches(['(', ')'])) {
                Ok(next) => {
                    if !word.starts_with('(') {
                        first = first.or(Some(next));
                    }
                    position.play_unchecked(next);
                }
                // The report may be older than the last change of the position, or follow a
                // pondered move not played.
                Err(_) if !self.pings.is_empty() || word.starts_with('(') => return Ok(()),
                Err(error) => return Err(error.to_string()),
            }
        }
        self.stands = if exact { first } else { None };
        Ok(())
    }
}

fn without_last_move(game: &Game) -> Game {
    let mut game = game.clone();
    game.undo();
    game
}
