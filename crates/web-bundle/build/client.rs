//! Compiles the page to a WebAssembly module with its JavaScript glue, and splits the module.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::games::{Game, has_examples};
use crate::split::{Cut, Parts, split};

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "mazzo-web";

/// The prefix of exports for the worker script.
const WORKER: &str = "worker_";
/// Gates: functions that return a whole screen. Code that only they can reach is in the last part.
const SCREENS: [&str; 11] = [
    "mazzo_web::start::start",
    "mazzo_web::new::new_table",
    "mazzo_web::gather::gathering",
    "mazzo_web::learn::learn",
    "mazzo_web::learn::coach",
    "mazzo_web::record::record",
    "mazzo_web::sheets::sheet",
    "mazzo_web::me::move_here",
    "mazzo_web::verdict::judge",
    "mazzo_web::verdict::line",
    "mazzo_web::verdict::alarm",
];

/// The compiled client.
pub(crate) struct Client {
    pub(crate) glue: Vec<u8>,
    /// The module once for every game, with that game in its first part.
    pub(crate) modules: Vec<Module>,
}

/// A module as one file: the concatenation of its parts, compressed together.
pub(crate) struct Module {
    /// The game in the first part.
    pub(crate) game: String,
    pub(crate) parts: Parts,
}

impl Module {
    /// The content of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.parts.modules.concat()
    }

    /// The layout for the boot script: [`Parts::lends`], then the length of each part.
    pub(crate) fn layout(&self) -> String {
        let [table, worker, rest] = self.parts.modules.each_ref().map(Vec::len);
        format!("{} {table} {worker} {rest}", self.parts.lends)
    }
}

/// The sources of the client: its own crate, and all crates of the workspace that it depends on.
pub(crate) fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.join("Cargo.lock"), root.join("Cargo.toml")];
    let (mut waiting, mut seen) = (vec!["web".to_owned()], BTreeSet::new());
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
            "drawings.rs",
            "registry.rs",
            "study.json",
            "web",
            "web.css",
            "web.rs",
            "web.svg",
            "web.toml",
        ];
        found.extend(parts.iter().map(|part| folder.join(part)).filter(|path| path.exists()));
    }
    found
}

/// Runs a command. Panics with its error output if it fails.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{errors}");
}

fn add_target(root: &Path) {
    // Without rustup the target may be installed anyway; otherwise cargo reports it.
    let rustup = Command::new("rustup").args(["--quiet", "target", "add", TARGET]).current_dir(root).output();
    if let Ok(output) = rustup
        && !output.status.success()
    {
        println!("cargo::warning={}", String::from_utf8_lossy(&output.stderr).trim().replace('\n', " "));
    }
}

/// `cargo` for the client, without the environment that the outer cargo set for this build script.
fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy().into_owned();
        let is_kept = ["CARGO_HOME", "CARGO_MAKEFLAGS", "CARGO_NET_OFFLINE", "CARGO_HTTP_CAINFO"]
            .contains(&text.as_str());
        let is_outer =
            text.starts_with("CARGO") || text.starts_with("RUSTC") || text.starts_with("RUSTFLAGS");
        if is_outer && !is_kept {
            cargo.env_remove(name);
        }
    }
    cargo.current_dir(root);
    cargo
}

/// Compiler flags. The module contains no paths of the build machine.
fn flags(root: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let flags = [
        format!("--remap-path-prefix={}=/cargo", home.display()),
        format!("--remap-path-prefix={}=/mazzo", root.display()),
        // Keeps the relocations, for the splitter.
        "-Clink-arg=--emit-relocs".to_owned(),
        // Symbol names with generic arguments, so that they are unique.
        "-Csymbol-mangling-version=v0".to_owned(),
        // A game needs few hashes: the compact code is slower, but eight kilobytes smaller than the unrolled one.
        "--cfg=sha2_backend_soft=\"compact\"".to_owned(),
    ];
    flags.join("\u{1f}")
}

/// Compiles and splits the client.
pub(crate) fn build(root: &Path, target: &Path, games: &[Game], is_fast: bool) -> Client {
    add_target(root);
    let profile = if is_fast { "page-fast" } else { "page" };
    let arguments = ["build", "--quiet", "--package", PACKAGE, "--target", TARGET, "--profile", profile];
    let mut command = cargo(root);
    command.args(arguments).arg("--target-dir").arg(target);
    if has_examples() {
        command.args(["--features", "example-games"]);
    }
    run(command.env("CARGO_ENCODED_RUSTFLAGS", flags(root)));
    let compiled = target.join(TARGET).join(profile).join("mazzo_web.wasm");
    let linked = std::fs::read(&compiled).unwrap_or_else(|error| panic!("{}: {error}", compiled.display()));
    let bound = target.join("bound");
    wasm_bindgen_cli_support::Bindgen::new()
        .input_path(compiled)
        .web(true)
        .expect("the output mode is not set yet")
        .typescript(false)
        .remove_name_section(false)
        .demangle(false)
        .remove_producers_section(true)
        .generate(&bound)
        .unwrap_or_else(|error| panic!("{error:#}"));
    let read = |name: &str| std::fs::read(bound.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let glue = read("mazzo_web.js");
    let whole = read("mazzo_web_bg.wasm");
    let module = |game: &Game| {
        let later = || games.iter().filter(|other| other.name != game.name);
        let late: Vec<&str> = SCREENS.into_iter().chain(later().map(|other| other.gate.as_str())).collect();
        let exports: Vec<&str> = later().map(|other| other.opens.as_str()).collect();
        let cut = Cut { worker: WORKER, gates: &late, late_exports: &exports };
        Module { game: game.name.clone(), parts: split(&linked, &whole, &cut) }
    };
    Client { glue, modules: games.iter().map(module).collect() }
}
