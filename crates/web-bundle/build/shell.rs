//! All files of the page around the client: shells, styles, scripts, texts, the service worker.

use std::path::Path;

use mazzo_text::Lang;

use crate::client::{Client, Module};
use crate::first::{kinds, manifest};
use crate::games::Game;
use crate::pack::{File, named_by_policy, tag};

/// The folder of files with a hash in their name.
const HASHED: &str = "/a";
/// The style sheets of a table, beside those in its shell. Those of the games follow, then [`SIZE_STYLES`].
const STYLES: [&str; 3] = ["button", "card", "table"];
/// The style sheets that may override those of the games.
const SIZE_STYLES: [&str; 2] = ["sizes", "motion"];
/// The style sheets that load after those.
const LAST_STYLES: [&str; 3] = ["start", "screens", "sheets"];

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a text file.
pub(crate) fn text(path: &Path) -> String {
    String::from_utf8(read(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a script of the shell.
fn script(page: &Path, name: &str) -> String {
    text(&page.join("shell").join(name).with_extension("js"))
}

/// The files of a folder with this extension, sorted by name.
fn files_in(folder: &Path, ending: &str) -> Vec<std::path::PathBuf> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort();
    paths
}

/// A file with a hash in its path, which browsers may cache for ever.
fn hashed(name: &str, ending: &str, kind: &'static str, bytes: Vec<u8>) -> File {
    let path = format!("{HASHED}/{name}-{}.{ending}", tag(&bytes));
    File { is_immutable: true, is_page: false, ..plain(&path, kind, bytes) }
}

fn plain(path: &str, kind: &'static str, bytes: Vec<u8>) -> File {
    let is_page = [HTML, SCRIPT].contains(&kind);
    File {
        path: path.to_owned(),
        kind,
        bytes,
        is_immutable: false,
        is_page,
        links: String::new(),
        style: String::new(),
    }
}

/// Minifies a style sheet: removes comments and insignificant spaces.
fn minified(css: &str) -> String {
    let mut rest = css;
    let mut without_comments = String::new();
    while let Some((before, after)) = rest.split_once("/*") {
        without_comments.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    without_comments.push_str(rest);
    let mut out = String::new();
    let mut is_quoted = false;
    for c in without_comments.lines().flat_map(|line| line.trim().chars().chain([' '])) {
        is_quoted ^= c == '"';
        match c {
            ' ' if !is_quoted && (out.is_empty() || out.ends_with(['{', '}', ';', ':', ',', ' '])) => {
                continue;
            }
            '{' => out.truncate(out.trim_end_matches(' ').len()),
            '}' => out.truncate(out.trim_end_matches([' ', ';']).len()),
            _ => {}
        }
        out.push(c);
    }
    out
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";

/// The rules of all games in all languages, by name.
fn rules(games: &[Game]) -> Vec<(String, File)> {
    let one = |game: &str, lang: Lang| {
        let text = mazzo_text::rules(game, lang).unwrap_or_else(|| panic!("no rules for {game}"));
        let name = format!("{game}.{lang}");
        let file = hashed(&name, "md", "text/markdown; charset=utf-8", text.as_bytes().to_vec());
        (name, file)
    };
    games.iter().flat_map(|game| Lang::ALL.into_iter().map(move |lang| one(&game.name, lang))).collect()
}

/// The paths of named files, as a script reads them: `name=path`, with blanks between them.
fn paths<N: std::fmt::Display>(files: &[(N, File)]) -> String {
    let paths: Vec<String> = files.iter().map(|(name, file)| format!("{name}={}", file.path)).collect();
    paths.join(" ")
}

/// The boot and worker scripts in one file, so that shared code is sent once.
fn boot(page: &Path) -> Vec<u8> {
    let [parts, boot, press, drag, worker] =
        ["parts", "boot", "press", "drag", "worker"].map(|name| script(page, name));
    format!("{parts}if(self.document){{{boot}{press}{drag}}}else{{{worker}}}").into_bytes()
}

/// The service worker. It contains the names of all files, so it changes whenever a file changes. It caches only one of the modules:
/// the order of games in it matters only for the first visit.
fn service(page: &Path, games: &[Game], files: &[File]) -> File {
    let is_other_module = |path: &str| {
        games[1..].iter().map(|game| &game.name).any(|game| {
            path.starts_with(&format!("/shell.{game}.")) || path.starts_with(&format!("{HASHED}/{game}-"))
        })
    };
    let cached =
        files.iter().filter(|file| !is_other_module(&file.path)).map(|file| format!("{:?}", file.path));
    let all: Vec<u8> = files.iter().flat_map(|file| file.bytes.iter().copied()).collect();
    let script = text(&page.join("shell/service.js"));
    let script = script.replace("{{version}}", &tag(&all));
    let script = script.replace("{{first}}", &games[0].name);
    let script = script.replace("{{files}}", &cached.collect::<Vec<_>>().join(","));
    plain("/service.js", SCRIPT, script.into_bytes())
}

/// Every file of the page.
pub(crate) fn all(page: &Path, games: &[Game], client: &Client) -> Vec<File> {
    let mut files = Vec::new();
    let styles = |names: &[&str]| -> String {
        names.iter().map(|name| text(&page.join("style").join(name).with_extension("css")) + "\n").collect()
    };
    let font = hashed("rozha-one", "woff2", "font/woff2", read(&page.join("font/rozha-one.woff2")));
    let sheet =
        |name: &str, css: &str| hashed(name, "css", "text/css; charset=utf-8", minified(css).into_bytes());
    let last = sheet("last", &styles(&LAST_STYLES));
    let of_games: String = games.iter().map(|game| game.text("web.css") + "\n").collect();
    let style = sheet("style", &[styles(&STYLES), of_games, styles(&SIZE_STYLES)].concat());
    let glue = hashed("mazzo", "js", SCRIPT, client.glue.clone());
    let modules: Vec<(&Module, File)> = client
        .modules
        .iter()
        .map(|module| (module, hashed(&module.game, "bin", "application/octet-stream", module.bytes())))
        .collect();
    let boot = File { is_page: true, ..hashed("boot", "js", SCRIPT, boot(page)) };
    let rules = rules(games);
    let texts: Vec<(Lang, File)> = Lang::ALL
        .into_iter()
        .map(|lang| {
            let patterns = mazzo_text::for_pages(lang).into_bytes();
            (lang, hashed(&format!("text.{lang}"), "txt", "text/plain; charset=utf-8", patterns))
        })
        .collect();
    let studies: Vec<(&str, File)> = games
        .iter()
        .map(|game| {
            let (name, study) = (game.name.as_str(), read(&game.folder.join("study.json")));
            (name, hashed(&format!("{name}.study"), "json", "application/json", study))
        })
        .collect();
    let (texts_list, rules_list, studies_list) = (paths(&texts), paths(&rules), paths(&studies));
    let of_games = games.iter().map(|game| game.text("web.svg"));
    let sprites: String =
        files_in(&page.join("art"), "svg").iter().map(|path| text(path)).chain(of_games).collect();
    let art = hashed("art", "txt", "text/plain; charset=utf-8", sprites.clone().into_bytes());
    for kind in kinds(games) {
        let (module, file) = modules
            .iter()
            .find(|(module, _)| module.game == kind.game)
            .unwrap_or_else(|| panic!("no module has {} first", kind.game));
        // Inline in the shell: another request takes long on a slow network.
        let first = minified(&styles(kind.body.styles()));
        for (lang, text) in &texts {
            let named = [
                ("first", first.clone()),
                ("style", style.path.clone()),
                ("last", last.path.clone()),
                ("boot", boot.path.clone()),
                ("font", font.path.clone()),
                ("glue", glue.path.clone()),
                ("game", module.game.clone()),
                ("module", file.path.clone()),
                ("parts", module.layout()),
                ("rules", rules_list.clone()),
                ("texts", texts_list.clone()),
                ("studies", studies_list.clone()),
                ("art", art.path.clone()),
            ];
            let html = kind.html(&page.join("shell"), games, *lang, &sprites, &named);
            // As a header: a slow phone sees it earlier than tags in the HTML.
            let links = [
                format!("<{}>; rel=modulepreload", boot.path),
                format!("<{}>; rel=modulepreload", glue.path),
                format!("<{}>; rel=preload; as=style", style.path),
                format!("<{}>; rel=preload; as=fetch; crossorigin", text.path),
                format!("<{}>; rel=preload; as=fetch; crossorigin", art.path),
                format!("<{}>; rel=preload; as=fetch; crossorigin", file.path),
            ];
            let shell = plain(&format!("/shell{}.{lang}.html", kind.name), HTML, html.into_bytes());
            files.push(File { links: links.join(", "), style: named_by_policy(&first), ..shell });
        }
    }
    files.extend(rules.into_iter().map(|(_, file)| file));
    files.extend(studies.into_iter().map(|(_, file)| file));
    files.extend(texts.into_iter().map(|(_, file)| file));
    files.extend([style, last, font, art, glue, boot]);
    files.extend(modules.into_iter().map(|(_, file)| file));
    for icon in files_in(&page.join("icons"), "png") {
        let name = icon.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push(plain(&format!("/{name}"), "image/png", read(&icon)));
    }
    files.push(plain("/icon.svg", "image/svg+xml", read(&page.join("icons/icon.svg"))));
    files.extend(Lang::ALL.map(|lang| {
        let path = format!("/manifest.{lang}.webmanifest");
        plain(&path, "application/manifest+json", manifest(&page.join("shell"), games, lang).into_bytes())
    }));
    files.push(plain("/robots.txt", "text/plain; charset=utf-8", read(&page.join("shell/robots.txt"))));
    files.push(service(page, games, &files));
    files
}
