//! `cargo xtask test`: everything that must pass before a change lands.

use std::time::Instant;

use anyhow::bail;

use crate::tool::{self, cargo, cargo_with_page};
use crate::{api, browser, deny, release, wasm};

type Step = (&'static str, fn() -> anyhow::Result<()>);

const STEPS: &[Step] = &[
    ("format", || tool::run(&mut cargo(&["fmt", "--all", "--check"]))),
    ("lints, and installation of tools", || {
        std::thread::scope(|scope| {
            let tools =
                scope.spawn(|| browser::ready().and_then(|()| api::ready()).and_then(|()| deny::ready()));
            let flags = ["--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"];
            tool::run(cargo_with_page(&["clippy"]).args(flags))?;
            tools.join().unwrap_or_else(|_| bail!("installing the tools panicked"))
        })
    }),
    ("tests of units, laws, clauses, records, screens and docs", || {
        // Some tests need Node and Python, which are installed by now.
        let test = ["test", "--workspace", "--quiet"];
        // Clippy has compiled the examples.
        tool::run(cargo_with_page(&test).arg("--tests"))?;
        tool::run(cargo_with_page(&test).arg("--doc"))
    }),
    ("licences, sources and known vulnerabilities of dependencies", deny::run),
    ("packaging of a release", || release::check(&tool::program())),
    ("documentation", || {
        let mut doc =
            cargo_with_page(&["doc", "--workspace", "--no-deps", "--quiet", "--document-private-items"]);
        tool::run(doc.env("RUSTDOCFLAGS", "--deny warnings"))
    }),
    ("laws in WebAssembly, logs compared with native ones", wasm::run),
    ("the HTTP API against its OpenAPI document", || api::run(&api::Api::SHORT, &tool::program())),
    ("the page in a real browser", || browser::test(&tool::program())),
];

pub(crate) fn run() -> anyhow::Result<()> {
    let start = Instant::now();
    let mut times = Vec::new();
    for (name, step) in STEPS {
        println!("== {name}");
        let step_start = Instant::now();
        let done = step();
        let seconds = step_start.elapsed().as_secs();
        if let Err(why) = done {
            println!("== {name}: failed after {seconds} s");
            println!("{} passed, 1 failed, {} not run", times.len(), STEPS.len() - times.len() - 1);
            return Err(why);
        }
        println!("== {name}: passed in {seconds} s");
        times.push((name, seconds));
    }
    println!("== duration of each step");
    for (name, seconds) in times {
        println!("{seconds:>6} s  {name}");
    }
    println!("All steps passed in {} s.", start.elapsed().as_secs());
    println!("{} passed, 0 failed", STEPS.len());
    Ok(())
}
