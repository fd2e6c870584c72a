//! The dependency graph. Signals, memos and effects are nodes; a node is owned by the node that was running when it was created, and
//! is disposed when its owner runs again.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Id of a node. Keys sort by creation, so that outer effects run before inner ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    serial: u32,
    slot: u32,
}

/// Freshness of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Clean,
    /// A source may have changed.
    MaybeStale,
    /// A source has changed.
    Stale,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Set explicitly.
    Value,
    /// Computed lazily.
    Memo,
    /// Scheduled when a source changes.
    Effect,
}

/// Recomputes a node. Returns whether its value changed.
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
    /// Scheduled effects, in the order of their creation.
    scheduled: RefCell<Vec<Key>>,
    is_flush_scheduled: Cell<bool>,
}

thread_local! {
    static GRAPH: Graph = Graph::default();
}

/// The node, if it is not disposed.
pub(crate) fn node(key: Key) -> Option<Rc<Node>> {
    GRAPH.with(|graph| {
        let nodes = graph.nodes.borrow();
        let node = nodes.get(key.slot as usize)?.as_ref()?;
        (node.serial == key.serial).then(|| Rc::clone(node))
    })
}

/// Creates a node, owned by the running one.
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
            state: Cell::new(if kind == Kind::Memo { State::Stale } else { State::Clean }),
            sources: RefCell::default(),
            followers: RefCell::default(),
            owner,
            owned: RefCell::default(),
            cleanups: RefCell::default(),
            contexts: RefCell::default(),
        });
        let mut nodes = graph.nodes.borrow_mut();
        let slot = graph.free.borrow_mut().pop().unwrap_or_else(|| {
            nodes.push(None);
            nodes.len() as u32 - 1
        });
        nodes[slot as usize] = Some(node);
        Key { serial, slot }
    });
    if let Some(owner) = owner() {
        owner.owned.borrow_mut().push(key);
    }
    key
}

/// The running node.
pub(crate) fn owner() -> Option<Rc<Node>> {
    GRAPH.with(|graph| graph.owner.get()).and_then(node)
}

/// The owner of a node.
pub(crate) fn owner_of(of: &Node) -> Option<Rc<Node>> {
    of.owner.and_then(node)
}

/// Runs `what` when the running node is disposed or runs again.
pub fn on_cleanup(what: impl FnOnce() + 'static) {
    if let Some(owner) = owner() {
        owner.cleanups.borrow_mut().push(Box::new(what));
    }
}

fn with_scope<T>(owner: Option<Key>, follower: Option<Key>, what: impl FnOnce() -> T) -> T {
    let before = GRAPH.with(|graph| (graph.owner.replace(owner), graph.follower.replace(follower)));
    let done = what();
    GRAPH.with(|graph| (graph.owner.set(before.0), graph.follower.set(before.1)));
    done
}

/// Reads signals without subscribing.
pub fn untrack<T>(what: impl FnOnce() -> T) -> T {
    let owner = GRAPH.with(|graph| graph.owner.get());
    with_scope(owner, None, what)
}

/// Brings the node up to date, and subscribes the running node if wanted.
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

/// Notifies the followers of a changed value.
pub(crate) fn changed(node: &Node) {
    let followers = node.followers.borrow().clone();
    for follower in followers {
        mark_stale(follower, State::Stale);
    }
}

fn mark_stale(key: Key, state: State) {
    let Some(node) = node(key) else { return };
    let before = node.state.get();
    if before >= state {
        return;
    }
    node.state.set(state);
    if node.kind == Kind::Effect {
        schedule(key);
    } else if before == State::Clean {
        let followers = node.followers.borrow().clone();
        for follower in followers {
            mark_stale(follower, State::MaybeStale);
        }
    }
}

/// Schedules an effect. It runs after the current task, so that it sees all changes at once.
pub(crate) fn schedule(key: Key) {
    let is_first = GRAPH.with(|graph| {
        let mut scheduled = graph.scheduled.borrow_mut();
        if let Err(slot) = scheduled.binary_search(&key) {
            scheduled.insert(slot, key);
        }
        !graph.is_flush_scheduled.replace(true)
    });
    if is_first {
        schedule_flush();
    }
}

/// Schedules the first run of a new effect.
pub(crate) fn schedule_first(key: Key) {
    if let Some(node) = node(key) {
        node.state.set(State::Stale);
        schedule(key);
    }
}

#[cfg(target_arch = "wasm32")]
fn schedule_flush() {
    wasm_bindgen_futures::spawn_local(async { flush() });
}

/// Outside of a browser tests call `flush`.
#[cfg(not(target_arch = "wasm32"))]
const fn schedule_flush() {}

/// Runs all scheduled effects.
#[cfg(any(target_arch = "wasm32", test))]
pub(crate) fn flush() {
    let first = || {
        GRAPH.with(|graph| {
            let mut scheduled = graph.scheduled.borrow_mut();
            (!scheduled.is_empty()).then(|| scheduled.remove(0))
        })
    };
    while let Some(key) = first() {
        refresh(key);
    }
    GRAPH.with(|graph| graph.is_flush_scheduled.set(false));
}

/// Brings a node up to date.
fn refresh(key: Key) {
    let Some(found) = node(key) else { return };
    if found.state.get() == State::MaybeStale {
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
        found.state.set(State::Clean);
    }
}

/// Recomputes a node.
pub(crate) fn run(key: Key) {
    let Some(found) = node(key) else { return };
    clear(&found, key);
    found.state.set(State::Clean);
    let Some(mut run) = found.run.take() else { return };
    let is_changed = with_scope(Some(key), Some(key), || run(&found.value));
    found.run.replace(Some(run));
    if is_changed {
        changed(&found);
    }
}

/// Disposes everything that a node owns, and removes its subscriptions.
fn clear(found: &Node, key: Key) {
    for source in found.sources.take() {
        if let Some(source) = node(source) {
            source.followers.borrow_mut().retain(|&follower| follower != key);
        }
    }
    for owned in found.owned.take() {
        dispose(owned);
    }
    found.contexts.take();
    for cleanup in found.cleanups.take() {
        with_scope(None, None, cleanup);
    }
}

/// Disposes a node.
pub(crate) fn dispose(key: Key) {
    let Some(found) = node(key) else { return };
    clear(&found, key);
    GRAPH.with(|graph| {
        graph.nodes.borrow_mut()[key.slot as usize] = None;
        graph.free.borrow_mut().push(key.slot);
        graph.scheduled.borrow_mut().retain(|&other| other != key);
    });
}
