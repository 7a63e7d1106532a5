//! Looking at a game: steps, variations tried, and the machine's lines beside them.

use notation::PgnWriter;
use play::{Bound, Report};
use shakmaty::fen::Fen;
use shakmaty::{ByColor, Chess, Color, EnPassantMode, Move, Outcome};

use crate::game_tree::GameTree;

/// The game looked at.
#[derive(Debug)]
pub(crate) struct Review {
    pub(crate) tree: GameTree,
    pub(super) tags: Vec<(String, String)>,
    pub(super) outcome: Outcome,
    /// The players' names as the screen shows them; those of the tags if none.
    pub(super) names: Option<ByColor<String>>,
    /// Whether the game was played here and not saved yet.
    pub(super) is_new: bool,
    /// Lines that the machine shows; 0 for none.
    pub(super) lines: u32,
    /// Whether the machine has ended its work on this position.
    pub(super) analysed: bool,
    /// The mistake in place of which the person seeks a better move.
    pub(super) sought: Option<Move>,
}

/// The moves of a game that was judged, each with the glyph of its judgment.
#[derive(Debug)]
pub(super) struct JudgedMoves {
    pub(super) moves: Vec<Move>,
    pub(super) glyphs: Vec<Option<u8>>,
}

impl Review {
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
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
        let mut writer = PgnWriter::default();
        let roster = ["Event", "Site", "Date", "Round", "White", "Black"];
        for name in roster {
            writer.tag(
                name,
                self.tag(name)
                    .unwrap_or(if name == "Date" { "????.??.??" } else { "?" }),
            );
        }
        writer.tag("Result", &self.outcome.to_string());
        let start = self.tree.start();
        let own = |name: &str| roster.contains(&name) || ["Result", "SetUp", "FEN"].contains(&name);
        self.tags
            .iter()
            .filter(|(name, _)| !own(name))
            .for_each(|(name, value)| writer.tag(name, value));
        if *start != Chess::default() {
            writer.tag("SetUp", "1");
            writer.tag(
                "FEN",
                &Fen::from_position(start, EnPassantMode::Legal).to_string(),
            );
        }
        writer.end_tags();
        self.tree.write(writer, self.outcome)
    }

    /// The game if there is something to save.
    pub(super) fn unsaved(&self) -> String {
        if self.is_new || self.tree.is_edited() {
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
