//! Tests of the arena. One test program: building one for each file takes longer than running all tests.

#[path = "../common/mod.rs"]
mod common;
mod contest;
mod lines;
mod log;
mod plan;
mod programs;
mod report;
mod rows;
mod simulate;
mod sprt;
mod stats;
mod table_file;
