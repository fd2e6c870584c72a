//! QR codes of links.
//!
//! The server draws them: inviting needs a connection anyway, and the page stays smaller.

use std::fmt::Write as _;

use axum::http::{HeaderMap, header};
use qrcodegen::{QrCode, QrCodeEcc};

use crate::problem::Problem;
use crate::server::App;

/// The public origin: as configured, or else from the `Host` header.
pub(crate) fn origin(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    match (&app.config().public_url, host) {
        (None, Some(host)) => format!("http://{host}"),
        (Some(_), _) | (None, None) => app.url().to_owned(),
    }
}

/// The last part of the link of a table.
pub(crate) fn table_link(table: u128, key: &str) -> String {
    if key.is_empty() { format!("{table:032x}") } else { format!("{table:032x}-{key}") }
}

/// The QR code of a table's link, as SVG.
pub(crate) fn of_table(app: &App, headers: &HeaderMap, table: u128, key: &str) -> Result<String, Problem> {
    svg(&format!("{}/t/{}", origin(app, headers), table_link(table, key))).ok_or(Problem::TooLong)
}

/// The QR code of a text, as SVG. None if the text is too long.
pub(crate) fn svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#1f1a17\" d=\""
    );
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let start = x;
            while code.get_module(x, y) {
                x += 1;
            }
            if x > start {
                let _ = write!(picture, "M{start} {y}h{0}v1h-{0}z", x - start); // writing to a string cannot fail
            }
            x += 1;
        }
    }
    picture.push_str("\"/></svg>");
    Some(picture)
}

#[cfg(test)]
mod tests {
    use super::svg;

    #[test]
    fn finder_patterns_are_in_the_corners() {
        let picture = svg("https://mazzo.example/t/0123456789abcdef0123456789abcdef").expect("a short text");
        assert!(picture.contains("viewBox=\"0 0 33 33\""), "{picture}");
        assert!(picture.contains("M0 0h7v1h-7z") && picture.contains("M0 6h7v1h-7z"), "{picture}");
        assert!(svg(&"x".repeat(5000)).is_none());
    }
}
