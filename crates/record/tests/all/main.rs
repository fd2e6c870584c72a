//! Tests of the record format. One test program: building one for each file takes longer than running all tests.

mod bad_records;
mod corrupted;
mod fair;
mod golden;
mod kit;
mod round_trip;
