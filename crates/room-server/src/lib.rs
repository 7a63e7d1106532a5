//! The machine room as a server: the embedded page, and a machine for each WebSocket.
//!
//! On a loopback address the server answers only requests that name it by a loopback name (`Host`),
//! and opens a WebSocket only for its own page (`Origin`). A page elsewhere, or a name that
//! another's DNS points here, gets 403. On any other address each request needs a token that only
//! the printed address has.
//!
//! Nothing that comes from outside holds the server for good: connections are limited in number and
//! time (connections.rs) and take turns (turns.rs). Commands are limited in cycles (the crate
//! `room`), and the options of players in size (crate `opponents`).

mod connections;
mod guard;
mod machine;
mod opponent;
mod own_answers;
mod page;
mod socket;
mod turns;

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, FromRef, State};
use axum::http::HeaderMap;
use axum::middleware;
use axum::response::Response;
use axum::{Router, routing};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use connections::Connection;
use guard::Guard;
use opponents::Event;
use page::Facts;
use socket::PageSocket;

pub use guard::POLICY;
pub use opponents::Opponents;
pub use room::PublicAddress;

/// Most bytes of a message.
pub const MAX_MESSAGE: usize = 64 * 1024;

/// Most bytes of answers that wait on a connection until the page reads. Beyond it a ping is answered
/// by the latest pong alone. The longest answer has its place.
const MAX_UNREAD: usize = 8 * 1024 * 1024;

/// Bytes that are read of a page at a time: as many as its turn has. The smallest frames have six.
const READ_BUFFER: usize = 4 * 1024;

/// Most machines and opponents at a time. A machine takes 14 MB at most when it has searched for a
/// while.
pub const MAX_PLACES: usize = 16;

/// Most opponents among them: the engine `native` takes 35 MB with four threads,
/// and the server is to stay below 300 MB.
pub const MAX_OPPONENTS: usize = 4;

/// Time after which a connection is closed that sends nothing, or takes nothing.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that has its port and does not answer yet.
pub struct Server {
    listener: TcpListener,
    guard: Guard,
    opponents: Opponents,
    patience: Duration,
    public_address: Option<PublicAddress>,
    has_board: bool,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("listener", &self.listener)
            .finish_non_exhaustive()
    }
}

/// What the answers to sockets need.
#[derive(Clone)]
struct Own {
    guard: Arc<Guard>,
    /// A place for each machine or opponent.
    places: Arc<Semaphore>,
    /// Of these places, those that opponents may take.
    desks: Arc<Semaphore>,
    opponents: Arc<Opponents>,
    patience: Duration,
    facts: Facts,
}

impl FromRef<Own> for Facts {
    fn from_ref(own: &Own) -> Facts {
        own.facts.clone()
    }
}

impl Server {
    /// Takes a port of an address; 0 takes any that is free.
    ///
    /// # Errors
    /// The port is taken, or may not be; or the system gives no random bytes for a token.
    pub async fn bind(address: IpAddr, port: u16, opponents: Opponents) -> io::Result<Server> {
        let listener = connections::listen(SocketAddr::new(address, port))?;
        let guard = Guard::new(listener.local_addr()?)?;
        Ok(Server {
            listener,
            guard,
            opponents,
            patience: PATIENCE,
            public_address: None,
            has_board: false,
        })
    }

    /// The same server, whose page makes its links with the address at which others find it.
    pub fn with_public_address(self, address: PublicAddress) -> Server {
        Server {
            public_address: Some(address),
            ..self
        }
    }

    /// The same server, whose page offers the player `board`: the machine on a board.
    pub fn with_board(self) -> Server {
        Server {
            has_board: true,
            ..self
        }
    }

    /// The same server, which closes silent connections after another time than 30 seconds.
    pub fn with_patience(self, patience: Duration) -> Server {
        Server { patience, ..self }
    }

    /// The page's address, as a browser on this computer asks for it. Where other computers can
    /// reach the server it has the token.
    pub fn url(&self) -> String {
        self.guard.url()
    }

    /// Whether other computers can reach the server.
    pub fn is_open(&self) -> bool {
        self.guard.is_open()
    }

    /// Answers until the process ends. The runtime needs its timers.
    pub async fn serve(self) {
        let guard = Arc::new(self.guard);
        let own = Own {
            guard: Arc::clone(&guard),
            places: Arc::new(Semaphore::new(MAX_PLACES)),
            desks: Arc::new(Semaphore::new(MAX_OPPONENTS)),
            opponents: Arc::new(self.opponents),
            patience: self.patience,
            facts: Facts {
                public_address: self.public_address.map(Arc::new),
                has_board: self.has_board,
            },
        };
        let router = Router::new()
            .route("/machine", routing::get(machine))
            .route("/opponent", routing::get(opponent))
            .fallback(routing::get(page::file))
            .layer(middleware::from_fn_with_state(guard, guard::guard))
            .with_state(own);
        connections::accept(&self.listener, &router, self.patience).await;
    }
}

async fn machine(
    State(own): State<Own>,
    Extension(connection): Extension<Arc<Connection>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Some(refused) = own.guard.origin_refusal(&headers) {
        return refused;
    }
    sized(upgrade).on_upgrade(|socket| async move {
        if let Some((socket, _places)) = own
            .seat(socket, &connection, &[&own.places], machine::fault)
            .await
        {
            machine::serve(socket).await;
        }
    })
}

async fn opponent(
    State(own): State<Own>,
    Extension(connection): Extension<Arc<Connection>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Some(refused) = own.guard.origin_refusal(&headers) {
        return refused;
    }
    sized(upgrade).on_upgrade(|socket| async move {
        let fault = |message: &str| Event::fault(message).to_json();
        if let Some((socket, _places)) = own
            .seat(socket, &connection, &[&own.places, &own.desks], fault)
            .await
        {
            opponent::serve(socket, &own.opponents).await;
        }
    })
}

impl Own {
    /// The places that a page's machine or opponent `needs`, with its socket; or the page is told
    /// that there are none, by a `fault` of the socket's kind.
    async fn seat(
        &self,
        socket: WebSocket,
        connection: &Connection,
        needs: &[&Arc<Semaphore>],
        fault: fn(&str) -> String,
    ) -> Option<(PageSocket, Vec<OwnedSemaphorePermit>)> {
        let socket = PageSocket::new(socket, self.patience);
        let mut places = Vec::new();
        for &kind in needs {
            let Ok(place) = Arc::clone(kind).try_acquire_owned() else {
                let full = format!(
                    "room: expected at most {MAX_PLACES} machines and opponents, \
                     {MAX_OPPONENTS} of them opponents; close another page"
                );
                // A place that was free is so again while the page hears why.
                drop(places);
                tokio::select! {
                    () = socket.refuse(&full, fault(&full)) => {}
                    // Others wait for its connection.
                    () = connection.closed() => {}
                }
                return None;
            };
            places.push(place);
        }
        connection.is_seated();
        Some((socket, places))
    }
}

fn sized(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(READ_BUFFER)
        .max_write_buffer_size(MAX_UNREAD)
}
