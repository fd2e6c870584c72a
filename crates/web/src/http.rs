//! HTTP requests to the server.

use mazzo_protocol::{Problem, TableInfo, from_json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, RequestInit, Response};

use crate::browser::{self, window};

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RequestError {
    /// No answer, or an unreadable one.
    NoAnswer,
    /// The server refused; the name of the reason.
    Refused(String),
}

/// Sends a request. Returns the body of a successful response.
async fn send(method: &str, path: &str, body: Option<String>) -> Result<String, RequestError> {
    let silent = |_: JsValue| RequestError::NoAnswer;
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = &body {
        init.set_body(&JsValue::from_str(body));
    }
    let request = Request::new_with_str_and_init(path, &init).map_err(silent)?;
    if body.is_some() {
        request.headers().set("content-type", "application/json").map_err(silent)?;
    }
    let answer = JsFuture::from(window().fetch_with_request(&request)).await.map_err(silent)?;
    let answer: Response = answer.dyn_into().map_err(silent)?;
    let text = JsFuture::from(answer.text().map_err(silent)?).await.map_err(silent)?;
    let text = text.as_string().unwrap_or_default();
    if answer.ok() { Ok(text) } else { Err(refused(&text)) }
}

fn refused(text: &str) -> RequestError {
    from_json::<Problem>(text).map_or(RequestError::NoAnswer, |problem| RequestError::Refused(problem.why))
}

/// Gets a text.
pub(crate) async fn text(path: &str) -> Result<String, RequestError> {
    send("GET", path, None).await
}

/// Gets JSON.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, RequestError> {
    from_json(&text(path).await?).ok_or(RequestError::NoAnswer)
}

/// Posts JSON.
pub(crate) async fn post<B: Serialize, T: DeserializeOwned>(path: &str, body: &B) -> Result<T, RequestError> {
    let body = serde_json::to_string(body).map_err(|_| RequestError::NoAnswer)?;
    from_json(&send("POST", path, Some(body)).await?).ok_or(RequestError::NoAnswer)
}

/// Posts without a body.
pub(crate) async fn post_empty<T: DeserializeOwned>(path: &str) -> Result<T, RequestError> {
    from_json(&send("POST", path, None).await?).ok_or(RequestError::NoAnswer)
}

/// Deletes a resource.
pub(crate) async fn delete(path: &str) -> Result<(), RequestError> {
    send("DELETE", path, None).await.map(|_| ())
}

/// The public information about a table. Uses the request that the boot script has already sent, if it was for this table.
pub(crate) async fn early_table(name: &str) -> Result<TableInfo, RequestError> {
    let early = browser::get(&window(), "mazzoEarly");
    let asked = browser::get(&early, "info");
    if browser::get(&early, "asked").as_string().as_deref() == Some(name)
        && asked.is_instance_of::<js_sys::Promise>()
    {
        // Use it only once: a retry needs current information.
        let _ = js_sys::Reflect::set(&early, &"asked".into(), &JsValue::NULL);
        let text = JsFuture::from(js_sys::Promise::from(asked)).await.ok().and_then(|text| text.as_string());
        if let Some(info) = text.and_then(|text| from_json(&text)) {
            return Ok(info);
        }
    }
    get(&format!("/api/tables/{name}")).await
}

/// Ensures that this browser has an identity cookie.
pub(crate) async fn identity() -> Result<(), RequestError> {
    send("POST", "/api/me", None).await.map(|_| ())
}
