//! A page's requests carried out one after the other, where there are no threads.

use play::Control;

use crate::{Account, Ask, Event, Go, Opponents, PagePlayer};

/// Carries out a page's requests. Holds the page's current player, and those it can choose from.
#[derive(Debug)]
pub struct Worker {
    opponents: Opponents,
    current: Option<PagePlayer>,
}

impl Worker {
    /// A worker who can be asked for these players.
    pub fn new(opponents: Opponents) -> Worker {
        Worker {
            opponents,
            current: None,
        }
    }

    /// Carries out a request, and tells its events meanwhile.
    pub fn answer(&mut self, text: &str, tell: &mut dyn FnMut(Event)) {
        let answered = match Ask::read(text) {
            Ok(Ask::Go(go)) => self.go(&go, tell),
            Ok(Ask::Explain(account)) => self.explain(&account, tell),
            // No search is under way while this is read.
            Ok(Ask::Stop {}) => Ok(()),
            Err(message) => Err(message),
        };
        if let Err(message) = answered {
            tell(Event::fault(&message));
        }
    }

    fn go(&mut self, go: &Go, tell: &mut dyn FnMut(Event)) -> Result<(), String> {
        let (game, limits) = (go.game()?, go.limits()?);
        let current = match &mut self.current {
            Some(current) if current.is_of(go) => current,
            slot => slot.insert(PagePlayer::new(&self.opponents, go)?),
        };
        if let Some(reason) = current.seat.refusal(game.position()) {
            return Err(reason);
        }
        let control = go.control()?;
        // It never works on a thread here, so it is always at its seat.
        let Some(player) = current.seat.player() else {
            return Ok(());
        };
        let choice = player.search(&game, &limits, &control, &mut |report| {
            tell(Event::report(game.position(), report));
        });
        tell(Event::best(&game, &choice));
        Ok(())
    }

    fn explain(&self, account: &Account, tell: &mut dyn FnMut(Event)) -> Result<(), String> {
        let explain = self.opponents.explain(&account.player)?;
        let game = account.game()?;
        tell(Event::explained(explain(&game, &Control::new())));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use play::PlayerFactory;
    use serde_json::Value;

    use super::*;

    fn worker() -> Worker {
        let belle = PlayerFactory::new("belle", 1, || Box::new(belle_player::Belle::new()));
        Worker::new(Opponents::new(vec![belle]))
    }

    fn answers(worker: &mut Worker, text: &str) -> Vec<Value> {
        let mut told = Vec::new();
        worker.answer(text, &mut |event| {
            told.push(serde_json::from_str(&event.to_json()).unwrap());
        });
        told
    }

    #[test]
    fn answer_reports_come_before_the_best_move() {
        let go = r#"{"ask":"go","player":"belle","moves":["f3","e5","g4"],"depth":2}"#;
        let told = answers(&mut worker(), go);
        let (best, reports) = told.split_last().unwrap();
        assert_eq!(
            (&best["event"], &best["uci"]),
            (&"best".into(), &"d8h4".into())
        );
        assert!(!reports.is_empty() && reports.iter().all(|one| one["event"] == "report"));
    }

    #[test]
    fn answer_search_ends_when_the_page_has_waited() {
        let go = r#"{"ask":"go","player":"belle","options":[["Pace","machine"]],"seconds":3600,"within":0.2}"#;
        let began = Instant::now();
        let told = answers(&mut worker(), go);
        assert_eq!(told.last().unwrap()["event"], "best");
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{:?}",
            began.elapsed()
        );
    }

    #[test]
    fn answer_fault_is_told_and_the_next_request_answered() {
        let mut worker = worker();
        for (text, expected) in [
            (r#"{"ask":"dance"}"#, "dance"),
            (
                r#"{"ask":"go","player":"belle","depth":1,"speed":1}"#,
                "speed",
            ),
            (r#"{"ask":"go","player":"belle"}"#, "'seconds' or 'depth'"),
            (
                r#"{"ask":"go","player":"belle","depth":1,"within":-1}"#,
                "within: expected 0",
            ),
            (
                r#"{"ask":"go","player":"nobody","depth":1}"#,
                "player: expected belle",
            ),
            (
                r#"{"ask":"explain","player":"belle"}"#,
                "player: expected atlas",
            ),
        ] {
            let told = answers(&mut worker, text);
            let message = told[0]["message"].as_str().unwrap();
            assert!(
                told.len() == 1 && message.contains(expected),
                "{text}: {message}"
            );
        }
        let told = answers(
            &mut worker,
            r#"{"ask":"explain","player":"atlas","moves":["e4"]}"#,
        );
        assert_eq!(told[0]["event"], "explained");
        assert!(answers(&mut worker, r#"{"ask":"stop"}"#).is_empty());
    }
}
