//! `cargo xtask api`: schemathesis generates requests from the server's `OpenAPI` document, and checks that every response is
//! documented.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use clap::Args;

use crate::tool::{self, root, run as run_command};

/// Pinned, so that new checks of a later version do not fail an unrelated change.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";
/// Admin token, since the admin API is tested too.
const TOKEN: &str = "a token for this test alone";
/// Excluded check: schemathesis closes tables by `/api/admin/tables/…`, does not relate that path to `/api/tables/…`, and reports the
/// closed table as lost.
const EXCLUDED_CHECK: &str = "ensure_resource_availability";
/// Timeout of the first request.
const TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Args)]
pub(crate) struct Api {
    /// Duration in seconds
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,

    /// Seed of the requests
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Api {
    /// The run within `cargo xtask test`.
    pub(crate) const SHORT: Self = Self { seconds: 60, seed: 1 };
}

fn folder() -> anyhow::Result<PathBuf> {
    let folder = tool::target().join("api");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Installs schemathesis.
pub(crate) fn ready() -> anyhow::Result<()> {
    install(&folder()?).map(drop)
}

pub(crate) fn run(wanted: &Api, program: &Path) -> anyhow::Result<()> {
    let folder = folder()?;
    let schemathesis = install(&folder)?;
    let server = Server::start(program, &folder)?;
    let tested = run_command(
        Command::new(schemathesis)
            .arg("--config-file")
            .arg(root().join("xtask/schemathesis.toml"))
            .args(["run", &format!("{}/api/openapi.json", server.url), "--checks", "all"])
            .args(["--exclude-checks", EXCLUDED_CHECK])
            // Retired keys or an erased person would end the identity of the run.
            .args(["--exclude-path-regex", "^/api/(admin/keys|me/data)"])
            .args(["--max-time", &wanted.seconds.to_string(), "--seed", &wanted.seed.to_string()])
            .env("MAZZO_IDENTITY", server.identity()?)
            .env("MAZZO_ADMIN_TOKEN", TOKEN)
            .env("NO_PROXY", "127.0.0.1")
            // It writes files into the working directory.
            .current_dir(&folder),
    );
    let log = server.stop()?;
    let said = fs::read_to_string(&log)?;
    ensure!(!said.contains("panicked"), "the server panicked; see {}", log.display());
    tested.with_context(|| format!("the log of the server is {}", log.display()))
}

/// Installs schemathesis if needed. Returns its path.
fn install(folder: &Path) -> anyhow::Result<PathBuf> {
    let (venv, stamp) = (folder.join("venv"), folder.join("installed"));
    let schemathesis = venv.join("bin/schemathesis");
    // The stamp holds the installed version, so that a broken or outdated installation is repeated.
    if schemathesis.exists() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == SCHEMATHESIS) {
        return Ok(schemathesis);
    }
    println!("installing {SCHEMATHESIS} into {} (once, about a minute)", venv.display());
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let try_venv = || run_command(Command::new(&python).args(["-m", "venv", "--clear"]).arg(&venv));
    // Debian packages the venv module separately.
    let made = try_venv().or_else(|_| tool::install("python3-venv").and_then(|()| try_venv()));
    made.context(
        "Python 3.10 or later with its venv module is required (Debian: apt install python3-venv); PYTHON selects another one",
    )?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", SCHEMATHESIS];
    run_command(Command::new(venv.join("bin/python")).args(pip))
        .context("pip failed: it needs the network, or PIP_FIND_LINKS with the packages")?;
    fs::write(stamp, SCHEMATHESIS)?;
    Ok(schemathesis)
}

/// A server for the test, killed on drop.
struct Server {
    child: Child,
    url: String,
    log: PathBuf,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> anyhow::Result<Self> {
        let (data, log) = (folder.join("data"), folder.join("server.log"));
        tool::clear_folder(&data)?;
        let child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--load-test", "--data"])
            .arg(&data)
            .env("MAZZO_ADMIN_TOKEN", TOKEN)
            .stdout(Stdio::piped())
            .stderr(File::create(&log)?)
            .spawn()
            .with_context(|| program.display().to_string())?;
        let mut server = Self { child, url: String::new(), log };
        let mut line = String::new();
        if let Some(stdout) = server.child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let Some(url) = url else {
            bail!("the server did not start; see {}", server.log.display());
        };
        url.clone_into(&mut server.url);
        Ok(server)
    }

    /// The cookie of a new visitor.
    fn identity(&self) -> anyhow::Result<String> {
        let host = self.url.trim_start_matches("http://");
        let mut socket = TcpStream::connect(host)?;
        socket.set_read_timeout(Some(TIMEOUT))?;
        write!(
            socket,
            "POST /api/me HTTP/1.1\r\nhost: {host}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )?;
        let mut response = String::new();
        socket.read_to_string(&mut response)?;
        let cookie = response.split("mazzo=").nth(1).and_then(|cookie| cookie.split(';').next());
        cookie.map(str::to_owned).with_context(|| format!("POST /api/me set no cookie: {response}"))
    }

    /// Stops the server. Returns the path of its log.
    fn stop(mut self) -> anyhow::Result<PathBuf> {
        let ended = self.child.try_wait()?;
        ensure!(ended.is_none(), "the server stopped by itself; see {}", self.log.display());
        Ok(self.log.clone())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its data is not needed. It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
