//! Formats UTC times. Two formats do not justify a calendar library.

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The current time in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// The date, by Howard Hinnant's algorithm `civil_from_days`.
pub(crate) fn day(ms: u64) -> String {
    let days = ms / DAY_MS + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153; // from March
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

/// The time with milliseconds (RFC 3339).
pub(crate) fn moment(ms: u64) -> String {
    let (seconds, rest) = (ms % DAY_MS / 1000, ms % 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{}T{hours:02}:{minutes:02}:{:02}.{rest:03}Z", day(ms), seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::{DAY_MS, day, moment};

    #[test]
    fn dates_match_the_calendar() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(59 * DAY_MS), "1970-03-01");
        assert_eq!(day(951_782_400_000), "2000-02-29");
        assert_eq!(day(1_794_960_000_000), "2026-11-18");
    }

    #[test]
    fn times_match_the_clock() {
        assert_eq!(moment(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(moment(1_794_960_000_000 + 86_399_007), "2026-11-18T23:59:59.007Z");
    }
}
