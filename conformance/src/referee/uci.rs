//! Rules of UCI: legal variations, one legal `bestmove` for each `go`, an exact report before it.

use play::Game;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use super::Referee;

/// State of a session, from its lines alone.
#[derive(Debug, Default)]
pub struct Uci {
    game: Game,
    /// Roots of unanswered searches, oldest first.
    searches: Vec<Chess>,
    /// First move of the last report on the best variation, if its score was exact.
    stands: Option<String>,
    /// The engine reported that it has no legal position.
    without_position: bool,
}

impl Referee for Uci {
    fn sent(&mut self, line: &str) {
        if let Some(game) = position(line) {
            self.game = game;
        }
        if line.starts_with("go") && !line.contains("perft") {
            self.searches.push(self.game.position().clone());
        }
    }

    fn received(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"info") if words.get(1) != Some(&"string") => self.info(&words),
            Some(&"info") => {
                self.without_position |= line.starts_with("info string no position");
                Ok(())
            }
            Some(&"bestmove") => self.best_move(&words),
            _ => Ok(()),
        }
        .map_err(|rule| format!("'{line}': {rule}"))
    }
}

impl Uci {
    fn info(&mut self, words: &[&str]) -> Result<(), String> {
        let root = self
            .searches
            .first()
            .ok_or("an info line outside a search")?;
        let after = |word: &str| {
            words
                .iter()
                .position(|w| *w == word)
                .map(|at| &words[at + 1..])
        };
        let pv = after("pv").unwrap_or_default();
        let line = after("multipv").and_then(|number| number.first().copied());
        let mut end = root.clone();
        for text in pv {
            end = play(&end, text).ok_or_else(|| format!("variation: illegal move '{text}'"))?;
        }
        let bound = words.contains(&"lowerbound") || words.contains(&"upperbound");
        if after("score").is_some() && line.is_none_or(|number| number == "1") {
            self.stands = match pv.first() {
                Some(&first) if !bound => Some(first.to_owned()),
                _ => None,
            };
        }
        Ok(())
    }

    fn best_move(&mut self, words: &[&str]) -> Result<(), String> {
        if self.searches.is_empty() {
            return Err("a bestmove without a go".to_owned());
        }
        let root = self.searches.remove(0);
        let stands = self.stands.take();
        let without_position = std::mem::take(&mut self.without_position);
        match words[1..] {
            ["0000"] if without_position => return Ok(()),
            ["0000"] if root.legal_moves().is_empty() => return Ok(()),
            [best] | [best, "ponder", _] => {
                if stands.as_deref() != Some(best) {
                    return Err(
                        "the last report before it is not exact or has another move".to_owned()
                    );
                }
                let after = play(&root, best).ok_or("the move is not legal")?;
                if let Some(reply) = words.get(3) {
                    play(&after, reply).ok_or("the move to ponder on is not legal")?;
                }
            }
            _ => return Err("expected a move, or a move and `ponder`".to_owned()),
        }
        Ok(())
    }
}

fn position(line: &str) -> Option<Game> {
    let (setup, moves) = line
        .strip_prefix("position ")?
        .split_once(" moves")
        .unwrap_or((&line[9..], ""));
    let mut game = match setup.split_once("fen ") {
        Some((_, fen)) => Game::from_fen(fen).ok()?,
        None if setup.contains("startpos") => Game::new(),
        None => return None,
    };
    for text in moves.split_whitespace() {
        let found = text
            .parse::<UciMove>()
            .ok()?
            .to_move(game.position())
            .ok()?;
        game.play(found);
    }
    Some(game)
}

fn play(position: &Chess, text: &str) -> Option<Chess> {
    let found = text.parse::<UciMove>().ok()?.to_move(position).ok()?;
    position.clone().play(found).ok()
}
