//! A game against an endgame tablebase in plain lines.

use play::{san, side_name};
use std::io::{self, BufRead, Write};

use endgame::{PlayedMove, TablebaseGame, Value};
use notation::parse_move;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode};

use crate::board::{Style, draw, uci};

/// The commands, as `help` lists them.
const HELP: &str = "\
  Qd4+, a5d5   your move
  board        show the board
  hint         the best move, with its value
  undo         take back your last move and the reply
  value        the value of the position
  moves        all moves with their values, best first
  fen          the position in FEN
  quit         leave";

/// Plays until the game, the input or the person's patience ends. `metric` names the distances.
///
/// Fails if the tablebase has no answer, or the output is closed.
pub fn play_ending(
    mut game: TablebaseGame,
    user: Color,
    metric: &str,
    ascii: bool,
    input: impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let style = Style {
        ascii,
        bottom: user,
    };
    let side = side_name(user);
    writeln!(
        out,
        "You play {side}. Enter a move (Qd4+ or a5d5) or a command; `help` lists them."
    )?;
    let mut input = input.lines();
    let mut seen = None;
    while game.ending().is_none() {
        if !game.is_users_turn() {
            let reply = game.reply()?;
            reply
                .iter()
                .try_for_each(|reply| report(out, reply, game.moves_left()))?;
            continue;
        }
        // The board is shown again only after a move.
        if seen.replace(game.game().moves().len()) != Some(game.game().moves().len()) {
            show(out, &game, style)?;
        }
        write!(out, "> ")?;
        out.flush()?;
        let position = game.game().position();
        let san = |chess_move| san(position, chess_move);
        match input.next().transpose()?.as_deref().map(str::trim) {
            None | Some("quit" | "exit" | "q") => return Ok(()),
            Some("") => {}
            Some("help" | "?") => writeln!(out, "{HELP}")?,
            Some("board") => show(out, &game, style)?,
            Some("value") => writeln!(out, "{} ({metric})", game.value()?)?,
            Some("fen") => writeln!(
                out,
                "{}",
                Fen::from_position(position, EnPassantMode::Legal)
            )?,
            Some("hint") => game.moves()?.iter().take(1).try_for_each(|best| {
                writeln!(
                    out,
                    "hint: {}, {} ({metric})",
                    san(best.chess_move),
                    best.value
                )
            })?,
            Some("moves") => game.moves()?.iter().try_for_each(|found| {
                writeln!(out, "  {:8} {}", san(found.chess_move), found.value)
            })?,
            Some("undo" | "back" | "takeback") => {
                if !game.undo() {
                    writeln!(out, "you have no move to take back")?;
                }
            }
            Some(text) => match parse_move(position, text) {
                Ok(chess_move) => {
                    let played = game.play(&uci(chess_move))?;
                    report(out, &played, game.moves_left())?;
                }
                Err(error) => writeln!(out, "{error}")?,
            },
        }
    }
    show(out, &game, style)?;
    if let Some(ending) = game.ending() {
        writeln!(out, "{ending}  {}", ending.outcome)?;
    }
    Ok(())
}

fn show(out: &mut impl Write, game: &TablebaseGame, style: Style) -> io::Result<()> {
    let shown = game.game();
    writeln!(
        out,
        "\n{}",
        draw(shown.position(), shown.moves().last().copied(), style)
    )
}

fn report(out: &mut impl Write, played: &PlayedMove, moves_left: u32) -> io::Result<()> {
    let PlayedMove {
        san,
        before,
        after,
        optimal,
    } = played;
    let note = match (optimal, before, after) {
        (true, _, _) => "best".to_owned(),
        (false, Value::Win(_), Value::Win(_)) | (false, Value::Loss(_), Value::Loss(_)) => {
            format!("not best, was {before}")
        }
        _ => format!("mistake, was {before}"),
    };
    let left = if moves_left == 1 {
        "1 move"
    } else {
        &format!("{moves_left} moves")
    };
    writeln!(
        out,
        "{san}: {after} ({note}); {left} left before the fifty-move limit"
    )
}
