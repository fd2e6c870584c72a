//! What is done to this repository: `cargo xtask test` and the measurements that take longer.
#![expect(clippy::print_stdout, reason = "it is a program")]

mod api;
mod archive;
mod browser;
mod count;
mod deny;
mod fuzz;
mod ladder;
mod pace;
mod picture;
mod release;
mod sbom;
mod soak;
mod suite;
mod tool;
mod wasm;

use clap::Parser;

/// What is done to this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", arg_required_else_help = true)]
enum Task {
    /// Everything that must pass before a change lands
    Test(suite::Test),
    /// Build the laws for WebAssembly, run them under Node and compare the logs with native ones
    Wasm,
    /// Ask the server for what nobody would think of, by its own description of its HTTP side
    Api(api::Api),
    /// Licences, sources and known weaknesses of everything that is linked
    Deny,
    /// Search for inputs that break something, guided by the code that they reach, and keep those that reach more
    Fuzz(fuzz::Fuzz),
    /// Pack the program with completions, man pages and a bill of materials
    Release(release::Release),
    /// Very many random games of each kind over all seats and house rules, a sample written, refereed and read back
    Soak(soak::Soak),
    /// Instructions a move, counted by valgrind, and what the arena adds to them
    Count(count::Count),
    /// Every bot against the one below it; goes on where it was stopped
    Ladder(ladder::Ladder),
    /// How fast the bots decide, and how well search keeps its time
    Pace,
    /// Draw the pictures of the documents
    Picture,
    /// Whole games, trouble, languages and secrets in a real browser
    Browser,
    /// Pictures of every screen of the page, phone and desktop
    Screenshots,
    /// What the page weighs over the wire, and how soon there is something to see
    Weight,
    /// How the page feels: taps, frames of a reveal, Lighthouse
    Speed,
    /// Keep the page up to date for `mazzo serve --dev`
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
        Task::Pace => pace::run(),
        Task::Picture => picture::run(),
        Task::Browser => browser::test(&tool::built_program()?),
        Task::Screenshots => browser::screenshots(),
        Task::Weight => browser::weight(),
        Task::Speed => browser::speed(),
        Task::Page(wanted) => browser::page(&wanted),
    }
}
