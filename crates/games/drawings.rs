//! For the build scripts of front ends: declares the modules that draw the games. They are in the games' folders, and are compiled as
//! a part of the front end.

use std::path::{Path, PathBuf};

use crate::registry::{Entry, read};

/// The variable in which cargo passes on the games that `mazzo-games` was compiled with.
const BUILT: &str = "DEP_MAZZO_GAMES_BUILT";

/// Writes `drawings.rs` to the output folder: a module for a file of every game, then `more`. Such as, for `terminal.rs`:
/// `#[path = "…/games/uno/terminal.rs"] mod uno;`.
pub(crate) fn write(file: &str, more: impl FnOnce(&[Entry]) -> String) {
    println!("cargo::rerun-if-changed=../games");
    println!("cargo::rerun-if-env-changed={BUILT}");
    let built = std::env::var(BUILT).expect("the build script of mazzo-games passes on its games");
    let mut games = read(Path::new(".."));
    games.retain(|game| built.split(' ').any(|folder| folder == game.folder));
    let folder = Path::new("../../games").canonicalize().expect("the folder of the games");
    let module = |game: &Entry| {
        let path = folder.join(&game.folder).join(file).display().to_string();
        format!("#[path = {path:?}]\nmod {};\n", game.module())
    };
    let code = games.iter().map(module).collect::<String>() + &more(&games);
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("drawings.rs"), code).expect("OUT_DIR is writable");
}
