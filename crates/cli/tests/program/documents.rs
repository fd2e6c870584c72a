//! Shell completions and man pages.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn mazzo(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazzo"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the binary starts")
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = String::from_utf8(mazzo(&["--help"]).stdout).expect("UTF-8 output");
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with(' '));
    // Continuation lines are indented further.
    let names = listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn completions_for_every_shell_know_every_command() {
    let commands = commands();
    assert!(commands.contains(&"serve".to_owned()), "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let output = mazzo(&["completions", shell]);
        assert!(output.status.success());
        let script = String::from_utf8(output.stdout).expect("UTF-8 output");
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
    }
    assert_eq!(mazzo(&["completions", "cmd"]).status.code(), Some(2), "an unknown shell");
}

#[test]
fn bash_completes_a_command_and_a_flag() {
    let script = mazzo(&["completions", "bash"]).stdout;
    let ask = r#"
        complete_last() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _mazzo mazzo "${@: -1}" "${@: -2:1}"; echo "${COMPREPLY[@]}"; }
        complete_last mazzo sim
        complete_last mazzo simulate --play
    "#;
    let mut bash = Command::new("bash")
        .args(["--norc", "-s"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bash is installed");
    let mut input = bash.stdin.take().expect("a pipe");
    input.write_all(&script).expect("bash reads");
    input.write_all(ask.as_bytes()).expect("bash reads");
    drop(input);
    let output = bash.wait_with_output().expect("bash ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "simulate\n--players\n");
}

#[test]
fn every_command_has_a_man_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = mazzo(&["man", folder.path().to_str().expect("the path is UTF-8")]);
    assert!(output.status.success(), "{output:?}");
    let page = |name: &str| {
        fs::read_to_string(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    for command in commands().iter().filter(|command| *command != "help") {
        let page = page(&format!("mazzo-{command}.1"));
        assert!(page.contains(".TH") && page.contains(command.as_str()), "{command}");
    }
    assert!(page("mazzo.1").contains(env!("CARGO_PKG_VERSION")));
    assert!(page("mazzo-serve.1").contains(r"\-\-data\-quota"), "every flag is documented");
    assert!(page("mazzo-arena-merge.1").contains("report"), "subcommands have pages");

    let output = mazzo(&["man", "/nowhere/at/all"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/at/all"));
}
