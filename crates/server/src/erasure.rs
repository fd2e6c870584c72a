//! Erases names from kept records. The moves, the deal and its proof stay and still verify.

use mazzo_record::Record;
use mazzo_store::{Kept, Log, StoreError, Whose};

/// Records that are rewritten in one batch.
const BATCH: usize = 50;
/// Host of a record whose host was erased: no person has this id, so only the operator can delete the record.
const NO_HOST: u128 = 0;

/// The record without the names of these seats. None if it cannot be parsed.
fn without_names(json: &str, seats: impl Iterator<Item = u8>) -> Option<String> {
    let mut record: Record = serde_json::from_str(json).ok()?;
    for seat in seats {
        if let Some(seat) = record.seats.get_mut(usize::from(seat)) {
            seat.name.clear();
        }
    }
    serde_json::to_string(&record).ok()
}

/// Erases a person from all kept records. Returns the number of records.
///
/// A game with other known people stays, without this name and host. A game without other known people is deleted.
pub(crate) fn erase_person(log: &dyn Log, person: u128) -> Result<usize, StoreError> {
    let mut count = 0;
    loop {
        // Erased records leave the listing, so each batch starts at the head.
        let records = log.list_kept(Whose::Person(person), BATCH, None)?;
        if records.is_empty() {
            return Ok(count);
        }
        for kept in records {
            count += 1;
            erase_from(log, kept, person)?;
        }
    }
}

fn erase_from(log: &dyn Log, mut kept: Kept, person: u128) -> Result<(), StoreError> {
    let own: Vec<u8> = kept.seated.iter().filter(|(_, who)| *who == person).map(|(seat, _)| *seat).collect();
    kept.seated.retain(|(_, who)| *who != person);
    let json = without_names(&kept.json, own.into_iter()).filter(|_| !kept.seated.is_empty());
    let Some(json) = json else {
        return log.discard_kept(kept.id).map(drop);
    };
    let host = if kept.host == person { NO_HOST } else { kept.host };
    log.rewrite_kept(Kept { host, json, ..kept }).map(drop)
}

/// Erases the name in one seat of one record, for the operator. False if there is no such record or seat.
pub(crate) fn erase_name(log: &dyn Log, record: u128, seat: u8) -> Result<bool, StoreError> {
    let Some(mut kept) = log.kept(record)? else { return Ok(false) };
    kept.seated.retain(|(other, _)| *other != seat);
    let Some(json) = without_names(&kept.json, [seat].into_iter()) else { return Ok(false) };
    log.rewrite_kept(Kept { json, ..kept })
}

#[cfg(test)]
mod tests {
    use mazzo_store::{Kept, Log as _, Memory, TableKey, Whose};

    use super::{NO_HOST, erase_name, erase_person};

    const JSON: &str = r#"{"format":"mazzo/1","game":"uno","options":{},"seats":[{"name":"Ada"},{"name":"Bea"},{"name":"","bot":"hard"}],"shuffles":[],"moves":[],"fair":{"id":"x"}}"#;

    fn kept(id: u128, host: u128, seated: &[(u8, u128)]) -> Kept {
        let (game, json) = ("uno".to_owned(), JSON.to_owned());
        Kept { id, table: TableKey(1), host, game, ended_ms: 1, json, seated: seated.to_vec() }
    }

    #[test]
    fn a_shared_game_loses_the_name_and_a_solo_game_is_deleted() {
        let log = Memory::default();
        for record in [kept(1, 7, &[(0, 7), (1, 8)]), kept(2, 8, &[(0, 7), (1, 8)]), kept(3, 7, &[(0, 7)])] {
            log.keep(record).expect("a record");
        }
        log.keep(kept(4, 7, &[])).expect("an old record, stored without people");
        log.keep(kept(5, 8, &[(1, 8)])).expect("a record of another person");
        assert_eq!(erase_person(&log, 7), Ok(4));
        let without_ada = JSON.replace("Ada", "");
        let read = |id| log.kept(id).expect("an answer").map(|kept| (kept.host, kept.json, kept.seated));
        assert_eq!(read(1), Some((NO_HOST, without_ada.clone(), vec![(1, 8)])));
        assert_eq!(read(2), Some((8, without_ada, vec![(1, 8)])));
        assert_eq!((read(3), read(4)), (None, None));
        assert_eq!(read(5), Some((8, JSON.to_owned(), vec![(1, 8)])));
        assert_eq!(log.list_kept(Whose::Person(7), 9, None), Ok(Vec::new()));
    }

    #[test]
    fn the_operator_erases_one_name() {
        let log = Memory::default();
        log.keep(kept(1, 7, &[(0, 7), (1, 8)])).expect("a record");
        assert_eq!(erase_name(&log, 1, 1), Ok(true));
        assert_eq!(log.kept(1).expect("an answer").expect("a record").json, JSON.replace("Bea", ""));
        assert_eq!(erase_name(&log, 2, 1), Ok(false));
    }
}
