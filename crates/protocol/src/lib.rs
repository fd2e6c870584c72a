//! The messages between a table server and its clients, as types that both sides share.
//!
//! A client sends a [`Command`], the server sends [`Frame`]s, and [`Folded`] is the state that a client builds from them. Data
//! hidden from a viewer is not in the types that the server sends to that viewer.

mod command;
mod folded;
mod frame;
mod http;
mod name;
mod object;
mod public;
mod refusal;
mod settings;
mod socket;
mod tree;

pub use command::{Ask, Command, CommandId, unreadable_settings};
pub use folded::{Folded, Gap};
pub use frame::{Clock, Frame, Knock, Mine, Reveal, Said, Snapshot, Utterance};
pub use http::{Lobby, Me, MoveCode, MoveHere, NewTable, Opened, Problem, RecordInfo, Records, TableInfo};
pub use name::{BadName, BadText, MAX_NAME, MAX_TEXT, MAX_WORDS, clean, clean_name};
pub use public::{Chair, Exchange, Phase, PublicRoom, Sitter};
pub use refusal::Refusal;
pub use settings::{Level, Millis, Pace, Settings};
pub use socket::{Bye, Says, Told, VERSION};
pub use tree::from_json;
