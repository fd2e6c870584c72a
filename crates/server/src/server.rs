//! The server as a whole.

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
use crate::limits::Gate;
use crate::problem::Problem;
use crate::{admin, api, headers, page, retention, socket};

/// How long sockets may take to hang up when the server stops.
const HANG_UP: Duration = Duration::from_secs(5);

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{address} cannot be listened on: {why}")]
    Listen {
        /// Which one.
        address: SocketAddr,
        /// What the system says.
        why: std::io::Error,
    },
    /// The log cannot be read.
    #[error(transparent)]
    Log(#[from] StoreError),
    /// The keys of the identities cannot be read.
    #[error(transparent)]
    Keys(#[from] KeyError),
    /// It runs no more.
    #[error("the server cannot go on: {0}")]
    Broken(std::io::Error),
}

pub(crate) struct Inner {
    pub(crate) hub: Arc<Hub>,
    pub(crate) keys: Keys,
    pub(crate) codes: Codes,
    pub(crate) audit: Audit,
    pub(crate) gate: Gate,
    /// When the log was last checked for `/healthz`, and what came of it.
    pub(crate) checked: tokio::sync::Mutex<Option<(std::time::Instant, Result<(), StoreError>)>>,
    url: String,
}

/// What every request can get at.
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

    /// Where people reach the server.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    fn now_ms(&self) -> u64 {
        self.hub.clock.now().0
    }

    /// The person who sends these headers.
    pub(crate) fn person(&self, headers: &HeaderMap) -> Option<PersonId> {
        identity::person(&self.keys.ring(), headers, self.now_ms(), self.is_secure())
    }

    /// The cookies of a person, for an answer to these headers.
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

/// A server that listens, with all its tables, and answers nobody yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
}

impl Server {
    /// Listens, and brings back every table that the log has.
    pub async fn bind(config: Config, log: Arc<dyn Log>) -> Result<Self, ServeError> {
        let refused = |why| ServeError::Listen { address: config.listen, why };
        let listener = TcpListener::bind(config.listen).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let url = config.public_url.as_ref().map(|url| url.origin().to_owned());
        let url = url.unwrap_or_else(|| format!("http://{address}"));
        let gate = Gate::new(config.limits);
        let hub = Hub::new(config, log);
        let keys = Keys::of(hub.log.as_ref(), hub.clock.now().0)?;
        let began = Instant::now();
        let found = hub.restore()?;
        tracing::info!(
            tables = found.tables,
            events = found.events,
            quarantined = found.quarantined,
            took_ms = began.elapsed().as_millis() as u64,
            "tables are back"
        );
        let (codes, audit, checked) = (Codes::default(), Audit::default(), tokio::sync::Mutex::default());
        let inner = Inner { hub, keys, codes, audit, gate, checked, url };
        Ok(Self { listener, address, app: App(Arc::new(inner)) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where people reach it.
    pub fn url(&self) -> &str {
        self.app.url()
    }

    /// Serves until it is told to stop; then every table stores what it is about to, and everybody is asked to come back.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, app, .. } = self;
        let (hub, gate) = (Arc::clone(&app.hub), app.gate.clone());
        let stop_sweeping = CancellationToken::new();
        let sweeping = tokio::spawn(retention::watch(Arc::clone(&hub), stop_sweeping.clone()));
        let stopping = async move {
            stop.await;
            tracing::info!("stopping");
            hub.stop().await;
        };
        let proxies = app.config().trusted_proxies.clone();
        accept(listener, router(&app), (gate.clone(), proxies), stopping).await;
        stop_sweeping.cancel();
        let _ = sweeping.await; // a panic there is logged
        let until = Instant::now() + HANG_UP;
        while gate.open().0 > 0 && Instant::now() < until {
            sleep(Duration::from_millis(10)).await;
        }
        tracing::info!("stopped");
        Ok(())
    }

    /// Serves beside whatever else goes on.
    pub fn start(self) -> Running {
        let (address, url) = (self.address, self.url().to_owned());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(self.run(async {
            let _ = stopped.await; // dropped is as good as told
        }));
        Running { address, url, stop, task }
    }
}

/// A server that serves.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where people reach it.
    pub url: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServeError>>,
}

impl Running {
    /// Stops it, and waits until nothing is left to store.
    pub async fn stop(self) -> Result<(), ServeError> {
        let _ = self.stop.send(()); // it may have stopped by itself
        self.task.await.unwrap_or_else(|panic| Err(ServeError::Broken(std::io::Error::other(panic))))
    }
}

#[cfg(test)]
mod tests;
