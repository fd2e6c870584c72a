//! Who follows whom. Values, what is computed of them, and what is done when they change are nodes of one graph; a node belongs
//! to the one that was being computed when it was made, and ends when that is computed anew.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Names a node. Those made earlier come first: what is around is done before what is in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    serial: u32,
    place: u32,
}

/// Whether what is known is still so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Sure,
    /// Something that it follows may have changed.
    Doubtful,
    /// Something has.
    Stale,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Changes when it is told to.
    Value,
    /// Is computed when somebody asks.
    Memo,
    /// Is done soon after something has changed.
    Effect,
}

/// Computes a node anew; says whether its value is another one now.
pub(crate) type Run = Box<dyn FnMut(&RefCell<Box<dyn Any>>) -> bool>;

pub(crate) struct Node {
    serial: u32,
    kind: Kind,
    pub(crate) value: RefCell<Box<dyn Any>>,
    run: RefCell<Option<Run>>,
    state: Cell<State>,
    sources: RefCell<Vec<Key>>,
    followers: RefCell<Vec<Key>>,
    owner: Option<Key>,
    owned: RefCell<Vec<Key>>,
    cleanups: RefCell<Vec<Box<dyn FnOnce()>>>,
    pub(crate) contexts: RefCell<Vec<Rc<dyn Any>>>,
}

#[derive(Default)]
struct Graph {
    nodes: RefCell<Vec<Option<Rc<Node>>>>,
    free: RefCell<Vec<u32>>,
    serial: Cell<u32>,
    owner: Cell<Option<Key>>,
    follower: Cell<Option<Key>>,
    /// In order: what was made first is done first.
    due: RefCell<Vec<Key>>,
    is_called: Cell<bool>,
}

thread_local! {
    static GRAPH: Graph = Graph::default();
}

/// The node, if it has not ended.
pub(crate) fn node(key: Key) -> Option<Rc<Node>> {
    GRAPH.with(|graph| {
        let nodes = graph.nodes.borrow();
        let node = nodes.get(key.place as usize)?.as_ref()?;
        (node.serial == key.serial).then(|| Rc::clone(node))
    })
}

/// A node, which ends with what is being computed now.
pub(crate) fn make(kind: Kind, value: Box<dyn Any>, run: Option<Run>) -> Key {
    let key = GRAPH.with(|graph| {
        let serial = graph.serial.get();
        graph.serial.set(serial + 1);
        let owner = graph.owner.get();
        let node = Rc::new(Node {
            serial,
            kind,
            value: RefCell::new(value),
            run: RefCell::new(run),
            state: Cell::new(if kind == Kind::Memo { State::Stale } else { State::Sure }),
            sources: RefCell::default(),
            followers: RefCell::default(),
            owner,
            owned: RefCell::default(),
            cleanups: RefCell::default(),
            contexts: RefCell::default(),
        });
        let mut nodes = graph.nodes.borrow_mut();
        let place = graph.free.borrow_mut().pop().unwrap_or_else(|| {
            nodes.push(None);
            nodes.len() as u32 - 1
        });
        nodes[place as usize] = Some(node);
        Key { serial, place }
    });
    if let Some(owner) = owner() {
        owner.owned.borrow_mut().push(key);
    }
    key
}

/// What is being computed now.
pub(crate) fn owner() -> Option<Rc<Node>> {
    GRAPH.with(|graph| graph.owner.get()).and_then(node)
}

/// To whom a node belongs.
pub(crate) fn owner_of(of: &Node) -> Option<Rc<Node>> {
    of.owner.and_then(node)
}

/// Done once what is being computed now ends, or is computed anew.
pub fn on_cleanup(what: impl FnOnce() + 'static) {
    if let Some(owner) = owner() {
        owner.cleanups.borrow_mut().push(Box::new(what));
    }
}

fn among<T>(owner: Option<Key>, follower: Option<Key>, what: impl FnOnce() -> T) -> T {
    let before = GRAPH.with(|graph| (graph.owner.replace(owner), graph.follower.replace(follower)));
    let done = what();
    GRAPH.with(|graph| (graph.owner.set(before.0), graph.follower.set(before.1)));
    done
}

/// Reads values without following them.
pub fn untrack<T>(what: impl FnOnce() -> T) -> T {
    let owner = GRAPH.with(|graph| graph.owner.get());
    among(owner, None, what)
}

/// The node, up to date; whoever is being computed now follows it, if that is wanted.
pub(crate) fn read(key: Key, is_followed: bool) -> Option<Rc<Node>> {
    let found = node(key)?;
    if found.kind == Kind::Memo {
        refresh(key);
    }
    if is_followed
        && let Some(follower) = GRAPH.with(|graph| graph.follower.get())
        && let Some(following) = node(follower)
    {
        let mut sources = following.sources.borrow_mut();
        if !sources.contains(&key) {
            sources.push(key);
            found.followers.borrow_mut().push(follower);
        }
    }
    Some(found)
}

/// The value of a node is another one now.
pub(crate) fn changed(node: &Node) {
    let followers = node.followers.borrow().clone();
    for follower in followers {
        doubt(follower, State::Stale);
    }
}

fn doubt(key: Key, state: State) {
    let Some(node) = node(key) else { return };
    let before = node.state.get();
    if before >= state {
        return;
    }
    node.state.set(state);
    if node.kind == Kind::Effect {
        call(key);
    } else if before == State::Sure {
        let followers = node.followers.borrow().clone();
        for follower in followers {
            doubt(follower, State::Doubtful);
        }
    }
}

/// An effect is to be done soon: once whatever runs now has ended, so that it sees all of its changes at once.
pub(crate) fn call(key: Key) {
    let is_first = GRAPH.with(|graph| {
        let mut due = graph.due.borrow_mut();
        if let Err(place) = due.binary_search(&key) {
            due.insert(place, key);
        }
        !graph.is_called.replace(true)
    });
    if is_first {
        soon();
    }
}

/// An effect that was just made is to be done soon for the first time.
pub(crate) fn call_first(key: Key) {
    if let Some(node) = node(key) {
        node.state.set(State::Stale);
        call(key);
    }
}

#[cfg(target_arch = "wasm32")]
fn soon() {
    wasm_bindgen_futures::spawn_local(async { flush() });
}

/// Outside of a browser nothing is soon: tests say when.
#[cfg(not(target_arch = "wasm32"))]
const fn soon() {}

/// Does all effects that are due.
#[cfg(any(target_arch = "wasm32", test))]
pub(crate) fn flush() {
    let first = || {
        GRAPH.with(|graph| {
            let mut due = graph.due.borrow_mut();
            (!due.is_empty()).then(|| due.remove(0))
        })
    };
    while let Some(key) = first() {
        refresh(key);
    }
    GRAPH.with(|graph| graph.is_called.set(false));
}

/// Brings a node up to date.
fn refresh(key: Key) {
    let Some(found) = node(key) else { return };
    if found.state.get() == State::Doubtful {
        let sources = found.sources.borrow().clone();
        for source in sources {
            if node(source).is_some_and(|source| source.kind == Kind::Memo) {
                refresh(source);
            }
            if found.state.get() == State::Stale {
                break;
            }
        }
    }
    if found.state.get() == State::Stale {
        run(key);
    } else {
        found.state.set(State::Sure);
    }
}

/// Computes a node anew.
pub(crate) fn run(key: Key) {
    let Some(found) = node(key) else { return };
    clear(&found, key);
    found.state.set(State::Sure);
    let Some(mut run) = found.run.take() else { return };
    let is_changed = among(Some(key), Some(key), || run(&found.value));
    found.run.replace(Some(run));
    if is_changed {
        changed(&found);
    }
}

/// Ends everything that belongs to a node, and follows nothing any more.
fn clear(found: &Node, key: Key) {
    for source in found.sources.take() {
        if let Some(source) = node(source) {
            source.followers.borrow_mut().retain(|&follower| follower != key);
        }
    }
    for owned in found.owned.take() {
        end(owned);
    }
    found.contexts.take();
    for cleanup in found.cleanups.take() {
        among(None, None, cleanup);
    }
}

/// Ends a node.
pub(crate) fn end(key: Key) {
    let Some(found) = node(key) else { return };
    clear(&found, key);
    GRAPH.with(|graph| {
        graph.nodes.borrow_mut()[key.place as usize] = None;
        graph.free.borrow_mut().push(key.place);
        graph.due.borrow_mut().retain(|&other| other != key);
    });
}
