//! An endgame tablebase as a player.
//!
//! In 1978 Walter Browne had the queen, and Belle, playing from its tablebase, the rook. He had
//! fifty moves to win the rook or to mate, and each of Belle's moves delayed that as long as
//! possible. [`TablebasePlayer`] plays so from any table, and says what the moves are worth.

use std::fmt::Write as _;

use endgame::{MAX_PIECES, Material, Metric, MoveValue, TablebaseOptions, Value};
use play::{
    Choice, Control, Game, Limits, OptionError, OptionSpec, Player, PlayerFactory, Report,
    ReportSink, Term, san,
};
use shakmaty::{Chess, Move, Position};

/// The folder that is used unless an option names another: `belle endgame build` writes there.
pub const FOLDER: &str = "endgames";
/// A position to begin with: that of Browne's game. White wins the rook in 31 moves.
pub const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";
/// Plies of the line shown, at most.
const LINE_PLIES: usize = 20;

/// Plays the best move of the tables: in won positions the shortest way to the metric's goal, in
/// lost ones the longest. The fifty-move rule and the game's history count.
#[derive(Debug)]
pub struct TablebasePlayer {
    options: TablebaseOptions,
}

impl Default for TablebasePlayer {
    fn default() -> TablebasePlayer {
        let mut options = TablebaseOptions::new([Metric::Dtc, Metric::Dtm, Metric::Dtz]);
        // Without the folder the player has no tables, and says so when it is given a position.
        let _ = options.set_option("EndgamePath", FOLDER);
        TablebasePlayer { options }
    }
}

impl TablebasePlayer {
    /// A player with the tables of [`FOLDER`], if it is there.
    pub fn new() -> TablebasePlayer {
        TablebasePlayer::default()
    }

    /// The position's value for the side to move: that of its best move.
    fn value(&self, position: &Chess) -> Option<(Metric, Value)> {
        let (metric, moves) = self.options.tables().moves(position)?;
        match moves.first() {
            Some(best) => Some((metric, best.value)),
            None if position.is_check() => Some((metric, Value::Loss(0))),
            None => Some((metric, Value::Draw)),
        }
    }

    /// What the last move of the side to move was worth; `None` before its first move,
    /// or if no table has it.
    fn note(&self, game: &Game) -> Option<String> {
        let index = game.moves().len().checked_sub(2)?;
        let before = &game.positions()[index];
        let made = game.moves()[index];
        let (_, moves) = self.options.tables().moves(before)?;
        let best = moves.first()?.value;
        let own = moves.iter().find(|one| one.chess_move == made)?.value;
        let judgment = if best == own {
            "best".to_owned()
        } else {
            match (best, own) {
                (Value::Win(_), Value::Win(_)) | (Value::Loss(_), Value::Loss(_)) => {
                    format!("not best, was {best}")
                }
                _ => format!("mistake, was {best}"),
            }
        };
        Some(format!(
            "your move {}: {own} ({judgment})",
            san(before, made)
        ))
    }
}

/// The player `tablebase`.
pub fn factory() -> PlayerFactory {
    PlayerFactory::new("tablebase", 1, || Box::new(TablebasePlayer::new()))
}

impl Player for TablebasePlayer {
    fn name(&self) -> String {
        "Tablebase".to_owned()
    }

    fn options(&self) -> Vec<OptionSpec> {
        TablebaseOptions::options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let unknown = || Err(OptionError::Unknown(name.to_owned()));
        self.options.set_option(name, value).unwrap_or_else(unknown)
    }

    fn refusal(&self, position: &Chess) -> Option<String> {
        let tables = self.options.tables();
        let pieces = position.board().occupied().count();
        let most = MAX_PIECES.max(tables.max_pieces());
        if pieces > most {
            return Some(format!(
                "Tablebase plays positions of at most {most} pieces, not of {pieces}: \
                 begin with one, such as '{BROWNE}', whose tables `belle endgame build KQKR -d {FOLDER}` builds"
            ));
        }
        if position.castles().any() {
            return Some("Tablebase plays no position in which a side may still castle".to_owned());
        }
        if tables.moves(position).is_some() {
            return None;
        }
        let (material, _) = Material::of_board(position.board());
        Some(format!(
            "Tablebase has no table of {material}: build it with \
             `belle endgame build {material} -d {FOLDER}`, or name its folder by the option EndgamePath"
        ))
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        _control: &Control,
        report: ReportSink<'_>,
    ) -> Choice {
        let is_allowed =
            |one: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(one);
        let tables = self.options.tables();
        let Some(ranking) = tables.rank_root_moves(game) else {
            return without_table(game.position(), is_allowed, report);
        };
        let best = ranking.moves.iter().find(|one| is_allowed(&one.chess_move));
        let Some(best) = best else {
            return Choice {
                best: None,
                ponder: None,
            };
        };
        let mut next = game.position().clone();
        next.play_unchecked(best.chess_move);
        let mut line = vec![best.chess_move];
        line.extend(tables.best_line(&next, LINE_PLIES - 1));
        report(&Report {
            score: best.score(ranking.metric),
            table_hits: ranking.moves.len() as u64,
            ..Report::unsearched(line.len() as u32, line.clone())
        });
        Choice {
            best: Some(best.chess_move),
            ponder: line.get(1).copied(),
        }
    }

    /// The value, all moves with theirs, and a note on the last move of the side to move.
    fn explain(&mut self, game: &Game, _control: &Control) -> Option<String> {
        let position = game.position();
        let (metric, value) = self.value(position)?;
        let (_, moves) = self.options.tables().moves(position)?;
        let left = 100_u32.saturating_sub(position.halfmoves()).div_ceil(2);
        let plural = if left == 1 { "move" } else { "moves" };
        let mut text =
            format!("{value} ({metric}); {left} {plural} left before the fifty-move limit\n");
        for MoveValue { chess_move, value } in moves {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {:8} {value}", san(position, chess_move));
        }
        if let Some(note) = self.note(game) {
            let _ = writeln!(text, "{note}");
        }
        Some(text)
    }

    fn evaluate(&mut self, position: &Chess) -> Vec<Term> {
        let Some((metric, value)) = self.value(position) else {
            return Vec::new();
        };
        let own = value.centipawns();
        vec![Term {
            name: format!("{value} ({metric})"),
            white: None,
            black: None,
            total: position.turn().fold_wb(own, -own),
        }]
    }
}

/// The first move that is allowed, in a position that was refused and is searched all the same.
fn without_table(
    position: &Chess,
    is_allowed: impl Fn(&Move) -> bool,
    report: ReportSink<'_>,
) -> Choice {
    let best = position.legal_moves().into_iter().find(is_allowed);
    if let Some(best) = best {
        report(&Report::unsearched(1, vec![best]));
    }
    Choice { best, ponder: None }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::OnceLock;

    use endgame::{BuildOptions, build};
    use play::Score;
    use tempfile::TempDir;

    use super::*;

    /// A player with the tables of KQK.
    fn player() -> TablebasePlayer {
        static TABLES: OnceLock<TempDir> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            build_kqk(folder.path());
            folder
        });
        let mut player = TablebasePlayer::new();
        let folder = tables.path().to_str().unwrap();
        player.set_option("EndgamePath", folder).unwrap();
        player
    }

    fn build_kqk(folder: &Path) {
        let material = "KQK".parse().unwrap();
        build(
            &[material],
            &BuildOptions::new(folder, Metric::Dtc),
            &mut |_| (),
        )
        .unwrap();
    }

    fn game(fen: &str) -> Game {
        Game::from_fen(fen).unwrap()
    }

    #[test]
    fn search_plays_the_shortest_win_with_its_line() {
        let mut player = player();
        let mut game = game("8/8/8/8/3k4/8/8/K1Q5 w - - 0 1");
        let mut plies = 0;
        while game.ending().is_none() {
            let mut score = None;
            let choice = player.search(&game, &Limits::default(), &Control::new(), &mut |report| {
                assert!(game.position().is_legal(report.pv[0]));
                score = Some(report.score);
            });
            let Some(Score::Centipawns(value)) = score else {
                panic!("expected centipawns, got {score:?}");
            };
            assert_eq!(value > 0, plies % 2 == 0, "{value}");
            game.play(choice.best.unwrap());
            plies += 1;
        }
        assert!(plies < 20 && game.position().is_checkmate());
    }

    #[test]
    fn refusal_says_how_to_get_the_table() {
        let player = player();
        let refusal = |fen: &str| player.refusal(game(fen).position());
        assert_eq!(refusal("8/8/8/8/3k4/8/8/K1Q5 w - - 0 1"), None);
        let missing = refusal("8/8/8/8/3k4/8/8/K1R5 w - - 0 1").unwrap();
        assert!(
            missing.contains("`belle endgame build KRK -d endgames`"),
            "{missing}"
        );
        let castling = refusal("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        assert!(castling.contains("castle"), "{castling}");
        let many = refusal("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1").unwrap();
        assert!(many.contains("not of 18"), "{many}");
    }

    #[test]
    fn explain_lists_moves_and_judges_the_last_one() {
        let mut player = player();
        let mut game = game("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
        let text = player.explain(&game, &Control::new()).unwrap();
        assert!(text.starts_with("win in 1 (dtc); 50 moves left"), "{text}");
        assert!(text.contains("\n  Qg7#     win in 1\n"), "{text}");
        for made in ["g1g2", "h8h7"] {
            game.play(notation_move(&game, made));
        }
        let text = player.explain(&game, &Control::new()).unwrap();
        assert!(
            text.ends_with("your move Qg2: win in 2 (not best, was win in 1)\n"),
            "{text}"
        );
    }

    fn notation_move(game: &Game, text: &str) -> Move {
        let uci: shakmaty::uci::UciMove = text.parse().unwrap();
        uci.to_move(game.position()).unwrap()
    }
}
