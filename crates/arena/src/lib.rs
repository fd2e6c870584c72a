//! Bots against bots, many games at a time.
//!
//! A [`contest()`] plays the same deals with bots in changing seats, and its statistics say who is better. [`simulation`] plays random
//! or fixed line-ups as fast as it can. [`external`] lets a program in any language be a bot.
//!
//! Architecture invariant: no output but files that the caller asks for, no rules. Start reading at [`contest()`].

mod error;
pub mod external;
mod game_row;
mod log;
mod plan;
mod play;
mod progress;
mod rating;
mod report;
mod run;
mod say;
pub mod simulation;
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
pub use progress::Progress;
pub use rating::{Rating, ratings};
pub use report::Report;
pub use run::{Contest, Contested, contest};
pub use say::{aligned, plain, signed};
pub use sprt::{Hypotheses, Sprt, Verdict, score};
pub use stats::{Bar, Bin, BotStats, Calibration, Duel, Estimate, Length, Offset, Stats, sort};
pub use study::{Games, Measured, Study, Variant, measure, variants};
pub use table_file::{write_csv, write_parquet};
