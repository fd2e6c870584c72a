//! A client of a table server without a screen.
//!
//! A [`Session`] folds the server's messages, keeps each command until it is answered, and resumes after a lost connection. It
//! takes part in fair deals and judges them by itself. It has no socket: the page, the terminal and the load generator bring
//! their own. The feature `net` provides one for programs.
//!
//! A [`Presenter`] stands between a session and a screen: it shows and narrates one event after the other, and offers actions
//! once everything is shown.

mod choices;
mod fair;
#[cfg(feature = "net")]
mod net;
mod presenter;
mod session;
mod sound;

pub use choices::Choices;
pub use fair::Entropy;
pub use mazzo_record::fair::{Breach, Judged, Unproven};
#[cfg(feature = "net")]
pub use net::{NetError, Person, Socket, http, system_entropy};
pub use presenter::{Cue, Manner, Now, Output, Past, Presenter, Settled};
pub use session::{Heard, Session};
