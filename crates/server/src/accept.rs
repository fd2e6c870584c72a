//! Who comes in: connections, before anything is asked on them.

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
use crate::limits::Gate;

/// How long somebody may take to say what they want; who stays connected and asks for nothing is hung up on after it, too.
const HEAD: Duration = Duration::from_secs(30);
/// How long connections may take to end when the server stops.
const HANG_UP: Duration = Duration::from_secs(5);
/// How long to wait when the system gives us no connection, such as for want of files.
const REFUSED: Duration = Duration::from_millis(500);

/// Lets people in until it is told to stop; then what is being answered is answered, within reason.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    (gate, behind_proxy): (Gate, bool),
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
        // Behind a proxy all connections are the proxy's.
        let address = (!behind_proxy).then(|| Address::of(peer.ip()));
        let Some(pass) = gate.connection(address, Instant::now()) else { continue };
        // A frame is to go out at once, however small it is.
        let _ = stream.set_nodelay(true); // without, it is only slower
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(stream), service_fn(answer(router.clone(), peer)))
            .with_upgrades();
        let stopping = stopping.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            // Whoever hung up does not have to say why.
            tokio::select! {
                _ = &mut connection => {}
                () = stopping.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
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
