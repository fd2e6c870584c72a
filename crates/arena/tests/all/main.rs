//! Tests of the arena. One test program: building one for each file takes longer than running all tests.

mod contest;
mod log;
mod plan;
mod report;
mod rows;
mod sprt;
mod stats;
mod table_file;
