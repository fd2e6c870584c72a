//! What has to be waited for.

use crate::signal::RwSignal;
use crate::{StoredValue, element};

/// Something that is fetched, and fetched again when a value changes that it was asked for with.
pub struct Resource<T> {
    value: RwSignal<Option<T>>,
    asked: RwSignal<u32>,
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
    /// Begins to fetch it.
    pub fn new<F: Future<Output = T> + 'static>(fetch: impl Fn() -> F + 'static) -> Self {
        let (value, asked) = (RwSignal::new(None), RwSignal::new(0));
        let last = StoredValue::new(0_u32);
        element::follow(Box::new(move || {
            asked.get();
            let this = last.with_value(|last| last + 1);
            last.set_value(this);
            let answer = fetch();
            wasm_bindgen_futures::spawn_local(async move {
                let answer = answer.await;
                // Who asked again since wants another answer; who is gone wants none.
                if last.try_get_value() == Some(this) {
                    value.set(Some(answer));
                }
            });
        }));
        Self { value, asked }
    }

    /// What came, once it did.
    pub fn get(self) -> Option<T> {
        self.value.get()
    }

    /// Fetches it again.
    pub fn refetch(self) {
        self.asked.update(|asked| *asked += 1);
    }
}
