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
use crate::limits::Quotas;
use crate::write_timeout::WriteTimeout;

/// Time that a client has to send a request head. Also the idle timeout of a kept-alive connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// A connection that has not become a socket is closed at this age, once its last request is answered.
const MAX_AGE: Duration = Duration::from_mins(10);
/// Time that a client has to read that last response. A client that takes longer reads slowly on purpose.
const LAST_RESPONSE_TIMEOUT: Duration = Duration::from_mins(1);
/// Buffer size for a request head. Without a limit a client could make the server keep 400 KB.
const MAX_HEAD_BYTES: usize = 16 * 1024;
/// Time that open connections have to end when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// Pause after a failed `accept`, for example when file descriptors run out.
const ACCEPT_RETRY: Duration = Duration::from_millis(500);

/// Accepts connections until `stop` resolves. Requests in flight are then answered, up to [`SHUTDOWN_TIMEOUT`].
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    (quotas, proxies): (Quotas, Vec<TrustedProxy>),
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
                    tracing::warn!(%error, "accept failed");
                    sleep(ACCEPT_RETRY).await;
                    continue;
                }
            },
        };
        // Connections of a proxy are not counted by address: it makes all of them.
        let address = (!is_trusted(&proxies, peer.ip())).then(|| Address::of(peer.ip()));
        let Some(permit) = quotas.connection(address, Instant::now()) else { continue };
        // Small frames must not wait for Nagle's algorithm. A failure only costs latency.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(
                TokioIo::new(WriteTimeout::new(stream)),
                service_fn(answer(router.clone(), peer)),
            )
            .with_upgrades();
        let stopping = stopping.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            // An error means that the client hung up.
            tokio::select! {
                _ = &mut connection => {}
                () = stopping.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
                () = sleep(MAX_AGE) => {
                    connection.as_mut().graceful_shutdown();
                    let _ = timeout(LAST_RESPONSE_TIMEOUT, connection).await;
                }
            }
            drop(permit);
        });
    }
    drop(listener);
    stopping.cancel();
    // Connections without a request by then are dropped.
    let _ = timeout(SHUTDOWN_TIMEOUT, connections.join_all()).await;
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
    use crate::tests::{RawClient, config};
    use crate::{AdminToken, Config, Server};

    /// The client sends each request before the idle timeout.
    #[tokio::test(start_paused = true)]
    async fn a_connection_is_closed_when_it_is_ten_minutes_old() {
        const PAUSE: Duration = Duration::from_secs(20);
        let server = Server::bind(config(), Arc::new(Memory::default())).await.expect("a server").start();
        let (mut client, began) = (RawClient::connect(server.address).await, Instant::now());
        let mut answers = 0;
        let closed = loop {
            client.write("GET /api/tables HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
            let (answer, is_over) = client.read_until(|answer| answer.ends_with('}')).await;
            if is_over {
                break began.elapsed();
            }
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            answers += 1;
            assert!(began.elapsed() < 2 * MAX_AGE, "the connection is never closed");
            sleep(PAUSE).await;
        };
        assert!(closed >= MAX_AGE && closed <= MAX_AGE + PAUSE, "{closed:?} after {answers} answers");
        assert_eq!(answers, MAX_AGE.as_secs() / PAUSE.as_secs(), "every request before that is answered");
        server.stop().await.expect("the server stops");
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_outlives_the_maximum_age_is_still_answered() {
        const TOKEN: &str = "a token of sixteen letters";
        let admin_token = Some(AdminToken::new(TOKEN.to_owned()));
        let config = Config { admin_token, ..config() };
        let server = Server::bind(config, Arc::new(Memory::default())).await.expect("a server").start();
        let mut client = RawClient::connect(server.address).await;
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
        server.stop().await.expect("the server stops");
    }
}
