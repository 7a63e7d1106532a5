//! `belle endgame play`

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use endgame::{GameError, PlayedMove, Tablebase, TablebaseGame, Value};
use play::Game;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Color, EnPassantMode, Position};

use super::TableArgs;
use crate::positions;
use terminal::board::{Style, draw, locale_is_ascii};

/// Where Browne began against Belle in 1978, with 31 moves to win the rook.
const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

/// Play against the database, with fifty moves on the clock: Browne's challenge, or any other.
#[derive(Debug, Args)]
#[command(override_usage = "belle endgame play [OPTIONS] [FEN]")]
pub(crate) struct Play {
    #[command(flatten)]
    tables: TableArgs,
    /// Your side; the side to move if not given.
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// Draw the board with letters.
    #[arg(long)]
    ascii: bool,
    /// A position in FEN (in quotes or not) instead of Browne's.
    #[arg(value_name = "FEN", num_args = 0..)]
    words: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game =
            if self.words.is_empty() { Game::from_fen(BROWNE)? } else { positions::parse(&self.words)? };
        let turn = game.position().turn();
        let person = self.side.map_or(turn, |side| match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        });
        let tablebase = Arc::new(Tablebase::open(&self.tables.dir, self.tables.metric)?);
        let mut challenge = TablebaseGame::new(game, person, tablebase);
        // What cannot be answered is told before the first move.
        challenge.value()?;
        let style = Style { ascii: self.ascii || locale_is_ascii(), bottom: person };
        let mut out = io::stdout().lock();
        let mut input = io::stdin().lock().lines();
        let side = person.fold_wb("White", "Black");
        writeln!(out, "You have {side}. Moves as Qd4+ or a5d5; 'value', 'moves', 'fen', 'quit'.")?;
        let mut seen = None;
        while challenge.ending().is_none() {
            if !challenge.is_users_turn() {
                let reply = challenge.reply()?;
                reply.iter().try_for_each(|r| tell(&mut out, r, challenge.moves_left()))?;
                continue;
            }
            // Anew only when there is something new on it.
            if seen.replace(challenge.game().moves().len()) != Some(challenge.game().moves().len()) {
                show(&mut out, &challenge, style)?;
            }
            write!(out, "> ")?;
            out.flush()?;
            let position = challenge.game().position();
            match input.next().transpose()?.as_deref().map(str::trim) {
                None | Some("quit") => return Ok(()),
                Some("") => {}
                Some("value") => writeln!(out, "{} ({})", challenge.value()?, self.tables.metric)?,
                Some("fen") => writeln!(out, "{}", Fen::from_position(position, EnPassantMode::Legal))?,
                Some("moves") => challenge.moves()?.iter().try_for_each(|m| {
                    let san = SanPlus::from_move(position.clone(), m.chess_move).to_string();
                    writeln!(out, "  {san:8} {}", m.value)
                })?,
                Some(text) => match challenge.play(text) {
                    Ok(judgement) => tell(&mut out, &judgement, challenge.moves_left())?,
                    Err(GameError::NotAMove(text)) => writeln!(out, "'{text}' is no legal move here")?,
                    Err(error) => return Err(error.into()),
                },
            }
        }
        show(&mut out, &challenge, style)?;
        if let Some(ending) = challenge.ending() {
            writeln!(out, "{ending}  {}", ending.outcome())?;
        }
        Ok(())
    }
}

fn show(out: &mut impl Write, challenge: &TablebaseGame, style: Style) -> io::Result<()> {
    let game = challenge.game();
    writeln!(out, "\n{}", draw(game.position(), game.moves().last().copied(), style))
}

fn tell(out: &mut impl Write, judgement: &PlayedMove, moves_left: u32) -> io::Result<()> {
    let PlayedMove { san, before, after, optimal } = judgement;
    let note = match (optimal, before, after) {
        (true, _, _) => "best".to_owned(),
        (false, Value::Win(_), Value::Win(_)) | (false, Value::Loss(_), Value::Loss(_)) => {
            format!("not best: {before} before")
        }
        _ => format!("a mistake: {before} before"),
    };
    let left = if moves_left == 1 { "1 move" } else { &format!("{moves_left} moves") };
    writeln!(out, "{san}: {after} ({note}); {left} left to you on the clock of fifty")
}
