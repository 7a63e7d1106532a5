//! Opponents: the program's players behind a WebSocket, each search on a thread of its own and stopped at any moment.
//!
//! A page asks in JSON and gets events in JSON: `report` for every new line, `best` at the end, `explained`, `fault`.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use play::{
    Choice, Control, Finished, Game, Limits, PlayerFactory, PlayerList, Report, Score, Seat,
};
use serde::Deserialize;
use serde_json::{Value, json};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::options;
use crate::socket::PageSocket;

/// A player's account of its choice in a position, as text. It ends early when it is stopped.
pub type Explain = Arc<dyn Fn(&Game, &Control) -> Result<String, String> + Send + Sync>;

/// The players that a page can play against.
#[derive(Clone)]
pub struct Opponents {
    /// The players.
    pub players: Vec<PlayerFactory>,
    /// The explanation of a choice, by the player's name.
    pub explain: Vec<(&'static str, Explain)>,
}

impl fmt::Debug for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opponents")
            .field("players", &self.players)
            .finish_non_exhaustive()
    }
}

/// A page's request.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Ask {
    /// A move.
    Go {
        player: String,
        #[serde(default)]
        options: Vec<(String, String)>,
        #[serde(default)]
        fen: Option<String>,
        #[serde(default)]
        moves: Vec<String>,
        /// Seconds for the move, or its depth in plies.
        seconds: Option<f64>,
        depth: Option<u32>,
    },
    /// The best move so far, now.
    Stop {},
    /// The explanation of a choice.
    Explain {
        player: String,
        #[serde(default)]
        fen: Option<String>,
        #[serde(default)]
        moves: Vec<String>,
    },
}

/// Longest time for a move in seconds.
const MAX_SECONDS: f64 = 3_600.0;

/// News from the threads at work for a page.
enum News {
    Report(Value),
    Finished(Finished<Choice>, Box<Game>),
    Explained(Value),
}

/// What a page has: its player, and the explanation under way.
struct Desk<'a> {
    opponents: &'a Opponents,
    sender: UnboundedSender<News>,
    current: Option<PagePlayer>,
    explaining: Option<Control>,
}

/// The player of a page.
struct PagePlayer {
    seat: Seat,
    player: String,
    options: Vec<(String, String)>,
}

pub(crate) fn fault(message: &str) -> Value {
    json!({ "event": "fault", "message": message })
}

fn uci(chess_move: Move) -> String {
    UciMove::from_move(chess_move, CastlingMode::Standard).to_string()
}

fn game(fen: Option<&str>, moves: &[String]) -> Result<Game, String> {
    let mut game = match fen.map(str::trim) {
        None | Some("") => Game::new(),
        Some(fen) => Game::from_fen(fen).map_err(|error| error.to_string())?,
    };
    for text in moves {
        let found =
            notation::parse_move(game.position(), text).map_err(|error| error.to_string())?;
        game.play(found);
    }
    match game.ending() {
        None => Ok(game),
        Some(ending) => Err(format!("go: expected a game that goes on, got '{ending}'")),
    }
}

/// A report as the page shows it.
fn report(position: &Chess, report: &Report) -> Value {
    let (value, mate) = match report.score {
        Score::Centipawns(value) => (value, None),
        Score::Mate(moves) => (0, Some(moves)),
    };
    json!({
        "event": "report",
        "depth": report.depth,
        "value": value,
        "mate": mate,
        "nodes": report.nodes,
        "unsearched": report.is_unsearched(),
        "machine_seconds": report.machine.map(|machine| machine.seconds),
        "uci": report.pv.iter().map(|&one| uci(one)).collect::<Vec<_>>(),
        "line": notation::san_line(position, &report.pv),
    })
}

/// Answers a page until its socket closes, and then until all work for it has ended.
pub(crate) async fn serve(mut socket: PageSocket, opponents: &Opponents) {
    let (sender, mut receiver) = unbounded_channel::<News>();
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
                    Err(message) => fault(&message),
                }
            }
            news = receiver.recv() => match news.and_then(|news| desk.event(news)) {
                Some(event) => event,
                None => continue,
            },
        };
        if !socket.send(event.to_string()).await {
            break;
        }
    }
    desk.stop();
    while desk.is_at_work() {
        if let Some(news) = receiver.recv().await {
            desk.event(news);
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

    /// Takes news from a thread; what the page is told of it.
    fn event(&mut self, news: News) -> Option<Value> {
        match news {
            News::Report(event) => Some(event),
            News::Explained(event) => {
                self.explaining = None;
                Some(event)
            }
            News::Finished(finished, game) => {
                let choice = self.current.as_mut()?.seat.finish(finished);
                Some(match choice {
                    Ok(Choice {
                        best: Some(best), ..
                    }) => {
                        let san = play::san(game.position(), best);
                        json!({ "event": "best", "uci": uci(best), "san": san })
                    }
                    Ok(_) => fault("the player found no move"),
                    Err(crash) => fault(&crash.to_string()),
                })
            }
        }
    }

    /// Carries out a request; its events come from other threads.
    fn answer(&mut self, text: &str) -> Result<(), String> {
        match serde_json::from_str(text).map_err(|error| format!("ask: {error}"))? {
            Ask::Stop {} => {
                if let Some(current) = &self.current {
                    current.seat.stop();
                }
                Ok(())
            }
            Ask::Explain { player, fen, moves } => {
                self.explain(&player, game(fen.as_deref(), &moves)?)
            }
            Ask::Go {
                player,
                options,
                fen,
                moves,
                seconds,
                depth,
            } => {
                let game = game(fen.as_deref(), &moves)?;
                let limits = limits(seconds, depth)?;
                self.set_player(&player, options)?;
                self.go(game, limits)
            }
        }
    }

    fn explain(&mut self, player: &str, game: Game) -> Result<(), String> {
        let mut known = self.opponents.explain.iter();
        let Some((_, explain)) = known.find(|(name, _)| *name == player) else {
            let names = self.opponents.explain.iter().map(|(name, _)| *name);
            let names: Vec<&str> = names.collect();
            return Err(format!(
                "player: expected {}, got '{player}'",
                names.join(" or ")
            ));
        };
        if self.explaining.is_some() {
            return Err(
                "explain: expected one at a time, got another before the answer to the last"
                    .to_owned(),
            );
        }
        let control = Control::new();
        self.explaining = Some(control.clone());
        let (explain, sender) = (Arc::clone(explain), self.sender.clone());
        tokio::task::spawn_blocking(move || {
            let explained = catch_unwind(AssertUnwindSafe(|| explain(&game, &control)));
            let event = match explained {
                Ok(Ok(text)) => json!({ "event": "explained", "text": text }),
                Ok(Err(message)) => fault(&message),
                Err(_) => fault("explain: the player failed"),
            };
            // A page that is gone needs no answer.
            let _ = sender.send(News::Explained(event));
        });
        Ok(())
    }

    fn go(&mut self, game: Game, limits: Limits) -> Result<(), String> {
        let Some(current) = &mut self.current else {
            return Ok(());
        };
        if let Some(reason) = current.seat.refusal(game.position()) {
            return Err(reason);
        }
        let (news, done) = (self.sender.clone(), self.sender.clone());
        let (position, finished_game) = (game.position().clone(), Box::new(game.clone()));
        let report = move |one: &Report| drop(news.send(News::Report(report(&position, one))));
        let done = move |finished| drop(done.send(News::Finished(finished, finished_game)));
        if !current
            .seat
            .search(game, limits, Control::new(), report, done)
        {
            return Err(
                "go: expected an idle player, got one that searches; ask for 'stop' first"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// Makes a player with these options the page's, unless it is already.
    fn set_player(&mut self, player: &str, options: Vec<(String, String)>) -> Result<(), String> {
        for (name, value) in &options {
            options::check(name, value)?;
        }
        if let Some(current) = &self.current {
            let same = current.player == player && current.options == options;
            if same || !current.seat.is_idle() {
                return Ok(());
            }
        }
        let players = &self.opponents.players;
        let mut list = PlayerList::new(players.clone(), 0, Vec::new());
        if !list.choose(player) {
            let names: Vec<&str> = players.iter().map(PlayerFactory::name).collect();
            return Err(format!(
                "player: expected {}, got '{player}'",
                names.join(", ")
            ));
        }
        let mut seat = Seat::new(list);
        for (name, value) in &options {
            seat.set_option(name, value)
                .map_err(|error| error.to_string())?;
        }
        self.current = Some(PagePlayer {
            seat,
            player: player.to_owned(),
            options,
        });
        Ok(())
    }
}

fn limits(seconds: Option<f64>, depth: Option<u32>) -> Result<Limits, String> {
    let move_time = match seconds {
        Some(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => {
            Some(Duration::from_secs_f64(seconds))
        }
        Some(seconds) => {
            return Err(format!(
                "seconds: expected 0 to {MAX_SECONDS}, got {seconds}"
            ));
        }
        None if depth.is_none() => {
            return Err("go: expected 'seconds' or 'depth', got neither".to_owned());
        }
        None => None,
    };
    Ok(Limits {
        depth: depth.map(|depth| depth.max(1)),
        move_time,
        ..Limits::default()
    })
}
