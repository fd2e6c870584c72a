//! Metrics for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry, Unit};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct CommandLabels {
    done: bool,
}

/// The metrics. None of them identifies a card, a person or a table.
pub(crate) struct Metrics {
    registry: Registry,
    tables: Gauge<u64, AtomicU64>,
    sockets: Gauge<u64, AtomicU64>,
    people: Gauge<u64, AtomicU64>,
    commands: Family<CommandLabels, Counter>,
    nonsense: Counter,
    finished: Counter,
    stored: Histogram,
    disk: Gauge<u64, AtomicU64>,
}

fn register<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("mazzo");
        let all = &mut registry;
        let tables = register(all, "tables", "Open tables", Gauge::default());
        let sockets = register(all, "sockets", "Open sockets", Gauge::default());
        let people = register(all, "people", "People with an open socket", Gauge::default());
        let commands = register(all, "commands", "Commands of clients, by success", Family::default());
        let nonsense = register(all, "nonsense", "Malformed messages of clients", Counter::default());
        let finished = register(all, "games_finished", "Finished games", Counter::default());
        // From a quarter of a millisecond to four seconds.
        let stored = Histogram::new(exponential_buckets(0.000_25, 2.0, 15));
        all.register_with_unit("append", "Latency of a durable append", Unit::Seconds, stored.clone());
        let disk = Gauge::default();
        all.register_with_unit("disk", "Size of the log", Unit::Bytes, disk.clone());
        Self { registry, tables, sockets, people, commands, nonsense, finished, stored, disk }
    }

    pub(crate) fn tables(&self, count: usize) {
        self.tables.set(count as u64);
    }

    pub(crate) fn asked(&self, done: bool) {
        self.commands.get_or_create(&CommandLabels { done }).inc();
    }

    pub(crate) fn nonsense(&self) {
        self.nonsense.inc();
    }

    pub(crate) fn finished(&self) {
        self.finished.inc();
    }

    pub(crate) fn stored(&self, took: Duration) {
        self.stored.observe(took.as_secs_f64());
    }

    /// Encodes the metrics in the text format.
    pub(crate) fn text(&self, (sockets, people): (u32, usize), disk: u64) -> String {
        self.sockets.set(sockets.into());
        self.people.set(people as u64);
        self.disk.set(disk);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
