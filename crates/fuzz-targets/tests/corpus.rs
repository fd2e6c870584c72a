//! The inputs that fuzzing found, given to the targets again: those that cover the code, and those that once broke it.

use std::fs::{self, File};
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use mazzo_fuzz_targets::{TARGETS, Target};

/// A corpus with fewer inputs that mean something is one that got lost.
const LEAST: usize = 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The kept corpus of a target, with names: `corpus/NAME.tar.zst`, written by `cargo xtask fuzz`.
fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let path = folder().join(format!("corpus/{}.tar.zst", target.name));
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut archive = tar::Archive::new(zstd::Decoder::new(file).expect("it is compressed"));
    let read = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut entry = entry.expect("an entry");
        let name = entry.path().expect("a name").display().to_string();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("the whole entry is there");
        (name, bytes)
    };
    archive.entries().expect("an archive").map(read).collect()
}

/// Inputs that broke something once: `regressions/NAME/WHAT`.
fn regressions(target: &Target) -> Vec<(String, Vec<u8>)> {
    let Ok(files) = fs::read_dir(folder().join("regressions").join(target.name)) else { return Vec::new() };
    let read = |file: std::io::Result<fs::DirEntry>| {
        let path = file.expect("a file").path();
        (path.display().to_string(), fs::read(&path).expect("it can be read"))
    };
    files.map(read).collect()
}

/// Runs all of them; how many meant anything.
fn replay(target: &Target, inputs: &[(String, Vec<u8>)]) -> usize {
    let run = |(name, bytes): &&(String, Vec<u8>)| {
        catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)))
            .unwrap_or_else(|_| panic!("{}: {name} breaks a law, why is above: {bytes:?}", target.name))
    };
    inputs.iter().filter(run).count()
}

#[test]
fn the_corpus_of_every_target_breaks_nothing() {
    for target in &TARGETS {
        let inputs = corpus(target);
        let understood = replay(target, &inputs);
        // Inputs that are all refused at the first byte would prove nothing.
        assert!(understood >= LEAST, "{}: {understood} of {} mean something", target.name, inputs.len());
    }
}

#[test]
fn what_broke_a_target_once_breaks_it_no_more() {
    for target in &TARGETS {
        replay(target, &regressions(target));
    }
}

#[test]
fn every_seed_means_something_to_its_target() {
    for target in &TARGETS {
        let seeds: Vec<_> =
            (0..).zip((target.seeds)()).map(|(n, seed): (u32, _)| (n.to_string(), seed)).collect();
        let understood = replay(target, &seeds);
        assert!(understood * 2 >= seeds.len(), "{}: {understood} of {} seeds", target.name, seeds.len());
    }
}

#[test]
fn every_target_has_a_binary_that_calls_it() {
    let mut names: Vec<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    names.sort();
    let fuzz = folder().join("../../fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).expect("the manifest of the fuzzer");
    for name in &names {
        let binary = fs::read_to_string(fuzz.join(format!("fuzz_targets/{name}.rs"))).expect("its binary");
        assert!(binary.contains(&format!("mazzo_fuzz_targets::{name}(bytes)")), "{name}");
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
    let binaries = fs::read_dir(fuzz.join("fuzz_targets")).expect("the binaries").count();
    assert_eq!(binaries, names.len(), "no binary is left over");
}
