//! The game on the table: who plays what, what may be done now, and how it ends.

use notation::{MoveError, Pgn, parse_move};
use play::TimeControl;
use play::{Ending, Game, Score};
use shakmaty::{Color, KnownOutcome, Move, Outcome, Position};
use thiserror::Error;

/// Two sides, one of them a person's, and a game between them.
#[derive(Debug)]
pub(crate) struct Table {
    game: Game,
    /// The person's side.
    human: Color,
    /// The person moves for both sides.
    manual: bool,
    /// Somebody has moved at this table, or given up.
    played: bool,
    machine_name: String,
    agreed: Option<Agreement>,
    /// What the machine thought of its position when it last moved, from its own side.
    machine_score: Option<Score>,
}

/// An end that no rule brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Agreement {
    Resigned(Color),
    Draw,
    /// This side's time is up.
    Flag(Color),
}

/// Why something cannot be done now.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum Refusal {
    #[error("the game is over; 'new' begins another, 'undo' takes back")]
    Over,
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    #[error("it is the machine's move; 'stop' makes it move at once")]
    NotYourMove,
    #[error("the machine declines the draw")]
    NoDraw,
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl Table {
    /// A new game at this table.
    pub(crate) fn new(game: Game, human: Color, machine_name: String) -> Table {
        let (manual, played) = (false, false);
        Table { game, human, manual, played, machine_name, agreed: None, machine_score: None }
    }

    /// The game so far.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The person's side.
    pub(crate) fn human(&self) -> Color {
        self.human
    }

    /// Gives the person this side, and the machine the other.
    pub(crate) fn seat_human(&mut self, side: Color) {
        self.human = side;
        self.manual = false;
    }

    /// Whether the person moves for both sides.
    pub(crate) fn is_manual(&self) -> bool {
        self.manual
    }

    /// Lets the person move for both sides, or not.
    pub(crate) fn set_manual(&mut self, manual: bool) {
        self.manual = manual;
    }

    /// Whether anything was done at this table.
    pub(crate) fn is_played(&self) -> bool {
        self.played && !self.game.moves().is_empty()
    }

    /// Who plays this side.
    pub(crate) fn name(&self, side: Color) -> &str {
        if side == self.human { "you" } else { &self.machine_name }
    }

    /// The side to move.
    pub(crate) fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// Whether the machine is to think now.
    pub(crate) fn machine_to_move(&self) -> bool {
        self.outcome().is_none() && !self.manual && self.turn() != self.human
    }

    /// The result, if the game is over.
    pub(crate) fn outcome(&self) -> Option<KnownOutcome> {
        match self.agreed {
            Some(Agreement::Resigned(loser)) => Some(KnownOutcome::Decisive { winner: !loser }),
            Some(Agreement::Draw) => Some(KnownOutcome::Draw),
            Some(Agreement::Flag(loser)) if self.cannot_mate(!loser) => Some(KnownOutcome::Draw),
            Some(Agreement::Flag(loser)) => Some(KnownOutcome::Decisive { winner: !loser }),
            None => self.game.ending().map(Ending::outcome),
        }
    }

    /// How the game ended, in words.
    pub(crate) fn verdict(&self) -> Option<String> {
        let side = |color: Color| color.fold_wb("White", "Black");
        let reason = match (self.agreed, self.game.ending()) {
            (Some(Agreement::Resigned(loser)), _) => format!("{} resigns", side(loser)),
            (Some(Agreement::Draw), _) => "draw agreed".to_owned(),
            (Some(Agreement::Flag(loser)), _) if self.cannot_mate(!loser) => {
                format!("draw: {}'s time is up, but {} cannot mate", side(loser), side(!loser))
            }
            (Some(Agreement::Flag(loser)), _) => format!("{}'s time is up", side(loser)),
            (None, Some(ending)) => ending.to_string(),
            (None, None) => return None,
        };
        Some(format!("{reason}  {}", self.outcome()?))
    }

    /// Makes the person's move.
    ///
    /// # Errors
    /// The text is no legal move, it is not the person's turn, or the game is over.
    pub(crate) fn human_move(&mut self, text: &str) -> Result<Move, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        if self.machine_to_move() {
            return Err(Refusal::NotYourMove);
        }
        let chess_move = parse_move(self.game.position(), text)?;
        self.game.play(chess_move);
        self.played = true;
        Ok(chess_move)
    }

    /// Makes the machine's move, if it is one.
    pub(crate) fn machine_move(&mut self, chess_move: Option<Move>, score: Option<Score>) -> Option<Move> {
        let legal = chess_move.filter(|&m| self.game.position().is_legal(m))?;
        self.game.play(legal);
        self.played = true;
        self.machine_score = score;
        Some(legal)
    }

    /// Takes back to before the person's last move, or the last move where the person makes all; says how many moves.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn undo(&mut self) -> Result<usize, Refusal> {
        let moves = self.game.moves().len();
        let own = self.manual || self.turn() != self.human;
        let back = if own { 1 } else { 2 };
        if moves < back {
            return Err(Refusal::NothingToUndo);
        }
        self.agreed = None;
        self.machine_score = None;
        for _ in 0..back {
            self.game.undo();
        }
        Ok(back)
    }

    /// The person gives up.
    ///
    /// # Errors
    /// The game is over.
    pub(crate) fn resign(&mut self) -> Result<(), Refusal> {
        self.agree(Agreement::Resigned(self.human))
    }

    /// The person offers a draw; the machine takes it if it thinks itself no better than a draw is worth to it: less than
    /// nothing by its contempt, in hundredths of a pawn. Without an opinion it plays on.
    ///
    /// # Errors
    /// It does not, or the game is over.
    pub(crate) fn offer_draw(&mut self, contempt: i32) -> Result<(), Refusal> {
        let content = match self.machine_score {
            Some(Score::Centipawns(value)) => value <= -contempt,
            Some(Score::Mate(moves)) => moves <= 0,
            None => false,
        };
        if content || self.outcome().is_some() { self.agree(Agreement::Draw) } else { Err(Refusal::NoDraw) }
    }

    /// This side's time is up.
    pub(crate) fn flag_falls(&mut self, side: Color) {
        let _ = self.agree(Agreement::Flag(side));
    }

    fn cannot_mate(&self, side: Color) -> bool {
        self.game.position().has_insufficient_material(side)
    }

    fn agree(&mut self, agreement: Agreement) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.agreed = Some(agreement);
        self.played = true;
        Ok(())
    }

    /// The game as PGN, played by this clock.
    pub(crate) fn pgn(&self, date: &str, control: Option<TimeControl>) -> Pgn {
        let name = |side| if side == self.human { "Human".to_owned() } else { self.machine_name.clone() };
        let tags = [
            ("Event", "Game against the machine".to_owned()),
            ("Date", date.to_owned()),
            ("White", name(Color::White)),
            ("Black", name(Color::Black)),
        ];
        let clock = control.map(|control| ("TimeControl", control.to_string()));
        let tags = tags.into_iter().chain(clock).map(|(name, value)| (name.to_owned(), value));
        Pgn { tags: tags.collect(), game: self.game.clone(), outcome: Outcome::from_known(self.outcome()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(fen: &str) -> Table {
        Table::new(Game::from_fen(fen).unwrap(), Color::White, "Machine".to_owned())
    }

    fn reply(table: &mut Table, text: &str) {
        let reply = parse_move(table.game().position(), text).unwrap();
        table.machine_move(Some(reply), Some(Score::Centipawns(30))).unwrap();
    }

    #[test]
    fn undo_takes_back_to_the_persons_move() {
        let mut table = table("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        assert_eq!(table.undo(), Err(Refusal::NothingToUndo));
        table.human_move("Ra7").unwrap();
        reply(&mut table, "Kd8");
        table.human_move("Kd2").unwrap();
        table.undo().unwrap();
        assert_eq!((table.game().moves().len(), table.turn()), (2, Color::White));
        table.undo().unwrap();
        assert_eq!(table.game().moves().len(), 0);
    }

    #[test]
    fn games_end_and_may_be_taken_up_again() {
        let mut table = table("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
        table.human_move("Ra8").unwrap();
        assert_eq!(table.verdict().as_deref(), Some("White mates  1-0"));
        assert_eq!((table.machine_to_move(), table.resign()), (false, Err(Refusal::Over)));
        assert_eq!(table.human_move("Ra7"), Err(Refusal::Over));
        table.undo().unwrap();
        assert_eq!(table.verdict(), None);
        table.resign().unwrap();
        assert_eq!(table.verdict().as_deref(), Some("White resigns  0-1"));
    }

    #[test]
    fn a_better_machine_declines_the_draw() {
        let mut table = table("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        assert_eq!(table.offer_draw(0), Err(Refusal::NoDraw));
        table.human_move("Ra7").unwrap();
        reply(&mut table, "Kd8");
        assert_eq!(table.offer_draw(0), Err(Refusal::NoDraw));
        table.machine_score = Some(Score::Centipawns(-10));
        assert_eq!(table.offer_draw(50), Err(Refusal::NoDraw));
        table.offer_draw(0).unwrap();
        assert_eq!(table.verdict().as_deref(), Some("draw agreed  1/2-1/2"));
    }

    #[test]
    fn flags_fall_against_those_who_can_mate() {
        let mut lost = table("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
        lost.flag_falls(Color::Black);
        assert_eq!(lost.verdict().as_deref(), Some("Black's time is up  1-0"));
        let mut drawn = table("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        drawn.flag_falls(Color::White);
        let words = "draw: White's time is up, but Black cannot mate  1/2-1/2";
        assert_eq!(drawn.verdict().as_deref(), Some(words));
    }

    #[test]
    fn a_person_may_move_for_both_sides() {
        let mut table = table("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        table.human_move("Ra7").unwrap();
        assert_eq!(table.human_move("Kd8"), Err(Refusal::NotYourMove));
        table.set_manual(true);
        table.human_move("Kd8").unwrap();
        assert_eq!(table.undo(), Ok(1));
        assert_eq!(table.turn(), Color::Black);
    }

    #[test]
    fn no_illegal_machine_move_is_made() {
        let mut table = table("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
        let foreign = parse_move(Game::new().position(), "e4").unwrap();
        assert_eq!(table.machine_move(Some(foreign), None), None);
        assert_eq!(table.machine_move(None, None), None);
    }
}
