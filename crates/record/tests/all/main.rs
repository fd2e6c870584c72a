//! What records promise. One program: to build one for each file takes longer than to run them all.

mod bad_records;
mod golden;
mod kit;
mod round_trip;
mod spoilt;
