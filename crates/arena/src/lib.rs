//! Bots against bots over the same deals, and the statistics of the results.

mod error;
mod game_row;
mod log;
mod plan;
mod play;
mod rating;
mod report;
mod run;
mod say;
mod sprt;
mod stats;
mod study;
mod table_file;
mod terminal;

pub use error::Error;
pub use game_row::{Claim, GameRow, SeatRow};
pub use log::{Described, Folder, Merged, describe, merge, write_atomically};
pub use plan::{BadPlan, Plan, Shard};
pub use play::Make;
pub use rating::{Rating, ratings};
pub use report::Report;
pub use run::{Contest, Contested, Progress, contest};
pub use sprt::{Hypotheses, Sprt, Verdict, score};
pub use stats::{Bar, Bin, BotStats, Calibration, Duel, Estimate, Length, Offset, Stats, sort};
pub use study::{Games, Measured, Study, Variant, measure, variants};
pub use table_file::{write_csv, write_parquet};
