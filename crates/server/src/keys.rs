//! The key ring that signs identity cookies: the newest key signs, older keys verify until they are retired.

use std::sync::Arc;

use data_encoding::HEXLOWER_PERMISSIVE as HEX;
use mazzo_store::{Log, StoreError};
use parking_lot::RwLock;
use serde::{Deserialize, Serialize};

use crate::identity::MAX_AGE_S;
use crate::random;

/// The store setting that holds the ring.
const SETTING: &str = "identity keys";
/// The setting of version 0.1, which held one key.
const OLD_SETTING: &str = "identity key";
/// The id of the key of version 0.1. Only this key verifies cookies of the old format.
pub(crate) const OLD_KEY: u32 = 0;
/// Maximum number of keys. A visit verifies with one of them, so this only bounds the size of the setting.
const MAX_KEYS: usize = 64;

/// Errors of the key ring.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyError {
    /// The log cannot be read or written.
    #[error(transparent)]
    Log(#[from] StoreError),
    /// The stored ring is damaged. It is left as it is: a new key would log everybody out.
    #[error("the setting '{setting}' in the log is damaged: {why}; restore it from a backup")]
    Damaged {
        /// The damaged setting.
        setting: &'static str,
        /// The reason.
        why: String,
    },
    /// There is no key with that id.
    #[error("there is no key {0}")]
    NoKey(u32),
    /// The key that signs cannot be retired.
    #[error("key {0} is the signing key; rotate first")]
    Signs(u32),
    /// There are too many keys.
    #[error("there are {MAX_KEYS} keys; retire one first")]
    TooMany,
}

/// Public information about a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct KeyInfo {
    /// Its id.
    pub id: u32,
    /// Creation time in milliseconds since 1970; for the key of version 0.1, that of the ring.
    pub created_ms: u64,
    /// True for the key that signs new cookies. The others only verify.
    pub signs: bool,
}

/// One key.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) id: u32,
    pub(crate) created_ms: u64,
    pub(crate) bytes: [u8; 32],
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Key({}, ..)", self.id)
    }
}

/// The stored form of a key.
#[derive(Serialize, Deserialize)]
struct StoredKey {
    id: u32,
    created_ms: u64,
    key: String,
}

/// All keys, the newest last.
#[derive(Clone, Debug)]
pub(crate) struct Ring(Vec<Key>);

impl Ring {
    /// Loads the ring, or creates it on the first start. The key of version 0.1 becomes its first key.
    pub(crate) fn of(log: &dyn Log, now_ms: u64) -> Result<Self, KeyError> {
        if let Some(stored) = log.get(SETTING)? {
            return Self::read(&stored);
        }
        let first = match log.get(OLD_SETTING)? {
            Some(bytes) => {
                let length = bytes.len();
                let why = || format!("a key has 32 bytes, this one has {length}");
                let bytes =
                    bytes.try_into().map_err(|_| KeyError::Damaged { setting: OLD_SETTING, why: why() })?;
                Key { id: OLD_KEY, created_ms: now_ms, bytes }
            }
            None => Key { id: OLD_KEY + 1, created_ms: now_ms, bytes: random::bytes() },
        };
        // If two servers start at once, both get the ring of one of them.
        Self::read(&log.put_if_absent(SETTING, &Self(vec![first]).serialized())?)
    }

    #[cfg(test)]
    pub(crate) fn with(keys: Vec<Key>) -> Self {
        Self(keys)
    }

    fn read(stored: &[u8]) -> Result<Self, KeyError> {
        let damaged = |why: String| KeyError::Damaged { setting: SETTING, why };
        let stored: Vec<StoredKey> =
            serde_json::from_slice(stored).map_err(|error| damaged(error.to_string()))?;
        let key = |StoredKey { id, created_ms, key }: StoredKey| {
            let bytes = HEX.decode(key.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
            let why = || damaged(format!("key {id} is not 64 hexadecimal digits"));
            Ok(Key { id, created_ms, bytes: bytes.ok_or_else(why)? })
        };
        let mut keys = stored.into_iter().map(key).collect::<Result<Vec<_>, KeyError>>()?;
        keys.sort_by_key(|key| key.id);
        if keys.is_empty() {
            return Err(damaged("there is no key".to_owned()));
        }
        Ok(Self(keys))
    }

    fn serialized(&self) -> Vec<u8> {
        let stored =
            |key: &Key| StoredKey { id: key.id, created_ms: key.created_ms, key: HEX.encode(&key.bytes) };
        let stored: Vec<StoredKey> = self.0.iter().map(stored).collect();
        serde_json::to_vec(&stored).unwrap_or_else(|error| unreachable!("a ring serializes: {error}"))
    }

    /// The key that signs.
    pub(crate) fn newest(&self) -> &Key {
        self.0.last().unwrap_or_else(|| unreachable!("a ring has a key"))
    }

    pub(crate) fn get(&self, id: u32) -> Option<&Key> {
        self.0.iter().find(|key| key.id == id)
    }

    fn infos(&self) -> Vec<KeyInfo> {
        let newest = self.newest().id;
        let info = |key: &Key| KeyInfo { id: key.id, created_ms: key.created_ms, signs: key.id == newest };
        self.0.iter().map(info).collect()
    }

    /// Adds a key, and drops keys whose last cookies have expired.
    fn rotated(&self, now_ms: u64) -> Result<Self, KeyError> {
        let mut keys = self.0.clone();
        let newest = self.newest().id;
        keys.push(Key { id: newest.saturating_add(1), created_ms: now_ms, bytes: random::bytes() });
        // A key signs until the next one is created.
        let is_expired = |created_ms: u64| created_ms.saturating_add(u64::from(MAX_AGE_S) * 1000) < now_ms;
        let expired: Vec<bool> = keys.windows(2).map(|pair| is_expired(pair[1].created_ms)).collect();
        let mut expired = expired.into_iter().chain([false]);
        keys.retain(|_| !expired.next().unwrap_or(false));
        if keys.len() > MAX_KEYS { Err(KeyError::TooMany) } else { Ok(Self(keys)) }
    }

    fn without(&self, id: u32) -> Result<Self, KeyError> {
        if id == self.newest().id {
            return Err(KeyError::Signs(id));
        }
        self.get(id).ok_or(KeyError::NoKey(id))?;
        Ok(Self(self.0.iter().filter(|key| key.id != id).cloned().collect()))
    }
}

/// The keys of a log, the newest last.
pub fn list_keys(log: &dyn Log, now_ms: u64) -> Result<Vec<KeyInfo>, KeyError> {
    Ok(Ring::of(log, now_ms)?.infos())
}

/// Adds a key, which signs from now on.
pub fn rotate_keys(log: &dyn Log, now_ms: u64) -> Result<Vec<KeyInfo>, KeyError> {
    change(log, now_ms, |ring| ring.rotated(now_ms)).map(|ring| ring.infos())
}

/// Removes a key. People whose cookie it signed become new visitors.
pub fn retire_key(log: &dyn Log, id: u32, now_ms: u64) -> Result<Vec<KeyInfo>, KeyError> {
    change(log, now_ms, |ring| ring.without(id)).map(|ring| ring.infos())
}

fn change(
    log: &dyn Log,
    now_ms: u64,
    change: impl FnOnce(&Ring) -> Result<Ring, KeyError>,
) -> Result<Ring, KeyError> {
    let ring = change(&Ring::of(log, now_ms)?)?;
    log.put(SETTING, &ring.serialized())?;
    Ok(ring)
}

/// The key ring of a running server.
#[derive(Debug)]
pub(crate) struct Keys(RwLock<Arc<Ring>>);

impl Keys {
    pub(crate) fn of(log: &dyn Log, now_ms: u64) -> Result<Self, KeyError> {
        Ok(Self(RwLock::new(Arc::new(Ring::of(log, now_ms)?))))
    }

    pub(crate) fn ring(&self) -> Arc<Ring> {
        Arc::clone(&self.0.read())
    }

    pub(crate) fn infos(&self) -> Vec<KeyInfo> {
        self.ring().infos()
    }

    /// Stores a changed ring, then uses it. The lock is held over both steps, so that no concurrent change is lost.
    fn change(
        &self,
        log: &dyn Log,
        now_ms: u64,
        edit: impl FnOnce(&Ring) -> Result<Ring, KeyError>,
    ) -> Result<Vec<KeyInfo>, KeyError> {
        let mut ring = self.0.write();
        let changed = change(log, now_ms, edit)?;
        let infos = changed.infos();
        *ring = Arc::new(changed);
        Ok(infos)
    }

    pub(crate) fn rotate(&self, log: &dyn Log, now_ms: u64) -> Result<Vec<KeyInfo>, KeyError> {
        self.change(log, now_ms, |ring| ring.rotated(now_ms))
    }

    pub(crate) fn retire(&self, log: &dyn Log, id: u32, now_ms: u64) -> Result<Vec<KeyInfo>, KeyError> {
        self.change(log, now_ms, |ring| ring.without(id))
    }
}

#[cfg(test)]
mod tests {
    use mazzo_store::{Log as _, Memory};

    use super::{
        KeyError, MAX_AGE_S, OLD_KEY, OLD_SETTING, Ring, SETTING, list_keys, retire_key, rotate_keys,
    };

    #[test]
    fn the_ring_is_stored_in_the_log() {
        let log = Memory::default();
        let first = Ring::of(&log, 1).expect("a ring");
        assert_eq!(first.newest().bytes, Ring::of(&log, 2).expect("the same").newest().bytes);
        assert_ne!(first.newest().id, OLD_KEY, "a new server has no key of the old format");
    }

    #[test]
    fn the_key_of_the_previous_version_becomes_the_first() {
        let log = Memory::default();
        log.put(OLD_SETTING, &[7; 32]).expect("a setting");
        let ring = Ring::of(&log, 5).expect("a ring");
        assert_eq!((ring.newest().id, ring.newest().bytes), (OLD_KEY, [7; 32]));
    }

    #[test]
    fn a_damaged_key_is_an_error_and_left_as_it_is() {
        let log = Memory::default();
        log.put(OLD_SETTING, &[7; 31]).expect("a setting");
        let error = Ring::of(&log, 5).expect_err("a short key").to_string();
        assert_eq!(
            error,
            "the setting 'identity key' in the log is damaged: a key has 32 bytes, this one has 31; \
             restore it from a backup"
        );
        assert_eq!(log.get(OLD_SETTING), Ok(Some(vec![7; 31])));
        for bad in [&b"nonsense"[..], b"[]", br#"[{"id":1,"created_ms":0,"key":"00"}]"#] {
            log.put(SETTING, bad).expect("a setting");
            assert!(matches!(Ring::of(&log, 5), Err(KeyError::Damaged { .. })));
            assert_eq!(log.get(SETTING), Ok(Some(bad.to_vec())));
        }
    }

    #[test]
    fn the_newest_key_signs_and_older_ones_stay_until_they_are_retired() {
        let log = Memory::default();
        let ids = |keys: Vec<super::KeyInfo>| -> Vec<(u32, bool)> {
            keys.iter().map(|key| (key.id, key.signs)).collect()
        };
        assert_eq!(ids(list_keys(&log, 1).expect("keys")), [(1, true)]);
        assert_eq!(ids(rotate_keys(&log, 2).expect("keys")), [(1, false), (2, true)]);
        assert_eq!(ids(rotate_keys(&log, 3).expect("keys")), [(1, false), (2, false), (3, true)]);
        assert_eq!(retire_key(&log, 3, 4), Err(KeyError::Signs(3)));
        assert_eq!(retire_key(&log, 9, 4), Err(KeyError::NoKey(9)));
        assert_eq!(ids(retire_key(&log, 2, 4).expect("keys")), [(1, false), (3, true)]);
        // 400 days after the next key was created, no cookie of the first key is valid.
        let late = 4 + u64::from(MAX_AGE_S) * 1000;
        assert_eq!(ids(rotate_keys(&log, late).expect("keys")), [(3, false), (4, true)]);
    }
}
