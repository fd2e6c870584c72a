//! Runs and installs external programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, bail};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// `cargo` with these arguments, separated by spaces, in the root.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The page takes minutes to build; use `cargo_with_page` where it is needed.
    command.args(arguments.split(' ')).current_dir(root()).env("MAZZO_PAGE", "off");
    command
}

/// The same with the page. All steps of the test suite use it, so that nothing is built twice.
pub(crate) fn cargo_with_page(arguments: &str) -> Command {
    let mut command = cargo(arguments);
    command.env("MAZZO_PAGE", "on");
    command
}

/// The host triple.
pub(crate) fn host() -> anyhow::Result<String> {
    let said = output(Command::new("rustc").arg("-vV").current_dir(root()))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc prints no host")
}

/// The target directory.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

/// The path of the program.
pub(crate) fn program() -> PathBuf {
    target().join("debug/mazzo")
}

/// Builds the program with the page. Not needed after the workspace tests, which build it with more features.
pub(crate) fn built_program() -> anyhow::Result<PathBuf> {
    run(&mut cargo_with_page("build --quiet --workspace --bin mazzo"))?;
    Ok(program())
}

/// Creates an empty folder.
pub(crate) fn clear_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    Ok(std::fs::create_dir_all(folder)?)
}

/// The files of a folder: their names and bytes.
pub(crate) fn files(folder: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let file = |entry: std::io::Result<std::fs::DirEntry>| -> anyhow::Result<(String, Vec<u8>)> {
        let entry = entry?;
        Ok((entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path())?))
    };
    std::fs::read_dir(folder)?.map(file).collect()
}

/// Runs a command. The error names the command.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let shown = format!("{command:?}").replace('"', "");
    let status = command.status().with_context(|| format!("cannot start '{shown}'"))?;
    if !status.success() {
        bail!("'{shown}' failed: {status}");
    }
    Ok(())
}

/// Runs a command. Returns its output.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let shown = format!("{command:?}").replace('"', "");
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start '{shown}'"))?;
    if !output.status.success() {
        bail!("'{shown}' failed: {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Does a job for each item, so many at a time, in their order. Returns what the jobs returned, if anything.
pub(crate) fn side_by_side<T: Send, R: Send>(
    lanes: usize,
    items: Vec<T>,
    job: impl Fn(T) -> anyhow::Result<Option<R>> + Sync,
) -> anyhow::Result<Vec<R>> {
    let waiting = Mutex::new(items.into_iter());
    // No thread leaves the iterator inconsistent, so poison does not matter.
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let lane = || std::iter::from_fn(next).filter_map(|item| job(item).transpose()).collect();
    let lanes: Vec<anyhow::Result<Vec<R>>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        running.into_iter().map(|lane| lane.join().unwrap_or_else(|_| bail!("a thread panicked"))).collect()
    });
    Ok(lanes.into_iter().collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Installs a Debian package if the program is missing.
pub(crate) fn require(program: &str, package: &str) -> anyhow::Result<()> {
    if is_installed(program) {
        return Ok(());
    }
    println!("{program} is missing");
    if install(package).is_err() || !is_installed(program) {
        bail!("{program} is required and could not be installed; install it and try again");
    }
    Ok(())
}

/// Installs a Debian package.
pub(crate) fn install(package: &str) -> anyhow::Result<()> {
    println!("installing the package {package}");
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    run(Command::new("apt-get").args(["install", "-y", "-qq", package]))
}
