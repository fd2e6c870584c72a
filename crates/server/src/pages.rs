//! The web page. It is passed in: the server only knows where its files are.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::headers::{NotAPage, WORKER_POLICY, policy};

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub plain: &'static [u8],
    /// The content compressed with Brotli.
    pub brotli: Option<&'static [u8]>,
    /// The content compressed with gzip.
    pub gzip: Option<&'static [u8]>,
    /// A hash of the content.
    pub tag: &'static str,
    /// Whether the content at its path never changes.
    pub is_immutable: bool,
    /// Whether browsers open it as a page or a worker, which needs a security policy.
    pub is_page: bool,
    /// Preloads, as the value of the `Link` header.
    pub links: &'static str,
    /// The hash of its inline style sheet, as a policy names it; empty if there is none.
    pub style: &'static str,
}

/// The web page.
#[derive(Clone, Debug, Default)]
pub enum Pages {
    /// No page: only programs play here.
    #[default]
    None,
    /// Built in, by path.
    Built(Arc<BTreeMap<&'static str, PageFile>>),
    /// In a folder, read on every request: for work on the page.
    Folder(PathBuf),
}

/// The languages of the page. The first is the fallback.
const LANGUAGES: [&str; 4] = ["en", "it", "es", "de"];
const IMMUTABLE: HeaderValue = HeaderValue::from_static("max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The language chosen on the page, or else the first supported one of the browser.
fn language(headers: &HeaderMap) -> &'static str {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let known = |code: &str| LANGUAGES.into_iter().find(|known| code.eq_ignore_ascii_case(known));
    let chosen = text(header::COOKIE).split(';').find_map(|pair| known(pair.trim().strip_prefix("lang=")?));
    // Browsers list the preferred language first.
    let preferred = || {
        text(header::ACCEPT_LANGUAGE).split(',').find_map(|tag| known(tag.trim().split(['-', ';']).next()?))
    };
    chosen.or_else(preferred).unwrap_or(LANGUAGES[0])
}

/// True if the browser accepts this encoding.
fn accepts_encoding(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted
        .is_some_and(|accepted| accepted.split(',').any(|one| one.trim().split(';').next() == Some(encoding)))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "bin" => "application/octet-stream",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "md" => "text/markdown; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}

/// True if the path stays within its folder.
fn is_safe_path(path: &str) -> bool {
    let is_name = |name: &str| {
        !name.starts_with('.')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
    };
    path.split('/').all(|name| !name.is_empty() && is_name(name))
}

impl Pages {
    /// The HTML shell in the visitor's language. The start page and the pages that start a game have their own shells, if built.
    /// None if there is no page.
    pub(crate) fn shell(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let lang = language(headers);
        let made_for = if path == "/" { Some("start") } else { path.strip_prefix("/play/") };
        let special = made_for.and_then(|name| self.file(&format!("/shell.{name}.{lang}.html"), headers));
        let mut response = special.or_else(|| self.file(&format!("/shell.{lang}.html"), headers))?;
        response
            .headers_mut()
            .insert(header::VARY, HeaderValue::from_static("accept-language, cookie, accept-encoding"));
        Some(response)
    }

    /// A file of the page, in an encoding that the browser accepts.
    pub(crate) fn file(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        match self {
            Self::None => None,
            Self::Built(files) => Some(send(files.get(path)?, headers)),
            Self::Folder(folder) => {
                let name = path.strip_prefix('/').filter(|name| is_safe_path(name))?;
                let bytes = std::fs::read(folder.join(name)).ok()?;
                // Inline styles have no fixed hash during development.
                let headers = [
                    (header::CONTENT_TYPE, HeaderValue::from_static(media_type(name))),
                    (header::CONTENT_SECURITY_POLICY, policy("unsafe-inline")),
                ];
                Some((headers, bytes).into_response())
            }
        }
    }
}

fn send(file: &PageFile, headers: &HeaderMap) -> Response {
    let encoded = [("br", file.brotli), ("gzip", file.gzip)];
    let encoded = encoded.into_iter().find_map(|(name, bytes)| {
        bytes.filter(|_| accepts_encoding(headers, name)).map(|bytes| (name, bytes))
    });
    let (encoding, bytes) = encoded.map_or((None, file.plain), |(name, bytes)| (Some(name), bytes));
    // Weak: all encodings share the tag.
    let tag = format!("W/\"{}\"", file.tag);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Bytes::from_static(bytes).into_response()
    };
    let is_script = file.kind.starts_with("text/javascript");
    if !file.is_page || is_script {
        response.extensions_mut().insert(NotAPage);
    }
    let out = response.headers_mut();
    if file.is_page && is_script {
        out.insert(header::CONTENT_SECURITY_POLICY, WORKER_POLICY);
    }
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    out.insert(header::CACHE_CONTROL, if file.is_immutable { IMMUTABLE } else { REVALIDATE });
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // Browsers do not revalidate immutable files.
    if let Some(tag) = HeaderValue::from_str(&tag).ok().filter(|_| !file.is_immutable) {
        out.insert(header::ETAG, tag);
    }
    if !file.style.is_empty() {
        out.insert(header::CONTENT_SECURITY_POLICY, policy(file.style));
    }
    if !file.links.is_empty() {
        out.insert(header::LINK, HeaderValue::from_static(file.links));
    }
    if let Some(encoding) = encoding.filter(|_| !is_known) {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use axum::body::HttpBody as _;
    use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

    use super::{PageFile, Pages, is_safe_path, language};

    fn asking(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn the_chosen_language_wins_over_the_preferred_one() {
        let accept = (header::ACCEPT_LANGUAGE, "fr-FR, de-AT;q=0.8, it;q=0.5");
        assert_eq!(language(&asking(&[])), "en");
        assert_eq!(language(&asking(std::slice::from_ref(&accept))), "de");
        assert_eq!(language(&asking(&[accept.clone(), (header::COOKIE, "mazzo=x; lang=es")])), "es");
        assert_eq!(language(&asking(&[accept, (header::COOKIE, "lang=xx")])), "de");
    }

    #[test]
    fn a_file_is_encoded_as_the_browser_accepts_and_revalidated() {
        let file = |is_immutable| PageFile {
            kind: "text/css; charset=utf-8",
            plain: b"plain",
            brotli: Some(b"br"),
            gzip: Some(b"gz"),
            tag: "1717",
            is_immutable,
            is_page: false,
            links: "",
            style: "",
        };
        let files = [("/a/style-1717.css", file(true)), ("/icon.svg", file(false))];
        let pages = Pages::Built(Arc::new(BTreeMap::from(files)));
        let sent = |headers: &HeaderMap| pages.file("/a/style-1717.css", headers).unwrap();
        let encoding = |accept: &'static str| {
            let response = sent(&asking(&[(header::ACCEPT_ENCODING, accept)]));
            response.headers().get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(encoding("gzip, deflate, br").as_deref(), Some("br"));
        assert_eq!(encoding("gzip;q=1.0").as_deref(), Some("gzip"));
        assert_eq!(encoding("identity"), None);
        let first = sent(&HeaderMap::new());
        assert!(first.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        assert!(!first.headers().contains_key(header::ETAG));
        let icon = |headers: &HeaderMap| pages.file("/icon.svg", headers).unwrap();
        let known: HeaderMap =
            [(header::IF_NONE_MATCH, icon(&HeaderMap::new()).headers()[header::ETAG].clone())]
                .into_iter()
                .collect();
        assert_eq!(icon(&known).status(), StatusCode::NOT_MODIFIED);
        assert!(pages.file("/a/other.css", &HeaderMap::new()).is_none());
    }

    #[test]
    fn the_start_page_and_games_use_their_own_shells_if_built() {
        let shell = |plain| PageFile {
            kind: "text/html; charset=utf-8",
            plain,
            brotli: None,
            gzip: None,
            tag: "1717",
            is_immutable: false,
            is_page: true,
            links: "",
            style: "",
        };
        let files = [
            ("/shell.en.html", shell(b"all")),
            ("/shell.uno.en.html", shell(b"uno first")),
            ("/shell.start.en.html", shell(b"start")),
        ];
        let pages = Pages::Built(Arc::new(BTreeMap::from(files)));
        let length =
            |path: &str| pages.shell(path, &HeaderMap::new()).unwrap().into_body().size_hint().exact();
        assert_eq!(length("/play/uno"), Some(9));
        assert_eq!(length("/"), Some(5));
        for path in ["/tables", "/play/diciassette", "/play/../uno", "/t/uno"] {
            assert_eq!(length(path), Some(3), "{path}");
        }
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        assert!(is_safe_path("a/mazzo-12.bin") && is_safe_path("service.js"));
        for unsafe_path in
            ["", "/etc/passwd", "../x", "a/../../x", "a//b", ".git/config", "a\\b", "a%2e", "ä"]
        {
            assert!(!is_safe_path(unsafe_path), "{unsafe_path}");
        }
    }
}
