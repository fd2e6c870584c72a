//! Load generator: simulated players over real sockets, and hostile clients.
//!
//! Every seat is a client of its own that plays random legal actions, reconnects when its socket breaks, and checks the server's
//! promise: acknowledged commands survive.

mod crowd;
mod hostile;
mod player;
mod tally;

pub use crowd::{AttackReport, LoadError, LoadReport, Plan, Progress, run};
pub use hostile::AttackCounts;
pub use player::{Move, Moves, Pacing, Player};
pub use tally::{Report, Tally};
