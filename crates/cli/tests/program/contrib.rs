//! The files for operators: the commands of the systemd unit and of the container start the real program. Docker does not run here,
//! so the image is not built; its lines are checked against this repository.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the root of the repository")
        .to_path_buf()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rest of the line with this prefix.
fn line<'a>(file: &'a str, start: &str) -> &'a str {
    file.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_else(|| panic!("no line with {start}"))
}

/// A server, killed on drop.
struct Running(Child);

impl Running {
    /// Starts it, and waits for its address.
    fn start(command: &mut Command) -> (Self, String) {
        let mut child =
            command.env("LC_ALL", "C").stdout(Stdio::piped()).spawn().expect("the program starts");
        let out = child.stdout.take().expect("stdout");
        let running = Self(child);
        let line = BufReader::new(out).lines().next().expect("a line").expect("a line of text");
        (running, line.strip_prefix("Mazzo is at ").expect("an address").to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill(); // it may have exited
        let _ = self.0.wait();
    }
}

#[test]
fn the_command_of_the_unit_starts_with_every_key_of_the_configuration() {
    let (unit, folder) = (read("contrib/mazzo.service"), tempfile::tempdir().expect("a folder"));
    let path = folder.path().to_str().expect("the path is UTF-8");
    // Every commented-out line shows a key with its default or an example.
    let is_key =
        |line: &&str| line.starts_with('#') && line[1..].starts_with(|c: char| c.is_ascii_lowercase());
    let keys = read("contrib/mazzo.toml").lines().filter(is_key).count();
    assert!(keys > 15, "only {keys} keys");
    let config: String = read("contrib/mazzo.toml")
        .lines()
        .map(|line| if is_key(&line) { &line[1..] } else { line })
        .map(|line| {
            if line.starts_with("listen") {
                "listen = \"127.0.0.1:0\"\n".to_owned()
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    std::fs::write(folder.path().join("mazzo.toml"), config).expect("a file");

    let command = line(&unit, "ExecStart=")
        .replace("${CREDENTIALS_DIRECTORY}", path)
        .replace("${STATE_DIRECTORY}", path);
    let mut words = command.split(' ');
    assert_eq!(words.next(), Some("/usr/local/bin/mazzo"));
    let (_server, url) = Running::start(Command::new(env!("CARGO_BIN_EXE_mazzo")).args(words));
    assert_eq!(url, "https://play.example.org", "the configuration is read");
}

#[test]
fn the_unit_limits_resources() {
    let unit = read("contrib/mazzo.service");
    for limit in ["MemoryHigh=", "MemoryMax=", "CPUQuota=", "TasksMax=", "LimitNOFILE=", "LimitCORE=0"] {
        assert!(unit.lines().any(|line| line.starts_with(limit)), "{limit}");
    }
}

/// Where systemd is installed, it accepts every line and rates the exposure as low.
#[test]
fn systemd_accepts_the_unit() {
    let tool = || Command::new("systemd-analyze");
    if tool().arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: there is no systemd on this machine");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let unit = folder.path().join("mazzo.service");
    // systemd also checks that the program exists.
    let text = read("contrib/mazzo.service").replace("/usr/local/bin/mazzo", env!("CARGO_BIN_EXE_mazzo"));
    std::fs::write(&unit, text).expect("a file");
    let verified = tool().arg("verify").arg(&unit).output().expect("systemd-analyze runs");
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    assert!(verified.status.success() && !said.contains("mazzo.service"), "{said}");

    // The scale is 0 to 100; a service without hardening has 96.
    let judged = tool()
        .args(["security", "--offline=true", "--threshold=20", "--no-pager"])
        .arg(&unit)
        .output()
        .expect("systemd-analyze runs");
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));
}

#[test]
fn the_container_uses_the_toolchain_of_the_repository_and_copies_the_binary() {
    let file = read("contrib/Dockerfile");
    let toolchain = read("rust-toolchain.toml");
    let channel = line(&toolchain, "channel = ").trim_matches('"');
    assert!(line(&file, "FROM rust:").starts_with(&format!("{channel}-")));
    assert_eq!(line(&file, "ENV RUSTUP_TOOLCHAIN="), channel);
    // Both images use the same Debian, since the program links its C library.
    let debian =
        line(&file, "FROM rust:").split(' ').next().and_then(|tag| tag.rsplit('-').next()).expect("a tag");
    assert!(line(&file, "FROM debian:").starts_with(debian), "{debian}");
    let folder = line(&file, "WORKDIR ");
    assert!(file.contains("RUN cargo build --release --locked --package mazzo\n"));
    assert!(file.contains(&format!("COPY --from=build {folder}/target/release/mazzo /usr/local/bin/mazzo")));
    // The build must not need ignored files.
    let left_out = read("contrib/Dockerfile.dockerignore");
    for needed in ["crates", "games", "xtask", "Cargo.lock", "Cargo.toml", ".cargo", "rust-toolchain.toml"] {
        assert!(left_out.lines().all(|line| line.trim_end_matches('/') != needed), "{needed}");
    }
}

/// Runs the container's command, environment and health check on this machine.
#[test]
fn the_command_of_the_container_starts_and_is_healthy() {
    let file = read("contrib/Dockerfile");
    let folder = tempfile::tempdir().expect("a folder");
    let words = |text: &str| serde_json::from_str::<Vec<String>>(text).expect("a list of words");
    assert_eq!(words(line(&file, "ENTRYPOINT ")), ["/usr/local/bin/mazzo"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazzo"));
    command.args(words(line(&file, "CMD ")));
    let port = line(&file, "EXPOSE ");
    for setting in line(&file, "ENV MAZZO_").split(' ') {
        let (name, value) = setting.split_once('=').expect("a setting");
        match name.trim_start_matches("MAZZO_") {
            "LISTEN" => {
                assert_eq!(value, format!("0.0.0.0:{port}"));
                command.env("MAZZO_LISTEN", "127.0.0.1:0");
            }
            "DATA" => {
                assert!(file.contains(&format!("VOLUME {value}\n")));
                command.env("MAZZO_DATA", folder.path());
            }
            other => panic!("MAZZO_{other} is not known to this test"),
        }
    }
    let (_server, url) = Running::start(&mut command);
    let here = url.rsplit(':').next().expect("a port").trim_end_matches('/');
    let health = words(line(&file, "    CMD "));
    let asked: Vec<String> =
        health.iter().map(|word| word.replace(&format!("/{port} "), &format!("/{here} "))).collect();
    assert_ne!(asked, health, "the health check uses the exposed port");
    let status = Command::new(&asked[0]).args(&asked[1..]).status().expect("bash runs");
    assert!(status.success(), "{asked:?}");
}
