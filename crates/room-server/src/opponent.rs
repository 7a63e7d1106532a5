//! Opponents: the program's players behind a WebSocket, each search on a thread of its own and
//! stopped at any moment.
//!
//! What a page may ask, and what it is told, stands in the crate `opponents`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use opponents::{Account, Ask, Event, Go, Opponents, PagePlayer};
use play::{Choice, Control, Finished, Game, Report};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::socket::PageSocket;

/// What a thread at work for a page tells its desk.
enum PlayerEvent {
    Report(Event),
    Finished(Finished<Choice>, Box<Game>),
    Explained(Event),
}

/// What a page has: its player, and the explanation under way.
struct Desk<'a> {
    opponents: &'a Opponents,
    sender: UnboundedSender<PlayerEvent>,
    current: Option<PagePlayer>,
    explaining: Option<Control>,
}

/// Answers a page until its socket closes, and then until all work for it has ended.
pub(crate) async fn serve(mut socket: PageSocket, opponents: &Opponents) {
    let (sender, mut receiver) = unbounded_channel::<PlayerEvent>();
    let mut desk = Desk {
        opponents,
        sender,
        current: None,
        explaining: None,
    };
    loop {
        let event = tokio::select! {
            text = socket.text() => {
                let Some(text) = text else { break };
                match desk.answer(&text) {
                    Ok(()) => continue,
                    Err(message) => Event::fault(&message),
                }
            }
            told = receiver.recv() => {
                // The desk keeps a sender, so the channel does not end.
                let Some(told) = told else { continue };
                let Some(event) = desk.event(told) else { continue };
                event
            }
        };
        if !socket.send(event.to_json()).await {
            break;
        }
    }
    desk.stop();
    while desk.is_at_work() {
        if let Some(told) = receiver.recv().await {
            desk.event(told);
        }
    }
}

impl Desk<'_> {
    fn is_at_work(&self) -> bool {
        let idle = match &self.current {
            Some(current) => current.seat.is_idle(),
            None => true,
        };
        !idle || self.explaining.is_some()
    }

    /// Asks all work to end.
    fn stop(&self) {
        if let Some(current) = &self.current {
            current.seat.stop();
        }
        if let Some(explaining) = &self.explaining {
            explaining.stop();
        }
    }

    /// Takes what a thread has told; returns what the page is told of it.
    fn event(&mut self, told: PlayerEvent) -> Option<Event> {
        match told {
            PlayerEvent::Report(event) => Some(event),
            PlayerEvent::Explained(event) => {
                self.explaining = None;
                Some(event)
            }
            PlayerEvent::Finished(finished, game) => {
                let choice = self.current.as_mut()?.seat.finish(finished);
                Some(match choice {
                    Ok(choice) => Event::best(&game, &choice),
                    Err(crash) => Event::fault(&crash.to_string()),
                })
            }
        }
    }

    /// Carries out a request; its events come from other threads.
    fn answer(&mut self, text: &str) -> Result<(), String> {
        match Ask::read(text)? {
            Ask::Stop {} => {
                if let Some(current) = &self.current {
                    current.seat.stop();
                }
                Ok(())
            }
            Ask::Explain(account) => self.explain(&account),
            Ask::Go(go) => self.go(&go),
        }
    }

    fn explain(&mut self, account: &Account) -> Result<(), String> {
        let game = account.game()?;
        let explain = self.opponents.explain(&account.player)?;
        if self.explaining.is_some() {
            return Err(
                "explain: expected one at a time, got another before the answer to the last"
                    .to_owned(),
            );
        }
        let control = Control::new();
        let (own, sender) = (control.clone(), self.sender.clone());
        let work = move || {
            let explained = match catch_unwind(AssertUnwindSafe(|| explain(&game, &own))) {
                Ok(explained) => explained,
                Err(_) => Err("explain: the player failed".to_owned()),
            };
            let event = Event::explained(explained);
            // A page that is gone needs no answer.
            let _ = sender.send(PlayerEvent::Explained(event));
        };
        if let Err(error) = thread::Builder::new().spawn(work) {
            return Err(format!(
                "explain: the system starts no thread for it: {error}"
            ));
        }
        self.explaining = Some(control);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        let (game, limits) = (go.game()?, go.limits()?);
        self.set_player(go)?;
        let Some(current) = &mut self.current else {
            return Ok(());
        };
        if let Some(reason) = current.seat.refusal(game.position()) {
            return Err(reason);
        }
        let (reports, done) = (self.sender.clone(), self.sender.clone());
        let (position, finished_game) = (game.position().clone(), Box::new(game.clone()));
        let report = move |one: &Report| {
            drop(reports.send(PlayerEvent::Report(Event::report(&position, one))))
        };
        let done = move |finished| drop(done.send(PlayerEvent::Finished(finished, finished_game)));
        if !current
            .seat
            .search(game, limits, go.control()?, report, done)
        {
            return Err(
                "go: expected an idle player, got one that searches; ask for 'stop' first"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// Makes the player of a request the page's, unless it is already, or another one is at work.
    fn set_player(&mut self, go: &Go) -> Result<(), String> {
        if let Some(current) = &self.current
            && (current.is_of(go) || !current.seat.is_idle())
        {
            return Ok(());
        }
        self.current = Some(PagePlayer::new(self.opponents, go)?);
        Ok(())
    }
}
