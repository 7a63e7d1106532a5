//! Opponents: the program's players behind a WebSocket, each search on a thread of its own and
//! stopped at any moment.
//!
//! What a page may ask, and what it is told, stands in the crate `opponents`.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;

use axum::extract::ws::Utf8Bytes;
use opponents::{Account, Ask, Event, Go, Opponents, PagePlayer};
use play::{Choice, Control, Finished, Game, Report};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::socket::PageSocket;

/// What a thread at work for a page tells its desk.
enum PlayerEvent {
    Report(Event),
    Finished(Finished<Choice>, Box<Game>),
    Explained(Event),
}

/// What comes to a desk.
enum DeskInput {
    Text(Utf8Bytes),
    Player(PlayerEvent),
    /// The socket is closed; nothing of the page comes after this.
    PageGone,
}

/// What a desk gives back.
enum DeskOutput {
    /// An event for the page, in JSON.
    Event(String),
    /// The last text is dealt with.
    Ready,
}

/// What a page has: its player, and the explanation under way.
struct Desk {
    opponents: Opponents,
    sender: mpsc::Sender<DeskInput>,
    current: Option<PagePlayer>,
    explaining: Option<Control>,
}

/// A desk at work on a thread of its own. A game of thousands of moves is read there, and a player
/// is made there: on the server's thread either would keep all other pages waiting.
struct DeskThread {
    input: mpsc::Sender<DeskInput>,
    /// At the end when the thread has ended, also by a panic.
    output: UnboundedReceiver<DeskOutput>,
}

impl DeskThread {
    /// Fails if the system starts no thread.
    fn start(opponents: &Opponents) -> io::Result<DeskThread> {
        let (input, incoming) = mpsc::channel();
        let (outgoing, output) = unbounded_channel();
        let desk = Desk {
            opponents: opponents.clone(),
            sender: input.clone(),
            current: None,
            explaining: None,
        };
        thread::Builder::new().spawn(move || desk.work(&incoming, &outgoing))?;
        Ok(DeskThread { input, output })
    }

    /// Ends all work. The page's place is taken until then.
    async fn end(mut self) {
        // A desk that is lost hears nothing, and its output is at its end.
        let _ = self.input.send(DeskInput::PageGone);
        while self.output.recv().await.is_some() {}
    }
}

/// Answers a page until its socket closes, and then until all work for it has ended.
pub(crate) async fn serve(mut socket: PageSocket, opponents: &Opponents) {
    match DeskThread::start(opponents) {
        Ok(mut desk) => {
            answer(&mut socket, &mut desk).await;
            desk.end().await;
        }
        Err(error) => {
            let reason = format!("room: the system starts no thread for an opponent: {error}");
            let event = Event::fault(&reason).to_json();
            socket.refuse(&reason, event).await;
        }
    }
}

/// Carries texts to the desk, one at a time, and events to the page, until the socket closes or the
/// desk is lost.
async fn answer(socket: &mut PageSocket, desk: &mut DeskThread) {
    let mut is_ready = true;
    loop {
        tokio::select! {
            text = socket.text(), if is_ready => {
                let Some(text) = text else { return };
                is_ready = false;
                if desk.input.send(DeskInput::Text(text)).is_err() {
                    return;
                }
            }
            output = desk.output.recv() => match output {
                Some(DeskOutput::Ready) => is_ready = true,
                Some(DeskOutput::Event(event)) => {
                    if !socket.send(event).await {
                        return;
                    }
                }
                None => return,
            },
        }
    }
}

impl Desk {
    /// Answers until the page is gone and all work for it has ended.
    fn work(
        mut self,
        incoming: &mpsc::Receiver<DeskInput>,
        outgoing: &UnboundedSender<DeskOutput>,
    ) {
        let mut has_page = true;
        while has_page || self.is_at_work() {
            // The desk keeps a sender, so its channel does not end.
            let Ok(input) = incoming.recv() else { return };
            let event = match input {
                DeskInput::Text(text) => {
                    let answered = self.answer(&text);
                    let _ = outgoing.send(DeskOutput::Ready);
                    answered.err().map(|message| Event::fault(&message))
                }
                DeskInput::Player(told) => self.event(told),
                DeskInput::PageGone => {
                    has_page = false;
                    self.stop();
                    None
                }
            };
            if let Some(event) = event {
                // A page that is gone needs no answer.
                let _ = outgoing.send(DeskOutput::Event(event.to_json()));
            }
        }
    }

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
            let _ = sender.send(DeskInput::Player(PlayerEvent::Explained(event)));
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
            let told = PlayerEvent::Report(Event::report(&position, one));
            drop(reports.send(DeskInput::Player(told)));
        };
        let done = move |finished| {
            let told = PlayerEvent::Finished(finished, finished_game);
            drop(done.send(DeskInput::Player(told)));
        };
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
        self.current = Some(PagePlayer::new(&self.opponents, go)?);
        Ok(())
    }
}
