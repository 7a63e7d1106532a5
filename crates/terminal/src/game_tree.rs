//! A game with variations and comments, and a place in it.

use notation::{Element, ParsedGame, PgnWriter, SearchValue, eval_command};
use play::{Game, Score};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Outcome, Position};

/// What a step forward finds missing.
pub(crate) const MOVE_AFTER: &str = "move after";

/// Moves as a tree. Node 0 is the start position; the first child of a node continues its line.
#[derive(Clone, Debug)]
pub(crate) struct GameTree {
    start: Chess,
    nodes: Vec<Node>,
    /// The node whose position is shown.
    at: usize,
    /// How often a move was tried or a variation removed.
    edits: usize,
}

#[derive(Clone, Debug, Default)]
struct Node {
    parent: usize,
    /// The move that leads here; none at the start.
    chess_move: Option<Move>,
    children: Vec<usize>,
    glyphs: Vec<u8>,
    comments: Vec<String>,
    /// The value found here, for the side to move.
    value: Option<SearchValue>,
}

impl Node {
    /// The command `%eval` of the value found here for `turn`, unless a comment has one.
    fn eval_command(&self, turn: Color) -> Option<String> {
        let has_one = |comment: &String| comment.contains("[%eval");
        if self.comments.iter().any(has_one) {
            return None;
        }
        let value = self.value?;
        Some(eval_command(value.score, turn, Some(value.depth)))
    }

    /// Takes a value in place of the one found or told in a comment, unless that is deeper.
    fn replace_value(&mut self, value: SearchValue) {
        let mut known = self.value.map(|known| known.depth);
        for comment in &self.comments {
            known = known.max(depth_of_eval(comment));
        }
        if known > Some(value.depth) {
            return;
        }
        self.value = Some(value);
        for comment in &mut self.comments {
            *comment = without_eval(comment);
        }
        self.comments.retain(|comment| !comment.is_empty());
    }
}

/// What a judge says of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JudgedMove {
    /// PGN's glyph, if the move is bad.
    pub(crate) glyph: Option<u8>,
    /// The value after it, for the side to move; none where the game is over.
    pub(crate) value: Option<SearchValue>,
}

/// A move with the sign of its judgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignedMove {
    pub(crate) chess_move: Move,
    pub(crate) sign: &'static str,
}

/// A line whose moves are being read.
#[derive(Clone, Debug)]
struct OpenLine {
    node: usize,
    position: Chess,
    /// The position before the last move, where a variation begins.
    before: Chess,
    /// Whether the rest of it is skipped, after a null move.
    is_cut: bool,
}

impl GameTree {
    /// The moves of a game with a comment on each, which may be empty; at its end.
    pub(crate) fn new(game: &Game, comments: &[String]) -> GameTree {
        let mut tree = GameTree::empty(game.start().clone());
        for (ply, &chess_move) in game.moves().iter().enumerate() {
            tree.at = tree.child(tree.at, chess_move);
            if let Some(comment) = comments.get(ply)
                && !comment.is_empty()
            {
                tree.nodes[tree.at].comments.push(comment.clone());
            }
        }
        tree
    }

    /// Gives the moves of the main line the glyphs of their judgment, if they have no glyph yet,
    /// and the values on which it rests: beside a `??` the value of a weak opponent, who saw
    /// nothing, would contradict it. A value found deeper stays.
    pub(crate) fn mark(&mut self, judged: &[JudgedMove]) {
        let mut node = 0;
        for JudgedMove { glyph, value } in judged {
            let Some(&next) = self.nodes[node].children.first() else {
                return;
            };
            node = next;
            let marked = &mut self.nodes[node];
            if let Some(glyph) = glyph
                && marked.glyphs.is_empty()
            {
                marked.glyphs.push(*glyph);
            }
            if let Some(value) = value {
                marked.replace_value(*value);
            }
        }
    }

    /// Makes the moves of a game the main line, with a comment on each new one, and goes to its
    /// end.
    pub(crate) fn follow(&mut self, game: &Game, comments: &[String]) {
        self.at = 0;
        for (ply, &chess_move) in game.moves().iter().enumerate() {
            let before = self.nodes.len();
            let next = self.child(self.at, chess_move);
            let siblings = &mut self.nodes[self.at].children;
            siblings.retain(|&child| child != next);
            siblings.insert(0, next);
            if self.nodes.len() > before
                && let Some(comment) = comments.get(ply)
                && !comment.is_empty()
            {
                self.nodes[next].comments.push(comment.clone());
            }
            self.at = next;
        }
    }

    /// Removes what was tried after the place where the tree stands: in PGN it would be moves of
    /// the game.
    pub(crate) fn end_here(&mut self) {
        self.nodes[self.at].children.clear();
    }

    /// Goes to the start.
    pub(crate) fn rewind(&mut self) {
        self.at = 0;
    }

    /// The comments on the moves up to here, each with the value found.
    pub(crate) fn path_comments(&self) -> Vec<String> {
        let mut turn = self.start.turn();
        let mut comments = Vec::new();
        for node in self.path() {
            turn = !turn;
            let node = &self.nodes[node];
            let mut words = Vec::from_iter(node.eval_command(turn));
            words.extend_from_slice(&node.comments);
            comments.push(words.join(" ").replace('}', ")"));
        }
        comments
    }

    fn empty(start: Chess) -> GameTree {
        GameTree {
            start,
            nodes: vec![Node::default()],
            at: 0,
            edits: 0,
        }
    }

    /// A game with all its variations, comments and glyphs, at its start. A variation ends before a
    /// null move.
    pub(crate) fn read(parsed: &ParsedGame) -> GameTree {
        let start = parsed.game.start().clone();
        let mut tree = GameTree::empty(start.clone());
        let mut line = OpenLine {
            node: 0,
            position: start.clone(),
            before: start,
            is_cut: false,
        };
        // The lines in which the present one is a variation.
        let mut outer = Vec::new();
        for element in &parsed.elements {
            match element {
                Element::VariationStart => {
                    let variation = OpenLine {
                        node: tree.nodes[line.node].parent,
                        position: line.before.clone(),
                        ..line.clone()
                    };
                    outer.push(std::mem::replace(&mut line, variation));
                }
                Element::VariationEnd => {
                    if let Some(continued) = outer.pop() {
                        line = continued;
                    }
                }
                _ if line.is_cut => {}
                Element::Move { san, .. } => {
                    let Ok(chess_move) = san.san.to_move(&line.position) else {
                        line.is_cut = true;
                        continue;
                    };
                    line.before = line.position.clone();
                    line.position.play_unchecked(chess_move);
                    line.node = tree.child(line.node, chess_move);
                }
                Element::Nag(nag) => tree.nodes[line.node].glyphs.push(*nag),
                Element::Comment(text) | Element::LineComment(text) => {
                    let comments = &mut tree.nodes[line.node].comments;
                    comments.push(text.trim().to_owned());
                }
                Element::Escape(_) | Element::Outcome(_) => {}
            }
        }
        tree
    }

    /// The child of a node by this move, added if it is new.
    fn child(&mut self, parent: usize, chess_move: Move) -> usize {
        for &child in &self.nodes[parent].children {
            if self.nodes[child].chess_move == Some(chess_move) {
                return child;
            }
        }
        let node = self.nodes.len();
        self.nodes.push(Node {
            parent,
            chess_move: Some(chess_move),
            ..Node::default()
        });
        self.nodes[parent].children.push(node);
        node
    }

    /// Makes a legal move from here. A new one begins or continues a variation.
    pub(crate) fn play(&mut self, chess_move: Move) {
        let before = self.nodes.len();
        self.at = self.child(self.at, chess_move);
        if self.nodes.len() > before {
            self.edits += 1;
        }
    }

    /// Counts the moves tried and the variations removed.
    pub(crate) fn edits(&self) -> usize {
        self.edits
    }

    /// Goes forward along the line; returns whether there was a move.
    pub(crate) fn forward(&mut self) -> bool {
        let Some(&next) = self.nodes[self.at].children.first() else {
            return false;
        };
        self.at = next;
        true
    }

    /// Goes back; returns whether there was a move.
    pub(crate) fn back(&mut self) -> bool {
        let moved = self.at != 0;
        self.at = self.nodes[self.at].parent;
        moved
    }

    /// Goes to the next alternative of the last move; returns whether there is one.
    pub(crate) fn switch_line(&mut self) -> bool {
        let siblings = &self.nodes[self.nodes[self.at].parent].children;
        if siblings.len() < 2 {
            return false;
        }
        let Some(place) = siblings.iter().position(|&node| node == self.at) else {
            return false;
        };
        self.at = siblings[(place + 1) % siblings.len()];
        true
    }

    /// Removes the variation that the last move begins or continues; false in the main line.
    pub(crate) fn drop_variation(&mut self) -> bool {
        let mut first = self.at;
        while first != 0 && self.nodes[self.nodes[first].parent].children.first() == Some(&first) {
            first = self.nodes[first].parent;
        }
        if first == 0 {
            return false;
        }
        self.at = self.nodes[first].parent;
        self.nodes[self.at].children.retain(|&child| child != first);
        self.edits += 1;
        true
    }

    /// Keeps the value found here if none was found deeper.
    pub(crate) fn set_value(&mut self, score: Score, depth: u32) {
        let node = &mut self.nodes[self.at];
        if let Some(known) = node.value
            && known.depth > depth
        {
            return;
        }
        node.value = Some(SearchValue { score, depth });
    }

    /// The start position.
    pub(crate) fn start(&self) -> &Chess {
        &self.start
    }

    /// The game up to here.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::from_position(self.start.clone());
        for node in self.path() {
            if let Some(chess_move) = self.nodes[node].chess_move {
                game.play(chess_move);
            }
        }
        game
    }

    /// The game along the first moves, to its end.
    pub(crate) fn main_line(&self) -> Game {
        let mut game = Game::from_position(self.start.clone());
        let mut node = 0;
        while let Some(&next) = self.nodes[node].children.first() {
            node = next;
            if let Some(chess_move) = self.nodes[node].chess_move {
                game.play(chess_move);
            }
        }
        game
    }

    /// The whole line through here, each move with the sign of its judgment, such as `??`.
    pub(crate) fn line(&self) -> Vec<SignedMove> {
        let mut nodes = self.path();
        let mut at = self.at;
        while let Some(&next) = self.nodes[at].children.first() {
            nodes.push(next);
            at = next;
        }
        let mut line = Vec::new();
        for node in nodes {
            if let Some(chess_move) = self.nodes[node].chess_move {
                let sign = self.sign(node);
                line.push(SignedMove { chess_move, sign });
            }
        }
        line
    }

    /// The sign of the judgment on the last move.
    pub(crate) fn sign_here(&self) -> &'static str {
        self.sign(self.at)
    }

    fn sign(&self, node: usize) -> &'static str {
        for &glyph in &self.nodes[node].glyphs {
            if let Some(sign) = sign(glyph) {
                return sign;
            }
        }
        ""
    }

    /// Goes to the next move that is judged a mistake, of one side if it is given: one of this
    /// line, or else of the game after the beginning of the variation here. Returns whether there
    /// is one.
    pub(crate) fn next_mistake(&mut self, side: Option<Color>) -> bool {
        let place = self.at;
        if self.next_in_line(side) || (self.back_to_game() && self.next_in_line(side)) {
            return true;
        }
        self.at = place;
        false
    }

    fn next_in_line(&mut self, side: Option<Color>) -> bool {
        let mut at = self.at;
        let mut turn = self.turn();
        while let Some(&next) = self.nodes[at].children.first() {
            at = next;
            let is_wanted = side.is_none() || side == Some(turn);
            turn = !turn;
            if is_wanted && self.is_mistake(at) {
                self.at = at;
                return true;
            }
        }
        false
    }

    /// The side to move here.
    fn turn(&self) -> Color {
        if self.path().len().is_multiple_of(2) {
            self.start.turn()
        } else {
            !self.start.turn()
        }
    }

    /// Whether the place is in a variation rather than in the game.
    pub(crate) fn is_in_variation(&self) -> bool {
        self.clone().back_to_game()
    }

    /// Whether there are neither variations nor glyphs.
    pub(crate) fn is_plain(&self) -> bool {
        let is_plain = |node: &Node| node.children.len() <= 1 && node.glyphs.is_empty();
        self.nodes.iter().all(is_plain)
    }

    /// Whether any move of the main line is judged a mistake.
    pub(crate) fn is_judged(&self) -> bool {
        let mut at = 0;
        while let Some(&next) = self.nodes[at].children.first() {
            at = next;
            if self.is_mistake(at) {
                return true;
            }
        }
        false
    }

    /// Goes to the move before here that is judged a mistake, of one side if it is given; returns
    /// whether there is one.
    pub(crate) fn earlier_mistake(&mut self, side: Option<Color>) -> bool {
        let mut at = self.at;
        // The side that made the last move.
        let mut mover = !self.turn();
        while at != 0 {
            at = self.nodes[at].parent;
            mover = !mover;
            let is_wanted = side.is_none() || side == Some(mover);
            if at != 0 && is_wanted && self.is_mistake(at) {
                self.at = at;
                return true;
            }
        }
        false
    }

    /// Goes to the move of the game in whose place the variation here begins; false in the game
    /// itself.
    pub(crate) fn back_to_game(&mut self) -> bool {
        let mut branch = None;
        let mut at = self.at;
        while at != 0 {
            let parent = self.nodes[at].parent;
            if self.nodes[parent].children.first() != Some(&at) {
                branch = Some(parent);
            }
            at = parent;
        }
        let Some(branch) = branch else {
            return false;
        };
        self.at = self.nodes[branch].children[0];
        true
    }

    /// The time that a side had left here, or at its last move before, as the game tells it.
    pub(crate) fn clock(&self, side: Color) -> Option<&str> {
        let mut mover = !self.turn();
        let mut at = self.at;
        while at != 0 {
            if mover == side
                && let Some(clock) = clock_of(&self.nodes[at].comments)
            {
                return Some(clock);
            }
            at = self.nodes[at].parent;
            mover = !mover;
        }
        None
    }

    /// Whether the last move is judged a mistake.
    pub(crate) fn is_mistake_here(&self) -> bool {
        self.is_mistake(self.at)
    }

    fn is_mistake(&self, node: usize) -> bool {
        let glyphs = &self.nodes[node].glyphs;
        glyphs.iter().any(|glyph| MISTAKES.contains(glyph))
    }

    /// The last move.
    pub(crate) fn last_move(&self) -> Option<Move> {
        self.nodes[self.at].chess_move
    }

    /// The other moves in place of the last one.
    pub(crate) fn alternatives(&self) -> Vec<Move> {
        let siblings = &self.nodes[self.nodes[self.at].parent].children;
        let mut others = Vec::new();
        for &node in siblings {
            if node != self.at
                && self.at != 0
                && let Some(chess_move) = self.nodes[node].chess_move
            {
                others.push(chess_move);
            }
        }
        others
    }

    /// The comments on the last move, in one line, without commands to programs, such as
    /// `[%clk 0:01:00]`.
    pub(crate) fn comment(&self) -> String {
        let text = without_commands(&self.nodes[self.at].comments.join(" "));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The nodes from the first move to here.
    fn path(&self) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = self.at;
        while at != 0 {
            path.push(at);
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }

    /// The movetext with its variations, comments, glyphs and values.
    pub(crate) fn write(&self, mut writer: PgnWriter, outcome: Outcome) -> String {
        self.remark(0, self.start.turn(), &mut writer);
        self.write_line(0, self.start.clone(), &mut writer);
        writer.finish(outcome)
    }

    /// Writes the moves after a node, each followed by its alternatives.
    fn write_line(&self, mut node: usize, mut position: Chess, writer: &mut PgnWriter) {
        while let Some((&next, others)) = self.nodes[node].children.split_first() {
            let mut after = position.clone();
            self.write_move(next, &mut after, writer);
            for &other in others {
                let mut beside = position.clone();
                writer.start_variation();
                self.write_move(other, &mut beside, writer);
                self.write_line(other, beside, writer);
                writer.end_variation();
            }
            (node, position) = (next, after);
        }
    }

    fn write_move(&self, node: usize, position: &mut Chess, writer: &mut PgnWriter) {
        let Some(chess_move) = self.nodes[node].chess_move else {
            return;
        };
        let (number, turn) = (position.fullmoves().get(), position.turn());
        let san = SanPlus::from_move_and_play_unchecked(position, chess_move);
        writer.chess_move(number, turn, &san);
        self.remark(node, position.turn(), writer);
    }

    /// Writes a node's glyphs, its value for `turn` and its comments.
    fn remark(&self, node: usize, turn: Color, writer: &mut PgnWriter) {
        let node = &self.nodes[node];
        for &glyph in &node.glyphs {
            writer.nag(glyph);
        }
        if let Some(command) = node.eval_command(turn) {
            writer.comment(&command);
        }
        for comment in &node.comments {
            writer.comment(&comment.replace('}', ")"));
        }
    }
}

/// PGN's glyphs of a mistake, a blunder and an inaccuracy.
const MISTAKES: [u8; 3] = [2, 4, 6];

/// The sign of a glyph that judges a move.
fn sign(glyph: u8) -> Option<&'static str> {
    Some(match glyph {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        _ => return None,
    })
}

/// The time of the command `%clk`, without fractions of a second.
fn clock_of(comments: &[String]) -> Option<&str> {
    for comment in comments {
        if let Some((_, rest)) = comment.split_once("[%clk ")
            && let Some((time, _)) = rest.split_once(']')
        {
            return time.trim().split('.').next();
        }
    }
    None
}

/// What stands in a comment before and after the command `%eval`, and in it.
struct EvalParts<'a> {
    before: &'a str,
    eval: &'a str,
    after: &'a str,
}

fn eval_parts(comment: &str) -> Option<EvalParts<'_>> {
    let (before, rest) = comment.split_once("[%eval ")?;
    let (eval, after) = rest.split_once(']')?;
    Some(EvalParts {
        before,
        eval,
        after,
    })
}

/// The depth of the command `%eval`; 0 if it tells none.
fn depth_of_eval(comment: &str) -> Option<u32> {
    let eval = eval_parts(comment)?.eval;
    match eval.split_once(',') {
        Some((_, depth)) => Some(depth.trim().parse().unwrap_or(0)),
        None => Some(0),
    }
}

fn without_eval(comment: &str) -> String {
    match eval_parts(comment) {
        Some(EvalParts { before, after, .. }) => {
            let (before, after) = (before.trim_end(), after.trim_start());
            format!("{before} {after}").trim().to_owned()
        }
        None => comment.to_owned(),
    }
}

fn without_commands(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, command)) = rest.split_once("[%") {
        kept += before;
        // A command without an end is text.
        let Some((_, after)) = command.split_once(']') else {
            return kept + "[%" + command;
        };
        rest = after;
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{parse_games, parse_move};

    const GAME: &str =
        "{before} 1. e4 $1 e5 {open} (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 *";

    fn tree(text: &str) -> GameTree {
        GameTree::read(parse_games(text.as_bytes()).unwrap()[0].as_ref().unwrap())
    }

    fn written(tree: &GameTree) -> String {
        tree.write(PgnWriter::default(), Outcome::Unknown)
            .trim()
            .replace('\n', " ")
    }

    #[test]
    fn variations_and_comments_are_kept() {
        assert_eq!(written(&tree(GAME)), GAME);
        // A null move ends its variation; the rest stays.
        assert_eq!(
            written(&tree("1. e4 e5 (1... -- 2. d4) (1... c5 2. -- d5) 2. d4 *")),
            "1. e4 e5 (1... c5) 2. d4 *"
        );
    }

    #[test]
    fn commands_are_hidden_and_mistakes_found() {
        let mut tree = tree(
            "1. e4 $1 {[%eval 0.2,9] [%clk 0:01:00]} e5 $4 \
             {a blunder [%clk 0:00:59] indeed [%csl} 2. Nf3 $6 Nc6 *",
        );
        let signs: Vec<&str> = tree.line().iter().map(|one| one.sign).collect();
        assert_eq!(signs, ["!", "??", "?!", ""]);
        assert!(tree.forward() && tree.comment().is_empty() && !tree.is_mistake_here());
        assert!(tree.next_mistake(None) && tree.is_mistake_here());
        assert_eq!(tree.comment(), "a blunder indeed [%csl");
        assert!(tree.next_mistake(None) && !tree.next_mistake(None));
        for (side, sign) in [(Color::White, "?!"), (Color::Black, "??")] {
            tree.rewind();
            assert!(tree.next_mistake(Some(side)) && tree.sign_here() == sign);
            assert!(!tree.next_mistake(Some(side)));
        }
        assert_eq!(tree.path_comments()[0], "[%eval 0.2,9] [%clk 0:01:00]");
        assert_eq!(tree.clock(Color::White), Some("0:01:00"));
        assert_eq!(tree.clock(Color::Black), Some("0:00:59"));
        assert!(tree.next_mistake(None) && tree.earlier_mistake(None));
        assert!(tree.sign_here() == "??" && !tree.earlier_mistake(None));
        tree.rewind();
        assert_eq!(tree.clock(Color::White), None);
    }

    #[test]
    fn mark_values_of_the_judge_take_the_place_of_shallower_ones() {
        let mut tree = tree(
            "1. e4 {[%clk 0:01:00]} e5 {[%eval 0.50,2] [%clk 0:00:59]} \
             2. f3 {[%eval 0.10,20]} Nc6 $1 {[%eval 0.30]} 3. g4 *",
        );
        let judged = |glyph, centipawns| JudgedMove {
            glyph,
            value: Some(SearchValue {
                score: Score::Centipawns(centipawns),
                depth: 9,
            }),
        };
        tree.mark(&[
            judged(None, -20),
            judged(Some(4), 310),
            judged(Some(2), 150),
            judged(Some(6), 40),
            JudgedMove {
                glyph: None,
                value: None,
            },
        ]);
        assert_eq!(
            written(&tree),
            "1. e4 {[%eval 0.20,9]} {[%clk 0:01:00]} 1... e5 $4 {[%eval 3.10,9]} \
             {[%clk 0:00:59]} 2. f3 $2 {[%eval 0.10,20]} 2... Nc6 $1 {[%eval 0.40,9]} 3. g4 *"
        );
    }

    #[test]
    fn variation_leads_back_to_the_game() {
        let mut tree = tree("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 $4 Nc6 *");
        assert!(!tree.back_to_game());
        // Into the variation of the variation.
        assert!(tree.forward() && tree.forward() && tree.switch_line());
        assert!(tree.forward() && tree.switch_line() && tree.forward());
        assert!(tree.back_to_game());
        assert_eq!(tree.game().moves().len(), 2);
        assert!(!tree.back_to_game() && tree.next_mistake(None));
    }

    #[test]
    fn moves_tried_become_variations_and_can_be_dropped() {
        let mut tree = tree(GAME);
        assert!(!tree.back() && tree.forward() && tree.forward());
        assert_eq!(tree.comment(), "open");
        assert_eq!(tree.alternatives().len(), 1);
        assert!(tree.switch_line() && tree.comment().is_empty());
        assert_eq!(tree.line().len(), 4);
        assert!(tree.switch_line() && tree.back());
        let tried = parse_move(tree.game().position(), "e6").unwrap();
        assert!(tree.edits() == 0);
        tree.play(tried);
        assert!(tree.edits() > 0);
        tree.set_value(Score::Centipawns(30), 7);
        tree.set_value(Score::Centipawns(99), 3);
        assert!(
            written(&tree).contains("(1... e6 {[%eval 0.30,7]})"),
            "{}",
            written(&tree)
        );
        assert!(tree.drop_variation() && !written(&tree).contains("e6"));
        assert!(!tree.drop_variation(), "the main line stays");
        // A known move adds nothing.
        let (known, before) = (
            parse_move(tree.game().position(), "e5").unwrap(),
            written(&tree),
        );
        tree.play(known);
        assert_eq!((tree.game().moves().len(), written(&tree)), (2, before));
    }
}
