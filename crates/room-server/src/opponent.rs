//! Opponents: the program's players behind a WebSocket, each search on a thread of its own and stopped at any moment.
//!
//! A page asks in JSON and gets events in JSON: `report` for every new line, `best` at the end, `explained`, `fault`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use play::{
    Choice, Control, Finished, Game, Limits, PlayerFactory, PlayerList, Report, Score, Seat,
};
use serde::Deserialize;
use serde_json::{Value, json};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// A player's account of its choice in a position, as text.
pub type Explain = Arc<dyn Fn(&Game) -> Result<String, String> + Send + Sync>;

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
/// Deepest search of a player.
const MAX_DEPTH: u32 = 60;

/// News from the player's thread.
enum News {
    Event(Value),
    Finished(Finished<Choice>, Box<Game>),
}

/// The player of a page.
struct PagePlayer {
    seat: Seat,
    player: String,
    options: Vec<(String, String)>,
}

fn fault(message: &str) -> Value {
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

/// Answers a page until its socket closes.
pub(crate) async fn serve(mut socket: WebSocket, opponents: &Opponents) {
    let (sender, mut receiver) = unbounded_channel::<News>();
    let mut current: Option<PagePlayer> = None;
    loop {
        let event = tokio::select! {
            message = socket.recv() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                    Some(Ok(_)) => continue,
                };
                match answer(&text, &mut current, opponents, &sender) {
                    Ok(()) => continue,
                    Err(message) => fault(&message),
                }
            }
            news = receiver.recv() => match news {
                None => break,
                Some(News::Event(event)) => event,
                Some(News::Finished(finished, game)) => {
                    let choice = current.as_mut().map(|current| current.seat.finish(finished));
                    match choice {
                        Some(Ok(Choice { best: Some(best), .. })) => {
                            let san = play::san(game.position(), best);
                            json!({ "event": "best", "uci": uci(best), "san": san })
                        }
                        Some(Ok(_)) => fault("the player found no move"),
                        Some(Err(crash)) => fault(&crash.to_string()),
                        None => continue,
                    }
                }
            },
        };
        if socket
            .send(Message::Text(event.to_string().into()))
            .await
            .is_err()
        {
            break;
        }
    }
    if let Some(current) = current {
        current.seat.stop();
    }
}

/// Carries out a request; its events come from the player's thread.
fn answer(
    text: &str,
    current: &mut Option<PagePlayer>,
    opponents: &Opponents,
    sender: &UnboundedSender<News>,
) -> Result<(), String> {
    match serde_json::from_str(text).map_err(|error| format!("ask: {error}"))? {
        Ask::Stop {} => {
            if let Some(current) = current {
                current.seat.stop();
            }
            Ok(())
        }
        Ask::Explain { player, fen, moves } => {
            let found = opponents.explain.iter().find(|(name, _)| *name == player);
            let (_, explain) = found.ok_or_else(|| {
                let names: Vec<&str> = opponents.explain.iter().map(|(name, _)| *name).collect();
                format!("player: expected {}, got '{player}'", names.join(" or "))
            })?;
            let (explain, game) = (Arc::clone(explain), game(fen.as_deref(), &moves)?);
            let sender = sender.clone();
            tokio::task::spawn_blocking(move || {
                let event = match explain(&game) {
                    Ok(text) => json!({ "event": "explained", "text": text }),
                    Err(message) => fault(&message),
                };
                // A page that is gone needs no answer.
                let _ = sender.send(News::Event(event));
            });
            Ok(())
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
            let mut limits = Limits {
                depth: depth.map(|depth| depth.clamp(1, MAX_DEPTH)),
                ..Limits::default()
            };
            match seconds {
                Some(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => {
                    limits.move_time = Some(Duration::from_secs_f64(seconds));
                }
                Some(seconds) => {
                    return Err(format!(
                        "seconds: expected 0 to {MAX_SECONDS}, got {seconds}"
                    ));
                }
                None if depth.is_none() => {
                    return Err("go: expected 'seconds' or 'depth', got neither".to_owned());
                }
                None => {}
            }
            set_player(current, opponents, &player, options)?;
            let Some(current) = current else {
                return Ok(());
            };
            if let Some(reason) = current.seat.refusal(game.position()) {
                return Err(reason);
            }
            let (news, done) = (sender.clone(), sender.clone());
            let (position, finished_game) = (game.position().clone(), Box::new(game.clone()));
            let report = move |one: &Report| drop(news.send(News::Event(report(&position, one))));
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
    }
}

/// Makes a player with these options the page's, unless it is already.
fn set_player(
    current: &mut Option<PagePlayer>,
    opponents: &Opponents,
    player: &str,
    options: Vec<(String, String)>,
) -> Result<(), String> {
    let same = |current: &PagePlayer| current.player == player && current.options == options;
    if current
        .as_ref()
        .is_some_and(|current| same(current) || !current.seat.is_idle())
    {
        return Ok(());
    }
    let mut list = PlayerList::new(opponents.players.clone(), 0, options.clone());
    if !list.choose(player) {
        let names: Vec<&str> = opponents.players.iter().map(PlayerFactory::name).collect();
        return Err(format!(
            "player: expected {}, got '{player}'",
            names.join(", ")
        ));
    }
    *current = Some(PagePlayer {
        seat: Seat::new(list),
        player: player.to_owned(),
        options,
    });
    Ok(())
}
