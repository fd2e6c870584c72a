//! What is known of a table from outside.

use mazzo_bots::PlayableGame;
use mazzo_protocol::{Millis, PublicRoom, Sitter, TableInfo};
use mazzo_room::{PersonId, Room, TableId};
use parking_lot::Mutex;
use serde_json::{Map, Value};

use crate::qr::table_link;

struct Known {
    host: PersonId,
    seated: Vec<PersonId>,
    /// The host wants it listed, and is there to let people play.
    is_listed: bool,
    link: String,
    /// The name in each seat that a person has.
    names: Vec<Option<String>>,
    info: TableInfo,
}

impl Known {
    fn of<G: PlayableGame>(table: TableId, room: &Room<G>, opened: Millis) -> Self {
        let seats = 0..room.settings().seats;
        Self {
            host: room.host(),
            seated: seats.filter_map(|seat| room.person_at(seat)).collect(),
            is_listed: room.settings().listed && room.is_host_present(),
            link: room.link().to_owned(),
            names: room.public().chairs.into_iter().map(|chair| person_name(chair.sitter)).collect(),
            info: info(table, room, opened),
        }
    }
}

/// What is known of a table from outside. Its actor writes it, others read.
pub(crate) struct Listing(Mutex<Known>);

/// House rules that differ from the default.
fn changed<R: mazzo_core::Options + serde::Serialize>(rules: &R) -> Map<String, Value> {
    let Ok(Value::Object(all)) = serde_json::to_value(rules) else { return Map::new() };
    let changed: Vec<&str> = rules.changed().map(|(key, _)| key.name).collect();
    let mut rules: Map<String, Value> =
        all.into_iter().filter(|(name, _)| changed.contains(&name.as_str())).collect();
    rules.sort_keys();
    rules
}

fn person_name(sitter: Sitter) -> Option<String> {
    match sitter {
        Sitter::Person { name, .. } => Some(name),
        Sitter::Nobody | Sitter::Bot { .. } => None,
    }
}

fn info<G: PlayableGame>(table: TableId, room: &Room<G>, opened: Millis) -> TableInfo {
    let PublicRoom { settings, phase, host, chairs, .. } = room.public();
    let is_person = |sitter: &Sitter| matches!(sitter, Sitter::Person { .. });
    let count = |is: &dyn Fn(&Sitter) -> bool| chairs.iter().filter(|chair| is(&chair.sitter)).count() as u8;
    let name = host.and_then(|host| chairs.get(usize::from(host)));
    let name = name.and_then(|chair| person_name(chair.sitter.clone()));
    TableInfo {
        table: table_link(table.0, room.link()),
        game: G::NAME.to_owned(),
        host: name,
        phase,
        seats: settings.seats,
        people: count(&is_person),
        bots: count(&|sitter| matches!(sitter, Sitter::Bot { .. })),
        present: room.present() as u32,
        pace: settings.pace,
        watched: settings.watched,
        rules: changed(&settings.rules),
        opened_ms: opened.0,
    }
}

impl Listing {
    pub(crate) fn new<G: PlayableGame>(table: TableId, room: &Room<G>, opened: Millis) -> Self {
        Self(Mutex::new(Known::of(table, room, opened)))
    }

    pub(crate) fn set<G: PlayableGame>(&self, table: TableId, room: &Room<G>, opened: Millis) {
        let known = Known::of(table, room, opened);
        *self.0.lock() = known;
    }

    pub(crate) fn host(&self) -> PersonId {
        self.0.lock().host
    }

    /// Whether a person sits there or is the host.
    pub(crate) fn knows(&self, person: PersonId) -> bool {
        let known = self.0.lock();
        known.host == person || known.seated.contains(&person)
    }

    /// Whether a link of this key is the current one.
    pub(crate) fn is_current(&self, key: &str) -> bool {
        self.0.lock().link == key
    }

    pub(crate) fn info(&self) -> TableInfo {
        self.0.lock().info.clone()
    }

    /// The same with the names of all people who sit, for the operator.
    pub(crate) fn info_with_names(&self) -> (TableInfo, Vec<Option<String>>) {
        let known = self.0.lock();
        (known.info.clone(), known.names.clone())
    }

    pub(crate) fn if_listed(&self) -> Option<TableInfo> {
        let known = self.0.lock();
        known.is_listed.then(|| known.info.clone())
    }
}
