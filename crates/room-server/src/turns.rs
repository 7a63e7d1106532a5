//! Turns of a connection: none works so long at a time that others wait for it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A stream that is read once a turn.
///
/// A client that sends without a pause has always something to read, and its task would go on
/// without an end: what it is counted by, the runtime's budget, is one for each reading, and one
/// reading can be twenty thousand frames. So after each reading the others have their turn first.
pub(crate) struct OneReadATurn<S> {
    stream: S,
    /// Whether something was read in this turn.
    has_read: bool,
}

impl<S> OneReadATurn<S> {
    pub(crate) fn new(stream: S) -> OneReadATurn<S> {
        OneReadATurn {
            stream,
            has_read: false,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for OneReadATurn<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.has_read {
            this.has_read = false;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        this.has_read = read.is_ready();
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for OneReadATurn<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
