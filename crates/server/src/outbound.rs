//! The outbound half of a client connection: bytes are written at once if possible, and buffered while the client is slow.
//!
//! A table writes to its sockets itself. Waking a task of each socket for every frame would cost more than the frame.

use std::io::{self, ErrorKind};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use mazzo_protocol::Bye;
use parking_lot::Mutex;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::config::{OUTBOX, SEND_BUFFER, WRITE_MS};
use crate::frames::FrameCounter;
use crate::limits::TokenBucket;

/// Time that a client has to read the last message and hang up.
const LINGER: Duration = Duration::from_secs(2);
/// Bytes of the client that are read and discarded meanwhile, and the size of one read.
const LINGER_BYTES: usize = 1024 * 1024;
const LINGER_READ: usize = 4096;

/// Appends a text message as a WebSocket server frames it: one final fragment, not masked.
pub(crate) fn frame(to: &mut Vec<u8>, payload: impl FnOnce(&mut Vec<u8>)) {
    const FINAL: u8 = 0x80;
    const TEXT: u8 = 1;
    to.push(FINAL | TEXT);
    let length_at = to.len();
    to.push(0);
    payload(to);
    // Most messages are short and need no longer length field.
    let after = length_at + 1;
    to[length_at] = match to.len() - after {
        length @ 0..126 => length as u8,
        length @ 126..0x1_0000 => {
            to.splice(after..after, (length as u16).to_be_bytes());
            126
        }
        length => {
            to.splice(after..after, (length as u64).to_be_bytes());
            127
        }
    };
}

#[derive(Debug, Default)]
struct Buffer {
    bytes: Vec<u8>,
    /// The table has dropped its sink: the connection ends once the buffer is empty.
    is_over: bool,
    /// The client hung up, or reads too slowly.
    is_lost: bool,
    /// The reason that the table gave for closing.
    bye: Option<Bye>,
}

/// State of the buffer after a flush.
enum Flushed {
    Empty,
    Pending,
    Closed,
}

/// The outbound half of one connection.
#[derive(Debug)]
pub(crate) struct Outbound {
    stream: OwnedWriteHalf,
    buffer: Mutex<Buffer>,
    more: Notify,
}

impl Outbound {
    /// Splits a connection into its outbound half and the stream that the WebSocket uses, whose frames are limited by `budget`.
    pub(crate) fn new(stream: TcpStream, budget: TokenBucket) -> (Arc<Self>, MeteredStream) {
        bound_send_buffer(&stream);
        let (reader, stream) = stream.into_split();
        let outbound = Arc::new(Self { stream, buffer: Mutex::default(), more: Notify::new() });
        let frames = FrameCounter::default();
        (Arc::clone(&outbound), MeteredStream { reader, outbound, frames, budget, is_flooding: false })
    }

    /// The reason that the table gave for closing, if any.
    pub(crate) fn bye(&self) -> Option<Bye> {
        self.buffer.lock().bye
    }

    /// Writes, and buffers the rest. False if the client hung up, or is too far behind.
    pub(crate) fn write(&self, bytes: &[u8]) -> bool {
        let mut buffer = self.buffer.lock();
        let rest = if buffer.bytes.is_empty() { self.try_write(bytes, &mut buffer) } else { bytes };
        if !rest.is_empty() {
            buffer.is_lost |= buffer.bytes.len() + rest.len() > OUTBOX;
            if !buffer.is_lost {
                buffer.bytes.extend_from_slice(rest);
            }
            self.more.notify_one();
        }
        !buffer.is_lost
    }

    /// Writes without blocking. Returns the bytes that are left.
    fn try_write<'a>(&self, mut bytes: &'a [u8], buffer: &mut Buffer) -> &'a [u8] {
        while !bytes.is_empty() && !buffer.is_lost {
            match self.stream.try_write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => return bytes,
                Err(_) => buffer.is_lost = true,
            }
        }
        bytes
    }

    fn flush(&self) -> Flushed {
        let mut buffer = self.buffer.lock();
        let bytes = std::mem::take(&mut buffer.bytes);
        let rest = self.try_write(&bytes, &mut buffer).to_vec();
        buffer.bytes = rest;
        match () {
            () if buffer.is_lost => Flushed::Closed,
            () if !buffer.bytes.is_empty() => Flushed::Pending,
            () if buffer.is_over => Flushed::Closed,
            () => Flushed::Empty,
        }
    }

    /// Writes the buffer as the client reads, until the table has dropped its sink and all is written, or the client is lost.
    /// Cancel-safe.
    pub(crate) async fn drain(&self) {
        loop {
            match self.flush() {
                Flushed::Closed => return,
                Flushed::Empty => self.more.notified().await,
                Flushed::Pending => {
                    let patience = Duration::from_millis(WRITE_MS);
                    if !matches!(timeout(patience, self.stream.writable()).await, Ok(Ok(()))) {
                        self.buffer.lock().is_lost = true;
                    }
                }
            }
        }
    }
}

/// The table's handle of a connection. Dropping it closes the connection once everything is written.
#[derive(Debug)]
pub(crate) struct ClientSink(Arc<Outbound>);

impl ClientSink {
    pub(crate) fn new(outbound: &Arc<Outbound>) -> Self {
        Self(Arc::clone(outbound))
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> bool {
        self.0.write(bytes)
    }

    /// Sets the reason for the close frame.
    pub(crate) fn note_bye(&self, why: Bye) {
        self.0.buffer.lock().bye = Some(why);
    }
}

impl Drop for ClientSink {
    fn drop(&mut self) {
        self.0.buffer.lock().is_over = true;
        self.0.more.notify_one();
    }
}

/// Bounds the kernel's send buffer and its timeout. Where the system does not support that, our own limits still hold.
fn bound_send_buffer(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let _ = socket.set_send_buffer_size(SEND_BUFFER);
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let _ = socket.set_tcp_user_timeout(Some(Duration::from_millis(WRITE_MS)));
}

/// The stream that the WebSocket library reads from and writes pongs to. It counts frames, since a client could send empty
/// fragments for ever without completing a message.
#[derive(Debug)]
pub(crate) struct MeteredStream {
    reader: OwnedReadHalf,
    outbound: Arc<Outbound>,
    frames: FrameCounter,
    budget: TokenBucket,
    is_flooding: bool,
}

impl MeteredStream {
    /// Counts the frames in these bytes. False if the client exceeds its budget.
    pub(crate) fn count(&mut self, bytes: &[u8]) -> bool {
        let now = std::time::Instant::now();
        for _ in 0..self.frames.feed(bytes) {
            self.is_flooding |= !self.budget.take(now);
        }
        !self.is_flooding
    }

    /// True if the client exceeded its budget.
    pub(crate) const fn is_flooding(&self) -> bool {
        self.is_flooding
    }

    /// Closes the connection so that the client can read the last message: if its own bytes were left unread, the system would reset
    /// the connection and discard that message.
    pub(crate) async fn linger(&mut self) {
        if self.outbound.buffer.lock().is_lost {
            return;
        }
        let _ = SockRef::from(self.outbound.stream.as_ref()).shutdown(Shutdown::Write); // the client may be gone
        let reading = async {
            let (mut buffer, mut read) = (vec![0; LINGER_READ], 0);
            while let Ok(length @ 1..) = self.reader.read(&mut buffer).await
                && read < LINGER_BYTES
            {
                read += length;
            }
        };
        let _ = timeout(LINGER, reading).await;
    }
}

impl AsyncRead for MeteredStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.reader).poll_read(context, buffer);
        if read.is_ready() && !self.count(&buffer.filled()[before..]) {
            return Poll::Ready(Err(ErrorKind::QuotaExceeded.into()));
        }
        read
    }
}

impl AsyncWrite for MeteredStream {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let is_written = self.outbound.write(bytes);
        Poll::Ready(if is_written { Ok(bytes.len()) } else { Err(ErrorKind::BrokenPipe.into()) })
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

    use super::*;
    use crate::config::Limits;

    #[test]
    fn frames_match_the_standard_at_every_length() {
        for length in [0, 1, 125, 126, 127, 0xFFFF, 0x1_0000] {
            let payload = vec![7; length];
            let mut expected = Vec::new();
            let theirs = Frame::message(payload.clone(), OpCode::Data(Data::Text), true);
            theirs.format(&mut expected).expect("a frame can be written");
            let mut written = b"before".to_vec();
            frame(&mut written, |to| to.extend_from_slice(&payload));
            assert!(written == [b"before", expected.as_slice()].concat(), "{length}");
        }
    }

    async fn pair() -> (Arc<Outbound>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a client");
        let (server, _) = listener.accept().await.expect("a connection");
        let budget = TokenBucket::of_messages(&Limits::NONE, std::time::Instant::now());
        let (outbound, _) = Outbound::new(server, budget);
        (outbound, client)
    }

    #[tokio::test]
    async fn a_slow_client_gets_everything_in_order_before_the_close() {
        let (outbound, mut client) = pair().await;
        let sink = ClientSink::new(&outbound);
        let draining = tokio::spawn({
            let outbound = Arc::clone(&outbound);
            async move { outbound.drain().await }
        });
        let mut written = Vec::new();
        // More than any system buffers for a client that does not read.
        for number in 0_u32.. {
            let piece = number.to_be_bytes().repeat(1000);
            if !sink.write(&piece) || outbound.buffer.lock().bytes.len() > OUTBOX / 2 {
                break;
            }
            written.extend(piece);
            tokio::task::yield_now().await;
        }
        drop(sink);
        let mut read = vec![0; written.len()];
        client.read_exact(&mut read).await.expect("all of it");
        assert!(read == written, "the same bytes in the same order");
        let mut rest = vec![0; OUTBOX];
        while !draining.is_finished() {
            let _ = timeout(Duration::from_millis(20), client.read(&mut rest)).await;
        }
    }

    /// Buffered are our own bytes, the server's send buffer, and the client's receive buffer, which the server cannot bound.
    #[tokio::test]
    async fn a_client_that_never_reads_is_dropped_after_a_bounded_number_of_bytes() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = tokio::net::TcpSocket::new_v4().expect("a socket");
        client.set_recv_buffer_size(4096).expect("little room");
        let _client = client.connect(listener.local_addr().expect("an address")).await.expect("a client");
        let (server, _) = listener.accept().await.expect("a connection");
        let budget = TokenBucket::of_messages(&Limits::NONE, std::time::Instant::now());
        let (outbound, _ends) = Outbound::new(server, budget);
        let sink = ClientSink::new(&outbound);
        let piece = vec![7; 1_000];
        let mut bytes = 0;
        while sink.write(&piece) {
            bytes += piece.len();
            assert!(bytes < OUTBOX + 4 * SEND_BUFFER, "too much is buffered");
            tokio::task::yield_now().await;
        }
        assert!(!sink.write(b"more"));
        outbound.drain().await;
    }
}
