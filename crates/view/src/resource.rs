//! Asynchronous values.

use crate::signal::RwSignal;
use crate::{StoredValue, element};

/// A fetched value, fetched again when a signal that the request read changes.
pub struct Resource<T> {
    value: RwSignal<Option<T>>,
    refetches: RwSignal<u32>,
}

impl<T> Clone for Resource<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Resource<T> {}

impl<T> std::fmt::Debug for Resource<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Clone + 'static> Resource<T> {
    /// Starts the first fetch.
    pub fn new<F: Future<Output = T> + 'static>(fetch: impl Fn() -> F + 'static) -> Self {
        let (value, refetches) = (RwSignal::new(None), RwSignal::new(0));
        let last = StoredValue::new(0_u32);
        element::follow(Box::new(move || {
            refetches.get();
            let request = last.with_value(|last| last + 1);
            last.set_value(request);
            let answer = fetch();
            wasm_bindgen_futures::spawn_local(async move {
                let answer = answer.await;
                // Ignore outdated responses, and responses after disposal.
                if last.try_get_value() == Some(request) {
                    value.set(Some(answer));
                }
            });
        }));
        Self { value, refetches }
    }

    /// The value, once it has arrived.
    pub fn get(self) -> Option<T> {
        self.value.get()
    }

    /// Fetches it again.
    pub fn refetch(self) {
        self.refetches.update(|refetches| *refetches += 1);
    }
}
