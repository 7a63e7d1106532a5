//! A position typed in rank by rank.
//!
//! Documented (F111) by the old program's source: eight lines from the eighth rank down; small
//! letters for White, capitals for Black; a digit or spaces for empty squares; White to move;
//! castling where king and rook stand on their first squares.

use play::Game;
use shakmaty::Role;

#[derive(Debug, Default)]
pub(super) struct Setup {
    ranks: Vec<String>,
    illegal: bool,
}

/// What a typed rank leads to.
#[derive(Debug)]
pub(super) enum SetupStep {
    /// Ranks are missing.
    Unfinished,
    Finished(Box<Game>),
    /// It was the last rank, and the position cannot be played.
    Illegal,
}

impl Setup {
    pub(super) fn add_rank(&mut self, line: &str) -> SetupStep {
        let mut pieces = String::new();
        let mut files = 0;
        for c in line.trim_end_matches(['\r', '\n']).chars() {
            let (width, written) = match c {
                ' ' => (1, '1'),
                '1'..='8' => (c.to_digit(10).unwrap_or(0), c),
                _ => match Role::from_char(c) {
                    Some(role) if c.is_ascii_lowercase() => (1, role.upper_char()),
                    Some(role) => (1, role.char()),
                    None => {
                        self.illegal = true;
                        continue;
                    }
                },
            };
            files += width;
            pieces.push(written);
        }
        self.illegal |= files > 8;
        for _ in files..8 {
            pieces.push('1');
        }
        self.ranks.push(pieces);
        if self.ranks.len() < 8 {
            return SetupStep::Unfinished;
        }
        match self.game() {
            Some(game) => SetupStep::Finished(Box::new(game)),
            None => SetupStep::Illegal,
        }
    }

    fn game(&self) -> Option<Game> {
        if self.illegal {
            return None;
        }
        // Castling rights without king or rook are dropped.
        Game::from_fen(&format!("{} w KQkq - 0 1", self.ranks.join("/"))).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;

    fn typed(lines: &[&str]) -> Option<String> {
        let mut setup = Setup::default();
        let (last, first) = lines.split_last().unwrap();
        for line in first {
            assert!(matches!(setup.add_rank(line), SetupStep::Unfinished));
        }
        match setup.add_rank(last) {
            SetupStep::Finished(game) => {
                Some(Fen::from_position(game.position(), EnPassantMode::Legal).to_string())
            }
            SetupStep::Illegal => None,
            SetupStep::Unfinished => panic!("eight ranks were typed"),
        }
    }

    #[test]
    fn ranks_make_a_position_or_are_refused() {
        let board = typed(&["R3K2R", "PPP", "", "   q", "8", "", "ppp", "4k"]);
        assert_eq!(
            board.as_deref(),
            Some("r3k2r/ppp5/8/3Q4/8/8/PPP5/4K3 w kq - 0 1")
        );
        for wrong in [
            ["K", "", "", "", "", "", "", ""],
            ["K8", "", "", "", "", "", "", "k"],
            ["Kx", "", "", "", "", "", "", "k"],
            ["KK", "", "", "", "", "", "", "k"],
        ] {
            assert_eq!(typed(&wrong), None, "{wrong:?}");
        }
    }
}
