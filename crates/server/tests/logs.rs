//! The log output of a server. A test binary of its own: tracing caches per process whether a line is logged at all, by whichever
//! test comes first.

mod server {
    mod logs;
    #[expect(dead_code, reason = "other tests use the rest")]
    mod test_server;
}
