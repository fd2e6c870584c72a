//! The line to a table: a socket to a server, or a worker that has the table itself. It comes back by itself.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::{Closure, JsCast as _, JsValue};
use web_sys::{MessageEvent, WebSocket, Worker};

use crate::browser::{self, after, get, now};
use crate::http::{self, Trouble};
use crate::worker::Wish;

/// How the line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// It is being opened for the first time.
    Opening,
    /// It is there.
    Open,
    /// It is broken, and opened again and again.
    Broken,
    /// It is over.
    Ended(End),
}

/// Why a line is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// There is no such table, or no more.
    NoTable,
    /// The table was closed.
    Closed,
    /// The host has sent this person away, or nobody may watch.
    SentAway,
    /// The host has made a new link, and this page came with an old one.
    OldLink,
    /// There are too many people around the table, or too many sockets.
    Full,
    /// The server speaks another version: the page is to be loaded anew.
    Old,
}

/// Milliseconds without a word after which a line is taken for dead: the server's heart beats every twenty seconds.
const SILENCE: f64 = 45_000.0;
/// Milliseconds between two looks at whether it is.
const LOOK: u32 = 5_000;
/// Milliseconds without a word after which somebody who has just come back to the page does not wait any longer.
const SLEPT: f64 = 25_000.0;

/// Milliseconds after which somebody who does not want to wait gets another socket.
const STUCK: f64 = 3_000.0;

/// Milliseconds before the line is opened for the `tries`th time in a row: a second, two, four, up to half a minute.
pub(crate) const fn wait_ms(tries: u32) -> u32 {
    let doubled = if tries > 5 { 32 } else { 1 << tries };
    if doubled > 30 { 30_000 } else { doubled * 1000 }
}

/// What a line leads to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum To {
    /// A table of the server, by its name.
    Server(String),
    /// A table in this browser.
    Worker {
        /// The name of the game.
        game: &'static str,
        /// What it is to be like.
        wish: Wish,
        /// Whether it is to be dealt anew, even if there is one that was kept.
        is_fresh: bool,
    },
}

/// What a line tells who listens.
pub(crate) trait Ear {
    /// Something was told.
    fn told(&self, text: &str);
    /// The record that [`Line::ask_for_record`] asked for.
    fn record(&self, record: &str);
    /// The line is another.
    fn state(&self, state: State);
    /// What stands after the `?` in the address of the socket.
    fn hello(&self) -> String;
    /// What to say first on a new line.
    fn again(&self) -> Vec<String>;
}

enum Wire {
    Socket(WebSocket),
    Worker(Worker),
}

struct Inner {
    to: To,
    ear: Rc<dyn Ear>,
    wire: Option<Wire>,
    /// Counts wires: what an old one still has to say is not heard.
    wires: u32,
    tries: u32,
    heard: f64,
    /// Something was told since the page is there.
    is_known: bool,
    is_over: bool,
    /// Handlers of the wire that is there.
    handlers: Vec<Closure<dyn FnMut(JsValue)>>,
}

/// The line to a table.
#[derive(Clone)]
pub(crate) struct Line(Rc<RefCell<Inner>>);

impl Line {
    /// Opens a line.
    pub(crate) fn open(to: To, ear: Rc<dyn Ear>) -> Self {
        let inner = Inner {
            to,
            ear,
            wire: None,
            wires: 0,
            tries: 0,
            heard: now(),
            is_known: false,
            is_over: false,
            handlers: Vec::new(),
        };
        let line = Self(Rc::new(RefCell::new(inner)));
        line.connect();
        line.look();
        line
    }

    /// Says something. What cannot be said now is said again when the line is back: the session keeps it.
    pub(crate) fn say(&self, text: &str) {
        match &self.0.borrow().wire {
            Some(Wire::Socket(socket)) if socket.ready_state() == WebSocket::OPEN => {
                let _ = socket.send_with_str(text);
            }
            Some(Wire::Worker(worker)) => {
                let _ = worker.post_message(&JsValue::from_str(text));
            }
            Some(Wire::Socket(_)) | None => {}
        }
    }

    /// Asks a table in this browser for the record of the game that is over. A server is asked over HTTP.
    pub(crate) fn ask_for_record(&self) {
        if let Some(Wire::Worker(worker)) = &self.0.borrow().wire {
            let _ = worker.post_message(&object(&[("record", true.into())]));
        }
    }

    /// Hangs up for good.
    pub(crate) fn hang_up(&self) {
        let mut inner = self.0.borrow_mut();
        inner.is_over = true;
        inner.let_go();
    }

    /// The server hangs up: comes back after so many milliseconds, or not at all.
    pub(crate) fn bye(&self, again_ms: Option<u64>, end: End) {
        match again_ms {
            Some(ms) => self.break_off(u32::try_from(ms).unwrap_or(1000)),
            None => self.end(end),
        }
    }

    /// Tries at once, if the line is broken: the network may be back. One that was silent while the page slept is taken for broken.
    pub(crate) fn hurry(&self) {
        if self.is_silent(SLEPT) || self.is_opening(STUCK) {
            return self.break_off(0);
        }
        let is_broken = {
            let inner = self.0.borrow();
            !inner.is_over && inner.wire.is_none()
        };
        if is_broken {
            self.connect();
        }
    }

    /// The browser has no network any more.
    pub(crate) fn lose(&self) {
        if self.is_silent(0.0) {
            self.break_off(wait_ms(0));
        }
    }

    /// Whether there is an open socket on which nothing was said for so long.
    fn is_silent(&self, ms: f64) -> bool {
        self.is_socket(WebSocket::OPEN, ms)
    }

    /// Whether there is a socket that does not open, for so long.
    fn is_opening(&self, ms: f64) -> bool {
        self.is_socket(WebSocket::CONNECTING, ms)
    }

    fn is_socket(&self, state: u16, ms: f64) -> bool {
        let inner = self.0.borrow();
        matches!(&inner.wire, Some(Wire::Socket(socket)) if socket.ready_state() == state)
            && now() - inner.heard >= ms
    }

    fn ear(&self) -> Rc<dyn Ear> {
        Rc::clone(&self.0.borrow().ear)
    }

    fn end(&self, end: End) {
        self.hang_up();
        self.ear().state(State::Ended(end));
    }

    fn break_off(&self, again_ms: u32) {
        let wires = {
            let mut inner = self.0.borrow_mut();
            if inner.is_over {
                return;
            }
            inner.let_go();
            inner.wires
        };
        self.ear().state(State::Broken);
        let line = self.clone();
        after(again_ms, move || {
            if line.0.borrow().wires == wires {
                line.hurry();
            }
        });
    }

    /// Looks now and then whether the line is dead.
    fn look(&self) {
        let line = self.clone();
        after(LOOK, move || {
            if line.is_silent(SILENCE) || line.is_opening(SLEPT) {
                line.break_off(0);
            }
            if !line.0.borrow().is_over {
                line.look();
            }
        });
    }

    fn connect(&self) {
        let to = self.0.borrow().to.clone();
        match to {
            To::Server(table) => self.connect_socket(&table),
            To::Worker { game, wish, is_fresh } => self.connect_worker(game, &wish, is_fresh),
        }
    }

    fn connect_socket(&self, table: &str) {
        let early = if self.0.borrow().wires == 0 { early_socket(table) } else { None };
        let (socket, heard) = if let Some(early) = early {
            early
        } else {
            let origin = browser::origin();
            let host = origin.strip_prefix("http").unwrap_or_default(); // with the sign of a secure one
            let address = format!("ws{host}/api/tables/{table}/socket?{}", self.ear().hello());
            let Ok(socket) = WebSocket::new(&address) else { return self.break_off(wait_ms(3)) };
            (socket, Vec::new())
        };
        let is_open = socket.ready_state() == WebSocket::OPEN;
        let wires = self.next_wire(Wire::Socket(socket.clone()));
        let this = self.clone();
        let told = move |event: JsValue| {
            if let Some(text) = event.unchecked_into::<MessageEvent>().data().as_string() {
                this.hear(wires, &text);
            }
        };
        let this = self.clone();
        let opened = move |_: JsValue| this.opened(wires);
        let this = self.clone();
        let closed = move |_: JsValue| this.closed(wires);
        let handlers = [Closure::<dyn FnMut(JsValue)>::new(told), Closure::new(opened), Closure::new(closed)];
        socket.set_onmessage(Some(handlers[0].as_ref().unchecked_ref()));
        socket.set_onopen(Some(handlers[1].as_ref().unchecked_ref()));
        socket.set_onclose(Some(handlers[2].as_ref().unchecked_ref()));
        self.0.borrow_mut().handlers = handlers.into();
        if is_open {
            self.opened(wires);
        } else if socket.ready_state() > WebSocket::OPEN {
            self.closed(wires);
        }
        for text in heard {
            self.hear(wires, &text);
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
        let wires = self.next_wire(Wire::Worker(worker.clone()));
        let this = self.clone();
        let told = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let data = event.unchecked_into::<MessageEvent>().data();
            if let Some(record) = get(&data, "record").as_string()
                && this.is_current(wires)
            {
                return this.ear().record(&record);
            }
            for text in data.as_string().unwrap_or_default().lines() {
                this.hear(wires, text);
            }
        });
        worker.set_onmessage(Some(told.as_ref().unchecked_ref()));
        self.0.borrow_mut().handlers = vec![told];
        let _ = worker.post_message(&wish);
        self.opened(wires);
    }

    fn next_wire(&self, wire: Wire) -> u32 {
        let mut inner = self.0.borrow_mut();
        inner.let_go();
        inner.wire = Some(wire);
        inner.heard = now();
        inner.wires
    }

    fn is_current(&self, wires: u32) -> bool {
        let inner = self.0.borrow();
        !inner.is_over && inner.wires == wires
    }

    fn hear(&self, wires: u32, text: &str) {
        if !self.is_current(wires) {
            return;
        }
        {
            let mut inner = self.0.borrow_mut();
            (inner.heard, inner.tries, inner.is_known) = (now(), 0, true);
        }
        self.ear().told(text);
    }

    fn opened(&self, wires: u32) {
        if !self.is_current(wires) {
            return;
        }
        let ear = self.ear();
        ear.state(State::Open);
        for text in ear.again() {
            self.say(&text);
        }
    }

    /// The socket is closed without a word. A browser does not say why; the server does when it is asked for the same without
    /// a socket.
    fn closed(&self, wires: u32) {
        if !self.is_current(wires) {
            return;
        }
        let (tries, to) = {
            let mut inner = self.0.borrow_mut();
            inner.tries += 1;
            (inner.tries, inner.to.clone())
        };
        self.break_off(wait_ms(tries - 1));
        let To::Server(table) = to else { return };
        let this = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let address = format!("/api/tables/{table}/socket?{}", this.ear().hello());
            let Err(Trouble::Refused(why)) = http::text(&address).await else { return };
            match why.as_str() {
                "no_table" => this.end(End::NoTable),
                "other_version" => this.end(End::Old),
                // Who sits here already tries again: it does not last.
                "too_much" | "full" if !this.0.borrow().is_known => this.end(End::Full),
                // Somebody new, or somebody who has lost their cookie.
                "no_identity" if http::identity().await.is_ok() => this.hurry(),
                _ => {}
            }
        });
    }
}

impl Inner {
    fn let_go(&mut self) {
        self.wires += 1;
        match self.wire.take() {
            Some(Wire::Socket(socket)) => {
                socket.set_onmessage(None);
                socket.set_onopen(None);
                socket.set_onclose(None);
                let _ = socket.close();
            }
            Some(Wire::Worker(worker)) => worker.terminate(),
            None => {}
        }
        // A handler may be what is running just now: it is dropped when it is done.
        let handlers = std::mem::take(&mut self.handlers);
        if !handlers.is_empty() {
            after(0, move || drop(handlers));
        }
    }
}

/// An object of a message to a worker.
fn object(pairs: &[(&str, JsValue)]) -> js_sys::Object {
    let object = js_sys::Object::new();
    for (name, value) in pairs {
        let _ = js_sys::Reflect::set(&object, &(*name).into(), value);
    }
    object
}

/// A worker for a table: the boot script makes it, and gives it the module.
fn new_worker() -> Option<Worker> {
    let early = get(&browser::window(), "mazzoEarly");
    let make: js_sys::Function = get(&early, "worker").dyn_into().ok()?;
    make.call0(&early).ok()?.dyn_into().ok()
}

/// The socket that the boot script has opened, if it is of this table and not dead yet, and what it has told so far.
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
    fn a_broken_line_is_opened_again_ever_more_patiently() {
        let waits: Vec<u32> = (0..8).map(wait_ms).collect();
        assert_eq!(waits, [1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
    }
}
