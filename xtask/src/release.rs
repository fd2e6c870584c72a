//! `cargo xtask release`: builds the archives of a release.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::archive::{self, Effort, Packed};
use crate::sbom;
use crate::tool::{self, cargo, cargo_with_page, output, root, run as run_command};

#[derive(Args)]
pub(crate) struct Release {
    /// Build for this target; may be repeated [default: this machine]
    #[arg(long, value_name = "TARGET")]
    target: Vec<String>,

    /// Build no release: pack the program built by the tests, and check the archive
    #[arg(long, conflicts_with = "target")]
    check: bool,
}

/// Shells, and the file names of their completions.
const SHELLS: [(&str, &str); 4] =
    [("bash", "mazzo.bash"), ("zsh", "_mazzo"), ("fish", "mazzo.fish"), ("powershell", "_mazzo.ps1")];
/// Files of the repository in the archive, with their paths.
const EXTRA_FILES: [(&str, &str); 6] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("contrib/mazzo.service", "systemd/mazzo.service"),
    ("contrib/mazzo.toml", "systemd/mazzo.toml"),
];
/// The bill of materials.
const SBOM: &str = "mazzo.cdx.json";
const SUMS: &str = "SHA256SUMS";

pub(crate) fn run(wanted: &Release) -> anyhow::Result<()> {
    if wanted.check {
        return check(&plain_program()?);
    }
    let folder = tool::target().join("release-files");
    fs::create_dir_all(&folder)?;
    let host = tool::host()?;
    let targets = if wanted.target.is_empty() { std::slice::from_ref(&host) } else { &wanted.target };
    let programs = targets.iter().map(|target| build(target)).collect::<anyhow::Result<Vec<_>>>()?;
    // A program for another target cannot run here; its completions and man pages are the same.
    let here = targets.iter().position(|target| *target == host);
    let native = here.map_or_else(plain_program, |at| Ok(programs[at].clone()))?;
    let mut made = Vec::new();
    for (target, program) in targets.iter().zip(&programs) {
        let name = format!("{}.tar.zst", stem(target)?);
        made.push((name, contents(target, program, &native, Effort::High)?));
    }
    for (name, bytes) in &made {
        fs::write(folder.join(name), bytes)?;
        println!("{}: {} KB", folder.join(name).display(), bytes.len().div_ceil(1024));
    }
    fs::write(folder.join(SUMS), sums(&made))?;
    Ok(())
}

/// The program without the page, which builds faster and has the same completions and man pages.
fn plain_program() -> anyhow::Result<PathBuf> {
    run_command(&mut cargo(&["build", "--quiet", "--package", "mazzo"]))?;
    Ok(tool::program())
}

/// Lines for `sha256sum --check`.
fn sums(files: &[(String, Vec<u8>)]) -> String {
    let mut lines = String::new();
    for (name, bytes) in files {
        for byte in Sha256::digest(bytes) {
            let _ = write!(lines, "{byte:02x}"); // writing to a string cannot fail
        }
        let _ = writeln!(lines, "  {name}");
    }
    lines
}

fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The name of an archive and of the folder in it.
fn stem(target: &str) -> anyhow::Result<String> {
    ensure!(
        target.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)),
        "'{target}' is not a target"
    );
    Ok(format!("mazzo-{}-{target}", version()))
}

/// Builds the program reproducibly, without paths of this machine. Returns its path.
fn build(target: &str) -> anyhow::Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let mut places = vec![format!("'--remap-path-prefix={}=/mazzo'", root().display())];
    places.extend(home.map(|home| format!("'--remap-path-prefix={}=/cargo'", home.display())));
    let config = format!("target.'cfg(all())'.rustflags=[{}]", places.join(","));
    let mut build =
        cargo_with_page(&["build", "--release", "--locked", "--package", "mazzo", "--target", target]);
    build.args(["--config", &config]).env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    run_command(&mut build)?;
    let ending = if target.contains("windows") { ".exe" } else { "" };
    let program = tool::target().join(target).join(format!("release/mazzo{ending}"));
    ensure!(!has_symbols(&fs::read(&program)?)?, "{} has a symbol table", program.display());
    Ok(program)
}

/// True if a program in the format ELF has a symbol table (`.symtab`), which a release does not need. False for other formats.
fn has_symbols(program: &[u8]) -> anyhow::Result<bool> {
    const ELF: &[u8] = b"\x7fELF";
    /// 64 bits, little-endian: all targets of a release.
    const CLASS: &[u8] = &[2, 1];
    /// The type of the section `.symtab`.
    const SYMBOLS: usize = 2;
    let Some(header) = program.strip_prefix(ELF) else { return Ok(false) };
    ensure!(header.starts_with(CLASS), "an ELF program of another class");
    let number = |at: usize, length: usize| {
        let bytes = at.checked_add(length).and_then(|end| program.get(at..end));
        let bytes = bytes.context("an ELF program that ends too early")?;
        let number = bytes.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        Ok::<_, anyhow::Error>(usize::try_from(number)?)
    };
    // `e_shoff`, `e_shentsize` and `e_shnum` of the header, then `sh_type` of every section.
    let (sections, size, count) = (number(0x28, 8)?, number(0x3a, 2)?, number(0x3c, 2)?);
    for section in 0..count {
        let at = sections.saturating_add(section * size).saturating_add(4);
        if number(at, 4)? == SYMBOLS {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The bytes of an archive. `native` is the program for this machine, which writes the completions and man pages.
fn contents(target: &str, program: &Path, native: &Path, effort: Effort) -> anyhow::Result<Vec<u8>> {
    let stem = stem(target)?;
    let inside = |name: &str| format!("{stem}/{name}");
    let name = program.file_name().map_or_else(|| "mazzo".into(), |name| name.to_string_lossy());
    let mut files = vec![Packed::program(inside(&name), fs::read(program)?)];
    for (from, to) in EXTRA_FILES {
        files.push(Packed::file(inside(to), fs::read(root().join(from)).context(from)?));
    }
    for (shell, file) in SHELLS {
        let written = output(Command::new(native).args(["completions", shell]))?;
        files.push(Packed::file(inside(&format!("completions/{file}")), written));
    }
    for (page, text) in man_pages(native)? {
        files.push(Packed::file(inside(&format!("man/man1/{page}")), text));
    }
    files.push(Packed::file(inside(SBOM), format!("{:#}\n", sbom::of_program(target)?)));
    archive::pack(files, source_date()?, effort)
}

/// The time of all files: `SOURCE_DATE_EPOCH`, or the last commit.
fn source_date() -> anyhow::Result<u64> {
    if let Ok(epoch) = std::env::var("SOURCE_DATE_EPOCH") {
        return epoch.parse().context("SOURCE_DATE_EPOCH must be a number of seconds");
    }
    let last = output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()));
    // Without a git history the time is 0.
    Ok(last.ok().and_then(|last| last.trim().parse().ok()).unwrap_or(0))
}

fn man_pages(native: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let folder = tool::target().join("release-files/man");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    run_command(Command::new(native).arg("man").arg(&folder))?;
    let mut pages = Vec::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        pages.push((name, fs::read(&path)?));
    }
    fs::remove_dir_all(&folder)?;
    Ok(pages)
}

/// Packs a program like a release, and checks the unpacked archive.
pub(crate) fn check(program: &Path) -> anyhow::Result<()> {
    let host = tool::host()?;
    let packed = || contents(&host, program, program, Effort::Low);
    let bytes = packed()?;
    ensure!(bytes == packed()?, "packing is not reproducible");

    let folder = tool::target().join("release-check");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let name = format!("{}.tar.zst", stem(&host)?);
    fs::write(folder.join(&name), &bytes)?;
    fs::write(folder.join(SUMS), sums(&[(name.clone(), bytes)]))?;
    run_command(Command::new("sha256sum").args(["--check", "--quiet", SUMS]).current_dir(&folder))?;
    archive::unpack(&folder.join(&name), &folder)?;

    let inside = folder.join(stem(&host)?);
    let said = output(Command::new(inside.join("mazzo")).arg("--version"))?;
    ensure!(said.trim() == format!("mazzo {}", version()), "the packed program prints '{said}'");
    for (_, to) in EXTRA_FILES {
        ensure!(inside.join(to).metadata().is_ok_and(|file| file.len() > 0), "{to} is missing");
    }
    run_command(Command::new("bash").arg("-n").arg(inside.join("completions/mazzo.bash")))?;
    for (shell, file) in SHELLS {
        let text = fs::read_to_string(inside.join("completions").join(file))?;
        ensure!(text.contains("simulate"), "the completions for {shell} lack a command");
    }
    for command in commands(&output(Command::new(inside.join("mazzo")).arg("--help"))?)? {
        let page = inside.join(format!("man/man1/mazzo-{command}.1"));
        ensure!(
            fs::read_to_string(&page).is_ok_and(|page| page.contains(".TH")),
            "{} is missing",
            page.display()
        );
    }
    let document: Value = serde_json::from_str(&fs::read_to_string(inside.join(SBOM))?)?;
    let parts = sbom::check(&document)?;
    println!("{name}: complete and reproducible; {parts} parts in its bill of materials.");
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// The commands that the help lists.
fn commands(help: &str) -> anyhow::Result<Vec<&str>> {
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with(' '));
    // Continuation lines are indented further.
    let first = listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let names: Vec<&str> =
        first.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").collect();
    if names.len() < 5 {
        bail!("the help lists no commands:\n{help}");
    }
    Ok(names)
}

/// The package metadata of cargo.
pub(crate) fn metadata(target: &str) -> anyhow::Result<Value> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
    Ok(serde_json::from_str(&output(&mut cargo(&arguments))?)?)
}

#[cfg(test)]
mod tests {
    use super::has_symbols;

    /// An ELF program with sections of these types and nothing in them.
    fn elf(sections: &[u32]) -> Vec<u8> {
        let mut program = vec![0; 0x40];
        program[..6].copy_from_slice(b"\x7fELF\x02\x01");
        program[0x28] = 0x40; // the section headers follow
        program[0x3a] = 64;
        program[0x3c] = sections.len() as u8;
        for section in sections {
            let mut header = [0; 64];
            header[4..8].copy_from_slice(&section.to_le_bytes());
            program.extend(header);
        }
        program
    }

    #[test]
    fn a_symbol_table_is_found() {
        for (program, has) in [(elf(&[0, 1, 3]), false), (elf(&[0, 1, 2, 3]), true), (elf(&[]), false)] {
            assert_eq!(has_symbols(&program).ok(), Some(has));
        }
        assert_eq!(has_symbols(b"MZ, a program for Windows").ok(), Some(false));
        let mut short = elf(&[0, 1]);
        short.truncate(100);
        assert!(has_symbols(&short).is_err());
        // This test is not stripped.
        let own = std::env::current_exe().and_then(std::fs::read).expect("this program");
        assert_eq!(has_symbols(&own).ok(), Some(cfg!(target_os = "linux")));
    }
}
