//! Commands on the player's identity at a server, without a screen.

use mazzo_client::{NetError, Person};
use mazzo_protocol::MoveCode;
use mazzo_text::{Lang, msg};

use crate::online::Address;
use crate::prefs::Home;
use crate::{TerminalError, net};

/// Runs a request with the stored identity of a server.
fn known<T>(
    url: &str,
    lang: Lang,
    act: impl AsyncFnOnce(&Person) -> Result<T, NetError>,
) -> Result<(T, Home, String), TerminalError> {
    let server = Address::parse(url, lang)?.server;
    let no_identity = || TerminalError::Sentence(msg::me_nobody(lang, &server));
    let home = Home::find().ok_or_else(no_identity)?;
    let cookie = home.cookie(&server).ok_or_else(no_identity)?;
    let sentence = |error: NetError| match error {
        NetError::Refused(problem) if problem.why == "no_identity" => no_identity(),
        error @ (NetError::Refused(_)
        | NetError::Silent(_)
        | NetError::Untrusted(_)
        | NetError::NoServer(_)) => TerminalError::Sentence(net::trouble(lang, &error).0),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let person = Person::known(&server, &cookie).map_err(sentence)?;
    let done = runtime.block_on(act(&person)).map_err(sentence)?;
    Ok((done, home, server))
}

/// Requests a one-time code for another device. Returns the code and the server.
pub fn code(url: &str, lang: Lang) -> Result<(MoveCode, String), TerminalError> {
    known(url, lang, async |person| person.post("/api/me/code").await).map(|(code, _, server)| (code, server))
}

/// Downloads all finished games, one record per line.
pub fn export(url: &str, lang: Lang) -> Result<String, TerminalError> {
    known(url, lang, async |person| person.text("/api/me/export").await).map(|(games, _, _)| games)
}

/// Deletes the stored identity of a server. Works without a connection to the server.
pub fn forget(url: &str, lang: Lang) -> Result<(), TerminalError> {
    let ((), home, server) = known(url, lang, async |_| Ok(()))?;
    Ok(home.forget_cookie(&server)?)
}

/// Erases name and games at a server, then deletes the stored identity.
pub fn erase(url: &str, lang: Lang) -> Result<(), TerminalError> {
    let ((), home, server) = known(url, lang, async |person| person.delete("/api/me/data").await)?;
    Ok(home.forget_cookie(&server)?)
}
