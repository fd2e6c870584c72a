//! Errors of HTTP requests.

use axum::Json;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use mazzo_store::StoreError;

use crate::keys::KeyError;

/// The error of an HTTP request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Problem {
    #[error("no identity; POST /api/me sets a cookie")]
    NoIdentity,
    #[error("{0}")]
    BadRequest(String),
    #[error("too long")]
    TooLong,
    #[error("there is no such table")]
    NoTable,
    #[error("there is no such record")]
    NoRecord,
    #[error("there is no such page")]
    NoPage,
    #[error("method not allowed; see the Allow header")]
    NoMethod,
    #[error("there is no such code; it was used, or it is older than five minutes")]
    WrongCode,
    #[error("only the host may do that")]
    NotHost,
    #[error("requests from other sites are refused")]
    ForeignOrigin,
    #[error("wrong host name; the operator sets it with --public-url")]
    WrongHost,
    #[error("the storage of this server is nearly full; no new tables for now")]
    DataFull,
    #[error("too many requests; try again in a minute")]
    TooMuch,
    #[error("the request took too long")]
    TooSlow,
    #[error("the server is full; try again later")]
    Full,
    #[error("the admin token is required")]
    NoToken,
    #[error("the client speaks another protocol version; reload the page")]
    OtherVersion,
    #[error("this path requires a WebSocket")]
    NoSocket,
    #[error("the storage is unavailable")]
    Storage(#[from] StoreError),
    #[error("the server is restarting")]
    Stopping,
}

impl Problem {
    /// The status of the response, and the name of the problem for programs.
    const fn kind(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NoIdentity => (StatusCode::UNAUTHORIZED, "no_identity"),
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::TooLong => (StatusCode::PAYLOAD_TOO_LARGE, "too_long"),
            Self::NoTable => (StatusCode::NOT_FOUND, "no_table"),
            Self::NoRecord => (StatusCode::NOT_FOUND, "no_record"),
            Self::NoPage => (StatusCode::NOT_FOUND, "no_page"),
            Self::NoMethod => (StatusCode::METHOD_NOT_ALLOWED, "no_method"),
            Self::WrongCode => (StatusCode::NOT_FOUND, "wrong_code"),
            Self::NotHost => (StatusCode::FORBIDDEN, "not_host"),
            Self::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign_origin"),
            Self::WrongHost => (StatusCode::MISDIRECTED_REQUEST, "wrong_host"),
            Self::DataFull => (StatusCode::SERVICE_UNAVAILABLE, "data_full"),
            Self::TooMuch => (StatusCode::TOO_MANY_REQUESTS, "too_much"),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too_slow"),
            Self::Full => (StatusCode::SERVICE_UNAVAILABLE, "full"),
            Self::NoToken => (StatusCode::UNAUTHORIZED, "no_token"),
            Self::OtherVersion => (StatusCode::BAD_REQUEST, "other_version"),
            Self::NoSocket => (StatusCode::UPGRADE_REQUIRED, "no_socket"),
            Self::Storage(_) => (StatusCode::SERVICE_UNAVAILABLE, "storage"),
            Self::Stopping => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        }
    }
}

impl From<KeyError> for Problem {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Log(trouble) => Self::Storage(trouble),
            KeyError::Damaged { .. } | KeyError::NoKey(_) | KeyError::Signs(_) | KeyError::TooMany => {
                Self::BadRequest(error.to_string())
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        if let Self::Storage(trouble) = &self {
            tracing::error!(error = %trouble, "log unavailable");
        }
        let (status, why) = self.kind();
        let body = mazzo_protocol::Problem { why: why.to_owned(), message: self.to_string() };
        let mut response = (status, Json(body)).into_response();
        let header = if matches!(self, Self::TooMuch | Self::Full | Self::Stopping) {
            Some(("retry-after", "60"))
        } else if self == Self::NoToken {
            Some(("www-authenticate", "Bearer"))
        } else if self == Self::NoSocket {
            Some(("upgrade", "websocket"))
        } else {
            None
        };
        if let Some((name, value)) = header {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The table in the document lists exactly these statuses and names.
    #[test]
    fn the_protocol_lists_every_problem_under_its_status() {
        let all = [
            Problem::NoIdentity,
            Problem::BadRequest(String::new()),
            Problem::TooLong,
            Problem::NoTable,
            Problem::NoRecord,
            Problem::NoPage,
            Problem::NoMethod,
            Problem::WrongCode,
            Problem::NotHost,
            Problem::ForeignOrigin,
            Problem::WrongHost,
            Problem::DataFull,
            Problem::TooMuch,
            Problem::TooSlow,
            Problem::Full,
            Problem::NoToken,
            Problem::OtherVersion,
            Problem::NoSocket,
            Problem::Storage(StoreError::Closed),
            Problem::Stopping,
        ];
        let known: BTreeSet<(u16, &str)> =
            all.iter().map(Problem::kind).map(|(status, why)| (status.as_u16(), why)).collect();
        let source = include_str!("problem.rs").split("mod tests").next().unwrap_or_default();
        let names = source.lines().filter(|line| line.contains("=> (StatusCode::")).count();
        assert_eq!(known.len(), names, "a problem is missing in this test");

        let document = include_str!("../../../docs/protocol.md");
        let table = document.split("| status | `why` |\n|---|---|\n").nth(1).expect("the table");
        let mut written = BTreeSet::new();
        for row in table.lines().take_while(|line| line.starts_with('|')) {
            let (status, names) = row[1..].split_once('|').expect("two columns");
            let status: u16 = status.trim().parse().expect("a status");
            // A colon starts the explanation of a name.
            for part in names.split(';') {
                let names = part.split(':').next().unwrap_or_default();
                written.extend(names.split('`').skip(1).step_by(2).map(|name| (status, name)));
            }
        }
        assert_eq!(written, known);
    }
}
