//! Accepts connections and bounds what each may cost.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::address::Address;
use crate::config::{TrustedProxy, is_trusted};
use crate::limits::Gate;
use crate::patient::Patient;

/// How long somebody may take to say what they want; who stays connected and asks for nothing is hung up on after it, too.
const HEAD: Duration = Duration::from_secs(30);
/// After so long a connection that has not become a socket is closed, once its last request is answered.
const MAX_AGE: Duration = Duration::from_mins(10);
/// How long that answer may take to be read. A client that takes longer reads on purpose in drops.
const LAST_ANSWER: Duration = Duration::from_mins(1);
/// Most bytes that are kept of a request's head. Without a limit a client could make the server keep 400 KB.
const MAX_HEAD: usize = 16 * 1024;
/// How long connections may take to end when the server stops.
const HANG_UP: Duration = Duration::from_secs(5);
/// How long to wait when the system gives us no connection, such as for want of files.
const REFUSED: Duration = Duration::from_millis(500);

/// Lets people in until it is told to stop; then what is being answered is answered, within reason.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    (gate, proxies): (Gate, Vec<TrustedProxy>),
    stop: impl Future<Output = ()>,
) {
    let router = TowerToHyperService::new(router);
    let stopping = CancellationToken::new();
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    sleep(REFUSED).await;
                    continue;
                }
            },
        };
        // Connections of a proxy are not counted by address: it makes all of them.
        let address = (!is_trusted(&proxies, peer.ip())).then(|| Address::of(peer.ip()));
        let Some(pass) = gate.connection(address, Instant::now()) else { continue };
        // A frame is to go out at once, however small it is.
        let _ = stream.set_nodelay(true); // without, it is only slower
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(MAX_HEAD)
            .serve_connection(TokioIo::new(Patient::new(stream)), service_fn(answer(router.clone(), peer)))
            .with_upgrades();
        let stopping = stopping.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            // An error is a client that hung up.
            tokio::select! {
                _ = &mut connection => {}
                () = stopping.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
                () = sleep(MAX_AGE) => {
                    connection.as_mut().graceful_shutdown();
                    let _ = timeout(LAST_ANSWER, connection).await;
                }
            }
            drop(pass);
        });
    }
    drop(listener);
    stopping.cancel();
    // Whoever has not even asked by then is not waited for.
    let _ = timeout(HANG_UP, connections.join_all()).await;
}

/// Answers the requests of one connection.
fn answer(
    router: TowerToHyperService<Router>,
    peer: SocketAddr,
) -> impl Fn(
    Request<Incoming>,
) -> <TowerToHyperService<Router> as hyper::service::Service<Request<Incoming>>>::Future {
    move |mut request| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    }
}
