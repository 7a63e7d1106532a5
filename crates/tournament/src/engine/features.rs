//! What an engine of xboard's protocol says it can do.

/// Its features, each at first what the protocol assumes of an engine that says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Features {
    pub(super) name: Option<String>,
    pub(super) ping: bool,
    pub(super) set_board: bool,
    pub(super) user_move: bool,
    /// Moves are sent in SAN.
    pub(super) san: bool,
    pub(super) time: bool,
    pub(super) colors: bool,
    /// It may be used for another game.
    pub(super) reuse: bool,
    pub(super) memory: bool,
    pub(super) cores: bool,
    /// Names of its own options.
    pub(super) options: Vec<String>,
    /// Whether it said that it said all, or asked for time to.
    pub(super) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            name: None,
            ping: false,
            set_board: false,
            user_move: false,
            san: false,
            time: true,
            colors: true,
            reuse: true,
            memory: false,
            cores: false,
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Reads the words after `feature`, and returns what is to be answered.
    pub(super) fn read(&mut self, text: &str) -> Vec<String> {
        let mut answers = Vec::new();
        for (name, value) in pairs(text) {
            let on = value == "1";
            let known = match name {
                "myname" => {
                    self.name = Some(value.to_owned());
                    true
                }
                "option" => {
                    // The name stands before the kind: `Clear Hash -button`.
                    self.options
                        .push(value.rsplit_once(" -").map_or(value, |(name, _)| name).trim().to_owned());
                    true
                }
                "done" => {
                    self.done = Some(on);
                    true
                }
                "ping" => set(&mut self.ping, on),
                "setboard" => set(&mut self.set_board, on),
                "usermove" => set(&mut self.user_move, on),
                "san" => set(&mut self.san, on),
                "time" => set(&mut self.time, on),
                "colors" => set(&mut self.colors, on),
                "reuse" => set(&mut self.reuse, on),
                "memory" => set(&mut self.memory, on),
                "smp" => set(&mut self.cores, on),
                "playother" | "draw" | "sigint" | "sigterm" | "analyze" | "variants" | "ics" | "name"
                | "debug" | "pause" | "nps" | "egt" => true,
                _ => false,
            };
            answers.push(format!("{} {name}", if known { "accepted" } else { "rejected" }));
        }
        answers
    }
}

fn set(place: &mut bool, on: bool) -> bool {
    *place = on;
    true
}

/// `name=value` or `name="a value"`, with spaces between.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
        };
        found.push((name.trim(), value));
        rest = after.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        let answers = features.read(
            "myname=\"Fairy-Max 5.0b\" ping=1 setboard=0 reuse=0 option=\"Clear Hash -button\" telepathy=1 done=1",
        );
        assert_eq!(features.name.as_deref(), Some("Fairy-Max 5.0b"));
        assert!(features.ping && !features.set_board && !features.reuse && features.time);
        assert_eq!((features.options, features.done), (vec!["Clear Hash".to_owned()], Some(true)));
        assert_eq!(answers[0], "accepted myname");
        assert!(answers.contains(&"rejected telepathy".to_owned()));
        assert!(Features::default().read("=\"= x").len() < 3);
    }
}
