//! Other programs, and getting them where they are missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// `cargo` with these arguments, in the root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The page takes minutes to build; what needs it says so.
    command.args(arguments).current_dir(root()).env("MAZZO_PAGE", "off");
    command
}

/// The same, with the page in what it builds: for everything that runs one after the other, so that nothing is built twice.
pub(crate) fn cargo_with_page(arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command.env("MAZZO_PAGE", "on");
    command
}

/// The name of this machine's kind, as compilers have it.
pub(crate) fn host() -> anyhow::Result<String> {
    let said = output(Command::new("rustc").arg("-vV").current_dir(root()))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not say what it runs on")
}

/// Where things are built.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

/// The program with the page in it, as it was last built.
pub(crate) fn program() -> PathBuf {
    target().join("debug/mazzo")
}

/// The same, up to date. Tests of the workspace have built it too, with more features: who has just run them need not do it again.
pub(crate) fn built_program() -> anyhow::Result<PathBuf> {
    run(&mut cargo_with_page(&["build", "--quiet", "--workspace", "--bin", "mazzo"]))?;
    Ok(program())
}

/// Runs it; anything but success is an error that says which command it was.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let shown = format!("{command:?}").replace('"', "");
    let status = command.status().with_context(|| format!("'{shown}' cannot be started"))?;
    if !status.success() {
        bail!("'{shown}' failed: {status}");
    }
    Ok(())
}

/// What it prints.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let shown = format!("{command:?}").replace('"', "");
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("'{shown}' cannot be started"))?;
    if !output.status.success() {
        bail!("'{shown}' failed: {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Makes sure that a program is there: a Debian machine where we may install gets its package.
pub(crate) fn need(program: &str, package: &str) -> anyhow::Result<()> {
    if is_there(program) {
        return Ok(());
    }
    println!("{program} is missing");
    if install(package).is_err() || !is_there(program) {
        bail!("{program} is needed and could not be installed. Install it, then run this again.");
    }
    Ok(())
}

/// Installs a package, on a Debian machine where we may.
pub(crate) fn install(package: &str) -> anyhow::Result<()> {
    println!("installing the package {package}");
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    run(Command::new("apt-get").args(["install", "-y", "-qq", package]))
}
