//! Developer commands: `cargo xtask test`, measurements, releases.
#![expect(clippy::print_stdout, reason = "a command line program")]

mod api;
mod archive;
mod browser;
mod count;
mod deny;
mod examples;
mod fuzz;
mod ladder;
mod picture;
mod programs;
mod release;
mod sbom;
mod soak;
mod suite;
mod tool;
mod wasm;

use clap::Parser;

/// Developer commands of this repository
#[derive(Parser)]
#[command(name = "cargo xtask", arg_required_else_help = true)]
enum Task {
    /// Everything that must pass before a change lands
    Test(suite::Test),
    /// Run the laws in WebAssembly under Node, and compare the logs with native ones
    Wasm,
    /// Test the HTTP API with requests generated from its own description
    Api(api::Api),
    /// Check licences, sources and known vulnerabilities of all dependencies
    Deny,
    /// Fuzz the parsers and rooms with libFuzzer, and keep inputs that add coverage
    Fuzz(fuzz::Fuzz),
    /// Pack the program with completions, man pages and a bill of materials
    Release(release::Release),
    /// Play many random games over all seats and house rules, and check a sample of records
    Soak(soak::Soak),
    /// Count instructions a move with valgrind, and the overhead of the arena
    Count(count::Count),
    /// Play every bot against the one below it; an interrupted run resumes
    Ladder(ladder::Ladder),
    /// Measure the decision times of the bots
    Pace,
    /// Draw the pictures of the documentation
    Picture,
    /// Test the page in a real browser: games, failures, languages, accessibility, secrets
    Browser,
    /// Play the example games with the real program: commands, network, terminal, browser
    Examples,
    /// Take screenshots of every screen of the page, phone and desktop
    Screenshots,
    /// Measure the transfer size of the page, and the time to the first paint and card
    Weight,
    /// Measure the responsiveness of the page: taps, frames of a reveal, Lighthouse
    Speed,
    /// Rebuild the page for `mazzo serve --dev` on every change
    Page(browser::Page),
}

fn main() -> anyhow::Result<()> {
    match Task::parse() {
        Task::Test(wanted) => suite::run(&wanted),
        Task::Wasm => wasm::run(),
        Task::Api(wanted) => api::run(&wanted, &tool::built_program()?),
        Task::Deny => deny::run(),
        Task::Fuzz(wanted) => fuzz::run(&wanted),
        Task::Release(wanted) => release::run(&wanted),
        Task::Soak(wanted) => soak::run(&wanted),
        Task::Count(wanted) => count::run(&wanted),
        Task::Ladder(wanted) => ladder::run(&wanted),
        Task::Pace => {
            tool::run(&mut tool::cargo("run --quiet --release --package mazzo-arena --example pace"))
        }
        Task::Picture => picture::run(),
        Task::Browser => browser::test(&tool::built_program()?),
        Task::Examples => examples::run(),
        Task::Screenshots => browser::screenshots(),
        Task::Weight => browser::weight(),
        Task::Speed => browser::speed(),
        Task::Page(wanted) => browser::page(&wanted),
    }
}
