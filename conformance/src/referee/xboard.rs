//! Watches a conversation in xboard's protocol.

use std::collections::VecDeque;

use notation::parse_move;
use play::Game;
use shakmaty::{Move, Position};

use super::Referee;

/// The state of the conversation as one who only listens knows it.
#[derive(Debug, Default)]
pub struct XBoard {
    game: Game,
    /// The engine may not move.
    force: bool,
    /// Thoughts are asked for.
    posts: bool,
    /// The first move of the last thought, if that was exact.
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
                    (0..moves).for_each(|_| self.game = shorter(&self.game));
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

    fn said(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "move" => self.engines_move(rest),
            "pong" if self.pings.pop_front().as_deref() == Some(rest) => Ok(()),
            "pong" => Err("a pong for no ping, or out of order".to_owned()),
            "offer" | "resign" if self.force => Err("an offer in nobody's game".to_owned()),
            _ if line.starts_with(|c: char| c.is_ascii_digit()) && line.contains('\t') => self.thought(line),
            _ => Ok(()),
        }
        .map_err(|rule| format!("'{line}': {rule}"))
    }
}

impl XBoard {
    fn engines_move(&mut self, text: &str) -> Result<(), String> {
        if self.force {
            return Err("a move that is not the engine's to make".to_owned());
        }
        let made = parse_move(self.game.position(), text).map_err(|error| error.to_string())?;
        if self.stands.take() != Some(made) && self.posts {
            return Err("the last thought before it is not exact, or not about this move".to_owned());
        }
        self.game.play(made);
        Ok(())
    }

    /// `depth score time nodes ...`, a tab, and the variation, which may begin with the move pondered on.
    fn thought(&mut self, line: &str) -> Result<(), String> {
        let (numbers, variation) = line.split_once('\t').unwrap_or((line, ""));
        let numbers: Vec<&str> = numbers.split_whitespace().collect();
        if numbers.len() != 7 || numbers.iter().any(|number| number.parse::<i64>().is_err()) {
            return Err("a thought without its seven numbers".to_owned());
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
                // It may have been on its way when the position was changed, or the opponent did not make the move expected.
                Err(_) if !self.pings.is_empty() || word.starts_with('(') => return Ok(()),
                Err(error) => return Err(error.to_string()),
            }
        }
        self.stands = first.filter(|_| exact);
        Ok(())
    }
}

/// The game without its last move.
fn shorter(game: &Game) -> Game {
    let mut game = game.clone();
    game.undo();
    game
}
