//! `belle endgame play`

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use clap::Args;
use endgame::{GameError, PlayedMove, TablebaseGame, Value};
use play::Game;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Color, EnPassantMode, Position};

use terminal::board::{Style, draw, locale_is_ascii};

use super::args::TableArgs;
use crate::setup::{Side, parse_position};

/// The start of Browne's game against Belle in 1978: White wins the rook in 31 moves.
const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

/// Play an ending against the tablebase under the fifty-move rule.
#[derive(Debug, Args)]
#[command(override_usage = "belle endgame play [OPTIONS] [FEN]")]
pub(crate) struct Play {
    #[command(flatten)]
    tables: TableArgs,
    /// Your side [default: the side to move].
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// Draw the board in letters (automatic if the locale is not UTF-8).
    #[arg(long)]
    ascii: bool,
    /// Position in FEN, quoted or not [default: Browne's KQKR of 1978].
    #[arg(value_name = "FEN", num_args = 0..)]
    words: Vec<String>,
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let start =
            if self.words.is_empty() { Game::from_fen(BROWNE)? } else { parse_position(&self.words)? };
        let user = self.side.map_or(start.position().turn(), Color::from);
        let tablebase = Arc::new(self.tables.open()?);
        let mut game = TablebaseGame::new(start, user, tablebase);
        // A missing table is reported before the first move.
        game.value()?;
        let style = Style { ascii: self.ascii || locale_is_ascii(), bottom: user };
        let mut out = io::stdout().lock();
        let mut input = io::stdin().lock().lines();
        let side = user.fold_wb("White", "Black");
        writeln!(out, "You play {side}. Enter a move (Qd4+ or a5d5), or: value, moves, fen, quit.")?;
        let mut seen = None;
        while game.ending().is_none() {
            if !game.is_users_turn() {
                let reply = game.reply()?;
                reply.iter().try_for_each(|r| report(&mut out, r, game.moves_left()))?;
                continue;
            }
            // The board is shown again only after a move.
            if seen.replace(game.game().moves().len()) != Some(game.game().moves().len()) {
                show(&mut out, &game, style)?;
            }
            write!(out, "> ")?;
            out.flush()?;
            let position = game.game().position();
            match input.next().transpose()?.as_deref().map(str::trim) {
                None | Some("quit") => return Ok(()),
                Some("") => {}
                Some("value") => writeln!(out, "{} ({})", game.value()?, self.tables.metric)?,
                Some("fen") => writeln!(out, "{}", Fen::from_position(position, EnPassantMode::Legal))?,
                Some("moves") => game.moves()?.iter().try_for_each(|m| {
                    let san = SanPlus::from_move(position.clone(), m.chess_move).to_string();
                    writeln!(out, "  {san:8} {}", m.value)
                })?,
                Some(text) => match game.play(text) {
                    Ok(played) => report(&mut out, &played, game.moves_left())?,
                    Err(GameError::NotAMove(text)) => writeln!(out, "'{text}' is not a legal move")?,
                    Err(error) => return Err(error.into()),
                },
            }
        }
        show(&mut out, &game, style)?;
        if let Some(ending) = game.ending() {
            writeln!(out, "{ending}  {}", ending.outcome())?;
        }
        Ok(())
    }
}

fn show(out: &mut impl Write, game: &TablebaseGame, style: Style) -> io::Result<()> {
    let shown = game.game();
    writeln!(out, "\n{}", draw(shown.position(), shown.moves().last().copied(), style))
}

fn report(out: &mut impl Write, played: &PlayedMove, moves_left: u32) -> io::Result<()> {
    let PlayedMove { san, before, after, optimal } = played;
    let note = match (optimal, before, after) {
        (true, _, _) => "best".to_owned(),
        (false, Value::Win(_), Value::Win(_)) | (false, Value::Loss(_), Value::Loss(_)) => {
            format!("not best, was {before}")
        }
        _ => format!("mistake, was {before}"),
    };
    let left = if moves_left == 1 { "1 move" } else { &format!("{moves_left} moves") };
    writeln!(out, "{san}: {after} ({note}); {left} left before the fifty-move limit")
}
