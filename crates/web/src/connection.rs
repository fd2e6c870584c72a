//! The connection to a table: a socket to the server, or a worker that runs the table. A lost socket reconnects automatically.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::{Closure, JsCast as _, JsValue};
use web_sys::{MessageEvent, WebSocket, Worker};

use crate::at::At;
use crate::browser::{self, after, get, now};
use crate::http::{self, RequestError};
use crate::worker::Wish;

/// The state of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Connecting for the first time.
    Opening,
    /// Connected.
    Open,
    /// Lost, and trying to reconnect.
    Broken,
    /// Closed for good.
    Ended(CloseReason),
}

/// Why a connection was closed for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CloseReason {
    /// The table does not exist, or no longer.
    NoTable,
    /// The table was closed.
    Closed,
    /// The host has removed this person, or watching is not allowed.
    SentAway,
    /// The host has made a new link, and this page has the old one.
    OldLink,
    /// The table has too many people, or the server too many sockets.
    Full,
    /// The server speaks another protocol version: the page must be reloaded.
    Old,
}

/// A socket without a message for so long is dead: the server sends a heartbeat every twenty seconds.
const DEAD_AFTER_MS: f64 = 45_000.0;
/// The interval of the check for a dead socket.
const CHECK_EVERY_MS: u32 = 5_000;
/// When the page becomes visible again, a socket without a message for so long is replaced at once. Also the limit for connecting.
const STALE_AFTER_MS: f64 = 25_000.0;

/// A socket that has been connecting for so long is replaced when the user asks for a retry.
const STUCK_AFTER_MS: f64 = 3_000.0;

/// The exponential backoff before reconnect attempt `tries`: a second, two, four, up to half a minute.
pub(crate) const fn wait_ms(tries: u32) -> u32 {
    let doubled = if tries > 5 { 32 } else { 1 << tries };
    if doubled > 30 { 30_000 } else { doubled * 1000 }
}

/// The other end of a connection.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Endpoint {
    /// A table on the server, by its name.
    Server(String),
    /// A table in this browser.
    Worker {
        /// The name of the game.
        game: &'static str,
        /// The settings of the table.
        wish: Wish,
        /// Whether to start a new game even if a saved one exists.
        is_fresh: bool,
    },
}

enum Transport {
    Socket(WebSocket),
    Worker(Worker),
}

struct Inner {
    to: Endpoint,
    table: At,
    transport: Option<Transport>,
    /// Counts transports, so that late events of an old one are ignored.
    generation: u32,
    tries: u32,
    /// The time of the last message, or of the start of the transport.
    last_heard: f64,
    /// Whether any message has arrived since the page was loaded.
    was_connected: bool,
    is_over: bool,
    /// Event handlers of the current transport.
    handlers: Vec<Closure<dyn FnMut(JsValue)>>,
}

/// A handle to the connection of a table.
#[derive(Clone)]
pub(crate) struct Connection(Rc<RefCell<Inner>>);

impl Connection {
    /// Connects.
    pub(crate) fn open(to: Endpoint, table: At) -> Self {
        let inner = Inner {
            to,
            table,
            transport: None,
            generation: 0,
            tries: 0,
            last_heard: now(),
            was_connected: false,
            is_over: false,
            handlers: Vec::new(),
        };
        let line = Self(Rc::new(RefCell::new(inner)));
        line.connect();
        line.watch();
        line
    }

    /// Sends a message. Without a connection it is dropped: the session repeats it after reconnecting.
    pub(crate) fn say(&self, text: &str) {
        match &self.0.borrow().transport {
            Some(Transport::Socket(socket)) if socket.ready_state() == WebSocket::OPEN => {
                let _ = socket.send_with_str(text);
            }
            Some(Transport::Worker(worker)) => {
                let _ = worker.post_message(&JsValue::from_str(text));
            }
            Some(Transport::Socket(_)) | None => {}
        }
    }

    /// Asks the worker for the record of the finished game. A record on the server is fetched over HTTP.
    pub(crate) fn ask_for_record(&self) {
        if let Some(Transport::Worker(worker)) = &self.0.borrow().transport {
            let _ = worker.post_message(&object(&[("record", true.into())]));
        }
    }

    /// Closes the connection for good.
    pub(crate) fn hang_up(&self) {
        let mut inner = self.0.borrow_mut();
        inner.is_over = true;
        inner.disconnect();
    }

    /// Handles a goodbye of the server: reconnects after so many milliseconds, or never.
    pub(crate) fn bye(&self, again_ms: Option<u64>, end: CloseReason) {
        match again_ms {
            Some(ms) => self.reconnect_after(u32::try_from(ms).unwrap_or(1000)),
            None => self.end(end),
        }
    }

    /// Reconnects at once if the connection is lost or stale: the network may be back, or the page was asleep.
    pub(crate) fn hurry(&self) {
        if self.is_socket(WebSocket::OPEN, STALE_AFTER_MS)
            || self.is_socket(WebSocket::CONNECTING, STUCK_AFTER_MS)
        {
            return self.reconnect_after(0);
        }
        let is_broken = {
            let inner = self.0.borrow();
            !inner.is_over && inner.transport.is_none()
        };
        if is_broken {
            self.connect();
        }
    }

    /// Handles the loss of the network.
    pub(crate) fn lose(&self) {
        if self.is_socket(WebSocket::OPEN, 0.0) {
            self.reconnect_after(wait_ms(0));
        }
    }

    /// Whether a socket has been in this state, without a message, for so long.
    fn is_socket(&self, state: u16, ms: f64) -> bool {
        let inner = self.0.borrow();
        matches!(&inner.transport, Some(Transport::Socket(socket)) if socket.ready_state() == state)
            && now() - inner.last_heard >= ms
    }

    /// The table, which may have been disposed: the connection outlives it for a moment.
    fn table(&self) -> At {
        self.0.borrow().table
    }

    fn end(&self, end: CloseReason) {
        self.hang_up();
        self.table().line.set(State::Ended(end));
    }

    /// Drops the transport and schedules a reconnect.
    fn reconnect_after(&self, again_ms: u32) {
        let generation = {
            let mut inner = self.0.borrow_mut();
            if inner.is_over {
                return;
            }
            inner.disconnect();
            inner.generation
        };
        self.table().line.set(State::Broken);
        let line = self.clone();
        after(again_ms, move || {
            if line.0.borrow().generation == generation {
                line.hurry();
            }
        });
    }

    /// Checks periodically whether the socket is dead.
    fn watch(&self) {
        let line = self.clone();
        after(CHECK_EVERY_MS, move || {
            if line.is_socket(WebSocket::OPEN, DEAD_AFTER_MS)
                || line.is_socket(WebSocket::CONNECTING, STALE_AFTER_MS)
            {
                line.reconnect_after(0);
            }
            if !line.0.borrow().is_over {
                line.watch();
            }
        });
    }

    fn connect(&self) {
        let to = self.0.borrow().to.clone();
        match to {
            Endpoint::Server(table) => self.connect_socket(&table),
            Endpoint::Worker { game, wish, is_fresh } => self.connect_worker(game, &wish, is_fresh),
        }
    }

    fn connect_socket(&self, table: &str) {
        let early = if self.0.borrow().generation == 0 { early_socket(table) } else { None };
        let (socket, heard) = if let Some(early) = early {
            early
        } else {
            let origin = browser::origin();
            let host = origin.strip_prefix("http").unwrap_or_default(); // keeps the `s` of `https`
            let address = format!("ws{host}/api/tables/{table}/socket?{}", self.table().hello().0);
            let Ok(socket) = WebSocket::new(&address) else { return self.reconnect_after(wait_ms(3)) };
            (socket, Vec::new())
        };
        let is_open = socket.ready_state() == WebSocket::OPEN;
        let generation = self.next_transport(Transport::Socket(socket.clone()));
        let this = self.clone();
        let told = move |event: JsValue| {
            if let Some(text) = event.unchecked_into::<MessageEvent>().data().as_string() {
                this.hear(generation, &text);
            }
        };
        let this = self.clone();
        let opened = move |_: JsValue| this.opened(generation);
        let this = self.clone();
        let closed = move |_: JsValue| this.closed(generation);
        let handlers = [Closure::<dyn FnMut(JsValue)>::new(told), Closure::new(opened), Closure::new(closed)];
        socket.set_onmessage(Some(handlers[0].as_ref().unchecked_ref()));
        socket.set_onopen(Some(handlers[1].as_ref().unchecked_ref()));
        socket.set_onclose(Some(handlers[2].as_ref().unchecked_ref()));
        self.0.borrow_mut().handlers = handlers.into();
        if is_open {
            self.opened(generation);
        } else if socket.ready_state() > WebSocket::OPEN {
            self.closed(generation);
        }
        for text in heard {
            self.hear(generation, &text);
        }
    }

    fn connect_worker(&self, game: &str, wish: &Wish, is_fresh: bool) {
        let Some(worker) = new_worker() else { return };
        let Ok(text) = serde_json::to_string(wish) else { return };
        let lesson = wish.seed.is_some();
        let wish = object(&[
            ("wish", text.into()),
            ("game", game.into()),
            ("fresh", is_fresh.into()),
            ("lesson", lesson.into()),
        ]);
        let generation = self.next_transport(Transport::Worker(worker.clone()));
        let this = self.clone();
        let told = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let data = event.unchecked_into::<MessageEvent>().data();
            if let Some(record) = get(&data, "record").as_string()
                && this.is_current(generation)
            {
                return this.table().keep_record(&record);
            }
            for text in data.as_string().unwrap_or_default().lines() {
                this.hear(generation, text);
            }
        });
        worker.set_onmessage(Some(told.as_ref().unchecked_ref()));
        self.0.borrow_mut().handlers = vec![told];
        let _ = worker.post_message(&wish);
        self.opened(generation);
    }

    fn next_transport(&self, transport: Transport) -> u32 {
        let mut inner = self.0.borrow_mut();
        inner.disconnect();
        inner.transport = Some(transport);
        inner.last_heard = now();
        inner.generation
    }

    fn is_current(&self, generation: u32) -> bool {
        let inner = self.0.borrow();
        !inner.is_over && inner.generation == generation
    }

    fn hear(&self, generation: u32, text: &str) {
        if !self.is_current(generation) {
            return;
        }
        {
            let mut inner = self.0.borrow_mut();
            (inner.last_heard, inner.tries, inner.was_connected) = (now(), 0, true);
        }
        self.table().hear(text);
    }

    fn opened(&self, generation: u32) {
        if !self.is_current(generation) {
            return;
        }
        let table = self.table();
        table.line.set(State::Open);
        for text in table.hello().1 {
            self.say(&text);
        }
    }

    /// Handles a closed socket. The browser hides the reason, so this sends the same request as plain HTTP and reads the error.
    fn closed(&self, generation: u32) {
        if !self.is_current(generation) {
            return;
        }
        let (tries, to) = {
            let mut inner = self.0.borrow_mut();
            inner.tries += 1;
            (inner.tries, inner.to.clone())
        };
        self.reconnect_after(wait_ms(tries - 1));
        let Endpoint::Server(table) = to else { return };
        let this = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let address = format!("/api/tables/{table}/socket?{}", this.table().hello().0);
            let Err(RequestError::Refused(why)) = http::text(&address).await else { return };
            match why.as_str() {
                "no_table" => this.end(CloseReason::NoTable),
                "other_version" => this.end(CloseReason::Old),
                // A client that was connected before keeps trying: the server may be full only for a moment.
                "too_much" | "full" if !this.0.borrow().was_connected => this.end(CloseReason::Full),
                // A new visitor, or a lost cookie.
                "no_identity" if http::identity().await.is_ok() => this.hurry(),
                _ => {}
            }
        });
    }
}

impl Inner {
    fn disconnect(&mut self) {
        self.generation += 1;
        match self.transport.take() {
            Some(Transport::Socket(socket)) => {
                socket.set_onmessage(None);
                socket.set_onopen(None);
                socket.set_onclose(None);
                let _ = socket.close();
            }
            Some(Transport::Worker(worker)) => worker.terminate(),
            None => {}
        }
        // One of the handlers may be running now, so they are dropped later.
        let handlers = std::mem::take(&mut self.handlers);
        if !handlers.is_empty() {
            after(0, move || drop(handlers));
        }
    }
}

/// A JavaScript object with these properties.
fn object(pairs: &[(&str, JsValue)]) -> js_sys::Object {
    let object = js_sys::Object::new();
    for (name, value) in pairs {
        let _ = js_sys::Reflect::set(&object, &(*name).into(), value);
    }
    object
}

/// A worker for a table. The boot script creates it and passes it the module.
fn new_worker() -> Option<Worker> {
    let early = get(&browser::window(), "mazzoEarly");
    let make: js_sys::Function = get(&early, "worker").dyn_into().ok()?;
    make.call0(&early).ok()?.dyn_into().ok()
}

/// The socket that the boot script has opened for this table, and the messages it has received so far.
fn early_socket(table: &str) -> Option<(WebSocket, Vec<String>)> {
    let early = get(&browser::window(), "mazzoEarly");
    if get(&early, "table").as_string().as_deref() != Some(table) {
        return None;
    }
    let socket: WebSocket = get(&early, "socket").dyn_into().ok()?;
    let heard: js_sys::Array = get(&early, "heard").dyn_into().ok()?;
    let _ = js_sys::Reflect::set(&early, &"table".into(), &JsValue::NULL);
    Some((socket, heard.iter().filter_map(|text| text.as_string()).collect()))
}

#[cfg(test)]
mod tests {
    use super::wait_ms;

    #[test]
    fn reconnecting_backs_off_exponentially() {
        let waits: Vec<u32> = (0..8).map(wait_ms).collect();
        assert_eq!(waits, [1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
    }
}
