//! What arenas promise. One program: to build one for each file takes longer than to run them all.

mod contest;
mod log;
mod plan;
mod report;
mod rows;
mod sprt;
mod stats;
mod table_file;
