//! `belle endgame play`

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use endgame::{Challenge, ChallengeError, Judgement, Tablebase, Value};
use play::Game;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Position};

use super::Tables;
use crate::positions;

/// Where Browne began against Belle in 1978, with 31 moves to win the rook.
const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

/// Play against the database, with fifty moves on the clock: Browne's challenge, or any other.
#[derive(Debug, Args)]
#[command(override_usage = "belle endgame play [OPTIONS] [FEN]")]
pub(crate) struct Play {
    #[command(flatten)]
    tables: Tables,
    /// Your side; the side to move if not given.
    #[arg(long, value_enum)]
    side: Option<Side>,
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
        let mut challenge = Challenge::new(game, person, tablebase);
        let mut out = io::stdout().lock();
        let mut input = io::stdin().lock().lines();
        writeln!(out, "You have {person}. Moves as Qd4+ or a5d5; 'value', 'quit'.")?;
        while challenge.ending().is_none() {
            if !challenge.persons_turn() {
                let reply = challenge.reply()?;
                reply.iter().try_for_each(|r| tell(&mut out, r, challenge.moves_left()))?;
                continue;
            }
            write!(out, "{}\n> ", Fen::from_position(challenge.game().position(), EnPassantMode::Legal))?;
            out.flush()?;
            match input.next().transpose()?.as_deref().map(str::trim) {
                None | Some("quit") => return Ok(()),
                Some("") => {}
                Some("value") => writeln!(out, "{}", challenge.value()?)?,
                Some(text) => match challenge.play(text) {
                    Ok(judgement) => tell(&mut out, &judgement, challenge.moves_left())?,
                    Err(ChallengeError::NotAMove(text)) => writeln!(out, "eh? {text} is no legal move here")?,
                    Err(error) => return Err(error.into()),
                },
            }
        }
        writeln!(
            out,
            "{}",
            challenge.ending().map_or_else(String::new, |e| format!("{e:?}, {}", e.outcome()))
        )?;
        Ok(())
    }
}

fn tell(out: &mut impl Write, judgement: &Judgement, moves_left: u32) -> io::Result<()> {
    let Judgement { san, before, after, optimal } = judgement;
    let note = match (optimal, before, after) {
        (true, _, _) => "best".to_owned(),
        (false, Value::Win(_), Value::Win(_)) | (false, Value::Loss(_), Value::Loss(_)) => {
            format!("not best: {before} before")
        }
        _ => format!("a mistake: {before} before"),
    };
    writeln!(out, "{san}: {after} ({note}); {moves_left} moves left on the clock of fifty")
}
