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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mazzo_store::Memory;
    use tokio::time::{Duration, Instant, sleep};

    use super::MAX_AGE;
    use crate::testing::{Wire, config};
    use crate::{AdminToken, Config, Server};

    /// A client that asks again and again, each time before it is hung up on for saying nothing.
    #[tokio::test(start_paused = true)]
    async fn a_connection_is_closed_when_it_is_ten_minutes_old() {
        const PAUSE: Duration = Duration::from_secs(20);
        let server = Server::bind(config(), Arc::new(Memory::default())).await.expect("a server").start();
        let (mut client, began) = (Wire::connect(server.address).await, Instant::now());
        let mut answers = 0;
        let closed = loop {
            client.write("GET /api/tables HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
            let (answer, is_over) = client.read_until(|answer| answer.ends_with('}')).await;
            if is_over {
                break began.elapsed();
            }
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            answers += 1;
            assert!(began.elapsed() < 2 * MAX_AGE, "it is never closed");
            sleep(PAUSE).await;
        };
        assert!(closed >= MAX_AGE && closed <= MAX_AGE + PAUSE, "{closed:?} after {answers} answers");
        assert_eq!(answers, MAX_AGE.as_secs() / PAUSE.as_secs(), "until then every request was answered");
        server.stop().await.expect("it stops");
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_a_connection_is_too_old_for_is_still_answered() {
        const TOKEN: &str = "a token of sixteen letters";
        let admin_token = Some(AdminToken::new(TOKEN.to_owned()));
        let config = Config { admin_token, ..config() };
        let server = Server::bind(config, Arc::new(Memory::default())).await.expect("a server").start();
        let mut client = Wire::connect(server.address).await;
        let began = Instant::now();
        while began.elapsed() + Duration::from_secs(1) < MAX_AGE {
            client.write("GET /api/tables HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
            client.read_until(|answer| answer.ends_with('}')).await;
            let left = MAX_AGE.saturating_sub(Duration::from_secs(1) + began.elapsed());
            sleep(left.min(Duration::from_secs(20))).await;
        }
        let body = r#"{"text":"hello"}"#;
        let head = format!(
            "POST /api/admin/notice HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             authorization: Bearer {TOKEN}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        client.write(&head).await;
        sleep(Duration::from_secs(2)).await;
        assert!(began.elapsed() > MAX_AGE);
        client.write(body).await;
        let (answer, is_over) = client.read_until(|_| false).await;
        assert!(answer.starts_with("HTTP/1.1 200") && is_over, "{answer}");
        server.stop().await.expect("it stops");
    }
}
