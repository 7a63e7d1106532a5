//! Looking at a game: steps, variations tried, and the machine's lines beside them.

use notation::{PgnWriter, find_tag};
use play::{Bound, Game, GameClock, Report};
use shakmaty::{ByColor, Color, Move, Outcome};

use crate::game_state::GameState;
use crate::game_tree::GameTree;

/// Lines of an analysis at first, and most of them.
pub(super) const LINES: u32 = 3;
const MAX_LINES: u32 = 5;

/// The game looked at.
#[derive(Debug)]
pub(crate) struct Review {
    pub(crate) tree: GameTree,
    pub(super) tags: Vec<(String, String)>,
    pub(super) outcome: Outcome,
    /// The text of one's own game where it is kept, which is replaced there by what is found in it.
    pub(super) source: Option<String>,
    /// The players' names as the screen shows them; those of the tags if none.
    pub(super) names: Option<ByColor<String>>,
    /// Whether it is the game that waits, rather than one of a file.
    pub(super) is_paused_game: bool,
    /// The side that the person played, if the game shows that he played one.
    pub(super) own_side: Option<Color>,
    /// Lines that the machine shows; 0 for none.
    pub(super) lines: u32,
    /// Whether the machine has ended its work on this position.
    pub(super) analysed: bool,
    /// Whether moves were marked by a report since the game was opened.
    pub(super) is_marked: bool,
    /// Whether a report was just shown: the next mistake looked for is the first of it.
    pub(super) is_report_new: bool,
    /// The mistake in place of which the person seeks a better move.
    pub(super) sought: Option<Move>,
    /// The game that goes on when the person has looked enough.
    pub(super) paused: PausedGame,
}

/// A game that waits while one is looked at.
#[derive(Debug)]
pub(super) struct PausedGame {
    pub(super) state: GameState,
    pub(super) clock: GameClock,
    pub(super) end_announced: bool,
    /// The side at the bottom of the board.
    pub(super) bottom: Color,
}

/// The game on the board with what was found in it: judgments, variations, values.
#[derive(Debug)]
pub(super) struct Annotated {
    pub(super) moves: Vec<Move>,
    pub(super) tree: GameTree,
}

impl Annotated {
    /// The tree with all moves of a game, if it is the tree of this game or of its beginning.
    pub(super) fn of(&self, game: &Game, comments: &[String]) -> Option<GameTree> {
        if self.tree.start() != game.start() || !game.moves().starts_with(&self.moves) {
            return None;
        }
        let mut tree = self.tree.clone();
        tree.follow(game, comments);
        Some(tree)
    }
}

impl Review {
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name)
    }

    pub(super) fn players(&self) -> ByColor<String> {
        if let Some(names) = &self.names {
            return names.clone();
        }
        let name = |color: Color| self.tag(color.fold_wb("White", "Black")).unwrap_or("?");
        ByColor::new_with(|color| name(color).chars().filter(|c| !c.is_control()).collect())
    }

    /// The game with its variations and values as PGN.
    pub(super) fn pgn(&self) -> String {
        annotated_pgn(&self.tree, &self.tags, self.outcome)
    }

    /// The game as PGN if something was tried in it.
    pub(super) fn edited(&self) -> String {
        if self.tree.edits() > 0 {
            self.pgn()
        } else {
            String::new()
        }
    }

    /// Keeps the value of a finished iteration on the best line.
    pub(super) fn learn(&mut self, report: &Report) {
        if report.multipv == 1 && report.bound == Bound::Exact && !report.is_unsearched() {
            self.tree.set_value(report.score, report.depth);
        }
    }
}

/// A game with its variations and values as PGN.
pub(super) fn annotated_pgn(
    tree: &GameTree,
    tags: &[(String, String)],
    outcome: Outcome,
) -> String {
    let mut writer = PgnWriter::default();
    writer.tags(tags, tree.start(), outcome);
    tree.write(writer, outcome)
}

/// The number of lines that a text asks for; none if it is empty, to show them.
pub(super) fn lines_wanted(text: &str) -> Result<Option<u32>, String> {
    match text.to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "on" => Ok(Some(LINES)),
        "off" => Ok(Some(0)),
        number => match number.parse() {
            Ok(lines @ 1..=MAX_LINES) => Ok(Some(lines)),
            _ => Err(format!(
                "analysis: expected on, off or a number of lines from 1 to {MAX_LINES}, got \
                 \"{text}\""
            )),
        },
    }
}

/// Whether a text is an argument of `analysis`.
pub(crate) fn is_analysis(text: &str) -> bool {
    lines_wanted(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judged_game_of_chess960_names_its_variant_once() {
        let fen = "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1";
        let game = Game::from_any_fen(fen).unwrap();
        let tree = GameTree::new(&game, &[]);
        for tags in [
            vec![],
            vec![("Variant".to_owned(), "fischerandom".to_owned())],
        ] {
            let text = annotated_pgn(&tree, &tags, Outcome::Unknown);
            assert_eq!(text.matches("[Variant ").count(), 1, "{text}");
            assert!(text.contains("[Variant \"Chess960\"]\n[SetUp"), "{text}");
        }
        let usual = GameTree::new(&Game::new(), &[]);
        let text = annotated_pgn(&usual, &[], Outcome::Unknown);
        assert!(!text.contains("Variant"), "{text}");
    }
}
