//! `cargo xtask api`: schemathesis reads what the server says of its HTTP side, and asks for what nobody would think of. Every
//! answer has to be one that was described.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use clap::Args;

use crate::tool::{self, root, run as run_command};

/// One version, so that a new one finds something new when we look for it, and not in somebody's unrelated change.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";
/// Opens the page of whoever runs the server, which is tested too. The server lives as long as the test.
const TOKEN: &str = "a token for this test alone";
/// A table is closed by way of another path (`/api/admin/tables/…`), which schemathesis does not know to be the same table: it takes
/// a table that it has closed itself for one that got lost.
const LOST: &str = "ensure_resource_availability";
/// How long the server may take to answer the first request.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Args)]
pub(crate) struct Api {
    /// For how many seconds
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,

    /// Where the requests come from; another number, other requests
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Api {
    /// As much as every change is tested with.
    pub(crate) const SHORT: Self = Self { seconds: 60, seed: 1 };
}

fn folder() -> anyhow::Result<PathBuf> {
    let folder = tool::target().join("api");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Fetches what is missing for it.
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
            .args(["--exclude-checks", LOST])
            // With its keys retired or its person erased, the run would go on as a stranger.
            .args(["--exclude-path-regex", "^/api/(admin/keys|me/data)"])
            .args(["--max-time", &wanted.seconds.to_string(), "--seed", &wanted.seed.to_string()])
            .env("MAZZO_IDENTITY", server.identity()?)
            .env("MAZZO_ADMIN_TOKEN", TOKEN)
            .env("NO_PROXY", "127.0.0.1")
            // It leaves files where it is run.
            .current_dir(&folder),
    );
    let log = server.stop()?;
    let said = fs::read_to_string(&log)?;
    ensure!(!said.contains("panicked"), "the server has panicked; {} says where", log.display());
    tested.with_context(|| format!("{} is what the server said", log.display()))
}

/// Makes sure that schemathesis is there, and says where.
fn install(folder: &Path) -> anyhow::Result<PathBuf> {
    let (venv, stamp) = (folder.join("venv"), folder.join("installed"));
    let schemathesis = venv.join("bin/schemathesis");
    // The stamp is what went in, so that a broken or outdated installation is tried again.
    if schemathesis.exists() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == SCHEMATHESIS) {
        return Ok(schemathesis);
    }
    println!("installing {SCHEMATHESIS} into {} (once, about a minute)", venv.display());
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let try_venv = || run_command(Command::new(&python).args(["-m", "venv", "--clear"]).arg(&venv));
    // Debian has Python without this part of it.
    let made = try_venv().or_else(|_| tool::install("python3-venv").and_then(|()| try_venv()));
    made.context(
        "this needs Python 3.10 or later with its venv module (Debian: apt install python3-venv); PYTHON names another one",
    )?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", SCHEMATHESIS];
    run_command(Command::new(venv.join("bin/python")).args(pip))
        .context("pip could not install it: it needs the network, or PIP_FIND_LINKS with the packages")?;
    fs::write(stamp, SCHEMATHESIS)?;
    Ok(schemathesis)
}

/// A server of its own, which ends with this value.
struct Server {
    child: Child,
    url: String,
    log: PathBuf,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> anyhow::Result<Self> {
        let (data, log) = (folder.join("data"), folder.join("server.log"));
        if data.exists() {
            fs::remove_dir_all(&data)?;
        }
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
            bail!("the server did not start; {} says why", server.log.display());
        };
        url.clone_into(&mut server.url);
        Ok(server)
    }

    /// The cookie of a new visitor.
    fn identity(&self) -> anyhow::Result<String> {
        let host = self.url.trim_start_matches("http://");
        let mut socket = TcpStream::connect(host)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        write!(
            socket,
            "POST /api/me HTTP/1.1\r\nhost: {host}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )?;
        let mut answer = String::new();
        socket.read_to_string(&mut answer)?;
        let cookie = answer.split("mazzo=").nth(1).and_then(|cookie| cookie.split(';').next());
        cookie.map(str::to_owned).with_context(|| format!("POST /api/me gives no cookie: {answer}"))
    }

    /// Ends it, and says where its log is.
    fn stop(mut self) -> anyhow::Result<PathBuf> {
        let ended = self.child.try_wait()?;
        ensure!(ended.is_none(), "the server has stopped by itself; {} says why", self.log.display());
        Ok(self.log.clone())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing that it has stored is needed any more. It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
