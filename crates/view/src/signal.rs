//! Typed handles of graph nodes.

use std::any::Any;
use std::cell::Ref;
use std::marker::PhantomData;
use std::rc::Rc;

use crate::core::{Key, Kind, Node, changed, make, node, owner, owner_of, read, schedule_first};

fn disposed() -> ! {
    unreachable!("the node was disposed with its owner")
}

fn at<T: 'static>(node: &Node) -> Ref<'_, T> {
    Ref::map(node.value.borrow(), |value| value.downcast_ref().unwrap_or_else(|| disposed()))
}

fn change<T: 'static, R>(node: &Node, what: impl FnOnce(&mut T) -> R) -> R {
    what(node.value.borrow_mut().downcast_mut().unwrap_or_else(|| disposed()))
}

macro_rules! handle {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        pub struct $name<T>(Key, PhantomData<fn() -> T>);

        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T> std::fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

handle! {
    /// A signal. It is a handle: copies share the value.
    RwSignal
}
handle! {
    /// A derived value. Followers are notified only if it differs.
    Memo
}
handle! {
    /// A stored value without subscriptions.
    StoredValue
}

macro_rules! readable {
    ($name:ident) => {
        /// Reads the value, and subscribes.
        pub fn with<R>(self, what: impl FnOnce(&T) -> R) -> R {
            let node = read(self.0, true).unwrap_or_else(|| disposed());
            what(&at(&node))
        }

        /// Reads the value without subscribing.
        pub fn with_untracked<R>(self, what: impl FnOnce(&T) -> R) -> R {
            let node = read(self.0, false).unwrap_or_else(|| disposed());
            what(&at(&node))
        }

        /// Reads the value without subscribing; none if it is disposed.
        pub fn try_with_untracked<R>(self, what: impl FnOnce(&T) -> R) -> Option<R> {
            read(self.0, false).map(|node| what(&at(&node)))
        }

        /// Clones the value, and subscribes.
        pub fn get(self) -> T
        where
            T: Clone,
        {
            self.with(T::clone)
        }

        /// Clones the value without subscribing.
        pub fn get_untracked(self) -> T
        where
            T: Clone,
        {
            self.with_untracked(T::clone)
        }

        /// Clones the value without subscribing; none if it is disposed.
        pub fn try_get_untracked(self) -> Option<T>
        where
            T: Clone,
        {
            self.try_with_untracked(T::clone)
        }
    };
}

impl<T: 'static> RwSignal<T> {
    /// Creates a signal.
    pub fn new(value: T) -> Self {
        Self(make(Kind::Value, Box::new(value), None), PhantomData)
    }

    readable!(RwSignal);

    /// Sets the value, unless disposed.
    pub fn set(self, value: T) {
        self.update(|old| *old = value);
    }

    /// Changes the value, unless disposed.
    pub fn update(self, what: impl FnOnce(&mut T)) {
        if let Some(node) = node(self.0) {
            change(&node, what);
            changed(&node);
        }
    }
}

impl<T: PartialEq + 'static> Memo<T> {
    /// Creates a memo. `what` gets its previous value.
    pub fn new(mut what: impl FnMut(Option<&T>) -> T + 'static) -> Self {
        let run = move |kept: &std::cell::RefCell<Box<dyn Any>>| {
            let new = what(kept.borrow().downcast_ref());
            let is_changed = kept.borrow().downcast_ref() != Some(&new);
            if is_changed {
                kept.replace(Box::new(new));
            }
            is_changed
        };
        Self(make(Kind::Memo, Box::new(()), Some(Box::new(run))), PhantomData)
    }

    readable!(Memo);
}

impl<T: 'static> StoredValue<T> {
    /// Stores a value.
    pub fn new(value: T) -> Self {
        Self(make(Kind::Value, Box::new(value), None), PhantomData)
    }

    /// Reads the value.
    pub fn with_value<R>(self, what: impl FnOnce(&T) -> R) -> R {
        self.try_with_value(what).unwrap_or_else(|| disposed())
    }

    /// Reads the value; none if it is disposed.
    pub fn try_with_value<R>(self, what: impl FnOnce(&T) -> R) -> Option<R> {
        node(self.0).map(|node| what(&at(&node)))
    }

    /// Clones the value.
    pub fn get_value(self) -> T
    where
        T: Clone,
    {
        self.with_value(T::clone)
    }

    /// Clones the value; none if it is disposed.
    pub fn try_get_value(self) -> Option<T>
    where
        T: Clone,
    {
        self.try_with_value(T::clone)
    }

    /// Sets the value, unless disposed.
    pub fn set_value(self, value: T) {
        self.update_value(|old| *old = value);
    }

    /// Changes the value, unless disposed.
    pub fn update_value(self, what: impl FnOnce(&mut T)) {
        self.try_update_value(what);
    }

    /// Changes the value; none if it is disposed.
    pub fn try_update_value<R>(self, what: impl FnOnce(&mut T) -> R) -> Option<R> {
        node(self.0).map(|node| change(&node, what))
    }
}

/// A side effect that runs again when a signal that it read changes.
#[derive(Debug)]
pub struct Effect;

impl Effect {
    /// Schedules the effect. `what` gets its previous result.
    #[expect(clippy::new_ret_no_self, reason = "effects have no handle")]
    pub fn new<T: 'static>(mut what: impl FnMut(Option<T>) -> T + 'static) {
        let mut last = None;
        let run = move |_: &_| {
            last = Some(what(last.take()));
            false
        };
        schedule_first(make(Kind::Effect, Box::new(()), Some(Box::new(run))));
    }
}

/// Provides a value to everything that the running node owns.
pub fn provide_context<T: 'static>(value: T) {
    if let Some(owner) = owner() {
        owner.contexts.borrow_mut().push(Rc::new(value));
    }
}

/// The innermost provided value of this type.
pub fn use_context<T: Clone + 'static>() -> Option<T> {
    let mut around = owner();
    while let Some(node) = around {
        if let Some(found) = node.contexts.borrow().iter().rev().find_map(|kept| kept.downcast_ref::<T>()) {
            return Some(found.clone());
        }
        around = owner_of(&node);
    }
    None
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::{Effect, Memo, RwSignal, StoredValue, provide_context, use_context};
    use crate::core::{Kind, dispose, flush, make, run};
    use crate::{on_cleanup, untrack};

    /// A log of events, in order.
    #[derive(Clone, Default)]
    struct Notes(Rc<RefCell<Vec<String>>>);

    impl Notes {
        fn add(&self, text: impl Into<String>) {
            self.0.borrow_mut().push(text.into());
        }

        fn take(&self) -> Vec<String> {
            self.0.take()
        }
    }

    #[test]
    fn an_effect_sees_all_changes_at_once() {
        let (a, b, notes) = (RwSignal::new(1), RwSignal::new(2), Notes::default());
        let hand = notes.clone();
        Effect::new(move |last: Option<i32>| {
            let sum = a.get() + b.get();
            hand.add(format!("{last:?} {sum}"));
            sum
        });
        assert!(notes.take().is_empty(), "scheduled, not run at once");
        flush();
        a.set(10);
        b.set(20);
        flush();
        flush();
        assert_eq!(notes.take(), ["None 3", "Some(3) 30"]);
    }

    #[test]
    fn followers_of_a_memo_run_only_if_its_value_changes() {
        let (number, notes) = (RwSignal::new(1), Notes::default());
        let (computed, hand) = (notes.clone(), notes.clone());
        let is_even = Memo::new(move |_| {
            computed.add("computed");
            number.get() % 2 == 0
        });
        let also = Memo::new(move |_| is_even.get());
        Effect::new(move |_| hand.add(also.get().to_string()));
        flush();
        assert_eq!(notes.take(), ["computed", "false"]);
        number.set(3);
        flush();
        assert_eq!(notes.take(), ["computed"]);
        number.set(4);
        assert!(is_even.get_untracked(), "a memo is never stale");
        flush();
        assert_eq!(notes.take(), ["computed", "true"]);
    }

    #[test]
    fn untracked_and_no_longer_read_signals_are_not_followed() {
        let (which, a, b, notes) =
            (RwSignal::new(true), RwSignal::new('a'), RwSignal::new('b'), Notes::default());
        let hand = notes.clone();
        Effect::new(move |_| hand.add(if which.get() { a.get() } else { untrack(|| b.get()) }));
        flush();
        which.set(false);
        flush();
        a.set('c');
        b.set('d');
        flush();
        assert_eq!(notes.take(), ["a", "b"]);
    }

    #[test]
    fn nodes_created_within_an_effect_are_disposed_with_it() {
        let (turn, inner, notes) = (RwSignal::new(0), RwSignal::new(0), Notes::default());
        let hand = notes.clone();
        let kept = Rc::new(RefCell::new(Vec::new()));
        let keep = Rc::clone(&kept);
        let outer = make(
            Kind::Effect,
            Box::new(()),
            Some(Box::new(move |_| {
                let (turn, stored, hand) = (turn.get(), StoredValue::new('x'), hand.clone());
                provide_context(turn);
                keep.borrow_mut().push(stored);
                let disposed = hand.clone();
                on_cleanup(move || disposed.add(format!("end {turn}")));
                Effect::new(move |_| hand.add(format!("{:?} {}", use_context::<i32>(), inner.get())));
                false
            })),
        );
        run(outer);
        flush();
        inner.set(1);
        turn.set(1);
        flush();
        // The outer effect ran first: the inner one of the first turn did not run again.
        assert_eq!(notes.take(), ["Some(0) 0", "end 0", "Some(1) 1"]);
        let stored: Vec<bool> = kept.borrow().iter().map(|kept| kept.try_get_value().is_some()).collect();
        assert_eq!(stored, [false, true]);
        dispose(outer);
        inner.set(2);
        flush();
        assert_eq!(notes.take(), ["end 1"]);
        assert_eq!(kept.borrow()[1].try_update_value(|_| ()), None);
    }
}
