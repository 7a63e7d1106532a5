//! The current game: sides, what may be done now, and its end.

use std::time::Duration;

use notation::{MoveCommands, MoveError, Pgn, SearchValue, parse_move};
use play::{EndCause, Game, GameEnd, Score, TimeControl, side_name};
use shakmaty::{ByColor, Color, KnownOutcome, Move, Outcome, Position, Role};
use thiserror::Error;

/// The name in saved games of a person who gave none.
pub(crate) const PERSON: &str = "Human";

/// His name on the screen.
pub(crate) const YOU: &str = "you";

/// The move from which the machine accepts the draw of an even game, and the centipawns by which it
/// must be behind before. With so few men the game is an ending, whatever its number of moves.
pub(crate) const DRAWN_FROM: u32 = 20;
const BEHIND: i32 = 100;
const FEW_MEN: usize = 12;

#[derive(Debug)]
pub(crate) struct GameState {
    game: Game,
    /// The players and the time control; when the game is over, those of the next one.
    setting: GameSetting,
    /// The setting that a game that is over was played with, once another was chosen.
    setting_at_end: Option<GameSetting>,
    /// Whether anything was done since the game was started or loaded.
    changed: bool,
    /// Whether the person set up its first position.
    set_up: bool,
    /// Names of the players of a loaded game.
    players: Option<ByColor<String>>,
    /// Clock and score of each move.
    notes: Vec<Note>,
    /// The end of the game before its end by the rules.
    early_end: Option<GameEnd>,
    /// The machine's score when it last moved, from its own side.
    machine_score: Option<Score>,
    /// Whether the machine made a move of the game.
    machine_moved: bool,
}

/// Who plays a game, and at which time control.
#[derive(Clone, Debug)]
struct GameSetting {
    human: Color,
    manual: bool,
    machine_name: String,
    /// The person's name, if given.
    human_name: Option<String>,
    control: Option<TimeControl>,
}

/// Clock and score of a move.
#[derive(Clone, Debug, Default)]
struct Note {
    /// What the machine's search found, if it moved.
    value: Option<SearchValue>,
    /// The time left to the side that moved.
    left: Option<Duration>,
    /// The comment of a game that was loaded, which has clock and score too.
    loaded: String,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum ActionError {
    #[error("the game is over: `new` starts another, `undo` takes a move back")]
    Over,
    #[error("you have no move to take back")]
    NothingToUndo,
    #[error("it is the machine's move (`stop` makes it move now)")]
    NotYourMove,
    #[error("the machine declines the draw")]
    DrawDeclined,
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl GameState {
    pub(crate) fn new(game: Game, human: Color, machine_name: String) -> GameState {
        let notes = vec![Note::default(); game.moves().len()];
        GameState {
            game,
            setting: GameSetting {
                human,
                manual: false,
                machine_name,
                human_name: None,
                control: None,
            },
            setting_at_end: None,
            changed: false,
            set_up: false,
            players: None,
            notes,
            early_end: None,
            machine_score: None,
            machine_moved: false,
        }
    }

    /// A game with the comments on its moves.
    pub(crate) fn with_comments(mut self, comments: Vec<String>) -> GameState {
        for (note, comment) in self.notes.iter_mut().zip(comments) {
            note.loaded = comment;
        }
        self
    }

    /// A game that goes on: it is worth saving, and the machine has its side.
    pub(crate) fn going_on(self) -> GameState {
        GameState {
            changed: true,
            machine_moved: true,
            ..self
        }
    }

    /// A game looked at: both sides are moved by the person, and the players keep their names.
    pub(crate) fn reviewed(mut self, players: ByColor<String>) -> GameState {
        self.setting.manual = true;
        self.players = Some(players);
        self
    }

    /// A game of a file that is over: it keeps its players and its time control.
    pub(crate) fn played_before(
        mut self,
        players: ByColor<String>,
        own_side: Option<Color>,
        control: Option<TimeControl>,
    ) -> GameState {
        self.players = Some(players);
        self.setting_at_end = Some(GameSetting {
            human: own_side.unwrap_or(self.setting.human),
            manual: own_side.is_none(),
            control,
            ..self.setting.clone()
        });
        self
    }

    /// Sets the person's name.
    pub(crate) fn with_human_name(mut self, name: Option<String>) -> GameState {
        self.setting.human_name = name;
        self
    }

    /// Sets the time control.
    pub(crate) fn with_control(mut self, control: Option<TimeControl>) -> GameState {
        self.setting.control = control;
        self
    }

    pub(crate) fn human_name(&self) -> Option<String> {
        self.setting.human_name.clone()
    }

    pub(crate) fn set_human_name(&mut self, name: String) {
        self.change_setting().human_name = Some(name.clone());
        // A game played without a name may still get one, but nobody's name is taken from it.
        if let Some(setting) = &mut self.setting_at_end
            && setting.human_name.is_none()
        {
            setting.human_name = Some(name);
        }
    }

    /// The setting that the game is, or was, played with.
    fn own_setting(&self) -> &GameSetting {
        self.setting_at_end.as_ref().unwrap_or(&self.setting)
    }

    /// The setting to change. A game that is over keeps its own: the change is for the next one.
    fn change_setting(&mut self) -> &mut GameSetting {
        if self.setting_at_end.is_none() && self.end().is_some() {
            self.setting_at_end = Some(self.setting.clone());
        }
        &mut self.setting
    }

    /// Records the time left after the last move.
    pub(crate) fn note_clock(&mut self, left: Option<Duration>) {
        if let Some(note) = self.notes.last_mut() {
            note.left = left;
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The person's side, in the next game if this one is over.
    pub(crate) fn human(&self) -> Color {
        self.setting.human
    }

    pub(crate) fn set_human(&mut self, side: Color) {
        let setting = self.change_setting();
        setting.human = side;
        setting.manual = false;
    }

    /// The side that the person plays, or played; none if he plays both.
    pub(crate) fn own_side(&self) -> Option<Color> {
        let setting = self.own_setting();
        if setting.manual {
            None
        } else {
            Some(setting.human)
        }
    }

    pub(crate) fn is_manual(&self) -> bool {
        self.setting.manual
    }

    pub(crate) fn set_manual(&mut self, manual: bool) {
        self.change_setting().manual = manual;
    }

    /// The time control that the game is, or was, played at.
    pub(crate) fn control(&self) -> Option<TimeControl> {
        self.own_setting().control
    }

    pub(crate) fn set_control(&mut self, control: Option<TimeControl>) {
        self.change_setting().control = control;
    }

    /// Whether the game is worth saving: it has moves and was not just loaded.
    pub(crate) fn is_worth_saving(&self) -> bool {
        self.changed && !self.game.moves().is_empty()
    }

    pub(crate) fn mark_set_up(&mut self) {
        self.set_up = true;
    }

    /// Whether it is a position that was set up and is still to be played.
    pub(crate) fn is_set_up(&self) -> bool {
        self.set_up && self.game.moves().is_empty() && self.outcome().is_none()
    }

    pub(crate) fn machine_name(&self) -> &str {
        &self.own_setting().machine_name
    }

    pub(crate) fn set_machine_name(&mut self, name: &str) {
        name.clone_into(&mut self.change_setting().machine_name);
    }

    /// The name of a side's player on the screen.
    pub(crate) fn name(&self, side: Color) -> &str {
        match self.name_or(side, PERSON) {
            PERSON => YOU,
            name => name,
        }
    }

    /// The name of a side's player, and `nameless` for a person who gave none.
    fn name_or<'a>(&'a self, side: Color, nameless: &'a str) -> &'a str {
        if let Some(players) = &self.players {
            return &players[side];
        }
        let setting = self.own_setting();
        // The person plays both sides if the machine has made no move.
        let is_human = side == setting.human || setting.manual && !self.machine_moved;
        match &setting.human_name {
            Some(name) if is_human => name,
            None if is_human => nameless,
            _ => &setting.machine_name,
        }
    }

    pub(crate) fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// The side to move and whether it is in check, as a sentence.
    pub(crate) fn side_to_move(&self) -> String {
        let check = if self.game.position().is_check() {
            ", in check"
        } else {
            ""
        };
        format!("{} to move{check}", side_name(self.turn()))
    }

    pub(crate) fn machine_to_move(&self) -> bool {
        self.outcome().is_none() && !self.setting.manual && self.turn() != self.setting.human
    }

    /// The end of the game, by the rules or before, if it is over.
    pub(crate) fn end(&self) -> Option<GameEnd> {
        match &self.early_end {
            Some(end) => Some(end.clone()),
            None => self.game.ending(),
        }
    }

    /// The result, if the game is over.
    pub(crate) fn outcome(&self) -> Option<KnownOutcome> {
        self.end().map(|end| end.outcome)
    }

    /// Reason and result of the game's end, as a sentence.
    pub(crate) fn verdict(&self) -> Option<String> {
        let end = self.end()?;
        Some(format!("{end}  {}", end.outcome))
    }

    pub(crate) fn play_human_move(&mut self, text: &str) -> Result<Move, ActionError> {
        if self.outcome().is_some() {
            return Err(ActionError::Over);
        }
        if self.machine_to_move() {
            return Err(ActionError::NotYourMove);
        }
        let chess_move = parse_move(self.game.position(), text)?;
        self.make(chess_move, None);
        Ok(chess_move)
    }

    /// Plays the machine's move if it is legal, and returns it.
    pub(crate) fn play_machine_move(
        &mut self,
        best: Option<Move>,
        value: Option<SearchValue>,
    ) -> Option<Move> {
        let best = best?;
        if !self.game.position().is_legal(best) {
            return None;
        }
        self.make(best, value);
        self.machine_moved = true;
        self.machine_score = value.map(|value| value.score);
        Some(best)
    }

    fn make(&mut self, chess_move: Move, value: Option<SearchValue>) {
        self.game.play(chess_move);
        self.notes.push(Note {
            value,
            ..Note::default()
        });
        self.changed = true;
    }

    /// Takes back the person's last move and any reply to it; returns the number of moves taken
    /// back.
    pub(crate) fn undo(&mut self) -> Result<usize, ActionError> {
        let setting = self.own_setting();
        let own = setting.manual || self.turn() != setting.human;
        let count = if own { 1 } else { 2 };
        if self.game.moves().len() < count {
            return Err(ActionError::NothingToUndo);
        }
        self.early_end = None;
        // The game goes on with what was chosen since.
        self.setting_at_end = None;
        self.players = None;
        self.machine_score = None;
        for _ in 0..count {
            self.game.undo();
            self.notes.pop();
        }
        Ok(count)
    }

    /// Whether the machine made a move of the game.
    pub(crate) fn has_machine_moved(&self) -> bool {
        self.machine_moved
    }

    /// The machine made moves of this game before it was loaded.
    pub(crate) fn join_machine(&mut self) {
        self.machine_moved = true;
    }

    /// The machine's score of its last move, from its own side; none if it did not search for it.
    pub(crate) fn machine_score(&self) -> Option<Score> {
        self.machine_score
    }

    pub(crate) fn resign(&mut self) -> Result<(), ActionError> {
        self.finish(GameEnd::won(!self.setting.human, EndCause::Resignation))
    }

    /// Offers a draw for the person. The machine accepts if its score is at most `-contempt`
    /// centipawns, and declines without a score. An even opening is no reason for a draw: there it
    /// accepts only if it is behind.
    pub(crate) fn offer_draw(&mut self, contempt: i32) -> Result<(), ActionError> {
        let most = if self.is_early() { -BEHIND } else { 0 };
        let accepts = match self.machine_score {
            Some(score) => score.centipawns(i32::MAX) <= most - contempt,
            None => false,
        };
        if accepts || self.outcome().is_some() {
            self.finish(GameEnd::draw(EndCause::Agreement))
        } else {
            Err(ActionError::DrawDeclined)
        }
    }

    /// Whether the game is too young for a draw between equals.
    pub(crate) fn is_early(&self) -> bool {
        let men = self.game.position().board().occupied().count();
        self.game.position().fullmoves().get() < DRAWN_FROM && men > FEW_MEN
    }

    pub(crate) fn lose_on_time(&mut self, side: Color) {
        let end = GameEnd::on_time(self.game.position(), side, EndCause::TimeUp(side));
        let _ = self.finish(end);
    }

    fn finish(&mut self, end: GameEnd) -> Result<(), ActionError> {
        if self.end().is_some() {
            return Err(ActionError::Over);
        }
        self.early_end = Some(end);
        self.changed = true;
        Ok(())
    }

    /// The game as PGN, with the time control it was played at, clocks and values.
    pub(crate) fn pgn(&self, date: &str) -> String {
        let tags = self.tags(date);
        let outcome = Outcome::from_known(self.outcome());
        let comments = self.comments();
        Pgn {
            tags,
            game: self.game.clone(),
            outcome,
        }
        .annotated(&comments)
    }

    /// The comment on each move: clock and value, or that of the game that was loaded.
    pub(crate) fn comments(&self) -> Vec<String> {
        let mut comments = Vec::new();
        for (ply, note) in self.notes.iter().enumerate() {
            let turn = self.game.positions()[ply].turn();
            let commands = MoveCommands {
                value: note.value,
                left: note.left,
                ..MoveCommands::default()
            };
            comments.push(match note.loaded.as_str() {
                "" => commands.comment(turn),
                loaded => loaded.to_owned(),
            });
        }
        comments
    }

    /// The tags of the game.
    pub(crate) fn tags(&self, date: &str) -> Vec<(String, String)> {
        let name = |side| self.name_or(side, PERSON);
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut tags = vec![
            tag("Event", "Game against the machine"),
            tag("Date", date),
            tag("White", name(Color::White)),
            tag("Black", name(Color::Black)),
        ];
        if let Some(control) = self.control() {
            tags.push(tag("TimeControl", &control.to_string()));
        }
        tags
    }

    pub(crate) fn captured_by(&self, side: Color) -> Captured {
        let mut pieces = Vec::new();
        for (ply, chess_move) in self.game.moves().iter().enumerate() {
            if self.game.positions()[ply].turn() == side
                && let Some(role) = chess_move.capture()
            {
                pieces.push(role);
            }
        }
        pieces.sort_by_key(|&role| role as u8);
        let mut lead = 0;
        for (_, piece) in self.game.position().board().clone() {
            let worth = play::pawns(piece.role);
            lead += if piece.color == side { worth } else { -worth };
        }
        Captured { pieces, lead }
    }
}

/// What a side has captured.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Captured {
    /// In the order of their value.
    pub(crate) pieces: Vec<Role>,
    /// What its pieces on the board are worth more than the other side's, in pawns.
    pub(crate) lead: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";

    fn state(fen: &str) -> GameState {
        GameState::new(
            Game::from_fen(fen).unwrap(),
            Color::White,
            "Machine".to_owned(),
        )
    }

    fn reply(state: &mut GameState, text: &str) {
        let reply = parse_move(state.game().position(), text).unwrap();
        let value = SearchValue {
            score: Score::Centipawns(30),
            depth: 4,
        };
        state.play_machine_move(Some(reply), Some(value)).unwrap();
    }

    #[test]
    fn draw_of_an_even_opening_is_declined() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 20";
        let ending = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
        for (fen, moved, answered, score, is_accepted) in [
            (start, "e4", "e5", 0, false),
            (start, "e4", "e5", -99, false),
            (start, "e4", "e5", -100, true),
            (late, "e4", "e5", 0, true),
            (late, "e4", "e5", 1, false),
            (ending, "d4", "d5", 0, true),
        ] {
            let mut state = state(fen);
            state.play_human_move(moved).unwrap();
            let best = parse_move(state.game().position(), answered).unwrap();
            let value = SearchValue {
                score: Score::Centipawns(score),
                depth: 4,
            };
            state.play_machine_move(Some(best), Some(value)).unwrap();
            assert_eq!(state.offer_draw(0).is_ok(), is_accepted, "{fen} {score}");
        }
    }

    #[test]
    fn undo_takes_back_to_own_move() {
        let mut state = state(ROOK);
        assert_eq!(state.undo(), Err(ActionError::NothingToUndo));
        state.play_human_move("Ra7").unwrap();
        reply(&mut state, "Kd8");
        state.play_human_move("Kd2").unwrap();
        state.undo().unwrap();
        assert_eq!(
            (state.game().moves().len(), state.turn()),
            (2, Color::White)
        );
        state.undo().unwrap();
        assert_eq!(state.game().moves().len(), 0);
    }

    #[test]
    fn pgn_has_names_clocks_and_values_of_moves_left() {
        let mut state =
            state("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1").with_human_name(Some("Ann".to_owned()));
        state.play_human_move("Rxa8").unwrap();
        state.note_clock(Some(Duration::from_millis(59_900)));
        reply(&mut state, "Kd7");
        state.play_human_move("Ra7").unwrap();
        state.undo().unwrap();
        let pgn = state.pgn("2026.01.02");
        assert!(
            pgn.contains("[White \"Ann\"]\n[Black \"Machine\"]\n"),
            "{pgn}"
        );
        assert!(
            pgn.contains("1. Rxa8+ { [%clk 0:00:59.900] } 1... Kd7 { [%eval -0.30,4] } *"),
            "{pgn}"
        );
        let white = Captured {
            pieces: vec![Role::Rook],
            lead: 5,
        };
        assert_eq!(state.captured_by(Color::White), white);
        let black = Captured {
            pieces: vec![],
            lead: -5,
        };
        assert_eq!(state.captured_by(Color::Black), black);
    }

    #[test]
    fn flag_fall_loses_unless_opponent_cannot_mate() {
        let white = "White lost on time, but Black cannot mate  1/2-1/2";
        for (side, verdict) in [
            (Color::Black, "Black lost on time  1-0"),
            (Color::White, white),
        ] {
            let mut state = state(ROOK);
            state.lose_on_time(side);
            assert_eq!(state.verdict().as_deref(), Some(verdict));
        }
    }

    #[test]
    fn manual_game_takes_moves_for_both_sides() {
        let mut state = state(ROOK);
        state.play_human_move("Ra7").unwrap();
        assert_eq!(state.play_human_move("Kd8"), Err(ActionError::NotYourMove));
        state.set_manual(true);
        state.play_human_move("Kd8").unwrap();
        assert_eq!(state.undo(), Ok(1));
        assert_eq!(state.turn(), Color::Black);
    }

    #[test]
    fn illegal_machine_move_is_not_played() {
        let mut state = state("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
        let foreign = parse_move(Game::new().position(), "e4").unwrap();
        assert_eq!(state.play_machine_move(Some(foreign), None), None);
        assert_eq!(state.play_machine_move(None, None), None);
    }
}
