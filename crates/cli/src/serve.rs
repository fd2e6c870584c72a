//! `mazzo serve`: runs the table server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use mazzo_server::{AdminToken, Config, Limits, PageFile, Pages, PublicUrl, Retention, Server, TrustedProxy};
use mazzo_store::{Log, Options, Sqlite, restore};
use mazzo_text::{Lang, msg};
use serde::Deserialize;
use tokio::time::sleep;
use tracing_subscriber::EnvFilter;

use crate::args::{ByteSize, LogFormat, Serve};
use crate::cpu;

/// Default data folder.
const DEFAULT_DATA: &str = "mazzo-data";
/// Default log filter.
const DEFAULT_LOG: &str = "info";
/// Poll interval for a staged backup.
const BACKUP_POLL: Duration = Duration::from_millis(500);
/// Time that tables have to release the log.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);
/// Page size of the database.
const PAGE_BYTES: u64 = 4096;

/// The configuration file.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ConfigFile {
    listen: Option<std::net::SocketAddr>,
    data: Option<PathBuf>,
    public_url: Option<PublicUrl>,
    admin_token: Option<AdminToken>,
    behind_proxy: bool,
    trusted_proxies: Vec<TrustedProxy>,
    keep_records_days: Option<u32>,
    keep_records_per_host: Option<u32>,
    data_quota: Option<ByteSize>,
    log: Option<String>,
    log_format: Option<LogFormat>,
    limits: Limits,
}

fn read_config(path: &Path) -> anyhow::Result<ConfigFile> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}

fn start_log(filter: &str, format: LogFormat) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter).with_context(|| format!("--log {filter}"))?;
    // `--color` applies to the log as well.
    let is_plain = anstream::AutoStream::choice(&std::io::stderr()) == anstream::ColorChoice::Never;
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(!is_plain).with_writer(std::io::stderr);
    // Only `tracing` events are logged: libraries that use `log` would log messages of clients, cards included.
    match format {
        LogFormat::Text => tracing::subscriber::set_global_default(log.finish())?,
        LogFormat::Json => tracing::subscriber::set_global_default(log.json().finish())?,
    }
    Ok(())
}

/// Waits for Ctrl-C or SIGTERM.
async fn until_stopped() {
    let ctrl_c = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = ctrl_c => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    let _ = ctrl_c.await; // without signal support it runs until killed
}

/// The web page: built in, or for work on it from a folder.
fn pages(dev: Option<&Path>) -> Pages {
    if let Some(folder) = dev {
        return Pages::Folder(folder.to_path_buf());
    }
    let page_file = |file: &mazzo_web_bundle::File| PageFile {
        kind: file.kind,
        plain: file.plain,
        brotli: file.brotli,
        gzip: file.gzip,
        tag: file.tag,
        is_immutable: file.is_immutable,
        is_page: file.is_page,
        links: file.links,
        style: file.style,
    };
    let files: BTreeMap<_, _> =
        mazzo_web_bundle::FILES.iter().map(|file| (file.path, page_file(file))).collect();
    if files.is_empty() { Pages::None } else { Pages::Built(Arc::new(files)) }
}

/// Serves until stopped. When a backup is staged, restarts with the backup.
async fn serve(mut config: Config, data: &Path, options: Options, lang: Lang) -> anyhow::Result<()> {
    let mut is_first = true;
    loop {
        let log = Arc::new(Sqlite::open(data, options)?);
        let server = Server::bind(config.clone(), Arc::clone(&log) as Arc<dyn Log>).await?;
        // A restart uses the same port.
        config.listen = server.address();
        if is_first {
            anstream::println!("{}", msg::serve_ready(lang, server.url()));
            is_first = false;
        }
        let folder = data.to_path_buf();
        let restoring = Arc::new(AtomicBool::new(false));
        let noticed = Arc::clone(&restoring);
        server
            .run(async move {
                tokio::select! {
                    () = until_stopped() => {}
                    () = until_staged(&folder) => noticed.store(true, Ordering::Relaxed),
                }
            })
            .await?;
        if !restoring.load(Ordering::Relaxed) {
            return Ok(());
        }
        close(log).await?;
        tracing::warn!("restoring a backup");
    }
}

/// Waits until a backup is staged in the data folder.
async fn until_staged(folder: &Path) {
    while !restore::is_staged(folder) {
        sleep(BACKUP_POLL).await;
    }
}

/// Waits until the log is unused, and closes it.
async fn close(mut log: Arc<Sqlite>) -> anyhow::Result<()> {
    let until = Instant::now() + CLOSE_TIMEOUT;
    while Instant::now() < until {
        match Arc::try_unwrap(log) {
            Ok(log) => {
                drop(log);
                return Ok(());
            }
            Err(still_used) => log = still_used,
        }
        sleep(Duration::from_millis(10)).await;
    }
    anyhow::bail!("cannot close the data folder for a restore; restart the server")
}

pub(crate) fn run(wanted: &Serve, lang: Lang) -> anyhow::Result<ExitCode> {
    let file = wanted.config.as_deref().map(read_config).transpose()?.unwrap_or_default();
    let filter = wanted.log.clone().or(file.log).unwrap_or_else(|| DEFAULT_LOG.to_owned());
    start_log(&filter, wanted.log_format.or(file.log_format).unwrap_or_default())?;
    let defaults = Config::default();
    let mut trusted_proxies = wanted.trusted_proxy.clone();
    if trusted_proxies.is_empty() {
        trusted_proxies = file.trusted_proxies;
    }
    if wanted.behind_proxy || file.behind_proxy {
        trusted_proxies.extend(TrustedProxy::local());
    }
    let kept = defaults.retention;
    let retention = Retention {
        keep_records_days: wanted
            .keep_records_days
            .or(file.keep_records_days)
            .unwrap_or(kept.keep_records_days),
        keep_records_per_host: wanted
            .keep_records_per_host
            .or(file.keep_records_per_host)
            .unwrap_or(kept.keep_records_per_host),
        data_quota: wanted.data_quota.or(file.data_quota).map_or(kept.data_quota, |quota| quota.0),
    };
    let config = Config {
        listen: wanted.listen.or(file.listen).unwrap_or(defaults.listen),
        public_url: wanted.public_url.clone().or(file.public_url),
        admin_token: wanted.admin_token.clone().map(AdminToken::new).or(file.admin_token),
        trusted_proxies,
        allow_instant: wanted.load_test,
        limits: if wanted.load_test { Limits::NONE } else { file.limits },
        retention,
        pages: pages(wanted.dev.as_deref()),
    };
    if let Some(token) = &config.admin_token
        && token.is_weak()
    {
        anyhow::bail!(msg::serve_weak_token(lang));
    }
    let data = wanted.data.clone().or(file.data).unwrap_or_else(|| PathBuf::from(DEFAULT_DATA));
    if !data.exists() {
        // Creates only the last folder of the path: a missing parent is probably a typo.
        std::fs::create_dir(&data).with_context(|| data.display().to_string())?;
    }
    cpu::allow_many_files();
    // SQLite limits pages of 4 KiB, without the write-ahead log of some megabytes.
    let pages = retention.data_quota.div_ceil(PAGE_BYTES);
    let max_pages = (pages > 0).then(|| u32::try_from(pages).unwrap_or(u32::MAX));
    let options = Options { max_pages, ..Options::default() };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if matches!(config.pages, Pages::None) {
        tracing::warn!("this build has no web page; build with --release or MAZZO_PAGE=on");
    }
    runtime.block_on(serve(config, &data, options, lang))?;
    anstream::println!("{}", msg::serve_stopped(lang));
    Ok(ExitCode::SUCCESS)
}
