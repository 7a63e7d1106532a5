//! Levels of a waveform as text.

use machine::State;
use microcode::{Program, orders_text};

/// Each microword's label and orders, by address.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordTexts {
    /// The label before each word, or the last one with the distance: `moves`, `moves+2`.
    labels: Vec<String>,
    /// Each word as the assembler reads it.
    orders: Vec<String>,
}

impl WordTexts {
    pub(crate) fn of(program: &Program) -> WordTexts {
        let label = |address: u16| program.labels_at(address).next().map(str::to_owned);
        let mut last: Option<(String, u16)> = None;
        let mut texts = WordTexts::default();
        for (&word, address) in program.words.iter().zip(0..) {
            if let Some(label) = label(address) {
                last = Some((label, address));
            }
            texts.labels.push(match &last {
                Some((label, at)) if *at == address => label.clone(),
                Some((label, at)) => format!("{label}+{}", address - at),
                None => format!("{address}"),
            });
            texts.orders.push(orders_text(word, &label));
        }
        texts
    }
}

/// A level that a waveform shows in words.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) block: &'static str,
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    kind: Kind,
    pub(crate) read: fn(&State) -> u64,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Label,
    Orders,
    Square,
    Piece,
    /// Four bits a piece, lowest file first.
    Rank,
}

const fn text(name: &'static str, help: &'static str, kind: Kind, read: fn(&State) -> u64) -> Text {
    Text {
        block: "text",
        name,
        help,
        kind,
        read,
    }
}

const fn rank(name: &'static str, read: fn(&State) -> u64) -> Text {
    Text {
        block: "text/board",
        name,
        help: "the rank's pieces, a file a letter",
        kind: Kind::Rank,
        read,
    }
}

/// The piece registers of a rank, from 0, as [`Kind::Rank`].
fn pieces<const RANK: usize>(state: &State) -> u64 {
    let row = &state.board.pieces()[8 * RANK..8 * RANK + 8];
    row.iter()
        .rev()
        .fold(0, |level, &piece| level << 4 | u64::from(piece & 15))
}

/// All of them.
pub(crate) static TEXTS: &[Text] = &[
    text("label", "the microprogram's label", Kind::Label, |s| {
        u64::from(s.address)
    }),
    text("word", "the microword's orders", Kind::Orders, |s| {
        u64::from(s.address)
    }),
    text("from", "the square moved from", Kind::Square, |s| {
        u64::from(s.now.from)
    }),
    text("to", "the square moved to", Kind::Square, |s| {
        u64::from(s.now.to)
    }),
    text("moved", "the piece moved", Kind::Piece, |s| {
        u64::from(s.moved)
    }),
    text("captured", "the piece captured", Kind::Piece, |s| {
        u64::from(s.now.captured)
    }),
    rank("rank8", pieces::<7>),
    rank("rank7", pieces::<6>),
    rank("rank6", pieces::<5>),
    rank("rank5", pieces::<4>),
    rank("rank4", pieces::<3>),
    rank("rank3", pieces::<2>),
    rank("rank2", pieces::<1>),
    rank("rank1", pieces::<0>),
];

impl Text {
    /// The level in words.
    pub(crate) fn show(&self, level: u64, words: &WordTexts) -> String {
        let word = |all: &[String]| match all.get(level as usize) {
            Some(text) => text.clone(),
            None => "?".to_owned(),
        };
        match self.kind {
            Kind::Label => word(&words.labels),
            Kind::Orders => word(&words.orders),
            Kind::Square => format!(
                "{}{}",
                char::from(b'a' + (level % 8) as u8),
                level / 8 % 8 + 1
            ),
            Kind::Piece => letter(level).to_string(),
            Kind::Rank => (0..8).map(|file| letter(level >> (4 * file))).collect(),
        }
    }
}

/// The letter of a piece register's lowest four bits, as in FEN; `.` for an empty square.
fn letter(level: u64) -> char {
    char::from(b".PNBRQK?.pnbrqk?"[(level & 15) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_shown_in_words() {
        let words = WordTexts {
            labels: vec!["go".to_owned()],
            orders: vec!["rest".to_owned()],
        };
        let show = |name: &str, level| {
            let text = TEXTS.iter().find(|text| text.name == name).expect("a text");
            text.show(level, &words)
        };
        assert_eq!(
            [show("label", 0), show("word", 0), show("word", 1)],
            ["go", "rest", "?"]
        );
        assert_eq!(
            [show("to", 0), show("from", 63), show("to", 28)],
            ["a1", "h8", "e4"]
        );
        assert_eq!(
            [show("moved", 6), show("captured", 9), show("captured", 0)],
            ["K", "p", "."]
        );
        assert_eq!(show("rank1", 0x4236_5324), "RNBQKBNR");
    }
}
