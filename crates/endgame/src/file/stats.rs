//! What a table shows as a whole: totals, a histogram of distances, and its longest wins.

use std::fmt;

use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode};

use crate::file::format::{BLOCK, blocks};
use crate::file::table::{Table, TableError};
use crate::index::numbering::Row;
use crate::index::position::chess;
use crate::index::weights::Weights;

/// The statistics of one ending. Positions are counted up to symmetry, with like men told apart.
#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    /// Name of the ending.
    pub ending: String,
    /// What is counted: dtc, dtm or dtz.
    pub metric: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// With White to move, and with Black.
    pub sides: [SideStats; 2],
    /// Longest win of White, of Black, in the winner's moves; 0 if there is none.
    pub longest: [u16; 2],
    /// The same with the winner to move.
    pub longest_to_move: [u16; 2],
    /// The positions of the longest wins of either side.
    pub records: Vec<Record>,
}

/// Counts for one side to move.
#[derive(Clone, Debug, Serialize)]
pub struct SideStats {
    /// The side to move, "white" or "black".
    pub turn: &'static str,
    /// Positions it wins.
    pub wins: u64,
    /// Positions drawn.
    pub draws: u64,
    /// Positions it loses.
    pub losses: u64,
    /// Won positions by the winner's moves: element n counts the wins in n moves.
    pub won_in: Vec<u64>,
    /// Lost positions likewise.
    pub lost_in: Vec<u64>,
}

/// The positions of one kind that take longest.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// Who wins, "white" or "black".
    pub winner: &'static str,
    /// Who is to move.
    pub turn: &'static str,
    /// The winner's moves.
    pub moves: u16,
    /// How many positions there are up to symmetry, like men not told apart.
    pub positions: u64,
    /// The first of them, in FEN.
    pub fens: Vec<String>,
}

impl Stats {
    /// Collects the statistics of `table`, with at most `fens` positions for each record.
    ///
    /// # Errors
    /// [`TableError`] if a block is damaged: the records are found by reading all of them.
    pub fn new(table: &Table, fens: usize) -> Result<Stats, TableError> {
        let mut records = Vec::new();
        for winner in [Color::White, Color::Black] {
            for turn in [winner, !winner] {
                records.extend(record(table, winner, turn, fens)?);
            }
        }
        let each = [Color::White, Color::Black];
        Ok(Stats {
            ending: table.material().to_string(),
            metric: table.metric().to_string(),
            bytes: table.file_len(),
            sides: each.map(|turn| side(table, turn)),
            longest: each.map(|winner| table.longest_win(winner)),
            longest_to_move: each.map(|winner| table.longest_win_to_move(winner)),
            records,
        })
    }
}

fn side(table: &Table, turn: Color) -> SideStats {
    let [wins, draws, losses] = table.totals(turn);
    let (mut won_in, mut lost_in) = (Vec::new(), Vec::new());
    for (value, count) in table.histogram(turn) {
        let by_moves = if value.sign() > 0 { &mut won_in } else { &mut lost_in };
        if let Some(moves) = value.moves().map(usize::from) {
            by_moves.resize(by_moves.len().max(moves + 1), 0);
            by_moves[moves] += count;
        }
    }
    SideStats { turn: name(turn), wins, draws, losses, won_in, lost_in }
}

/// The longest wins of `winner` with `turn` to move; `None` if there are none.
fn record(table: &Table, winner: Color, turn: Color, fens: usize) -> Result<Option<Record>, TableError> {
    let sign = if winner == turn { 1 } else { -1 };
    let values = table.histogram(turn).into_iter().filter(|(v, n)| *n > 0 && v.sign() == sign);
    let Some(moves) = values.filter_map(|(v, _)| v.moves()).max() else { return Ok(None) };
    let palette = table.palette(turn).iter();
    let wanted: Vec<bool> =
        palette.map(|s| s.value().is_some_and(|v| v.sign() == sign && v.moves() == Some(moves))).collect();
    let mut record = Record { winner: name(winner), turn: name(turn), moves, positions: 0, fens: Vec::new() };
    let (index, placements) = (&table.index, table.index.placements());
    let (pairs, weights) = (&index.kings.pairs, Weights::new(index));
    let mut codes = [0; BLOCK];
    for block in 0..blocks(index.len()) {
        let count = table.read_block(block + turn.fold_wb(0, blocks(index.len())), &mut codes)?;
        for (i, _) in codes[..count].iter().enumerate().filter(|(_, c)| wanted[usize::from(**c)]) {
            let number = block * BLOCK + i;
            let (pair, rank) = (number / index.pieces, number % index.pieces);
            let (slice, (white_king, black_king)) =
                (&index.slices[pair / pairs.len()], pairs[pair % pairs.len()]);
            let twin = slice.pawns.is_empty() && index.kings.pair(white_king, black_king).twin;
            if twin && weights.on_diagonal(rank) == 0 {
                continue;
            }
            record.positions += 1;
            if record.fens.len() < fens {
                let mut row = Row { white_king, squares: placements[rank] };
                row.squares[index.first_pawn..index.slots.len()].copy_from_slice(&slice.pawns);
                let position = chess(&index.slots, &row, black_king, turn);
                record
                    .fens
                    .extend(position.map(|p| Fen::from_position(&p, EnPassantMode::Legal).to_string()));
            }
        }
    }
    Ok(Some(record))
}

fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}, {} bytes", self.ending, self.metric, self.bytes)?;
        for side in &self.sides {
            let [wins, draws, losses] = [side.wins, side.draws, side.losses];
            writeln!(f, "{} to move: {wins} wins, {draws} draws, {losses} losses", side.turn)?;
        }
        for r in &self.records {
            let plural = if r.positions == 1 { "" } else { "s" };
            let Record { winner, turn, moves, positions, .. } = r;
            writeln!(
                f,
                "{winner} wins in {moves} at most with {turn} to move: {positions} position{plural}"
            )?;
            r.fens.iter().try_for_each(|fen| writeln!(f, "  {fen}"))?;
        }
        for side in &self.sides {
            bars(f, &format!("{} to move, won in moves", side.turn), &side.won_in)?;
            bars(f, &format!("{} to move, lost in moves", side.turn), &side.lost_in)?;
        }
        Ok(())
    }
}

/// One line a distance, with a bar in proportion to the greatest count.
fn bars(f: &mut fmt::Formatter<'_>, title: &str, counts: &[u64]) -> fmt::Result {
    const WIDTH: u64 = 60;
    let most = counts.iter().copied().max().unwrap_or(0);
    if most == 0 {
        return Ok(());
    }
    writeln!(f, "{title}")?;
    for (moves, count) in counts.iter().enumerate().filter(|(_, c)| **c > 0) {
        let bar = "#".repeat((count * WIDTH).div_ceil(most) as usize);
        writeln!(f, "{moves:>4} {count:>12} {bar}")?;
    }
    Ok(())
}
