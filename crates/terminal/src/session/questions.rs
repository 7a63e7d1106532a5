//! Questions with yes or no: before a command that gives up a game, and about a line that may have
//! meant another one. A question stays open until it is answered, or until the person goes on with
//! a command or a move.

use notation::parse_move;
use play::shortened;
use shakmaty::Square;

use super::question::{No, OpenQuestions, Question};
use super::{Output, Session};
use crate::level::Level;
use crate::strength::{STRENGTHS, Strength};

/// A line as it is meant, after an open question.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) line: String,
    /// Whether the person said yes.
    pub(crate) is_yes: bool,
}

/// An answer to a question with yes or no.
fn yes_or_no(answer: &str) -> Option<bool> {
    const POLITE: [&str; 12] = [
        "please", "thanks", "thank", "you", "do", "it", "go", "on", "ahead", "way", "not", "sir",
    ];
    let mut words = answer.split(|letter: char| !letter.is_alphanumeric());
    let first = words.next()?;
    if !words.all(|word| word.is_empty() || POLITE.contains(&word)) {
        return None;
    }
    match first {
        "y" | "yes" | "yeah" | "yep" | "sure" | "ok" | "okay" => Some(true),
        "n" | "no" | "nope" | "nah" => Some(false),
        _ => None,
    }
}

/// The letter in UCI of a piece that a pawn becomes: `q`, `queen`, `to a queen`.
fn promotion_letter(answer: &str) -> Option<char> {
    let mut words = answer.split_whitespace();
    let piece = words.next_back()?;
    if !words.all(|word| matches!(word, "to" | "a" | "the" | "promote")) {
        return None;
    }
    match piece {
        "q" | "queen" => Some('q'),
        "r" | "rook" => Some('r'),
        "b" | "bishop" => Some('b'),
        "n" | "knight" => Some('n'),
        _ => None,
    }
}

/// The question for the piece of a promotion.
const PROMOTION: &str = "promote to a queen, rook, bishop or knight? `q`, `r`, `b` or `n`";

/// Most letters of a line that are said back.
const QUOTED: usize = 40;

impl Session {
    /// The questions that are open, to be asked again if the next line turns out to be no answer.
    pub(crate) fn open_questions(&self) -> OpenQuestions {
        OpenQuestions {
            asked: self.asked.clone(),
            promoting: self.promoting.clone(),
        }
    }

    /// Keeps the questions open after a line that answered none of them and did nothing else, and
    /// tells how to answer; false if none was open.
    pub(crate) fn ask_again(&mut self, open: OpenQuestions, line: &str) -> bool {
        let shown = shortened(line, QUOTED);
        let is_no_answer = if line.is_empty() {
            String::new()
        } else {
            format!("'{shown}' is no answer: ")
        };
        if let Some(squares) = open.promoting {
            self.promoting = Some(squares);
            self.say(format!("{is_no_answer}{PROMOTION}"));
            return true;
        }
        let Some(question) = open.asked else {
            return false;
        };
        self.say(format!("{is_no_answer}{} `yes` or `no`", question.asks));
        self.asked = Some(question);
        true
    }

    /// Whether a question is open.
    pub(crate) fn has_question(&self) -> bool {
        self.asked.is_some() || self.promoting.is_some()
    }

    /// Keeps the question for a game left unfinished open after a command that only shows
    /// something.
    pub(crate) fn keep_offer_open(&mut self, open: OpenQuestions) {
        if open.offers_game() && self.left_over.is_some() && self.asked.is_none() {
            self.asked = open.asked;
        }
    }

    /// The line, where answers stand for what the open question says.
    pub(crate) fn answered(&mut self, line: &str) -> Answered {
        let word = line.to_ascii_lowercase();
        if let Some(squares) = self.promoting.take()
            && let Some(letter) = promotion_letter(&word)
        {
            return Answered {
                line: format!("{squares}{letter}"),
                is_yes: false,
            };
        }
        let (line, is_yes) = match (&self.asked, yes_or_no(&word)) {
            (Some(question), Some(true)) => (question.yes.clone(), true),
            (Some(question), Some(false)) => match question.no {
                No::Line(line) => (line.to_owned(), false),
                No::GameGoesOn => {
                    let text = format!("the game goes on; {}", self.played().side_to_move());
                    self.decline(text)
                }
                No::Says(text) => self.decline(text.to_owned()),
            },
            _ => (line.to_owned(), false),
        };
        Answered { line, is_yes }
    }

    /// Closes the question that was answered by no. Nothing is left to execute.
    fn decline(&mut self, text: String) -> (String, bool) {
        self.asked = None;
        self.say(text);
        (String::new(), false)
    }

    /// Asks which piece a pawn becomes.
    pub(crate) fn ask_promotion(&mut self, from: Square, to: Square) {
        self.promoting = Some(format!("{from}{to}"));
        self.say(PROMOTION);
    }

    /// Lets the interface ask for the piece of a promotion.
    pub(crate) fn choose_promotion(&mut self, from: Square, to: Square) {
        self.output.push(Output::Promotion { from, to });
    }

    /// Whether to execute this command, entered with this line or by a yes, now. A person who gives
    /// up a game is asked first.
    pub(crate) fn is_confirmed(
        &mut self,
        command: Option<&'static str>,
        line: &str,
        is_yes: bool,
    ) -> bool {
        let asked = self.asked.take();
        let Some(command) = command else {
            return true;
        };
        let played = self.played();
        let is_going_on = !played.game().moves().is_empty() && played.outcome().is_none();
        let is_answered = match asked {
            // A word alone that is typed again insists. Another position or number is asked about
            // anew, and so is the same: it was pasted twice.
            Some(question) => {
                let is_word = !line.contains([' ', '/']);
                let insists = is_word && question.yes == line;
                question.command == command && (is_yes || insists)
            }
            None => false,
        };
        if !self.confirms || !is_going_on || is_answered {
            return true;
        }
        let Some(Inquiry { asks, yes, no }) = self.inquiry(command) else {
            return true;
        };
        self.say(format!("{asks} `yes` {yes}, `no` {no}"));
        self.asked = Some(Question {
            command,
            asks,
            yes: line.to_owned(),
            no: No::GameGoesOn,
        });
        false
    }

    /// What is asked before this command in a game that goes on.
    fn inquiry(&self, command: &str) -> Option<Inquiry> {
        let goes_on = "goes on";
        let (asks, yes, no) = match command {
            "resign" => ("resign the game?", "resigns", goes_on),
            "quit" => (
                "quit? the next start offers to go on with the game;",
                "quits",
                goes_on,
            ),
            "draw" => (
                "offer a draw? the game is over if the machine accepts;",
                "offers it",
                goes_on,
            ),
            "opponent" => (
                "a game has one opponent: begin a new one? this one is saved as it stands;",
                "begins a new game",
                "goes on with this one",
            ),
            "level" => (
                "set the clocks anew? both sides get the whole of the new time, and so do later \
                 games;",
                "sets it",
                "goes on with the clocks as they are",
            ),
            "new" | "rematch" | "chess960" | "load" | "setup" | "fen"
                if self.played().is_worth_saving() =>
            {
                (
                    "leave your game? it is not over, and is saved as it stands;",
                    "leaves it",
                    goes_on,
                )
            }
            _ => return None,
        };
        let asks = asks.to_owned();
        Some(Inquiry { asks, yes, no })
    }

    /// Whether this level would set the clocks of a game that goes on anew.
    pub(crate) fn has_clocks_to_reset(&self, level: Level) -> bool {
        level.control().is_some() || self.level.control().is_some()
    }

    /// Says what a line may have meant; `yes` executes it.
    pub(crate) fn suggest(&mut self, message: &str, command: String) {
        if !self.confirms {
            return self.say(message);
        }
        self.say(format!("{message} `yes` does it"));
        self.asked = Some(Question {
            // What is suggested asks for itself, if it must.
            command: "",
            asks: format!("did you mean `{command}`?"),
            yes: command,
            no: No::Says("nothing is done: type a move or a command; `help` lists them"),
        });
    }

    /// Takes the answer of a new user to the question for his strength; returns whether the line is
    /// one.
    pub(crate) fn answer_newcomer(&mut self, line: &str) -> bool {
        if !self.asks_strength {
            return false;
        }
        let Some(strength) = Strength::in_words(line) else {
            if parse_move(self.state.game().position(), line).is_ok() {
                // Whoever plays has chosen the opponent that is there, unless another question
                // stood before this one.
                self.asks_strength = false;
                if self.left_over.is_none() {
                    self.remember("opponent", "machine");
                }
            }
            return false;
        };
        self.asks_strength = false;
        self.set_opponent(strength);
        if self.remember("opponent", &strength.word()) {
            self.say("remembered for the next games; `opponent` changes it");
        }
        if strength.is_weak() && !self.warnings {
            let asks = "shall I warn you before a move that loses a piece?".to_owned();
            self.say(format!("{asks} `yes` or `no`"));
            self.asked = Some(Question {
                command: "warnings",
                asks,
                yes: "warnings on".to_owned(),
                no: No::Says("no warnings; `warnings on` changes that. Type a move to begin"),
            });
        }
        true
    }

    /// The first message: a question for a new user, or the ways on.
    pub(crate) fn greeting(&self) -> String {
        if self.asks_strength && self.state.machine_to_move() {
            return format!(
                "How strong are you? Type {STRENGTHS}; Enter alone lets the machine play its best."
            );
        }
        if self.asks_strength {
            return format!(
                "How strong are you? Type {STRENGTHS}; or just play: the machine plays its best."
            );
        }
        let greeting = if self.is_limited() || self.is_practice() {
            "Type a move or a command; F1 lists them."
        } else {
            "Type a move or a command; F1 lists them. Too strong? Type `opponent casual`."
        };
        greeting.to_owned()
    }
}

/// A question before a command, and what its answers do.
struct Inquiry {
    asks: String,
    yes: &'static str,
    no: &'static str,
}
