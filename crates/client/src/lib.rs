//! A client of a table server without a screen.
//!
//! A [`Session`] folds what it is told, remembers what it asked for until that is done, and says how to come back. It takes part in
//! fair deals and judges them by itself. It has no socket: a page, a terminal and a load generator bring their own. With the feature
//! `net` there is one for programs.
//!
//! A [`Presenter`] stands between a session and a screen: it shows what is known one fact after the other, tells it, and says
//! what can be done once all of it is shown.

mod choices;
mod fair;
#[cfg(feature = "net")]
mod net;
mod presenter;
mod session;
mod sound;

pub use choices::Choices;
pub use fair::Entropy;
pub use mazzo_fair::{Judged, Unproven, Wrong};
#[cfg(feature = "net")]
pub use net::{NetError, Person, Socket, http, system_entropy};
pub use presenter::{Cue, Manner, Now, Output, Past, Presenter, Settled};
pub use session::{Heard, Session};
