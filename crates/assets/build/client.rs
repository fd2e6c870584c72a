//! From the sources of the page to a WebAssembly module and its glue.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::places::without_columns;
use crate::split::{Parts, WAYS, split};
use crate::{glue, order};

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "mazzo-page";

/// The client as browsers take it.
pub(crate) struct Client {
    pub(crate) glue: Vec<u8>,
    /// The same module once for every game, which comes first in it.
    pub(crate) modules: Vec<Module>,
}

/// A module in one file: each part comes when those before it are there, and all are packed as one.
pub(crate) struct Module {
    /// The game whose tables come first.
    pub(crate) game: &'static str,
    /// The parts, one after the other.
    pub(crate) bytes: Vec<u8>,
    /// Where the first part lends, and how long the parts are: what a script has to know of them.
    pub(crate) parts: String,
}

impl Module {
    fn new(game: &'static str, parts: &Parts) -> Self {
        let Parts { modules, lends, .. } = parts;
        let [table, worker, rest] = modules.each_ref().map(Vec::len);
        Self { game, bytes: modules.concat(), parts: format!("{lends} {table} {worker} {rest}") }
    }
}

/// Everything that the client is made of: its own crate, and all crates of the workspace that it depends on.
pub(crate) fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.join("Cargo.lock"), root.join("Cargo.toml")];
    let (mut waiting, mut seen) = (vec!["page".to_owned()], BTreeSet::new());
    while let Some(name) = waiting.pop() {
        let own = root.join("crates").join(&name);
        let folder = if own.exists() { own } else { root.join("games").join(&name) };
        if !seen.insert(name) {
            continue;
        }
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        for line in manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1) {
            if line.starts_with('[') {
                break;
            }
            if let Some(rest) = line.strip_prefix("mazzo-") {
                waiting.push(rest.split(['.', ' ', '=']).next().unwrap_or_default().to_owned());
            }
        }
        let parts = [
            "Cargo.toml",
            "build.rs",
            "build",
            "src",
            "messages",
            "rules",
            "shell",
            "style",
            "art",
            "font",
            "icons",
            "registry.rs",
            "study.json",
        ];
        found.extend(parts.iter().map(|part| folder.join(part)).filter(|path| path.exists()));
    }
    found
}

/// Runs it, and shows what it said if it fails.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{said}");
}

fn add_target(root: &Path) {
    // Without rustup the target may be there all the same, and cargo says so if it is not.
    let rustup = Command::new("rustup").args(["--quiet", "target", "add", TARGET]).current_dir(root).output();
    if let Ok(output) = rustup
        && !output.status.success()
    {
        println!("cargo::warning={}", String::from_utf8_lossy(&output.stderr).trim().replace('\n', " "));
    }
}

/// `cargo` for the client: what cargo has told this build script about another build is not for it.
fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy().into_owned();
        let is_kept = ["CARGO_HOME", "CARGO_MAKEFLAGS", "CARGO_NET_OFFLINE", "CARGO_HTTP_CAINFO"]
            .contains(&text.as_str());
        let is_ours = text.starts_with("CARGO") || text.starts_with("RUSTC") || text.starts_with("RUSTFLAGS");
        if is_ours && !is_kept {
            cargo.env_remove(name);
        }
    }
    cargo.current_dir(root);
    cargo
}

/// Flags for the compiler: whoever built it, and where, is not in the module.
fn flags(root: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let flags = [
        format!("--remap-path-prefix={}=/cargo", home.display()),
        format!("--remap-path-prefix={}=/mazzo", root.display()),
        // The linker leaves its notes on what leads where.
        "-Clink-arg=--emit-relocs".to_owned(),
        // Names that tell of which types something is, so that no two are the same.
        "-Csymbol-mangling-version=v0".to_owned(),
        // A game is a few hashes: they need not be fast, and unrolled they are eight kilobytes.
        "--cfg=sha2_backend_soft=\"compact\"".to_owned(),
    ];
    flags.join("\u{1f}")
}

pub(crate) fn build(root: &Path, target: &Path, is_fast: bool) -> Client {
    add_target(root);
    let profile = if is_fast { "page-fast" } else { "page" };
    let arguments = ["build", "--quiet", "--package", PACKAGE, "--target", TARGET, "--profile", profile];
    let mut command = cargo(root);
    command.args(arguments).arg("--target-dir").arg(target);
    run(command.env("CARGO_ENCODED_RUSTFLAGS", flags(root)));
    let compiled = target.join(TARGET).join(profile).join("mazzo_page.wasm");
    let linked = std::fs::read(&compiled).unwrap_or_else(|error| panic!("{}: {error}", compiled.display()));
    let bound = target.join("bound");
    wasm_bindgen_cli_support::Bindgen::new()
        .input_path(compiled)
        .web(true)
        .expect("a module for browsers")
        .typescript(false)
        .remove_name_section(false)
        .demangle(false)
        .remove_producers_section(true)
        .generate(&bound)
        .unwrap_or_else(|error| panic!("{error:#}"));
    let read = |name: &str| std::fs::read(bound.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let glue = read("mazzo_page.js");
    let mut whole = read("mazzo_page_bg.wasm");
    if !is_fast {
        assert!(without_columns(&mut whole) > 0, "places in the sources look different now");
    }
    let names = glue::numbered(order::private_names(&whole));
    let module = |game: &'static str| {
        let later: Vec<_> = WAYS.into_iter().filter(|way| way.game != game).collect();
        let mut parts = split(&linked, &whole, &later);
        if !is_fast {
            for (part, staying) in parts.modules.iter_mut().zip(parts.lent) {
                *part = order::sorted(part, &names, staying);
            }
        }
        Module::new(game, &parts)
    };
    let modules = WAYS.into_iter().map(|way| module(way.game)).collect();
    if is_fast {
        return Client { glue, modules };
    }
    let glue = String::from_utf8(glue).unwrap_or_else(|error| panic!("the glue: {error}"));
    Client { glue: glue::renamed(&glue::direct(&glue::bare(&glue)), &names).into_bytes(), modules }
}
