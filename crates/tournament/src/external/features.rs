//! The `feature` command of the xboard protocol.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) set_board: bool,
    pub(super) user_move: bool,
    pub(super) san: bool,
    pub(super) time: bool,
    pub(super) colors: bool,
    pub(super) reuse: bool,
    pub(super) memory: bool,
    pub(super) cores: bool,
    pub(super) options: Vec<String>,
    /// `done=1` ends the list, `done=0` asks for more time.
    pub(super) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
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
    /// Reads the arguments of `feature`; returns the replies.
    pub(super) fn read(&mut self, text: &str) -> Vec<String> {
        let mut replies = Vec::new();
        for (name, value) in pairs(text) {
            let known = self.set(name, value);
            replies.push(format!("{} {name}", if known { "accepted" } else { "rejected" }));
        }
        replies
    }

    /// Sets one feature; false if it is unknown.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        let flag = match name {
            "option" => {
                // The name precedes the type: `Clear Hash -button`.
                let name = value.rsplit_once(" -").map_or(value, |(name, _)| name);
                self.options.push(name.trim().to_owned());
                return true;
            }
            "done" => self.done.insert(on),
            "ping" => &mut self.ping,
            "setboard" => &mut self.set_board,
            "usermove" => &mut self.user_move,
            "san" => &mut self.san,
            "time" => &mut self.time,
            "colors" => &mut self.colors,
            "reuse" => &mut self.reuse,
            "memory" => &mut self.memory,
            "smp" => &mut self.cores,
            "myname" | "playother" | "draw" | "sigint" | "sigterm" | "analyze" | "variants" | "ics"
            | "name" | "debug" | "pause" | "nps" | "egt" => return true,
            _ => return false,
        };
        *flag = on;
        true
    }
}

/// Splits `name=value` and `name="a value"` at the spaces between them.
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
    fn features_known_accepted_others_rejected() {
        let mut features = Features::default();
        let replies = features.read(
            "myname=\"Fairy-Max 5.0b\" ping=1 setboard=0 reuse=0 option=\"Clear Hash -button\" telepathy=1 done=1",
        );
        assert!(features.ping && !features.set_board && !features.reuse && features.time);
        assert_eq!((features.options, features.done), (vec!["Clear Hash".to_owned()], Some(true)));
        assert_eq!(replies[0], "accepted myname");
        assert!(replies.contains(&"rejected telepathy".to_owned()));
        assert!(Features::default().read("=\"= x").len() < 3);
    }
}
