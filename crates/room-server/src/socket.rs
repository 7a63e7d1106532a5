//! The socket of a page: texts both ways, and the question whether the page is still there.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};

/// Time that a page that is refused has for reading why.
const FAREWELL: Duration = Duration::from_secs(2);

/// Pings in the time after which a silent connection is closed: browsers answer them, even for a
/// page in the background.
const PINGS: u32 = 3;

/// The socket of a page.
pub(crate) struct PageSocket {
    socket: WebSocket,
    pings: Interval,
}

impl PageSocket {
    /// The connection closes a socket that has been silent for `patience`.
    pub(crate) fn new(socket: WebSocket, patience: Duration) -> PageSocket {
        let period = patience / PINGS;
        let mut pings = interval_at(Instant::now() + period, period);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        PageSocket { socket, pings }
    }

    /// The page's next text; none when it is gone. A call that is dropped loses nothing.
    pub(crate) async fn text(&mut self) -> Option<Utf8Bytes> {
        loop {
            let message = tokio::select! {
                message = self.socket.recv() => message,
                _ = self.pings.tick() => {
                    self.socket.send(Message::Ping(Vec::new().into())).await.ok()?;
                    continue;
                }
            };
            match message {
                Some(Ok(Message::Text(text))) => return Some(text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {}
            }
        }
    }

    /// Sends a text; false if the page is gone.
    pub(crate) async fn send(&mut self, text: String) -> bool {
        self.socket.send(Message::Text(text.into())).await.is_ok()
    }

    /// Tells the page why it is refused, with an event that says so, and closes. It may try again
    /// later.
    pub(crate) async fn refuse(mut self, reason: &str, event: String) {
        let close = Message::Close(Some(CloseFrame {
            code: close_code::AGAIN,
            reason: reason.into(),
        }));
        if self.send(event).await && self.socket.send(close).await.is_ok() {
            // A socket that is closed with texts unread resets the connection, and the page would
            // not see the reason.
            let gone = async { while self.text().await.is_some() {} };
            // A page that does not go is left.
            let _ = timeout(FAREWELL, gone).await;
        }
    }
}
