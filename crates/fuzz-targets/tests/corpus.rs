//! Replays the inputs that fuzzing found: the corpus, and the regressions.

use std::fs::{self, File};
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use mazzo_fuzz_targets::{TARGETS, Target};

/// Minimum number of valid inputs in a corpus: fewer means that it got lost.
const MIN_VALID: usize = 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The kept corpus of a target, with names: `corpus/NAME.tar.zst`, written by `cargo xtask fuzz`.
fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let path = folder().join(format!("corpus/{}.tar.zst", target.name));
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut archive = tar::Archive::new(zstd::Decoder::new(file).expect("a zstd stream"));
    let read = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut entry = entry.expect("an entry");
        let name = entry.path().expect("a name").display().to_string();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("a whole entry");
        (name, bytes)
    };
    archive.entries().expect("an archive").map(read).collect()
}

/// Inputs that once broke a target: `regressions/NAME/WHAT`.
fn regressions(target: &Target) -> Vec<(String, Vec<u8>)> {
    let Ok(files) = fs::read_dir(folder().join("regressions").join(target.name)) else { return Vec::new() };
    let read = |file: std::io::Result<fs::DirEntry>| {
        let path = file.expect("a file").path();
        (path.display().to_string(), fs::read(&path).expect("a file"))
    };
    files.map(read).collect()
}

/// Runs all inputs. Returns the number of valid ones.
fn replay(target: &Target, inputs: &[(String, Vec<u8>)]) -> usize {
    let run = |(name, bytes): &&(String, Vec<u8>)| {
        catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)))
            .unwrap_or_else(|_| panic!("{}: {name} breaks a law, see above: {bytes:?}", target.name))
    };
    inputs.iter().filter(run).count()
}

#[test]
fn the_corpus_of_every_target_passes() {
    for target in &TARGETS {
        let inputs = corpus(target);
        let valid = replay(target, &inputs);
        // A corpus of refused inputs would test nothing.
        assert!(valid >= MIN_VALID, "{}: {valid} of {} are valid", target.name, inputs.len());
    }
}

#[test]
fn the_regressions_of_every_target_pass() {
    for target in &TARGETS {
        replay(target, &regressions(target));
    }
}

#[test]
fn most_seeds_are_valid() {
    for target in &TARGETS {
        let seeds: Vec<_> =
            (0..).zip((target.seeds)()).map(|(n, seed): (u32, _)| (n.to_string(), seed)).collect();
        let valid = replay(target, &seeds);
        assert!(valid * 2 >= seeds.len(), "{}: {valid} of {} seeds", target.name, seeds.len());
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
