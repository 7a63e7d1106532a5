//! The headers of answers that the HTTP library gives by itself: to what is no request of HTTP, and
//! so never reaches the router.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hyper::header::CONTENT_SECURITY_POLICY;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::guard;

/// How a refusal begins. The library has none of other kinds.
const REFUSAL: &[u8] = b"HTTP/1.1 4";

/// The stream of a connection, which gives the library's own answers the headers of all others.
///
/// Such an answer is the last on its connection.
pub(crate) struct WithHeaders<S, F> {
    stream: S,
    /// Whether the connection has become a socket.
    is_socket: F,
    /// What is left to be sent of the library's own answer.
    own: Vec<u8>,
}

impl<S, F: Fn() -> bool> WithHeaders<S, F> {
    pub(crate) fn new(stream: S, is_socket: F) -> WithHeaders<S, F> {
        WithHeaders {
            stream,
            is_socket,
            own: Vec::new(),
        }
    }
}

/// Where the library's own answer begins in what it writes. It has no body, so that its head ends
/// all; and it has no headers of the [`guard`].
fn own_answer(bytes: &[u8]) -> Option<usize> {
    let head = bytes.strip_suffix(b"\r\n\r\n")?;
    let begin = head
        .windows(REFUSAL.len())
        .rposition(|window| window == REFUSAL)?;
    let head = str::from_utf8(&head[begin..]).ok()?;
    if head.contains(CONTENT_SECURITY_POLICY.as_str()) || !head.contains("\r\ncontent-length: 0") {
        return None;
    }
    Some(begin)
}

/// A head of an answer with the headers of all others.
fn with_headers(head: &[u8]) -> Vec<u8> {
    let mut text = head[..head.len() - b"\r\n".len()].to_vec();
    for (name, value) in guard::HEADERS {
        text.extend(format!("{name}: {value}\r\n").bytes());
    }
    text.extend(b"\r\n");
    text
}

impl<S: AsyncWrite + Unpin, F: Fn() -> bool + Unpin> AsyncWrite for WithHeaders<S, F> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        // The frames of a socket may have any text.
        let own = if (this.is_socket)() {
            None
        } else {
            own_answer(bytes)
        };
        match own {
            Some(0) => {
                this.own = with_headers(bytes);
                Poll::Ready(Ok(bytes.len()))
            }
            // First the rest of the answer before it.
            Some(begin) => Pin::new(&mut this.stream).poll_write(context, &bytes[..begin]),
            None => Pin::new(&mut this.stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        while !this.own.is_empty() {
            let sent = ready!(Pin::new(&mut this.stream).poll_write(context, &this.own))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            this.own.drain(..sent);
        }
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.as_mut().poll_flush(context))?;
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin, F: Unpin> AsyncRead for WithHeaders<S, F> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_answer_is_found_behind_another_one() {
        let own = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let other = "HTTP/1.1 404 Not Found\r\ncontent-security-policy: x\r\n\
                     content-length: 0\r\n\r\n";
        assert_eq!(own_answer(own.as_bytes()), Some(0));
        let both = format!("{other}{own}");
        assert_eq!(own_answer(both.as_bytes()), Some(other.len()));
        for text in [
            other,
            "",
            "\r\n\r\n",
            "a page\r\n\r\n",
            &own[..own.len() - 1],
        ] {
            assert_eq!(own_answer(text.as_bytes()), None, "{text}");
        }
    }
}
