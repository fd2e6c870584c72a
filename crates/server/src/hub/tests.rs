//! The lobby, and the names of a run.

use std::time::Duration;

use mazzo_protocol::{Millis, NewTable};
use mazzo_store::Memory;
use mazzo_uno::Table as Uno;
use tokio::time::advance;

use super::*;
use crate::config::Limits;
use crate::limits::Quotas;
use crate::tests::config;

/// A lobby without actors: tables are what is known of them.
struct Lobbied {
    hub: Arc<Hub>,
    quotas: Quotas,
    next: u128,
}

impl Lobbied {
    fn new() -> Self {
        let hub = Hub::new(config(), Arc::new(Memory::default()));
        Self { hub, quotas: Quotas::new(Limits::NONE), next: 0 }
    }

    /// A table whose host is there, opened then from that address; none after a restart.
    fn list(&mut self, address: Option<u8>, opened: u64) -> TableId {
        self.next += 1;
        let (table, host) = (TableId(self.next), PersonId(self.next));
        let settings = NewTable { listed: true, ..NewTable::new("uno", 2) }.settings().expect("settings");
        let opening = Opening { table, host, settings, secret: Secret([7; 32]), promises: true };
        let mut room = Room::<Uno>::new(&opening, Millis(opened));
        room.connect(host, Millis(opened));
        let listing = Arc::new(Listing::new(table, &room, Millis(opened)));
        let pass = address.map(|last| {
            let address = Address::of([10, 0, 0, last].into());
            Arc::new(self.quotas.new_table(address, std::time::Instant::now()).expect("room for a table"))
        });
        let (mail, _) = mpsc::channel(1);
        self.hub.tables.write().insert(table, Handle { mail, listing, pass });
        table
    }

    /// The names of the tables that are shown, and how many there are.
    fn shown(&self) -> (Vec<u128>, u32) {
        let Lobby { tables, listed } = self.hub.lobby();
        let name = |table: &TableInfo| u128::from_str_radix(&table.table, 16).expect("a name");
        (tables.iter().map(name).collect(), listed)
    }
}

#[tokio::test(start_paused = true)]
async fn an_address_with_hundreds_of_tables_hides_no_table_of_another() {
    let mut lobby = Lobbied::new();
    let before_restart = lobby.list(None, 0).0;
    let old: Vec<u128> = (1..=20).map(|address| lobby.list(Some(address), 1).0).collect();
    // All of them are newer, and would be shown first.
    let many: Vec<u128> = (0..300).map(|opened| lobby.list(Some(200), 1_000 + opened).0).collect();
    let (shown, listed) = lobby.shown();
    assert_eq!((shown.len(), listed), (LOBBY, 321));
    assert!(old.iter().all(|table| shown.contains(table)), "every address has its table in the list");
    assert!(shown.contains(&before_restart), "as has a table whose address nobody knows any more");
    let newest: Vec<u128> = many.iter().rev().take(LOBBY - 21).copied().collect();
    let of_many: Vec<u128> = shown.iter().filter(|table| many.contains(table)).copied().collect();
    assert_eq!(of_many, newest, "the rest of the list is for the newest");
}

#[tokio::test(start_paused = true)]
async fn addresses_take_turns_where_there_is_no_room_for_all() {
    let mut lobby = Lobbied::new();
    for opened in 0..70 {
        lobby.list(Some(1), 10_000 + opened);
    }
    for opened in 0..70 {
        lobby.list(Some(2), opened);
    }
    let (shown, _) = lobby.shown();
    let of_first = shown.iter().filter(|table| **table <= 70).count();
    assert_eq!((of_first, shown.len()), (LOBBY / 2, LOBBY), "half of the list each");
}

#[tokio::test(start_paused = true)]
async fn the_list_is_made_once_a_second() {
    let mut lobby = Lobbied::new();
    let first = lobby.list(Some(1), 1).0;
    assert_eq!(lobby.shown(), (vec![first], 1));
    let second = lobby.list(Some(1), 2).0;
    advance(LOBBY_FRESH.saturating_sub(Duration::from_millis(1))).await;
    assert_eq!(lobby.shown(), (vec![first], 1), "everybody gets the same list for a second");
    advance(Duration::from_millis(1)).await;
    assert_eq!(lobby.shown(), (vec![second, first], 2), "and then a new one");
}

/// A clock that was set back may give the same time to two runs: a name that the log knows would not be stored again.
#[tokio::test(start_paused = true)]
async fn two_runs_that_start_at_the_same_time_name_their_commands_differently() {
    let new = || Hub::new(config(), Arc::new(Memory::default()));
    let (one, other) = (new(), new());
    assert_ne!(one.names, other.names);
    assert_ne!(one.clock.run_id(), other.clock.run_id(), "nor do their clients take one for the other");
}
