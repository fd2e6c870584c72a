//! What a server writes into its log. A program of its own: whether something is logged at all is decided once for a whole process,
//! by whichever test comes first.

mod server {
    #[expect(dead_code, reason = "other tests use the rest")]
    mod house;
    mod logs;
}
