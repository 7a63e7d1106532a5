//! The machine room on a loopback address: the embedded page, and a machine for each WebSocket.
//!
//! The server answers only requests whose `Host` header is its own address, and opens a WebSocket only for its own
//! page (`Origin`). A page elsewhere, or a name that another's DNS points here, gets 403.

mod opponent;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use include_dir::{Dir, File, include_dir};
use room::Room;
use tokio::net::TcpListener;

pub use opponent::{Explain, Opponents};

/// The page's files.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web");

/// The pages of documentation, served under docs/.
static DOCS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs");

/// Names of openings, served as openings.tsv.
static OPENINGS: &[u8] = include_bytes!("../../../suites/openings.tsv");

/// Most bytes of a message.
pub const MAX_MESSAGE: usize = 64 * 1024;

/// Most machines and opponents at a time; each machine takes about 40 MB when it has searched for a while.
const MAX_MACHINES: usize = 16;

/// The page's content security policy. The hash is that of the one style attribute that chessground writes.
pub const POLICY: &str = include_str!("../../../web/policy.txt").trim_ascii_end();

/// A server that has its port and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    opponents: Opponents,
}

/// The server's own names, and the machines that are free.
#[derive(Debug)]
struct Own {
    hosts: [String; 3],
    machines: tokio::sync::Semaphore,
    opponents: Opponents,
}

impl Server {
    /// Takes a port of an address; 0 takes any that is free. Fails if the port is taken, or may not be.
    ///
    /// On any address the page is refused unless it is asked for as 127.0.0.1, `[::1]` or localhost.
    pub async fn bind(address: IpAddr, port: u16, opponents: Opponents) -> io::Result<Server> {
        let listener = TcpListener::bind((address, port)).await?;
        let address = listener.local_addr()?;
        Ok(Server {
            listener,
            address,
            opponents,
        })
    }

    /// The page's address, as a browser on this computer asks for it.
    pub fn url(&self) -> String {
        let host = if self.address.is_ipv6() {
            "[::1]"
        } else {
            "127.0.0.1"
        };
        format!("http://{host}:{}/", self.address.port())
    }

    /// Answers until the process ends.
    ///
    /// # Errors
    /// The listener fails.
    pub async fn serve(self) -> io::Result<()> {
        let port = self.address.port();
        let hosts = ["127.0.0.1", "[::1]", "localhost"].map(|name| format!("{name}:{port}"));
        let machines = tokio::sync::Semaphore::new(MAX_MACHINES);
        let own = Arc::new(Own {
            hosts,
            machines,
            opponents: self.opponents,
        });
        let router = Router::new()
            .route("/machine", get(machine))
            .route("/opponent", get(opponent))
            .fallback(get(file))
            .layer(middleware::from_fn_with_state(Arc::clone(&own), own_host))
            .with_state(own);
        axum::serve(self.listener, router).await
    }
}

/// Refuses foreign hosts, and gives every answer its policy.
async fn own_host(State(own): State<Arc<Own>>, request: Request, next: Next) -> Response {
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|value| value.to_str().ok());
    let mut response = if host.is_some_and(|host| own.hosts.iter().any(|mine| mine == host)) {
        next.run(request).await
    } else {
        (
            StatusCode::FORBIDDEN,
            format!("host: expected {}\n", own.hosts.join(" or ")),
        )
            .into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn file(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let found = match path.strip_prefix("docs/") {
        Some(page) => DOCS
            .get_file(page)
            .filter(|_| page.ends_with(".md"))
            .map(File::contents),
        None if path == "openings.tsv" => Some(OPENINGS),
        None => PAGE.get_file(path).map(File::contents),
    };
    let Some(contents) = found else {
        return (StatusCode::NOT_FOUND, format!("no file '{path}'\n")).into_response();
    };
    ([(header::CONTENT_TYPE, content_type(path))], contents).into_response()
}

/// The content type of a file by its ending.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}

async fn machine(
    State(own): State<Arc<Own>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Some(refused) = refused(&own, &headers) {
        return refused;
    }
    sized(upgrade).on_upgrade(|socket| async move { converse(socket, &own).await })
}

async fn opponent(
    State(own): State<Arc<Own>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Some(refused) = refused(&own, &headers) {
        return refused;
    }
    sized(upgrade).on_upgrade(|socket| async move {
        let Ok(_permit) = own.machines.try_acquire() else {
            return;
        };
        opponent::serve(socket, &own.opponents).await;
    })
}

fn sized(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
}

/// The answer to a socket of another's page.
fn refused(own: &Own, headers: &HeaderMap) -> Option<Response> {
    let origin = headers
        .get(header::ORIGIN)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let mine = origin
        .strip_prefix("http://")
        .is_some_and(|host| own.hosts.iter().any(|mine| mine == host));
    let expected = own
        .hosts
        .each_ref()
        .map(|host| format!("http://{host}"))
        .join(" or ");
    (!mine).then(|| {
        (
            StatusCode::FORBIDDEN,
            format!("origin: expected {expected}\n"),
        )
            .into_response()
    })
}

/// A machine of its own for each socket. It runs beside the server's thread, one message at a time.
async fn converse(mut socket: WebSocket, own: &Own) {
    let Ok(_permit) = own.machines.try_acquire() else {
        let events = format!(
            r#"[{{"event":"fault","message":"machines: expected at most {MAX_MACHINES} open pages; close one"}}]"#
        );
        // A page that is gone needs no answer.
        let _ = socket.send(Message::Text(events.into())).await;
        return;
    };
    let mut room: Option<Room> = None;
    while let Some(Ok(message)) = socket.recv().await {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return,
            _ => continue,
        };
        let work = tokio::task::spawn_blocking(move || {
            let mut room = room.unwrap_or_default();
            let events = room.message(&text);
            (room, events)
        });
        let Ok((kept, events)) = work.await else {
            return;
        };
        room = Some(kept);
        if socket.send(Message::Text(events.into())).await.is_err() {
            return;
        }
    }
}
