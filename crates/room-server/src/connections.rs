//! Connections: how many there are, how long each may keep the server waiting, and which one goes
//! when there are too many.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use axum::Router;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper::{Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use crate::own_answers::WithHeaders;
use crate::turns::OneReadATurn;

/// Most connections. Common systems give a process 1,024 descriptors; a page takes eight at most.
pub(crate) const MAX_CONNECTIONS: usize = 512;

/// Most bytes of a request's head.
const MAX_HEAD: usize = 64 * 1024;

/// A connection keeps its place for this long after its last request, however many wait for one. A
/// busy computer takes a good part of that to send a request on a connection that it has opened.
const GRACE: Duration = Duration::from_millis(500);

/// Most bytes of answers that the system is to hold for a connection; Linux takes twice as many. By
/// itself it holds up to 4 MB for one that reads nothing, and for hundreds of them more than it has
/// for all connections of the computer.
const SEND_BUFFER: u32 = 64 * 1024;

/// Most connections that wait to be accepted: what Linux allows. Those beyond would try for
/// seconds.
const BACKLOG: u32 = 4096;

/// Pause after an error of the system, such as a lack of descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// All connections of a server.
pub(crate) struct Connections {
    slots: Arc<Semaphore>,
    /// Those that may be closed for the sake of others, the one first that has asked for nothing
    /// longest.
    idle: Mutex<BTreeMap<u64, Idle>>,
    /// The next number in that order.
    next: AtomicU64,
    /// Whether the system lacked something for the connection that came last.
    is_short: AtomicBool,
}

struct Idle {
    since: Instant,
    connection: Weak<Connection>,
}

/// A place among the connections; free again when the last reference to it goes.
pub(crate) struct Connection {
    all: Arc<Connections>,
    /// Its number among the idle ones.
    number: AtomicU64,
    closed: Notify,
    /// Whether it carries a page's socket, and no more answers.
    is_socket: AtomicBool,
    _slot: OwnedSemaphorePermit,
}

impl Connections {
    fn new() -> Arc<Connections> {
        Arc::new(Connections {
            slots: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            idle: Mutex::default(),
            // A connection that has no number among them yet has 0.
            next: AtomicU64::new(1),
            is_short: AtomicBool::new(false),
        })
    }

    fn idle(&self) -> MutexGuard<'_, BTreeMap<u64, Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(self: &Arc<Connections>, slot: OwnedSemaphorePermit) -> Arc<Connection> {
        Arc::new(Connection {
            all: Arc::clone(self),
            number: AtomicU64::new(0),
            closed: Notify::new(),
            is_socket: AtomicBool::new(false),
            _slot: slot,
        })
    }

    /// Whether others wait for a place.
    fn is_full(&self) -> bool {
        self.slots.available_permits() == 0 || self.is_short.load(Ordering::Relaxed)
    }

    /// Closes the connection that has been idle longest, if it has been so for long enough.
    fn close_oldest(&self) -> bool {
        let mut idle = self.idle();
        let Some(oldest) = idle.first_entry() else {
            return false;
        };
        if oldest.get().since.elapsed() < GRACE {
            return false;
        }
        if let Some(connection) = oldest.remove().connection.upgrade() {
            connection.closed.notify_one();
        }
        true
    }

    /// A place for one more connection. While all are taken, an idle one is closed, or one must
    /// end.
    async fn slot(&self) -> OwnedSemaphorePermit {
        loop {
            let free = Arc::clone(&self.slots).acquire_owned();
            let wait = if self.slots.available_permits() == 0 && !self.close_oldest() {
                PAUSE
            } else {
                GRACE
            };
            if let Ok(slot) = timeout(wait, free).await {
                return slot.expect("the semaphore is never closed");
            }
        }
    }
}

impl Connection {
    /// A request has come: the connection is the last to be closed for others.
    pub(crate) fn is_used(self: &Arc<Connection>) {
        let number = self.all.next.fetch_add(1, Ordering::Relaxed);
        let idle = Idle {
            since: Instant::now(),
            connection: Arc::downgrade(self),
        };
        let mut all = self.all.idle();
        all.remove(&self.number.swap(number, Ordering::Relaxed));
        all.insert(number, idle);
    }

    /// An answer is ready.
    fn is_answered(&self, answer: &mut Response) {
        if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
            self.is_socket.store(true, Ordering::Relaxed);
        } else if self.all.is_full() {
            // One that asks without a pause is never idle. If it asks again, it does so behind
            // those that wait.
            let close = HeaderValue::from_static("close");
            answer.headers_mut().insert(CONNECTION, close);
        }
    }

    pub(crate) fn is_socket(&self) -> bool {
        self.is_socket.load(Ordering::Relaxed)
    }

    /// Waits until it must be closed for others.
    pub(crate) async fn closed(&self) {
        self.closed.notified().await;
    }

    /// It serves a page from now on, and is never closed for others.
    pub(crate) fn is_seated(&self) {
        let number = self.number.load(Ordering::Relaxed);
        self.all.idle().remove(&number);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.is_seated();
    }
}

/// Takes a port of an address.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // A server that begins again takes its port at once.
    socket.set_reuseaddr(true)?;
    // Connections have it from the socket that accepts them.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Accepts connections for ever and has their requests answered; each finds its [`Connection`]
/// among its extensions. While others wait for a place, each answer is the last of its connection.
///
/// A connection that sends nothing, or takes nothing of what it is sent, is closed after
/// `patience`; and so is one whose request's head takes that long.
pub(crate) async fn accept(listener: &TcpListener, router: &Router, patience: Duration) {
    let connections = Connections::new();
    loop {
        // A place first: what is not accepted takes no descriptor, and waits in the system's queue.
        let slot = connections.slot().await;
        match listener.accept().await {
            Ok((stream, _)) => {
                connections.is_short.store(false, Ordering::Relaxed);
                let connection = connections.add(slot);
                tokio::spawn(serve(stream, connection, router.clone(), patience));
            }
            // The client has gone again.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::ConnectionAborted
                        | ErrorKind::ConnectionRefused
                        | ErrorKind::ConnectionReset
                ) => {}
            // Descriptors or memory are short, and the connections are what this server can do
            // without.
            Err(_) => {
                connections.is_short.store(true, Ordering::Relaxed);
                while connections.close_oldest() {}
                sleep(PAUSE).await;
            }
        }
    }
}

async fn serve(stream: TcpStream, connection: Arc<Connection>, router: Router, patience: Duration) {
    // From now on the server listens to it: only now can it be idle.
    connection.is_used();
    // Small frames go out at once. If the system refuses, they go a little later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(patience));
    stream.set_write_timeout(Some(patience));
    let of_stream = Arc::clone(&connection);
    let stream = OneReadATurn::new(Box::pin(stream));
    let stream = WithHeaders::new(stream, move || of_stream.is_socket());
    let place = Arc::clone(&connection);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let place = Arc::clone(&place);
        place.is_used();
        request.extensions_mut().insert(Arc::clone(&place));
        let answer = TowerToHyperService::new(router.clone()).call(request);
        async move {
            let mut answer = answer.await?;
            place.is_answered(&mut answer);
            Ok::<_, Infallible>(answer)
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut served = pin!(served);
    tokio::select! {
        // What a client does wrong ends its own connection and concerns nobody else.
        _ = &mut served => {}
        () = connection.closed() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_can_be_closed_for_others_once_they_are_listened_to() {
        let connections = Connections::new();
        let slot = || Arc::clone(&connections.slots).try_acquire_owned().unwrap();
        let first = connections.add(slot());
        assert!(connections.idle().is_empty(), "idle before it is heard");
        first.is_used();
        let second = connections.add(slot());
        second.is_used();
        // The second takes nothing from the first, whose number is the lowest there is.
        assert_eq!(connections.idle().len(), 2);
        drop(first);
        assert_eq!(connections.idle().len(), 1);
    }
}
