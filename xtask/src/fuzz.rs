//! `cargo xtask fuzz`: runs libFuzzer on the targets of `crates/fuzz-targets`, on the stable toolchain.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use clap::Args;

use crate::archive::{self, Effort, Packed};
use crate::tool::{self, cargo, clear_folder, root, run as run_command};

/// The coverage instrumentation of libFuzzer, as in cargo-fuzz. No sanitizer: those need a nightly compiler, and find little without
/// `unsafe` code.
const COVERAGE_FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";
/// An input that takes more seconds is a finding: it would block a server.
const INPUT_TIMEOUT_S: u64 = 20;

#[derive(Args)]
pub(crate) struct Fuzz {
    /// Total duration in minutes, shared equally by the targets. 0 only minimises the corpus
    #[arg(long, value_name = "N", default_value_t = 30)]
    minutes: u64,

    /// Fuzz only this target
    #[arg(long, value_name = "T")]
    target: Option<String>,

    /// Run only this input, to see why it breaks
    #[arg(long, value_name = "FILE", requires = "target")]
    input: Option<PathBuf>,
}

/// The targets, by the names of their binaries.
fn targets() -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for file in fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        names.extend(file?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

pub(crate) fn run(wanted: &Fuzz) -> anyhow::Result<()> {
    let mut names = targets()?;
    if let Some(target) = &wanted.target {
        ensure!(names.contains(target), "there is no target '{target}'; there are: {}", names.join(", "));
        names = vec![target.clone()];
    }
    let folder = tool::target().join("fuzz");
    let binaries = build(&folder, &names)?;
    if let (Some(input), [name]) = (&wanted.input, &names[..]) {
        return run_command(Command::new(binaries.join(name)).arg(input));
    }
    let seeds = folder.join("seeds");
    clear_folder(&seeds)?;
    run_command(cargo("run --quiet --package mazzo-fuzz-targets --example seeds").arg(&seeds))?;
    let seconds = wanted.minutes * 60 / names.len() as u64;
    for name in names {
        let target = Target {
            binary: binaries.join(&name),
            folder: folder.join("run").join(&name),
            seeds: seeds.join(&name),
            name,
        };
        target.fuzz(seconds)?;
        target.keep()?;
    }
    Ok(())
}

/// Builds the binaries. Returns their folder.
fn build(folder: &Path, names: &[String]) -> anyhow::Result<PathBuf> {
    let host = tool::host()?;
    // With an explicit target, build scripts and macros are not instrumented.
    let build = format!("build --release --quiet --manifest-path fuzz/Cargo.toml --target {host}");
    let mut build = cargo(&build);
    for name in names {
        build.args(["--bin", name]);
    }
    run_command(build.arg("--target-dir").arg(folder.join("build")).env("RUSTFLAGS", COVERAGE_FLAGS))
        .context("a C++ compiler is required")?;
    Ok(folder.join("build").join(host).join("release"))
}

/// A fuzz target.
struct Target {
    name: String,
    binary: PathBuf,
    /// Inputs found on this machine, and crashes.
    folder: PathBuf,
    seeds: PathBuf,
}

impl Target {
    /// The corpus in the repository.
    fn corpus(&self) -> PathBuf {
        root().join(format!("crates/fuzz-targets/corpus/{}.tar.zst", self.name))
    }

    /// Inputs that once broke the target.
    fn regressions(&self) -> PathBuf {
        root().join("crates/fuzz-targets/regressions").join(&self.name)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .arg(format!("-timeout={INPUT_TIMEOUT_S}"))
            .arg(format!("-artifact_prefix={}/", self.folder.join("broken").display()));
        command
    }

    fn fuzz(&self, seconds: u64) -> anyhow::Result<()> {
        let (found, corpus) = (self.folder.join("found"), self.folder.join("kept"));
        for folder in [&found, &self.folder.join("broken")] {
            fs::create_dir_all(folder)?;
        }
        clear_folder(&corpus)?;
        if self.corpus().exists() {
            archive::unpack(&self.corpus(), &corpus)?;
        }
        if seconds == 0 {
            return Ok(());
        }
        println!("{}: {seconds} s", self.name);
        let log = self.folder.join("log");
        let mut command = self.command();
        command.arg(format!("-max_total_time={seconds}")).args(["-print_final_stats=1", "-reload=0"]);
        command.arg(format!("-dict={}", root().join("fuzz/words.dict").display()));
        command
            .args([&found, &corpus, &self.seeds])
            .args(Some(self.regressions()).filter(|folder| folder.exists()));
        let status = command.stdout(Stdio::null()).stderr(File::create(&log)?).status()?;
        let said = fs::read_to_string(&log).unwrap_or_default();
        if !status.success() {
            let end: Vec<&str> = said.lines().rev().take(60).collect();
            end.iter().rev().for_each(|line| println!("{line}"));
            bail!(
                "{}: an input breaks a law; the log is {}; cargo xtask fuzz --target {} --input FILE runs it alone",
                self.name,
                log.display(),
                self.name
            );
        }
        let last = said.lines().rfind(|line| line.contains(" cov: ")).unwrap_or_default();
        println!("{}: no crash; {}", self.name, last.split_whitespace().collect::<Vec<_>>().join(" "));
        Ok(())
    }

    /// Minimises the corpus to the same coverage, and stores it.
    fn keep(&self) -> anyhow::Result<()> {
        let merged = self.folder.join("merged");
        clear_folder(&merged)?;
        let mut command = self.command();
        command.arg("-set_cover_merge=1").arg(&merged).args([
            self.folder.join("found"),
            self.folder.join("kept"),
            self.seeds.clone(),
        ]);
        let log = self.folder.join("merge-log");
        let status = command.stdout(Stdio::null()).stderr(File::create(&log)?).status()?;
        ensure!(status.success(), "{}: minimising the corpus failed; see {}", self.name, log.display());
        // Shortened: names of 40 digits take more room than most inputs.
        let short = |name: String| name.chars().take(12).collect::<String>();
        let files = tool::files(&merged)?.into_iter().map(|(name, bytes)| Packed::file(short(name), bytes));
        let files: Vec<Packed> = files.collect();
        let count = files.len();
        let bytes = archive::pack(files, 0, Effort::High)?;
        println!("{}: {count} inputs kept, {} KB", self.name, bytes.len().div_ceil(1024));
        fs::write(self.corpus(), bytes)?;
        Ok(())
    }
}
