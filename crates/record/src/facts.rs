//! What the record holds.

/// How surely a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// A recollection, or a note whose text is not at hand.
    Low,
    /// At second hand, or seen in part.
    Medium,
    /// A text that was read states it.
    High,
}

impl Confidence {
    /// H, M or L.
    pub const fn letter(self) -> &'static str {
        match self {
            Confidence::Low => "L",
            Confidence::Medium => "M",
            Confidence::High => "H",
        }
    }
}

/// A text, and what of it was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name within the file.
    pub key: String,
    /// What facts call it; CPW is the Chess Programming Wiki.
    pub short: String,
    /// Author and title.
    pub title: String,
    /// What of it was read.
    pub read: String,
}

/// A statement that a source makes.
#[derive(Clone, Debug)]
pub struct Fact {
    /// `F` and three digits.
    pub id: String,
    /// The heading that it stands under.
    pub area: String,
    /// What is stated, in this project's words.
    pub claim: String,
    /// Key of the source.
    pub source: String,
    /// Where in the source; empty if it is short.
    pub place: String,
    /// How sure it is.
    pub confidence: Confidence,
}

/// What no text that was found says.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is about.
    pub area: String,
    /// The question, as it is put to those who may know.
    pub ask: String,
    /// Ids of the facts that come nearest to an answer.
    pub known: Vec<String>,
    /// The page, from docs, that says what stands in its place here.
    pub page: String,
}

/// A line of the timeline.
#[derive(Clone, Debug)]
pub struct Year {
    /// The year.
    pub year: String,
    /// What happened.
    pub text: String,
    /// Ids of the facts that it rests on.
    pub facts: Vec<String>,
}

/// A tournament, a match or an exhibition.
#[derive(Clone, Debug)]
pub struct Event {
    /// The year.
    pub year: String,
    /// Name and place.
    pub name: String,
    /// What played.
    pub machine: String,
    /// Points and rank.
    pub result: String,
    /// Keys of the sources.
    pub sources: Vec<String>,
    /// The games known to have been played, in their order.
    pub games: Vec<EventGame>,
}

/// A game of an event.
#[derive(Clone, Debug)]
pub struct EventGame {
    /// The opponent, as games name it.
    pub against: String,
    /// Belle's color, or `unknown`.
    pub color: String,
    /// Belle's points, or `unknown`.
    pub points: String,
    /// What of its moves is in suites/belle.pgn; `None` if they are not known.
    pub score: Option<String>,
}

/// All of it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The texts.
    pub sources: Vec<Source>,
    /// The facts, by id.
    pub facts: Vec<Fact>,
    /// The questions that are open, by number.
    pub questions: Vec<Question>,
    /// The timeline.
    pub years: Vec<Year>,
    /// The events, oldest first.
    pub events: Vec<Event>,
}

impl Record {
    /// The fact with this id.
    pub fn fact(&self, id: &str) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.id == id)
    }

    /// The source with this key.
    pub fn source(&self, key: &str) -> Option<&Source> {
        self.sources.iter().find(|source| source.key == key)
    }

    /// The source of a fact, with the place in it.
    pub fn where_read(&self, fact: &Fact) -> String {
        let short = match self.source(&fact.source) {
            Some(source) => &source.short,
            None => &fact.source,
        };
        if fact.place.is_empty() {
            short.clone()
        } else {
            format!("{short}: {}", fact.place)
        }
    }

    /// The least confidence of some facts.
    pub fn weakest(&self, ids: &[String]) -> Option<Confidence> {
        let mut confidences = Vec::new();
        for id in ids {
            if let Some(fact) = self.fact(id) {
                confidences.push(fact.confidence);
            }
        }
        confidences.into_iter().min()
    }
}
