//! People who are programs: real clients over real sockets, to see what a server bears.
//!
//! Every seat is a client of its own that plays any legal action, comes back when its socket breaks, and checks what a server
//! promises: what was acknowledged is still there after whatever happened.

mod crowd;
mod hostile;
mod player;
mod tally;

pub use crowd::{Attacked, CrowdError, Outcome, Plan, Progress, run};
pub use hostile::Harm;
pub use player::{Manner, Player};
pub use tally::{Report, Tally};
