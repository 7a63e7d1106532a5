//! Text from outside, made fit to be shown.

/// Characters of a remark: whoever sends rubbish by the megabyte need not get it back.
const LONGEST: usize = 500;

/// The first word of a text and what follows it.
pub(crate) fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if text.is_empty() {
        return None;
    }
    Some(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())))
}

/// A text on one line of decent length, without what a terminal might obey.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
