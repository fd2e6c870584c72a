//! What goes out to one client: written at once if that is possible, and kept while the client is slow.
//!
//! A table writes to its sockets itself. A task for each of them that is woken for every frame would cost more than the frame.

use std::io::{self, ErrorKind};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use mazzo_wire::Bye;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::config::{OUTBOX, SEND_BUFFER, WRITE_MS};
use crate::frames::FrameCounter;
use crate::limits::TokenBucket;

/// How long a client may take to read the last message and hang up.
const LINGER: Duration = Duration::from_secs(2);
/// Bytes of a client that are read and thrown away meanwhile, and how many at once.
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
    // Most are short, and nothing has to move.
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
struct Waiting {
    bytes: Vec<u8>,
    /// The table has let go: when nothing waits any more, that was all.
    is_over: bool,
    /// The client is gone, or reads too slowly.
    is_lost: bool,
    /// Why the table hangs up, once it has said so.
    bye: Option<Bye>,
}

/// What is left after as much was written as the client takes.
enum Left {
    Nothing,
    Something,
    TheEnd,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Outlet {
    stream: OwnedWriteHalf,
    waiting: Mutex<Waiting>,
    more: Notify,
}

impl Outlet {
    /// A connection, and what a WebSocket sees of it, which may send that many frames.
    pub(crate) fn new(stream: TcpStream, budget: TokenBucket) -> (Arc<Self>, Ends) {
        bound(&stream);
        let (said, stream) = stream.into_split();
        let outlet = Arc::new(Self { stream, waiting: Mutex::default(), more: Notify::new() });
        let frames = FrameCounter::default();
        (Arc::clone(&outlet), Ends { said, outlet, frames, budget, is_flooding: false })
    }

    /// Tells the client that nothing more comes.
    fn end(&self) {
        let _ = SockRef::from(self.stream.as_ref()).shutdown(Shutdown::Write); // it may be gone
    }

    /// Why the table has hung up, if it has said so.
    pub(crate) fn bye(&self) -> Option<Bye> {
        self.lock().bye
    }

    /// True if the client is gone, or too far behind.
    fn is_lost(&self) -> bool {
        self.lock().is_lost
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes, or keeps what cannot be written yet. False if the client is gone, or too far behind.
    pub(crate) fn write(&self, bytes: &[u8]) -> bool {
        let mut waiting = self.lock();
        let rest = if waiting.bytes.is_empty() { self.try_write(bytes, &mut waiting) } else { bytes };
        if !rest.is_empty() {
            waiting.is_lost |= waiting.bytes.len() + rest.len() > OUTBOX;
            if !waiting.is_lost {
                waiting.bytes.extend_from_slice(rest);
            }
            self.more.notify_one();
        }
        !waiting.is_lost
    }

    /// What could not be written.
    fn try_write<'a>(&self, mut bytes: &'a [u8], waiting: &mut Waiting) -> &'a [u8] {
        while !bytes.is_empty() && !waiting.is_lost {
            match self.stream.try_write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => return bytes,
                Err(_) => waiting.is_lost = true,
            }
        }
        bytes
    }

    fn push(&self) -> Left {
        let mut waiting = self.lock();
        let bytes = std::mem::take(&mut waiting.bytes);
        let rest = self.try_write(&bytes, &mut waiting).to_vec();
        waiting.bytes = rest;
        match () {
            () if waiting.is_lost => Left::TheEnd,
            () if !waiting.bytes.is_empty() => Left::Something,
            () if waiting.is_over => Left::TheEnd,
            () => Left::Nothing,
        }
    }

    /// Writes what waits as the client reads, until the table has let go and all is written, or the client is lost. Nothing is
    /// lost if this is not waited for to the end.
    pub(crate) async fn drain(&self) {
        loop {
            match self.push() {
                Left::TheEnd => return,
                Left::Nothing => self.more.notified().await,
                Left::Something => {
                    let patience = Duration::from_millis(WRITE_MS);
                    if !matches!(timeout(patience, self.stream.writable()).await, Ok(Ok(()))) {
                        self.lock().is_lost = true;
                    }
                }
            }
        }
    }
}

/// The table's end of a connection. Dropped, it hangs up once everything is written.
#[derive(Debug)]
pub(crate) struct Line(Arc<Outlet>);

impl Line {
    pub(crate) fn new(outlet: &Arc<Outlet>) -> Self {
        Self(Arc::clone(outlet))
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> bool {
        self.0.write(bytes)
    }

    /// Notes why the table is about to hang up, for the close frame.
    pub(crate) fn note_bye(&self, why: Bye) {
        self.0.lock().bye = Some(why);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.more.notify_one();
    }
}

/// Bounds what the system keeps for a client, and for how long: where it does not do that, our own limits still hold.
fn bound(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let _ = socket.set_send_buffer_size(SEND_BUFFER);
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let _ = socket.set_tcp_user_timeout(Some(Duration::from_millis(WRITE_MS)));
}

/// A connection as a WebSocket sees it, which reads from it and answers a ping by itself. It counts frames, since a client could
/// send empty fragments for ever without a message coming of it.
#[derive(Debug)]
pub(crate) struct Ends {
    said: OwnedReadHalf,
    outlet: Arc<Outlet>,
    frames: FrameCounter,
    budget: TokenBucket,
    is_flooding: bool,
}

impl Ends {
    /// Counts what the client has sent. False if that is too much.
    pub(crate) fn count(&mut self, bytes: &[u8]) -> bool {
        let now = std::time::Instant::now();
        for _ in 0..self.frames.feed(bytes) {
            self.is_flooding |= !self.budget.take(now);
        }
        !self.is_flooding
    }

    /// True if the client has sent too much.
    pub(crate) const fn is_flooding(&self) -> bool {
        self.is_flooding
    }

    /// Ends the connection so that the client gets to read the last message: if bytes of its own were left unread, the system
    /// would reset the connection and throw that message away.
    pub(crate) async fn linger(&mut self) {
        if self.outlet.is_lost() {
            return;
        }
        self.outlet.end();
        let reading = async {
            let (mut buffer, mut read) = (vec![0; LINGER_READ], 0);
            while let Ok(length @ 1..) = self.said.read(&mut buffer).await
                && read < LINGER_BYTES
            {
                read += length;
            }
        };
        let _ = timeout(LINGER, reading).await; // it had its chance
    }
}

impl AsyncRead for Ends {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.said).poll_read(context, buffer);
        if read.is_ready() && !self.count(&buffer.filled()[before..]) {
            return Poll::Ready(Err(ErrorKind::QuotaExceeded.into()));
        }
        read
    }
}

impl AsyncWrite for Ends {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let is_written = self.outlet.write(bytes);
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
    fn frames_are_those_of_the_standard_at_every_length() {
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

    async fn pair() -> (Arc<Outlet>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a client");
        let (server, _) = listener.accept().await.expect("it is there");
        let budget = TokenBucket::of_messages(&Limits::NONE, std::time::Instant::now());
        let (outlet, _) = Outlet::new(server, budget);
        (outlet, client)
    }

    #[tokio::test]
    async fn a_slow_client_gets_everything_in_order_and_then_the_end() {
        let (outlet, mut client) = pair().await;
        let line = Line::new(&outlet);
        let draining = tokio::spawn({
            let outlet = Arc::clone(&outlet);
            async move { outlet.drain().await }
        });
        let mut written = Vec::new();
        // More than any system keeps for a client that does not read.
        for number in 0_u32.. {
            let piece = number.to_be_bytes().repeat(1000);
            if !line.write(&piece) || outlet.lock().bytes.len() > OUTBOX / 2 {
                break;
            }
            written.extend(piece);
            tokio::task::yield_now().await;
        }
        drop(line);
        let mut read = vec![0; written.len()];
        client.read_exact(&mut read).await.expect("all of it");
        assert!(read == written, "the same bytes in the same order");
        let mut rest = vec![0; OUTBOX];
        while !draining.is_finished() {
            let _ = timeout(Duration::from_millis(20), client.read(&mut rest)).await;
        }
    }

    /// What waits for it is what we keep, what our system keeps, and what the client's own keeps, which is not ours to bound.
    #[tokio::test]
    async fn a_client_that_never_reads_is_given_up_after_a_bounded_number_of_bytes() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = tokio::net::TcpSocket::new_v4().expect("a socket");
        client.set_recv_buffer_size(4096).expect("little room");
        let _client = client.connect(listener.local_addr().expect("an address")).await.expect("a client");
        let (server, _) = listener.accept().await.expect("it is there");
        let budget = TokenBucket::of_messages(&Limits::NONE, std::time::Instant::now());
        let (outlet, _ends) = Outlet::new(server, budget);
        let line = Line::new(&outlet);
        let piece = vec![7; 1_000];
        let mut bytes = 0;
        while line.write(&piece) {
            bytes += piece.len();
            assert!(bytes < OUTBOX + 4 * SEND_BUFFER, "too much waits for it");
            tokio::task::yield_now().await;
        }
        assert!(!line.write(b"more"));
        outlet.drain().await;
    }
}
