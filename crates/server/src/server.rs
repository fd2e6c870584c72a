//! Starts, runs and stops the server.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use mazzo_room::PersonId;
use mazzo_store::{Log, StoreError};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::accept::accept;
use crate::audit::Audit;
use crate::codes::Codes;
use crate::config::{Config, MAX_BODY, PublicUrl};
use crate::hub::Hub;
use crate::identity;
use crate::keys::{KeyError, Keys};
use crate::limits::Quotas;
use crate::problem::Problem;
use crate::{admin, api, headers, page, retention, socket};

/// Time that sockets have to close when the server stops.
const SOCKET_CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Errors that keep a server from running.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Binding the address failed.
    #[error("cannot listen on {address}: {why}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        why: std::io::Error,
    },
    /// The log cannot be read.
    #[error(transparent)]
    Log(#[from] StoreError),
    /// The identity keys cannot be read.
    #[error(transparent)]
    Keys(#[from] KeyError),
    /// The server task panicked.
    #[error("the server failed: {0}")]
    Broken(std::io::Error),
}

pub(crate) struct Inner {
    pub(crate) hub: Arc<Hub>,
    pub(crate) keys: Keys,
    pub(crate) codes: Codes,
    pub(crate) audit: Audit,
    pub(crate) quotas: Quotas,
    /// Time and result of the last log check for `/healthz`.
    pub(crate) checked: tokio::sync::Mutex<Option<(std::time::Instant, Result<(), StoreError>)>>,
    url: String,
}

/// State shared by all requests.
#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

impl std::ops::Deref for App {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Inner {
    pub(crate) fn config(&self) -> &Config {
        &self.hub.config
    }

    /// The public URL.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    fn now_ms(&self) -> u64 {
        self.hub.clock.now().0
    }

    /// The person of these headers.
    pub(crate) fn person(&self, headers: &HeaderMap) -> Option<PersonId> {
        identity::person(&self.keys.ring(), headers, self.now_ms(), self.is_secure())
    }

    /// The cookies of a person, for a response to these headers.
    pub(crate) fn cookies(&self, headers: &HeaderMap, person: PersonId) -> Vec<String> {
        identity::cookies(&self.keys.ring(), headers, person, self.now_ms(), self.is_secure())
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.config().public_url.as_ref().is_some_and(PublicUrl::is_secure)
    }
}

fn router(app: &App) -> Router {
    Router::new()
        .route("/", get(page::play))
        .route("/new", get(page::play))
        .route("/tables", get(page::play))
        .route("/t/{table}", get(page::play))
        .route("/r/{record}", get(page::play))
        .route("/play/{game}", get(page::play))
        .route("/learn/{game}", get(page::play))
        .route("/move", get(page::play))
        .route("/plain.css", get(page::style))
        .route("/admin", get(page::admin))
        .route("/admin.js", get(page::admin_script))
        .route("/healthz", get(api::health))
        .route("/metrics", get(admin::metrics))
        .route("/api/openapi.json", get(api::description))
        .route("/api/me", post(api::me::me).delete(api::me::log_out))
        .route("/api/me/code", post(api::me::code))
        .route("/api/me/move", post(api::me::move_here))
        .route("/api/me/data", delete(api::me::erase))
        .route("/api/me/export", get(api::me::export))
        .route("/api/games", get(api::games))
        .route("/api/tables", get(api::lobby).post(api::open_table))
        .route("/api/tables/{table}", get(api::table))
        .route("/api/tables/{table}/qr", get(api::table_qr))
        .route("/api/tables/{table}/records", get(api::table_records))
        .route("/api/tables/{table}/socket", get(socket::open))
        .route("/api/records", get(api::own_records))
        .route("/api/records/{record}", get(api::record).delete(api::delete_record))
        .route("/api/admin", get(admin::overview))
        .route("/api/admin/tables/{table}", delete(admin::close_table))
        .route("/api/admin/tables/{table}/seats/{seat}", delete(admin::erase_seat))
        .route("/api/admin/notice", post(admin::notice))
        .route("/api/admin/quarantine", get(admin::quarantine))
        .route("/api/admin/quarantine/{table}", get(admin::export_table).delete(admin::delete_table))
        .route("/api/admin/records", get(admin::records::list))
        .route("/api/admin/records/{record}", delete(admin::records::delete))
        .route("/api/admin/records/{record}/seats/{seat}", delete(admin::records::erase_name))
        .route("/api/admin/keys", get(admin::keys::list).post(admin::keys::rotate))
        .route("/api/admin/keys/{key}", delete(admin::keys::retire))
        .route("/api/admin/audit", get(admin::audit))
        .fallback(page::file)
        .method_not_allowed_fallback(async || Problem::NoMethod)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(app.clone(), headers::guard))
        .with_state(app.clone())
}

/// A server that has bound its port and restored its tables, and does not accept connections yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
}

impl Server {
    /// Binds the port, and restores all tables of the log.
    pub async fn bind(config: Config, log: Arc<dyn Log>) -> Result<Self, ServeError> {
        let refused = |why| ServeError::Listen { address: config.listen, why };
        let listener = TcpListener::bind(config.listen).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let url = config.public_url.as_ref().map(|url| url.origin().to_owned());
        let url = url.unwrap_or_else(|| format!("http://{address}"));
        let quotas = Quotas::new(config.limits);
        let hub = Hub::new(config, log);
        let keys = Keys::of(hub.log.as_ref(), hub.clock.now().0)?;
        let began = Instant::now();
        let restored = hub.restore()?;
        tracing::info!(
            tables = restored.tables,
            events = restored.events,
            quarantined = restored.quarantined,
            took_ms = began.elapsed().as_millis() as u64,
            "tables restored"
        );
        let (codes, audit, checked) = (Codes::default(), Audit::default(), tokio::sync::Mutex::default());
        let inner = Inner { hub, keys, codes, audit, quotas, checked, url };
        Ok(Self { listener, address, app: App(Arc::new(inner)) })
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The public URL.
    pub fn url(&self) -> &str {
        self.app.url()
    }

    /// Serves until `stop` resolves. Then every table stores its pending events, and clients are asked to reconnect.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, app, .. } = self;
        let (hub, quotas) = (Arc::clone(&app.hub), app.quotas.clone());
        let stop_sweeping = CancellationToken::new();
        let sweeping = tokio::spawn(retention::watch(Arc::clone(&hub), stop_sweeping.clone()));
        let stopping = async move {
            stop.await;
            tracing::info!("stopping");
            hub.stop().await;
        };
        let proxies = app.config().trusted_proxies.clone();
        accept(listener, router(&app), (quotas.clone(), proxies), stopping).await;
        stop_sweeping.cancel();
        let _ = sweeping.await; // a panic there is logged
        let until = Instant::now() + SOCKET_CLOSE_TIMEOUT;
        while quotas.open().0 > 0 && Instant::now() < until {
            sleep(Duration::from_millis(10)).await;
        }
        tracing::info!("stopped");
        Ok(())
    }

    /// Serves in a background task.
    pub fn start(self) -> Running {
        let (address, url) = (self.address, self.url().to_owned());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(self.run(async {
            let _ = stopped.await; // a dropped sender also stops it
        }));
        Running { address, url, stop, task }
    }
}

/// A running server.
pub struct Running {
    /// The address that it listens on.
    pub address: SocketAddr,
    /// The public URL.
    pub url: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServeError>>,
}

impl Running {
    /// Stops the server, and waits until all pending events are stored.
    pub async fn stop(self) -> Result<(), ServeError> {
        let _ = self.stop.send(()); // it may have stopped already
        self.task.await.unwrap_or_else(|panic| Err(ServeError::Broken(std::io::Error::other(panic))))
    }
}

#[cfg(test)]
mod tests;
